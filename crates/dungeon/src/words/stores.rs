//! Traps, treasure and keys of a room, with their numbers.

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Ability, CheckKind, Guard, Parcel, Trap};

use super::glance::Glance;
use super::here::thousands;
use super::room::thing_at;
use super::{Said, Writer, room_key};
use crate::lexicon::names::item_noun;
use crate::lexicon::things::Hiding;
use crate::lexicon::{Np, Slot, capitalised};
use crate::stages::hides;
use crate::story::{Relic, RoomFacts};

impl Writer<'_> {
    /// `1d6 piercing` with its mean.
    fn damage(&self, damage: &str) -> String {
        let (dice, kind) = damage.split_once(' ').unwrap_or((damage, ""));
        let mean = mean_of(dice).map_or_else(|| dice.to_owned(), |mean| format!("{mean} ({dice})"));
        match (self.language(), kind) {
            (_, "") => mean,
            (Language::English, kind) => format!("{mean} {kind} damage"),
            (Language::Portuguese, kind) => format!("{mean} de dano de {kind}")
                .replace("dano de elétrico", "dano elétrico")
                .replace("dano de psíquico", "dano psíquico"),
        }
    }

    /// The numbers of a trap, after its name.
    pub(crate) fn trap_in_short(&self, trap: &Trap) -> String {
        let english = self.language() == Language::English;
        let short = self.language().labels().difficulty;
        let mut parts = vec![trap.name.clone()];
        match trap.save {
            Some(save) => parts.push(format!("{} {short} {}", ability(save, english), trap.dc)),
            None => parts.push(format!("{short} {}", trap.dc)),
        }
        if !trap.damage.is_empty() {
            parts.push(self.damage(&trap.damage));
        }
        if trap.find > 0 {
            parts.push(format!("{} {short} {}", if english { "found" } else { "achar" }, trap.find));
        }
        if let Some(disarm) = trap.disarm {
            parts.push(format!("{} {short} {disarm}", if english { "disarmed" } else { "desarmar" }));
        }
        parts.join(", ")
    }

    pub(super) fn trap(
        &mut self,
        facts: &RoomFacts<'_>,
        i: usize,
        trap: &Trap,
        rng: &mut Stream,
    ) -> Vec<Said> {
        let fact = format!("{}.trap.{i}", room_key(facts.id()));
        let trigger = trap.trigger.trim_end_matches('.');
        let effect = trap.effect.trim_end_matches('.');
        let mut said = vec![Said::new(
            format!("{}. {}: {effect}.", capitalised(&self.trap_in_short(trap)), capitalised(trigger)),
            vec![fact.clone()],
        )];
        // A sign and a way past belong to the kind of trap; for others something that is true of any.
        let kind = self.world.codex.traps.iter().find(|k| k.name.get(self.language()) == trap.name);
        for (class, own) in [("sign", kind.map(|k| &k.signs)), ("way", kind.map(|k| &k.ways))] {
            let new: Vec<_> =
                own.into_iter().flatten().filter(|t| !self.used.traps.contains(&t.english)).collect();
            let text = match rng.pick(&new) {
                Some(text) => {
                    self.used.traps.insert(text.english.clone());
                    Some(text.get(self.language()).to_owned())
                }
                None => self.frame(&format!("trap.{class}"), self.written(), &[], rng),
            };
            if let Some(text) = text {
                said.push(Said::new(format!("{}.", capitalised(&text)), vec![format!("{fact}.{class}")]));
            }
        }
        // The name, numbers, trigger and effect are two sentences with the same facts.
        if let Some(first) = said.first_mut() {
            let again = first.facts.clone();
            first.facts.push(String::new());
            first.facts.extend(again);
        }
        said
    }

    pub(super) fn treasure(&mut self, facts: &RoomFacts<'_>, glance: &Glance, rng: &mut Stream) -> Vec<Said> {
        let parcels: Vec<&Parcel> = facts.room.contents.parcels.iter().collect();
        let mut said = Vec::new();
        for (i, parcel) in parcels.into_iter().enumerate() {
            let fact = format!("{}.parcel.{i}", room_key(facts.id()));
            let mut text = self.parcel_in_words(parcel);
            let mut about = vec![fact.clone()];
            if let Some((place, thing)) = self.hiding_place(facts, glance, parcel, i) {
                text.push_str(&format!(", {place}"));
                about.extend(thing);
            }
            let noun = Np::new(crate::story::parcel_noun(&parcel.name), 1);
            let class = match parcel.guard {
                Some(Guard::Monsters) if !facts.groups.is_empty() => Some("guard.monsters"),
                Some(Guard::Trap) if !facts.room.contents.traps.is_empty() => Some("guard.trap"),
                Some(Guard::Hidden) => Some("guard.hidden"),
                Some(Guard::Lock) => None,
                _ if parcel.hidden => Some("guard.hidden"),
                _ => None,
            };
            if let Some(class) = class
                && let Some(guard) = self.frame(class, self.written(), &guard_slots(facts, noun), rng)
            {
                text.push_str(&format!("; {guard}"));
            }
            let checks: Vec<String> =
                parcel.checks.iter().map(|c| self.check_in_words(c.kind, c.dc)).collect();
            if !checks.is_empty() {
                text.push_str(&format!(" ({})", checks.join(", ")));
            }
            said.push(Said::new(format!("{}.", capitalised(&text)), about));
            if let Some(relic) = Relic::named(&parcel.name) {
                said.push(Said::new(relic.does[self.index()].to_owned(), vec![fact]));
            }
        }
        said
    }

    fn check_in_words(&self, kind: CheckKind, dc: u32) -> String {
        let english = self.language() == Language::English;
        let what = match (kind, english) {
            (CheckKind::Find, true) => "Investigation",
            (CheckKind::Find, false) => "Investigação",
            (CheckKind::Pick, true) => "thieves' tools",
            (CheckKind::Pick, false) => "ferramentas de ladrão",
            (_, true) => "Athletics",
            (_, false) => "Atletismo",
        };
        format!("{what} {} {dc}", self.language().labels().difficulty)
    }

    /// `a Bag of Holding (uncommon, 400 gp)`.
    fn parcel_in_words(&self, parcel: &Parcel) -> String {
        let english = self.language() == Language::English;
        let coin = if english { "gp" } else { "PO" };
        let worth = format!("{} {coin}", thousands(u64::from(parcel.gold), self.language()));
        if parcel.rarity.is_empty() {
            return if parcel.gold == 0 { parcel.name.clone() } else { format!("{}, {worth}", parcel.name) };
        }
        let rarity = match (parcel.rarity.as_str(), english) {
            ("common", false) => "comum",
            ("uncommon", false) => "incomum",
            ("rare", false) => "raro",
            ("very rare", false) => "muito raro",
            ("legendary", false) => "lendário",
            ("artifact", false) => "artefato",
            (rarity, _) => rarity,
        };
        let np = Np::new(item_noun_of(&parcel.name), 1);
        let name = self.written().say(if english { "[a x]" } else { "[um x]" }, &[("x", Slot::from(np))]);
        format!("{name} ({rarity}, {worth})")
    }

    /// Where exactly a parcel is: in, under or behind a thing; carried, if there is none.
    fn hiding_place(
        &self,
        facts: &RoomFacts<'_>,
        glance: &Glance,
        parcel: &Parcel,
        i: usize,
    ) -> Option<(String, Option<String>)> {
        let at = parcel.at.and_then(|at| thing_at(facts, at));
        let able = |t: &usize| facts.things[*t].words.hiding.is_some() && hides(facts.things[*t].kind);
        // What was named is where one looks.
        let mut options: Vec<usize> = glance.bold.iter().copied().filter(able).collect();
        if options.is_empty() {
            options.extend((0..facts.things.len()).filter(able));
        }
        let thing = at.or_else(|| options.get(i.min(options.len().saturating_sub(1))).copied());
        let english = self.language() == Language::English;
        match thing {
            Some(thing) => {
                let seen = &facts.things[thing];
                let hiding = seen.words.hiding.unwrap_or(Hiding::Behind);
                let one = Np { count: 1, ..seen.np() };
                let place = self.written().say(hiding.phrase()[self.index()], &[("x", Slot::from(one))]);
                Some((place, Some(format!("{}.thing.{}", room_key(facts.id()), seen.key()))))
            }
            None if facts.groups.is_empty() => {
                Some((if english { "on the floor" } else { "no chão" }.to_owned(), None))
            }
            None => {
                let key = format!("{}.monsters.0", room_key(facts.id()));
                Some((if english { "carried by those here" } else { "com os daqui" }.to_owned(), Some(key)))
            }
        }
    }

    pub(super) fn keys(&self, facts: &RoomFacts<'_>, glance: &Glance) -> Vec<Said> {
        let english = self.language() == Language::English;
        let here = self.world.plan.keys.iter().filter(|k| k.room == facts.id());
        here.map(|key| {
            let none = Parcel::default();
            let place = self.hiding_place(facts, glance, &none, 1);
            let (mut place, thing) = place.unwrap_or_default();
            if thing.is_none() && facts.groups.is_empty() {
                place = if english { "on a nail in the wall" } else { "num prego na parede" }.to_owned();
            }
            let text = match english {
                true => format!("The {}, {place}.", key.name),
                false => format!("A {}, {place}.", key.name),
            };
            let mut about = vec![format!("k{}.in.{}", key.id, room_key(facts.id()))];
            about.extend(thing);
            Said::new(text, about)
        })
        .collect()
    }
}

fn guard_slots(facts: &RoomFacts<'_>, parcel: Np) -> Vec<(&'static str, Slot)> {
    let mut slots = vec![("w", Slot::from(parcel))];
    slots.push(if facts.heads() > 1 { ("many", Slot::from("")) } else { ("one", Slot::from("")) });
    slots
}

/// The noun of an item by its name in either language.
fn item_noun_of(name: &str) -> crate::lexicon::Noun {
    let mut noun = item_noun(name);
    if noun.portuguese[0] == noun.english[0]
        && let Some(known) = crate::lexicon::names::item_by_portuguese(name)
    {
        noun = known;
    }
    noun
}

/// The mean of dice such as `2d10` or `1d6+2d8`, rounded down.
fn mean_of(dice: &str) -> Option<u32> {
    let mut twice = 0;
    for part in dice.split('+') {
        match part.trim().split_once('d') {
            Some((count, sides)) => twice += count.parse::<u32>().ok()? * (sides.parse::<u32>().ok()? + 1),
            None => twice += 2 * part.trim().parse::<u32>().ok()?,
        }
    }
    Some(twice / 2)
}

fn ability(ability: Ability, english: bool) -> &'static str {
    let both = match ability {
        Ability::Strength => ["Strength", "Força"],
        Ability::Dexterity => ["Dexterity", "Destreza"],
        Ability::Constitution => ["Constitution", "Constituição"],
        Ability::Intelligence => ["Intelligence", "Inteligência"],
        Ability::Wisdom => ["Wisdom", "Sabedoria"],
        Ability::Charisma => ["Charisma", "Carisma"],
    };
    both[usize::from(!english)]
}
