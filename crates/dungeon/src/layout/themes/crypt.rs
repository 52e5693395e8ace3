//! The crypt: rooms in line on an axis, vaults and arms mirrored down both flanks, burial niches.

use mapkiln_core::{Direction, Point, Rect, Stream};
use mapkiln_maps::plan::{FeatureKind, RoomShape, ThingKind};

use super::kit::{gate_of, mirrored, round_south, touches};
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Draft, SpaceId, way_name};
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::sums::Sums;
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Body, Decoder};
use crate::layout::weave::Woven;

pub(super) struct Crypt;

const TABLE: &[BlockKind] =
    &[blocks("axis", 1, 4), blocks("axis_room", 5, 4), blocks("pair", 16, 6), blocks("back", 1, 2), DOORS];

/// Tags of the rooms with niches.
const NICHED: [&str; 4] = ["arm", "vault", "gallery", "cell"];

impl Decoder for Crypt {
    fn id(&self) -> &'static str {
        "crypt"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.05, 0.40], [4.0, 8.0], [0.33, 0.46])
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let axis = genes.block("axis", 0);
        let most = (drawn.rooms - 2).clamp(3, 5 + (drawn.rooms - 15).max(0) / 4);
        let count = axis.int(0, 3, most);
        let mut line: Vec<SpaceId> = Vec::new();
        let mut twins: Vec<SpaceId> = Vec::new();
        let mut y = 0;
        let mut along = None;
        // A narrow passage on the axis, with the doors of vaults along both sides.
        let passage = axis.percent(1, 80).then(|| axis.int(2, 1, count - 1));
        for i in 0..count {
            if passage == Some(i) {
                let cells: Vec<Point> = Rect::new(0, y, 1, axis.int(3, 5, 9)).cells().collect();
                y += cells.len() as i32 + 1;
                along = Some(cells[0].y);
                let id = draft.corridor(0, "passage", &cells);
                line.push(id);
                twins.push(id);
            }
            let room = genes.block("axis_room", i as usize % 5);
            let (tag, width, depth) = if i == 0 {
                ("porch", 3 + 2 * room.int(0, 0, 1), room.int(1, 2, 3))
            } else if i == count - 1 {
                ("tomb", 5 + 2 * room.int(0, 0, 1), room.int(1, 4, 6))
            } else if room.percent(2, if drawn.depth > 0 { 20 } else { 50 }) {
                ("hall", 5, room.int(1, 5, 9))
            } else {
                ("gallery", 3, room.int(1, 5, 9))
            };
            let rect = Rect::new(-(width / 2), y, width, depth);
            let id = if tag == "tomb" {
                draft.room(0, tag, RoomShape::Rectangle, &round_south(rect))
            } else {
                draft.rect(0, tag, rect)
            };
            if tag == "hall" {
                let rows = (y + 1..y + depth - 1).filter(|row| (row - y) % 2 == 1);
                let pillars = rows.flat_map(|row| [Point::new(-1, row), Point::new(1, row)]).collect();
                draft.built.push(Built::Feature(0, FeatureKind::Pillar, pillars));
            }
            line.push(id);
            twins.push(id);
            y += depth + 1;
        }
        let mut left = drawn.rooms - count;
        if left % 2 == 1 {
            let back = genes.block("back", 0);
            let half = back.int(0, 1, 2);
            let id = draft.rect(0, "grave_goods", Rect::new(-half, y, 2 * half + 1, back.int(1, 2, 4)));
            twins.push(id);
            left -= 1;
        }
        let bottom = draft.levels[0].bounds().bottom();
        let mut pair = 0;
        while left > 0 && pair < 16 {
            let block = genes.block("pair", pair);
            pair += 1;
            let arms = if drawn.depth > 0 { 45 } else { 30 };
            let (tag, width, height) = match block.int(0, 0, 99) {
                n if n < arms => ("arm", block.int(1, 7, 10), block.int(2, 1, 2)),
                n if n < arms + 20 => ("cell", 3, 3),
                _ => ("vault", block.int(1, 4, 6), block.int(2, 3, 4)),
            };
            let double = tag == "vault" && left >= 4 && block.percent(5, 35);
            // The first pair stands beside the passage, which forks into it.
            let wish = match along.take() {
                Some(y) => y + 1,
                None => (f64::from(bottom - height) * block.unit(3)) as i32,
            };
            let Some(rect) = place(&draft, width, height, wish, bottom, drawn.tightness) else {
                continue;
            };
            twins.extend(mirrored_pair(&mut draft, tag, rect));
            left -= 2;
            if double {
                // A second vault behind the first.
                let behind = Rect::new(rect.right() + 1, rect.y, block.int(4, 3, 5), height);
                if draft.levels[0].is_free(behind, 1) && draft.levels[0].is_free(mirrored(behind), 1) {
                    twins.extend(mirrored_pair(&mut draft, "vault", behind));
                    left -= 2;
                }
            }
        }
        find_doors(&mut draft);
        for way in &mut draft.ways {
            let twin = |s: SpaceId| twins.get(usize::from(s)).copied().unwrap_or(s);
            way.name = way_name(way.a, way.b).min(way_name(twin(way.a), twin(way.b)));
        }
        let last = line.len() - 1;
        for (i, pair) in line.windows(2).enumerate() {
            if let Some(way) = draft.way_between(pair[0], pair[1]) {
                // One sees the tomb early and reaches it late.
                way.must = i + 1 < last;
                way.bias = if i + 1 < last { 0 } else { 40 };
            }
        }
        draft.gates.push(gate_of(&draft, line[0], Direction::North)?);
        draft.boss = Some(line[last]);
        if !draft.spaces.iter().any(|s| s.tag == "arm") {
            draft.flaws += 600;
        }
        Some(draft)
    }

    /// Ways whose mirror image exists too, at least four of five.
    fn terms(&self, draft: &Draft, woven: &Woven) -> u64 {
        let (mut all, mut both) = (0u64, 0u64);
        for (i, way) in draft.ways.iter().enumerate().filter(|(i, _)| woven.chosen[*i]) {
            let twin = draft.ways.iter().enumerate().find(|(j, w)| *j != i && w.name == way.name);
            if let Some((j, _)) = twin {
                all += 1;
                both += u64::from(woven.chosen[j]);
            }
        }
        (8 * all).saturating_sub(10 * both) * 60 / all.max(1)
    }

    fn dress(&self, body: &Body) -> Vec<Built> {
        niches(body)
    }

    /// The next level begins under the tomb, turned half round.
    fn turn_below(&self, above: u8, _: &mut Stream) -> u8 {
        above / 4 * 4 + (above + 2) % 4
    }
}

/// A room and its mirror image; returns the twin of each.
fn mirrored_pair(draft: &mut Draft, tag: &'static str, rect: Rect) -> [SpaceId; 2] {
    let east = draft.rect(0, tag, rect);
    let west = draft.rect(0, tag, mirrored(rect));
    [west, east]
}

/// The place for a room on the east flank: near the axis, near the height that its gene wishes, with
/// a spare row above and below for niches.
fn place(draft: &Draft, width: i32, height: i32, wish: i32, bottom: i32, tightness: i32) -> Option<Rect> {
    let canvas = &draft.levels[0];
    let sums = Sums::new(canvas, 2);
    let gap = match tightness {
        1 => 1,
        0 => 2,
        _ => 3,
    };
    let mut best: Option<(i32, Rect)> = None;
    for y in 0..=(bottom - height).max(0) {
        for x in 2..40 {
            let rect = Rect::new(x, y, width, height);
            let spaced = Rect::new(x - 1, y - gap, width + 2, height + 2 * gap);
            if !canvas.reaches(Point::new(rect.right(), y)) || !sums.is_free(spaced) {
                continue;
            }
            if touches(canvas, rect) {
                let cost = 3 * rect.right() + (y - wish).abs();
                if best.is_none_or(|b| cost < b.0) {
                    best = Some((cost, rect));
                }
            }
            break;
        }
    }
    best.map(|b| b.1)
}

/// Niches one cell deep, at every second cell of a wall with rock behind it, away from doors.
fn niches(body: &Body) -> Vec<Built> {
    let draft = &body.draft;
    let canvas = &draft.levels[0];
    let doors: Vec<Point> =
        body.placed.iter().flatten().flat_map(|d| (0..3).map(|n| d.at + d.facing.vector() * n)).collect();
    let gates: Vec<Point> = body.gates.iter().map(|g| g.at.step(g.facing.opposite())).collect();
    let mut taken: Vec<Point> = Vec::new();
    let mut built = Vec::new();
    for (p, space) in canvas.floor() {
        if !NICHED.contains(&draft.spaces[usize::from(space)].tag) {
            continue;
        }
        for out in Direction::ALL {
            let at = p.step(out);
            let along = out.clockwise().vector();
            let second = if along.x != 0 { at.x.rem_euclid(2) == 0 } else { at.y.rem_euclid(2) == 0 };
            let own = at.around().iter().all(|&q| !canvas.is_floor(q) || canvas.at(q) == space);
            let behind = !canvas.is_floor(at.step(out));
            let flat = [p + along, p - along].iter().all(|&q| canvas.at(q) == space);
            let clear = doors.iter().chain(&gates).all(|d| d.chebyshev(at) > 1)
                && taken.iter().all(|t| t.manhattan(at) > 1);
            if second && flat && !canvas.is_floor(at) && own && behind && clear {
                taken.push(at);
                built.push(Built::Thing(0, ThingKind::BurialNiche, at, out.opposite()));
            }
        }
    }
    built
}
