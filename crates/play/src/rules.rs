//! The rules as data, and the actions of a player.

use mapkiln_core::Direction;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The rules of the game as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameRules {
    /// The player's health at the start and at most, 1 to 10,000; 30 by default.
    pub health: u32,
    /// How far the player sees, in cells, 1 to 1,000; 12 by default.
    pub sight: u32,
    /// Damage of a hit by the player, 1 to 1,000; 2 by default.
    pub strength: u32,
    /// Turns to regain one point of health while no enemy hunts, 1 to 1,000; 4 by default.
    pub mend_every: u32,
    /// An enemy's health, 1 to 1,000; 3 by default.
    pub enemy_health: u32,
    /// Damage of a hit by an enemy, 0 to 1,000; 1 by default.
    pub enemy_strength: u32,
    /// How far an enemy sees, in cells, 0 to 1,000; 8 by default.
    pub enemy_sight: u32,
    /// The boss's health, 1 to 1,000; 6 by default.
    pub boss_health: u32,
    /// Health that each of its bodies adds, 0 to 1,000; 2 by default.
    pub body_health: u32,
    /// Damage of a hit by the boss, which strikes once per turn; 0 to 1,000; 2 by default.
    pub boss_strength: u32,
    /// How far a fight or a battered door is heard, in steps, 0 to 100; 14 by default.
    pub loud: u32,
    /// How far a footstep is heard, in steps, 0 to 100; 3 by default.
    pub quiet: u32,
    /// Turns that an enemy keeps hunting after it last saw or heard the player, 0 to 1,000; 10 by
    /// default.
    pub patience: u32,
    /// Blows to break a door that has no key, 1 to 1,000; 6 by default.
    pub batter: u32,
    /// Damage of a trap, 0 to 1,000; 3 by default.
    pub trap: u32,
    /// Health regained from a chest, 0 to 1,000; 5 by default.
    pub chest_mends: u32,
}

impl Default for GameRules {
    fn default() -> Self {
        GameRules {
            health: 30,
            sight: 12,
            strength: 2,
            mend_every: 4,
            enemy_health: 3,
            enemy_strength: 1,
            enemy_sight: 8,
            boss_health: 6,
            body_health: 2,
            boss_strength: 2,
            loud: 14,
            quiet: 3,
            patience: 10,
            batter: 6,
            trap: 3,
            chest_mends: 5,
        }
    }
}

impl GameRules {
    pub(crate) fn check(&self) -> Result<(), Error> {
        let thousand = [
            ("sight", self.sight, 1),
            ("strength", self.strength, 1),
            ("mend_every", self.mend_every, 1),
            ("enemy_health", self.enemy_health, 1),
            ("enemy_strength", self.enemy_strength, 0),
            ("enemy_sight", self.enemy_sight, 0),
            ("boss_health", self.boss_health, 1),
            ("body_health", self.body_health, 0),
            ("boss_strength", self.boss_strength, 0),
            ("patience", self.patience, 0),
            ("batter", self.batter, 1),
            ("trap", self.trap, 0),
            ("chest_mends", self.chest_mends, 0),
        ];
        for (name, value, least) in thousand {
            if !(least..=1000).contains(&value) {
                let range = if least == 1 { "between 1 and 1000" } else { "between 0 and 1000" };
                return Err(Error::Rule { name, range, value });
            }
        }
        if !(1..=10_000).contains(&self.health) {
            return Err(Error::Rule { name: "health", range: "between 1 and 10000", value: self.health });
        }
        for (name, value) in [("loud", self.loud), ("quiet", self.quiet)] {
            if value > 100 {
                return Err(Error::Rule { name, range: "between 0 and 100", value });
            }
        }
        Ok(())
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// Step; a step into an enemy hits it, a step into a shut door opens it.
    Step(Direction),
    /// Wait a turn.
    Wait,
    /// Look for secret doors in the cells around.
    Search,
}

impl Action {
    /// All of them.
    pub const ALL: [Action; 6] = [
        Action::Step(Direction::North),
        Action::Step(Direction::East),
        Action::Step(Direction::South),
        Action::Step(Direction::West),
        Action::Wait,
        Action::Search,
    ];

    /// Its letter in a replay.
    pub fn letter(self) -> char {
        match self {
            Action::Step(Direction::North) => 'n',
            Action::Step(Direction::East) => 'e',
            Action::Step(Direction::South) => 's',
            Action::Step(Direction::West) => 'w',
            Action::Wait => '.',
            Action::Search => 'x',
        }
    }

    /// The action of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Action::ALL.into_iter().find(|a| a.letter() == letter)
    }
}
