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
use mapkiln_core::plan::{Area, Plan};

use crate::level::Level;

pub(crate) use embedding::embedding_is_planar;

impl Level {
    /// The level as a plan: rooms sized by their kind, corridors, doors, locks and keys.
    ///
    /// It always comes out, without overlaps or crossings. Edges that leave the plane become pairs of
    /// stairs. The seed decides only how large each room is.
    ///
    /// ```
    /// use mapkiln_grammar::Grammar;
    /// let level = Grammar::shipped("carcere-exire")?.make_level("keep", &[])?;
    /// let plan = level.lay_out("keep");
    /// assert_eq!(plan.rooms().filter(|r| r.has_tag("cell")).count(), 25);
    /// assert!(plan.floor(0).is_some());
    /// # Ok::<(), mapkiln_grammar::Error>(())
    /// ```
    pub fn lay_out(&self, seed: impl Into<Seed>) -> Plan {
        self.lay_out_places(seed).0
    }

    /// The same, and for each node the room or corridor that it became.
    pub fn lay_out_places(&self, seed: impl Into<Seed>) -> (Plan, Vec<Area>) {
        let seed = seed.into();
        if self.around.is_empty() && !self.edges.is_empty() {
            return carve::carve(&embedding::embed(self), &seed);
        }
        carve::carve(self, &seed)
    }
}
