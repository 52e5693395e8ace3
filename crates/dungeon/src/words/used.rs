//! What has been said in a dungeon, so that it is not said again.

use std::collections::BTreeSet;

use mapkiln_maps::plan::RoomId;

/// What is used up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    /// Frames, by number.
    pub(crate) frames: BTreeSet<usize>,
    /// Details of things and what a closer look gives, by number.
    pub(crate) lines: BTreeSet<usize>,
    /// Doings, by number.
    pub(crate) doings: BTreeSet<usize>,
    /// Signs of traps and ways past them, in English.
    pub(crate) traps: BTreeSet<String>,
    /// Written notes.
    pub(crate) notes: usize,
    /// The rooms with a sign of those who live next door.
    pub(crate) next_door: BTreeSet<RoomId>,
    /// The last words of place, in both languages.
    pub(crate) place: Option<[&'static str; 2]>,
    /// The first two words of what is read aloud.
    openings: BTreeSet<String>,
    sentences: BTreeSet<String>,
}

impl Used {
    /// Takes note of a text that stays.
    pub(crate) fn keep(&mut self, text: &str) {
        for sentence in text.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty()) {
            self.sentences.insert(sentence.to_owned());
        }
        self.openings.insert(opening(text));
    }

    /// May a passage that is read aloud be added? All its sentences and its opening must be new.
    pub(crate) fn is_new(&self, text: &str) -> bool {
        let mut sentences = text.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty());
        !self.openings.contains(&opening(text)) && sentences.all(|s| !self.sentences.contains(s))
    }
}

/// The first two words, in lower case and without marks.
fn opening(text: &str) -> String {
    let words = text.split_whitespace().take(2);
    words.map(|w| w.to_lowercase().replace(['*', ',', '.', ';', ':'], "")).collect::<Vec<_>>().join(" ")
}
