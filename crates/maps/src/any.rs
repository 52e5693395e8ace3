//! Any kind of map, for programs that accept any file.

use mapkiln_core::{Origin, OverLimit};
use serde::{Deserialize, Deserializer};

use crate::board::Board;
use crate::document::{self, Document, DocumentError, Kinds, Stored};
use crate::floor::Floor;
use crate::graph::LevelGraph;
use crate::plan::Plan;
use crate::world::World;

/// Everything that needs one line per kind of map.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident),*) => {
        /// A map of any kind that has a document form.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum AnyMap {
            $($(#[$doc])* $kind($kind),)*
        }

        impl AnyMap {
            /// The map as a document, one line of JSON.
            pub fn to_json(&self, origin: Option<&Origin>) -> String {
                match self {
                    $(AnyMap::$kind(map) => document::to_json(map, origin),)*
                }
            }

            /// What the document says it is, such as `plan`.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(AnyMap::$kind(_) => $kind::KIND,)*
                }
            }
        }

        impl Kinds for AnyMap {
            const WANTED: &'static str = "map of a known kind";

            fn known(kind: &str) -> Option<(&'static str, u32)> {
                let kinds = [$(($kind::KIND, $kind::VERSION)),*];
                kinds.into_iter().find(|(name, _)| *name == kind)
            }

            fn read<'de, D: Deserializer<'de>>(kind: &str, map: D) -> Result<Self, D::Error> {
                match kind {
                    $($kind::KIND => $kind::deserialize(map).map(AnyMap::$kind),)*
                    _ => Err(serde::de::Error::custom(format!("no map is called {kind}"))),
                }
            }

            fn check_limits(&self) -> Result<(), OverLimit> {
                match self {
                    $(AnyMap::$kind(map) => document::check_limits(map),)*
                }
            }

            fn check(&self) -> Result<(), String> {
                match self {
                    $(AnyMap::$kind(map) => map.check(),)*
                }
            }
        }

        $(impl From<$kind> for AnyMap {
            fn from(map: $kind) -> Self {
                AnyMap::$kind(map)
            }
        })*
    };
}

kinds! {
    /// Hexes of a board game.
    Board,
    /// Rooms, corridors, doors.
    Plan,
    /// Cells to stand on.
    Floor,
    /// The rooms of a level as a graph.
    LevelGraph,
    /// Tiles.
    World
}

impl AnyMap {
    /// Reads a document of any kind, in one pass.
    pub fn from_json(json: &str) -> Result<Stored<AnyMap>, DocumentError> {
        document::read(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardGame, Hex, Terrain};
    use crate::floor::Ground;

    #[test]
    fn every_kind_reads_back_as_itself() {
        let world = World { layers: vec![Default::default()], ..World::default() };
        let river = Hex { terrain: Terrain::River, number: None };
        let maps = [
            AnyMap::Board(Board::from_hexes(BoardGame::TerraMystica, &[2, 1], [river; 3])),
            AnyMap::Plan(Plan::default()),
            AnyMap::Floor(Floor::new(3, 2, Ground::open("grass"))),
            AnyMap::LevelGraph(LevelGraph::default()),
            AnyMap::World(world),
        ];
        for map in maps {
            let json = map.to_json(None);
            assert_eq!(AnyMap::from_json(&json).unwrap().map, map);
            // The same with the map in front, as another program may write it.
            let head = format!("\"mapkiln\":\"{}\",\"version\":1,", map.kind());
            let turned = json.replacen(&head, "", 1);
            let turned = format!("{},{}}}", turned.strip_suffix('}').unwrap(), head.trim_end_matches(','));
            assert_eq!(AnyMap::from_json(&turned).unwrap().map, map, "{turned}");
        }
        let unknown = AnyMap::from_json(r#"{"mapkiln":"sandwich","version":1,"map":{"bread":2}}"#);
        assert!(unknown.unwrap_err().to_string().contains("sandwich"));
        let newer = AnyMap::from_json(r#"{"mapkiln":"plan","version":99,"map":{"storeys":2}}"#);
        assert!(newer.unwrap_err().to_string().contains("99"));
        let empty = AnyMap::from_json(r#"{"mapkiln":"plan","version":1}"#);
        assert!(empty.unwrap_err().to_string().contains("map"));
        assert!(AnyMap::from_json(r#"{"mapkiln":"plan","version":1,"map":{"levels":[]}} x"#).is_err());
    }
}
