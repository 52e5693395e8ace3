//! Who and what is in a room, and its description.

use serde::{Deserialize, Serialize};

use super::{Ability, AbilityCheck, CreatureSize, CreatureType, Guard, Role};
use mapkiln_core::Point;

/// Who and what is in a room.
///
/// The classic maker sets only the two flags. Other makers fill the lists as well; then `enemies` is
/// true exactly if `monsters` is not empty, and likewise for treasure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contents {
    /// Are there enemies?
    pub enemies: bool,
    /// Is there treasure?
    pub treasure: bool,
    /// Which enemies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monsters: Vec<Monsters>,
    /// Which treasure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parcels: Vec<Parcel>,
    /// Traps in the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Trap>,
    /// Furniture and other things to look at, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub furniture: Vec<String>,
}

impl Contents {
    /// Is there neither enemy nor treasure?
    pub fn is_empty(&self) -> bool {
        !self.enemies && !self.treasure
    }
}

/// Some monsters of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Monsters {
    /// The name of their stat block.
    pub name: String,
    /// How many.
    pub count: u32,
    /// Challenge rating as it is printed: `1/4`, `2`; empty if the game has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub challenge: String,
    /// Experience points for one of them.
    #[serde(default)]
    pub xp: u32,
    /// The faction they belong to; empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub faction: String,
    /// Is this the master of the place?
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub boss: bool,
    /// Their part in the place, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// How large each is.
    #[serde(default, skip_serializing_if = "CreatureSize::is_medium")]
    pub size: CreatureSize,
    /// What kind of beings they are, if the game says.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub creature: Option<CreatureType>,
    /// The armour class of each, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<u32>,
    /// The hit points of each, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_points: Option<u32>,
    /// Where each stands: the north-west cell of its square. Empty if nobody decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Point>,
}

impl Monsters {
    /// Some monsters of one kind, with nothing known but their name and number.
    pub fn new(name: impl Into<String>, count: u32) -> Self {
        Monsters {
            name: name.into(),
            count,
            challenge: String::new(),
            xp: 0,
            faction: String::new(),
            boss: false,
            role: None,
            size: CreatureSize::default(),
            creature: None,
            armour: None,
            hit_points: None,
            at: Vec::new(),
        }
    }
}

/// One piece of treasure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parcel {
    /// What it is.
    pub name: String,
    /// Its worth in gold pieces.
    #[serde(default)]
    pub gold: u32,
    /// Rarity of a magic item; empty for anything else.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rarity: String,
    /// Is it hidden, so that one must search for it?
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub hidden: bool,
    /// What guards it; `None` if it lies open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
    /// To find it, or to open what it lies in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<AbilityCheck>,
    /// Its cell: that of the thing it lies in, on or under. `None` if somebody carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
}

/// A trap.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trap {
    /// What it is called.
    pub name: String,
    /// What triggers it.
    pub trigger: String,
    /// What it does.
    pub effect: String,
    /// The ability of the saving throw, if it allows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Ability>,
    /// Difficulty class of the saving throw, or else to notice the trap.
    pub dc: u32,
    /// Difficulty class to find it; 0 if unknown.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub find: u32,
    /// Difficulty class to disarm it; `None` if no check is needed once it is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disarm: Option<u32>,
    /// Damage dice, such as `2d6`; empty if it does none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub damage: String,
    /// Its cell, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
}

fn is_zero(dc: &u32) -> bool {
    *dc == 0
}

/// The description of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Description {
    /// What the characters notice, to read aloud; `**` marks words in bold.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub aloud: String,
    /// The facts behind each sentence of it, as in [`Entry::facts`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aloud_facts: Vec<String>,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub secret: String,
    /// The paragraphs of the room's key, in order; they say all that `secret` would.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
}

/// A paragraph of a key or of a front page: a bold lead word and what follows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The lead word, such as `Here` or the name of a thing.
    pub lead: String,
    /// What follows it; `**` marks words in bold, `*` in italics, as in Markdown.
    pub text: String,
    /// The facts behind it, by their stable names, such as `r4.thing.slab`; an empty name stands between
    /// those of two sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
}

impl Description {
    /// What only the game master knows, as plain text: `secret`, or else the paragraphs.
    pub fn secret_text(&self) -> String {
        if !self.secret.is_empty() {
            return self.secret.clone();
        }
        let plain = |text: &str| text.replace('*', "");
        let entry = |e: &Entry| {
            let (lead, text) = (plain(&e.lead), plain(&e.text));
            if lead.is_empty() { text } else { format!("{lead}: {text}") }
        };
        self.entries.iter().map(entry).collect::<Vec<_>>().join("\n")
    }

    /// What is read aloud, without marks.
    pub fn aloud_text(&self) -> String {
        self.aloud.replace("**", "")
    }

    /// Is there nothing to say?
    pub fn is_empty(&self) -> bool {
        self.aloud.is_empty() && self.secret.is_empty() && self.entries.is_empty()
    }
}
