//! What is read aloud: two or three sentences, at most 55 words, of what is seen at a glance.
//!
//! A passage is who is here and what they do, what stands here, and a clause about what else is
//! seen, heard or smelt; some begin with fragments instead. What is most dangerous comes first or last.

use std::ops::RangeInclusive;

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::Language;

use super::senses::Sensed;
use super::{Said, Writer};
use crate::lexicon::doings::State;
use crate::lexicon::{Gender, Np, Slot, capitalised, frames};
use crate::story::RoomFacts;

/// What is read aloud of a room, and what follows from it for the game master's part.
#[derive(Default)]
pub(crate) struct Glance {
    pub(crate) sentences: Vec<Said>,
    /// The things in bold, by their place in the room's list.
    pub(crate) bold: Vec<usize>,
    /// What each group is doing.
    pub(crate) states: Vec<State>,
    /// Those who were told of, as they look.
    pub(super) looks: Vec<Np>,
    /// The thing that the first group is busy with.
    pub(crate) with: Option<usize>,
    /// Facts that a fragment or a phrase has told: they are not told again.
    pub(super) told: Vec<String>,
    /// The senses that a fragment or a clause has appealed to.
    senses: Vec<Sense>,
}

impl Glance {
    /// Those who are here and were told of, as one noun phrase to refer back to.
    pub(super) fn those_here(&self) -> Option<Np> {
        let count = self.looks.iter().map(|np| np.count).sum();
        // Together they are masculine in Portuguese unless all are feminine.
        let masculine = self.looks.iter().find(|np| np.noun.gender == Gender::Masculine);
        Some(Np { count, ..masculine.or(self.looks.first())?.clone() })
    }
}

/// The fewest and the most words.
const WORDS: RangeInclusive<usize> = 25..=55;
/// The words of a good passage: twelve to eighteen seconds.
const GOOD: RangeInclusive<usize> = 38..=50;
/// The most sentences.
const SENTENCES: usize = 3;
/// Drafts before the best so far is taken.
const DRAFTS: usize = 24;
/// The most fragments of an opener.
const FRAGMENTS: usize = 3;
/// How many passages begin with fragments, in percent.
const OPENERS: u32 = 25;
/// From so many words on, a passage without an opener needs no clause at its end.
const TALE: usize = 44;

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
                badness += off(words, &GOOD) + 5 * off(words, &WORDS);
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
        // An opener makes up for what a bare room does not have.
        let opens = rng.percent(if facts.things.len() < 3 && !occupied { 3 * OPENERS } else { OPENERS });
        let opener = if opens { self.opener(&sensed, &mut glance, rng) } else { None };
        let mut free: Vec<usize> = (0..facts.things.len())
            .filter(|&i| !glance.told.contains(&Self::thing_fact(facts, &facts.things[i])))
            .collect();
        // The only thing here is told of all the same.
        if free.is_empty() {
            free.extend(0..facts.things.len());
        }
        rng.shuffle(&mut free);
        // What the room is named for comes first, then what holds something; dirt and lights last.
        free.stable_sort_by_key(|i| (facts.rank(facts.things[*i].kind), !first.contains(i)));
        let named = free.iter().position(|i| !first.contains(i)).map(|at| free.remove(at));
        free.stable_sort_by_key(|i| !first.contains(i));
        free.splice(0..0, named);
        let doer = if occupied { self.doers(facts, &mut free, &mut glance, rng) } else { None };
        // A light that they are seen by is not told of again.
        let only = glance.bold.is_empty() && free.len() == 1;
        free.retain(|&i| only || !glance.told.contains(&Self::thing_fact(facts, &facts.things[i])));
        // Danger first or last; behind those who are here stands the rest.
        let leads = doer.is_some() && rng.percent(60);
        let mut things: Vec<Said> = Vec::new();
        // Where nobody draws the eye, what stands here has two sentences.
        let counts: &[usize] = match (occupied, opener.is_some(), facts.is_bare()) {
            (true, true, _) => &[2],
            (true, false, _) => [&[2][..], &[2, 1], &[1, 2]][rng.index(3)],
            (false, _, true) => &[1, 1],
            (false, _, false) => &[[1, 2], [2, 1], [2, 2]][rng.index(3)],
        };
        for &count in counts {
            things.extend(self.sights(facts, &free, count, leads, &mut glance, rng));
            free.retain(|i| !glance.bold.contains(i));
        }
        let opened = opener.is_some();
        let order: Vec<Said> = if leads {
            doer.into_iter().chain(things).collect()
        } else {
            things.into_iter().chain(doer).collect()
        };
        glance.sentences.extend(opener);
        glance.sentences.extend(order);
        let words: usize = glance.sentences.iter().map(Said::words).sum();
        if words < *GOOD.start() || !opened && words < TALE {
            self.add_tail(&sensed, &mut glance, rng);
        }
        // Where little stands, more of what is sensed.
        while glance.sentences.iter().map(Said::words).sum::<usize>() < *WORDS.start()
            && self.add_tail(&sensed, &mut glance, rng)
        {}
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
            if let Some(text) = self.frame(&class, self.aloud(), &self.sensed_slots(sensed), rng) {
                parts.push((sense, text));
                told.push(sensed.fact.clone());
            }
        }
        if parts.len() < 2 {
            return None;
        }
        // What is heard comes last: it is what one listens to.
        parts.stable_sort_by_key(|(sense, _)| *sense);
        glance.senses.extend(parts.iter().map(|(sense, _)| *sense));
        let texts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        glance.told.extend(told.iter().cloned());
        Some(Said::new(format!("{}.", capitalised(&texts.join(", "))), told))
    }

    fn sensed_slots(&self, sensed: &Sensed) -> Vec<(&'static str, Slot)> {
        let mut slots: Vec<(&str, Slot)> =
            sensed.light.iter().map(|l| ("l", Slot::from(l.clone()))).collect();
        if self.world.theme.id != "cavern" {
            slots.push(("built", Slot::from("")));
        }
        slots
    }

    /// Adds a clause about something that has not been told to a sentence: "…; slow drops fall."
    /// Is there room for it, and something to say?
    fn add_tail(&mut self, sensed: &[Sensed], glance: &mut Glance, rng: &mut Stream) -> bool {
        // A sentence in two halves already has no room for a third.
        let Some(at) = glance.sentences.iter().rposition(|s| !s.text.contains(';')) else { return false };
        let seen =
            |s: &Sensed| s.light.is_some() && glance.sentences.iter().any(|g| g.facts.contains(&s.fact));
        let mut new: Vec<&Sensed> =
            sensed.iter().filter(|s| !glance.told.contains(&s.fact) && !seen(s)).collect();
        // Another sense before more of the same.
        new.stable_sort_by_key(|s| glance.senses.contains(&Sense::of(s.class)));
        for sensed in new {
            let Some(clause) = self.frame(sensed.class, self.aloud(), &self.sensed_slots(sensed), rng) else {
                continue;
            };
            let sentence = &mut glance.sentences[at];
            sentence.text = format!("{}; {clause}.", sentence.text.trim_end_matches('.'));
            sentence.facts.push(sensed.fact.clone());
            glance.told.push(sensed.fact.clone());
            glance.senses.push(Sense::of(sensed.class));
            return true;
        }
        false
    }
}

/// How many words there are too few or too many.
fn off(words: usize, range: &RangeInclusive<usize>) -> usize {
    range.start().saturating_sub(words) + words.saturating_sub(*range.end())
}

/// What a clause appeals to, in the order in which one notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sense {
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
