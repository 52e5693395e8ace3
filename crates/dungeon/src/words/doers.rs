//! Who is in a room, and what they are doing this minute.

use mapkiln_core::Stream;
use mapkiln_maps::plan::FeatureKind;

use super::glance::Glance;
use super::here::MIGHTY;
use super::{Said, Writer, room_key};
use crate::lexicon::creatures::{Sort, look_of, look_of_gender};
use crate::lexicon::doings::{self, Doing, State};
use crate::lexicon::frames;
use crate::lexicon::{Noun, Np, Slot};
use crate::story::{Group, RoomFacts};

/// So many groups of a room are told of in what is read aloud.
const TOLD_GROUPS: usize = 2;

impl Writer<'_> {
    /// What the creatures are doing, in one sentence.
    pub(super) fn doers(
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
            let np = self.group_np(group, (rng.word() % 64) as usize);
            if i >= TOLD_GROUPS {
                glance.states.push(State::Alert);
                continue;
            }
            let (doing, thing) = self.doing(facts, group, free, rng);
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
            glance.looks.push(np.clone());
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
            glance.told.extend(lead_fact.clone());
            about.extend(lead_fact);
        }
        Some(Said::new(self.aloud().say(&frame.text[self.index()], &slots), about))
    }

    /// A group as it looks.
    pub(super) fn group_np(&self, group: &Group<'_>, choice: usize) -> Np {
        let mut np = Np::new(self.look_of_group(group, choice), group.monsters.count);
        np.noun.person = matches!(group.sort, Sort::Folk | Sort::Sly | Sort::Brute | Sort::Lord);
        np
    }

    /// How a group looks; a leader as the man or woman that the story says.
    pub(super) fn look_of_group(&self, group: &Group<'_>, choice: usize) -> Noun {
        match self.story.leader.as_ref().filter(|_| group.monsters.boss) {
            Some(leader) if leader.name.is_some() => {
                look_of_gender(&group.monsters.name, choice, leader.gender)
            }
            _ => look_of(&group.monsters.name, choice),
        }
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
        options.retain(|(_, fact, _)| !glance.told.contains(fact));
        let Some((class, fact, light)) = rng.pick(&options).cloned() else { return (String::new(), None) };
        let slots: Vec<(&str, Slot)> =
            light.into_iter().map(|light| ("l", Slot::from(facts.things[light].np()))).collect();
        match self.frame(class, self.aloud(), &slots, rng) {
            Some(text) => (text, Some(fact)),
            None => (String::new(), None),
        }
    }

    /// Something to do that fits the creature and a thing at hand.
    fn doing(
        &self,
        facts: &RoomFacts<'_>,
        group: &Group<'_>,
        free: &[usize],
        rng: &mut Stream,
    ) -> (Option<&'static Doing>, Option<usize>) {
        let mut fits: Vec<(&'static Doing, Option<usize>)> = Vec::new();
        let mighty = group.monsters.xp >= MIGHTY;
        for doing in doings::all().iter().filter(|d| d.suits(group.sort, mighty)) {
            if self.used.doings.contains(&doing.number) || group.monsters.boss && doing.state == State::Asleep
            {
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
        match rng.pick(&fits) {
            Some(&(doing, thing)) => (Some(doing), thing),
            None => (None, None),
        }
    }
}
