//! Rooms wall to wall, as on the deck of a ship: corridors divide the space, bulkheads divide what is
//! between them, and every room has a door.
//!
//! The space is halved again and again across its longer side, by corridors first and by bulkheads
//! where a room's size is near. Then the pieces that the hull leaves are found, and doors join them:
//! rooms to corridors first, shortest list first (Kruskal, 1956). In an endless world, blocks of
//! different sizes lie in bands with corridors between them, each planned by itself. Complexity:
//! linear in the cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Rooms;
use super::atlas::{Atlas, Spot};
use super::noise::{HALVES, hash};
use super::rooms::{Part, Plan, RoomRules};

/// The hull follows its field in steps of this many cells, so that it has no saw teeth.
const MODULE: i64 = 3;
/// Pieces of rooms with fewer cells are filled with wall.
const LEAST: usize = 6;
/// The most blocks of endless worlds that are kept.
const MOST_BLOCKS: usize = 1024;

/// A planned block of an endless world.
#[derive(Debug)]
pub(crate) struct Block {
    width: i64,
    parts: Vec<Part>,
}

/// Plans a finite map.
pub(super) fn draw_finite(rules: &RoomRules, atlas: &Atlas, plan: &mut Plan) {
    let data = &rules.data;
    let (w, h) = (plan.width, plan.height);
    let half = if data.mirrored { (h + 1) / 2 } else { h };
    let mut small = Plan::new(w, half, Part::Outside);
    let inside = inside(rules, atlas, (w, h), half);
    let is_in = |x: i64, y: i64| {
        let y = if y >= half && data.mirrored { h - 1 - y } else { y };
        (0..w).contains(&x) && (0..half).contains(&y) && inside[(y * w + x) as usize]
    };
    let around = || (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    let mut bounds: Option<(i64, i64, i64, i64)> = None;
    for (x, y) in (0..half).flat_map(|y| (0..w).map(move |x| (x, y))) {
        if !is_in(x, y) {
            continue;
        }
        let is_hull = around().any(|(dx, dy)| !is_in(x + dx, y + dy));
        small.set(x, y, if is_hull { Part::Hull } else { Part::Room });
        if !is_hull {
            let (x0, y0, x1, y1) = bounds.unwrap_or((x, y, x, y));
            bounds = Some((x0.min(x), y0.min(y), x1.max(x), y1.max(y)));
        }
    }
    let Some((x0, y0, x1, mut y1)) = bounds else { return };
    let mut packer = Packer { data, key: atlas.key(310), plan: small, wells: false };
    if data.mirrored {
        // Half of the corridor along the spine; its image is the other half.
        let spine = (i64::from(data.width) + 1 + h % 2) / 2;
        packer.line((x0, half - spine), (x1, half - 1), Part::Corridor);
        packer.line((x0, half - spine - 1), (x1, half - spine - 1), Part::Wall);
        y1 = half - spine - 2;
    }
    packer.split((x0, y0), (x1, y1), 0);
    packer.finish();
    packer.trim();
    for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
        let from = if y >= half { h - 1 - y } else { y };
        plan.set(x, y, packer.plan.at(x, from).unwrap_or(Part::Outside));
    }
}

/// Which cells lie within the hull: where the field is highest, in whole modules.
fn inside(rules: &RoomRules, atlas: &Atlas, (w, h): (i64, i64), half: i64) -> Vec<bool> {
    let border = |x: i64, y: i64| x == 0 || y == 0 || x == w - 1 || y == h - 1;
    let Some(field) = rules.within else {
        return (0..w * half).map(|i| !border(i % w, i / w)).collect();
    };
    let module = |v: i64| v / MODULE * MODULE + MODULE / 2;
    // From the middle of the map outward, so that both halves have whole modules.
    let row = |y: i64| half - 1 - module(half - 1 - y);
    let spots = (0..w * half).map(|i| Spot { x: module(i % w) * HALVES + 1, y: row(i / w) * HALVES + 1 });
    let values: Vec<f64> = spots.map(|spot| atlas.value(field, spot)).collect();
    let mut sorted = values.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let from = (1.0 - rules.data.share / 100.0) * (sorted.len() - 1) as f64;
    let least = sorted[from as usize];
    let cells = values.iter().enumerate();
    cells.map(|(i, v)| *v >= least && !border(i as i64 % w, i as i64 / w)).collect()
}

/// Plans a part of an endless world.
pub(super) fn draw_endless(rules: &RoomRules, atlas: &Atlas, plan: &mut Plan, at: (i64, i64)) {
    let bands = Bands { data: &rules.data, key: atlas.key(320) };
    let spacing = i64::from(rules.data.spacing);
    let near =
        |from: i64, length: i64| (from.div_euclid(spacing) - 1)..((from + length).div_euclid(spacing) + 2);
    for row in near(at.1, plan.height) {
        let (top, end) = (bands.top(row), bands.top(row + 1));
        if end <= at.1 || top >= at.1 + plan.height {
            continue;
        }
        for column in near(at.0, plan.width) {
            let (left, right) = (bands.left(column, row), bands.left(column + 1, row));
            if right <= at.0 || left >= at.0 + plan.width {
                continue;
            }
            let block = bands.block(rules, atlas, column, row);
            for y in top.max(at.1)..end.min(at.1 + plan.height) {
                for x in left.max(at.0)..right.min(at.0 + plan.width) {
                    let part = block.parts[((y - top) * block.width + x - left) as usize];
                    plan.set(x - at.0, y - at.1, part);
                }
            }
        }
    }
}

/// Bands of blocks, of different heights and widths.
struct Bands<'a> {
    data: &'a Rooms,
    key: u64,
}

impl Bands<'_> {
    /// A place that strays from a regular grid by up to a quarter.
    fn shifted(&self, index: i64, other: i64) -> i64 {
        let spacing = i64::from(self.data.spacing);
        let stray = hash(self.key, index, other) % (spacing as u64 / 2 + 1);
        index * spacing + stray as i64 - spacing / 4
    }

    fn top(&self, row: i64) -> i64 {
        self.shifted(row, i64::MAX)
    }

    fn left(&self, column: i64, row: i64) -> i64 {
        // Every band begins elsewhere.
        let spacing = self.data.spacing.max(1);
        self.shifted(column, row) + (hash(self.key, row, i64::MIN) % u64::from(spacing / 2 + 1)) as i64
    }

    fn block(&self, rules: &RoomRules, atlas: &Atlas, column: i64, row: i64) -> Arc<Block> {
        let key = (atlas.key(0), column, row);
        let lock = || rules.blocks.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(block) = lock().get(&key) {
            return block.clone();
        }
        let c = i64::from(self.data.width);
        let (w, h) =
            (self.left(column + 1, row) - self.left(column, row) + c, self.top(row + 1) - self.top(row) + c);
        // A ring of corridors, of which the next blocks have the southern and eastern part.
        let mut plan = Plan::new(w, h, Part::Corridor);
        plan.fill((c, c), (w - c - 1, h - c - 1), Part::Wall);
        plan.fill((c + 1, c + 1), (w - c - 2, h - c - 2), Part::Room);
        let mut packer = Packer { data: self.data, key: hash(self.key, column, row), plan, wells: true };
        packer.split((c + 1, c + 1), (w - c - 2, h - c - 2), 0);
        packer.finish();
        let block = Arc::new(Block { width: w, parts: packer.plan.parts });
        let mut blocks = lock();
        if blocks.len() >= MOST_BLOCKS {
            blocks.clear();
        }
        blocks.insert(key, block.clone());
        block
    }
}

struct Packer<'a> {
    data: &'a Rooms,
    key: u64,
    plan: Plan,
    /// Are there wells, in which one sees what is outside?
    wells: bool,
}

impl Packer<'_> {
    /// Sets cells that are not hull or outside.
    fn line(&mut self, from: (i64, i64), to: (i64, i64), part: Part) {
        for (x, y) in (from.1..=to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y))) {
            if !matches!(self.plan.at(x, y), None | Some(Part::Hull | Part::Outside)) {
                self.plan.set(x, y, part);
            }
        }
    }

    /// Divides a rectangle; both corners are part of it.
    fn split(&mut self, from: (i64, i64), to: (i64, i64), depth: u64) {
        let (w, h) = (to.0 - from.0 + 1, to.1 - from.1 + 1);
        if w < 1 || h < 1 {
            return;
        }
        let [least, most] = self.data.size.map(i64::from);
        let bits = hash(self.key ^ depth, from.0 * 4096 + from.1, to.0 * 4096 + to.1);
        let long = w.max(h);
        if self.wells && depth > 0 && w.min(h) >= 7 && long <= 16 && bits >> 50 & 7 == 0 {
            self.plan.fill(from, to, Part::Hull);
            self.plan.fill((from.0 + 1, from.1 + 1), (to.0 - 1, to.1 - 1), Part::Outside);
            return;
        }
        // A rectangle of two rooms by two needs no corridor of its own.
        let c = i64::from(self.data.width);
        let is_corridor = long > 2 * most + c + 2 && w.min(h) > least;
        if long <= most && !is_corridor {
            return;
        }
        let thick = if is_corridor { c + 2 } else { 1 };
        let keep = if is_corridor { (long / 4).max(least) } else { least };
        let span = long - thick - 2 * keep;
        if span < 0 {
            return;
        }
        let cut = keep + (bits % (span + 1) as u64) as i64;
        let across = w >= h;
        let place =
            |along: i64, side: i64| if across { (from.0 + along, side) } else { (side, from.1 + along) };
        let (low, high) = if across { (from.1, to.1) } else { (from.0, to.0) };
        self.line(place(cut, low), place(cut + thick - 1, high), Part::Wall);
        if is_corridor {
            self.line(place(cut + 1, low), place(cut + c, high), Part::Corridor);
            // Through the wall, where it meets another corridor.
            for (wall, beyond) in [(low - 1, low - 2), (high + 1, high + 2)] {
                for along in cut + 1..=cut + c {
                    let (x, y) = place(along, beyond);
                    if self.plan.at(x, y) == Some(Part::Corridor) {
                        self.line(place(along, wall), place(along, wall), Part::Corridor);
                    }
                }
            }
        }
        let (end_x, end_y) = place(cut - 1, high);
        self.split(from, (end_x, end_y), depth + 1);
        let start = place(cut + thick, low);
        self.split(start, to, depth + 1);
    }

    /// Fills strips that are too narrow to be a room or a corridor, such as a hull leaves at its edges.
    fn fill_strips(&mut self) {
        let least = |part: Part| match part {
            Part::Room => i64::from(self.data.size[0]).clamp(1, 3),
            Part::Corridor => i64::from(self.data.width).min(2),
            _ => 1,
        };
        let (w, h) = (self.plan.width, self.plan.height);
        // What lies beyond the plan, such as the other half of a ship, is as its border.
        let part = |x: i64, y: i64| self.plan.at(x.clamp(0, w - 1), y.clamp(0, h - 1));
        let is_wide = |x: i64, y: i64| {
            let Some(own) = part(x, y) else { return true };
            let side = least(own);
            let square =
                |x0: i64, y0: i64| (0..side * side).all(|i| part(x0 + i % side, y0 + i / side) == Some(own));
            (0..side * side).any(|i| square(x - i % side, y - i / side))
        };
        let narrow: Vec<(i64, i64)> =
            (0..w * h).map(|i| (i % w, i / w)).filter(|&(x, y)| !is_wide(x, y)).collect();
        for (x, y) in narrow {
            self.plan.set(x, y, Part::Wall);
        }
    }

    /// Fills what is too small, and adds doors.
    fn finish(&mut self) {
        self.fill_strips();
        let (mut piece, sizes) = self.pieces();
        for (i, p) in piece.iter_mut().enumerate() {
            if *p != NONE && sizes[*p as usize] < LEAST {
                self.plan.parts[i] = Part::Wall;
                *p = NONE;
            }
        }
        let w = self.plan.width as usize;
        // The walls between two pieces, with the places for a door in them.
        let mut walls: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for i in 0..self.plan.parts.len() {
            if self.plan.parts[i] != Part::Wall {
                continue;
            }
            let open = |i: usize| self.plan.parts[i].is_open();
            let (x, y) = (i % w, i / w);
            if x == 0 || y == 0 || x + 1 >= w || (y + 1) * w >= self.plan.parts.len() {
                continue;
            }
            for (a, b, c, d) in [(i - 1, i + 1, i - w, i + w), (i - w, i + w, i - 1, i + 1)] {
                if open(a) && open(b) && !open(c) && !open(d) && piece[a] != piece[b] {
                    let pair = (piece[a].min(piece[b]), piece[a].max(piece[b]));
                    walls.entry(pair).or_default().push(i);
                }
            }
        }
        let mut corridors = vec![false; sizes.len()];
        for (p, part) in piece.iter().zip(&self.plan.parts) {
            if *p != NONE && *part == Part::Corridor {
                corridors[*p as usize] = true;
            }
        }
        let mut order: Vec<(u8, u64, u32, u32)> = walls
            .keys()
            .map(|&(a, b)| {
                let rank = match (corridors[a as usize], corridors[b as usize]) {
                    (true, true) => 0,
                    (false, false) => 2,
                    _ => 1,
                };
                (rank, hash(self.key, i64::from(a), i64::from(b)), a, b)
            })
            .collect();
        order.sort_unstable();
        let mut of: Vec<u32> = (0..sizes.len() as u32).collect();
        let mut doors = Vec::new();
        for (rank, bits, a, b) in order {
            let joined = of[a as usize] == of[b as usize];
            // A few doors more than needed, so that there is more than one way.
            if joined && (rank == 0 || bits % 100 >= 12) {
                continue;
            }
            // Near the middle of the wall, and not beside another door.
            let places = &walls[&(a, b)];
            let first = places.len() / 3 + (bits >> 8) as usize % (places.len() / 3 + 1);
            let is_free = |i: usize| {
                [i - 1, i + 1, i - w, i + w].into_iter().all(|beside| self.plan.parts[beside] != Part::Door)
            };
            let mut in_turn = (0..places.len()).map(|k| places[(first + k) % places.len()]);
            let Some(door) = in_turn.find(|&place| is_free(place)) else { continue };
            let (old, new) = (of[b as usize], of[a as usize]);
            of.iter_mut().filter(|p| **p == old).for_each(|p| *p = new);
            self.plan.parts[door] = Part::Door;
            doors.push((door, a));
        }
        // What no door reaches is solid.
        let mut cells = vec![0; sizes.len()];
        for p in piece.iter().filter(|p| **p != NONE) {
            cells[of[*p as usize] as usize] += 1;
        }
        let main = (0..cells.len()).max_by_key(|&p| (cells[p], std::cmp::Reverse(p))).unwrap_or(0) as u32;
        for (door, a) in doors {
            if of[a as usize] != main {
                self.plan.parts[door] = Part::Wall;
            }
        }
        for (i, p) in piece.iter().enumerate() {
            if *p != NONE && of[*p as usize] != main {
                self.plan.parts[i] = Part::Wall;
            }
        }
    }

    /// Takes away what is solid and far from every room, such as a wing too narrow for one.
    fn trim(&mut self) {
        let (w, h) = (self.plan.width, self.plan.height);
        let square = |by: i64| (-by..=by).flat_map(move |dy| (-by..=by).map(move |dx| (dx, dy)));
        let places = || (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        let is_far = |&(x, y): &(i64, i64)| {
            !square(MODULE).any(|(dx, dy)| self.plan.at(x + dx, y + dy).is_some_and(Part::is_open))
        };
        for (x, y) in places().filter(is_far).collect::<Vec<_>>() {
            self.plan.set(x, y, Part::Outside);
        }
        let is_outer = |&(x, y): &(i64, i64)| {
            self.plan.at(x, y) == Some(Part::Wall)
                && square(1).any(|(dx, dy)| self.plan.at(x + dx, y + dy) == Some(Part::Outside))
        };
        for (x, y) in places().filter(is_outer).collect::<Vec<_>>() {
            self.plan.set(x, y, Part::Hull);
        }
    }

    /// For each cell the piece of rooms or corridors that it belongs to, and the size of each.
    fn pieces(&self) -> (Vec<u32>, Vec<usize>) {
        let w = self.plan.width as usize;
        let mut piece = vec![NONE; self.plan.parts.len()];
        let mut sizes = Vec::new();
        for start in 0..piece.len() {
            let part = self.plan.parts[start];
            if piece[start] != NONE || !part.is_open() {
                continue;
            }
            let number = sizes.len() as u32;
            let mut size = 0;
            let mut open = vec![start];
            piece[start] = number;
            while let Some(i) = open.pop() {
                size += 1;
                let (x, y) = ((i % w) as i64, (i / w) as i64);
                for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    if self.plan.at(x, y) == Some(part) {
                        let next = y as usize * w + x as usize;
                        if piece[next] == NONE {
                            piece[next] = number;
                            open.push(next);
                        }
                    }
                }
            }
            sizes.push(size);
        }
        (piece, sizes)
    }
}

const NONE: u32 = u32::MAX;
