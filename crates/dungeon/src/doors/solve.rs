//! The solver: can the party reach every key before its lock, and the goal without finding a secret?
//!
//! It explores all that is open, picks up the keys that lie there, and goes on until nothing new
//! opens. Keys are never used up, so the order of exploration does not matter, and this fixed point
//! is exact. O(k (a + d)) for k keys, a areas and d doors.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_maps::plan::{Area, DoorKind, KeyId, Plan, RoomId};
use serde::{Deserialize, Serialize};

use super::ways::{Ways, passable, ways};

/// A proof that a plan can be solved: an order of rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyProof {
    /// The room where the party comes in.
    pub entrance: RoomId,
    /// The room to reach.
    pub goal: RoomId,
    /// The rooms in the order of the first visit, up to the goal and the last key.
    pub order: Vec<ProofStep>,
    /// The rooms on a short walk that fetches the keys that are needed and reaches the goal.
    pub critical_path: Vec<RoomId>,
}

/// One room of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofStep {
    /// The room.
    pub room: RoomId,
    /// The keys that lie in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<KeyId>,
}

/// Proves that the goal and every key can be reached from an entrance; `None` if they cannot.
///
/// Secret and barred doors, portcullises and locks without a key count as walls.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_dungeon::{DungeonSpec, solve};
/// use mapkiln_maps::plan::RoomTag;
/// let plan = DungeonSpec::default().make(&mut Run::new("cellar"))?.map;
/// let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Goal)).map_or(0, |r| r.id);
/// let entrance = plan.rooms().find(|r| r.has_tag(RoomTag::Entrance)).map_or(0, |r| r.id);
/// let proof = solve(&plan, entrance, goal).expect("every dungeon can be solved");
/// assert_eq!(proof.order[0].room, entrance);
/// # Ok::<(), mapkiln_dungeon::Error>(())
/// ```
pub fn solve(plan: &Plan, entrance: RoomId, goal: RoomId) -> Option<KeyProof> {
    let ways = ways(plan);
    let mut keys = BTreeSet::new();
    let mut seen = BTreeSet::from([Area::Room(entrance)]);
    let mut order = Vec::new();
    let mut queue = VecDeque::from([Area::Room(entrance)]);
    loop {
        while let Some(area) = queue.pop_front() {
            if let Area::Room(room) = area {
                let found: Vec<KeyId> = plan.keys.iter().filter(|k| k.room == room).map(|k| k.id).collect();
                keys.extend(&found);
                order.push(ProofStep { room, keys: found });
            }
            for &(next, kind) in ways.get(&area).into_iter().flatten() {
                if !seen.contains(&next) && passable(kind, &keys) {
                    seen.insert(next);
                    queue.push_back(next);
                }
            }
        }
        // A key found late may open a door that was passed before.
        let opened = seen.iter().find_map(|area| {
            let ways = ways.get(area)?;
            ways.iter().find(|(next, kind)| !seen.contains(next) && passable(*kind, &keys)).map(|w| w.0)
        });
        match opened {
            Some(area) => {
                seen.insert(area);
                queue.push_back(area);
            }
            None => break,
        }
    }
    if !seen.contains(&Area::Room(goal)) || keys.len() < plan.keys.len() {
        return None;
    }
    let needed = |step: &ProofStep| step.room == goal || !step.keys.is_empty();
    let last = order.iter().rposition(needed)?;
    order.truncate(last + 1);
    let critical_path = critical_path(plan, &ways, entrance, goal);
    Some(KeyProof { entrance, goal, order, critical_path })
}

/// The rooms of a short walk to the goal, which turns aside for the key of each lock that it meets.
fn critical_path(plan: &Plan, ways: &Ways<'_>, entrance: RoomId, goal: RoomId) -> Vec<RoomId> {
    let mut keys = BTreeSet::new();
    let mut at = entrance;
    let mut path = vec![entrance];
    // The goal, and above it the rooms of the keys that are missing on the way, with those keys.
    let mut wanted = vec![(goal, None)];
    // Every round reaches a room or learns of a key that is needed; there are finitely many.
    for _ in 0..2 * (plan.keys.len() + 1) * (plan.keys.len() + 2) {
        let Some(&(target, _)) = wanted.last() else { break };
        // A key that is being looked for cannot help to find itself.
        let all = plan.keys.iter().map(|k| k.id).filter(|k| wanted.iter().all(|w| w.1 != Some(*k))).collect();
        match walk(ways, at, target, &keys, &all) {
            Ok(rooms) => {
                path.extend(rooms.into_iter().skip(1));
                at = target;
                wanted.pop();
                keys.extend(plan.keys.iter().filter(|k| k.room == at).map(|k| k.id));
            }
            Err(Some(key)) => {
                let Some(key) = plan.keys.iter().find(|k| k.id == key) else { break };
                wanted.push((key.room, Some(key.id)));
            }
            Err(None) => break,
        }
    }
    path.dedup();
    path
}

/// The shortest way over rooms with these keys; if there is none, the first key that is missing on
/// the shortest way with all keys that can be had.
fn walk(
    ways: &Ways<'_>,
    from: RoomId,
    to: RoomId,
    keys: &BTreeSet<KeyId>,
    all: &BTreeSet<KeyId>,
) -> Result<Vec<RoomId>, Option<KeyId>> {
    let search = |keys: &BTreeSet<KeyId>| {
        let mut came: BTreeMap<Area, Area> = BTreeMap::new();
        let start = Area::Room(from);
        let mut queue = VecDeque::from([start]);
        while let Some(area) = queue.pop_front() {
            if area == Area::Room(to) {
                let back = std::iter::successors(Some(area), |a| came.get(a).copied().filter(|b| b != a));
                let mut areas: Vec<Area> = back.take(10_000).collect();
                areas.reverse();
                return Some(areas);
            }
            for &(next, kind) in ways.get(&area).into_iter().flatten() {
                if next != start && !came.contains_key(&next) && passable(kind, keys) {
                    came.insert(next, area);
                    queue.push_back(next);
                }
            }
        }
        None
    };
    let rooms = |areas: &[Area]| {
        areas.iter().filter_map(|a| if let Area::Room(r) = a { Some(*r) } else { None }).collect()
    };
    if let Some(areas) = search(keys) {
        return Ok(rooms(&areas));
    }
    let areas = search(all).ok_or(None)?;
    for pair in areas.windows(2) {
        let open = ways.get(&pair[0]).into_iter().flatten();
        let between: Vec<_> = open.filter(|(next, _)| *next == pair[1]).map(|w| w.1).collect();
        if between.iter().any(|kind| passable(*kind, keys)) {
            continue;
        }
        let lock = between.iter().find_map(|kind| match kind {
            Some(DoorKind::Locked { key }) => *key,
            _ => None,
        });
        return Err(lock);
    }
    Err(None)
}
