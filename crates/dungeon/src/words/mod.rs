//! Words: titles, the front page and the key, in English and Brazilian Portuguese.
//!
//! Every sentence is a frame filled with facts of the plan or of its [`Story`]; it carries the names
//! of these facts. No frame, doing or detail is used twice in a dungeon while there are others, and no two passages that
//! are read aloud begin alike.

mod clues;
mod doers;
mod exits;
mod front;
mod glance;
mod here;
mod room;
mod said;
mod senses;
mod sights;
mod stores;
mod title;
mod used;

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Plan, RoomId};

use crate::lexicon::frames;
use crate::lexicon::{Slot, Voice};
use crate::story::{Story, World};

pub(crate) use said::{Said, joined};
pub(crate) use title::{name_keys, title, translate_names};
pub(crate) use used::Used;

/// Writes the words of a dungeon.
pub(crate) struct Writer<'w> {
    pub(crate) world: &'w World<'w>,
    pub(crate) story: &'w Story,
    pub(crate) seed: Seed,
    pub(crate) used: Used,
    /// The language that is being written.
    pub(crate) language: Language,
}

impl Writer<'_> {
    fn language(&self) -> Language {
        self.language
    }

    fn index(&self) -> usize {
        self.language.index()
    }

    fn written(&self) -> Voice {
        Voice::written(self.language())
    }

    fn aloud(&self) -> Voice {
        Voice::aloud(self.language())
    }

    /// A sentence of a class that has not been used, filled; `None` if none is left.
    fn frame(
        &mut self,
        class: &str,
        voice: Voice,
        slots: &[(&str, Slot)],
        rng: &mut Stream,
    ) -> Option<String> {
        let mut order: Vec<&frames::Frame> = frames::of(class).iter().filter(|f| f.fits(slots)).collect();
        rng.shuffle(&mut order);
        // In a large dungeon frames with slots come again once all of their class are used: what fills
        // them differs.
        let (new, old): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|f| !self.used.frames.contains(&f.number));
        for frame in new.into_iter().chain(old.into_iter().filter(|f| f.text[0].contains('['))) {
            if let Ok(said) = voice.try_say(&frame.text[self.index()], slots) {
                self.used.frames.insert(frame.number);
                return Some(said);
            }
        }
        None
    }

    /// A sentence for the game master, with a capital first letter.
    fn sentence(
        &mut self,
        class: &str,
        slots: &[(&str, Slot)],
        facts: &[String],
        rng: &mut Stream,
    ) -> Option<Said> {
        let text = self.frame(class, self.written(), slots, rng)?;
        Some(Said::new(crate::lexicon::capitalised(&text), facts.to_vec()))
    }
}

/// A room in a list of facts: `r4`.
pub(crate) fn room_key(id: RoomId) -> String {
    format!("r{}", id + 1)
}

/// Numbers of rooms in a sentence: `room 3`, `rooms 3 and 6`.
pub(crate) fn rooms_in_words(rooms: &[RoomId], language: Language) -> String {
    let numbers: Vec<String> = rooms.iter().map(|r| (r + 1).to_string()).collect();
    let [one, many, and] = match language {
        Language::English => ["room", "rooms", "and"],
        Language::Portuguese => ["sala", "salas", "e"],
    };
    match &numbers[..] {
        [] => String::new(),
        [only] => format!("{one} {only}"),
        _ => format!("{many} {}", listed(&numbers, and)),
    }
}

/// A list in a sentence: a, b and c.
pub(crate) fn listed(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// The seed that a story was drawn with, as its front page keeps it.
pub(crate) fn story_seed(plan: &Plan) -> Option<Seed> {
    let facts = plan.front.iter().flat_map(|e| &e.facts);
    facts.filter_map(|f| f.strip_prefix("story.seed:")).next().map(Seed::from)
}
