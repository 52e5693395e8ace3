//! Learning from an example map which tiles may touch.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Grid, Point};

use crate::tileset::{Adjacent, Tile};
use crate::{Error, MAX_TILES, TileSet};

/// A tile set whose tiles touch as they do in an example, and occur as often.
///
/// ```
/// use mapkiln_core::Grid;
/// let map = Grid::from_rows(vec![vec!["sea".to_owned(), "land".to_owned()]; 2]).unwrap();
/// let set = mapkiln_tiles::learn("coast", &map, false).unwrap();
/// let rules = set.compile().unwrap().rules;
/// assert_eq!(set.tiles[0].name, "land");
/// assert!(rules.allows(3, 0, 1) && !rules.allows(1, 0, 1)); // the sea lies in the west of the land
/// ```
pub fn learn(name: &str, map: &Grid<String>, periodic: bool) -> Result<TileSet, Error> {
    // Cells by number: a map has many cells and few names.
    let mut spelt: BTreeMap<&str, u32> = BTreeMap::new();
    let cells = Grid::from_fn(map.width(), map.height(), |p| {
        let next = spelt.len() as u32;
        *spelt.entry(&map.cells()[map.index_of(p)]).or_insert(next)
    });
    let mut names = vec![String::new(); spelt.len()];
    for (&name, &number) in &spelt {
        names[number as usize] = clean(name);
    }
    let mut seen = vec![0; names.len()];
    for &tile in cells.cells() {
        seen[tile as usize] += 1;
    }
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, cells) in names.iter().zip(seen) {
        *counts.entry(name).or_default() += cells;
    }
    if counts.is_empty() || counts.len() > MAX_TILES {
        return Err(Error::TileCount { tiles: counts.len(), most: MAX_TILES });
    }
    let mut touching = BTreeSet::new();
    for (p, &tile) in cells.iter() {
        for (south, dx, dy) in [(false, 1, 0), (true, 0, 1)] {
            let mut next = Point::new(p.x + dx, p.y + dy);
            if periodic {
                next = Point::new(next.x % map.width(), next.y % map.height());
            }
            if let Some(&other) = cells.get(next) {
                touching.insert((south, tile, other));
            }
        }
    }
    let called = |number: u32| names[number as usize].as_str();
    let pairs: BTreeSet<(&str, &str, &str)> = touching
        .into_iter()
        .map(|(south, a, b)| (if south { "south" } else { "east" }, called(a), called(b)))
        .collect();
    let set = TileSet {
        name: name.to_owned(),
        about: format!("Learned from a map of {}x{} cells.", map.width(), map.height()),
        tiles: counts
            .into_iter()
            .map(|(name, weight)| Tile {
                name: name.to_owned(),
                weight: weight.min(crate::MAX_WEIGHT),
                ..Tile::default()
            })
            .collect(),
        adjacent: pairs
            .into_iter()
            .map(|(side, a, b)| Adjacent {
                tile: a.to_owned(),
                beside: b.to_owned(),
                side: Some(side.to_owned()),
                turned: false,
            })
            .collect(),
        ..TileSet::default()
    };
    set.check()?;
    Ok(set)
}

/// A name without characters that have a meaning in the names of a tile set.
pub(crate) fn clean(name: &str) -> String {
    name.replace('@', ".").replace([',', '"', '\n'], "_")
}
