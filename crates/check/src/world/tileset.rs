//! A tile set as it stands in a spec, as far as the claims need it.

use std::collections::BTreeMap;

use mapkiln_maps::world::CellShape;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
pub(super) struct TileSet {
    #[serde(default)]
    pub(super) shape: CellShape,
    #[serde(default)]
    pub(super) labels: BTreeMap<String, Label>,
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

/// What a letter of edges stands for.
#[derive(Debug, Deserialize)]
pub(super) struct Label {
    #[serde(default)]
    ground: String,
    #[serde(default)]
    blocks_step: bool,
    #[serde(default)]
    blocks_sight: bool,
}

impl TileSet {
    /// The ground of a tile: what it says itself, else what the label says that most of its edges have,
    /// else open ground of its own name.
    pub(super) fn ground(&self, tile: &Tile) -> (String, bool, bool) {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for letter in tile.edges.iter().take(self.shape.turns()).flat_map(|e| e.chars()) {
            if self.labels.contains_key(letter.encode_utf8(&mut [0; 4])) {
                *counts.entry(letter).or_default() += 1;
            }
        }
        // The first of the alphabet on a tie.
        let main = counts.into_iter().max_by_key(|&(letter, n)| (n, std::cmp::Reverse(letter)));
        let main = main.and_then(|(letter, _)| self.labels.get(letter.encode_utf8(&mut [0; 4])));
        let label = match &tile.ground {
            Some(ground) => self.labels.values().find(|l| &l.ground == ground).or(main),
            None => main,
        };
        let named = label.map(|l| l.ground.clone()).filter(|g| !g.is_empty());
        let name = tile.ground.clone().or(named).unwrap_or_else(|| tile.name.clone());
        let step = tile.blocks_step.unwrap_or(label.is_some_and(|l| l.blocks_step));
        let sight = tile.blocks_sight.unwrap_or(label.is_some_and(|l| l.blocks_sight));
        (name, step, sight)
    }
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
