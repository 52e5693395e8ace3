//! What is checked: a map and what came with it.

use mapkiln_core::{Origin, Report};
use mapkiln_maps::board::Board;
use mapkiln_maps::floor::Floor;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::Plan;
use mapkiln_maps::world::World;
use mapkiln_maps::{AnyMap, Language};
use mapkiln_play::Tape;
use serde_json::Value;

use crate::{ForeignFile, Kind};

/// The document that is checked.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum DocumentRef<'a> {
    /// A plan.
    Plan(&'a Plan),
    /// A board.
    Board(&'a Board),
    /// A level graph.
    Level(&'a LevelGraph),
    /// A world.
    World(&'a World),
    /// A floor.
    Floor(&'a Floor),
    /// A stored game.
    Game(&'a Tape),
    /// A file of another program.
    File(&'a ForeignFile),
    /// A document that could not be read as what it says it is, and why.
    Broken(Kind, &'a str),
}

/// A map with everything that may say what should hold of it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The map.
    pub document: DocumentRef<'a>,
    /// Where it came from.
    pub origin: Option<&'a Origin>,
    /// The spec that the map should follow, with everything in it that the origin only names: the
    /// text of a grammar, a whole tile set, the rules of a profile. The origin's spec if missing.
    pub spec: Option<&'a Value>,
    /// The report of its making, which may hold certificates.
    pub report: Option<&'a Report>,
    /// The game master's map that this one is for players of.
    pub against: Option<&'a Against<'a>>,
    /// The file as it stands; empty if the map comes from no file.
    pub bytes: &'a [u8],
}

/// The game master's map that a players' map or a file is held against.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a> {
    /// The map.
    pub map: &'a AnyMap,
    /// Where it came from.
    pub origin: Option<&'a Origin>,
    /// Is what is held against it for players? Else it is the game master's own file.
    pub players: bool,
}

impl<'a> Subject<'a> {
    /// A document with nothing beside it.
    pub fn new(document: DocumentRef<'a>) -> Self {
        Subject { document, origin: None, spec: None, report: None, against: None, bytes: &[] }
    }

    /// The subject with the origin of its document.
    #[must_use]
    pub fn with_origin(self, origin: Option<&'a Origin>) -> Self {
        Subject { origin, ..self }
    }

    /// The subject with the report of its making.
    #[must_use]
    pub fn with_report(self, report: Option<&'a Report>) -> Self {
        Subject { report, ..self }
    }

    /// The subject with the spec it should follow.
    #[must_use]
    pub fn with_spec(self, spec: Option<&'a Value>) -> Self {
        Subject { spec, ..self }
    }

    /// The subject with the game master's map.
    #[must_use]
    pub fn with_against(self, against: Option<&'a Against<'a>>) -> Self {
        Subject { against, ..self }
    }

    /// The subject with its file.
    #[must_use]
    pub fn with_bytes(self, bytes: &'a [u8]) -> Self {
        Subject { bytes, ..self }
    }

    /// What kind of map it is.
    pub fn kind(&self) -> Kind {
        match self.document {
            DocumentRef::Plan(_) => Kind::Plan,
            DocumentRef::Board(_) => Kind::Board,
            DocumentRef::Level(_) => Kind::Level,
            DocumentRef::World(_) => Kind::World,
            DocumentRef::Floor(_) => Kind::Floor,
            DocumentRef::Game(_) => Kind::Game,
            DocumentRef::File(_) => Kind::File,
            DocumentRef::Broken(kind, _) => kind,
        }
    }

    /// The language of the map; English if it has no words.
    pub fn language(&self) -> Language {
        match (self.document, self.against) {
            (DocumentRef::Plan(plan), _) => plan.language,
            (_, Some(Against { map: AnyMap::Plan(plan), .. })) => plan.language,
            _ => Language::English,
        }
    }
}

impl<'a> From<&'a AnyMap> for DocumentRef<'a> {
    fn from(map: &'a AnyMap) -> Self {
        match map {
            AnyMap::Plan(plan) => DocumentRef::Plan(plan),
            AnyMap::Board(board) => DocumentRef::Board(board),
            AnyMap::LevelGraph(level) => DocumentRef::Level(level),
            AnyMap::World(world) => DocumentRef::World(world),
            AnyMap::Floor(floor) => DocumentRef::Floor(floor),
            _ => DocumentRef::Broken(Kind::File, "this program does not know how to check such a map"),
        }
    }
}
