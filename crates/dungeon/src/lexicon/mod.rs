//! The lexicon: words with their features in English and Brazilian Portuguese, and how they are
//! put into sentences.
//!
//! - [`noun`] has nouns with number and gender, [`english`] and [`portuguese`] make everything else
//!   agree with them, and [`frame`] fills sentences.
//! - [`things`], [`creatures`], [`doings`] and [`names`] read our data.

pub(crate) mod creatures;
pub(crate) mod doings;
pub(crate) mod english;
pub(crate) mod frame;
pub(crate) mod frames;
pub(crate) mod names;
pub(crate) mod noun;
pub(crate) mod portuguese;
pub(crate) mod things;

pub(crate) use frame::{Slot, Voice, capitalised};
pub(crate) use noun::{Gender, Noun, Np};

/// The same words in English and in Portuguese.
pub(crate) type Both = [String; 2];

/// The lines of a data file without comments, each split at its bars.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(" | ").map(str::trim).collect())
}

/// Reads `m` or `f`.
pub(crate) fn gender(letter: &str) -> Gender {
    if letter.starts_with('f') { Gender::Feminine } else { Gender::Masculine }
}
