//! The spec of a level: which grammar, which parameters.

use std::collections::BTreeMap;

use mapkiln_core::{Report, Run, Spec};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::Plan;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::Error;
use crate::grammar::{Engine, Grammar, listed};
use crate::layout::{LayoutOptions, lay_out_places};

/// A level to make: which grammar, with which parameters.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_grammar::LevelSpec;
/// let spec = LevelSpec { preset: Some("rooms100".to_owned()), ..LevelSpec::default() };
/// let made = spec.make(&mut Run::new("first"))?;
/// assert_eq!(made.report.metrics["count_room"], 98.0); // besides the initial room and the exit
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LevelSpec {
    /// The name of a grammar that ships with Mapkiln. If there is a `source`, only the name under
    /// which its mistakes are reported. Default `carcere-exire`.
    pub grammar: String,
    /// The text of a custom grammar. Default none.
    #[serde(deserialize_with = "filled", skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The texts of the files that a custom grammar imports, by name; what ships need not be given.
    /// Default none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub imports: BTreeMap<String, String>,
    /// A preset of the grammar. Default none.
    #[serde(deserialize_with = "filled", skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Parameters that differ from the preset's or the grammar's own. Default none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, i64>,
    /// How matches are searched for; another engine makes other levels. Default `usual`.
    #[serde(skip_serializing_if = "Engine::is_usual")]
    pub engine: Engine,
}

impl Default for LevelSpec {
    fn default() -> Self {
        LevelSpec {
            grammar: "carcere-exire".to_owned(),
            source: None,
            imports: BTreeMap::new(),
            preset: None,
            set: BTreeMap::new(),
            engine: Engine::Usual,
        }
    }
}

/// Reads a text that may be missing; specs written by older versions have an empty one then.
pub(crate) fn filled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty()))
}

/// A grammar with a value for every parameter: what a level spec refers to.
pub struct LoadedGrammar {
    /// The grammar.
    pub grammar: Grammar,
    /// The values of its parameters, in the order of the file.
    pub values: Vec<i64>,
}

impl Spec for LevelSpec {
    type Map = LevelGraph;
    type Loaded = LoadedGrammar;
    type Error = Error;
    const MAKER: &'static str = "level";
    const VERSION: u32 = 1;

    /// Checks that there is such a grammar; the rest needs its text: see [`load`](Spec::load).
    fn check(&self) -> Result<(), Error> {
        if self.source.is_none() && !Grammar::shipped_names().any(|name| name == self.grammar) {
            let known = listed(Grammar::shipped_names());
            return Err(Error::NoGrammar { name: self.grammar.clone(), known });
        }
        Ok(())
    }

    /// Reads the grammar and checks preset and parameters.
    fn load(&self) -> Result<LoadedGrammar, Error> {
        let grammar = match &self.source {
            None => Grammar::shipped(&self.grammar)?,
            Some(source) => Grammar::parse_with(&self.grammar, source, &self.imports)?,
        };
        let values =
            grammar.values(self.preset.as_deref(), self.set.iter().map(|(n, v)| (n.as_str(), *v)))?;
        Ok(LoadedGrammar { grammar: grammar.with_engine(self.engine), values })
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LevelPlanSpec {
    /// The level whose graph is laid out.
    pub level: LevelSpec,
    /// How it is laid out. Default fast, with the usual weights.
    #[serde(skip_serializing_if = "LayoutOptions::is_usual")]
    pub layout: LayoutOptions,
}

impl Spec for LevelPlanSpec {
    type Map = Plan;
    type Loaded = LoadedGrammar;
    type Error = Error;
    const MAKER: &'static str = "level-plan";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        self.layout.check()?;
        self.level.check()
    }

    fn load(&self) -> Result<LoadedGrammar, Error> {
        self.level.load()
    }

    fn build(&self, loaded: &LoadedGrammar, run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        let graph = self.level.build(loaded, run, report)?;
        self.layout.check_rooms(&graph)?;
        let (plan, areas) = lay_out_places(&graph, run.seed.clone(), &self.layout);
        self.layout.check_plan(&graph, &plan, &areas)?;
        Ok(plan)
    }
}
