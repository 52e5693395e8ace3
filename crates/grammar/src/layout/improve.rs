//! From the first drawing to a place: sweeps that take every node out and put it back, then a search
//! that takes out a few rooms at a time.
//!
//! Every state in between is a legal plan, so any budget gives a plan. Budgets are counts of moves.

use std::ops::Range;

use mapkiln_core::{Point, Seed, Stream, map_indexed};
use mapkiln_maps::plan::RoomShape;

use super::centre::{centre, core};
use super::compact::compact;
use super::first::first_drawing;
use super::fold::folded;
use super::objects::{Objects, Task};
use super::outer::{Corner, outer_corner};
use super::place::{Limit, Placer};
use super::state::State;

/// How long to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Times that every node is taken out and put back.
    pub(super) sweeps: usize,
    /// Moves of the search after the sweeps.
    pub(super) moves: usize,
    /// Beginnings with different faces outside, of which the best after a few sweeps goes on.
    pub(super) tries: usize,
    /// Times that all this is done, of which the best counts.
    pub(super) roots: usize,
}

/// Sweeps after which beginnings are compared.
const EARLY: usize = 3;
/// Fields reach this far in the first sweep, in later ones and in the search.
const FIRST_LIMITS: [Limit; 2] = [Limit { least: 14, most: 120 }, Limit { least: 200, most: 200 }];
const SWEEP_LIMITS: [Limit; 1] = [Limit { least: 14, most: 90 }];
const LONG_LIMITS: [Limit; 2] = [Limit { least: 14, most: 90 }, Limit { least: 44, most: 90 }];
const SEARCH_LIMITS: [Limit; 1] = [Limit { least: 14, most: 24 }];
/// Tries to mend each room that has not got its own size and shape.
const MENDING: usize = 16;
/// Further searches of a small plan in which a room has still not got them.
const REMENDING: usize = 4;
/// The fewest nodes of a task that is folded before its first sweep; for a smaller one, sweeps do as well.
const LARGE: usize = 300;
/// Corridors longer than this are laid anew; after a fold in this many rounds.
const LONG: usize = 24;
const ROUNDS: usize = 3;
/// Further searches while the plan is not within its frame.
const FRAMING: usize = 12;
/// The most further beginnings for a footprint or fixed rooms, and how many are tried together.
const WISHED: usize = 24;
const TOGETHER: usize = 4;
/// The temperature that the search begins with, in hundredths of the cost.
const HEAT: f64 = 300.0;
/// A leaf finds its place nearby or not at all.
const LEAF_LIMIT: Limit = Limit { least: 9, most: 9 };

/// Lays a task out; the best of several beginnings, each with a stream of its own, so that they can be made
/// on several threads. If the task has a frame, in the frame's cells.
pub(super) fn improve(task: &Task, budget: Budget, seed: &Seed, floor: usize) -> Objects {
    let roots = budget.roots.max(1);
    let mut best: Option<Beginning> = None;
    let mut batch = 0..roots;
    // What somebody wished for is looked for from more nodes.
    let wished = task.frame.as_ref().is_some_and(|frame| frame.is_wished() && frame.has_space(task));
    let most = if wished { roots + WISHED } else { roots };
    while !batch.is_empty() {
        let first = batch.start;
        let found =
            map_indexed(batch.len() > 1, batch.len(), |i| begin(task, budget, seed, floor, first + i));
        best = best.into_iter().chain(found).min_by_key(|b| (b.astray, b.cost));
        let end = if best.as_ref().is_some_and(|b| b.astray > 0) { most } else { 0 };
        batch = batch.end..end.min(batch.end + TOGETHER);
    }
    best.map(|b| b.objects).unwrap_or_default()
}

/// A plan, and how good it is.
struct Beginning {
    /// How far everything is out of the frame.
    astray: i64,
    cost: i64,
    objects: Objects,
}

/// One beginning, improved.
fn begin(task: &Task, budget: Budget, seed: &Seed, floor: usize, number: usize) -> Beginning {
    // Numbers of further beginnings do not meet those of the other floors.
    let roots = budget.roots.max(1);
    let place = if number < roots { floor * roots + number } else { 1000 * (floor + 1) + number };
    let mut stream = seed.stream("beginning", place as u64);
    let turn = stream.below(8) as u8;
    // Which beginning is best shows after a few sweeps; only that one is worth the rest.
    let tries = if number < roots { budget.tries.max(1) } else { 1 };
    let early = if tries > 1 { EARLY.min(budget.sweeps) } else { budget.sweeps };
    let mut start = |place: usize| {
        let mut improver = Improver::new(task, corner(task, place, &mut stream));
        improver.sweeps(0..early, &mut stream);
        improver
    };
    let mut improver = start(number * tries);
    for place in number * tries + 1..(number + 1) * tries {
        let other = start(place);
        if other.state.cost() < improver.state.cost() {
            improver = other;
        }
    }
    improver.sweeps(early..budget.sweeps, &mut stream);
    improver.turn(turn);
    improver.search(budget.moves, &mut stream);
    improver.mend(&mut stream);
    // A rectangle may be a little too wide, and any cave is one; what somebody drew is to be seen.
    let drawn = task.forms.iter().any(|form| form.shape != RoomShape::Cave);
    for _ in 0..if tries > 1 && drawn { REMENDING } else { 0 } {
        if improver.state.excess() == 0 {
            break;
        }
        improver.search(budget.moves, &mut stream);
        improver.mend(&mut stream);
    }
    let has_space = task.frame.as_ref().is_none_or(|frame| frame.has_space(task));
    for _ in 0..if has_space { FRAMING } else { 0 } {
        if improver.state.astray() == 0 {
            break;
        }
        improver.search(budget.moves.max(200), &mut stream);
    }
    let (astray, cost) = (improver.state.astray(), improver.state.cost());
    let mut objects = std::mem::take(&mut improver.state.objects);
    let bounds = objects.bounds().unwrap_or_default();
    let origin = improver.state.origin().unwrap_or(Point::new(bounds.x, bounds.y));
    objects.shift(Point::new(0, 0) - origin);
    Beginning { astray, cost, objects }
}

/// Where to begin: the first times with a long face outside, then anywhere.
fn corner(task: &Task, number: usize, stream: &mut Stream) -> Corner {
    outer_corner(task, number).unwrap_or_else(|| {
        let node = if number == 0 { centre(task) } else { stream.index(task.nodes.len()) };
        Corner { node, before: stream.index(task.around.get(node).map_or(1, |ring| ring.len().max(1))) }
    })
}

pub(super) struct Improver<'a> {
    pub(super) state: State<'a>,
    placer: Placer,
    /// Nodes that are taken out for themselves; the others hang on one of them.
    core: Vec<bool>,
}

impl<'a> Improver<'a> {
    fn new(task: &'a Task, root: Corner) -> Self {
        let state = State::new(task, first_drawing(task, root));
        debug_assert!(state.is_legal());
        let mut improver = Improver { state, placer: Placer::default(), core: core(task) };
        improver.compact(true);
        if task.nodes.len() >= LARGE {
            improver.fold();
        }
        improver
    }

    /// Squeezes both ways, if the plan stays legal and, unless `always`, gets no worse.
    fn compact(&mut self, always: bool) {
        let task = self.state.task;
        for along_y in [false, true] {
            let before = self.state.cost();
            let Some(squeezed) = compact(task, &self.state.objects, along_y) else { continue };
            let old = std::mem::take(&mut self.state.objects);
            let origin = self.state.origin();
            let place = task.frame.as_ref().filter(|_| origin.is_some());
            self.state.put_frame(place.map(|frame| frame.origin(task, &squeezed).1), squeezed);
            if !self.state.is_legal() || (!always && self.state.cost() > before) {
                self.state.put_frame(origin, old);
            }
        }
    }

    /// Turns the plan so that no side is favoured; if it has a frame, so that it fits best, and of several
    /// turns that fit the one that lies best above the other floors.
    fn turn(&mut self, turn: u8) {
        let task = self.state.task;
        let turns = if task.frame.is_some() { 8 } else { 1 };
        let mut best: Option<((i64, i64), Option<Point>, Objects)> = None;
        for other in 0..turns {
            let Some(turned) = self.state.objects.turned(task, turn ^ other) else { continue };
            let placed = task.frame.as_ref().map(|frame| {
                let (cost, origin) = frame.origin(task, &turned);
                ((cost, frame.overhang(&turned, origin)), origin)
            });
            let cost = placed.map_or((0, 0), |(cost, _)| cost);
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, placed.map(|(_, origin)| origin), turned));
            }
        }
        if let Some((_, origin, objects)) = best {
            self.state.put_frame(origin, objects);
        }
    }

    /// A node and the trees that hang on it.
    fn with_trees(&self, node: usize) -> Vec<usize> {
        let mut all = vec![node];
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            next += 1;
            for &(other, _) in &self.state.task.around[at] {
                if !self.core[other] && !all.contains(&other) {
                    all.push(other);
                }
            }
        }
        all
    }

    fn take_out(&mut self, nodes: &[usize]) {
        for &node in nodes {
            for &(_, edge) in &self.state.task.around[node] {
                self.state.take_route(edge);
            }
        }
        for &node in nodes {
            self.state.take_room(node);
            self.state.clear_net(node);
        }
    }

    /// Puts nodes back, those with most placed neighbours first; gives up when the plan costs more than `most`.
    fn put_back(&mut self, nodes: &[usize], limits: &[Limit], most: i64, stream: &mut Stream) -> bool {
        let far = limits[0].most > SEARCH_LIMITS[0].most;
        let mut left: Vec<usize> = nodes.to_vec();
        while !left.is_empty() {
            let task = self.state.task;
            let rank = |n: &usize| {
                let placed = task.around[*n].iter().filter(|(o, _)| self.state.is_placed(*o)).count();
                (placed, task.around[*n].len())
            };
            let Some((place, _)) = left.iter().enumerate().rev().max_by_key(|(_, n)| rank(n)) else { break };
            let node = left.remove(place);
            let leaf = task.around[node].len() <= 1;
            let limits = if leaf && !far { &[LEAF_LIMIT] } else { limits };
            let found =
                limits.iter().any(|&limit| self.placer.place(&mut self.state, node, limit, most, stream));
            // What is there only costs more with what is to come.
            if !found || self.state.cost() > most {
                return false;
            }
        }
        true
    }

    fn centre(&self, node: usize) -> Point {
        self.state.box_of(node).unwrap_or_default().centre()
    }

    /// Takes every node of the core out and puts it back, from one side to the other and back.
    fn sweeps(&mut self, sweeps: Range<usize>, stream: &mut Stream) {
        let nodes: Vec<usize> = (0..self.state.task.nodes.len()).filter(|&n| self.core[n]).collect();
        for sweep in sweeps {
            let mut order = nodes.clone();
            let place = |n: &usize| {
                let p = self.centre(*n);
                if sweep % 2 == 0 { p.x } else { p.y }
            };
            order.sort_by_key(place);
            if sweep % 4 >= 2 {
                order.reverse();
            }
            for node in order {
                let before = self.state.cost();
                let set = self.with_trees(node);
                self.state.begin();
                self.take_out(&set);
                // In a large plan another sweep finds more than looking far does.
                let far = if nodes.len() < LARGE { 2 } else { 1 };
                let limits: &[Limit] = if sweep == 0 { &FIRST_LIMITS[..far] } else { &SWEEP_LIMITS };
                let most = if sweep == 0 { i64::MAX } else { before };
                if !self.put_back(&set, limits, most, stream) {
                    self.state.rollback();
                }
            }
            self.compact(true);
            self.shorten(1);
            // What is folded now has longer corridors, so only what is still a ribbon.
            let bounds = self.state.bounds();
            let (long, short) = (bounds.width.max(bounds.height), bounds.width.min(bounds.height));
            if sweep < 2 && 2 * long > 5 * short {
                self.fold();
            }
        }
    }

    /// Folds a ribbon into a block, if the plan stays legal. Corridors of a large one may become so long by it
    /// that sweeps do not shorten them again; it stays a ribbon.
    fn fold(&mut self) {
        let Some(folded) = folded(self.state.task, &self.state.objects) else { return };
        let before = self.state.cost();
        let old = self.state.objects.clone();
        self.state.load(folded);
        if self.state.is_legal() {
            self.shorten(ROUNDS);
            self.compact(true);
            if self.state.task.nodes.len() < LARGE || self.state.cost() <= before + before / 2 {
                return;
            }
        }
        self.state.load(old);
    }

    /// Lays the edges of long corridors anew, the longest first, while that makes them shorter. After a fold
    /// they go round every bend, though little is left between their ends.
    fn shorten(&mut self, rounds: usize) {
        let task = self.state.task;
        for _ in 0..rounds {
            let before = self.state.cost();
            let objects = &self.state.objects;
            let length = |e: usize| {
                let own = objects.routes[e].as_ref().map_or(0, |r| r.cells.len());
                task.edges[e].iter().map(|&n| objects.nets[n].len()).fold(own, usize::max)
            };
            let mut long: Vec<(usize, usize)> =
                (0..task.edges.len()).map(|e| (length(e), e)).filter(|(cells, _)| *cells > LONG).collect();
            long.sort_unstable_by_key(|&(cells, e)| (std::cmp::Reverse(cells), e));
            for (_, edge) in long {
                let before = self.state.cost();
                self.state.begin();
                let gone = self.state.corridor_cells();
                self.state.take_route(edge);
                let gone = gone - self.state.corridor_cells();
                let laid = gone > 3 && self.placer.router.lay(&mut self.state, edge, gone as u32);
                if !laid || self.state.cost() >= before {
                    self.state.rollback();
                }
            }
            if self.state.cost() >= before {
                break;
            }
        }
    }

    /// Takes a few nodes out at a time and puts them back; worse plans are taken less and less often.
    fn search(&mut self, moves: usize, stream: &mut Stream) {
        // Squeezing a large plan takes long, and few moves change little of it.
        let between = (self.state.task.nodes.len() / 2).max(50);
        let mut cost = self.state.cost();
        let mut best: Option<(i64, Option<Point>, Objects)> = None;
        for number in 0..moves {
            let chosen = self.choose(stream);
            let heat = HEAT * (1.0 - (number + 1) as f64 / moves as f64);
            let most = cost + (-heat * libm::log(1.0 - stream.unit())) as i64;
            self.state.begin();
            let done = match chosen {
                Some((set, long)) => {
                    self.take_out(&set);
                    let limits: &[Limit] = if long { &LONG_LIMITS } else { &SEARCH_LIMITS };
                    self.put_back(&set, limits, most, stream)
                }
                None => self.reroute(stream) && self.state.cost() <= most,
            };
            if !done {
                self.state.rollback();
                continue;
            }
            cost = self.state.cost();
            // While it is hot, the best is soon left behind again.
            if 2 * number > moves && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, self.state.origin(), self.state.objects.clone()));
            }
            if number % between == between - 1 {
                self.compact(false);
                cost = self.state.cost();
            }
        }
        if let Some((least, origin, objects)) = best
            && least < self.state.cost()
        {
            self.state.put_frame(origin, objects);
        }
        self.compact(false);
    }

    /// Gives rooms that are still too wide or of the wrong shape their own, whatever it costs.
    fn mend(&mut self, stream: &mut Stream) {
        let task = self.state.task;
        for node in 0..task.nodes.len() {
            for round in 0..MENDING {
                let excess = |improver: &Self| {
                    improver.state.objects.rooms[node].map_or(0, |room| improver.state.excess_of(node, room))
                };
                let before = excess(self);
                if before == 0 {
                    break;
                }
                let mut set = self.leaves_with(node);
                // More and more of its neighbours make place.
                for _ in 0..round / 3 {
                    let from = set[stream.index(set.len())];
                    if let Some(&(next, _)) = stream.pick(&task.around[from])
                        && !set.contains(&next)
                    {
                        set.push(next);
                    }
                }
                let astray = self.state.astray();
                self.state.begin();
                self.take_out(&set);
                let done = self.put_back(&set, &LONG_LIMITS, i64::MAX, stream);
                if !done || excess(self) >= before || self.state.astray() > astray {
                    self.state.rollback();
                }
            }
        }
    }

    /// Lays one edge anew, a long one rather.
    fn reroute(&mut self, stream: &mut Stream) -> bool {
        let routes = &self.state.objects.routes;
        let weights = routes.iter().map(|r| r.as_ref().map_or(0, |r| r.cells.len() as u64));
        let Some(edge) = stream.weighted(weights) else { return false };
        self.state.take_route(edge);
        self.placer.router.lay(&mut self.state, edge, 60)
    }
}
