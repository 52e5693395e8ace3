//! Words: titles, stories and descriptions, in English and Brazilian Portuguese.
//!
//! Sentences come from a small grammar of our own phrases. A sentence is said once in a dungeon:
//! each is drawn again until it is new.

mod grammar;
mod phrases;
mod room;

use std::collections::BTreeSet;

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::Plan;

use crate::codex::Theme;
use grammar::expand;
use phrases::Phrases;
pub(crate) use phrases::phrases;

/// Writes the words of a dungeon.
pub(crate) struct Writer<'t> {
    pub(crate) theme: &'t Theme,
    pub(crate) language: Language,
    said: BTreeSet<String>,
}

/// Draws before a sentence gets the number of its room instead.
const DRAWS: usize = 40;

impl<'t> Writer<'t> {
    /// A writer that will not repeat what is said of the rooms that stay.
    pub(crate) fn new(theme: &'t Theme, language: Language) -> Self {
        Writer { theme, language, said: BTreeSet::new() }
    }

    /// Notes the sentences of a text that is already there.
    pub(crate) fn heard(&mut self, text: &str) {
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
        for again in 0.. {
            let more = if again == 0 { String::new() } else { format!(", {}", again + 1) };
            sentence = format!("{body} ({} {}{more}).", self.phrases().room_word, room + 1);
            if self.said.insert(sentence.clone()) {
                break;
            }
        }
        sentence
    }

    /// What the place is called.
    pub(crate) fn title(&self, seed: &Seed) -> String {
        let mut rng = seed.stream("title", 0);
        let place = rng.pick(&self.theme.places).map_or("", |p| p[self.language.index()].as_str());
        let epithet = rng.pick(&self.theme.epithets).map_or("", |p| p[self.language.index()].as_str());
        expand(self.phrases().title, &[("place", place), ("epithet", epithet)], &mut rng)
    }

    /// The background that ties the rooms together.
    pub(crate) fn story(&mut self, plan: &Plan, seed: &Seed) -> String {
        let (l, phrases) = (self.language.index(), self.phrases());
        let mut rng = seed.stream("story", 0);
        let mut text = Vec::new();
        let past = rng.pick(&self.theme.past).map_or("", |p| p[l].as_str());
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
            let again = i / names.len();
            key.name = if again == 0 { name.to_owned() } else { format!("{name} {}", again + 1) };
        }
    }
}

/// A list as one says it: a, b and c.
pub(crate) fn listed(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}
