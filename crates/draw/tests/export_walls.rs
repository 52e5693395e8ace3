//! Walls are closed, doors are gaps in them, secret doors are wall for players: seen by flooding a
//! fine raster between the lines that stand in the exported files.

#![cfg(feature = "export")]
#![allow(clippy::unwrap_used)]

mod plans;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use mapkiln_core::Spec;
use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_draw::export::walls::{CELL, WallLines};
use mapkiln_draw::export::{ExportOptions, foundry, uvtt};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{Area, Door, DoorKind, DoorPlace, Level, Outline, Plan, Room, RoomShape};
use serde_json::Value;

/// Raster cells along a side of a map cell.
const FINE: i64 = 4;

/// Borders between raster cells that a line lies on: the raster cell after the border, and whether
/// the border is the cell's west side (or its north side).
type Borders = BTreeSet<(i64, i64, bool)>;

struct Lines {
    walls: Borders,
    portals: Vec<Borders>,
}

/// The borders that a line keeps one from crossing, given in raster units: those between standing
/// places whose straight connection it meets. One stands at (0.3, 0.4) of a raster cell, so that the
/// lines of doors and cells go through no standing place.
fn borders([x0, y0, x1, y1]: [f64; 4]) -> Borders {
    // In thousandths, so that everything is decided in whole numbers.
    let exact = |v: f64| (v * 1000.0).round() as i64;
    let line = [(exact(x0), exact(y0)), (exact(x1), exact(y1))];
    let stand = |x: i64, y: i64| (1000 * x + 300, 1000 * y + 400);
    let range = |a: f64, b: f64| a.min(b).floor() as i64 - 1..=a.max(b).ceil() as i64 + 1;
    let mut met = Borders::new();
    for y in range(y0, y1) {
        for x in range(x0, x1) {
            if meet(line, [stand(x - 1, y), stand(x, y)]) {
                met.insert((x, y, true));
            }
            if meet(line, [stand(x, y - 1), stand(x, y)]) {
                met.insert((x, y, false));
            }
        }
    }
    met
}

/// Do two lines meet?
fn meet([a, b]: [(i64, i64); 2], [c, d]: [(i64, i64); 2]) -> bool {
    let side = |p: (i64, i64), q: (i64, i64), r: (i64, i64)| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

fn from_uvtt(bytes: &[u8]) -> Lines {
    let file: Value = serde_json::from_slice(bytes).unwrap();
    let xy = |p: &Value| [p["x"].as_f64().unwrap() * FINE as f64, p["y"].as_f64().unwrap() * FINE as f64];
    let line = |a: &Value, b: &Value| borders([xy(a)[0], xy(a)[1], xy(b)[0], xy(b)[1]]);
    let mut walls = Borders::new();
    for polyline in file["line_of_sight"].as_array().unwrap() {
        let points = polyline.as_array().unwrap();
        for pair in points.windows(2) {
            walls.extend(line(&pair[0], &pair[1]));
        }
    }
    let portals = file["portals"].as_array().unwrap();
    let portals = portals.iter().map(|p| line(&p["bounds"][0], &p["bounds"][1])).collect();
    Lines { walls, portals }
}

fn from_foundry(scene: &Value) -> Lines {
    let scale = FINE as f64 / scene["grid"]["size"].as_f64().unwrap();
    let (mut walls, mut portals) = (Borders::new(), Vec::new());
    for wall in scene["walls"].as_array().unwrap() {
        let c: Vec<f64> = wall["c"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap() * scale).collect();
        let line = borders([c[0], c[1], c[2], c[3]]);
        if wall["door"] == 0 { walls.extend(line) } else { portals.push(line) }
    }
    Lines { walls, portals }
}

/// All raster cells one can get to from one.
fn flood(from: Point, blocked: &HashSet<(i64, i64, bool)>, level: &Level) -> Grid<bool> {
    let mut seen = Grid::new(level.width * FINE as i32, level.height * FINE as i32, false);
    seen[from] = true;
    let mut queue = vec![from];
    while let Some(p) = queue.pop() {
        let (x, y) = (i64::from(p.x), i64::from(p.y));
        // The borders to the north, east, south and west.
        let borders = [(x, y, false), (x + 1, y, true), (x, y + 1, false), (x, y, true)];
        for (next, border) in p.beside().into_iter().zip(borders) {
            if seen.get(next) == Some(&false) && !blocked.contains(&border) {
                seen[next] = true;
                queue.push(next);
            }
        }
    }
    seen
}

/// A cell of the room where nothing stands.
fn free_place(level: &Level, outline: &Outline) -> Point {
    let solid = |p: &Point| level.features.iter().any(|f| f.cells.contains(p));
    outline.cells().into_iter().find(|p| !solid(p)).unwrap()
}

fn middle(p: Point) -> Point {
    p * FINE as i32 + Point::new(FINE as i32 / 2, FINE as i32 / 2)
}

/// Which place each cell belongs to, with doorways apart.
fn places(level: &Level) -> BTreeMap<Point, Option<Area>> {
    let mut places = BTreeMap::new();
    for room in &level.rooms {
        places.extend(room.outline.cells().into_iter().map(|p| (p, Some(Area::Room(room.id)))));
    }
    for corridor in &level.corridors {
        places.extend(corridor.cells.iter().map(|&p| (p, Some(Area::Corridor(corridor.id)))));
    }
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            places.insert(at, None);
        }
    }
    places
}

/// Places that nothing closes from each other: joined by arches, or touching with no door between.
fn open_to(level: &Level, start: Area) -> BTreeSet<Area> {
    let places = places(level);
    let mut joined: Vec<[Area; 2]> =
        level.doors.iter().filter(|d| d.kind == DoorKind::Arch).map(|d| d.joins).collect();
    let doors_on_border: Vec<[Area; 2]> = level
        .doors
        .iter()
        .filter(|d| matches!(d.place, DoorPlace::Edge { .. }))
        .flat_map(|d| [d.joins, [d.joins[1], d.joins[0]]])
        .collect();
    for (p, place) in &places {
        for q in p.beside() {
            if let (Some(a), Some(Some(b))) = (place, places.get(&q))
                && a != b
                && !doors_on_border.contains(&[*a, *b])
            {
                joined.push([*a, *b]);
            }
        }
    }
    let mut open = BTreeSet::from([start]);
    loop {
        let more: Vec<Area> = joined
            .iter()
            .flat_map(|[a, b]| [(a, b), (b, a)])
            .filter(|(a, b)| open.contains(a) && !open.contains(b))
            .map(|(_, b)| *b)
            .collect();
        if more.is_empty() {
            return open;
        }
        open.extend(more);
    }
}

/// Everything that must hold of the lines of a level, where `level` is what the file should show.
fn check(lines: &Lines, level: &Level, what: &str) {
    let closing = level.doors.iter().filter(|d| d.kind != DoorKind::Arch).count();
    assert_eq!(lines.portals.len(), closing, "{what}: a portal for each door");
    for portal in &lines.portals {
        assert!(!portal.is_empty());
        assert!(portal.is_disjoint(&lines.walls), "{what}: a gap in the walls at each portal");
    }
    let all: HashSet<_> = lines.walls.iter().chain(lines.portals.iter().flatten()).copied().collect();
    let places = places(level);
    for room in &level.rooms {
        let allowed = open_to(level, Area::Room(room.id));
        let mut reached_rooms = BTreeSet::new();
        let reached = flood(middle(free_place(level, &room.outline)), &all, level);
        let mut in_rock = BTreeMap::new();
        for (fine, _) in reached.iter().filter(|(_, seen)| **seen) {
            let cell = Point::new(fine.x / FINE as i32, fine.y / FINE as i32);
            match places.get(&cell) {
                None => *in_rock.entry(cell).or_insert(0) += 1,
                Some(Some(area)) => {
                    assert!(allowed.contains(area), "{what}: room {} leaks into {area:?}", room.id);
                    reached_rooms.insert(*area);
                }
                Some(None) => {}
            }
        }
        // The walls of shaped rooms cut the corners of cells, at most from corner to corner.
        let leak = in_rock.iter().find(|(_, fine)| **fine > FINE * (FINE + 1) / 2);
        assert_eq!(leak, None, "{what}: room {} leaks into the rock", room.id);
        assert_eq!(reached_rooms, allowed, "{what}: all that is open to room {} is reached", room.id);
    }
    // With every door open all that doors join hangs together.
    let solid: HashSet<_> = lines.walls.iter().copied().collect();
    for door in &level.doors {
        let facing = door.place.facing();
        let (before, behind) = match door.place {
            DoorPlace::Cell { at, .. } => (at.step(facing.opposite()), at.step(facing)),
            DoorPlace::Edge { at, .. } => (at, at.step(facing)),
        };
        assert!(flood(middle(before), &solid, level)[middle(behind)], "{what}: door {} opens", door.id);
    }
}

fn check_all(plan: &Plan, what: &str) {
    for audience in [Audience::GameMaster, Audience::Players] {
        let options = ExportOptions { audience, pixels_per_cell: 8 };
        let shown = match audience {
            Audience::GameMaster => plan.clone(),
            Audience::Players => plans::without_secrets(plan),
        };
        let archive = foundry::export(plan, &plans::blank_pngs(plan, 8), &options).unwrap();
        let files = plans::unzip(&archive);
        for (number, level) in shown.levels.iter().enumerate() {
            let what = format!("{what}, level {number}, {audience:?}");
            check(&from_uvtt(&uvtt::without_picture(plan, number, &options).unwrap()), level, &what);
            let scene = &files[&format!("scene-v13-level-{}.json", number + 1)];
            check(&from_foundry(&serde_json::from_slice(scene).unwrap()), level, &format!("{what}, Foundry"));
        }
    }
}

#[test]
fn the_sample_is_closed() {
    check_all(&plans::sample(), "sample");
}

#[test]
fn random_plans_are_closed() {
    for seed in 0..40 {
        check_all(&plans::random(seed), &format!("seed {seed}"));
    }
}

/// What our own maker makes, which joins rooms by forking corridors and by doors in shared walls.
#[test]
fn dungeons_are_closed() {
    use mapkiln_dungeon::classic::ClassicSpec;
    for seed in 0..6u64 {
        let made = ClassicSpec::default().make(&mut mapkiln_core::Run::new(seed)).unwrap();
        check_all(&made.map, &format!("dungeon of seed {seed}"));
    }
}

/// Round rooms, octagons and caves, whose walls are not along the cells.
#[test]
fn shaped_rooms_are_closed() {
    use mapkiln_dungeon::DungeonSpec;
    let shapes = [RoomShape::Circle, RoomShape::Octagon, RoomShape::Cave, RoomShape::Cross];
    let mut made_of = BTreeSet::new();
    for seed in 0..8u64 {
        let spec = DungeonSpec { shapes: shapes.to_vec(), ..DungeonSpec::default() };
        let made = spec.make(&mut mapkiln_core::Run::new(seed)).unwrap();
        check_all(&made.map, &format!("dungeon with shapes of seed {seed}"));
        made_of.extend(made.map.levels.iter().flat_map(|l| &l.rooms).map(|r| r.shape));
    }
    assert!(shapes.iter().all(|s| made_of.contains(s)), "{made_of:?}");
}

/// Walls run where pictures show them: on the circle, between the outer corners of an octagon, through
/// the middles of a cave's sides; only the corners of a doorway stay. Here in half cells.
#[test]
fn walls_follow_the_picture() {
    let cells = Rect::new(1, 1, 5, 5).cells().filter(|p| {
        let corner = |v: i32| v == 1 || v == 5;
        !(corner(p.x) && corner(p.y))
    });
    let outline = Outline::around(&cells.collect::<Vec<_>>()).unwrap();
    let walls = |shape, doors: Vec<Door>| {
        let room = Room { shape, ..Room::new(0, outline.clone()) };
        let level = Level { width: 7, height: 7, rooms: vec![room], doors, ..Level::default() };
        let plan = Plan { levels: vec![level], ..Plan::default() };
        WallLines::of(&plan, 0).unwrap().lines
    };
    let line = |corners: &[(i32, i32)]| {
        let closed = corners.iter().chain(&corners[..1]);
        vec![closed.map(|&(x, y)| Point::new(x, y) * (CELL / 2)).collect::<Vec<_>>()]
    };
    let cave = [(5, 2), (9, 2), (12, 5), (12, 9), (9, 12), (5, 12), (2, 9), (2, 5)];
    assert_eq!(walls(RoomShape::Cave, Vec::new()), line(&cave));
    let octagon = [(4, 2), (10, 2), (12, 4), (12, 10), (10, 12), (4, 12), (2, 10), (2, 4)];
    assert_eq!(walls(RoomShape::Octagon, Vec::new()), line(&octagon));
    let round = &walls(RoomShape::Circle, Vec::new())[0];
    let middle = Point::new(7, 7) * (CELL / 2);
    let from_middle = |p: &Point| {
        let way = *p - middle;
        f64::from(way.x * way.x + way.y * way.y).sqrt()
    };
    let radius = 2.5 * f64::from(CELL);
    assert!(round.len() >= 16 && round.iter().all(|p| (from_middle(p) - radius).abs() < 1.0), "{round:?}");
    let door = Door {
        id: 0,
        place: DoorPlace::Cell { at: Point::new(2, 0), facing: Direction::North },
        kind: DoorKind::Door,
        joins: [Area::Room(0), Area::Room(0)],
        checks: Vec::new(),
    };
    let with_door = &walls(RoomShape::Cave, vec![door])[0];
    for side in [[(4, 3), (4, 0)], [(6, 0), (6, 2)]] {
        let side = side.map(|(x, y)| Point::new(x, y) * (CELL / 2));
        assert!(with_door.windows(2).any(|w| w == side), "{with_door:?}");
    }
}

#[test]
fn a_missing_wall_or_a_wall_across_a_door_is_noticed() {
    let plan = plans::sample();
    let options = ExportOptions::default();
    let lines = || from_uvtt(&uvtt::without_picture(&plan, 0, &options).unwrap());
    let fails = |lines: Lines| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&lines, &plan.levels[0], "broken")))
            .is_err()
    };
    assert!(!fails(lines()));
    let mut broken = lines();
    let wall = *broken.walls.iter().nth(40).unwrap();
    broken.walls.remove(&wall);
    assert!(fails(broken));
    let mut broken = lines();
    let across: Vec<_> = broken.portals[2].iter().copied().collect();
    broken.walls.extend(across);
    assert!(fails(broken));
}

/// Doors as `formats.md` wants them in Foundry: kind, state, and what they stop.
#[test]
fn foundry_doors_mean_something() {
    let plan = plans::sample();
    for (audience, secret) in [(Audience::GameMaster, 2), (Audience::Players, 0)] {
        let options = ExportOptions { audience, pixels_per_cell: 20 };
        let files = plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 20), &options).unwrap());
        let scene: Value = serde_json::from_slice(&files["scene-v13-level-1.json"]).unwrap();
        let walls = scene["walls"].as_array().unwrap();
        // The doors of the sample stand at 7,3 and every second row below, in the order of the kinds.
        let at = |i: i64| {
            let (x, y) = (150, 60 + 40 * i);
            let wall = walls.iter().find(|w| w["c"] == serde_json::json!([x, y, x, y + 20]))?;
            let field = |name: &str| wall[name].as_i64().unwrap();
            Some([field("door"), field("ds"), field("move"), field("sight")])
        };
        assert_eq!(at(0), None, "an arch is a gap");
        assert_eq!(at(1), Some([1, 0, 20, 20]), "door");
        assert_eq!(at(2), Some([1, 2, 20, 20]), "locked");
        assert_eq!(at(3), Some([1, 2, 20, 20]), "barred");
        assert_eq!(at(4), Some([1, 2, 20, 0]), "portcullis: one sees through");
        assert_eq!(at(5).map(|w| w[0]).unwrap_or(0), secret, "secret");
        assert_eq!(at(6), Some([1, 0, 20, 20]), "trapped looks ordinary");
    }
}
