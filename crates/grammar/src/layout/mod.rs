//! From a level graph to a place in space.
//!
//! The planar embedding that the grammar kept is drawn without any search: a spanning [`tree`] with
//! loose ends, packed into [`columns`], joined through [`channels`] between rows of rooms, and dug
//! out by [`carve`]. So a layout always comes out, no two rooms overlap and no corridors cross.

mod carve;
mod channels;
mod columns;
mod embedding;
mod tree;

use mapkiln_core::Seed;
use mapkiln_maps::plan::{Area, Plan};

use mapkiln_maps::graph::LevelGraph;

/// The level as a plan: rooms sized by their kind, corridors, doors, locks and keys.
///
/// It always comes out, without overlaps or crossings. Edges that leave the plane become pairs of
/// stairs. The seed decides only how large each room is.
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
    lay_out_places(graph, seed).0
}

/// The same, and for each node the room or corridor that it became.
pub fn lay_out_places(graph: &LevelGraph, seed: impl Into<Seed>) -> (Plan, Vec<Area>) {
    let seed = seed.into();
    if graph.around.is_empty() && !graph.edges.is_empty() {
        return carve::carve(&embedding::embed(graph), &seed);
    }
    carve::carve(graph, &seed)
}
