//! What stands on the ground, as one list from the back to the front.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::world::World;

use super::night::{self, Lamp, light_at};
use super::{Board, Heights, TERRACE, project};
use crate::art::house::{Roof, Size, house};
use crate::art::tone::{light, shade};
use crate::art::walker::Facing;
use crate::art::{masonry, peaks, stones, trees, ways};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Frame, Item, Layer, Path, Scene, Stamp, Stamps, Stroke, Vec2};
use crate::world::details::{near, place};
use crate::world::grounds::{Cover, Ground, meaning_of};
use crate::world::standing::{are_firs, are_mixed_firs, tree_spot};
use crate::world::survey::Survey;
use crate::world::terraces::FIRS;
use crate::world::terrain::soft_noise;
use crate::world::ways::{SIDES, tower_places};

/// Something that stands.
pub(super) struct Standing {
    /// Its foot point, in cells.
    foot: Vec2,
    /// Where the foot point is in the picture.
    at: Vec2,
    /// Among what has the same x + y: flat things before what stands.
    kind: u8,
    stamp: Option<Arc<Stamp>>,
    /// What is drawn if it is no stamp, in place.
    pub(super) items: Vec<Item>,
    pub(super) lamp: Option<Lamp>,
}

/// Flat on the ground.
const FLAT: u8 = 1;
/// Upright.
const UPRIGHT: u8 = 3;

impl Standing {
    fn stamped(stamp: &Arc<Stamp>, foot: Vec2, z: f32, kind: u8) -> Standing {
        let at = project(foot, z);
        Standing { foot, at, kind, stamp: Some(stamp.clone()), items: Vec::new(), lamp: None }
    }

    /// How far up in the picture it reaches.
    pub(super) fn top(&self) -> f32 {
        self.stamp.as_ref().map_or(self.at.y - 1.8, |stamp| self.at.y + stamp.frame.y)
    }

    /// Drawn in its place.
    pub(super) fn drawn(items: Vec<Item>, foot: Vec2, z: f32) -> Standing {
        Standing { foot, at: project(foot, z), kind: UPRIGHT, stamp: None, items, lamp: None }
    }

    /// How far in front it stands.
    pub(super) fn depth(&self) -> f32 {
        self.foot.x + self.foot.y
    }

    /// As it is by day.
    pub(super) fn into_items(self) -> Vec<Item> {
        let at = vec![self.at];
        let stamp = self.stamp.map(|stamp| Item::Stamps(Stamps { stamp, at }));
        stamp.into_iter().chain(self.items).collect()
    }

    /// Drawn around the origin.
    pub(super) fn placed(items: Vec<Item>, foot: Vec2, z: f32) -> Standing {
        Standing::stamped(&stamp(items, 1.0), foot, z, UPRIGHT)
    }
}

/// Draws the list; at night each thing takes the light at its foot.
pub(super) fn draw(mut standing: Vec<Standing>, lamps: Option<&[Lamp]>, scene: &mut Scene) {
    // The index decides last: sorting is stable.
    standing.sort_by(|a, b| {
        a.depth().total_cmp(&b.depth()).then(a.kind.cmp(&b.kind)).then(a.foot.x.total_cmp(&b.foot.x))
    });
    let layer = scene.layer("standing");
    let mut graded: BTreeMap<(*const Stamp, i32), Arc<Stamp>> = BTreeMap::new();
    for thing in standing {
        let level = lamps.map(|lamps| light_at(lamps, thing.foot));
        if let Some(mut stamp) = thing.stamp {
            if let Some(level) = level {
                let dark = graded.entry((Arc::as_ptr(&stamp), (level * 8.0) as i32)).or_insert_with(|| {
                    let items = stamp.items.iter().map(|i| night::item(i.clone(), level)).collect();
                    Arc::new(Stamp { frame: stamp.frame, items })
                });
                stamp = dark.clone();
            }
            match layer.items.last_mut() {
                // Of the same kind as the one before: one item for both.
                Some(Item::Stamps(last)) if Arc::ptr_eq(&last.stamp, &stamp) => last.at.push(thing.at),
                _ => layer.items.push(Item::Stamps(Stamps { stamp, at: vec![thing.at] })),
            }
        }
        layer.items.extend(thing.items.into_iter().map(|i| match level {
            Some(level) => night::item(i, level),
            None => i,
        }));
    }
}

/// A drawing as a stamp.
fn stamp(items: Vec<Item>, scale: f32) -> Arc<Stamp> {
    let mut layer = Layer::default();
    layer.append(Layer { items, ..Layer::default() }, Vec2::default(), scale);
    let bounds = layer.items.iter().filter_map(|item| match item {
        Item::Shape(shape) => {
            let wide = shape.stroke.map_or(0.0, |stroke| stroke.width);
            shape.path.bounds().map(|frame| frame.grown(wide))
        }
        _ => None,
    });
    let frame = bounds.reduce(Frame::union).unwrap_or_default().grown(0.06);
    Arc::new(Stamp { frame, items: layer.items })
}

/// All drawings that a world may need.
struct Kit {
    round: Vec<Arc<Stamp>>,
    conifer: Vec<Arc<Stamp>>,
    bush: Vec<Arc<Stamp>>,
    tuft: Vec<Arc<Stamp>>,
    flowers: Vec<Arc<Stamp>>,
    reeds: Vec<Arc<Stamp>>,
    rock: Vec<Arc<Stamp>>,
    peak: Vec<Arc<Stamp>>,
    white_peak: Vec<Arc<Stamp>>,
    mound: Vec<Arc<Stamp>>,
    /// By roof, side of the door and variant.
    cottage: Vec<Arc<Stamp>>,
    bridge: Vec<Arc<Stamp>>,
}

impl Kit {
    fn new() -> Kit {
        let many = |count: i32, scale: f32, draw: &dyn Fn(i32) -> Vec<Item>| {
            (0..count).map(|kind| stamp(draw(kind), scale)).collect::<Vec<_>>()
        };
        let cottage = Roof::ALL
            .into_iter()
            .flat_map(|roof| (0..8).map(move |k| stamp(house(Size::COTTAGE, roof, k as usize % 4, k), 1.0)));
        Kit {
            round: many(8, 0.86, &trees::round),
            conifer: many(8, 0.82, &trees::conifer),
            bush: many(4, 0.9, &trees::bush),
            tuft: many(4, 1.0, &trees::tuft),
            flowers: many(4, 1.0, &trees::flowers),
            reeds: many(4, 1.0, &trees::reeds),
            rock: many(6, 0.7, &|kind| stones::rock(kind, 1.0)),
            peak: many(6, 1.0, &|kind| peaks::peak(kind, false)),
            white_peak: many(6, 1.0, &|kind| peaks::peak(kind + 6, true)),
            mound: many(4, 0.9, &peaks::mound),
            cottage: cottage.collect(),
            bridge: vec![stamp(ways::bridge(false), 1.0), stamp(ways::bridge(true), 1.0)],
        }
    }
}

fn pick(list: &[Arc<Stamp>], x: i32, y: i32, purpose: u32) -> &Arc<Stamp> {
    &list[(noise(x, y, purpose) * list.len() as f32) as usize % list.len()]
}

/// Places what stands on a world whose grounds we know.
pub(super) fn on_terrain(survey: &Survey, heights: &Heights, board: &mut Board) {
    let kit = Kit::new();
    let list = &mut board.standing;
    let patched: Grid<bool> = {
        let mut grid = survey.main.map(|_| false);
        for (p, _) in &survey.patches {
            grid[*p] = true;
        }
        grid
    };
    for (p, cover) in survey.covers.iter() {
        let middle = place(survey, p);
        let (x, y) = (p.x, p.y);
        let way = survey.roads[p] != 0 || survey.streams[p] != 0;
        match cover {
            _ if *cover == Some(Cover::Bridge) || survey.roads[p] != 0 && survey.streams[p] != 0 => {
                let upright = survey.roads[p] & 0b0101 != 0;
                let z = heights.of(Ground::Grass);
                let bridge = &kit.bridge[usize::from(upright)];
                list.push(Standing::stamped(bridge, middle, z, FLAT));
            }
            Some(Cover::Wood) => wood(survey, heights, &kit, p, list),
            Some(Cover::House) => {
                let door = usize::from(survey.doors[p].unwrap_or(2)) % 4;
                let roof = (noise(x, y, 59) * 3.0) as usize % 3;
                let variant = usize::from(noise(x, y, 63) < 0.5);
                let toward = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][door];
                let foot = middle + Vec2::new(toward.0, toward.1) * 0.04;
                let z = heights.at(survey, middle);
                let drawing = &kit.cottage[roof * 8 + variant * 4 + door];
                let at = middle + Vec2::new(toward.0, toward.1) * 0.75;
                let lamp = Lamp { at, reach: 2.2, strength: 0.62 };
                list.push(Standing { lamp: Some(lamp), ..Standing::stamped(drawing, foot, z, UPRIGHT) });
            }
            _ if way || survey.walls[p] != 0 || patched[p] => {}
            _ => wild(survey, heights, &kit, p, list),
        }
    }
    town_walls(survey, heights, list);
}

/// Two or three trees on a cell.
fn wood(survey: &Survey, heights: &Heights, kit: &Kit, p: Point, list: &mut Vec<Standing>) {
    let (x, y) = (p.x, p.y);
    let beside_way = [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().any(|(dx, dy)| {
        let q = Point::new(x + dx, y + dy);
        survey.roads.get(q).is_some_and(|r| *r != 0) || survey.streams.get(q).is_some_and(|r| *r != 0)
    });
    for third in 0..3 {
        if beside_way && third != 1 {
            continue;
        }
        let foot = place(survey, p) + tree_spot(p, third);
        let ground = survey.ground_at(foot);
        if ground <= Ground::Sand {
            continue;
        }
        let firs = are_firs(survey, p, foot, third);
        let drawing = pick(if firs { &kit.conifer } else { &kit.round }, x, y, 58 + third);
        list.push(Standing::stamped(drawing, foot, heights.of(ground), UPRIGHT));
    }
}

/// What grows and lies on open ground.
fn wild(survey: &Survey, heights: &Heights, kit: &Kit, p: Point, list: &mut Vec<Standing>) {
    let (x, y) = (p.x, p.y);
    let middle = place(survey, p);
    let ground = survey.main[p];
    let spot = |i: u32| middle + Vec2::new(jitter(x, y, 12 + i), jitter(x, y, 22 + i)) * 0.42;
    // Near a border a foot might hang in the air.
    let calm = |q: Vec2| {
        [(0.45, 0.0), (-0.45, 0.0), (0.0, 0.45), (0.0, -0.45)]
            .into_iter()
            .all(|(dx, dy)| survey.ground_at(q + Vec2::new(dx, dy)) == ground)
            && survey.ground_at(q) == ground
    };
    let z = heights.of(ground);
    let mut put = |drawing: &Arc<Stamp>, at: Vec2, kind: u8| {
        if calm(at) {
            list.push(Standing::stamped(drawing, at, z, kind));
        }
    };
    let count = |most: f32| (noise(x, y, 11) * most) as u32;
    match ground {
        Ground::Grass => {
            let lush = soft_noise(middle, 6.0, 93);
            for i in 0..count(1.0 + 3.0 * lush) {
                put(pick(&kit.tuft, x, y, 33 + i), spot(i), FLAT);
            }
            if noise(x, y, 15) < 0.05 {
                put(pick(&kit.flowers, x, y, 16), spot(9), FLAT);
            } else if noise(x, y, 17) < 0.025 {
                put(pick(&kit.bush, x, y, 18), spot(8), UPRIGHT);
            } else if noise(x, y, 19) < 0.012 {
                put(pick(&kit.rock, x, y, 20), spot(7), UPRIGHT);
            }
        }
        Ground::Mud => {
            for i in 0..count(4.0) {
                put(pick(&kit.reeds, x, y, 33 + i), spot(i), UPRIGHT);
            }
        }
        Ground::Frost if noise(x, y, 17) < 0.04 => put(pick(&kit.rock, x, y, 18), spot(3), UPRIGHT),
        Ground::Frost if noise(x, y, 19) < 0.05 => put(pick(&kit.conifer, x, y, 20), spot(4), UPRIGHT),
        Ground::Sand if noise(x, y, 17) < 0.03 => put(pick(&kit.rock, x, y, 18), spot(3), UPRIGHT),
        Ground::Hill => {
            if noise(x, y, 17) < 0.4 {
                put(pick(&kit.mound, x, y, 18), spot(1), UPRIGHT);
            } else if noise(x, y, 19) < 0.1 {
                put(pick(&kit.rock, x, y, 20), spot(2), UPRIGHT);
            }
            for i in 0..count(1.8) {
                put(pick(&kit.tuft, x, y, 33 + i), spot(i + 4), FLAT);
            }
        }
        Ground::Rock if !heights.underground => {
            if noise(x, y, 17) < 0.5 && near(survey, p, |g| g >= Ground::Hill) {
                put(pick(&kit.peak, x, y, 18), spot(2), UPRIGHT);
            } else if noise(x, y, 19) < 0.4 {
                put(pick(&kit.rock, x, y, 20), spot(3), UPRIGHT);
            }
        }
        Ground::Snow if noise(x, y, 17) < 0.5 => put(pick(&kit.white_peak, x, y, 18), spot(2), UPRIGHT),
        Ground::Floor | Ground::Room if noise(x, y, 17) < 0.03 => {
            put(pick(&kit.rock, x, y, 18), spot(3), UPRIGHT);
        }
        _ => {}
    }
}

/// Town walls along their cells, with towers and gates.
fn town_walls(survey: &Survey, heights: &Heights, list: &mut Vec<Standing>) {
    let z = heights.of(Ground::Grass);
    for (p, &sides) in survey.walls.iter() {
        if sides == 0 {
            continue;
        }
        let corner = Vec2::from(p);
        let middle = corner + Vec2::new(0.5, 0.5);
        let end = |side: usize| corner + Vec2::new(SIDES[side].0, SIDES[side].1);
        let open: Vec<usize> = (0..4).filter(|side| sides >> side & 1 == 1).collect();
        if survey.roads[p] != 0 {
            let along_x = survey.roads[p] & 0b1010 != 0;
            list.push(Standing::drawn(masonry::gate(middle, z, along_x, project), middle, z));
            continue;
        }
        let pieces = match open[..] {
            [a, b] => vec![(end(a), end(b))],
            _ => open.iter().map(|&side| (end(side), middle)).collect(),
        };
        for (a, b) in pieces {
            list.push(Standing::drawn(masonry::wall(a, b, z, project), (a + b) * 0.5, z));
        }
    }
    for at in tower_places(survey) {
        // Before the wall that it stands in.
        list.push(Standing::drawn(masonry::tower(at, z, project), at + Vec2::new(0.2, 0.2), z));
    }
}

/// Ramps of a world in layers: the height of their low end, whether they rise towards us, the drawing.
pub(super) fn ramps(world: &World, heights: &Grid<i32>, low: i32) -> Vec<(i32, bool, Standing)> {
    let mut ramps = Vec::new();
    for (p, &height) in heights.iter() {
        let Some(tile) = world.tile_at(p).filter(|t| t.ground.name == "ramp") else { continue };
        let turn = tile.name.rsplit('@').next().and_then(|t| t.parse::<usize>().ok()).unwrap_or(0) % 4;
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        let z = (height - low) as f32 * TERRACE;
        ramps.push((height, matches!(turn, 1 | 2), Standing::drawn(ramp(middle, z, turn), middle, z)));
    }
    ramps
}

/// Steps of trodden earth from the low end (its own south) to the high one.
fn ramp(middle: Vec2, z: f32, turn: usize) -> Vec<Item> {
    let mut layer = Layer::default();
    let place = |u: f32, v: f32| {
        middle
            + match turn {
                0 => Vec2::new(u, v),
                1 => Vec2::new(-v, u),
                2 => Vec2::new(-u, -v),
                _ => Vec2::new(v, -u),
            }
    };
    let earth = Color::hex(0xd9bf8c);
    let steps = 6;
    let (low_end, high_end) = (0.62f32, -0.72f32);
    let mut order: Vec<i32> = (0..steps).collect();
    // From the back of the picture to its front: the high end lies behind if the ramp rises away.
    if matches!(turn, 0 | 3) {
        order.reverse();
    }
    for k in order {
        let at = |k: i32| low_end + (high_end - low_end) * k as f32 / steps as f32;
        let (a, b) = (place(-0.36, at(k)), place(0.36, at(k + 1)));
        let (lo, hi) = (Vec2::new(a.x.min(b.x), a.y.min(b.y)), Vec2::new(a.x.max(b.x), a.y.max(b.y)));
        let top = z + TERRACE * (k + 1) as f32 / steps as f32;
        let quad = |points: [(Vec2, f32); 4]| Path::polygon(points.map(|(p, z)| project(p, z)));
        let (sw, se, ne) = (Vec2::new(lo.x, hi.y), hi, Vec2::new(hi.x, lo.y));
        layer.fill(quad([(sw, top), (se, top), (se, z), (sw, z)]), shade(earth, 0.24));
        layer.fill(quad([(se, top), (ne, top), (ne, z), (se, z)]), shade(earth, 0.44));
        let lid = quad([(lo, top), (ne, top), (se, top), (sw, top)]);
        layer.shape(lid, Some(light(earth, 0.1)), Some(Stroke::new(shade(earth, 0.3), 0.03).round()));
    }
    layer.items
}

/// What grows on a world in layers: its height, whether higher ground stands before it, the drawing.
pub(super) fn growth(world: &World, heights: &Grid<i32>, low: i32) -> Vec<(i32, bool, Standing)> {
    let kit = Kit::new();
    let mut growth = Vec::new();
    for (p, &height) in heights.iter() {
        let Some(tile) = world.tile_at(p).filter(|tile| tile.ground.name != "ramp") else { continue };
        let here = |dx: i32, dy: i32| heights.get(Point::new(p.x + dx, p.y + dy)).copied().unwrap_or(height);
        let around = || (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let calm = around().all(|(dx, dy)| here(dx, dy) == height);
        let hidden = around().any(|(dx, dy)| dx + dy > 0 && here(dx, dy) > height);
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        let z = (height - low) as f32 * TERRACE;
        let (x, y) = (p.x, p.y);
        let reach = if calm { 0.42 } else { 0.12 };
        let spot = |i: u32| middle + Vec2::new(jitter(x, y, 12 + i), jitter(x, y, 22 + i)) * reach;
        let mut put = |drawing: &Arc<Stamp>, at: Vec2, kind: u8| {
            growth.push((height, hidden, Standing::stamped(drawing, at, z, kind)));
        };
        if matches!(meaning_of(tile), Some((_, Some(Cover::Wood)))) {
            for third in 0..3 {
                let foot = middle + tree_spot(p, third) * if calm { 1.0 } else { 0.6 };
                let list = if are_mixed_firs(p, foot, third) || height - low >= FIRS {
                    &kit.conifer
                } else {
                    &kit.round
                };
                put(pick(list, x, y, 58 + third), foot, UPRIGHT);
            }
            continue;
        }
        for i in 0..(noise(x, y, 11) * if calm { 3.4 } else { 1.6 }) as u32 {
            put(pick(&kit.tuft, x, y, 33 + i), spot(i), FLAT);
        }
        if !calm {
            continue;
        }
        if noise(x, y, 15) < 0.08 {
            put(pick(&kit.flowers, x, y, 16), spot(9), FLAT);
        } else if noise(x, y, 17) < 0.06 {
            put(pick(&kit.bush, x, y, 18), spot(8), UPRIGHT);
        } else if noise(x, y, 19) < 0.04 {
            put(pick(&kit.rock, x, y, 20), spot(7), UPRIGHT);
        }
    }
    growth
}

/// The walker.
pub(super) fn walker(foot: Vec2, z: f32) -> Standing {
    Standing::stamped(&stamp(crate::art::walker::walker(Facing::SouthEast, None), 1.0), foot, z, UPRIGHT)
}
