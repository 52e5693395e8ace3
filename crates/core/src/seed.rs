//! Seeds: any text, and the streams of random numbers derived from it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Stream;
use crate::hash::Fnv;

/// The source of all randomness in a map. Any text is a seed; a number is its decimal text.
///
/// A maker never draws from the seed itself. It derives a [`stream`](Seed::stream) for each stage,
/// individual, attempt or chunk by name and index, so that a new stage does not affect the others and
/// work on several threads gives the same result as on one.
///
/// ```
/// use mapkiln_core::Seed;
/// let seed = Seed::from(42);
/// assert_eq!(seed.to_string(), "42");
/// assert_eq!(seed, "42".into());
/// assert_ne!(seed.stream("rooms", 0).word(), seed.stream("rooms", 1).word());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Seed {
    text: String,
    hash: Fnv,
}

impl Seed {
    /// The stream of random numbers for one piece of work.
    pub fn stream(&self, name: &str, index: u64) -> Stream {
        Stream::from_key(self.hash.text(name).number(index).value())
    }

    /// The seed of a part that is made on its own, such as one level of several.
    ///
    /// Its text includes the name and index, so the part can be made again without the whole.
    pub fn child(&self, name: &str, index: u64) -> Seed {
        Seed::from(format!("{}/{name}{index}", self.text))
    }

    /// The seed of map number `index` if several are asked for: the seed itself for the first,
    /// then `text#1`, `text#2`, …, each of which is a seed that gives that one map again.
    pub fn nth(&self, index: u64) -> Seed {
        if index == 0 { self.clone() } else { Seed::from(format!("{}#{index}", self.text)) }
    }

    /// The seed as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<String> for Seed {
    fn from(text: String) -> Self {
        let hash = Fnv::new().text(&text);
        Seed { text, hash }
    }
}

impl From<&str> for Seed {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        number.to_string().into()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.text
    }
}

impl FromStr for Seed {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frozen values: if this fails, every map of every seed has changed.
    #[test]
    fn streams_are_frozen() {
        let words = |mut s: Stream| [s.word(), s.word()];
        assert_eq!(
            words(Seed::from("mapkiln").stream("layout", 3)),
            FROZEN_WORDS,
            "a changed stream changes every map ever made"
        );
    }
    const FROZEN_WORDS: [u64; 2] = [17973913691662381908, 18426756647629643334];

    #[test]
    fn names_indices_and_texts_separate_streams() {
        let seed = Seed::from("x");
        let first = |mut s: Stream| s.word();
        let words = [
            first(seed.stream("a", 0)),
            first(seed.stream("a", 1)),
            first(seed.stream("b", 0)),
            first(Seed::from("y").stream("a", 0)),
            first(seed.child("a", 0).stream("a", 0)),
            first(seed.nth(1).stream("a", 0)),
        ];
        for (i, a) in words.iter().enumerate() {
            assert!(words[i + 1..].iter().all(|b| a != b));
        }
    }
}
