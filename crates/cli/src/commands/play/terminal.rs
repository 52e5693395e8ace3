//! The terminal during a game: how it is taken and restored, and the keys.
//!
//! However the game ends (quit, panic, Ctrl-C, a signal, an error), the terminal is left as it was
//! found: raw mode makes Ctrl-C a key like any other, signals that would end the program are noted
//! and end the game first, a guard restores on every way out, and a panic hook restores before the
//! message is printed.

use std::io;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::style::ResetColor;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use mapkiln::Direction;

use super::signals::Signals;
use crate::failure::Failure;

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

/// The terminal, taken over; dropping it restores it.
pub(super) struct Terminal {
    signals: Signals,
}

/// Whether the terminal must be restored.
static TAKEN: AtomicBool = AtomicBool::new(false);

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
        let terminal = Terminal { signals: Signals::watch()? };
        enable_raw_mode()?;
        // From here on the guard restores, even if the next line fails.
        TAKEN.store(true, Ordering::SeqCst);
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(terminal)
    }

    /// Restores the terminal; returns the signal that ended the game, if one did.
    pub(super) fn close(self) -> Signals {
        restore();
        self.signals.clone()
    }

    /// Waits for a key.
    pub(super) fn key(&mut self) -> Result<Key, Failure> {
        loop {
            if let Some(key) = self.key_within(60_000)? {
                return Ok(key);
            }
        }
    }

    /// A key, if one is pressed within the given time; a signal counts as the key that quits.
    pub(super) fn key_within(&mut self, milliseconds: u64) -> Result<Option<Key>, Failure> {
        // For the test that a panic, too, leaves the terminal as it was.
        #[cfg(debug_assertions)]
        assert!(std::env::var_os("MAPKILN_TEST_PANIC").is_none(), "a panic was asked for");
        let end = Instant::now() + Duration::from_millis(milliseconds);
        loop {
            if self.signals.came() {
                return Ok(Some(Key::Quit));
            }
            let left = end.saturating_duration_since(Instant::now());
            // In short waits, to notice signals soon.
            if !wait_for_input(left.min(Duration::from_millis(50)))? {
                return Ok(Some(Key::Quit));
            }
            if event::poll(Duration::ZERO)? {
                return Ok(Some(match event::read()? {
                    Event::Resize(..) => Key::Resize,
                    Event::Key(key) => meaning(key),
                    _ => Key::Other,
                }));
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }
}

/// Waits for input; false once the terminal is gone. Reading from it then would never return.
#[cfg(unix)]
fn wait_for_input(longest: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.subsec_nanos().into() };
    match poll(&mut wanted, Some(&longest)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            Ok(!wanted[0].revents().intersects(gone))
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn wait_for_input(longest: Duration) -> io::Result<bool> {
    event::poll(longest).map(|_| true)
}

fn meaning(key: KeyEvent) -> Key {
    match key.code {
        _ if key.kind == KeyEventKind::Release => Key::Other,
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
        KeyCode::Char('k' | 'w') => Key::Step(Direction::North),
        KeyCode::Char('l' | 'd') => Key::Step(Direction::East),
        KeyCode::Char('j' | 's') => Key::Step(Direction::South),
        KeyCode::Char('h' | 'a') => Key::Step(Direction::West),
        _ => Key::Other,
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal; there is nothing to do about failures here.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), ResetColor, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
