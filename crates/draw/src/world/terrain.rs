//! Terrain: regions from low to high with their shores and rims, then what lies and stands on them.

use super::contour::{Lattice, Outline};
use super::details;
use super::doors;
use super::grounds::Ground;
use super::standing;
use super::survey::Survey;
use super::ways;
use crate::noise::noise;
use crate::scene::{Cap, Color, Frame, Join, Layer, Path, Scene, Stroke, Vec2};

const DEEP: Color = Color::hex(0x3f7fa8);
const SHALLOW: Color = Color::hex(0x8cc6d8);
const FOAM: Color = Color::hex(0xe8f5f4);
/// The colour of shadows.
pub(super) const SHADE: Color = Color::hex(0x1d2b33);

/// A region of ground: everything of this rank or higher.
pub(super) struct Region {
    pub(super) ground: Ground,
    /// Its border; none if it is the whole map.
    pub(super) border: Option<Path>,
    /// Shore and shade on the ground below it.
    pub(super) below: Vec<Layer>,
    /// The ground itself.
    pub(super) layers: Vec<Layer>,
}

/// Draws everything.
pub(super) fn draw(survey: &Survey, scene: &mut Scene) {
    for region in regions(survey, scene.frame) {
        scene.layers.extend(region.below);
        scene.layers.extend(region.layers);
    }
    details::patches(survey, scene, |_| true);
    details::draw(survey, scene, details::Marking::All);
    ways::draw(survey, scene);
    ways::build(survey, scene);
    standing::draw(survey, scene);
    doors::draw(survey, scene);
}

/// The regions of ground from low to high.
pub(super) fn regions(survey: &Survey, frame: Frame) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut below = true;
    for ground in Ground::ALL {
        let present = survey.grounds.contains(&ground);
        if !present {
            continue;
        }
        let inside: Vec<bool> = survey.grounds.iter().map(|g| *g >= ground).collect();
        let whole = inside.iter().all(|i| *i);
        let border = if whole { Path::rect(frame.grown(1.0)) } else { survey.lattice.border(&inside) };
        let mut under = Scene::new("", frame);
        if !whole {
            if survey.grounds.contains(&Ground::Water) && ground > Ground::Water && below {
                draw_shore(&border, if survey.single { 0.5 } else { 1.0 }, &mut under);
            }
            draw_foot(ground, &border, &mut under);
        }
        below = below && ground <= Ground::Water;
        let mut scene = Scene::new("", frame);
        let layer = scene.layer(ground.name());
        layer.fill(border.clone(), ground.color());
        if ground == Ground::Water {
            if !survey.single {
                draw_deep(survey, frame, &mut scene);
            }
            details::ripples(survey, &mut scene);
        } else {
            let region: Vec<bool> = survey.grounds.iter().map(|g| *g == ground).collect();
            if survey.single {
                // Patches would end at its sides.
            } else if survey.lattice.outline() == Outline::Soft {
                mottle(ground, &survey.lattice, &region, &border, &mut scene);
            } else {
                details::courses(survey, ground, &border, &mut scene);
            }
            if !whole {
                let width = if ground.is_raised() { 0.09 } else { 0.06 };
                scene.layer("rims").stroke(border.clone(), line(ground.rim(), width));
            }
        }
        let border = (!whole).then_some(border);
        regions.push(Region { ground, border, below: under.layers, layers: scene.layers });
    }
    regions
}

/// A line with round corners.
pub(super) fn line(color: Color, width: f32) -> Stroke {
    Stroke { cap: Cap::Round, join: Join::Round, ..Stroke::new(color, width) }
}

/// Shallows and foam around the land.
fn draw_shore(border: &Path, scale: f32, scene: &mut Scene) {
    let water = Ground::Water.color();
    let outer = water.mixed(SHALLOW, 0.45);
    let inner = water.mixed(SHALLOW, 0.85);
    let layer = scene.layer("shore");
    let plain = |color: Color, width: f32| line(color, scale * width);
    let foam = |color: Color, width: f32, dash: f32, gap: f32| Stroke {
        cap: Cap::Butt,
        ..plain(color, width).dashed(dash, gap)
    };
    for stroke in [
        plain(water.mixed(SHALLOW, 0.22), 1.55),
        plain(outer, 1.15),
        foam(outer.mixed(FOAM, 0.6), 1.05, 0.35, 0.75),
        plain(outer, 0.97),
        plain(inner, 0.78),
        foam(FOAM, 0.66, 0.7, 0.3),
        plain(inner, 0.58),
    ] {
        layer.stroke(border.clone(), stroke);
    }
}

/// Shade on the low side of ground that stands above its surroundings.
fn draw_foot(ground: Ground, border: &Path, scene: &mut Scene) {
    let layer = scene.layer("foot");
    if ground.is_raised() {
        let shadow = border.map(|p| p + Vec2::new(0.16, 0.2));
        layer.shape(shadow, Some(SHADE.faded(0.22)), Some(line(SHADE.faded(0.22), 0.1)));
    } else if ground > Ground::Sand {
        layer.stroke(border.clone(), line(ground.rim().faded(0.22), 0.3));
    }
}

/// Deep water far from land.
fn draw_deep(survey: &Survey, frame: Frame, scene: &mut Scene) {
    let lattice = &survey.lattice;
    let land = distance(lattice, &survey.grounds.iter().map(|g| *g > Ground::Water).collect::<Vec<_>>());
    let layer = scene.layer("deep");
    for (far, color) in [(2.4, DEEP.mixed(Ground::Water.color(), 0.45)), (4.6, DEEP)] {
        let wobble = |i: usize| {
            let p = lattice.at(i);
            f32::from(soft_noise(p, 5.0, 71) > 0.5) * 1.3
        };
        let inside: Vec<bool> = (0..lattice.len()).map(|i| land[i] > far + wobble(i)).collect();
        if inside.iter().all(|i| *i) {
            layer.fill(Path::rect(frame.grown(1.0)), color);
        } else {
            layer.fill(lattice.border(&inside), color);
        }
    }
}

/// The distance in map units from each point to the nearest that is set, by two passes.
fn distance(lattice: &Lattice, set: &[bool]) -> Vec<f32> {
    let columns = lattice.columns();
    let mut far: Vec<f32> = set.iter().map(|s| if *s { 0.0 } else { 99.0 }).collect();
    let (step, slant) = (lattice.step(), lattice.step() * 1.41);
    for i in 0..far.len() {
        for (back, cost) in [(1, step), (columns, step), (columns + 1, slant), (columns - 1, slant)] {
            if i >= back {
                far[i] = far[i].min(far[i - back] + cost);
            }
        }
    }
    for i in (0..far.len()).rev() {
        for (ahead, cost) in [(1, step), (columns, step), (columns + 1, slant), (columns - 1, slant)] {
            if let Some(&next) = far.get(i + ahead) {
                far[i] = far[i].min(next + cost);
            }
        }
    }
    far
}

/// Lighter and darker patches within a region.
fn mottle(ground: Ground, lattice: &Lattice, region: &[bool], border: &Path, scene: &mut Scene) {
    let (light, dark) = match ground {
        Ground::Grass => (Color::hex(0xd6dd8a).faded(0.35), Color::hex(0x6f9a4a).faded(0.2)),
        Ground::Sand => (Color::hex(0xfaf0cf).faded(0.5), Color::hex(0xd9b878).faded(0.22)),
        Ground::Hill => (Color::hex(0xd2cc94).faded(0.5), Color::hex(0x8d8653).faded(0.22)),
        Ground::Rock => (Color::hex(0xc2bdb3).faded(0.45), Color::hex(0x6f695f).faded(0.25)),
        Ground::Frost | Ground::Snow => (Color::hex(0xffffff).faded(0.8), Color::hex(0xc6d6de).faded(0.5)),
        Ground::Floor => (Color::hex(0xe2d5b8).faded(0.45), Color::hex(0xa6977a).faded(0.25)),
        Ground::Mud => (Color::hex(0xc3bf93).faded(0.4), Color::hex(0x7d8a5a).faded(0.3)),
        Ground::Wall => (Color::hex(0x736c63).faded(0.4), Color::hex(0x48423c).faded(0.4)),
        _ => return,
    };
    let layer = scene.layer("patches");
    layer.clip = Some(border.clone());
    for (color, scale, purpose, above) in
        [(dark, 3.7, 90, 0.56), (dark, 3.7, 90, 0.67), (light, 3.1, 91, 0.64)]
    {
        let inside: Vec<bool> =
            (0..lattice.len()).map(|i| region[i] && patchy(lattice.at(i), scale, purpose) > above).collect();
        layer.fill(lattice.border(&inside), color);
    }
}

/// Noise for patches: two sizes of smooth noise, both at an angle to the map and to each other, so that no
/// patch has sides along the grid.
pub(super) fn patchy(p: Vec2, scale: f32, purpose: u32) -> f32 {
    let large = Vec2::new(p.x * 0.83 - p.y * 0.56, p.x * 0.56 + p.y * 0.83);
    let small = Vec2::new(p.x * 0.42 + p.y * 0.91, p.y * 0.42 - p.x * 0.91);
    let by = |noise: f32, strength: f32| strength * (noise - 0.5);
    let large = by(soft_noise(large, 1.25 * scale, purpose), 0.95);
    0.5 + large + by(soft_noise(small, 0.55 * scale, purpose + 10), 0.4)
}

/// Smooth noise from 0 to 1: values at corners of a grid, mixed.
pub(super) fn soft_noise(p: Vec2, scale: f32, purpose: u32) -> f32 {
    let (x, y) = (p.x / scale, p.y / scale);
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = (x - left, y - top);
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (ex, ey) = (ease(fx), ease(fy));
    let at = |dx: i32, dy: i32| noise(left as i32 + dx, top as i32 + dy, purpose);
    let north = at(0, 0) + (at(1, 0) - at(0, 0)) * ex;
    let south = at(0, 1) + (at(1, 1) - at(0, 1)) * ex;
    north + (south - north) * ey
}
