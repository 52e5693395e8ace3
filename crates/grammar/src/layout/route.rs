//! Routes of edges: a door in a shared wall if there is one, else the shortest corridor.

use mapkiln_core::{Direction, Point};

use super::objects::{Exit, Gate, Route};
use super::state::State;

const FAR: u32 = u32::MAX;

/// Buffers that searches share.
#[derive(Default)]
pub(super) struct Router {
    /// Steps from the source, valid where `seen` holds this search's number.
    steps: Vec<u32>,
    seen: Vec<u32>,
    goal: Vec<u32>,
    number: u32,
    queue: Vec<u32>,
    pub(super) exits: Vec<Exit>,
    sources: Vec<Exit>,
}

impl Router {
    fn reset(&mut self, cells: usize) {
        if self.seen.len() < cells {
            self.seen.resize(cells, 0);
            self.goal.resize(cells, 0);
            self.steps.resize(cells, FAR);
        }
        self.number += 1;
        self.queue.clear();
    }

    /// Lays an edge between two nodes that are placed; false if there is no way within the limit.
    pub(super) fn lay(&mut self, state: &mut State<'_>, edge: usize, limit: u32) -> bool {
        let [a, b] = state.task.edges[edge];
        let passage = [a, b].map(|n| state.task.nodes[n].passage);
        match passage {
            [false, false] => self.shared_wall(state, edge, a, b) || self.corridor(state, edge, a, b, limit),
            [true, _] => self.route_from_net(state, edge, a, b, limit),
            [false, true] => self.route_from_net(state, edge, b, a, limit),
        }
    }

    /// A door in a wall that two rooms share: in the middle of it.
    fn shared_wall(&mut self, state: &mut State<'_>, edge: usize, a: usize, b: usize) -> bool {
        let (Some(room), Some(other)) = (state.objects.rooms[a], state.objects.rooms[b]) else {
            return false;
        };
        if !room.rect.grown(2).overlaps(other.rect) {
            return false;
        }
        state.exits(a, &mut self.exits);
        self.exits.retain(|exit| state.area_at(exit.cell()) == Some(b as u32));
        if other.form.is_some() {
            // A template says where its doors may be.
            let mut allowed = Vec::new();
            other.sites(&state.task.forms, |site| allowed.push((site.door, site.out.opposite())));
            self.exits.retain(|exit| allowed.contains(&(exit.door, exit.out)));
        }
        let Some(exit) = self.exits.get(self.exits.len() / 2).copied() else { return false };
        let gate = Gate { at: exit.door, facing: exit.out, areas: [a as u32, b as u32] };
        state.put_route(edge, Route { gates: vec![gate], cells: Vec::new() });
        true
    }

    /// Marks what lies behind a node's doors as the goal.
    fn mark_goal(&mut self, state: &State<'_>, node: usize) {
        state.exits(node, &mut self.exits);
        for exit in &self.exits {
            let cell = exit.cell();
            if state.inside(cell) {
                self.goal[state.index(cell)] = self.number;
            }
        }
    }

    /// A corridor of its own between two rooms.
    fn corridor(&mut self, state: &mut State<'_>, edge: usize, a: usize, b: usize, limit: u32) -> bool {
        self.reset((state.width * state.height) as usize);
        self.mark_goal(state, b);
        let mut sources = std::mem::take(&mut self.sources);
        state.exits(a, &mut sources);
        for exit in &sources {
            let cell = exit.cell();
            if state.is_clear(cell) {
                self.visit(state.index(cell), 1);
            }
        }
        let found = self.search(state, limit, None);
        let done = found.map(|end| {
            let cells = self.way_back(state, end);
            let first = cells[cells.len() - 1];
            let ahead = cells.len().checked_sub(2).map(|i| cells[i]);
            let start = door_to(&sources, first, ahead);
            let finish = door_to(&self.exits, end, cells.get(1).copied());
            (cells, start, finish)
        });
        self.sources = sources;
        let Some((cells, Some(start), Some(finish))) = done else { return false };
        let area = state.task.area_of_edge(edge);
        let gates = vec![
            Gate { at: start.door, facing: start.out, areas: [a as u32, area] },
            Gate { at: finish.door, facing: finish.out.opposite(), areas: [area, b as u32] },
        ];
        state.put_route(edge, Route { gates, cells });
        true
    }

    /// Grows a passage to a node's wall and puts a door there.
    fn route_from_net(
        &mut self,
        state: &mut State<'_>,
        edge: usize,
        net: usize,
        to: usize,
        limit: u32,
    ) -> bool {
        self.reset((state.width * state.height) as usize);
        self.mark_goal(state, to);
        let sources = std::mem::take(&mut state.objects.nets[net]);
        for &cell in &sources {
            self.visit(state.index(cell), 0);
        }
        state.objects.nets[net] = sources;
        let area = net as u32;
        let found = self.search(state, limit, Some(area));
        let Some(end) = found else { return false };
        let mut cells = self.way_back(state, end);
        cells.retain(|&p| state.area_at(p) != Some(area));
        let Some(exit) = door_to(&self.exits, end, cells.get(1).copied()) else { return false };
        state.grow_net(net, &cells);
        let gate = Gate { at: exit.door, facing: exit.out.opposite(), areas: [area, to as u32] };
        state.put_route(edge, Route { gates: vec![gate], cells: Vec::new() });
        true
    }

    /// Begins a passage that has no cells yet between two nodes: the shortest way from one to the nearest
    /// other. False if there is none.
    pub(super) fn begin_net(
        &mut self,
        state: &mut State<'_>,
        net: usize,
        from: (usize, usize),
        others: &[(usize, usize)],
        limit: u32,
    ) -> Option<usize> {
        let mut sources = std::mem::take(&mut self.sources);
        state.exits(from.0, &mut sources);
        let mut best: Option<(Vec<Point>, Exit, Exit, usize)> = None;
        self.reset((state.width * state.height) as usize);
        let mut goals = Vec::new();
        for (i, &(other, _)) in others.iter().enumerate() {
            self.mark_goal(state, other);
            goals.extend(self.exits.iter().map(|e| (i, *e)));
        }
        for exit in &sources {
            let cell = exit.cell();
            if state.is_clear(cell) {
                self.visit(state.index(cell), 1);
            }
        }
        if let Some(end) = self.search(state, limit, None) {
            let cells = self.way_back(state, end);
            let first = cells[cells.len() - 1];
            let ahead = cells.len().checked_sub(2).map(|i| cells[i]);
            let start = door_to(&sources, first, ahead);
            let which = goals.iter().find(|(_, e)| e.cell() == end).map(|(i, _)| *i);
            if let (Some(start), Some(i)) = (start, which) {
                let mine: Vec<Exit> = goals.iter().filter(|(j, _)| *j == i).map(|(_, e)| *e).collect();
                if let Some(finish) = door_to(&mine, end, cells.get(1).copied()) {
                    best = Some((cells, start, finish, i));
                }
            }
        }
        self.sources = sources;
        let (cells, start, finish, i) = best?;
        state.grow_net(net, &cells);
        let area = net as u32;
        for (exit, (node, edge)) in [(start, from), (finish, others[i])] {
            let gate = Gate { at: exit.door, facing: exit.out, areas: [node as u32, area] };
            state.put_route(edge, Route { gates: vec![gate], cells: Vec::new() });
        }
        Some(i)
    }

    #[inline]
    fn visit(&mut self, cell: usize, steps: u32) {
        if self.seen[cell] != self.number {
            self.seen[cell] = self.number;
            self.steps[cell] = steps;
            self.queue.push(cell as u32);
        }
    }

    /// Breadth first until a goal is met. `net` is the passage that grows, if one does: it may lie near
    /// the cells of its way.
    fn search(&mut self, state: &State<'_>, limit: u32, net: Option<u32>) -> Option<Point> {
        let width = state.width as usize;
        let near = state.near_grid();
        let point = |cell: usize| Point::new((cell % width) as i32, (cell / width) as i32);
        let mut head = 0;
        while let Some(&cell) = self.queue.get(head) {
            head += 1;
            let cell = cell as usize;
            let steps = self.steps[cell];
            if self.goal[cell] == self.number {
                return Some(point(cell));
            }
            if steps >= limit {
                return None;
            }
            for next in [cell - width, cell + 1, cell + width, cell - 1] {
                if self.seen[next] == self.number {
                    continue;
                }
                // Beyond its second step, a way that comes near its own passage could have begun there.
                let free = near[next] == 0
                    || (steps < 2
                        && net.is_some_and(|net| free_for_net(state, point(next), net, point(cell))));
                if free {
                    self.visit(next, steps + 1);
                }
            }
        }
        None
    }

    /// The cells from a goal back to the source, as straight as the steps allow.
    fn way_back(&self, state: &State<'_>, end: Point) -> Vec<Point> {
        let mut cells = vec![end];
        let mut at = end;
        let mut last: Option<Direction> = None;
        loop {
            let steps = self.steps[state.index(at)];
            let before = |d: &Direction| {
                let i = state.index(at.step(*d));
                self.seen[i] == self.number && self.steps[i] + 1 == steps
            };
            let Some(step) = last.into_iter().chain(Direction::ALL).find(before) else { return cells };
            last = Some(step);
            at = at.step(step);
            cells.push(at);
        }
    }
}

/// The door that leads to a cell; the one straight ahead of the next cell if there are several.
fn door_to(exits: &[Exit], cell: Point, next: Option<Point>) -> Option<Exit> {
    let straight = |e: &&Exit| next.is_some_and(|n| cell.step(e.out) == n);
    let mut all = exits.iter().filter(|e| e.cell() == cell);
    let first = all.clone().next()?;
    Some(*all.find(straight).unwrap_or(first))
}

/// May a passage grow to this cell? Nothing else is near, and it touches itself only where it comes from.
pub(super) fn free_for_net(state: &State<'_>, p: Point, net: u32, from: Point) -> bool {
    if !state.is_free(p) {
        return false;
    }
    if state.is_clear(p) {
        return true;
    }
    if p.around().into_iter().any(|q| state.area_at(q).is_some_and(|area| area != net)) {
        return false;
    }
    p.beside().into_iter().all(|q| state.area_at(q) != Some(net) || q == from)
}
