//! Tile sets as data.

mod corners;
mod expand;
mod parse;
mod shipped;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use expand::{Compiled, Variant};
pub(crate) use expand::{color_of_name, oriented, turned_picture};
use mapkiln_maps::Rgb;
pub use shipped::{SHIPPED, Shipped};

use crate::field::{CoarseWorld, Cover, Field, Network, Region, Rooms, Steps};
use crate::{CellShape, Constraint};

/// A set of tiles and the rules by which they touch.
///
/// As TOML:
///
/// ```
/// let set = mapkiln_tiles::TileSet::from_toml(r##"
/// name = "shore"
/// [labels]
/// G = { ground = "grass", color = "#6a9a4a" }
/// A = { ground = "water", color = "#3a6ea5", blocks_step = true }
/// [[tile]]
/// name = "grass"
/// edges = ["GGG", "GGG", "GGG", "GGG"]
/// weight = 4
/// [[tile]]
/// name = "water"
/// edges = ["AAA", "AAA", "AAA", "AAA"]
/// [[tile]]
/// name = "shore"
/// edges = ["GGG", "GGA", "AAA", "AGG"]
/// turns = true
/// "##).unwrap();
/// assert_eq!(set.compile().unwrap().variants.len(), 6); // the shore is turned four ways
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TileSet {
    /// What the set is called.
    #[serde(default)]
    pub name: String,
    /// What it is, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The shape of its cells; default square.
    #[serde(default)]
    pub shape: CellShape,
    /// The meaning of each letter in edges. A letter without an entry only has to match.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, Label>,
    /// The tiles.
    #[serde(default, rename = "tile")]
    pub tiles: Vec<Tile>,
    /// Pairs that may touch although their edges do not say so.
    #[serde(default, rename = "adjacent", skip_serializing_if = "Vec::is_empty")]
    pub adjacent: Vec<Adjacent>,
    /// Pairs that may not touch although their edges would allow it.
    #[serde(default, rename = "apart", skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Adjacent>,
    /// What must hold of every map of this set, in addition to its spec's constraints.
    #[serde(default, rename = "constraint", skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// A sample to learn overlapping patterns from; then there are no tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// Letters in a row, such as `WSGR`: adds a square tile for every way that one letter, or two
    /// that follow each other, can meet around a cell. Their grounds are in `labels`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub corners: String,
    /// Values by place, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub field: BTreeMap<String, Field>,
    /// Worlds of few large cells that are made first, by name; fields read them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub coarse: BTreeMap<String, CoarseWorld>,
    /// Letters along a field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
    /// Tiles in place of others where a field is high.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<Cover>,
    /// Parts of the map with other weights.
    #[serde(default, rename = "region", skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// Roads and rivers, in the order in which they are drawn: later ones cross earlier ones.
    #[serde(default, rename = "network", skip_serializing_if = "Vec::is_empty")]
    pub networks: Vec<Network>,
    /// Rooms, doors and corridors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooms: Option<Rooms>,
}

/// What a letter of an edge means.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Label {
    /// The ground it means.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ground: String,
    /// Its colour in pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Rgb>,
    /// Can nobody step on it?
    pub blocks_step: bool,
    /// Can nobody look through it?
    pub blocks_sight: bool,
    /// One character for text maps, for corner tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<char>,
    /// The height in steps of corner tiles with this ground.
    #[serde(skip_serializing_if = "is_zero")]
    pub height: i16,
    /// Further kinds of corner tiles with this ground, for constraints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// What pictures show, such as `wood`; default: what the ground's name means.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub art: String,
}

/// One tile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its name; letters, digits, `_`, `-` and `.` are safe in every format.
    pub name: String,
    /// Its edges, one per side in the order of the [`CellShape`], each read clockwise. Two tiles may
    /// touch if one's edge is the other's reversed. If empty, only `adjacent` pairs count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<String>,
    /// How often it is chosen relative to the others, 0 to 1,000,000; default 1. With 0 it is chosen
    /// only if nothing else fits.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// Are its turns tiles too? They share its weight.
    #[serde(default, skip_serializing_if = "is_false")]
    pub turns: bool,
    /// Is its mirror image (from east to west) a tile too?
    #[serde(default, skip_serializing_if = "is_false")]
    pub mirror: bool,
    /// The kinds it belongs to, for constraints: `connected = "road"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Its ground; default: that of the most frequent label in its edges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    /// Its height in steps; default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub height: i16,
    /// Can nobody step on it? Default: as its ground's label says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_step: Option<bool>,
    /// Can nobody look through it? Default: as its ground's label says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_sight: Option<bool>,
    /// One character for text maps; default: the first letter of its ground or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<char>,
    /// Its colour in pictures; default: that of its ground's label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Rgb>,
    /// What pictures show, such as `wood` or `house`; default: that of its ground's label, else what
    /// its ground, its name or the letters of its edges mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub art: Option<String>,
    /// A small picture, as rows of colours; default: drawn from its edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<Vec<Rgb>>,
    /// The tile that this one is a turn or mirror image of: constraints that name that tile mean this
    /// one too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The names of its mirror images from east to west and from north to south, for tiles without
    /// edges; default: itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<[String; 2]>,
    /// In layers: there is nothing here, the ground is further down.
    #[serde(default, skip_serializing_if = "is_false")]
    pub empty: bool,
}

/// A pair of tiles that may, or may not, touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Adjacent {
    /// The first tile: `name`, or `name@1` for its first turn clockwise, `name@m` for its mirror
    /// image, `name@m1` for the turned mirror image.
    pub tile: String,
    /// The tile beside it.
    pub beside: String,
    /// The side of the first tile; default: every side, both ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Are the turned and mirrored pairs meant too? Default no.
    #[serde(default, skip_serializing_if = "is_false")]
    pub turned: bool,
}

/// A sample whose squares of a given size are the patterns (the overlapping model).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Rows of characters, one per cell; `legend` says what they mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Further samples, each as rows: the patterns of all of them count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Vec<String>>,
    /// The characters.
    #[serde(default)]
    pub legend: BTreeMap<String, Label>,
    /// SideStreets of the patterns in cells, 1 to 8; default 3.
    #[serde(default = "three")]
    pub n: u32,
    /// Does the sample wrap around at its borders? Default yes.
    #[serde(default = "yes")]
    pub periodic: bool,
    /// How many of the eight turns and mirror images of a pattern are used, 1 to 8; default 8.
    #[serde(default = "eight")]
    pub symmetry: u32,
    /// The sample's last row is the ground: patterns with it belong in the last row and only there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ground: bool,
}

fn one() -> u32 {
    1
}
fn three() -> u32 {
    3
}
fn eight() -> u32 {
    8
}
fn yes() -> bool {
    true
}
fn is_one(n: &u32) -> bool {
    *n == 1
}
fn is_zero(n: &i16) -> bool {
    *n == 0
}
fn is_false(b: &bool) -> bool {
    !b
}
