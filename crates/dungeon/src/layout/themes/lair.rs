//! The bandit lair: a yard, ranges of rooms around it that share walls, a gate, a second row behind.

use mapkiln_core::{Direction, Point, Rect, StableSort};
use mapkiln_maps::plan::{RoomShape, ThingKind};

use super::kit::alley;
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Draft, Gate, SpaceId};
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::sums::Sums;
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Body, Decoder};
use crate::layout::weave::Woven;

pub(super) struct Lair;

const TABLE: &[BlockKind] =
    &[blocks("yard", 1, 8), blocks("gate", 1, 4), blocks("range", 24, 4), blocks("second", 24, 6), DOORS];

impl Decoder for Lair {
    fn id(&self) -> &'static str {
        "bandit-lair"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.05, 0.40], [4.0, 8.0], [0.48, 0.62])
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let yard = genes.block("yard", 0);
        let small = i32::from(drawn.rooms < 9) * 2;
        let below = drawn.depth > 0;
        // Below are cellars: a middle vault instead of the yard.
        let (width, height) = if below {
            (yard.int(0, 5, 8), yard.int(1, 4, 6))
        } else {
            (yard.int(0, 8, 12) - small, yard.int(1, 7, 9) - small)
        };
        let rect = Rect::new(0, 0, width, height);
        let corner = yard.percent(2, 40) && !below;
        let (cut_x, cut_y) = (yard.int(3, 2, 4), yard.int(4, 2, 3));
        let (east, south) = (yard.int(5, 0, 1) == 1, yard.int(6, 0, 1) == 1);
        let cut = |p: &Point| {
            let x = if east { p.x >= width - cut_x } else { p.x < cut_x };
            let y = if south { p.y >= height - cut_y } else { p.y < cut_y };
            corner && x && y
        };
        let cells: Vec<Point> = rect.cells().filter(|p| !cut(p)).collect();
        let shape = if corner { RoomShape::L } else { RoomShape::Rectangle };
        let court = draft.room(0, if below { "cellar" } else { "yard" }, shape, &cells);
        // The gate is to the south: a box before a palisade, or a passage through a range.
        let gate = genes.block("gate", 0);
        let palisade = gate.percent(0, 86);
        let x = gate.int(1, 1, width - 4);
        let deep = if palisade { 2 } else { gate.int(2, 3, 4) };
        let in_yard = |x: i32| cells.contains(&Point::new(x, height - 1));
        let x = (0..width - 2).map(|n| (x + n) % (width - 2)).find(|&x| (x..x + 3).all(in_yard))?;
        let gatehouse = draft.rect(0, "gate", Rect::new(x, height + 1, 3, deep));
        let outside = Point::new(x + 1, height + deep);
        let mut left = drawn.rooms - 2;
        let mut number = 0;
        let sides = [Direction::North, Direction::East, Direction::West, Direction::South];
        for (i, side) in sides.into_iter().enumerate() {
            if side == Direction::South && palisade {
                continue;
            }
            // Not every range is built to its end.
            let (horizontal, length) = match side {
                Direction::North | Direction::South => (true, width),
                _ => (false, height),
            };
            let mut along = genes.block("range", i).int(3, -3, 1);
            while left > 0 && along < length - 1 && number < 24 {
                let block = genes.block("range", number);
                number += 1;
                let long = block.int(0, 3, 7);
                let depth = (block.int(1, 3, 5) + block.int(2, -1, 1)).max(3);
                let mut rect = if horizontal {
                    Rect::new(
                        along,
                        if side == Direction::North { -1 - depth } else { height + 1 },
                        long,
                        depth,
                    )
                } else {
                    Rect::new(
                        if side == Direction::East { width + 1 } else { -1 - depth },
                        along,
                        depth,
                        long,
                    )
                };
                // Where the yard lacks a corner, rooms move up to it.
                if corner {
                    rect = towards(&draft, rect, side);
                }
                if clear(rect, outside) && draft.try_rect(0, "", rect).is_some() {
                    left -= 1;
                }
                along += long + 1;
            }
        }
        for i in 0..24 {
            if left == 0 {
                break;
            }
            let block = genes.block("second", i);
            let (long, deep) = (block.int(0, 3, 6), block.int(1, 3, 5));
            if let Some(rect) = second_row(&draft, long, deep, block.unit(2), outside, drawn.tightness) {
                draft.rect(0, "", rect);
                left -= 1;
            }
        }
        // A covered way behind the ranges.
        if yard.key(7).is_multiple_of(2) {
            alley(&mut draft, "covered_way", yard.unit(6), &|p| {
                !Rect::new(outside.x - 2, outside.y, 5, 60).contains(p)
            });
        }
        find_doors(&mut draft);
        for way in &mut draft.ways {
            let has = |s: SpaceId| way.a == s || way.b == s;
            way.must = has(court) && has(gatehouse);
            if has(court) {
                way.bias = -10;
            }
            if has(gatehouse) && !has(court) {
                way.bias = 60;
            }
        }
        draft.gates.push(Gate { space: gatehouse, at: outside, facing: Direction::North });
        Some(draft)
    }

    /// Two or more rooms open to the yard besides the gate.
    fn terms(&self, draft: &Draft, woven: &Woven) -> u64 {
        let open =
            draft.ways.iter().zip(&woven.chosen).filter(|(w, c)| **c && (w.a == 0 || w.b == 0)).count();
        300 * 3u64.saturating_sub(open as u64)
    }

    /// Posts along the open side of the yard, away from its doors.
    fn dress(&self, body: &Body) -> Vec<Built> {
        let draft = &body.draft;
        let canvas = &draft.levels[0];
        if draft.spaces[0].tag != "yard" {
            return Vec::new();
        }
        let row = draft.bounds(0).bottom() - 1;
        let doors: Vec<Point> = body.placed.iter().flatten().map(|d| d.at).collect();
        let open = |p: &Point| (1..4).all(|n| !canvas.is_floor(*p + Point::new(0, n)));
        let clear = |p: &Point| {
            doors.iter().all(|d| d.chebyshev(*p) > 1) && body.gates.iter().all(|g| g.at.chebyshev(*p) > 1)
        };
        let posts = draft.cells(0).into_iter().filter(|p| p.y == row && p.x % 2 == 0);
        let posts = posts.filter(|p| open(p) && clear(p));
        posts.map(|p| Built::Thing(0, ThingKind::TimberSet, p, Direction::South)).collect()
    }
}

/// Is the ground before the gate free?
fn clear(r: Rect, gate: Point) -> bool {
    let ground = Rect::new(gate.x - 2, gate.y, 5, 60);
    !r.overlaps(ground)
}

/// Moves a rectangle towards the yard until there is one wall between them.
fn towards(draft: &Draft, r: Rect, side: Direction) -> Rect {
    let step = side.opposite().vector();
    let mut r = r;
    for _ in 0..4 {
        let next = Rect::new(r.x + step.x, r.y + step.y, r.width, r.height);
        if !draft.levels[0].is_free(next, 1) {
            break;
        }
        r = next;
    }
    r
}

/// Of the places against a wall the one that grows the box least; the gene breaks ties.
fn second_row(draft: &Draft, long: i32, deep: i32, wish: f64, gate: Point, tightness: i32) -> Option<Rect> {
    let canvas = &draft.levels[0];
    let bounds = canvas.bounds();
    let sums = Sums::new(canvas, 2);
    let gap = if tightness < 0 { 3 } else { 1 };
    let mut places: Vec<(i64, i32, Rect)> = Vec::new();
    for (i, (width, height)) in [(long, deep), (deep, long)].into_iter().enumerate() {
        for p in bounds.grown(long.max(deep) + gap).cells() {
            let rect = Rect::new(p.x, p.y, width, height);
            if !sums.is_free(rect.grown(1)) || !clear(rect, gate) || !beside(draft, rect, gap) {
                continue;
            }
            let (x, y) = (rect.x.min(bounds.x), rect.y.min(bounds.y));
            let grown =
                Rect::new(x, y, rect.right().max(bounds.right()) - x, rect.bottom().max(bounds.bottom()) - y);
            let noise = (p.x * 31 + p.y * 17 + i as i32 * 7 + (wish * 1000.0) as i32).rem_euclid(97);
            places.push((grown.area() - bounds.area(), noise, rect));
        }
    }
    places.stable_sort_by_key(|p| (p.0, p.1));
    let pick = (wish * 6.0) as usize % 6;
    places.get(pick.min(places.len().saturating_sub(1))).map(|p| p.2)
}

/// Is there floor of a room behind a wall of this thickness, two cells or more?
fn beside(draft: &Draft, r: Rect, thick: i32) -> bool {
    let canvas = &draft.levels[0];
    let floor = |p: Point| canvas.is_floor(p);
    let rows = |x: i32| (r.y..r.bottom()).filter(|&y| floor(Point::new(x, y))).count() >= 2;
    let columns = |y: i32| (r.x..r.right()).filter(|&x| floor(Point::new(x, y))).count() >= 2;
    rows(r.x - 1 - thick)
        || rows(r.right() + thick)
        || columns(r.y - 1 - thick)
        || columns(r.bottom() + thick)
}
