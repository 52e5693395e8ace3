//! What must hold at the end.

use crate::compile::Expr;
use crate::compile::model::{Filter, Require};

use super::graph::Graph;
use super::matcher::{Bound, Matcher, Seen};

impl Graph {
    /// Does a requirement hold? The answer of a solvable lock-and-key level comes from the level.
    pub(crate) fn fulfils(&self, require: &Require, params: &[i64], solvable: impl FnOnce() -> bool) -> bool {
        let value = |e: &Expr| e.eval(&Seen::new(self, &[], &[], params));
        match require {
            Require::Connected => self.reached(self.living().next(), false) == self.living().count(),
            Require::Solvable => solvable(),
            Require::Path(from, to) => self.members(*from).all(|f| self.leads(f, *to)),
            Require::Degree(filter, op, number) => {
                let number = value(number);
                self.members(*filter).all(|n| op.holds(i64::from(self.degree(n)), number))
            }
            Require::Every(pattern) => {
                let mut bound = Bound::default();
                let mut matcher = Matcher::new(self, pattern, params, None, &mut bound);
                self.members(pattern.nodes[pattern.root].filter).all(|n| matcher.at_root(n, &mut |_, _| true))
            }
            Require::Holds(expr) => value(expr) != 0,
        }
    }

    fn members(&self, filter: Filter) -> impl Iterator<Item = u32> {
        self.labels.lists(filter).flatten().copied()
    }

    /// How many nodes can be reached from one, with or without regard to one-way edges.
    fn reached(&self, from: Option<u32>, ways: bool) -> usize {
        let Some(from) = from else { return 0 };
        let mut count = 0;
        self.explore(from, ways, |_| {
            count += 1;
            false
        });
        count
    }

    fn leads(&self, from: u32, to: Filter) -> bool {
        self.explore(from, true, |n| to.accepts(self.kind(n), self.mark(n)))
    }

    /// Visits everything in reach until the visitor says that it has seen enough; did it?
    fn explore(&self, from: u32, ways: bool, mut visit: impl FnMut(u32) -> bool) -> bool {
        let mut seen = vec![false; self.capacity()];
        let mut stack = vec![from];
        seen[from as usize] = true;
        while let Some(node) = stack.pop() {
            if visit(node) {
                return true;
            }
            for dart in self.darts(node) {
                let other = self.to(dart);
                let closed = ways && self.edge(dart / 2).one_way && dart & 1 == 1;
                if !closed && !std::mem::replace(&mut seen[other as usize], true) {
                    stack.push(other);
                }
            }
        }
        false
    }
}
