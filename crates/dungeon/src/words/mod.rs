//! Words: titles, stories and descriptions, in English and Brazilian Portuguese.
//!
//! Sentences are drawn from a small grammar of phrases. No sentence stands twice in a dungeon: a
//! repeated one is drawn again.

mod grammar;
mod phrases;
mod room;

use std::collections::BTreeSet;

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::Plan;

use crate::codex::{Theme, Translated};
use grammar::expand;
use phrases::{Phrases, phrases};

/// Writes the words of a dungeon.
pub(crate) struct Writer<'t> {
    pub(crate) theme: &'t Theme,
    pub(crate) language: Language,
    said: BTreeSet<String>,
}

/// Draws before a repeated sentence gets the number of its room.
const DRAWS: usize = 40;

impl<'t> Writer<'t> {
    /// A writer who has not said anything yet.
    pub(crate) fn new(theme: &'t Theme, language: Language) -> Self {
        Writer { theme, language, said: BTreeSet::new() }
    }

    /// Never writes the sentences of this text again.
    pub(crate) fn avoid_sentences_of(&mut self, text: &str) {
        let parts = text.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty());
        self.said.extend(parts.map(str::to_owned));
    }

    fn phrases(&self) -> &'static Phrases {
        phrases(self.language)
    }

    /// One sentence from a list of templates, new in this dungeon.
    fn say(&mut self, templates: &[&str], slots: &[(&str, &str)], room: u32, rng: &mut Stream) -> String {
        let mut sentence = String::new();
        for _ in 0..DRAWS {
            let template = rng.pick(templates).copied().unwrap_or_default();
            sentence = expand(template, slots, rng);
            if self.said.insert(sentence.clone()) {
                return sentence;
            }
        }
        // All ways of saying it are used up: the number of the room makes it new.
        let body = sentence.trim_end_matches('.').to_owned();
        for repeat in 0.. {
            let more = if repeat == 0 { String::new() } else { format!(", {}", repeat + 1) };
            sentence = format!("{body} ({} {}{more}).", self.phrases().room_word, room + 1);
            if self.said.insert(sentence.clone()) {
                break;
            }
        }
        sentence
    }

    /// One of these words in the writer's language; empty if there are none.
    fn pick(&self, words: &'t [Translated], rng: &mut Stream) -> &'t str {
        rng.pick(words).map_or("", |w| w.get(self.language))
    }

    /// What the place is called.
    pub(crate) fn title(&self, seed: &Seed) -> String {
        let mut rng = seed.stream("title", 0);
        let place = self.pick(&self.theme.places, &mut rng);
        let epithet = self.pick(&self.theme.epithets, &mut rng);
        expand(self.phrases().title, &[("place", place), ("epithet", epithet)], &mut rng)
    }

    /// The background that ties the rooms together.
    pub(crate) fn story(&mut self, plan: &Plan, seed: &Seed) -> String {
        let phrases = self.phrases();
        let mut rng = seed.stream("story", 0);
        let mut text = Vec::new();
        let past = self.pick(&self.theme.past, &mut rng);
        text.push(self.say(phrases.past, &[("past", past)], 0, &mut rng));
        let mut factions: Vec<&str> = plan
            .rooms()
            .flat_map(|r| &r.contents.monsters)
            .map(|m| m.faction.as_str())
            .filter(|f| !f.is_empty())
            .collect();
        factions.sort_unstable();
        factions.dedup();
        match factions[..] {
            [] => {}
            [one] => text.push(self.say(phrases.one_faction, &[("a", one)], 0, &mut rng)),
            [a, b, ..] => text.push(self.say(phrases.two_factions, &[("a", a), ("b", b)], 0, &mut rng)),
        }
        let boss = plan
            .rooms()
            .find_map(|r| r.contents.monsters.iter().find(|m| m.boss).map(|m| (r.id, m.name.as_str())));
        if let Some((room, name)) = boss {
            let number = (room + 1).to_string();
            text.push(self.say(phrases.master, &[("boss", name), ("room", &number)], room, &mut rng));
        }
        for key in &plan.keys {
            let number = (key.room + 1).to_string();
            let slots = [("key", key.name.as_str()), ("room", number.as_str())];
            text.push(self.say(phrases.key_lies, &slots, key.room, &mut rng));
        }
        text.join(" ")
    }

    /// Names for keys, all different.
    pub(crate) fn name_keys(&self, plan: &mut Plan, seed: &Seed) {
        let mut rng = seed.stream("keys", 0);
        let mut names: Vec<&str> = self.phrases().keys.to_vec();
        // The draw is the same in every language: the lists have the same length.
        rng.shuffle(&mut names);
        for (i, key) in plan.keys.iter_mut().enumerate() {
            let name = names[i % names.len()];
            let round = i / names.len();
            key.name = if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) };
        }
    }
}

/// A list in a sentence: a, b and c.
fn listed(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}
