//! Who a map is for, and what they may see of it.

use std::collections::BTreeMap;

use std::borrow::Cow;

use mapkiln_core::{Origin, Point};
use serde::{Deserialize, Serialize};

use crate::AnyMap;
use crate::floor::{Floor, FloorDoor, FloorThing, FloorThingKind, Ground};
use crate::graph::{EdgeDetail, KindShape, LevelGraph, Node};
use crate::plan::{DoorKind, Plan};

/// Who a map, a picture or a file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// The game master: everything.
    #[default]
    GameMaster,
    /// The players: no secret door, trap, key, number or note.
    Players,
}

impl Audience {
    /// May this audience know everything?
    pub const fn knows_secrets(self) -> bool {
        matches!(self, Audience::GameMaster)
    }

    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Audience::GameMaster => "game-master",
            Audience::Players => "players",
        }
    }
}

impl AnyMap {
    /// The map as an audience may see it. Boards and worlds hide nothing.
    pub fn for_audience(&self, audience: Audience) -> Cow<'_, AnyMap> {
        match (audience, self) {
            (Audience::Players, AnyMap::Plan(plan)) => Cow::Owned(plan.for_players().into()),
            (Audience::Players, AnyMap::Floor(floor)) => Cow::Owned(floor.for_players().into()),
            (Audience::Players, AnyMap::LevelGraph(graph)) => Cow::Owned(graph.for_players().into()),
            (Audience::GameMaster, _) | (Audience::Players, AnyMap::Board(_) | AnyMap::World(_)) => {
                Cow::Borrowed(self)
            }
        }
    }

    /// The document that an audience may read. The players' version has no origin: with the seed and
    /// the spec, anyone could make the whole map again.
    ///
    /// ```
    /// use mapkiln_maps::plan::Plan;
    /// use mapkiln_maps::{AnyMap, Audience};
    /// let map = AnyMap::from(Plan { story: "The butler did it.".into(), ..Plan::default() });
    /// assert!(map.to_json_for(Audience::GameMaster, None).contains("butler"));
    /// assert!(!map.to_json_for(Audience::Players, None).contains("butler"));
    /// ```
    pub fn to_json_for(&self, audience: Audience, origin: Option<&Origin>) -> String {
        self.for_audience(audience).to_json(origin.filter(|_| audience.knows_secrets()))
    }
}

impl Plan {
    /// The plan as an audience may see it; see [`for_players`](Plan::for_players).
    pub fn for_audience(&self, audience: Audience) -> Cow<'_, Plan> {
        match audience {
            Audience::GameMaster => Cow::Borrowed(self),
            Audience::Players => Cow::Owned(self.for_players()),
        }
    }
}

impl Floor {
    /// The floor as an audience may see it; see [`for_players`](Floor::for_players).
    pub fn for_audience(&self, audience: Audience) -> Cow<'_, Floor> {
        match audience {
            Audience::GameMaster => Cow::Borrowed(self),
            Audience::Players => Cow::Owned(self.for_players()),
        }
    }

    /// The floor as the players may see it: secret doors are wall, trapped doors ordinary ones, and
    /// enemies, treasure, keys, traps and the exit are gone. Stairs, lights and entrances stay.
    ///
    /// A floor does not know which of its corridors are secret. Filter the plan, not its floor, if
    /// there is one.
    pub fn for_players(&self) -> Floor {
        let mut floor = Floor { doors: Vec::new(), things: Vec::new(), ..self.clone() };
        for door in &self.doors {
            let kind = match &door.kind {
                DoorKind::Secret if door.on_edge => continue,
                DoorKind::Secret => {
                    floor.wall_up(door.at);
                    continue;
                }
                DoorKind::Trapped { .. } => DoorKind::Door,
                DoorKind::Locked { .. } => DoorKind::Locked { key: None },
                plain => plain.clone(),
            };
            floor.doors.push(FloorDoor { kind, ..door.clone() });
        }
        let stays = |t: &&FloorThing| {
            matches!(t.kind, FloorThingKind::StairsUp | FloorThingKind::StairsDown | FloorThingKind::Light)
                && !floor.blocks_step(t.at)
        };
        let bare = |t: &FloorThing| FloorThing { name: String::new(), room: None, ..t.clone() };
        floor.things = self.things.iter().filter(stays).map(bare).collect();
        floor
    }

    /// Makes a cell look like the wall next to it.
    fn wall_up(&mut self, at: Point) {
        let is_wall = |g: &u16| {
            let ground = &self.palette[usize::from(*g)];
            ground.blocks_step && ground.blocks_sight
        };
        let beside = at.around().into_iter().filter_map(|p| self.ground.get(p)).find(|g| is_wall(g)).copied();
        let wall = beside.unwrap_or_else(|| {
            self.palette.push(Ground::solid("wall"));
            (self.palette.len() - 1) as u16
        });
        if let Some(cell) = self.ground.get_mut(at) {
            *cell = wall;
        }
    }
}

impl LevelGraph {
    /// The graph as an audience may see it; see [`for_players`](LevelGraph::for_players).
    pub fn for_audience(&self, audience: Audience) -> Cow<'_, LevelGraph> {
        match audience {
            Audience::GameMaster => Cow::Borrowed(self),
            Audience::Players => Cow::Owned(self.for_players()),
        }
    }

    /// The graph as the players may see it: rooms, passages and the ways between them that are not
    /// secret. Kinds, marks, meanings (except the start), values and locks are gone, and so is the
    /// grammar's name.
    pub fn for_players(&self) -> LevelGraph {
        const SEEN: [&str; 4] = ["arch", "barred", "portcullis", "stairs"];
        let is_passage = |node: &Node| self.shapes.get(&node.kind).is_some_and(|s| s.passage);
        let nodes = self.nodes.iter().map(|node| Node {
            id: node.id,
            kind: if is_passage(node) { "Passage" } else { "Room" }.to_owned(),
            means: node.means.iter().filter(|word| *word == "start").cloned().collect(),
            ..Node::default()
        });
        let (mut edges, mut details) = (Vec::new(), Vec::new());
        for (number, &edge) in self.edges.iter().enumerate() {
            if let Some(detail) = self.detail(number) {
                if detail.means.iter().any(|word| word == "secret") {
                    continue;
                }
                let means: Vec<String> =
                    detail.means.iter().filter(|word| SEEN.contains(&word.as_str())).cloned().collect();
                if detail.one_way || detail.tunnel || !means.is_empty() {
                    let (one_way, tunnel) = (detail.one_way, detail.tunnel);
                    let edge = edges.len() as u32;
                    details.push(EdgeDetail { edge, one_way, tunnel, means, ..EdgeDetail::default() });
                }
            }
            edges.push(edge);
        }
        let nodes: Vec<Node> = nodes.collect();
        let has_passages = nodes.iter().any(|node| node.kind == "Passage");
        let passage = ("Passage".to_owned(), KindShape { passage: true, ..KindShape::default() });
        LevelGraph {
            grammar: String::new(),
            nodes,
            edges,
            details,
            around: Vec::new(),
            shapes: has_passages.then_some(passage).into_iter().collect(),
            templates: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::plan::Trap;
    use mapkiln_core::Direction;

    fn floor() -> Floor {
        let mut floor = Floor::new(6, 3, Ground::open("room"));
        floor.palette.push(Ground::solid("wall"));
        for y in 0..3 {
            floor.ground[Point::new(2, y)] = 1;
        }
        let trap = Trap { name: "SECRET".into(), ..Trap::default() };
        let kinds =
            [DoorKind::Secret, DoorKind::Trapped { trap }, DoorKind::Locked { key: Some(7) }, DoorKind::Arch];
        for (x, kind) in [2, 3, 4, 5].into_iter().zip(kinds) {
            let at = Point::new(x, 1);
            floor.doors.push(FloorDoor { at, facing: Direction::East, on_edge: false, kind });
        }
        floor.ground[Point::new(2, 1)] = 0;
        let kinds = [
            FloorThingKind::Enemy,
            FloorThingKind::Boss,
            FloorThingKind::Chest,
            FloorThingKind::Key(7),
            FloorThingKind::Trap,
            FloorThingKind::Exit,
            FloorThingKind::StairsDown,
            FloorThingKind::Light,
        ];
        for kind in kinds {
            floor.things.push(FloorThing {
                at: Point::new(0, 0),
                kind,
                name: "SECRET".into(),
                room: Some(3),
            });
        }
        floor.entrances.push(Point::new(0, 1));
        floor
    }

    #[test]
    fn a_floor_for_players_has_no_secrets() {
        let shown = floor().for_players();
        shown.check().unwrap();
        let json = serde_json::to_string(&shown).unwrap();
        for word in ["SECRET", "secret", "trap", "\"key\":7", "enemy", "boss", "chest", "exit", "\"room\":3"]
        {
            assert!(!json.contains(word), "{word} in {json}");
        }
        assert!(shown.blocks_sight(Point::new(2, 1)), "the secret door is wall");
        assert_eq!(shown.doors.len(), 3);
        assert_eq!(shown.things.len(), 2);
        assert_eq!(shown.entrances.len(), 1);
        assert_eq!(shown.for_players(), shown, "nothing is left to hide");
    }

    #[test]
    fn a_graph_for_players_has_no_secrets() {
        let node = |id, kind: &str, means: &[&str]| Node {
            id,
            kind: kind.into(),
            mark: "SECRET".into(),
            means: means.iter().map(|&m| m.into()).collect(),
            values: [("key".to_owned(), 77)].into(),
            texts: [("name".to_owned(), "SECRET".to_owned())].into(),
        };
        let detail = |edge, means: &[&str]| EdgeDetail {
            edge,
            kind: "SECRET".into(),
            means: means.iter().map(|&m| m.into()).collect(),
            values: [("lock".to_owned(), 77)].into(),
            texts: [("name".to_owned(), "SECRET".to_owned())].into(),
            one_way: edge == 2,
            tunnel: false,
        };
        let graph = LevelGraph {
            grammar: "SECRET".into(),
            nodes: vec![node(0, "SECRET", &["start"]), node(1, "SECRET", &["boss"]), node(2, "Way", &[])],
            edges: vec![[0, 1], [0, 2], [1, 2]],
            details: vec![detail(0, &["secret"]), detail(1, &["portcullis", "SECRET"]), detail(2, &[])],
            shapes: [("Way".to_owned(), KindShape { passage: true, ..KindShape::default() })].into(),
            ..LevelGraph::default()
        };
        let shown = graph.for_players();
        shown.check().unwrap();
        let json = serde_json::to_string(&shown).unwrap();
        for word in ["SECRET", "secret", "boss", "lock", "key", "77"] {
            assert!(!json.contains(word), "{word} in {json}");
        }
        assert_eq!(shown.edges, [[0, 2], [1, 2]]);
        assert_eq!(shown.details[0].means, ["portcullis"]);
        assert!(shown.nodes[0].is("start") && shown.details[1].one_way);
        assert_eq!(shown.nodes[2].kind, "Passage");
        assert_eq!(shown.for_players(), shown, "nothing is left to hide");
    }
}
