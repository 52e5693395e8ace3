//! Pools of light on the floor: what a lamp reaches, and no further than the walls.

use mapkiln_core::Direction;
use mapkiln_maps::plan::{DoorKind, Level, Thing};

use super::border::{crossing, distance_to};
use super::ground::{Ground, door_middle};
use crate::scene::{Color, Layer, Path, Vec2};

/// Rays cast from a lamp.
const RAYS: usize = 144;
/// Each pool is drawn in this many steps, from the dim rim to the bright middle.
const STEPS: usize = 7;

/// A lamp, in cells.
struct Lamp {
    at: Vec2,
    bright: f32,
    dim: f32,
    color: Color,
}

impl Lamp {
    /// The lamp of a thing that gives light; what hangs on a wall burns a little before it.
    fn of(thing: &Thing, cell_feet: u32) -> Option<Lamp> {
        let light = thing.light?;
        let feet = cell_feet.max(1) as f32;
        let footprint = thing.footprint();
        let mut at = Vec2::new(
            footprint.x as f32 + footprint.width as f32 / 2.0,
            footprint.y as f32 + footprint.height as f32 / 2.0,
        );
        use mapkiln_maps::plan::ThingKind::{Hearth, Sconce, Torch};
        if matches!(thing.kind, Torch | Sconce | Hearth) {
            // They hang at the back of their cell.
            at = at + Vec2::from(thing.facing.opposite().vector()) * 0.1;
        }
        let [r, g, b] = light.colour.0;
        let color = Color { r, g, b, a: 255 };
        Some(Lamp { at, bright: light.bright as f32 / feet, dim: light.dim as f32 / feet, color })
    }
}

/// Draws the pools of all lamps of a level. Where several shine on one place each is drawn weaker, for
/// light adds up to no more than light.
pub(crate) fn pools(
    layer: &mut Layer,
    cell_feet: u32,
    level: &Level,
    ground: &Ground,
    strength: f32,
    project: impl Fn(Vec2) -> Vec2,
) {
    let shutters = shutters(level, ground);
    let lamps: Vec<Lamp> = level.things.iter().filter_map(|t| Lamp::of(t, cell_feet)).collect();
    for lamp in &lamps {
        let near =
            |other: &&Lamp| (other.at - lamp.at).length() < 0.5 * (other.dim + lamp.dim).min(2.0 * lamp.dim);
        let crowd = lamps.iter().filter(near).count().max(1);
        let rays = reach(lamp, ground, &shutters);
        pool(layer, lamp, &rays, strength / (0.5 + 0.5 * crowd as f32), &project);
    }
}

/// What stops light besides the border: shut doors and thin walls.
fn shutters(level: &Level, ground: &Ground) -> Vec<[Vec2; 2]> {
    let mut lines = ground.partitions.clone();
    for door in level.doors.iter().filter(|d| !matches!(d.kind, DoorKind::Arch | DoorKind::Portcullis)) {
        let middle = door_middle(door.place);
        let across = match door.place.facing() {
            Direction::North | Direction::South => Vec2::new(0.5, 0.0),
            Direction::East | Direction::West => Vec2::new(0.0, 0.5),
        };
        let across = across * door.place.width() as f32;
        lines.push([middle - across, middle + across]);
    }
    lines
}

/// How far light goes in each direction, up to the lamp's dim radius.
fn reach(lamp: &Lamp, ground: &Ground, shutters: &[[Vec2; 2]]) -> Vec<(Vec2, f32)> {
    let close = |piece: &[Vec2; 2]| distance_to(lamp.at, *piece) < lamp.dim + 0.1;
    let walls: Vec<[Vec2; 2]> =
        ground.border.pieces.iter().chain(shutters).filter(|p| close(p)).copied().collect();
    (0..RAYS)
        .map(|i| {
            let (sin, cos) = libm::sincosf((i as f32 + 0.37) * std::f32::consts::TAU / RAYS as f32);
            let way = Vec2::new(cos, sin);
            let ray = [lamp.at, lamp.at + way * lamp.dim];
            let nearest = walls
                .iter()
                .filter_map(|&wall| crossing(ray, wall))
                .filter(|&t| t > 0.005)
                .fold(1.0, f32::min);
            (way, nearest * lamp.dim)
        })
        .collect()
}

/// Draws the pool of a lamp, in steps that grow brighter towards it.
fn pool(
    layer: &mut Layer,
    lamp: &Lamp,
    rays: &[(Vec2, f32)],
    strength: f32,
    project: &impl Fn(Vec2) -> Vec2,
) {
    for step in 0..STEPS {
        // From the dim rim in to half of what is bright.
        let share = step as f32 / (STEPS - 1) as f32;
        let radius = lamp.dim + (0.5 * lamp.bright - lamp.dim) * share;
        let corners = rays.iter().map(|(way, far)| project(lamp.at + *way * far.min(radius)));
        layer.fill(Path::polygon(corners), lamp.color.faded(strength));
    }
}
