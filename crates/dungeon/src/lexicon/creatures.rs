//! How creatures look to those who do not know their names, and what they are able to do.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::names::{english_monster, monster_noun};
use super::noun::Noun;
use super::{Gender, gender, rows};
use crate::codex::Codex;
use mapkiln_maps::plan::Monsters;

/// What sort of mind and body a creature has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Folk,
    Sly,
    Brute,
    Fiend,
    /// Undead and others with a mind and a grudge.
    Lord,
    /// Undead without a mind.
    Dead,
    Hungry,
    Spirit,
    Beast,
    Vermin,
    Ooze,
    Construct,
    Elemental,
    Plant,
    Dragon,
}

impl Sort {
    pub(crate) fn read(word: &str) -> Option<Sort> {
        use Sort::*;
        let all = [
            ("folk", Folk),
            ("sly", Sly),
            ("brute", Brute),
            ("fiend", Fiend),
            ("lord", Lord),
            ("dead", Dead),
            ("hungry", Hungry),
            ("spirit", Spirit),
            ("beast", Beast),
            ("vermin", Vermin),
            ("ooze", Ooze),
            ("construct", Construct),
            ("elemental", Elemental),
            ("plant", Plant),
            ("dragon", Dragon),
        ];
        all.into_iter().find(|(name, _)| *name == word).map(|(_, sort)| sort)
    }

    /// Can one talk with it?
    pub(crate) fn talks(self) -> bool {
        use Sort::*;
        matches!(self, Folk | Sly | Brute | Fiend | Lord | Dragon)
    }

    /// Does it open doors, and own things?
    pub(crate) fn has_hands(self) -> bool {
        use Sort::*;
        matches!(self, Folk | Sly | Brute | Fiend | Lord)
    }

    /// Does it make a noise that carries?
    pub(crate) fn is_heard(self) -> bool {
        use Sort::*;
        !matches!(self, Ooze | Spirit | Plant)
    }
}

struct Looks {
    sort: Sort,
    nouns: Vec<Noun>,
}

fn all() -> &'static BTreeMap<String, Looks> {
    static ALL: OnceLock<BTreeMap<String, Looks>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for row in rows(include_str!("../../data/creatures.txt")) {
            let [names, sort, english, portuguese] = row[..] else { continue };
            let Some(sort) = Sort::read(sort) else { continue };
            for name in names.split(',').map(str::trim) {
                all.insert(name.to_owned(), Looks { sort, nouns: looks(english, portuguese) });
            }
        }
        all
    })
}

fn looks(english: &str, portuguese: &str) -> Vec<Noun> {
    let parts = |text: &'_ str| -> Vec<Vec<String>> {
        text.split(" / ").map(|look| look.split(" ; ").map(|w| w.trim().to_owned()).collect()).collect()
    };
    let both = parts(english).into_iter().zip(parts(portuguese));
    both.filter_map(|(en, pt)| match (&en[..], &pt[..]) {
        ([one, many], [um, muitos, letter]) => Some(Noun::count([one, many], [um, muitos], gender(letter))),
        _ => None,
    })
    .collect()
}

/// What sort of creature a stat block is.
pub(crate) fn sort_of(monsters: &Monsters, codex: &Codex) -> Sort {
    use mapkiln_maps::plan::CreatureType as T;
    let name = english_monster(&monsters.name);
    if let Some(looks) = all().get(name) {
        return looks.sort;
    }
    let kind = codex.monsters.iter().find(|m| m.name == name).map(|m| m.kind.as_str());
    match (kind, monsters.creature) {
        (Some("humanoid" | "fey"), _) | (None, Some(T::Humanoid | T::Fey)) => Sort::Folk,
        (Some("giant"), _) | (None, Some(T::Giant)) => Sort::Brute,
        (Some("fiend"), _) | (None, Some(T::Fiend)) => Sort::Fiend,
        (Some("undead"), _) | (None, Some(T::Undead)) => Sort::Dead,
        (Some("ooze"), _) | (None, Some(T::Ooze)) => Sort::Ooze,
        (Some("construct"), _) | (None, Some(T::Construct)) => Sort::Construct,
        (Some("elemental"), _) | (None, Some(T::Elemental)) => Sort::Elemental,
        (Some("plant"), _) | (None, Some(T::Plant)) => Sort::Plant,
        (Some("dragon"), _) | (None, Some(T::Dragon)) => Sort::Dragon,
        (Some("celestial"), _) | (None, Some(T::Celestial)) => Sort::Lord,
        _ => Sort::Beast,
    }
}

/// The gender of a creature that is only ever one of them, such as a hag.
pub(crate) fn gender_of(name: &str) -> Option<Gender> {
    let name = english_monster(name);
    const WOMEN: [&str; 10] = [
        "Hag",
        "Succubus",
        "Medusa",
        "Lamia",
        "Harpy",
        "Erinyes",
        "Marilith",
        "Dryad",
        "Drider",
        "Gynosphinx",
    ];
    const MEN: [&str; 4] = ["Incubus", "Androsphinx", "Satyr", "Azer"];
    let is = |list: &[&str]| name.split(' ').any(|word| list.contains(&word));
    match () {
        () if is(&WOMEN) => Some(Gender::Feminine),
        () if is(&MEN) => Some(Gender::Masculine),
        () => None,
    }
}

/// How a man or a woman of this kind looks; by its own name if all looks are of the other.
pub(crate) fn look_of_gender(name: &str, choice: usize, gender: Gender) -> Noun {
    const MAN: [&str; 6] = ["man", "swordsman", "courtier", "dwarf", "bearded", "flame-bearded"];
    const WOMAN: [&str; 2] = ["woman", "crone"];
    let others: &[&str] = if gender == Gender::Feminine { &MAN } else { &WOMAN };
    let of_other =
        |n: &Noun| n.english[0].split([' ', ',']).any(|word| others.contains(&word)) || n.gender != gender;
    let looks = all().get(english_monster(name)).map_or(&[][..], |l| &l.nouns[..]);
    let fit: Vec<&Noun> = looks.iter().filter(|n| !of_other(n)).collect();
    match fit[..] {
        [] => own_name(name, Some(gender)),
        _ => fit[choice % fit.len()].clone(),
    }
}

fn own_name(name: &str, gender: Option<Gender>) -> Noun {
    let noun = monster_noun(name, gender);
    let lower = |forms: [String; 2]| forms.map(|f| f.to_lowercase());
    Noun { english: lower(noun.english), ..noun }
}

/// How a creature looks; which of several ways is chosen by a number.
pub(crate) fn look_of(name: &str, choice: usize) -> Noun {
    let english = english_monster(name);
    match all().get(english).map(|l| &l.nouns[..]) {
        Some(nouns) if !nouns.is_empty() => nouns[choice % nouns.len()].clone(),
        _ => own_name(name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::Edition;

    #[test]
    fn every_row_names_a_monster_and_a_look_in_both_languages() {
        let names: Vec<&str> = [Edition::Y2014, Edition::Y2024]
            .iter()
            .flat_map(|e| &Codex::srd(*e).monsters)
            .map(|m| m.name.as_str())
            .collect();
        for row in rows(include_str!("../../data/creatures.txt")) {
            assert_eq!(row.len(), 4, "{row:?}");
            assert!(Sort::read(row[1]).is_some(), "{row:?}");
            assert!(row[0].split(',').any(|n| names.contains(&n.trim())), "{row:?}");
            assert_eq!(row[2].split(" / ").count(), row[3].split(" / ").count(), "{row:?}");
            assert!(row[2] == "=" || looks(row[2], row[3]).len() == row[2].split(" / ").count(), "{row:?}");
        }
    }
}
