//! The genetic algorithm as both makers use it.

use mapkiln_core::{Run, Stage, Stopped};
use mapkiln_search::Optimiser;
use mapkiln_search::ga::{Evolve, Ga, Member, Params};

use crate::Error;

/// What an evolution came to.
pub(crate) struct Evolved<G> {
    /// The last generation, best first.
    pub(crate) ranked: Vec<Member<G>>,
    pub(crate) stage: Stage,
    /// Why not all generations were bred, if the budget was used up before.
    pub(crate) cut_short: Option<Error>,
}

/// The evaluations of one generation after the first: all but the elite.
fn generation_cost(params: &Params) -> u64 {
    (params.population - params.elitism.min(params.population)) as u64
}

/// The most generations of a spec.
const MOST_GENERATIONS: usize = 1_000_000;

/// Checks the parameters of a part of a spec.
pub(crate) fn check_params(part: &'static str, params: &Params) -> Result<(), Error> {
    params.check().map_err(|e| e.within(part))?;
    if params.generations > MOST_GENERATIONS {
        let field = if part == "layout" { "layout.generations" } else { "contents.generations" };
        let advice = "write a number from 0 to 1000000";
        return Err(Error::Spec { field, value: params.generations.to_string(), advice });
    }
    Ok(())
}

/// The evaluations of a whole evolution, which are its steps.
pub(crate) fn evaluations(params: &Params) -> u64 {
    params.population as u64 + params.generations as u64 * generation_cost(params)
}

/// Breeds one generation; `false` if all have been bred.
pub(crate) fn breed<P: Evolve>(ga: &mut Ga<'_, P>, run: &mut Run<'_>) -> Result<bool, Error> {
    ga.advance(run).map_err(|stopped| {
        // The first step is the first population; it is no generation that was bred.
        let bred = ga.log().steps().saturating_sub(1) as usize;
        let generations = ga.max_steps().saturating_sub(1) as usize;
        Error::stopped(stopped, ga.log().stage_name(), bred, generations)
    })
}

/// Breeds all generations, or as many as the budget allows.
pub(crate) fn evolve<P: Evolve>(
    problem: &P,
    params: &Params,
    name: &str,
    run: &mut Run<'_>,
) -> Result<Evolved<P::Genome>, Error> {
    let mut ga = Ga::new(problem, params.clone(), name, run)?;
    let cut_short = loop {
        match breed(&mut ga, run) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(error @ Error::Stopped { stopped: Stopped::Budget { .. }, .. })
                if !ga.members().is_empty() =>
            {
                break Some(error);
            }
            Err(error) => return Err(error),
        }
    };
    let stage = ga.log().to_stage();
    Ok(Evolved { ranked: ga.into_ranked(), stage, cut_short })
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
    use mapkiln_core::{Event, Stream};

    struct Ones;

    impl Evolve for Ones {
        type Genome = u32;

        fn create(&self, rng: &mut Stream) -> u32 {
            rng.below(1 << 20) as u32
        }

        fn fitness(&self, genome: &u32) -> u64 {
            genome.count_ones().into()
        }

        fn max_fitness(&self) -> u64 {
            20
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
