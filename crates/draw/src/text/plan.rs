//! Plans as text.
//!
//! With walls of lines a cell is two columns wide and one row high, so that squares look square, and
//! the lines run in the rock beside the floor. With walls of blocks every cell is one character.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{DoorPlace, Level, Plan, Room};

use super::sign::{Sign, legend};
use crate::dungeon::{key, level_name};
use crate::escape::visible;

/// How a plan is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Only characters that every terminal and file knows; default no.
    pub ascii: bool,
    /// Colours by escape sequences; default no.
    pub color: bool,
    /// How walls are drawn; default lines.
    pub walls: WallStyle,
    /// Two columns per cell instead of one; default yes.
    pub wide: bool,
    /// Who the map is for; default the game master.
    pub audience: Audience,
    /// One level, counted from 0; default all.
    pub level: Option<usize>,
    /// What stands in the middle of rooms (never for players); default their numbers.
    pub rooms: RoomMarks,
    /// The title, and the names of levels; default yes.
    pub titles: bool,
    /// What the characters mean, below the map; default yes.
    pub legend: bool,
    /// The list of rooms below the map (never for players); default yes.
    pub key: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            ascii: false,
            color: false,
            walls: WallStyle::default(),
            wide: true,
            audience: Audience::default(),
            level: None,
            rooms: RoomMarks::default(),
            titles: true,
            legend: true,
            key: true,
        }
    }
}

impl TextOptions {
    /// The bare map in ASCII, one character per cell, walls as `#`.
    pub fn blocks() -> Self {
        TextOptions {
            ascii: true,
            walls: WallStyle::Blocks,
            wide: false,
            titles: false,
            legend: false,
            key: false,
            ..TextOptions::default()
        }
    }
}

/// How walls are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WallStyle {
    /// With box-drawing characters.
    #[default]
    Lines,
    /// A `#` in every cell of rock that touches a floor.
    Blocks,
}

/// What stands in the middle of rooms on a game master's map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoomMarks {
    /// Nothing.
    None,
    /// The number of the room.
    #[default]
    Numbers,
    /// Signs for what is in the room: entrance, exit, enemies, treasure, keys.
    Contents,
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
/// let plan = Plan { levels: vec![level], ..Plan::default() };
/// let options = text::TextOptions { key: false, ..Default::default() };
/// assert_eq!(text::plan(&plan, &options), "┌───────┐\n│ · 1 · │\n└───────┘\n");
/// assert_eq!(text::plan(&plan, &text::TextOptions::blocks()), "#####\n#.1.#\n#####\n");
/// ```
pub fn plan(plan: &Plan, options: &TextOptions) -> String {
    let plan = &*plan.for_audience(options.audience);
    let mut out = String::new();
    if options.titles && !plan.title.is_empty() {
        out.push_str(&one_line(&plan.title));
        out.push_str("\n\n");
    }
    let mut used = BTreeSet::new();
    let shown = |number: &usize| options.level.is_none_or(|wanted| wanted == *number);
    for number in (0..plan.levels.len()).filter(shown) {
        let name = one_line(&level_name(plan, number));
        if options.titles && !name.is_empty() {
            out.push_str(&name);
            out.push('\n');
        }
        draw_level(plan, number, options, &mut out, &mut used);
        if plan.levels.len() > 1 {
            out.push('\n');
        }
    }
    let legend = if options.legend { legend(&used, plan.language) } else { String::new() };
    if !legend.is_empty() {
        out.push('\n');
        out.push_str(&legend);
    }
    if options.key && options.audience.knows_secrets() {
        let levels: Vec<usize> = options.level.map_or((0..plan.levels.len()).collect(), |level| vec![level]);
        let mut brief = false;
        for paragraph in key(plan, &levels) {
            let text = one_line(&paragraph.text());
            // A list of rooms in one paragraph each begins after an empty line.
            if paragraph.is_brief() && !brief && !out.ends_with("\n\n") {
                out.push('\n');
            }
            brief = paragraph.is_brief();
            if paragraph.is_heading() {
                let (begin, end) = if options.color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
                out.push_str(&format!("\n{begin}{text}{end}\n"));
            } else {
                let indent = if brief { "" } else { "  " };
                out.push_str(&format!("{indent}{text}\n"));
            }
        }
    }
    if options.ascii { out.chars().map(plain).collect() } else { out }
}

/// Text from a file must not move the cursor or break lines.
fn one_line(text: &str) -> String {
    visible(text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The nearest character of ASCII.
fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    if let Some(sign) = Sign::all().find(|sign| sign.unicode() == letter) {
        return sign.ascii();
    }
    match letter {
        '–' | '—' | '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '×' => 'x',
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'Á' | 'À' | 'Â' | 'Ã' | 'Ä' => 'A',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
        'Ó' | 'Ò' | 'Ô' | 'Õ' | 'Ö' => 'O',
        'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
        'ç' => 'c',
        'Ç' => 'C',
        'ñ' => 'n',
        'Ñ' => 'N',
        _ => '?',
    }
}

/// A character of the map and its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Inked {
    letter: char,
    ink: Ink,
}

const BLANK: Inked = Inked { letter: ' ', ink: Ink::Plain };

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
    fn of(sign: Sign) -> Ink {
        match sign {
            Sign::Wall | Sign::Pillar | Sign::Statue => Ink::Wall,
            Sign::Floor | Sign::Corridor | Sign::Rubble => Ink::Floor,
            Sign::Water | Sign::Well => Ink::Water,
            Sign::Door
            | Sign::Archway
            | Sign::LockedDoor
            | Sign::BarredDoor
            | Sign::Portcullis
            | Sign::Light => Ink::Door,
            Sign::SecretPassage | Sign::SecretDoor | Sign::TrappedDoor | Sign::Trap => Ink::Secret,
            Sign::StairsUp | Sign::StairsDown | Sign::Entrance => Ink::Number,
            _ => Ink::Plain,
        }
    }

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

/// The sign of every cell.
fn signs(level: &Level, options: &TextOptions) -> Grid<Sign> {
    let mut signs = Grid::new(level.width, level.height, Sign::Rock);
    let mut put = |p: Point, sign: Sign| {
        if let Some(cell) = signs.get_mut(p) {
            *cell = sign;
        }
    };
    for room in &level.rooms {
        room.outline.cells().into_iter().for_each(|p| put(p, Sign::Floor));
    }
    // Lines set corridors apart from rooms; blocks do not.
    let corridor = match options.walls {
        WallStyle::Lines => Sign::Floor,
        WallStyle::Blocks => Sign::Corridor,
    };
    for c in &level.corridors {
        c.cells.iter().for_each(|&p| put(p, corridor));
    }
    for feature in &level.features {
        feature.cells.iter().for_each(|&p| put(p, Sign::of_feature(feature.kind)));
    }
    for c in level.corridors.iter().filter(|c| c.secret) {
        c.cells.iter().for_each(|&p| put(p, Sign::SecretPassage));
    }
    for stairs in &level.stairs {
        put(stairs.at, Sign::of_stairs(stairs.way));
    }
    for entrance in &level.entrances {
        put(entrance.at, Sign::Entrance);
    }
    let room_traps = level.rooms.iter().flat_map(|r| &r.contents.traps);
    for at in room_traps.chain(level.corridors.iter().flat_map(|c| &c.traps)).filter_map(|t| t.at) {
        put(at, Sign::Trap);
    }
    for door in &level.doors {
        let sign = Sign::of_door(&door.kind);
        let sign = if options.audience.knows_secrets() { sign } else { sign.as_players_see_it() };
        // A door on an edge is shown in the cell it belongs to.
        put(door.place.at(), sign);
    }
    signs
}

/// Every cell that is not rock.
fn open_cells(level: &Level) -> Grid<bool> {
    let mut open = Grid::new(level.width, level.height, false);
    let rooms = level.rooms.iter().flat_map(|r| r.outline.cells());
    for p in rooms.chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied())) {
        open[p] = true;
    }
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            open[at] = true;
        }
    }
    open
}

fn draw_level(
    plan: &Plan,
    number: usize,
    options: &TextOptions,
    out: &mut String,
    used: &mut BTreeSet<Sign>,
) {
    let level = &plan.levels[number];
    let floor = open_cells(level);
    let mut signs = signs(level, options);
    if options.rooms == RoomMarks::Contents && options.audience.knows_secrets() {
        level.rooms.iter().for_each(|room| mark_contents(plan, room, &mut signs));
    }
    used.extend(signs.cells());
    let open = |p: Point| floor.get(p).copied().unwrap_or(false);
    let wall = |p: Point| !open(p);
    // Two wall cells are joined where floor lies beside the line between them.
    let joined = |p: Point, way: Direction| {
        let q = p.step(way);
        let sides = [way.clockwise(), way.clockwise().opposite()];
        wall(p) && wall(q) && sides.iter().any(|&s| open(p.step(s)) || open(q.step(s)))
    };
    let rock = |p: Point| match options.walls {
        WallStyle::Lines => line(Direction::ALL.map(|way| joined(p, way))),
        WallStyle::Blocks if p.around().into_iter().any(open) => Sign::Wall.unicode(),
        WallStyle::Blocks => ' ',
    };
    // Nothing but rock is left out, beyond the walls.
    let cells = || floor.iter().filter(|(_, is)| **is).map(|(p, _)| p);
    let first_x = cells().map(|p| p.x - 1).min().unwrap_or(0).max(0);
    let first_y = cells().map(|p| p.y - 1).min().unwrap_or(0).max(0);
    let end_y = cells().map(|p| p.y + 2).max().unwrap_or(0).min(level.height);
    for y in first_y..end_y {
        let mut row: Vec<Inked> = Vec::with_capacity(2 * level.width as usize);
        for x in first_x..level.width {
            let p = Point::new(x, y);
            row.push(match signs[p] {
                Sign::Rock => Inked { letter: rock(p), ink: Ink::Wall },
                sign => Inked { letter: sign.unicode(), ink: Ink::of(sign) },
            });
            if options.wide && x + 1 < level.width {
                let between = options.walls == WallStyle::Lines && joined(p, Direction::East);
                row.push(if between { Inked { letter: '─', ink: Ink::Wall } } else { BLANK });
            }
        }
        if options.rooms == RoomMarks::Numbers && options.audience.knows_secrets() {
            write_numbers(level, Point::new(first_x, y), options.wide, &mut row);
        }
        write_row(&row, options.color, out);
    }
}

/// Signs for what is in a room, from its middle on.
fn mark_contents(plan: &Plan, room: &Room, signs: &mut Grid<Sign>) {
    let enemies = if room.has_tag("boss") { Sign::Boss } else { Sign::Enemies };
    let marks = [
        (room.has_tag("start"), Sign::Entrance),
        (room.has_tag("exit"), Sign::Exit),
        (room.contents.enemies, enemies),
        (room.contents.treasure, Sign::Treasure),
        (plan.keys.iter().any(|k| k.room == room.id), Sign::Key),
    ];
    let cells = room.outline.cells();
    let middle = room.outline.centre();
    let start = cells.iter().position(|&p| p == middle).unwrap_or(0);
    let places = cells.iter().cycle().skip(start);
    for ((_, sign), &at) in marks.iter().filter(|(holds, _)| *holds).zip(places) {
        signs[at] = *sign;
    }
}

/// Room numbers in the row through the middle of their room.
fn write_numbers(level: &Level, start: Point, wide: bool, row: &mut [Inked]) {
    for room in &level.rooms {
        let at = room.outline.centre();
        if at.y != start.y {
            continue;
        }
        let digits = (u64::from(room.id) + 1).to_string();
        let column = (at.x - start.x).max(0) as usize;
        let first = if wide { 2 * column } else { column };
        for (i, digit) in digits.chars().enumerate() {
            if let Some(place) = row.get_mut(first + i) {
                *place = Inked { letter: digit, ink: Ink::Number };
            }
        }
    }
}

fn write_row(row: &[Inked], color: bool, out: &mut String) {
    let end = row.iter().rposition(|s| s.letter != ' ').map_or(0, |last| last + 1);
    let mut ink = Ink::Plain;
    for place in &row[..end] {
        if color && place.ink != ink && place.letter != ' ' {
            out.push_str("\x1b[0m");
            out.push_str(place.ink.begin());
            ink = place.ink;
        }
        out.push(place.letter);
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
