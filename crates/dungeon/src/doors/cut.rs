//! The fewest doors that part the goal from every entrance.
//!
//! A maximum flow with a capacity of one for each door that can be locked; stairs, passages too wide
//! for a gate and doors that must stay are never cut. O(f (a + d)) for f doors in the cut.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_maps::plan::{Area, DoorKind, Plan, RoomId};

use super::ways::stairs;

/// The most doors that one key opens.
const MOST: usize = 4;

/// More than any cut.
const NEVER: u32 = 1 << 16;

/// The doors, by their place among all, that part the goal from the entrances: the cut with the
/// fewest doors that is nearest to the goal. `None` if there is none with a few doors.
pub(super) fn cut(
    plan: &Plan,
    entrances: &[RoomId],
    goal: RoomId,
    lockable: impl Fn(&mapkiln_maps::plan::Door) -> bool,
) -> Option<Vec<usize>> {
    let mut capacity: BTreeMap<Area, BTreeMap<Area, u32>> = BTreeMap::new();
    let mut add = |a: Area, b: Area, much: u32| {
        for (from, to) in [(a, b), (b, a)] {
            *capacity.entry(from).or_default().entry(to).or_default() += much;
        }
    };
    let counts = |kind: &DoorKind| kind.opens_freely() || *kind == DoorKind::Barred;
    for door in plan.doors().filter(|d| counts(&d.kind)) {
        add(door.joins[0], door.joins[1], if lockable(door) { 1 } else { NEVER });
    }
    for (from, to) in stairs(plan) {
        add(Area::Room(from), Area::Room(to), NEVER);
    }
    // From the goal, so that what can still be reached in the end is the side of the goal.
    let ends: BTreeSet<Area> = entrances.iter().map(|&e| Area::Room(e)).collect();
    if ends.contains(&Area::Room(goal)) {
        return None;
    }
    for _ in 0..=MOST {
        let mut from: BTreeMap<Area, Area> = BTreeMap::new();
        let mut queue = VecDeque::from([Area::Room(goal)]);
        let mut reached = None;
        while let Some(area) = queue.pop_front() {
            if ends.contains(&area) {
                reached = Some(area);
                break;
            }
            for (&next, &left) in capacity.get(&area).into_iter().flatten() {
                if left > 0 && next != Area::Room(goal) && !from.contains_key(&next) {
                    from.insert(next, area);
                    queue.push_back(next);
                }
            }
        }
        let Some(mut at) = reached else {
            let inside: BTreeSet<Area> = from.into_keys().chain([Area::Room(goal)]).collect();
            let crosses = |d: &mapkiln_maps::plan::Door| {
                counts(&d.kind) && inside.contains(&d.joins[0]) != inside.contains(&d.joins[1])
            };
            return Some(plan.doors().enumerate().filter(|(_, d)| crosses(d)).map(|(i, _)| i).collect());
        };
        while let Some(&before) = from.get(&at) {
            if let Some(left) = capacity.get_mut(&before).and_then(|c| c.get_mut(&at)) {
                *left -= 1;
            }
            if let Some(back) = capacity.get_mut(&at).and_then(|c| c.get_mut(&before)) {
                *back += 1;
            }
            at = before;
        }
    }
    None
}
