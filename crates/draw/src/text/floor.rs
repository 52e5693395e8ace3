//! Floors as text.

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
    let thing = |p: Point| shown.things.iter().find(|t| t.at == p).map(|t| Sign::of_thing(t.kind));
    let entrance = |p: Point| shown.entrances.contains(&p).then_some(Sign::Entrance);
    floor_with(&shown, audience, |p, letter| thing(p).or_else(|| entrance(p)).map_or(letter, Sign::ascii))
}

/// The ground and the doors of a floor as text in ASCII, each character changed as the caller likes,
/// without spaces at line ends.
pub fn floor_with(floor: &Floor, audience: Audience, change: impl Fn(Point, char) -> char) -> String {
    let mut text = String::new();
    for y in 0..floor.ground.height() {
        let cells = (0..floor.ground.width()).map(|x| Point::new(x, y));
        let line: String = cells.map(|p| change(p, Sign::of_cell(floor, p, audience).ascii())).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
