//! An automatic player that plays fairly.
//!
//! It knows what the player sees and has seen, and nothing else. It fights what is next to it, rests
//! when it can, takes what it finds, explores, opens what it can, searches for secret doors when nothing
//! else is left, and leaves last.

use std::collections::VecDeque;

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::floor::FloorThingKind;

use crate::doors::Need;
use crate::{Action, Game, Status};

/// Plays a game using only what the player has seen.
///
/// ```
/// use mapkiln_maps::floor::{Floor, Ground};
/// use mapkiln_play::{Game, GameRules, AutoPlayer, Status};
/// let mut game = Game::new(Floor::new(20, 20, Ground::open("room")), "auto", GameRules::default())?;
/// assert_eq!(AutoPlayer::new().play(&mut game, 1000), Status::Won);
/// # Ok::<(), mapkiln_play::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AutoPlayer {
    path: Vec<Point>,
    searched: Option<Grid<bool>>,
    /// Turns spent waiting for hunters since something was last gained, and the gains at that time.
    waited: u32,
    gained: (u32, usize),
    /// Leave as soon as possible instead of collecting everything?
    hurry: bool,
}

impl AutoPlayer {
    /// A player that takes everything it finds before it leaves.
    pub fn new() -> Self {
        AutoPlayer::default()
    }

    /// A player that leaves as soon as it knows the way.
    pub fn in_a_hurry() -> Self {
        AutoPlayer { hurry: true, ..AutoPlayer::default() }
    }

    /// Plays until the game ends, or for at most this many turns.
    pub fn play(&mut self, game: &mut Game, turns: u64) -> Status {
        let end = game.turn() + turns;
        while game.status() == Status::Playing && game.turn() < end {
            let action = self.next(game);
            game.act(action);
        }
        game.status()
    }

    /// Chooses the next action.
    pub fn next(&mut self, game: &Game) -> Action {
        let at = game.player().at;
        if let Some(way) = weakest_beside(game) {
            self.path.clear();
            return Action::Step(way);
        }
        let foe_near = game.foes().iter().any(|f| f.alive && game.seen().contains(f.at));
        if foe_near {
            self.path.clear();
        }
        let gained = (game.score() + game.player().keys.len() as u32, game.known().len());
        if gained != self.gained {
            self.gained = gained;
            self.waited = 0;
        }
        // Hunters come by themselves, waiting costs nothing, and in a doorway they come one by one.
        if game.is_hunted() && self.waited < 2 * game.rules().patience + 10 {
            self.waited += 1;
            return self.hold(game);
        }
        if !game.is_hunted() && game.player().health * 10 < game.rules().health * 9 {
            return Action::Wait;
        }
        if self.path.last().is_none_or(|&p| p.manhattan(at) != 1) {
            self.path = self.plan(game);
        }
        let Some(&to) = self.path.last() else { return self.search(game) };
        let Some(way) = Direction::ALL.into_iter().find(|&w| at.step(w) == to) else { return Action::Wait };
        // A door takes a turn or more; the step counts once the way is free.
        if game.door_between(at, way).is_none() {
            self.path.pop();
        }
        Action::Step(way)
    }

    /// Waits where few can attack at once: in a neighbouring cell with fewer open sides, if there is one.
    fn hold(&self, game: &Game) -> Action {
        let at = game.player().at;
        let sides = |p: Point| p.beside().into_iter().filter(|&q| game.walkable(q)).count();
        let better = Direction::ALL.into_iter().find(|&w| {
            let p = at.step(w);
            game.walkable(p)
                && game.foe_in(p).is_none()
                && game.door_between(at, w).is_none()
                && sides(p) < sides(at)
                && sides(at) > 2
        });
        better.map_or(Action::Wait, Action::Step)
    }

    /// The path to the nearest goal, next step last.
    fn plan(&mut self, game: &Game) -> Vec<Point> {
        let (hurry, stairs) = (self.hurry, !game.has_exit());
        let is_exit = |kind: FloorThingKind| {
            kind == FloorThingKind::Exit || stairs && kind == FloorThingKind::StairsDown
        };
        let known = |p: Point| game.known().contains(p) || !game.floor().ground.contains(p);
        // Doors that must be battered come after everything else, including a reachable exit.
        for batter in [false, true] {
            let mut exit = None;
            let found = walk(game, batter, |p| {
                if p == game.player().at {
                    return false;
                }
                let mut things = game.things().iter().filter(|t| t.at == p).map(|t| t.kind);
                if things.clone().any(is_exit) {
                    exit.get_or_insert(p);
                    return hurry;
                }
                things.any(|k| matches!(k, FloorThingKind::Chest | FloorThingKind::Key(_)))
                    || !p.beside().into_iter().all(known)
            });
            if let Some(goal) = found.goal.or(exit) {
                return found.path_to(goal);
            }
        }
        Vec::new()
    }

    /// Searches the nearest place that has not been searched.
    fn search(&mut self, game: &Game) -> Action {
        let at = game.player().at;
        let searched = self.searched.get_or_insert_with(|| game.floor().ground.map(|_| false));
        // A search covers the eight cells around; walls that have not been searched matter.
        let hides = |p: Point, searched: &Grid<bool>| {
            p.around().into_iter().any(|q| !game.walkable(q) && searched.get(q) == Some(&false))
        };
        if hides(at, searched) {
            for p in at.around().into_iter().chain([at]) {
                if let Some(cell) = searched.get_mut(p) {
                    *cell = true;
                }
            }
            return Action::Search;
        }
        let found = walk(game, true, |p| hides(p, searched));
        if let Some(goal) = found.goal {
            self.path = found.path_to(goal);
        } else {
            *searched = game.floor().ground.map(|_| false);
        }
        Action::Wait
    }
}

/// The direction of the weakest enemy next to the player.
fn weakest_beside(game: &Game) -> Option<Direction> {
    let at = game.player().at;
    Direction::ALL
        .into_iter()
        .filter(|&w| game.door_between(at, w).is_none())
        .filter_map(|w| Some((game.foe_in(at.step(w))?, w)))
        .min_by_key(|(foe, _)| (foe.boss, foe.health))
        .map(|(_, w)| w)
}

/// What can be reached over known cells.
struct Walk {
    from: Grid<Option<Point>>,
    goal: Option<Point>,
}

impl Walk {
    /// The cells from the goal back to the player's next step.
    fn path_to(&self, goal: Point) -> Vec<Point> {
        let mut path = vec![goal];
        let mut at = goal;
        while let Some(before) = self.from[at] {
            if before == at {
                break;
            }
            at = before;
            path.push(at);
        }
        path.pop(); // the player's own cell
        path
    }
}

/// A breadth-first search over known cells, until a cell is a goal.
fn walk(game: &Game, batter: bool, mut is_goal: impl FnMut(Point) -> bool) -> Walk {
    let start = game.player().at;
    let mut found = Walk { from: game.floor().ground.map(|_| None), goal: None };
    let traps: Vec<Point> =
        game.things().iter().filter(|t| t.kind == FloorThingKind::Trap).map(|t| t.at).collect();
    found.from[start] = Some(start);
    let mut queue = VecDeque::from([start]);
    let keys = |key: u32| !game.player().keys.contains(&key);
    while let Some(p) = queue.pop_front() {
        if is_goal(p) {
            found.goal = Some(p);
            break;
        }
        for way in Direction::ALL {
            let q = p.step(way);
            // Around enemies that are in the way, or through them if there is no other way.
            let standing = !batter && game.seen().contains(q) && game.foe_in(q).is_some();
            if !game.walkable(q) || !game.known().contains(q) || found.from[q].is_some() || standing {
                continue;
            }
            let passes = game.door_between(p, way).is_none_or(|i| {
                // With its key in hand, a door is as good as open.
                let exists = |key: u32| {
                    game.things().iter().any(|t| t.kind == FloorThingKind::Key(key)) && keys(key)
                        || !keys(key)
                };
                match game.doors()[i].need(p, exists) {
                    Need::Push => true,
                    Need::Key(key) => !keys(key),
                    Need::Batter => batter,
                    Need::Find => false,
                }
            });
            // Known traps are avoided, unless everything else was tried.
            let trap = !batter && traps.contains(&q);
            if passes && !trap {
                found.from[q] = Some(p);
                queue.push_back(q);
            }
        }
    }
    found
}
