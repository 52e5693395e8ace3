//! From tiles as data to the variants that the solver places.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::Grid;
use mapkiln_maps::floor::Ground;

use super::{Adjacent, Label, Rgb, Tile, TileSet};
use crate::{Adjacency, CellShape, Error, MAX_TILES, MAX_WEIGHT};

/// A tile in one of its turns or mirror images.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name: `shore`, `shore@1` turned once clockwise, `shore@m` mirrored, `shore@m1` both.
    pub name: String,
    /// The tile it comes from.
    pub tile: usize,
    /// Quarter or sixth turns clockwise.
    pub turns: usize,
    /// Mirrored from east to west, before turning?
    pub mirrored: bool,
    /// Its edges, turned and mirrored with it; empty if it has none.
    pub edges: Vec<String>,
    /// The tile that this one is a turn or mirror image of, if its file has it as a tile of its own.
    pub of: Option<String>,
    /// The names of its mirror images from east to west and from north to south, if it names them.
    pub images: Option<[String; 2]>,
}

/// A tile set ready to solve.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The tiles with all their turns and mirror images.
    pub variants: Vec<Variant>,
    /// Which may lie beside which.
    pub rules: Adjacency,
}

impl TileSet {
    /// Looks for mistakes that can be found without solving.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |at: String, reason: String| Err(Error::TileSet { at, reason });
        if let Some(sample) = &self.sample {
            if !self.tiles.is_empty() {
                return wrong("[sample]".into(), "a set has either tiles or a sample, not both".into());
            }
            return sample.check();
        }
        if !self.corners.is_empty() {
            return self.expanded()?.check();
        }
        if self.tiles.is_empty() || self.tiles.len() > MAX_TILES {
            return Err(Error::TileCount { tiles: self.tiles.len(), most: MAX_TILES });
        }
        let mut names = BTreeSet::new();
        for tile in &self.tiles {
            let at = || format!("tile `{}`", tile.name);
            if tile.name.is_empty() || tile.name.contains(['@', ',', '\n', '"']) {
                let reason = "a name needs at least one character, and no `@`, comma, quote or line break";
                return wrong(at(), reason.into());
            }
            if !names.insert(&tile.name) {
                return wrong(at(), "the name occurs twice; give each tile its own".into());
            }
            let sides = self.shape.sides();
            if !tile.edges.is_empty() && tile.edges.len() != sides {
                return wrong(
                    at(),
                    format!(
                        "it has {} edges and needs {sides}, in the order {}",
                        tile.edges.len(),
                        self.shape.side_names().join(", ")
                    ),
                );
            }
            if tile.weight > MAX_WEIGHT {
                return wrong(at(), format!("its weight {} is above {MAX_WEIGHT}", tile.weight));
            }
            let width = tile.picture.first().map_or(0, Vec::len);
            if tile.picture.iter().any(|row| row.len() != width) || tile.picture.len() > 256 || width > 256 {
                return wrong(
                    at(),
                    "the rows of its picture must have the same length, and at most 256 pixels per side"
                        .into(),
                );
            }
        }
        Ok(())
    }

    /// Turns and mirrors the tiles, and determines which may touch.
    ///
    /// A variant with the same edges as an earlier one of the same tile is dropped; the others share
    /// the tile's weight as evenly as integers allow.
    pub fn compile(&self) -> Result<Compiled, Error> {
        if !self.corners.is_empty() {
            return self.expanded()?.compile();
        }
        self.check()?;
        if self.sample.is_some() {
            let reason = "a sample is compiled as an overlapping model".to_owned();
            return Err(Error::TileSet { at: "[sample]".to_owned(), reason });
        }
        let mut variants = Vec::new();
        let mut weights = Vec::new();
        let shared = self.tiles.iter().any(|t| t.turns || t.mirror);
        let scale = if shared { 2 * self.shape.turns() as u32 } else { 1 };
        for (index, tile) in self.tiles.iter().enumerate() {
            let own = self.variants_of(index, tile);
            if variants.len() + own.len() > MAX_TILES {
                return Err(Error::TileCount { tiles: variants.len() + own.len(), most: MAX_TILES });
            }
            // Scaled, so that a weight of 1 can be shared by the variants of a tile.
            weights.extend(own.iter().map(|_| tile.weight * scale / own.len() as u32));
            variants.extend(own);
        }
        let allowed = self.pairs(&variants, &self.adjacent, "[[adjacent]]")?;
        let refused = self.pairs(&variants, &self.apart, "[[apart]]")?;
        // Edges as numbers: comparing text for a million pairs would take seconds.
        let mut numbers = BTreeMap::new();
        let mut number = |text: String| {
            let next = numbers.len() as u32;
            *numbers.entry(text).or_insert(next)
        };
        let mut edge = Vec::new();
        let mut wanted = Vec::new();
        for variant in &variants {
            edge.push(variant.edges.iter().map(|e| number(e.clone())).collect::<Vec<_>>());
            let reversed = |e: &String| number(e.chars().rev().collect());
            wanted.push(variant.edges.iter().map(reversed).collect::<Vec<_>>());
        }
        let shape = self.shape;
        let rules = Adjacency::new(shape, weights, |side, a, b| {
            let (here, there) = (edge[a].get(side), wanted[b].get(shape.opposite(side)));
            let fits = here.is_some() && here == there;
            (fits || allowed.contains(&(side, a, b))) && !refused.contains(&(side, a, b))
        })?;
        Ok(Compiled { variants, rules })
    }

    fn variants_of(&self, index: usize, tile: &Tile) -> Vec<Variant> {
        let mut variants: Vec<Variant> = Vec::new();
        let turns = if tile.turns { self.shape.turns() } else { 1 };
        for mirrored in if tile.mirror { vec![false, true] } else { vec![false] } {
            for turn in 0..turns {
                let edges = oriented(self.shape, &tile.edges, turn, mirrored);
                // Tiles without edges are distinguished by name, so each turn is a separate tile.
                if edges.is_empty() || variants.iter().all(|v| v.edges != edges) {
                    let name = variant_name(&tile.name, turn, mirrored);
                    let (of, images) = (tile.of.clone(), tile.images.clone());
                    variants.push(Variant { name, tile: index, turns: turn, mirrored, edges, of, images });
                }
            }
        }
        variants
    }

    /// The pairs of a list, both ways, as (side, tile, tile beside).
    fn pairs(
        &self,
        variants: &[Variant],
        list: &[Adjacent],
        table: &str,
    ) -> Result<BTreeSet<(usize, usize, usize)>, Error> {
        let names: BTreeMap<&str, usize> =
            variants.iter().enumerate().map(|(i, v)| (v.name.as_str(), i)).collect();
        let mut pairs = BTreeSet::new();
        for (number, pair) in list.iter().enumerate() {
            let at = || format!("{table} entry {}", number + 1);
            let find = |name: &str| {
                names.get(name).copied().ok_or_else(|| Error::TileSet {
                    at: at(),
                    reason: format!("there is no tile `{name}`; the tiles are {}", some_names(&names)),
                })
            };
            let (a, b) = (find(&pair.tile)?, find(&pair.beside)?);
            let sides = match &pair.side {
                None => (0..self.shape.sides()).collect(),
                Some(side) => match self.shape.side_names().iter().position(|s| s == side) {
                    Some(side) => vec![side],
                    None => {
                        let sides = self.shape.side_names().join(", ");
                        let reason = format!("`{side}` is no side; the sides are {sides}");
                        return Err(Error::TileSet { at: at(), reason });
                    }
                },
            };
            for side in sides {
                let mut add = |side: usize, a: usize, b: usize| {
                    pairs.insert((side, a, b));
                    pairs.insert((self.shape.opposite(side), b, a));
                };
                if pair.turned {
                    for (side, a, b) in self.turned_pairs(variants, side, a, b) {
                        add(side, a, b);
                    }
                } else {
                    add(side, a, b);
                }
            }
        }
        Ok(pairs)
    }

    fn turned_pairs(
        &self,
        variants: &[Variant],
        side: usize,
        a: usize,
        b: usize,
    ) -> Vec<(usize, usize, usize)> {
        let shape = self.shape;
        let moved = |v: &Variant, turns: usize, mirror: bool| {
            // Mirroring reverses the direction of turns.
            let cycle = shape.turns();
            let turned = if mirror { cycle - v.turns } else { v.turns };
            find_variant(variants, v.tile, (turned + turns) % cycle, v.mirrored != mirror)
        };
        let mut found = Vec::new();
        for mirror in [false, true] {
            for turns in 0..shape.turns() {
                let side = if mirror { shape.mirrored_from(side) } else { side };
                // `turned_from` is the inverse of turning, so turn the other way.
                let side = shape.turned_from(side, shape.turns() - turns % shape.turns());
                if let (Some(a), Some(b)) =
                    (moved(&variants[a], turns, mirror), moved(&variants[b], turns, mirror))
                {
                    found.push((side, a, b));
                }
            }
        }
        found
    }

    /// The ground of a tile.
    pub(crate) fn ground_of(&self, tile: &Tile) -> Ground {
        let label = self.label_of(tile);
        let from_label = label.map(|l| l.ground.clone()).filter(|g| !g.is_empty());
        let name = tile.ground.clone().or(from_label).unwrap_or_else(|| tile.name.clone());
        Ground {
            name,
            blocks_step: tile.blocks_step.unwrap_or(label.is_some_and(|l| l.blocks_step)),
            blocks_sight: tile.blocks_sight.unwrap_or(label.is_some_and(|l| l.blocks_sight)),
        }
    }

    /// What pictures show of a tile; empty if nothing says it.
    pub(crate) fn art_of(&self, tile: &Tile) -> String {
        let from_label = || self.label_of(tile).map(|l| l.art.clone());
        tile.art.clone().or_else(from_label).unwrap_or_default()
    }

    /// The label of a tile's ground.
    fn label_of(&self, tile: &Tile) -> Option<&Label> {
        let main = self.main_label(tile);
        match &tile.ground {
            Some(ground) => self.labels.values().find(|l| &l.ground == ground).or(main),
            None => main,
        }
    }

    /// The most frequent label in the tile's edges; the first of the alphabet on a tie.
    fn main_label(&self, tile: &Tile) -> Option<&Label> {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for letter in tile.edges.iter().take(self.shape.turns()).flat_map(|e| e.chars()) {
            if self.labels.contains_key(letter.encode_utf8(&mut [0; 4])) {
                *counts.entry(letter).or_default() += 1;
            }
        }
        let (letter, _) = counts.into_iter().max_by_key(|&(letter, n)| (n, std::cmp::Reverse(letter)))?;
        self.labels.get(letter.encode_utf8(&mut [0; 4]))
    }

    /// The colour of a tile.
    pub(crate) fn color_of(&self, tile: &Tile) -> Rgb {
        let named = tile.ground.as_ref().and_then(|g| self.labels.values().find(|l| &l.ground == g));
        tile.color
            .or(named.and_then(|l| l.color))
            .or(self.main_label(tile).and_then(|l| l.color))
            .unwrap_or_else(|| color_of_name(&tile.name))
    }

    /// The picture of a variant: its own, turned with it, or one drawn from square edges of three
    /// letters, with the tile's colour in the middle.
    pub(crate) fn picture_of(&self, variant: &Variant) -> Option<Grid<Rgb>> {
        let tile = &self.tiles[variant.tile];
        if !tile.picture.is_empty() {
            let picture = Grid::from_rows(tile.picture.clone())?;
            return Some(turned_picture(&picture, variant.turns, variant.mirrored));
        }
        let color = |letter: char| self.labels.get(letter.encode_utf8(&mut [0; 4])).and_then(|l| l.color);
        if self.shape == CellShape::Hexagon || variant.edges.len() < 4 {
            return None;
        }
        let mut picture = Grid::new(3, 3, self.color_of(tile));
        // The twelve letters clockwise; corners occur twice, and the later one wins.
        const RING: [[(i32, i32); 3]; 4] = [
            [(0, 0), (1, 0), (2, 0)],
            [(2, 0), (2, 1), (2, 2)],
            [(2, 2), (1, 2), (0, 2)],
            [(0, 2), (0, 1), (0, 0)],
        ];
        for (edge, places) in variant.edges.iter().zip(RING) {
            if edge.chars().count() != 3 {
                return None;
            }
            for (letter, (x, y)) in edge.chars().zip(places) {
                picture[mapkiln_core::Point::new(x, y)] = color(letter)?;
            }
        }
        Some(picture)
    }
}

fn some_names(names: &BTreeMap<&str, usize>) -> String {
    let some: Vec<&str> = names.keys().copied().take(12).collect();
    let more = if names.len() > 12 { ", …" } else { "" };
    format!("{}{more}", some.join(", "))
}

fn find_variant(variants: &[Variant], tile: usize, turns: usize, mirrored: bool) -> Option<usize> {
    variants.iter().position(|v| v.tile == tile && v.turns == turns && v.mirrored == mirrored).or_else(|| {
        // A symmetric tile has fewer variants: any with the same turn is equivalent.
        variants.iter().position(|v| v.tile == tile && v.turns == turns).or_else(|| {
            let own: Vec<usize> = (0..variants.len()).filter(|&i| variants[i].tile == tile).collect();
            own.get(turns % own.len().max(1)).copied()
        })
    })
}

/// Edges after mirroring and turning. Mirroring also reverses each edge.
pub(crate) fn oriented(shape: CellShape, edges: &[String], turns: usize, mirrored: bool) -> Vec<String> {
    if edges.is_empty() {
        return Vec::new();
    }
    let flat = |side: usize| {
        if mirrored && side < shape.turns() {
            edges[shape.mirrored_from(side)].chars().rev().collect()
        } else {
            edges[side].clone()
        }
    };
    (0..shape.sides()).map(|side| flat(shape.turned_from(side, turns))).collect()
}

fn variant_name(name: &str, turns: usize, mirrored: bool) -> String {
    match (turns, mirrored) {
        (0, false) => name.to_owned(),
        (_, false) => format!("{name}@{turns}"),
        (0, true) => format!("{name}@m"),
        (_, true) => format!("{name}@m{turns}"),
    }
}

/// A square picture after mirroring and then `turns` quarter turns clockwise.
pub(crate) fn turned_picture<T: Clone>(picture: &Grid<T>, turns: usize, mirrored: bool) -> Grid<T> {
    let mut picture = picture.clone();
    if mirrored {
        let old = picture.clone();
        let last = old.width() - 1;
        picture = Grid::from_fn(old.width(), old.height(), |p| {
            old[mapkiln_core::Point::new(last - p.x, p.y)].clone()
        });
    }
    for _ in 0..turns {
        let old = picture.clone();
        let last = old.height() - 1;
        picture = Grid::from_fn(old.height(), old.width(), |p| {
            old[mapkiln_core::Point::new(p.y, last - p.x)].clone()
        });
    }
    picture
}

/// A default colour for a name: the same on every machine, never too dark.
pub(crate) fn color_of_name(name: &str) -> Rgb {
    let hash = name.bytes().fold(0x811c_9dc5u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    let [r, g, b, _] = hash.to_le_bytes();
    Rgb([r / 2 + 96, g / 2 + 96, b / 2 + 96])
}
