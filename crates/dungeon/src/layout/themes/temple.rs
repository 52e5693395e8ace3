//! The temple: a nave on a processional axis, sanctuary, transepts, cloister, side chapels; or a
//! round or octagonal hall with chapels around it.

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::plan::{FeatureKind, RoomShape};

use super::kit::{alley, disc, gate_of, mirrored, round_south};
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Built, Draft, SpaceId};
use crate::layout::figures::beside;
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::sums::Sums;
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Body, Decoder};
use crate::layout::weave::Woven;

pub(super) struct Temple;

const TABLE: &[BlockKind] = &[
    blocks("form", 1, 2),
    blocks("nave", 1, 10),
    blocks("side", 2, 6),
    blocks("transept", 1, 4),
    blocks("cloister", 2, 6),
    blocks("range", 16, 4),
    blocks("chapel", 20, 4),
    DOORS,
];

/// The axis that all temples have.
struct Axis {
    narthex: SpaceId,
    nave: SpaceId,
    sanctuary: SpaceId,
    /// The rectangle around the nave.
    hall: Rect,
}

impl Decoder for Temple {
    fn id(&self) -> &'static str {
        "temple"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.12, 0.38], [3.0, 7.0], [0.42, 0.56])
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let central = drawn.depth == 0 && genes.block("form", 0).percent(0, 30);
        let axis = if central { rotunda(&mut draft, genes) } else { basilica(&mut draft, genes, drawn) };
        let mut left = drawn.rooms - 3;
        let mut transepts = Vec::new();
        // Vestry and reliquary vault beside the sanctuary.
        let shrine = draft.bounds(axis.sanctuary);
        for (i, tag) in ["vestry", "reliquary_vault"].into_iter().enumerate() {
            let block = genes.block("side", i);
            let (width, height) = (block.int(0, 3, 5), block.int(1, 3, shrine.height.max(3)));
            let mut rect = Rect::new(shrine.right() + 1, shrine.y, width, height);
            if (block.int(2, 0, 1) == 1) == (i == 0) {
                rect = mirrored(rect);
            }
            if left > 0 && draft.try_rect(0, tag, rect).is_some() {
                left -= 1;
            }
        }
        let transept = genes.block("transept", 0);
        if !central && left >= 2 && transept.percent(0, 55) && drawn.depth == 0 {
            let (width, height) = (transept.int(1, 4, 6), transept.int(2, 4, 5));
            let rect = Rect::new(axis.hall.right() + 1, axis.hall.bottom() - height, width, height);
            for r in [rect, mirrored(rect)] {
                if let Some(id) = draft.try_rect(0, "transept", r) {
                    transepts.push(id);
                    left -= 1;
                }
            }
        }
        let mut ranges = 0;
        for number in 0..2 {
            let block = genes.block("cloister", number);
            // A second one where there are more rooms than a nave has walls for.
            let wanted = if number == 0 { block.percent(0, 67) } else { drawn.rooms > 15 };
            if left >= 3 && wanted && drawn.depth == 0 {
                left -= cloister(&mut draft, genes, number, &axis, left, &mut ranges);
            }
        }
        // Chapels in step along the free sides of the nave, then wherever a wall is free.
        for i in 0..20 {
            if left == 0 {
                break;
            }
            let block = genes.block("chapel", i);
            if let Some(cells) =
                chapel(&draft, block.int(0, 3, 4), block.int(1, 2, 4), block.percent(2, 60), i, &axis)
            {
                let tag = if i < 12 { "side_chapel" } else { "" };
                draft.room(0, tag, RoomShape::Rectangle, &cells);
                left -= 1;
            }
        }
        // Without a cloister's walk, a way for those who serve between the rooms.
        if ranges == 0 {
            alley(&mut draft, "service_passage", genes.block("form", 0).unit(1), &|_| true);
        }
        find_doors(&mut draft);
        for way in &mut draft.ways {
            let has = |s: SpaceId| way.a == s || way.b == s;
            if has(axis.nave) && (has(axis.narthex) || transepts.iter().any(|&t| has(t))) {
                way.must = true;
            }
            if has(axis.nave) && has(axis.sanctuary) {
                way.bias = 60;
            } else if has(axis.sanctuary) {
                way.bias = -20;
            }
        }
        draft.gates.push(gate_of(&draft, axis.narthex, Direction::North)?);
        draft.boss = Some(axis.sanctuary);
        Some(draft)
    }

    /// The sanctuary is not a step from the nave, and chapels stand opposite each other.
    fn terms(&self, draft: &Draft, woven: &Woven) -> u64 {
        let find = |tag: &str| draft.spaces.iter().position(|s| s.tag == tag);
        let (Some(nave), Some(sanctuary)) = (find("nave"), find("sanctuary")) else { return 0 };
        let near = beside(draft, &woven.chosen)[nave] >> sanctuary & 1 == 1;
        let chapels: Vec<Rect> = (0..draft.spaces.len())
            .filter(|&s| draft.spaces[s].tag == "side_chapel")
            .map(|s| draft.bounds(s as SpaceId))
            .collect();
        let alone = chapels.iter().filter(|c| !chapels.contains(&mirrored(**c))).count() as u64;
        u64::from(near) * 150 + alone * 20
    }

    /// Stairs lead down from the vestry.
    fn descent(&self, body: &Body) -> SpaceId {
        let vestry = body.draft.spaces.iter().position(|s| s.tag == "vestry");
        vestry.map_or(body.woven.boss, |s| s as SpaceId)
    }
}

/// Narthex, nave with two rows of pillars, sanctuary with a half-round apse.
fn basilica(draft: &mut Draft, genes: &Genes, drawn: &Drawn) -> Axis {
    let nave = genes.block("nave", 0);
    let width = 7 + 2 * nave.int(0, 0, 1);
    // Below: an undercroft within the outline of the nave.
    let width = if drawn.depth > 0 { 5 } else { width };
    let depth = nave.int(1, 10, 15);
    let porch = nave.int(2, 2, 3);
    let front = 3 + 2 * nave.int(3, 0, (width - 3) / 2);
    let narthex = draft.rect(0, "narthex", Rect::new(-(front / 2), -porch - 1, front, porch));
    let hall = Rect::new(-(width / 2), 0, width, depth);
    let id = draft.rect(0, "nave", hall);
    let (step, aisle) = (nave.int(4, 2, 3), if width == 9 { nave.int(5, 2, 3) } else { 2 });
    let aisle = if width == 5 { 1 } else { aisle };
    let rows = (1..depth - 1).filter(|y| (y - 1) % step == 0);
    let pillars = rows.flat_map(|y| [Point::new(-aisle, y), Point::new(aisle, y)]).collect();
    draft.built.push(Built::Feature(0, FeatureKind::Pillar, pillars));
    let apse = if nave.percent(6, 50) { width - 2 } else { width };
    let deep = nave.int(7, 2, 4) + 2;
    let shrine = round_south(Rect::new(-(apse / 2), depth + 1, apse, deep));
    let sanctuary = draft.room(0, "sanctuary", RoomShape::Rectangle, &shrine);
    Axis { narthex, nave: id, sanctuary, hall }
}

/// A round or octagonal hall with a ring of pillars.
fn rotunda(draft: &mut Draft, genes: &Genes) -> Axis {
    let nave = genes.block("nave", 0);
    let size = 9 + 2 * nave.int(0, 0, 2);
    let hall = Rect::new(-(size / 2), 0, size, size);
    let octagon = genes.block("form", 0).percent(1, 50);
    let cut = size / 3 - 1;
    let cells: Vec<Point> = if octagon {
        let from_side = |p: &Point| (p.x - hall.x).min(hall.right() - 1 - p.x) + p.y.min(size - 1 - p.y);
        hall.cells().filter(|p| from_side(p) >= cut).collect()
    } else {
        disc(Point::new(hall.x, hall.y), size)
    };
    let shape = if octagon { RoomShape::Octagon } else { RoomShape::Circle };
    let porch = nave.int(2, 2, 3);
    let narthex = draft.rect(
        0,
        "narthex",
        Rect::new(-1 - nave.int(3, 0, 1), -porch - 1, 3 + 2 * nave.int(3, 0, 1), porch),
    );
    let id = draft.room(0, "nave", shape, &cells);
    let (middle, ring) = (size / 2, size / 2 - 2);
    let inner = ring * 2 / 3;
    let around = [(ring, 0), (-ring, 0), (inner, inner), (inner, -inner), (-inner, inner), (-inner, -inner)];
    let pillars = around.into_iter().map(|(x, y)| Point::new(x, middle + y)).collect();
    draft.built.push(Built::Feature(0, FeatureKind::Pillar, pillars));
    let apse = 5;
    let shrine = round_south(Rect::new(-(apse / 2), size + 1, apse, nave.int(7, 2, 4) + 1));
    let sanctuary = draft.room(0, "sanctuary", RoomShape::Rectangle, &shrine);
    Axis { narthex, nave: id, sanctuary, hall }
}

/// A garth with a walk around it, beside the nave, and rooms outside the walk; returns their number.
fn cloister(
    draft: &mut Draft,
    genes: &Genes,
    number: usize,
    axis: &Axis,
    most: i32,
    ranges: &mut usize,
) -> i32 {
    let block = genes.block("cloister", number);
    let (width, height) = (block.int(1, 4, 6), block.int(2, 3, 5));
    let outer = Rect::new(0, 0, width + 4, height + 4);
    let room = axis.hall.height - outer.height;
    let y = axis.hall.y + block.int(3, 0, room.max(0));
    let east = (block.int(4, 0, 1) == 0) == (number == 0);
    let mut walk = Rect::new(axis.hall.right() + 1, y, outer.width, outer.height);
    if !east {
        walk = mirrored(walk);
    }
    if !draft.levels[0].is_free(walk, 1) {
        return 0;
    }
    let garth = walk.grown(-2);
    let inner = walk.grown(-1);
    let ring: Vec<Point> = walk.cells().filter(|p| !inner.contains(*p)).collect();
    draft.corridor(0, "walk", &ring);
    draft.rect(0, "garth", garth);
    let mut made = 1;
    // Ranges on the three sides away from the nave.
    let away = if east { Direction::East } else { Direction::West };
    for side in [away, Direction::North, Direction::South] {
        let mut along = 0;
        while made < most {
            let range = genes.block("range", *ranges % 16);
            let (long, deep) = (range.int(0, 3, 5), range.int(1, 3, 4));
            let rect = match side {
                Direction::North => Rect::new(walk.x + along, walk.y - 1 - deep, long, deep),
                Direction::South => Rect::new(walk.x + along, walk.bottom() + 1, long, deep),
                Direction::East => Rect::new(walk.right() + 1, walk.y + along, deep, long),
                Direction::West => Rect::new(walk.x - 1 - deep, walk.y + along, deep, long),
            };
            let length =
                if matches!(side, Direction::North | Direction::South) { walk.width } else { walk.height };
            if along + 2 > length {
                break;
            }
            if draft.try_rect(0, "", rect).is_some() {
                made += 1;
                *ranges += 1;
            }
            along += long + 1;
        }
    }
    made
}

/// A free place for a chapel: along the nave first, on both sides in turn, else at any free wall.
fn chapel(
    draft: &Draft,
    long: i32,
    deep: i32,
    round: bool,
    number: usize,
    axis: &Axis,
) -> Option<Vec<Point>> {
    let canvas = &draft.levels[0];
    let shaped = |r: Rect, out: Direction| -> Vec<Point> {
        if !round || long < 3 || deep < 3 {
            return r.cells().collect();
        }
        // The far corners are cut.
        let corner = |p: &Point| match out {
            Direction::East => p.x == r.right() - 1 && (p.y == r.y || p.y == r.bottom() - 1),
            Direction::West => p.x == r.x && (p.y == r.y || p.y == r.bottom() - 1),
            Direction::North => p.y == r.y && (p.x == r.x || p.x == r.right() - 1),
            Direction::South => p.y == r.bottom() - 1 && (p.x == r.x || p.x == r.right() - 1),
        };
        r.cells().filter(|p| !corner(p)).collect()
    };
    for side in 0..2 {
        for y in axis.hall.y..axis.hall.bottom() - long + 1 {
            let mut rect = Rect::new(axis.hall.right() + 1, y, deep, long);
            let west = (side + number) % 2 == 1;
            if west {
                rect = mirrored(rect);
            }
            if canvas.is_free(rect, 1) && nave_beside(draft, rect, axis.nave) {
                return Some(shaped(rect, if west { Direction::West } else { Direction::East }));
            }
        }
    }
    // Towers at the front, rooms around the cloister: the free place nearest to the middle.
    let middle = axis.hall.centre();
    let around = canvas.bounds().grown(6);
    let sums = Sums::new(canvas, 2);
    let mut best: Option<(u32, Rect)> = None;
    for p in around.cells() {
        let rect = Rect::new(p.x, p.y, long.max(3), deep.max(3));
        let far = rect.centre().manhattan(middle);
        if best.is_none_or(|b| far < b.0)
            && sums.is_free(rect.grown(1))
            && shares_wall(draft, rect, axis.sanctuary)
        {
            best = Some((far, rect));
        }
    }
    best.map(|b| b.1.cells().collect())
}

/// Is the nave behind the wall of a rectangle?
fn nave_beside(draft: &Draft, r: Rect, nave: SpaceId) -> bool {
    let canvas = &draft.levels[0];
    (r.y..r.bottom())
        .filter(|&y| {
            canvas.at(Point::new(r.x - 2, y)) == nave || canvas.at(Point::new(r.right() + 1, y)) == nave
        })
        .count()
        >= 2
}

/// Does it share a wall at least two cells long with some space, not only with this one?
fn shares_wall(draft: &Draft, r: Rect, not: SpaceId) -> bool {
    let canvas = &draft.levels[0];
    let other = |p: Point| canvas.is_floor(p) && canvas.at(p) != not;
    let rows = |x: i32| (r.y..r.bottom()).filter(|&y| other(Point::new(x, y))).count() >= 2;
    let columns = |y: i32| (r.x..r.right()).filter(|&x| other(Point::new(x, y))).count() >= 2;
    rows(r.x - 2) || rows(r.right() + 1) || columns(r.y - 2) || columns(r.bottom() + 1)
}
