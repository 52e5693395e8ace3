//! The parameters of the biased random-key genetic algorithm.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::error::{require, require_members, require_percent};

/// The parameters. The defaults are those Gonçalves and Resende (2011) recommend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BrkgaParams"))]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Members of each island, 3 to 1,000,000. Default 200.
    pub population: usize,
    /// Generations after the first. Default 500.
    pub generations: usize,
    /// How many of an island pass on unchanged, in percent, 1 to 99; at least one does. Default 20.
    pub elite: u32,
    /// How many are replaced by new random members per generation, in percent; at most 100 together
    /// with the elite. Default 15.
    pub mutants: u32,
    /// How a child takes its keys from its parents. Default two parents, 70 percent from the elite.
    pub parents: Parents,
    /// Populations that evolve side by side, 1 to 1,000. Default 1.
    pub islands: usize,
    /// The islands send their best to all others once in this many generations; 0 for never.
    /// Default 50.
    pub exchange_every: usize,
    /// How many members each island sends, at most its elite. Default 2.
    pub exchange: usize,
    /// Generations without a better candidate after which the elite is shaken; 0 for never.
    /// Default 0.
    pub shake_after: usize,
    /// How many keys of an elite member a shake redraws, in percent. Default 20.
    pub shake: u32,
    /// Generations without a better candidate after which all islands restart; 0 for never.
    /// Default 0.
    pub restart_after: usize,
    /// Generations without a better candidate after which paths between elite members are
    /// searched; 0 for never. Default 0.
    pub relink_after: usize,
    /// How paths are walked.
    pub relink: Relink,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            population: 200,
            generations: 500,
            elite: 20,
            mutants: 15,
            parents: Parents::Two { elite: 70 },
            islands: 1,
            exchange_every: 50,
            exchange: 2,
            shake_after: 0,
            shake: 20,
            restart_after: 0,
            relink_after: 0,
            relink: Relink::default(),
        }
    }
}

impl Params {
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        require_members("population", self.population, 3, "write a number from 3 to 1000000")?;
        let elite = (1..=99).contains(&self.elite);
        require(elite, "elite", self.elite, "write a percentage from 1 to 99")?;
        let mutants = self.mutants <= 100 - self.elite;
        require(mutants, "mutants", self.mutants, "write a percentage of at most 100 minus `elite`")?;
        let islands = (1..=1000).contains(&self.islands);
        require(islands, "islands", self.islands, "write a number from 1 to 1000")?;
        let (elite, others) = (self.elite_members(), self.population - self.elite_members());
        if self.islands > 1 && self.exchange_every > 0 {
            let advice = "write at most the number of elite members per island";
            require(self.exchange <= elite, "exchange", self.exchange, advice)?;
            let room = self.exchange * (self.islands - 1) <= others;
            let advice =
                "send fewer, or use fewer islands or a larger population: they must fit beside the elite";
            require(room, "exchange", self.exchange, advice)?;
        }
        match self.parents {
            Parents::Two { elite } => require_percent("parents.two.elite", elite)?,
            Parents::Many { total, elite: chosen, .. } => {
                let few = (2..=MOST_PARENTS).contains(&total);
                require(few, "parents.many.total", total, "write a number from 2 to 16")?;
                let advice = "write at least 1, fewer than `total`, and at most the number of elite members";
                let right = (1..total).contains(&chosen) && chosen <= elite;
                require(right, "parents.many.elite", chosen, advice)?;
                let advice = "write fewer parents, or use a larger population";
                require(total - chosen <= others, "parents.many.total", total, advice)?;
            }
        }
        require_percent("shake", self.shake)?;
        require_percent("relink.path", self.relink.path)?;
        require_percent("relink.distance", self.relink.distance)?;
        match self.relink.kind {
            RelinkKind::Direct { block } => {
                require(block > 0, "relink.kind.direct.block", block, "write at least 1")
            }
            RelinkKind::Permutation { .. } => Ok(()),
        }
    }

    /// Members of an island's elite.
    pub(super) fn elite_members(&self) -> usize {
        (self.population * self.elite as usize / 100).max(1)
    }

    /// Members of an island that are replaced by random ones.
    pub(super) fn mutant_members(&self) -> usize {
        (self.population * self.mutants as usize / 100).min(self.population - self.elite_members())
    }
}

/// The most parents that a child may have.
pub(super) const MOST_PARENTS: usize = 16;

/// How a child takes its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Parents {
    /// One parent of the elite, one of the others.
    Two {
        /// Probability that a key comes from the elite parent, in percent; above 50 for a bias.
        elite: u32,
    },
    /// Several parents, ranked by cost; each key comes from a parent drawn by the bias.
    Many {
        /// Parents in all, 2 to 16.
        total: usize,
        /// How many of them are of the elite, at least 1 and fewer than `total`.
        elite: usize,
        /// The weight of a rank.
        bias: Bias,
    },
}

/// The weight of a parent by its rank r = 1, 2, … among the parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Bias {
    /// The same for all.
    Constant,
    /// 1 / r.
    Linear,
    /// 1 / r².
    Quadratic,
    /// 1 / ln(r + 1).
    Logarithmic,
    /// exp(-r).
    Exponential,
}

impl Bias {
    pub(super) fn weight(self, rank: usize) -> f64 {
        let r = rank as f64;
        match self {
            Bias::Constant => 1.0,
            Bias::Linear => 1.0 / r,
            Bias::Quadratic => 1.0 / (r * r),
            Bias::Logarithmic => 1.0 / libm::log(r + 1.0),
            Bias::Exponential => libm::exp(-r),
        }
    }
}

/// How paths between elite members are walked (Andrade, Toso, Gonçalves and Resende 2021).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Relink {
    /// What a step does. Default `permutation` with all swaps.
    pub kind: RelinkKind,
    /// How much of a path is walked, in percent. Default 100.
    pub path: u32,
    /// Pairs tried per search. Default 1.
    pub pairs: usize,
    /// Keys that must differ for a pair to be worth it, in percent. Default 10.
    pub distance: u32,
}

impl Default for Relink {
    fn default() -> Self {
        Relink { kind: RelinkKind::Permutation { candidates: 0 }, path: 100, pairs: 1, distance: 10 }
    }
}

/// What a step on a path does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RelinkKind {
    /// Copies a block of keys from the guide: for keys that each mean something by themselves.
    Direct {
        /// Keys per block, at least 1.
        block: usize,
    },
    /// Swaps two keys so that one gets the rank it has in the guide: for keys of which only the
    /// order counts.
    Permutation {
        /// Swaps judged per step, spread evenly over those left; 0 for all of them.
        candidates: usize,
    },
}
