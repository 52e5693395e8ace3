//! What there is to say of things.

use std::sync::OnceLock;

use mapkiln_maps::Language;
use mapkiln_maps::plan::ThingKind;
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::noun::{Form, Noun, Posture};
use super::{Both, gender, rows, variants};

/// One thing to say of a thing, in both languages.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its number among all lines of the file.
    pub(crate) number: usize,
    pub(crate) text: Both,
    /// Does it fit any number of things?
    pub(crate) any_number: bool,
    /// Is it said of one among several?
    pub(crate) of_many: bool,
}

/// Where something can be hidden in, under or behind a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hiding {
    In,
    Under,
    Behind,
    On,
}

impl Hiding {
    /// The phrase with slot `x`, English and Portuguese.
    pub(crate) fn phrase(self) -> [&'static str; 2] {
        match self {
            Hiding::In => ["in [the x]", "[no x]"],
            Hiding::Under => ["under [the x]", "sob [o x]"],
            Hiding::Behind => ["behind [the x]", "atrás [do x]"],
            Hiding::On => ["on [the x]", "sobre [o x]"],
        }
    }
}

/// A kind of thing in words.
#[derive(Clone, Debug)]
pub(crate) struct ThingWords {
    pub(crate) kind: ThingKind,
    pub(crate) noun: Noun,
    pub(crate) hiding: Option<Hiding>,
    /// The looks that are its own, before those that its material shares.
    pub(crate) own_looks: usize,
    /// The details that are its own, before those that its material shares.
    pub(crate) own_details: usize,
    /// What is seen at a glance: first its own, then what its material shares.
    pub(crate) details: Vec<Line>,
    pub(crate) looks: Vec<Line>,
    /// Adjectives for where it is only named, which its material shares.
    pub(crate) epithets: Vec<Line>,
}

/// What there is to say of a kind.
pub(crate) fn words_of(kind: ThingKind) -> Option<&'static ThingWords> {
    all().iter().find(|t| t.kind == kind)
}

/// The kind of a word in documents.
pub(crate) fn kind_of(word: &str) -> Option<ThingKind> {
    ThingKind::deserialize(StrDeserializer::<ValueError>::new(word)).ok()
}

fn all() -> &'static [ThingWords] {
    static ALL: OnceLock<Vec<ThingWords>> = OnceLock::new();
    ALL.get_or_init(|| read(include_str!("../../data/things.txt")))
}

fn line(number: usize, text: Both) -> Line {
    let [english, portuguese] = &text;
    let neutral =
        ["com ", "sem ", "sob ", "de ", "que ", "por ", "um deles", "uma delas", "[~x", "no ", "só com"];
    let alone = format!(" {english} ");
    let many = ![" its ", " it "].iter().any(|w| alone.contains(w))
        && neutral.iter().any(|start| portuguese.starts_with(start));
    let of_many = english.contains("one of them") || english.starts_with("one stove");
    Line { number, any_number: many || of_many, of_many, text }
}

/// What things of one material share.
#[derive(Default)]
struct Material<'t> {
    name: &'t str,
    details: Vec<Line>,
    looks: Vec<Line>,
    epithets: Vec<Line>,
}

fn read(text: &str) -> Vec<ThingWords> {
    let mut things: Vec<(ThingWords, String)> = Vec::new();
    let mut materials: Vec<Material> = Vec::new();
    for (number, row) in rows(text).enumerate() {
        let first = row[0];
        if let Some(material) = first.strip_prefix('@') {
            materials.push(Material { name: material, ..Material::default() });
        } else if let (Some((sort @ ("d" | "l" | "e"), english)), Some(portuguese)) =
            (first.split_once(' '), row.get(1))
        {
            let new = variants(english, portuguese).map(|text| line(number, text));
            let (details, looks, epithets) = match (materials.last_mut(), things.last_mut()) {
                (Some(m), _) => (&mut m.details, &mut m.looks, &mut m.epithets),
                (None, Some((t, _))) => (&mut t.details, &mut t.looks, &mut t.epithets),
                (None, None) => continue,
            };
            match sort {
                "d" => details.extend(new),
                "l" => looks.extend(new),
                _ => epithets.extend(new),
            }
        } else if let (Some(kind), [_, plural, portuguese, material, hiding]) = (kind_of(first), &row[..]) {
            things.push((thing(kind, plural, portuguese, hiding), (*material).to_owned()));
        }
    }
    let shared = |(mut thing, material): (ThingWords, String)| {
        thing.own_looks = thing.looks.len();
        thing.own_details = thing.details.len();
        if let Some(shared) = materials.iter().find(|m| m.name == material) {
            thing.details.extend(shared.details.iter().cloned());
            thing.looks.extend(shared.looks.iter().cloned());
            thing.epithets.extend(shared.epithets.iter().cloned());
        }
        thing
    };
    things.into_iter().map(shared).collect()
}

fn thing(kind: ThingKind, plural: &str, portuguese: &str, hiding: &str) -> ThingWords {
    let form = |word: &str| match word {
        "m" | "s" => Form::Mass,
        "p" => Form::Plural,
        _ => Form::Count,
    };
    let singular = kind.name(Language::English);
    let mut words: Vec<&str> = portuguese.split(' ').collect();
    let flag = words.pop_if(|w| matches!(*w, "p" | "s")).unwrap_or_default();
    let letter = words.pop().unwrap_or("m");
    let own = kind.name(Language::Portuguese);
    let english_form = form(plural);
    let portuguese_form = match (flag, english_form) {
        ("", Form::Mass) => Form::Mass,
        (flag, _) => form(flag),
    };
    let plural = if matches!(plural, "m" | "p") { singular } else { plural };
    let many = words.join(" ");
    let many = if portuguese_form == Form::Plural { own } else { &many };
    let noun = Noun {
        form: [english_form, portuguese_form],
        posture: posture(kind),
        ..Noun::count([singular, plural], [own, many], gender(letter))
    };
    let hiding = match hiding {
        "in" => Some(Hiding::In),
        "under" => Some(Hiding::Under),
        "behind" => Some(Hiding::Behind),
        "on" => Some(Hiding::On),
        _ => None,
    };
    ThingWords {
        kind,
        noun,
        hiding,
        own_looks: 0,
        own_details: 0,
        details: Vec::new(),
        looks: Vec::new(),
        epithets: Vec::new(),
    }
}

fn posture(kind: ThingKind) -> Posture {
    use ThingKind::*;
    match kind {
        Curtain | Tapestry | Banner | Chandelier | Hooks | Web | Manacles | LinenRail | KeyBoard
        | Hammock | Cocoon | Mirror | Paintings => Posture::Hang,
        Bones | Blood | Rug | Sacks | Straw | RubbleHeap | CoinHeap | Gems | Scrolls | Bedroll
        | StrawPallet | Skeleton | Midden | Tools | BrokenBeam | FallenPillar | Mud | Slime | Puddle
        | Ice | Eggs | Nest | Baskets | Jars | Bridge | Grate | Trapdoor | PressurePlate | Rune
        | MagicCircle => Posture::Lie,
        Torch | Sconce | Brazier | Candles | Candelabrum | Lamp | Lantern | Campfire | Hearth | Forge
        | Lava => Posture::Burn,
        Roots | Vines | Mushrooms | Tree | Weeds | Moss | GlowFungus | Crystals => Posture::Grow,
        Rails | OreVein => Posture::Run,
        DaylightShaft => Posture::Fall,
        BurialNiche => Posture::Open,
        _ => Posture::Stand,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Np, Slot, Voice};
    use super::*;

    #[test]
    fn every_kind_has_words_in_both_languages() {
        for &kind in ThingKind::ALL {
            let words = words_of(kind).unwrap_or_else(|| panic!("no words for {kind:?}"));
            assert!(words.details.len() >= 4 && words.looks.len() >= 2, "{kind:?}");
            assert!(words.epithets.len() >= 3, "{kind:?}");
            assert!(words.epithets.iter().all(|e| !e.text[1].contains(' ')), "{kind:?}");
            for line in words.details.iter().chain(&words.looks) {
                for language in [Language::English, Language::Portuguese] {
                    for count in [1, 2] {
                        let slots = [("x", Slot::from(Np::new(words.noun.clone(), count)))];
                        let said =
                            Voice::aloud(language).try_say(&line.text[language.index()], &slots).unwrap();
                        assert!(!said.is_empty());
                    }
                }
            }
        }
    }
}
