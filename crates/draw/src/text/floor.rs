//! Floors as text.

use std::collections::HashMap;

use mapkiln_core::Point;
use mapkiln_maps::Audience;
use mapkiln_maps::floor::Floor;

use super::sign::Sign;

/// The floor as text in ASCII, one character per cell: ground, doors, and the things on them.
///
/// ```
/// use mapkiln_draw::text;
/// use mapkiln_maps::Audience;
/// use mapkiln_maps::floor::{Floor, Ground};
/// let mut floor = Floor::new(4, 2, Ground::open("grass"));
/// floor.entrances.push(mapkiln_core::Point::new(1, 1));
/// assert_eq!(text::floor(&floor, Audience::Players), "\"\"\"\"\n\"@\"\"\n");
/// ```
pub fn floor(floor: &Floor, audience: Audience) -> String {
    let shown = floor.for_audience(audience);
    let entrances = shown.entrances.iter().map(|at| (*at, Sign::Entrance));
    let things = shown.things.iter().rev().map(|t| (t.at, Sign::of_thing(t.kind)));
    // The first thing on a cell covers the others, and any thing an entrance.
    let signs: HashMap<Point, Sign> = entrances.chain(things).collect();
    floor_with(&shown, audience, |p, letter| signs.get(&p).map_or(letter, |sign| sign.ascii()))
}

/// The ground and the doors of a floor as text in ASCII, each character changed as the caller likes,
/// without spaces at line ends.
pub fn floor_with(floor: &Floor, audience: Audience, change: impl Fn(Point, char) -> char) -> String {
    // The first door of a cell counts.
    let doors: HashMap<Point, Sign> =
        floor.doors.iter().rev().map(|door| (door.at, Sign::of_door_for(&door.kind, audience))).collect();
    let sign = |p: Point| doors.get(&p).copied().unwrap_or_else(|| Sign::of_ground(floor, p));
    let mut text = String::new();
    for y in 0..floor.ground.height() {
        let cells = (0..floor.ground.width()).map(|x| Point::new(x, y));
        let line: String = cells.map(|p| change(p, sign(p).ascii())).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
