//! From a layout to a level of a plan.

use mapkiln_core::{Direction, Point, StableSort};
use mapkiln_maps::plan::{Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Level, Outline, Room};

use super::LevelLayout;
use super::network::Side;
use super::placement::Placement;
use super::problem::Layout;

/// The next free number of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NextIds {
    pub(crate) room: u32,
    pub(crate) corridor: u32,
    pub(crate) door: u32,
}

/// A level, and for each room of the layout its number in the plan.
pub(crate) struct Assembled {
    pub(crate) level: Level,
    pub(crate) numbers: Vec<u32>,
}

/// Builds a level, with entrances if it leads outside. Rooms that are kept have their numbers
/// already; the others take the free numbers by their distance from the entrance.
pub(crate) fn assemble(
    LevelLayout { placement, layout, kept }: &LevelLayout,
    next: &mut NextIds,
    outside: bool,
) -> Assembled {
    let numbers = number(layout, kept, next.room);
    let mut rooms: Vec<Room> = Vec::with_capacity(layout.rooms.len());
    for (footprint, &id) in layout.rooms.iter().zip(&numbers) {
        let outline = Outline::around(&footprint.cells()).unwrap_or(Outline::Rect(footprint.rect));
        let mut room = Room::new(id, outline);
        room.shape = footprint.shape;
        rooms.push(room);
    }
    rooms.stable_sort_by_key(|r| r.id);
    let mut corridors = Vec::new();
    for ((cells, forks), passage) in
        layout.network.cells(placement).into_iter().zip(&layout.network.corridors)
    {
        let mut joins: Vec<u32> = passage.rooms.iter().map(|&r| numbers[r]).collect();
        joins.sort_unstable();
        corridors.push(Corridor {
            id: next.corridor + corridors.len() as u32,
            cells,
            width: placement.corridor as u32,
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
        .map(|doorway| {
            let to = match doorway.to {
                Side::Room(room) => Area::Room(numbers[room]),
                Side::Corridor(corridor) => Area::Corridor(next.corridor + corridor as u32),
            };
            let kind = if layout.network.is_secret(doorway) { DoorKind::Secret } else { DoorKind::Door };
            let place = DoorPlace::Cell { at: doorway.at, facing: doorway.facing };
            Door::new(0, place, kind, [Area::Room(numbers[doorway.room]), to])
        })
        .collect();
    doors.stable_sort_by_key(|d| (d.place.at().y, d.place.at().x));
    for (i, door) in doors.iter_mut().enumerate() {
        door.id = next.door + i as u32;
    }
    next.room += rooms.len() as u32;
    next.corridor += corridors.len() as u32;
    next.door += doors.len() as u32;
    let taken: Vec<Point> = doors.iter().map(|d| d.place.at()).collect();
    let entrance = |room: usize| {
        let (at, facing) = way_in(placement, layout, room, &taken);
        Entrance { at, facing, area: Area::Room(numbers[room]) }
    };
    let entrances =
        if outside { layout.endpoints.entrances.iter().map(|&r| entrance(r)).collect() } else { Vec::new() };
    let level = Level {
        width: placement.width,
        height: placement.height,
        rooms,
        corridors,
        doors,
        entrances,
        ..Level::default()
    };
    Assembled { level, numbers }
}

/// Numbers by the distance from the main entrance, ties from the north-west.
fn number(layout: &Layout, kept: &[u32], first: u32) -> Vec<u32> {
    let count = layout.rooms.len();
    let start = layout.endpoints.entrances.first().copied().unwrap_or(0);
    let ways = super::metrics::steps(&layout.network.beside, start);
    let mut order: Vec<usize> = (kept.len()..count).collect();
    order.stable_sort_by_key(|&r| (ways[r], layout.rooms[r].rect.y, layout.rooms[r].rect.x));
    let mut free = (first..).filter(|id| !kept.contains(id));
    let mut numbers = kept.to_vec();
    numbers.resize(count, 0);
    for room in order {
        numbers[room] = free.next().unwrap_or(0);
    }
    numbers
}

/// The cell of an entrance: beside the wall that is nearest to the edge of the grid, away from doors.
fn way_in(placement: &Placement, layout: &Layout, room: usize, doors: &[Point]) -> (Point, Direction) {
    let footprint = &layout.rooms[room];
    let r = footprint.rect;
    let mut sides = [
        (r.y, Direction::North),
        (placement.width - r.right(), Direction::East),
        (placement.height - r.bottom(), Direction::South),
        (r.x, Direction::West),
    ];
    sides.sort();
    for (_, out) in sides {
        let middle = r.centre();
        let free = |p: &Point| p.around().iter().chain([p]).all(|q| !doors.contains(q));
        let best = footprint.wall(out).filter(free).min_by_key(|p| (p.manhattan(middle), *p));
        if let Some(wall) = best {
            return (wall.step(out.opposite()), out.opposite());
        }
    }
    (footprint.cells().first().copied().unwrap_or(r.centre()), Direction::South)
}
