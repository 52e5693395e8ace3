//! Corner tiles: a tile for every way that letters meet around a cell.

use std::borrow::Cow;

use super::{Label, Tile, TileSet};
use crate::field::Cover;
use crate::{CellShape, Error};

/// Which corners (clockwise from the north-west) have the higher letter, what that is called, and the
/// weight of each turn. Opposite corners alone look like a chessboard, so they are rare.
const CASES: [([bool; 4], &str, u32); 4] = [
    ([true, false, false, false], "corner", 12),
    ([true, true, false, false], "side", 12),
    ([true, false, true, false], "cross", 1),
    ([true, true, true, false], "bay", 12),
];

impl TileSet {
    /// The set with its corner tiles written out; itself if it has none.
    pub fn expanded(&self) -> Result<Cow<'_, TileSet>, Error> {
        if self.corners.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let wrong = |reason: String| Error::TileSet { at: "corners".to_owned(), reason };
        if self.shape != CellShape::Square {
            return Err(wrong("only square tiles have four corners; write the tiles out".to_owned()));
        }
        let letters: Vec<String> = self.corners.chars().map(String::from).collect();
        let label = |letter: &String| {
            self.labels
                .get(letter)
                .filter(|l| !l.ground.is_empty())
                .ok_or_else(|| wrong(format!("the letter `{letter}` needs a ground under [labels]")))
        };
        let mut set = TileSet { corners: String::new(), ..self.clone() };
        let mut made: Vec<Tile> = Vec::new();
        for (i, low) in letters.iter().enumerate() {
            let below = label(low)?;
            made.push(tile(&format!("{}_full", below.ground), below, [low; 4], 12));
            let Some(high) = letters.get(i + 1) else { continue };
            let above = label(high)?;
            for (corners, case, weight) in CASES {
                let count = corners.iter().filter(|c| **c).count();
                // On a tie the cell is the higher ground: a beach is land.
                let ground = if count >= 2 { above } else { below };
                let name = format!("{}_{}_{case}", below.ground, above.ground);
                let turns = if case == "cross" { 2 } else { 4 };
                let corners = corners.map(|is_high| if is_high { high } else { low });
                made.push(Tile { turns: true, ..tile(&name, ground, corners, weight * turns) });
            }
        }
        for cover in &self.cover {
            if cover.on.is_empty() {
                continue;
            }
            let over = label(&cover.letter)?;
            let twins = made.iter().filter(|tile| cover.is_over(tile, self)).map(|tile| {
                let name = format!("{}_{}", over.ground, tile.name);
                Tile { name, height: tile.height, ..covered(tile, over) }
            });
            set.tiles.extend(twins);
        }
        // Whole tiles first, so that the map's legend begins with them.
        made.sort_by_key(|tile| tile.turns);
        made.append(&mut set.tiles);
        set.tiles = made;
        Ok(Cow::Owned(set))
    }
}

impl Cover {
    /// Does it cover a corner tile? If at least half of its corners are letters that it lies on, and
    /// its ground is that of one of them.
    fn is_over(&self, tile: &Tile, set: &TileSet) -> bool {
        let first = |edge: &String| edge.chars().next();
        let on = |letter: char| self.on.iter().any(|l| l.starts_with(letter));
        let corners = tile.edges.iter().filter_map(first).filter(|c| on(*c)).count();
        let grounds = || self.on.iter().filter_map(|l| set.labels.get(l)).map(|l| &l.ground);
        corners >= 2 && grounds().any(|ground| Some(ground) == tile.ground.as_ref())
    }
}

/// A tile with these letters at its corners.
fn tile(name: &str, ground: &Label, [nw, ne, se, sw]: [&String; 4], weight: u32) -> Tile {
    let edge = |a: &String, b: &String| format!("{a}{b}");
    let mut tile = Tile {
        name: name.to_owned(),
        edges: vec![edge(nw, ne), edge(ne, se), edge(se, sw), edge(sw, nw)],
        weight,
        height: ground.height,
        ..Tile::default()
    };
    tile = covered(&tile, ground);
    tile
}

/// The tile with another ground on it.
fn covered(tile: &Tile, ground: &Label) -> Tile {
    let mut kinds = vec![ground.ground.clone()];
    kinds.extend(ground.kinds.iter().filter(|k| **k != ground.ground).cloned());
    Tile {
        ground: Some(ground.ground.clone()),
        blocks_step: Some(ground.blocks_step),
        blocks_sight: Some(ground.blocks_sight),
        symbol: ground.symbol,
        color: ground.color,
        art: Some(ground.art.clone()).filter(|art| !art.is_empty()),
        kinds,
        ..tile.clone()
    }
}
