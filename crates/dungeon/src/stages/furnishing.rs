//! What rooms are for, what stands and is built in them, and their traps.

use mapkiln_core::{Point, Seed, Stream};
use mapkiln_maps::plan::{Feature, Level, Plan, Room, RoomId, RoomTag};

use super::Scope;
use crate::codex::{RoomKind, RoomRole, Theme, TrapPlace, fixture_of};
use crate::contents::problem::RoomFacts;
use crate::layout::features::{self, FeatureOdds};
use crate::workshop::Workshop;

/// The depth, from 0 to 100, near which the room for resting should be.
const REST_DEPTH: u32 = 55;

impl Workshop<'_> {
    /// Gives every room of the scope a purpose, furniture, features and traps.
    pub(super) fn furnish(&self, plan: &mut Plan, scope: &Scope, facts: &[RoomFacts], seed: &Seed) {
        self.choose_rest(plan, scope, facts);
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                if scope.keeps(&level.rooms[i]) {
                    continue;
                }
                let id = u64::from(level.rooms[i].id);
                let mut rng = seed.stream("furnish", id);
                let kind = self.purpose(&level.rooms[i], &mut rng);
                self.put_furniture(&mut level.rooms[i], kind, &mut rng);
                if scope.features {
                    let new = self.features(level, i, kind, &mut rng);
                    level.features.extend(new);
                }
                self.set_trap(level, i, &mut seed.stream("room trap", id));
            }
        }
    }

    /// Marks one quiet room along the way for resting, unless there is one.
    fn choose_rest(&self, plan: &mut Plan, scope: &Scope, facts: &[RoomFacts]) {
        let rest: Option<RoomId> = plan
            .rooms()
            .filter(|r| r.contents.is_empty() && !r.has_tag(RoomTag::Entrance) && !r.has_tag(RoomTag::Goal))
            .filter(|r| !scope.keeps(r))
            .min_by_key(|r| facts[r.id as usize].depth.abs_diff(REST_DEPTH))
            .map(|r| r.id);
        if !plan.rooms().any(|r| r.has_tag(RoomTag::Rest))
            && let Some(room) = plan.rooms_mut().find(|r| Some(r.id) == rest)
        {
            room.tags.push(RoomTag::Rest);
        }
    }

    /// What a room is for.
    fn purpose(&self, room: &Room, rng: &mut Stream) -> &'static RoomKind {
        let common = &Theme::common().rooms;
        let role = match () {
            () if room.has_tag(RoomTag::Boss) => RoomRole::Boss,
            () if room.has_tag(RoomTag::Entrance) => RoomRole::Entrance,
            () if room.has_tag(RoomTag::Rest) => RoomRole::Rest,
            // Not every room with treasure is a strong room.
            () if room.contents.treasure && !room.contents.enemies && !rng.percent(60) => RoomRole::Vault,
            () => RoomRole::Any,
        };
        let kinds: Vec<&'static RoomKind> =
            self.theme.rooms.iter().chain(common).filter(|k| k.role == role).collect();
        rng.pick(&kinds).copied().unwrap_or(&common[0])
    }

    fn put_furniture(&self, room: &mut Room, kind: &RoomKind, rng: &mut Stream) {
        kind.name.get(self.spec.lang).clone_into(&mut room.kind);
        let mut things: Vec<usize> = (0..kind.furniture.len()).collect();
        rng.shuffle(&mut things);
        things.truncate(rng.between(2, 3) as usize);
        let name = |&thing: &usize| kind.furniture[thing].get(self.spec.lang).to_owned();
        room.contents.furniture = things.iter().map(name).collect();
    }

    fn features(&self, level: &Level, room: usize, kind: &RoomKind, rng: &mut Stream) -> Vec<Feature> {
        let odds = FeatureOdds {
            pillars: self.theme.pillars,
            water: self.theme.water,
            pits: self.theme.pits,
            rubble: self.theme.rubble,
        };
        let mut new = features::features(&level.rooms[room], level, odds, rng);
        if let Some(fixture) = fixture_of(&kind.name.english)
            && let Some(at) = features::fixture(&level.rooms[room], level, &new)
        {
            new.push(Feature { kind: fixture, cells: vec![at] });
        }
        new
    }

    fn set_trap(&self, level: &mut Level, room: usize, rng: &mut Stream) {
        let quiet = level.rooms[room].has_tag(RoomTag::Rest) || level.rooms[room].has_tag(RoomTag::Entrance);
        if !rng.percent(self.spec.traps) || quiet {
            return;
        }
        let is_free = |p: &Point| {
            level.features.iter().all(|f| !f.cells.contains(p)) && level.stairs.iter().all(|s| s.at != *p)
        };
        let free: Vec<Point> = level.rooms[room].outline.cells().into_iter().filter(is_free).collect();
        let at = rng.pick(&free).copied();
        level.rooms[room].contents.traps.extend(self.traps().trap(TrapPlace::Room, at, rng));
    }
}
