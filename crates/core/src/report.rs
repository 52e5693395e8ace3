//! The result of a maker: the map, its report and its origin.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Origin, Seed};

/// A map with its report and origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Made<T> {
    /// The map.
    pub map: T,
    /// How it was made.
    pub report: Report,
    /// What makes it again.
    pub origin: Origin,
}

impl<T> Made<T> {
    /// The same result with the map changed.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Made<U> {
        Made { map: change(self.map), report: self.report, origin: self.origin }
    }
}

/// What a person needs to trust or repeat a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The maker, such as `dungeon`.
    pub maker: String,
    /// The seed, as text.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub seed: Seed,
    /// Do the same spec and seed give the same map? Not if a clock ended the run.
    pub repeatable: bool,
    /// The stages of the work, in order.
    pub stages: Vec<Stage>,
    /// Figures of the map, by name.
    pub metrics: BTreeMap<String, f64>,
    /// Results beyond single figures, by name: a proof, scores against their targets.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<String, serde_json::Value>,
    /// What the user should know before trusting the map.
    pub warnings: Vec<String>,
}

impl Report {
    /// An empty, repeatable report.
    pub fn new(maker: &str, seed: &Seed) -> Self {
        Report {
            maker: maker.to_owned(),
            seed: seed.clone(),
            repeatable: true,
            stages: Vec::new(),
            metrics: BTreeMap::new(),
            findings: BTreeMap::new(),
            warnings: Vec::new(),
        }
    }

    /// Adds a figure of the map.
    pub fn metric(&mut self, name: &str, value: f64) {
        self.metrics.insert(name.to_owned(), value);
    }
}

/// A name in snake_case, for metrics: `count_room` for `count Room`.
///
/// ```
/// use mapkiln_core::snake_case;
/// assert_eq!(snake_case("score one-spade"), "score_one_spade");
/// assert_eq!(snake_case("count LockedDoor"), "count_locked_door");
/// assert_eq!(snake_case("R1"), "r1");
/// ```
pub fn snake_case(text: &str) -> String {
    let mut name = String::with_capacity(text.len() + 4);
    let mut before = '_';
    for letter in text.chars() {
        let word = letter.is_uppercase() && (before.is_lowercase() || before.is_numeric());
        if (word || !letter.is_alphanumeric()) && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if letter.is_alphanumeric() {
            name.extend(letter.to_lowercase());
        }
        before = letter;
    }
    name.truncate(name.trim_end_matches('_').len());
    name
}

/// One stage of the work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stage {
    /// Its name, such as `layout`.
    pub name: String,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// How the search went, generation by generation; empty if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TracePoint>,
}

/// One generation of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracePoint {
    /// Candidates evaluated so far.
    pub evaluations: u64,
    /// The cost of the candidate that the search would return at this point; lower is better.
    pub best: f64,
    /// The mean cost of this generation.
    pub mean: f64,
}
