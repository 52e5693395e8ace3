//! Where a map came from: everything needed to make it again.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Seed, Spec};

/// Everything needed to make a map again, to the byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Stored", into = "Stored")]
#[cfg_attr(feature = "schema", schemars(with = "Stored"))]
pub struct Origin {
    /// Maker and spec, shared by all maps made from them.
    pub recipe: Arc<Recipe>,
    /// The seed.
    pub seed: Seed,
    /// The step budget of the run, if it had one.
    pub budget: Option<u64>,
    /// Does this origin give the same map again? Not if a clock ended the run.
    pub repeatable: bool,
}

/// A maker with its whole spec: the part of an origin that is the same for every seed.
///
/// ```
/// # use mapkiln_core::{Made, MakeError, Fault, Report, Run, Spec, Stopped};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Default, Serialize, Deserialize)]
/// # struct DiceSpec { sides: u64 }
/// # impl Spec for DiceSpec {
/// #     type Map = u64; type Loaded = (); type Error = Stopped;
/// #     const MAKER: &'static str = "dice"; const VERSION: u32 = 1;
/// #     fn check(&self) -> Result<(), Stopped> { Ok(()) }
/// #     fn load(&self) -> Result<(), Stopped> { Ok(()) }
/// #     fn build(&self, _: &(), run: &mut Run<'_>, _: &mut Report) -> Result<u64, Stopped> { Ok(run.seed.stream("roll", 0).below(self.sides)) }
/// # }
/// use mapkiln_core::Recipe;
/// let recipe = Recipe::of(&DiceSpec { sides: 6 });
/// assert_eq!((recipe.maker(), recipe.spec()), ("dice", r#"{"sides":6}"#));
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    maker: Cow<'static, str>,
    version: u32,
    spec: Box<RawValue>,
}

impl Recipe {
    /// The recipe of a spec.
    pub fn of<S: Spec>(spec: &S) -> Self {
        let spec = serde_json::value::to_raw_value(spec).expect("specs have text keys and no failing parts");
        Recipe { maker: Cow::Borrowed(S::MAKER), version: S::VERSION, spec }
    }

    /// The stable name of the maker, such as `dungeon`.
    pub fn maker(&self) -> &str {
        &self.maker
    }

    /// The version of the maker that made the map; a later one may make a different map.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The whole spec as JSON.
    pub fn spec(&self) -> &str {
        self.spec.get()
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        (self.maker(), self.version, self.spec()) == (other.maker(), other.version, other.spec())
    }
}

/// An origin as written to a document.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Origin"))]
struct Stored {
    /// The maker, such as `dungeon`.
    maker: Cow<'static, str>,
    /// The version of the maker.
    #[serde(default = "first")]
    version: u32,
    /// The seed, as text.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    seed: Seed,
    /// The step budget of the run, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    budget: Option<u64>,
    /// False if a clock ended the run, so that the map cannot be made again.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    repeatable: bool,
    /// The maker's whole spec.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    spec: Box<RawValue>,
}

fn first() -> u32 {
    1
}

fn yes() -> bool {
    true
}

fn is_true(value: &bool) -> bool {
    *value
}

impl From<Stored> for Origin {
    fn from(stored: Stored) -> Self {
        let Stored { maker, version, seed, budget, repeatable, spec } = stored;
        Origin { recipe: Arc::new(Recipe { maker, version, spec }), seed, budget, repeatable }
    }
}

impl From<Origin> for Stored {
    fn from(origin: Origin) -> Self {
        let Origin { recipe, seed, budget, repeatable } = origin;
        let Recipe { maker, version, spec } = Arc::unwrap_or_clone(recipe);
        Stored { maker, version, seed, budget, repeatable, spec }
    }
}
