//! Constraints on more than two neighbours: as data, and as code that enforces them.

mod area;
mod balance;
mod build;
mod connected;
mod count;
mod ears;
mod goal;
mod guard;
mod join;
mod loops;
mod mending;
mod mirror;
mod parity;
mod path;
mod places;
mod ring;
mod runs;
mod separation;
mod staged;

use mapkiln_core::{Point, Rect};
use serde::{Deserialize, Serialize};

use build::Selection;
pub(crate) use build::{build, build_local, has_goals, is_local, select};
pub(crate) use goal::Goal;
pub(crate) use staged::{Outcome, make_staged, mend};

/// A selection of tiles: names of tiles (with all their turns), of single turns (`shore@1`), or of
/// kinds. In TOML a string or a list of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Tiles {
    /// None.
    #[default]
    None,
    /// One name.
    One(String),
    /// Several names.
    Many(Vec<String>),
}

impl Tiles {
    /// The names.
    pub fn names(&self) -> &[String] {
        match self {
            Tiles::None => &[],
            Tiles::One(name) => std::slice::from_ref(name),
            Tiles::Many(names) => names,
        }
    }
}

impl From<&str> for Tiles {
    fn from(name: &str) -> Self {
        Tiles::One(name.to_owned())
    }
}

/// A constraint of a map.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Spec { constraint: Vec<mapkiln_tiles::Constraint> }
/// let spec: Spec = toml::from_str(r#"
/// [[constraint]]
/// pin = { at = { x = 3, y = 4 }, tiles = "house" }
/// [[constraint]]
/// count = { tiles = "pond", min = 1, max = 3 }
/// "#).unwrap();
/// assert_eq!(spec.constraint.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Constraint {
    /// A cell has one of these tiles.
    Pin {
        /// The cell.
        at: Point,
        /// Its layer; default 0.
        #[serde(default)]
        layer: i32,
        /// The tiles.
        tiles: Tiles,
    },
    /// Only these tiles in an area.
    Allow {
        /// The tiles.
        tiles: Tiles,
        /// The area; default everywhere.
        #[serde(default)]
        area: Option<Rect>,
        /// The layer, counted from the ground, or from the top if negative; default all.
        #[serde(default)]
        layer: Option<i32>,
    },
    /// None of these tiles in an area.
    Forbid {
        /// The tiles.
        tiles: Tiles,
        /// The area; default everywhere.
        #[serde(default)]
        area: Option<Rect>,
        /// The layer, as in `allow`.
        #[serde(default)]
        layer: Option<i32>,
    },
    /// Scaled weights in an area.
    Weigh {
        /// The tiles.
        tiles: Tiles,
        /// The area; default everywhere.
        #[serde(default)]
        area: Option<Rect>,
        /// Per cent of the usual weight, 0 to 100,000.
        percent: u32,
    },
    /// Only these tiles along the border of the map.
    Border {
        /// The tiles.
        tiles: Tiles,
    },
    /// The number of these tiles in the whole map.
    Count {
        /// The tiles.
        tiles: Tiles,
        /// At least; default 0.
        #[serde(default)]
        min: u32,
        /// At most; default any number.
        #[serde(default)]
        max: Option<u32>,
    },
    /// Two of these tiles are at least `distance` steps apart.
    Separation {
        /// The tiles.
        tiles: Tiles,
        /// Steps from neighbour to neighbour, 2 to 64.
        distance: u32,
    },
    /// Tiles of one set are at least `distance` steps from those of another.
    PairSeparation {
        /// The tiles of one set.
        tiles: Tiles,
        /// The tiles of the other.
        from: Tiles,
        /// Steps from neighbour to neighbour, 2 to 64.
        distance: u32,
    },
    /// The map is its own mirror image.
    Mirror {
        /// `x`: west is the image of east; `y`: north is the image of south.
        axis: Axis,
    },
    /// At most `length` of these tiles in a row.
    MaxRun {
        /// The tiles.
        tiles: Tiles,
        /// The longest run, 1 or more.
        length: u32,
        /// Along rows (`x`) or columns (`y`); default both.
        #[serde(default)]
        axis: Option<Axis>,
    },
    /// All of these tiles are connected.
    Connected {
        /// The tiles.
        tiles: Tiles,
        /// Only sides whose edge contains this letter connect; default every side.
        #[serde(default)]
        through: Option<String>,
        /// Only these of them must be connected with each other, by way of the others; default all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relevant: Option<Tiles>,
        /// Are pieces joined by straight ways instead of winding ones? Default no.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        straight: bool,
    },
    /// These tiles connect all of the points.
    Path {
        /// The tiles.
        tiles: Tiles,
        /// The points, two or more.
        points: Vec<Point>,
        /// Only sides whose edge contains this letter connect; default every side.
        #[serde(default)]
        through: Option<String>,
    },
    /// These tiles never form a cycle.
    NoLoops {
        /// The tiles.
        tiles: Tiles,
        /// Only sides whose edge contains this letter connect; default every side.
        #[serde(default)]
        through: Option<String>,
    },
    /// From each of these tiles to every other there are two ways: no dead ends, and no tile that the
    /// whole way hangs on.
    Loop {
        /// The tiles.
        tiles: Tiles,
        /// Only sides whose edge contains this letter connect; default every side.
        #[serde(default)]
        through: Option<String>,
    },
    /// Looks ahead where ways cannot end: a region whose tiles all have an even number of open sides must
    /// be entered by an even number of ways. It follows from the tiles and forbids no map, but finds
    /// contradictions early.
    Parity {
        /// The tiles of the ways.
        tiles: Tiles,
        /// Sides whose edge contains this letter are open.
        through: String,
    },
    /// Weights are adjusted as the map fills, so that these tiles approach their share (the weight
    /// recalculation of Sandhu, Chen and McCoy, 2019).
    Balance {
        /// The tiles.
        tiles: Tiles,
        /// Their share of all cells, in per cent.
        percent: u32,
    },
    /// These tiles only fill whole blocks (the area propagation of Sandhu, Chen and McCoy, 2019). The
    /// map is divided into blocks from its north-west corner.
    Area {
        /// The tiles.
        tiles: Tiles,
        /// Columns of a block, 1 to 64.
        width: u32,
        /// Rows of a block, 1 to 64.
        height: u32,
    },
}

impl Constraint {
    /// Its name in tile sets, such as `no_loops`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Constraint::Pin { .. } => "pin",
            Constraint::Allow { .. } => "allow",
            Constraint::Forbid { .. } => "forbid",
            Constraint::Weigh { .. } => "weigh",
            Constraint::Border { .. } => "border",
            Constraint::Count { .. } => "count",
            Constraint::Separation { .. } => "separation",
            Constraint::PairSeparation { .. } => "pair_separation",
            Constraint::Mirror { .. } => "mirror",
            Constraint::MaxRun { .. } => "max_run",
            Constraint::Connected { .. } => "connected",
            Constraint::Path { .. } => "path",
            Constraint::NoLoops { .. } => "no_loops",
            Constraint::Loop { .. } => "loop",
            Constraint::Parity { .. } => "parity",
            Constraint::Balance { .. } => "balance",
            Constraint::Area { .. } => "area",
        }
    }
}

/// An axis of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// From west to east.
    X,
    /// From north to south.
    Y,
}
