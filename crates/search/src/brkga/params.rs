//! The knobs of the biased random-key genetic algorithm.

use serde::{Deserialize, Serialize};

/// The knobs. The defaults are those Gonçalves and Resende (2011) recommend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Members of each island, at least 3. Default 200.
    pub population: usize,
    /// Generations after the first. Default 500.
    pub generations: usize,
    /// How many of an island pass on unchanged, in percent. Default 20.
    pub elite: u32,
    /// How many are drawn anew in each generation, in percent. Default 15.
    pub mutants: u32,
    /// How a child takes its keys from its parents. Default two parents, 70 percent from the elite.
    pub parents: Parents,
    /// Populations that evolve beside each other, at least 1. Default 1.
    pub islands: usize,
    /// Every how many generations the islands send their best to all others; 0 for never.
    /// Default 50.
    pub exchange_every: usize,
    /// How many members each island sends. Default 2.
    pub exchange: usize,
    /// Generations without a better candidate after which the elite is shaken; 0 for never.
    /// Default 0.
    pub shake_after: usize,
    /// How many keys of an elite member a shake draws anew, in percent. Default 20.
    pub shake: u32,
    /// Generations without a better candidate after which all begin anew; 0 for never. Default 0.
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

/// How a child takes its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parents {
    /// One parent of the elite, one of the others; each key comes from the elite's with this
    /// chance in percent.
    Two {
        /// The chance, above 50 for a bias.
        elite: u32,
    },
    /// Several parents, ranked by cost; each key comes from a parent drawn by the bias.
    Many {
        /// Parents in all, at least 2.
        total: usize,
        /// How many of them are of the elite.
        elite: usize,
        /// What a rank weighs.
        bias: Bias,
    },
}

/// What a parent weighs by its rank r = 1, 2, … among the parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bias {
    /// All the same.
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
#[serde(default, deny_unknown_fields)]
pub struct Relink {
    /// What a step does.
    pub kind: RelinkKind,
    /// How much of a path is walked, in percent. Default 100.
    pub path: u32,
    /// Pairs tried each time. Default 1.
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
#[serde(rename_all = "snake_case")]
pub enum RelinkKind {
    /// Takes over a block of keys of the guide: for keys that mean something each.
    Direct {
        /// Keys in a block, at least 1.
        block: usize,
    },
    /// Swaps two keys so that one comes to stand where it stands in the guide's order: for keys
    /// of which only the order counts.
    Permutation {
        /// Swaps judged in a step, spread evenly over those left; 0 for all of them.
        candidates: usize,
    },
}
