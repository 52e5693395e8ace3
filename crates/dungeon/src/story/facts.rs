//! What is in the rooms, read off the plan.

use mapkiln_core::{Point, Rect};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{
    Area, DoorKind, Exit, FeatureKind, Light, Monsters, Plan, Role, Room, RoomId, RoomTag, ThingKind, Way,
};

use crate::codex::{Codex, Purpose, Purposes, Theme};
use crate::doors::rooms_beside;
use crate::lexicon::creatures::{Sort, sort_of};
use crate::lexicon::noun::Form;
use crate::lexicon::things::{ThingWords, words_of};
use crate::lexicon::{Gender, Noun, Np};

/// The plan with what follows from it, room by room.
pub(crate) struct World<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) theme: &'p Theme,
    pub(crate) codex: &'p Codex,
    pub(crate) rooms: Vec<RoomFacts<'p>>,
}

/// What there is to know of one room.
pub(crate) struct RoomFacts<'p> {
    pub(crate) room: &'p Room,
    pub(crate) noun: Noun,
    /// What it is used for now, where that differs.
    pub(crate) now: Option<Noun>,
    pub(crate) holder: Option<u8>,
    pub(crate) harm: u8,
    pub(crate) things: Vec<Seen>,
    /// The kinds of things that make the room what it was built for or is used for.
    own: Vec<ThingKind>,
    pub(crate) groups: Vec<Group<'p>>,
    pub(crate) features: Vec<FeatureKind>,
    pub(crate) exits: Vec<Exit<'p>>,
    pub(crate) beside: Vec<RoomId>,
    pub(crate) entrance: bool,
}

/// Things of one kind in a room.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) kind: ThingKind,
    pub(crate) count: u32,
    pub(crate) words: &'static ThingWords,
    pub(crate) place: Place,
    pub(crate) light: Option<Light>,
    pub(crate) cells: Vec<Rect>,
}

impl Seen {
    /// As a noun phrase.
    pub(crate) fn np(&self) -> Np {
        let mut noun = self.words.noun.clone();
        if noun.posture == crate::lexicon::noun::Posture::Burn && self.light.is_none() {
            noun.posture = crate::lexicon::noun::Posture::Stand;
        }
        Np::new(noun, self.count)
    }

    /// Its key in facts, such as `slab`.
    pub(crate) fn key(&self) -> String {
        self.kind.name(Language::English).replace(' ', "_")
    }
}

/// Where in a room a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Corner,
    Wall,
    Middle,
}

/// Monsters of one kind in a room.
#[derive(Clone)]
pub(crate) struct Group<'p> {
    pub(crate) monsters: &'p Monsters,
    pub(crate) sort: Sort,
}

impl<'p> World<'p> {
    pub(crate) fn new(plan: &'p Plan, theme: &'p Theme, codex: &'p Codex) -> Self {
        let rooms = plan.rooms().map(|room| room_facts(plan, room, theme, codex)).collect();
        World { plan, theme, codex, rooms }
    }

    pub(crate) fn room(&self, id: RoomId) -> Option<&RoomFacts<'p>> {
        self.rooms.get(id as usize)
    }

    /// A room by its purpose.
    pub(crate) fn room_np(&self, id: RoomId) -> Np {
        let noun = self.room(id).map(|r| r.noun.clone());
        let noun = noun.unwrap_or_else(|| place_noun("room", "sala"));
        Np::new(noun, 1)
    }
}

impl RoomFacts<'_> {
    pub(crate) fn id(&self) -> RoomId {
        self.room.id
    }

    /// Its number as printed.
    pub(crate) fn number(&self) -> u32 {
        self.room.id + 1
    }

    pub(crate) fn is_lit(&self) -> bool {
        self.things.iter().any(|t| t.light.is_some()) || self.features.contains(&FeatureKind::Light)
    }

    /// Has nobody been here for long?
    pub(crate) fn is_forgotten(&self) -> bool {
        self.groups.is_empty() && self.holder.is_none() && !self.entrance && !self.is_lit()
    }

    /// Is there nobody here, nothing to take and nothing to fear?
    pub(crate) fn is_bare(&self) -> bool {
        let contents = &self.room.contents;
        self.groups.is_empty() && contents.parcels.is_empty() && contents.traps.is_empty()
    }

    /// How soon a thing is told of: what gives the room its name, then the rest, then dirt and lamps.
    pub(crate) fn rank(&self, kind: ThingKind) -> u8 {
        use ThingKind::{Blood, Manacles, Moss, Mud, Puddle, RubbleHeap, Slime, Straw, Web, Weeds};
        let dirt = [Blood, Manacles, Moss, Mud, Puddle, RubbleHeap, Slime, Straw, Web, Weeds];
        match kind {
            kind if kind.light().is_some() => 3,
            kind if self.own.contains(&kind) => 0,
            kind if dirt.contains(&kind) => 2,
            _ => 1,
        }
    }

    pub(crate) fn heads(&self) -> u32 {
        self.groups.iter().map(|g| g.monsters.count).sum()
    }

    pub(crate) fn has_boss(&self) -> bool {
        self.groups.iter().any(|g| g.monsters.boss)
    }

    /// Does every way in that is not hidden need a key?
    pub(crate) fn is_locked(&self) -> bool {
        let shut = |e: &Exit<'_>| match e.way {
            Way::Door { door, .. } => matches!(door.kind, DoorKind::Locked { .. } | DoorKind::Secret),
            _ => false,
        };
        let locked = |e: &Exit<'_>| matches!(e.way, Way::Door { door, .. } if matches!(door.kind, DoorKind::Locked { .. }));
        self.exits.iter().all(shut) && self.exits.iter().any(locked)
    }

    /// Can nobody get in but by one way, secret ones counted?
    pub(crate) fn has_one_way(&self) -> bool {
        self.exits.len() == 1
    }

    /// A way on that is not hidden.
    pub(crate) fn open_neighbours(&self) -> Vec<RoomId> {
        let open = self
            .exits
            .iter()
            .filter(|e| !matches!(e.way, Way::Door { door, .. } if door.kind == DoorKind::Secret));
        let mut rooms: Vec<RoomId> =
            open.flat_map(|e| e.leads_to.iter().copied()).filter(|r| *r != self.id()).collect();
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }
}

fn room_facts<'p>(plan: &'p Plan, room: &'p Room, theme: &Theme, codex: &Codex) -> RoomFacts<'p> {
    let level = plan.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id));
    let inside = |p: Point| room.outline.contains(p);
    let mut things: Vec<Seen> = Vec::new();
    for thing in level.into_iter().flat_map(|l| &l.things).filter(|t| t.is_in(room)) {
        let Some(words) = words_of(thing.kind) else { continue };
        let place = place_of(room, thing.footprint());
        match things.iter_mut().find(|s| s.kind == thing.kind && s.light.is_some() == thing.light.is_some()) {
            Some(seen) => {
                seen.count += 1;
                seen.cells.push(thing.footprint());
                if seen.place == Place::Corner {
                    seen.place = Place::Wall;
                }
            }
            None => things.push(Seen {
                kind: thing.kind,
                count: 1,
                words,
                place,
                light: thing.light,
                cells: vec![thing.footprint()],
            }),
        }
    }
    things.retain(|t| !t.kind.is_hidden());
    let mut features: Vec<FeatureKind> = level
        .into_iter()
        .flat_map(|l| &l.features)
        .filter(|f| f.cells.iter().any(|p| inside(*p)))
        .map(|f| f.kind)
        .collect();
    features.sort_unstable();
    features.dedup();
    let groups = room.contents.monsters.iter().filter(|m| m.role != Some(Role::Captive));
    let purpose = room.purpose.clone().unwrap_or_default();
    let (noun, now) = room_nouns(room, theme);
    RoomFacts {
        room,
        noun,
        now,
        holder: purpose.holder,
        harm: purpose.harm,
        things,
        own: own_kinds(room, theme),
        groups: groups.map(|monsters| Group { monsters, sort: sort_of(monsters, codex) }).collect(),
        features,
        exits: plan.exits(room),
        beside: rooms_beside(plan, room.id),
        entrance: room.has_tag(RoomTag::Entrance)
            || level.is_some_and(|l| l.entrances.iter().any(|e| e.area == Area::Room(room.id))),
    }
}

/// What is fixed for what a room was built for, and what it is used with now.
fn own_kinds(room: &Room, theme: &Theme) -> Vec<ThingKind> {
    let Some(purpose) = &room.purpose else { return Vec::new() };
    let was = Purposes::find(&theme.id, &purpose.was);
    let now = purpose.now.as_deref().and_then(|now| Purposes::find(&theme.id, now));
    let built = was.into_iter().flat_map(|p| &p.built);
    built.chain(now.into_iter().flat_map(|p| p.built.iter().chain(&p.loose))).map(|s| s.kind).collect()
}

/// What a room was built for and is used for, as nouns.
fn room_nouns(room: &Room, theme: &Theme) -> (Noun, Option<Noun>) {
    let noun = |purpose: &Purpose| place_noun(&purpose.name.english, &purpose.name.portuguese);
    let written = room.purpose.as_ref();
    let was = written.and_then(|p| Purposes::find(&theme.id, &p.was)).map(noun);
    let now = written.and_then(|p| Purposes::find(&theme.id, p.now.as_deref()?)).map(noun);
    (was.unwrap_or_else(|| place_noun(&room.kind, &room.kind)), now)
}

/// The noun of a place from its names; gender and number follow from the first word.
pub(crate) fn place_noun(english: &str, portuguese: &str) -> Noun {
    let first = portuguese.split([' ', '-']).next().unwrap_or_default();
    let feminine = ["nave", "parede", "torre", "ponte", "fonte", "base", "face", "nascente"].contains(&first)
        || first.ends_with('a') && first != "mapa"
        || first.ends_with("as")
        || first.ends_with("gem")
        || ["ção", "são"].iter().any(|e| first.ends_with(e));
    let plural_pt = first.ends_with('s') && !first.ends_with("ês") && !["mais"].contains(&first);
    let head = english.split(" of ").next().unwrap_or(english).rsplit(' ').next().unwrap_or(english);
    let plural_en = head.ends_with('s') && !head.ends_with("ss") && !head.ends_with("us");
    let gender = if feminine { Gender::Feminine } else { Gender::Masculine };
    let mut noun = Noun::count([english; 2], [portuguese; 2], gender);
    noun.form = [plural_en, plural_pt].map(|plural| if plural { Form::Plural } else { Form::Count });
    noun
}

fn place_of(room: &Room, footprint: Rect) -> Place {
    let rock = |x: i32, y: i32| !room.outline.contains(Point::new(x, y));
    let (left, top) = (footprint.x - 1, footprint.y - 1);
    let (right, bottom) = (footprint.x + footprint.width, footprint.y + footprint.height);
    let (x, y) = (footprint.x, footprint.y);
    let sides = u32::from(rock(left, y) || rock(right, y)) + u32::from(rock(x, top) || rock(x, bottom));
    match sides {
        0 => Place::Middle,
        1 => Place::Wall,
        _ => Place::Corner,
    }
}
