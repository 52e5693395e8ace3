//! From a layout to a level of a plan.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::{Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Level, Outline, Room};

use super::evolve::Layout;
use super::place::Ground;
use super::weave::Side;

/// The number of the next thing of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Next {
    pub(crate) room: u32,
    pub(crate) corridor: u32,
    pub(crate) door: u32,
}

/// A level, and for each room of the layout its number in the plan.
pub(crate) struct Assembled {
    pub(crate) level: Level,
    pub(crate) numbers: Vec<u32>,
}

/// Builds a level. Rooms that are `kept` (the first of the layout) have their numbers already; the
/// others take the free numbers in the order in which one meets them from the entrance.
pub(crate) fn assemble(
    ground: &Ground,
    layout: &Layout,
    kept: &[u32],
    next: &mut Next,
    outside: bool,
) -> Assembled {
    let numbers = number(layout, kept, next.room);
    let mut rooms: Vec<Room> = Vec::with_capacity(layout.rooms.len());
    for (site, &id) in layout.rooms.iter().zip(&numbers) {
        let outline = Outline::around(&site.cells()).unwrap_or(Outline::Rect(site.rect));
        let mut room = Room::new(id, outline);
        room.shape = site.shape;
        rooms.push(room);
    }
    rooms.sort_by_key(|r| r.id);
    let mut corridors = Vec::new();
    for ((cells, forks), passage) in layout.network.cells(ground).into_iter().zip(&layout.network.corridors) {
        let mut joins: Vec<u32> = passage.rooms.iter().map(|&r| numbers[r]).collect();
        joins.sort_unstable();
        corridors.push(Corridor {
            id: next.corridor + corridors.len() as u32,
            cells,
            width: ground.corridor as u32,
            joins,
            forks,
            traps: Vec::new(),
            secret: passage.secret,
        });
    }
    let mut doors: Vec<Door> = layout
        .network
        .doors
        .iter()
        .map(|joint| {
            let to = match joint.to {
                Side::Room(room) => Area::Room(numbers[room]),
                Side::Corridor(corridor) => Area::Corridor(next.corridor + corridor as u32),
            };
            let kind = if layout.network.is_secret(joint) { DoorKind::Secret } else { DoorKind::Door };
            let place = DoorPlace::Cell { at: joint.at, facing: joint.facing };
            Door { id: 0, place, kind, joins: [Area::Room(numbers[joint.room]), to] }
        })
        .collect();
    doors.sort_by_key(|d| (d.place.at().y, d.place.at().x));
    for (i, door) in doors.iter_mut().enumerate() {
        door.id = next.door + i as u32;
    }
    next.room += rooms.len() as u32;
    next.corridor += corridors.len() as u32;
    next.door += doors.len() as u32;
    let taken: Vec<Point> = doors.iter().map(|d| d.place.at()).collect();
    let entrance = |room: usize| {
        let (at, facing) = way_in(ground, layout, room, &taken);
        Entrance { at, facing, area: Area::Room(numbers[room]) }
    };
    let entrances =
        if outside { layout.cast.entrances.iter().map(|&r| entrance(r)).collect() } else { Vec::new() };
    let level = Level {
        width: ground.width,
        height: ground.height,
        rooms,
        corridors,
        doors,
        entrances,
        ..Level::default()
    };
    Assembled { level, numbers }
}

/// Numbers by how far one walks from the main entrance; of equals from the north-west.
fn number(layout: &Layout, kept: &[u32], first: u32) -> Vec<u32> {
    let count = layout.rooms.len();
    let start = layout.cast.entrances.first().copied().unwrap_or(0);
    let ways = super::metrics::steps(&layout.network.beside, start);
    let mut order: Vec<usize> = (kept.len()..count).collect();
    order.sort_by_key(|&r| (ways[r], layout.rooms[r].rect.y, layout.rooms[r].rect.x));
    let mut free = (first..).filter(|id| !kept.contains(id));
    let mut numbers = kept.to_vec();
    numbers.resize(count, 0);
    for room in order {
        numbers[room] = free.next().unwrap_or(0);
    }
    numbers
}

/// The cell where one comes in: beside the wall that is nearest to the edge of the grid, away from
/// doors.
fn way_in(ground: &Ground, layout: &Layout, room: usize, doors: &[Point]) -> (Point, Direction) {
    let site = &layout.rooms[room];
    let r = site.rect;
    let mut sides = [
        (r.y, Direction::North),
        (ground.width - r.right(), Direction::East),
        (ground.height - r.bottom(), Direction::South),
        (r.x, Direction::West),
    ];
    sides.sort();
    for (_, out) in sides {
        let middle = r.center();
        let free = |p: &Point| p.around().iter().chain([p]).all(|q| !doors.contains(q));
        let best = site.wall(out).filter(free).min_by_key(|p| (p.manhattan(middle), *p));
        if let Some(wall) = best {
            return (wall.step(out.opposite()), out.opposite());
        }
    }
    (site.cells().first().copied().unwrap_or(r.center()), Direction::South)
}
