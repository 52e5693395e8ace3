//! How an attempt ends, and what to say if it failed.

use crate::compile::model::{Op, PlanStep, Rule};
use crate::grammar::Grammar;

/// Why an attempt failed.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: TroubleKind,
    /// How often the rule in question was applied in this attempt.
    pub(crate) applied: u64,
    /// How often it was wanted, if the program says.
    pub(crate) wanted: Option<i64>,
}

#[derive(Clone, Debug)]
pub(crate) enum TroubleKind {
    NoMatch { rule: usize, rescued: Option<usize>, deepest: usize, candidates: usize },
    Requirement(usize),
    Endless,
}

/// How an attempt ended.
pub(crate) enum Outcome {
    Made,
    Failed(Trouble),
}

/// What a search that got this deep was missing, for messages.
pub(crate) fn stuck_at(rule: &Rule, deepest: usize) -> Option<String> {
    match rule.pattern.steps.get(deepest)? {
        PlanStep::Extend { from, to, .. } => {
            let nodes = &rule.pattern.nodes;
            Some(format!(
                "none of them has the `{}` that it wants beside `{}`",
                nodes[*to].label, nodes[*from].label
            ))
        }
        PlanStep::Check { .. } | PlanStep::Edge { .. } => {
            Some("a link between two matched nodes is missing".to_owned())
        }
        PlanStep::Guard { .. } => Some("a guard never holds".to_owned()),
        PlanStep::Absent { .. } => Some("what its `not` forbids is always there".to_owned()),
    }
}

/// The name of the rule that a step consists of, if it is one rule.
pub(crate) fn rule_of(grammar: &Grammar, op: usize) -> Option<&str> {
    match &grammar.program.ops[op] {
        Op::Rule(rule) => Some(&grammar.rules[*rule].name),
        Op::Repeat { body, .. } => rule_of(grammar, *body),
        _ => None,
    }
}
