//! The best of different kinds: candidates chosen for spread, as MAP-Elites does (Mouret and Clune
//! 2015).
//!
//! While layouts evolve, the best of each cell of a grid over the metrics is remembered. Candidates
//! are chosen among these elites: the best first, then repeatedly the one farthest from all that
//! were chosen.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{
    Made, Maker, Origin, Recipe, Report, Run, Seed, Spec, StableSort, Stage, Stream, map_indexed,
};
use mapkiln_maps::plan::Plan;

use mapkiln_search::Optimiser;
use mapkiln_search::ga::Ga;

use crate::findings::Findings;
use crate::genetic::{breed, evaluations};
use crate::layout::placement::Placement;
use crate::layout::problem::{Layout, LayoutProblem};
use crate::layout::themed::{Decoder, ThemedLayout, ThemedProblem};
use crate::layout::{KeptRooms, LevelLayout};
use crate::spec::Candidate;
use crate::stages::{Layouts, stage_name};
use crate::workshop::Workshop;
use crate::{DungeonSpec, Error};

/// An elite must reach this share of the best fitness, in percent.
const GOOD_ENOUGH: u64 = 80;

impl DungeonSpec {
    /// Makes up to `count` dungeons that differ in kind, best first, each with its own report and
    /// origin. There are fewer if the search met fewer kinds.
    ///
    /// One search serves all of them, so this is faster than to make each
    /// [`candidate`](DungeonSpec::candidate) alone.
    pub fn make_candidates(&self, count: usize, run: &mut Run<'_>) -> Result<Vec<Made<Plan>>, Error> {
        let numbered =
            |number| DungeonSpec { candidate: Some(Candidate { number, of: count }), ..self.clone() };
        let maker = Maker::new(numbered(1))?;
        let workshop = Workshop::new(maker.spec(), maker.loaded(), &run.seed);
        let elites = Elites::gather(&workshop, count, run)?;
        elites.spend_for(elites.len(), &workshop, run)?;
        let (seed, budget) = (run.seed.clone(), run.budget());
        let made = map_indexed(run.parallel, elites.len(), |i| {
            let mut report = Report::new(DungeonSpec::MAKER, &seed);
            let mut findings = Findings::default();
            let map = elites.finish(&workshop, i, &seed, &mut findings)?;
            findings.write_to(&mut report);
            let recipe = Arc::new(Recipe::of(&numbered(i + 1)));
            let origin = Origin { recipe, seed: seed.clone(), budget, repeatable: report.repeatable };
            Ok(Made { map, report, origin })
        });
        made.into_iter().collect()
    }
}

impl Candidate {
    /// Makes this candidate alone.
    pub(crate) fn build(
        self,
        workshop: &Workshop<'_>,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Plan, Error> {
        let elites = Elites::gather(workshop, self.of, run)?;
        if self.number > elites.len() {
            return Err(Error::NoCandidate { number: self.number, met: elites.len() });
        }
        elites.spend_for(1, workshop, run)?;
        elites.finish(workshop, self.number - 1, &run.seed, findings)
    }
}

/// Layouts that differ in kind. Each level has its own; a candidate takes one of each level.
struct Elites {
    kinds: Kinds,
    stages: Vec<Stage>,
    warnings: Vec<String>,
}

enum Kinds {
    Plain(Vec<LevelElites>),
    /// By search: the layouts, at least one.
    Themed(&'static dyn Decoder, Vec<Vec<ThemedLayout>>),
}

struct LevelElites {
    placement: Placement,
    /// At least one.
    layouts: Vec<Elite>,
}

/// The best layout of its kind.
#[derive(Clone)]
struct Elite {
    fitness: u64,
    layout: Layout,
}

impl Elites {
    /// Evolves the layouts of each level, and chooses up to `count` of different kinds.
    fn gather(workshop: &Workshop<'_>, count: usize, run: &mut Run<'_>) -> Result<Self, Error> {
        let mut warnings = Vec::new();
        if let Some(decoder) = workshop.decoder() {
            let (kinds, stages) = themed_kinds(workshop, decoder, count, run)?;
            if kinds.iter().all(|level| !level.is_empty()) {
                return Ok(Elites { kinds: Kinds::Themed(decoder, kinds), stages, warnings });
            }
            warnings.push(workshop.not_themed());
        }
        let (mut levels, mut stages) = (Vec::new(), Vec::new());
        for number in 0..workshop.spec.levels.max(1) {
            let problem = workshop.layout_problem(number, KeptRooms::default())?;
            let (elites, stage) = best_of_each_kind(workshop, &problem, number, run)?;
            stages.push(stage);
            levels.push(LevelElites { placement: problem.placement, layouts: spread(&elites, count) });
        }
        Ok(Elites { kinds: Kinds::Plain(levels), stages, warnings })
    }

    /// The number of candidates.
    fn len(&self) -> usize {
        match &self.kinds {
            Kinds::Plain(levels) => levels.first().map_or(0, |level| level.layouts.len()),
            Kinds::Themed(_, levels) => levels.first().map_or(0, Vec::len),
        }
    }

    /// Counts the steps that the contents of `count` candidates take.
    fn spend_for(&self, count: usize, workshop: &Workshop<'_>, run: &mut Run<'_>) -> Result<(), Error> {
        let params = &workshop.spec.contents;
        run.spend(evaluations(params) * count as u64)
            .map_err(|stopped| Error::stopped(stopped, "contents", 0, params.generations))
    }

    /// From layouts to a whole dungeon. Its steps have been counted before.
    fn finish(
        &self,
        workshop: &Workshop<'_>,
        number: usize,
        seed: &Seed,
        findings: &mut Findings,
    ) -> Result<Plan, Error> {
        let mut points = 0;
        let layouts = match &self.kinds {
            Kinds::Plain(levels) => {
                let mut chosen = Vec::new();
                for level in levels {
                    let Elite { fitness, layout } = level.layouts[number % level.layouts.len()].clone();
                    points += fitness;
                    let placement = level.placement.clone();
                    chosen.push(LevelLayout { placement, layout, kept: Vec::new() });
                }
                findings.layout_points = Some(points);
                Layouts::Plain(chosen)
            }
            Kinds::Themed(decoder, levels) => {
                let chosen = levels.iter().map(|level| level[number % level.len()].clone()).collect();
                Layouts::Themed(workshop.site(*decoder, chosen))
            }
        };
        findings.layout_stages.clone_from(&self.stages);
        findings.warnings.extend(self.warnings.iter().cloned());
        let mut run = Run::new(seed.child("candidate", number as u64));
        workshop.finish(&layouts, &mut run, findings)
    }
}

/// Evolves themed layouts, each for targets of its own, and chooses up to `count` for each search.
fn themed_kinds(
    workshop: &Workshop<'_>,
    decoder: &'static dyn Decoder,
    count: usize,
    run: &mut Run<'_>,
) -> Result<(Vec<Vec<ThemedLayout>>, Vec<Stage>), Error> {
    let (mut kinds, mut stages) = (Vec::new(), Vec::new());
    for level in 0..workshop.searches(decoder) {
        let draw = |rng: &mut Stream| workshop.draw_targets(decoder, level, rng);
        let problem = ThemedProblem { spread: Some(&draw), ..workshop.themed_problem(decoder, level, run) };
        let (archive, stage) = workshop.evolve_themed(&problem, &stage_name(level), run)?;
        kinds.push(archive.spread(&problem.drawn, count));
        stages.push(stage);
    }
    Ok((kinds, stages))
}

/// Evolves the layouts of a level, and remembers the best of each kind; best first.
fn best_of_each_kind(
    workshop: &Workshop<'_>,
    problem: &LayoutProblem,
    level: usize,
    run: &mut Run<'_>,
) -> Result<(Vec<Elite>, Stage), Error> {
    let name = stage_name(level);
    let mut ga = Ga::new(problem, workshop.spec.layout.clone(), &name, run)?;
    let mut archive: BTreeMap<[u8; 4], Elite> = BTreeMap::new();
    while breed(&mut ga, run)? {
        for member in ga.members().iter().filter(|m| m.fitness > 0) {
            let elite = || Elite { fitness: member.fitness, layout: member.genome.clone() };
            let known = archive.entry(kind(&member.genome)).or_insert_with(elite);
            if member.fitness > known.fitness {
                *known = elite();
            }
        }
    }
    let best = archive.values().map(|e| e.fitness).max().unwrap_or(0);
    if best == 0 {
        return Err(workshop.no_way(problem));
    }
    let good = |e: &Elite| e.fitness * 100 >= best * GOOD_ENOUGH;
    let mut elites: Vec<Elite> = archive.into_values().filter(good).collect();
    elites.stable_sort_by_key(|e| std::cmp::Reverse(e.fitness));
    Ok((elites, ga.log().to_stage()))
}

/// The cell of the archive: loops, critical path, dead ends and rooms, rounded down to steps.
fn kind(layout: &Layout) -> [u8; 4] {
    let m = &layout.metrics;
    let part = |value: f64, size: f64| (value / size) as u8;
    [
        part(m.loops, 1.0),
        part(m.critical_path, 0.1),
        part(m.dead_end_ratio, 0.1),
        layout.rooms.len() as u8 / 2,
    ]
}

/// A layout as a point among others, each figure roughly from 0 to 1.
fn coordinates(layout: &Layout) -> [f64; 6] {
    let m = &layout.metrics;
    let rooms = layout.rooms.len() as f64 / 20.0;
    [m.loops / 6.0, m.critical_path, m.dead_end_ratio * 2.0, m.branching / 4.0, m.area_variety, rooms]
}

/// Chooses the best, then each time the one farthest from all chosen.
fn spread(elites: &[Elite], count: usize) -> Vec<Elite> {
    let apart = |a: &Elite, b: &Elite| {
        let pairs = coordinates(&a.layout).into_iter().zip(coordinates(&b.layout));
        pairs.map(|(x, y)| (x - y) * (x - y)).sum::<f64>()
    };
    let mut chosen: Vec<&Elite> = elites.first().into_iter().take(count).collect();
    while chosen.len() < count.min(elites.len()) {
        let nearest = |e: &Elite| chosen.iter().map(|c| apart(c, e)).fold(f64::INFINITY, f64::min);
        let mut best: Option<(f64, &Elite)> = None;
        for elite in elites {
            let far = nearest(elite);
            // Of equals the fitter, which comes first.
            if far > 0.0 && best.is_none_or(|b| far > b.0) {
                best = Some((far, elite));
            }
        }
        match best {
            Some((_, elite)) => chosen.push(elite),
            None => break,
        }
    }
    chosen.into_iter().cloned().collect()
}
