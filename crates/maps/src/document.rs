//! Maps as versioned JSON documents.
//!
//! A document is an object: the kind of map (`mapkiln`), its `version`, where it came from (`origin`)
//! and the `map` itself. A reader can identify a file by its head alone.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use mapkiln_core::{Limit, Origin, OverLimit};
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

/// A kind of map that can be stored as a document.
pub trait Document: Serialize + DeserializeOwned {
    /// The kind's name in the file, such as `plan`.
    const KIND: &'static str;
    /// Increases with each change that an older reader would misread.
    const VERSION: u32;

    /// What work on this map costs: each amount is held against its limit after reading.
    fn amounts(&self) -> Vec<(Limit, u64)>;

    /// What must hold of every map of this kind and JSON alone cannot express; checked after reading.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Refuses a map that is over a limit.
pub fn check_limits(map: &impl Document) -> Result<(), OverLimit> {
    map.amounts().into_iter().try_for_each(|(limit, amount)| limit.check(amount))
}

/// A map with its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored<T> {
    /// The spec and seed it was made from; `None` if it was drawn by hand or is for players.
    pub origin: Option<Origin>,
    /// The map.
    pub map: T,
}

/// Why a document could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Not JSON, or not in the right form.
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
    /// More than a reader takes on.
    #[error("this {kind} is too large: {over}")]
    TooLarge {
        /// The kind of map.
        kind: &'static str,
        /// What there is too much of.
        over: OverLimit,
    },
    /// Well-formed, but inconsistent.
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

/// A document as written to a file, as the JSON Schemas describe it.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Document")]
#[allow(dead_code)] // its fields are read by the schema only
struct Described<T> {
    /// The kind of map in this document.
    mapkiln: String,
    /// The version of this kind's format.
    version: u32,
    /// What makes the map again; missing if it was drawn by hand or is for players.
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
    /// The version of its format.
    pub version: u32,
}

/// Reads only the head of a document.
pub fn head(json: &str) -> Result<Head, DocumentError> {
    Ok(serde_json::from_str(without_mark(json))?)
}

/// Text without the byte order mark that some editors begin with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The document as one line of JSON, without a line break at the end.
pub fn to_json<T: Document>(map: &T, origin: Option<&Origin>) -> String {
    let document = Writing { mapkiln: T::KIND, version: T::VERSION, origin, map };
    serde_json::to_string(&document).expect("maps have text keys and no failing parts")
}

/// Reads a document of a known kind and checks it.
pub fn from_json<T: Document>(json: &str) -> Result<Stored<T>, DocumentError> {
    read::<One<T>>(json).map(|stored| Stored { origin: stored.origin, map: stored.map.0 })
}

/// One map out of the kinds that a reader knows.
pub(crate) trait Kinds: Sized {
    /// What the reader asks for, in its error for other kinds.
    const WANTED: &'static str;

    /// A kind by its name in the file, with the newest version known; `None` for others.
    fn known(kind: &str) -> Option<(&'static str, u32)>;

    /// Reads the map of a known kind.
    fn read<'de, D: Deserializer<'de>>(kind: &str, map: D) -> Result<Self, D::Error>;

    /// Refuses what is over a limit.
    fn check_limits(&self) -> Result<(), OverLimit>;

    /// Checks what was read.
    fn check(&self) -> Result<(), String>;
}

/// A reader that knows one kind only.
struct One<T>(T);

impl<T: Document> Kinds for One<T> {
    const WANTED: &'static str = T::KIND;

    fn known(kind: &str) -> Option<(&'static str, u32)> {
        (kind == T::KIND).then_some((T::KIND, T::VERSION))
    }

    fn read<'de, D: Deserializer<'de>>(_: &str, map: D) -> Result<Self, D::Error> {
        T::deserialize(map).map(One)
    }

    fn check_limits(&self) -> Result<(), OverLimit> {
        check_limits(&self.0)
    }

    fn check(&self) -> Result<(), String> {
        self.0.check()
    }
}

/// Reads a document in one pass and checks its map.
pub(crate) fn read<K: Kinds>(json: &str) -> Result<Stored<K>, DocumentError> {
    let mut reader = serde_json::Deserializer::from_str(without_mark(json));
    let parts = reader.deserialize_map(PartsVisitor::<K>(PhantomData))?;
    reader.end()?;
    let (kind, _) = parts.head.known::<K>()?;
    let map = match parts.map {
        Some(map) => map,
        None => return Err(serde_json::Error::missing_field("map").into()),
    };
    map.check_limits().map_err(|over| DocumentError::TooLarge { kind, over })?;
    map.check().map_err(|reason| DocumentError::Broken { kind, reason })?;
    Ok(Stored { origin: parts.origin, map })
}

impl Head {
    /// The kind and its newest version, where the reader knows both.
    fn known<K: Kinds>(&self) -> Result<(&'static str, u32), DocumentError> {
        let (kind, known) = K::known(&self.mapkiln)
            .ok_or_else(|| DocumentError::Kind { found: self.mapkiln.clone(), wanted: K::WANTED })?;
        if self.version > known {
            return Err(DocumentError::Version { kind, found: self.version, known });
        }
        Ok((kind, known))
    }
}

struct Parts<K> {
    head: Head,
    origin: Option<Origin>,
    map: Option<K>,
}

/// Our own documents say what they are before their map, so that it is read straight into its
/// type; a map that comes first waits as text.
struct PartsVisitor<K>(PhantomData<K>);

impl<'de, K: Kinds> Visitor<'de> for PartsVisitor<K> {
    type Value = Parts<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `mapkiln`, `version` and `map`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Parts<K>, A::Error> {
        let (mut kind, mut version, mut origin) = (None::<String>, None::<u32>, None);
        let (mut map, mut waiting) = (None, None::<Box<RawValue>>);
        while let Some(key) = access.next_key::<Cow<'de, str>>()? {
            match (key.as_ref(), &kind, version) {
                ("mapkiln", ..) => kind = Some(access.next_value()?),
                ("version", ..) => version = Some(access.next_value()?),
                ("origin", ..) => origin = access.next_value()?,
                ("map", Some(kind), Some(version)) => {
                    let head = Head { mapkiln: kind.clone(), version };
                    if head.known::<K>().is_ok() {
                        map = Some(access.next_value_seed(MapSeed::<K>(kind, PhantomData))?);
                    } else {
                        access.next_value::<IgnoredAny>()?;
                    }
                }
                ("map", ..) => waiting = Some(access.next_value()?),
                _ => drop(access.next_value::<IgnoredAny>()?),
            }
        }
        let mapkiln = kind.ok_or_else(|| A::Error::missing_field("mapkiln"))?;
        let head = Head { mapkiln, version: version.ok_or_else(|| A::Error::missing_field("version"))? };
        if let Some(text) = waiting
            && head.known::<K>().is_ok()
        {
            let mut reader = serde_json::Deserializer::from_str(text.get());
            map = Some(K::read(&head.mapkiln, &mut reader).map_err(A::Error::custom)?);
        }
        Ok(Parts { head, origin, map })
    }
}

struct MapSeed<'k, K>(&'k str, PhantomData<K>);

impl<'de, K: Kinds> DeserializeSeed<'de> for MapSeed<'_, K> {
    type Value = K;

    fn deserialize<D: Deserializer<'de>>(self, map: D) -> Result<K, D::Error> {
        K::read(self.0, map)
    }
}

/// The JSON Schema of a kind of document.
#[cfg(feature = "schema")]
pub fn schema<T: Document + schemars::JsonSchema>() -> schemars::Schema {
    let mut schema = schemars::schema_for!(Described<T>);
    schema.insert("title".to_owned(), format!("Mapkiln {}", T::KIND).into());
    let kind = serde_json::json!({ "const": T::KIND, "description": "The kind of map in this document." });
    let version = serde_json::json!({
        "type": "integer", "minimum": 1, "maximum": T::VERSION,
        "description": "The version of this kind's format."
    });
    if let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) {
        properties.insert("mapkiln".to_owned(), kind);
        properties.insert("version".to_owned(), version);
    }
    schema
}
