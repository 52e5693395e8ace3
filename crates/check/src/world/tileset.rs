//! A tile set as it stands in a spec, as far as the claims need it.

use std::collections::BTreeMap;

use mapkiln_maps::world::CellShape;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
pub(super) struct TileSet {
    #[serde(default)]
    pub(super) shape: CellShape,
    #[serde(default, rename = "tile")]
    pub(super) tiles: Vec<Tile>,
    #[serde(default)]
    pub(super) adjacent: Vec<Pair>,
    #[serde(default)]
    pub(super) apart: Vec<Pair>,
    #[serde(default, rename = "constraint")]
    pub(super) constraints: Vec<Value>,
    #[serde(default)]
    pub(super) sample: Option<Sample>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tile {
    pub(super) name: String,
    #[serde(default)]
    pub(super) edges: Vec<String>,
    #[serde(default)]
    pub(super) kinds: Vec<String>,
    #[serde(default)]
    pub(super) ground: Option<String>,
    #[serde(default)]
    pub(super) height: i16,
    #[serde(default)]
    pub(super) blocks_step: Option<bool>,
    #[serde(default)]
    pub(super) blocks_sight: Option<bool>,
    #[serde(default)]
    pub(super) empty: bool,
    #[serde(default)]
    pub(super) turns: bool,
    #[serde(default)]
    pub(super) mirror: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Pair {
    pub(super) tile: String,
    pub(super) beside: String,
    #[serde(default)]
    pub(super) side: Option<String>,
    #[serde(default)]
    pub(super) turned: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Sample {
    #[serde(default)]
    pub(super) rows: Vec<String>,
    /// Further samples.
    #[serde(default)]
    pub(super) more: Vec<Vec<String>>,
    #[serde(default)]
    pub(super) legend: BTreeMap<String, Value>,
    #[serde(default = "three")]
    pub(super) n: u32,
    #[serde(default = "yes")]
    pub(super) periodic: bool,
    #[serde(default = "eight")]
    pub(super) symmetry: u32,
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

/// The name of a tile taken apart: `wall@m1` is `wall`, mirrored, turned once.
pub(super) fn taken_apart(name: &str) -> (&str, bool, usize) {
    let (base, turn) = name.split_once('@').unwrap_or((name, ""));
    let turns = turn.trim_start_matches('m');
    (base, turn.starts_with('m'), turns.parse().unwrap_or(0))
}

/// The edges of a tile that is mirrored from east to west first, then turned clockwise.
pub(super) fn turned(shape: CellShape, edges: &[String], mirrored: bool, turns: usize) -> Vec<String> {
    if edges.len() != shape.sides() {
        return edges.to_vec();
    }
    let flipped: Vec<String> = (0..edges.len())
        .map(|side| {
            if mirrored {
                // What was in the east is in the west, and every edge is read the other way.
                edges[shape.mirrored_from(side)].chars().rev().collect()
            } else {
                edges[side].clone()
            }
        })
        .collect();
    (0..edges.len()).map(|side| flipped[shape.turned_from(side, turns)].clone()).collect()
}
