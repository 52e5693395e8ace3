//! The best of different kinds: candidates chosen for spread, as MAP-Elites does (Mouret and Clune
//! 2015).
//!
//! While layouts evolve, the best of each cell of a grid over the metrics is remembered. From these
//! elites come the candidates: the best first, then again and again the one farthest from all that
//! were chosen.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Made, Origin, Recipe, Report, Run, Seed, Spec, Stage, map_indexed};
use mapkiln_maps::plan::Plan;
use mapkiln_search::Optimiser;
use mapkiln_search::ga::Ga;

use crate::layout::evolve::{Layout, Layouts};
use crate::layout::place::Ground;
use crate::make::{Kept, LevelLayout, Maker, stage_name};
use crate::spec::Candidate;
use crate::{DungeonSpec, Error};

/// An elite must reach this share of the best fitness, in percent.
const GOOD_ENOUGH: u64 = 80;

impl DungeonSpec {
    /// Makes up to `count` dungeons that differ in kind, best first, each with a report and an
    /// origin of its own.
    ///
    /// There are fewer where the evolution met fewer kinds.
    pub fn make_candidates(&self, count: usize, run: &mut Run<'_>) -> Result<Vec<Made<Plan>>, Error> {
        let numbered =
            |number| DungeonSpec { candidate: Some(Candidate { number, of: count }), ..self.clone() };
        numbered(1).check()?;
        let spec = self.resolved(&run.seed);
        let maker = Maker::new(&spec)?;
        let kinds = Kinds::gather(&maker, count, run)?;
        run.spend(kinds.cost(&spec) * kinds.len() as u64)?;
        let (seed, budget) = (run.seed.clone(), run.budget());
        let made = map_indexed(run.parallel, kinds.len(), |i| {
            let mut report = Report::new(DungeonSpec::MAKER, &seed);
            let map = kinds.finish(&maker, i, &seed, &mut report)?;
            let recipe = Arc::new(Recipe::of(&numbered(i + 1)));
            let origin = Origin { recipe, seed: seed.clone(), budget, repeatable: report.repeatable };
            Ok(Made { map, report, origin })
        });
        made.into_iter().collect()
    }

    /// Makes one of the candidates.
    pub(crate) fn build_candidate(
        &self,
        Candidate { number, of }: Candidate,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<Plan, Error> {
        let spec = self.resolved(&run.seed);
        let maker = Maker::new(&spec)?;
        let kinds = Kinds::gather(&maker, of, run)?;
        if number > kinds.len() {
            return Err(Error::NoCandidate { number, met: kinds.len() });
        }
        run.spend(kinds.cost(&spec))?;
        kinds.finish(&maker, number - 1, &run.seed, report)
    }
}

/// Layouts that differ in kind. Each level has its own kinds; a candidate takes one of each level.
struct Kinds {
    levels: Vec<(Ground, Vec<(u64, Layout)>)>,
    stages: Vec<Stage>,
}

impl Kinds {
    fn gather(maker: &Maker<'_>, count: usize, run: &mut Run<'_>) -> Result<Self, Error> {
        let (mut levels, mut stages) = (Vec::new(), Vec::new());
        for number in 0..maker.spec.levels {
            let problem = maker.problem(number, &Kept::default())?;
            let (elites, stage) = gather(maker, &problem, number, run)?;
            stages.push(stage);
            levels.push((problem.ground, spread(&elites, count)));
        }
        Ok(Kinds { levels, stages })
    }

    fn len(&self) -> usize {
        self.levels.first().map_or(0, |(_, chosen)| chosen.len())
    }

    /// The evaluations that the contents of one candidate take.
    fn cost(&self, spec: &DungeonSpec) -> u64 {
        spec.contents.population as u64 * (1 + spec.contents.generations as u64)
    }

    fn finish(&self, maker: &Maker<'_>, i: usize, seed: &Seed, report: &mut Report) -> Result<Plan, Error> {
        let of_level = |(ground, chosen): &(Ground, Vec<(u64, Layout)>)| {
            let (points, layout) = &chosen[i % chosen.len()];
            (*points, LevelLayout { ground: ground.clone(), layout: layout.clone(), kept: Vec::new() })
        };
        let (points, levels): (Vec<u64>, Vec<LevelLayout>) = self.levels.iter().map(of_level).unzip();
        report.stages.clone_from(&self.stages);
        report.metric("layout_points", points.iter().sum::<u64>() as f64);
        maker.finish(&levels, &mut Run::new(seed.child("candidate", i as u64)), report)
    }
}

/// Evolves, and remembers the best of each kind.
fn gather(
    maker: &Maker<'_>,
    problem: &Layouts<'_>,
    level: usize,
    run: &mut Run<'_>,
) -> Result<(Vec<(u64, Layout)>, Stage), Error> {
    let name = stage_name(level);
    let params = maker.spec.layout.clone();
    let mut ga = Ga::new(problem, params, &name, run)?;
    let mut archive: BTreeMap<[u8; 4], (u64, Layout)> = BTreeMap::new();
    while !ga.is_done() {
        run.spend(ga.next_evaluations())?;
        ga.step();
        run.progress(&name, ga.log().steps(), ga.max_steps());
        for member in ga.members().iter().filter(|m| m.fitness > 0) {
            let known = archive.entry(kind(&member.genome));
            let entry = known.or_insert_with(|| (member.fitness, member.genome.clone()));
            if member.fitness > entry.0 {
                *entry = (member.fitness, member.genome.clone());
            }
        }
    }
    let stage = ga.log().to_stage();
    let best = archive.values().map(|e| e.0).max().unwrap_or(0);
    if best == 0 {
        return Err(maker.no_way(problem));
    }
    let mut elites: Vec<(u64, Layout)> =
        archive.into_values().filter(|e| e.0 * 100 >= best * GOOD_ENOUGH).collect();
    elites.sort_by_key(|e| std::cmp::Reverse(e.0));
    Ok((elites, stage))
}

/// The cell of the archive: loops, critical path, dead ends and rooms, coarsely.
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

/// Where a layout stands among others, each figure roughly from 0 to 1.
fn place(layout: &Layout) -> [f64; 6] {
    let m = &layout.metrics;
    let rooms = layout.rooms.len() as f64 / 20.0;
    [m.loops / 6.0, m.critical_path, m.dead_end_ratio * 2.0, m.branching / 4.0, m.area_variety, rooms]
}

/// Chooses the best, then each time the one farthest from all chosen.
fn spread(elites: &[(u64, Layout)], count: usize) -> Vec<(u64, Layout)> {
    let apart =
        |a: &Layout, b: &Layout| place(a).iter().zip(place(b)).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
    let mut chosen: Vec<&(u64, Layout)> = elites.first().into_iter().take(count).collect();
    while chosen.len() < count.min(elites.len()) {
        let nearest =
            |e: &(u64, Layout)| chosen.iter().map(|c| apart(&c.1, &e.1)).fold(f64::INFINITY, f64::min);
        let mut best: Option<(f64, &(u64, Layout))> = None;
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
