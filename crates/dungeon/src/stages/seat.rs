//! Where the master of the place has its seat: a large room, far from every entrance.

use std::collections::VecDeque;

use mapkiln_maps::plan::{Area, DoorKind, Level, Plan, RoomId, RoomTag};

use super::assembly::Skeleton;
use crate::doors::within_reach;
use crate::workshop::Workshop;

/// Steps from every entrance that a seat should have.
const NEAREST: u32 = 3;

/// How far from the entrances the seat is, among the rooms of its level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remoteness {
    /// Steps from the nearest entrance, as a share of the rooms.
    pub(crate) boss_distance: f64,
    /// Rooms on the shortest way from the main entrance, as a share of all.
    pub(crate) critical_path: f64,
}

impl Workshop<'_> {
    /// Moves the goal of a layout to a larger room that is about as far, if its own is none of the
    /// larger ones and nobody built it for the purpose.
    pub(crate) fn choose_seat(&self, skeleton: &mut Skeleton) -> Option<Remoteness> {
        let Skeleton { plan, entrances, goal, goal_is_built } = skeleton;
        let level = plan.levels.last()?;
        let seat = best_seat(level, entrances, Some(*goal), |_| true)?;
        if seat == *goal || *goal_is_built {
            return None;
        }
        let remoteness = remoteness(level, entrances, seat);
        move_goal(plan, seat);
        *goal = seat;
        Some(remoteness)
    }
}

/// Does one need a key to get to a room?
pub(crate) fn is_locked(plan: &Plan, entrances: &[RoomId], room: RoomId) -> bool {
    entrances.iter().all(|&e| !within_reach(plan, e).contains(&room))
}

impl Workshop<'_> {
    /// Moves the goal to a room that was not tried yet, unless a layout built it for the purpose.
    pub(crate) fn other_seat(&self, skeleton: &mut Skeleton, tried: &[RoomId]) -> Option<Remoteness> {
        let Skeleton { plan, entrances, goal, goal_is_built } = skeleton;
        if *goal_is_built {
            return None;
        }
        let level = plan.levels.last()?;
        let seat = best_seat(level, entrances, None, |id| !tried.contains(&id))?;
        let remoteness = remoteness(level, entrances, seat);
        move_goal(plan, seat);
        *goal = seat;
        Some(remoteness)
    }
}

/// The room of a level that suits its master best: one of the larger third, as far as can be from
/// every way in, and not much nearer than the goal that a layout chose.
pub(crate) fn best_seat(
    level: &Level,
    entrances: &[RoomId],
    goal: Option<RoomId>,
    allowed: impl Fn(RoomId) -> bool,
) -> Option<RoomId> {
    let area = |id: RoomId| level.rooms.iter().find(|r| r.id == id).map_or(0, |r| r.outline.area());
    let mut areas: Vec<i64> = level.rooms.iter().map(|r| r.outline.area()).collect();
    areas.sort_unstable_by_key(|a| std::cmp::Reverse(*a));
    let large = areas.get(areas.len().div_ceil(3).saturating_sub(1)).copied().unwrap_or(0);
    let steps = steps(level, entrances);
    let steps_to = |id: RoomId| level.rooms.iter().position(|r| r.id == id).map_or(0, |i| steps[i]);
    if let Some(goal) = goal.filter(|g| area(*g) >= large && steps_to(*g) >= NEAREST) {
        return Some(goal);
    }
    let has_stairs = |id: RoomId| {
        let room = level.rooms.iter().find(|r| r.id == id);
        room.is_some_and(|r| level.stairs.iter().any(|s| r.outline.contains(s.at)))
    };
    let free: Vec<RoomId> = level
        .rooms
        .iter()
        .map(|r| r.id)
        .filter(|id| !entrances.contains(id) && !has_stairs(*id) && allowed(*id))
        .collect();
    let far = goal.map_or_else(|| free.iter().map(|id| steps_to(*id)).max().unwrap_or(0), steps_to);
    let best = |share: u32| {
        let enough = |id: &&RoomId| area(**id) >= large && steps_to(**id) * 100 >= far * share;
        free.iter()
            .filter(enough)
            .max_by_key(|id| (steps_to(**id), area(**id), std::cmp::Reverse(**id)))
            .copied()
    };
    let far_enough = best(100).filter(|id| steps_to(*id) >= NEAREST);
    let own = goal.filter(|g| area(*g) >= large);
    far_enough.or(own).or_else(|| best(70)).or_else(|| best(50)).or(goal).or_else(|| {
        free.iter().max_by_key(|id| (steps_to(**id), area(**id), std::cmp::Reverse(**id))).copied()
    })
}

/// Takes the tags of the goal from wherever they are to this room.
pub(crate) fn move_goal(plan: &mut Plan, seat: RoomId) {
    for room in plan.rooms_mut() {
        room.tags.retain(|t| !matches!(t, RoomTag::Goal | RoomTag::Boss));
        if room.id == seat {
            room.tags.extend([RoomTag::Goal, RoomTag::Boss]);
        }
    }
}

fn remoteness(level: &Level, entrances: &[RoomId], seat: RoomId) -> Remoteness {
    let count = level.rooms.len().max(1) as f64;
    let at = level.rooms.iter().position(|r| r.id == seat).unwrap_or(0);
    let ways_in = ways_in(level, entrances);
    let near = steps(level, entrances)[at];
    let main = steps(level, &ways_in[..ways_in.len().min(1)])[at];
    Remoteness { boss_distance: f64::from(near) / count, critical_path: f64::from(main + 1) / count }
}

/// The rooms where one comes onto a level.
fn ways_in(level: &Level, entrances: &[RoomId]) -> Vec<RoomId> {
    let here: Vec<RoomId> =
        entrances.iter().copied().filter(|e| level.rooms.iter().any(|r| r.id == *e)).collect();
    if !here.is_empty() {
        return here;
    }
    let stairs = |id: &RoomId| {
        let room = level.rooms.iter().find(|r| r.id == *id);
        room.is_some_and(|r| level.stairs.iter().any(|s| r.outline.contains(s.at)))
    };
    level.rooms.iter().map(|r| r.id).filter(stairs).collect()
}

/// Steps to every room of a level from its nearest way in, without secret doors.
fn steps(level: &Level, entrances: &[RoomId]) -> Vec<u32> {
    let index = |id: RoomId| level.rooms.iter().position(|r| r.id == id);
    let mut steps = vec![0; level.rooms.len()];
    let mut seen = vec![false; level.rooms.len()];
    let mut queue: VecDeque<(Area, u32)> =
        ways_in(level, entrances).into_iter().map(|r| (Area::Room(r), 0)).collect();
    let mut corridors = Vec::new();
    while let Some((area, walked)) = queue.pop_front() {
        match area {
            Area::Room(id) => {
                let Some(i) = index(id).filter(|i| !seen[*i]) else { continue };
                (seen[i], steps[i]) = (true, walked);
            }
            Area::Corridor(id) if corridors.contains(&id) => continue,
            Area::Corridor(id) => corridors.push(id),
        }
        for door in level.doors.iter().filter(|d| d.joins.contains(&area) && d.kind != DoorKind::Secret) {
            let other = door.joins[usize::from(door.joins[0] == area)];
            // A corridor is part of the step into the next room.
            let cost = u32::from(matches!(area, Area::Room(_)));
            queue.push_back((other, walked + cost));
        }
    }
    steps
}
