//! The second genetic algorithm: which rooms have which monsters and treasure.
//!
//! A gene per room: enemies or not, treasure or not, whose side, and a number from which its
//! encounter follows. The terms of the fitness are named, and the report lists them.

use mapkiln_core::{Run, Seed, StableSort, Stage, Stream};
use mapkiln_search::ga::{Evolve, Params};

use mapkiln_maps::plan::Role;

use super::roster::{Group, Roster, Space, worth};
use crate::Error;
use crate::genetic::{Evolved, evolve};

/// What the contents of a room depend on.
#[derive(Clone, Debug)]
pub(crate) struct RoomFacts {
    /// Its depth, from 0 at the entrance to 100 at the goal.
    pub(crate) depth: u32,
    /// The rooms next to it.
    pub(crate) beside: Vec<usize>,
    pub(crate) entrance: bool,
    pub(crate) goal: bool,
    /// A key lies in it.
    pub(crate) key: bool,
    /// Nobody gets in without a key.
    pub(crate) locked: bool,
    /// Who is found in a room of its purpose.
    pub(crate) user: Option<Role>,
    /// How many creatures it has space for.
    pub(crate) space: Space,
    /// What it holds, if it stays as it is.
    pub(crate) kept: Option<KeptContents>,
}

/// What a kept room holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptContents {
    pub(crate) enemies: bool,
    pub(crate) treasure: bool,
    pub(crate) xp: u64,
}

/// The problem of filling the rooms of a plan.
pub(crate) struct ContentsProblem<'f> {
    pub(crate) rooms: Vec<RoomFacts>,
    pub(crate) roster: &'f Roster<'f>,
    /// Rooms with enemies, kept ones included.
    pub(crate) enemies: usize,
    /// Rooms with treasure, kept ones included.
    pub(crate) treasure: usize,
    /// Experience points of the whole dungeon.
    pub(crate) budget: u64,
    pub(crate) seed: Seed,
}

/// What one room has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gene {
    pub(crate) enemies: bool,
    pub(crate) treasure: bool,
    pub(crate) side: u8,
    number: u16,
}

/// The terms of the fitness, with their weights in points.
pub(crate) const TERMS: [(&str, u64); 8] = [
    ("budget", 300),
    ("curve", 160),
    ("factions", 100),
    ("belonging", 120),
    ("guarded_treasure", 120),
    ("rest", 120),
    ("few_empty", 80),
    ("variety", 60),
];

/// The value of each term, from 0 to 1000.
pub(crate) type Terms = [u64; TERMS.len()];

impl<'f> ContentsProblem<'f> {
    /// The XP budget of each room: rising along the way, greatest at the goal, 0 for kept rooms.
    fn budgets(&self, genes: &[Gene]) -> Vec<u32> {
        let spent: u64 = self.rooms.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
        let left = self.budget.saturating_sub(spent);
        let weight =
            |(room, gene): (&RoomFacts, &Gene)| match (gene.enemies && room.kept.is_none(), room.goal) {
                (false, _) => 0,
                (true, true) => 170,
                (true, false) => 70 + u64::from(room.depth) * 6 / 10,
            };
        let weights: Vec<u64> = self.rooms.iter().zip(genes).map(weight).collect();
        let sum: u64 = weights.iter().sum::<u64>().max(1);
        let most = u64::from(self.roster.most);
        let mut shares: Vec<u32> = weights.iter().map(|w| (left * w / sum).min(most) as u32).collect();
        self.pay_the_cheapest(&mut shares);
        shares
    }

    /// Takes from the richest rooms what the poorest need for anybody at all.
    fn pay_the_cheapest(&self, shares: &mut [u32]) {
        let least = self.roster.cheapest();
        for i in 0..shares.len() {
            while shares[i] > 0 && shares[i] < least {
                let richest =
                    (0..shares.len()).max_by_key(|&j| (shares[j], std::cmp::Reverse(j))).unwrap_or(i);
                let gift = (least - shares[i]).min(shares[richest].saturating_sub(least));
                if gift == 0 {
                    break;
                }
                shares[richest] -= gift;
                shares[i] += gift;
            }
        }
    }

    /// The encounters that follow from the genes, room by room.
    fn encounters(&self, genes: &[Gene]) -> Vec<Group<'f>> {
        let budgets = self.budgets(genes);
        let mut groups: Vec<Group<'_>> = vec![Vec::new(); genes.len()];
        // Small rooms first: what they have no space for is shared among the others.
        let mut order: Vec<usize> = (0..genes.len()).filter(|&i| budgets[i] > 0).collect();
        order.stable_sort_by_key(|&i| (self.rooms[i].goal, self.rooms[i].space.cells, i));
        let mut shares: u64 = order.iter().map(|&i| u64::from(budgets[i])).sum();
        let mut left_over = 0;
        for i in order {
            let share = u64::from(budgets[i]);
            let extra = left_over * share / shares.max(1);
            let budget = (share + extra).min(u64::from(self.roster.most).max(share));
            let mut rng = self.seed.stream("encounter", (i as u64) << 16 | u64::from(genes[i].number));
            let RoomFacts { user, space, goal, .. } = &self.rooms[i];
            groups[i] = match goal {
                true => self.roster.court(budget as u32, space, &mut rng),
                false => self.roster.encounter(*user, genes[i].side.into(), budget as u32, space, &mut rng),
            };
            left_over = (left_over + share).saturating_sub(worth(&groups[i]));
            shares -= share;
        }
        groups
    }

    /// Repairs genes: exactly the numbers asked for, and what is kept stays.
    fn repair(&self, genes: &mut [Gene], rng: &mut Stream) {
        for (gene, room) in genes.iter_mut().zip(&self.rooms) {
            if let Some(kept) = room.kept {
                (gene.enemies, gene.treasure) = (kept.enemies, kept.treasure);
            } else if room.goal {
                (gene.enemies, gene.treasure) = (self.enemies > 0, self.treasure > 0);
            }
        }
        let free: Vec<usize> =
            (0..genes.len()).filter(|&i| self.rooms[i].kept.is_none() && !self.rooms[i].goal).collect();
        type Flag = fn(&mut Gene) -> &mut bool;
        let flags: [(Flag, Flag, usize); 2] = [
            (|g| &mut g.enemies, |g| &mut g.treasure, self.enemies),
            (|g| &mut g.treasure, |g| &mut g.enemies, self.treasure),
        ];
        for (number, (flag, other, wanted)) in flags.into_iter().enumerate() {
            loop {
                let have = genes.iter_mut().filter_map(|g| Some(*flag(g)).filter(|f| *f)).count();
                let remove = have > wanted;
                if have == wanted {
                    break;
                }
                let fits: Vec<usize> =
                    free.iter().filter(|&&i| *flag(&mut genes[i]) == remove).copied().collect();
                let good: Vec<usize> =
                    fits.iter().filter(|&&i| *other(&mut genes[i]) == remove).copied().collect();
                let from = if good.is_empty() { &fits } else { &good };
                let (Some(&one), Some(&other)) = (rng.pick(from), rng.pick(from)) else { break };
                // Of two rooms the larger one has the enemies: small ones hold few.
                let larger = self.rooms[other].space.cells > self.rooms[one].space.cells;
                let i = if number == 0 && larger != remove { other } else { one };
                *flag(&mut genes[i]) = !remove;
            }
        }
    }

    /// The value of each term.
    fn terms(&self, genes: &[Gene], groups: &[Group<'_>]) -> Terms {
        let count = genes.len().max(1) as u64;
        let rooms = &self.rooms;
        let share =
            |part: usize, whole: usize| if whole == 0 { 1000 } else { 1000 * part as u64 / whole as u64 };
        let kept: u64 = rooms.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
        let total: u64 = groups.iter().map(|g| worth(g)).sum::<u64>() + kept;
        let budget = (1000 * total).checked_div(self.budget).map_or(1000, |share| share.min(1000));

        // Deeper rooms are worth more: the share of pairs of fights in order.
        let fights: Vec<(u32, u64)> = (0..genes.len())
            .filter(|&i| !groups[i].is_empty())
            .map(|i| (rooms[i].depth, worth(&groups[i])))
            .collect();
        let (mut pairs, mut rising) = (0, 0);
        for (i, a) in fights.iter().enumerate() {
            for b in fights[..i].iter().filter(|b| b.0 != a.0) {
                pairs += 1;
                rising += usize::from((a.0 > b.0) == (a.1 >= b.1));
            }
        }
        // Enemies in neighbouring rooms are on one side; the leader is on the first, beasts on none.
        let sides = self.roster.sides();
        let side_of = |i: usize| match (genes[i].enemies, rooms[i].goal, rooms[i].user) {
            (false, _, _) | (true, false, Some(Role::Beast) | None) => None,
            (true, true, _) => Some(0),
            (true, false, _) => Some(usize::from(genes[i].side) % sides),
        };
        let (mut neighbours, mut friends) = (0, 0);
        let mut held = vec![0; sides];
        for (i, room) in rooms.iter().enumerate() {
            let Some(side) = side_of(i) else { continue };
            held[side] += 1;
            for other in room.beside.iter().filter(|&&j| j > i).filter_map(|&j| side_of(j)) {
                neighbours += 1;
                friends += usize::from(side == other);
            }
        }
        // Two factions that both hold something make a quarrel.
        let both = held.iter().all(|n| *n > 0) || held.iter().sum::<usize>() < 3;
        let factions = share(friends, neighbours) * 7 / 10 + 300 * u64::from(both);
        // Those who are met have a use for their room.
        let fighting = genes.iter().filter(|g| g.enemies).count();
        let at_home = (0..genes.len()).filter(|&i| genes[i].enemies && rooms[i].user.is_some()).count();
        // Treasure has a guard or a lock.
        let guarded = |i: &usize| genes[*i].enemies || rooms[*i].locked;
        let treasures: Vec<usize> = (0..genes.len()).filter(|&i| genes[i].treasure).collect();
        // The way in is quiet, keys are worth a fight, and there is a place to rest about halfway.
        let quiet = rooms.iter().zip(genes).filter(|(s, _)| s.entrance).all(|(_, g)| !g.enemies);
        let pause = rooms.iter().zip(genes).any(|(s, g)| !g.enemies && (30..=80).contains(&s.depth));
        let keys: Vec<usize> = (0..genes.len()).filter(|&i| rooms[i].key).collect();
        let kept_keys = keys.iter().filter(|&&i| genes[i].enemies).count();
        let rest = 400 * u64::from(quiet) + 400 * u64::from(pause) + share(kept_keys, keys.len()) / 5;
        let empty = genes.iter().filter(|g| !g.enemies && !g.treasure).count() as u64;
        let too_empty = empty.saturating_sub(count / 5);
        let mut kinds: Vec<&str> = groups.iter().flatten().map(|m| m.monster.name.as_str()).collect();
        let heads = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        [
            budget,
            share(rising, pairs),
            factions,
            share(at_home, fighting),
            share(treasures.iter().filter(|i| guarded(i)).count(), treasures.len()),
            rest,
            1000u64.saturating_sub(1000 * too_empty / count),
            share(kinds.len().min(heads * 2 / 3 + 1), heads * 2 / 3 + 1),
        ]
    }
}

impl Evolve for ContentsProblem<'_> {
    type Genome = Vec<Gene>;

    fn create(&self, rng: &mut Stream) -> Vec<Gene> {
        let (fights, hoards) = (self.enemies as u64, self.treasure as u64);
        let count = self.rooms.len() as u64;
        let mut genes: Vec<Gene> = (0..self.rooms.len())
            .map(|_| Gene {
                enemies: rng.below(count) < fights,
                treasure: rng.below(count) < hoards,
                side: rng.below(2) as u8,
                number: rng.below(1 << 16) as u16,
            })
            .collect();
        self.repair(&mut genes, rng);
        genes
    }

    fn fitness(&self, genes: &Vec<Gene>) -> u64 {
        let terms = self.terms(genes, &self.encounters(genes));
        TERMS.iter().zip(terms).map(|((_, weight), term)| weight * term).sum::<u64>() / 1000 + 1
    }

    fn max_fitness(&self) -> u64 {
        TERMS.iter().map(|(_, weight)| weight).sum::<u64>() + 1
    }

    /// Two-point crossover: the children swap a stretch of rooms.
    fn cross(&self, a: &Vec<Gene>, b: &Vec<Gene>, rng: &mut Stream) -> (Vec<Gene>, Vec<Gene>) {
        let (from, to) = (rng.index(a.len()), rng.index(a.len() + 1));
        let (mut c, mut d) = (a.clone(), b.clone());
        for i in from.min(to)..from.max(to) {
            (c[i], d[i]) = (b[i], a[i]);
        }
        self.repair(&mut c, rng);
        self.repair(&mut d, rng);
        (c, d)
    }

    /// Changes one gene.
    fn mutate(&self, genes: &mut Vec<Gene>, rng: &mut Stream) {
        let i = rng.index(genes.len());
        match rng.below(4) {
            0 => genes[i].enemies = !genes[i].enemies,
            1 => genes[i].treasure = !genes[i].treasure,
            2 => genes[i].side ^= 1,
            _ => genes[i].number = rng.below(1 << 16) as u16,
        }
        self.repair(genes, rng);
    }
}

/// The contents that were found.
pub(crate) struct Filled<'f> {
    pub(crate) genes: Vec<Gene>,
    pub(crate) groups: Vec<Group<'f>>,
    pub(crate) terms: Terms,
    pub(crate) stage: Stage,
    /// Why not all generations were bred, if so.
    pub(crate) cut_short: Option<Error>,
}

/// Evolves contents, then spends what the XP budget still allows.
pub(crate) fn fill<'f>(
    problem: &ContentsProblem<'f>,
    params: &Params,
    run: &mut Run<'_>,
) -> Result<Filled<'f>, Error> {
    let Evolved { ranked, stage, cut_short } = evolve(problem, params, "contents", run)?;
    let genes = ranked.into_iter().next().map(|best| best.genome).unwrap_or_default();
    let mut groups = problem.encounters(&genes);
    top_up(problem, &genes, &mut groups);
    let terms = problem.terms(&genes, &groups);
    Ok(Filled { genes, groups, terms, stage, cut_short })
}

/// The share of the budget that may stay unspent, in percent.
const REST: u64 = 2;

/// Makes groups worth more while the budget allows, deepest rooms first: with one head more, or with
/// somebody dearer for one of them; where rooms are too small for that, with less floor between them.
fn top_up<'f>(problem: &ContentsProblem<'f>, genes: &[Gene], groups: &mut [Group<'f>]) {
    let kept: u64 = problem.rooms.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
    let mut order: Vec<usize> = (0..groups.len()).filter(|&i| !groups[i].is_empty()).collect();
    order.stable_sort_by_key(|&i| (std::cmp::Reverse(problem.rooms[i].depth), i));
    for packed in [false, true] {
        let mut open = order.clone();
        while !open.is_empty() {
            let mut able = Vec::new();
            for i in open {
                let total: u64 = groups.iter().map(|g| worth(g)).sum::<u64>() + kept;
                let left = problem.budget.saturating_sub(total);
                if left * 100 <= problem.budget * REST {
                    return;
                }
                let RoomFacts { user, space, goal, .. } = &problem.rooms[i];
                let space = if packed { space.packed() } else { *space };
                let side = if *goal { 0 } else { genes[i].side.into() };
                if let Some(better) = problem.roster.better(&groups[i], *user, side, left, &space) {
                    groups[i] = better;
                    able.push(i);
                }
            }
            open = able;
        }
    }
}
