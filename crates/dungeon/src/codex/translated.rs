//! Words in every language that dungeons speak.

use mapkiln_maps::Language;
use serde::{Deserialize, Serialize};

/// The same words in each language; in files a pair, English first.
///
/// ```
/// use mapkiln_dungeon::codex::Translated;
/// use mapkiln_maps::Language;
/// let words: Translated = serde_json::from_str(r#"["a well", "um poço"]"#).unwrap();
/// assert_eq!(words.get(Language::Portuguese), "um poço");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[String; 2]", into = "[String; 2]")]
pub struct Translated {
    /// In English.
    pub english: String,
    /// In Brazilian Portuguese.
    pub portuguese: String,
}

impl Translated {
    /// The same words in every language.
    pub fn same(words: &str) -> Self {
        Translated { english: words.to_owned(), portuguese: words.to_owned() }
    }

    /// The words in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Portuguese => &self.portuguese,
        }
    }
}

impl From<[String; 2]> for Translated {
    fn from([english, portuguese]: [String; 2]) -> Self {
        Translated { english, portuguese }
    }
}

impl From<Translated> for [String; 2] {
    fn from(words: Translated) -> Self {
        [words.english, words.portuguese]
    }
}
