//! One place as rectangles that programs can walk between.
//!
//! Programs that read the shape step from one rectangle to another only through a doorway: a
//! rectangle of one cell that is also in the list of doors. Two larger rectangles side by side are
//! not joined for them, and a single cell that is no doorway may touch doorways only. So a place is its
//! largest rectangle; every door that this rectangle does not touch is joined to it by a chain of
//! rectangles and open doorways; the floor that is left is covered by rectangles which nobody needs to
//! enter. Rectangles of one place may share cells, so that none of them is a single cell.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_core::{Direction, Point, Rect};

use super::cover::{cover, largest};

/// The rectangles of one place.
pub(super) struct Pieces {
    /// The largest one.
    pub(super) main: Rect,
    /// Those that lead to doors.
    pub(super) chains: Vec<Rect>,
    /// Those that cover the rest.
    pub(super) covers: Vec<Rect>,
    /// Open doorways between them, each with the way to what was joined before it.
    pub(super) doorways: Vec<(Point, Direction)>,
}

impl Pieces {
    /// Cuts a place. Each door is given by the cells of the place beside it; it has to be reached
    /// through one of them. `taken` are the cells of doors.
    pub(super) fn new(
        cells: &BTreeSet<Point>,
        doors: &[Vec<Point>],
        taken: &BTreeSet<Point>,
    ) -> Option<Pieces> {
        let largest = largest(cells)?;
        // First without doorways side by side; and where a door cannot be joined, with a smaller
        // rectangle, which leaves room for a doorway.
        for (strict, corners) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut main = largest;
            for _ in 0..MOST_TRIES {
                let work = Work { strict, corners, ..Work::new(cells, taken, main) };
                match work.join(doors) {
                    Ok(work) => return Some(work.finish()),
                    Err(smaller) if smaller.area() > 0 => main = smaller,
                    Err(_) => break,
                }
            }
        }
        let work = Work { give_up: true, ..Work::new(cells, taken, largest) };
        work.join(doors).ok().map(Work::finish)
    }
}

/// Smaller and smaller rectangles are tried so often.
const MOST_TRIES: usize = 12;

struct Work<'a> {
    cells: &'a BTreeSet<Point>,
    taken: &'a BTreeSet<Point>,
    main: Rect,
    chains: Vec<Rect>,
    doorways: BTreeMap<Point, Direction>,
    /// The only cells beside a door: they have to stay floor.
    reserved: BTreeSet<Point>,
    /// No doorway beside another door.
    strict: bool,
    /// Doorways around the corner of what is joined; they can be in the way of others.
    corners: bool,
    /// Leave doors alone that cannot be joined.
    give_up: bool,
}

impl<'a> Work<'a> {
    fn new(cells: &'a BTreeSet<Point>, taken: &'a BTreeSet<Point>, main: Rect) -> Self {
        Work {
            cells,
            taken,
            main,
            chains: Vec::new(),
            doorways: BTreeMap::new(),
            reserved: BTreeSet::new(),
            strict: false,
            corners: true,
            give_up: false,
        }
    }

    /// Joins every door, or says with which smaller rectangle to try again.
    fn join(mut self, doors: &[Vec<Point>]) -> Result<Self, Rect> {
        let single = |beside: &Vec<Point>| beside.first().copied().filter(|_| beside.len() == 1);
        self.reserved = doors.iter().filter_map(single).collect();
        for beside in doors {
            let free: Vec<Point> =
                beside.iter().copied().filter(|p| !self.doorways.contains_key(p)).collect();
            if free.is_empty() || free.iter().any(|p| self.joined().any(|r| r.contains(*p))) {
                continue;
            }
            let Some(path) = self.path(&free) else {
                if self.give_up {
                    continue;
                }
                return Err(Rect::new(0, 0, 0, 0));
            };
            let done = match path[..] {
                [only] => self.extend(only) || self.corners && self.around(only),
                _ => self.chain(&path),
            };
            if !done && !self.give_up {
                return Err(self.smaller(path[0]));
            }
        }
        Ok(self)
    }

    fn joined(&self) -> impl Iterator<Item = Rect> {
        std::iter::once(self.main).chain(self.chains.iter().copied())
    }

    /// Can a rectangle have this cell?
    fn is_free(&self, p: Point) -> bool {
        self.cells.contains(&p) && !self.doorways.contains_key(&p)
    }

    /// May this cell become a doorway?
    fn may_open(&self, p: Point) -> bool {
        self.is_free(p)
            && !self.reserved.contains(&p)
            && self.joined().all(|r| !r.contains(p))
            && (!self.strict
                || p.beside().iter().all(|q| !self.taken.contains(q) && !self.doorways.contains_key(q)))
    }

    /// The way from a cell to the one rectangle joined already that it touches. Programs go through a
    /// doorway to one place only: where two meet, it would lead to the wrong one.
    fn way_to_joined(&self, p: Point) -> Option<Direction> {
        let mut touching = self.joined().filter(|r| touches(*r, p));
        let only = touching.next().filter(|_| touching.next().is_none())?;
        Direction::ALL.into_iter().find(|d| only.contains(p.step(*d)))
    }

    /// May this rectangle be there? All its cells are free, and it touches no doorway but these.
    fn fits(&self, rect: Rect, own: &[Point]) -> bool {
        rect.cells().all(|p| self.is_free(p))
            && self.doorways.keys().all(|p| own.contains(p) || !touches(rect, *p))
    }

    /// Makes a joined rectangle longer by a cell, if that gives a rectangle.
    fn extend(&mut self, p: Point) -> bool {
        let mut joined: Vec<Rect> = self.joined().collect();
        let with = |r: Rect| {
            let (right, bottom) = ((r.right() - 1).max(p.x), (r.bottom() - 1).max(p.y));
            hull(Point::new(r.x.min(p.x), r.y.min(p.y)), Point::new(right, bottom))
        };
        let found = joined.iter().position(|&r| {
            let longer = with(r);
            let own: Vec<Point> = self.doorways.keys().copied().filter(|d| touches(r, *d)).collect();
            longer.area() - r.area() <= 2
                && self.fits(longer, &own)
                && own.iter().all(|d| touches(longer, *d))
        });
        let Some(found) = found else { return false };
        joined[found] = with(joined[found]);
        self.main = joined.remove(0);
        self.chains = joined;
        true
    }

    /// The shortest way from one of the cells to a cell that touches what is joined.
    fn path(&self, from: &[Point]) -> Option<Vec<Point>> {
        let mut came: BTreeMap<Point, Point> = from.iter().map(|p| (*p, *p)).collect();
        let mut queue: VecDeque<Point> = from.iter().copied().collect();
        while let Some(at) = queue.pop_front() {
            let start = came[&at] == at;
            let touching = self.joined().any(|r| touches(r, at));
            if start && touching || self.may_open(at) && self.way_to_joined(at).is_some() {
                let mut path = vec![at];
                let mut last = at;
                while came[&last] != last {
                    last = came[&last];
                    path.push(last);
                }
                path.reverse();
                return Some(path);
            }
            for next in at.beside() {
                let outside = self.joined().all(|r| !r.contains(next));
                if outside && self.is_free(next) && !came.contains_key(&next) {
                    came.insert(next, at);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// A path as straight rectangles with doorways between them, the last cell a doorway.
    fn chain(&mut self, path: &[Point]) -> bool {
        let mut rects: Vec<Rect> = Vec::new();
        let mut opened: Vec<(Point, Direction)> = Vec::new();
        let mut door = path.len() - 1;
        loop {
            let beyond = path.get(door + 1).copied();
            let way = match beyond {
                Some(next) => Direction::ALL.into_iter().find(|d| path[door].step(*d) == next),
                None => self.way_to_joined(path[door]),
            };
            let Some(way) = way else { return false };
            opened.push((path[door], way));
            // The longest straight run before the doorway, but the first cell is never one.
            let last = door - 1;
            let mut first = last;
            while first > 0 && straight(path[first - 1], path[last]) {
                first -= 1;
            }
            // A bend may be a fork as well: rather a doorway beyond it.
            if first == 1 && last > 1 {
                first = last.min(3);
            }
            rects.push(hull(path[first], path[last]));
            if first == 0 {
                break;
            }
            door = first - 1;
        }
        let own: Vec<Point> = opened.iter().map(|(at, _)| *at).collect();
        let taken = own.iter().any(|p| self.reserved.contains(p));
        if taken || !rects.iter().all(|rect| self.fits(*rect, &own)) {
            return false;
        }
        self.doorways.extend(opened);
        let start = self.chains.len();
        self.chains.extend(rects);
        for i in start..self.chains.len() {
            self.chains[i] = self.widened(self.chains[i]);
        }
        true
    }

    /// Joins a cell that touches what is joined: by a doorway around the corner.
    fn around(&mut self, from: Point) -> bool {
        let mut best: Option<(Rect, Point, Direction)> = None;
        for &corner in self.cells {
            if corner == from || !self.may_open(corner) {
                continue;
            }
            let Some(way) = self.way_to_joined(corner) else { continue };
            for next in corner.beside() {
                let mut rect = hull(from, next);
                if rect.contains(corner) || !self.fits(rect, &[corner]) {
                    continue;
                }
                if rect.area() == 1 {
                    let more = from.beside().into_iter().find(|p| *p != corner && self.is_free(*p));
                    let Some(more) = more else { continue };
                    rect = hull(from, more);
                }
                if !self.fits(rect, &[corner]) {
                    continue;
                }
                if best.is_none_or(|(least, ..)| rect.area() < least.area()) {
                    best = Some((rect, corner, way));
                }
            }
        }
        if let Some((rect, corner, way)) = best {
            self.chains.push(rect);
            self.doorways.insert(corner, way);
        }
        best.is_some()
    }

    /// The rectangle without the row that touches a cell; of a passage the longer part beyond one cell
    /// for a doorway.
    fn smaller(&self, p: Point) -> Rect {
        let m = self.main;
        let Some(way) = Direction::ALL.into_iter().find(|d| m.contains(p.step(*d))) else {
            return Rect::new(m.x, m.y, 0, 0);
        };
        let foot = p.step(way);
        let upright = matches!(way, Direction::East | Direction::West);
        if upright && m.width == 1 {
            let (above, below) = (foot.y - m.y, m.bottom() - 1 - foot.y);
            return if below >= above {
                Rect::new(m.x, foot.y + 2, 1, below - 1)
            } else {
                Rect::new(m.x, m.y, 1, above - 1)
            };
        }
        if !upright && m.height == 1 {
            let (before, after) = (foot.x - m.x, m.right() - 1 - foot.x);
            return if after >= before {
                Rect::new(foot.x + 2, m.y, after - 1, 1)
            } else {
                Rect::new(m.x, m.y, before - 1, 1)
            };
        }
        match way {
            Direction::South => Rect::new(m.x, m.y + 1, m.width, m.height - 1),
            Direction::North => Rect::new(m.x, m.y, m.width, m.height - 1),
            Direction::East => Rect::new(m.x + 1, m.y, m.width - 1, m.height),
            Direction::West => Rect::new(m.x, m.y, m.width - 1, m.height),
        }
    }

    /// A single cell takes one beside it.
    fn widened(&self, rect: Rect) -> Rect {
        let cell = Point::new(rect.x, rect.y);
        if rect.area() > 1 {
            return rect;
        }
        // Rather without touching doorways that are not its own.
        let own: Vec<Point> = self.doorways.keys().copied().filter(|d| touches(rect, *d)).collect();
        let free = || cell.beside().into_iter().filter(|p| self.is_free(*p)).map(|p| hull(cell, p));
        free().find(|wide| self.fits(*wide, &own)).or_else(|| free().next()).unwrap_or(rect)
    }

    fn finish(self) -> Pieces {
        let left: BTreeSet<Point> = self
            .cells
            .iter()
            .copied()
            .filter(|p| self.is_free(*p) && !self.joined().any(|r| r.contains(*p)))
            .collect();
        let covers = cover(left).into_iter().map(|block| self.widened(block)).collect();
        Pieces { main: self.main, chains: self.chains, covers, doorways: self.doorways.into_iter().collect() }
    }
}

/// Does a rectangle share a side with a cell outside of it?
fn touches(rect: Rect, p: Point) -> bool {
    !rect.contains(p) && p.beside().iter().any(|q| rect.contains(*q))
}

fn straight(a: Point, b: Point) -> bool {
    a.x == b.x || a.y == b.y
}

fn hull(a: Point, b: Point) -> Rect {
    Rect::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs() + 1, (a.y - b.y).abs() + 1)
}
