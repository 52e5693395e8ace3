//! The screen: the map around the player, the status line, the log, the help page.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, size};
use mapkiln::Point;
use mapkiln::draw::text::Sign;
use mapkiln::floor::FloorThingKind;
use mapkiln::maps::Audience;
use mapkiln::play::{ChunkSource, Explorer, Game, Status};

use super::terminal::Terminal;
use crate::failure::Failure;
use crate::say::visible;

const HELP: &[&str] = &[
    "arrows, h j k l   walk; into an enemy: strike; into a door: open or batter",
    ".  space          wait a turn (you heal while nobody hunts you)",
    "x                 search for hidden doors beside you",
    "S                 store the game (start with --save FILE)",
    "?                 this page",
    "q  Esc  Ctrl-C    leave",
    "",
    "@ you   e enemy   B boss, one being in many rooms   $ chest   k key",
    "+ door  ' open door  > way out  # wall  ~ water  ^ trap  v pit",
    "Dim is what you remember. Enemies see less far than you, but they hear fights.",
    "",
    "Any key returns to the game.",
];

impl Terminal {
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
            carried.saturating_add(game.score()),
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
                    FloorThingKind::Chest => Some(('$', Color::Yellow)),
                    FloorThingKind::Key(_) => Some(('k', Color::Yellow)),
                    FloorThingKind::Exit | FloorThingKind::StairsDown => Some(('>', Color::Green)),
                    FloorThingKind::StairsUp => Some(('<', Color::Green)),
                    FloorThingKind::Trap if seen => Some(('^', Color::Red)),
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
            let c = Sign::of_cell(game.floor(), p, Audience::Players).ascii();
            (c, if c == '~' { Color::Blue } else { Color::Grey }, seen)
        };
        self.draw(player.at, &status, log, help, cell)
    }

    pub(super) fn draw_world<W: ChunkSource>(
        &mut self,
        explorer: &Explorer<W>,
        log: &str,
        help: bool,
    ) -> Result<(), Failure> {
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
        self.draw(explorer.at(), &status, &[log.to_owned()], help, cell)
    }

    /// Draws the map around a cell, the status line and the last lines of the log.
    fn draw(
        &mut self,
        middle: Point,
        status: &str,
        log: &[String],
        help: bool,
        cell: impl Fn(Point) -> (char, Color, bool),
    ) -> Result<(), Failure> {
        let (width, height) = size().unwrap_or((80, 24));
        let mut out = io::stdout();
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
                    let text: String = visible(text).chars().take(usize::from(width)).collect();
                    queue!(out, Print(text))?;
                }
            }
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()?;
        Ok(())
    }
}
