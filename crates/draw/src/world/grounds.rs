//! What grounds look like: their order from low to high, and their colours.

use mapkiln_maps::world::WorldTile;

use crate::scene::Color;

/// A kind of ground that lies in regions, from low to high: a higher one is drawn over a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    Void,
    Water,
    Mud,
    Sand,
    Floor,
    Room,
    Deck,
    Gangway,
    Earth,
    Grass,
    Field,
    /// Snow that lies low, on plains rather than on peaks.
    Frost,
    Hill,
    Rock,
    Snow,
    Wall,
    Hull,
}

/// What stands on a cell, or runs through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Wood,
    House,
    Road,
    Bridge,
    Stream,
    Door,
}

impl Ground {
    pub(super) const ALL: [Ground; 17] = [
        Ground::Void,
        Ground::Water,
        Ground::Mud,
        Ground::Sand,
        Ground::Floor,
        Ground::Room,
        Ground::Deck,
        Ground::Gangway,
        Ground::Earth,
        Ground::Grass,
        Ground::Field,
        Ground::Frost,
        Ground::Hill,
        Ground::Rock,
        Ground::Snow,
        Ground::Wall,
        Ground::Hull,
    ];

    /// The name of its layer in pictures.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Ground::Void => "void",
            Ground::Water => "water",
            Ground::Mud => "mud",
            Ground::Sand => "sand",
            Ground::Floor => "floor",
            Ground::Room => "room",
            Ground::Deck => "deck",
            Ground::Gangway => "gangway",
            Ground::Earth => "earth",
            Ground::Grass => "grass",
            Ground::Field => "field",
            Ground::Hill => "hill",
            Ground::Rock => "rock",
            Ground::Snow => "snow",
            Ground::Frost => "frost",
            Ground::Wall => "wall",
            Ground::Hull => "hull",
        }
    }

    /// The fill.
    pub(super) const fn color(self) -> Color {
        Color::hex(match self {
            Ground::Void => 0x12151c,
            Ground::Water => 0x5aa0c4,
            Ground::Mud => 0xa9a37a,
            Ground::Sand => 0xe8d6a2,
            Ground::Floor => 0xcdbd9d,
            Ground::Room => 0xd3c6a8,
            Ground::Deck => 0xb7c2cb,
            Ground::Gangway => 0x93a2ae,
            Ground::Earth => 0xb08d62,
            Ground::Grass => 0x9cc069,
            Ground::Field => 0xd8c56a,
            Ground::Hill => 0xb3ad72,
            Ground::Rock => 0xa29c92,
            Ground::Frost | Ground::Snow => 0xeef3f7,
            Ground::Wall => 0x5d5750,
            Ground::Hull => 0x46515e,
        })
    }

    /// The line along its rim.
    pub(super) const fn rim(self) -> Color {
        Color::hex(match self {
            Ground::Void => 0x000000,
            Ground::Water => 0x3f7fa8,
            Ground::Mud => 0x857f58,
            Ground::Sand => 0xc9b077,
            Ground::Floor => 0x8f8268,
            Ground::Room => 0x6f6450,
            Ground::Deck => 0x7d8b97,
            Ground::Gangway => 0x6f7e8b,
            Ground::Earth => 0x7d6240,
            Ground::Grass => 0x6f9a4a,
            Ground::Field => 0xa8933f,
            Ground::Hill => 0x857f4e,
            Ground::Rock => 0x6d675e,
            Ground::Frost | Ground::Snow => 0xbfccd3,
            Ground::Wall => 0x2e2a26,
            Ground::Hull => 0x1c232b,
        })
    }

    /// Does it stand above its surroundings like a wall, with a shadow at its foot?
    pub(super) const fn is_raised(self) -> bool {
        matches!(self, Ground::Rock | Ground::Wall | Ground::Hull)
    }
}

/// What a tile shows: what its set says, else by its ground's name, else by its own name, else by the
/// letter that its edges consist of, so that a tile set gets good pictures without saying more.
pub(super) fn meaning_of(tile: &WorldTile) -> Option<(Ground, Option<Cover>)> {
    if !tile.art.is_empty() {
        return meaning(&tile.art);
    }
    if let Some(known) = meaning(&tile.ground.name) {
        return Some(known);
    }
    let name = tile.name.split('@').next().unwrap_or_default().to_lowercase();
    if let Some(known) = name.split(['-', '_', ' ']).find_map(meaning) {
        return Some(known);
    }
    // An unknown ground with a name of its own is not guessed at.
    if !tile.ground.name.is_empty() {
        return None;
    }
    let mut letters = tile.edges.iter().flat_map(|edge| edge.chars());
    let first = letters.next()?;
    if !letters.all(|letter| letter == first) {
        return Some((Ground::Grass, None));
    }
    match first.to_ascii_uppercase() {
        'G' => Some((Ground::Grass, None)),
        'W' | 'A' => Some((Ground::Water, None)),
        'S' => Some((Ground::Sand, None)),
        'P' => Some((Ground::Rock, None)),
        'F' | 'T' => Some((Ground::Grass, Some(Cover::Wood))),
        _ => None,
    }
}

/// What a ground's name means: the region it lies in, and what stands on it.
pub(super) fn meaning(name: &str) -> Option<(Ground, Option<Cover>)> {
    let plain = |ground| Some((ground, None));
    let on = |ground, cover| Some((ground, Some(cover)));
    match name {
        "void" | "space" | "abyss" => plain(Ground::Void),
        "water" | "sea" | "pond" | "lake" | "deep" | "river" | "moat" => plain(Ground::Water),
        "mud" | "marsh" | "swamp" | "reeds" => plain(Ground::Mud),
        "sand" | "beach" | "dune" | "desert" => plain(Ground::Sand),
        "floor" | "hall" | "paving" | "square" => plain(Ground::Floor),
        "room" | "chamber" | "corridor" | "rubble" => plain(Ground::Room),
        "deck" | "cabin" => plain(Ground::Deck),
        "gangway" | "aisle" => plain(Ground::Gangway),
        "door" => on(Ground::Room, Cover::Door),
        "hatch" => on(Ground::Deck, Cover::Door),
        "earth" | "soil" | "dirt" | "path" => plain(Ground::Earth),
        "grass" | "land" | "meadow" | "plain" | "yard" | "garden" | "green" => plain(Ground::Grass),
        "field" | "farm" | "crop" | "stubble" => plain(Ground::Field),
        "hill" | "hills" | "heath" | "slope" => plain(Ground::Hill),
        "rock" | "stone" | "mountain" | "cliff" => plain(Ground::Rock),
        "snow" | "ice" | "peak" => plain(Ground::Snow),
        "wall" | "brick" => plain(Ground::Wall),
        "hull" | "bulkhead" => plain(Ground::Hull),
        "forest" | "wood" | "woods" | "tree" | "trees" => on(Ground::Grass, Cover::Wood),
        "house" | "hut" | "tower" | "barn" => on(Ground::Grass, Cover::House),
        "road" | "street" | "gate" => on(Ground::Grass, Cover::Road),
        "bridge" => on(Ground::Grass, Cover::Bridge),
        "stream" | "brook" => on(Ground::Grass, Cover::Stream),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_maps::world::ART;

    #[test]
    fn all_art_is_drawn_and_comes_first() {
        assert!(ART.iter().all(|name| meaning(name).is_some()));
        let tile = WorldTile { name: "grass".into(), art: "snow".into(), ..WorldTile::default() };
        assert_eq!(meaning_of(&tile), Some((Ground::Snow, None)));
    }
}
