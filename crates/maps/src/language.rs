//! The languages of maps.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The language of all words of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    Portuguese,
}

impl Language {
    /// Its index in pairs of words: English first.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Is it English, the default in documents?
    pub(crate) fn is_english(&self) -> bool {
        *self == Language::English
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "en" => Ok(Language::English),
            "pt-BR" | "pt-br" | "pt_BR" | "pt" => Ok(Language::Portuguese),
            _ => Err(format!("{text:?} is no language we speak: write en or pt-BR")),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["en", "pt-BR"][self.index()])
    }
}
