//! What rooms are for, as data: theme by theme, with the things that belong there.

use std::sync::OnceLock;

use mapkiln_maps::plan::{FeatureKind, Role, ThingKind};
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Deserializer};

use super::Translated;

/// A purpose of a room.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Purpose {
    /// Its name in plans and in the words, such as `washing_room`.
    pub(crate) key: String,
    /// Its name for people.
    pub(crate) name: Translated,
    /// Who is found there, if anybody.
    #[serde(rename = "use", deserialize_with = "user")]
    pub(crate) user: Option<Role>,
    /// Words that a layout puts on a room built for it.
    #[serde(default)]
    pub(crate) marks: Vec<String>,
    /// Conditions of place.
    #[serde(default)]
    pub(crate) place: Vec<Condition>,
    /// What gives it its name and is built into the floor: no plague pit without a pit.
    #[serde(default)]
    pub(crate) floor: Vec<FeatureKind>,
    /// Purposes that it wants next door.
    #[serde(default)]
    pub(crate) beside: Vec<String>,
    /// Purposes that may not be next door; `entrance` is any way in.
    #[serde(default)]
    pub(crate) apart: Vec<String>,
    /// May a place have several?
    #[serde(default)]
    pub(crate) more: bool,
    /// The most rooms that a layout's words make it, if there may be several.
    #[serde(default)]
    pub(crate) most: Option<usize>,
    /// What is fixed and stays.
    #[serde(default)]
    pub(crate) built: Vec<Stock>,
    /// What people use and carry away.
    #[serde(default)]
    pub(crate) loose: Vec<Stock>,
    /// Lights that need nobody.
    #[serde(default)]
    pub(crate) glow: Vec<Stock>,
    /// Lights that somebody keeps burning.
    #[serde(default)]
    pub(crate) lamps: Vec<Stock>,
}

impl Purpose {
    /// Is it for a room in this place?
    pub(crate) fn wants(&self, condition: Condition) -> bool {
        self.place.contains(&condition)
    }
}

/// Where a room must be for a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Condition {
    /// A way from outside leads into it.
    Entrance,
    /// It is the goal.
    Far,
    /// Its doors are locked.
    Locked,
    /// A secret door leads into it.
    Secret,
    /// It has a single way in.
    DeadEnd,
    /// Many ways meet in it.
    Axis,
    /// It is on the deepest level.
    Lowest,
    /// A layout built it for this and nothing else.
    Marked,
}

/// Some things of a kind, and how they stand. In files `2-4 barrel wall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stock {
    pub(crate) kind: ThingKind,
    /// As many as in a small room.
    pub(crate) low: u32,
    /// As many as in a large one.
    pub(crate) high: u32,
    pub(crate) rule: Rule,
}

/// How things stand in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rule {
    /// With the back to a wall.
    Wall,
    /// In a corner.
    Corner,
    /// In rows in the middle.
    Row,
    /// In the middle.
    Middle,
    /// At the wall across from the way in.
    End,
    /// Around the thing before, facing it.
    Around,
    /// Next to the thing before.
    Beside,
    /// On a wall.
    Hang,
    /// Anywhere.
    Free,
}

impl<'de> Deserialize<'de> for Stock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom(format!("{text:?} is not like `2-4 barrel wall`"));
        let words: Vec<&str> = text.split_whitespace().collect();
        let [count, kind, rule] = words[..] else { return Err(wrong()) };
        let (low, high) = count.split_once('-').unwrap_or((count, count));
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        Ok(Stock {
            kind: ThingKind::deserialize(StrDeserializer::<D::Error>::new(kind))?,
            low: number(low)?,
            high: number(high)?,
            rule: Rule::deserialize(StrDeserializer::<D::Error>::new(rule))?,
        })
    }
}

fn user<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Role>, D::Error> {
    let word = String::deserialize(deserializer)?;
    match word.as_str() {
        "nobody" => Ok(None),
        role => Role::deserialize(StrDeserializer::<D::Error>::new(role)).map(Some),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Programme {
    id: String,
    purposes: Vec<Purpose>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shared {
    purposes: Vec<Purpose>,
}

/// All purposes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Purposes {
    theme: Vec<Programme>,
    now: Shared,
    spare: Shared,
}

impl Purposes {
    fn get() -> &'static Purposes {
        static FILE: OnceLock<Purposes> = OnceLock::new();
        FILE.get_or_init(|| data!("purposes"))
    }

    /// What a theme's rooms were built for, in the order of a plan that has few rooms.
    pub(crate) fn of(theme: &str) -> &'static [Purpose] {
        Purposes::get().theme.iter().find(|t| t.id == theme).map_or(&[], |t| &t.purposes)
    }

    /// What people do in rooms that were built for something else.
    pub(crate) fn now() -> &'static [Purpose] {
        &Purposes::get().now.purposes
    }

    /// Rooms beyond a theme's programme.
    pub(crate) fn spare() -> &'static [Purpose] {
        &Purposes::get().spare.purposes
    }

    /// The purpose of a key: of the theme if it has one, else of anywhere.
    pub(crate) fn find(theme: &str, key: &str) -> Option<&'static Purpose> {
        let all = Purposes::get().theme.iter().flat_map(|t| &t.purposes);
        let mut list = Purposes::of(theme).iter().chain(Purposes::now()).chain(Purposes::spare()).chain(all);
        list.find(|p| p.key == key)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::codex::Theme;

    #[test]
    fn every_theme_has_a_programme() {
        let mut kinds = BTreeSet::new();
        for theme in Theme::all() {
            let list = Purposes::of(&theme.id);
            assert!(list.len() >= 12, "{}", theme.id);
            let keys: BTreeSet<&str> = list.iter().map(|p| p.key.as_str()).collect();
            assert_eq!(keys.len(), list.len(), "{}: a key twice", theme.id);
            assert_eq!(list.iter().filter(|p| p.user == Some(Role::Leader)).count(), 1, "{}", theme.id);
            assert!(list.iter().any(|p| p.wants(Condition::Entrance)), "{}", theme.id);
            for purpose in list {
                let known = |k: &String| keys.contains(k.as_str()) || k == "entrance";
                assert!(purpose.beside.iter().chain(&purpose.apart).all(known), "{}", purpose.key);
                assert!(!purpose.built.is_empty() || !purpose.loose.is_empty(), "{}", purpose.key);
                let lights = purpose.glow.iter().chain(&purpose.lamps);
                lights.clone().for_each(|s| assert!(s.kind.light().is_some(), "{:?}", s.kind));
                kinds.extend(purpose.built.iter().chain(&purpose.loose).chain(lights).map(|s| s.kind));
            }
        }
        assert!(kinds.len() >= 60, "only {} kinds of things", kinds.len());
        let roles = [Role::Minion, Role::Elite, Role::Beast, Role::Leader, Role::Captive];
        assert!(roles.iter().all(|r| Purposes::now().iter().any(|p| p.user == Some(*r))));
    }
}
