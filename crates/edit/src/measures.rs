//! The figures of a plan that targets are about, by the definitions of the dungeon maker.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_core::Point;
use mapkiln_maps::plan::{Area, DoorKind, Level, Plan, Room, RoomId, RoomTag};
use serde::{Deserialize, Serialize};

use crate::reach::entrances;

/// The figures of a plan; shares are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measures {
    /// Rooms.
    pub rooms: u32,
    /// Independent cycles, without secrets.
    pub loops: f64,
    /// Share of the rooms with a single exit.
    pub dead_end_ratio: f64,
    /// Mean number of exits per room.
    pub branching: f64,
    /// Rooms on the shortest way to the goal, as a share of all.
    pub critical_path: f64,
    /// Steps from the nearest entrance to the goal, as a share of the rooms.
    pub boss_distance: f64,
    /// Standard deviation of the rooms' areas as a share of their mean.
    pub area_variety: f64,
}

impl Measures {
    /// Measures a plan.
    pub fn of(plan: &Plan) -> Measures {
        let count = plan.rooms().count();
        if count == 0 {
            return Measures::default();
        }
        let all = count as f64;
        let secret: BTreeSet<u32> =
            plan.levels.iter().flat_map(|l| &l.corridors).filter(|c| c.secret).map(|c| c.id).collect();
        let is_hidden = |area: &Area| matches!(area, Area::Corridor(id) if secret.contains(id));
        let open: Vec<_> =
            plan.doors().filter(|d| d.kind != DoorKind::Secret && !d.joins.iter().any(is_hidden)).collect();
        let corridors: BTreeSet<Area> =
            open.iter().flat_map(|d| d.joins).filter(|a| matches!(a, Area::Corridor(_))).collect();
        let mut ways: BTreeMap<Area, Vec<Area>> = BTreeMap::new();
        let mut exits: BTreeMap<RoomId, u32> = BTreeMap::new();
        for door in &open {
            let [a, b] = door.joins;
            ways.entry(a).or_default().push(b);
            ways.entry(b).or_default().push(a);
            for area in door.joins {
                if let Area::Room(room) = area {
                    *exits.entry(room).or_default() += 1;
                }
            }
        }
        // Stairs are ways too: a room at the head of a flight is no dead end.
        for (level, stairs) in plan.levels.iter().flat_map(|l| l.stairs.iter().map(move |s| (l, s))) {
            let below = stairs.to_level.and_then(|n| plan.levels.get(n)).zip(stairs.to);
            let ends = (room_at(level, stairs.at), below.and_then(|(level, p)| room_at(level, p)));
            if let (Some(from), Some(to)) = ends {
                ways.entry(Area::Room(from.id)).or_default().push(Area::Room(to.id));
                *exits.entry(from.id).or_default() += 1;
            }
        }
        let exits_of = |room: RoomId| exits.get(&room).copied().unwrap_or(0);
        let levels = plan.levels.len().max(1);
        let areas: Vec<f64> = plan.rooms().map(|r| r.outline.area() as f64).collect();
        let mean = areas.iter().sum::<f64>() / all;
        let variance = areas.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / all;
        let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Goal)).map(|r| r.id);
        let from = entrances(plan);
        let steps: Vec<Option<u32>> =
            from.iter().map(|e| goal.and_then(|goal| room_steps(&ways, *e, goal))).collect();
        let first = steps.first().copied().flatten();
        let near = steps.iter().flatten().min().copied();
        Measures {
            rooms: count as u32,
            loops: (open.len() + levels).saturating_sub(count + corridors.len()) as f64,
            dead_end_ratio: plan.rooms().filter(|r| exits_of(r.id) <= 1).count() as f64 / all,
            branching: plan.rooms().map(|r| exits_of(r.id)).sum::<u32>() as f64 / all,
            critical_path: first.map_or(0.0, |n| f64::from(n + 1) / all),
            boss_distance: near.map_or(0.0, |n| f64::from(n) / all),
            area_variety: if mean > 0.0 { libm::sqrt(variance) / mean } else { 0.0 },
        }
    }
}

fn room_at(level: &Level, p: Point) -> Option<&Room> {
    level.rooms.iter().find(|r| r.outline.contains(p))
}

/// Rooms entered on the shortest way; corridors count nothing.
fn room_steps(ways: &BTreeMap<Area, Vec<Area>>, from: RoomId, to: RoomId) -> Option<u32> {
    let mut steps: BTreeMap<Area, u32> = BTreeMap::from([(Area::Room(from), 0)]);
    let mut queue = VecDeque::from([Area::Room(from)]);
    while let Some(area) = queue.pop_front() {
        let here = steps.get(&area).copied().unwrap_or(0);
        if area == Area::Room(to) {
            return Some(here);
        }
        for &next in ways.get(&area).into_iter().flatten() {
            let cost = here + u32::from(matches!(next, Area::Room(_)));
            if steps.get(&next).is_none_or(|s| cost < *s) {
                steps.insert(next, cost);
                // Free steps first, so that the order is that of the cost.
                if cost == here { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    None
}
