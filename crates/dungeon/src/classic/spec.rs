//! What is asked of the classic maker, and the making.

use std::fmt;
use std::str::FromStr;

use mapkiln_core::plan::Plan;
use mapkiln_core::{Made, Report, Run, map_indexed};
use mapkiln_search::ga::{Ga, Params, Selection};
use serde::{Deserialize, Serialize};

use super::contents::{Furnishing, furnish};
use super::layout::{Layout, Layouts};
use super::plan::to_plan;
use crate::DungeonError;

/// What is asked of the classic maker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicSpec {
    /// The grid and the number of rooms. Default small.
    pub size: Size,
    /// Share of the rooms with enemies, in percent from 0 to 100. Default 50.
    pub enemies: u32,
    /// Share of the rooms with treasure, in percent from 0 to 100. Default 50.
    pub treasure: u32,
    /// The algorithm that evolves layouts. Default: 10 generations of 10, roulette, 40 % mutation,
    /// the best one kept.
    pub layout: Params,
    /// The algorithm that fills the rooms. Default: 10 generations of 10, roulette, 5 % mutation,
    /// the best one kept.
    pub contents: Params,
    /// What lowers the fitness.
    pub penalties: Penalties,
}

impl Default for ClassicSpec {
    fn default() -> Self {
        let params = Params { elitism: 1, ..Params::default() };
        ClassicSpec {
            size: Size::Small,
            enemies: 50,
            treasure: 50,
            contents: Params { mutation: 5, ..params.clone() },
            layout: params,
            penalties: Penalties::default(),
        }
    }
}

/// The weights of both fitness functions, in points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Penalties {
    /// The points a valid layout starts from. Default 1000.
    pub base: u64,
    /// Taken for each cell of corridor. Default 1.
    pub corridor_cell: u64,
    /// Taken for each corridor, forks included: one that forks beats several. Default 25.
    pub corridor: u64,
    /// Taken for each pair of rooms that touch. Default 25.
    pub touching: u64,
    /// Taken, of 100, for each empty room beyond a fifth of the rooms. Default 20.
    pub empty_room: u64,
}

impl Default for Penalties {
    fn default() -> Self {
        Penalties { base: 1000, corridor_cell: 1, corridor: 25, touching: 25, empty_room: 20 }
    }
}

/// The sizes of the thesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// 50x50 cells, 5 to 10 rooms.
    #[default]
    Small,
    /// 75x75 cells, 10 to 15 rooms.
    Medium,
    /// 100x100 cells, 15 to 20 rooms.
    Large,
}

impl Size {
    /// From small to large.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// Cells on each side of the grid.
    pub const fn side(self) -> i32 {
        match self {
            Size::Small => 50,
            Size::Medium => 75,
            Size::Large => 100,
        }
    }

    /// The fewest and the most rooms.
    pub const fn rooms(self) -> (usize, usize) {
        match self {
            Size::Small => (5, 10),
            Size::Medium => (10, 15),
            Size::Large => (15, 20),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        })
    }
}

impl FromStr for Size {
    type Err = DungeonError;

    fn from_str(text: &str) -> Result<Self, DungeonError> {
        Size::ALL.into_iter().find(|size| size.to_string() == text).ok_or_else(|| DungeonError::Spec {
            field: "size",
            value: format!("{text:?}"),
            advice: "write small, medium or large",
        })
    }
}

impl ClassicSpec {
    /// The algorithms exactly as in the thesis: nothing is kept from one generation to the next.
    pub fn strict(self) -> Self {
        let off = |params| Params { elitism: 0, selection: Selection::Roulette, ..params };
        ClassicSpec { layout: off(self.layout), contents: off(self.contents), ..self }
    }

    /// Says what is out of range.
    pub fn check(&self) -> Result<(), DungeonError> {
        let wrong =
            |field, value: u64, advice| Err(DungeonError::Spec { field, value: value.to_string(), advice });
        for (field, percent) in [
            ("enemies", self.enemies),
            ("treasure", self.treasure),
            ("layout.mutation", self.layout.mutation),
            ("contents.mutation", self.contents.mutation),
        ] {
            if percent > 100 {
                return wrong(field, percent.into(), "write a whole percentage from 0 to 100");
            }
        }
        for (field, params) in [("layout", &self.layout), ("contents", &self.contents)] {
            let name = |layout, contents| if field == "layout" { layout } else { contents };
            if params.population == 0 || params.population > 100_000 {
                let field = name("layout.population", "contents.population");
                return wrong(field, params.population as u64, "write a number from 1 to 100000");
            }
            if params.generations > 1_000_000 {
                let field = name("layout.generations", "contents.generations");
                return wrong(field, params.generations as u64, "write a number from 0 to 1000000");
            }
            if params.elitism >= params.population {
                let field = name("layout.elitism", "contents.elitism");
                return wrong(field, params.elitism as u64, "keep fewer than the population has members");
            }
        }
        Ok(())
    }

    /// Makes a dungeon: the fittest layout of the last generation with its contents.
    ///
    /// The run's budget counts evaluated layouts and contents.
    pub fn make(&self, run: &mut Run<'_>) -> Result<Made<Plan>, DungeonError> {
        let mut made = self.evolve(run, 1)?;
        let plan = made.map.swap_remove(0);
        Ok(Made { map: plan, report: made.report })
    }

    /// Makes the whole last generation, best first, each with its contents.
    pub fn make_selection(&self, run: &mut Run<'_>) -> Result<Made<Vec<Plan>>, DungeonError> {
        self.evolve(run, self.layout.population)
    }

    /// Evolves layouts and fills the best `wanted` of them.
    fn evolve(&self, run: &mut Run<'_>, wanted: usize) -> Result<Made<Vec<Plan>>, DungeonError> {
        self.check()?;
        let mut report = Report::new("dungeon", &run.seed);
        let problem = Layouts { size: self.size, penalties: &self.penalties };
        run.spend(self.layout.population as u64)?;
        let mut ga = Ga::new(&problem, self.layout.clone(), run.seed.clone(), "layout", run.parallel);
        ga.run(run)?;
        report.stages.push(ga.stage());
        let layouts: Vec<Layout> = ga.into_ranked().into_iter().take(wanted).map(|m| m.genome).collect();

        let evaluations = self.contents.population as u64 * (self.contents.generations as u64 + 1);
        run.spend(evaluations * layouts.len() as u64)?;
        run.progress("contents", 0, 1);
        let (seed, alone) = (&run.seed, layouts.len() == 1);
        let filled = map_indexed(run.parallel, layouts.len(), |i| {
            let layout = &layouts[i];
            let problem = Furnishing::new(layout.rooms.len(), self);
            let furnished = furnish(&problem, self, seed, i, run_in_parallel(run.parallel, alone));
            (to_plan(self.size.side(), layout, &furnished.flags), furnished.stage)
        });
        run.progress("contents", 1, 1);
        let mut plans = Vec::with_capacity(filled.len());
        for (plan, stage) in filled {
            plans.push(plan);
            report.stages.push(stage);
        }
        if let Some(best) = layouts.first() {
            report.metric("rooms", best.rooms.len() as f64);
            report.metric("corridors", best.network.corridors as f64);
            report.metric("corridor_cells", best.network.cells.len() as f64);
            report.metric("touching_pairs", best.network.touching as f64);
            let empty = plans[0].rooms().filter(|r| r.contents.is_empty()).count();
            report.metric("empty_rooms", empty as f64);
        }
        Ok(Made { map: plans, report })
    }
}

/// One map alone may use the threads inside; several share them out among each other.
fn run_in_parallel(parallel: bool, alone: bool) -> bool {
    parallel && alone
}
