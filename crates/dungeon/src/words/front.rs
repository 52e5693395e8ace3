//! The background and the front page: hook, rumours, factions, leader, clock, roster, wanderers.

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{DoorKind, Entry, RoomId, RoomTag, Way};

use super::here::{MIGHTY, set, thousands};
use super::said::entry;
use super::{Said, Writer, listed, room_key, rooms_in_words};
use crate::lexicon::creatures::{Sort, look_of_gender};
use crate::lexicon::names::monster_noun;
use crate::lexicon::{Np, Slot, capitalised};
use crate::story::Secret;

/// Days between two steps of the clock.
const DAYS: usize = 3;

impl Writer<'_> {
    /// Who built the place, what befell it and who holds it, for the game master.
    pub(crate) fn background(&self) -> String {
        let story = self.story;
        let i = self.index();
        let voice = self.written();
        let fall = &story.fall;
        let mut text = vec![story.built[i].clone()];
        let years = fall.years;
        text.push(match self.language() {
            Language::English => format!("{years} years ago {}.", fall.text[0]),
            Language::Portuguese => format!("Há {years} anos, {}.", fall.text[1]),
        });
        let slots = [
            ("f", Slot::from(Np::new(story.faction_noun(0), 1))),
            ("g", Slot::from(Np::new(story.faction_noun(1), 1))),
        ];
        let english = i == 0;
        match (&story.holders, english) {
            ([Some(_), Some(_)], true) => {
                text.push(voice.say("Now [the f] and [the g] [v f hold] it, and not together.", &slots));
            }
            ([Some(_), Some(_)], false) => {
                text.push(voice.say("Hoje [o f] e [o g] dividem o lugar, e não em paz.", &slots));
            }
            ([Some(_), None], true) => text.push(voice.say("Now it belongs to [the f].", &slots)),
            ([Some(_), None], false) => text.push(voice.say("Hoje pertence [ao f].", &slots)),
            _ => {}
        }
        text.join(" ")
    }

    /// The paragraphs of the front page.
    pub(crate) fn front(&mut self, seed_text: &str) -> Vec<Entry> {
        let mut rng = self.seed.stream("front", 0);
        let rng = &mut rng;
        let l = self.front_labels();
        let mut entries = Vec::new();
        let clock = self.clock(rng);
        // The last step is the deadline.
        let days = DAYS * clock.len().saturating_sub(1).max(1);
        entries.extend(entry(l[0], &self.hook(days, rng)));
        entries.extend(entry(l[1], &self.rumours(rng)));
        entries.extend(entry(l[2], &self.factions(rng)));
        entries.extend(entry(l[3], &self.leader()));
        entries.extend(entry(l[4], &clock));
        entries.extend(entry(l[5], &self.needed()));
        entries.extend(entry(l[6], &self.roster()));
        entries.extend(entry(l[7], &self.wandering(rng)));
        if let Some(first) = entries.first_mut() {
            first.facts.push(format!("story.seed:{seed_text}"));
        }
        entries
    }

    fn front_labels(&self) -> [&'static str; 8] {
        match self.language() {
            Language::English => {
                ["Hook", "Rumours", "Factions", "Leader", "Clock", "Clues", "Roster", "Wandering (d6)"]
            }
            Language::Portuguese => [
                "Gancho",
                "Boatos",
                "Facções",
                "Chefe",
                "Relógio",
                "Pistas",
                "Quem está onde",
                "Errantes (d6)",
            ],
        }
    }

    fn story_slots(&self) -> Vec<(&'static str, Slot)> {
        let story = self.story;
        vec![
            ("f", Slot::from(Np::new(story.faction_noun(0), 1))),
            ("g", Slot::from(Np::new(story.faction_noun(1), 1))),
            ("k", Slot::from(Np::new(story.leader_noun(), 1))),
            ("o", Slot::from(Np::new(story.object_noun(), 1))),
            ("years", Slot::from(story.fall.years.to_string())),
            ("fall", Slot::from(story.fall.text[self.index()].as_str())),
        ]
    }

    fn hook(&mut self, days: usize, rng: &mut Stream) -> Vec<Said> {
        let mut slots = self.story_slots();
        let asker = self.frame("asker", self.written(), &[], rng).unwrap_or_default();
        let xp: u64 = self
            .world
            .rooms
            .iter()
            .flat_map(|r| &r.groups)
            .map(|g| u64::from(g.monsters.xp))
            .max()
            .unwrap_or(100);
        let pay = (xp / 50 * 10).clamp(50, 5000);
        set(&mut slots, "asker", asker);
        set(&mut slots, "gp", thousands(pay, self.language()));
        set(&mut slots, "days", days.to_string());
        let (class, fact) = match (&self.story.captive, &self.story.object, &self.story.leader) {
            (Some(captive), ..) => {
                set(&mut slots, "name", captive.name.clone());
                ("hook.captive", "story.captive")
            }
            (None, Some(_), leader) if leader.is_none() || rng.percent(60) => ("hook.object", "story.object"),
            (None, _, Some(_)) => ("hook.leader", "story.leader"),
            _ => return Vec::new(),
        };
        let about = [fact.to_owned(), "story.clock".to_owned()];
        self.sentence(class, &slots, &about, rng)
            .into_iter()
            .map(|s| Said::new(capitalised(&s.text), s.facts))
            .collect()
    }

    /// Two that are true and one that is not; each is about something in the plan.
    fn rumours(&mut self, rng: &mut Stream) -> Vec<Said> {
        let story = self.story;
        let world = self.world;
        let mut options: Vec<(&str, String, Option<RoomId>)> = Vec::new();
        if let Some(leader) = &story.leader {
            options.push(("true.leader", "story.leader".to_owned(), Some(leader.room)));
        }
        if let Some(object) = &story.object {
            options.push(("true.object", "story.object".to_owned(), Some(object.room)));
        }
        if let Some(Secret::Door(a, _)) = story.secrets.iter().find(|s| matches!(s, Secret::Door(..))) {
            options.push(("true.secret", "story.secret_door".to_owned(), Some(*a)));
        }
        if story.holders.iter().all(Option::is_some) {
            options.push(("true.quarrel", "story.quarrel".to_owned(), None));
        }
        if world.plan.levels.first().is_some_and(|l| l.entrances.len() == 2) {
            options.push(("true.way", "plan.entrances".to_owned(), None));
        }
        if let Some(key) = world.plan.keys.first() {
            options.push(("true.key", format!("k{}", key.id), Some(key.room)));
        }
        options.push(("true.fall", "story.fall".to_owned(), None));
        rng.shuffle(&mut options);
        let mut said = Vec::new();
        for (class, fact, room) in options {
            if said.len() == 2 {
                break;
            }
            let mut slots = self.story_slots();
            if class == "true.key"
                && let Some(key) = world.plan.keys.first()
            {
                let name = key.name.as_str();
                let noun =
                    crate::lexicon::Noun::count([name; 2], [name; 2], crate::lexicon::Gender::Feminine);
                slots.retain(|(n, _)| *n != "o");
                slots.push(("o", Slot::from(Np::new(noun, 1))));
            }
            if let Some(room) = room {
                slots.push(("q", Slot::from(world.room_np(room))));
                set(&mut slots, "n", rooms_in_words(&[room], self.language()));
            }
            if let Some(leader) = &story.leader {
                slots.push(("c", Slot::from(Np::new(look_of_gender(&leader.stat, 0, leader.gender), 1))));
            }
            said.extend(self.sentence(class, &slots, &[fact], rng));
        }
        said.extend(self.false_rumour(rng));
        rng.shuffle(&mut said);
        said
    }

    fn false_rumour(&mut self, rng: &mut Stream) -> Option<Said> {
        let world = self.world;
        let mut options: Vec<(&str, RoomId)> = Vec::new();
        options.extend(self.story.object.as_ref().map(|o| ("false.object", o.room)));
        options.extend(self.story.leader.as_ref().map(|l| ("false.leader", l.room)));
        let held = world
            .rooms
            .iter()
            .filter(|r| !r.groups.is_empty() && !r.has_boss())
            .map(|r| ("false.empty", r.id()));
        options.extend(held);
        let traps = world.rooms.iter().find(|r| !r.room.contents.traps.is_empty());
        options.extend(traps.map(|r| ("false.trap", r.id())));
        let &(class, room) = rng.pick(&options)?;
        let mut slots = self.story_slots();
        slots.push(("q", Slot::from(world.room_np(room))));
        set(&mut slots, "n", (room + 1).to_string());
        let fact = match class {
            "false.object" => "!story.object".to_owned(),
            "false.leader" => "!story.leader".to_owned(),
            "false.trap" => format!("!{}.trap.0", room_key(room)),
            _ => format!("!{}.monsters.0", room_key(room)),
        };
        self.sentence(class, &slots, &[fact], rng)
    }

    fn factions(&mut self, rng: &mut Stream) -> Vec<Said> {
        let story = self.story;
        let english = self.language() == Language::English;
        let mut said = Vec::new();
        for (i, faction) in story.holders.iter().enumerate() {
            let Some(faction) = faction else { continue };
            let np = Np::new(faction.noun.clone(), 1);
            let rooms = rooms_in_words(&faction.home, self.language());
            let mute_before = story.holders[..i].iter().flatten().any(|before| !before.talks);
            let class = match (faction.talks, mute_before) {
                (true, _) => "offer",
                (false, false) => "offer.mute",
                (false, true) => "offer.mute.too",
            };
            let mut slots: Vec<(&str, Slot)> = Vec::new();
            if self.world.plan.levels.iter().any(|l| !l.stairs.is_empty()) {
                slots.push(("stairs", Slot::from("")));
            }
            // Only those who do not follow the leader sell the leader.
            if i == 1 && story.leader.is_some() {
                slots.push(("rival", Slot::from("")));
            }
            if story.holders.iter().all(Option::is_some) {
                slots.push(("g", Slot::from(Np::new(story.faction_noun(1 - i), 1))));
            }
            let offer = self.frame(class, self.written(), &slots, rng).unwrap_or_default();
            let text = match english {
                true => format!(
                    "{} ({}, {rooms}) offer: {offer}.",
                    self.written().say("**[the f]**", &[("f", Slot::from(np))]),
                    faction.heads
                ),
                false => format!(
                    "{} ({}, {rooms}) [v f oferecer]: {offer}.",
                    self.written().say("**[o f]**", &[("f", Slot::from(np.clone()))]),
                    faction.heads
                )
                .replace("[v f oferecer]", &self.written().say("[v f oferecer]", &[("f", Slot::from(np))])),
            };
            let facts =
                [format!("story.faction.{i}")].into_iter().chain(faction.home.iter().map(|r| room_key(*r)));
            said.push(Said::new(capitalised(&text), facts.collect()));
        }
        if let [Some(_), Some(other)] = &story.holders {
            let mut slots = self.story_slots();
            let room = other.home.first().copied().unwrap_or(0);
            slots.push(("q", Slot::from(self.world.room_np(room))));
            set(&mut slots, "n", (room + 1).to_string());
            let about = ["story.quarrel".to_owned(), room_key(room)];
            said.extend(self.sentence("quarrel", &slots, &about, rng));
        }
        said
    }

    fn leader(&self) -> Vec<Said> {
        let Some(leader) = &self.story.leader else { return Vec::new() };
        let slots = [
            ("k", Slot::from(Np::new(leader.noun(), 1))),
            ("o", Slot::from(Np::new(self.story.object_noun(), 1))),
        ];
        let stat = Np::new(monster_noun(&leader.stat, Some(leader.gender)), 1);
        let i = self.index();
        let aim = self.written().say(&leader.aim[i], &slots);
        let room = leader.room + 1;
        let (name, stat) =
            (self.written().say(if i == 0 { "[the k]" } else { "[o k]" }, &slots), stat.text(i).to_owned());
        let text = match (self.language(), &leader.name) {
            (Language::English, Some(_)) => format!("{name}, {stat}, in room {room}, wants to {aim}."),
            (Language::English, None) => format!("{} in room {room} {aim}.", capitalised(&name)),
            (Language::Portuguese, Some(_)) => format!("{name}, {stat}, na sala {room}, quer {aim}."),
            (Language::Portuguese, None) => format!("{} na sala {room} {aim}.", capitalised(&name)),
        };
        vec![Said::new(text, vec!["story.leader".to_owned(), room_key(leader.room)])]
    }

    /// Four steps, each of which changes something in the plan.
    fn clock(&mut self, rng: &mut Stream) -> Vec<Said> {
        let world = self.world;
        let english = self.language() == Language::English;
        let mut steps: Vec<Said> = Vec::new();
        let plain = |exit: &&mapkiln_maps::plan::Exit<'_>| {
            matches!(exit.way, Way::Door { door, .. } if matches!(door.kind, DoorKind::Door | DoorKind::Arch))
                && exit.leads_to.len() == 1
        };
        let ways: Vec<(RoomId, RoomId)> = world
            .rooms
            .iter()
            .flat_map(|r| r.exits.iter().filter(plain).map(|e| (r.id(), e.leads_to[0])))
            .filter(|(a, b)| a < b)
            .collect();
        let entrance = world.rooms.iter().find(|r| r.room.has_tag(RoomTag::Entrance)).map_or(0, |r| r.id());
        let mut push =
            |writer: &mut Self, class: &str, m: RoomId, n: RoomId, fact: String, rng: &mut Stream| {
                let mut slots = writer.story_slots();
                set(&mut slots, "m", (m + 1).to_string());
                set(&mut slots, "n", (n + 1).to_string());
                if writer.world.room(n).is_some_and(|r| !r.groups.is_empty()) {
                    slots.push(("held", Slot::from("")));
                }
                steps.extend(writer.sentence(class, &slots, &[fact, room_key(m), room_key(n)], rng));
            };
        if let Some(&(a, b)) = rng.pick(&ways) {
            push(self, "step.bar", a, b, "story.clock.1".to_owned(), rng);
        }
        let movers: Vec<(RoomId, RoomId)> = world
            .rooms
            .iter()
            .filter(|r| r.groups.iter().any(|g| g.sort.has_hands() && !g.monsters.boss) && !r.has_boss())
            .flat_map(|r| r.open_neighbours().into_iter().map(|n| (r.id(), n)).collect::<Vec<_>>())
            .collect();
        if let Some(&(a, b)) = rng.pick(&movers) {
            push(self, "step.move", a, b, "story.clock.2".to_owned(), rng);
        }
        if let Some(object) = &self.story.object {
            let to = self.story.leader.as_ref().map_or(entrance, |l| l.room);
            let to = if to == object.room { entrance } else { to };
            if to != object.room {
                push(self, "step.object", object.room, to, "story.clock.3".to_owned(), rng);
            }
        }
        if self.story.leader.as_ref().is_some_and(|l| l.talks) {
            push(self, "step.end", entrance, entrance, "story.clock.4".to_owned(), rng);
        }
        if steps.is_empty() {
            return steps;
        }
        let head = match english {
            true => "Nothing of this yet: one step every three days.",
            false => "Nada disto ainda: um passo a cada três dias.",
        };
        let mut said = vec![Said::new(head, vec!["story.clock".to_owned()])];
        for (i, step) in steps.into_iter().enumerate() {
            said.push(Said::new(format!("({}) {}", i + 1, step.text), step.facts));
        }
        said
    }

    /// Where each needed conclusion has its evidence.
    fn needed(&self) -> Vec<Said> {
        let english = self.language() == Language::English;
        let mut said = Vec::new();
        for (number, secret) in self.story.secrets.iter().enumerate() {
            let clues = self.story.clues.iter().filter(|c| c.secret == number);
            let mut rooms: Vec<RoomId> = clues.map(|c| c.room).collect();
            rooms.sort_unstable();
            if rooms.is_empty() {
                continue;
            }
            let numbers: Vec<String> = rooms.iter().map(|r| (r + 1).to_string()).collect();
            let numbers = numbers.join(", ");
            let (what, fact) = match (secret, english) {
                (Secret::Leader(_), true) => ("leader".to_owned(), "story.leader.room"),
                (Secret::Leader(_), false) => ("chefe".to_owned(), "story.leader.room"),
                (Secret::Object(_), _) => {
                    let noun = Np::new(self.story.object_noun(), 1);
                    (noun.text(self.index()).to_owned(), "story.object.room")
                }
                (Secret::Key(key, _), _) => {
                    let key = self.world.plan.keys.get(*key as usize);
                    (key.map_or_else(String::new, |k| k.name.clone()), "plan.keys")
                }
                (Secret::Door(..) | Secret::Fall, _) => continue,
            };
            let facts = [fact.to_owned()].into_iter().chain(rooms.iter().map(|r| room_key(*r))).collect();
            said.push(Said::new(format!("{}: {numbers}.", capitalised(&what)), facts));
        }
        said
    }

    /// Who walks about, on which errand, from room to room; the sixth line is a sign only.
    fn wandering(&mut self, rng: &mut Stream) -> Vec<Said> {
        let world = self.world;
        let english = self.language() == Language::English;
        let head = match english {
            true => "Hourly, or at noise; drawn from their rooms.",
            false => "A cada hora ou barulho; saem de suas salas.",
        };
        let mut said = vec![Said::new(head, vec!["story.wandering".to_owned()])];
        for monsters in &world.plan.wandering {
            let lives = |r: &&crate::story::RoomFacts<'_>| {
                r.groups
                    .iter()
                    .any(|g| g.monsters.name == monsters.name && g.monsters.count >= monsters.count)
            };
            let homes: Vec<RoomId> = world.rooms.iter().filter(lives).map(|r| r.id()).collect();
            let Some(&from) = rng.pick(&homes) else { continue };
            let Some(home) = world.room(from) else { continue };
            let Some(group) = home.groups.iter().find(|g| g.monsters.name == monsters.name) else { continue };
            // Not into the house of the others.
            let open = |r: &&RoomId| {
                let groups = world.room(**r).map_or(&[][..], |o| &o.groups[..]);
                groups.iter().all(|g| self.story.side_of(g) == self.story.side_of(group))
            };
            let near = home.open_neighbours();
            let far: Vec<RoomId> =
                near.iter().filter_map(|r| world.room(*r)).flat_map(|r| r.open_neighbours()).collect();
            let goals: Vec<RoomId> =
                near.iter().chain(&far).filter(open).copied().filter(|r| *r != from).collect();
            let to = rng.pick(&goals).or(rng.pick(&near)).copied().unwrap_or(from);
            let class = match group.sort {
                Sort::Lord => "errand.dead",
                sort if sort.has_hands() => "errand.folk",
                Sort::Beast | Sort::Vermin | Sort::Dragon => "errand.beast",
                Sort::Ooze | Sort::Plant => "errand.ooze",
                _ => "errand.dead",
            };
            let noun = monster_noun(&monsters.name, None);
            let np = Np::new(noun, monsters.count);
            let mut slots = self.story_slots();
            slots.push((if monsters.count > 1 { "many" } else { "one" }, Slot::from("")));
            slots.push((if monsters.xp < MIGHTY { "humble" } else { "mighty" }, Slot::from("")));
            slots.push(("c", Slot::from(np.clone())));
            slots.push(("q", Slot::from(world.room_np(to))));
            let errand = self.frame(class, self.written(), &slots, rng).unwrap_or_default();
            let who = self.written().say("[# c]", &[("c", Slot::from(np))]);
            let (a, b, line) = (from + 1, to + 1, said.len());
            let text = match (english, from == to) {
                (_, false) => format!("({line}) {who}, {a}–{b}, {errand}."),
                (true, true) => format!("({line}) {who}, of room {a}, {errand}."),
                (false, true) => format!("({line}) {who}, da sala {a}, {errand}."),
            };
            said.push(Said::new(text, vec![format!("{}.monsters", room_key(from)), room_key(to)]));
        }
        let signs: Vec<RoomId> =
            world.rooms.iter().filter(|r| !r.groups.is_empty()).map(|r| r.id()).collect();
        if said.len() == 1 {
            return Vec::new();
        }
        if let Some(&room) = rng.pick(&signs) {
            let mut slots = self.story_slots();
            set(&mut slots, "n", (room + 1).to_string());
            let sign = self.frame("errand.sign", self.written(), &slots, rng).unwrap_or_default();
            let text = format!("(6) {}.", capitalised(&sign));
            said.push(Said::new(text, vec![format!("{}.monsters", room_key(room))]));
        }
        said
    }

    /// Who is where, room by room.
    fn roster(&self) -> Vec<Said> {
        let mut lines = Vec::new();
        let mut facts = Vec::new();
        let and = if self.language() == Language::English { "and" } else { "e" };
        for room in self.world.rooms.iter().filter(|r| !r.groups.is_empty()) {
            let who: Vec<String> =
                room.groups.iter().map(|g| self.group_in_words(g, self.written())).collect();
            lines.push(format!("{}: {}", room.number(), listed(&who, and)));
            facts.push(format!("{}.monsters", room_key(room.id())));
        }
        if lines.is_empty() { Vec::new() } else { vec![Said::new(format!("{}.", lines.join("; ")), facts)] }
    }
}
