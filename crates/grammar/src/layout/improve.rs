//! From the first drawing to a place: sweeps that take every node out and put it back, then a search
//! that takes out a few rooms at a time.
//!
//! Every state in between is a legal plan, so any budget gives a plan. Budgets are counts of moves.

use mapkiln_core::{Point, Seed, Stream, map_indexed};

use super::compact::compact;
use super::first::first_drawing;
use super::fold::folded;
use super::objects::{Objects, Task};
use super::place::{Limit, Placer};
use super::state::State;

/// How long to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Times that every node is taken out and put back.
    pub(super) sweeps: usize,
    /// Moves of the search after the sweeps, per node.
    pub(super) moves_per_node: usize,
    /// Beginnings from different nodes, of which the best counts.
    pub(super) roots: usize,
}

/// Fields reach this far in the first sweep, in later ones and in the search.
const FIRST_LIMITS: [Limit; 2] = [Limit { least: 14, most: 120 }, Limit { least: 400, most: 400 }];
const SWEEP_LIMITS: [Limit; 1] = [Limit { least: 14, most: 90 }];
const LONG_LIMITS: [Limit; 2] = [Limit { least: 14, most: 90 }, Limit { least: 44, most: 90 }];
const SEARCH_LIMITS: [Limit; 1] = [Limit { least: 14, most: 24 }];
/// Tries to mend each room that has not got its own size and shape.
const MENDING: usize = 16;
/// Further searches while the plan is not within its frame.
const FRAMING: usize = 12;
/// The temperature that the search begins with, in hundredths of the cost.
const HEAT: f64 = 300.0;
/// A leaf finds its place nearby or not at all.
const LEAF_LIMIT: Limit = Limit { least: 9, most: 9 };

/// Lays a task out; the best of several beginnings, each with a stream of its own, so that they can be made
/// on several threads. If the task has a frame, in the frame's cells.
pub(super) fn improve(task: &Task, budget: Budget, seed: &Seed, floor: usize) -> Objects {
    let roots = budget.roots.max(1);
    let beginnings = map_indexed(roots > 1, roots, |root| {
        let mut stream = seed.stream("beginning", (floor * roots + root) as u64);
        let turn = stream.below(8) as u8;
        let start = if root == 0 { centre(task) } else { stream.index(task.nodes.len()) };
        let mut improver = Improver::new(task, start);
        improver.sweeps(budget.sweeps, &mut stream);
        improver.turn(turn);
        let moves = budget.moves_per_node * task.nodes.len();
        improver.search(moves, &mut stream);
        improver.mend(&mut stream);
        for _ in 0..FRAMING {
            if improver.state.astray() == 0 {
                break;
            }
            improver.search(moves.max(200), &mut stream);
        }
        let cost = improver.state.cost();
        let mut objects = std::mem::take(&mut improver.state.objects);
        let bounds = objects.bounds().unwrap_or_default();
        let origin = improver.state.origin().unwrap_or(Point::new(bounds.x, bounds.y));
        objects.shift(Point::new(0, 0) - origin);
        (cost, objects)
    });
    let best = beginnings.into_iter().min_by_key(|(cost, _)| *cost);
    best.map(|(_, objects)| objects).unwrap_or_default()
}

struct Improver<'a> {
    state: State<'a>,
    placer: Placer,
    /// Nodes that are taken out for themselves; the others hang on one of them.
    core: Vec<bool>,
}

impl<'a> Improver<'a> {
    fn new(task: &'a Task, root: usize) -> Self {
        let state = State::new(task, first_drawing(task, root));
        debug_assert!(state.is_legal());
        let mut improver = Improver { state, placer: Placer::default(), core: core(task) };
        improver.compact(true);
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

    /// Turns the plan so that no side is favoured; if it has a frame, so that it fits best.
    fn turn(&mut self, turn: u8) {
        let task = self.state.task;
        let turns = if task.frame.is_some() { 8 } else { 1 };
        let mut best: Option<(i64, Option<Point>, Objects)> = None;
        for other in 0..turns {
            let Some(turned) = self.state.objects.turned(task, turn ^ other) else { continue };
            let placed = task.frame.as_ref().map(|frame| frame.origin(task, &turned));
            let cost = placed.map_or(0, |(cost, _)| cost);
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

    /// Puts nodes back, those with most placed neighbours first.
    fn put_back(&mut self, nodes: &[usize], limits: &[Limit], stream: &mut Stream) -> bool {
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
            let found = limits.iter().any(|&limit| self.placer.place(&mut self.state, node, limit, stream));
            if !found {
                return false;
            }
        }
        true
    }

    fn centre(&self, node: usize) -> Point {
        self.state.box_of(node).unwrap_or_default().centre()
    }

    /// Takes every node of the core out and puts it back, from one side to the other and back.
    fn sweeps(&mut self, sweeps: usize, stream: &mut Stream) {
        let nodes: Vec<usize> = (0..self.state.task.nodes.len()).filter(|&n| self.core[n]).collect();
        for sweep in 0..sweeps {
            let mut order = nodes.clone();
            let place = |n: &usize| {
                let p = self.centre(*n);
                if sweep % 2 == 0 { p.x } else { p.y }
            };
            order.sort_by_key(place);
            if sweep >= 2 {
                order.reverse();
            }
            for node in order {
                let before = self.state.cost();
                let set = self.with_trees(node);
                self.state.begin();
                self.take_out(&set);
                let limits: &[Limit] = if sweep == 0 { &FIRST_LIMITS } else { &SWEEP_LIMITS };
                let done = self.put_back(&set, limits, stream);
                if !done || (sweep > 0 && self.state.cost() > before) {
                    self.state.rollback();
                }
            }
            self.compact(true);
            // Again after the next one: a room that is still a wide bar cannot be folded.
            if sweep < 2 {
                self.fold();
            }
        }
    }

    /// Folds a ribbon into a block, if the plan stays legal.
    fn fold(&mut self) {
        let Some(folded) = folded(self.state.task, &self.state.objects) else { return };
        let old = std::mem::take(&mut self.state.objects);
        self.state.load(folded);
        if self.state.is_legal() {
            self.compact(true);
        } else {
            self.state.load(old);
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
            self.state.begin();
            let done = match chosen {
                Some((set, long)) => {
                    self.take_out(&set);
                    self.put_back(&set, if long { &LONG_LIMITS } else { &SEARCH_LIMITS }, stream)
                }
                None => self.reroute(stream),
            };
            let after = self.state.cost();
            let heat = HEAT * (1.0 - (number + 1) as f64 / moves as f64);
            let slack = (-heat * libm::log(1.0 - stream.unit())) as i64;
            if !done || after > cost + slack {
                self.state.rollback();
                continue;
            }
            cost = after;
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
                let done = self.put_back(&set, &LONG_LIMITS, stream);
                if !done || excess(self) >= before || self.state.astray() > astray {
                    self.state.rollback();
                }
            }
        }
    }

    /// The nodes of the next move, and whether they are at a long corridor; none to lay one edge anew.
    fn choose(&self, stream: &mut Stream) -> Option<(Vec<usize>, bool)> {
        let task = self.state.task;
        let count = task.nodes.len();
        let dice = stream.below(60);
        if dice < 6 {
            return None;
        }
        let mut any = stream.index(count);
        if self.state.astray() > 0 && stream.below(2) == 0 {
            let astray: Vec<usize> = (0..count).filter(|&n| self.state.is_astray(n)).collect();
            any = stream.pick(&astray).copied().unwrap_or(any);
            let dice = stream.below(3);
            return Some((self.with_others(self.leaves_with(any), 2 + dice as usize, stream), dice == 0));
        }
        let mut long = false;
        let set = if dice < 20 {
            self.leaves_with(self.at_rim(stream).unwrap_or(any))
        } else if dice < 45 {
            match self.at_long(stream) {
                Some(ends) => {
                    long = true;
                    let mut set = Vec::new();
                    for node in ends {
                        self.leaves_with(node).into_iter().for_each(|n| {
                            if !set.contains(&n) {
                                set.push(n);
                            }
                        });
                    }
                    set
                }
                None => self.leaves_with(any),
            }
        } else {
            self.leaves_with(any)
        };
        let more = stream.index(if long { 3 } else { 5 });
        Some((self.with_others(set, more, stream), long))
    }

    /// The nodes with a few more, near them in the graph or in space.
    fn with_others(&self, mut set: Vec<usize>, more: usize, stream: &mut Stream) -> Vec<usize> {
        let task = self.state.task;
        for _ in 0..more {
            let from = set[stream.index(set.len())];
            let around = &task.around[from];
            let next = if stream.below(3) < 2 {
                stream.pick(around).map(|(other, _)| *other)
            } else {
                self.beside(from, stream)
            };
            for node in next.into_iter().flat_map(|next| self.leaves_with(next)) {
                if !set.contains(&node) {
                    set.push(node);
                }
            }
            if set.len() >= 12 {
                break;
            }
        }
        set
    }

    /// A node with the leaves on it.
    fn leaves_with(&self, node: usize) -> Vec<usize> {
        let task = self.state.task;
        let mut set = vec![node];
        for &(other, _) in &task.around[node] {
            if task.around[other].len() == 1 && !set.contains(&other) {
                set.push(other);
            }
        }
        set
    }

    fn at_rim(&self, stream: &mut Stream) -> Option<usize> {
        let bounds = self.state.bounds();
        let touches = |n: &usize| {
            self.state.box_of(*n).is_some_and(|r| {
                r.x == bounds.x
                    || r.y == bounds.y
                    || r.right() == bounds.right()
                    || r.bottom() == bounds.bottom()
            })
        };
        let rim: Vec<usize> = (0..self.state.task.nodes.len()).filter(touches).collect();
        stream.pick(&rim).copied()
    }

    /// The ends of a long corridor, or a room that is too wide.
    fn at_long(&self, stream: &mut Stream) -> Option<Vec<usize>> {
        let task = self.state.task;
        let objects = &self.state.objects;
        let mut list: Vec<(Result<usize, usize>, u64)> = Vec::new();
        for (n, room) in objects.rooms.iter().enumerate() {
            let excess = room.map_or(0, |r| self.state.excess_of(n, r));
            if excess > 0 {
                list.push((Ok(n), 200 + excess as u64));
            }
        }
        for (n, net) in objects.nets.iter().enumerate() {
            if net.len() > 12 {
                list.push((Ok(n), (net.len() * net.len()) as u64));
            }
        }
        for (e, route) in objects.routes.iter().enumerate() {
            let long = route.as_ref().map_or(0, |r| r.cells.len());
            if long > 3 {
                list.push((Err(e), (long * long) as u64));
            }
        }
        let place = stream.weighted(list.iter().map(|(_, w)| *w))?;
        Some(match list[place].0 {
            Ok(node) => {
                // A passage with one or two of its rooms, so that it can take another way.
                let around = &task.around[node];
                let mut set = vec![node];
                for _ in 0..stream.index(3) {
                    set.extend(stream.pick(around).map(|(other, _)| *other).filter(|n| !set.contains(n)));
                }
                set
            }
            Err(edge) if stream.below(3) == 0 => vec![task.edges[edge][stream.index(2)]],
            Err(edge) => task.edges[edge].to_vec(),
        })
    }

    /// A node near another in space.
    fn beside(&self, node: usize, stream: &mut Stream) -> Option<usize> {
        let rect = self.state.box_of(node)?.grown(3);
        let near: Vec<usize> = (0..self.state.task.nodes.len())
            .filter(|&n| n != node && self.state.box_of(n).is_some_and(|r| r.overlaps(rect)))
            .collect();
        stream.pick(&near).copied()
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

/// Above this many nodes, any node is as good as the centre to begin at.
const MOST_FOR_CENTRE: usize = 3000;

/// The node from which the farthest is nearest.
fn centre(task: &Task) -> usize {
    if task.nodes.len() > MOST_FOR_CENTRE {
        return 0;
    }
    let far = |from: usize| {
        let mut steps = vec![usize::MAX; task.nodes.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        steps[from] = 0;
        let mut last = 0;
        while let Some(at) = queue.pop_front() {
            last = steps[at];
            for &(other, _) in &task.around[at] {
                if steps[other] == usize::MAX {
                    steps[other] = steps[at] + 1;
                    queue.push_back(other);
                }
            }
        }
        last
    };
    (0..task.nodes.len()).min_by_key(|&n| (far(n), n)).unwrap_or(0)
}

/// The nodes in cycles or between them; in a part without cycles, those that are no leaves.
fn core(task: &Task) -> Vec<bool> {
    let count = task.nodes.len();
    let mut degree: Vec<usize> = task.around.iter().map(Vec::len).collect();
    let mut inside = vec![true; count];
    let mut leaves: Vec<usize> = (0..count).filter(|&n| degree[n] <= 1).collect();
    while let Some(leaf) = leaves.pop() {
        if !std::mem::replace(&mut inside[leaf], false) {
            continue;
        }
        for &(other, _) in &task.around[leaf] {
            degree[other] = degree[other].saturating_sub(1);
            if inside[other] && degree[other] <= 1 {
                leaves.push(other);
            }
        }
    }
    // A part of which nothing is left is a tree.
    let mut seen = vec![false; count];
    for start in 0..count {
        if seen[start] {
            continue;
        }
        let mut part = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for &(other, _) in &task.around[at] {
                if !std::mem::replace(&mut seen[other], true) {
                    part.push(other);
                }
            }
        }
        if !part.iter().any(|&n| inside[n]) {
            for &n in &part {
                inside[n] = task.around[n].len() > 1;
            }
        }
    }
    inside
}
