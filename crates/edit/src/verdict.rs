//! What holds of a plan, and what broke.

use mapkiln_dungeon::{DungeonSpec, solve};
use mapkiln_maps::plan::{DoorId, DoorKind, KeyId, Plan, RoomId, RoomTag};
use serde::{Deserialize, Serialize};

use crate::measures::Measures;
use crate::mend::{Mend, mends};
use crate::reach::{Reach, entrances};

/// What holds of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditVerdict {
    /// Can the goal and every key be reached from every entrance?
    pub finished: bool,
    /// The rooms where one comes in.
    pub entrances: Vec<RoomId>,
    /// The room to reach, if there is one.
    pub goal: Option<RoomId>,
    /// The proof, step by step, from the first entrance.
    pub steps: Vec<Step>,
    /// The rooms of a short walk that fetches every key it needs.
    pub way: Vec<RoomId>,
    /// Rooms that cannot be reached.
    pub lost: Vec<RoomId>,
    /// Keys that cannot be reached.
    pub lost_keys: Vec<KeyId>,
    /// Doors that block the way to what is lost.
    pub blocked: Vec<DoorId>,
    /// What would mend it, the smallest change first.
    pub mends: Vec<Mend>,
    /// Experience points of all monsters.
    pub xp: u64,
    /// The hardest room and its experience points.
    pub hardest: Option<(RoomId, u64)>,
    /// The figures that targets are about.
    pub measures: Measures,
}

/// A step of the proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "step", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Step {
    /// In by an entrance.
    Enter {
        /// The room.
        room: RoomId,
    },
    /// A key is found.
    Key {
        /// The key.
        key: KeyId,
        /// Its room.
        room: RoomId,
    },
    /// A locked door is opened.
    Unlock {
        /// The door.
        door: DoorId,
        /// The key.
        key: KeyId,
        /// The room behind it.
        room: RoomId,
    },
    /// The goal is reached.
    Goal {
        /// The room.
        room: RoomId,
    },
}

impl EditVerdict {
    /// Checks a plan, and looks for mends if it cannot be finished.
    pub fn of(plan: &Plan, spec: &DungeonSpec) -> EditVerdict {
        let mut verdict = EditVerdict::without_mends(plan);
        if !verdict.finished {
            verdict.mends = mends(plan, spec, &verdict);
        }
        verdict
    }

    pub(crate) fn without_mends(plan: &Plan) -> EditVerdict {
        let entrances = entrances(plan);
        let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Goal)).map(|r| r.id);
        let proofs: Vec<_> = entrances.iter().map(|e| goal.and_then(|goal| solve(plan, *e, goal))).collect();
        let finished = !proofs.is_empty() && proofs.iter().all(Option::is_some);
        let reach = Reach::of(plan);
        let secret_only = |room: RoomId| is_hidden(plan, room);
        // A hidden room is not missed as long as the goal is reached without it.
        let fine = |room: RoomId| reach.has(room) || (finished && secret_only(room));
        let lost: Vec<RoomId> = plan.rooms().map(|r| r.id).filter(|r| !fine(*r)).collect();
        let lost_keys: Vec<KeyId> =
            plan.keys.iter().map(|k| k.id).filter(|k| !reach.keys.contains(k)).collect();
        let on_border =
            |d: &&mapkiln_maps::plan::Door| d.joins.iter().filter(|a| reach.areas.contains(a)).count() == 1;
        let blocked: Vec<DoorId> = if lost.is_empty() {
            Vec::new()
        } else {
            plan.doors().filter(|d| d.kind != DoorKind::Secret).filter(on_border).map(|d| d.id).collect()
        };
        let xp_of = |room: RoomId| -> u64 {
            let monsters = plan.room(room).map(|r| &r.contents.monsters);
            monsters.into_iter().flatten().map(|m| u64::from(m.xp) * u64::from(m.count)).sum()
        };
        let each: Vec<(RoomId, u64)> = plan.rooms().map(|r| (r.id, xp_of(r.id))).collect();
        let proof = proofs.into_iter().next().flatten();
        EditVerdict {
            finished,
            goal,
            steps: proof.as_ref().map(|p| steps(plan, p)).unwrap_or_default(),
            way: proof.map(|p| p.critical_path).unwrap_or_default(),
            lost,
            lost_keys,
            blocked,
            mends: Vec::new(),
            xp: each.iter().map(|e| e.1).sum(),
            hardest: each.iter().copied().filter(|e| e.1 > 0).max_by_key(|e| (e.1, std::cmp::Reverse(e.0))),
            measures: Measures::of(plan),
            entrances,
        }
    }
}

/// Is a room behind a secret door only, on purpose?
fn is_hidden(plan: &Plan, room: RoomId) -> bool {
    let here = mapkiln_maps::plan::Area::Room(room);
    let mut doors = plan.doors().filter(|d| d.joins.contains(&here)).peekable();
    doors.peek().is_some()
        && doors.all(|d| {
            d.kind == DoorKind::Secret
                || d.joins.iter().any(|a| {
                    matches!(a, mapkiln_maps::plan::Area::Corridor(id)
                        if plan.levels.iter().flat_map(|l| &l.corridors).any(|c| c.id == *id && c.secret))
                })
        })
}

/// The proof in words' order: in, keys and locked doors on the way, the goal.
fn steps(plan: &Plan, proof: &mapkiln_dungeon::KeyProof) -> Vec<Step> {
    let mut steps = vec![Step::Enter { room: proof.entrance }];
    let mut keys: Vec<KeyId> = Vec::new();
    let mut unlocked: Vec<DoorId> = Vec::new();
    for pair in proof.critical_path.windows(2).map(|p| (Some(p[0]), p[1])) {
        let (from, room) = pair;
        if let Some(from) = from
            && let Some((door, key)) = lock_between(plan, from, room)
            && !unlocked.contains(&door)
        {
            unlocked.push(door);
            steps.push(Step::Unlock { door, key, room });
        }
        for key in plan.keys.iter().filter(|k| k.room == room) {
            if !keys.contains(&key.id) {
                keys.push(key.id);
                steps.push(Step::Key { key: key.id, room });
            }
        }
    }
    steps.push(Step::Goal { room: proof.goal });
    steps
}

/// The locked door on the way from a room to the next one.
fn lock_between(plan: &Plan, from: RoomId, to: RoomId) -> Option<(DoorId, KeyId)> {
    use mapkiln_maps::plan::Area;
    let (a, b) = (Area::Room(from), Area::Room(to));
    let shared = |d: &&mapkiln_maps::plan::Door| {
        d.joins.contains(&b)
            && (d.joins.contains(&a)
                || d.joins.iter().any(|area| {
                    *area != b && plan.doors().any(|e| e.joins.contains(area) && e.joins.contains(&a))
                }))
    };
    let candidates: Vec<_> = plan.doors().filter(shared).collect();
    if candidates.iter().any(|d| d.kind.opens_freely()) {
        return None;
    }
    candidates.iter().find_map(|d| match d.kind {
        DoorKind::Locked { key: Some(key) } => Some((d.id, key)),
        _ => None,
    })
}
