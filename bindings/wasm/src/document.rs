//! The document of the Studio: what makes a map, without the map.

use mapkiln_edit::Edit;
use mapkiln_maps::AnyMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Failure;

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
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.edits.len() > MOST_EDITS {
            let count = self.edits.len();
            return Err(Failure::wish(format!("this map has {count} changes; {MOST_EDITS} is the most")));
        }
        Ok(())
    }

    /// The edits as text.
    #[cfg(feature = "everything")]
    pub(crate) fn edits_key(&self) -> String {
        serde_json::to_string(&self.edits).unwrap_or_default()
    }

    /// What the map without edits follows from, as text.
    pub(crate) fn base_key(&self) -> String {
        let map = self.map.as_ref().map_or("", |m| m.get());
        format!("{}\u{0}{}\u{0}{map}", self.spec, self.seed)
    }
}

/// The spec of one maker, from its fields with or without `maker`. The text is read, not the value:
/// one reader of every type is enough in a module that is downloaded.
pub(crate) fn read_spec<T: DeserializeOwned>(spec: &Value) -> Result<T, Failure> {
    let mut fields = spec.clone();
    if let Some(object) = fields.as_object_mut() {
        object.remove("maker");
    }
    serde_json::from_str(&fields.to_string()).map_err(|problem| {
        // The text is our own: where in it means nothing to anybody.
        let text = problem.to_string();
        Failure::wish(text.split(" at line ").next().unwrap_or_default())
    })
}

/// Reads a map from elsewhere.
#[cfg(feature = "everything")]
pub(crate) fn read_map(text: &str) -> Result<AnyMap, Failure> {
    Ok(AnyMap::from_json(text).map_err(|e| Failure::wish(e.to_string()))?.map)
}

/// The reader of maps is in the other part of the module, with everything that reads files.
#[cfg(not(feature = "everything"))]
pub(crate) fn read_map(_: &str) -> Result<AnyMap, Failure> {
    Err(Failure::wish("this part of Mapkiln reads no maps"))
}

/// A map as a document.
#[cfg(feature = "everything")]
pub(crate) fn write_map(map: &AnyMap) -> String {
    map.to_json(None)
}

/// A plan as a document; this part of the module makes nothing else.
#[cfg(not(feature = "everything"))]
pub(crate) fn write_map(map: &AnyMap) -> String {
    match map {
        AnyMap::Plan(plan) => mapkiln_maps::document::to_json(plan, None),
        _ => "null".to_owned(),
    }
}
