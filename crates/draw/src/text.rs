//! Dungeons as text for terminals.
//!
//! A cell is two columns wide and one row high, so that squares look square; walls are drawn with
//! box-drawing characters in the rock beside the floor.

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::plan::{DoorKind, DoorPlace, FeatureKind, Level, Plan, Vertical};

use crate::dungeon::{key, level_name};

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Only characters that every terminal and file knows; default no.
    pub ascii: bool,
    /// Colours by escape sequences; default no.
    pub color: bool,
    /// Two columns a cell, not one; default yes.
    pub wide: bool,
    /// What the players may see; default no.
    pub player: bool,
    /// One level, counted from 0; default all.
    pub level: Option<usize>,
    /// The list of rooms below the map (never for players); default yes.
    pub key: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { ascii: false, color: false, wide: true, player: false, level: None, key: true }
    }
}

/// A character of the map and its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sign {
    letter: char,
    ink: Ink,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    Plain,
    Wall,
    Floor,
    Door,
    Water,
    Secret,
    Number,
}

impl Ink {
    /// The escape sequence that begins it.
    fn begin(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Wall => "\x1b[37m",
            Ink::Floor => "\x1b[90m",
            Ink::Door => "\x1b[33m",
            Ink::Water => "\x1b[34m",
            Ink::Secret => "\x1b[31m",
            Ink::Number => "\x1b[1m",
        }
    }
}

/// The plan as text.
///
/// ```
/// use mapkiln_maps::plan::{Level, Outline, Plan, Room};
/// use mapkiln_core::Rect;
/// use mapkiln_draw::text;
///
/// let room = Room::new(0, Outline::Rect(Rect::new(1, 1, 3, 1)));
/// let level = Level { width: 5, height: 3, rooms: vec![room], ..Level::default() };
/// let plan = Plan { cell_feet: 5, levels: vec![level], ..Plan::default() };
/// let options = text::TextOptions { key: false, ..Default::default() };
/// assert_eq!(text::dungeon(&plan, &options), "┌───────┐\n│ · 1 · │\n└───────┘\n");
/// ```
pub fn dungeon(plan: &Plan, options: &TextOptions) -> String {
    let shown;
    let plan = if options.player {
        shown = plan.for_players();
        &shown
    } else {
        plan
    };
    let mut out = String::new();
    if !plan.title.is_empty() {
        out.push_str(&one_line(&plan.title));
        out.push_str("\n\n");
    }
    let mut used = std::collections::BTreeSet::new();
    for (number, level) in plan.levels.iter().enumerate() {
        if options.level.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let name = one_line(&level_name(plan, number));
        if !name.is_empty() {
            out.push_str(&name);
            out.push('\n');
        }
        draw_level(level, options, &mut out, &mut used);
        if plan.levels.len() > 1 {
            out.push('\n');
        }
    }
    if !used.is_empty() {
        let entries: Vec<String> =
            used.into_iter().map(|(letter, name)| format!("{letter} {name}")).collect();
        out.push('\n');
        for line in entries.chunks(6) {
            out.push_str(&line.join("   "));
            out.push('\n');
        }
    }
    if options.key && !options.player {
        for paragraph in key(plan) {
            let text = one_line(&paragraph.text);
            if paragraph.heading {
                let (begin, end) = if options.color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
                out.push_str(&format!("\n{begin}{text}{end}\n"));
            } else {
                out.push_str(&format!("  {text}\n"));
            }
        }
    }
    if options.ascii { out.chars().map(plain).collect() } else { out }
}

/// Text from a file must not move the cursor or break lines.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The nearest character of ASCII.
fn plain(letter: char) -> char {
    match letter {
        c if c.is_ascii() => c,
        '·' => '.',
        '≈' => '~',
        '–' | '—' | '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '×' => 'x',
        _ => '?',
    }
}

fn draw_level(
    level: &Level,
    options: &TextOptions,
    out: &mut String,
    used: &mut std::collections::BTreeSet<(char, &'static str)>,
) {
    let mut floor = Grid::new(level.width, level.height, false);
    let cells = level.rooms.iter().flat_map(|r| r.outline.cells());
    for p in cells.chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied())) {
        floor[p] = true;
    }
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            floor[at] = true;
        }
    }
    let blank = Sign { letter: ' ', ink: Ink::Plain };
    let ground = Sign { letter: '·', ink: Ink::Floor };
    let mut signs = floor.map(|&is| if is { ground } else { blank });
    let mut put = |p: Point, letter: char, ink: Ink, name: &'static str| {
        if let Some(sign) = signs.get_mut(p) {
            *sign = Sign { letter, ink };
            used.insert((letter, name));
        }
    };
    for feature in &level.features {
        let (letter, ink, name) = match feature.kind {
            FeatureKind::Pillar => ('O', Ink::Wall, "pillar"),
            FeatureKind::Statue => ('&', Ink::Wall, "statue"),
            FeatureKind::Water => ('≈', Ink::Water, "water"),
            FeatureKind::Pit => ('v', Ink::Plain, "pit"),
            FeatureKind::Rubble => (';', Ink::Floor, "rubble"),
            FeatureKind::Altar => ('_', Ink::Plain, "altar"),
            FeatureKind::Well => ('u', Ink::Water, "well"),
            FeatureKind::Light => ('*', Ink::Door, "light"),
        };
        feature.cells.iter().for_each(|&p| put(p, letter, ink, name));
    }
    for corridor in level.corridors.iter().filter(|c| c.secret) {
        corridor.cells.iter().for_each(|&p| put(p, ':', Ink::Secret, "secret passage"));
    }
    for stairs in &level.stairs {
        match stairs.way {
            Vertical::Up => put(stairs.at, '<', Ink::Number, "stairs up"),
            Vertical::Down => put(stairs.at, '>', Ink::Number, "stairs down"),
        }
    }
    for entrance in &level.entrances {
        put(entrance.at, 'E', Ink::Number, "entrance");
    }
    let room_traps = level.rooms.iter().flat_map(|r| &r.contents.traps);
    for at in room_traps.chain(level.corridors.iter().flat_map(|c| &c.traps)).filter_map(|t| t.at) {
        put(at, '^', Ink::Secret, "trap");
    }
    for door in &level.doors {
        let (letter, ink, name) = match &door.kind {
            DoorKind::Arch => ('\'', Ink::Door, "archway"),
            DoorKind::Door => ('+', Ink::Door, "door"),
            // Players see a door, whatever holds it shut.
            DoorKind::Locked { .. } | DoorKind::Barred | DoorKind::Trapped { .. } if options.player => {
                ('+', Ink::Door, "door")
            }
            DoorKind::Locked { .. } => ('L', Ink::Door, "locked door"),
            DoorKind::Barred => ('B', Ink::Door, "barred door"),
            DoorKind::Portcullis => ('#', Ink::Door, "portcullis"),
            DoorKind::Secret => ('S', Ink::Secret, "secret door"),
            DoorKind::Trapped { .. } => ('!', Ink::Secret, "trapped door"),
        };
        // A door on an edge is shown in the cell it belongs to.
        put(door.place.at(), letter, ink, name);
    }
    let wall = |p: Point| !floor.get(p).copied().unwrap_or(false);
    let open = |p: Point| floor.get(p).copied().unwrap_or(false);
    // Two wall cells are joined where floor lies beside the line between them.
    let joined = |p: Point, way: Direction| {
        let q = p.step(way);
        let sides = [way.clockwise(), way.clockwise().opposite()];
        wall(p) && wall(q) && sides.iter().any(|&s| open(p.step(s)) || open(q.step(s)))
    };
    // Nothing but rock is left out, beyond the walls.
    let open_cells = || floor.iter().filter(|(_, is)| **is).map(|(p, _)| p);
    let first_x = open_cells().map(|p| p.x - 1).min().unwrap_or(0).max(0);
    let first_y = open_cells().map(|p| p.y - 1).min().unwrap_or(0).max(0);
    let end_y = open_cells().map(|p| p.y + 2).max().unwrap_or(0).min(level.height);
    for y in first_y..end_y {
        let mut row: Vec<Sign> = Vec::with_capacity(2 * level.width as usize);
        for x in first_x..level.width {
            let p = Point::new(x, y);
            let arms = Direction::ALL.map(|way| joined(p, way));
            let own = signs[p];
            let sign =
                if wall(p) && own == blank { Sign { letter: line(arms), ink: Ink::Wall } } else { own };
            row.push(sign);
            if options.wide && x + 1 < level.width {
                row.push(if joined(p, Direction::East) {
                    Sign { letter: '─', ink: Ink::Wall }
                } else {
                    blank
                });
            }
        }
        if !options.player {
            write_numbers(level, Point::new(first_x, y), options.wide, &mut row);
        }
        write_row(&row, options.color, out);
    }
}

/// Room numbers in the row through the middle of their room.
fn write_numbers(level: &Level, start: Point, wide: bool, row: &mut [Sign]) {
    for room in &level.rooms {
        let at = room.outline.center();
        if at.y != start.y {
            continue;
        }
        let digits = (u64::from(room.id) + 1).to_string();
        let column = (at.x - start.x).max(0) as usize;
        let first = if wide { 2 * column } else { column };
        for (i, digit) in digits.chars().enumerate() {
            if let Some(sign) = row.get_mut(first + i) {
                *sign = Sign { letter: digit, ink: Ink::Number };
            }
        }
    }
}

fn write_row(row: &[Sign], color: bool, out: &mut String) {
    let end = row.iter().rposition(|s| s.letter != ' ').map_or(0, |last| last + 1);
    let mut ink = Ink::Plain;
    for sign in &row[..end] {
        if color && sign.ink != ink && sign.letter != ' ' {
            out.push_str("\x1b[0m");
            out.push_str(sign.ink.begin());
            ink = sign.ink;
        }
        out.push(sign.letter);
    }
    if color && ink != Ink::Plain {
        out.push_str("\x1b[0m");
    }
    out.push('\n');
}

/// The line with arms to the north, east, south and west.
fn line([north, east, south, west]: [bool; 4]) -> char {
    match (north, east, south, west) {
        (false, false, false, false) => ' ',
        (false, true, false, true) | (false, true, false, false) | (false, false, false, true) => '─',
        (true, false, true, false) | (true, false, false, false) | (false, false, true, false) => '│',
        (false, true, true, false) => '┌',
        (false, false, true, true) => '┐',
        (true, true, false, false) => '└',
        (true, false, false, true) => '┘',
        (true, true, true, false) => '├',
        (true, false, true, true) => '┤',
        (false, true, true, true) => '┬',
        (true, true, false, true) => '┴',
        (true, true, true, true) => '┼',
    }
}
