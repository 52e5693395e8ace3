//! Layouts: where rooms are, what joins them, and how well that plays.
//!
//! Every theme has a layout of its own kind. Its decoder ([`themes`]) turns genes ([`genes`]) into a
//! draft ([`draft`]): spaces, and all ways that could be between them. A weaver ([`weave`]) chooses
//! which ways exist, and doors get their places ([`doorways`]). A genetic algorithm ([`themed`])
//! evolves the genes for targets that each seed draws ([`targets`]); the best of every kind is kept
//! ([`archive`]), and the one that is chosen becomes levels of a plan ([`erect`]).
//!
//! Plain layouts have no theme. Rooms of several shapes are placed on a grid ([`placement`], [`footprint`]); corridors run on a
//! lattice between them ([`lattice`], [`corridors`], [`network`]); figures that matter at the table
//! are measured against their targets ([`metrics`]), and a genetic algorithm searches for layouts
//! that meet them ([`problem`]).

pub(crate) mod archive;
pub(crate) mod assemble;
pub(crate) mod corridors;
pub(crate) mod doors_between;
pub(crate) mod doorways;
pub(crate) mod draft;
pub(crate) mod erect;
pub(crate) mod features;
pub(crate) mod figures;
pub(crate) mod footprint;
pub(crate) mod genes;
pub(crate) mod lattice;
pub(crate) mod metrics;
pub(crate) mod network;
pub(crate) mod placement;
pub(crate) mod problem;
pub(crate) mod secrets;
pub(crate) mod sums;
pub(crate) mod targets;
pub(crate) mod themed;
pub(crate) mod themes;
pub(crate) mod turn;
pub(crate) mod weave;

use mapkiln_maps::plan::RoomId;

use footprint::Footprint;
use metrics::FixedEndpoints;
use placement::Placement;
use problem::Layout;
pub use targets::{Density, Range, Targets};

/// The rooms of one level that stay in a new layout.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptRooms {
    /// Their numbers in the plan.
    pub(crate) numbers: Vec<RoomId>,
    pub(crate) footprints: Vec<Footprint>,
    pub(crate) endpoints: FixedEndpoints,
    /// The exact number of rooms of the level, if it may not change.
    pub(crate) count: Option<usize>,
}

/// The layout of one level, and the grid that it was made for.
#[derive(Clone, Debug)]
pub(crate) struct LevelLayout {
    pub(crate) placement: Placement,
    pub(crate) layout: Layout,
    /// The numbers of the rooms that stay; these come first in the layout.
    pub(crate) kept: Vec<RoomId>,
}
