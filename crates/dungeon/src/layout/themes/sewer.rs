//! The sewer: channels with water and walkways, culverts at right angles, cisterns and shafts.

use mapkiln_core::{Direction, Point, Rect, StableSort};
use mapkiln_maps::plan::{FeatureKind, RoomShape, ThingKind};

use super::kit::{alley, disc};
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Canvas, Draft, Gate, How, SpaceId};
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::sums::Sums;
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Decoder, Turns};
use crate::layout::weave::Woven;

pub(super) struct Sewer;

const TABLE: &[BlockKind] =
    &[blocks("net", 1, 12), blocks("part", 4, 3), blocks("culvert", 5, 4), blocks("room", 30, 6), DOORS];

impl Decoder for Sewer {
    fn id(&self) -> &'static str {
        "sewer"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.15, 0.40], [3.0, 7.0], [0.38, 0.52])
    }

    fn turns(&self) -> Turns {
        Turns::Mirrors
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let n = drawn.rooms;
        let net = genes.block("net", 0);
        let mut water = Canvas::new();
        let small = n < 9;
        let grow = (n - 12).clamp(-6, 10);
        let length = net.int(0, 27, 35) + grow - if small { 4 } else { 0 };
        let width = net.int(1, 4, 5);
        // The main channel: two or three parts, perhaps a step between them, a grate at each joint.
        let parts = if small { 2 } else { net.int(2, 2, 3) };
        let mut x = 0;
        let mut y = 0;
        let mut main: Vec<(SpaceId, Rect)> = Vec::new();
        for part in 0..parts {
            let block = genes.block("part", part as usize);
            let left = parts - part;
            let long = if left == 1 { length - x } else { (length - x) / left + block.int(0, -2, 2) };
            if part > 0 && block.percent(1, 40) {
                y += if block.int(2, 0, 1) == 0 { 2 } else { -2 };
            }
            let rect = Rect::new(x, y, long, width);
            let id = draft.rect(0, if part == 0 { "outfall" } else { "main_channel" }, rect);
            channel(&mut water, rect, true, width - 2);
            if let Some(&(before, _)) = main.last() {
                join(&mut draft, before, id, &water);
            }
            main.push((id, rect));
            x += long;
        }
        let mut left = n - parts;
        // A second arm at right angles, from the end.
        let last = main.last()?.1;
        if left > 3 && net.percent(3, 45) {
            let long = net.int(4, 8, 13);
            let down = net.int(5, 0, 1) == 0;
            let top = if down { last.bottom() } else { last.y - long };
            let rect = Rect::new(last.right() - width, top, width, long);
            let id = draft.rect(0, "main_channel", rect);
            channel(&mut water, rect, false, width - 2);
            bridge(&mut draft, &mut water, main.last()?.0, id);
            left -= 1;
        }
        // Culverts at right angles, eight or more apart, and a side channel that joins them.
        let count = if small { 1 } else { net.int(6, 2, 3) };
        let side = drawn.depth == 0 && count > 1 && net.percent(7, 75);
        let up = net.int(8, 0, 1) == 0;
        let long = net.int(9, 6, 9) + i32::from(drawn.tightness < 0) * 3;
        let mut at = net.int(10, 3, 6);
        let mut culverts: Vec<(SpaceId, Rect)> = Vec::new();
        for i in 0..count {
            let block = genes.block("culvert", i as usize);
            let Some(&(id, rect)) = main.iter().find(|(_, r)| r.x < at && at + 4 < r.right()) else {
                at += 3;
                continue;
            };
            // With a side channel all end on one line.
            let upward = if side { up } else { block.int(0, 0, 1) == 0 };
            let line = if up {
                main.iter().map(|m| m.1.y).min()? - long
            } else {
                main.iter().map(|m| m.1.bottom()).max()? + long
            };
            let culvert = match (side, upward) {
                (true, true) => Rect::new(at, line, 3, rect.y - line),
                (true, false) => Rect::new(at, rect.bottom(), 3, line - rect.bottom()),
                (false, true) => {
                    Rect::new(at, rect.y - long + block.int(1, 0, 2), 3, long - block.int(1, 0, 2))
                }
                (false, false) => Rect::new(at, rect.bottom(), 3, long - block.int(1, 0, 2)),
            };
            let cells: Vec<Point> = culvert.cells().collect();
            if left > 1 && draft.levels[0].fits(&cells, &[id]) {
                let culvert_id = draft.rect(0, "culvert", culvert);
                channel(&mut water, culvert, false, 1);
                bridge(&mut draft, &mut water, id, culvert_id);
                culverts.push((culvert_id, culvert));
                left -= 1;
            }
            at += 9 + block.int(2, 0, 4);
        }
        if side && culverts.len() > 1 && left > 0 {
            let deep = net.int(11, 3, 4);
            let (first, end) = (culverts.first()?.1, culverts.last()?.1);
            let (from, to) = (first.x - 2, end.right() + 2);
            let row = if up { first.y - deep } else { first.bottom() };
            let rect = Rect::new(from, row, to - from, deep);
            let beside: Vec<SpaceId> = culverts.iter().map(|c| c.0).collect();
            if draft.levels[0].fits(&rect.cells().collect::<Vec<_>>(), &beside) {
                let id = draft.rect(0, "side_channel", rect);
                channel(&mut water, rect, true, deep - 2);
                for (culvert, _) in &culverts {
                    bridge(&mut draft, &mut water, *culvert, id);
                }
                left -= 1;
            }
        } else {
            // Blind culverts end in a pillared cistern.
            for &(id, rect) in &culverts {
                if left == 0 {
                    break;
                }
                let block = genes.block("culvert", usize::from(id) % 5);
                let half = block.int(3, 2, 3);
                let top = if rect.y < 0 { rect.y - 1 - 2 * half } else { rect.bottom() + 1 };
                let cistern = Rect::new(rect.x + 1 - half, top, 2 * half + 1, 2 * half);
                if draft.try_rect(0, "cistern", cistern).is_some() {
                    let inner = cistern.grown(-1);
                    let pillars =
                        inner.cells().filter(|p| (p.x - inner.x) % 2 == 0 && (p.y - inner.y) % 2 == 0);
                    draft.built.push(Built::Feature(0, FeatureKind::Pillar, pillars.collect()));
                    left -= 1;
                }
            }
        }
        for i in 0..30 {
            if left == 0 {
                break;
            }
            if chamber(&mut draft, genes, i, &mut water) {
                left -= 1;
            }
        }
        let dry = |p: Point| !water.is_floor(p);
        alley(&mut draft, "service_tunnel", net.unit(6), &dry);
        find_doors(&mut draft);
        // Doors to walkways only.
        for way in &mut draft.ways {
            let thick = if let How::Throat(_, thick) = &way.how { *thick } else { 1 };
            if let How::Door(places) | How::Throat(places, _) = &mut way.how {
                places.retain(|p| {
                    let v = p.facing.vector();
                    !water.is_floor(p.at - v) && !water.is_floor(p.at + v * thick)
                });
            }
        }
        draft.ways.retain(|w| !matches!(&w.how, How::Door(p) | How::Throat(p, _) if p.is_empty()));
        let wet = |s: SpaceId| {
            matches!(
                draft.spaces[usize::from(s)].tag,
                "outfall" | "main_channel" | "side_channel" | "culvert"
            )
        };
        let biased: Vec<bool> = draft.ways.iter().map(|w| wet(w.a) || wet(w.b)).collect();
        draft.ways.iter_mut().zip(biased).filter(|(_, b)| *b).for_each(|(w, _)| w.bias = -20);
        let wet = water.floor().map(|c| c.0).collect();
        draft.built.push(Built::Feature(0, FeatureKind::Water, wet));
        // One comes in along the walkway beside the outfall.
        let (id, first) = main[0];
        let walkways = [first.y, first.bottom() - 1];
        let open =
            walkways.into_iter().map(|y| Gate { space: id, at: Point::new(0, y), facing: Direction::East });
        let gate = open
            .into_iter()
            .find(|g| crate::layout::themed::way_out(&draft.levels[0], g.at, Direction::West))?;
        draft.gates.push(gate);
        Some(draft)
    }

    /// At least three round or wet rooms, and a boss that is no stretch of a channel.
    fn terms(&self, draft: &Draft, woven: &Woven) -> u64 {
        let special =
            draft.spaces.iter().filter(|s| matches!(s.tag, "cistern" | "tank" | "street_shaft")).count();
        let boss = draft.spaces[usize::from(woven.boss)].tag;
        100 * 3u64.saturating_sub(special as u64)
            + u64::from(matches!(boss, "outfall" | "main_channel")) * 100
    }
}

/// The water of a channel: its middle, with a walkway on both sides.
fn channel(water: &mut Canvas, rect: Rect, across: bool, wide: i32) {
    let inside = |p: &Point| {
        let (n, side) = if across { (p.y - rect.y, rect.height) } else { (p.x - rect.x, rect.width) };
        let bank = (side - wide) / 2;
        n >= bank && n < bank + wide
    };
    rect.cells().filter(inside).for_each(|p| water.set(p, 0));
}

/// The border of two stretches of a channel, with a grate where the water runs through.
fn join(draft: &mut Draft, a: SpaceId, b: SpaceId, water: &Canvas) {
    let Some(mouth) = draft.border(a, b) else { return };
    let along = crate::layout::doorways::along(&mouth);
    for n in 0..i32::from(mouth.width) {
        let p = mouth.at + along * n;
        if water.is_floor(p) {
            draft.built.push(Built::Thing(0, ThingKind::Grate, p, mouth.facing));
        }
    }
    draft.mouth(a, b, mouth, true);
}

/// The border where one channel runs into another: water up to it, and bridges over the water.
fn bridge(draft: &mut Draft, water: &mut Canvas, a: SpaceId, b: SpaceId) {
    let Some(mouth) = draft.border(a, b) else { return };
    let along = crate::layout::doorways::along(&mouth);
    let (inward, outward) = (mouth.facing.opposite(), mouth.facing);
    for n in 0..i32::from(mouth.width) {
        let p = mouth.at + along * n;
        // The walkway is cut where the water of the culvert meets it, and bridged.
        if water.is_floor(p.step(outward)) || water.is_floor(p) {
            for q in [p, p.step(outward)] {
                if !water.is_floor(q) {
                    water.set(q, 0);
                    draft.built.push(Built::Thing(0, ThingKind::Bridge, q, inward));
                }
            }
        }
    }
    draft.mouth(a, b, mouth, true);
}

/// A room wall to wall with what stands: a rectangle, a tank with a catwalk, a round shaft, a closet.
fn chamber(draft: &mut Draft, genes: &Genes, number: usize, water: &mut Canvas) -> bool {
    let block = genes.block("room", number);
    let (tag, width, height) = match block.int(0, 0, 99) {
        ..25 => ("tank", block.int(1, 5, 7), block.int(2, 5, 6)),
        25..45 => ("street_shaft", 5, 5),
        45..60 => ("", 3, 3),
        _ => ("", block.int(1, 3, 6), block.int(2, 3, 5)),
    };
    let bounds = draft.levels[0].bounds();
    let sums = Sums::new(&draft.levels[0], 2);
    let mut places: Vec<(i64, i32, Rect)> = Vec::new();
    for p in bounds.grown(7).cells() {
        let rect = Rect::new(p.x, p.y, width, height);
        // The ground before the outfall stays free.
        if rect.x < 0 || !sums.is_free(rect.grown(1)) || !beside(draft, rect, water) {
            continue;
        }
        let (x, y) = (rect.x.min(bounds.x), rect.y.min(bounds.y));
        let grown =
            Rect::new(x, y, rect.right().max(bounds.right()) - x, rect.bottom().max(bounds.bottom()) - y);
        let noise = (p.x * 37 + p.y * 61 + i32::from(block.key(3) / 64)).rem_euclid(101);
        places.push((grown.area() - bounds.area(), noise, rect));
    }
    places.stable_sort_by_key(|p| (p.0 / 24, p.1));
    let Some(&(_, _, rect)) = places.get((block.unit(4) * 6.0) as usize).or(places.first()) else {
        return false;
    };
    if tag == "street_shaft" {
        draft.room(0, tag, RoomShape::Circle, &disc(Point::new(rect.x, rect.y), 5));
        return true;
    }
    draft.rect(0, tag, rect);
    if tag == "tank" {
        // Two basins with a catwalk between and around them.
        let inner = rect.grown(-1);
        let middle = inner.x + inner.width / 2;
        inner.cells().filter(|p| p.x != middle).for_each(|p| water.set(p, 0));
    }
    true
}

/// Is there dry floor behind the wall of a rectangle, two cells or more?
fn beside(draft: &Draft, r: Rect, water: &Canvas) -> bool {
    let canvas = &draft.levels[0];
    let dry = |p: Point| canvas.is_floor(p) && !water.is_floor(p);
    let rows = |x: i32| (r.y + 1..r.bottom() - 1).filter(|&y| dry(Point::new(x, y))).count() >= 1;
    let columns = |y: i32| (r.x + 1..r.right() - 1).filter(|&x| dry(Point::new(x, y))).count() >= 1;
    rows(r.x - 2) || rows(r.right() + 1) || columns(r.y - 2) || columns(r.bottom() + 1)
}
