//! The syntax tree: what the file says, each piece with its place.

use super::diagnostic::Span;

/// A name as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A word that something means: one that is known, `exit`, or one of the writer's own, `"shop"`.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) name: Name,
    pub(crate) own: bool,
}

/// The name of a kind, `Room`, or of exactly that kind without its sorts, `=Room`.
#[derive(Clone, Debug)]
pub(crate) struct KindName {
    pub(crate) name: Name,
    pub(crate) exact: bool,
}

/// A whole file, with those that it imports before it.
pub(crate) struct File {
    pub(crate) items: Vec<Item>,
    pub(crate) comments: Vec<Span>,
}

pub(crate) struct Item {
    pub(crate) span: Span,
    /// Does it stand in an imported file?
    pub(crate) imported: bool,
    pub(crate) kind: ItemKind,
}

pub(crate) enum ItemKind {
    Title(String),
    /// `import "cycles" with Room = Cave`
    Import {
        file: Name,
        renamed: Vec<(Name, Name)>,
    },
    Node {
        names: Vec<Name>,
        parent: Option<Name>,
    },
    Edge {
        names: Vec<Name>,
        parent: Option<Name>,
    },
    Mark {
        names: Vec<Name>,
        on: Vec<Name>,
    },
    Attr {
        name: Name,
        default: Literal,
        on: Vec<Name>,
    },
    Param {
        name: Name,
        default: i64,
        range: Option<(i64, i64)>,
    },
    Preset {
        name: Name,
        values: Vec<(Name, i64)>,
    },
    Means {
        subject: Subject,
        words: Vec<Word>,
    },
    Shape {
        kinds: Vec<Name>,
        width: (i64, i64),
        height: (i64, i64),
        passage: bool,
        form: Option<Name>,
    },
    /// A room drawn as text, row by row.
    Template {
        kinds: Vec<Name>,
        rows: Vec<String>,
    },
    Space {
        stairs: bool,
    },
    Start(Vec<Path>),
    Rule(Rule),
    /// Steps with a name, for programs to call.
    Block(Name, Vec<Step>),
    Run(Vec<Step>),
    Require(Vec<Requirement>),
    OnDeadEnd {
        backtrack: Option<(i64, Span)>,
        reseed: Option<(i64, Span)>,
    },
    Limit(i64, Span),
}

/// A number or a text.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Int(i64),
    Text(String),
}

pub(crate) enum Subject {
    Kind(Name),
    Mark(Name),
}

/// Nodes joined by links, one after the other.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) first: Node,
    pub(crate) rest: Vec<(Link, Node)>,
}

#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) span: Span,
    /// The name before the colon.
    pub(crate) name: Option<Name>,
    /// The kinds, any of which will do; or one name of a node that is known already.
    pub(crate) kinds: Vec<KindName>,
    /// Kinds that will not do.
    pub(crate) without: Vec<KindName>,
    pub(crate) marks: Option<Marks>,
    pub(crate) values: Vec<Value>,
    /// Its count, if more than one.
    pub(crate) times: Option<(i64, Span)>,
}

#[derive(Clone)]
pub(crate) struct Marks {
    pub(crate) span: Span,
    pub(crate) list: Vec<Name>,
    pub(crate) negated: bool,
    /// The new mark of `[old>new]`.
    pub(crate) becomes: Option<Name>,
}

/// `name < 3` on a left side, `name = 3` on a right side.
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) name: Name,
    pub(crate) op: Cmp,
    pub(crate) value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Towards {
    Both,
    Right,
    Left,
}

#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) span: Span,
    /// The name before the colon.
    pub(crate) name: Option<Name>,
    pub(crate) kinds: EdgeKinds,
    pub(crate) towards: Towards,
    pub(crate) values: Vec<Value>,
    /// `~12~`: not an edge but a walk of at most that many steps along a face.
    pub(crate) near: Option<i64>,
    /// `*2..5`: not an edge but a way of at least and at most that many.
    pub(crate) way: Option<(i64, Option<i64>, Span)>,
}

/// The kinds of edges that a link stands for.
#[derive(Clone)]
pub(crate) enum EdgeKinds {
    /// `--`
    Any,
    /// `-=-`: ordinary ways, which have no kind.
    Plain,
    /// `-Lock|Secret-`
    Of(Vec<KindName>),
    /// `-!Lock-`
    Without(Vec<KindName>),
}

impl EdgeKinds {
    pub(crate) fn is_any(&self) -> bool {
        matches!(self, EdgeKinds::Any)
    }
}

pub(crate) struct Rule {
    pub(crate) name: Name,
    pub(crate) weight: i64,
    pub(crate) uniform: bool,
    pub(crate) left: Vec<Left>,
    pub(crate) right: Vec<Right>,
}

pub(crate) enum Left {
    Path(Path),
    Not(Span, Path),
    Where(Expr),
}

pub(crate) enum Right {
    Path(Path),
    Cut(Path),
    Delete(Name),
    Become(Name, Name),
    /// `merge b into a`
    Merge(Name, Name),
}

/// What a way may not pass: nodes, or edges of these kinds.
#[derive(Clone)]
pub(crate) enum Barrier {
    Node(Node),
    Edge(Link),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cmp {
    Less,
    LessEq,
    Greater,
    GreaterEq,
    Eq,
    NotEq,
}

impl Cmp {
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Cmp::Less => "<",
            Cmp::LessEq => "<=",
            Cmp::Greater => ">",
            Cmp::GreaterEq => ">=",
            Cmp::Eq => "=",
            Cmp::NotEq => "!=",
        }
    }

    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Cmp::Less => a < b,
            Cmp::LessEq => a <= b,
            Cmp::Greater => a > b,
            Cmp::GreaterEq => a >= b,
            Cmp::Eq => a == b,
            Cmp::NotEq => a != b,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
}

#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) kind: ExprKind,
}

#[derive(Clone)]
pub(crate) enum ExprKind {
    Int(i64),
    Text(String),
    Name(Name),
    /// `r.depth`
    Field(Name, Name),
    /// `degree(r)`, `distance(a, b)`, `min(x, y)`, `max(x, y)`
    Call(Name, Vec<Expr>),
    /// `count(Room[empty])`
    Count(Box<Node>),
    /// `count(-Lock-)`
    CountEdges(Box<Link>),
    /// `degree(r, -Lock-)`
    DegreeOver(Name, Box<Link>),
    /// `path(a, b without Guard, -Lock-)`, `distance(a, b without c)`
    Way(Name, [Name; 2], Vec<Barrier>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Arith(Arith, Box<Expr>, Box<Expr>),
    Cmp(Cmp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

/// A step of the program.
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) kind: StepKind,
}

pub(crate) enum StepKind {
    /// A rule, or a block by its name.
    Rule(Name),
    /// `if condition { … } else { … }`
    If(Expr, Vec<Step>, Option<Box<Step>>),
    Block(Vec<Step>),
    Repeat(Box<Step>, Expr, Option<Expr>),
    All(Box<Step>),
    Mix(Vec<Step>),
    Any(Vec<Step>),
    First(Vec<Step>),
    Try(Box<Step>),
    Else(Box<Step>, Box<Step>),
}

pub(crate) struct Requirement {
    pub(crate) span: Span,
    pub(crate) kind: RequirementKind,
}

pub(crate) enum RequirementKind {
    Connected,
    Solvable,
    /// `path(Initial, Exit)`
    Path(Box<Node>, Box<Node>),
    /// `degree(Cell) = 1`: of every such node.
    Degree(Box<Node>, Cmp, Expr),
    /// `every Room[boss] -- Corridor*3`: each such node has these neighbours.
    Every(Path),
    /// Any other expression over parameters and counts.
    Holds(Expr),
}
