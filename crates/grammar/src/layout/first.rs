//! The first drawing, which never fails.
//!
//! A breadth-first spanning tree, each node a bar above its children. An edge beside the tree leaves
//! two loose ends that drop straight to the bottom. In the order of a walk around the tree these ends
//! nest like brackets, because the embedding is planar; so tracks below join them without a crossing.
//! Bars are rooms of the right height and too wide; compaction and the moves that follow mend that.

use std::collections::VecDeque;

use mapkiln_core::{Direction, Point, Rect};

use super::objects::{Gate, Objects, Placed, Route, Task};

/// What hangs from a bar, from left to right.
#[derive(Clone, Copy)]
enum Slot {
    Child(usize, usize),
    /// A loose end of an edge, in its column.
    End(i32),
}

struct Drawing<'a> {
    task: &'a Task,
    slots: Vec<Vec<Slot>>,
    depth: Vec<usize>,
    left: Vec<i32>,
    right: Vec<i32>,
    /// Where each node is entered from above.
    entry: Vec<i32>,
    /// The columns of the loose ends of each edge, with their nodes.
    ends: Vec<Vec<(usize, i32)>>,
    /// Loose ends in walking order.
    walk: Vec<(usize, i32)>,
}

/// Draws the task; `root` is the node to begin at.
pub(super) fn first_drawing(task: &Task, root: usize) -> Objects {
    let count = task.nodes.len();
    let mut drawing = Drawing {
        task,
        slots: vec![Vec::new(); count],
        depth: vec![0; count],
        left: vec![0; count],
        right: vec![0; count],
        entry: vec![0; count],
        ends: vec![Vec::new(); task.edges.len()],
        walk: Vec::new(),
    };
    let mut above: Vec<Option<usize>> = vec![None; count];
    let mut known = vec![false; count];
    let mut column = 0;
    for start in std::iter::once(root).chain(0..count) {
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
        drawing.columns(start, &above, &mut column);
    }
    drawing.objects()
}

impl Drawing<'_> {
    /// Gives every bar of a tree its columns, walking around it.
    fn columns(&mut self, root: usize, above: &[Option<usize>], column: &mut i32) {
        // A stack instead of recursion: trees may be deep.
        enum Todo {
            Enter(usize),
            Child(usize),
            End(usize, usize),
            Leave(usize),
        }
        let mut stack = vec![Todo::Enter(root)];
        while let Some(todo) = stack.pop() {
            match todo {
                Todo::Enter(node) => {
                    self.left[node] = *column;
                    self.entry[node] = *column;
                    let ring = &self.task.around[node];
                    let from = above[node].and_then(|up| ring.iter().position(|(_, e)| *e == up));
                    let skip = from.map_or(0, |i| i + 1);
                    let taken = ring.len() - usize::from(from.is_some());
                    stack.push(Todo::Leave(node));
                    for i in (0..taken).rev() {
                        let (other, edge) = ring[(skip + i) % ring.len()];
                        let below = above[other] == Some(edge) && above[node] != Some(edge);
                        stack.push(if below { Todo::Child(other) } else { Todo::End(node, edge) });
                        if below {
                            self.slots[node].push(Slot::Child(other, edge));
                        }
                    }
                    self.slots[node].reverse();
                }
                Todo::Child(child) => stack.push(Todo::Enter(child)),
                Todo::End(node, edge) => {
                    self.slots[node].push(Slot::End(*column));
                    self.ends[edge].push((node, *column));
                    self.walk.push((edge, *column));
                    *column += 2;
                }
                Todo::Leave(node) => {
                    let last = |slot: &Slot| match slot {
                        Slot::Child(child, _) => self.entry[*child],
                        Slot::End(at) => *at,
                    };
                    let span = self.slots[node].iter().map(last).max().unwrap_or(self.left[node]);
                    let width = if self.task.nodes[node].passage { 1 } else { self.size(node).0 };
                    self.right[node] = span.max(self.left[node] + width - 1);
                    *column = (*column).max(self.right[node] + 2);
                }
            }
        }
    }

    fn size(&self, node: usize) -> (i32, i32) {
        let plain = self.task.nodes[node].options.iter();
        plain.map(|o| (o.width, o.height)).next().unwrap_or((1, 1))
    }

    fn objects(&self) -> Objects {
        let task = self.task;
        let count = task.nodes.len();
        let height = |n: usize| if task.nodes[n].passage { 1 } else { self.size(n).1 };
        let layers = self.depth.iter().max().map_or(0, |d| d + 1);
        let mut tall = vec![1; layers];
        for n in 0..count {
            tall[self.depth[n]] = tall[self.depth[n]].max(height(n));
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
            let bar =
                Rect::new(self.left[n], top[self.depth[n]], self.right[n] - self.left[n] + 1, height(n));
            bars[n] = bar;
            if task.nodes[n].passage {
                objects.nets[n] = bar.cells().collect();
            } else {
                objects.rooms[n] = Some(Placed { rect: bar, form: None });
            }
        }
        for n in 0..count {
            for slot in &self.slots[n] {
                if let Slot::Child(child, edge) = *slot {
                    let x = self.entry[child];
                    let way: Vec<Point> =
                        (bars[n].bottom()..bars[child].y).map(|y| Point::new(x, y)).collect();
                    lay(task, &mut objects, edge, [n, child], way);
                }
            }
        }
        // Inner brackets first: each track below those that it encloses.
        let bottom = top[layers];
        let mut open: Vec<(usize, i32, i32)> = Vec::new();
        for &(edge, column) in &self.walk {
            match open.last() {
                Some(&(last, first, inside)) if last == edge => {
                    open.pop();
                    let y = bottom + 2 * inside;
                    let [a, b] = [self.ends[edge][0].0, self.ends[edge][1].0];
                    let mut way: Vec<Point> = (bars[a].bottom()..y).map(|y| Point::new(first, y)).collect();
                    way.extend((first..=column).map(|x| Point::new(x, y)));
                    way.extend((bars[b].bottom()..y).rev().map(|y| Point::new(column, y)));
                    lay(task, &mut objects, edge, [a, b], way);
                    if let Some(outer) = open.last_mut() {
                        outer.2 = outer.2.max(inside + 1);
                    }
                }
                _ => open.push((edge, column, 0)),
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
    let start = Gate { at: way[0], facing: Direction::South, areas: [nodes[0] as u32, nodes[1] as u32] };
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
