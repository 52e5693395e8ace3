//! Maps as versioned JSON documents.
//!
//! A document is an object: what it holds (`mapkiln`), its `version`, where it came from (`origin`)
//! and the `map` itself. A reader can tell what a file is from its head alone.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Seed;

/// A kind of map that can be stored as a document.
pub trait Document: Serialize + DeserializeOwned {
    /// The kind's name in the file, such as `plan`.
    const KIND: &'static str;
    /// Grows with each change that an older reader would misread.
    const VERSION: u32;

    /// What holds of every map of this kind and JSON alone cannot say; checked after reading.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A map with what makes it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored<T> {
    /// The spec and seed it was made from, where it was made and not drawn by hand.
    pub origin: Option<Origin>,
    /// The map.
    pub map: T,
}

/// Where a map came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// The maker, such as `dungeon`.
    pub maker: String,
    /// The seed, as text.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub seed: Seed,
    /// The maker's spec.
    pub spec: serde_json::Value,
}

/// Why a document could not be read.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// Not JSON, or not of the right shape.
    #[error("this is not a Mapkiln document: {0}")]
    Json(#[from] serde_json::Error),
    /// Another kind of map.
    #[error("this document holds a {found}, and a {wanted} was needed here")]
    Kind {
        /// What the file says it is.
        found: String,
        /// What the caller asked for.
        wanted: &'static str,
    },
    /// Written by a newer Mapkiln.
    #[error("this {kind} has version {found}, and this program reads up to {known}; use a newer Mapkiln")]
    Version {
        /// The kind of map.
        kind: &'static str,
        /// The file's version.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// Well-formed, but impossible.
    #[error("this {kind} contradicts itself: {reason}")]
    Broken {
        /// The kind of map.
        kind: &'static str,
        /// What is wrong, and where.
        reason: String,
    },
}

#[derive(Serialize)]
struct Writing<'a, T> {
    mapkiln: &'static str,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a Origin>,
    map: &'a T,
}

/// A document as it stands in a file: what the JSON Schemas describe.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Document"))]
struct Reading<T> {
    /// The kind of map in this document.
    #[cfg_attr(feature = "schema", allow(dead_code))]
    #[allow(dead_code)]
    mapkiln: String,
    /// The version of this kind's form.
    #[allow(dead_code)]
    version: u32,
    /// What makes the map again; missing where it was drawn by hand.
    #[serde(default)]
    origin: Option<Origin>,
    /// The map itself.
    map: T,
}

/// What a file says it is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Head {
    /// The kind of map, such as `plan`.
    pub mapkiln: String,
    /// The version of its form.
    pub version: u32,
}

/// Reads only what a document says it is.
pub fn head(json: &str) -> Result<Head, DocumentError> {
    Ok(serde_json::from_str(json)?)
}

/// The document as one line of JSON, without a line end.
pub fn to_json<T: Document>(map: &T, origin: Option<&Origin>) -> String {
    let document = Writing { mapkiln: T::KIND, version: T::VERSION, origin, map };
    serde_json::to_string(&document).expect("maps have text keys and no failing parts")
}

/// Reads a document of a known kind and checks it.
pub fn from_json<T: Document>(json: &str) -> Result<Stored<T>, DocumentError> {
    let head = head(json)?;
    if head.mapkiln != T::KIND {
        return Err(DocumentError::Kind { found: head.mapkiln, wanted: T::KIND });
    }
    if head.version > T::VERSION {
        return Err(DocumentError::Version { kind: T::KIND, found: head.version, known: T::VERSION });
    }
    let reading: Reading<T> = serde_json::from_str(json)?;
    reading.map.check().map_err(|reason| DocumentError::Broken { kind: T::KIND, reason })?;
    Ok(Stored { origin: reading.origin, map: reading.map })
}

/// The JSON Schema of a kind of document.
#[cfg(feature = "schema")]
pub fn schema<T: Document + schemars::JsonSchema>() -> schemars::Schema {
    let mut schema = schemars::schema_for!(Reading<T>);
    schema.insert("title".to_owned(), format!("Mapkiln {}", T::KIND).into());
    let kind = serde_json::json!({ "const": T::KIND, "description": "The kind of map in this document." });
    let version = serde_json::json!({
        "type": "integer", "minimum": 1, "maximum": T::VERSION,
        "description": "The version of this kind's form."
    });
    if let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) {
        properties.insert("mapkiln".to_owned(), kind);
        properties.insert("version".to_owned(), version);
    }
    schema
}
