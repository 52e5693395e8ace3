//! What can be wrong with walls and observers.

use thiserror::Error;

use crate::Spot;

/// Why a view could not be computed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The open ground has no area.
    #[error("the open ground from {},{} to {},{} has no area; give its low corner first", low.x, low.y, high.x, high.y)]
    Bounds {
        /// The corner that should be in the north-west.
        low: Spot,
        /// The corner that should be in the south-east.
        high: Spot,
    },
    /// A polygon leaves the open ground.
    #[error("the corner {},{} of polygon {polygon} lies outside the open ground; move it inside, or enlarge the ground", at.x, at.y)]
    OutsideBounds {
        /// Its index in the list.
        polygon: usize,
        /// The corner.
        at: Spot,
    },
    /// A polygon without area.
    #[error("polygon {polygon} has no area; give at least three corners that are not on one line")]
    NoArea {
        /// Its index in the list.
        polygon: usize,
    },
    /// Two sides cross.
    #[error(
        "the side from {},{} to {},{} crosses another; merge overlapping walls into one outline first",
        side[0].x, side[0].y, side[1].x, side[1].y
    )]
    Crossing {
        /// One of the two sides.
        side: [Spot; 2],
    },
    /// Not a number, or infinite.
    #[error("{what} must be a finite number, not {value}")]
    NotFinite {
        /// What was given.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// Out of range.
    #[error("{what} must be {range}, not {value}")]
    Range {
        /// What was given.
        what: &'static str,
        /// What is allowed.
        range: &'static str,
        /// The number.
        value: f64,
    },
}
