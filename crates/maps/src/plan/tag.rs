//! The part a room plays.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A word on a room that says what part it plays, for makers, games and pictures.
///
/// In documents a tag is its word. Words without a meaning here, such as those of a grammar, are
/// kept as they are.
///
/// ```
/// use mapkiln_maps::plan::RoomTag;
/// assert_eq!(RoomTag::from("boss"), RoomTag::Boss);
/// assert_eq!(RoomTag::from("pantry").as_str(), "pantry");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RoomTag {
    /// `entrance`: the way in from outside leads here.
    Entrance,
    /// `goal`: what the party is looking for is here.
    Goal,
    /// `boss`: the master of the place is here.
    Boss,
    /// `rest`: a safe place to rest.
    Rest,
    /// `start`: the hero of a level begins here.
    Start,
    /// `exit`: the level ends here.
    Exit,
    /// Any other word. Make it with `from`, which recognises the words above.
    Other(String),
}

impl RoomTag {
    /// The word in documents.
    pub fn as_str(&self) -> &str {
        match self {
            RoomTag::Entrance => "entrance",
            RoomTag::Goal => "goal",
            RoomTag::Boss => "boss",
            RoomTag::Rest => "rest",
            RoomTag::Start => "start",
            RoomTag::Exit => "exit",
            RoomTag::Other(word) => word,
        }
    }

    /// The tag of a word that has a meaning here.
    fn known(word: &str) -> Option<RoomTag> {
        use RoomTag::{Boss, Entrance, Exit, Goal, Rest, Start};
        [Entrance, Goal, Boss, Rest, Start, Exit].into_iter().find(|tag| tag.as_str() == word)
    }
}

impl From<&str> for RoomTag {
    fn from(word: &str) -> Self {
        RoomTag::known(word).unwrap_or_else(|| RoomTag::Other(word.to_owned()))
    }
}

impl From<String> for RoomTag {
    fn from(word: String) -> Self {
        RoomTag::known(&word).unwrap_or(RoomTag::Other(word))
    }
}

impl fmt::Display for RoomTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RoomTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(String::deserialize(deserializer)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_their_words_in_documents() {
        let json = r#"["entrance","goal","boss","rest","start","exit","pantry"]"#;
        let tags: Vec<RoomTag> = serde_json::from_str(json).unwrap();
        assert_eq!(tags[2], RoomTag::Boss);
        assert_eq!(tags.iter().filter(|t| matches!(t, RoomTag::Other(_))).count(), 1);
        assert_eq!(serde_json::to_string(&tags).unwrap(), json);
    }
}
