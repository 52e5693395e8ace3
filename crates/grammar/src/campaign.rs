//! Campaigns: levels that get harder from one to the next.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::spec::{LevelSpec, filled};

/// The parameters of every level of a game.
///
/// A parameter is a number, a table (the last entry holds for all further levels) or a formula in
/// `i`, the number of the level counted from 1, with `+ - * /`, parentheses, `min` and `max`:
///
/// ```
/// use mapkiln_grammar::Campaign;
/// let campaign: Campaign = serde_json::from_str(r#"{
///     "grammar": "carcere-exire",
///     "levels": 10,
///     "set": { "rooms": "20 + 10 * i", "bosses": [0, 0, 1, 2, 5], "cells": 8 }
/// }"#).unwrap();
/// let spec = campaign.level(3)?;
/// assert_eq!((spec.set["rooms"], spec.set["bosses"], spec.set["cells"]), (50, 1, 8));
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Campaign {
    /// The grammar of all levels. Default `carcere-exire`.
    pub grammar: String,
    /// The text of a custom grammar. Default none.
    #[serde(deserialize_with = "filled", skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The preset that all levels start from. Default none.
    #[serde(deserialize_with = "filled", skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The number of levels, from 1. Default 10.
    pub levels: u32,
    /// Parameters by level.
    pub set: BTreeMap<String, Progression>,
}

/// How a parameter changes from level to level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Progression {
    /// The same for all levels.
    Same(i64),
    /// One entry per level; the last one holds from there on.
    Table(Vec<i64>),
    /// A formula in `i`.
    Formula(String),
}

impl Default for Campaign {
    fn default() -> Self {
        let spec = LevelSpec::default();
        Campaign { grammar: spec.grammar, source: None, preset: None, levels: 10, set: BTreeMap::new() }
    }
}

impl Campaign {
    /// The spec of level `number`, counted from 1.
    pub fn level(&self, number: u32) -> Result<LevelSpec, Error> {
        if !(1..=self.levels).contains(&number) {
            return Err(Error::Campaign(format!(
                "there is no level {number}; write a number from 1 to {}",
                self.levels
            )));
        }
        let mut set = BTreeMap::new();
        for (name, progression) in &self.set {
            set.insert(name.clone(), progression.at(name, number)?);
        }
        let (grammar, source, preset) = (self.grammar.clone(), self.source.clone(), self.preset.clone());
        Ok(LevelSpec { grammar, source, preset, set, ..LevelSpec::default() })
    }
}

impl Progression {
    fn at(&self, name: &str, number: u32) -> Result<i64, Error> {
        match self {
            Progression::Same(value) => Ok(*value),
            Progression::Table(table) => {
                table.get(number as usize - 1).or(table.last()).copied().ok_or_else(|| {
                    Error::Campaign(format!("the table of {name} is empty; give one entry per level"))
                })
            }
            Progression::Formula(text) => {
                crate::compile::formula(text, i64::from(number)).map_err(|diagnostics| {
                    Error::Campaign(format!("the formula of {name} is wrong: {diagnostics}"))
                })
            }
        }
    }
}
