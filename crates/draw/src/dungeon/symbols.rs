//! The symbols of published maps: doors by kind, stairs, traps, what is built into rooms.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{DoorKind, FeatureKind, ThingKind, Vertical};

use super::ground::cave;
use super::style::{Look, Material};
use super::things;
use crate::noise::noise;
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
    pub(super) fn at(self, along: f32, across: f32) -> Vec2 {
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

/// Draws a door as its audience sees it; `leaves` cells wide.
pub(super) fn door(
    layer: &mut Layer,
    spot: Spot,
    leaves: i32,
    kind: &DoorKind,
    look: &Look,
    audience: Audience,
) {
    let line = Stroke::new(look.ink, 0.045).round();
    let half = leaves as f32 / 2.0;
    // The frame: two posts.
    let posts = |layer: &mut Layer, deep: f32| {
        for side in [-1.0, 1.0] {
            layer.fill(spot.block(0.0, side * (half - 0.06), deep, 0.06), look.wall);
        }
    };
    let leaf = |layer: &mut Layer| {
        posts(layer, 0.15);
        let wide = (half - 0.08) / leaves as f32;
        for i in 0..leaves {
            let across = (2 * i + 1 - leaves) as f32 * wide;
            let wood = spot.block(0.0, across, 0.1, wide);
            if look.shadow {
                layer.fill(wood.map(|p| p + Vec2::new(0.06, 0.06)), look.ink.faded(0.16));
            }
            layer.shape(wood, Some(look.of(Material::Wood)), Some(line));
        }
    };
    match kind {
        DoorKind::Arch => posts(layer, 0.18),
        DoorKind::Locked { .. } | DoorKind::Barred | DoorKind::Trapped { .. }
            if !audience.knows_secrets() =>
        {
            leaf(layer);
        }
        DoorKind::Door => leaf(layer),
        DoorKind::Locked { .. } => {
            leaf(layer);
            // A keyhole.
            let plate =
                Path::rounded_rect(Frame::new(spot.middle.x - 0.14, spot.middle.y - 0.14, 0.28, 0.28), 0.06);
            layer.shape(plate, Some(look.of(Material::Gold)), Some(Stroke::new(look.ink, 0.035)));
            layer.fill(Path::circle(spot.middle + Vec2::new(0.0, -0.04), 0.05), look.ink);
            layer.fill(
                Path::rect(Frame::new(spot.middle.x - 0.022, spot.middle.y - 0.04, 0.044, 0.13)),
                look.ink,
            );
        }
        DoorKind::Barred => {
            leaf(layer);
            layer.fill(spot.block(-0.22, 0.0, 0.045, half - 0.03), look.ink);
            for side in [-1.0, 1.0] {
                layer.fill(spot.block(-0.17, side * 0.5 * half, 0.09, 0.04), look.ink);
            }
        }
        DoorKind::Portcullis => {
            posts(layer, 0.15);
            let ends = (spot.at(0.0, 0.06 - half), spot.at(0.0, half - 0.06));
            layer.stroke(Path::line(ends.0, ends.1), Stroke::new(look.ink, 0.045));
            for i in -2 * leaves..=2 * leaves {
                layer.fill(Path::circle(spot.at(0.0, i as f32 * 0.165), 0.07), look.ink);
            }
        }
        DoorKind::Secret => {
            // Drawn as wall, with a letter for the game master.
            for end in [-0.44, 0.44] {
                layer.fill(spot.block(end, 0.0, 0.06, half), look.wall);
            }
            letter(layer, spot.middle, "S", 0.72, look);
        }
        DoorKind::Trapped { .. } => {
            leaf(layer);
            trap_mark(layer, spot.middle, 0.2, look);
        }
    }
}

/// A bold letter in the game master's colour.
pub(super) fn letter(layer: &mut Layer, at: Vec2, text: &str, size: f32, look: &Look) {
    let mut letter = Text::new(at + Vec2::new(0.0, 0.32 * size), size, look.accent, text).bold();
    letter.anchor = Anchor::Middle;
    letter.halo = Some(Stroke::new(look.accent_ground, 0.14).round());
    layer.text(letter);
}

/// A warning triangle.
pub(super) fn trap_mark(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let corner = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let triangle = Path::polygon([corner(0.0, -1.05), corner(1.0, 0.75), corner(-1.0, 0.75)]);
    let rim = Stroke::new(look.accent, 0.28 * size).round();
    layer.shape(triangle, Some(look.accent_ground), Some(rim));
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
    layer.stroke(blades.clone(), Stroke::new(look.accent_ground, 0.75 * size).round());
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
    layer.stroke(gem.clone(), Stroke::new(look.accent_ground, 0.7 * size).round());
    layer.shape(gem, Some(look.accent_ground), Some(Stroke::new(look.accent, 0.22 * size).round()));
    let facets = Path::polyline([corner(-0.9, -0.2), corner(0.9, -0.2)]);
    layer.stroke(facets, Stroke::new(look.accent, 0.16 * size));
}

/// Draws stairs in a cell; steps grow shorter on the way down.
pub(super) fn stairs(layer: &mut Layer, spot: Spot, way: Vertical, look: &Look) {
    let count = 6;
    let wide = |share: f32| match way {
        Vertical::Down => 0.46 - 0.3 * share,
        Vertical::Up => 0.46,
    };
    let (near, far) = (wide(0.0), wide(1.0));
    let flight =
        Path::polygon([spot.at(-0.46, -near), spot.at(-0.46, near), spot.at(0.46, far), spot.at(0.46, -far)]);
    layer.shape(flight, Some(look.of(Material::Stone)), None);
    for i in 0..count {
        let share = i as f32 / (count - 1) as f32;
        let dark = match way {
            Vertical::Down => share,
            Vertical::Up => 1.0 - share,
        };
        let (from, to) =
            (-0.46 + 0.92 * i as f32 / count as f32, -0.46 + 0.92 * (i + 1) as f32 / count as f32);
        let (a, b) = (wide((from + 0.46) / 0.92), wide((to + 0.46) / 0.92));
        let tread = Path::polygon([spot.at(from, -a), spot.at(from, a), spot.at(to, b), spot.at(to, -b)]);
        layer.fill(tread, look.ink.faded(0.05 + 0.4 * dark * dark));
    }
    let mut steps = Path::new();
    for i in 0..=count {
        let share = i as f32 / count as f32;
        let along = -0.46 + 0.92 * share;
        steps.move_to(spot.at(along, -wide(share)));
        steps.line_to(spot.at(along, wide(share)));
    }
    for side in [-1.0, 1.0] {
        steps.move_to(spot.at(-0.46, side * near));
        steps.line_to(spot.at(0.46, side * far));
    }
    layer.stroke(steps, Stroke::new(look.ink, 0.045).round());
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
    layer.shape(arrow, Some(look.label), Some(Stroke::new(look.label_halo, 0.1).round()));
}

/// Draws what is built into a level. Water goes below the grid, the rest above it.
pub(super) fn feature(layer: &mut Layer, kind: FeatureKind, cells: &[Point], look: &Look) {
    let kind = match kind {
        FeatureKind::Water => return water(layer, cells, look),
        FeatureKind::Pillar => {
            return cells.iter().for_each(|&p| things::in_cell(layer, look, p, things::pillar));
        }
        FeatureKind::Pit => {
            return cells.iter().for_each(|&p| things::in_cell(layer, look, p, things::pit));
        }
        FeatureKind::Statue => ThingKind::Statue,
        FeatureKind::Rubble => ThingKind::RubbleHeap,
        FeatureKind::Altar => ThingKind::Altar,
        FeatureKind::Well => ThingKind::Well,
        FeatureKind::Light => ThingKind::Lantern,
    };
    for &p in cells {
        things::in_cell(layer, look, p, |pen| things::symbol(pen, kind));
    }
}

/// Water with its shore, rings along it and a few ripples; clip it to the floor.
fn water(layer: &mut Layer, cells: &[Point], look: &Look) {
    let shore = cave(cells);
    layer.fill(shore.clone(), look.water);
    let pool: std::collections::BTreeSet<Point> = cells.iter().copied().collect();
    // Rings: the shores of what lies further in, in dashes.
    let deep: Vec<Point> =
        cells.iter().copied().filter(|p| p.around().iter().all(|q| pool.contains(q))).collect();
    if !deep.is_empty() {
        let ring = Stroke::new(look.water_line.faded(0.7), 0.035).round().dashed(0.42, 0.26);
        layer.stroke(cave(&deep), ring);
    }
    layer.stroke(shore, Stroke::new(look.water_line, 0.06).round());
    let mut waves = Path::new();
    for &p in cells {
        let y = p.y as f32 + 0.3 + 0.4 * noise(p.x, p.y, 31);
        let x = p.x as f32 + 0.2 + 0.15 * noise(p.x, p.y, 32);
        if noise(p.x, p.y, 33) < 0.3 {
            waves.move_to(Vec2::new(x, y));
            waves.quad_to(Vec2::new(x + 0.13, y - 0.13), Vec2::new(x + 0.26, y));
            waves.quad_to(Vec2::new(x + 0.39, y + 0.13), Vec2::new(x + 0.52, y));
        }
    }
    layer.stroke(waves, Stroke::new(look.water_line, 0.04).round());
}
