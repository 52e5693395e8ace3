//! What can be checked.

use mapkiln_maps::Language;
use serde::Serialize;

/// The kinds of documents and files that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// Rooms, corridors, doors.
    Plan,
    /// Hexes of a board game.
    Board,
    /// The rooms of a level as a graph.
    Level,
    /// Tiles.
    World,
    /// Cells to stand on.
    Floor,
    /// A stored game.
    Game,
    /// A file of another program.
    File,
}

impl Kind {
    /// The kind by its name in a document.
    pub fn of(document: &str) -> Option<Kind> {
        Some(match document {
            "plan" => Kind::Plan,
            "board" => Kind::Board,
            "level" => Kind::Level,
            "world" => Kind::World,
            "floor" => Kind::Floor,
            "game" => Kind::Game,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self, language: Language) -> &'static str {
        let names = match self {
            Kind::Plan => ["plan", "planta"],
            Kind::Board => ["board", "tabuleiro"],
            Kind::Level => ["level", "nível"],
            Kind::World => ["world", "mundo"],
            Kind::Floor => ["floor", "piso"],
            Kind::Game => ["game", "jogo"],
            Kind::File => ["file", "arquivo"],
        };
        names[language.index()]
    }
}
