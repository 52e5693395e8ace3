//! The symbols of published maps: doors by kind, stairs, traps, what is built into rooms.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{DoorKind, FeatureKind, Vertical};

use super::ground::{cave, cell};
use super::style::Look;
use crate::noise::{jitter, noise};
use crate::scene::{Anchor, Frame, Layer, Path, Stroke, Text, Vec2};

/// A place with a direction: `along` points in the walking direction, `across` to the right of it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) middle: Vec2,
    along: Vec2,
    across: Vec2,
}

impl Spot {
    pub(super) fn new(middle: Vec2, facing: Direction) -> Spot {
        let along = Vec2::from(facing.vector());
        Spot { middle, along, across: along.turned() }
    }

    /// The place at this distance along and across, in cells.
    fn at(self, along: f32, across: f32) -> Vec2 {
        self.middle + self.along * along + self.across * across
    }

    /// A rectangle by half its lengths.
    fn block(self, along: f32, across: f32, half_along: f32, half_across: f32) -> Path {
        let a = self.at(along - half_along, across - half_across);
        let b = self.at(along + half_along, across + half_across);
        Path::rect(Frame::between(a, b))
    }
}

/// The middle of a cell.
pub(super) fn middle(p: Point) -> Vec2 {
    Vec2::new(p.x as f32 + 0.5, p.y as f32 + 0.5)
}

/// Draws a door as its audience sees it.
pub(super) fn door(layer: &mut Layer, spot: Spot, kind: &DoorKind, look: &Look, audience: Audience) {
    let line = Stroke::new(look.ink, 0.07);
    // The frame: two posts.
    let posts = |layer: &mut Layer, deep: f32| {
        for side in [-0.44, 0.44] {
            layer.fill(spot.block(0.0, side, deep, 0.07), look.wall);
        }
    };
    let leaf = |layer: &mut Layer| {
        posts(layer, 0.16);
        layer.shape(spot.block(0.0, 0.0, 0.13, 0.37), Some(look.floor), Some(line));
    };
    match kind {
        DoorKind::Arch => posts(layer, 0.2),
        DoorKind::Locked { .. } | DoorKind::Barred | DoorKind::Trapped { .. }
            if !audience.knows_secrets() =>
        {
            leaf(layer);
        }
        DoorKind::Door => leaf(layer),
        DoorKind::Locked { .. } => {
            posts(layer, 0.16);
            layer.shape(spot.block(0.0, 0.0, 0.13, 0.37), Some(look.ink), Some(line));
            // A keyhole.
            layer.fill(Path::circle(spot.at(0.03, 0.0), 0.075), look.floor);
            layer.fill(spot.block(-0.06, 0.0, 0.07, 0.03), look.floor);
        }
        DoorKind::Barred => {
            leaf(layer);
            layer.fill(spot.block(-0.27, 0.0, 0.055, 0.46), look.ink);
            for side in [-0.25, 0.25] {
                layer.fill(spot.block(-0.2, side, 0.1, 0.04), look.ink);
            }
        }
        DoorKind::Portcullis => {
            posts(layer, 0.16);
            layer.stroke(Path::line(spot.at(0.0, -0.44), spot.at(0.0, 0.44)), Stroke::new(look.ink, 0.05));
            for i in -2..=2 {
                layer.fill(Path::circle(spot.at(0.0, i as f32 * 0.16), 0.065), look.ink);
            }
        }
        DoorKind::Secret => {
            // Drawn as wall, with a letter for the game master.
            for end in [-0.42, 0.42] {
                layer.fill(spot.block(end, 0.0, 0.08, 0.5), look.wall);
            }
            letter(layer, spot.middle, "S", 0.72, look);
        }
        DoorKind::Trapped { .. } => {
            leaf(layer);
            trap_mark(layer, spot.at(0.0, 0.0), 0.2, look);
        }
    }
}

/// A bold letter in the game master's colour.
pub(super) fn letter(layer: &mut Layer, at: Vec2, text: &str, size: f32, look: &Look) {
    let mut letter = Text::new(at + Vec2::new(0.0, 0.32 * size), size, look.accent, text).bold();
    letter.anchor = Anchor::Middle;
    letter.halo = Some(Stroke::new(look.floor, 0.14).round());
    layer.text(letter);
}

/// A warning triangle.
pub(super) fn trap_mark(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let corner = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let triangle = Path::polygon([corner(0.0, -1.05), corner(1.0, 0.75), corner(-1.0, 0.75)]);
    let rim = Stroke::new(look.accent, 0.28 * size).round();
    layer.shape(triangle, Some(look.floor), Some(rim));
    layer.fill(Path::circle(corner(0.0, 0.42), 0.16 * size), look.accent);
    let bang = Path::line(corner(0.0, -0.4), corner(0.0, 0.1));
    layer.stroke(bang, Stroke::new(look.accent, 0.26 * size).round());
}

/// Enemies: crossed blades.
pub(super) fn enemies_mark(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let mut blades = Path::new();
    for side in [-1.0, 1.0] {
        blades.move_to(at + Vec2::new(-0.9 * side, -0.9) * size);
        blades.line_to(at + Vec2::new(0.8 * side, 0.8) * size);
        blades.move_to(at + Vec2::new(0.85 * side, 0.25) * size);
        blades.line_to(at + Vec2::new(0.25 * side, 0.85) * size);
    }
    layer.stroke(blades.clone(), Stroke::new(look.floor, 0.75 * size).round());
    layer.stroke(blades, Stroke::new(look.accent, 0.26 * size).round());
}

/// Treasure: a cut gem.
pub(super) fn treasure_mark(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let corner = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let gem = Path::polygon([
        corner(-0.55, -0.75),
        corner(0.55, -0.75),
        corner(1.0, -0.2),
        corner(0.0, 0.95),
        corner(-1.0, -0.2),
    ]);
    layer.stroke(gem.clone(), Stroke::new(look.floor, 0.7 * size).round());
    layer.shape(gem, Some(look.floor), Some(Stroke::new(look.accent, 0.22 * size).round()));
    let facets = Path::polyline([corner(-0.9, -0.2), corner(0.9, -0.2)]);
    layer.stroke(facets, Stroke::new(look.accent, 0.16 * size));
}

/// Draws stairs in a cell; steps grow shorter on the way down.
pub(super) fn stairs(layer: &mut Layer, spot: Spot, way: Vertical, look: &Look) {
    let mut steps = Path::new();
    let count = 6;
    for i in 0..count {
        let share = i as f32 / (count - 1) as f32;
        let width = match way {
            Vertical::Down => 0.44 - 0.3 * share,
            Vertical::Up => 0.44,
        };
        let along = -0.42 + 0.84 * share;
        steps.move_to(spot.at(along, -width));
        steps.line_to(spot.at(along, width));
    }
    layer.stroke(steps, Stroke::new(look.ink, 0.06));
    if way == Vertical::Up {
        let mut sides = Path::line(spot.at(-0.45, -0.44), spot.at(0.45, -0.44));
        sides.extend(&Path::line(spot.at(-0.45, 0.44), spot.at(0.45, 0.44)));
        layer.stroke(sides, Stroke::new(look.ink, 0.06));
    }
}

/// Draws an arrow that comes in from outside.
pub(super) fn entrance(layer: &mut Layer, spot: Spot, look: &Look) {
    let arrow = Path::polygon([
        spot.at(0.42, 0.0),
        spot.at(0.0, 0.36),
        spot.at(0.0, 0.14),
        spot.at(-0.4, 0.14),
        spot.at(-0.4, -0.14),
        spot.at(0.0, -0.14),
        spot.at(0.0, -0.36),
    ]);
    layer.shape(arrow, Some(look.ink), Some(Stroke::new(look.floor, 0.1).round()));
}

/// Draws what is built into a level. Water goes below the grid, the rest above it.
pub(super) fn feature(layer: &mut Layer, kind: FeatureKind, cells: &[Point], look: &Look) {
    if kind == FeatureKind::Water {
        return water(layer, cells, look);
    }
    for &p in cells {
        let at = middle(p);
        let line = Stroke::new(look.ink, 0.06);
        match kind {
            FeatureKind::Pillar => layer.fill(Path::circle(at, 0.32), look.wall),
            FeatureKind::Statue => {
                layer.shape(Path::circle(at, 0.38), Some(look.floor), Some(line));
                layer.fill(star(at, 0.31), look.ink);
            }
            FeatureKind::Pit => {
                let hole = cell(p).grown(-0.14);
                layer.shape(Path::rect(hole), Some(look.floor.mixed(look.ink, 0.35)), Some(line));
                let mut cross = Path::line(Vec2::new(hole.x, hole.y), Vec2::new(hole.right(), hole.bottom()));
                cross.extend(&Path::line(Vec2::new(hole.right(), hole.y), Vec2::new(hole.x, hole.bottom())));
                layer.stroke(cross, Stroke::new(look.ink, 0.05));
            }
            FeatureKind::Rubble => rubble(layer, p, look),
            FeatureKind::Altar => {
                let top = Frame::new(at.x - 0.4, at.y - 0.25, 0.8, 0.5);
                layer.shape(Path::rect(top), Some(look.floor.mixed(look.ink, 0.12)), Some(line));
                layer.stroke(Path::rect(top.grown(-0.1)), Stroke::new(look.ink, 0.035));
            }
            FeatureKind::Well => {
                layer.shape(Path::circle(at, 0.38), Some(look.floor), Some(line));
                layer.shape(Path::circle(at, 0.24), Some(look.water), Some(Stroke::new(look.ink, 0.04)));
            }
            FeatureKind::Light => {
                let mut rays = Path::new();
                for (x, y) in [(1.0, 0.0), (0.707, 0.707), (0.0, 1.0), (-0.707, 0.707)] {
                    for side in [-1.0, 1.0] {
                        let way = Vec2::new(x, y) * side;
                        rays.move_to(at + way * 0.2);
                        rays.line_to(at + way * 0.34);
                    }
                }
                layer.stroke(rays, Stroke::new(look.ink, 0.05).round());
                layer.shape(Path::circle(at, 0.11), Some(look.floor), Some(Stroke::new(look.ink, 0.05)));
            }
            FeatureKind::Water => {}
        }
    }
}

fn water(layer: &mut Layer, cells: &[Point], look: &Look) {
    let shore = cave(cells);
    layer.shape(shore, Some(look.water), Some(Stroke::new(look.water_line, 0.06).round()));
    let mut waves = Path::new();
    for &p in cells {
        let y = p.y as f32 + 0.3 + 0.4 * noise(p.x, p.y, 31);
        let x = p.x as f32 + 0.2 + 0.15 * noise(p.x, p.y, 32);
        if noise(p.x, p.y, 33) < 0.6 {
            waves.move_to(Vec2::new(x, y));
            waves.quad_to(Vec2::new(x + 0.13, y - 0.13), Vec2::new(x + 0.26, y));
            waves.quad_to(Vec2::new(x + 0.39, y + 0.13), Vec2::new(x + 0.52, y));
        }
    }
    layer.stroke(waves, Stroke::new(look.water_line, 0.05).round());
}

fn rubble(layer: &mut Layer, p: Point, look: &Look) {
    let mut stones = Path::new();
    for i in 0..5 {
        let at = middle(p) + Vec2::new(jitter(p.x, p.y, 40 + i), jitter(p.x, p.y, 50 + i)) * 0.36;
        let size = 0.06 + 0.09 * noise(p.x, p.y, 60 + i);
        let corner = |k: u32, x: f32, y: f32| {
            at + Vec2::new(x, y) * size * (0.7 + 0.6 * noise(p.x, p.y, 70 + 7 * i + k))
        };
        let outline = [
            corner(0, 1.0, 0.0),
            corner(1, 0.3, 1.0),
            corner(2, -0.8, 0.6),
            corner(3, -0.8, -0.6),
            corner(4, 0.3, -1.0),
        ];
        stones.extend(&Path::polygon(outline));
    }
    layer.shape(stones, Some(look.floor), Some(Stroke::new(look.ink, 0.04)));
}

fn star(at: Vec2, radius: f32) -> Path {
    let points = (0..10).map(|i| {
        let angle = std::f32::consts::PI * (i as f32 / 5.0 - 0.5);
        let far = if i % 2 == 0 { radius } else { radius * 0.42 };
        at + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * far
    });
    Path::polygon(points)
}
