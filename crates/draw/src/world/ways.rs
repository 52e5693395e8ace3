//! Roads and streams as curves, and the bridges where they cross.

use mapkiln_core::Point;

use super::courses::Courses;
use super::grounds::Cover;
use super::survey::Survey;
use super::terrain::{SHADE, line};
use crate::scene::{Cap, Color, Path, Scene, Stroke, Vec2};

const ROAD: Color = Color::hex(0xd9bf8c);
const ROAD_EDGE: Color = Color::hex(0xa98a58);

/// Draws streams, then roads over them.
pub(super) fn draw(survey: &Survey, scene: &mut Scene) {
    let is_bridge = |p: Point| survey.roads[p] != 0 && survey.streams[p] != 0;
    let streams = Courses::new(&survey.streams, is_bridge, 0.1).path();
    let layer = scene.layer("streams");
    for (color, width) in [(0x6f9a4a, 0.72), (0x4d90b8, 0.6), (0x7cbad2, 0.5), (0x559bc2, 0.38)] {
        layer.stroke(streams.clone(), line(Color::hex(color), width));
    }
    layer.stroke(streams, line(Color::hex(0xe8f5f4).faded(0.5), 0.035).dashed(0.25, 0.8));
    let is_stiff = |p: Point| is_bridge(p) || survey.walls[p] != 0;
    let roads = Courses::new(&survey.roads, is_stiff, 0.06).path();
    let layer = scene.layer("roads");
    layer.stroke(roads.clone(), line(ROAD_EDGE, 0.54));
    layer.stroke(roads.clone(), line(ROAD, 0.44));
    let ruts = |width: f32| Stroke { cap: Cap::Butt, ..line(ROAD_EDGE.faded(0.45), width).dashed(0.55, 0.3) };
    // Two ruts: a broad dashed line with a narrower one of the road's colour on it.
    layer.stroke(roads.clone(), ruts(0.22));
    layer.stroke(roads, line(ROAD, 0.15));
}

/// Draws what is built over them: bridges and town walls.
pub(super) fn build(survey: &Survey, scene: &mut Scene) {
    bridges(survey, scene);
    walls(survey, scene);
}

/// Town walls: masonry with a walk on top and battlements, towers at their bends, gate houses.
fn walls(survey: &Survey, scene: &mut Scene) {
    let path = Courses::new(&survey.walls, |p| survey.roads[p] != 0, 0.0).path();
    if path.is_empty() {
        return;
    }
    let ink = Color::hex(0x3a352f);
    let layer = scene.layer("walls");
    layer.stroke(path.map(|p| p + Vec2::new(0.14, 0.18)), line(SHADE.faded(0.3), 0.5));
    layer.stroke(path.clone(), line(ink, 0.5));
    layer.stroke(path.clone(), line(Color::hex(0xa8a297), 0.42));
    layer.stroke(path.clone(), Stroke { cap: Cap::Butt, ..line(ink.faded(0.6), 0.42).dashed(0.06, 0.16) });
    layer.stroke(path, line(Color::hex(0xc4beb2), 0.2));
    let (mut towers, mut gates, mut roofs) = (Path::new(), Path::new(), Path::new());
    for (p, &sides) in survey.walls.iter() {
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        if survey.roads[p] != 0 && sides != 0 {
            let frame = crate::scene::Frame::new(middle.x - 0.42, middle.y - 0.42, 0.84, 0.84);
            gates.add_rect(frame);
            roofs.add_rect(frame.grown(-0.18));
        }
    }
    for middle in tower_places(survey) {
        towers.extend(&Path::circle(middle, 0.4));
    }
    layer.shape(towers, Some(Color::hex(0xb3ada1)), Some(line(ink, 0.06)));
    layer.shape(gates, Some(Color::hex(0xa8a297)), Some(line(ink, 0.06)));
    layer.shape(roofs, Some(Color::hex(0x8d6a52)), Some(line(ink, 0.04)));
}

/// Towers along the walls, some cells apart and not beside a gate.
pub(super) fn tower_places(survey: &Survey) -> Vec<Vec2> {
    /// Cells from tower to tower.
    const APART: usize = 7;
    let walls = &survey.walls;
    let is_gate = |p: Point| survey.roads[p] != 0;
    let step = |p: Point, side: usize| {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
        Point::new(p.x + dx, p.y + dy)
    };
    let mut seen = walls.map(|_| false);
    let mut places = Vec::new();
    // From the gates on first, so that towers stand alike on both sides of a gate.
    let gates = walls.iter().filter(|(p, sides)| **sides != 0 && is_gate(*p));
    let starts: Vec<Point> = gates.chain(walls.iter().filter(|(_, s)| **s != 0)).map(|(p, _)| p).collect();
    for start in starts {
        let (mut p, mut since) = (start, APART - 3);
        while !std::mem::replace(&mut seen[p], true) {
            let open: Vec<usize> = (0..4).filter(|side| walls[p] >> side & 1 == 1).collect();
            let ahead = |q: Point| walls.get(q).is_some_and(|sides| *sides != 0);
            let gate_near =
                is_gate(p) || open.iter().any(|&side| ahead(step(p, side)) && is_gate(step(p, side)));
            since += 1;
            if since >= APART && !gate_near {
                let sum = open
                    .iter()
                    .fold(Vec2::default(), |sum, &side| sum + Vec2::new(SIDES[side].0, SIDES[side].1));
                places.push(Vec2::from(p) + sum * (1.0 / open.len().max(1) as f32));
                since = 0;
            }
            let next = open.iter().map(|&side| step(p, side)).find(|q| ahead(*q) && !seen[*q]);
            let Some(next) = next else { break };
            p = next;
        }
    }
    places
}

/// The middle of each side of a cell, clockwise from the north.
pub(super) const SIDES: [(f32, f32); 4] = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)];

/// Planks across the stream, and two rails.
fn bridges(survey: &Survey, scene: &mut Scene) {
    let mut shadow = Path::new();
    let mut deck = Path::new();
    let mut planks = Path::new();
    let mut rails = Path::new();
    for (p, cover) in survey.covers.iter() {
        let both = survey.roads[p] != 0 && survey.streams[p] != 0;
        if !both && *cover != Some(Cover::Bridge) {
            continue;
        }
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        let upright = survey.roads[p] & 0b0101 != 0;
        let turn = |x: f32, y: f32| if upright { Vec2::new(y, x) } else { Vec2::new(x, y) };
        let corner = |x: f32, y: f32| middle + turn(x, y);
        let quad =
            |a: f32, b: f32| Path::polygon([corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b)]);
        shadow.extend(&quad(0.5, 0.3).map(|p| p + Vec2::new(0.08, 0.1)));
        deck.extend(&quad(0.52, 0.27));
        for k in 0..8 {
            let x = -0.46 + 0.13 * k as f32;
            planks.extend(&Path::line(corner(x, -0.27), corner(x, 0.27)));
        }
        for y in [-0.28, 0.28] {
            rails.extend(&Path::line(corner(-0.55, y), corner(0.55, y)));
        }
    }
    let layer = scene.layer("bridges");
    layer.fill(shadow, SHADE.faded(0.3));
    layer.fill(deck, Color::hex(0xb98d57));
    layer.stroke(planks, line(Color::hex(0x7c5a34), 0.03));
    layer.stroke(rails, line(Color::hex(0x5c4226), 0.07));
}
