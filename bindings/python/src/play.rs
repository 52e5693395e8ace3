//! Games side by side, for learning: one call plays a turn of all of them.

use mapkiln::floor::FloorThingKind;
use mapkiln::plan::DoorKind;
use mapkiln::play::{Action, Game, GameRules, Status, Tape};
use mapkiln::sight::CellSet;
use mapkiln::{AnyMaker, AnyMap, AnySpec, Direction, Point, Run};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::{guarded, of_maker, wrong_argument};
use crate::map::Map;

/// What a cell of the view tells, one byte each; the order is part of the environment's contract.
const LAYERS: usize = 8;
const KNOWN: usize = 0;
const SEEN: usize = 1;
const WALL: usize = 2;
const DOOR: usize = 3;
const ENEMY: usize = 4;
const KEY: usize = 5;
const CHEST: usize = 6;
const EXIT: usize = 7;

/// Numbers in the bag: keys, chests, enemies beaten.
const BAG: usize = 3;
/// Numbers of the status: health, is somebody hunting, turns used; each from 0 to 1.
const STATUS: usize = 3;

/// What a game gives in a turn, in this order: won, what is new, chests, enemies beaten, health lost.
const SHAPES: [f64; 4] = [0.001, 0.1, 0.1, -0.01];

/// The action of a game that has just begun.
const NOTHING: i64 = -1;

/// Games of levels of one spec.
#[pyclass(module = "mapkiln._mapkiln")]
pub(crate) struct Games {
    maker: AnyMaker,
    games: Vec<Option<Game>>,
    view: usize,
    limit: u64,
    full: bool,
    shaped: bool,
}

/// What is written of each game after a turn.
struct Slot<'a> {
    view: &'a mut [u8],
    bag: &'a mut [u16],
    status: &'a mut [f32],
    mask: &'a mut [i8],
    reward: &'a mut f64,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

#[pymethods]
impl Games {
    /// `spec` is that of a maker of dungeons or levels laid out in space, as JSON.
    #[new]
    fn new(spec: &str, count: usize, view: usize, limit: u64, full: bool, shaped: bool) -> PyResult<Games> {
        if view.is_multiple_of(2) || !(3..=101).contains(&view) {
            return Err(wrong_argument(format!("view is {view}; write an odd number from 3 to 101")));
        }
        if limit == 0 {
            return Err(wrong_argument("the step limit is 0; write at least 1".to_owned()));
        }
        if !(1..=100_000).contains(&count) {
            return Err(wrong_argument(format!("there are {count} games; write 1 to 100000")));
        }
        guarded("starting games", || {
            let spec = AnySpec::from_json(spec).map_err(|e| of_maker(&e))?;
            if spec.map_kind() != "plan" {
                return Err(wrong_argument(format!("a {} cannot be played; a plan can", spec.map_kind())));
            }
            let maker = spec.into_maker().map_err(|e| of_maker(&e))?;
            let games = (0..count).map(|_| None).collect();
            Ok(Games { maker, games, view, limit, full, shaped })
        })
    }

    /// Starts a game on a given map.
    fn begin_on(&mut self, py: Python<'_>, number: usize, seed: &str, level: &Map) -> PyResult<()> {
        guarded(
            || format!("a game with the seed {seed:?} on a given map"),
            || {
                let place = self.place(number)?;
                *place = Some(py.detach(|| start(level.map().clone(), seed))?);
                Ok(())
            },
        )
    }

    /// Starts games on the levels of seeds, on all cores.
    fn begin(&mut self, py: Python<'_>, starts: Vec<(usize, String)>) -> PyResult<()> {
        let named: Vec<&str> = starts.iter().take(100).map(|(_, seed)| seed.as_str()).collect();
        guarded(
            || format!("games with the seeds {named:?}"),
            || {
                let maker = &self.maker;
                let one = |seed: &str| {
                    let made = maker.make(&mut Run::new(seed)).map_err(|e| of_maker(&e))?;
                    start(made.map, seed)
                };
                let games: Vec<PyResult<Game>> = py.detach(|| match starts.as_slice() {
                    [(_, seed)] => vec![one(seed)],
                    several => several.par_iter().map(|(_, seed)| one(seed)).collect(),
                });
                for ((number, _), game) in starts.iter().zip(games) {
                    *self.place(*number)? = Some(game?);
                }
                Ok(())
            },
        )
    }

    /// Writes what every game shows now; arrays have one row per game, without gaps.
    #[allow(clippy::too_many_arguments)]
    fn look<'py>(
        &mut self,
        py: Python<'py>,
        view: PyReadwriteArray1<'py, u8>,
        bag: PyReadwriteArray1<'py, u16>,
        status: PyReadwriteArray1<'py, f32>,
        mask: PyReadwriteArray1<'py, i8>,
        reward: PyReadwriteArray1<'py, f64>,
        terminated: PyReadwriteArray1<'py, bool>,
        truncated: PyReadwriteArray1<'py, bool>,
    ) -> PyResult<()> {
        self.turn(py, None, view, bag, status, mask, reward, terminated, truncated)
    }

    /// Plays an action in every game, and writes what they show then. Those of `starts` begin on the
    /// level of their seed instead.
    #[allow(clippy::too_many_arguments)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        starts: Vec<(usize, String)>,
        view: PyReadwriteArray1<'py, u8>,
        bag: PyReadwriteArray1<'py, u16>,
        status: PyReadwriteArray1<'py, f32>,
        mask: PyReadwriteArray1<'py, i8>,
        reward: PyReadwriteArray1<'py, f64>,
        terminated: PyReadwriteArray1<'py, bool>,
        truncated: PyReadwriteArray1<'py, bool>,
    ) -> PyResult<()> {
        let mut actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if let Some(wrong) = actions.iter().find(|a| !(0..Action::ALL.len() as i64).contains(*a)) {
            return Err(wrong_argument(format!("there is no action {wrong}; actions are 0 to 5")));
        }
        if !starts.is_empty() {
            for (number, _) in &starts {
                if let Some(action) = actions.get_mut(*number) {
                    *action = NOTHING;
                }
            }
            self.begin(py, starts)?;
        }
        self.turn(py, Some(actions), view, bag, status, mask, reward, terminated, truncated)
    }

    /// The game so far as a tape, which `mapkiln play --replay` shows and checks.
    fn tape(&self, number: usize) -> PyResult<Option<String>> {
        guarded("a tape", || {
            Ok(self.games.get(number).and_then(Option::as_ref).map(|game| Tape::of(game).to_json()))
        })
    }

    /// What distinguishes the state of a game from any other.
    fn fingerprint(&self, number: usize) -> Option<String> {
        self.games.get(number).and_then(Option::as_ref).map(Game::fingerprint)
    }

    /// The known part of a game as lines of characters.
    fn text(&self, number: usize) -> PyResult<Option<String>> {
        guarded("drawing a game", || {
            Ok(self.games.get(number).and_then(Option::as_ref).map(|game| text(game, self.full)))
        })
    }

    #[classattr]
    fn layers() -> usize {
        LAYERS
    }
}

impl Games {
    fn place(&mut self, number: usize) -> PyResult<&mut Option<Game>> {
        let games = self.games.len();
        let place = self.games.get_mut(number);
        place.ok_or_else(|| wrong_argument(format!("there is no game {number} of {games}")))
    }

    #[allow(clippy::too_many_arguments)]
    fn turn(
        &mut self,
        py: Python<'_>,
        actions: Option<Vec<i64>>,
        mut view: PyReadwriteArray1<'_, u8>,
        mut bag: PyReadwriteArray1<'_, u16>,
        mut status: PyReadwriteArray1<'_, f32>,
        mut mask: PyReadwriteArray1<'_, i8>,
        mut reward: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let count = self.games.len();
        let (view, bag, status) = (view.as_slice_mut()?, bag.as_slice_mut()?, status.as_slice_mut()?);
        let (mask, reward) = (mask.as_slice_mut()?, reward.as_slice_mut()?);
        let (terminated, truncated) = (terminated.as_slice_mut()?, truncated.as_slice_mut()?);
        let cells = self.view * self.view * LAYERS;
        let sizes = [
            (view.len(), cells),
            (bag.len(), BAG),
            (status.len(), STATUS),
            (mask.len(), Action::ALL.len()),
            (reward.len(), 1),
            (terminated.len(), 1),
            (truncated.len(), 1),
        ];
        let fits = sizes.iter().all(|(found, each)| *found == each * count);
        if !fits || actions.as_ref().is_some_and(|a| a.len() != count) {
            return Err(wrong_argument(format!("the arrays are not those of {count} games")));
        }
        let mut slots: Vec<Slot<'_>> = view
            .chunks_mut(cells)
            .zip(bag.chunks_mut(BAG))
            .zip(status.chunks_mut(STATUS))
            .zip(mask.chunks_mut(Action::ALL.len()))
            .zip(reward)
            .zip(terminated)
            .zip(truncated)
            .map(|((((((view, bag), status), mask), reward), terminated), truncated)| Slot {
                view,
                bag,
                status,
                mask,
                reward,
                terminated,
                truncated,
            })
            .collect();
        let (side, limit, full, shaped) = (self.view, self.limit, self.full, self.shaped);
        let games = &mut self.games;
        guarded("a turn", || {
            py.detach(|| {
                let one = |(number, (game, slot)): (usize, (&mut Option<Game>, &mut Slot<'_>))| {
                    let Some(game) = game else { return };
                    let action = actions.as_ref().and_then(|a| usize::try_from(a[number]).ok());
                    *slot.reward = action.map_or(0.0, |action| play(game, Action::ALL[action], shaped));
                    *slot.terminated = game.status() != Status::Playing;
                    *slot.truncated = !*slot.terminated && game.turn() >= limit;
                    show(game, slot, side, limit, full);
                };
                if count < 8 {
                    games.iter_mut().zip(&mut slots).enumerate().for_each(one);
                } else {
                    games.par_iter_mut().zip(&mut slots).enumerate().with_min_len(4).for_each(one);
                }
            });
            Ok(())
        })
    }
}

/// A new game on the first floor of a map.
fn start(map: AnyMap, seed: &str) -> PyResult<Game> {
    let floor = match map {
        AnyMap::Plan(plan) => plan.floor(0),
        AnyMap::Floor(floor) => Some(floor),
        _ => None,
    };
    let floor = floor.ok_or_else(|| wrong_argument("this map has no floor to play on".to_owned()))?;
    Game::new(floor, seed, GameRules::default()).map_err(|e| wrong_argument(e.to_string()))
}

/// Plays a turn and says what it is worth.
fn play(game: &mut Game, action: Action, shaped: bool) -> f64 {
    let worth = |game: &Game| {
        let player = game.player();
        [
            game.known().len() as f64,
            f64::from(player.chests),
            f64::from(player.beaten),
            -f64::from(player.health),
        ]
    };
    let before = shaped.then(|| worth(game));
    game.act(action);
    let won = if game.status() == Status::Won { 1.0 } else { 0.0 };
    let Some(before) = before else { return won };
    let after = worth(game);
    won + (0..4).map(|i| SHAPES[i] * (after[i] - before[i]).max(0.0)).sum::<f64>()
}

/// Writes what the player sees and remembers, and never more; `full` writes all.
fn show(game: &Game, slot: &mut Slot<'_>, side: usize, limit: u64, full: bool) {
    let player = game.player();
    let half = (side / 2) as i32;
    let corner = Point::new(player.at.x - half, player.at.y - half);
    let at = |p: Point| {
        let (x, y) = (p.x - corner.x, p.y - corner.y);
        let inside = (0..side as i32).contains(&x) && (0..side as i32).contains(&y);
        inside.then(|| (y as usize * side + x as usize) * LAYERS)
    };
    let known: &CellSet = game.known();
    let knows = |p: Point| full || known.contains(p);
    let sees = |p: Point| full || game.seen().contains(p);
    slot.view.fill(0);
    let size = game.floor().ground.bounds();
    for y in 0..side as i32 {
        for x in 0..side as i32 {
            let p = Point::new(corner.x + x, corner.y + y);
            if !size.contains(p) || !knows(p) {
                continue;
            }
            let place = (y as usize * side + x as usize) * LAYERS;
            slot.view[place + KNOWN] = 1;
            slot.view[place + SEEN] = u8::from(sees(p));
            slot.view[place + WALL] = u8::from(!game.walkable(p));
        }
    }
    for door in game.doors().iter().filter(|door| door.found || full) {
        if let Some(place) = at(door.at).filter(|_| knows(door.at)) {
            let locked = matches!(door.kind, DoorKind::Locked { .. });
            slot.view[place + DOOR] = if !door.shut() {
                1
            } else if locked {
                3
            } else {
                2
            };
        }
    }
    for foe in game.foes().iter().filter(|foe| foe.alive) {
        if let Some(place) = at(foe.at).filter(|_| sees(foe.at)) {
            slot.view[place + ENEMY] = 1 + u8::from(foe.boss);
        }
    }
    for thing in game.things() {
        let layer = match thing.kind {
            FloorThingKind::Key(_) => KEY,
            FloorThingKind::Chest => CHEST,
            FloorThingKind::Exit | FloorThingKind::StairsDown => EXIT,
            _ => continue,
        };
        if let Some(place) = at(thing.at).filter(|_| knows(thing.at)) {
            slot.view[place + layer] = 1;
        }
    }
    let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    slot.bag[0] = small(player.keys.len());
    slot.bag[1] = small(player.chests as usize);
    slot.bag[2] = small(player.beaten as usize);
    slot.status[0] = (player.health as f32 / game.rules().health.max(1) as f32).min(1.0);
    slot.status[1] = f32::from(u8::from(game.is_hunted()));
    slot.status[2] = (game.turn() as f32 / limit as f32).min(1.0);
    for (allowed, action) in slot.mask.iter_mut().zip(Action::ALL) {
        *allowed = match action {
            Action::Step(way) => i8::from(game.walkable(player.at.step(way)) || beyond(game, player.at, way)),
            _ => 1,
        };
    }
}

/// Is there an enemy to hit, in a cell that cannot be entered otherwise?
fn beyond(game: &Game, from: Point, way: Direction) -> bool {
    game.foe_in(from.step(way)).is_some_and(|foe| foe.alive)
}

/// The game as characters, as rows of characters are read.
fn text(game: &Game, full: bool) -> String {
    let size = game.floor().ground.bounds();
    let mut rows = Vec::new();
    for y in 0..size.height {
        let row: String = (0..size.width)
            .map(|x| {
                let p = Point::new(x, y);
                if p == game.player().at {
                    return '@';
                }
                if !full && !game.known().contains(p) {
                    return ' ';
                }
                let sees = full || game.seen().contains(p);
                if let Some(foe) = game.foe_in(p).filter(|foe| foe.alive && sees) {
                    return if foe.boss { 'B' } else { 'e' };
                }
                if let Some(door) = game.door_in(p).filter(|door| door.found && door.shut()) {
                    return if matches!(door.kind, DoorKind::Locked { .. }) { '=' } else { '+' };
                }
                let thing = game.things().iter().find(|thing| thing.at == p).map(|thing| thing.kind);
                match thing {
                    Some(FloorThingKind::Chest) => '$',
                    Some(FloorThingKind::Key(_)) => '?',
                    Some(FloorThingKind::Exit | FloorThingKind::StairsDown) => '>',
                    _ if game.walkable(p) => '.',
                    _ => '#',
                }
            })
            .collect();
        rows.push(row.trim_end().to_owned());
    }
    rows.join("\n")
}
