//! Any kind of map, for programs that take whatever file they are given.

use mapkiln_board::Board;
use mapkiln_core::document::{self, Document, DocumentError, Origin, Stored};
use mapkiln_core::floor::Floor;
use mapkiln_core::plan::Plan;
use mapkiln_grammar::Level;
use mapkiln_tiles::World;

/// A map of any kind that has a document form.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyMap {
    /// Hexes of a board game.
    Board(Board),
    /// Rooms, corridors, doors.
    Plan(Plan),
    /// Cells to stand on.
    Floor(Floor),
    /// A graph of rooms.
    Level(Level),
    /// Tiles.
    World(World),
}

impl AnyMap {
    /// Reads a document of any kind.
    pub fn from_json(json: &str) -> Result<Stored<AnyMap>, DocumentError> {
        fn read<T: Document>(json: &str, wrap: fn(T) -> AnyMap) -> Result<Stored<AnyMap>, DocumentError> {
            let stored = document::from_json::<T>(json)?;
            Ok(Stored { origin: stored.origin, map: wrap(stored.map) })
        }
        let head = document::head(json)?;
        match head.mapkiln.as_str() {
            Board::KIND => read(json, AnyMap::Board),
            Plan::KIND => read(json, AnyMap::Plan),
            Floor::KIND => read(json, AnyMap::Floor),
            Level::KIND => read(json, AnyMap::Level),
            World::KIND => read(json, AnyMap::World),
            _ => Err(DocumentError::Kind { found: head.mapkiln, wanted: "map of a known kind" }),
        }
    }

    /// The map as a document, one line of JSON.
    pub fn to_json(&self, origin: Option<&Origin>) -> String {
        match self {
            AnyMap::Board(board) => document::to_json(board, origin),
            AnyMap::Plan(plan) => document::to_json(plan, origin),
            AnyMap::Floor(floor) => document::to_json(floor, origin),
            AnyMap::Level(level) => document::to_json(level, origin),
            AnyMap::World(world) => document::to_json(world, origin),
        }
    }

    /// What the document says it is, such as `plan`.
    pub fn kind(&self) -> &'static str {
        match self {
            AnyMap::Board(_) => Board::KIND,
            AnyMap::Plan(_) => Plan::KIND,
            AnyMap::Floor(_) => Floor::KIND,
            AnyMap::Level(_) => Level::KIND,
            AnyMap::World(_) => World::KIND,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::floor::Ground;

    #[test]
    fn every_kind_reads_back_as_itself() {
        let world = World { layers: vec![Default::default()], ..World::default() };
        let maps = [
            AnyMap::Board(mapkiln_board::official::terra_mystica().swap_remove(0)),
            AnyMap::Plan(Plan::default()),
            AnyMap::Floor(Floor::new(3, 2, Ground::open("grass"))),
            AnyMap::Level(Level::default()),
            AnyMap::World(world),
        ];
        for map in maps {
            let stored = AnyMap::from_json(&map.to_json(None)).unwrap();
            assert_eq!(stored.map, map);
        }
        let unknown = AnyMap::from_json(r#"{"mapkiln":"sandwich","version":1,"map":{}}"#);
        assert!(unknown.unwrap_err().to_string().contains("sandwich"));
    }
}
