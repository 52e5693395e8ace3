//! Whole-number expressions over parameters, attributes and counts.

use crate::lang::ast::{Arith, Cmp};

use super::model::Filter;

/// An expression; truth is 1 and 0.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Int(i64),
    Param(usize),
    /// An attribute of a matched node.
    Value(usize, u16),
    Degree(usize),
    Distance(usize, usize),
    Count(Filter),
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

/// What an expression may look at.
pub(crate) trait Facts {
    fn param(&self, index: usize) -> i64;
    fn value(&self, node: usize, attr: u16) -> i64;
    fn degree(&self, node: usize) -> i64;
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
            Expr::Count(filter) => facts.count(*filter),
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
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            _ => {}
        }
    }

    /// The matched nodes it looks at.
    pub(crate) fn nodes(&self) -> Vec<usize> {
        let mut nodes = Vec::new();
        self.walk(&mut |e| match e {
            Expr::Value(n, _) | Expr::Degree(n) => nodes.push(*n),
            Expr::Distance(a, b) => nodes.extend([*a, *b]),
            _ => {}
        });
        nodes
    }

    /// Can something far away change its value?
    pub(crate) fn is_global(&self) -> bool {
        let mut global = false;
        self.walk(&mut |e| global |= matches!(e, Expr::Distance(..) | Expr::Count(_) | Expr::Fresh));
        global
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
    fn degree(&self, _: usize) -> i64 {
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
