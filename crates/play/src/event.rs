//! What happens in a turn.

use std::fmt;

use mapkiln_core::Point;
use serde::{Deserialize, Serialize};

/// Something that happened in a turn; `Display` gives a sentence for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TurnEvent {
    /// The way is blocked.
    Blocked,
    /// A door was opened.
    DoorOpened(Point),
    /// A door was unlocked with a key.
    DoorUnlocked(Point),
    /// A door is locked, and the player does not have its key.
    DoorLocked(Point),
    /// A door was battered and still stands; the number is the blows it will still take.
    DoorBattered(Point, u32),
    /// A door broke.
    DoorBroken(Point),
    /// This many secret doors were found.
    SecretFound(u32),
    /// Nothing was found.
    NothingFound,
    /// A key was taken: its number and name.
    KeyTaken(u32, String),
    /// A chest was opened.
    ChestOpened,
    /// A trap was triggered: its name and damage.
    TrapSprung(String, u32),
    /// The player hit an enemy: its name and remaining health.
    EnemyHit(String, u32),
    /// An enemy was beaten.
    EnemyBeaten(String),
    /// The player hit a body of the boss: its name and the remaining health of all bodies together.
    BossHit(String, u32),
    /// The boss was beaten, in every room at once: its name and the number of bodies.
    BossBeaten(String, u32),
    /// An enemy noticed the player.
    Noticed(String),
    /// The player was hit: by whom, and the damage.
    PlayerHit(String, u32),
    /// The player reached the exit.
    Won,
    /// The player died.
    Lost,
}

impl fmt::Display for TurnEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnEvent::Blocked => f.write_str("There is no way there."),
            TurnEvent::DoorOpened(_) => f.write_str("The door opens."),
            TurnEvent::DoorUnlocked(_) => f.write_str("The key turns, and the door opens."),
            TurnEvent::DoorLocked(_) => f.write_str("The door is locked. Somewhere there is a key."),
            TurnEvent::DoorBattered(_, left) => {
                write!(f, "The door shakes ({left} more). Someone will have heard that.")
            }
            TurnEvent::DoorBroken(_) => f.write_str("The door breaks."),
            TurnEvent::SecretFound(1) => f.write_str("A hidden door!"),
            TurnEvent::SecretFound(n) => write!(f, "{n} hidden doors!"),
            TurnEvent::NothingFound => f.write_str("Nothing is hidden here."),
            TurnEvent::KeyTaken(number, name) if name.is_empty() => write!(f, "A key (number {number})."),
            TurnEvent::KeyTaken(_, name) => write!(f, "A key: {name}."),
            TurnEvent::ChestOpened => f.write_str("A chest, full of gold."),
            TurnEvent::TrapSprung(name, 0) => write!(f, "{} does no harm.", named(name, "A trap")),
            TurnEvent::TrapSprung(name, harm) => write!(f, "{} takes {harm}.", named(name, "A trap")),
            TurnEvent::EnemyHit(name, left) => write!(f, "You hit {} ({left} left).", the(name, "enemy")),
            TurnEvent::EnemyBeaten(name) => write!(f, "You beat {}.", the(name, "enemy")),
            TurnEvent::BossHit(name, left) => {
                write!(f, "You hit {}; it flinches in every room at once ({left} left).", the(name, "boss"))
            }
            TurnEvent::BossBeaten(name, 1) => write!(f, "You beat {}.", the(name, "boss")),
            TurnEvent::BossBeaten(name, bodies) => {
                write!(f, "You beat {}: all {bodies} bodies fall.", the(name, "boss"))
            }
            TurnEvent::Noticed(name) => write!(f, "{} notices you.", capital(&the(name, "enemy"))),
            TurnEvent::PlayerHit(name, harm) => {
                write!(f, "{} hits you for {harm}.", capital(&the(name, "enemy")))
            }
            TurnEvent::Won => f.write_str("The way out!"),
            TurnEvent::Lost => f.write_str("You fall."),
        }
    }
}

fn named<'a>(name: &'a str, otherwise: &'a str) -> &'a str {
    if name.is_empty() { otherwise } else { name }
}

fn the(name: &str, otherwise: &str) -> String {
    format!("the {}", named(name, otherwise))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
