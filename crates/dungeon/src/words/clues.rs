//! Evidence: what those who hold a place leave behind, and where it leads.
//!
//! A clue is a trace on a thing of a room: what another room sheds (wax, grave dust, mud), a way that
//! was taken, a mark of what was carried. The sentence is what players find; the game master's brackets
//! say which room it leads to. Where people talk, one clue is a witness; a written note is the exception.

use std::collections::btree_map::{BTreeMap, Entry};

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{DoorKind, FeatureKind, Obstacle, RoomId, ThingKind, Vertical, Way};

use super::here::{is_movable, set};
use super::{Said, Writer, room_key};
use crate::lexicon::creatures::Sort;
use crate::lexicon::noun::Form;
use crate::lexicon::{Gender, Noun, Np, Slot, capitalised};
use crate::story::{RoomFacts, Secret, Seen};

/// The most written notes in a dungeon.
const NOTES: usize = 2;
/// How often a thing that can hold paper holds a note, in percent.
const NOTE: u32 = 15;
/// The most signs of who lives next door in a dungeon: no frame for them comes twice.
const NEXT_DOOR: usize = 6;
/// How often those who talk know something, in percent.
const WITNESS: u32 = 60;

type Slots = Vec<(&'static str, Slot)>;

impl Writer<'_> {
    /// The secrets of which a room has evidence.
    pub(super) fn clues_of(&self, facts: &RoomFacts<'_>) -> Vec<usize> {
        self.story.clues.iter().filter(|c| c.room == facts.id()).map(|c| c.secret).collect()
    }

    /// What one of those who are here gives away, instead of a trace; its secret is taken from the list.
    pub(super) fn witness(
        &mut self,
        facts: &RoomFacts<'_>,
        clues: &mut Vec<usize>,
        rng: &mut Stream,
    ) -> Option<Said> {
        let talks = facts.groups.first().is_some_and(|g| g.sort.talks()) && !facts.has_boss();
        if !talks || !rng.percent(WITNESS) {
            return None;
        }
        let told = |s: &Secret| matches!(s, Secret::Leader(_) | Secret::Object(_) | Secret::Key(..));
        let at = clues.iter().position(|&c| self.story.secrets.get(c).is_some_and(told))?;
        let secret = *self.story.secrets.get(clues[at])?;
        let mut slots = self.common_slots(facts, rng);
        let (name, fact, leads_to) = self.secret_slots(secret, facts, &mut slots, rng);
        let text = self.frame(&format!("told.{name}"), self.written(), &slots, rng)?;
        clues.remove(at);
        let text = format!("{}.", with_brackets(text.trim_end_matches('.'), &leads_to));
        Some(Said::new(capitalised(&text), vec![format!("{}.monsters", room_key(facts.id())), fact]))
    }

    /// A piece of evidence on a thing: its words, and the fact that it tells.
    pub(super) fn clue(
        &mut self,
        secret: usize,
        facts: &RoomFacts<'_>,
        seen: &Seen,
        rng: &mut Stream,
    ) -> Option<(String, String)> {
        let secret = *self.story.secrets.get(secret)?;
        let mut slots = self.bearing(seen);
        let (name, fact, leads_to) = self.secret_slots(secret, facts, &mut slots, rng);
        let note = self.used.notes < NOTES && holds_paper(seen) && rng.percent(NOTE);
        if note && let Some(text) = self.frame(&format!("note.{name}"), self.written(), &slots, rng) {
            self.used.notes += 1;
            return Some((with_brackets(&text, &leads_to), fact));
        }
        let class = match secret {
            Secret::Fall => format!("clue.fall.{}", self.story.fall.kind),
            Secret::Door(a, b) if facts.id() == a || facts.id() == b => "clue.secret.here".to_owned(),
            _ => format!("clue.{name}"),
        };
        Some((with_brackets(&self.frame(&class, self.written(), &slots, rng)?, &leads_to), fact))
    }

    /// What a secret is called in classes of frames, the fact behind it, and what the brackets say;
    /// its slots are added.
    fn secret_slots(
        &self,
        secret: Secret,
        facts: &RoomFacts<'_>,
        slots: &mut Slots,
        rng: &mut Stream,
    ) -> (&'static str, String, String) {
        let story = self.story;
        let english = self.language() == Language::English;
        let definite = |noun: Noun| {
            let frame = if english { "[the o]" } else { "[o o]" };
            self.written().say(frame, &[("o", Slot::from(Np::new(noun, 1)))])
        };
        let in_room = |what: String, room: RoomId| {
            format!("{what}, {} {}", if english { "room" } else { "sala" }, room + 1)
        };
        slots.push(("years", Slot::from(story.fall.years.to_string())));
        slots.push(("fall", Slot::from(story.fall.text[self.index()].as_str())));
        slots.retain(|(name, _)| !["k", "o"].contains(name));
        slots.push(("k", Slot::from(Np::new(story.leader_noun(), 1))));
        match secret {
            Secret::Leader(room) => {
                let boss = self.world.room(room).and_then(|r| r.groups.iter().find(|g| g.monsters.boss));
                let walks =
                    |s: Sort| matches!(s, Sort::Folk | Sort::Sly | Sort::Lord | Sort::Brute | Sort::Fiend);
                let feet = if boss.is_some_and(|b| walks(b.sort)) { "person" } else { "beastly" };
                slots.push((feet, Slot::from("")));
                self.trail(facts, room, slots, rng);
                ("leader", "story.leader.room".to_owned(), in_room(definite(story.leader_noun()), room))
            }
            Secret::Object(room) => {
                slots.push(("o", Slot::from(Np::new(story.object_noun(), 1))));
                self.trail(facts, room, slots, rng);
                ("object", "story.object.room".to_owned(), in_room(definite(story.object_noun()), room))
            }
            Secret::Key(key, room) => {
                let name = self.world.plan.keys.get(key as usize).map_or("key", |k| k.name.as_str());
                let noun = Noun::count([name; 2], [name; 2], Gender::Feminine);
                slots.push(("o", Slot::from(Np::new(noun.clone(), 1))));
                self.trail(facts, room, slots, rng);
                ("key", format!("k{key}.room"), in_room(definite(noun), room))
            }
            Secret::Door(a, b) => {
                let words = match english {
                    true => format!("secret door, rooms {} and {}", a + 1, b + 1),
                    false => format!("porta secreta, salas {} e {}", a + 1, b + 1),
                };
                ("secret", "story.secret_door".to_owned(), words)
            }
            Secret::Fall => ("fall", "story.fall".to_owned(), String::new()),
        }
    }

    /// Slots for what leads from a room to another: `way`, the way out of here, and `s`, something that
    /// the other room sheds and this one does not have.
    pub(super) fn trail(&self, from: &RoomFacts<'_>, to: RoomId, slots: &mut Slots, rng: &mut Stream) {
        let way = self.way_toward(from, to);
        slots.extend(way.map(|way| ("way", Slot::from(way))));
        let own = shed_by(from);
        let other = self.world.room(to).map(shed_by).unwrap_or_default();
        let new: Vec<Both> = other.into_iter().filter(|s| !own.contains(s)).collect();
        slots.extend(rng.pick(&new).map(|s| ("s", Slot::from(s[self.index()]))));
    }

    /// The way out that leads to a room by the fewest rooms: `the north exit`.
    fn way_toward(&self, from: &RoomFacts<'_>, to: RoomId) -> Option<String> {
        // How far each room is from the goal.
        let mut steps: BTreeMap<RoomId, usize> = BTreeMap::from([(to, 0)]);
        let mut queue = std::collections::VecDeque::from([to]);
        while let Some(room) = queue.pop_front() {
            let far = steps.get(&room).copied().unwrap_or(0) + 1;
            for next in self.world.room(room).map(RoomFacts::open_neighbours).unwrap_or_default() {
                if let Entry::Vacant(unseen) = steps.entry(next) {
                    unseen.insert(far);
                    queue.push_back(next);
                }
            }
        }
        let open = |w: &Way<'_>| !matches!(w, Way::Door { door, .. } if door.kind == DoorKind::Secret);
        let exits = from.exits.iter().filter(|e| open(&e.way));
        let near = exits.filter_map(|e| Some((e.leads_to.iter().filter_map(|r| steps.get(r)).min()?, e)));
        let (_, exit) = near.min_by_key(|(far, _)| **far)?;
        let english = self.language() == Language::English;
        let words = match exit.way {
            Way::Door { toward, .. } => {
                let side = self.language().labels().direction(toward);
                if english { format!("the {side} exit") } else { format!("a saída {side}") }
            }
            Way::Stairs(Vertical::Down) => ["the stairs down", "a escada que desce"][self.index()].to_owned(),
            Way::Stairs(_) => ["the stairs up", "a escada que sobe"][self.index()].to_owned(),
            Way::Surface => return None,
        };
        Some(words)
    }

    /// What a thing can bear, as slots without words: `text` on what people made, `trace` on what
    /// grew or fell, `wet` on what was spilt, `built` where somebody built the place, `loose` where paper can lie, `solid` where
    /// it stands in the way and can be pushed, `holds` where something can lie in it or by it.
    pub(super) fn bearing(&self, seen: &Seen) -> Slots {
        let kind = match seen.kind {
            ThingKind::Blood | ThingKind::Slime | ThingKind::Puddle | ThingKind::Mud | ThingKind::Ice => {
                "wet"
            }
            kind if is_made(kind) => "text",
            _ => "trace",
        };
        let mut slots: Slots = vec![(kind, Slot::from("")), ("x", Slot::from(seen.np()))];
        if self.world.theme.id != "cavern" {
            slots.push(("built", Slot::from("")));
        }
        let solid = seen.kind.obstacle() >= Obstacle::HalfCover && is_movable(seen.kind);
        for (name, holds) in
            [("loose", holds_paper(seen)), ("solid", solid), ("holds", seen.words.hiding.is_some())]
        {
            if holds {
                slots.push((name, Slot::from("")));
            }
        }
        slots
    }

    /// What a closer look at a thing gives: something of its own kind, who lives next door, or a find.
    pub(super) fn look(
        &mut self,
        facts: &RoomFacts<'_>,
        seen: &Seen,
        fact: &str,
        rng: &mut Stream,
    ) -> Option<Said> {
        let roll = rng.below(100);
        if roll >= 70
            && is_tangible(seen.kind)
            && self.used.next_door.len() < NEXT_DOOR
            && !self.used.next_door.contains(&facts.id())
            && let Some(said) = self.next_door(facts, seen, fact, rng)
        {
            return Some(said);
        }
        let single = seen.count == 1 && seen.np().noun.form[0] != Form::Plural;
        let fits = |l: &&crate::lexicon::things::Line| {
            let mut words = l.text[0].split(|c: char| !c.is_alphanumeric());
            let alone = words.any(|w| matches!(w, "it" | "its" | "It" | "Its"));
            // Nobody built a cave.
            let built = ["mason", "chisel", "builder"].iter().any(|w| l.text[0].contains(w));
            let fits = self.world.theme.id != "cavern" || !built;
            !self.used.lines.contains(&l.number) && (single || !alone) && fits
        };
        let own: Vec<_> = seen.words.looks[..seen.words.own_looks].iter().filter(fits).collect();
        let shared: Vec<_> = seen.words.looks[seen.words.own_looks..].iter().filter(fits).collect();
        if is_tangible(seen.kind) && (roll >= 60 || own.is_empty()) {
            let mut slots = self.bearing(seen);
            for (name, side) in [("f", 0), ("g", 1)] {
                if self.story.holders[side].is_some() {
                    slots.push((name, Slot::from(Np::new(self.story.faction_noun(side), 1))));
                }
            }
            let text = self.frame("look", self.written(), &slots, rng);
            if let Some(text) = text {
                return Some(Said::new(format!("{}.", capitalised(&text)), vec![fact.to_owned()]));
            }
        }
        let look = *rng.pick(&own).or(rng.pick(&shared))?;
        self.used.lines.insert(look.number);
        let text = self.written().say(&look.text[self.index()], &[("x", Slot::from(seen.np()))]);
        Some(Said::new(format!("{}.", capitalised(&text)), vec![fact.to_owned()]))
    }

    /// A sign of those who live behind a way out: what one chooses a way by.
    fn next_door(
        &mut self,
        facts: &RoomFacts<'_>,
        seen: &Seen,
        fact: &str,
        rng: &mut Stream,
    ) -> Option<Said> {
        let held =
            |r: &RoomId| self.world.room(*r).is_some_and(|o| o.groups.iter().any(|g| g.sort.is_heard()));
        let near: Vec<RoomId> = facts.open_neighbours().into_iter().filter(held).collect();
        let next = *rng.pick(&near)?;
        let group = self.world.room(next)?.groups.iter().find(|g| g.sort.is_heard())?;
        let noun = crate::lexicon::names::monster_noun(&group.monsters.name, None);
        let mut slots = self.bearing(seen);
        slots.push(("e", Slot::from(Np::new(noun, group.monsters.count))));
        set(&mut slots, "n", (next + 1).to_string());
        self.trail(facts, next, &mut slots, rng);
        let text = self.frame("look.next", self.written(), &slots, rng)?;
        self.used.next_door.insert(facts.id());
        let about = vec![fact.to_owned(), format!("{}.monsters", room_key(next))];
        Some(Said::new(format!("{}.", capitalised(&text)), about))
    }
}

/// Evidence with what it leads to, for the game master: after brackets that are there already, in them.
fn with_brackets(text: &str, leads_to: &str) -> String {
    match text.strip_suffix(')') {
        _ if leads_to.is_empty() => text.to_owned(),
        Some(open) => format!("{open}; {leads_to})"),
        None => format!("{text} ({leads_to})"),
    }
}

type Both = [&'static str; 2];

/// What sticks to whoever comes from a room, without an article.
fn shed_by(facts: &RoomFacts<'_>) -> Vec<Both> {
    let mut all: Vec<Both> = facts.things.iter().filter_map(shed_by_thing).collect();
    for (kind, shed) in [
        (FeatureKind::Water, ["wet silt", "lodo molhado"]),
        (FeatureKind::Rubble, ["mortar grit", "cascalho de argamassa"]),
    ] {
        if facts.features.contains(&kind) {
            all.push(shed);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn shed_by_thing(seen: &Seen) -> Option<Both> {
    use ThingKind::*;
    Some(match seen.kind {
        Candles | Candelabrum | Chandelier => ["candle wax", "cera de vela"],
        Torch | Sconce if seen.light.is_some() => ["pitch", "piche"],
        Brazier | Campfire | Hearth | Stove | Oven => ["wood ash", "cinza de lenha"],
        Lamp | Lantern => ["lamp oil", "óleo de lamparina"],
        Bones | Skeleton | BurialNiche => ["bone dust", "pó de osso"],
        Sarcophagus | OpenSarcophagus | Coffin | Bier => ["grave dust", "pó de túmulo"],
        Straw | StrawPallet => ["straw", "palha"],
        Mud | Midden => ["black mud", "lama preta"],
        Blood => ["dried blood", "sangue seco"],
        Slime => ["green slime", "limo verde"],
        Moss | Weeds | Vines | Roots => ["leaf mould", "terra vegetal"],
        Mushrooms | GlowFungus => ["pale spores", "esporos claros"],
        Forge | Anvil | Grindstone | Tools => ["iron filings", "limalha de ferro"],
        AlchemyBench | Cauldron => ["yellow salts", "sais amarelos"],
        Desk | Lectern | Scrolls | PrintingPress | MapTable => ["ink", "tinta"],
        Bookcase => ["book mould", "mofo de livro"],
        Altar | Censer | Shrine | Idol => ["incense ash", "cinza de incenso"],
        Barrel | KegRack => ["wine lees", "borra de vinho"],
        Sacks => ["flour", "farinha"],
        Loom | Tapestry | Rug => ["red wool", "lã vermelha"],
        WeaponRack | ArmourStand => ["armour grease", "graxa de armadura"],
        Winch | Pump | SluiceWheel | Lift => ["axle grease", "graxa de eixo"],
        OreVein | MineCart | Rails => ["ore dust", "pó de minério"],
        TimberSet | Scaffold | Workbench => ["sawdust", "serragem"],
        Crystals => ["crystal grit", "areia de cristal"],
        Nest | Eggs => ["down", "penugem"],
        Web | Cocoon => ["cobweb", "teia"],
        Puddle | Well | Trough | Basin | Font | Fountain => ["wet silt", "lodo molhado"],
        RubbleHeap | BrokenBeam | FallenPillar => ["mortar grit", "cascalho de argamassa"],
        MagicCircle | Rune => ["silver chalk", "giz de prata"],
        _ => return None,
    })
}

/// Can it be touched, moved aside, hidden behind? Light and what is drawn on the floor cannot.
pub(super) fn is_tangible(kind: ThingKind) -> bool {
    use ThingKind::*;
    !matches!(kind, DaylightShaft | Lava | MagicCircle | PressurePlate | Rune) && kind.light().is_none()
}

/// Did people make it?
fn is_made(kind: ThingKind) -> bool {
    use ThingKind::*;
    !matches!(
        kind,
        Bones
            | Skeleton
            | RubbleHeap
            | Mud
            | Puddle
            | Blood
            | Slime
            | Moss
            | Web
            | Straw
            | Nest
            | Eggs
            | Cocoon
            | Weeds
            | Roots
            | Vines
            | Mushrooms
            | GlowFungus
            | Crystals
            | Midden
            | Boulder
            | Stalagmite
            | Tree
            | Stump
            | Ice
            | Lava
            | OreVein
            | DaylightShaft
            | Campfire
            | Rails
            | Grate
    )
}

/// Can paper, cloth or a book lie in it, under it or behind it? Not in water, on a statue or a winch.
fn holds_paper(seen: &Seen) -> bool {
    use ThingKind::*;
    let bare = matches!(
        seen.kind,
        Well | Fountain
            | Trough
            | Basin
            | Font
            | Statue
            | BrokenStatue
            | Obelisk
            | Idol
            | Rune
            | MagicCircle
            | Winch
            | Pump
            | SluiceWheel
            | Lever
            | Anvil
            | Grindstone
            | Manacles
            | Hooks
            | Gong
            | FallenPillar
            | TimberSet
            | Bridge
            | Ladder
            | Scaffold
            | MineCart
            | Barrel
            | Cage
            | Coffin
            | Curtain
    );
    seen.words.hiding.is_some() && is_made(seen.kind) && !bare
}
