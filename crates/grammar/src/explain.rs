//! Search plans in words.

use crate::compile::model::{Filter, LinkKind, PlanStep};
use crate::grammar::Grammar;

impl Grammar {
    /// How a rule's left side is searched for, one line per step; empty if there is no such rule.
    ///
    /// ```
    /// use mapkiln_grammar::Grammar;
    /// let plan = Grammar::shipped("carcere-exire")?.search_plan("chest");
    /// assert_eq!(plan[1], "  begin at r: a Room[empty]");
    /// # Ok::<(), mapkiln_grammar::Error>(())
    /// ```
    pub fn search_plan(&self, rule: &str) -> Vec<String> {
        let Some(rule) = self.rules.iter().find(|r| r.name == rule) else { return Vec::new() };
        let pattern = &rule.pattern;
        let filter = |f: Filter| self.symbols.filter_text(f);
        let label = |n: usize| pattern.nodes[n].label.as_str();
        let mut lines = vec![format!("rule {}", rule.name)];
        lines.push(format!(
            "  begin at {}: a {}",
            label(pattern.root),
            filter(pattern.nodes[pattern.root].filter)
        ));
        for step in &pattern.steps {
            lines.push(match step {
                PlanStep::Extend { link, from, to } => {
                    let over = match pattern.links[*link].kind {
                        LinkKind::Edge { .. } => "beside".to_owned(),
                        LinkKind::Way { .. } => "at the end of a way from".to_owned(),
                        LinkKind::Near { reach } => format!("within {reach} steps along a face of"),
                    };
                    format!("  then {over} {}: a {}", label(*from), filter(pattern.nodes[*to].filter))
                }
                PlanStep::Check { link } => {
                    let link = &pattern.links[*link];
                    format!("  check that {} and {} are linked", label(link.a), label(link.b))
                }
                PlanStep::Edge { link } => {
                    let link = &pattern.links[*link];
                    format!("  then each edge between {} and {} that fits", label(link.a), label(link.b))
                }
                PlanStep::Guard { .. } => "  check a guard".to_owned(),
                PlanStep::Absent { not } => {
                    let own: Vec<&str> = pattern.nots[*not].nodes.iter().map(|n| n.label.as_str()).collect();
                    let own = if own.is_empty() { "the link".to_owned() } else { own.join(", ") };
                    format!("  check that what its `not` forbids is absent: {own}")
                }
            });
        }
        lines.push(if pattern.global {
            "  a failed beginning is tried again after any change, once all others have failed".to_owned()
        } else {
            format!("  a failed beginning is tried again after a change within {} edges", pattern.radius)
        });
        lines
    }
}
