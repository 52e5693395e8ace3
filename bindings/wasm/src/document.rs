//! The document of the Studio: what makes a map, without the map.

use mapkiln_edit::Edit;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Problem;

/// The most edits of one document.
const MOST_EDITS: usize = 2_000;

/// What makes a map: a spec with its seed, or a map from elsewhere, and the edits to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Doc {
    /// The spec with its `maker`.
    pub(crate) spec: Value,
    /// The seed.
    #[serde(default)]
    pub(crate) seed: String,
    /// A map document from elsewhere; then the spec serves re-rolls only.
    #[serde(default)]
    pub(crate) map: Option<Box<RawValue>>,
    /// The edits, in order.
    #[serde(default)]
    pub(crate) edits: Vec<Edit>,
}

impl Doc {
    pub(crate) fn check(&self) -> Result<(), Problem> {
        if self.edits.len() > MOST_EDITS {
            let count = self.edits.len();
            return Err(Problem::wish(format!("this map has {count} changes; {MOST_EDITS} is the most")));
        }
        Ok(())
    }

    /// What the map without edits follows from, as text.
    pub(crate) fn base_key(&self) -> String {
        let map = self.map.as_ref().map_or("", |m| m.get());
        format!("{}\u{0}{}\u{0}{map}", self.spec, self.seed)
    }
}
