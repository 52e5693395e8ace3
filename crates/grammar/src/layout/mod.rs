//! From a level graph to a place in space.
//!
//! The planar embedding is drawn crudely but surely ([`first`]), squeezed by constraints ([`compact`]),
//! folded into a block ([`fold`]) and improved by taking out a few rooms at a time and putting each back into the best place that the
//! rest leaves open ([`improve`]). Every state from the first on is a legal plan, so a layout always
//! comes out: no two rooms overlap, no corridors cross, and what the graph joins is joined.

mod centre;
mod choose;
mod compact;
mod constraints;
mod dig;
mod embedding;
mod field;
mod first;
mod floors;
mod fold;
mod forms;
mod frame;
mod improve;
mod legal;
mod objects;
mod outer;
mod place;
mod route;
mod state;
mod system;
mod task;
mod walls;
mod wishes;

pub(crate) use embedding::planar_edges;
pub(crate) use floors::floors;
pub(crate) use forms::check_template;
pub use wishes::FixedRoom;

use mapkiln_core::{Limit, OverLimit, Seed};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, Plan};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// How long to look for a good layout. Counted in moves, so the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Effort {
    /// A compact plan in tens of milliseconds.
    #[default]
    Fast,
    /// Shorter corridors, for several times as long.
    Fine,
}

/// What a good layout is: what each thing costs, from 0 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Cost of a cell of corridor. Default 100.
    pub corridors: u32,
    /// Cost of a cell of the bounding box. Default 36.
    pub compactness: u32,
    /// Cost of corridors longer than 18 cells, by the square of what is over. Default 15.
    pub length: u32,
    /// Cost of a bend in a corridor. Default 0.
    pub straightness: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { corridors: 100, compactness: 36, length: 15, straightness: 0 }
    }
}

/// How a level is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LayoutOptions {
    /// How long to look. Default fast.
    pub effort: Effort,
    /// What a good layout is.
    pub weights: Weights,
    /// The cells that rooms and corridors may take, on every floor: `60x40`, or drawn as text with `.`
    /// for these cells and `#` for rock. Default as many as needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footprint: Option<String>,
    /// Rooms whose place is given. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<FixedRoom>,
}

impl LayoutOptions {
    pub(crate) fn is_usual(&self) -> bool {
        *self == LayoutOptions::default()
    }

    /// Checks that the weights are in range and the footprint can be read.
    pub fn check(&self) -> Result<(), Error> {
        if let Some(text) = &self.footprint {
            wishes::footprint(text)?;
        }
        let Weights { corridors, compactness, length, straightness } = self.weights;
        let all = [
            ("corridors", corridors),
            ("compactness", compactness),
            ("length", length),
            ("straightness", straightness),
        ];
        for (name, value) in all {
            if value > MOST_WEIGHT {
                let (low, high) = (0, i64::from(MOST_WEIGHT));
                let name = format!("layout.weights.{name}");
                return Err(Error::OutOfRange { name, value: i64::from(value), low, high });
            }
        }
        Ok(())
    }
}

/// The greatest weight.
const MOST_WEIGHT: u32 = 1000;

/// The level as a plan: rooms sized by their kind, corridors, doors, locks and keys.
///
/// It always comes out, without overlaps or crossings. Edges that leave the plane become pairs of
/// stairs, and stairs between floors lie above each other where the search brings them there.
///
/// ```
/// use mapkiln_grammar::{Grammar, lay_out};
/// let level = Grammar::shipped("carcere-exire")?.make_level("keep", &[])?;
/// let plan = lay_out(&level, "keep");
/// assert_eq!(plan.rooms().filter(|r| r.has_tag("cell")).count(), 25);
/// assert!(plan.floor(0).is_some());
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
pub fn lay_out(graph: &LevelGraph, seed: impl Into<Seed>) -> Plan {
    lay_out_places(graph, seed, &LayoutOptions::default()).0
}

/// Refuses a graph from a file that would take too long to lay out: too large, or with too many ways at
/// one node.
pub fn check_layout(graph: &LevelGraph) -> Result<(), OverLimit> {
    Limit::LaidOut.check((graph.nodes.len() + graph.edges.len()) as u64)?;
    let mut ways = vec![0; graph.nodes.len()];
    for end in graph.edges.iter().flatten() {
        if let Some(count) = ways.get_mut(*end as usize) {
            *count += 1;
        }
    }
    Limit::Ways.check(ways.into_iter().max().unwrap_or(0))
}

/// The same with options, and for each node the room or corridor that it became.
///
/// A footprint and fixed rooms are aimed at; [`LayoutOptions::check_plan`] says whether they are kept.
pub fn lay_out_places(
    graph: &LevelGraph,
    seed: impl Into<Seed>,
    options: &LayoutOptions,
) -> (Plan, Vec<Area>) {
    task::lay_out(graph, &seed.into(), options)
}
