//! The genetic algorithm as both makers drive it: the only place that knows its engine.

use mapkiln_core::{Event, Run, Stage, Stopped, TracePoint};
use mapkiln_search::ga::{Evolve, Ga, Member, Params};

use crate::Error;

/// The fields of an algorithm's parameters, by their names in a spec.
pub(crate) struct Fields {
    population: &'static str,
    generations: &'static str,
    elitism: &'static str,
    mutation: &'static str,
}

/// The parameters of the search for layouts.
pub(crate) const LAYOUT: Fields = Fields {
    population: "layout.population",
    generations: "layout.generations",
    elitism: "layout.elitism",
    mutation: "layout.mutation",
};

/// The parameters of the search for contents.
pub(crate) const CONTENTS: Fields = Fields {
    population: "contents.population",
    generations: "contents.generations",
    elitism: "contents.elitism",
    mutation: "contents.mutation",
};

/// Checks that parameters are in range.
pub(crate) fn check_params(fields: Fields, params: &Params) -> Result<(), Error> {
    let wrong = |field, value: u64, advice| Err(Error::Spec { field, value: value.to_string(), advice });
    if params.population == 0 || params.population > 100_000 {
        return wrong(fields.population, params.population as u64, "write a number from 1 to 100000");
    }
    if params.generations > 1_000_000 {
        return wrong(fields.generations, params.generations as u64, "write a number from 0 to 1000000");
    }
    if params.elitism >= params.population {
        let advice = "keep fewer than the population has members";
        return wrong(fields.elitism, params.elitism as u64, advice);
    }
    if params.mutation > 100 {
        return wrong(fields.mutation, params.mutation.into(), "write a whole percentage from 0 to 100");
    }
    Ok(())
}

/// A population that is being bred.
pub(crate) struct Evolution<'p, P: Evolve> {
    ga: Ga<'p, P>,
    name: &'p str,
    generation: usize,
    generations: usize,
    cost: u64,
}

/// What an evolution came to.
pub(crate) struct Evolved<G> {
    /// The last generation, best first.
    pub(crate) ranked: Vec<Member<G>>,
    pub(crate) stage: Stage,
    /// Why not all generations were bred, if the budget was used up before.
    pub(crate) cut_short: Option<Error>,
}

/// The evaluations of one generation after the first: children come in pairs.
fn generation_cost(params: &Params) -> u64 {
    let elite = params.elitism.min(params.population.saturating_sub(1));
    2 * (params.population - elite).div_ceil(2) as u64
}

/// The evaluations of a whole evolution, which are its steps.
pub(crate) fn evaluations(params: &Params) -> u64 {
    params.population as u64 + params.generations as u64 * generation_cost(params)
}

impl<'p, P: Evolve> Evolution<'p, P> {
    /// Makes the first generation. `name` is the stage's name in reports and in the seed's streams.
    pub(crate) fn start(
        problem: &'p P,
        params: &Params,
        name: &'p str,
        run: &mut Run<'_>,
    ) -> Result<Self, Error> {
        let generations = params.generations;
        let stopped = |stopped| Error::stopped(stopped, name, 0, generations);
        run.spend(params.population as u64).map_err(stopped)?;
        let ga = Ga::new(problem, params.clone(), run.seed.clone(), name, run.parallel);
        let evolution = Evolution { ga, name, generation: 0, generations, cost: generation_cost(params) };
        evolution.tell(run);
        Ok(evolution)
    }

    /// Breeds one generation; `false` if all have been bred.
    pub(crate) fn step(&mut self, run: &mut Run<'_>) -> Result<bool, Error> {
        if self.generation == self.generations {
            return Ok(false);
        }
        let stopped = |stopped| Error::stopped(stopped, self.name, self.generation, self.generations);
        run.spend(self.cost).map_err(stopped)?;
        self.ga.step();
        self.generation += 1;
        self.tell(run);
        Ok(true)
    }

    /// Tells the observers of the run about this generation.
    fn tell(&self, run: &mut Run<'_>) {
        if run.is_observed()
            && let Some(&TracePoint { evaluations, best, mean }) = self.ga.trace().last()
        {
            let (stage, number) = (self.name, self.generation as u64);
            run.emit(Event::Generation { stage, number, evaluations, best, mean });
            run.progress(stage, number, self.generations as u64);
        }
    }

    /// The members of this generation.
    pub(crate) fn members(&self) -> &[Member<P::Genome>] {
        self.ga.members()
    }

    /// What a report says of this stage.
    pub(crate) fn stage(&self) -> Stage {
        self.ga.stage()
    }
}

/// Breeds all generations, or as many as the budget allows.
pub(crate) fn evolve<P: Evolve>(
    problem: &P,
    params: &Params,
    name: &str,
    run: &mut Run<'_>,
) -> Result<Evolved<P::Genome>, Error> {
    let mut evolution = Evolution::start(problem, params, name, run)?;
    let cut_short = loop {
        match evolution.step(run) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(error @ Error::Stopped { stopped: Stopped::Budget { .. }, .. }) => break Some(error),
            Err(error) => return Err(error),
        }
    };
    let stage = evolution.stage();
    Ok(Evolved { ranked: evolution.ga.into_ranked(), stage, cut_short })
}

impl<G> Evolved<G> {
    /// An error if not all generations were bred.
    pub(crate) fn whole(self) -> Result<Self, Error> {
        match self.cut_short {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Stream;

    struct Ones;

    impl Evolve for Ones {
        type Genome = u32;

        fn create(&self, rng: &mut Stream) -> u32 {
            rng.below(1 << 20) as u32
        }

        fn fitness(&self, genome: &u32) -> u64 {
            genome.count_ones().into()
        }

        fn cross(&self, a: &u32, b: &u32, _: &mut Stream) -> (u32, u32) {
            (*a, *b)
        }

        fn mutate(&self, genome: &mut u32, rng: &mut Stream) {
            *genome ^= 1 << rng.below(20);
        }
    }

    #[test]
    fn a_step_is_an_evaluation() {
        for (population, elitism) in [(1, 0), (6, 0), (6, 1), (6, 2), (7, 2)] {
            let params = Params { population, elitism, generations: 5, ..Params::default() };
            let mut run = Run::new("steps");
            let evolved = evolve(&Ones, &params, "ones", &mut run).unwrap();
            assert_eq!(evolved.stage.evaluations, evaluations(&params));
            assert_eq!(run.spent(), evaluations(&params));
        }
    }

    #[test]
    fn observers_see_every_generation() {
        let params = Params { generations: 3, ..Params::default() };
        let mut seen = Vec::new();
        let mut run = Run::new("seen").with_observer(|event| {
            if let Event::Generation { stage, number, evaluations, .. } = event {
                seen.push(((*stage).to_owned(), *number, *evaluations));
            }
        });
        let stage = evolve(&Ones, &params, "ones", &mut run).unwrap().stage;
        drop(run);
        let expected: Vec<_> =
            (0..).zip(&stage.trace).map(|(n, point)| ("ones".to_owned(), n, point.evaluations)).collect();
        assert_eq!(seen, expected);
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn a_budget_cuts_short_and_says_where() {
        let params = Params { population: 10, generations: 5, ..Params::default() };
        let budget = |steps| evolve(&Ones, &params, "ones", &mut Run::new("b").with_budget(steps));
        let cut = budget(35).unwrap();
        assert_eq!((cut.stage.trace.len(), cut.ranked.len()), (3, 10));
        let error = cut.whole().err().unwrap().to_string();
        assert!(error.contains("35 steps") && error.contains("generation 2 of 5"), "{error}");
        assert!(budget(9).is_err());
        assert!(budget(60).unwrap().cut_short.is_none());
    }
}
