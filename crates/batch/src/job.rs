//! A job as people write it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::vary::range;
use crate::{Error, Vary};

/// Which maps to make, and what to keep of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchJob {
    /// The maker, such as `level`.
    pub maker: String,
    /// The seeds, half open, such as `0..1000000`; the seed of a map is the number as text.
    pub seeds: String,
    /// Maps per part; without it the driver chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u64>,
    /// What the column `map` holds. Default `zstd`.
    #[serde(default)]
    pub map: MapColumn,
    /// The metrics to keep. Default all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<String>>,
    /// The ending of a picture of each map, such as `png`. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<String>,
    /// The spec that all maps share.
    #[serde(default)]
    pub spec: Map<String, Value>,
    /// What varies, in this order; the seeds run within each combination.
    #[serde(default)]
    pub vary: Vary,
}

/// What the column `map` holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MapColumn {
    /// There is no such column.
    None,
    /// The document, as it is.
    Json,
    /// The document, in pages that Parquet compresses; readers see the text.
    #[default]
    Zstd,
}

impl BatchJob {
    /// Reads a job from TOML.
    pub fn from_toml(text: &str) -> Result<BatchJob, Error> {
        toml::from_str(text).map_err(|e| Error::BatchJob(e.to_string().trim_end().to_owned()))
    }

    /// Reads a job from JSON.
    pub fn from_json(text: &str) -> Result<BatchJob, Error> {
        serde_json::from_str(text).map_err(|e| Error::BatchJob(e.to_string()))
    }

    /// The first seed and how many there are.
    pub(crate) fn seed_range(&self) -> Result<(u64, u64), Error> {
        let unclear =
            || Error::BatchJob(format!("the seeds are {:?}; write a range such as \"0..1000\"", self.seeds));
        let (from, to) = range(&self.seeds).ok_or_else(unclear)?;
        let (from, to) =
            (u64::try_from(from).map_err(|_| unclear())?, u64::try_from(to).map_err(|_| unclear())?);
        if from >= to {
            return Err(Error::BatchJob(format!(
                "the seeds {:?} are none; the range is half open",
                self.seeds
            )));
        }
        Ok((from, to - from))
    }

    /// The spec of a combination, with the field `maker`.
    pub(crate) fn spec_of(&self, combination: u64) -> Value {
        let mut spec = self.spec.clone();
        for (name, value) in self.vary.combination(combination) {
            put(&mut spec, &place_of(&self.maker, name), value.clone());
        }
        spec.insert("maker".to_owned(), Value::from(self.maker.as_str()));
        Value::Object(spec)
    }
}

/// The path of a field. Names with dots are paths; a level's parameters need no path, as in
/// `--set rooms=20`.
fn place_of(maker: &str, name: &str) -> Vec<String> {
    const LEVEL: [&str; 6] = ["grammar", "source", "imports", "preset", "set", "engine"];
    let path: Vec<&str> = name.split('.').collect();
    let path = match (maker, path.as_slice()) {
        ("level", [one]) if !LEVEL.contains(one) => vec!["set", one],
        ("level-plan", [one]) if LEVEL.contains(one) => vec!["level", one],
        ("level-plan", [one]) if !["level", "layout"].contains(one) => vec!["level", "set", one],
        _ => path,
    };
    path.into_iter().map(str::to_owned).collect()
}

fn put(fields: &mut Map<String, Value>, path: &[String], value: Value) {
    let Some((name, deeper)) = path.split_first() else { return };
    if deeper.is_empty() {
        fields.insert(name.clone(), value);
        return;
    }
    let inner = fields.entry(name.clone()).or_insert_with(|| Value::Object(Map::new()));
    if !inner.is_object() {
        *inner = Value::Object(Map::new());
    }
    if let Some(inner) = inner.as_object_mut() {
        put(inner, deeper, value);
    }
}
