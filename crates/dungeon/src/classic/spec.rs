//! The spec of the classic dungeon, and how it is made.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mapkiln_core::{Made, Origin, Recipe, Report, Run, Spec, map_indexed};
use mapkiln_maps::plan::Plan;
use mapkiln_search::ga::{Params, Selection};
use serde::{Deserialize, Serialize};

use super::contents::{Furnishing, furnish};
use super::layout::{Layout, Layouts};
use super::plan::to_plan;
use crate::Error;
use crate::genetic::{evaluations, evolve};

/// What to make: a dungeon as in the thesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The weights of the fitness.
    pub penalties: Penalties,
    /// The rank of the layout in the last generation, from 1 for the best. Default 1.
    #[serde(skip_serializing_if = "is_best")]
    pub rank: usize,
}

fn is_best(rank: &usize) -> bool {
    *rank == 1
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
            rank: 1,
        }
    }
}

/// The weights of both fitness functions, in points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Penalties {
    /// The points of a valid layout before penalties. Default 1000.
    pub base: u64,
    /// Points lost per cell of corridor. Default 1.
    pub corridor_cell: u64,
    /// Points lost per corridor; a corridor with forks counts once. Default 25.
    pub corridor: u64,
    /// Points lost per pair of rooms that touch. Default 25.
    pub touching: u64,
    /// Points lost, of 100, per empty room beyond a fifth of the rooms. Default 20.
    pub empty_room: u64,
}

impl Default for Penalties {
    fn default() -> Self {
        Penalties { base: 1000, corridor_cell: 1, corridor: 25, touching: 25, empty_room: 20 }
    }
}

/// The sizes of the thesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
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

    /// Cells per side of the grid.
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
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Size::ALL.into_iter().find(|size| size.to_string() == text).ok_or_else(|| Error::Spec {
            field: "size",
            value: format!("{text:?}"),
            advice: "write small, medium or large",
        })
    }
}

impl ClassicSpec {
    /// The algorithms exactly as in the thesis: roulette selection and no elitism.
    pub fn strict(self) -> Self {
        let off = |params| Params { elitism: 0, selection: Selection::Roulette, ..params };
        ClassicSpec { layout: off(self.layout), contents: off(self.contents), ..self }
    }

    /// Makes the whole last generation, best first, each with its contents and its origin. All share
    /// one report.
    pub fn make_selection(&self, run: &mut Run<'_>) -> Result<Vec<Made<Plan>>, Error> {
        self.check()?;
        let mut report = Report::new(ClassicSpec::MAKER, &run.seed);
        let ranks: Vec<usize> = (1..=self.layout.population).collect();
        let plans = self.evolve(run, &ranks, &mut report)?;
        let origin = |rank| Origin {
            recipe: Arc::new(Recipe::of(&ClassicSpec { rank, ..self.clone() })),
            seed: run.seed.clone(),
            budget: run.budget(),
            repeatable: true,
        };
        let made = |(rank, map)| Made { map, report: report.clone(), origin: origin(rank) };
        Ok((1..).zip(plans).map(made).collect())
    }

    /// Evolves layouts and fills those of these ranks, counted from 1.
    fn evolve(&self, run: &mut Run<'_>, ranks: &[usize], report: &mut Report) -> Result<Vec<Plan>, Error> {
        let problem = Layouts { size: self.size, penalties: &self.penalties };
        let evolved = evolve(&problem, &self.layout, "layout", run)?.whole()?;
        report.stages.push(evolved.stage);
        let layouts: Vec<(usize, &Layout)> =
            ranks.iter().filter_map(|&rank| Some((rank, &evolved.ranked.get(rank - 1)?.genome))).collect();

        let generations = self.contents.generations;
        run.spend(evaluations(&self.contents) * layouts.len() as u64)
            .map_err(|stopped| Error::stopped(stopped, "contents", 0, generations))?;
        run.progress("contents", 0, 1);
        // One map alone may use the threads inside; several share them among each other.
        let inside = run.parallel && layouts.len() == 1;
        let seed = &run.seed;
        let filled = map_indexed(run.parallel, layouts.len(), |i| {
            let (rank, layout) = layouts[i];
            let problem = Furnishing::new(layout.rooms.len(), self);
            let mut run = Run::new(seed.clone()).with_parallel(inside);
            let furnished = furnish(&problem, &self.contents, rank - 1, &mut run)?;
            Ok::<_, Error>((to_plan(self.size.side(), layout, &furnished.flags), furnished.stage))
        });
        run.progress("contents", 1, 1);
        let mut plans = Vec::with_capacity(filled.len());
        for filled in filled {
            let (plan, stage) = filled?;
            plans.push(plan);
            report.stages.push(stage);
        }
        if let (Some((_, best)), Some(plan)) = (layouts.first(), plans.first()) {
            report.metric("rooms", best.rooms.len() as f64);
            report.metric("corridors", best.network.corridors as f64);
            report.metric("corridor_cells", best.network.cells.len() as f64);
            report.metric("touching_pairs", best.network.touching as f64);
            let empty = plan.rooms().filter(|r| r.contents.is_empty()).count();
            report.metric("empty_rooms", empty as f64);
        }
        Ok(plans)
    }
}

impl Spec for ClassicSpec {
    type Map = Plan;
    type Loaded = ();
    type Error = Error;
    const MAKER: &'static str = "classic-dungeon";
    const VERSION: u32 = 1;

    /// Checks that every field is in range.
    fn check(&self) -> Result<(), Error> {
        let wrong = |field, value: u64, advice| Err(Error::Spec { field, value: value.to_string(), advice });
        for (field, percent) in [("enemies", self.enemies), ("treasure", self.treasure)] {
            if percent > 100 {
                return wrong(field, percent.into(), "write a whole percentage from 0 to 100");
            }
        }
        crate::genetic::check_params("layout", &self.layout)?;
        crate::genetic::check_params("contents", &self.contents)?;
        if !(1..=self.layout.population).contains(&self.rank) {
            return wrong("rank", self.rank as u64, "write a number from 1 to the population");
        }
        Ok(())
    }

    fn load(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Makes a dungeon: a layout of the last generation, by default the fittest, with its contents.
    ///
    /// A step of the run's budget is one evaluated layout or one evaluated filling of the rooms.
    fn build(&self, _: &(), run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        Ok(self.evolve(run, &[self.rank], report)?.swap_remove(0))
    }
}
