//! Any map file as a floor, for the commands that walk and look.

use std::path::Path;

use mapkiln::draw::iso::Projection;
use mapkiln::floor::{Floor, Ground, Thing, ThingKind};
use mapkiln::grammar::lay_out;
use mapkiln::plan::DoorKind;
use mapkiln::{AnyMap, Point};

use crate::args::read_text;
use crate::failure::Failure;
use crate::reading::parse_map;

/// Reads a plan, a world or a floor; text that is no JSON is a map of characters, # for walls.
pub(crate) fn read_floor(path: &Path, level: usize) -> Result<Floor, Failure> {
    let text = read_text(path)?;
    if !text.trim_start().starts_with('{') {
        return from_characters(&text).ok_or_else(|| {
            Failure::usage(format!("{} is no map: neither JSON nor rows of characters", path.display()))
        });
    }
    let stored = parse_map(path, &text, true)?;
    match stored.map {
        AnyMap::Plan(plan) => level.checked_sub(1).and_then(|l| plan.floor(l)).ok_or_else(|| {
            let count = plan.levels.len();
            Failure::usage(format!("there is no level {level}; the plan has {count}, numbered from 1"))
        }),
        AnyMap::Floor(floor) => Ok(floor),
        AnyMap::World(world) => Ok(world.floor()),
        AnyMap::LevelGraph(graph) => {
            // A graph is laid out in space by the seed it was made from.
            let seed = stored.origin.map_or_else(|| "level".into(), |o| o.seed);
            let floor = lay_out(&graph, seed).floor(0);
            floor.ok_or_else(|| Failure::usage("this level has no rooms to walk in"))
        }
        other => Err(Failure::usage(format!("one cannot walk on a {}", other.kind()))),
    }
}

/// `#` wall, `~` water, `@` entrance, `>` exit, `$` chest, `e` enemy, `B` boss; all else is open.
fn from_characters(text: &str) -> Option<Floor> {
    let width = text.lines().map(|l| l.chars().count()).max().filter(|&w| w > 0)?;
    let height = text.lines().count();
    let mut floor = Floor::new(i32::try_from(width).ok()?, i32::try_from(height).ok()?, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    floor.palette.push(Ground::barrier("water"));
    for (y, line) in text.lines().enumerate() {
        for (x, c) in line.chars().enumerate() {
            let at = Point::new(x as i32, y as i32);
            let kind = match c {
                '>' => Some(ThingKind::Exit),
                '$' => Some(ThingKind::Chest),
                'e' => Some(ThingKind::Enemy),
                'B' => Some(ThingKind::Boss),
                _ => None,
            };
            floor.things.extend(kind.map(|kind| Thing { at, kind, name: String::new(), room: None }));
            match c {
                '#' => floor.ground[at] = 1,
                '~' => floor.ground[at] = 2,
                '@' => floor.entrances.push(at),
                _ => {}
            }
        }
    }
    Some(floor)
}

/// The character of a cell: its ground, or its door.
pub(crate) fn glyph(floor: &Floor, p: Point) -> char {
    if let Some(door) = floor.door_at(p) {
        return match door.kind {
            DoorKind::Arch => '/',
            DoorKind::Secret => '#',
            _ => '+',
        };
    }
    match floor.ground_at(p) {
        None => ' ',
        Some(g) if g.blocks_sight && g.blocks_step => '#',
        Some(g) if g.name.contains("water") => '~',
        Some(g) if g.blocks_step => ':',
        Some(g) if g.blocks_sight => '%',
        Some(g) if g.name.contains("grass") => '"',
        Some(_) => '.',
    }
}

/// The floor as lines of characters, each changed as the caller wishes; without spaces at line ends.
pub(crate) fn to_floor_text(floor: &Floor, change: impl Fn(Point, char) -> char) -> String {
    let mut text = String::new();
    for y in 0..floor.ground.height() {
        let line: String =
            (0..floor.ground.width()).map(|x| Point::new(x, y)).map(|p| change(p, glyph(floor, p))).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A projection by its name.
pub(crate) fn projection(text: &str) -> Result<Projection, String> {
    match text {
        "isometric" | "diamond" => Ok(Projection::Diamond),
        "top-down" => Ok(Projection::TopDown),
        "staggered" => Ok(Projection::Staggered),
        _ => Err("write top-down, isometric or staggered".to_owned()),
    }
}
