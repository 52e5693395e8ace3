//! Reading and writing tile sets as TOML.

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
