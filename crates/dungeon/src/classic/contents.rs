//! The second genetic algorithm: enemies and treasure.

use mapkiln_core::{Run, Stage, Stream};
use mapkiln_search::ga::{Evolve, Params};

use super::ClassicSpec;
use crate::Error;
use crate::genetic::evolve;

/// Which rooms have what: a bit per room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) enemies: u32,
    pub(super) treasure: u32,
}

impl Flags {
    fn empty_rooms(self, rooms: usize) -> u32 {
        rooms as u32 - (self.enemies | self.treasure).count_ones()
    }

    /// The two flags of one room.
    fn of(self, room: usize) -> [bool; 2] {
        [self.enemies >> room & 1 == 1, self.treasure >> room & 1 == 1]
    }

    fn set(&mut self, room: usize, [enemies, treasure]: [bool; 2]) {
        let put = |bits: u32, on: bool| bits & !(1 << room) | u32::from(on) << room;
        self.enemies = put(self.enemies, enemies);
        self.treasure = put(self.treasure, treasure);
    }
}

/// The problem of filling the rooms of one layout.
pub(super) struct Furnishing {
    rooms: usize,
    enemies: usize,
    treasure: usize,
    empty_penalty: u64,
}

/// The number of rooms of a share: the nearest whole number, but at least one if any are asked for.
fn share(rooms: usize, percent: u32) -> usize {
    let nearest = (rooms * percent as usize + 50) / 100;
    nearest.max(usize::from(percent > 0))
}

impl Furnishing {
    pub(super) fn new(rooms: usize, spec: &ClassicSpec) -> Self {
        Furnishing {
            rooms,
            enemies: share(rooms, spec.enemies),
            treasure: share(rooms, spec.treasure),
            empty_penalty: spec.penalties.empty_room,
        }
    }

    /// Are these exactly the numbers asked for?
    #[cfg(test)]
    fn is_exact(&self, flags: Flags) -> bool {
        let count = |bits: u32| bits.count_ones() as usize;
        count(flags.enemies) == self.enemies && count(flags.treasure) == self.treasure
    }

    /// Repairs contents to exactly the numbers asked for.
    ///
    /// Flags are added to empty rooms first and removed first from rooms that keep the other flag, so
    /// that no more rooms than needed are left empty.
    fn exact(&self, mut flags: Flags, rng: &mut Stream) -> Flags {
        flags.enemies = self.adjust(flags.enemies, flags.treasure, self.enemies, rng);
        flags.treasure = self.adjust(flags.treasure, flags.enemies, self.treasure, rng);
        flags
    }

    fn adjust(&self, mut bits: u32, other: u32, wanted: usize, rng: &mut Stream) -> u32 {
        while bits.count_ones() as usize != wanted {
            let remove = bits.count_ones() as usize > wanted;
            let rooms = (0..self.rooms).filter(|i| (bits >> i & 1 == 1) == remove);
            let (good, poor): (Vec<usize>, Vec<usize>) = rooms.partition(|i| (other >> i & 1 == 1) == remove);
            match rng.pick(&good).or_else(|| rng.pick(&poor)) {
                Some(room) => bits ^= 1 << room,
                None => break,
            }
        }
        bits
    }
}

impl Evolve for Furnishing {
    type Genome = Flags;

    fn create(&self, rng: &mut Stream) -> Flags {
        let mut bits = |count| {
            let mut rooms: Vec<usize> = (0..self.rooms).collect();
            rng.shuffle(&mut rooms);
            rooms.iter().take(count).fold(0, |bits, room| bits | 1 << room)
        };
        Flags { enemies: bits(self.enemies), treasure: bits(self.treasure) }
    }

    /// 100 less a penalty per empty room beyond a fifth of the rooms, at least 1.
    fn fitness(&self, flags: &Flags) -> u64 {
        let too_many = flags.empty_rooms(self.rooms).saturating_sub(self.rooms as u32 / 5);
        100u64.saturating_sub(self.empty_penalty.saturating_mul(too_many.into())).max(1)
    }

    /// The parents swap the flags of one room each.
    fn cross(&self, a: &Flags, b: &Flags, rng: &mut Stream) -> (Flags, Flags) {
        let (i, j) = (rng.index(self.rooms), rng.index(self.rooms));
        let (mut c, mut d) = (*a, *b);
        c.set(i, b.of(j));
        d.set(j, a.of(i));
        (c, d)
    }

    /// Flips one flag of one room.
    fn mutate(&self, flags: &mut Flags, rng: &mut Stream) {
        let room = 1 << rng.index(self.rooms);
        if rng.percent(50) {
            flags.enemies ^= room;
        } else {
            flags.treasure ^= room;
        }
    }
}

/// Contents, and how they were found.
pub(super) struct Furnished {
    pub(super) flags: Flags,
    pub(super) stage: Stage,
}

/// Evolves the contents of one layout of a selection, by its index.
///
/// Crossover and mutation drift from the numbers asked for, so each member of the last generation is
/// brought back to them, and the fittest of these is returned.
pub(super) fn furnish(
    problem: &Furnishing,
    params: &Params,
    index: usize,
    run: &mut Run<'_>,
) -> Result<Furnished, Error> {
    let evolved = evolve(problem, params, &format!("contents.{index}"), run)?.whole()?;
    let mut rng = run.seed.stream("contents.exact", index as u64);
    let mut best: Option<(u64, Flags)> = None;
    for member in evolved.ranked {
        let flags = problem.exact(member.genome, &mut rng);
        let fitness = problem.fitness(&flags);
        if best.is_none_or(|(known, _)| fitness > known) {
            best = Some((fitness, flags));
        }
    }
    let flags = best.map_or_else(Flags::default, |(_, flags)| flags);
    Ok(Furnished { flags, stage: evolved.stage })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    fn flags(problem: &Furnishing, spec: &ClassicSpec, seed: u64) -> Flags {
        furnish(problem, &spec.contents, 0, &mut Run::new(seed)).unwrap().flags
    }

    #[test]
    fn shares_round_to_the_nearest_but_never_vanish() {
        assert_eq!([0, 1, 25, 50, 75, 100].map(|p| share(10, p)), [0, 1, 3, 5, 8, 10]);
        assert_eq!([0, 1, 25, 50, 75, 100].map(|p| share(5, p)), [0, 1, 1, 3, 4, 5]);
    }

    #[test]
    fn given_out_are_exact_numbers_for_every_share() {
        for rooms in [5, 13, 20] {
            for enemies in (0..=100).step_by(20) {
                for treasure in (0..=100).step_by(25) {
                    let spec = ClassicSpec { enemies, treasure, ..ClassicSpec::default() };
                    let problem = Furnishing::new(rooms, &spec);
                    let flags = flags(&problem, &spec, u64::from(enemies * 1000 + treasure));
                    assert!(problem.is_exact(flags), "{rooms} rooms, {enemies}/{treasure}: {flags:?}");
                }
            }
        }
    }

    #[test]
    fn few_rooms_stay_empty_where_that_can_be() {
        let spec = ClassicSpec::default();
        let problem = Furnishing::new(15, &spec);
        for seed in 0..200u64 {
            let flags = flags(&problem, &spec, seed);
            assert!(flags.empty_rooms(15) <= 4, "{flags:?}");
        }
    }

    #[test]
    fn a_swap_of_flags_keeps_all_others() {
        let problem = Furnishing::new(8, &ClassicSpec::default());
        let mut rng = Seed::from("swap").stream("cross", 0);
        for _ in 0..100 {
            let (a, b) = (problem.create(&mut rng), problem.create(&mut rng));
            let (c, d) = problem.cross(&a, &b, &mut rng);
            let sum = |x: Flags, y: Flags| x.enemies.count_ones() + y.enemies.count_ones();
            assert_eq!(sum(a, b), sum(c, d));
            assert!((0..8).filter(|&i| a.of(i) != c.of(i)).count() <= 1);
            assert!((0..8).filter(|&i| b.of(i) != d.of(i)).count() <= 1);
        }
    }
}
