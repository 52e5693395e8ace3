//! What can be said of a grammar before the first rewrite: rules that can never match, and sums
//! that cannot come out.
//!
//! All bounds are upper bounds of what can be made and lower bounds of what is used up, so what is
//! reported here is certain; what is not reported may still fail for some seeds. The walk takes time
//! linear in the program, times the square of the number of rules.

use crate::compile::count_value;
use crate::compile::model::{Effects, Filter, LinkKind, NewEdge, Op, Rule, Set};
use crate::error::Error;
use crate::grammar::Grammar;

/// Something a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarFinding {
    /// File, line and column.
    pub place: String,
    /// What is wrong, with the rule and the counts.
    pub message: String,
    /// Can no level be made because of it?
    pub fatal: bool,
}

impl Grammar {
    /// Looks for rules that can never match or are never called, and for counts that cannot be met
    /// with these parameters.
    pub fn check(&self, values: &[i64]) -> Result<Vec<GrammarFinding>, Error> {
        self.check_values(values)?;
        let mut findings = Vec::new();
        let (possible, dead) = possible_rules(self);
        let called = called_rules(self);
        for (number, rule) in self.rules.iter().enumerate() {
            let place = self.place(rule.span);
            if !possible[number] && (called[number] || !rule.imported) {
                let why = dead[number].map(|f| self.symbols.filter_text(f));
                let why = why.map_or("an edge that it wants is never made".to_owned(), |f| {
                    format!("nothing is ever a `{f}`")
                });
                let message = format!("the rule `{}` can never match: {why}", rule.name);
                findings.push(GrammarFinding { place, message, fatal: called[number] });
            } else if !called[number] && !rule.imported {
                let message = format!("the rule `{}` is never called by the program", rule.name);
                findings.push(GrammarFinding { place, message, fatal: false });
            }
        }
        let traps = traps(self, values);
        let place = self.place(self.program.spans[self.program.root]);
        findings.extend(traps.into_iter().map(|message| GrammarFinding {
            place: place.clone(),
            message,
            fatal: true,
        }));
        Ok(findings)
    }
}

/// Which rules can match at all, and for the others a node that can never be there.
fn possible_rules(grammar: &Grammar) -> (Vec<bool>, Vec<Option<Filter>>) {
    let symbols = &grammar.symbols;
    // The marks that nodes of each kind can have, and the kinds of edges.
    let mut marks: Vec<Set> = vec![Set::EMPTY; symbols.kinds.len()];
    let mut edges = Set::EMPTY;
    let mut possible = vec![false; grammar.rules.len()];
    let exists =
        |marks: &[Set], f: Filter| (0..marks.len()).any(|k| f.kinds.has(k as u8) && marks[k].meets(f.marks));
    let edge_fits = |edges: Set, kind: &LinkKind| match kind {
        LinkKind::Edge { kinds, .. } | LinkKind::Way { kinds, .. } => kinds.meets(edges),
        LinkKind::Near { .. } => true,
    };
    let mut take = |effects: &Effects, rule: Option<&Rule>, marks: &mut Vec<Set>| {
        for node in &effects.nodes {
            marks[usize::from(node.kind)].add(node.mark);
        }
        for edge in all_edges(effects) {
            edges.add(edge.kind);
        }
        effects.edge_kinds.iter().for_each(|(_, kind)| edges.add(*kind));
        let Some(rule) = rule else { return edges };
        let matched = |n: usize| rule.pattern.nodes[n].filter;
        for &(node, mark) in &effects.marks {
            for (k, set) in marks.iter_mut().enumerate() {
                if matched(node).kinds.has(k as u8) && !set.is_empty() {
                    set.add(mark);
                }
            }
        }
        for &(node, kind) in &effects.kinds {
            let from = matched(node);
            let had =
                (0..marks.len()).filter(|k| from.kinds.has(*k as u8)).fold(Set::EMPTY, |s, k| s | marks[k]);
            marks[usize::from(kind)] |= had & from.marks;
        }
        edges
    };
    let mut known_edges = take(&grammar.start.effects, None, &mut marks);
    loop {
        let mut changed = false;
        for (number, rule) in grammar.rules.iter().enumerate() {
            let fits = rule.pattern.nodes.iter().all(|n| exists(&marks, n.filter))
                && rule.pattern.links.iter().all(|l| edge_fits(known_edges, &l.kind));
            if fits {
                let before = (marks.clone(), known_edges);
                known_edges = take(&rule.effects, Some(rule), &mut marks);
                changed |=
                    !std::mem::replace(&mut possible[number], true) || before != (marks.clone(), known_edges);
            }
        }
        if !changed {
            break;
        }
    }
    let dead =
        grammar.rules.iter().map(|r| r.pattern.nodes.iter().map(|n| n.filter).find(|f| !exists(&marks, *f)));
    (possible, dead.collect())
}

fn all_edges(effects: &Effects) -> impl Iterator<Item = &NewEdge> {
    effects.edges.iter().chain(effects.splits.iter().flat_map(|(_, path)| path))
}

fn called_rules(grammar: &Grammar) -> Vec<bool> {
    let mut called = vec![false; grammar.rules.len()];
    for op in &grammar.program.ops {
        if let Op::Rule(rule) = op {
            called[*rule] = true;
        }
    }
    called
}

/// How often each rule is applied: at least, and at most if there is a bound.
type Uses = Vec<(i64, Option<i64>)>;

/// Adds up the uses of each rule in a step that is done `low` to `high` times.
fn uses(grammar: &Grammar, op: usize, values: &[i64], low: i64, high: Option<i64>, out: &mut Uses) {
    let times = |a: i64, b: Option<i64>| b.map(|b| a.saturating_mul(b));
    match &grammar.program.ops[op] {
        Op::Rule(rule) => {
            out[*rule].0 = out[*rule].0.saturating_add(low);
            out[*rule].1 = out[*rule].1.zip(high).map(|(a, b)| a.saturating_add(b));
        }
        Op::Seq(list) | Op::Mix(list) => list.iter().for_each(|&c| uses(grammar, c, values, low, high, out)),
        Op::Any(list) | Op::First(list) => list.iter().for_each(|&c| uses(grammar, c, values, 0, high, out)),
        Op::Try(body) => uses(grammar, *body, values, 0, high, out),
        Op::If { then, other, .. } => {
            [Some(*then), *other].into_iter().flatten().for_each(|c| uses(grammar, c, values, 0, high, out));
        }
        Op::All(body) => uses(grammar, *body, values, 0, None, out),
        Op::Repeat { body, low: from, high: to } => {
            let from = count_value(from, values).max(0);
            let to = to.as_ref().map_or(from, |t| count_value(t, values).max(from));
            uses(grammar, *body, values, low.saturating_mul(from), times(to, high), out);
        }
        Op::Else { body, rescue } => {
            uses(grammar, *body, values, low, high, out);
            uses(grammar, *rescue, values, 0, None, out);
        }
    }
}

/// Contradictions between the parameters that no seed can resolve.
pub(crate) fn traps(grammar: &Grammar, values: &[i64]) -> Vec<String> {
    let nothing: Uses = vec![(0, Some(0)); grammar.rules.len()];
    let steps: Vec<usize> = match &grammar.program.ops[grammar.program.root] {
        Op::Seq(list) => list.clone(),
        _ => vec![grammar.program.root],
    };
    // Everything up to and including the step in question counts as made.
    let mut so_far = nothing.clone();
    let mut found: Vec<String> = Vec::new();
    for step in steps {
        let mut now = nothing.clone();
        uses(grammar, step, values, 1, Some(1), &mut now);
        for (all, one) in so_far.iter_mut().zip(&now) {
            all.0 = all.0.saturating_add(one.0);
            all.1 = all.1.zip(one.1).map(|(a, b)| a.saturating_add(b));
        }
        let sums = Sums { grammar, uses: &so_far };
        for (number, rule) in grammar.rules.iter().enumerate().filter(|(n, _)| now[*n].0 > 0) {
            let trap = sums.too_few_nodes(rule).or_else(|| sums.too_few_links(rule, so_far[number].0));
            found.extend(trap.filter(|t| !found.contains(t)));
        }
        found.extend(sums.too_few_marks());
        found.extend(sums.too_few_cuts());
        if !found.is_empty() {
            break;
        }
    }
    found
}

struct Sums<'a> {
    grammar: &'a Grammar,
    uses: &'a Uses,
}

impl Sums<'_> {
    /// At most how many of something are made, by what each rewrite and the start make of it.
    fn most(&self, per_use: impl Fn(&Effects, Option<&Rule>) -> usize) -> Option<i64> {
        let mut sum = per_use(&self.grammar.start.effects, None) as i64;
        for (rule, (_, high)) in self.grammar.rules.iter().zip(self.uses) {
            let each = per_use(&rule.effects, Some(rule)) as i64;
            if each > 0 {
                sum = sum.saturating_add(each.saturating_mul((*high)?));
            }
        }
        Some(sum)
    }

    fn nodes_of(&self, kinds: Set) -> Option<i64> {
        self.most(|effects, rule| {
            let new = effects.nodes.iter().filter(|n| kinds.has(n.kind)).count();
            let became = effects.kinds.iter().filter(|(_, k)| kinds.has(*k)).count();
            new + if rule.is_some() { became } else { 0 }
        })
    }

    /// "boss needs 3 Corridor at once, and at most 2 are made"
    fn too_few_nodes(&self, rule: &Rule) -> Option<String> {
        for node in &rule.pattern.nodes {
            let kinds = node.filter.kinds;
            let needed = rule.pattern.nodes.iter().filter(|n| !n.filter.kinds.meets(!kinds)).count() as i64;
            if let Some(made) = self.nodes_of(kinds)
                && made < needed
            {
                let name = self.grammar.symbols.filter_text(Filter { kinds, marks: Set::ALL });
                return Some(format!(
                    "the rule `{}` needs {needed} `{name}` at once, and at most {made} are made up to there",
                    rule.name
                ));
            }
        }
        None
    }

    /// Edges that are made between nodes of these two sets of kinds, at most.
    fn links_of(&self, a: Set, b: Set) -> Option<i64> {
        // What is joined can also come about by nodes that change their kind or are merged.
        let changes =
            |r: &Rule| !r.effects.merges.is_empty() || r.effects.kinds.iter().any(|(_, k)| (a | b).has(*k));
        let rules = self.grammar.rules.iter().zip(self.uses);
        if rules.into_iter().any(|(r, (_, high))| *high != Some(0) && changes(r)) {
            return None;
        }
        self.most(|effects, rule| {
            let kinds = |end: usize| {
                let known = rule.map_or(0, |r| r.pattern.nodes.len());
                match (end.checked_sub(known), rule) {
                    (Some(new), _) => Set::one(usize::from(effects.nodes[new].kind)),
                    (None, Some(rule)) => rule.pattern.nodes[end].filter.kinds,
                    (None, None) => Set::EMPTY,
                }
            };
            all_edges(effects)
                .filter(|e| {
                    let (x, y) = (kinds(e.a), kinds(e.b));
                    (x.meets(a) && y.meets(b)) || (x.meets(b) && y.meets(a))
                })
                .count()
        })
    }

    /// "boss uses up a Room each time, beside 3 Corridor: 5 x 3 = 15 links, and at most 12 are made"
    fn too_few_links(&self, rule: &Rule, times: i64) -> Option<String> {
        let used_up = |n: usize| {
            let marks = rule.pattern.nodes[n].filter.marks;
            let changed = rule.effects.marks.iter().any(|(m, new)| *m == n && !marks.has(*new));
            changed || rule.effects.deletes.contains(&n)
        };
        for centre in (0..rule.pattern.nodes.len()).filter(|&n| used_up(n)) {
            for (n, node) in rule.pattern.nodes.iter().enumerate() {
                let kinds = node.filter.kinds;
                let beside = |m: usize| {
                    rule.pattern.nodes[m].filter.kinds == kinds
                        && rule.pattern.links.iter().any(|l| {
                            matches!(l.kind, LinkKind::Edge { .. })
                                && [(l.a, l.b), (l.b, l.a)].contains(&(centre, m))
                        })
                };
                let each = (0..rule.pattern.nodes.len()).filter(|&m| beside(m)).count() as i64;
                if n == centre || each < 2 {
                    continue;
                }
                let needed = times.saturating_mul(each);
                if let Some(made) = self.links_of(rule.pattern.nodes[centre].filter.kinds, kinds)
                    && made < needed
                {
                    let name = self.grammar.symbols.filter_text(Filter { kinds, marks: Set::ALL });
                    return Some(format!(
                        "the rule `{}` wants {each} `{name}` beside each of {times} nodes, which is {needed} edges, \
                         and at most {made} such edges are made up to there",
                        rule.name
                    ));
                }
            }
        }
        None
    }

    /// "boss, enemy and chest use up 60 nodes marked empty, and at most 47 are made"
    fn too_few_marks(&self) -> Vec<String> {
        let symbols = &self.grammar.symbols;
        let mut traps = Vec::new();
        for mark in 1..symbols.marks.len() {
            let used = |rule: &Rule| {
                let gone = |n: &usize| rule.pattern.nodes[*n].filter.marks == Set::one(mark);
                let changed =
                    rule.effects.marks.iter().filter(|(n, new)| gone(n) && usize::from(*new) != mark).count();
                changed + rule.effects.deletes.iter().filter(|n| gone(n)).count()
            };
            let users: Vec<(&Rule, i64)> = self
                .grammar
                .rules
                .iter()
                .zip(self.uses)
                .map(|(r, (low, _))| (r, low.saturating_mul(used(r) as i64)))
                .filter(|(_, n)| *n > 0)
                .collect();
            let needed: i64 = users.iter().map(|(_, n)| n).sum();
            let made = self.most(|effects, _| {
                let new = effects.nodes.iter().filter(|n| usize::from(n.mark) == mark).count();
                new + effects.marks.iter().filter(|(_, m)| usize::from(*m) == mark).count()
            });
            if let Some(made) = made.filter(|m| *m < needed) {
                let names: Vec<String> = users.iter().map(|(r, n)| format!("`{}` ({n})", r.name)).collect();
                let names = crate::grammar::listed(names.iter().map(String::as_str));
                let mark = &symbols.marks[mark].name;
                traps.push(format!(
                    "{names} use up {needed} nodes marked `{mark}`, and at most {made} are made up to there"
                ));
            }
        }
        traps
    }

    /// "corridor cuts 60 edges between Room and Room, and at most 49 are made"
    fn too_few_cuts(&self) -> Vec<String> {
        let mut traps = Vec::new();
        for (rule, (low, _)) in self.grammar.rules.iter().zip(self.uses) {
            let cuts = rule.effects.cuts.iter().chain(rule.effects.splits.iter().map(|(l, _)| l));
            for &link in cuts {
                let link = &rule.pattern.links[link];
                let filters = [link.a, link.b].map(|n| rule.pattern.nodes[n].filter);
                if let Some(made) = self.links_of(filters[0].kinds, filters[1].kinds)
                    && made < *low
                {
                    let [a, b] = filters.map(|f| self.grammar.symbols.filter_text(f));
                    traps.push(format!(
                        "the rule `{}` cuts {low} edges between `{a}` and `{b}`, and at most {made} are made up to there",
                        rule.name
                    ));
                }
            }
        }
        traps
    }
}
