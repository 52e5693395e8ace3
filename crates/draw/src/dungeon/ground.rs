//! The floor of a level: its outline as drawn, its border, its grid.

use mapkiln_core::{Grid, Point, Rect, StableSort, contours};
use mapkiln_maps::plan::{
    Area, CorridorId, Door, DoorPlace, Level, Outline, Room, RoomId, RoomShape, ThingKind,
};

use super::border::{Border, cut_at_crossings};
use crate::noise::{jitter, noise, value_noise};
use crate::scene::{Frame, Path, Segment, Vec2};

/// The longest straight piece of a wall, so that it can wobble.
const PIECE: f32 = 0.35;
/// How far a wall strays from its line.
const WOBBLE: f32 = 0.02;

/// The floor of a level, ready to be drawn.
pub(crate) struct Ground {
    /// All cells of floor.
    pub(super) cells: Grid<bool>,
    /// Cells with straight sides: corridors, doorways, plain rooms, and where a way enters another room.
    straight: Grid<bool>,
    /// The outlines of rooms with other shapes.
    shaped: Vec<Shaped>,
    /// The border between floor and rock, with the floor to the right of each piece.
    pub(crate) border: Border,
    /// Thin walls between places that touch.
    pub(crate) partitions: Vec<[Vec2; 2]>,
    /// The floor of caves that open into one another.
    grown: Vec<Point>,
}

/// A part of the floor, or a hole in it, that is not made of whole cells.
pub(super) struct Shaped {
    pub(super) rings: Vec<Vec<Vec2>>,
    bounds: Frame,
}

impl Shaped {
    pub(super) fn new(path: &Path) -> Shaped {
        let rings = path.parts().map(flattened).collect();
        Shaped { rings, bounds: path.bounds().unwrap_or_default() }
    }

    /// Is a place inside, by the non-zero rule?
    pub(super) fn contains(&self, p: Vec2) -> bool {
        let b = self.bounds;
        if p.x < b.x || p.y < b.y || p.x > b.right() || p.y > b.bottom() {
            return false;
        }
        self.rings.iter().map(|ring| winding(ring, p)).sum::<i32>() != 0
    }
}

impl Ground {
    pub(crate) fn new(level: &Level) -> Ground {
        let mut cells = Grid::new(level.width, level.height, false);
        let mut straight = cells.clone();
        let doorways = level.doors.iter().filter_map(|door| match door.place {
            DoorPlace::Cell { at, .. } => Some(at),
            DoorPlace::Edge { .. } => None,
        });
        let (grown, passages) = grown(level);
        let dug = level.corridors.iter().filter(|c| !passages.contains(&c.id));
        let ways: Vec<Point> = dug.flat_map(|c| c.cells.iter().copied()).chain(doorways).collect();
        // Niches are cut into the rock.
        let niches = level.things.iter().filter(|t| t.kind == ThingKind::BurialNiche).map(|t| t.at);
        let ways: Vec<Point> = ways.into_iter().chain(niches).collect();
        let mark = |grid: &mut Grid<bool>, p: Point| {
            if let Some(cell) = grid.get_mut(p) {
                *cell = true;
            }
        };
        for &p in &ways {
            mark(&mut cells, p);
            mark(&mut straight, p);
        }
        // Round rooms that are no discs share one: the floor of a tower.
        let parts = level.rooms.iter().filter(|r| r.shape == RoomShape::Circle && !r.is_disc());
        let disc = parts.map(|r| r.outline.bounds()).reduce(around);
        let mut shaped = Vec::new();
        if !grown.is_empty() {
            grown.iter().for_each(|&p| mark(&mut cells, p));
            shaped.push((Shaped::new(&cave(&grown)), grown.clone()));
        }
        for room in &level.rooms {
            let floor = room.outline.cells();
            if floor.first().is_some_and(|p| grown.contains(p)) {
                continue;
            }
            let path = match room.shape {
                RoomShape::Circle if room.is_disc() => Some(round(room.outline.bounds())),
                RoomShape::Circle => disc.map(|disc| part_of(disc, &floor)),
                RoomShape::Octagon => octagon(&room.outline),
                RoomShape::Cave => Some(cave(&floor)),
                RoomShape::Rectangle | RoomShape::Cross | RoomShape::L => None,
            };
            match path {
                Some(path) => shaped.push((Shaped::new(&path), floor.clone())),
                None => floor.iter().for_each(|&p| mark(&mut straight, p)),
            }
            floor.iter().for_each(|&p| mark(&mut cells, p));
        }
        // A shape may leave out cells at its rim: where a way comes in, they are needed.
        let open = straight.clone();
        for p in shaped.iter().flat_map(|(_, floor)| floor).copied() {
            let entered = p.beside().iter().any(|&q| open.get(q) == Some(&true))
                || level.entrances.iter().any(|e| e.at == p);
            if entered {
                mark(&mut straight, p);
            }
        }
        let shaped = shaped.into_iter().map(|(shape, _)| shape).collect();
        let mut ground = Ground {
            cells,
            straight,
            shaped,
            border: Border::default(),
            partitions: partitions(level),
            grown,
        };
        ground.border = Border::new(ground.true_border(), level.width, level.height);
        ground
    }

    /// The smallest rectangle around the floor; the whole grid if there is no floor.
    pub(super) fn bounds(&self) -> Frame {
        let floor = self.cells.iter().filter(|(_, floor)| **floor).map(|(p, _)| cell(p));
        let whole = Frame::new(0.0, 0.0, self.cells.width() as f32, self.cells.height() as f32);
        floor.reduce(Frame::union).unwrap_or(whole)
    }

    /// Is it the floor of a cave that opens into another?
    pub(crate) fn is_grown(&self, p: Point) -> bool {
        self.grown.contains(&p)
    }

    pub(crate) fn is_floor(&self, p: Point) -> bool {
        self.cells.get(p).copied().unwrap_or(false)
    }

    /// Is a place on the floor as it is drawn?
    pub(crate) fn holds(&self, p: Vec2) -> bool {
        let cell = Point::new(p.x.floor() as i32, p.y.floor() as i32);
        self.straight.get(cell) == Some(&true) || self.shaped.iter().any(|s| s.contains(p))
    }

    /// The outlines of the parts of the floor; they overlap and turn the same way, so that they unite.
    fn rings(&self) -> Vec<Vec<Vec2>> {
        let straight = contours(&self.straight).into_iter().map(|line| {
            let corners: Vec<Vec2> = line.into_iter().map(Vec2::from).collect();
            split(&corners, PIECE)
        });
        straight.chain(self.shaped.iter().flat_map(|s| s.rings.iter().map(|r| split(r, PIECE)))).collect()
    }

    /// The outline of everything, drawn as by hand.
    pub(crate) fn outline(&self) -> Path {
        let mut path = Path::new();
        for ring in self.rings() {
            path.add_polyline(ring.into_iter().map(wobbled));
            path.close();
        }
        path
    }

    /// The outline moved by noise of a given size, for the tint under hatching.
    pub(super) fn loose_outline(&self, by: f32) -> Path {
        let mut path = Path::new();
        for ring in self.rings() {
            let stray = |p: Vec2| {
                let (x, y) = (1.1 * p.x, 1.1 * p.y);
                p + Vec2::new(value_noise(x, y, 61), value_noise(x, y, 62)) * by
            };
            path.add_polyline(ring.into_iter().map(stray));
            path.close();
        }
        path
    }

    /// The pieces of all outlines with floor on exactly one side, floor to their right.
    fn true_border(&self) -> Vec<[Vec2; 2]> {
        let rings = self.rings();
        let mut all: Vec<[Vec2; 2]> = Vec::new();
        for ring in &rings {
            all.extend(ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b]));
        }
        if !self.shaped.is_empty() {
            all = cut_at_crossings(&all);
        }
        const ASIDE: f32 = 0.015;
        all.retain_mut(|[a, b]| {
            let across = (*b - *a).unit().turned() * ASIDE;
            let middle = (*a + *b) * 0.5;
            let (right, left) = (self.holds(middle + across), self.holds(middle - across));
            if left && !right {
                std::mem::swap(a, b);
            }
            left != right
        });
        for piece in &mut all {
            *piece = piece.map(wobbled);
        }
        all.stable_sort_by(|a, b| {
            let key = |p: &[Vec2; 2]| [p[0].y, p[0].x, p[1].y, p[1].x];
            let (a, b) = (key(a), key(b));
            a.iter()
                .zip(b)
                .map(|(a, b)| a.total_cmp(&b))
                .find(|o| o.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        all.dedup();
        all
    }

    /// The lines between cells of floor, broken as by hand, in pieces of one cell.
    pub(crate) fn grid_lines(&self) -> Path {
        let mut path = Path::new();
        let floor = |x: i32, y: i32| self.is_floor(Point::new(x, y));
        for y in 0..self.cells.height() {
            for x in 0..self.cells.width() {
                if !floor(x, y) {
                    continue;
                }
                let share = |purpose: u32| 0.10 + 0.10 * noise(x, y, purpose);
                let (fx, fy) = (x as f32, y as f32);
                if floor(x, y - 1) {
                    path.move_to(Vec2::new(fx + share(80), fy));
                    path.line_to(Vec2::new(fx + 1.0 - share(82), fy));
                }
                if floor(x - 1, y) {
                    path.move_to(Vec2::new(fx, fy + share(81)));
                    path.line_to(Vec2::new(fx, fy + 1.0 - share(83)));
                }
            }
        }
        path
    }
}

/// A place moved a little, by noise that depends on the place alone.
pub(crate) fn wobbled(p: Vec2) -> Vec2 {
    let (x, y) = (0.8 * p.x, 0.8 * p.y);
    p + Vec2::new(value_noise(x, y, 71), value_noise(x, y, 72)) * WOBBLE
}

/// The floor of caves that open into one another without a door in a wall, with the passages between
/// them, which have one wall around them all; also the numbers of these passages.
fn grown(level: &Level) -> (Vec<Point>, Vec<CorridorId>) {
    let is_cave = |id: RoomId| level.rooms.iter().any(|r| r.id == id && r.shape == RoomShape::Cave);
    let doors = |area: Area| level.doors.iter().filter(move |d| d.joins.contains(&area));
    let passages: Vec<CorridorId> = level
        .corridors
        .iter()
        .filter(|c| !c.joins.is_empty() && c.joins.iter().all(|r| is_cave(*r)))
        .filter(|c| doors(Area::Corridor(c.id)).all(|d| matches!(d.place, DoorPlace::Edge { .. })))
        .map(|c| c.id)
        .collect();
    let natural = |area: Area| match area {
        Area::Room(id) => is_cave(id),
        Area::Corridor(id) => passages.contains(&id),
    };
    let opens = |room: &&Room| {
        let here = Area::Room(room.id);
        let open =
            |d: &Door| matches!(d.place, DoorPlace::Edge { .. }) && d.joins.iter().all(|a| natural(*a));
        room.shape == RoomShape::Cave && doors(here).any(open)
    };
    let rooms = level.rooms.iter().filter(opens).flat_map(|r| r.outline.cells());
    let ways =
        level.corridors.iter().filter(|c| passages.contains(&c.id)).flat_map(|c| c.cells.iter().copied());
    let cells = rooms.chain(ways).collect();
    (cells, passages)
}

/// Thin walls: the borders between two rooms that touch, and between other places that a door on
/// their border joins; without the doors.
fn partitions(level: &Level) -> Vec<[Vec2; 2]> {
    let mut places: Grid<Option<Area>> = Grid::new(level.width, level.height, None);
    let rooms =
        level.rooms.iter().flat_map(|r| r.outline.cells().into_iter().map(move |p| (p, Area::Room(r.id))));
    let ways = level.corridors.iter().flat_map(|c| c.cells.iter().map(move |&p| (p, Area::Corridor(c.id))));
    for (p, area) in rooms.chain(ways) {
        if let Some(place) = places.get_mut(p) {
            *place = Some(area);
        }
    }
    let mut joined = Vec::new();
    let mut gaps = Vec::new();
    for door in &level.doors {
        match door.place {
            DoorPlace::Cell { at, .. } => {
                if let Some(place) = places.get_mut(at) {
                    *place = None;
                }
            }
            DoorPlace::Edge { facing, .. } => {
                joined.push(door.joins);
                joined.push([door.joins[1], door.joins[0]]);
                gaps.extend(door.place.cells().flat_map(|p| [(p, p.step(facing)), (p.step(facing), p)]));
            }
        }
    }
    let mut walls = Vec::new();
    for (p, area) in places.iter().filter_map(|(p, area)| Some((p, (*area)?))) {
        for (beside, from, to) in
            [(Point::new(p.x + 1, p.y), (1, 0), (1, 1)), (Point::new(p.x, p.y + 1), (0, 1), (1, 1))]
        {
            let Some(Some(other)) = places.get(beside).copied() else { continue };
            let rooms = matches!((area, other), (Area::Room(_), Area::Room(_)));
            if other != area && (rooms || joined.contains(&[area, other])) && !gaps.contains(&(p, beside)) {
                let corner = |(x, y): (i32, i32)| Vec2::from(p + Point::new(x, y));
                walls.push([corner(from), corner(to)]);
            }
        }
    }
    walls
}

/// The middle of a door, which may be several cells wide.
pub(crate) fn door_middle(place: DoorPlace) -> Vec2 {
    let (first, last) = (place.at(), place.cells().last().unwrap_or(place.at()));
    let middle = (Vec2::from(first) + Vec2::from(last)) * 0.5 + Vec2::new(0.5, 0.5);
    match place {
        DoorPlace::Cell { .. } => middle,
        DoorPlace::Edge { facing, .. } => middle + Vec2::from(facing.vector()) * 0.5,
    }
}

/// A cell as a rectangle.
pub(crate) fn cell(p: Point) -> Frame {
    Frame::new(p.x as f32, p.y as f32, 1.0, 1.0)
}

/// The smallest rectangle around two.
fn around(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}

/// Some cells of a disc: straight inside, round where the disc ends.
fn part_of(disc: Rect, cells: &[Point]) -> Path {
    let half = Vec2::new(disc.width as f32 / 2.0, disc.height as f32 / 2.0);
    let centre = Vec2::new(disc.x as f32, disc.y as f32) + half;
    let radius = half.x.min(half.y);
    let bounds = cells.iter().map(|p| Rect::new(p.x, p.y, 1, 1)).reduce(around).unwrap_or_default();
    let origin = Point::new(bounds.x, bounds.y);
    let mut inside = Grid::new(bounds.width, bounds.height, false);
    cells.iter().for_each(|&p| inside[p - origin] = true);
    let mut path = Path::new();
    for line in contours(&inside) {
        let mut points: Vec<Vec2> = Vec::new();
        for (a, b) in line.iter().zip(line.iter().cycle().skip(1)) {
            let way = Point::new((b.x - a.x).signum(), (b.y - a.y).signum());
            for i in 0..(b.x - a.x).abs().max((b.y - a.y).abs()) {
                let from = *a + way * i + origin;
                let middle = Vec2::from(from) + Vec2::new(way.x as f32, way.y as f32) * 0.5;
                // The two cells at this side; one of them is floor.
                let beyond = [(-0.5, 0.5), (0.5, -0.5)]
                    .map(|(s, t)| middle + Vec2::new(way.y as f32 * s, way.x as f32 * t));
                let rim = beyond.iter().any(|p| (*p - centre).length() > radius);
                match rim {
                    true => points.push(centre + (middle - centre) * (radius / (middle - centre).length())),
                    false => points.extend([Vec2::from(from), Vec2::from(from + way)]),
                }
            }
        }
        points.dedup();
        let Some(first) = points.first() else { continue };
        path.move_to(*first);
        for p in &points[1..] {
            path.line_to(*p);
        }
        path.close();
    }
    path
}

fn round(b: Rect) -> Path {
    let (rx, ry) = (b.width as f32 / 2.0, b.height as f32 / 2.0);
    Path::ellipse(Vec2::new(b.x as f32 + rx, b.y as f32 + ry), rx, ry)
}

/// A rectangle with its corners cut, as deep as the outline's steps; `None` if it has none.
fn octagon(outline: &Outline) -> Option<Path> {
    let b = outline.bounds();
    let missing = (b.x..b.right()).take_while(|&x| !outline.contains(Point::new(x, b.y))).count();
    let deep = missing.min((b.width.min(b.height).max(1) as usize - 1) / 2);
    if deep == 0 {
        return None;
    }
    let cut = deep as f32;
    let (left, top, right, bottom) = (b.x as f32, b.y as f32, b.right() as f32, b.bottom() as f32);
    Some(Path::polygon([
        Vec2::new(left + cut, top),
        Vec2::new(right - cut, top),
        Vec2::new(right, top + cut),
        Vec2::new(right, bottom - cut),
        Vec2::new(right - cut, bottom),
        Vec2::new(left + cut, bottom),
        Vec2::new(left, bottom - cut),
        Vec2::new(left, top + cut),
    ]))
}

/// The outline of some cells, rounded and a little uneven.
pub(crate) fn cave(cells: &[Point]) -> Path {
    let left = cells.iter().map(|p| p.x).min().unwrap_or(0);
    let top = cells.iter().map(|p| p.y).min().unwrap_or(0);
    let right = cells.iter().map(|p| p.x).max().unwrap_or(0);
    let bottom = cells.iter().map(|p| p.y).max().unwrap_or(0);
    let origin = Point::new(left, top);
    let mut inside = Grid::new(right - left + 1, bottom - top + 1, false);
    for &p in cells {
        inside[p - origin] = true;
    }
    let mut path = Path::new();
    for line in contours(&inside) {
        // A point in the middle of every unit of the border, moved a little; curves through them.
        let mut points = Vec::new();
        for (a, b) in line.iter().zip(line.iter().cycle().skip(1)) {
            let (dx, dy) = ((b.x - a.x).signum(), (b.y - a.y).signum());
            for i in 0..(b.x - a.x).abs().max((b.y - a.y).abs()) {
                let corner = *a + Point::new(dx, dy) * i + origin;
                let push = 0.13 * jitter(corner.x * 2 + dx, corner.y * 2 + dy, 21);
                let along = Vec2::new(dx as f32, dy as f32);
                let at = Vec2::from(corner) + along * 0.5 + along.turned() * push;
                points.push((at.x, at.y));
            }
        }
        path.extend(&super::things::closed_curve(&points));
    }
    path
}

/// A closed part of a path as points.
fn flattened(part: &[Segment]) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = Vec::new();
    for segment in part {
        match *segment {
            Segment::Move(p) | Segment::Line(p) => points.push(p),
            Segment::Curve(a, b, to) => {
                let from = points.last().copied().unwrap_or(a);
                let steps = (((to - from).length() / 0.3).ceil() as i32).clamp(3, 64);
                for i in 1..=steps {
                    let t = i as f32 / steps as f32;
                    let s = 1.0 - t;
                    let p =
                        from * (s * s * s) + a * (3.0 * s * s * t) + b * (3.0 * s * t * t) + to * (t * t * t);
                    points.push(p);
                }
            }
            Segment::Close => {}
        }
    }
    if points.len() > 1 && (points[0] - points[points.len() - 1]).length() < 1e-4 {
        points.pop();
    }
    points
}

/// A ring with sides no longer than `most`.
fn split(ring: &[Vec2], most: f32) -> Vec<Vec2> {
    let mut points = Vec::new();
    for (&a, &b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let pieces = ((b - a).length() / most - 1e-3).ceil().max(1.0);
        points.extend((0..pieces as usize).map(|i| a + (b - a) * (i as f32 / pieces)));
    }
    points
}

/// How often a ring turns around a place.
fn winding(ring: &[Vec2], p: Vec2) -> i32 {
    let mut turns = 0;
    let Some(&(mut a)) = ring.last() else {
        return 0;
    };
    for &b in ring {
        if (a.y <= p.y) != (b.y <= p.y) {
            let x = a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y);
            if x > p.x {
                turns += if b.y > a.y { 1 } else { -1 };
            }
        }
        a = b;
    }
    turns
}
