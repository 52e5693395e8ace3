//! Worlds in layers from above: plateaus with cliffs, lighter the higher they lie, and ramps.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::world::World;

use super::contour::Lattice;
use super::grounds::{Cover, Ground, meaning, meaning_of};
use super::standing;
use super::terrain::{SHADE, line, patchy};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Frame, Layer, Path, Scene, Vec2};

/// From this height on, all trees are firs.
pub(super) const FIRS: i32 = 3;

const CLIFF: Color = Color::hex(0x8a6a48);

/// Each height has its own colour, from valley green over meadow and heath to pale rock.
const TINTS: [Color; 6] = [
    Color::hex(0x6fa257),
    Color::hex(0x97bd62),
    Color::hex(0xbcc878),
    Color::hex(0xd3c68d),
    Color::hex(0xd9cfb4),
    Color::hex(0xe6e3da),
];

fn tint(height: usize) -> Color {
    TINTS[height.min(TINTS.len() - 1)]
}

/// The ground at one height or higher.
pub(super) struct Plateau {
    pub(super) height: i32,
    /// Its border; none if it is the whole map.
    pub(super) border: Option<Path>,
    pub(super) layers: Vec<Layer>,
}

/// The ground from low to high.
pub(super) fn plateaus(heights: &Grid<i32>, frame: Frame) -> Vec<Plateau> {
    let lattice = Lattice::new(heights.width(), heights.height(), Vec2::new(0.5, 0.5), 1.0, false);
    let points: Vec<Point> = (0..lattice.len())
        .map(|i| {
            let (x, y) = lattice.inside(i);
            Point::new(x, y)
        })
        .collect();
    let low = heights.cells().iter().copied().min().unwrap_or(0);
    let high = heights.cells().iter().copied().max().unwrap_or(0);
    let mut plateaus = Vec::new();
    for z in low..=high {
        let inside: Vec<bool> = points.iter().map(|p| heights[*p] >= z).collect();
        let whole = inside.iter().all(|i| *i);
        let border = if whole { Path::rect(frame.grown(1.0)) } else { lattice.border(&inside) };
        let mut scene = Scene::new("", frame);
        let ground = tint((z - low) as usize);
        scene.layer("ground").fill(border.clone(), ground);
        let patches: Vec<bool> = (0..lattice.len())
            .map(|i| inside[i] && patchy(lattice.at(i), 3.4, 90 + z.unsigned_abs()) > 0.6)
            .collect();
        let patches = lattice.border(&patches);
        let layer = scene.layer("patches");
        layer.clip = Some(border.clone());
        layer.fill(patches, Ground::Grass.rim().faded(0.16));
        if !whole {
            scene.layer("rims").stroke(border.clone(), line(Ground::Grass.rim(), 0.08));
        }
        plateaus.push(Plateau { height: z, border: (!whole).then_some(border), layers: scene.layers });
    }
    plateaus
}

/// Draws plateau over plateau.
pub(super) fn draw(world: &World, scene: &mut Scene) {
    let heights = Grid::from_fn(world.width(), world.height(), |p| world.height_at(p));
    for plateau in plateaus(&heights, scene.frame) {
        let layer = scene.layer(format!("height {}", plateau.height));
        if let Some(border) = &plateau.border {
            let moved = |by: f32| border.map(|p| p + Vec2::new(by * 0.15, by));
            layer.fill(border.map(|p| p + Vec2::new(0.3, 0.62)), SHADE.faded(0.2));
            // The face of the cliff, seen from the south, in strata.
            for (by, dark) in [(0.42, 0.45), (0.3, 0.25), (0.16, 0.05)] {
                layer.fill(moved(by), CLIFF.mixed(Color::hex(0x2e2218), dark));
            }
        }
        scene.layers.extend(plateau.layers);
    }
    let layer = scene.layer("details");
    let mut tufts = Path::new();
    for (p, height) in heights.iter() {
        let Some(tile) = world.tile_at(p) else { continue };
        if tile.ground.name == "ramp" {
            continue;
        }
        if meaning(&tile.ground.name).is_some_and(|(ground, _)| ground == Ground::Grass) {
            for i in 0..(noise(p.x, p.y, 11) * 3.0) as u32 {
                let spot = Vec2::new(jitter(p.x, p.y, 12 + i), jitter(p.x, p.y, 22 + i)) * 0.4;
                let at = Vec2::from(p) + Vec2::new(0.5, 0.5) + spot;
                let below = heights.get(Point::new(p.x, p.y - 1)).is_some_and(|h| h > height);
                if below && spot.y < 0.1 {
                    continue;
                }
                for d in [-0.07f32, 0.0, 0.07] {
                    tufts.move_to(at);
                    tufts.line_to(at + Vec2::new(d, -0.13 + d.abs() * 0.5));
                }
            }
        }
    }
    layer.stroke(tufts, line(Color::hex(0x7fa953), 0.035));
    ramps(world, scene);
    trees(world, &heights, scene);
}

/// Crowns of trees, row by row.
fn trees(world: &World, heights: &Grid<i32>, scene: &mut Scene) {
    let crowns = standing::crowns();
    let low = heights.cells().iter().copied().min().unwrap_or(0);
    let is_wood = |p: Point| {
        world.tile_at(p).is_some_and(|tile| matches!(meaning_of(tile), Some((_, Some(Cover::Wood)))))
    };
    let layer = scene.layer("standing");
    for y in 0..heights.height() {
        for third in 0..3 {
            let mut at: Vec<Vec<Vec2>> = vec![Vec::new(); crowns.len()];
            for p in (0..heights.width()).map(|x| Point::new(x, y)).filter(|p| is_wood(*p)) {
                let middle = Vec2::from(p) + Vec2::new(0.5, 0.5) + standing::tree_spot(p, third);
                let fir = heights[p] - low >= FIRS || standing::are_mixed_firs(p, middle, third);
                at[standing::crown_of(p, third, fir)].push(middle);
            }
            for (stamp, at) in crowns.iter().zip(at) {
                layer.stamps(stamp.clone(), at);
            }
        }
    }
}

/// Ramps as steps of trodden earth, from the low end to the high one.
fn ramps(world: &World, scene: &mut Scene) {
    let layer = scene.layer("ramps");
    for y in 0..world.height() {
        for x in 0..world.width() {
            let p = Point::new(x, y);
            let Some(tile) = world.tile_at(p).filter(|t| t.ground.name == "ramp") else { continue };
            let turn = tile.name.rsplit('@').next().and_then(|t| t.parse::<usize>().ok()).unwrap_or(0) % 4;
            let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
            // Its own south is the low end.
            let place = |u: f32, v: f32| {
                middle
                    + match turn {
                        0 => Vec2::new(u, v),
                        1 => Vec2::new(-v, u),
                        2 => Vec2::new(-u, -v),
                        _ => Vec2::new(v, -u),
                    }
            };
            let steps = 5;
            for k in 0..steps {
                let (from, to) =
                    (-0.6 + 1.3 * k as f32 / steps as f32, -0.6 + 1.3 * (k + 1) as f32 / steps as f32);
                let quad =
                    Path::polygon([place(-0.36, from), place(0.36, from), place(0.36, to), place(-0.36, to)]);
                let tone = Color::hex(0xd9bf8c).mixed(CLIFF, 0.12 * k as f32);
                layer.shape(quad, Some(tone), Some(line(CLIFF.faded(0.6), 0.03)));
            }
            for u in [-0.36, 0.36] {
                let side = Path::line(place(u, -0.6), place(u, 0.7));
                layer.stroke(side, line(CLIFF.mixed(Color::BLACK, 0.3), 0.05));
            }
        }
    }
}
