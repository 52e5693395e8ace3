//! Figures of a layout that matter at the table, and their targets.

use mapkiln_core::Point;

use super::footprint::Footprint;
use super::network::Network;

/// The target for one figure: from `low` to `high`, and what missing it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    /// The lowest value on target.
    pub(crate) low: f64,
    /// The highest value on target.
    pub(crate) high: f64,
    /// Points for a value on target, from 0 to 1000.
    pub(crate) weight: u32,
    /// The distance from the target at which the points reach 0.
    pub(crate) slack: f64,
}

impl Target {
    const fn new(low: f64, high: f64, weight: u32, slack: f64) -> Self {
        Target { low, high, weight, slack }
    }

    /// The points for a value, from 0 (beyond the slack) to the weight (on target).
    pub(crate) fn points(&self, value: f64) -> u64 {
        let miss = (self.low - value).max(value - self.high).max(0.0);
        let share = if self.slack > 0.0 {
            (1.0 - miss / self.slack).max(0.0)
        } else {
            if miss > 0.0 { 0.0 } else { 1.0 }
        };
        (share * f64::from(self.weight)) as u64
    }
}

/// The targets that a plain layout is evolved for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainTargets {
    /// Independent cycles. Default 2 to 4.
    pub(crate) loops: Target,
    /// Share of the rooms with a single exit. Default at most 0.25.
    pub(crate) dead_end_ratio: Target,
    /// Mean number of exits per room. Default 2.3 to 3.
    pub(crate) branching: Target,
    /// Rooms on the shortest way from the main entrance to the goal, as a share of all. Default 0.4 to 0.6.
    pub(crate) critical_path: Target,
    /// Steps from the nearest entrance to the goal, as a share of the rooms. Default at least 0.3.
    pub(crate) boss_distance: Target,
    /// Standard deviation of the rooms' areas as a share of their mean. Default 0.4 to 0.9.
    pub(crate) area_variety: Target,
    /// Points lost per cell of corridor. Default 0.1.
    pub(crate) corridor_cell: f64,
    /// Points lost per corridor. Default 2.
    pub(crate) corridor: f64,
    /// Points lost per pair of rooms that touch. Default 10.
    pub(crate) touching: f64,
}

impl Default for PlainTargets {
    fn default() -> Self {
        PlainTargets {
            loops: Target::new(2.0, 4.0, 300, 3.0),
            dead_end_ratio: Target::new(0.0, 0.25, 300, 0.3),
            branching: Target::new(2.3, 3.0, 120, 0.6),
            critical_path: Target::new(0.4, 0.6, 250, 0.3),
            boss_distance: Target::new(0.3, 1.0, 120, 0.3),
            area_variety: Target::new(0.4, 0.9, 80, 0.4),
            corridor_cell: 0.1,
            corridor: 2.0,
            touching: 10.0,
        }
    }
}

impl PlainTargets {
    /// The default targets, with the ranges of a spec.
    pub(crate) fn wished(wished: &super::targets::Targets) -> Self {
        let mut targets = PlainTargets::default();
        let pairs = [
            (&mut targets.loops, wished.loops),
            (&mut targets.dead_end_ratio, wished.dead_ends),
            (&mut targets.branching, wished.branching),
        ];
        for (target, range) in pairs {
            if let Some(range) = range {
                (target.low, target.high) = (range.low, range.high);
            }
        }
        targets
    }

    /// The points of a layout that misses no target and loses nothing.
    pub(crate) fn max_points(&self) -> u64 {
        let targets = Metrics::default().named(self);
        BASE_POINTS + targets.iter().map(|(_, _, target)| u64::from(target.weight)).sum::<u64>()
    }
}

/// Every valid layout has these, so that penalties leave it some.
const BASE_POINTS: u64 = 200;

/// What was measured of a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Metrics {
    pub(crate) loops: f64,
    pub(crate) dead_end_ratio: f64,
    pub(crate) branching: f64,
    pub(crate) critical_path: f64,
    pub(crate) boss_distance: f64,
    pub(crate) area_variety: f64,
}

impl Metrics {
    /// Each figure with its name and target.
    pub(crate) fn named<'t>(&self, targets: &'t PlainTargets) -> [(&'static str, f64, &'t Target); 6] {
        [
            ("loops", self.loops, &targets.loops),
            ("dead_end_ratio", self.dead_end_ratio, &targets.dead_end_ratio),
            ("branching", self.branching, &targets.branching),
            ("critical_path", self.critical_path, &targets.critical_path),
            ("boss_distance", self.boss_distance, &targets.boss_distance),
            ("area_variety", self.area_variety, &targets.area_variety),
        ]
    }
}

/// Where the way through a layout begins and ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endpoints {
    /// The rooms with an entrance, the main one first.
    pub(crate) entrances: Vec<usize>,
    /// The farthest room.
    pub(crate) goal: usize,
}

/// The endpoints that kept rooms settle or rule out.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedEndpoints {
    pub(crate) entrances: Vec<usize>,
    pub(crate) goal: Option<usize>,
    /// Rooms that must not be the goal.
    pub(crate) not_goal: Vec<usize>,
    /// Rooms that must not be entrances.
    pub(crate) not_entrance: Vec<usize>,
}

/// Steps from one room to all others, by breadth-first search on bit sets; `u8::MAX` if there is no
/// way.
pub(crate) fn steps(beside: &[u64], from: usize) -> Vec<u8> {
    let mut steps = vec![u8::MAX; beside.len()];
    let (mut seen, mut front, mut distance) = (1u64 << from, 1u64 << from, 0u8);
    while front != 0 {
        let mut next = 0;
        let mut rest = front;
        while rest != 0 {
            let room = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            steps[room] = distance;
            next |= beside[room];
        }
        front = next & !seen;
        seen |= front;
        distance = distance.saturating_add(1);
    }
    steps
}

/// A layout's figures with the endpoints that they hold for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    pub(crate) metrics: Metrics,
    pub(crate) endpoints: Endpoints,
    /// The fitness.
    pub(crate) points: u64,
}

/// Measures a layout with the best choice of entrances and goal.
///
/// The goal is a room that is farthest from its nearest entrance. All pairs of entrances are tried:
/// O(n³) for n rooms.
pub(crate) fn measure(
    rooms: &[Footprint],
    network: &Network,
    entrances: usize,
    targets: &PlainTargets,
    fixed: &FixedEndpoints,
) -> Measured {
    let count = rooms.len();
    let exits = network.exits();
    let areas: Vec<f64> = rooms.iter().map(|r| r.area() as f64).collect();
    let mean = areas.iter().sum::<f64>() / count as f64;
    let variance = areas.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / count as f64;
    let mut metrics = Metrics {
        loops: network.loops() as f64,
        dead_end_ratio: exits.iter().filter(|&&n| n <= 1).count() as f64 / count as f64,
        branching: exits.iter().sum::<u32>() as f64 / count as f64,
        area_variety: libm::sqrt(variance) / mean,
        ..Metrics::default()
    };
    let ways: Vec<Vec<u8>> = (0..count).map(|from| steps(&network.beside, from)).collect();
    let middle: Vec<Point> = rooms.iter().map(|r| r.rect.centre()).collect();
    let mut best: Option<(u64, u32, Metrics, Endpoints)> = None;
    let mut consider = |chosen: Vec<usize>| {
        // The goal: far in steps from every entrance, and with ties broken by distance in cells.
        let far = |room: &usize| {
            let near = chosen.iter().map(|&e| ways[e][*room]).min().unwrap_or(0);
            let cells = chosen.iter().map(|&e| middle[e].manhattan(middle[*room])).min().unwrap_or(0);
            (near, cells)
        };
        let free = |r: &usize| !chosen.contains(r) && !fixed.not_goal.contains(r);
        let goal = fixed.goal.or_else(|| (0..count).filter(free).max_by_key(far));
        let Some(goal) = goal else { return };
        let (near, _) = far(&goal);
        metrics.critical_path = f64::from(ways[chosen[0]][goal]) / count as f64 + 1.0 / count as f64;
        metrics.boss_distance = f64::from(near) / count as f64;
        let points = targets.critical_path.points(metrics.critical_path)
            + targets.boss_distance.points(metrics.boss_distance);
        // Ties go to entrances that are far from each other.
        let spread = chosen.iter().map(|&e| middle[e].manhattan(middle[chosen[0]])).max().unwrap_or(0);
        if best.as_ref().is_none_or(|b| (points, spread) > (b.0, b.1)) {
            best = Some((points, spread, metrics, Endpoints { entrances: chosen, goal }));
        }
    };
    if !fixed.entrances.is_empty() {
        consider(fixed.entrances.clone());
    } else {
        let free: Vec<usize> =
            (0..count).filter(|r| !fixed.not_entrance.contains(r) && fixed.goal != Some(*r)).collect();
        // At least one room must be left for the goal.
        let wanted = entrances.min(free.len()).min(count - 1).max(1);
        for &a in &free {
            if wanted == 1 {
                consider(vec![a]);
                continue;
            }
            for &b in free.iter().filter(|b| **b != a) {
                let mut chosen = vec![a, b];
                chosen.extend(free.iter().filter(|r| **r != a && **r != b).take(wanted - 2));
                consider(chosen);
            }
        }
    }
    let (metrics, endpoints) = match best {
        Some((_, _, metrics, endpoints)) => (metrics, endpoints),
        None => (metrics, Endpoints { entrances: vec![0], goal: 0 }),
    };
    let points: u64 = metrics.named(targets).iter().map(|(_, value, target)| target.points(*value)).sum();
    let lost = targets.corridor_cell * network.length as f64
        + targets.corridor * network.corridors.len() as f64
        + targets.touching * network.touching as f64;
    Measured {
        metrics,
        endpoints,
        points: (points + BASE_POINTS).saturating_sub(lost.max(0.0) as u64).max(1),
    }
}
