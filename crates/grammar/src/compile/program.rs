//! The program: steps by number, with everything refused that could never end.

use crate::lang::ast::{ExprKind, Step, StepKind};

use super::expr::Expr;
use super::model::{LinkKind, Op, Program, Rule};
use super::names::Names;
use super::pattern::{Builder, refuse_made};
use super::pattern_expr::expression;

/// Larger programs are refused: blocks that call blocks grow fast.
const LARGEST: usize = 20_000;

/// What a program can call.
pub(super) struct Callable<'a> {
    pub(super) rules: &'a [Rule],
    /// The names of all rules and blocks, those with mistakes included.
    pub(super) known: &'a [String],
    pub(super) blocks: &'a [(&'a str, &'a [Step])],
}

pub(super) fn program(steps: &[Step], callable: &Callable<'_>, names: &mut Names) -> Program {
    let mut program = Program::default();
    let mut inside = Vec::new();
    let body = steps.iter().filter_map(|s| step(s, callable, &mut inside, names, &mut program)).collect();
    let span = steps.first().map(|s| s.span).unwrap_or_default();
    program.root = push(&mut program, Op::Seq(body), span);
    program
}

fn push(program: &mut Program, op: Op, span: crate::lang::Span) -> usize {
    program.ops.push(op);
    program.spans.push(span);
    program.ops.len() - 1
}

fn step<'a>(
    at: &'a Step,
    callable: &Callable<'a>,
    inside: &mut Vec<&'a str>,
    names: &mut Names,
    program: &mut Program,
) -> Option<usize> {
    if program.ops.len() >= LARGEST {
        if program.ops.len() == LARGEST {
            names.error(at.span, "this program is too large", format!("use at most {LARGEST} steps"));
            push(program, Op::Seq(Vec::new()), at.span);
        }
        return None;
    }
    let Callable { rules, known, blocks } = *callable;
    let mut list = |steps: &'a [Step], names: &mut Names| -> Vec<usize> {
        steps.iter().filter_map(|s| step(s, callable, inside, names, program)).collect()
    };
    let op = match &at.kind {
        StepKind::Rule(name) => match rules.iter().position(|r| r.name == name.text) {
            Some(rule) => Op::Rule(rule),
            None => {
                let Some((block, steps)) = blocks.iter().find(|(block, _)| *block == name.text) else {
                    // A rule with mistakes of its own is known, but cannot be called.
                    if !known.contains(&name.text) {
                        let near = crate::lang::nearest(&name.text, known.iter().map(String::as_str));
                        let hint = near
                            .map_or("declare it: `rule …`".to_owned(), |n| format!("did you mean `{n}`?"));
                        names.error(name.span, format!("there is no rule `{}`", name.text), hint);
                    }
                    return None;
                };
                if inside.contains(block) {
                    names.error(
                        name.span,
                        format!("the block `{block}` calls itself"),
                        "repeat it with `* n`",
                    );
                    return None;
                }
                inside.push(block);
                let body = steps.iter().filter_map(|s| step(s, callable, inside, names, program)).collect();
                inside.pop();
                Op::Seq(body)
            }
        },
        StepKind::If(condition, then, other) => {
            refuse_made([condition], names);
            let then = list(then, names);
            let then = push(program, Op::Seq(then), at.span);
            let other = match other {
                Some(other) => Some(step(other, callable, inside, names, program)?),
                None => None,
            };
            let condition = expression(condition, &Builder::default(), names)?;
            Op::If { condition, then, other }
        }
        StepKind::Block(steps) => Op::Seq(list(steps, names)),
        StepKind::Mix(steps) => Op::Mix(list(steps, names)),
        StepKind::Any(steps) => Op::Any(list(steps, names)),
        StepKind::First(steps) => Op::First(list(steps, names)),
        StepKind::Try(inner) => Op::Try(step(inner, callable, inside, names, program)?),
        StepKind::Else(body, rescue) => {
            let body = step(body, callable, inside, names, program)?;
            Op::Else { body, rescue: step(rescue, callable, inside, names, program)? }
        }
        StepKind::All(inner) => {
            let body = step(inner, callable, inside, names, program)?;
            if let Some(name) = never_fails(body, rules, program) {
                let message =
                    format!("this never ends: `{name}` leaves everything it needs, so it matches for ever");
                names.error(at.span, message, "give a count: `* 10` instead of `* all`");
            }
            Op::All(body)
        }
        StepKind::Repeat(inner, low, high) => {
            let body = step(inner, callable, inside, names, program)?;
            let mut count = |e: &crate::lang::ast::Expr| {
                let literal = match &e.kind {
                    ExprKind::Int(n) => Some(*n),
                    ExprKind::Neg(inner) => match inner.kind {
                        ExprKind::Int(n) => Some(-n),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(n) = literal.filter(|n| *n < 1) {
                    names.error(
                        e.span,
                        format!("a count of {n} has no meaning"),
                        "use 1 or more, or leave the step out",
                    );
                }
                let compiled = expression(e, &Builder::default(), names)?;
                if compiled.is_global() {
                    names.error(e.span, "a count can look at parameters only", "use numbers and parameters");
                }
                Some(compiled)
            };
            let low = count(low)?;
            let high = match high {
                Some(high) => Some(count(high)?),
                None => None,
            };
            Op::Repeat { body, low, high }
        }
    };
    Some(push(program, op, at.span))
}

/// The name of a rule that will always match again, if the step consists of such a rule.
fn never_fails(op: usize, rules: &[Rule], program: &Program) -> Option<String> {
    match &program.ops[op] {
        Op::Rule(rule) => keeps_its_match(&rules[*rule]).then(|| rules[*rule].name.clone()),
        // Its steps run in turn, so each of them must go on matching; and `try` never fails.
        Op::Seq(steps) => {
            let changes = |s: &usize| matches!(&program.ops[*s], Op::Rule(r) if !rules[*r].effects.marks.is_empty() || !rules[*r].effects.kinds.is_empty());
            if steps.len() > 1 && steps.iter().any(changes) {
                return None;
            }
            let names: Option<Vec<String>> = steps.iter().map(|s| never_fails(*s, rules, program)).collect();
            names.map(|n| n.first().cloned().unwrap_or_else(|| "{ }".to_owned()))
        }
        Op::Try(_) => Some("try".to_owned()),
        Op::Any(steps) | Op::First(steps) => steps.iter().find_map(|s| never_fails(*s, rules, program)),
        Op::Else { rescue, .. } => never_fails(*rescue, rules, program),
        Op::All(_) => Some("* all".to_owned()),
        Op::Repeat { body, .. } => never_fails(*body, rules, program),
        Op::Mix(_) | Op::If { .. } => None,
    }
}

/// Is every match of the left side still a match after the rewrite?
fn keeps_its_match(rule: &Rule) -> bool {
    let (pattern, effects) = (&rule.pattern, &rule.effects);
    let plain = pattern.guards.is_empty()
        && pattern.nots.is_empty()
        && !rule.joins
        && pattern
            .links
            .iter()
            .all(|l| matches!(&l.kind, LinkKind::Edge { guards, .. } if guards.is_empty()));
    let marks_stay = effects.marks.iter().all(|(n, m)| pattern.nodes[*n].filter.marks.has(*m));
    let kinds_stay = effects.kinds.iter().all(|(n, k)| pattern.nodes[*n].filter.kinds.has(*k));
    plain
        && marks_stay
        && kinds_stay
        && effects.cuts.is_empty()
        && effects.splits.is_empty()
        && effects.deletes.is_empty()
        && effects.merges.is_empty()
        && effects.edge_kinds.is_empty()
        && effects.edge_values.is_empty()
}

/// The value of a count for given parameters.
pub(crate) fn count_value(count: &Expr, params: &[i64]) -> i64 {
    count.eval(&super::expr::ParamsOnly(params))
}
