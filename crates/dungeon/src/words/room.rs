//! The key of a room: what is read aloud, and the paragraphs for the game master.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Description, DoorKind, Entry, Obstacle, RoomId, RoomTag, Way};

use super::clues::is_tangible;
use super::glance::Glance;
use super::here::{is_movable, set};
use super::said::entry;
use super::{Said, Writer, joined, room_key};
use crate::lexicon::noun::Form;
use crate::lexicon::{Np, Slot, capitalised};
use crate::stages::hides;
use crate::story::{Relic, RoomFacts, Seen};

/// Facts and ways from which on the key of an empty room is long enough.
const BRIEF: usize = 9;
/// The words of an entry that one finds one's way in.
const GOOD_LENGTH: usize = 200;
/// The words that every entry has: what is read aloud, title, light, and a line for each thing in bold.
const ALOUD_AND_TITLE: usize = 92;
/// The words of a sentence, about.
const SENTENCE: usize = 14;

/// Is there room for one more sentence? It is taken.
pub(super) fn affords(spare: &mut usize) -> bool {
    let enough = *spare >= SENTENCE;
    *spare = spare.saturating_sub(if enough { SENTENCE } else { 0 });
    enough
}

impl Writer<'_> {
    /// Describes a room.
    pub(crate) fn describe(&mut self, id: RoomId) -> Option<Description> {
        let world = self.world;
        let facts = world.room(id)?;
        let mut rng = self.seed.stream("key", u64::from(id));
        let rng = &mut rng;
        let told = self.holding_things(facts);
        let glance = self.glance(facts, &told);
        let mut entries: Vec<Entry> = Vec::new();
        entries.extend(self.subtitle(facts));
        let labels = self.labels();
        let mut clues = self.clues_of(facts);
        let mut spare = self.spare_words(facts, clues.len());
        let mut here = self.here(facts, &glance, &mut spare, rng);
        here.extend(self.witness(facts, &mut clues, rng));
        entries.extend(entry(labels.here, &here));
        entries.extend(self.captive(facts, rng).and_then(|said| entry(labels.captive, &[said])));
        entries.extend(self.bullets(facts, &glance, clues, spare, rng));
        for (i, trap) in facts.room.contents.traps.iter().enumerate() {
            entries.extend(entry(labels.trap, &self.trap(facts, i, trap, rng)));
        }
        entries.extend(entry(labels.treasure, &self.treasure(facts, &glance, rng)));
        let keys: Vec<Said> = self.keys(facts, &glance);
        entries.extend(entry(labels.key, &keys));
        let exits = self.exits(facts, rng);
        // An empty room that has much to find needs no use. Facts are counted, not words: both
        // languages say the same.
        let told = |facts: &[String]| facts.iter().filter(|f| !f.is_empty()).count();
        let found: usize = entries.iter().map(|e| told(&e.facts)).sum();
        let clues = self.story.clues.iter().any(|c| c.room == facts.id());
        let brief = found + exits.len() < BRIEF && !clues;
        if facts.groups.is_empty() && (brief || facts.room.has_tag(RoomTag::Rest)) {
            let used = self.use_of(facts, &glance, rng);
            entries.extend(entry(labels.usage, &used.into_iter().collect::<Vec<_>>()));
        }
        entries.extend(entry(labels.exits, &exits));
        let (aloud, aloud_facts) = joined(&glance.sentences);
        Some(Description { aloud, aloud_facts, secret: String::new(), entries })
    }

    /// The words that an entry of good length has left for what is good to know, once all is told that
    /// must be. They are guessed from the plan, so that both languages tell the same.
    fn spare_words(&self, facts: &RoomFacts<'_>, clues: usize) -> usize {
        let contents = &facts.room.contents;
        let relics = contents.parcels.iter().filter(|p| Relic::named(&p.name).is_some()).count();
        let keys = self.world.plan.keys.iter().filter(|k| k.room == facts.id()).count();
        let captive = self.story.captive.as_ref().is_some_and(|c| c.room == facts.id());
        let told = [
            (1, ALOUD_AND_TITLE),
            (facts.exits.len(), 11),
            (contents.traps.len(), 55),
            (contents.parcels.len(), 19),
            (relics, 14),
            (keys, 6),
            (usize::from(captive), 22),
            (facts.groups.len(), 9),
            (usize::from(!facts.groups.is_empty()), SENTENCE),
            (clues, SENTENCE),
        ];
        let told: usize = told.into_iter().map(|(count, words)| count * words).sum();
        let good = if facts.has_boss() { GOOD_LENGTH + 20 } else { GOOD_LENGTH };
        good.saturating_sub(told)
    }

    fn labels(&self) -> Labels {
        match self.language() {
            Language::English => Labels {
                here: "Here",
                trap: "Trap",
                treasure: "Treasure",
                key: "Key",
                captive: "Prisoner",
                usage: "Use",
                exits: "Exits",
            },
            Language::Portuguese => Labels {
                here: "Aqui",
                trap: "Armadilha",
                treasure: "Tesouro",
                key: "Chave",
                captive: "Prisioneiro",
                usage: "Uso",
                exits: "Saídas",
            },
        }
    }

    /// What it is used for now, and its light.
    fn subtitle(&self, facts: &RoomFacts<'_>) -> Option<Entry> {
        let english = self.language() == Language::English;
        let key = room_key(facts.id());
        let mut parts = Vec::new();
        let mut about = Vec::new();
        if let Some(now) = &facts.now {
            let np = Np::new(now.clone(), 1);
            let holder =
                facts.holder.map(|h| usize::from(h.min(1))).filter(|h| self.story.holders[*h].is_some());
            let whose = holder.map(|h| Np::new(self.story.faction_noun(h), 1));
            let text = match (whose, english) {
                // Nobody writes `the servants that remain's`.
                (Some(whose), true)
                    if whose.text(0).contains(" that ") || whose.text(0).contains(" from ") =>
                {
                    let slots = [("w", Slot::from(np)), ("f", Slot::from(whose))];
                    self.written().say("*now [a w] of [the f]*", &slots)
                }
                (Some(whose), true) => {
                    let name = whose.text(0);
                    let mark = if name.ends_with('s') { "'" } else { "'s" };
                    format!("*now the {name}{mark} {}*", np.text(0))
                }
                (Some(whose), false) => {
                    let slots = [("w", Slot::from(np)), ("f", Slot::from(whose))];
                    self.written().say("*agora [n w] [do f]*", &slots)
                }
                (None, true) => self.written().say("*now [a w]*", &[("w", Slot::from(np))]),
                (None, false) => self.written().say("*agora [um w]*", &[("w", Slot::from(np))]),
            };
            parts.push(text);
            about.push(format!("{key}.use.now"));
        }
        let brightest =
            facts.things.iter().filter(|t| t.light.is_some()).max_by_key(|t| t.light.map(|l| l.bright));
        match brightest {
            Some(seen) => {
                let np = seen.np();
                let noun = if np.noun.form[self.index()] == Form::Count && np.count > 1 {
                    self.written().say(if english { "[a l]" } else { "[um l]" }, &[("l", Slot::from(np))])
                } else {
                    np.text(self.index()).to_owned()
                };
                let feet = seen.light.map_or(0, |l| if l.bright > 0 { l.bright } else { l.dim });
                parts.push(format!("{noun} ({})", distance(feet, self.language())));
                about.push(format!("{key}.light"));
            }
            None if facts.is_lit() => {}
            None => {
                parts.push(if english { "dark" } else { "sem luz" }.to_owned());
                about.push(format!("{key}.dark"));
            }
        }
        let text = parts.join(" · ");
        (!text.is_empty()).then(|| Entry { lead: String::new(), text, facts: about })
    }

    /// The things that hold treasure or a key, which should be named.
    fn holding_things(&self, facts: &RoomFacts<'_>) -> Vec<usize> {
        let parcels = facts.room.contents.parcels.iter().filter(|p| !p.hidden).filter_map(|p| p.at);
        let told: Vec<usize> = parcels.filter_map(|at| thing_at(facts, at)).collect();
        // What has no place of its own lies where something can be hidden.
        let holds = |i: &usize| facts.things[*i].words.hiding.is_some() && hides(facts.things[*i].kind);
        let key = self.world.plan.keys.iter().any(|k| k.room == facts.id());
        let loose = facts.room.contents.parcels.iter().any(|p| p.at.is_none());
        if told.is_empty() && (key || loose) {
            return (0..facts.things.len()).find(holds).into_iter().collect();
        }
        told
    }

    /// One paragraph for each thing in bold: what a closer look gives, and a clue.
    fn bullets(
        &mut self,
        facts: &RoomFacts<'_>,
        glance: &Glance,
        mut clues: Vec<usize>,
        mut spare: usize,
        rng: &mut Stream,
    ) -> Vec<Entry> {
        // Evidence sticks to what one can touch.
        let solid = |thing: &usize| is_tangible(facts.things[*thing].kind);
        let mut bearers: Vec<usize> = glance.bold.iter().copied().filter(solid).collect();
        if bearers.is_empty() {
            bearers.extend(glance.bold.first());
        }
        let mut entries = Vec::new();
        for &thing in &glance.bold {
            let seen = &facts.things[thing];
            let fact = format!("{}.thing.{}", room_key(facts.id()), seen.key());
            let mut said = Vec::new();
            let mut texts = Vec::new();
            if !clues.is_empty() && bearers.contains(&thing) {
                // Each thing bears one piece of evidence, the last what is left.
                let share = if bearers.last() == Some(&thing) { clues.len() } else { 1 };
                for clue in clues.drain(..share).collect::<Vec<_>>() {
                    texts.extend(self.clue(clue, facts, seen, rng));
                }
            }
            let more = rng.percent(20) && !facts.groups.is_empty();
            if texts.is_empty() || more && affords(&mut spare) {
                said.extend(self.look(facts, seen, &fact, rng));
            }
            for (text, about) in texts {
                // A quotation ends with its own full stop.
                let stop = if text.ends_with(['\'', '"']) { "" } else { "." };
                said.push(Said::new(format!("{}{stop}", capitalised(&text)), vec![fact.clone(), about]));
            }
            if said.is_empty() {
                said.push(Said::new(self.plain(seen, rng), vec![fact]));
            }
            let lead = capitalised(seen.np().text(self.index()));
            entries.extend(entry(&lead, &said));
        }
        entries
    }

    /// What a thing is good for in a fight, where nothing else is left to say.
    fn plain(&mut self, seen: &Seen, rng: &mut Stream) -> String {
        let class = match seen.kind.obstacle() {
            Obstacle::HalfCover => "plain.half",
            Obstacle::ThreeQuartersCover => "plain.three",
            Obstacle::Sight => "plain.sight",
            Obstacle::Steps => "plain.steps",
            Obstacle::Nothing => "plain.flat",
        };
        let text = self.frame(class, self.written(), &[("x", Slot::from(seen.np()))], rng);
        capitalised(&text.unwrap_or_default())
    }

    fn captive(&mut self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Option<Said> {
        let captive = self.story.captive.as_ref().filter(|c| c.room == facts.id())?;
        let guarded =
            |r: &&RoomId| self.world.room(**r).is_some_and(|o| o.groups.iter().any(|g| g.sort.has_hands()));
        let guards: Vec<RoomId> = facts.beside.iter().filter(guarded).copied().collect();
        let next = rng.pick(&guards).or(rng.pick(&facts.beside)).copied()?;
        let mut slots = vec![
            ("name", Slot::from(captive.name.as_str())),
            ("role", Slot::from(captive.role[self.index()].as_str())),
            ("n", Slot::from((next + 1).to_string())),
        ];
        if !guards.is_empty() {
            slots.push(("guards", Slot::from("")));
        }
        self.sentence("captive", &slots, &["story.captive".to_owned(), room_key(next)], rng)
    }

    /// What an empty room is good for.
    fn use_of(&mut self, facts: &RoomFacts<'_>, glance: &Glance, rng: &mut Stream) -> Option<Said> {
        let near = facts.open_neighbours();
        let held: Vec<RoomId> = near
            .iter()
            .copied()
            .filter(|r| self.world.room(*r).is_some_and(|o| !o.groups.is_empty()))
            .collect();
        let mut slots = self.common_slots(facts, rng);
        let leaf = |e: &mapkiln_maps::plan::Exit<'_>| matches!(e.way, Way::Door { door, .. } if !matches!(door.kind, DoorKind::Arch | DoorKind::Portcullis));
        if facts.exits.iter().all(leaf) {
            slots.push(("door", Slot::from("")));
        }
        let solid = glance.bold.iter().find(|i| facts.things[**i].kind.obstacle() >= Obstacle::HalfCover);
        if let Some(&thing) = solid {
            slots.push(("x", Slot::from(facts.things[thing].np())));
            if is_movable(facts.things[thing].kind) {
                slots.push(("movable", Slot::from("")));
            }
        }
        let mut classes: Vec<&str> = Vec::new();
        if facts.room.has_tag(RoomTag::Rest) && held.is_empty() {
            classes.push(if facts.has_one_way() { "use.rest" } else { "use.rest.quiet" });
        }
        if let Some(&next) = rng.pick(&held) {
            self.set_room(&mut slots, next);
            classes.extend(["use.ambush", "use.cover"]);
        } else if let [one, two, ..] = near[..] {
            self.set_room(&mut slots, one);
            set(&mut slots, "m", (two + 1).to_string());
            classes.push("use.short");
        }
        if facts.has_one_way() {
            classes.push("use.end");
        }
        let mut about = vec![format!("{}.use", room_key(facts.id()))];
        about.extend(near.iter().map(|r| room_key(*r)));
        classes.into_iter().find_map(|class| self.sentence(class, &slots, &about, rng))
    }
}

struct Labels {
    here: &'static str,
    trap: &'static str,
    treasure: &'static str,
    key: &'static str,
    captive: &'static str,
    usage: &'static str,
    exits: &'static str,
}

/// The things of a room that cover a cell.
pub(super) fn thing_at(facts: &RoomFacts<'_>, at: Point) -> Option<usize> {
    facts.things.iter().position(|t| t.cells.iter().any(|c| c.contains(at)))
}

/// Feet, or metres with a decimal comma.
fn distance(feet: u32, language: Language) -> String {
    match language {
        Language::English => format!("{feet} ft."),
        Language::Portuguese => {
            let tenths = feet * 3;
            if tenths.is_multiple_of(10) {
                format!("{} m", tenths / 10)
            } else {
                format!("{},{} m", tenths / 10, tenths % 10)
            }
        }
    }
}
