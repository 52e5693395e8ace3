//! The matcher against brute force: on random small graphs and patterns both find the same matches,
//! negative conditions, directions and kinds included.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use mapkiln_core::{Seed, Stream};
use mapkiln_grammar::{Grammar, LevelGraph};

/// A pattern as the test sees it, written out as a rule for the engine.
#[derive(Debug)]
struct Pattern {
    /// Kind (0 is `A` with its sort `B`, 1 is `B` alone, 2 is `C`) and mark (none, or one of two).
    nodes: Vec<(usize, Option<usize>)>,
    links: Vec<(usize, usize, Way)>,
    nots: Vec<Not>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Any,
    Special,
    Forward,
    Near,
}

#[derive(Debug)]
enum Not {
    Between(usize, usize),
    Beside(usize, usize),
    /// A path of two links over any node.
    Over(usize, usize),
}

const KINDS: [&str; 3] = ["A", "B", "C"];
const MARKS: [&str; 2] = ["x", "y"];
const REACH: u32 = 3;

fn random_pattern(stream: &mut Stream) -> Pattern {
    let count = 1 + stream.index(4);
    let nodes = (0..count)
        .map(|_| (stream.index(3), if stream.percent(30) { Some(stream.index(2)) } else { None }))
        .collect();
    let way = |stream: &mut Stream| {
        [Way::Any, Way::Any, Way::Any, Way::Special, Way::Forward, Way::Near][stream.index(6)]
    };
    // A tree keeps it in one piece; one more link may close a circle.
    let mut links: Vec<(usize, usize, Way)> = (1..count).map(|n| (stream.index(n), n, way(stream))).collect();
    if count > 2 && stream.percent(40) {
        let a = stream.index(count);
        let b = (a + 1 + stream.index(count - 1)) % count;
        if !links.iter().any(|&(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a)) {
            links.push((a, b, way(stream)));
        }
    }
    let mut nots = Vec::new();
    if stream.percent(60) {
        let a = stream.index(count);
        nots.push(match stream.index(3) {
            0 if count > 1 => Not::Between(a, (a + 1) % count),
            1 if count > 1 => Not::Over(a, (a + 1) % count),
            _ => Not::Beside(a, stream.index(3)),
        });
    }
    Pattern { nodes, links, nots }
}

impl Pattern {
    fn text(&self) -> String {
        let sign = |way: Way| match way {
            Way::Any => "--".to_owned(),
            Way::Special => "-S-".to_owned(),
            Way::Forward => "->".to_owned(),
            Way::Near => format!("~{REACH}~"),
        };
        let mut parts: Vec<String> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(i, &(kind, mark))| {
                let mark = mark.map(|m| format!("[{}]", MARKS[m])).unwrap_or_default();
                format!("n{i}:{}{mark}", KINDS[kind])
            })
            .collect();
        parts.extend(self.links.iter().map(|&(a, b, way)| format!("n{a} {} n{b}", sign(way))));
        parts.extend(self.nots.iter().map(|not| match not {
            Not::Between(a, b) => format!("not n{a} -- n{b}"),
            Not::Beside(a, kind) => format!("not n{a} -- {}", KINDS[*kind]),
            Not::Over(a, b) => format!("not n{a} -- o:A|C -- n{b}"),
        }));
        parts.join(", ")
    }
}

/// A random connected graph, grown by a grammar so that it has an embedding.
fn grammar(pattern: &Pattern) -> Grammar {
    let source = format!(
        "node A node B is A node C edge S
         mark x, y on A, C
         start A
         rule a n:A|C => n -- A
         rule b n:A|C => n -S- B[x]
         rule c n:A|C => n -> C[y]
         rule d n:A|C => n -- C[x]
         rule e n:A|C ~6~ m:A|C not n -- m => n -- m
         rule f n:A|C ~6~ m:A|C => n -S-> m
         rule probe uniform {} => n0 -- A
         run {{ any {{ a, b, c, d }} * 4..9 try e * 0..4 try f * 0..2 }}",
        pattern.text()
    );
    // `0..3` is a count from a parameterless file: zero is refused there, so begin at one.
    Grammar::parse("oracle", &source.replace("0..", "1..")).unwrap_or_else(|e| panic!("{source}\n{e}"))
}

/// Everything a brute force needs to know of a graph.
struct Host<'a> {
    level: &'a LevelGraph,
    near: Vec<BTreeSet<usize>>,
}

impl<'a> Host<'a> {
    fn new(level: &'a LevelGraph) -> Self {
        // Walk along the faces, straight from the rings of the document.
        let mut near = vec![BTreeSet::new(); level.nodes.len()];
        let other = |e: u32, n: usize| {
            level.edges[e as usize].iter().copied().find(|&x| x as usize != n).unwrap() as usize
        };
        for (n, ring) in level.around.iter().enumerate() {
            for &first in ring {
                for clockwise in [true, false] {
                    let (mut at, mut by) = (n, first);
                    // The corner after `by`; forwards one leaves over the next edge, backwards over `by`.
                    for _ in 0..REACH {
                        let around = &level.around[at];
                        let here = around.iter().position(|&e| e == by).unwrap();
                        let leave = if clockwise { around[(here + 1) % around.len()] } else { by };
                        let to = other(leave, at);
                        let there = &level.around[to];
                        let arrived = there.iter().position(|&e| e == leave).unwrap();
                        by = if clockwise { leave } else { there[(arrived + there.len() - 1) % there.len()] };
                        at = to;
                        if at == n && by == first {
                            break;
                        }
                        if at != n {
                            near[n].insert(at);
                        }
                    }
                }
            }
        }
        Host { level, near }
    }

    fn is(&self, n: usize, kind: usize, mark: Option<usize>) -> bool {
        let node = &self.level.nodes[n];
        let fits = match kind {
            0 => node.kind == "A" || node.kind == "B",
            k => node.kind == KINDS[k],
        };
        fits && mark.is_none_or(|m| node.mark == MARKS[m])
    }

    fn linked(&self, a: usize, b: usize, way: Way) -> bool {
        let joins = |e: usize| self.level.edges[e].map(|n| n as usize);
        (0..self.level.edges.len()).any(|e| {
            let detail = self.level.detail(e);
            let ends = joins(e);
            let both = ends == [a, b] || ends == [b, a];
            match way {
                Way::Any => both,
                Way::Special => both && detail.is_some_and(|d| d.kind == "S"),
                Way::Forward => ends == [a, b] && detail.is_some_and(|d| d.one_way),
                Way::Near => false,
            }
        }) || (way == Way::Near && (self.near[a].contains(&b)))
    }

    fn matches(&self, pattern: &Pattern) -> BTreeSet<Vec<usize>> {
        let mut found = BTreeSet::new();
        let mut chosen = Vec::new();
        self.choose(pattern, &mut chosen, &mut found);
        found
    }

    fn choose(&self, pattern: &Pattern, chosen: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
        if chosen.len() == pattern.nodes.len() {
            let links = pattern.links.iter().all(|&(a, b, way)| self.linked(chosen[a], chosen[b], way));
            let nots = pattern.nots.iter().all(|not| !self.forbidden(not, chosen));
            if links && nots {
                found.insert(chosen.clone());
            }
            return;
        }
        for n in 0..self.level.nodes.len() {
            let (kind, mark) = pattern.nodes[chosen.len()];
            if !chosen.contains(&n) && self.is(n, kind, mark) {
                chosen.push(n);
                self.choose(pattern, chosen, found);
                chosen.pop();
            }
        }
    }

    fn forbidden(&self, not: &Not, chosen: &[usize]) -> bool {
        let free = |n: &usize| !chosen.contains(n);
        let mut others = (0..self.level.nodes.len()).filter(free);
        match *not {
            Not::Between(a, b) => self.linked(chosen[a], chosen[b], Way::Any),
            Not::Beside(a, kind) => {
                others.any(|n| self.is(n, kind, None) && self.linked(chosen[a], n, Way::Any))
            }
            Not::Over(a, b) => {
                others.any(|n| self.linked(chosen[a], n, Way::Any) && self.linked(n, chosen[b], Way::Any))
            }
        }
    }
}

#[test]
fn the_matcher_finds_what_brute_force_finds() {
    let (mut matches, mut nots, mut near) = (0, 0, 0);
    for case in 0..3000u64 {
        let mut stream = Seed::from("oracle").stream("pattern", case);
        let pattern = random_pattern(&mut stream);
        let grammar = grammar(&pattern);
        let mut stepper = grammar.stepper(&[], case, 0).unwrap();
        while !matches!(
            stepper.step(),
            mapkiln_grammar::RewriteStep::Done | mapkiln_grammar::RewriteStep::DeadEnd
        ) {}
        let level = stepper.level();
        let found: Vec<Vec<usize>> = stepper
            .matches("probe")
            .unwrap()
            .into_iter()
            .map(|m| m.into_iter().map(|n| n as usize).collect())
            .collect();
        let unique: BTreeSet<Vec<usize>> = found.iter().cloned().collect();
        assert_eq!(unique.len(), found.len(), "case {case}: a match was found twice");
        let wanted = Host::new(&level).matches(&pattern);
        assert_eq!(unique, wanted, "case {case}: {}\n{level:?}", pattern.text());
        matches += wanted.len();
        nots += usize::from(!pattern.nots.is_empty() && !wanted.is_empty());
        near += usize::from(pattern.links.iter().any(|l| l.2 == Way::Near) && !wanted.is_empty());
    }
    // The cases are worth something: many matches, with negative conditions and faces among them.
    assert!(matches > 2_500 && nots > 300 && near > 150, "{matches} {nots} {near}");
}

#[test]
fn the_memo_never_loses_a_match() {
    // `spread` fails and comes back as its surroundings change; with and without memory of failures
    // the same number of rewrites must be possible.
    let source = "node N mark lit, off on N
        start N[off] -- N[off] -- N[lit]
        param n = 40 in 1..1000
        rule grow a:N => a -- N[off]
        rule spread a:N[off] -- b:N[lit] => a[off>lit]
        rule cool a:N[lit] -- b:N[lit] not a -- N[off] => a[lit>off]
        run { any { grow, spread, cool } * n spread * all }";
    let grammar = Grammar::parse("memo", source).unwrap();
    for seed in 0..300u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        // After `spread * all` no node that is off may touch one that is on.
        for &[a, b] in &level.edges {
            let marks = [a, b].map(|n| level.nodes[n as usize].mark.as_str());
            assert!(marks[0] == marks[1], "seed {seed}: {a} and {b}");
        }
    }
}
