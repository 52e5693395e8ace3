//! The terminal: what is drawn, and which keys there are.
//!
//! However the game ends (quit, panic, Ctrl-C, an error), the terminal is left as it was found:
//! raw mode makes Ctrl-C a key like any other, a guard restores on every way out, and a panic hook
//! restores before the message is printed.

use std::io::{self, Write};
use std::sync::Once;
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use mapkiln::floor::ThingKind;
use mapkiln::play::{Explorer, Game, Status, World};
use mapkiln::{Direction, Point};

use super::way_of;
use crate::failure::Failure;
use crate::floors::glyph;

/// A key as the game knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Step(Direction),
    Wait,
    Search,
    Save,
    Help,
    Quit,
    Resize,
    Other,
}

const HELP: &[&str] = &[
    "arrows, h j k l   walk; into an enemy: strike; into a door: open or batter",
    ".  space          let a turn go by (one mends while nobody hunts)",
    "x                 search for hidden doors beside you",
    "S                 store the game (start with --save FILE)",
    "?                 this page",
    "q  Esc  Ctrl-C    leave",
    "",
    "@ you   e enemy   B boss, one being in many rooms   $ chest   k key",
    "+ door  ' open door  > way out  # wall  ~ water  ^ trap  : pit",
    "Dim is what you remember. Enemies see as far as you see them, and they hear fights.",
];

/// The terminal while a game is on.
pub(super) struct Terminal {
    out: io::Stdout,
}

impl Terminal {
    pub(super) fn open() -> Result<Self, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        enable_raw_mode()?;
        let mut out = io::stdout();
        // From here on the guard restores, also where the next line fails.
        let terminal = Terminal { out: io::stdout() };
        execute!(out, EnterAlternateScreen, Hide)?;
        Ok(terminal)
    }

    /// Waits for a key.
    pub(super) fn key(&mut self) -> Result<Key, Failure> {
        loop {
            if let Some(key) = self.key_within(60_000)? {
                return Ok(key);
            }
        }
    }

    /// A key, if one comes within so many milliseconds.
    pub(super) fn key_within(&mut self, milliseconds: u64) -> Result<Option<Key>, Failure> {
        if !event::poll(Duration::from_millis(milliseconds))? {
            return Ok(None);
        }
        Ok(Some(match event::read()? {
            Event::Resize(..) => Key::Resize,
            Event::Key(key) if key.kind == KeyEventKind::Release => Key::Other,
            Event::Key(key) => match key.code {
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Quit,
                KeyCode::Up => Key::Step(Direction::North),
                KeyCode::Right => Key::Step(Direction::East),
                KeyCode::Down => Key::Step(Direction::South),
                KeyCode::Left => Key::Step(Direction::West),
                KeyCode::Char('q') | KeyCode::Esc => Key::Quit,
                KeyCode::Char('?') | KeyCode::F(1) => Key::Help,
                KeyCode::Char('.' | ' ') => Key::Wait,
                KeyCode::Char('x') => Key::Search,
                KeyCode::Char('S') => Key::Save,
                KeyCode::Char(letter) => way_of(letter).map_or(Key::Other, Key::Step),
                _ => Key::Other,
            },
            _ => Key::Other,
        }))
    }

    pub(super) fn draw_game(
        &mut self,
        game: &Game,
        log: &[String],
        level: usize,
        carried: u32,
        help: bool,
    ) -> Result<(), Failure> {
        let player = game.player();
        let boss = game.boss().map_or_else(String::new, |b| format!("  boss {}", b.health));
        let keys =
            if player.keys.is_empty() { String::new() } else { format!("  keys {}", player.keys.len()) };
        let state = match game.status() {
            Status::Playing if game.is_hunted() => "hunted",
            Status::Playing => "",
            Status::Won => "WON",
            Status::Lost => "LOST",
        };
        let status = format!(
            "level {level}  health {}/{}  score {}{keys}{boss}  turn {}  {state}",
            player.health,
            game.rules().health,
            carried + game.score(),
            game.turn()
        );
        let cell = |p: Point| {
            if p == player.at {
                return ('@', Color::White, true);
            }
            let seen = game.seen().contains(p);
            if !game.known().contains(p) {
                return (' ', Color::Reset, false);
            }
            if seen && let Some(foe) = game.foe_in(p) {
                return if foe.boss { ('B', Color::Magenta, true) } else { ('e', Color::Red, true) };
            }
            if let Some(thing) = game.things().iter().find(|t| t.at == p) {
                let look = match thing.kind {
                    ThingKind::Chest => Some(('$', Color::Yellow)),
                    ThingKind::Key(_) => Some(('k', Color::Yellow)),
                    ThingKind::Exit | ThingKind::StairsDown => Some(('>', Color::Green)),
                    ThingKind::StairsUp => Some(('<', Color::Green)),
                    ThingKind::Trap if seen => Some(('^', Color::Red)),
                    _ => None,
                };
                if let Some((c, color)) = look {
                    return (c, color, seen);
                }
            }
            if let Some(door) = game.door_in(p) {
                let c = if !door.found {
                    '#'
                } else if door.shut() {
                    '+'
                } else {
                    '\''
                };
                return (c, Color::DarkYellow, seen);
            }
            let c = glyph(game.floor(), p);
            (c, if c == '~' { Color::Blue } else { Color::Grey }, seen)
        };
        self.draw(player.at, &status, log, help, cell)
    }

    pub(super) fn draw_world<W: World>(&mut self, explorer: &Explorer<W>, help: bool) -> Result<(), Failure> {
        let status = format!(
            "exploring  at {}  steps {}  chunks made {}",
            explorer.at(),
            explorer.steps(),
            explorer.chunks_made()
        );
        let cell = |p: Point| {
            if p == explorer.at() {
                return ('@', Color::White, true);
            }
            let seen = explorer.seen().contains(p);
            let Some(ground) = explorer.ground(p).filter(|_| explorer.knows(p)) else {
                return (' ', Color::Reset, false);
            };
            let name = ground.name.as_str();
            let (c, color) = if name.contains("water") {
                ('~', Color::Blue)
            } else if name.contains("stone") || name.contains("rock") || name.contains("mountain") {
                ('^', Color::Grey)
            } else if ground.blocks_step {
                ('#', Color::Grey)
            } else {
                ('"', Color::Green)
            };
            (c, color, seen)
        };
        self.draw(explorer.at(), &status, &["? shows the keys, q leaves.".to_owned()], help, cell)
    }

    /// The map around a cell, a line of state, and the last lines of the log.
    fn draw(
        &mut self,
        middle: Point,
        status: &str,
        log: &[String],
        help: bool,
        cell: impl Fn(Point) -> (char, Color, bool),
    ) -> Result<(), Failure> {
        let (width, height) = size().unwrap_or((80, 24));
        let out = &mut self.out;
        queue!(out, BeginSynchronizedUpdate)?;
        if help {
            queue!(out, ResetColor, Clear(ClearType::All))?;
            for (i, line) in HELP.iter().take(usize::from(height)).enumerate() {
                let line: String = line.chars().take(usize::from(width)).collect();
                queue!(out, MoveTo(0, i as u16), Print(line))?;
            }
        } else {
            let log_lines = if height >= 12 { 3 } else { 1 };
            let map_height = i32::from(height.saturating_sub(log_lines + 1));
            let corner = middle - Point::new(i32::from(width) / 2, map_height / 2);
            for row in 0..map_height {
                queue!(out, MoveTo(0, row as u16))?;
                let mut last = None;
                for column in 0..i32::from(width) {
                    let (c, color, bright) = cell(corner + Point::new(column, row));
                    let color = if bright { color } else { Color::DarkGrey };
                    if last != Some(color) {
                        queue!(out, SetForegroundColor(color))?;
                        last = Some(color);
                    }
                    queue!(out, Print(c))?;
                }
            }
            queue!(out, ResetColor, MoveTo(0, map_height as u16), SetAttribute(Attribute::Reverse))?;
            let line: String =
                status.chars().chain(std::iter::repeat(' ')).take(usize::from(width)).collect();
            queue!(out, Print(line), SetAttribute(Attribute::Reset))?;
            let from = log.len().saturating_sub(usize::from(log_lines));
            for i in 0..log_lines {
                queue!(out, MoveTo(0, map_height as u16 + 1 + i), Clear(ClearType::CurrentLine))?;
                if let Some(text) = log.get(from + usize::from(i)) {
                    let text: String = text.chars().take(usize::from(width)).collect();
                    queue!(out, Print(text))?;
                }
            }
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was; what fails here cannot be helped.
fn restore() {
    let _ = execute!(io::stdout(), ResetColor, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
