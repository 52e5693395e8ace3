//! The spec of a level: which grammar, which parameters.

use std::collections::BTreeMap;

use mapkiln_core::{Report, Run, Spec};
use mapkiln_maps::plan::Plan;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::layout::lay_out;
use mapkiln_maps::graph::LevelGraph;

/// What a level is made from, beside its seed.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_grammar::LevelSpec;
/// let spec = LevelSpec { preset: "rooms100".to_owned(), ..LevelSpec::default() };
/// let made = spec.make(&mut Run::new("first"))?;
/// assert_eq!(made.report.metrics["count Room"], 98.0); // and the initial room, and the exit
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelSpec {
    /// The name of a grammar that ships with Mapkiln, default `carcere-exire`. Where `source` is
    /// given, only the name that mistakes are reported under.
    pub grammar: String,
    /// The text of a grammar; empty (the default) for one that ships.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// A preset of the grammar; empty (the default) for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub preset: String,
    /// Parameters that differ from the preset's or the grammar's own; none by default.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, i64>,
}

impl Default for LevelSpec {
    fn default() -> Self {
        LevelSpec {
            grammar: "carcere-exire".to_owned(),
            source: String::new(),
            preset: String::new(),
            set: BTreeMap::new(),
        }
    }
}

/// A grammar with a number for every parameter: what a level spec refers to.
pub struct LoadedGrammar {
    /// The grammar.
    pub grammar: Grammar,
    /// A value for each of its parameters.
    pub values: Vec<i64>,
}

impl Spec for LevelSpec {
    type Map = LevelGraph;
    type Loaded = LoadedGrammar;
    type Error = Error;
    const MAKER: &'static str = "level";
    const VERSION: u32 = 1;

    /// Nothing can be said before the grammar is read: see [`load`](Spec::load).
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Reads the grammar and checks the parameters.
    fn load(&self) -> Result<LoadedGrammar, Error> {
        let grammar = if self.source.is_empty() {
            Grammar::shipped(&self.grammar)?
        } else {
            Grammar::parse(&self.grammar, &self.source)?
        };
        let preset = Some(self.preset.as_str()).filter(|p| !p.is_empty());
        let values = grammar.values(preset, self.set.iter().map(|(n, v)| (n.as_str(), *v)))?;
        Ok(LoadedGrammar { grammar, values })
    }

    fn build(
        &self,
        loaded: &LoadedGrammar,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<LevelGraph, Error> {
        loaded.grammar.make(&loaded.values, run, report)
    }
}

/// A level laid out in space.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_grammar::LevelPlanSpec;
/// let plan = LevelPlanSpec::default().make(&mut Run::new("first"))?.map;
/// assert!(plan.levels[0].rooms.len() >= 50);
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelPlanSpec {
    /// The level whose graph is laid out.
    pub level: LevelSpec,
}

impl Spec for LevelPlanSpec {
    type Map = Plan;
    type Loaded = LoadedGrammar;
    type Error = Error;
    const MAKER: &'static str = "level-plan";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        self.level.check()
    }

    fn load(&self) -> Result<LoadedGrammar, Error> {
        self.level.load()
    }

    fn build(&self, loaded: &LoadedGrammar, run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        let graph = self.level.build(loaded, run, report)?;
        Ok(lay_out(&graph, run.seed.clone()))
    }
}
