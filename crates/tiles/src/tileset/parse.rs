//! Reading and writing tile sets as TOML, and colours as `#rrggbb`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::TileSet;
use crate::Error;

/// The longest text of a tile set.
const MAX_TEXT: usize = 16 << 20;

impl TileSet {
    /// Reads and checks a tile set in Mapkiln's TOML.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_TEXT {
            return Err(Error::Read {
                what: "the tile set",
                reason: format!("it is longer than {MAX_TEXT} bytes"),
            });
        }
        let set: TileSet = toml::from_str(text)
            .map_err(|e| Error::Read { what: "the tile set", reason: e.to_string().trim_end().to_owned() })?;
        set.check()?;
        Ok(set)
    }

    /// The tile set as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a tile set has text keys and no failing parts")
    }
}

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        let byte = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
        Some(Color([byte(0)?, byte(2)?, byte(4)?]))
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Color([r, g, b]) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Color::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!("the colour `{text}` must be written as #rrggbb"))
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Color {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
    }
}
