//! The first genetic algorithm: rooms and corridors.

use mapkiln_core::{Rect, Stream};
use mapkiln_search::ga::Evolve;

use super::place::{all_fit, fits, new_room, new_rooms};
use super::route::{Network, build};
use super::{Penalties, Size};

/// A layout: the rooms, and the corridors built between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) rooms: Vec<Rect>,
    pub(super) network: Network,
}

/// The problem of finding a good layout.
pub(super) struct Layouts<'s> {
    pub(super) size: Size,
    pub(super) penalties: &'s Penalties,
}

impl Layouts<'_> {
    fn build(&self, rooms: Vec<Rect>, rng: &mut Stream) -> Layout {
        let network = build(&rooms, self.size.side(), rng);
        Layout { rooms, network }
    }
}

impl Evolve for Layouts<'_> {
    type Genome = Layout;

    fn create(&self, rng: &mut Stream) -> Layout {
        loop {
            let layout = self.build(new_rooms(self.size, rng), rng);
            if layout.network.joins_all {
                return layout;
            }
        }
    }

    /// 0 if rooms overlap or cannot all reach each other; otherwise at least 1.
    fn fitness(&self, layout: &Layout) -> u64 {
        let network = &layout.network;
        if !network.joins_all || !all_fit(&layout.rooms, self.size.side()) {
            return 0;
        }
        let p = self.penalties;
        let lost = [
            (network.cells.len(), p.corridor_cell),
            (network.corridors, p.corridor),
            (network.touching, p.touching),
        ];
        let lost =
            lost.iter().fold(0u64, |sum, &(n, weight)| sum.saturating_add(weight.saturating_mul(n as u64)));
        p.base.saturating_sub(lost).max(1)
    }

    /// The parents swap a room if each fits at its place in the other; up to three tries.
    fn cross(&self, a: &Layout, b: &Layout, rng: &mut Stream) -> (Layout, Layout) {
        let side = self.size.side();
        for _ in 0..3 {
            let (i, j) = (rng.index(a.rooms.len()), rng.index(b.rooms.len()));
            let (mut left, mut right) = (a.rooms.clone(), b.rooms.clone());
            let (from_a, from_b) = (left.swap_remove(i), right.swap_remove(j));
            if fits(from_b, &left, side) && fits(from_a, &right, side) {
                left.push(from_b);
                right.push(from_a);
                return (self.build(left, rng), self.build(right, rng));
            }
        }
        (a.clone(), b.clone())
    }

    /// Removes a room, adds one, replaces one, or only digs the corridors again.
    ///
    /// A change that the number of rooms or the space forbids leaves the rooms as they are.
    fn mutate(&self, layout: &mut Layout, rng: &mut Stream) {
        let (fewest, most) = self.size.rooms();
        let kind = rng.below(4);
        let mut rooms = std::mem::take(&mut layout.rooms);
        let removes = (kind == 0 && rooms.len() > fewest) || kind == 2;
        let adds = (kind == 1 && rooms.len() < most) || kind == 2;
        let before = rooms.clone();
        if removes {
            rooms.swap_remove(rng.index(rooms.len()));
        }
        if adds {
            match new_room(&rooms, self.size.side(), rng) {
                Some(room) => rooms.push(room),
                None => rooms = before,
            }
        }
        *layout = self.build(rooms, rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    fn problem(size: Size) -> Layouts<'static> {
        static PENALTIES: Penalties =
            Penalties { base: 1000, corridor_cell: 1, corridor: 25, touching: 25, empty_room: 20 };
        Layouts { size, penalties: &PENALTIES }
    }

    #[test]
    fn operators_keep_layouts_valid() {
        for size in Size::ALL {
            let problem = problem(size);
            let (fewest, most) = size.rooms();
            for seed in 0..60u64 {
                let mut rng = Seed::from(seed).stream("layout", 0);
                let (a, b) = (problem.create(&mut rng), problem.create(&mut rng));
                let (mut c, d) = problem.cross(&a, &b, &mut rng);
                problem.mutate(&mut c, &mut rng);
                for layout in [a, b, c, d] {
                    assert!((fewest..=most).contains(&layout.rooms.len()));
                    assert!(all_fit(&layout.rooms, size.side()));
                    assert!(layout.network.joins_all);
                    assert!(problem.fitness(&layout) > 0);
                }
            }
        }
    }

    #[test]
    fn overlapping_and_unjoined_rooms_have_no_fitness() {
        let problem = problem(Size::Small);
        let mut layout = problem.create(&mut Seed::from("x").stream("layout", 0));
        layout.network.joins_all = false;
        assert_eq!(problem.fitness(&layout), 0);
        layout.network.joins_all = true;
        layout.rooms[1] = layout.rooms[0];
        assert_eq!(problem.fitness(&layout), 0);
    }

    #[test]
    fn each_penalty_counts() {
        let problem = problem(Size::Small);
        let layout = problem.create(&mut Seed::from("y").stream("layout", 0));
        let network = &layout.network;
        let lost = network.cells.len() + 25 * network.corridors + 25 * network.touching;
        assert_eq!(problem.fitness(&layout), 1000 - lost as u64);
    }
}
