//! The built-in tile sets.

use super::TileSet;
use crate::Error;

/// A built-in tile set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its text in TOML.
    pub toml: &'static str,
}

/// The built-in tile sets.
pub const SHIPPED: [Shipped; 13] = [
    Shipped { name: "paper", toml: include_str!("../../sets/paper.toml") },
    Shipped { name: "meadow", toml: include_str!("../../sets/meadow.toml") },
    Shipped { name: "islands", toml: include_str!("../../sets/islands.toml") },
    Shipped { name: "continent", toml: include_str!("../../sets/continent.toml") },
    Shipped { name: "caves", toml: include_str!("../../sets/caves.toml") },
    Shipped { name: "village", toml: include_str!("../../sets/village.toml") },
    Shipped { name: "terraces", toml: include_str!("../../sets/terraces.toml") },
    Shipped { name: "hex-coast", toml: include_str!("../../sets/hex-coast.toml") },
    Shipped { name: "town", toml: include_str!("../../sets/town.toml") },
    Shipped { name: "delta", toml: include_str!("../../sets/delta.toml") },
    Shipped { name: "dungeon-floor", toml: include_str!("../../sets/dungeon-floor.toml") },
    Shipped { name: "ship-deck", toml: include_str!("../../sets/ship-deck.toml") },
    Shipped { name: "flowers", toml: include_str!("../../sets/flowers.toml") },
];

impl TileSet {
    /// A built-in set by name.
    pub fn shipped(name: &str) -> Result<Self, Error> {
        match SHIPPED.iter().find(|s| s.name == name) {
            Some(shipped) => TileSet::from_toml(shipped.toml),
            None => {
                let known = SHIPPED.map(|s| s.name).join(", ");
                Err(Error::UnknownSet { name: name.to_owned(), known })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_reads_and_writes_back() {
        for shipped in SHIPPED {
            let set = TileSet::from_toml(shipped.toml).unwrap();
            assert_eq!(set.name, shipped.name);
            assert_eq!(TileSet::from_toml(&set.to_toml()).unwrap(), set, "{}", shipped.name);
        }
        assert!(TileSet::shipped("moon").unwrap_err().to_string().contains("meadow"));
    }

    #[test]
    fn the_paper_has_nineteen_tiles_and_meadow_all_of_them() {
        let paper = TileSet::shipped("paper").unwrap().compile().unwrap();
        assert_eq!(paper.variants.len(), 19);
        let meadow = TileSet::shipped("meadow").unwrap().compile().unwrap();
        assert_eq!(meadow.variants.len(), 47);
        for tile in &paper.variants {
            assert!(meadow.variants.iter().any(|v| v.edges == tile.edges), "{}", tile.name);
        }
    }
}
