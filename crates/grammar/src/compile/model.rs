//! A grammar as the engine sees it: numbers and bit sets instead of names.

use crate::lang::Span;
use crate::lang::ast::Cmp;
use mapkiln_maps::graph::KindShape;

use super::expr::Expr;

pub(crate) use super::set::Set;

/// The mark of a node that has none.
pub(crate) const NO_MARK: u8 = 0;

/// Which nodes a pattern node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) kinds: Set,
    pub(crate) marks: Set,
}

impl Filter {
    #[inline]
    pub(crate) fn accepts(self, kind: u8, mark: u8) -> bool {
        self.kinds.has(kind) && self.marks.has(mark)
    }
}

/// What a link of a pattern wants between two nodes.
#[derive(Clone, Debug)]
pub(crate) enum LinkKind {
    /// An edge of one of these kinds.
    Edge {
        kinds: Set,
        /// Only a one-way edge from the link's first node to its second?
        forward: bool,
        guards: Vec<(u16, Cmp, Expr)>,
        /// The number of the edge if the rule looks at it or changes it.
        named: Option<usize>,
    },
    /// A way over edges of these kinds, with bounds on the length of the shortest.
    Way {
        kinds: Set,
        /// Only along the direction of one-way edges?
        forward: bool,
        low: u32,
        high: u32,
    },
    /// At most this many steps along a common face.
    Near { reach: u32 },
}

/// A link between two nodes of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) kind: LinkKind,
}

/// A node of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct PatternNode {
    pub(crate) filter: Filter,
    /// Its name, or its kind if it has no name, for messages.
    pub(crate) label: String,
}

/// One step of a search plan, given that the nodes of earlier steps are bound.
#[derive(Clone, Debug)]
pub(crate) enum PlanStep {
    /// Bind `to` to each neighbour of `from` over the link in turn.
    Extend { link: usize, from: usize, to: usize },
    /// Both ends are bound: is the link there?
    Check { link: usize },
    /// Bind the edge of a link between bound nodes to each that fits in turn.
    Edge { link: usize },
    /// Does the guard of this number hold?
    Guard { guard: usize },
    /// Is the forbidden pattern of this number absent?
    Absent { not: usize },
}

/// A forbidden pattern: nodes beyond those of the left side, links, and a plan.
#[derive(Clone, Debug)]
pub(crate) struct Forbidden {
    /// Links over the left side's nodes, then the forbidden pattern's own.
    pub(crate) links: Vec<Link>,
    /// Own nodes, numbered after those of the left side.
    pub(crate) nodes: Vec<PatternNode>,
    pub(crate) steps: Vec<PlanStep>,
}

/// A left side with its search plan.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) nodes: Vec<PatternNode>,
    pub(crate) links: Vec<Link>,
    pub(crate) guards: Vec<Expr>,
    /// The edges that the rule looks at or changes: their links.
    pub(crate) edges: Vec<usize>,
    pub(crate) nots: Vec<Forbidden>,
    /// The node the search begins at.
    pub(crate) root: usize,
    pub(crate) steps: Vec<PlanStep>,
    /// How far from the root a change can matter, in edges.
    pub(crate) radius: u32,
    /// Can a change anywhere matter? Then the radius is no bound.
    pub(crate) global: bool,
    /// Are there ways to follow? Then one root may cost as much as the graph is large.
    pub(crate) follows_ways: bool,
}

/// A node that a rule makes.
#[derive(Clone, Debug)]
pub(crate) struct NewNode {
    pub(crate) kind: u8,
    pub(crate) mark: u8,
    pub(crate) values: Vec<(u16, Expr)>,
}

/// An edge that a rule makes; ends below the pattern's length are matched nodes, others new ones.
#[derive(Clone, Debug)]
pub(crate) struct NewEdge {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) kind: u8,
    pub(crate) one_way: bool,
    pub(crate) values: Vec<(u16, Expr)>,
    /// How far to look for a common face; unlimited if the left side says nothing.
    pub(crate) reach: u32,
}

/// What a rule does to a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) nodes: Vec<NewNode>,
    /// Cut links, by their number in the pattern.
    pub(crate) cuts: Vec<usize>,
    /// Cut links whose place is taken by a path of new nodes: the link, and the path's edges.
    pub(crate) splits: Vec<(usize, Vec<NewEdge>)>,
    pub(crate) edges: Vec<NewEdge>,
    pub(crate) deletes: Vec<usize>,
    pub(crate) marks: Vec<(usize, u8)>,
    pub(crate) kinds: Vec<(usize, u8)>,
    pub(crate) values: Vec<(usize, u16, Expr)>,
    /// New kinds and values of the pattern's edges, by their number there.
    pub(crate) edge_kinds: Vec<(usize, u8)>,
    pub(crate) edge_values: Vec<(usize, u16, Expr)>,
    /// Nodes that go, each into one that takes over its edges.
    pub(crate) merges: Vec<(usize, usize)>,
    pub(crate) uses_fresh: bool,
}

impl Effects {
    /// All values that it sets.
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let changed = self.values.iter().chain(&self.edge_values).map(|(_, _, e)| e);
        let in_splits = self.splits.iter().flat_map(|(_, edges)| edges);
        let of_edges = self.edges.iter().chain(in_splits).flat_map(|n| &n.values);
        let new = self.nodes.iter().flat_map(|n| &n.values).chain(of_edges).map(|(_, e)| e);
        changed.chain(new)
    }

    /// Does one of its values use a part like this?
    pub(crate) fn uses(&self, part: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.expressions().for_each(|e| e.walk(&mut |e| found |= part(e)));
        found
    }

    pub(crate) fn is_random(&self) -> bool {
        self.uses(|e| matches!(e, Expr::Random(..) | Expr::Pick(_)))
    }
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) weight: u64,
    pub(crate) uniform: bool,
    pub(crate) pattern: Pattern,
    pub(crate) effects: Effects,
    /// Does it join two nodes that are there already? Then it may not fit into the plane.
    pub(crate) joins: bool,
    /// Does it come from an imported file?
    pub(crate) imported: bool,
}

/// A step of the program; children by number.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Rule(usize),
    Seq(Vec<usize>),
    Repeat { body: usize, low: Expr, high: Option<Expr> },
    All(usize),
    Mix(Vec<usize>),
    Any(Vec<usize>),
    First(Vec<usize>),
    Try(usize),
    Else { body: usize, rescue: usize },
    If { condition: Expr, then: usize, other: Option<usize> },
}

/// The program: steps with their places; the last one is the whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    pub(crate) root: usize,
}

/// What must hold at the end.
#[derive(Clone, Debug)]
pub(crate) enum Require {
    Connected,
    Solvable,
    Path(Filter, Filter),
    Degree(Filter, Cmp, Expr),
    /// Each node of the filter is the root of a match of this pattern.
    Every(Box<Pattern>),
    Holds(Expr),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value if the caller gives none.
    pub default: i64,
    /// The least value allowed.
    pub low: i64,
    /// The greatest value allowed.
    pub high: i64,
}

/// A kind of node or edge, or a mark, with what it means.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kind {
    pub(crate) name: String,
    /// What it means to a game, the words of its parents included.
    pub(crate) means: Vec<String>,
    /// For node kinds: its size in space, if the grammar gives one.
    pub(crate) shape: Option<KindShape>,
    /// For node kinds: rooms drawn as text, one of which each node gets.
    pub(crate) templates: Vec<String>,
    /// The kinds that are this or a sort of this.
    pub(crate) below: Set,
    /// Was it declared by an imported file only?
    pub(crate) imported: bool,
}

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attr {
    pub(crate) name: String,
    /// A number, or the number of a text.
    pub(crate) default: i32,
    /// Is it a text?
    pub(crate) text: bool,
    pub(crate) imported: bool,
    pub(crate) nodes: Set,
    pub(crate) edges: Set,
}

/// All names and what they stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) kinds: Vec<Kind>,
    /// Edge kind 0 is the ordinary way without a name.
    pub(crate) edge_kinds: Vec<Kind>,
    /// Mark 0 is none.
    pub(crate) marks: Vec<Kind>,
    /// Which kinds can have each mark.
    pub(crate) mark_on: Vec<Set>,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) params: Vec<Param>,
    /// All texts that attributes can have; the first is empty.
    pub(crate) texts: Vec<String>,
}

impl Symbols {
    pub(crate) fn filter_text(&self, filter: Filter) -> String {
        // A set is named by its highest kinds, and by what is taken away from them: `Room !Exit`.
        let highest = |set: Set, list: &[Kind]| -> Vec<usize> {
            let inside = |i: usize| set.has(i as u8);
            let covered =
                |i: usize| (0..list.len()).any(|j| j != i && inside(j) && list[j].below.has(i as u8));
            (0..list.len()).filter(|&i| inside(i) && !covered(i)).collect()
        };
        let names = |set: Set, list: &[Kind]| -> Vec<String> {
            let name = |i: &usize| {
                let missing = highest(list[*i].below & !set, list);
                let without: String = missing.iter().map(|m| format!(" !{}", list[*m].name)).collect();
                format!("{}{without}", list[*i].name)
            };
            highest(set, list).iter().map(name).collect()
        };
        let kinds = names(filter.kinds, &self.kinds).join("|");
        let all = Set::first(self.marks.len());
        if filter.marks & all == all {
            kinds
        } else {
            format!("{kinds}[{}]", names(filter.marks, &self.marks).join("|"))
        }
    }
}
