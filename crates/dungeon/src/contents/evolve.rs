//! The second genetic algorithm, grown up: which rooms have whom and what.
//!
//! A gene for each room: enemies or not, treasure or not, whose side, and a number from which its
//! encounter follows. The terms of the fitness are named, and the report lists them.

use mapkiln_core::{Run, Seed, Stage, Stream};
use mapkiln_search::Optimiser;
use mapkiln_search::ga::{Evolve, Ga, Params};

use super::folk::{Folk, worth};
use crate::codex::Monster;

/// What is known of a room before it is filled.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// How deep it lies, from 0 at the entrance to 100 at the goal.
    pub(crate) depth: u32,
    /// Rooms one step away.
    pub(crate) beside: Vec<usize>,
    pub(crate) entrance: bool,
    pub(crate) goal: bool,
    /// Holds a key.
    pub(crate) key: bool,
    /// Has a single exit.
    pub(crate) dead_end: bool,
    /// Stays as it is; its experience points are spent already.
    pub(crate) kept: Option<KeptSpot>,
}

/// What a kept room holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptSpot {
    pub(crate) enemies: bool,
    pub(crate) treasure: bool,
    pub(crate) xp: u64,
}

/// What is wanted.
pub(crate) struct Filling<'f> {
    pub(crate) spots: Vec<Spot>,
    pub(crate) folk: &'f Folk<'f>,
    /// Rooms with enemies, kept ones included.
    pub(crate) enemies: usize,
    /// Rooms with treasure, kept ones included.
    pub(crate) treasure: usize,
    /// Experience points of the whole dungeon.
    pub(crate) budget: u64,
    pub(crate) seed: Seed,
}

/// One room's gene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gene {
    pub(crate) enemies: bool,
    pub(crate) treasure: bool,
    pub(crate) faction: u8,
    number: u16,
}

/// The named terms with their weights in points.
pub(crate) const TERMS: [(&str, u64); 7] = [
    ("budget", 300),
    ("curve", 200),
    ("factions", 120),
    ("guarded_treasure", 120),
    ("rest", 120),
    ("few_empty", 80),
    ("variety", 60),
];

impl<'f> Filling<'f> {
    /// What each room may cost: rising along the way, most at the goal. Kept rooms cost nothing more.
    pub(crate) fn budgets(&self, genes: &[Gene]) -> Vec<u32> {
        let spent: u64 = self.spots.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
        let left = self.budget.saturating_sub(spent);
        let weight = |(spot, gene): (&Spot, &Gene)| match (gene.enemies && spot.kept.is_none(), spot.goal) {
            (false, _) => 0,
            (true, true) => 170,
            (true, false) => 70 + u64::from(spot.depth) * 6 / 10,
        };
        let weights: Vec<u64> = self.spots.iter().zip(genes).map(weight).collect();
        let sum: u64 = weights.iter().sum::<u64>().max(1);
        weights.iter().map(|w| (left * w / sum) as u32).collect()
    }

    /// The encounters that follow from the genes, room by room.
    pub(crate) fn encounters(&self, genes: &[Gene]) -> Vec<Vec<(&'f Monster, u32)>> {
        let budgets = self.budgets(genes);
        let mut groups: Vec<Vec<(&Monster, u32)>> = Vec::with_capacity(genes.len());
        for (i, gene) in genes.iter().enumerate() {
            if budgets[i] == 0 {
                groups.push(Vec::new());
                continue;
            }
            let mut rng = self.seed.stream("encounter", (i as u64) << 16 | u64::from(gene.number));
            let faction = usize::from(gene.faction);
            groups.push(match self.spots[i].goal {
                true => self.folk.court(faction, budgets[i], &mut rng),
                false => self.folk.encounter(faction, budgets[i], &mut rng),
            });
        }
        groups
    }

    /// Brings the genes to exactly the numbers asked for, and keeps what is kept.
    fn exact(&self, genes: &mut [Gene], rng: &mut Stream) {
        for (gene, spot) in genes.iter_mut().zip(&self.spots) {
            if let Some(kept) = spot.kept {
                (gene.enemies, gene.treasure) = (kept.enemies, kept.treasure);
            } else if spot.goal {
                (gene.enemies, gene.treasure) = (self.enemies > 0, self.treasure > 0);
            }
        }
        let free: Vec<usize> =
            (0..genes.len()).filter(|&i| self.spots[i].kept.is_none() && !self.spots[i].goal).collect();
        type Flag = fn(&mut Gene) -> &mut bool;
        let flags: [(Flag, Flag, usize); 2] = [
            (|g| &mut g.enemies, |g| &mut g.treasure, self.enemies),
            (|g| &mut g.treasure, |g| &mut g.enemies, self.treasure),
        ];
        for (flag, other, wanted) in flags {
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
                match rng.pick(&good).or_else(|| rng.pick(&fits)) {
                    Some(&i) => *flag(&mut genes[i]) = !remove,
                    None => break,
                }
            }
        }
    }

    /// Each term, from 0 to 1000.
    pub(crate) fn terms(&self, genes: &[Gene], groups: &[Vec<(&Monster, u32)>]) -> [u64; 7] {
        let count = genes.len().max(1) as u64;
        let spots = &self.spots;
        let share =
            |part: usize, whole: usize| if whole == 0 { 1000 } else { 1000 * part as u64 / whole as u64 };
        let kept: u64 = spots.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
        let total: u64 = groups.iter().map(|g| worth(g)).sum::<u64>() + kept;
        let budget = (1000 * total).checked_div(self.budget).map_or(1000, |share| share.min(1000));

        // Deeper rooms are worth more: the share of pairs of fights in order.
        let fights: Vec<(u32, u64)> = (0..genes.len())
            .filter(|&i| !groups[i].is_empty())
            .map(|i| (spots[i].depth, worth(&groups[i])))
            .collect();
        let (mut pairs, mut rising) = (0, 0);
        for (i, a) in fights.iter().enumerate() {
            for b in fights[..i].iter().filter(|b| b.0 != a.0) {
                pairs += 1;
                rising += usize::from((a.0 > b.0) == (a.1 >= b.1));
            }
        }
        // Neighbours who fight are of one side.
        let (mut neighbours, mut friends) = (0, 0);
        for i in (0..genes.len()).filter(|&i| genes[i].enemies) {
            for &j in spots[i].beside.iter().filter(|&&j| j > i && genes[j].enemies) {
                neighbours += 1;
                let sides = self.folk.factions.len().max(1);
                friends += usize::from(
                    usize::from(genes[i].faction) % sides == usize::from(genes[j].faction) % sides,
                );
            }
        }
        // Treasure has a guard in its room or next door, or lies at a dead end.
        let guarded = |i: &usize| {
            genes[*i].enemies || spots[*i].dead_end || spots[*i].beside.iter().any(|&j| genes[j].enemies)
        };
        let treasures: Vec<usize> = (0..genes.len()).filter(|&i| genes[i].treasure).collect();
        // The way in is quiet, keys are worth a fight, and somewhere in the middle one can rest.
        let quiet = spots.iter().zip(genes).filter(|(s, _)| s.entrance).all(|(_, g)| !g.enemies);
        let pause = spots.iter().zip(genes).any(|(s, g)| !g.enemies && (30..=80).contains(&s.depth));
        let keys: Vec<usize> = (0..genes.len()).filter(|&i| spots[i].key).collect();
        let kept_keys = keys.iter().filter(|&&i| genes[i].enemies).count();
        let rest = 400 * u64::from(quiet) + 400 * u64::from(pause) + share(kept_keys, keys.len()) / 5;
        let empty = genes.iter().filter(|g| !g.enemies && !g.treasure).count() as u64;
        let too_empty = empty.saturating_sub(count / 5);
        let mut kinds: Vec<&str> = groups.iter().flatten().map(|(m, _)| m.name.as_str()).collect();
        let heads = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        [
            budget,
            share(rising, pairs),
            share(friends, neighbours),
            share(treasures.iter().filter(|i| guarded(i)).count(), treasures.len()),
            rest,
            1000u64.saturating_sub(1000 * too_empty / count),
            share(kinds.len().min(heads * 2 / 3 + 1), heads * 2 / 3 + 1),
        ]
    }
}

impl Evolve for Filling<'_> {
    type Genome = Vec<Gene>;

    fn create(&self, rng: &mut Stream) -> Vec<Gene> {
        let (fights, hoards) = (self.enemies as u64, self.treasure as u64);
        let count = self.spots.len() as u64;
        let mut genes: Vec<Gene> = (0..self.spots.len())
            .map(|_| Gene {
                enemies: rng.below(count) < fights,
                treasure: rng.below(count) < hoards,
                faction: rng.below(2) as u8,
                number: rng.below(1 << 16) as u16,
            })
            .collect();
        self.exact(&mut genes, rng);
        genes
    }

    fn fitness(&self, genes: &Vec<Gene>) -> u64 {
        let terms = self.terms(genes, &self.encounters(genes));
        TERMS.iter().zip(terms).map(|((_, weight), term)| weight * term).sum::<u64>() / 1000 + 1
    }

    fn max_fitness(&self) -> u64 {
        TERMS.iter().map(|(_, weight)| weight).sum::<u64>() + 1
    }

    /// A stretch of rooms of one, the rest of the other.
    fn cross(&self, a: &Vec<Gene>, b: &Vec<Gene>, rng: &mut Stream) -> (Vec<Gene>, Vec<Gene>) {
        let (from, to) = (rng.index(a.len()), rng.index(a.len() + 1));
        let (mut c, mut d) = (a.clone(), b.clone());
        for i in from.min(to)..from.max(to) {
            (c[i], d[i]) = (b[i], a[i]);
        }
        self.exact(&mut c, rng);
        self.exact(&mut d, rng);
        (c, d)
    }

    /// One room changes: who it is, or what it has.
    fn mutate(&self, genes: &mut Vec<Gene>, rng: &mut Stream) {
        let i = rng.index(genes.len());
        match rng.below(4) {
            0 => genes[i].enemies = !genes[i].enemies,
            1 => genes[i].treasure = !genes[i].treasure,
            2 => genes[i].faction ^= 1,
            _ => genes[i].number = rng.below(1 << 16) as u16,
        }
        self.exact(genes, rng);
    }
}

/// What the evolution found.
pub(crate) struct Filled<'f> {
    pub(crate) genes: Vec<Gene>,
    pub(crate) groups: Vec<Vec<(&'f Monster, u32)>>,
    pub(crate) terms: [u64; 7],
    pub(crate) stage: Stage,
}

/// Evolves contents, then spends what the budget still allows.
pub(crate) fn fill<'f>(
    problem: &Filling<'f>,
    params: &Params,
    run: &mut Run<'_>,
) -> Result<Filled<'f>, crate::Error> {
    let mut ga = Ga::new(problem, params.clone(), "contents", run)?;
    ga.run(run)?;
    let stage = ga.log().to_stage();
    let genes = ga.best().map(|(genes, _)| genes.clone()).unwrap_or_default();
    let mut groups = problem.encounters(&genes);
    top_up(problem, &mut groups);
    let terms = problem.terms(&genes, &groups);
    Ok(Filled { genes, groups, terms, stage })
}

/// Adds heads of kinds that are there already, deepest rooms first, while the budget allows.
fn top_up(problem: &Filling<'_>, groups: &mut [Vec<(&Monster, u32)>]) {
    let kept: u64 = problem.spots.iter().filter_map(|s| s.kept).map(|k| k.xp).sum();
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(problem.spots[i].depth), i));
    for _ in 0..8 {
        let mut changed = false;
        for &i in &order {
            let total: u64 = groups.iter().map(|g| worth(g)).sum::<u64>() + kept;
            let left = problem.budget.saturating_sub(total);
            if left * 20 <= problem.budget {
                return;
            }
            let heads: u32 = groups[i].iter().map(|g| g.1).sum();
            let first = usize::from(problem.spots[i].goal);
            let room = groups[i]
                .iter_mut()
                .skip(first)
                .filter(|(m, _)| u64::from(m.xp) <= left)
                .max_by_key(|(m, _)| m.xp);
            if let Some((_, count)) = room
                && heads < 16
            {
                *count += 1;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}
