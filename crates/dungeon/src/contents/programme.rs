//! What the rooms of a place were built for: a theme's programme laid over the graph of rooms.
//!
//! Wishes for a neighbour cost a point for each door beyond the first; conditions of place and
//! forbidden neighbours cost so much that they are broken only if there is no other way. Swaps at
//! random lower the cost. O(s r²) for s swaps and r rooms, with fewer swaps for many rooms.

use std::collections::VecDeque;

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::plan::{FeatureKind, Obstacle, Role};

use crate::codex::{Condition, Purpose, Purposes, Rule};

/// What the purpose of a room depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// The rooms next to it.
    pub(crate) beside: Vec<usize>,
    /// Cells of its floor.
    pub(crate) area: usize,
    /// A way from outside leads into it.
    pub(crate) entrance: bool,
    /// It is the goal.
    pub(crate) goal: bool,
    /// Nobody gets in without a key.
    pub(crate) locked: bool,
    /// A secret door leads into it.
    pub(crate) secret: bool,
    /// It is on the deepest level.
    pub(crate) lowest: bool,
    /// Words that a layout put on it.
    pub(crate) marks: Vec<String>,
    /// What is built into its floor, or can be.
    pub(crate) floor: Vec<FeatureKind>,
    /// What it is for, if that stays.
    pub(crate) fixed: Option<&'static Purpose>,
}

impl Site {
    fn meets(&self, condition: Condition, busiest: usize) -> bool {
        match condition {
            Condition::Entrance => self.entrance,
            Condition::Far => self.goal,
            Condition::Locked => self.locked,
            Condition::Secret => self.secret,
            Condition::DeadEnd => self.beside.len() <= 1,
            Condition::Axis => self.beside.len() >= 3.min(busiest),
            Condition::Lowest => self.lowest,
            // Rooms with such a word are given their purpose before any search.
            Condition::Marked => false,
        }
    }
}

/// A broken condition.
const HARD: u32 = 100;
/// A wish for a neighbour that the place does not have.
const MISSING: u32 = 1;
/// The farthest that a wish for a neighbour counts.
const FAR: u32 = 5;
/// The most swaps.
const SWAPS: usize = 2000;

/// The rooms of a place that get their purposes.
pub(crate) struct Programme<'s> {
    sites: &'s [Site],
    theme: &'s str,
    /// Doors between each two rooms.
    apart: Vec<Vec<u32>>,
    /// The most ways that meet in a room.
    busiest: usize,
    /// All purposes that may be given, with their wishes as numbers in this list.
    list: Vec<Wished>,
}

/// A purpose with its wishes as numbers, for a search that compares no words.
struct Wished {
    purpose: &'static Purpose,
    beside: Vec<usize>,
    apart: Vec<usize>,
    /// It may not be next to an entrance.
    off_entrance: bool,
    /// Cells that its things need.
    space: usize,
}

impl<'s> Programme<'s> {
    /// The programme of a theme for these rooms.
    pub(crate) fn new(theme: &'s str, sites: &'s [Site]) -> Self {
        let apart = (0..sites.len()).map(|from| doors_from(sites, from)).collect();
        let busiest = sites.iter().map(|s| s.beside.len()).max().unwrap_or(0);
        let mut purposes: Vec<&'static Purpose> =
            Purposes::of(theme).iter().chain(Purposes::spare()).collect();
        purposes.extend(sites.iter().filter_map(|s| s.fixed));
        let numbers = |keys: &[String]| -> Vec<usize> {
            keys.iter().filter_map(|key| purposes.iter().position(|p| p.key == *key)).collect()
        };
        let wished = |purpose: &&'static Purpose| Wished {
            purpose,
            beside: numbers(&purpose.beside),
            apart: numbers(&purpose.apart),
            off_entrance: purpose.apart.iter().any(|k| k == "entrance"),
            space: space_for(purpose),
        };
        let list = purposes.iter().map(wished).collect();
        Programme { sites, theme, apart, busiest, list }
    }

    /// A purpose for every room.
    pub(crate) fn place(&self, rng: &mut Stream) -> Vec<&'static Purpose> {
        let count = self.sites.len();
        let mut given: Vec<Option<&'static Purpose>> = (0..count).map(|i| self.given(i)).collect();
        // A layout may mark more rooms with a word than there should be.
        for i in 0..count {
            let enough = |p: &&Purpose| {
                let most = if p.more { p.most.unwrap_or(count) } else { 1 };
                given[..i].iter().flatten().filter(|g| g.key == p.key).count() >= most
            };
            if self.sites[i].fixed.is_none() && given[i].as_ref().is_some_and(enough) {
                given[i] = None;
            }
        }
        let list = Purposes::of(self.theme);
        // The seat of the leader, and the way in.
        let leader = list.iter().find(|p| p.user == Some(Role::Leader));
        if let Some(goal) = self.sites.iter().position(|s| s.goal)
            && given[goal].is_none()
        {
            given[goal] = leader;
        }
        let mut doors: Vec<&'static Purpose> = list.iter().filter(|p| p.wants(Condition::Entrance)).collect();
        doors.retain(|p| p.more || !given.iter().flatten().any(|g| g.key == p.key));
        for i in (0..count).filter(|&i| self.sites[i].entrance) {
            if given[i].is_some() || doors.is_empty() {
                continue;
            }
            let door = doors[0];
            if !door.more {
                doors.remove(0);
            }
            given[i] = Some(door);
        }
        let free: Vec<usize> = (0..count).filter(|&i| given[i].is_none()).collect();
        let mut reserve = self.numbers(&self.reserve(&given, free.len(), rng));
        let drafted: Vec<&'static Purpose> =
            given.into_iter().map(|g| g.unwrap_or(&Purposes::spare()[0])).collect();
        let mut chosen = self.numbers(&drafted);
        // A first draft: rooms with special places take what wants such a place.
        for &i in &free {
            let special = |p: usize| {
                let place = &self.list[p].purpose.place;
                place.iter().any(|c| self.sites[i].meets(*c, self.busiest))
            };
            let able = (0..reserve.len()).filter(|&r| self.placed_cost(i, reserve[r]) == 0);
            let at = able.min_by_key(|&r| !special(reserve[r])).unwrap_or(0);
            if at < reserve.len() {
                chosen[i] = reserve.remove(at);
            }
        }
        self.improve(&mut chosen, &mut reserve, &free, rng);
        chosen.into_iter().map(|p| self.list[p].purpose).collect()
    }

    /// The numbers of purposes in the list.
    fn numbers(&self, purposes: &[&'static Purpose]) -> Vec<usize> {
        let number = |p: &&'static Purpose| self.list.iter().position(|w| w.purpose.key == p.key);
        purposes.iter().map(|p| number(p).unwrap_or(0)).collect()
    }

    /// What a room must be: what it was, or what a layout built it for.
    fn given(&self, room: usize) -> Option<&'static Purpose> {
        let site = &self.sites[room];
        let marked = |p: &&'static Purpose| site.marks.iter().any(|m| p.key == *m || p.marks.contains(m));
        site.fixed.or_else(|| Purposes::of(self.theme).iter().find(marked))
    }

    /// The purposes for the free rooms and a few beyond, the most important first.
    fn reserve(
        &self,
        given: &[Option<&'static Purpose>],
        free: usize,
        rng: &mut Stream,
    ) -> Vec<&'static Purpose> {
        let new = |p: &&Purpose| !given.iter().flatten().any(|g| g.key == p.key);
        let possible = |p: &&Purpose| {
            let met = |c: &Condition| {
                (0..given.len()).any(|i| given[i].is_none() && self.sites[i].meets(*c, self.busiest))
            };
            let built = |f: &FeatureKind| {
                (0..given.len()).any(|i| given[i].is_none() && self.sites[i].floor.contains(f))
            };
            p.place.iter().all(met) && p.floor.iter().all(built)
        };
        let ordinary = |p: &&Purpose| p.user != Some(Role::Leader) && !p.wants(Condition::Entrance);
        let all = || Purposes::of(self.theme).iter().filter(ordinary);
        // Those of nobody go first when rooms are few, then those of beasts; the seed varies the rest.
        let mut ranked: Vec<(u64, &'static Purpose)> = Vec::new();
        for purpose in all().filter(new).filter(possible) {
            let rank = match purpose.user {
                Some(Role::Minion | Role::Elite) => 0,
                Some(Role::Captive | Role::Leader) => 4,
                Some(Role::Beast) => 5,
                None => 7,
            };
            let special = if purpose.wants(Condition::Locked) { 0 } else { rank };
            ranked.push((special * 10 + rng.below(60), purpose));
        }
        ranked.stable_sort_by_key(|r| (r.0, r.1.key.as_str()));
        let mut list: Vec<&'static Purpose> = ranked.into_iter().map(|r| r.1).collect();
        // Too many rooms: more of what may repeat, then dead ends.
        let mut more: Vec<&'static Purpose> =
            all().filter(|p| p.more).chain(Purposes::spare()).filter(possible).collect();
        rng.shuffle(&mut more);
        let mut next = 0;
        while list.len() < free && !more.is_empty() {
            list.push(more[next % more.len()]);
            next += 1;
        }
        list
    }

    /// Swaps purposes, and trades them for ones that were left out, while the cost falls.
    fn improve(&self, chosen: &mut [usize], reserve: &mut [usize], free: &[usize], rng: &mut Stream) {
        let swaps = SWAPS.min(2_000_000 / (self.sites.len() * self.sites.len()).max(1));
        let mut cost = self.cost(chosen);
        for _ in 0..swaps {
            if free.is_empty() || cost == 0 {
                return;
            }
            let a = free[rng.index(free.len())];
            if rng.percent(20) && !reserve.is_empty() {
                let r = rng.index(reserve.len());
                (chosen[a], reserve[r]) = (reserve[r], chosen[a]);
                let new = self.cost(chosen);
                if new < cost {
                    cost = new;
                } else {
                    (chosen[a], reserve[r]) = (reserve[r], chosen[a]);
                }
            } else {
                let b = free[rng.index(free.len())];
                chosen.swap(a, b);
                let new = self.cost(chosen);
                if new <= cost {
                    cost = new;
                } else {
                    chosen.swap(a, b);
                }
            }
        }
    }

    fn cost(&self, chosen: &[usize]) -> u32 {
        (0..chosen.len()).map(|i| self.placed_cost(i, chosen[i]) + self.wish_cost(i, chosen)).sum()
    }

    /// Broken conditions of place, and things that do not fit.
    fn placed_cost(&self, room: usize, purpose: usize) -> u32 {
        let (site, wished) = (&self.sites[room], &self.list[purpose]);
        if site.fixed.is_some() {
            return 0;
        }
        let broken = wished.purpose.place.iter().filter(|c| !site.meets(**c, self.busiest)).count() as u32;
        let dry = wished.purpose.floor.iter().filter(|f| !site.floor.contains(f)).count() as u32;
        let small = if site.area < wished.space { 20 } else { 0 };
        let by_entrance =
            wished.off_entrance && (site.entrance || site.beside.iter().any(|&j| self.sites[j].entrance));
        HARD * (broken + dry + u32::from(by_entrance)) + small
    }

    /// Doors to the nearest room of a purpose.
    fn nearest(&self, room: usize, purpose: usize, chosen: &[usize]) -> Option<u32> {
        let same = (0..chosen.len()).filter(|&j| j != room && chosen[j] == purpose);
        same.map(|j| self.apart[room][j]).min()
    }

    /// Wishes for neighbours that are farther than a door, and forbidden neighbours.
    fn wish_cost(&self, room: usize, chosen: &[usize]) -> u32 {
        let wished = &self.list[chosen[room]];
        let wishes = wished.beside.iter().map(|&p| match self.nearest(room, p, chosen) {
            Some(doors) => doors.saturating_sub(1).min(FAR),
            None => MISSING,
        });
        let forbidden = wished.apart.iter().filter(|&&p| self.nearest(room, p, chosen) == Some(1)).count();
        wishes.sum::<u32>() + HARD * forbidden as u32
    }

    /// Wishes for a neighbour of a kind that is there: how many are one door apart, and all of them.
    pub(crate) fn wishes_met(&self, purposes: &[&'static Purpose]) -> (usize, usize) {
        let chosen = self.numbers(purposes);
        let wishes = (0..chosen.len()).flat_map(|i| self.list[chosen[i]].beside.iter().map(move |&p| (i, p)));
        let doors: Vec<u32> = wishes.filter_map(|(i, p)| self.nearest(i, p, &chosen)).collect();
        (doors.iter().filter(|d| **d <= 1).count(), doors.len())
    }
}

/// Cells that the things of a purpose need, with as much again to walk on.
fn space_for(purpose: &Purpose) -> usize {
    let cells = |rule: Rule, low: u32, size: [u8; 2]| match rule {
        Rule::Hang => 0,
        _ => low as usize * usize::from(size[0]) * usize::from(size[1]),
    };
    let solid = purpose.built.iter().chain(&purpose.loose).filter(|s| s.kind.obstacle() != Obstacle::Nothing);
    2 * solid.map(|s| cells(s.rule, s.low, s.kind.size())).sum::<usize>() + 4
}

/// Doors to every room from one.
fn doors_from(sites: &[Site], from: usize) -> Vec<u32> {
    let mut doors = vec![u32::MAX; sites.len()];
    doors[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(room) = queue.pop_front() {
        for &next in &sites[room].beside {
            if doors[next] == u32::MAX {
                doors[next] = doors[room] + 1;
                queue.push_back(next);
            }
        }
    }
    doors
}
