//! The first drawing, which never fails.
//!
//! A breadth-first spanning tree, each node above its children: a passage as a bar over all of them, a
//! room above the first, with corridors to the others that nest in each other. An edge beside the tree
//! leaves two loose ends that drop straight to the bottom. In the order of a walk around the tree these
//! ends nest like brackets, because the embedding is planar; so tracks below join them without a crossing.
//! A room with many edges is too wide, but never much: a plan of wide rooms could not be folded.

use std::collections::VecDeque;

use mapkiln_core::{Direction, Point, Rect};

use super::objects::{Gate, Objects, Placed, Route, Task};
use super::outer::Corner;

/// What hangs from a node: an edge to a child, or a loose end of an edge.
#[derive(Clone, Copy)]
struct Slot {
    edge: usize,
    /// None for a loose end.
    child: Option<usize>,
    column: i32,
    leaves: Leave,
}

/// How an edge leaves its node on the way down to its column. Rows count from the top of the node.
#[derive(Clone, Copy)]
enum Leave {
    /// Straight down.
    Below,
    /// Through the east wall in this row.
    East { row: i32 },
    /// Down from another column, and east in this row.
    Turn { column: i32, row: i32 },
}

struct Drawing<'a> {
    task: &'a Task,
    slots: Vec<Vec<Slot>>,
    depth: Vec<usize>,
    left: Vec<i32>,
    /// The width of each bar, and the rows that it and its turning edges take.
    width: Vec<i32>,
    rows: Vec<i32>,
    /// The loose ends of each edge: nodes and numbers of slots.
    ends: Vec<Vec<(usize, usize)>>,
    /// Loose ends in walking order.
    walk: Vec<usize>,
}

/// Draws the task; `root` is the node to begin at, and what lies outside.
pub(super) fn first_drawing(task: &Task, root: Corner) -> Objects {
    let count = task.nodes.len();
    let mut drawing = Drawing {
        task,
        slots: vec![Vec::new(); count],
        depth: vec![0; count],
        left: vec![0; count],
        width: vec![0; count],
        rows: vec![0; count],
        ends: vec![Vec::new(); task.edges.len()],
        walk: Vec::new(),
    };
    let mut above: Vec<Option<usize>> = vec![None; count];
    let mut known = vec![false; count];
    let mut column = 0;
    for start in std::iter::once(root.node).chain(0..count) {
        if start >= count || std::mem::replace(&mut known[start], true) {
            continue;
        }
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for &(other, edge) in &task.around[node] {
                if !std::mem::replace(&mut known[other], true) {
                    above[other] = Some(edge);
                    drawing.depth[other] = drawing.depth[node] + 1;
                    queue.push_back(other);
                }
            }
        }
        let before = if start == root.node { root.before } else { 0 };
        drawing.columns(Corner { node: start, before }, &above, &mut column);
    }
    drawing.objects()
}

impl Drawing<'_> {
    /// Gives every bar of a tree its columns, walking around it.
    fn columns(&mut self, root: Corner, above: &[Option<usize>], column: &mut i32) {
        // A stack instead of recursion: trees may be deep.
        enum Todo {
            Enter(usize),
            Slot(usize, usize, Option<usize>),
            Leave(usize),
        }
        let mut stack = vec![Todo::Enter(root.node)];
        while let Some(todo) = stack.pop() {
            match todo {
                Todo::Enter(node) => {
                    self.left[node] = *column;
                    let ring = &self.task.around[node];
                    let from = above[node].and_then(|up| ring.iter().position(|(_, e)| *e == up));
                    let skip = from.map_or(root.before, |i| i + 1);
                    let taken = ring.len() - usize::from(from.is_some());
                    stack.push(Todo::Leave(node));
                    for i in (0..taken).rev() {
                        let (other, edge) = ring[(skip + i) % ring.len()];
                        let below = above[other] == Some(edge) && above[node] != Some(edge);
                        stack.push(Todo::Slot(node, edge, below.then_some(other)));
                    }
                }
                Todo::Slot(node, edge, child) => {
                    if child.is_none() {
                        self.ends[edge].push((node, self.slots[node].len()));
                        self.walk.push(edge);
                    }
                    self.slots[node].push(Slot { edge, child, column: *column, leaves: Leave::Below });
                    match child {
                        Some(child) => stack.push(Todo::Enter(child)),
                        None => *column += 2,
                    }
                }
                Todo::Leave(node) => {
                    let last = self.slots[node].last().map_or(self.left[node], |slot| slot.column);
                    if self.task.nodes[node].passage {
                        (self.width[node], self.rows[node]) = (last - self.left[node] + 1, 1);
                    } else {
                        self.fan_out(node);
                    }
                    *column = (*column).max(last + 2).max(self.left[node] + self.width[node] + 1);
                }
            }
        }
    }

    /// Gives a room its width, and every edge that is farther to the right a way to its column: the
    /// farther, the higher, so that none crosses another.
    fn fan_out(&mut self, node: usize) {
        let (mut width, height) = self.size(node);
        let left = self.left[node];
        let slots = &mut self.slots[node];
        let (straight, through) = loop {
            let right = left + width - 1;
            let straight = slots.iter().filter(|s| s.column <= right).count();
            let far = slots.len() - straight;
            let through = far.min((height as usize).div_ceil(2));
            let turns = (far - through) as i32;
            // A door in the east wall needs the column behind it.
            let near = slots.get(straight).is_some_and(|s| s.column == right + 1);
            let last = straight.checked_sub(1).map_or(left - 2, |i| slots[i].column);
            if !near && (turns == 0 || right - 2 * (turns - 1) >= last + 2) {
                break (straight, through);
            }
            width += 1;
        };
        let mut rows = height;
        for (number, slot) in slots[straight..].iter_mut().rev().enumerate() {
            slot.leaves = match number.checked_sub(through) {
                None => Leave::East { row: 2 * number as i32 },
                Some(turn) => {
                    let row = height + 1 + 2 * turn as i32;
                    rows = row + 1;
                    Leave::Turn { column: left + width - 1 - 2 * turn as i32, row }
                }
            };
        }
        (self.width[node], self.rows[node]) = (width, rows);
    }

    /// The way of an edge from its node down to a row.
    fn way(&self, bar: Rect, slot: &Slot, to: i32) -> Vec<Point> {
        let x = slot.column;
        let mut way: Vec<Point> = Vec::new();
        let from = match slot.leaves {
            Leave::Below => bar.bottom(),
            Leave::East { row } => {
                way.extend((bar.right()..x).map(|x| Point::new(x, bar.y + row)));
                bar.y + row
            }
            Leave::Turn { column, row } => {
                way.extend((bar.bottom()..bar.y + row).map(|y| Point::new(column, y)));
                way.extend((column..x).map(|x| Point::new(x, bar.y + row)));
                bar.y + row
            }
        };
        way.extend((from..to).map(|y| Point::new(x, y)));
        way
    }

    fn size(&self, node: usize) -> (i32, i32) {
        let plain = self.task.nodes[node].options.iter();
        plain.map(|o| (o.width, o.height)).next().unwrap_or((1, 1))
    }

    fn objects(&self) -> Objects {
        let task = self.task;
        let count = task.nodes.len();
        let layers = self.depth.iter().max().map_or(0, |d| d + 1);
        let mut tall = vec![1; layers];
        for n in 0..count {
            tall[self.depth[n]] = tall[self.depth[n]].max(self.rows[n]);
        }
        let mut top = vec![0; layers + 1];
        for layer in 0..layers {
            top[layer + 1] = top[layer] + tall[layer] + 3;
        }
        let mut objects = Objects {
            rooms: vec![None; count],
            nets: vec![Vec::new(); count],
            routes: vec![None; task.edges.len()],
        };
        let mut bars = vec![Rect::default(); count];
        for n in 0..count {
            let height = if task.nodes[n].passage { 1 } else { self.size(n).1 };
            let bar = Rect::new(self.left[n], top[self.depth[n]], self.width[n], height);
            bars[n] = bar;
            if task.nodes[n].passage {
                objects.nets[n] = bar.cells().collect();
            } else {
                objects.rooms[n] = Some(Placed { rect: bar, form: None });
            }
        }
        for n in 0..count {
            for slot in &self.slots[n] {
                if let Some(child) = slot.child {
                    let way = self.way(bars[n], slot, bars[child].y);
                    lay(task, &mut objects, slot.edge, [n, child], way);
                }
            }
        }
        // Inner brackets first: each track below those that it encloses.
        let bottom = top[layers];
        let mut open: Vec<(usize, i32)> = Vec::new();
        for &edge in &self.walk {
            match open.last() {
                Some(&(last, inside)) if last == edge => {
                    open.pop();
                    let y = bottom + 2 * inside;
                    let [(a, first), (b, second)] = [self.ends[edge][0], self.ends[edge][1]];
                    let (first, second) = (&self.slots[a][first], &self.slots[b][second]);
                    let mut way = self.way(bars[a], first, y);
                    way.extend((first.column..=second.column).map(|x| Point::new(x, y)));
                    way.extend(self.way(bars[b], second, y).into_iter().rev());
                    lay(task, &mut objects, edge, [a, b], way);
                    if let Some(outer) = open.last_mut() {
                        outer.1 = outer.1.max(inside + 1);
                    }
                }
                _ => open.push((edge, 0)),
            }
        }
        objects
    }
}

/// Turns the cells of a way between two bars into doors and corridor.
fn lay(task: &Task, objects: &mut Objects, edge: usize, nodes: [usize; 2], mut way: Vec<Point>) {
    let passage = nodes.map(|n| task.nodes[n].passage);
    let last = way.len() - 1;
    let facing = |from: Point, to: Point| match (to.x - from.x, to.y - from.y) {
        (0, 1) => Direction::South,
        (0, _) => Direction::North,
        (1, _) => Direction::East,
        _ => Direction::West,
    };
    let out = if last > 0 { facing(way[0], way[1]) } else { Direction::South };
    let start = Gate { at: way[0], facing: out, areas: [nodes[0] as u32, nodes[1] as u32] };
    let into = if last > 0 { facing(way[last - 1], way[last]) } else { Direction::South };
    let finish = Gate { at: way[last], facing: into, areas: [nodes[0] as u32, nodes[1] as u32] };
    let area = task.area_of_edge(edge);
    let route = match passage {
        [false, false] => {
            let cells = way[1..last].to_vec();
            let gates = vec![
                Gate { areas: [nodes[0] as u32, area], ..start },
                Gate { areas: [area, nodes[1] as u32], ..finish },
            ];
            Route { gates, cells }
        }
        [false, true] => {
            objects.nets[nodes[1]].extend_from_slice(&way[1..]);
            Route { gates: vec![start], cells: Vec::new() }
        }
        [true, _] => {
            way.pop();
            objects.nets[nodes[0]].extend_from_slice(&way);
            Route { gates: vec![finish], cells: Vec::new() }
        }
    };
    objects.routes[edge] = Some(route);
}
