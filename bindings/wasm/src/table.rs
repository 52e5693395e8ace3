//! The table: what tokens see, and a picture of what players know and nothing else.
//!
//! The players' picture is drawn from a plan that holds only cells that were seen, after the
//! library's audience filter, so nothing unseen is in it: neither under a mask nor in a number.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_draw::{Audience, Color, DungeonView, Frame, KeyPlace, Path, Style, svg};
use mapkiln_maps::plan::{Area, Corridor, DoorKind, DoorPlace, Level, Plan};
use mapkiln_sight::{Falloff, LightSource, Shadowcast, Walls, seen_in_light, shine};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::runs::{Run, cells, runs};

/// The most tokens on a table.
const MOST_TOKENS: usize = 200;
/// Light below this is dark.
const DIM: u8 = 20;
/// The dark of the players' window.
const DARK: Color = Color::hex(0x05_06_08);
/// The face of a wall that players see is a part of a cell: a fourth.
const PARTS: i32 = 4;
/// Hatching reaches so many cells into the rock.
const HATCHED: i32 = 4;

/// What stands on the table.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TableWish {
    level: usize,
    style: Style,
    tokens: Vec<Token>,
    /// Doors that stand open, by number.
    open: Vec<u32>,
    /// Cells seen before.
    memory: Vec<Run>,
    /// Cells shown by hand.
    shown: Vec<Run>,
    /// Cells hidden by hand.
    hidden: Vec<Run>,
    /// Is the whole place lit?
    daylight: bool,
    /// Only what this token sees, by its place in the list.
    only: Option<usize>,
}

#[derive(Deserialize, Default, Clone)]
#[serde(default, deny_unknown_fields)]
struct Token {
    at: Point,
    /// Does it belong to a player, whose sight counts?
    player: bool,
    /// Can it see?
    sight: bool,
    /// How far it sees in the dark, in cells.
    dark: u32,
    /// How far its own light shines, in cells.
    light: u32,
    /// Is it kept from players?
    hidden: bool,
    letter: String,
    colour: String,
    size: u32,
}

/// What is seen and remembered, and what players may be sent.
pub(crate) fn see(plan: &Plan, wish: &TableWish) -> Result<Value, Failure> {
    if wish.tokens.len() > MOST_TOKENS {
        return Err(Failure::wish(format!("a table holds {MOST_TOKENS} tokens")));
    }
    let plan = opened(plan, &wish.open);
    let (floor, level) = match (plan.floor(wish.level), plan.levels.get(wish.level)) {
        (Some(floor), Some(level)) => (floor, level),
        _ => return Err(Failure::wish("there is no such level")),
    };
    let mut walls = Walls::from_floor(&floor);
    for door in level.doors.iter().filter(|d| wish.open.contains(&d.id)) {
        walls.set(door.place.at(), false);
    }
    let seen = seen_cells(level, &walls, wish);
    let (width, height) = (level.width, level.height);
    let mut memory = cells(&wish.memory, width, height);
    memory.extend(&seen);
    let mut known = memory.clone();
    known.extend(cells(&wish.shown, width, height));
    for p in cells(&wish.hidden, width, height) {
        known.remove(&p);
    }
    let lit: BTreeSet<Point> = seen.intersection(&known).copied().collect();
    let players = plan.for_players();
    let picture = picture(&players, wish, &known)?;
    let tokens: Vec<Value> = wish
        .tokens
        .iter()
        .filter(|t| !t.hidden && (t.player || lit.contains(&t.at)) && known.contains(&t.at))
        .map(|t| json!({ "at": t.at, "letter": t.letter, "colour": t.colour, "size": t.size.max(1) }))
        .collect();
    Ok(json!({
        "seen": runs(&seen),
        "memory": runs(&memory),
        "players": {
            "svg": picture,
            "seen": runs(&lit),
            "known": runs(&known),
            "tokens": tokens,
            "feet": plan.cell_feet,
        },
    }))
}

/// The plan with secret doors that were opened as ordinary ones.
fn opened(plan: &Plan, open: &[u32]) -> Plan {
    let mut plan = plan.clone();
    for level in &mut plan.levels {
        let mut found = Vec::new();
        for door in level.doors.iter_mut().filter(|d| open.contains(&d.id)) {
            if door.kind == DoorKind::Secret {
                door.kind = DoorKind::Door;
            }
            found.extend(door.joins);
        }
        for corridor in &mut level.corridors {
            if found.contains(&Area::Corridor(corridor.id)) {
                corridor.secret = false;
            }
        }
    }
    plan
}

fn seen_cells(level: &Level, walls: &Walls, wish: &TableWish) -> BTreeSet<Point> {
    let feet = 5;
    let light = |at, radius| LightSource { at, radius, strength: 255, falloff: Falloff::None };
    let mut lights: Vec<LightSource> =
        wish.tokens.iter().filter(|t| t.light > 0).map(|t| light(t.at, t.light.min(60))).collect();
    lights.extend(level.things.iter().filter_map(|t| t.light.map(|l| light(t.at, (l.dim / feet).min(60)))));
    let lit =
        if wish.daylight { Grid::new(level.width, level.height, 255) } else { shine(walls, &lights, false) };
    let mut seen = BTreeSet::new();
    let mut eye = Shadowcast::new();
    for (n, token) in wish.tokens.iter().enumerate() {
        let counts = wish.only.map_or(token.player, |only| only == n);
        if !counts || !token.sight {
            continue;
        }
        let view = eye.look(walls, token.at, None);
        seen.extend(seen_in_light(&view, &lit, walls, DIM).iter());
        if token.dark > 0 {
            seen.extend(eye.look(walls, token.at, Some(token.dark.min(60))).iter());
        }
        // One knows the ground under one's feet, and feels the walls.
        seen.insert(token.at);
    }
    seen
}

/// The picture of what is known, drawn from a plan that holds nothing else.
fn picture(players: &Plan, wish: &TableWish, known: &BTreeSet<Point>) -> Result<String, Failure> {
    let Some(level) = players.levels.get(wish.level) else { return Ok(String::new()) };
    let mut floor = Grid::new(level.width, level.height, false);
    let mut set = |p: Point| {
        if let Some(cell) = floor.get_mut(p) {
            *cell = true;
        }
    };
    level.rooms.iter().flat_map(|r| r.outline.cells()).for_each(&mut set);
    level.corridors.iter().flat_map(|c| c.cells.iter().copied()).for_each(&mut set);
    let doorways = level.doors.iter().filter(|d| matches!(d.place, DoorPlace::Cell { .. }));
    doorways.map(|d| d.place.at()).for_each(&mut set);
    let is_floor = |p: Point| floor.get(p) == Some(&true);
    let known_floor: Vec<Point> = known.iter().copied().filter(|p| is_floor(*p)).collect();
    let whole = |cells: &[Point]| cells.iter().all(|p| known.contains(p));
    let rooms: Vec<_> = level.rooms.iter().filter(|r| whole(&r.outline.cells())).cloned().collect();
    let in_room = |p: &Point| rooms.iter().any(|r| r.outline.contains(*p));
    let rest: Vec<Point> = known_floor.iter().copied().filter(|p| !in_room(p)).collect();
    let mut part =
        Level { name: String::new(), width: level.width, height: level.height, rooms, ..Level::default() };
    if !rest.is_empty() {
        part.corridors.push(Corridor {
            id: 0,
            cells: rest,
            width: 1,
            joins: Vec::new(),
            forks: Vec::new(),
            traps: Vec::new(),
            secret: false,
        });
    }
    part.doors = level.doors.iter().filter(|d| known.contains(&d.place.at())).cloned().collect();
    part.stairs = level.stairs.iter().filter(|s| known.contains(&s.at)).cloned().collect();
    part.entrances = level.entrances.iter().filter(|e| known.contains(&e.at)).cloned().collect();
    part.things =
        level.things.iter().filter(|t| t.footprint().cells().any(|p| known.contains(&p))).cloned().collect();
    for feature in &level.features {
        let mut seen = feature.clone();
        seen.cells.retain(|p| known.contains(p));
        if !seen.cells.is_empty() {
            part.features.push(seen);
        }
    }
    let plan = Plan { cell_feet: players.cell_feet, levels: vec![part], ..Plan::default() };
    let view = DungeonView {
        style: wish.style,
        audience: Audience::Players,
        level: Some(0),
        key: KeyPlace::None,
        dressed: false,
        ..DungeonView::default()
    };
    let mut scene = view.scene(&plan).map_err(|e| Failure::wish(e.to_string()))?;
    scene.title = String::new();
    scene.background = None;
    // The paper is the dark of the window; its stains would shine through.
    scene.layers.retain(|layer| !matches!(layer.name.as_str(), "paper" | "stains"));
    scene.layer("dark").fill(around(&known_floor, known, is_floor), DARK);
    Ok(svg::encode(&scene, &svg::SvgOptions::default()))
}

/// What the dark covers of the drawing: all but the known floor and the face of its walls. Where floor goes on unseen, the
/// drawing put a wall, and that is covered too.
fn around(known_floor: &[Point], known: &BTreeSet<Point>, is_floor: impl Fn(Point) -> bool) -> Path {
    let mut path = Path::new();
    let Some(first) = known_floor.first() else { return path };
    let (mut least, mut most) = (*first, *first);
    for p in known_floor {
        least = Point::new(least.x.min(p.x), least.y.min(p.y));
        most = Point::new(most.x.max(p.x), most.y.max(p.y));
    }
    // In parts of a cell, as far out as hatching reaches.
    let (left, top) = ((least.x - HATCHED) * PARTS, (least.y - HATCHED) * PARTS);
    let (right, bottom) = ((most.x + 1 + HATCHED) * PARTS, (most.y + 1 + HATCHED) * PARTS);
    let mut light = Grid::new(right - left, bottom - top, false);
    for p in known_floor {
        for y in p.y * PARTS - 1..=(p.y + 1) * PARTS {
            for x in p.x * PARTS - 1..=(p.x + 1) * PARTS {
                if let Some(part) = light.get_mut(Point::new(x - left, y - top)) {
                    *part = true;
                }
            }
        }
    }
    let one = 1.0 / PARTS as f32;
    for y in top..bottom {
        let mut began = None;
        for x in left..=right {
            let is_dark = light.get(Point::new(x - left, y - top)) == Some(&false);
            match (began, is_dark) {
                (None, true) => began = Some(x),
                (Some(from), false) => {
                    let width = (x - from) as f32 * one;
                    path.add_rect(Frame::new(from as f32 * one, y as f32 * one, width, one));
                    began = None;
                }
                _ => {}
            }
        }
    }
    for p in known_floor {
        for facing in Direction::ALL {
            let next = p.step(facing);
            if is_floor(next) && !known.contains(&next) {
                let d = facing.vector();
                let (x, y) = (next.x as f32 - d.x as f32 * 0.1, next.y as f32 - d.y as f32 * 0.1);
                path.add_rect(Frame::new(x, y, 1.0, 1.0));
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use mapkiln_draw::{Segment, Vec2};

    use super::*;

    /// Does any rectangle of the path hold a place?
    fn covers(path: &Path, x: f32, y: f32) -> bool {
        path.parts().any(|part| {
            let corner = |s: &Segment| match *s {
                Segment::Move(p) | Segment::Line(p) => Some(p),
                _ => None,
            };
            let ends: Vec<Vec2> = part.iter().filter_map(corner).collect();
            let range = |of: fn(&Vec2) -> f32| {
                let least = ends.iter().map(of).fold(f32::MAX, f32::min);
                (least, ends.iter().map(of).fold(f32::MIN, f32::max))
            };
            let ((x0, x1), (y0, y1)) = (range(|p| p.x), range(|p| p.y));
            (x0..x1).contains(&x) && (y0..y1).contains(&y)
        })
    }

    #[test]
    fn the_dark_leaves_known_floor_and_the_face_of_its_walls() {
        // A corridor from west to east, of which the first three cells are known.
        let known: Vec<Point> = (2..5).map(|x| Point::new(x, 7)).collect();
        let is_floor = |p: Point| p.y == 7 && (2..9).contains(&p.x);
        let path = around(&known, &known.iter().copied().collect(), is_floor);
        for x in [2.5, 3.5, 4.5] {
            assert!(!covers(&path, x, 7.5), "floor at {x}");
            assert!(!covers(&path, x, 6.9), "the wall at {x}");
            assert!(covers(&path, x, 6.5), "the rock behind the wall at {x}");
        }
        assert!(!covers(&path, 1.9, 7.5), "the wall at its end");
        assert!(covers(&path, 5.1, 7.5), "floor that nobody saw");
        assert!(covers(&path, 4.95, 7.5), "the wall that the drawing put there");
        assert!(covers(&path, 8.5, 8.5), "hatching far out");
        assert!(around(&[], &BTreeSet::new(), is_floor).is_empty());
    }
}
