//! The ruin: a whole building, cut into rooms, with towers at its corners, partly fallen.

use mapkiln_core::{Direction, Point, Rect, StableSort};
use mapkiln_maps::plan::{FeatureKind, RoomShape, ThingKind};

use super::kit::{disc, gate_of, largest_piece};
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Draft, Gate, How, Mouth, SpaceId};
use crate::layout::genes::{Block, BlockKind, DOORS, Genes, blocks};
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Decoder, way_out};
use crate::layout::weave::Woven;

pub(super) struct Ruin;

const TABLE: &[BlockKind] = &[
    blocks("footprint", 1, 8),
    blocks("cut", 24, 3),
    blocks("towers", 1, 6),
    blocks("fall", 1, 6),
    blocks("noise", 4, 16),
    blocks("roots", 3, 4),
    DOORS,
];

impl Decoder for Ruin {
    fn id(&self) -> &'static str {
        "ruin"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.05, 0.40], [4.0, 9.0], [0.46, 0.62])
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let block = genes.block("footprint", 0);
        let n = drawn.rooms;
        let towers = genes.block("towers", 0);
        // Towers make the box larger than the building.
        let tower_count =
            if n < 8 || drawn.density > 0.52 { towers.int(0, 1, 2) } else { towers.int(0, 2, 4) };
        let form = block.int(0, 0, 99);
        let grow = (n - 12).clamp(-6, 12);
        let (mut width, height) = (block.int(1, 21, 26) + grow, block.int(2, 15, 19) + grow * 2 / 3);
        if form < 34 {
            width -= 4;
        }
        let whole = Rect::new(0, 0, width, height);
        // An L or a U lacks a part: the court.
        let (gap_x, gap_y) = (block.int(3, width / 4, width / 3), block.int(4, height / 3, height / 2));
        let court = match form {
            ..34 => None,
            34..67 => Some(Rect::new(width - gap_x, 0, gap_x, gap_y)),
            _ => Some(Rect::new((width - gap_x) / 2, 0, gap_x, gap_y)),
        };
        let wanted = n - tower_count;
        let (rooms, hallways) = cut(whole, court, wanted, genes)?;
        let mut draft = Draft::new(1);
        let fall = Fall::new(genes, whole, drawn);
        for rect in &rooms {
            let cells: Vec<Point> = rect.cells().collect();
            let standing: Vec<Point> = cells.iter().filter(|p| !fall.gone(**p)).copied().collect();
            let kept = largest_piece(&standing);
            let cells = if kept.len() < 8 { cells } else { kept };
            let large = rect.area() >= 2 * whole.area() / i64::from(wanted.max(1));
            draft.room(0, if large { "great_hall" } else { "" }, RoomShape::Rectangle, &cells);
        }
        for hallway in &hallways {
            let cells: Vec<Point> = hallway.cells().collect();
            let standing: Vec<Point> = cells.iter().filter(|p| !fall.gone(**p)).copied().collect();
            let kept = largest_piece(&standing);
            draft.corridor(0, "hallway", if kept.len() < 5 { &cells } else { &kept });
        }
        // Round towers flank the corners of the building.
        let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
        let (first, slide) = (towers.int(1, 0, 3), towers.percent(2, 50));
        let mut built = 0;
        for i in 0..4 {
            if built == tower_count {
                break;
            }
            let (east, south) = corners[((first + i) % 4) as usize];
            // Beside the one wall of the corner, and over the end of the other by as much as its gene says.
            let over = towers.int(3 + i as usize % 3, 1, 3);
            let beside = |side: i32, length: i32| if side < 0 { -6 } else { length + 1 };
            let across = |side: i32, length: i32| if side < 0 { -over } else { length - 5 + over };
            let at = if slide {
                Point::new(beside(east, width), across(south, height))
            } else {
                Point::new(across(east, width), beside(south, height))
            };
            if draft.try_room(0, "tower_stair", RoomShape::Circle, &disc(at, 5)).is_some() {
                built += 1;
            }
        }
        find_doors(&mut draft);
        breaches(&mut draft, &fall);
        let far = |s: SpaceId| {
            let c = draft.bounds(s).centre();
            (c.x - fall.at.x).abs() + (c.y - fall.at.y).abs()
        };
        let mut order: Vec<SpaceId> = (0..rooms.len() as SpaceId).collect();
        order.stable_sort_by_key(|&s| std::cmp::Reverse(far(s)));
        let gate = order.iter().find_map(|&s| gate_of(&draft, s, Direction::North))?;
        if draft.spaces[usize::from(gate.space)].tag.is_empty() {
            draft.spaces[usize::from(gate.space)].tag = "gatehouse";
        }
        draft.gates.push(gate);
        if let Some(hole) = hole(&draft, &fall, gate.space) {
            draft.gates.push(hole);
        }
        strew(&mut draft, &fall, genes);
        let floor: i64 = rooms.iter().map(|r| r.area()).sum();
        let left: i64 = draft.spaces.iter().take(rooms.len()).map(|s| i64::from(s.area)).sum();
        let lost = 100 * (floor - left) / floor.max(1);
        // The fall takes a tenth to a quarter of the floor.
        draft.flaws += 12 * ((6 - lost).max(lost - 28).max(0)) as u32 * u32::from(drawn.depth == 0);
        let largest = draft.spaces.iter().map(|s| s.area).max().unwrap_or(0);
        let mean = draft.spaces.iter().map(|s| s.area).sum::<u32>() / draft.spaces.len().max(1) as u32;
        draft.flaws += 8 * (2 * mean).saturating_sub(largest);
        Some(draft)
    }

    /// At least two breaches.
    fn terms(&self, draft: &Draft, woven: &Woven) -> u64 {
        let ways = draft.ways.iter().zip(&woven.chosen);
        let breaches = ways.filter(|(w, c)| **c && matches!(w.how, How::Breach { .. })).count() as u64;
        100 * 2u64.saturating_sub(breaches)
    }
}

/// Binary cuts to the number of rooms, the largest part first, with noise. Walls are one cell; the
/// first cuts may leave a hallway between the two parts. Returns the rooms and the hallways.
fn cut(whole: Rect, court: Option<Rect>, wanted: i32, genes: &Genes) -> Option<(Vec<Rect>, Vec<Rect>)> {
    let footprint = genes.block("footprint", 0);
    let mut halls = i32::from(footprint.percent(5, 75)) + i32::from(wanted > 8 && footprint.percent(6, 40));
    let mut hallways = Vec::new();
    let mut parts = match court {
        None => vec![whole],
        Some(c) => {
            let mut parts =
                vec![Rect::new(whole.x, c.bottom() + 1, whole.width, whole.height - c.height - 1)];
            if c.x > whole.x {
                parts.push(Rect::new(whole.x, whole.y, c.x - whole.x - 1, c.height));
            }
            if c.right() < whole.right() {
                parts.push(Rect::new(c.right() + 1, whole.y, whole.right() - c.right() - 1, c.height));
            }
            parts
        }
    };
    if parts.iter().any(|r| r.width < 3 || r.height < 3) {
        return None;
    }
    let mut number = 0;
    while (parts.len() as i32) < wanted {
        if number >= 60 {
            return None;
        }
        let block = genes.block("cut", number % 24);
        number += 1;
        let rank = |i: usize| {
            let noise = 1.0 + 0.8 * (f64::from(block.key((i + number) % 3)) / 65536.0);
            (parts[i].area() as f64 * noise) as i64
        };
        let splits = |r: &Rect| r.width.max(r.height) >= 7;
        let i = (0..parts.len()).filter(|&i| splits(&parts[i])).max_by_key(|&i| rank(i))?;
        let r = parts[i];
        let across = if r.width == r.height { block.int(1, 0, 1) == 1 } else { r.width > r.height };
        let length = if across { r.width } else { r.height };
        let at = (f64::from(length) * block.real(0, 0.15, 0.85)) as i32;
        let hall = halls > 0 && length >= 11;
        if hall {
            // Near the middle, so that there are rooms on both sides.
            let at = at.clamp(length / 3, length - length / 3 - 2).clamp(3, length - 6);
            halls -= 1;
            let (a, hallway, b) = if across {
                (
                    Rect::new(r.x, r.y, at, r.height),
                    Rect::new(r.x + at + 1, r.y, 1, r.height),
                    Rect::new(r.x + at + 3, r.y, r.width - at - 3, r.height),
                )
            } else {
                (
                    Rect::new(r.x, r.y, r.width, at),
                    Rect::new(r.x, r.y + at + 1, r.width, 1),
                    Rect::new(r.x, r.y + at + 3, r.width, r.height - at - 3),
                )
            };
            hallways.push(hallway);
            parts[i] = a;
            parts.push(b);
            continue;
        }
        let at = at.clamp(3, length - 4);
        let (a, b) = if across {
            (Rect::new(r.x, r.y, at, r.height), Rect::new(r.x + at + 1, r.y, r.width - at - 1, r.height))
        } else {
            (Rect::new(r.x, r.y, r.width, at), Rect::new(r.x, r.y + at + 1, r.width, r.height - at - 1))
        };
        parts[i] = a;
        parts.push(b);
    }
    Some((parts, hallways))
}

/// Where the building fell in: a point on its rim and how far the damage reaches.
struct Fall<'g> {
    at: Point,
    reach: f64,
    noise: Vec<Block<'g>>,
}

impl<'g> Fall<'g> {
    fn new(genes: &'g Genes, whole: Rect, drawn: &Drawn) -> Self {
        let block = genes.block("fall", 0);
        let along = block.int(1, 0, whole.width + whole.height - 1);
        let at = match (along < whole.width, block.int(0, 0, 1)) {
            (true, side) => Point::new(along, side * (whole.height - 1)),
            (false, side) => Point::new(side * (whole.width - 1), along - whole.width),
        };
        // Below the ground nothing fell; higher up more.
        let reach = if drawn.depth > 0 { 0.0 } else { block.real(2, 7.0, 11.0) };
        Fall { at, reach, noise: (0..4).map(|i| genes.block("noise", i)).collect() }
    }

    /// The distance of a cell as a share of the reach, with noise.
    fn share(&self, p: Point) -> f64 {
        if self.reach <= 0.0 {
            return f64::INFINITY;
        }
        let d = p - self.at;
        let noise = self.noise[p.x.rem_euclid(4) as usize].unit(p.y.rem_euclid(16) as usize) - 0.5;
        libm::sqrt(f64::from(d.x * d.x + d.y * d.y)) / self.reach + 0.3 * noise
    }

    fn gone(&self, p: Point) -> bool {
        self.share(p) < 0.5
    }
}

/// Walls near the fall become breaches, up to three cells wide.
fn breaches(draft: &mut Draft, fall: &Fall<'_>) {
    for i in 0..draft.ways.len() {
        let How::Door(places) = &draft.ways[i].how else { continue };
        let near: Vec<_> = places.iter().filter(|p| fall.share(p.at) < 1.15).copied().collect();
        let Some(&first) = near.get(near.len() / 2) else { continue };
        let canvas = &draft.levels[0];
        let (a, b) = (draft.ways[i].a, draft.ways[i].b);
        let side = Mouth { at: first.at, facing: first.facing, width: 1 };
        let along = crate::layout::doorways::along(&side);
        // Each cell of the hole has floor of both spaces before and behind it and nothing else near.
        let sound = |p: Point| {
            canvas.at(p.step(first.facing.opposite())) == a
                && canvas.at(p.step(first.facing)) == b
                && [p + along, p - along]
                    .iter()
                    .all(|&q| matches!(canvas.at(q), s if s == crate::layout::draft::ROCK))
        };
        let mut cells = vec![first.at];
        for n in [1, -1] {
            let p = first.at + along * n;
            if sound(p) && sound(p + along * n) && fall.share(p) < 1.1 {
                cells.push(p);
            }
        }
        if !sound(first.at) {
            continue;
        }
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        let mouth = Mouth { at: cells[0], facing: first.facing, width: cells.len() as u8 };
        draft.ways[i].how = How::Breach { cells, mouth };
        draft.ways[i].bias = -30;
    }
}

/// The way in through the hole in the outer wall: a cell near the fall with free ground before it.
fn hole(draft: &Draft, fall: &Fall<'_>, not: SpaceId) -> Option<Gate> {
    let canvas = &draft.levels[0];
    let mut best: Option<(f64, Gate)> = None;
    for (p, space) in canvas.floor().filter(|c| c.1 != not) {
        for out in Direction::ALL {
            let side = out.clockwise().vector();
            let flat = [p + side, p - side].iter().all(|&q| canvas.at(q) == space);
            let share = fall.share(p);
            if flat && share < 1.2 && way_out(canvas, p, out) && best.is_none_or(|b| share < b.0) {
                best = Some((share, Gate { space, at: p, facing: out.opposite() }));
            }
        }
    }
    best.map(|b| b.1)
}

/// Rubble around the fall, with clear ground here and there, and roots that grow in from it.
fn strew(draft: &mut Draft, fall: &Fall<'_>, genes: &Genes) {
    // Hallways stay clear.
    let in_room = |s: SpaceId| draft.spaces.get(usize::from(s)).is_some_and(|s| s.room);
    let rubble: Vec<Point> = draft.levels[0]
        .floor()
        .filter(|c| in_room(c.1))
        .map(|c| c.0)
        .filter(|p| fall.share(*p) < 0.95 && (p.x * 7 + p.y * 13).rem_euclid(4) != 0)
        .collect();
    if rubble.is_empty() {
        return;
    }
    for i in 0..3 {
        let root = genes.block("roots", i);
        let mut p = rubble[root.int(0, 0, rubble.len() as i32 - 1) as usize];
        let mut way = Direction::ALL[root.int(1, 0, 3) as usize];
        for n in 0..root.int(2, 3, 7) {
            let space = draft.levels[0].at(p);
            if !draft.spaces.get(usize::from(space)).is_some_and(|s| s.room) {
                break;
            }
            draft.built.push(Built::Thing(0, ThingKind::Roots, p, way));
            if root.key(3) >> (n % 16) & 1 == 1 {
                way = way.clockwise();
            }
            p = p.step(way);
        }
    }
    draft.built.push(Built::Feature(0, FeatureKind::Rubble, rubble));
}
