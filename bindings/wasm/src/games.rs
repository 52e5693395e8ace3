//! The game: what the player knows after any moves, the automatic player, stored games.
//!
//! A game is named by how it starts and by its moves, like a document: the last one stays, so that a
//! turn more costs a turn. Answers hold only what the player has seen.

use mapkiln::carcere;
use mapkiln::floor::{Floor, FloorThingKind};
use mapkiln::play::{Action, AutoPlayer, CampaignPlace, DoorState, Error, Game, GameRules, Status, Tape};
use mapkiln_core::{Point, Seed};
use mapkiln_maps::plan::DoorKind;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cache::Cache;
use crate::document::Doc;
use crate::places::{floor_of, grounds};
use crate::{Failure, Reply};

/// The most moves of one game.
const MOST_MOVES: usize = 200_000;

/// How a game starts.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Start {
    /// A level of Carcere Exire.
    Campaign { campaign: CampaignPlace },
    /// A level of a map.
    Map {
        doc: Box<Doc>,
        #[serde(default)]
        level: usize,
        seed: String,
    },
    /// A stored game, before its first move.
    Tape { tape: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameWish {
    start: Start,
    /// All moves so far, a letter each.
    #[serde(default)]
    moves: String,
    /// For `solve`: the most turns.
    #[serde(default)]
    turns: u64,
    /// For `solve`: leave as soon as possible?
    #[serde(default)]
    hurry: bool,
}

/// The game played last.
#[derive(Default)]
pub(crate) struct Games(Option<(String, Game)>);

fn wrong(error: Error) -> Failure {
    Failure::wish(error.to_string())
}

impl Games {
    /// The game after the moves of a wish, and what happened since the last time.
    fn get(&mut self, wish: &GameWish, maps: &mut Cache) -> Result<(&mut Game, Vec<Value>), Failure> {
        if wish.moves.len() > MOST_MOVES {
            return Err(Failure::wish(format!("a game has at most {MOST_MOVES} moves")));
        }
        let key = key_of(&wish.start);
        let letters: Vec<Action> = actions(&wish.moves)?;
        let known = self.0.as_ref().is_some_and(|(k, game)| *k == key && letters.starts_with(game.moves()));
        if !known {
            self.0 = Some((key, begin(&wish.start, maps)?));
        }
        let Some((_, game)) = &mut self.0 else { return Err(Failure::wish("there is no game")) };
        let mut events = Vec::new();
        for &action in &letters[game.moves().len()..] {
            // Keys that were pressed after the end do nothing.
            if game.status() != Status::Playing {
                break;
            }
            events.extend(game.act(action).iter().map(|e| json!({ "event": e, "text": e.to_string() })));
        }
        Ok((game, events))
    }

    /// What the player knows.
    pub(crate) fn play(&mut self, wish: &GameWish, maps: &mut Cache) -> Result<Reply, Failure> {
        let (game, events) = self.get(wish, maps)?;
        let json = known(game, &events);
        Ok(Reply { json: json.to_string(), bytes: cells(game) })
    }

    /// The moves of the automatic player from here to the end.
    pub(crate) fn solve(&mut self, wish: &GameWish, maps: &mut Cache) -> Result<Value, Failure> {
        let (game, _) = self.get(wish, maps)?;
        let mut game = game.clone();
        let from = game.moves().len();
        let mut player = if wish.hurry { AutoPlayer::in_a_hurry() } else { AutoPlayer::new() };
        let status = player.play(&mut game, wish.turns.min(MOST_MOVES as u64));
        let moves: String = game.moves()[from..].iter().map(|m| m.letter()).collect();
        Ok(json!({ "moves": moves, "status": status, "score": game.score() }))
    }

    /// The game as a file, the same that the command stores.
    pub(crate) fn tape(&mut self, wish: &GameWish, maps: &mut Cache) -> Result<Value, Failure> {
        let stored = match &wish.start {
            Start::Tape { tape } => Some(Tape::from_json(tape).map_err(wrong)?),
            _ => None,
        };
        let (game, _) = self.get(wish, maps)?;
        let mut tape = Tape::of(game);
        if let Some(stored) = stored {
            (tape.title, tape.campaign) = (stored.title, stored.campaign);
        }
        if let Start::Campaign { campaign } = &wish.start {
            tape.campaign = Some(campaign.clone());
        }
        let tape = tape.sealed();
        Ok(json!({ "end": tape.end, "text": tape.to_json() + "\n" }))
    }
}

/// Checks a stored game, and says how it starts: a level of the campaign by its seed, any other as it is.
pub(crate) fn untape(text: &str) -> Result<Value, Failure> {
    let tape = Tape::from_json(text).map_err(wrong)?;
    let game = tape.play().map_err(wrong)?;
    let same = tape.campaign.as_ref().is_some_and(|place| {
        let level = carcere::level(&place.seed, place.level);
        level.is_ok_and(|floor| floor == tape.floor)
            && carcere::rules(place.level) == tape.rules
            && tape.seed == place.seed
    });
    let start = match &tape.campaign {
        Some(place) if same => json!({ "campaign": place }),
        _ => json!({ "tape": text }),
    };
    Ok(
        json!({ "start": start, "moves": tape.moves, "status": game.status(), "title": tape.title, "end": tape.end }),
    )
}

fn actions(letters: &str) -> Result<Vec<Action>, Failure> {
    let read = |(i, letter)| Action::from_letter(letter).ok_or(wrong(Error::Move { place: i + 1, letter }));
    letters.chars().enumerate().map(read).collect()
}

fn key_of(start: &Start) -> String {
    match start {
        Start::Campaign { campaign } => format!("c\u{0}{}\u{0}{}", campaign.seed, campaign.level),
        Start::Map { doc, level, seed } => {
            format!("m\u{0}{level}\u{0}{seed}\u{0}{}\u{0}{}", doc.base_key(), doc.edits_key())
        }
        Start::Tape { tape } => format!("t\u{0}{tape}"),
    }
}

fn begin(start: &Start, maps: &mut Cache) -> Result<Game, Failure> {
    match start {
        Start::Campaign { campaign } => {
            let floor = carcere::level(&campaign.seed, campaign.level)?;
            Game::new(floor, campaign.seed.clone(), carcere::rules(campaign.level)).map_err(wrong)
        }
        Start::Map { doc, level, seed } => {
            let kept = maps.get(doc, &mut |_| {})?;
            let floor = floor_of(&kept, *level, &doc.seed)?;
            Game::new(floor, Seed::from(seed.as_str()), GameRules::default()).map_err(wrong)
        }
        Start::Tape { tape } => Tape::from_json(tape).map_err(wrong)?.begin().map_err(wrong),
    }
}

/// What the player knows, apart from the cells.
fn known(game: &Game, events: &[Value]) -> Value {
    let player = game.player();
    let floor = game.floor();
    let foes: Vec<Value> = game
        .foes()
        .iter()
        .enumerate()
        .filter(|(_, f)| f.alive && game.seen().contains(f.at))
        .map(|(id, f)| {
            let mood = json!(f.mood);
            json!({ "id": id, "at": f.at, "name": f.name, "boss": f.boss, "health": f.health, "idle": mood == "idle" })
        })
        .collect();
    let things: Vec<Value> = game
        .things()
        .iter()
        .filter(|t| {
            game.known().contains(t.at) && (t.kind != FloorThingKind::Trap || game.seen().contains(t.at))
        })
        .map(|t| json!({ "at": t.at, "kind": t.kind, "name": t.name }))
        .collect();
    let doors: Vec<Value> =
        game.doors().iter().filter(|d| d.found && game.known().contains(d.at)).map(door).collect();
    let keys: Vec<Value> = player
        .keys
        .iter()
        .map(|&id| {
            let thing = floor.things.iter().find(|t| t.kind == FloorThingKind::Key(id));
            json!({ "id": id, "name": thing.map_or("", |t| t.name.as_str()) })
        })
        .collect();
    json!({
        "width": floor.ground.width(),
        "height": floor.ground.height(),
        "grounds": grounds(&floor.palette),
        "status": game.status(),
        "at": player.at,
        "health": player.health,
        "most": game.rules().health,
        "keys": keys,
        "beaten": player.beaten,
        "chests": player.chests,
        "score": game.score(),
        "turn": game.turn(),
        "hunted": game.is_hunted(),
        "boss": game.boss().map(|b| json!({ "name": b.name, "health": b.health })).filter(|_| boss_met(game)),
        "foes": foes,
        "things": things,
        "doors": doors,
        "events": events,
        "levels": carcere::LEVELS,
        "seed": game.seed(),
    })
}

/// Has the player seen a body of the boss by now? Its health is no secret then.
fn boss_met(game: &Game) -> bool {
    game.foes().iter().any(|f| f.boss && game.seen().contains(f.at))
}

fn door(door: &DoorState) -> Value {
    let key = match door.kind {
        DoorKind::Locked { key } => key,
        _ => None,
    };
    // A trap on a door is not seen; a secret door that was found is a door.
    let kind = match door.kind {
        DoorKind::Trapped { .. } | DoorKind::Secret => "door",
        ref other => other.name(),
    };
    json!({ "at": door.at, "facing": door.facing, "edge": door.on_edge, "kind": kind, "open": door.open, "key": key })
}

/// Three bytes a cell, each for all cells: the ground and one (0 for unknown), the height, whether it is seen.
fn cells(game: &Game) -> Vec<u8> {
    let floor = game.floor();
    let points = || floor.ground.bounds().cells();
    let ground = |p: Point| if game.known().contains(p) { ground_of(game, floor, p) } else { 0 };
    let height =
        |p: Point| if game.known().contains(p) { floor.height_at(p).clamp(-128, 127) as i8 as u8 } else { 0 };
    let seen = |p: Point| u8::from(game.seen().contains(p));
    points().map(ground).chain(points().map(height)).chain(points().map(seen)).collect()
}

/// The ground of a known cell and one; a secret door that was not found looks like wall.
fn ground_of(game: &Game, floor: &Floor, p: Point) -> u8 {
    let hidden = game.door_in(p).is_some_and(|d| !d.found);
    let wall = floor.palette.iter().position(|g| g.name == "wall").filter(|_| hidden);
    let index = wall.unwrap_or_else(|| floor.ground.get(p).map_or(0, |&g| usize::from(g)));
    u8::try_from(index + 1).unwrap_or(1)
}
