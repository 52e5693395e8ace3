//! The wizard's tower: round floors above one another, a stair well on the same cells of all.

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::plan::RoomShape;

use super::kit::{disc, gate_of};
use crate::layout::doors_between::find_doors;
use crate::layout::draft::{Draft, How, SpaceId, Way, way_name};
use crate::layout::genes::{BlockKind, DOORS, Genes, blocks};
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Decoder, Turns};

pub(super) struct Tower;

const TABLE: &[BlockKind] = &[
    blocks("tower", 1, 6),
    blocks("well", 1, 2),
    blocks("floor", 9, 8),
    blocks("turret", 6, 4),
    blocks("top", 1, 3),
    blocks("cellar", 1, 3),
    DOORS,
];

/// The most rooms of a floor besides the well.
const MOST: i32 = 4;

impl Decoder for Tower {
    fn id(&self) -> &'static str {
        "wizards-tower"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.05, 0.40], [5.0, 9.0], [0.56, 0.66])
    }

    fn turns(&self) -> Turns {
        Turns::None
    }

    fn makes_all_levels(&self) -> bool {
        true
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let tower = genes.block("tower", 0);
        let n = drawn.rooms;
        let (floors, cellar) = match drawn.levels {
            0 => {
                let least = if n < 9 { 2 } else { 3 };
                let most = if n > 15 {
                    5
                } else if n < 9 {
                    3
                } else {
                    4
                };
                (tower.int(0, least, most), tower.percent(1, 50))
            }
            1 => (1, false),
            levels => {
                let cellar = levels >= 4 && tower.percent(1, 50);
                (levels - 1 - i32::from(cellar), cellar)
            }
        };
        let top = drawn.levels != 1;
        let well_at = genes.block("well", 0);
        let well = Point::new(well_at.int(0, -1, 1), well_at.int(1, -1, 1));
        // How many rooms each floor has: as its genes wish, then more or fewer until all fit.
        let split: Vec<bool> = (0..floors)
            .map(|i| i > 0 && i + 1 < floors && genes.block("floor", i as usize).percent(0, 75))
            .collect();
        let wells: i32 = split.iter().map(|s| 1 + i32::from(*s)).sum();
        let wings = tower.int(2, 0, 2.min(floors));
        let mut rooms: Vec<i32> =
            (0..floors).map(|i| genes.block("floor", i as usize).int(1, 1, MOST)).collect();
        let mut wings = wings;
        let fixed = wells + i32::from(top) + i32::from(cellar);
        for turn in 0..64 {
            let total = fixed + wings + rooms.iter().sum::<i32>();
            if total == n {
                break;
            }
            let i = ((tower.int(3, 0, 8) + turn) % floors) as usize;
            if total < n {
                if rooms[i] < MOST {
                    rooms[i] += 1;
                } else if rooms.iter().all(|r| *r == MOST) && wings < floors {
                    wings += 1;
                }
            } else if rooms[i] > 1 {
                rooms[i] -= 1;
            } else if rooms.iter().all(|r| *r == 1) && wings > 0 {
                wings -= 1;
            }
        }
        let count = floors + i32::from(top) + i32::from(cellar);
        let mut draft = Draft::new(count as usize);
        let mut wells: Vec<[SpaceId; 2]> = Vec::new();
        let mut walls: Vec<[i32; 3]> = Vec::new();
        let mut radii = Vec::new();
        for i in 0..floors {
            let block = genes.block("floor", i as usize);
            let least = if rooms[i as usize] >= 3 { 5 } else { 4 };
            let radius = block.int(2, least, 6);
            radii.push(radius);
            wells.push(put_well(&mut draft, i as usize, well, split[i as usize]));
            let pattern = pattern(rooms[i as usize], block.int(3, 0, 11));
            walls.push(pattern);
            put_rooms(
                &mut draft,
                i as usize,
                radius,
                well,
                pattern,
                [block.int(4, -1, 1), block.int(5, -1, 1)],
            );
        }
        for i in 0..wings {
            wing(&mut draft, genes, i, floors, &radii);
        }
        for level in 1..floors as usize {
            // Odd flights are in the west of the well, even ones in the east.
            let west = level % 2 == 0;
            let at = well + Point::new(if west { -1 } else { 1 }, 0);
            let side = usize::from(!west);
            stairs(&mut draft, wells[level - 1][side], wells[level][side], at);
        }
        let last = floors - 1;
        if top {
            let block = genes.block("top", 0);
            let radius = block.int(0, 3, radii[last as usize].min(5));
            let level = floors as usize;
            let corner = Point::new(-radius, -radius);
            let id = draft.room(level, "top", RoomShape::Circle, &disc(corner, 2 * radius + 1));
            trapdoor(&mut draft, last as usize, id, well, block.unit(1))?;
            draft.boss = Some(id);
        }
        if cellar {
            let block = genes.block("cellar", 0);
            let radius = block.int(0, 3, radii[0].min(4));
            let level = count as usize - 1;
            let id = draft.room(
                level,
                "cellar",
                RoomShape::Circle,
                &disc(Point::new(-radius, -radius), 2 * radius + 1),
            );
            trapdoor(&mut draft, 0, id, well, block.unit(1))?;
            if let Some(height) = draft.heights.get_mut(level) {
                *height = -1;
            }
        }
        for (level, height) in draft.heights.iter_mut().enumerate().take(floors as usize + usize::from(top)) {
            *height = level as i32;
        }
        find_doors(&mut draft);
        let is_well = |s: SpaceId| draft.spaces[usize::from(s)].tag == "well";
        // The two flights of a split well are not joined: one must cross the floor.
        let both: Vec<bool> = draft.ways.iter().map(|w| is_well(w.a) && is_well(w.b)).collect();
        let mut i = 0;
        draft.ways.retain(|w| {
            i += 1;
            !both[i - 1] || matches!(w.how, How::Stairs(_))
        });
        for i in 0..draft.ways.len() {
            let way = &draft.ways[i];
            let tags = [way.a, way.b].map(|s| draft.spaces[usize::from(s)].tag == "well");
            if tags[0] != tags[1] && !matches!(way.how, How::Stairs(_)) {
                draft.ways[i].bias = 25;
            }
        }
        let porch = draft.spaces.iter().position(|s| s.tag == "porch").map(|s| s as SpaceId);
        let ground = (0..draft.spaces.len() as SpaceId).filter(|&s| {
            draft.spaces[usize::from(s)].level == 0 && draft.spaces[usize::from(s)].tag != "well"
        });
        let gate = porch.into_iter().chain(ground).find_map(|s| gate_of(&draft, s, Direction::South))?;
        draft.gates.push(gate);
        // No two floors with one pattern, and none wider than that below by two.
        for i in 1..floors as usize {
            let same = walls[..i].contains(&walls[i]);
            draft.flaws += 100 * u32::from(same) + 150 * u32::from(radii[i] > radii[i - 1] + 1);
        }
        Some(draft)
    }
}

/// Which walls a floor has: those to the north, east, south and west as bits, a chord, its distance.
fn pattern(rooms: i32, choice: i32) -> [i32; 3] {
    match rooms {
        1 => [0, -1, 0],
        2 if choice % 3 == 0 => [0, choice % 4, 2 + choice % 2],
        2 => [[0b0101, 0b1010, 0b0011, 0b0110, 0b1100, 0b1001][choice as usize % 6], -1, 0],
        3 => [[0b0111, 0b1110, 0b1101, 0b1011][choice as usize % 4], -1, 0],
        _ => [0b1111, -1, 0],
    }
}

/// The stair well: one space, or two flights with a wall between; its west and its east part.
fn put_well(draft: &mut Draft, level: usize, well: Point, split: bool) -> [SpaceId; 2] {
    let column = |x: i32| Rect::new(well.x + x, well.y - 1, 1, 3);
    if split {
        [draft.rect(level, "well", column(-1)), draft.rect(level, "well", column(1))]
    } else {
        let id = draft.rect(level, "well", Rect::new(well.x - 1, well.y - 1, 3, 3));
        [id, id]
    }
}

fn put_rooms(draft: &mut Draft, level: usize, radius: i32, well: Point, pattern: [i32; 3], off: [i32; 2]) {
    let [rays, chord, distance] = pattern;
    let core = Rect::new(well.x - 2, well.y - 2, 5, 5);
    let walled = |p: &Point| {
        let (x, y) = (well.x + off[0], well.y + off[1]);
        let ray = (rays & 1 != 0 && p.x == x && p.y < well.y)
            || (rays & 2 != 0 && p.y == y && p.x > well.x)
            || (rays & 4 != 0 && p.x == x && p.y > well.y)
            || (rays & 8 != 0 && p.y == y && p.x < well.x);
        let line = match chord {
            0 => p.x == well.x + distance,
            1 => p.x == well.x - distance,
            2 => p.y == well.y + distance,
            3 => p.y == well.y - distance,
            _ => false,
        };
        ray || line || core.contains(*p)
    };
    let mut open: Vec<Point> =
        disc(Point::new(-radius, -radius), 2 * radius + 1).into_iter().filter(|p| !walled(p)).collect();
    while let Some(first) = open.pop() {
        let mut piece = vec![first];
        let mut next = 0;
        while next < piece.len() {
            for q in piece[next].beside() {
                if let Some(i) = open.iter().position(|o| *o == q) {
                    piece.push(open.swap_remove(i));
                }
            }
            next += 1;
        }
        if piece.len() >= 5 {
            draft.room(level, "", RoomShape::Circle, &piece);
        }
    }
}

/// A forebuilding on the ground floor, then turrets.
fn wing(draft: &mut Draft, genes: &Genes, number: i32, floors: i32, radii: &[i32]) {
    let block = genes.block("turret", number as usize % 6);
    if number == 0 && block.percent(3, 60) {
        let (half, deep) = (block.int(0, 1, 2), block.int(1, 3, 4));
        draft.rect(0, "porch", Rect::new(-half, radii[0] + 2, 2 * half + 1, deep));
        return;
    }
    let level = ((block.int(0, 0, floors - 1) + number) % floors) as usize;
    let reach = radii[level] + 2;
    let slide = block.int(1, -1, 1);
    let corner = match block.int(2, 0, 2) {
        0 => Point::new(reach, slide - 2),
        1 => Point::new(-reach - 4, slide - 2),
        _ => Point::new(slide - 2, -reach - 4),
    };
    let _ = draft.try_room(level, "turret", RoomShape::Circle, &disc(corner, 5));
}

fn stairs(draft: &mut Draft, a: SpaceId, b: SpaceId, at: Point) {
    draft.ways.push(Way { a, b, how: How::Stairs(at), must: true, bias: 0, name: way_name(a, b) });
}

/// A trapdoor between a room of a floor and a disc above or below it.
fn trapdoor(draft: &mut Draft, level: usize, to: SpaceId, well: Point, wish: f64) -> Option<()> {
    let other = usize::from(draft.spaces[usize::from(to)].level);
    let mut places: Vec<(Point, SpaceId)> = draft.levels[level]
        .floor()
        .filter(|(p, s)| {
            draft.spaces[usize::from(*s)].tag != "well" && draft.levels[other].at(*p) == to && *p != well
        })
        .collect();
    if places.is_empty() {
        // The disc is no larger than the well: up from the well itself.
        places = draft.levels[level].floor().filter(|(p, _)| draft.levels[other].at(*p) == to).collect();
    }
    let (at, from) = *places.get((wish * places.len() as f64) as usize)?;
    stairs(draft, from, to, at);
    Some(())
}
