//! Who is here: how many, with which numbers, what they want, and what they do when it comes to a fight.

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Obstacle, RoomId, ThingKind};

use super::glance::Glance;
use super::room::affords;
use super::{Said, Writer, listed, room_key, rooms_in_words};
use crate::lexicon::creatures::Sort;
use crate::lexicon::doings::State;
use crate::lexicon::names::{english_monster, monster_noun};
use crate::lexicon::{Gender, Noun, Np, Slot, Voice, capitalised};
use crate::story::{Group, RoomFacts};

/// The experience points from which on nobody frets about pay: a challenge rating of 6.
pub(super) const MIGHTY: u32 = 2300;

impl Writer<'_> {
    /// The sentences about those who are in a room.
    pub(crate) fn here(
        &mut self,
        facts: &RoomFacts<'_>,
        glance: &Glance,
        spare: &mut usize,
        rng: &mut Stream,
    ) -> Vec<Said> {
        let Some(first) = facts.groups.first() else { return Vec::new() };
        let key = room_key(facts.id());
        let mut said = vec![self.census(facts)];
        said.extend(self.stat_lines(facts));
        let mut slots = self.common_slots(facts, rng);
        let all = vec![format!("{key}.monsters")];
        let state = match glance.states.first() {
            Some(State::Busy) => "state.busy",
            Some(State::Feeding) => "state.feeding",
            Some(State::Asleep) => "state.asleep",
            _ => "state.alert",
        };
        // The thing at hand, if it can hide somebody.
        let tall = |i: &usize| facts.things[*i].kind.obstacle() >= Obstacle::HalfCover;
        let at_hand = glance.with.filter(tall);
        slots.extend(at_hand.map(|i| ("x", Slot::from(facts.things[i].np()))));
        if first.sort.talks() {
            slots.push(("talks", Slot::from("")));
        }
        said.extend(self.sentence(state, &slots, &[format!("{key}.monsters.0.doing")], rng));
        slots.retain(|(name, _)| *name != "x");
        let talks = first.sort.talks();
        if facts.has_boss() {
            said.extend(self.aim());
        } else if talks && rng.percent(80) && affords(spare) {
            let class = if matches!(first.sort, Sort::Lord | Sort::Fiend | Sort::Dragon) {
                "want.lord"
            } else {
                "want.folk"
            };
            said.extend(self.about_others(class, facts, &mut slots, &all, rng));
        }
        if talks && (facts.has_boss() || rng.percent(50)) && affords(spare) {
            said.extend(self.about_others("talk", facts, &mut slots, &all, rng));
        }
        if rng.percent(45) && affords(spare) {
            said.extend(self.opening_move(facts, first.sort, glance, &slots, rng));
        }
        let next = self.refuge(facts, rng);
        if let Some(next) = next {
            self.set_room(&mut slots, next);
        }
        let class = match first.sort {
            sort if facts.has_boss() && sort.talks() => "flee.leader",
            Sort::Dead | Sort::Hungry => "stay.dead",
            Sort::Ooze | Sort::Plant => "stay.ooze",
            Sort::Construct | Sort::Spirit | Sort::Elemental => "stay.bound",
            Sort::Beast | Sort::Vermin => "flee.beast",
            _ => "flee",
        };
        if let Some(next) = next
            && (affords(spare) || said.len() < 3)
        {
            said.extend(self.sentence(class, &slots, &[all[0].clone(), room_key(next)], rng));
        }
        if said.len() < 5 && affords(spare) {
            said.extend(self.noise(facts, rng));
        }
        said
    }

    /// Names a room by its number and its purpose.
    pub(super) fn set_room(&self, slots: &mut Vec<(&'static str, Slot)>, room: RoomId) {
        set(slots, "n", (room + 1).to_string());
        slots.retain(|(name, _)| *name != "q");
        slots.push(("q", Slot::from(self.world.room_np(room))));
    }

    /// The side of those who are in a room.
    fn side(&self, facts: &RoomFacts<'_>) -> Option<usize> {
        facts.groups.iter().find_map(|g| self.story.side_of(g))
    }

    /// Slots that most sentences about creatures use: `g` are always the others, `k` is their own
    /// leader, somewhere else; `many` is there if they are several.
    pub(crate) fn common_slots(&self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Vec<(&'static str, Slot)> {
        let leader_here = facts.has_boss().then_some(self.story.leader.as_ref()).flatten();
        let who = match (leader_here, facts.groups.first()) {
            (Some(leader), _) if leader.name.is_some() => Np::new(leader.noun(), 1),
            (_, Some(group)) => {
                let noun = monster_noun(&group.monsters.name, None);
                let person = matches!(group.sort, Sort::Folk | Sort::Sly | Sort::Brute | Sort::Lord);
                Np::new(Noun { person, ..noun }, facts.heads())
            }
            (_, None) => Np::new(
                Noun::count(["creature", "creatures"], ["criatura", "criaturas"], Gender::Feminine),
                1,
            ),
        };
        let level = facts.groups.iter().map(|g| g.monsters.xp).max().unwrap_or(50);
        let price = (5 * (1 + level / 25 + rng.below(4) as u32)).min(2500);
        let mut slots = vec![
            ("c", Slot::from(who)),
            (if level < MIGHTY { "humble" } else { "mighty" }, Slot::from("")),
            ("f", Slot::from(Np::new(self.story.faction_noun(0), 1))),
            ("o", Slot::from(Np::new(self.story.object_noun(), 1))),
            ("gp", Slot::from(thousands(u64::from(price), self.language()))),
            ("dc", Slot::from([12, 13, 15][rng.index(3)].to_string())),
        ];
        let side = self.side(facts);
        let others = if side == Some(1) { 0 } else { 1 };
        if self.story.holders[others].is_some() {
            slots.push(("g", Slot::from(Np::new(self.story.faction_noun(others), 1))));
        }
        if side == Some(0) && !facts.has_boss() && self.story.leader.is_some() {
            slots.push(("k", Slot::from(Np::new(self.story.leader_noun(), 1))));
        }
        for (least, name) in [(2, "many"), (3, "several")] {
            if facts.heads() >= least {
                slots.push((name, Slot::from("")));
            }
        }
        slots
    }

    /// `2 Toughs (AC 12, HP 32) and a Mastiff (AC 12, HP 5); 225 XP.`
    fn census(&self, facts: &RoomFacts<'_>) -> Said {
        let voice = self.written();
        let key = room_key(facts.id());
        let [armour, points, and] = match self.language() {
            Language::English => ["AC", "HP", "and"],
            Language::Portuguese => ["CA", "PV", "e"],
        };
        let mut about = Vec::new();
        let mut list = Vec::new();
        for (i, group) in facts.groups.iter().enumerate() {
            about.push(format!("{key}.monsters.{i}"));
            let mut text = self.group_in_words(group, voice);
            if let Some((ac, hp)) = self.numbers(group) {
                text.push_str(&format!(" ({armour} {ac}, {points} {hp})"));
            }
            list.push(text);
        }
        let xp: u64 =
            facts.groups.iter().map(|g| u64::from(g.monsters.xp) * u64::from(g.monsters.count)).sum();
        let who = listed(&list, and);
        Said::new(format!("{}; {} XP.", capitalised(&who), thousands(xp, self.language())), about)
    }

    /// Speed and attacks, where a custom codex has them: `Bog Thing: speed 20 ft.; slam +4, 6 (1d8+2).`
    fn stat_lines(&self, facts: &RoomFacts<'_>) -> Vec<Said> {
        let key = room_key(facts.id());
        let mut said = Vec::new();
        for (i, group) in facts.groups.iter().enumerate() {
            let name = english_monster(&group.monsters.name);
            let Some(stat) = self.world.codex.monsters.iter().find(|m| m.name == name) else { continue };
            let speed = match self.language() {
                Language::English => "speed",
                Language::Portuguese => "deslocamento",
            };
            let mut parts: Vec<String> = Vec::new();
            if !stat.speed.is_empty() {
                parts.push(format!("{speed} {}", stat.speed));
            }
            parts.extend(Some(stat.attacks.clone()).filter(|attacks| !attacks.is_empty()));
            if !parts.is_empty() {
                let text = format!("{}: {}.", group.monsters.name, parts.join("; "));
                said.push(Said::new(text, vec![format!("{key}.monsters.{i}")]));
            }
        }
        said
    }

    pub(crate) fn group_in_words(&self, group: &Group<'_>, voice: Voice) -> String {
        let leader = self.story.leader.as_ref().filter(|_| group.monsters.boss);
        let noun = monster_noun(&group.monsters.name, leader.map(|l| l.gender));
        let np = Np::new(noun, group.monsters.count);
        let plain = voice.say("[# c]", &[("c", Slot::from(np.clone()))]);
        match leader.and_then(|l| l.name.as_ref()) {
            Some(name) => format!("{name}, {}", np.text(voice.language.index())),
            None => plain,
        }
    }

    /// Armour class and hit points, from the plan or from the codex.
    fn numbers(&self, group: &Group<'_>) -> Option<(u32, u32)> {
        let monsters = group.monsters;
        let known = monsters.armour.zip(monsters.hit_points);
        known.or_else(|| {
            let name = english_monster(&monsters.name);
            let stat = self.world.codex.monsters.iter().find(|m| m.name == name)?;
            stat.armour.zip(stat.hit_points)
        })
    }

    /// What the leader is after.
    fn aim(&self) -> Option<Said> {
        let leader = self.story.leader.as_ref()?;
        let slots = [
            ("k", Slot::from(Np::new(leader.noun(), 1))),
            ("o", Slot::from(Np::new(self.story.object_noun(), 1))),
        ];
        let aim = self.written().say(&leader.aim[self.index()], &slots);
        let text = match (self.language(), leader.talks) {
            (Language::English, true) => {
                self.written().say(&format!("[It k] [v k want] to {aim} (see the clock)."), &slots)
            }
            (Language::English, false) => format!("It {aim} (see the clock)."),
            (Language::Portuguese, true) => format!("Quer {aim} (ver o relógio)."),
            (Language::Portuguese, false) => format!("{} (ver o relógio).", capitalised(&aim)),
        };
        Some(Said::new(capitalised(&text), vec!["story.leader".to_owned(), "story.clock".to_owned()]))
    }

    /// A sentence that names another room: one with creatures in it.
    fn about_others(
        &mut self,
        class: &str,
        facts: &RoomFacts<'_>,
        slots: &mut Vec<(&'static str, Slot)>,
        about: &[String],
        rng: &mut Stream,
    ) -> Option<Said> {
        // One takes orders from friends and owes them; one sells out anybody.
        let friends = class != "talk";
        let side = self.side(facts);
        let held: Vec<RoomId> = self
            .world
            .rooms
            .iter()
            .filter(|r| {
                r.id() != facts.id()
                    && r.groups.iter().any(|g| g.sort.has_hands() || g.monsters.boss)
                    && (!friends || self.side(r) == side)
            })
            .map(|r| r.id())
            .collect();
        let Some(&other) = rng.pick(&held) else {
            slots.retain(|(name, _)| !matches!(*name, "n" | "q"));
            return self.sentence(class, slots, about, rng);
        };
        self.set_room(slots, other);
        let facts = [about, &[format!("{}.monsters", room_key(other))]].concat();
        self.sentence(class, slots, &facts, rng)
    }

    /// The first move, with a thing of the room.
    fn opening_move(
        &mut self,
        facts: &RoomFacts<'_>,
        sort: Sort,
        glance: &Glance,
        slots: &[(&'static str, Slot)],
        rng: &mut Stream,
    ) -> Option<Said> {
        let solid = |i: &&usize| {
            let obstacle = facts.things[**i].kind.obstacle();
            obstacle != Obstacle::Nothing && facts.things[**i].light.is_none()
        };
        let thing = glance.bold.iter().find(solid).copied();
        let light = glance.bold.iter().copied().find(|i| facts.things[*i].light.is_some());
        let (class, thing) = match (sort, thing, light) {
            (s, _, Some(light)) if s.has_hands() && rng.percent(40) => ("open.light", light),
            (s, Some(thing), _) if s.has_hands() => ("open.hands", thing),
            (Sort::Beast | Sort::Vermin | Sort::Dragon, Some(thing), _) => ("open.beast", thing),
            (Sort::Dead | Sort::Construct | Sort::Hungry, Some(thing), _) => ("open.dead", thing),
            _ => return None,
        };
        let mut slots = slots.to_vec();
        slots.push(("x", Slot::from(facts.things[thing].np())));
        if is_movable(facts.things[thing].kind) {
            slots.push(("movable", Slot::from("")));
        }
        let about = [format!("{}.thing.{}", room_key(facts.id()), facts.things[thing].key())];
        self.sentence(class, &slots, &about, rng)
    }

    /// Where they go when it goes badly: a neighbour with friends, or any neighbour.
    fn refuge(&self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Option<RoomId> {
        let near = facts.open_neighbours();
        let friends: Vec<RoomId> = near
            .iter()
            .copied()
            .filter(|r| {
                self.world
                    .room(*r)
                    .is_some_and(|other| !other.groups.is_empty() && other.holder == facts.holder)
            })
            .collect();
        rng.pick(&friends).or(rng.pick(&near)).copied()
    }

    /// Who hears a fight: the neighbours with ears.
    fn noise(&mut self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Option<Said> {
        let hear: Vec<RoomId> = facts
            .open_neighbours()
            .into_iter()
            .filter(|r| self.world.room(*r).is_some_and(|o| o.groups.iter().any(|g| g.sort.is_heard())))
            .collect();
        if hear.is_empty() {
            return None;
        }
        let rooms = rooms_in_words(&hear, self.language());
        let (article, to) = if hear.len() == 1 { ("a", "à") } else { ("as", "às") };
        let slots = [
            ("art", Slot::from(format!("{article} {rooms}"))),
            ("em", Slot::from(format!("n{article} {rooms}"))),
            ("de", Slot::from(format!("d{article} {rooms}"))),
            ("ao", Slot::from(format!("{to} {rooms}"))),
            ("rooms", Slot::from(rooms)),
        ];
        let about: Vec<String> = hear.iter().map(|r| format!("{}.monsters", room_key(*r))).collect();
        self.sentence("noise", &slots, &about, rng)
    }
}

/// Can a few people push it over or drag it? Not what is built in, grew there or weighs tons.
pub(super) fn is_movable(kind: ThingKind) -> bool {
    use ThingKind::*;
    !matches!(
        kind,
        Altar
            | Anvil
            | Ballista
            | Boulder
            | Bridge
            | BurialNiche
            | Counter
            | FallenPillar
            | Font
            | Forge
            | Fountain
            | Grate
            | Hearth
            | Idol
            | Lift
            | MagicCircle
            | Obelisk
            | OpenSarcophagus
            | Oven
            | PrintingPress
            | Pump
            | RubbleHeap
            | Sarcophagus
            | Slab
            | Stalagmite
            | Statue
            | Stocks
            | Stump
            | Throne
            | TimberSet
            | Tree
            | Well
            | Winch
            | Roots
            | Vines
            | Web
            | OreVein
            | SluiceWheel
    ) && kind.light().is_none()
}

/// Sets a slot.
pub(crate) fn set(slots: &mut Vec<(&'static str, Slot)>, name: &'static str, text: String) {
    slots.retain(|(n, _)| *n != name);
    slots.push((name, Slot::from(text)));
}

/// A number with its thousands set apart: 1,200 or 1.200.
pub(crate) fn thousands(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let mark = if language == Language::English { ',' } else { '.' };
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(digit);
    }
    out
}
