//! A players' document shows nothing that the players may not know.
//!
//! Every part is looked at by itself and held against the game master's map; the audience filter of
//! the maps crate is not asked.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Point};
use mapkiln_maps::AnyMap;
use mapkiln_maps::floor::{Floor, FloorThingKind};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, Door, DoorKind, DoorPlace, Level, Plan};

use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(against) = case.subject.against.filter(|against| against.players) else { return };
    let language = look.language;
    if case.subject.origin.is_some() {
        look.saw(1);
        look.error(
            Place::field("origin"),
            say!(
                language,
                "the players' document says where it came from: with seed and spec anyone makes the whole map",
                "o documento dos jogadores diz de onde veio: com semente e especificação qualquer um faz o mapa todo"
            ),
        )
        .repair(say!(language, "take `origin` out", "retire `origin`"));
    }
    match (case.subject.document, against.map) {
        (DocumentRef::Plan(players), AnyMap::Plan(master)) => plan(players, master, look),
        (DocumentRef::Floor(players), AnyMap::Floor(master)) => floor(players, Some(master), look),
        (DocumentRef::Floor(players), AnyMap::Plan(_)) => floor(players, None, look),
        (DocumentRef::Level(players), AnyMap::LevelGraph(master)) => graph(players, Some(master), look),
        (DocumentRef::Board(_) | DocumentRef::World(_), AnyMap::Board(_) | AnyMap::World(_)) => {
            look.note(say!(language, "such maps hide nothing", "tais mapas não escondem nada"));
        }
        _ => {
            look.error(
                Place::whole(),
                say!(
                    language,
                    "the game master's map is of another kind",
                    "o mapa do mestre é de outro tipo"
                ),
            );
        }
    }
}

fn plan(players: &Plan, master: &Plan, look: &mut Look) {
    let language = look.language;
    let leak = |place: Place, there: bool, look: &mut Look| {
        look.saw(1);
        if there {
            let what = place.field.clone().unwrap_or_default();
            look.error(place, say!(language, "players can read `{what}`", "os jogadores podem ler `{what}`"))
                .repair(say!(language, "empty it", "esvazie-o"));
        }
    };
    leak(Place::field("story"), !players.story.is_empty(), look);
    leak(Place::field("front"), !players.front.is_empty(), look);
    leak(Place::field("keys"), !players.keys.is_empty(), look);
    leak(Place::field("wandering"), !players.wandering.is_empty(), look);
    for (n, level) in players.levels.iter().enumerate() {
        for room in &level.rooms {
            let contents = &room.contents;
            let place =
                |field: &str| Place { field: Some(field.to_owned()), ..Place::level(n).in_room(room.id) };
            let full = contents.enemies
                || contents.treasure
                || !contents.monsters.is_empty()
                || !contents.parcels.is_empty()
                || !contents.traps.is_empty()
                || !contents.furniture.is_empty();
            leak(place("contents"), full, look);
            leak(place("description"), !room.description.is_empty(), look);
            leak(place("kind"), !room.kind.is_empty(), look);
            leak(place("tags"), !room.tags.is_empty(), look);
            leak(place("pinned"), room.pinned, look);
        }
        for corridor in &level.corridors {
            let place = |field: &str| Place {
                field: Some(field.to_owned()),
                ..Place::level(n).in_corridor(corridor.id)
            };
            leak(place("traps"), !corridor.traps.is_empty(), look);
            leak(place("secret"), corridor.secret, look);
        }
    }
    if players.levels.len() != master.levels.len() {
        let (a, b) = (players.levels.len(), master.levels.len());
        look.error(
            Place::whole(),
            say!(
                language,
                "the players' map has {a} levels and the game master's {b}",
                "o mapa dos jogadores tem {a} níveis e o do mestre {b}"
            ),
        );
        return;
    }
    for (n, (shown, whole)) in players.levels.iter().zip(&master.levels).enumerate() {
        level(n, shown, whole, look);
    }
}

/// A border, from either side.
type Edge = (Point, Option<Direction>);

fn key(door: &Door) -> Edge {
    match door.place {
        DoorPlace::Cell { at, .. } => (at, None),
        DoorPlace::Edge { at, facing, .. } => {
            let other = at.step(facing);
            if other < at { (other, Some(facing.opposite())) } else { (at, Some(facing)) }
        }
    }
}

fn level(n: usize, shown: &Level, whole: &Level, look: &mut Look) {
    let language = look.language;
    let hidden_corridors: BTreeSet<u32> = whole.corridors.iter().filter(|c| c.secret).map(|c| c.id).collect();
    let hidden: BTreeSet<Point> =
        whole.corridors.iter().filter(|c| c.secret).flat_map(|c| c.cells.iter().copied()).collect();
    let doors: BTreeMap<Edge, &Door> = whole.doors.iter().map(|d| (key(d), d)).collect();
    for door in &shown.doors {
        look.saw(1);
        let at = door.place.at();
        let place = || Place::cell(n, at).at_door(door.id);
        match &door.kind {
            DoorKind::Secret => {
                look.error(
                    place(),
                    say!(
                        language,
                        "the door at {at} is shown as secret",
                        "a porta em {at} aparece como secreta"
                    ),
                );
            }
            DoorKind::Trapped { .. } => {
                look.error(
                    place(),
                    say!(
                        language,
                        "the door at {at} is shown with its trap",
                        "a porta em {at} aparece com sua armadilha"
                    ),
                );
            }
            DoorKind::Locked { key: Some(_) } => {
                look.error(
                    place(),
                    say!(language, "the door at {at} tells its key", "a porta em {at} revela sua chave"),
                );
            }
            _ => {}
        }
        let into_secret = |area: &Area| matches!(area, Area::Corridor(id) if hidden_corridors.contains(id));
        match doors.get(&key(door)) {
            None => {
                look.error(
                    place(),
                    say!(
                        language,
                        "the door at {at} is on no map of the game master",
                        "a porta em {at} não está em nenhum mapa do mestre"
                    ),
                );
            }
            Some(real) if real.kind == DoorKind::Secret => {
                look.error(
                    place(),
                    say!(language, "the secret door at {at} is shown", "a porta secreta em {at} aparece"),
                );
            }
            Some(real) if real.joins.iter().any(into_secret) => {
                look.error(
                    place(),
                    say!(
                        language,
                        "the door at {at} into a secret passage is shown",
                        "a porta em {at} para uma passagem secreta aparece"
                    ),
                );
            }
            Some(_) => {}
        }
    }
    let hide = |what: &str, at: Point, look: &mut Look| {
        look.saw(1);
        if hidden.contains(&at) {
            look.error(
                Place::cell(n, at),
                say!(
                    language,
                    "{what} at {at} shows a secret passage",
                    "{what} em {at} mostra uma passagem secreta"
                ),
            );
        }
    };
    let words = |english: &'static str, portuguese: &'static str| [english, portuguese][language.index()];
    shown
        .corridors
        .iter()
        .flat_map(|c| &c.cells)
        .for_each(|p| hide(words("a corridor", "um corredor"), *p, look));
    shown.stairs.iter().for_each(|s| hide(words("a flight of stairs", "uma escada"), s.at, look));
    shown.entrances.iter().for_each(|e| hide(words("an entrance", "uma entrada"), e.at, look));
    shown
        .features
        .iter()
        .flat_map(|f| &f.cells)
        .for_each(|p| hide(words("a feature", "um elemento"), *p, look));
    shown.things.iter().for_each(|t| hide(words("a thing", "uma coisa"), t.at, look));
    for thing in shown.things.iter().filter(|t| t.kind.is_hidden()) {
        let (name, at) = (thing.kind.name(language), thing.at);
        look.error(
            Place::cell(n, at),
            say!(
                language,
                "the {name} at {at} tells of a trap or a treasure",
                "{name} em {at} revela uma armadilha ou um tesouro"
            ),
        );
    }
    // A corridor names only rooms that a player can see it lead to.
    let secretly: BTreeSet<(u32, u32)> = joined(whole, |d| d.kind == DoorKind::Secret);
    let openly: BTreeSet<(u32, u32)> = joined(whole, |d| d.kind != DoorKind::Secret);
    let by_first_cell: BTreeMap<Point, u32> =
        whole.corridors.iter().filter_map(|c| Some((*c.cells.first()?, c.id))).collect();
    for corridor in &shown.corridors {
        let real = corridor.cells.first().and_then(|p| by_first_cell.get(p));
        for &room in &corridor.joins {
            let Some(&real) = real else { continue };
            if secretly.contains(&(real, room)) && !openly.contains(&(real, room)) {
                let number = u64::from(room) + 1;
                look.error(
                    Place::level(n).in_corridor(corridor.id),
                    say!(
                        language,
                        "a corridor says that it leads to room {number}, where only a secret door leads",
                        "um corredor diz levar à sala {number}, aonde só leva uma porta secreta"
                    ),
                );
            }
        }
    }
}

/// Corridors and rooms that a door of some kind joins.
fn joined(level: &Level, wanted: impl Fn(&Door) -> bool) -> BTreeSet<(u32, u32)> {
    let both = |d: &Door| match d.joins {
        [Area::Corridor(c), Area::Room(r)] | [Area::Room(r), Area::Corridor(c)] => Some((c, r)),
        _ => None,
    };
    level.doors.iter().filter(|d| wanted(d)).filter_map(both).collect()
}

fn floor(players: &Floor, master: Option<&Floor>, look: &mut Look) {
    let language = look.language;
    for thing in &players.things {
        look.saw(1);
        let at = thing.at;
        let told = match thing.kind {
            FloorThingKind::Enemy | FloorThingKind::Boss => Some(["an enemy", "um inimigo"]),
            FloorThingKind::Chest => Some(["treasure", "tesouro"]),
            FloorThingKind::Key(_) => Some(["a key", "uma chave"]),
            FloorThingKind::Trap => Some(["a trap", "uma armadilha"]),
            FloorThingKind::Exit => Some(["the exit", "a saída"]),
            FloorThingKind::StairsUp | FloorThingKind::StairsDown | FloorThingKind::Light => None,
        };
        if let Some(what) = told {
            let what = what[language.index()];
            look.error(
                Place::cell(0, at),
                say!(language, "{what} is shown at {at}", "aparece {what} em {at}"),
            );
        } else if !thing.name.is_empty() || thing.room.is_some() {
            look.error(
                Place::cell(0, at),
                say!(language, "the thing at {at} has a name or a room", "a coisa em {at} tem nome ou sala"),
            );
        }
    }
    for door in &players.doors {
        look.saw(1);
        let at = door.at;
        if matches!(
            door.kind,
            DoorKind::Secret | DoorKind::Trapped { .. } | DoorKind::Locked { key: Some(_) }
        ) {
            look.error(
                Place::cell(0, at),
                say!(language, "the door at {at} tells its secret", "a porta em {at} revela seu segredo"),
            );
        }
    }
    let secret = master.into_iter().flat_map(|f| &f.doors).filter(|d| d.kind == DoorKind::Secret);
    for door in secret {
        look.saw(1);
        let at = door.at;
        let shown = if door.on_edge {
            players.doors.iter().any(|d| d.on_edge && d.at == at)
        } else {
            players.ground.contains(at) && !players.blocks_step(at)
        };
        if shown {
            look.error(
                Place::cell(0, at),
                say!(
                    language,
                    "the secret door at {at} is open floor",
                    "a porta secreta em {at} é piso aberto"
                ),
            );
        }
    }
}

fn graph(players: &LevelGraph, master: Option<&LevelGraph>, look: &mut Look) {
    let language = look.language;
    if !players.grammar.is_empty() {
        look.error(Place::field("grammar"), say!(language, "the grammar is named", "a gramática é nomeada"));
    }
    for node in &players.nodes {
        look.saw(1);
        let told = !node.mark.is_empty()
            || !node.values.is_empty()
            || node.means.iter().any(|word| word != "start")
            || !["Room", "Passage"].contains(&node.kind.as_str());
        if told {
            let id = node.id;
            let place = Place { node: Some(id), ..Place::default() };
            look.error(place, say!(language, "node {id} tells what it is", "o nó {id} revela o que é"));
        }
    }
    for detail in &players.details {
        look.saw(1);
        let secret = |word: &String| !["arch", "barred", "portcullis"].contains(&word.as_str());
        if !detail.values.is_empty() || !detail.kind.is_empty() || detail.means.iter().any(secret) {
            let edge = detail.edge;
            let place = Place { edge: Some(edge), ..Place::default() };
            look.error(
                place,
                say!(language, "edge {edge} tells its secret", "a aresta {edge} revela seu segredo"),
            );
        }
    }
    let Some(master) = master else { return };
    // How many ways of each pair the players may see.
    let mut open: BTreeMap<[u32; 2], i64> = BTreeMap::new();
    let sorted = |[a, b]: [u32; 2]| if a <= b { [a, b] } else { [b, a] };
    for (number, edge) in master.edges.iter().enumerate() {
        let secret = master.detail(number).is_some_and(|d| d.means.iter().any(|w| w == "secret"));
        *open.entry(sorted(*edge)).or_default() += i64::from(!secret);
    }
    for (number, edge) in players.edges.iter().enumerate() {
        look.saw(1);
        let left = open.entry(sorted(*edge)).or_default();
        *left -= 1;
        if *left < 0 {
            let [a, b] = edge;
            let place = Place { edge: Some(number as u32), ..Place::default() };
            look.error(
                place,
                say!(
                    language,
                    "the secret way between {a} and {b} is shown",
                    "o caminho secreto entre {a} e {b} aparece"
                ),
            );
        }
    }
}
