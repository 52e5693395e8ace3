//! The mine: galleries along veins, drifts to the ore faces, crosscuts, a few built rooms.

use std::f64::consts::TAU;

use mapkiln_core::{Direction, Point, Rect, StableSort};
use mapkiln_maps::plan::{RoomShape, ThingKind};

use super::kit::touches;
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Draft, Gate, How, Mouth, ROCK, SpaceId, Way, way_name};
use crate::layout::figures::FloorFigures;
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::sums::Sums;
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Decoder, Turns};

pub(super) struct Mine;

const TABLE: &[BlockKind] = &[
    blocks("veins", 1, 8),
    blocks("vein", 4, 5),
    blocks("face", 12, 8),
    blocks("built", 16, 4),
    blocks("crosscut", 10, 2),
    DOORS,
];

/// A haulage room: a stretch of a gallery, by column.
struct Haul {
    id: SpaceId,
    vein: usize,
    /// The first column, and the upper of the two rows in each.
    x: i32,
    rows: Vec<i32>,
}

impl Decoder for Mine {
    fn id(&self) -> &'static str {
        "mine"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.12, 0.40], [4.0, 9.0], [0.24, 0.36])
    }

    fn turns(&self) -> Turns {
        Turns::Mirrors
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let n = drawn.rooms;
        let all = genes.block("veins", 0);
        let veins = match n {
            ..=6 => 1,
            7..=9 => all.int(0, 1, 2),
            10..=15 => all.int(0, 2, 3),
            _ => all.int(0, 3, 4),
        };
        // The denser, the nearer the veins.
        let near = if drawn.density > 0.30 { 7 } else { 8 };
        let spacing = all.int(1, near, near + 2) + i32::from(drawn.tightness < 0) * 3;
        let lean = all.real(2, -0.35, 0.35);
        let (swing, length, phase) = (all.real(3, 0.25, 0.6), all.real(4, 14.0, 22.0), all.real(5, 0.0, TAU));
        // About four rooms of ten are haulage, three ore faces, the rest built.
        let share = all.real(6, 0.34, 0.46);
        let stretches = ((f64::from(n) * share) as i32).max(veins + 1).min(n - 2);
        let mut hauls: Vec<Haul> = Vec::new();
        for vein in 0..veins {
            let block = genes.block("vein", vein as usize);
            let count = stretches / veins + i32::from(vein < stretches % veins);
            let start = if vein == 0 { 0 } else { block.int(0, 0, 9) };
            let base = f64::from(vein * spacing);
            let mut y = base + lean * f64::from(start);
            let mut x = start;
            for part in 0..count {
                let long = block.int(1 + part as usize % 3, 7, 10);
                let mut rows = Vec::new();
                for column in 0..long {
                    rows.push(libm::round(y) as i32);
                    let slope = lean + swing * libm::cos(TAU * f64::from(x + column) / length + phase);
                    // Level at joints, so that a mouth is two wide.
                    if column + 1 < long {
                        y += slope.clamp(-0.95, 0.95);
                    }
                }
                let cells: Vec<Point> = rows
                    .iter()
                    .enumerate()
                    .flat_map(|(i, &row)| [Point::new(x + i as i32, row), Point::new(x + i as i32, row + 1)])
                    .collect();
                let before = hauls.last().filter(|h| h.vein == vein as usize).map(|h| h.id);
                let beside: Vec<SpaceId> = before.into_iter().collect();
                if !draft.levels[0].fits(&cells, &beside) {
                    return None;
                }
                let tag = if vein == 0 && part == 0 { "adit" } else { "haulage" };
                let id = draft.room(0, tag, RoomShape::Cave, &cells);
                if let Some(before) = before {
                    let mouth = Mouth { at: Point::new(x - 1, rows[0]), facing: Direction::East, width: 2 };
                    draft.mouth(before, id, mouth, true);
                }
                hauls.push(Haul { id, vein: vein as usize, x, rows });
                x += long;
            }
            let rails = vein == 0 || block.percent(4, 60);
            timber(&mut draft, &hauls, vein as usize, rails);
        }
        let left = n - hauls.len() as i32;
        let faces = (left * 3 / 5).clamp(1, 12).min(left);
        let mut made = 0;
        for i in 0..12 {
            if made < faces && face(&mut draft, genes, i, &hauls) {
                made += 1;
            }
        }
        let (crosscuts, forking) = crosscuts(&mut draft, genes, &hauls);
        let mut left = n - draft.rooms() as i32;
        for i in 0..16 {
            if left == 0 {
                break;
            }
            let block = genes.block("built", i);
            // The first stand beside the crosscut that forks, where there is little room.
            let beside = forking.filter(|_| i < 2);
            let size = match beside {
                Some(_) => [block.int(0, 3, 4), 3],
                None => [block.int(0, 3, 6), block.int(1, 3, 4)],
            };
            if built_room(&mut draft, size, block.unit(2), &crosscuts, beside) {
                left -= 1;
            }
        }
        find_doors(&mut draft);
        // Doors keep off the crosscuts, which may or may not be dug.
        for way in &mut draft.ways {
            if let How::Door(places) | How::Throat(places, _) = &mut way.how {
                places.retain(|p| {
                    (0..3).all(|n| crosscuts.iter().all(|c| c.chebyshev(p.at + p.facing.vector() * n) > 1))
                });
            }
        }
        draft.ways.retain(|w| !matches!(&w.how, How::Door(p) | How::Throat(p, _) if p.is_empty()));
        let first = hauls.first()?;
        draft.gates.push(Gate {
            space: first.id,
            at: Point::new(first.x, first.rows[0]),
            facing: Direction::East,
        });
        let spread = FloorFigures::of(&draft).area_spread;
        draft.flaws += (1000.0 * (0.35 - spread).max(0.0)) as u32;
        Some(draft)
    }
}

/// Rails along the gallery, and props in its walls at every third column.
fn timber(draft: &mut Draft, hauls: &[Haul], vein: usize, rails: bool) {
    for haul in hauls.iter().filter(|h| h.vein == vein) {
        for (i, &row) in haul.rows.iter().enumerate() {
            let at = Point::new(haul.x + i as i32, row + 1);
            if rails {
                draft.built.push(Built::Thing(0, ThingKind::Rails, at, Direction::East));
            }
        }
    }
}

/// An ore face: a drift one cell wide that ends in a lens along the vein.
fn face(draft: &mut Draft, genes: &Genes, number: usize, hauls: &[Haul]) -> bool {
    let block = genes.block("face", number);
    for attempt in 0..6 {
        let haul = &hauls[(block.int(0, 0, hauls.len() as i32 - 1) as usize + attempt) % hauls.len()];
        let is_last = !hauls.iter().any(|h| h.vein == haul.vein && h.x > haul.x);
        let end = is_last && (number + attempt).is_multiple_of(2);
        let column = block.int(1, 1, haul.rows.len() as i32 - 2) as usize;
        let up = (block.int(2, 0, 1) + attempt as i32) % 2 == 0;
        let (from, out) = if end {
            let last = haul.rows.len() - 1;
            (Point::new(haul.x + last as i32, haul.rows[last]), Direction::East)
        } else if up {
            (Point::new(haul.x + column as i32, haul.rows[column]), Direction::North)
        } else {
            (Point::new(haul.x + column as i32, haul.rows[column] + 1), Direction::South)
        };
        let angle = block.real(3, 0.6, 1.13) * if block.int(7, 0, 3) == 0 { -1.0 } else { 1.0 };
        let long = block.int(4, 4, 7);
        let (dx, dy) = match out {
            Direction::East => (1.0, block.real(3, -0.3, 0.3)),
            _ => (libm::cos(angle), libm::sin(angle.abs()) * if up { -1.0 } else { 1.0 }),
        };
        let mut path = vec![from.step(out), from.step(out).step(out)];
        let (mut x, mut y) = (f64::from(path[1].x), f64::from(path[1].y));
        for _ in 0..long - 2 {
            x += dx;
            y += dy;
            let to = Point::new(libm::round(x) as i32, libm::round(y) as i32);
            while path[path.len() - 1] != to {
                let last = path[path.len() - 1];
                let step = Point::new((to.x - last.x).signum(), 0);
                path.push(if step.x != 0 {
                    last + step
                } else {
                    last + Point::new(0, (to.y - last.y).signum())
                });
            }
        }
        let (rx, ry) = (block.real(5, 2.2, 4.2), block.real(6, 1.5, 2.9));
        let middle = Point::new(libm::round(x + dx * rx * 0.8) as i32, libm::round(y + dy * ry * 0.8) as i32);
        let inside = |p: &Point| {
            let (u, v) = (f64::from(p.x - middle.x) / rx, f64::from(p.y - middle.y) / ry);
            u * u + v * v <= 1.05
        };
        let lens: Vec<Point> = Rect::new(middle.x - 5, middle.y - 4, 11, 9).cells().filter(inside).collect();
        let mut cells = path.clone();
        cells.extend(lens.iter().filter(|p| !path.contains(p)));
        // The drift must meet its lens, and keep off all else but where it leaves the gallery.
        let meets = lens.iter().any(|p| path.contains(p) || p.beside().contains(&path[path.len() - 1]));
        let canvas = &draft.levels[0];
        let sound = cells.iter().enumerate().all(|(i, &p)| {
            canvas.reaches(p)
                && !canvas.is_floor(p)
                && p.around().iter().all(|&q| {
                    let id = canvas.at(q);
                    let near =
                        (i == 0 && (q == from || q.manhattan(p) == 2)) || (i == 1 && q.manhattan(p) == 2);
                    id == ROCK || (id == haul.id && near)
                })
        });
        if meets && sound {
            let id = draft.room(0, "ore_face", RoomShape::Cave, &cells);
            draft.mouth(haul.id, id, Mouth { at: from, facing: out, width: 1 }, true);
            for (i, &p) in lens.iter().enumerate().filter(|(i, _)| i % 4 == number % 4) {
                let _ = i;
                draft.built.push(Built::Thing(0, ThingKind::OreVein, p, Direction::South));
            }
            return true;
        }
    }
    false
}

/// Straight passages one cell wide between neighbouring veins; returns their cells, and the corridor
/// that one of them is, with doors along it.
fn crosscuts(draft: &mut Draft, genes: &Genes, hauls: &[Haul]) -> (Vec<Point>, Option<SpaceId>) {
    let mut taken: Vec<Point> = Vec::new();
    let mut forks = true;
    let mut forking = None;
    for i in 0..10 {
        let block = genes.block("crosscut", i);
        let upper: Vec<&Haul> = hauls.iter().filter(|h| hauls.iter().any(|o| o.vein == h.vein + 1)).collect();
        if upper.is_empty() {
            break;
        }
        let above = upper[(block.int(0, 0, upper.len() as i32 - 1) as usize + i) % upper.len()];
        for shift in 0..above.rows.len() {
            let column = (block.int(1, 0, above.rows.len() as i32 - 1) as usize + shift) % above.rows.len();
            let x = above.x + column as i32;
            let under = hauls
                .iter()
                .find(|h| h.vein == above.vein + 1 && (h.x..h.x + h.rows.len() as i32).contains(&x));
            let Some(below) = under else { continue };
            let (top, bottom) = (above.rows[column] + 1, below.rows[(x - below.x) as usize]);
            let cells: Vec<Point> = (top + 1..bottom).map(|y| Point::new(x, y)).collect();
            if cells.len() < 2 {
                continue;
            }
            let canvas = &draft.levels[0];
            let last = cells.len() - 1;
            let sound = cells.iter().enumerate().all(|(i, &p)| {
                !canvas.is_floor(p)
                    && taken.iter().all(|q| q.chebyshev(p) > 1)
                    && p.around().iter().all(|&q| {
                        let id = canvas.at(q);
                        let at_end = (id == above.id && i == 0) || (id == below.id && i == last);
                        let beside = q.y == p.y && q != p;
                        id == ROCK || (at_end && !beside)
                    })
            });
            if !sound {
                continue;
            }
            let ends = [
                Mouth { at: Point::new(x, top), facing: Direction::South, width: 1 },
                Mouth { at: Point::new(x, bottom), facing: Direction::North, width: 1 },
            ];
            if forks && cells.len() >= 5 {
                forks = false;
                let id = draft.corridor(0, "crosscut", &cells);
                draft.mouth(above.id, id, ends[0], true);
                draft.mouth(below.id, id, ends[1], true);
                forking = Some(id);
                break;
            }
            taken.extend(&cells);
            let (a, b) = (above.id, below.id);
            let name = way_name(a, b).wrapping_add(i as u32 * 4096);
            draft.ways.push(Way { a, b, how: How::Passage { cells, ends }, must: false, bias: 0, name });
            break;
        }
    }
    (taken, forking)
}

/// A rectangle against a gallery, clear of the crosscuts; against a corridor, if one is given.
fn built_room(
    draft: &mut Draft,
    [width, height]: [i32; 2],
    wish: f64,
    crosscuts: &[Point],
    beside: Option<SpaceId>,
) -> bool {
    let canvas = &draft.levels[0];
    let bounds = canvas.bounds();
    let sums = Sums::new(canvas, 2);
    let fits = |r: &Rect| {
        sums.is_free(r.grown(1)) && touches(canvas, *r) && crosscuts.iter().all(|c| !r.grown(1).contains(*c))
    };
    let places: Vec<Rect> = bounds
        .grown(3)
        .cells()
        .map(|p| Rect::new(p.x, p.y, width, height))
        .filter(|r| r.x >= 1 && fits(r))
        .collect();
    let along: Vec<Rect> = beside.map_or(Vec::new(), |id| {
        let at = |x: i32, y: i32| canvas.at(Point::new(x, y)) == id;
        let next = |r: &&Rect| (r.y..r.bottom()).any(|y| at(r.x - 2, y) || at(r.right() + 1, y));
        places.iter().filter(next).copied().collect()
    });
    let places = if along.is_empty() { places } else { along };
    // In the nearer half of the mine, as its genes wish.
    let pick = (wish * places.len() as f64) as usize;
    let mut order: Vec<&Rect> = places.iter().collect();
    order.stable_sort_by_key(|r| r.x + r.y.abs());
    let half = order.len().div_ceil(2).max(1);
    match order.get(pick % half).map(|r| **r) {
        Some(rect) => {
            draft.rect(0, "", rect);
            true
        }
        None => false,
    }
}
