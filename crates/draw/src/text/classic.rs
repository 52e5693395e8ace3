//! The text form of the thesis: the map in letters, a legend, a list of rooms; and its reader.
//!
//! A format of its own, stable to the byte: `w` walls, `/` doors, `c` corridors, rooms by their letter.

use mapkiln_core::{Grid, Point, Rect};
use mapkiln_maps::plan::{Level, Plan, Room};

use crate::Error;

/// What the letters of the map mean.
pub const LEGEND: &str = "w = walls\n/ = doors\nc = corridors\n";

/// More rows than any map has; a longer text is not one.
const MOST_ROWS: usize = 1000;

/// The map in letters, one line per row, without spaces at line ends.
///
/// Rooms after the 26th have no letter and come out as `?`.
pub fn map(plan: &Plan) -> String {
    plan.levels.iter().map(level_text).collect::<Vec<_>>().join("\n")
}

fn level_text(level: &Level) -> String {
    let mut letters = Grid::new(level.width, level.height, ' ');
    for room in &level.rooms {
        for p in room.outline.cells().into_iter().flat_map(Point::around) {
            if let Some(cell) = letters.get_mut(p) {
                *cell = 'w';
            }
        }
    }
    for room in &level.rooms {
        let name = room.letters();
        let letter = if name.len() == 1 { name.chars().next().unwrap_or('?') } else { '?' };
        for p in room.outline.cells() {
            letters[p] = letter;
        }
    }
    for &p in level.corridors.iter().flat_map(|c| &c.cells) {
        letters[p] = 'c';
    }
    for door in &level.doors {
        letters[door.place.at()] = '/';
    }
    let mut text = String::new();
    for row in letters.rows() {
        text.push_str(row.iter().collect::<String>().trim_end());
        text.push('\n');
    }
    text
}

/// What is in each room, one line per room.
pub fn room_list(plan: &Plan) -> String {
    let line = |room: &Room| {
        let what = match (room.contents.enemies, room.contents.treasure) {
            (false, false) => "Is empty.",
            (false, true) => "Has treasure",
            (true, false) => "Has enemies",
            (true, true) => "Has enemies and treasure",
        };
        format!("ROOM {} - {what}\n", room.letters())
    };
    plan.rooms().map(line).collect()
}

/// Map, legend and room list: all that [`read`] needs.
pub fn plan(plan: &Plan) -> String {
    format!("{}{LEGEND}{}", map(plan), room_list(plan))
}

/// Reads what [`plan`] wrote.
///
/// ```
/// use mapkiln_draw::text::classic;
/// let map = " www\n wAw\n www\n\n";
/// let text = format!("{map}{}ROOM A - Has treasure\n", classic::LEGEND);
/// let plan = classic::read(&text)?;
/// assert!(plan.levels[0].rooms[0].contents.treasure);
/// assert_eq!(classic::plan(&plan), text);
/// # Ok::<(), mapkiln_draw::Error>(())
/// ```
pub fn read(text: &str) -> Result<Plan, Error> {
    let problem = |line: usize, problem: String| Error::Text { line: line + 1, problem };
    let lines: Vec<&str> = text.lines().collect();
    let legend: Vec<&str> = LEGEND.lines().collect();
    let side = lines.iter().position(|line| *line == legend[0]).ok_or_else(|| {
        problem(lines.len(), format!("the legend is missing; it begins with {:?}", legend[0]))
    })?;
    if side == 0 {
        return Err(problem(0, "the map is missing; its rows come before the legend".to_owned()));
    }
    if side > MOST_ROWS {
        return Err(problem(MOST_ROWS, format!("the map has more than {MOST_ROWS} rows")));
    }
    let mut rooms: Vec<Option<Rect>> = Vec::new();
    let (mut corridors, mut doors, mut floor) = (Vec::new(), Vec::new(), Vec::new());
    for (y, line) in lines[..side].iter().enumerate() {
        for (x, letter) in line.chars().enumerate() {
            if x >= side {
                return Err(problem(
                    y,
                    format!("the row is longer than the map's {side} rows; maps are square"),
                ));
            }
            let p = Point::new(x as i32, y as i32);
            match letter {
                ' ' | 'w' => {}
                'c' => corridors.push(p),
                '/' => doors.push(p),
                'A'..='Z' => {
                    let id = letter as usize - 'A' as usize;
                    rooms.resize(rooms.len().max(id + 1), None);
                    rooms[id] = Some(rooms[id].map_or(Rect::new(p.x, p.y, 1, 1), |r| around(r, p)));
                    floor.push((id, y));
                }
                _ => {
                    let advice = "use w, /, c, a capital letter or a space";
                    return Err(problem(y, format!("column {} has {letter:?}; {advice}", x + 1)));
                }
            }
        }
    }
    let mut rects = Vec::new();
    for (id, rect) in rooms.iter().enumerate() {
        let name = char::from(b'A' + id as u8);
        let rect = rect.ok_or_else(|| problem(side, format!("room {name} is not on the map")))?;
        if floor.iter().filter(|(room, _)| *room == id).count() as i64 != rect.area() {
            let row = rect.y as usize;
            return Err(problem(row, format!("the floor of room {name} is not a rectangle")));
        }
        rects.push(rect);
    }
    let mut plan = Plan::from_cells(side as i32, &rects, &corridors, &doors);
    if plan.doors().count() != doors.len() {
        let lost = doors.iter().find(|p| plan.doors().all(|d| d.place.at() != **p));
        let row = lost.map_or(0, |p| p.y as usize);
        return Err(problem(row, "a door must have floor on two opposite sides".to_owned()));
    }
    for (offset, expected) in legend.iter().enumerate() {
        if lines.get(side + offset) != Some(expected) {
            return Err(problem(side + offset, format!("here the legend must say {expected:?}")));
        }
    }
    for (offset, room) in plan.rooms_mut().enumerate() {
        let number = side + legend.len() + offset;
        let line = lines.get(number).copied().unwrap_or_default();
        let start = format!("ROOM {} - ", room.letters());
        (room.contents.enemies, room.contents.treasure) = match line.strip_prefix(start.as_str()) {
            Some("Is empty.") => (false, false),
            Some("Has treasure") => (false, true),
            Some("Has enemies") => (true, false),
            Some("Has enemies and treasure") => (true, true),
            _ => {
                let example = format!("{start}Has enemies");
                return Err(problem(
                    number,
                    format!("here the room list must say something like {example:?}"),
                ));
            }
        };
    }
    Ok(plan)
}

fn around(rect: Rect, p: Point) -> Rect {
    let (left, top) = (rect.x.min(p.x), rect.y.min(p.y));
    Rect::new(left, top, rect.right().max(p.x + 1) - left, rect.bottom().max(p.y + 1) - top)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square map from rows that may be short.
    fn text(rows: &[&str], list: &str) -> String {
        format!("{}\n{LEGEND}{list}", rows.join("\n"))
    }

    const ROWS: [&str; 12] = [
        "", " wwwww", " wAAAw", " wAAA/c", " wAAAw c", " wwwww c", "       c", " wwwww c", " wBBB/cc",
        " wBBBw", " wwwww", "",
    ];

    #[test]
    fn a_small_map_reads_and_writes_the_same() {
        // One corridor needs its cells in a row: bend it straight first.
        let mut rows = ROWS;
        rows[3] = " wAAA/cc";
        let text = text(&rows, "ROOM A - Has enemies\nROOM B - Is empty.\n");
        let plan = read(&text).unwrap();
        assert_eq!(plan.levels[0].corridors.len(), 1);
        assert_eq!(plan.levels[0].corridors[0].joins, [0, 1]);
        assert_eq!(super::plan(&plan), text);
    }

    #[test]
    fn errors_name_the_line() {
        let line = |text: &str| match read(text).unwrap_err() {
            Error::Text { line, problem } => (line, problem),
            other => panic!("{other}"),
        };
        assert_eq!(line("no map").0, 2);
        assert!(line(LEGEND).1.contains("map is missing"));
        assert!(line(&text(&["x"], "")).1.contains("'x'"));
        assert!(line(&text(&["wwww"], "")).1.contains("square"));
        assert!(line(&text(&["A A", "", ""], "")).1.contains("rectangle"));
        assert!(line(&text(&["/  ", "", ""], "")).1.contains("opposite"));
        assert_eq!(line(&text(&["A"], "ROOM A - Full of bees\n")).0, 5);
        assert!(line(&text(&["B"], "")).1.contains("room A"));
    }
}
