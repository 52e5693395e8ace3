//! What is to be laid out: floors, sizes and shapes, from a level graph.

use mapkiln_core::{Point, Rect, Seed, Stream};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, Plan, RoomShape};

use super::dig::{Digger, FloorDrawing};
use super::embedding::embed;
use super::floors::floors;
use super::forms::Form;
use super::frame::{Frame, Pin, Place};
use super::improve::{Budget, improve};
use crate::grammar::ROOM_WORDS;

use super::objects::{BoxOption, Task, TaskNode, union};
use super::wishes::{footprint, node_of};
use super::{Effort, LayoutOptions};

/// Lays a level out, floor by floor.
pub(super) fn lay_out(level: &LevelGraph, seed: &Seed, options: &LayoutOptions) -> (Plan, Vec<Area>) {
    let stairs: Vec<bool> = (0..level.edges.len())
        .map(|e| level.detail(e).is_some_and(|d| d.means.iter().any(|w| w == "stairs")))
        .collect();
    let floor_of = floors(level, &stairs);
    let (around, outside) = embed(level, &stairs);
    let count = floor_of.iter().max().map_or(1, |f| f + 1);
    let ground = options.footprint.as_deref().and_then(|text| footprint(text).ok());
    // Where each room that is laid out already has its middle.
    let mut middles: Vec<Option<Point>> = vec![None; level.nodes.len()];
    let mut drawings: Vec<FloorDrawing> = Vec::new();
    for floor in 0..count {
        let nodes: Vec<usize> = (0..level.nodes.len()).filter(|&n| floor_of[n] == floor).collect();
        let mut stream = seed.stream("layout", floor as u64);
        let (mut task, edges) = task(level, &nodes, &around, &outside, options, &mut stream);
        let mut pins: Vec<Pin> = Vec::new();
        for (node, &n) in nodes.iter().enumerate() {
            let fixed = options.fixed.iter().filter(|f| node_of(level, f) == Some(n));
            pins.extend(fixed.map(|f| Pin { node, place: Place::At(Point::new(f.x, f.y)) }));
            // Stairs lead straight up and down.
            let flights = level.edges.iter().enumerate().filter(|(e, _)| stairs[*e]);
            for (_, &[a, b]) in flights.filter(|(_, ends)| ends.contains(&(n as u32))) {
                let other = if a as usize == n { b } else { a };
                pins.extend(middles[other as usize].map(|at| Pin { node, place: Place::Over(at) }));
            }
        }
        task.frame = Frame::new(ground.as_ref(), pins);
        if let Some(frame) = &mut task.frame {
            frame.other_floors = drawings.iter().filter_map(|d| d.objects.bounds()).reduce(union);
        }
        let objects = improve(&task, budget(options.effort, nodes.len()), seed, floor);
        for (room, &n) in objects.rooms.iter().zip(&nodes) {
            middles[n] = room.map(|r| r.rect.centre());
        }
        drawings.push(FloorDrawing { task, objects, nodes, edges });
    }
    let ground = ground.map(|g| g.bounds());
    let all = drawings.iter().filter_map(|d| d.objects.bounds()).chain(ground).reduce(union);
    Digger::new(level, seed, &floor_of, &outside, all.unwrap_or(Rect::new(0, 0, 1, 1)), drawings).dig()
}

fn budget(effort: Effort, nodes: usize) -> Budget {
    match effort {
        Effort::Fast => match nodes {
            0..=50 => Budget { sweeps: 8, moves: nodes * 5 / 2, tries: 3, roots: 1 },
            51..=150 => Budget { sweeps: 8, moves: nodes * 3 / 2, tries: 2, roots: 1 },
            151..=400 => Budget { sweeps: 8, moves: nodes * 5 / 4, tries: 1, roots: 1 },
            401..=3000 => Budget { sweeps: 7, moves: nodes / 2, tries: 1, roots: 1 },
            3001..=10_000 => Budget { sweeps: 2, moves: 0, tries: 1, roots: 1 },
            _ => Budget { sweeps: 1, moves: 0, tries: 1, roots: 1 },
        },
        // Several beginnings only where they are cheap.
        Effort::Fine => match nodes {
            0..=200 => Budget { sweeps: 8, moves: 7 * nodes, tries: 2, roots: 3 },
            _ => Budget { sweeps: 8, moves: 5 * nodes, tries: 1, roots: 1 },
        },
    }
}

/// A node becomes a corridor if its kind says so and nothing needs a room.
pub(super) fn is_passage(level: &LevelGraph, node: usize) -> bool {
    let node = &level.nodes[node];
    let shape = level.shapes.get(&node.kind);
    let holds = ROOM_WORDS.iter().any(|w| node.is(w));
    shape.is_some_and(|s| s.passage) && !holds && !node.values.contains_key("key")
}

/// The task of one floor, and the graph's number of each of its edges.
fn task(
    level: &LevelGraph,
    nodes: &[usize],
    around: &[Vec<u32>],
    outside: &[bool],
    options: &LayoutOptions,
    stream: &mut Stream,
) -> (Task, Vec<usize>) {
    let mut number = vec![usize::MAX; level.nodes.len()];
    nodes.iter().enumerate().for_each(|(i, &n)| number[n] = i);
    let edges: Vec<usize> = (0..level.edges.len())
        .filter(|&e| !outside[e] && number[level.edges[e][0] as usize] != usize::MAX)
        .collect();
    let mut edge_number = vec![usize::MAX; level.edges.len()];
    edges.iter().enumerate().for_each(|(i, &e)| edge_number[e] = i);
    let ends: Vec<[usize; 2]> = edges.iter().map(|&e| level.edges[e].map(|n| number[n as usize])).collect();
    let rings: Vec<Vec<(usize, usize)>> = nodes
        .iter()
        .map(|&n| {
            let ring = around.get(n).map(Vec::as_slice).unwrap_or_default();
            let link = |&e: &u32| {
                let e = edge_number[e as usize];
                let [a, b] = ends[e];
                (if a == number[n] { b } else { a }, e)
            };
            ring.iter().map(link).collect()
        })
        .collect();
    let mut forms = Vec::new();
    let task_nodes = nodes
        .iter()
        .zip(&rings)
        .map(|(&n, ring)| {
            let passage = is_passage(level, n);
            let options = if passage { Vec::new() } else { room(level, n, ring.len(), &mut forms, stream) };
            TaskNode { passage, options }
        })
        .collect();
    (
        Task { nodes: task_nodes, edges: ends, around: rings, forms, weights: options.weights, frame: None },
        edges,
    )
}

/// The size of a room, within what its kind allows; larger where many doors need wall.
fn room(
    level: &LevelGraph,
    node: usize,
    doors: usize,
    forms: &mut Vec<Form>,
    stream: &mut Stream,
) -> Vec<BoxOption> {
    let kind = &level.nodes[node].kind;
    let mut options = Vec::new();
    let mut add_form = |form: &Form, options: &mut Vec<BoxOption>| {
        for turned in form.turns() {
            let (width, height) = (turned.width, turned.height);
            let form = if turned.is_rectangle() {
                None
            } else {
                let known = forms.iter().position(|f| *f == turned);
                let place = known.unwrap_or_else(|| {
                    forms.push(turned);
                    forms.len() - 1
                });
                Some(place as u32)
            };
            let option = BoxOption { width, height, form };
            if !options.contains(&option) {
                options.push(option);
            }
        }
    };
    let templates = level.templates.get(kind).map(Vec::as_slice).unwrap_or_default();
    if !templates.is_empty() {
        // One with enough places for doors, if there is one.
        let read: Vec<Form> = templates.iter().filter_map(|t| Form::template(t).ok()).collect();
        let enough: Vec<&Form> = read.iter().filter(|f| f.sites.len() >= doors).collect();
        let all: Vec<&Form> = read.iter().collect();
        if let Some(form) = stream.pick(if enough.is_empty() { &all } else { &enough }) {
            add_form(form, &mut options);
            return options;
        }
    }
    let shape = level.shapes.get(kind).copied().unwrap_or_default();
    let mut draw = |[low, high]: [i32; 2]| match doors {
        0..=3 => stream.between(low, high),
        4 => stream.between(low + (high - low) / 2, high),
        _ => high,
    };
    let (mut width, mut height) = (draw(shape.width), draw(shape.height));
    // Every door wants a cell of wall beside it.
    while width + height < doors as i32 + 1 {
        if width <= height {
            width += 1;
        } else {
            height += 1;
        }
    }
    if shape.form != RoomShape::Rectangle
        && let Some(form) = Form::of_shape(shape.form, width.max(3), height.max(3), stream)
        && form.sites.len() >= 2 * doors
    {
        add_form(&form, &mut options);
        return options;
    }
    options.push(BoxOption { width, height, form: None });
    if width != height {
        options.push(BoxOption { width: height, height: width, form: None });
    }
    options
}
