//! The party, and the encounters that it can take on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::codex::{Rules, Tier};

/// The levels of the characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Party(Vec<u32>);

impl Party {
    /// A party of these levels: 1 to 20 characters, each of level 1 to 20.
    pub fn new(levels: Vec<u32>) -> Result<Self, Error> {
        let wrong = |value: String, advice| Err(Error::Spec { field: "party", value, advice });
        if levels.is_empty() || levels.len() > 20 {
            return wrong(format!("{} characters", levels.len()), "write 1 to 20 characters, such as 4x3");
        }
        match levels.iter().find(|l| !(1..=20).contains(*l)) {
            Some(level) => wrong(
                format!("a character of level {level}"),
                "levels go from 1 to 20; the rules have no budget beyond that",
            ),
            None => Ok(Party(levels)),
        }
    }

    /// The levels.
    pub fn levels(&self) -> &[u32] {
        &self.0
    }

    /// The mean level, rounded down; only the boss may have a higher challenge rating.
    pub fn level(&self) -> u32 {
        self.0.iter().sum::<u32>() / self.0.len().max(1) as u32
    }

    pub(crate) fn tier(&self) -> Tier {
        Tier::of(self.level())
    }

    /// Experience points of one encounter of this difficulty.
    pub fn encounter(&self, difficulty: Difficulty) -> u32 {
        self.0.iter().map(|&level| Rules::get().budget(level, difficulty)).sum()
    }
}

impl Default for Party {
    /// Four characters of level 3.
    fn default() -> Self {
        Party(vec![3; 4])
    }
}

impl FromStr for Party {
    type Err = Error;

    /// Reads `4x3` (four characters of level 3) and `3,3,4,5`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let unclear = || Error::Spec {
            field: "party",
            value: format!("{text:?}"),
            advice: "write 4x3 for four characters of level 3, or their levels as in 3,3,4,5",
        };
        let number = |t: &str| t.trim().parse::<u32>().map_err(|_| unclear());
        if let Some((count, level)) = text.split_once(['x', 'X']) {
            let (count, level) = (number(count)?, number(level)?);
            return Party::new(vec![level; count.min(1000) as usize]);
        }
        Party::new(text.split(',').map(number).collect::<Result<_, _>>()?)
    }
}

impl TryFrom<String> for Party {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<Party> for String {
    fn from(party: Party) -> String {
        party.to_string()
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.first() {
            Some(level) if self.0.iter().all(|l| l == level) => write!(f, "{}x{level}", self.0.len()),
            _ => {
                let levels: Vec<String> = self.0.iter().map(u32::to_string).collect();
                f.write_str(&levels.join(","))
            }
        }
    }
}

/// How hard encounters are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Difficulty {
    /// A few scary moments.
    Low,
    /// Could go badly if the party is careless.
    #[default]
    Moderate,
    /// Could be deadly.
    High,
}

impl FromStr for Difficulty {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "low" => Ok(Difficulty::Low),
            "moderate" => Ok(Difficulty::Moderate),
            "high" => Ok(Difficulty::High),
            _ => Err(Error::Spec {
                field: "difficulty",
                value: format!("{text:?}"),
                advice: "write low, moderate or high",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parties_read_and_write() {
        assert_eq!("4x3".parse::<Party>().unwrap().levels(), [3; 4]);
        assert_eq!("3, 3,4,5".parse::<Party>().unwrap().to_string(), "3,3,4,5");
        assert_eq!("4x3".parse::<Party>().unwrap().encounter(Difficulty::Moderate), 900);
        for wrong in ["", "4x40", "0x3", "x", "1,2,z", "99x1", "3x0"] {
            assert!(wrong.parse::<Party>().is_err(), "{wrong}");
        }
    }
}
