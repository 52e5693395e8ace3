//! Puts things into a room by rules: against walls, in rows, around something; never before a door
//! and never so that a part of the floor is cut off.

use mapkiln_core::{Direction, Point, Rect, StableSort, Stream};
use mapkiln_maps::plan::{Obstacle, Thing, ThingKind};

use super::room_floor::RoomFloor;
use crate::codex::{Rule, Stock};

/// A room that is being furnished.
pub(crate) struct Furnisher<'a> {
    pub(crate) floor: RoomFloor,
    /// What stands in the room.
    pub(crate) things: Vec<Thing>,
    /// Cells that must be left to walk on.
    pub(crate) least_free: usize,
    /// Cells that what stands or lies on the floor may still cover.
    pub(crate) may_cover: usize,
    pub(crate) rng: &'a mut Stream,
}

impl Furnisher<'_> {
    /// Puts some things of a kind into the room, as many as its size asks for and its rules allow.
    /// Lights burn only if they are lit.
    pub(crate) fn stock(&mut self, stock: &Stock, lit: bool) {
        let area = self.floor.bounds().area().clamp(16, 80) as u32;
        let wanted = stock.low + (stock.high - stock.low.min(stock.high)) * (area - 16) / 64;
        // What a layout built already counts.
        let there = self.things.iter().filter(|t| t.kind == stock.kind).count() as u32;
        // Niches that were cut into the walls are enough.
        if there > 0 && stock.kind == ThingKind::BurialNiche {
            return;
        }
        let anchor = self.things.last().cloned();
        for number in there..wanted.max(there) {
            let found = self.place_for(stock, anchor.as_ref(), number);
            let Some(mut thing) = found else { return };
            if !lit {
                thing.light = None;
            }
            // What hangs on a wall covers nothing; a room gets one thing in any case.
            if stock.rule != Rule::Hang {
                let cells = thing.footprint().area() as usize;
                if cells > self.may_cover && !self.things.is_empty() {
                    return;
                }
                self.may_cover = self.may_cover.saturating_sub(cells);
            }
            self.floor.take(&thing);
            self.things.push(thing);
        }
    }

    /// Puts something flat anywhere one can walk, even before a door.
    pub(crate) fn litter(&mut self, kind: ThingKind) {
        let cells: Vec<Point> = self.floor.floor().filter(|p| self.floor.is_walkable(*p)).collect();
        if let Some(&at) = self.rng.pick(&cells) {
            self.things.push(Thing::new(kind, at, Direction::South));
        }
    }

    /// Hangs something small on a wall wherever there is one, even beside a door.
    pub(crate) fn hang(&mut self, kind: ThingKind) {
        let mut places: Vec<Thing> = Vec::new();
        for p in self.floor.floor().filter(|p| self.floor.is_walkable(*p)) {
            let wall = Direction::ALL.into_iter().find(|side| self.floor.has_wall(p, *side));
            let bare = !self.things.iter().any(|t| t.footprint().contains(p));
            places.extend(wall.filter(|_| bare).map(|side| Thing::new(kind, p, side.opposite())));
        }
        let place = self.rng.pick(&places).cloned();
        self.things.extend(place);
    }

    /// A place for one thing, the best by its rule.
    fn place_for(&mut self, stock: &Stock, anchor: Option<&Thing>, number: u32) -> Option<Thing> {
        let kind = stock.kind;
        let candidates: Vec<Thing> = match stock.rule {
            Rule::Wall | Rule::End | Rule::Corner => self.against_walls(kind),
            Rule::Hang => self.on_walls(kind),
            Rule::Around | Rule::Beside => match anchor {
                Some(anchor) => self.next_to(kind, anchor, stock.rule == Rule::Around),
                None => self.anywhere(kind),
            },
            // Whoever sits in rows looks away from the way in.
            Rule::Row if matches!(kind, ThingKind::Pew | ThingKind::Bench | ThingKind::Desk) => {
                self.anywhere(kind).into_iter().map(|t| Thing { facing: t.facing.opposite(), ..t }).collect()
            }
            Rule::Row | Rule::Middle | Rule::Free => self.anywhere(kind),
        };
        let mut ranked: Vec<(i64, u64, Thing)> = Vec::with_capacity(candidates.len());
        for thing in candidates {
            let cost = self.cost(stock.rule, &thing, number);
            ranked.push((cost, self.rng.below(1 << 20), thing));
        }
        ranked.stable_sort_by_key(|(cost, tie, _)| (*cost, *tie));
        ranked.into_iter().map(|(_, _, thing)| thing).find(|thing| self.fits(thing))
    }

    /// May the thing stand there, with the floor still walkable and wide enough for whoever is here?
    fn fits(&self, thing: &Thing) -> bool {
        let footprint = thing.footprint();
        if thing.kind.obstacle() == Obstacle::Nothing {
            return footprint.cells().all(|p| self.floor.is_free(p));
        }
        let cells = footprint.area() as usize;
        self.floor.walkable() >= self.least_free + cells && self.floor.can_block(footprint)
    }

    /// How badly a place suits the rule; less is better.
    fn cost(&self, rule: Rule, thing: &Thing, number: u32) -> i64 {
        let footprint = thing.footprint();
        let (middle, bounds) = (doubled_centre(footprint), self.floor.bounds());
        let room_middle = doubled_centre(bounds);
        let to = |p: Point| i64::from(middle.manhattan(p));
        let nearest_same = || {
            let same = self.things.iter().filter(|t| t.kind == thing.kind);
            same.map(|t| to(doubled_centre(t.footprint()))).min()
        };
        match rule {
            // Along the walls, with a gap between one and the next.
            Rule::Wall => match nearest_same() {
                Some(gap) => (gap - 2 * (i64::from(thing.kind.size()[0]) + 1)).abs(),
                None => 0,
            },
            Rule::Corner => {
                let walls =
                    |p: Point| Direction::ALL.into_iter().filter(|d| self.floor.has_wall(p, *d)).count();
                let best = footprint.cells().map(walls).max().unwrap_or(0) as i64;
                10 * (4 - best) + nearest_same().unwrap_or(0) / 2
            }
            // Spread evenly.
            Rule::Hang => nearest_same().map_or(0, |gap| -gap.min(12)),
            // Far from the way in, in the middle of that wall.
            Rule::End => {
                let from_door = self.floor.ways_in.first().map_or(0, |w| to(*w * 2));
                let along = match thing.facing {
                    Direction::North | Direction::South => (middle.x - room_middle.x).abs(),
                    Direction::East | Direction::West => (middle.y - room_middle.y).abs(),
                };
                3 * i64::from(along) - 2 * from_door + 40 * i64::from(number)
            }
            Rule::Middle => to(room_middle),
            // A grid with a free lane between the rows.
            Rule::Row => {
                let (dx, dy) = (footprint.x - bounds.x, footprint.y - bounds.y);
                let (w, h) = (i32::from(thing.size[0]) + 1, i32::from(thing.size[1]) + 1);
                let off_grid = (dx - 1).rem_euclid(w) + (dy - 1).rem_euclid(h);
                let edge = footprint.grown(1).cells().filter(|p| !self.floor.is_floor(*p)).count();
                200 * i64::from(off_grid) + 20 * edge as i64 + to(room_middle)
            }
            Rule::Around | Rule::Beside | Rule::Free => 0,
        }
    }

    /// Every place with the whole back against a wall, facing away from it.
    fn against_walls(&self, kind: ThingKind) -> Vec<Thing> {
        let mut found = Vec::new();
        for p in self.floor.free() {
            for facing in Direction::ALL {
                let thing = Thing::new(kind, p, facing);
                let back = facing.opposite();
                let at_wall = |q: &Point| {
                    let behind = q.step(back);
                    thing.footprint().contains(behind) || !self.floor.is_floor(behind)
                };
                if thing.footprint().cells().all(|q| self.floor.is_free(q) && at_wall(&q)) {
                    found.push(thing);
                }
            }
        }
        found
    }

    /// Every place on a wall, facing away from it. Long things hang along the wall.
    fn on_walls(&self, kind: ThingKind) -> Vec<Thing> {
        self.against_walls(kind)
    }

    /// Every place where it stands free of other things, facing the way in or as the room is long.
    fn anywhere(&self, kind: ThingKind) -> Vec<Thing> {
        let bounds = self.floor.bounds();
        let towards = self.floor.ways_in.first().map_or(Direction::South, |way| {
            let middle = bounds.centre();
            let (dx, dy) = (way.x - middle.x, way.y - middle.y);
            match () {
                () if dy.abs() >= dx.abs() && dy < 0 => Direction::North,
                () if dy.abs() >= dx.abs() => Direction::South,
                () if dx < 0 => Direction::West,
                () => Direction::East,
            }
        });
        let place = |p: Point| Thing::new(kind, p, towards);
        let free = |t: &Thing| t.footprint().cells().all(|q| self.floor.is_free(q));
        self.floor.free().map(place).filter(free).collect()
    }

    /// Every place that touches the anchor; things around it face it.
    fn next_to(&self, kind: ThingKind, anchor: &Thing, faces: bool) -> Vec<Thing> {
        let around = anchor.footprint();
        let mut found = Vec::new();
        let near = around.grown(3);
        for p in near.cells().filter(|p| self.floor.is_free(*p)) {
            let facings: Vec<Direction> = if faces { Direction::ALL.to_vec() } else { vec![anchor.facing] };
            for facing in facings {
                let thing = Thing::new(kind, p, facing);
                let own = thing.footprint();
                let touches =
                    |d: Direction| own.cells().any(|q| around.contains(q.step(d))) && !own.overlaps(around);
                let right = if faces { touches(facing) } else { Direction::ALL.into_iter().any(touches) };
                if right && own.cells().all(|q| self.floor.is_free(q)) {
                    found.push(thing);
                }
            }
        }
        found
    }
}

/// The middle of a rectangle in halves of a cell.
fn doubled_centre(rect: Rect) -> Point {
    Point::new(2 * rect.x + rect.width - 1, 2 * rect.y + rect.height - 1)
}
