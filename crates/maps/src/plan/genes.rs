//! The genes of a layout, as a maker stores them for the day when a part is made again.

use mapkiln_core::Point;
use serde::{Deserialize, Serialize};

/// What the layout of one or more levels was decoded from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Genes {
    /// The decoder: the id of a theme, such as `crypt`.
    pub decoder: String,
    /// The index of the first level that they describe.
    #[serde(default)]
    pub level: usize,
    /// The number of levels that they describe. Default 1.
    #[serde(default = "one")]
    pub levels: usize,
    /// How the decoded draft was turned: quarter turns clockwise, from 0 to 3, plus 4 if it was
    /// mirrored first.
    #[serde(default)]
    pub turn: u8,
    /// Where the draft's origin is in the level, after the turn.
    pub origin: Point,
    /// The figures that the decoder was given, in its own order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<f64>,
    /// The keys by block.
    pub blocks: Vec<GeneBlock>,
}

fn one() -> usize {
    1
}

/// The keys of the blocks of one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneBlock {
    /// What the blocks describe, such as `doors`.
    pub name: String,
    /// The keys, block after block.
    pub keys: Vec<u16>,
}
