//! The first genetic algorithm: layouts that play well.

use mapkiln_core::Stream;
use mapkiln_search::ga::Evolve;

use super::corridors::{Style, dig_corridors};
use super::footprint::Footprint;
use super::metrics::{Endpoints, FixedEndpoints, Measured, Metrics, PlainTargets, measure};
use super::network::Network;
use super::placement::Placement;

/// A layout: the rooms and corridors, and their figures.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) rooms: Vec<Footprint>,
    pub(crate) style: Style,
    pub(crate) network: Network,
    pub(crate) metrics: Metrics,
    pub(crate) endpoints: Endpoints,
    points: u64,
}

/// The problem of finding a good layout of one level.
pub(crate) struct LayoutProblem {
    pub(crate) placement: Placement,
    pub(crate) rooms: (usize, usize),
    pub(crate) entrances: usize,
    pub(crate) style: Style,
    pub(crate) targets: PlainTargets,
    /// Rooms that stay; they come first in every layout.
    pub(crate) kept: Vec<Footprint>,
    pub(crate) fixed: FixedEndpoints,
}

/// The most loops to try for.
const MOST_LOOPS: i32 = 7;

impl LayoutProblem {
    fn build(&self, rooms: Vec<Footprint>, style: Style, rng: &mut Stream) -> Layout {
        let network = dig_corridors(&self.placement, &rooms, style, rng);
        let Measured { metrics, endpoints, points } = if network.joins_all && rooms.len() > 1 {
            measure(&rooms, &network, self.entrances, &self.targets, &self.fixed)
        } else {
            Measured::default()
        };
        let points = if self.is_whole(&rooms) { points } else { 0 };
        Layout { rooms, style, network, metrics, endpoints, points }
    }

    fn is_whole(&self, rooms: &[Footprint]) -> bool {
        rooms.len() >= self.rooms.0 && self.placement.all_fit(rooms)
    }

    /// The index of a room that may change.
    fn pick(&self, rooms: &[Footprint], rng: &mut Stream) -> Option<usize> {
        let free = rooms.len().saturating_sub(self.kept.len());
        (free > 0).then(|| self.kept.len() + rng.index(free))
    }
}

impl Evolve for LayoutProblem {
    type Genome = Layout;

    fn create(&self, rng: &mut Stream) -> Layout {
        let mut layout = None;
        for _ in 0..12 {
            let wanted = rng.between(self.rooms.0 as i32, self.rooms.1 as i32) as usize;
            let rooms = self.placement.new_rooms(&self.kept, wanted, rng);
            let loops = rng.between(0, MOST_LOOPS) as usize;
            let style = Style { loops, forks: 10 * rng.below(6) as u32, ..self.style };
            let made = self.build(rooms, style, rng);
            if made.points > 0 {
                return made;
            }
            layout = Some(made);
        }
        // Unfit, and so without offspring; if all are, the stage reports it.
        layout.unwrap_or_else(|| self.build(self.kept.clone(), self.style, rng))
    }

    /// 0 if rooms overlap or cannot all reach each other.
    fn fitness(&self, layout: &Layout) -> u64 {
        layout.points
    }

    fn max_fitness(&self) -> u64 {
        self.targets.max_points()
    }

    /// The parents swap a room if each fits at its place in the other; up to three tries.
    fn cross(&self, a: &Layout, b: &Layout, rng: &mut Stream) -> (Layout, Layout) {
        for _ in 0..3 {
            let (Some(i), Some(j)) = (self.pick(&a.rooms, rng), self.pick(&b.rooms, rng)) else {
                break;
            };
            let others = |rooms: &[Footprint], out: usize| -> Vec<Footprint> {
                let keep = |(k, _): &(usize, &Footprint)| *k != out;
                rooms.iter().enumerate().filter(keep).map(|(_, r)| r.clone()).collect()
            };
            let (mut left, mut right) = (others(&a.rooms, i), others(&b.rooms, j));
            if self.placement.fits(&b.rooms[j], &left) && self.placement.fits(&a.rooms[i], &right) {
                left.push(b.rooms[j].clone());
                right.push(a.rooms[i].clone());
                return (self.build(left, b.style, rng), self.build(right, a.style, rng));
            }
        }
        (a.clone(), b.clone())
    }

    /// Removes, adds or replaces a room, changes the number of loops or forks, or digs the corridors
    /// again.
    fn mutate(&self, layout: &mut Layout, rng: &mut Stream) {
        let (fewest, most) = self.rooms;
        let kind = rng.below(6);
        let mut rooms = layout.rooms.clone();
        let mut style = layout.style;
        let removes = (kind == 0 && rooms.len() > fewest) || kind == 2;
        let adds = (kind == 1 && rooms.len() < most) || kind == 2;
        if removes && let Some(out) = self.pick(&rooms, rng) {
            rooms.remove(out);
        }
        if adds {
            match self.placement.new_room(&rooms, rng) {
                Some(room) => rooms.push(room),
                None => rooms.clone_from(&layout.rooms),
            }
        }
        if kind == 3 {
            let change = if rng.percent(50) { 1 } else { -1 };
            style.loops = (style.loops as i32 + change).clamp(0, MOST_LOOPS) as usize;
        }
        if kind == 4 {
            style.forks = 10 * rng.below(6) as u32;
        }
        *layout = self.build(rooms, style, rng);
    }
}
