//! What is read aloud: two or three sentences, at most 55 words, of what is seen at a glance.
//!
//! A passage is made of an opener (fragments for light, smell and sound), who is here and what they
//! do, what stands here, and a closer. What is most dangerous comes first or last.

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::Language;

use super::senses::Sensed;
use super::{Said, Writer};
use crate::lexicon::doings::State;
use crate::lexicon::{Slot, capitalised, frames};
use crate::story::RoomFacts;

/// What is read aloud of a room, and what follows from it for the game master's part.
#[derive(Default)]
pub(crate) struct Glance {
    pub(crate) sentences: Vec<Said>,
    /// The things in bold, by their place in the room's list.
    pub(crate) bold: Vec<usize>,
    /// What each group is doing.
    pub(crate) states: Vec<State>,
    /// The thing that the first group is busy with.
    pub(crate) with: Option<usize>,
    /// Facts that a fragment or a phrase has told: they are not told again.
    pub(super) told: Vec<String>,
}

/// The fewest and the most words.
const WORDS: std::ops::RangeInclusive<usize> = 25..=55;
/// The most sentences.
const SENTENCES: usize = 3;
/// Drafts before the best so far is taken.
const DRAFTS: usize = 24;
/// The most fragments of an opener.
const FRAGMENTS: usize = 3;

impl Writer<'_> {
    /// Drafts until one has the right length, begins like no other and repeats nothing.
    pub(crate) fn glance(&mut self, facts: &RoomFacts<'_>, first: &[usize]) -> Glance {
        let before = self.used.clone();
        let own = self.language;
        let mut best: Option<(usize, Glance, super::Used)> = None;
        for draft in 0..DRAFTS {
            // Both languages are written, so that both choose the same draft and tell the same facts.
            let mut badness = 0;
            let mut kept = None;
            let mut texts = Vec::new();
            for language in [Language::English, Language::Portuguese] {
                self.language = language;
                self.used = before.clone();
                let mut rng = self.seed.stream("glance", u64::from(facts.id()) * 100 + draft as u64);
                let glance = self.draft(facts, first, &mut rng);
                let text = super::joined(&glance.sentences).0;
                let words: usize = glance.sentences.iter().map(Said::words).sum();
                badness += WORDS.start().saturating_sub(words) + words.saturating_sub(*WORDS.end());
                badness += 10 * glance.sentences.len().saturating_sub(SENTENCES);
                badness += 10 * 2usize.saturating_sub(glance.sentences.len());
                badness += if before.is_new(&text) { 0 } else { 40 };
                badness += 3 * 2usize.saturating_sub(glance.bold.len());
                texts.push(text);
                if language == own {
                    kept = Some(glance);
                }
            }
            if let Some(glance) = kept
                && best.as_ref().is_none_or(|b| badness < b.0)
            {
                let mut used = self.used.clone();
                texts.iter().for_each(|text| used.keep(text));
                best = Some((badness, glance, used));
            }
            if badness == 0 {
                break;
            }
        }
        self.language = own;
        let Some((_, glance, used)) = best else { return Glance::default() };
        self.used = used;
        glance
    }

    fn draft(&mut self, facts: &RoomFacts<'_>, first: &[usize], rng: &mut Stream) -> Glance {
        let mut glance = Glance::default();
        let sensed = self.sensed(facts, rng);
        let occupied = !facts.groups.is_empty();
        // A room full of things needs no opener, an empty one hardly does without.
        let opens = rng.percent(if occupied { 55 } else { 75 });
        let opener = if opens { self.opener(&sensed, &mut glance, rng) } else { None };
        let mut free: Vec<usize> = (0..facts.things.len())
            .filter(|&i| !glance.told.contains(&Self::thing_fact(facts, &facts.things[i])))
            .collect();
        rng.shuffle(&mut free);
        // What has a tie to the story or holds something is told first; lights last.
        free.stable_sort_by_key(|i| (!first.contains(i), facts.things[*i].light.is_some()));
        let doer = if occupied { self.doers(facts, &mut free, &mut glance, rng) } else { None };
        // Danger first or last; behind those who are here stands the rest.
        let leads = doer.is_some() && rng.percent(60);
        let things = self.sights(facts, &free, leads, &mut glance, rng);
        let opened = opener.is_some();
        glance.sentences.extend(opener);
        if leads {
            glance.sentences.extend(doer);
            glance.sentences.extend(things);
        } else {
            glance.sentences.extend(things);
            glance.sentences.extend(doer);
        }
        let words: usize = glance.sentences.iter().map(Said::words).sum();
        if glance.sentences.len() < SENTENCES && (words < *WORDS.start() || !opened && words < 38) {
            let closer = self.closer(&sensed, &mut glance, rng);
            glance.sentences.extend(closer);
        }
        glance
    }

    /// Two or three fragments, each for another sense: "Smoke from a torch, wet fur, a low growl next door."
    fn opener(&mut self, sensed: &[Sensed], glance: &mut Glance, rng: &mut Stream) -> Option<Said> {
        let mut parts: Vec<(Sense, String)> = Vec::new();
        let mut told = Vec::new();
        for sensed in sensed {
            let class = format!("f.{}", sensed.class);
            let sense = Sense::of(sensed.class);
            let new = !parts.iter().any(|(other, _)| *other == sense) && !told.contains(&sensed.fact);
            if parts.len() == FRAGMENTS || !new || frames::of(&class).is_empty() {
                continue;
            }
            if let Some(text) = self.frame(&class, self.aloud(), &sensed.slots(), rng) {
                parts.push((sense, text));
                told.push(sensed.fact.clone());
            }
        }
        if parts.len() < 2 {
            return None;
        }
        // What is heard comes last: it is what one listens to.
        parts.stable_sort_by_key(|(sense, _)| *sense);
        let texts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        glance.told.extend(told.iter().cloned());
        Some(Said::new(format!("{}.", capitalised(&texts.join(", "))), told))
    }

    /// Two clauses about what has not been told: "Slow drops fall, and nothing moves."
    fn closer(&mut self, sensed: &[Sensed], glance: &mut Glance, rng: &mut Stream) -> Option<Said> {
        let mut clauses: Vec<(Sense, String)> = Vec::new();
        let mut about = Vec::new();
        for sensed in sensed {
            let sense = Sense::of(sensed.class);
            let new = !clauses.iter().any(|(other, _)| *other == sense)
                && !glance.told.contains(&sensed.fact)
                && !about.contains(&sensed.fact);
            if clauses.len() == 2 || !new {
                continue;
            }
            if let Some(text) = self.frame(sensed.class, self.aloud(), &sensed.slots(), rng) {
                clauses.push((sense, text));
                about.push(sensed.fact.clone());
            }
        }
        clauses.stable_sort_by_key(|(sense, _)| *sense);
        let and = if self.language == Language::English { "and" } else { "e" };
        let text = match &clauses[..] {
            [] => return None,
            // Alone, a clause would be the same sentence in many dungeons.
            [(_, only)] if glance.sentences.len() < 2 => only.clone(),
            [_] => return None,
            [(_, a), (_, b), ..] => format!("{a}, {and} {b}"),
        };
        glance.told.extend(about.iter().cloned());
        Some(Said::new(format!("{}.", capitalised(&text)), about))
    }
}

/// What a clause appeals to, in the order in which one notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sense {
    Light,
    Place,
    Decay,
    Smell,
    Sound,
}

impl Sense {
    fn of(class: &str) -> Sense {
        match class.split('.').next().unwrap_or(class) {
            "burn" | "glow" | "dark" | "surface" => Sense::Light,
            "burnt" | "flooded" | "broken" | "robbed" | "sealed" | "rubble" => Sense::Decay,
            "smell" => Sense::Smell,
            "hear" | "still" => Sense::Sound,
            _ => Sense::Place,
        }
    }
}

impl Sensed {
    fn slots(&self) -> Vec<(&'static str, Slot)> {
        self.light.iter().map(|l| ("l", Slot::from(l.clone()))).collect()
    }
}
