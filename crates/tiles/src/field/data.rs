//! Fields as data: what a tile set says about shapes larger than a tile.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::TileSource;

/// A value at every place of a map: the sum of its parts, then `max` and `min`, then `edge`.
///
/// `steps` and `cover` read its rank among all places, so that shares can be promised; `region` and
/// `cost` read the value itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// The same value everywhere; default 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub level: f64,
    /// Smooth random values, about -1 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// A slope across the map: 0 on one side, 1 on the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient: Option<Gradient>,
    /// The distance to something, in cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// Round hills at scattered places: 1 in their middle, 0 beyond their radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discs: Option<Discs>,
    /// A picture stretched over the map: rows of digits, 0 is low and 9 is high. In an endless world
    /// it repeats, one cell per digit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// A coarse world of the set, made first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coarse: Option<CoarseValues>,
    /// Other fields to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<String>,
    /// The greatest of this and other fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<String>,
    /// The least of this and other fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<String>,
    /// Another field that moves the place where this one is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warp: Option<Warp>,
    /// Lower values along the border of a finite map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
}

/// Gradient noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Noise {
    /// The size of its largest shapes in cells; default 24.
    pub scale: u32,
    /// Layers of detail, 1 to 8, each half the size of the one before; default 1.
    pub octaves: u32,
    /// The strength of a layer relative to the one before; default 0.5.
    pub gain: f64,
    /// Ridges where the noise is near 0? Default no.
    pub ridged: bool,
    /// A factor for all of it; default 1.
    pub by: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Noise { scale: 24, octaves: 1, gain: 0.5, ridged: false, by: 1.0 }
    }
}

/// A slope across the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gradient {
    /// Where it is highest: `north`, `east`, `south` or `west`.
    pub toward: Compass,
    /// In an endless world, where it rises and falls at random, the cells from low to high; default 128.
    #[serde(default = "slope")]
    pub length: u32,
    /// A factor; default 1.
    #[serde(default = "one")]
    pub by: f64,
}

/// The distance to a point, to a line or to the border, in cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// One place for a point, several for a line through them; empty for the border.
    pub to: Vec<MapPoint>,
    /// A factor; default 1.
    #[serde(default = "one")]
    pub by: f64,
    /// How much longer a step from north to south is than one from west to east; default 1.
    #[serde(default = "one")]
    pub stretch: f64,
}

/// Round hills at scattered places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Discs {
    /// Cells from one to the next, about.
    pub spacing: u32,
    /// The least and the greatest radius in cells.
    pub radius: [u32; 2],
    /// Squares instead of discs? Default no.
    #[serde(default)]
    pub square: bool,
    /// How wide the ways from each disc to its neighbours are, in cells; default 0: there are none. Their
    /// rim has the value 0.5.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ways: f64,
    /// How the value falls from the middle; default `cone`.
    #[serde(default)]
    pub profile: Profile,
    /// A factor; default 1.
    #[serde(default = "one")]
    pub by: f64,
}

/// How the value of a disc falls from its middle to its radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Profile {
    /// Evenly from 1 to 0.
    #[default]
    Cone,
    /// Not at all: 1 inside, 0 outside.
    Flat,
    /// 1 in the last cell before the radius, 0 elsewhere: a wall around a room.
    Rim,
}

/// A world of few large cells, made before the map itself; fields read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CoarseWorld {
    /// Its tiles: the name of a built-in set, or a set of square cells of its own.
    pub set: TileSource,
    /// How many cells of the map one of its cells spans, 4 to 1,000; default 8.
    #[serde(default = "eight_cells")]
    pub scale: u32,
}

/// What the tiles of a coarse world are worth; between the middles of its cells, values blend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CoarseValues {
    /// The coarse world, by its name under `[coarse]`.
    pub world: String,
    /// A value for tiles or kinds, 0 for all others; default: the heights of the tiles.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, f64>,
    /// A factor; default 1.
    #[serde(default = "one")]
    pub by: f64,
}

/// Reads a field at another place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Warp {
    /// The size of the bends in cells.
    pub scale: u32,
    /// The farthest move in cells.
    pub by: f64,
}

/// Lower values along the border.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// How far it reaches, in cells; at most a third of the map's shorter side.
    pub within: u32,
    /// By how much it lowers the rank (0 to 1) at the border itself; raises it if negative.
    pub lower: f64,
}

/// A place on a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum MapPoint {
    /// `centre`, `north`, `east`, `south` or `west`: the middle, or a spot near the middle of a side.
    Named(Spots),
    /// Shares of the map's width and height, 0 to 1.
    Share([f64; 2]),
}

/// Places with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Spots {
    /// The middle of the map.
    Centre,
    /// A place on the northern border, chosen by the seed.
    North,
    /// A place on the eastern border.
    East,
    /// A place on the southern border.
    South,
    /// A place on the western border.
    West,
}

/// A direction on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Compass {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

/// Letters along a field, lowest first: where the field is low, the first is likely, and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Steps {
    /// The field.
    pub field: String,
    /// How far letters may stray from the field, in steps; default 0.3.
    #[serde(default = "blur")]
    pub blur: f64,
    /// Letters of edges, or names or kinds of tiles without edges, with their shares in per cent. In
    /// a set with layers: how much of the map is this many layers high.
    pub order: Vec<BTreeMap<String, f64>>,
}

/// A tile in place of others where a field is high, such as woods on grass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// A letter of `labels` that says what it is, or the name of a tile or kind. With `on`, corner
    /// tiles get twins of this kind.
    pub letter: String,
    /// The letters it covers: tiles with at least three such corners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// The field.
    pub field: String,
    /// How much of the map has a field high enough, in per cent.
    pub share: f64,
}

/// Other weights in a part of the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The field whose values say where.
    pub field: String,
    /// Only where it is greater than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// Only where it is less than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
    /// The border is as wide as this, in units of the field; default 0.
    #[serde(default)]
    pub blend: f64,
    /// Factors for the weights of tiles or kinds.
    pub factor: BTreeMap<String, f64>,
}

/// Roads or a river: drawn before the tiles, so that they hang together. In an endless world it joins
/// hubs instead of its places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The letter of edges where it leaves a tile. Tiles with this letter are placed only along it.
    pub letter: String,
    /// The places it joins. Named sides of the map are also left there.
    pub joins: Vec<MapPoint>,
    /// Does it join its places in a ring, each to the next and the last to the first? Default no.
    #[serde(default)]
    pub ring: bool,
    /// Fields that make places dear: by how many cells per unit of their value above -0.5.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<PathCost>,
    /// What a turn costs, in cells; default 1.5.
    #[serde(default = "turn")]
    pub turn: f64,
    /// Over how many cells its corners are rounded, 0 to 32; default 0: all its ways are straight.
    #[serde(default)]
    pub curve: u32,
    /// The share of cells that it has with its side streets, in per cent; default 0: no side streets.
    #[serde(default)]
    pub share: f64,
    /// Its side streets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideStreets>,
}

/// Rooms, doors and corridors: planned before the tiles are placed, so that every room can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rooms {
    /// How rooms lie.
    pub layout: Layout,
    /// Cells from one room to the next if they are scattered. If they are packed, from one corridor
    /// to the next in an endless world; default 12.
    #[serde(default = "spacing")]
    pub spacing: u32,
    /// The least and the greatest side of a room in cells, about.
    pub size: [u32; 2],
    /// How wide corridors between packed rooms are, in cells; default 1.
    #[serde(default = "one_cell")]
    pub width: u32,
    /// A field that is high where packed rooms are, on a finite map; default everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// How much of a finite map lies within the hull, in per cent; default 50.
    #[serde(default = "half")]
    pub share: f64,
    /// Are packed rooms of a finite map the same on both sides of a corridor from west to east?
    #[serde(default)]
    pub mirrored: bool,
    /// The tile or kind of walls.
    pub wall: String,
    /// The tile or kind of rooms.
    pub room: String,
    /// The tile or kind of corridors.
    pub corridor: String,
    /// The tile or kind of doors.
    pub door: String,
    /// The tile or kind of the hull; default: as walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hull: Option<String>,
    /// The tile or kind of what is outside the hull; default: as walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<String>,
}

/// How rooms lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Layout {
    /// Apart from each other, with corridors between them.
    Scattered,
    /// Wall to wall, along corridors.
    Packed,
}

/// A field that makes a place dear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PathCost {
    /// The field.
    pub field: String,
    /// Cells per unit of its value.
    pub by: f64,
}

/// Side streets of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SideStreets {
    /// The least and the greatest length in cells.
    pub length: [u32; 2],
    /// Cells between two streets side by side; default 2.
    #[serde(default = "gap")]
    pub gap: u32,
    /// How often a street turns off, in per cent per cell; default 7.
    #[serde(default = "bends")]
    pub turn: u32,
    /// How far streets lean from right angles and bend on their way, 0 to 100; default 0.
    #[serde(default)]
    pub lean: u32,
    /// How often it joins another street that it meets, in per cent; default 45.
    #[serde(default = "close")]
    pub close: u32,
    /// A field that is about 0 where streets are dense and 1 where there are none; default dense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}
fn turn() -> f64 {
    1.5
}
fn spacing() -> u32 {
    12
}
fn one_cell() -> u32 {
    1
}
fn half() -> f64 {
    50.0
}
fn eight_cells() -> u32 {
    8
}
fn gap() -> u32 {
    2
}
fn bends() -> u32 {
    7
}
fn close() -> u32 {
    45
}
fn slope() -> u32 {
    128
}
fn one() -> f64 {
    1.0
}
fn blur() -> f64 {
    0.3
}
