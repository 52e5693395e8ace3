//! What is read aloud: two or three sentences, at most 55 words, of what is seen at a glance.

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::FeatureKind;

use super::{Said, Writer, room_key};
use crate::lexicon::creatures::{Sort, look_of};
use crate::lexicon::doings::{self, Doing, State};
use crate::lexicon::frames;
use crate::lexicon::{Np, Slot};
use crate::story::{Place, RoomFacts, Seen};

/// What is read aloud of a room, and what follows from it for the game master's part.
pub(crate) struct Glance {
    pub(crate) sentences: Vec<Said>,
    /// The things in bold, by their place in the room's list.
    pub(crate) bold: Vec<usize>,
    /// What each group is doing.
    pub(crate) states: Vec<State>,
    /// The thing that the first group is busy with.
    pub(crate) with: Option<usize>,
}

/// The fewest and the most words.
const WORDS: std::ops::RangeInclusive<usize> = 25..=55;
/// Drafts before the best so far is taken.
const DRAFTS: usize = 24;
/// The most things in bold.
const MOST_BOLD: usize = 4;

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
        let Some((_, glance, used)) = best else {
            return Glance { sentences: Vec::new(), bold: Vec::new(), states: Vec::new(), with: None };
        };
        self.used = used;
        glance
    }

    fn draft(&mut self, facts: &RoomFacts<'_>, first: &[usize], rng: &mut Stream) -> Glance {
        let mut glance = Glance { sentences: Vec::new(), bold: Vec::new(), states: Vec::new(), with: None };
        let mut free: Vec<usize> = (0..facts.things.len()).collect();
        rng.shuffle(&mut free);
        // What has a tie to the story or holds something is told first; lights last, they have words of their own.
        free.sort_by_key(|i| (!first.contains(i), facts.things[*i].light.is_some()));
        let mut doer = None;
        if !facts.groups.is_empty() {
            doer = self.doers(facts, &mut free, &mut glance, rng);
        }
        let mut things = Vec::new();
        let room_for = MOST_BOLD - glance.bold.len();
        let wanted = if doer.is_some() { 2 } else { 3 }.min(room_for);
        free.truncate(wanted);
        match free[..] {
            [] => {}
            [a] => things.extend(self.one(facts, a, &mut glance, rng)),
            [a, b] => things.extend(self.two(facts, a, b, &mut glance, rng)),
            [a, b, c, ..] => {
                things.extend(self.two(facts, a, b, &mut glance, rng));
                things.extend(self.bare(facts, c, &mut glance, rng));
            }
        }
        let first_is_doer = rng.percent(55);
        if first_is_doer {
            glance.sentences.extend(doer.take());
        }
        glance.sentences.extend(things);
        glance.sentences.extend(doer);
        // Clauses about whatever else is there, until it is long enough. They are joined to the shortest
        // sentence: alone they would be the same in every dungeon.
        let mut joined: Vec<bool> = vec![false; glance.sentences.len()];
        for (class, fact, light) in self.short_classes(facts, rng) {
            let words: usize = glance.sentences.iter().map(Said::words).sum();
            if words >= 36 || joined.iter().all(|j| *j) && words >= *WORDS.start() {
                break;
            }
            let slots: Vec<(&str, Slot)> = light.into_iter().map(|l| ("l", Slot::from(l))).collect();
            let Some(clause) = self.frame(class, self.aloud(), &slots, rng) else { continue };
            let pattern = rng.below(4);
            let shortest =
                (0..joined.len()).filter(|i| !joined[*i]).min_by_key(|i| glance.sentences[*i].facts.len());
            match shortest {
                Some(at) => {
                    joined[at] = true;
                    let sentence = &mut glance.sentences[at];
                    sentence.text = with_clause(&sentence.text, &clause, pattern, self.language);
                    sentence.facts.push(fact);
                }
                None => {
                    joined.push(false);
                    glance
                        .sentences
                        .push(Said::new(format!("{}.", crate::lexicon::capitalised(&clause)), vec![fact]));
                }
            }
        }
        glance
    }

    pub(super) fn thing_fact(facts: &RoomFacts<'_>, seen: &Seen) -> String {
        format!("{}.thing.{}", room_key(facts.id()), seen.key())
    }

    /// What the creatures are doing, in one sentence.
    fn doers(
        &mut self,
        facts: &RoomFacts<'_>,
        free: &mut Vec<usize>,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        let key = room_key(facts.id());
        let mut told: Vec<(Np, String)> = Vec::new();
        let mut about = Vec::new();
        for (i, group) in facts.groups.iter().enumerate() {
            let look = look_of(&group.monsters.name, (rng.word() % 64) as usize);
            let mut np = Np::new(look, group.monsters.count);
            np.noun.person = matches!(group.sort, Sort::Folk | Sort::Sly | Sort::Brute | Sort::Lord);
            if i >= 2 {
                glance.states.push(State::Alert);
                continue;
            }
            let (doing, thing) = self.doing(facts, group.sort, group.monsters.boss, free, rng);
            let Some(doing) = doing else {
                glance.states.push(State::Alert);
                continue;
            };
            self.used.doings.insert(doing.number);
            glance.states.push(doing.state);
            let mut slots = vec![("c", Slot::from(np.clone()))];
            about.push(format!("{key}.monsters.{i}"));
            about.push(format!("{key}.monsters.{i}.doing"));
            if let Some(thing) = thing {
                let seen = &facts.things[thing];
                slots.push(("x", Slot::from(Np { bold: true, ..seen.np() })));
                free.retain(|f| *f != thing);
                glance.bold.push(thing);
                if i == 0 {
                    glance.with = Some(thing);
                }
                about.push(Self::thing_fact(facts, seen));
            }
            told.push((np, self.aloud().say(&doing.text[self.index()], &slots)));
        }
        let (lead, lead_fact) = self.lead(facts, glance, rng);
        let mut slots = vec![("lead", Slot::from(lead.as_str()))];
        let class = match &told[..] {
            [] => return None,
            [(c, vp), rest @ ..] => {
                slots.push(("c", Slot::from(c.clone())));
                slots.push(("vp", Slot::from(vp.as_str())));
                if let [(e, vq), ..] = rest {
                    slots.push(("e", Slot::from(e.clone())));
                    slots.push(("vq", Slot::from(vq.as_str())));
                }
                if rest.is_empty() { "doer" } else { "doer2" }
            }
        };
        // The frames of a doer are bare syntax: they may be used again.
        let frames: Vec<&frames::Frame> =
            frames::of(class).iter().filter(|f| !lead.is_empty() || !f.text[0].contains("[=Lead]")).collect();
        let frame = rng.pick(&frames)?;
        if frame.text[0].contains("[=Lead]") {
            about.extend(lead_fact);
        }
        Some(Said::new(self.aloud().say(&frame.text[self.index()], &slots), about))
    }

    /// A phrase before a doer: by which light, in what dark, beside what.
    fn lead(
        &mut self,
        facts: &RoomFacts<'_>,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> (String, Option<String>) {
        let key = room_key(facts.id());
        let lit: Vec<usize> = (0..facts.things.len())
            .filter(|&i| facts.things[i].light.is_some() && !glance.bold.contains(&i))
            .collect();
        let mut options: Vec<(&str, String, Option<usize>)> = Vec::new();
        if let Some(&light) = rng.pick(&lit) {
            options.push(("lead.light", Self::thing_fact(facts, &facts.things[light]), Some(light)));
        }
        if !facts.is_lit() {
            options.push(("lead.dark", format!("{key}.dark"), None));
        }
        for (kind, class, name) in [
            (FeatureKind::Water, "lead.water", "water"),
            (FeatureKind::Pillar, "lead.pillar", "pillar"),
            (FeatureKind::Rubble, "lead.rubble", "rubble"),
            (FeatureKind::Pit, "lead.pit", "pit"),
        ] {
            if facts.features.contains(&kind) {
                options.push((class, format!("{key}.feature.{name}"), None));
            }
        }
        let Some((class, fact, light)) = rng.pick(&options).cloned() else { return (String::new(), None) };
        let who = facts.groups.first().map(|g| Np::new(look_of(&g.monsters.name, 0), g.monsters.count));
        let mut slots: Vec<(&str, Slot)> = who.into_iter().map(|c| ("c", Slot::from(c))).collect();
        if let Some(light) = light {
            slots.push(("l", Slot::from(facts.things[light].np())));
        }
        match self.frame(class, self.aloud(), &slots, rng) {
            Some(text) => (text, Some(fact)),
            None => (String::new(), None),
        }
    }

    /// Something to do that fits the creature and a thing at hand.
    fn doing(
        &self,
        facts: &RoomFacts<'_>,
        sort: Sort,
        boss: bool,
        free: &[usize],
        rng: &mut Stream,
    ) -> (Option<&'static Doing>, Option<usize>) {
        let mut fits: Vec<(&'static Doing, Option<usize>)> = Vec::new();
        for doing in doings::all().iter().filter(|d| d.sorts.contains(&sort)) {
            if self.used.doings.contains(&doing.number) || boss && doing.state == State::Asleep {
                continue;
            }
            if doing.things.is_empty() {
                fits.push((doing, None));
            }
            for &thing in free.iter().filter(|i| doing.things.contains(&facts.things[**i].kind)) {
                // With a thing is better than without.
                fits.extend([(doing, Some(thing)); 3]);
            }
        }
        rng.pick(&fits).map_or((None, None), |(doing, thing)| (Some(*doing), *thing))
    }

    /// A detail of a thing that has not been told.
    fn detail(&mut self, seen: &Seen, rng: &mut Stream) -> Option<String> {
        let fits: Vec<_> = seen
            .words
            .details
            .iter()
            .filter(|d| !self.used.lines.contains(&d.number) && (seen.count == 1 || d.any_number))
            .collect();
        let detail = rng.pick(&fits)?;
        self.used.lines.insert(detail.number);
        Some(self.aloud().say(&detail.text[self.index()], &[("x", Slot::from(seen.np()))]))
    }

    fn place(&mut self, seen: &Seen, rng: &mut Stream) -> &'static str {
        let phrases: &[[&'static str; 2]] = match (seen.place, seen.count > 1) {
            (Place::Corner, _) => &[
                ["in one corner", "num canto"],
                ["tucked into a corner", "bem no canto"],
                ["in an angle", "num ângulo"],
                ["in the darkest corner", "no canto mais escuro"],
            ],
            (Place::Wall, false) => &[
                ["against one wall", "contra uma parede"],
                ["by the wall", "junto à parede"],
                ["close to the wall", "rente à parede"],
                ["at one side", "a um lado"],
                ["near one wall", "perto de uma parede"],
            ],
            (Place::Wall, true) => &[
                ["along the walls", "ao longo das paredes"],
                ["on both sides", "dos dois lados"],
                ["around the edge", "em volta"],
                ["by the walls", "junto às paredes"],
            ],
            (Place::Middle, false) => &[
                ["at the centre", "no centro"],
                ["on open floor", "no meio do chão"],
                ["off the walls", "longe das paredes"],
                ["midway across", "a meio caminho"],
            ],
            (Place::Middle, true) => &[
                ["across the floor", "pelo chão"],
                ["here and there", "aqui e ali"],
                ["in rows", "em fileiras"],
                ["in no order", "sem ordem"],
            ],
        };
        // Not the same words twice in a row.
        let other: Vec<[&'static str; 2]> =
            phrases.iter().filter(|p| Some(**p) != self.used.place).copied().collect();
        self.used.place = rng.pick(&other).copied();
        self.used.place.map_or("", |p| p[self.index()])
    }

    fn named(&self, facts: &RoomFacts<'_>, thing: usize, glance: &mut Glance) -> Np {
        glance.bold.push(thing);
        Np { bold: true, ..facts.things[thing].np() }
    }

    fn one(
        &mut self,
        facts: &RoomFacts<'_>,
        a: usize,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        let seen = &facts.things[a];
        let Some(detail) = self.detail(seen, rng) else { return self.bare(facts, a, glance, rng) };
        let slots = [
            ("x", Slot::from(self.named(facts, a, glance))),
            ("d", Slot::from(detail)),
            ("p", Slot::from(self.place(seen, rng))),
        ];
        let text = self.frame("one", self.aloud(), &slots, rng)?;
        Some(Said::new(text, vec![Self::thing_fact(facts, seen)]))
    }

    fn two(
        &mut self,
        facts: &RoomFacts<'_>,
        a: usize,
        b: usize,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Vec<Said> {
        let (first, second) = (&facts.things[a], &facts.things[b]);
        let Some(detail) = self.detail(first, rng) else {
            return self
                .bare(facts, a, glance, rng)
                .into_iter()
                .chain(self.one(facts, b, glance, rng))
                .collect();
        };
        let slots = [
            ("x", Slot::from(self.named(facts, a, glance))),
            ("y", Slot::from(self.named(facts, b, glance))),
            ("d", Slot::from(detail)),
            ("p", Slot::from(self.place(first, rng))),
            ("q", Slot::from(self.place(second, rng))),
        ];
        let about = vec![Self::thing_fact(facts, first), Self::thing_fact(facts, second)];
        match self.frame("two", self.aloud(), &slots, rng) {
            Some(text) => vec![Said::new(text, about)],
            None => {
                glance.bold.truncate(glance.bold.len() - 2);
                self.one(facts, a, glance, rng).into_iter().chain(self.one(facts, b, glance, rng)).collect()
            }
        }
    }

    fn bare(
        &mut self,
        facts: &RoomFacts<'_>,
        a: usize,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        let seen = &facts.things[a];
        let slots =
            [("x", Slot::from(self.named(facts, a, glance))), ("p", Slot::from(self.place(seen, rng)))];
        let text = self.frame("bare", self.aloud(), &slots, rng);
        if text.is_none() {
            glance.bold.pop();
        }
        Some(Said::new(text?, vec![Self::thing_fact(facts, seen)]))
    }
}

/// A sentence with a clause joined to it, before or after.
fn with_clause(sentence: &str, clause: &str, pattern: u64, language: Language) -> String {
    let body = sentence.trim_end_matches('.');
    let marks = body.len() - body.trim_start_matches('*').len();
    let (marks, rest) = body.split_at(marks);
    let mut letters = rest.chars();
    let first = letters.next().map(|c| c.to_lowercase().collect::<String>()).unwrap_or_default();
    let lower = format!("{marks}{first}{}", letters.as_str());
    let and = if language == Language::English { "and" } else { "e" };
    let clause_first = crate::lexicon::capitalised(clause);
    match pattern {
        0 => format!("{clause_first}, {and} {lower}."),
        1 => format!("{clause_first}; {lower}."),
        _ => format!("{body}; {clause}."),
    }
}
