//! What varies from map to map besides the seed.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most values of one field.
const MOST: u64 = 1_000_000;

/// Fields of the spec with their values, in the order in which they vary: the last one fastest.
///
/// Written as a table; a field's values are a list, or a range of whole numbers such as `"10..20"`,
/// half open. Stored as pairs, which keep their order in any format.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Vary(pub Vec<(String, Vec<Value>)>);

impl Vary {
    /// The number of combinations.
    pub fn combinations(&self) -> u64 {
        self.0.iter().fold(1, |n, (_, values)| n.saturating_mul(values.len() as u64))
    }

    /// The fields and values of a combination.
    pub fn combination(&self, number: u64) -> Vec<(&str, &Value)> {
        let mut rest = number;
        let mut chosen: Vec<(&str, &Value)> = Vec::with_capacity(self.0.len());
        for (name, values) in self.0.iter().rev() {
            let count = values.len() as u64;
            chosen.push((name, &values[(rest % count) as usize]));
            rest /= count;
        }
        chosen.reverse();
        chosen
    }
}

impl<'de> Deserialize<'de> for Vary {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        data.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Vary;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of fields, each with a list or a range such as \"10..20\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vary, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let values = values(&name, value).map_err(A::Error::custom)?;
            fields.push((name, values));
        }
        Ok(Vary(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vary, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = list.next_element::<(String, Value)>()? {
            let values = values(&name, value).map_err(A::Error::custom)?;
            fields.push((name, values));
        }
        Ok(Vary(fields))
    }
}

fn values(name: &str, value: Value) -> Result<Vec<Value>, String> {
    let values = match value {
        Value::Array(values) => values,
        Value::String(text) => {
            let (from, to) = range(&text).ok_or_else(|| {
                format!("`{name}` varies over {text:?}; write a list or a range such as \"10..20\"")
            })?;
            if to.abs_diff(from) > MOST {
                return Err(format!("`{name}` has more than {MOST} values"));
            }
            (from..to).map(Value::from).collect()
        }
        other => {
            return Err(format!("`{name}` varies over {other}; write a list or a range such as \"10..20\""));
        }
    };
    if values.is_empty() {
        return Err(format!("`{name}` has no values; write at least one, or leave it out"));
    }
    Ok(values)
}

/// `a..b` as two whole numbers.
pub(crate) fn range(text: &str) -> Option<(i64, i64)> {
    let (from, to) = text.split_once("..")?;
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}
