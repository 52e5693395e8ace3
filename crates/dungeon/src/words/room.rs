//! The description of a room.

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Description, FeatureKind, Monsters, Parcel, Plan, Room, RoomTag, Trap};

use super::grammar::expand;
use super::{Writer, listed};
use crate::codex::{Rarity, Theme, Translated};
use crate::doors::rooms_beside;

impl Writer<'_> {
    /// Describes a room: what is read out, and what only the game master knows.
    pub(crate) fn describe(&mut self, plan: &Plan, room: &Room, seed: &Seed) -> Description {
        let mut rng = seed.stream("words", u64::from(room.id));
        let rng = &mut rng;
        let aloud = [self.size(room, rng), self.light(room, rng), self.furniture(room, rng)];
        let mut aloud: Vec<String> = aloud.into_iter().flatten().collect();
        aloud.extend(self.features(plan, room, rng));
        aloud.push(self.sound(room, rng));
        aloud.push(self.smell(room, rng));
        Description {
            aloud: aloud.join(" "),
            secret: self.secret(plan, room, rng).join(" "),
            entries: Vec::new(),
        }
    }

    fn size(&mut self, room: &Room, rng: &mut Stream) -> Option<String> {
        let phrases = self.phrases();
        let bounds = room.outline.bounds();
        let side = |cells: i32| match self.language {
            Language::English => (cells * 5).to_string(),
            Language::Portuguese if cells % 2 == 0 => (cells * 3 / 2).to_string(),
            Language::Portuguese => format!("{},5", cells * 3 / 2),
        };
        let (w, h) = (side(bounds.width), side(bounds.height));
        let shape = phrases.shapes[room.shape as usize];
        let article = if room.kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let with_article = format!("{article} {}", room.kind);
        let slots =
            [("w", w.as_str()), ("h", &h), ("shape", shape), ("kind", &room.kind), ("akind", &with_article)];
        Some(self.say(phrases.size, &slots, room.id, rng))
    }

    /// One of the theme's things or of those that all themes share.
    fn either<'p>(&self, own: &'p [Translated], common: &'p [Translated], rng: &mut Stream) -> &'p str {
        let i = rng.index(own.len() + common.len());
        own.get(i).or(common.get(i.wrapping_sub(own.len()))).map_or("", |w| w.get(self.language))
    }

    fn light(&mut self, room: &Room, rng: &mut Stream) -> Option<String> {
        // There is light more often in rooms with enemies.
        let lit = rng.percent(if room.contents.enemies { 75 } else { 35 });
        if !lit {
            return Some(self.say(self.phrases().dark, &[], room.id, rng));
        }
        let light = self.either(&self.theme.light, &Theme::common().light, rng).to_owned();
        Some(self.say(self.phrases().light, &[("light", &light)], room.id, rng))
    }

    fn furniture(&mut self, room: &Room, rng: &mut Stream) -> Option<String> {
        if room.contents.furniture.is_empty() {
            return None;
        }
        let things = listed(&room.contents.furniture, self.phrases().and);
        Some(self.say(self.phrases().furniture, &[("things", &things)], room.id, rng))
    }

    fn features(&mut self, plan: &Plan, room: &Room, rng: &mut Stream) -> Vec<String> {
        use FeatureKind::{Pillar, Pit, Rubble, Water};
        let level = plan.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id));
        let here = |kind: FeatureKind| {
            let features = level.into_iter().flat_map(|l| &l.features);
            features.filter(|f| f.kind == kind).any(|f| f.cells.iter().any(|p| room.outline.contains(*p)))
        };
        let kinds = [Pillar, Water, Pit, Rubble];
        let present: Vec<usize> = (0..kinds.len()).filter(|&i| here(kinds[i])).collect();
        present.into_iter().map(|i| self.say(self.phrases().features[i], &[], room.id, rng)).collect()
    }

    fn sound(&mut self, room: &Room, rng: &mut Stream) -> String {
        let sound = self.either(&self.theme.sounds, &Theme::common().sounds, rng).to_owned();
        self.say(self.phrases().sound, &[("sound", &sound)], room.id, rng)
    }

    fn smell(&mut self, room: &Room, rng: &mut Stream) -> String {
        let smell = self.either(&self.theme.smells, &Theme::common().smells, rng).to_owned();
        self.say(self.phrases().smell, &[("smell", &smell)], room.id, rng)
    }

    fn secret(&mut self, plan: &Plan, room: &Room, rng: &mut Stream) -> Vec<String> {
        let phrases = self.phrases();
        let contents = &room.contents;
        let near = neighbour(plan, room, rng);
        let mut text = Vec::new();
        if !contents.monsters.is_empty() {
            let who: Vec<String> = contents.monsters.iter().map(|m| self.monsters(m)).collect();
            let who = listed(&who, phrases.and);
            let xp: u64 = contents.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
            let xp = xp.to_string();
            let boss = contents.monsters.iter().any(|m| m.boss);
            let templates = if boss { phrases.boss } else { phrases.enemies };
            text.push(self.say(templates, &[("who", &who), ("xp", &xp)], room.id, rng));
            text.push(self.say(phrases.tactics, &[("near", &near)], room.id, rng));
        } else if contents.is_empty() && contents.traps.is_empty() {
            text.push(self.say(phrases.empty, &[("near", &near)], room.id, rng));
        }
        let (hidden, open): (Vec<&Parcel>, Vec<&Parcel>) = contents.parcels.iter().partition(|p| p.hidden);
        if !open.is_empty() {
            let what: Vec<String> = open.iter().map(|p| self.parcel(p)).collect();
            text.push(self.say(phrases.treasure, &[("what", &listed(&what, phrases.and))], room.id, rng));
        }
        if !hidden.is_empty() {
            let what: Vec<String> = hidden.iter().map(|p| self.parcel(p)).collect();
            let dc = rng.between(12, 16).to_string();
            let slots = [("what", listed(&what, phrases.and)), ("dc", dc)];
            let slots: Vec<(&str, &str)> = slots.iter().map(|(a, b)| (*a, b.as_str())).collect();
            text.push(self.say(phrases.hidden, &slots, room.id, rng));
        }
        for trap in &contents.traps {
            text.push(self.trap(trap, room.id, rng));
        }
        if room.has_tag(RoomTag::Rest) {
            text.push(self.say(phrases.rest, &[], room.id, rng));
        }
        if rng.percent(20) {
            let tricks = &Theme::common().tricks;
            let trick = self.either(&[], tricks, rng).to_owned();
            text.push(self.say(phrases.trick, &[("trick", &trick)], room.id, rng));
        }
        text
    }

    /// A trap in a sentence.
    fn trap(&mut self, trap: &Trap, room: u32, rng: &mut Stream) -> String {
        let phrases = self.phrases();
        let damage = match trap.damage.as_str() {
            "" => phrases.no_damage.to_owned(),
            dice => expand(phrases.damage, &[("dice", dice)], rng).to_lowercase(),
        };
        let dc = trap.dc.to_string();
        let slots = [
            ("name", trap.name.as_str()),
            ("dc", &dc),
            ("trigger", &trap.trigger),
            ("effect", &trap.effect),
            ("damage", &damage),
        ];
        self.say(phrases.trap, &slots, room, rng)
    }

    /// Monsters with numbers and experience points.
    fn monsters(&self, monsters: &Monsters) -> String {
        let phrases = self.phrases();
        let Monsters { name, count, challenge, xp, .. } = monsters;
        let each = if *count > 1 { format!(" {}", phrases.each) } else { String::new() };
        format!("{count} × {name} ({} {challenge}, {xp} XP{each})", phrases.challenge)
    }

    /// A parcel with its worth.
    fn parcel(&self, parcel: &Parcel) -> String {
        let phrases = self.phrases();
        let gold = parcel.gold.to_string();
        let worth = phrases.worth.replace("$gold", &gold);
        if parcel.rarity.is_empty() {
            return format!("{} ({worth})", parcel.name);
        }
        let known = parcel.rarity.parse::<Rarity>().ok().filter(|r| r.name() == parcel.rarity);
        let rarity = known.map_or(parcel.rarity.as_str(), |r| phrases.rarities[r as usize]);
        format!("{} ({rarity}, {worth})", parcel.name)
    }
}

/// The number of a room that a corridor or a door leads to, as text.
fn neighbour(plan: &Plan, room: &Room, rng: &mut Stream) -> String {
    let mut near: Vec<u32> = rooms_beside(plan, room.id);
    near.retain(|&r| r != room.id);
    let number = rng.pick(&near).copied().unwrap_or(room.id);
    (number + 1).to_string()
}
