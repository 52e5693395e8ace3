//! A grammar as the engine sees it: numbers and bit sets instead of names.

use crate::lang::Span;
use crate::lang::ast::Cmp;
use mapkiln_maps::graph::KindShape;

use super::expr::Expr;

/// A set of kinds or of marks, one bit each.
pub(crate) type Set = u64;

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
        self.kinds >> kind & 1 == 1 && self.marks >> mark & 1 == 1
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
    pub(crate) nots: Vec<Forbidden>,
    /// The node the search begins at.
    pub(crate) root: usize,
    pub(crate) steps: Vec<PlanStep>,
    /// How far from the root a change can matter, in edges.
    pub(crate) radius: u32,
    /// Can a change anywhere matter? Then the radius is no bound.
    pub(crate) global: bool,
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
    pub(crate) uses_fresh: bool,
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
}

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attr {
    pub(crate) name: String,
    pub(crate) default: i32,
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
}

impl Symbols {
    pub(crate) fn filter_text(&self, filter: Filter) -> String {
        // A set is named by its highest kinds, and by what is taken away from them: `Room !Exit`.
        let highest = |set: Set, list: &[Kind]| -> Vec<usize> {
            let inside = |i: usize| set >> i & 1 == 1;
            let covered =
                |i: usize| (0..list.len()).any(|j| j != i && inside(j) && list[j].below >> i & 1 == 1);
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
        let all = all(self.marks.len());
        if filter.marks & all == all {
            kinds
        } else {
            format!("{kinds}[{}]", names(filter.marks, &self.marks).join("|"))
        }
    }
}

/// The set of the first `count`.
pub(crate) fn all(count: usize) -> Set {
    if count >= 64 { Set::MAX } else { (1 << count) - 1 }
}
