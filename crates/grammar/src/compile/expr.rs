//! Whole-number expressions over parameters, attributes and counts.

use crate::lang::ast::{Arith, Cmp};

use super::model::{Filter, Set};

/// An expression; truth is 1 and 0.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Int(i64),
    Param(usize),
    /// An attribute of a matched node.
    Value(usize, u16),
    /// An attribute of an edge of the pattern.
    EdgeValue(usize, u16),
    Degree(usize),
    /// How many edges of these kinds a matched node has.
    DegreeOver(usize, Set),
    Distance(usize, usize),
    /// Edges on the shortest way around what it may not pass.
    WayAround(usize, usize, Box<Without>),
    /// Can one walk from one matched node to another, around what is in the way?
    Path(usize, usize, Box<Without>),
    Count(Filter),
    CountEdges(Set),
    /// A whole number between these two, each equally likely.
    Random(Box<Expr>, Box<Expr>),
    /// One of these.
    Pick(Vec<Expr>),
    /// A number that no earlier rewrite has had: for keys and locks.
    Fresh,
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Arith(Arith, Box<Expr>, Box<Expr>),
    Cmp(Cmp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Min(Box<Expr>, Box<Expr>),
    Max(Box<Expr>, Box<Expr>),
}

/// What a way may not pass; its ends may be anything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Without {
    /// Matched nodes.
    pub(crate) nodes: Vec<usize>,
    pub(crate) filters: Vec<Filter>,
    /// Kinds of edges.
    pub(crate) edges: Set,
}

/// What an expression may look at.
pub(crate) trait Facts {
    fn param(&self, index: usize) -> i64;
    fn value(&self, node: usize, attr: u16) -> i64;
    fn edge_value(&self, edge: usize, attr: u16) -> i64;
    fn degree(&self, node: usize) -> i64;
    fn degree_over(&self, node: usize, kinds: Set) -> i64;
    /// Edges on the shortest way around something, in the direction of one-way edges or not.
    fn way(&self, a: usize, b: usize, without: &Without, forward: bool, limit: i64) -> Option<i64>;
    fn count_edges(&self, kinds: Set) -> i64;
    /// A number below a bound.
    fn random(&self, below: u64) -> u64;
    /// Edges on the shortest way, `limit + 1` if it is longer.
    fn distance(&self, a: usize, b: usize, limit: i64) -> i64;
    fn count(&self, filter: Filter) -> i64;
    fn fresh(&self) -> i64;
}

/// Beyond this distance the search for a way ends.
const FARTHEST: i64 = 64;

impl Expr {
    /// Its value. Never fails: sums stop at the ends of their range, and x / 0 is 0.
    pub(crate) fn eval(&self, facts: &impl Facts) -> i64 {
        match self {
            Expr::Int(n) => *n,
            Expr::Param(p) => facts.param(*p),
            Expr::Value(node, attr) => facts.value(*node, *attr),
            Expr::Degree(node) => facts.degree(*node),
            Expr::Distance(a, b) => facts.distance(*a, *b, FARTHEST),
            Expr::EdgeValue(edge, attr) => facts.edge_value(*edge, *attr),
            Expr::DegreeOver(node, kinds) => facts.degree_over(*node, *kinds),
            Expr::WayAround(a, b, without) => {
                facts.way(*a, *b, without, false, FARTHEST).unwrap_or(FARTHEST + 1)
            }
            Expr::Path(a, b, without) => i64::from(facts.way(*a, *b, without, true, i64::MAX).is_some()),
            Expr::Count(filter) => facts.count(*filter),
            Expr::CountEdges(kinds) => facts.count_edges(*kinds),
            Expr::Random(low, high) => {
                let (low, high) = (low.eval(facts), high.eval(facts));
                let span = high.saturating_sub(low).max(0) as u64;
                low.saturating_add(facts.random(span.saturating_add(1)) as i64)
            }
            Expr::Pick(list) => {
                list.get(facts.random(list.len() as u64) as usize).map_or(0, |e| e.eval(facts))
            }
            Expr::Fresh => facts.fresh(),
            Expr::Neg(e) => e.eval(facts).saturating_neg(),
            Expr::Not(e) => i64::from(e.eval(facts) == 0),
            Expr::Arith(op, a, b) => {
                let (a, b) = (a.eval(facts), b.eval(facts));
                match op {
                    Arith::Add => a.saturating_add(b),
                    Arith::Sub => a.saturating_sub(b),
                    Arith::Mul => a.saturating_mul(b),
                    Arith::Div => a.checked_div(b).unwrap_or(0),
                }
            }
            // The usual guard, without walking farther than the answer needs.
            Expr::Cmp(op, a, b) => match (&**a, &**b) {
                (Expr::Distance(x, y), limit) => {
                    let limit = limit.eval(facts);
                    op.holds(facts.distance(*x, *y, limit.clamp(0, FARTHEST)), limit)
                }
                (a, b) => op.holds(a.eval(facts), b.eval(facts)),
            }
            .into(),
            Expr::And(a, b) => i64::from(a.eval(facts) != 0 && b.eval(facts) != 0),
            Expr::Or(a, b) => i64::from(a.eval(facts) != 0 || b.eval(facts) != 0),
            Expr::Min(a, b) => a.eval(facts).min(b.eval(facts)),
            Expr::Max(a, b) => a.eval(facts).max(b.eval(facts)),
        }
    }

    /// Calls a function with this expression and every part of it.
    pub(crate) fn walk(&self, f: &mut impl FnMut(&Expr)) {
        f(self);
        match self {
            Expr::Neg(e) | Expr::Not(e) => e.walk(f),
            Expr::Arith(_, a, b) | Expr::Cmp(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Min(a, b) | Expr::Max(a, b) | Expr::Random(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Expr::Pick(list) => list.iter().for_each(|e| e.walk(f)),
            _ => {}
        }
    }

    /// The matched nodes it looks at.
    pub(crate) fn nodes(&self) -> Vec<usize> {
        let mut nodes = Vec::new();
        self.walk(&mut |e| match e {
            Expr::Value(n, _) | Expr::Degree(n) | Expr::DegreeOver(n, _) => nodes.push(*n),
            Expr::Distance(a, b) => nodes.extend([*a, *b]),
            Expr::WayAround(a, b, without) | Expr::Path(a, b, without) => {
                nodes.extend([*a, *b]);
                nodes.extend(&without.nodes);
            }
            _ => {}
        });
        nodes
    }

    /// The edges of the pattern it looks at.
    pub(crate) fn edges(&self) -> Vec<usize> {
        let mut edges = Vec::new();
        self.walk(&mut |e| {
            if let Expr::EdgeValue(edge, _) = e {
                edges.push(*edge);
            }
        });
        edges
    }

    /// Can something far away change its value?
    pub(crate) fn is_global(&self) -> bool {
        self.follows_ways() || self.has(|e| matches!(e, Expr::Count(_) | Expr::CountEdges(_) | Expr::Fresh))
    }

    /// Must ways through the graph be followed for it?
    pub(crate) fn follows_ways(&self) -> bool {
        self.has(|e| matches!(e, Expr::Distance(..) | Expr::WayAround(..) | Expr::Path(..)))
    }

    fn has(&self, what: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= what(e));
        found
    }
}

/// Only parameters are known: for counts in the program and the like.
pub(crate) struct ParamsOnly<'a>(pub(crate) &'a [i64]);

impl Facts for ParamsOnly<'_> {
    fn param(&self, index: usize) -> i64 {
        self.0.get(index).copied().unwrap_or(0)
    }
    fn value(&self, _: usize, _: u16) -> i64 {
        0
    }
    fn edge_value(&self, _: usize, _: u16) -> i64 {
        0
    }
    fn degree(&self, _: usize) -> i64 {
        0
    }
    fn degree_over(&self, _: usize, _: Set) -> i64 {
        0
    }
    fn way(&self, _: usize, _: usize, _: &Without, _: bool, _: i64) -> Option<i64> {
        None
    }
    fn count_edges(&self, _: Set) -> i64 {
        0
    }
    fn random(&self, _: u64) -> u64 {
        0
    }
    fn distance(&self, _: usize, _: usize, _: i64) -> i64 {
        0
    }
    fn count(&self, _: Filter) -> i64 {
        0
    }
    fn fresh(&self) -> i64 {
        // The first number, which a start graph gets.
        1
    }
}
