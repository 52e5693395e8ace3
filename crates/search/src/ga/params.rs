//! The parameters of the genetic algorithm.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::error::{require, require_members, require_percent};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GeneticParams"))]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Members of a generation, 1 to 1,000,000. Default 10.
    pub population: usize,
    /// Generations bred after the first. Default 10.
    pub generations: usize,
    /// How many of the best pass on unchanged, fewer than the population. Default 0.
    pub elitism: usize,
    /// How parents are chosen. Default roulette.
    pub selection: Selection,
    /// Probability of mutation for each child, in percent. Default 40.
    pub mutation: u32,
}

impl Default for Params {
    fn default() -> Self {
        Params { population: 10, generations: 10, elitism: 0, selection: Selection::Roulette, mutation: 40 }
    }
}

impl Params {
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        require_members("population", self.population, 1, "write a number from 1 to 1000000")?;
        let fewer = "write a number below `population`";
        require(self.elitism < self.population, "elitism", self.elitism, fewer)?;
        require_percent("mutation", self.mutation)?;
        match self.selection {
            Selection::Roulette => Ok(()),
            Selection::Tournament(size) => {
                require(size > 0, "selection.tournament", size, "write at least 1")
            }
        }
    }
}

/// How parents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Selection {
    /// With a probability proportional to fitness.
    Roulette,
    /// The best of this many members drawn at random.
    Tournament(usize),
}
