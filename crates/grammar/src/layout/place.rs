//! The best place for a node, given what is placed already.
//!
//! For each neighbour that is placed, a field says how long a corridor from it would be to every cell
//! nearby. A position of the room costs the sum of these lengths at its walls, and what it adds to the
//! bounding box; a shared wall costs nothing. The best few positions are tried in earnest.

use mapkiln_core::{Point, Rect, Stream};
use mapkiln_maps::plan::RoomShape;

use super::field::Field;
use super::objects::{BoxOption, Exit, Gate, Placed, Route, union};
use super::route::{Router, free_for_net};
use super::state::{State, weighed};
use super::walls::{gap, meet, shared_wall, touches};

/// Not reached, and not to be entered.
const FAR: i16 = i16::MAX;
const WALL: i16 = FAR - 1;
/// No position: more than any cost.
const NEVER: i32 = i32::MAX / 4;
/// Positions that are tried in earnest.
const TRIES: usize = 4;

/// Buffers that all searches share.
#[derive(Default)]
pub(super) struct Placer {
    pub(super) router: Router,
    fields: Vec<Field>,
    /// Where the fields may spread; larger than the window of positions.
    frame: Rect,
    /// The cells that positions are judged by.
    look: Rect,
    queue: Vec<u32>,
    /// Taken cells above and left of each position, as an integral image.
    sums: Vec<u32>,
    /// Costs of the positions in a row, and of one neighbour's part in them.
    row: Vec<i32>,
    part: Vec<i32>,
}

/// How far fields reach, in cells of corridor: more where neighbours are far apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) least: u16,
    pub(super) most: u16,
}

/// A neighbour that is placed.
#[derive(Clone, Copy)]
struct Link {
    node: usize,
    edge: usize,
    /// Its neighbours that are still to come.
    waits: i32,
}

#[derive(Clone, Copy)]
struct Candidate {
    cost: i64,
    option: BoxOption,
    at: Point,
}

impl Placer {
    /// Puts a node down and lays its edges to neighbours that are placed, for a plan that costs no more than
    /// `most`; if it fails, nothing has changed.
    pub(super) fn place(
        &mut self,
        state: &mut State<'_>,
        node: usize,
        limit: Limit,
        most: i64,
        stream: &mut Stream,
    ) -> bool {
        let links: Vec<Link> = state.task.around[node]
            .iter()
            .filter(|(other, _)| state.is_placed(*other))
            .map(|&(other, edge)| {
                let waits =
                    state.task.around[other].iter().filter(|(n, _)| *n != node && !state.is_placed(*n));
                Link { node: other, edge, waits: waits.count() as i32 }
            })
            .collect();
        // Corridors longer than this would cost too much: no need to look farther.
        let affordable = most.saturating_sub(state.cost()) / i64::from(state.task.weights.corridors.max(1));
        if affordable < 0 {
            return false;
        }
        let reach = i64::from(reach(state, &links, limit));
        let longest = (2 * reach + 10).min(affordable) as u32;
        if state.task.nodes[node].passage {
            return self.place_net(state, node, &links, longest, stream);
        }
        let mut best: Vec<Candidate> = Vec::with_capacity(TRIES + 1);
        self.candidates(state, node, &links, reach.min(affordable) as u16, stream, &mut best);
        best.iter().any(|candidate| self.attempt(state, node, candidate, &links, longest))
    }

    /// Puts the room down and lays its edges; if one fails, it is laid first the next time.
    fn attempt(
        &mut self,
        state: &mut State<'_>,
        node: usize,
        candidate: &Candidate,
        links: &[Link],
        longest: u32,
    ) -> bool {
        let BoxOption { width, height, form } = candidate.option;
        let rect = Rect::new(candidate.at.x, candidate.at.y, width, height);
        state.put_room(node, Placed { rect, form });
        let mut order: Vec<Link> = links.to_vec();
        order.sort_by_key(|link| state.box_of(link.node).map(|b| gap(b, rect)));
        if self.lay_all(state, &mut order, longest) {
            return true;
        }
        state.take_room(node);
        false
    }

    fn lay_all(&mut self, state: &mut State<'_>, order: &mut [Link], limit: u32) -> bool {
        for _ in 0..3 {
            let failed = order.iter().position(|link| !self.router.lay(state, link.edge, limit));
            let Some(failed) = failed else { return true };
            for link in &order[..failed] {
                state.take_route(link.edge);
            }
            if failed == 0 {
                return false;
            }
            order[..=failed].rotate_right(1);
        }
        false
    }

    fn candidates(
        &mut self,
        state: &State<'_>,
        node: usize,
        links: &[Link],
        limit: u16,
        stream: &mut Stream,
        best: &mut Vec<Candidate>,
    ) {
        let options = &state.task.nodes[node].options;
        let side = options.iter().map(|o| o.width.max(o.height)).max().unwrap_or(1);
        let reach = i32::from(limit) + side + 2;
        let grid = Rect::new(3, 3, state.width - 6, state.height - 6);
        let bounds = state.bounds();
        let mut window = if links.is_empty() { meet(grid, bounds.grown(side + 4)) } else { grid };
        for link in links {
            let Some(rect) = state.box_of(link.node) else { return };
            window = meet(window, rect.grown(reach));
        }
        if window.width <= 0 || window.height <= 0 {
            return;
        }
        while self.fields.len() < links.len() {
            self.fields.push(Field::default());
        }
        // Beyond the positions, a corridor may make a detour; and a room's walls are looked up there.
        self.frame = window.grown((6 + i32::from(limit) / 2).max(side + 3));
        for (i, link) in links.iter().enumerate() {
            self.spread(state, i, link.node, limit);
            // Only where a corridor can end, or a wall be shared, there is anything to judge.
            let room = state.objects.rooms[link.node].map(|room| room.rect);
            let near = self.fields[i].reached.into_iter().chain(room).reduce(union);
            window = meet(window, near.unwrap_or_default().grown(side + 1));
        }
        // A cave has eight turns, and which one it is matters little: two of them at a time.
        let caves = options.len() > 4 && options.iter().all(|o| is_cave(state, o));
        let first = if caves { stream.index(options.len()) } else { 0 };
        let second = if caves { stream.index(options.len()) } else { 0 };
        if window.width <= 0 || window.height <= 0 {
            return;
        }
        self.sum(state, window);
        self.look = window.grown(2);
        self.fields[..links.len()].iter_mut().for_each(|field| field.crop(self.look, WALL));
        for (number, option) in options.iter().enumerate() {
            if caves && number != first && number != second {
                continue;
            }
            let (w, h) = (option.width, option.height);
            if w > window.width || h > window.height {
                continue;
            }
            // The same field serves options of the same size; forms look at single cells.
            let known = options[..number].iter().any(|o| (o.width, o.height) == (w, h));
            if !known && option.form.is_none() {
                for field in &mut self.fields[..links.len()] {
                    field.slide(self.look.width as usize, w as usize, h as usize);
                }
            }
            self.scan(state, node, *option, links, window, bounds, stream, best);
        }
    }

    /// Fills a field: the cells of a corridor from a node's doors, breadth first.
    fn spread(&mut self, state: &State<'_>, number: usize, node: usize, limit: u16) {
        let field = &mut self.fields[number];
        let from = state.box_of(node).unwrap_or_default();
        // It does not get farther, so there is no need to look.
        let frame = meet(self.frame, from.grown(i32::from(limit) + 2));
        field.clear(frame, WALL);
        let wide = frame.width.max(0) as usize;
        let inner = meet(frame.grown(-1), Rect::new(2, 2, state.width - 4, state.height - 4));
        if inner.width <= 0 || inner.height <= 0 {
            return;
        }
        let grid = state.near_grid();
        for y in inner.y..inner.bottom() {
            let from = state.index(Point::new(inner.x, y));
            let to = (y - frame.y) as usize * wide + (inner.x - frame.x) as usize;
            let count = inner.width as usize;
            for (step, near) in field.steps[to..to + count].iter_mut().zip(&grid[from..from + count]) {
                *step = if *near == 0 { FAR } else { WALL };
            }
        }
        self.queue.clear();
        let slot = |p: Point| (p.y - frame.y) as usize * wide + (p.x - frame.x) as usize;
        let passage = state.task.nodes[node].passage;
        if passage {
            for &p in &state.objects.nets[node] {
                if inner.contains(p) {
                    field.steps[slot(p)] = 0;
                    self.queue.push(slot(p) as u32);
                }
            }
            // The first step away from a passage is beside it, where others may not go.
            for i in 0..self.queue.len() {
                let cell = self.queue[i] as usize;
                let at = Point::new(frame.x + (cell % wide) as i32, frame.y + (cell / wide) as i32);
                for next in at.beside() {
                    if inner.contains(next)
                        && field.steps[slot(next)] == WALL
                        && free_for_net(state, next, node as u32, at)
                    {
                        field.steps[slot(next)] = 1;
                        self.queue.push(slot(next) as u32);
                        let ahead = next + (next - at);
                        // And the second is diagonal to it.
                        if inner.contains(ahead)
                            && field.steps[slot(ahead)] == WALL
                            && free_for_net(state, ahead, node as u32, next)
                        {
                            field.steps[slot(ahead)] = FAR;
                        }
                    }
                }
            }
        } else {
            state.exits(node, &mut self.router.exits);
            for exit in &self.router.exits {
                let p = exit.cell();
                if inner.contains(p) && field.steps[slot(p)] == FAR {
                    field.steps[slot(p)] = 1;
                    self.queue.push(slot(p) as u32);
                }
            }
        }
        let mut head = 0;
        let steps = &mut field.steps;
        while let Some(&cell) = self.queue.get(head) {
            head += 1;
            let cell = cell as usize;
            let next = steps[cell] + 1;
            if next > limit as i16 {
                break;
            }
            for beside in [cell - wide, cell + 1, cell + wide, cell - 1] {
                if steps[beside] == FAR {
                    steps[beside] = next;
                    self.queue.push(beside as u32);
                }
            }
        }
        field.reach(&self.queue);
    }

    /// The integral image of what is taken, over the window.
    fn sum(&mut self, state: &State<'_>, window: Rect) {
        let (wide, high) = (window.width as usize + 1, window.height as usize + 1);
        self.sums.clear();
        self.sums.resize(wide * high, 0);
        let grid = state.near_grid();
        for y in 1..high {
            let start = state.index(Point::new(window.x, window.y + y as i32 - 1));
            let (above, here) = self.sums.split_at_mut(y * wide);
            let above = &above[(y - 1) * wide + 1..];
            let mut line = 0;
            for ((sum, above), near) in here[1..wide].iter_mut().zip(above).zip(&grid[start..]) {
                line += u32::from(*near != 0);
                *sum = *above + line;
            }
        }
    }

    fn taken(&self, window: Rect, rect: Rect) -> bool {
        let wide = window.width as usize + 1;
        let (x, y) = ((rect.x - window.x) as usize, (rect.y - window.y) as usize);
        let (right, bottom) = (x + rect.width as usize, y + rect.height as usize);
        let at = |x: usize, y: usize| self.sums[y * wide + x];
        at(right, bottom) + at(x, y) != at(right, y) + at(x, bottom)
    }

    #[allow(clippy::too_many_arguments)]
    fn scan(
        &mut self,
        state: &State<'_>,
        node: usize,
        option: BoxOption,
        links: &[Link],
        window: Rect,
        bounds: Rect,
        stream: &mut Stream,
        best: &mut Vec<Candidate>,
    ) {
        let (w, h) = (option.width, option.height);
        let rooms: Vec<Option<Placed>> = links.iter().map(|l| state.objects.rooms[l.node]).collect();
        let centre = bounds.centre();
        let compactness = i64::from(state.task.weights.compactness);
        let old = weighed(bounds.width, bounds.height);
        let count = (window.width - w + 1) as usize;
        for y in window.y..=window.bottom() - h {
            if !self.free_row(state, option, window, y, count) {
                continue;
            }
            for (i, link) in links.iter().enumerate() {
                self.part_of_row(state, option, window, y, i, link, rooms[i]);
                for (sum, part) in self.row.iter_mut().zip(&self.part) {
                    *sum = (*sum + *part).min(NEVER);
                }
            }
            for (i, &links_cost) in self.row.iter().enumerate() {
                let worst = best.last().filter(|_| best.len() >= TRIES).map_or(i64::from(NEVER), |c| c.cost);
                if i64::from(links_cost) >= worst {
                    continue;
                }
                let x = window.x + i as i32;
                let (left, top) = (bounds.x.min(x), bounds.y.min(y));
                let (right, bottom) = (bounds.right().max(x + w), bounds.bottom().max(y + h));
                let grown = weighed(right - left, bottom - top) - old;
                let away = Rect::new(x, y, w, h).centre().manhattan(centre);
                let mut cost = i64::from(links_cost) + grown * compactness / 10 + i64::from(away) / 2;
                if cost >= worst {
                    continue;
                }
                if let (Some(frame), Some(origin)) = (&state.task.frame, state.origin()) {
                    cost += 40 * frame.guess(node, Rect::new(x, y, w, h), origin);
                }
                cost += stream.below(12) as i64;
                if cost >= worst {
                    continue;
                }
                let place = best.partition_point(|c| c.cost <= cost);
                best.insert(place, Candidate { cost, option, at: Point::new(x, y) });
                best.truncate(TRIES);
            }
        }
    }

    /// Begins a row: 0 where the room fits, and whether it fits anywhere.
    fn free_row(&mut self, state: &State<'_>, option: BoxOption, window: Rect, y: i32, count: usize) -> bool {
        self.row.clear();
        let wide = window.width as usize + 1;
        if let Some(form) = option.form {
            let form = &state.task.forms[form as usize];
            for i in 0..count as i32 {
                let at = |p: &Rect| Rect::new(p.x + window.x + i, p.y + y, p.width, p.height);
                let fits = !form.parts.iter().any(|p| self.taken(window, at(p)));
                self.row.push(if fits { 0 } else { NEVER });
            }
        } else {
            let top = (y - window.y) as usize * wide;
            let bottom = top + option.height as usize * wide;
            let w = option.width as usize;
            let (above, below) = (&self.sums[top..top + wide], &self.sums[bottom..bottom + wide]);
            let sums = above.iter().zip(&above[w..]).zip(below.iter().zip(&below[w..]));
            let free = sums.take(count).map(|((a, b), (c, d))| if d + a == b + c { 0 } else { NEVER });
            self.row.extend(free);
        }
        self.row.contains(&0)
    }

    /// What one neighbour adds to the costs of a row.
    #[allow(clippy::too_many_arguments)]
    fn part_of_row(
        &mut self,
        state: &State<'_>,
        option: BoxOption,
        window: Rect,
        y: i32,
        number: usize,
        link: &Link,
        room: Option<Placed>,
    ) {
        let (w, h) = (option.width, option.height);
        let field = &self.fields[number];
        let (wide, count) = (self.look.width as usize, self.row.len());
        let line = |y: i32, x: i32| (y - self.look.y) as usize * wide + (x - self.look.x) as usize;
        self.part.clear();
        let cost = |steps: i16| {
            let steps = i32::from(steps);
            if steps >= i32::from(WALL) { NEVER } else { 10 * steps + 4 + 20 * (steps - 14).max(0) }
        };
        if let Some(form) = option.form {
            let form = &state.task.forms[form as usize];
            for i in 0..count as i32 {
                let x = window.x + i;
                if self.row[i as usize] >= NEVER {
                    self.part.push(0);
                    continue;
                }
                let placed = Placed { rect: Rect::new(x, y, w, h), form: option.form };
                if room.is_some() && touches(state, placed, link.node) {
                    self.part.push(15 * link.waits);
                    continue;
                }
                let step = |site: &Exit| field.near[line(y + site.cell().y, x + site.cell().x)];
                self.part.push(cost(form.sites.iter().map(step).min().unwrap_or(FAR)));
            }
            return;
        }
        let north = &field.across[line(y - 2, window.x)..][..count];
        let south = &field.across[line(y + h + 1, window.x)..][..count];
        let west = &field.down[line(y, window.x - 2)..][..count];
        let east = &field.down[line(y, window.x + w + 1)..][..count];
        let sides = north.iter().zip(south).zip(west.iter().zip(east));
        self.part.extend(sides.map(|((a, b), (c, d))| cost((*a).min(*b).min((*c).min(*d)))));
        let Some(room) = room else { return };
        // Where it would share a wall, nothing is needed but a door.
        let near = room.rect;
        let reach = near.x - w - 1..=near.right() + 1;
        let above_or_below = y == near.bottom() + 1 || y + h + 1 == near.y;
        let xs: [i32; 2] = [near.x - w - 1, near.right() + 1];
        let sides = xs.into_iter().filter(|_| !above_or_below);
        for x in reach.filter(|_| above_or_below).chain(sides) {
            let place = x - window.x;
            if place < 0 || place >= count as i32 {
                continue;
            }
            let rect = Rect::new(x, y, w, h);
            let shared = match room.form {
                None => shared_wall(near, rect),
                Some(_) => i32::from(touches(state, Placed { rect, form: None }, link.node)),
            };
            if shared > 0 {
                self.part[place as usize] = 15 * link.waits * shared;
            }
        }
    }

    /// Grows a passage between the neighbours that are placed.
    fn place_net(
        &mut self,
        state: &mut State<'_>,
        net: usize,
        links: &[Link],
        limit: u32,
        stream: &mut Stream,
    ) -> bool {
        let pairs: Vec<(usize, usize)> = links.iter().map(|l| (l.node, l.edge)).collect();
        let Some(&first) = pairs.first() else {
            let free = clear_cell(state);
            free.iter().for_each(|p| state.grow_net(net, &[*p]));
            return free.is_some();
        };
        if pairs.len() == 1 {
            return self.lone_cell(state, net, first, stream);
        }
        let mut order = pairs;
        stream.shuffle(&mut order);
        for _ in 0..3 {
            let Some(met) = self.router.begin_net(state, net, order[0], &order[1..], limit) else {
                order.rotate_left(1);
                continue;
            };
            let mut rest: Vec<(usize, usize)> = order[1..].to_vec();
            let done = [order[0], rest.remove(met)];
            rest.sort_by_key(|(n, _)| match (state.box_of(*n), state.box_of(net)) {
                (Some(a), Some(b)) => gap(a, b),
                _ => 0,
            });
            let failed = rest.iter().position(|&(_, edge)| !self.router.lay(state, edge, limit));
            let Some(failed) = failed else { return true };
            for &(_, edge) in done.iter().chain(&rest[..failed]) {
                state.take_route(edge);
            }
            state.clear_net(net);
            let hard = rest[failed];
            order.retain(|pair| *pair != hard);
            order.insert(0, hard);
        }
        false
    }

    /// A passage with one neighbour: a cell before one of its doors, where there is most space.
    fn lone_cell(
        &mut self,
        state: &mut State<'_>,
        net: usize,
        (node, edge): (usize, usize),
        stream: &mut Stream,
    ) -> bool {
        state.exits(node, &mut self.router.exits);
        let mut best: Option<(i64, Exit)> = None;
        for &exit in &self.router.exits {
            if !state.is_clear(exit.cell()) {
                continue;
            }
            let mut p = exit.cell();
            let mut space = 0;
            while space < 8 && state.is_clear(p) {
                space += 1;
                p = p.step(exit.out);
            }
            let score = 4 * space + stream.below(12) as i64;
            if best.is_none_or(|(s, _)| score > s) {
                best = Some((score, exit));
            }
        }
        let Some((_, exit)) = best else { return false };
        state.grow_net(net, &[exit.cell()]);
        let gate = Gate { at: exit.door, facing: exit.out, areas: [node as u32, net as u32] };
        state.put_route(edge, Route { gates: vec![gate], cells: Vec::new() });
        true
    }
}

fn is_cave(state: &State<'_>, option: &BoxOption) -> bool {
    option.form.is_some_and(|form| state.task.forms[form as usize].shape == RoomShape::Cave)
}

/// How far fields must reach: far enough for neighbours that are far apart, within a limit.
fn reach(state: &State<'_>, links: &[Link], limit: Limit) -> u16 {
    let boxes: Vec<Rect> = links.iter().filter_map(|l| state.box_of(l.node)).collect();
    let gaps = boxes.iter().enumerate().flat_map(|(i, a)| boxes[..i].iter().map(|b| gap(*a, *b)));
    let widest = gaps.max().unwrap_or(0).clamp(0, 1000) as u16;
    (limit.least + widest * 2 / 3).min(limit.most)
}

/// Some cell with nothing around it.
fn clear_cell(state: &State<'_>) -> Option<Point> {
    let bounds = state.bounds().grown(4);
    bounds.cells().find(|&p| state.inside(p) && state.is_clear(p))
}
