//! The spec of a level: which grammar, which parameters.

use std::collections::BTreeMap;

use mapkiln_core::plan::Plan;
use mapkiln_core::{Made, Run};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::level::Level;

/// What a level is made from, beside its seed.
///
/// ```
/// use mapkiln_core::Run;
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

impl LevelSpec {
    /// Reads the grammar and checks the parameters: to do once, and then make many levels.
    pub fn load(&self) -> Result<(Grammar, Vec<i64>), Error> {
        let grammar = if self.source.is_empty() {
            Grammar::shipped(&self.grammar)?
        } else {
            Grammar::parse(&self.grammar, &self.source)?
        };
        let preset = Some(self.preset.as_str()).filter(|p| !p.is_empty());
        let values = grammar.values(preset, self.set.iter().map(|(n, v)| (n.as_str(), *v)))?;
        Ok((grammar, values))
    }

    /// Makes a level.
    pub fn make(&self, run: &mut Run<'_>) -> Result<Made<Level>, Error> {
        let (grammar, values) = self.load()?;
        grammar.make(&values, run)
    }

    /// Makes a level and lays it out in space.
    pub fn make_plan(&self, run: &mut Run<'_>) -> Result<Made<Plan>, Error> {
        let made = self.make(run)?;
        Ok(Made { map: made.map.lay_out(run.seed.clone()), report: made.report })
    }
}
