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
    let map = &map.map(|name| clean(name));
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for tile in map.cells() {
        *counts.entry(tile).or_default() += 1;
    }
    if counts.is_empty() || counts.len() > MAX_TILES {
        return Err(Error::TileCount { tiles: counts.len(), most: MAX_TILES });
    }
    let mut pairs = BTreeSet::new();
    for (p, tile) in map.iter() {
        for (side, dx, dy) in [("east", 1, 0), ("south", 0, 1)] {
            let mut next = Point::new(p.x + dx, p.y + dy);
            if periodic {
                next = Point::new(next.x % map.width(), next.y % map.height());
            }
            if let Some(other) = map.get(next) {
                pairs.insert((side, tile.as_str(), other.as_str()));
            }
        }
    }
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
