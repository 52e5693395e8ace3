//! A plan as cells: which place each belongs to, where doors lead, what stands in the way.

use std::collections::BTreeMap;

use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Area, Door, DoorPlace, FeatureKind, Level, Obstacle, Outline, Plan, RoomId, Thing};

/// Plans with more cells are not looked at cell by cell.
pub const MOST_CELLS: u64 = 25_000_000;

/// The cells of every level of a plan.
pub(crate) struct PlanView<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) levels: Vec<LevelView<'a>>,
}

/// The cells of one level.
pub(crate) struct LevelView<'a> {
    pub(crate) number: usize,
    pub(crate) level: &'a Level,
    /// The place that each cell belongs to: the first, if there are several.
    pub(crate) areas: Grid<Option<Area>>,
    /// The floor of each room of the level.
    pub(crate) rooms: Vec<Vec<Point>>,
    /// Cells that a second place claims, and that place.
    pub(crate) shared: Vec<(Point, Area)>,
    /// Doors in cells of their own.
    pub(crate) doors: BTreeMap<Point, Vec<&'a Door>>,
    /// Doors on borders, by both cells: the cell, and the direction of the border.
    pub(crate) edges: BTreeMap<(Point, Direction), Vec<&'a Door>>,
    /// Cells where nobody can walk because something stands there.
    pub(crate) blocked: Grid<bool>,
    /// Does anything block?
    pub(crate) has_obstacles: bool,
}

impl<'a> PlanView<'a> {
    /// The cells of a plan that passes its document's check; how many they are if they are too many.
    pub(crate) fn new(plan: &'a Plan) -> Result<Self, u64> {
        let mut cells = 0u64;
        for level in &plan.levels {
            cells += level.width as u64 * level.height as u64;
            for room in &level.rooms {
                let bounds = room.outline.bounds();
                // A row of cells is found by looking at every side.
                let sides = match &room.outline {
                    Outline::Rect(_) => 0,
                    Outline::Polygon(corners) => corners.len(),
                    Outline::Holed(lines) => lines.iter().map(Vec::len).sum(),
                };
                let work = (bounds.height as u64 * sides as u64).max(bounds.area() as u64);
                cells = cells.saturating_add(work);
            }
            cells += level.corridors.iter().map(|c| c.cells.len() as u64).sum::<u64>();
            if cells > MOST_CELLS {
                return Err(cells);
            }
        }
        let levels = plan.levels.iter().enumerate().map(|(n, level)| LevelView::new(n, level)).collect();
        Ok(PlanView { plan, levels })
    }

    /// The place at a cell of a level.
    pub(crate) fn area_at(&self, level: usize, at: Point) -> Option<Area> {
        self.levels.get(level)?.areas.get(at).copied().flatten()
    }

    /// The level of a room, and its floor.
    pub(crate) fn room(&self, id: RoomId) -> Option<(&LevelView<'a>, &[Point])> {
        let mut first = 0;
        for level in &self.levels {
            if let Some(cells) = level.rooms.get(id as usize - first) {
                return Some((level, cells));
            }
            first += level.rooms.len();
        }
        None
    }
}

impl<'a> LevelView<'a> {
    fn new(number: usize, level: &'a Level) -> Self {
        let mut areas: Grid<Option<Area>> = Grid::new(level.width, level.height, None);
        let mut shared = Vec::new();
        let mut claim = |p: Point, area: Area| match areas.get_mut(p) {
            Some(Some(_)) => shared.push((p, area)),
            Some(cell) => *cell = Some(area),
            None => {}
        };
        let rooms: Vec<Vec<Point>> = level.rooms.iter().map(|room| room.outline.cells()).collect();
        for (room, cells) in level.rooms.iter().zip(&rooms) {
            cells.iter().for_each(|&p| claim(p, Area::Room(room.id)));
        }
        for corridor in &level.corridors {
            corridor.cells.iter().for_each(|&p| claim(p, Area::Corridor(corridor.id)));
        }
        let mut doors: BTreeMap<Point, Vec<&Door>> = BTreeMap::new();
        let mut edges: BTreeMap<(Point, Direction), Vec<&Door>> = BTreeMap::new();
        for door in &level.doors {
            match door.place {
                DoorPlace::Cell { at, .. } => doors.entry(at).or_default().push(door),
                DoorPlace::Edge { facing, .. } => {
                    for at in door.place.cells() {
                        edges.entry((at, facing)).or_default().push(door);
                        edges.entry((at.step(facing), facing.opposite())).or_default().push(door);
                    }
                }
            }
        }
        let mut blocked = Grid::new(level.width, level.height, false);
        let mut has_obstacles = false;
        for p in level.features.iter().filter(|f| blocks(f.kind)).flat_map(|f| &f.cells) {
            if let Some(cell) = blocked.get_mut(*p) {
                (*cell, has_obstacles) = (true, true);
            }
        }
        for p in level.things.iter().filter(|t| stands(t)).flat_map(|t| t.footprint().cells()) {
            if let Some(cell) = blocked.get_mut(p) {
                (*cell, has_obstacles) = (true, true);
            }
        }
        LevelView { number, level, areas, rooms, shared, doors, edges, blocked, has_obstacles }
    }

    /// The place at a cell.
    pub(crate) fn area(&self, at: Point) -> Option<Area> {
        self.areas.get(at).copied().flatten()
    }

    /// What a place is called in a sentence.
    pub(crate) fn name(&self, area: Area, language: Language) -> String {
        match area {
            Area::Room(id) => room_name(id, language),
            Area::Corridor(id) => {
                let corridor = self.level.corridors.iter().find(|c| c.id == id);
                let at = corridor.and_then(|c| c.cells.first()).map_or(String::new(), |p| match language {
                    Language::English => format!(" at {p}"),
                    Language::Portuguese => format!(" em {p}"),
                });
                match language {
                    Language::English => format!("the corridor{at}"),
                    Language::Portuguese => format!("o corredor{at}"),
                }
            }
        }
    }
}

/// A room by the number that pictures show, which counts from 1.
pub(crate) fn room_name(id: RoomId, language: Language) -> String {
    let number = u64::from(id) + 1;
    match language {
        Language::English => format!("room {number}"),
        Language::Portuguese => format!("a sala {number}"),
    }
}

/// Does something built in keep people from walking there?
pub(crate) fn blocks(kind: FeatureKind) -> bool {
    use FeatureKind::{Altar, Light, Pillar, Pit, Rubble, Statue, Water, Well};
    match kind {
        Pillar | Statue | Pit | Altar | Well => true,
        Water | Rubble | Light => false,
    }
}

/// Does a thing keep people from walking there?
pub(crate) fn stands(thing: &Thing) -> bool {
    thing.kind.obstacle() > Obstacle::Nothing
}

/// The cells on both sides of a door, in the order of the places it joins.
pub(crate) fn sides(door: &Door) -> [Point; 2] {
    let (at, facing) = (door.place.at(), door.place.facing());
    match door.place {
        DoorPlace::Cell { .. } => [at.step(facing.opposite()), at.step(facing)],
        DoorPlace::Edge { .. } => [at, at.step(facing)],
    }
}

/// Does a set of cells hang together, by steps to the four sides? Also the cells that were reached.
pub(crate) fn pieces(cells: &[Point]) -> (usize, Option<Point>) {
    let Some(bounds) = bounding(cells) else { return (0, None) };
    let origin = Point::new(bounds.x, bounds.y);
    let mut open = Grid::new(bounds.width, bounds.height, false);
    cells.iter().for_each(|&p| open[p - origin] = true);
    let (mut count, mut second) = (0, None);
    let mut stack = Vec::new();
    for &first in cells {
        if !std::mem::take(&mut open[first - origin]) {
            continue;
        }
        count += 1;
        if count == 2 {
            second = Some(first);
        }
        stack.push(first - origin);
        while let Some(p) = stack.pop() {
            for q in p.beside() {
                if let Some(cell) = open.get_mut(q)
                    && std::mem::take(cell)
                {
                    stack.push(q);
                }
            }
        }
    }
    (count, second)
}

fn bounding(cells: &[Point]) -> Option<Rect> {
    let (first, rest) = cells.split_first()?;
    let (mut low, mut high) = (*first, *first);
    for p in rest {
        low = Point::new(low.x.min(p.x), low.y.min(p.y));
        high = Point::new(high.x.max(p.x), high.y.max(p.y));
    }
    Some(Rect::new(low.x, low.y, high.x - low.x + 1, high.y - low.y + 1))
}
