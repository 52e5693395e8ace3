//! The contract of every maker: a spec is checked, loaded once, and makes one map per seed.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Made, Origin, Recipe, Report, Run, Stopped};

/// What a maker should make, as plain data.
///
/// A new maker implements [`check`](Spec::check), [`load`](Spec::load) and [`build`](Spec::build);
/// callers use [`make`](Spec::make), or a [`Maker`] for many maps from one spec.
///
/// ```
/// use mapkiln_core::{Report, Run, Spec, Stopped};
/// use serde::{Deserialize, Serialize};
///
/// /// A die to be rolled.
/// #[derive(Clone, Serialize, Deserialize)]
/// struct DiceSpec {
///     sides: u64,
/// }
///
/// impl Default for DiceSpec {
///     fn default() -> Self {
///         DiceSpec { sides: 6 }
///     }
/// }
///
/// impl Spec for DiceSpec {
///     type Map = u64;
///     type Loaded = ();
///     type Error = Stopped;
///     const MAKER: &'static str = "dice";
///     const VERSION: u32 = 1;
///
///     fn check(&self) -> Result<(), Stopped> {
///         Ok(())
///     }
///
///     fn load(&self) -> Result<(), Stopped> {
///         Ok(())
///     }
///
///     fn build(&self, _: &(), run: &mut Run<'_>, _: &mut Report) -> Result<u64, Stopped> {
///         run.spend(1)?;
///         Ok(1 + run.seed.stream("roll", 0).below(self.sides))
///     }
/// }
///
/// let made = DiceSpec::default().make(&mut Run::new("luck"))?;
/// assert!((1..=6).contains(&made.map));
/// assert_eq!(made.origin.recipe.maker(), "dice");
/// # Ok::<(), Stopped>(())
/// ```
pub trait Spec: Clone + Default + Serialize + DeserializeOwned {
    /// The type of map it makes.
    type Map;
    /// What the spec refers to, read and compiled once: a grammar, a tile set, a codex.
    type Loaded;
    /// Why it could not be made.
    type Error: MakeError;

    /// The maker's stable name, such as `dungeon`: files refer to it.
    const MAKER: &'static str;
    /// Increases when the same spec and seed start to give a different map.
    const VERSION: u32;

    /// Checks all fields; the error says what is out of range and what to write instead.
    fn check(&self) -> Result<(), Self::Error>;

    /// Reads and compiles what the spec refers to.
    fn load(&self) -> Result<Self::Loaded, Self::Error>;

    /// Makes one map from a checked and loaded spec.
    fn build(
        &self,
        loaded: &Self::Loaded,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<Self::Map, Self::Error>;

    /// Makes one map.
    fn make(&self, run: &mut Run<'_>) -> Result<Made<Self::Map>, Self::Error> {
        Maker::new(self.clone())?.make(run)
    }
}

/// A checked and loaded spec: makes any number of maps, which share one [`Recipe`].
pub struct Maker<S: Spec> {
    spec: S,
    loaded: S::Loaded,
    recipe: Arc<Recipe>,
}

impl<S: Spec> Maker<S> {
    /// Checks and loads a spec.
    pub fn new(spec: S) -> Result<Self, S::Error> {
        spec.check()?;
        let loaded = spec.load()?;
        let recipe = Arc::new(Recipe::of(&spec));
        Ok(Maker { spec, loaded, recipe })
    }

    /// Makes the map of the run's seed.
    pub fn make(&self, run: &mut Run<'_>) -> Result<Made<S::Map>, S::Error> {
        let mut report = Report::new(S::MAKER, &run.seed);
        let map = self.spec.build(&self.loaded, run, &mut report)?;
        let origin = self.origin(run, &report);
        Ok(Made { map, report, origin })
    }

    /// The spec.
    pub fn spec(&self) -> &S {
        &self.spec
    }

    /// What the spec refers to.
    pub fn loaded(&self) -> &S::Loaded {
        &self.loaded
    }

    fn origin(&self, run: &Run<'_>, report: &Report) -> Origin {
        Origin {
            recipe: Arc::clone(&self.recipe),
            seed: run.seed.clone(),
            budget: run.budget(),
            repeatable: report.repeatable,
        }
    }
}

/// Whose fault an error is: it determines the exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The request was wrong: a field out of range, a file with a mistake, an unknown name.
    Wish,
    /// The request was valid, but no such map exists or none was found.
    Failure,
}

/// An error of a maker.
pub trait MakeError: std::error::Error + Send + Sync + 'static {
    /// Was the request wrong, or could it not be met?
    fn fault(&self) -> Fault;
}

impl MakeError for Stopped {
    fn fault(&self) -> Fault {
        Fault::Failure
    }
}
