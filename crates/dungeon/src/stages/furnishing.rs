//! What stands in rooms, where creatures are, what guards treasure, and traps.

use mapkiln_core::{Point, Seed, StableSort, Stream};
use mapkiln_maps::plan::{
    CreatureSize, CreatureType, DoorKind, Feature, FeatureKind, Guard, Level, Monsters, Obstacle, Plan, Role,
    Room, RoomId, RoomTag, Thing, ThingKind, Way,
};

use super::Scope;
use crate::codex::{Purpose, Rule, Stock, TrapPlace};
use crate::contents::furnish::Furnisher;
use crate::contents::numbers;
use crate::contents::problem::RoomFacts;
use crate::contents::room_floor::RoomFloor;
use crate::contents::stand::{room_for, stand};
use crate::layout::features::{self, FeatureOdds};
use crate::room_use::RoomUse;
use crate::workshop::Workshop;

/// The depth, from 0 to 100, near which the room for resting should be.
const REST_DEPTH: u32 = 55;

/// Where valuables are kept, the safest first.
const HOLDERS: [ThingKind; 14] = [
    ThingKind::Strongbox,
    ThingKind::Chest,
    ThingKind::Sarcophagus,
    ThingKind::OpenSarcophagus,
    ThingKind::Coffin,
    ThingKind::Altar,
    ThingKind::Shrine,
    ThingKind::Wardrobe,
    ThingKind::Desk,
    ThingKind::Urn,
    ThingKind::Shelf,
    ThingKind::Crate,
    ThingKind::CrateStack,
    ThingKind::Barrel,
];

/// What holds valuables in a room of a theme that has nothing of its own for them.
fn holders_of(theme: &str) -> &'static [ThingKind] {
    use ThingKind::{Barrel, Chest, Coffin, Crate, Desk, Shelf, Strongbox, Urn, Wardrobe};
    match theme {
        "crypt" => &[Chest, Urn, Coffin, Urn],
        "temple" => &[Chest, Urn, Shelf, Strongbox],
        "mine" => &[Chest, Crate, Barrel, Strongbox],
        "sewer" => &[Chest, Crate, Barrel],
        "cavern" => &[Chest, Crate, Barrel, Urn],
        "wizards-tower" => &[Chest, Desk, Shelf, Strongbox],
        "ruin" => &[Chest, Wardrobe, Crate, Strongbox],
        _ => &[Chest, Crate, Barrel, Strongbox],
    }
}

/// Cells of floor from which on a room has space for a pit or a pool that it is named for.
const FLOOR_WITH_FEATURE: i64 = 16;

impl Workshop<'_> {
    /// What a room has in its floor, or may get.
    pub(super) fn possible_floor(&self, level: &Level, room: &Room, scope: &Scope) -> Vec<FeatureKind> {
        let there = level.features.iter().filter(|f| f.cells.iter().any(|p| room.outline.contains(*p)));
        let mut kinds: Vec<FeatureKind> = there.map(|f| f.kind).collect();
        let may_dig = (scope.features || scope.retold) && !scope.keeps(room);
        if may_dig && room.outline.area() >= FLOOR_WITH_FEATURE {
            kinds.extend([FeatureKind::Water, FeatureKind::Pit]);
        }
        kinds
    }

    /// Digs the pits and fills the pools that rooms are named for.
    pub(super) fn build_floors(&self, plan: &mut Plan, scope: &Scope, was: &[&'static Purpose], seed: &Seed) {
        // New contents alone change no floor.
        if !(scope.features || scope.retold) {
            return;
        }
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                let room = &level.rooms[i];
                if scope.keeps(room) {
                    continue;
                }
                let mut rng = seed.stream("floor", u64::from(room.id));
                let wanted = was.get(room.id as usize).map_or(&[][..], |p| &p.floor);
                let there = |kind: FeatureKind| {
                    let inside = |f: &&Feature| f.cells.iter().any(|p| room.outline.contains(*p));
                    level.features.iter().filter(inside).any(|f| f.kind == kind)
                };
                let missing: Vec<FeatureKind> = wanted.iter().copied().filter(|k| !there(*k)).collect();
                let new: Vec<Feature> = missing
                    .into_iter()
                    .filter_map(|kind| features::required(&level.rooms[i], level, kind, &mut rng))
                    .collect();
                level.features.extend(new);
            }
        }
    }

    /// Builds pillars, water, pits and rubble into rooms where no layout did.
    pub(super) fn build_features(&self, plan: &mut Plan, scope: &Scope, seed: &Seed) {
        let odds = FeatureOdds {
            pillars: self.theme.pillars,
            water: self.theme.water,
            pits: self.theme.pits,
            rubble: self.theme.rubble,
        };
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                let room = &level.rooms[i];
                let built = level.features.iter().flat_map(|f| &f.cells).any(|p| room.outline.contains(*p))
                    || level.things.iter().any(|t| t.is_in(room));
                if !scope.keeps(room) && !built {
                    let mut rng = seed.stream("features", u64::from(room.id));
                    let new = features::features(room, level, odds, &mut rng);
                    level.features.extend(new);
                }
            }
        }
    }

    /// Puts things, lights, creatures and traps into every room of the scope; returns how many
    /// creatures found no place.
    pub(super) fn furnish(&self, plan: &mut Plan, scope: &Scope, facts: &[RoomFacts], seed: &Seed) -> u32 {
        self.choose_rest(plan, scope, facts);
        let uses = RoomUse::all(plan, self.theme);
        let mut left_out = 0;
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                if scope.keeps(&level.rooms[i]) {
                    continue;
                }
                let id = level.rooms[i].id as usize;
                left_out += self.furnish_room(level, i, &uses[id], &facts[id], seed);
            }
        }
        self.set_room_traps(plan, scope, facts, seed);
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                if !scope.keeps(&level.rooms[i]) {
                    let id = level.rooms[i].id as usize;
                    let mut rng = seed.stream("guards", id as u64);
                    self.guard_treasure(level, i, facts[id].locked, &mut rng);
                    self.name_furniture(level, i);
                }
            }
        }
        left_out
    }

    /// Marks one quiet room along the way for resting, unless there is one: nobody lives next door,
    /// and there is one way to watch if such a room can be had.
    fn choose_rest(&self, plan: &mut Plan, scope: &Scope, facts: &[RoomFacts]) {
        let held = |id: &RoomId| plan.room(*id).is_some_and(|r| r.contents.enemies);
        let quiet = |r: &&Room| !plan.exits(r).iter().flat_map(|e| &e.leads_to).any(held);
        let watched = |r: &Room| match &plan.exits(r)[..] {
            [only] => !matches!(only.way, Way::Door { door, .. } if door.kind == DoorKind::Secret),
            _ => false,
        };
        let rest: Option<RoomId> = plan
            .rooms()
            .filter(|r| r.contents.is_empty() && !r.has_tag(RoomTag::Entrance) && !r.has_tag(RoomTag::Goal))
            .filter(|r| !scope.keeps(r))
            .filter(quiet)
            .min_by_key(|r| (!watched(r), facts[r.id as usize].depth.abs_diff(REST_DEPTH)))
            .map(|r| r.id);
        if !plan.rooms().any(|r| r.has_tag(RoomTag::Rest))
            && let Some(room) = plan.rooms_mut().find(|r| Some(r.id) == rest)
        {
            room.tags.push(RoomTag::Rest);
        }
    }

    /// Large creatures first, then things, then the rest of the creatures among them.
    fn furnish_room(
        &self,
        level: &mut Level,
        i: usize,
        used: &RoomUse,
        facts: &RoomFacts,
        seed: &Seed,
    ) -> u32 {
        let id = u64::from(level.rooms[i].id);
        let mut rng = seed.stream("furnish", id);
        let mut floor = RoomFloor::new(level, &level.rooms[i]);
        let mut monsters = std::mem::take(&mut level.rooms[i].contents.monsters);
        let large = |size: CreatureSize| size.side() > 1;
        let mut where_rng = seed.stream("stand", id);
        floor.spare();
        let mut left_out = stand(&mut floor, &mut monsters, &[], large, &mut where_rng);
        let squares: u32 = monsters.iter().map(|m| m.size.cells(m.count)).sum();
        let room = &level.rooms[i];
        let there: Vec<Thing> = level.things.iter().filter(|t| t.is_in(room)).cloned().collect();
        let before = there.len();
        let area = floor.floor().count();
        // Where many stand close together, a few things stand among them all the same.
        let least_free = if squares == 0 { area / 2 } else { (room_for(squares) as usize).min(area * 7 / 8) };
        let may_cover = area / 3;
        let mut furnisher = Furnisher { floor, things: there, least_free, may_cover, rng: &mut rng };
        let water = level.features.iter().filter(|f| f.kind == FeatureKind::Water);
        let wet = water.flat_map(|f| &f.cells).any(|p| room.outline.contains(*p));
        self.dress(&mut furnisher, used, facts, &monsters, wet);
        if !room.contents.parcels.is_empty() && !furnisher.things.iter().any(|t| HOLDERS.contains(&t.kind)) {
            furnisher.may_cover = furnisher.may_cover.max(1);
            let kind = furnisher.rng.pick(holders_of(&self.theme.id)).copied().unwrap_or(ThingKind::Chest);
            furnisher.stock(&Stock { kind, low: 1, high: 1, rule: Rule::Wall }, true);
        }
        if furnisher.things.is_empty() {
            furnisher.litter(ThingKind::RubbleHeap);
        }
        let Furnisher { mut floor, things, .. } = furnisher;
        left_out += stand(&mut floor, &mut monsters, &things, |size| !large(size), &mut where_rng);
        level.things.extend(things.into_iter().skip(before));
        let contents = &mut level.rooms[i].contents;
        contents.monsters = monsters;
        contents.enemies = !contents.monsters.is_empty();
        left_out
    }

    /// The layers of a room: what was built, what its people use, what the fall left, and lights.
    fn dress(
        &self,
        furnisher: &mut Furnisher<'_>,
        used: &RoomUse,
        facts: &RoomFacts,
        monsters: &[Monsters],
        wet: bool,
    ) {
        let (was, now) = (used.built_as(self.theme), used.used_as(self.theme));
        let lit = furnisher.rng.percent(chance_of_light(used, monsters));
        // No lamp stands in a room where nobody lights it, and no boat where there is no water.
        let fits = |stock: &&Stock| (lit || !is_lamp(stock.kind)) && (wet || stock.kind != ThingKind::Boat);
        // What people of today brought stands before the old furniture, so that there is room for it.
        for stock in was.iter().flat_map(|p| &p.built).filter(fits) {
            furnisher.stock(stock, lit);
        }
        for stock in now.iter().flat_map(|p| &p.loose).filter(fits) {
            furnisher.stock(stock, lit);
        }
        // Of the old furniture, a new use and the fall leave a part.
        for stock in was.iter().flat_map(|p| &p.loose).filter(fits) {
            let stays = match (used.harm, now.is_some()) {
                (3, _) => 30,
                (2, _) | (_, true) => 55,
                (1, false) => 85,
                _ => 100,
            };
            if furnisher.rng.percent(stays) {
                furnisher.stock(stock, lit);
            }
        }
        for stock in was.iter().flat_map(|p| &p.glow) {
            furnisher.stock(stock, true);
        }
        let lamps = now.map(|p| &p.lamps).filter(|l| !l.is_empty()).or(was.map(|p| &p.lamps));
        if lit {
            for stock in lamps.into_iter().flatten() {
                furnisher.stock(stock, true);
            }
            if furnisher.things.iter().all(|t| t.light.is_none()) {
                let small = |s: &&Stock| s.kind.obstacle() == Obstacle::Nothing;
                let lamp = lamps.into_iter().flatten().find(small).map_or(ThingKind::Torch, |s| s.kind);
                furnisher.hang(lamp);
            }
        }
        self.decay(furnisher, used.harm, facts);
    }

    /// What the fall and the years left on the floor.
    fn decay(&self, furnisher: &mut Furnisher<'_>, harm: u8, facts: &RoomFacts) {
        use ThingKind::{Bones, BrokenBeam, Moss, Mud, Puddle, Roots, RubbleHeap, Slime, Vines, Web, Weeds};
        let marks: &[ThingKind] = match self.theme.id.as_str() {
            "crypt" => &[Web, Bones, Roots],
            "temple" => &[Web, Moss, Bones],
            "cavern" => &[Moss, Puddle, Bones],
            "mine" => &[RubbleHeap, Puddle, Web],
            "ruin" => &[Roots, Vines, Weeds, Moss],
            "sewer" => &[Slime, Puddle, Mud, Moss],
            _ => &[Web, Moss],
        };
        let one = |kind, rule| Stock { kind, low: 1, high: 1, rule };
        let quiet = facts.user.is_none();
        for _ in 0..usize::from(harm).max(usize::from(quiet)) {
            if let Some(&kind) = furnisher.rng.pick(marks) {
                furnisher.stock(&one(kind, Rule::Corner), true);
            }
        }
        if harm >= 2 {
            furnisher.stock(&Stock { kind: RubbleHeap, low: 1, high: 4, rule: Rule::Corner }, true);
        }
        if harm == 3 {
            furnisher.stock(&one(BrokenBeam, Rule::Free), true);
        }
    }

    /// Traps in rooms, where there is something that somebody wanted kept.
    fn set_room_traps(&self, plan: &mut Plan, scope: &Scope, facts: &[RoomFacts], seed: &Seed) {
        let count = plan.rooms().count();
        let wanted = self.trap_count(count);
        let elsewhere = wanted / 3;
        let mut rng = seed.stream("room traps", 0);
        let mut ranked: Vec<(u64, RoomId)> = Vec::new();
        for room in plan.rooms() {
            let quiet = room.has_tag(RoomTag::Rest) || room.has_tag(RoomTag::Entrance) || scope.keeps(room);
            let bait = room.contents.treasure && !room.contents.enemies && !facts[room.id as usize].locked;
            let draw = rng.below(100) + if bait { 60 } else { 0 };
            if !quiet {
                ranked.push((draw, room.id));
            }
        }
        ranked.stable_sort_by_key(|r| std::cmp::Reverse(*r));
        let kept = plan.rooms().filter(|r| scope.keeps(r)).map(|r| r.contents.traps.len()).sum::<usize>();
        let rooms: Vec<RoomId> =
            ranked.into_iter().map(|r| r.1).take((wanted - elsewhere).saturating_sub(kept)).collect();
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                let room = &level.rooms[i];
                if !rooms.contains(&room.id) {
                    continue;
                }
                let mut rng = seed.stream("room trap", u64::from(room.id));
                let floor = RoomFloor::new(level, room);
                let held: Vec<Point> = room.contents.monsters.iter().flat_map(|m| m.at.clone()).collect();
                let free: Vec<Point> = floor.free().filter(|p| !held.contains(p)).collect();
                // The last free cell is for the room's number.
                let other = || floor.floor().find(|p| floor.is_walkable(*p) && !free.contains(p));
                let cell = rng.pick(&free).filter(|_| free.len() > 1).copied().or_else(other);
                let cell = cell.or(free.first().copied());
                let here: Vec<ThingKind> =
                    level.things.iter().filter(|t| t.is_in(room)).map(|t| t.kind).collect();
                let trap = self.traps().trap_among(TrapPlace::Room, cell, &here, &mut rng);
                level.rooms[i].contents.traps.extend(trap);
            }
        }
    }

    /// The number of traps in rooms, corridors and on doors together.
    pub(super) fn trap_count(&self, rooms: usize) -> usize {
        (rooms * self.spec.traps as usize + 50) / 100
    }

    /// What guards each parcel, where it lies, and the checks to get it.
    fn guard_treasure(&self, level: &mut Level, i: usize, locked: bool, rng: &mut Stream) {
        let room = &level.rooms[i];
        let party = self.spec.party.level();
        let here = |t: &&Thing| room.outline.contains(t.at);
        let places: Vec<&Thing> = HOLDERS
            .iter()
            .flat_map(|kind| level.things.iter().filter(here).filter(move |t| t.kind == *kind))
            .collect();
        let any: Vec<&Thing> = level.things.iter().filter(here).filter(|t| hides(t.kind)).collect();
        let watched = room.contents.enemies;
        let owners = room.contents.monsters.iter().any(|m| m.role != Some(Role::Beast));
        let trapped = !room.contents.traps.is_empty();
        let chest = places.first().map(|t| t.at).or(any.first().map(|t| t.at));
        let mut parcels = room.contents.parcels.clone();
        for parcel in &mut parcels {
            let magic = !parcel.rarity.is_empty();
            let cover = rng.pick(&any).map(|t| t.at);
            let luck = rng.below(100);
            parcel.hidden = false;
            match () {
                () if watched => {
                    parcel.guard = Some(Guard::Monsters);
                    // Those who can use it carry it; others keep it or hide it.
                    let carried = owners && (magic || luck < 30);
                    if !carried {
                        parcel.at = chest;
                    }
                    if !carried && luck >= 80 {
                        parcel.hidden = true;
                        parcel.at = cover;
                    }
                }
                () if locked => (parcel.guard, parcel.at) = (Some(Guard::Lock), chest),
                () if trapped => (parcel.guard, parcel.at) = (Some(Guard::Trap), chest),
                () if luck < 45 => {
                    (parcel.guard, parcel.hidden, parcel.at) = (Some(Guard::Hidden), true, cover);
                }
                () if magic || (luck < 90 && !places.is_empty()) => {
                    (parcel.guard, parcel.at) = (Some(Guard::Lock), chest);
                    parcel.checks = numbers::chest_lock(party, rng);
                }
                () => parcel.at = chest,
            }
            if parcel.hidden {
                parcel.checks.push(numbers::find(party, rng));
            }
        }
        level.rooms[i].contents.parcels = parcels;
    }

    /// The things of a room in words, for whoever reads no map.
    fn name_furniture(&self, level: &mut Level, i: usize) {
        let room = &level.rooms[i];
        let mut kinds: Vec<ThingKind> = Vec::new();
        for thing in level.things.iter().filter(|t| t.is_in(room)) {
            if !kinds.contains(&thing.kind) {
                kinds.push(thing.kind);
            }
        }
        // What is in the way first: it is what one sees.
        kinds.stable_sort_by_key(|k| (k.obstacle() == Obstacle::Nothing, *k));
        let names = kinds.into_iter().map(|k| k.name(self.spec.lang).to_owned());
        let names: Vec<String> = names.collect();
        level.rooms[i].contents.furniture = names;
    }
}

/// Can something be hidden in, under or behind it? Not in a puddle, nor behind rails.
pub(crate) fn hides(kind: ThingKind) -> bool {
    use ThingKind::{
        Baskets, Bedroll, Bones, BurialNiche, Curtain, Midden, Nest, RubbleHeap, Rug, Scrolls, Skeleton,
        Straw, StrawPallet, Tapestry,
    };
    let soft = [
        Baskets,
        Bedroll,
        Bones,
        BurialNiche,
        Curtain,
        Midden,
        Nest,
        Rug,
        RubbleHeap,
        Scrolls,
        Skeleton,
        Straw,
        StrawPallet,
        Tapestry,
    ];
    let hot = kind.light().is_some();
    soft.contains(&kind) || (kind.obstacle() != Obstacle::Nothing && !hot)
}

/// Does it give light only while somebody keeps it burning, and stand for nothing else?
fn is_lamp(kind: ThingKind) -> bool {
    use ThingKind::{Brazier, Candelabrum, Candles, Chandelier, Lamp, Lantern, Sconce, Torch};
    matches!(kind, Brazier | Candelabrum | Candles | Chandelier | Lamp | Lantern | Sconce | Torch)
}

/// How often somebody keeps a light burning, in percent: the living do, the dead seldom, beasts never.
fn chance_of_light(used: &RoomUse, monsters: &[Monsters]) -> u32 {
    use CreatureType::{Celestial, Construct, Dragon, Elemental, Fey, Fiend, Giant, Humanoid, Undead};
    let of = |monsters: &Monsters| match monsters.creature {
        _ if monsters.role == Some(Role::Beast) => 0,
        Some(Humanoid | Fey | Giant | Fiend | Celestial | Elemental) => 100,
        Some(Undead | Construct | Dragon) => 40,
        _ => 20,
    };
    match monsters.iter().map(of).max() {
        Some(chance) => chance,
        // Nobody is here now.
        None if used.holder.is_some() => 50,
        None => 0,
    }
}
