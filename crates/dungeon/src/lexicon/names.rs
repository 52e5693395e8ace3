//! Portuguese names of monsters and magic items: by hand where it matters, by rule elsewhere.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::noun::{Form, Gender, Noun};
use super::portuguese::{adjective, pluralised_name};
use crate::codex::{Codex, Edition};

/// A Portuguese name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    /// Singular and plural; the same for names that are always plural.
    pub(crate) forms: [String; 2],
    pub(crate) gender: Gender,
    /// The feminine, where a person can be either.
    pub(crate) feminine: Option<String>,
    pub(crate) always_plural: bool,
}

#[derive(Deserialize)]
struct File {
    rules: Vec<[String; 2]>,
    words: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
}

fn file() -> &'static File {
    static FILE: OnceLock<File> = OnceLock::new();
    FILE.get_or_init(|| data!("names.pt-BR"))
}

/// The Portuguese name of an English one, if we have it.
pub(crate) fn portuguese(english: &str) -> Option<Name> {
    if let Some(written) = file().names.get(english) {
        return Some(read(written));
    }
    file().rules.iter().find_map(|[pattern, made]| by_rule(english, pattern, made))
}

/// Reads `noun gender; plural / feminine`.
fn read(written: &str) -> Name {
    let (written, feminine) = match written.split_once(" / ") {
        Some((rest, feminine)) => (rest, Some(feminine.trim().to_owned())),
        None => (written, None),
    };
    let (first, plural) = match written.split_once(';') {
        Some((first, plural)) => (first.trim(), Some(plural.trim())),
        None => (written.trim(), None),
    };
    let (noun, gender) = first.rsplit_once(' ').unwrap_or((first, "m"));
    let always_plural = plural == Some("+");
    let plural = match plural {
        Some("+") => noun.to_owned(),
        Some(plural) => plural.to_owned(),
        None => pluralised_name(noun),
    };
    let feminine = if gender == "mf" { feminine.or(Some(noun.to_owned())) } else { feminine };
    Name { forms: [noun.to_owned(), plural], gender: super::gender(gender), feminine, always_plural }
}

fn by_rule(english: &str, pattern: &str, made: &str) -> Option<Name> {
    let (before, after) = pattern.split_once('*')?;
    let part = english.strip_prefix(before)?.strip_suffix(after)?;
    let (body, own_gender) = match made.rsplit_once(' ') {
        Some((body, g @ ("m" | "f"))) => (body, Some(super::gender(g))),
        _ => (made, None),
    };
    if let Some(gender) = own_gender {
        let word = file().words.get(part).cloned().or_else(|| Some(portuguese(part)?.forms[0].clone()))?;
        let noun = body.replace('*', &word);
        // The head takes the plural; colours and ages that follow it agree.
        return Some(Name {
            forms: [noun.clone(), pluralised_name(&noun)],
            gender,
            feminine: None,
            always_plural: false,
        });
    }
    let inner = portuguese(part)?;
    let forms = [false, true].map(|plural| {
        let words = body.split(' ').map(|word| match (word, word.strip_prefix('~')) {
            ("*", _) => inner.forms[usize::from(plural)].clone(),
            (_, Some(word)) => adjective(word, inner.gender, plural),
            ("gigante", _) if plural => "gigantes".to_owned(),
            ("cruel", _) if plural => "cruéis".to_owned(),
            (word, _) => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    Some(Name { forms, gender: inner.gender, feminine: None, always_plural: inner.always_plural })
}

/// The English name of a monster of the codex that goes by this name in either language.
pub(crate) fn english_monster(name: &str) -> &str {
    static BACK: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    let back = BACK.get_or_init(|| {
        let all = [Edition::Y2014, Edition::Y2024].map(|e| &Codex::srd(e).monsters);
        let both = all.into_iter().flatten().filter_map(|m| {
            let name = portuguese(&m.name)?;
            let feminine = name.feminine.clone().unwrap_or_else(|| name.forms[0].clone());
            Some([(name.forms[0].clone(), m.name.clone()), (feminine, m.name.clone())])
        });
        both.flatten().collect()
    });
    back.get(name).map_or(name, String::as_str)
}

/// The noun of a stat block, as game masters read it. Names of custom rows without a translation stay
/// as they are, in italics.
pub(crate) fn monster_noun(name: &str, gender: Option<Gender>) -> Noun {
    let english = english_monster(name);
    let plural = english_plural(english);
    let noun = Noun::count([english, &plural], [english, &plural], Gender::Masculine);
    match portuguese(english) {
        Some(found) => {
            let mut forms = found.forms.clone();
            let mut own = found.gender;
            if let (Some(Gender::Feminine), Some(feminine)) = (gender, &found.feminine) {
                forms = [feminine.clone(), pluralised_name(feminine)];
                own = Gender::Feminine;
            }
            Noun { portuguese: forms, gender: own, ..noun }
        }
        None => Noun { portuguese: [format!("*{english}*"), format!("*{plural}*")], ..noun },
    }
}

/// The noun of a magic item.
pub(crate) fn item_noun(name: &str) -> Noun {
    let plain = name.replace(" (+", " +").replace("+1)", "+1").replace("+2)", "+2").replace("+3)", "+3");
    let always = [
        " Boots",
        "Boots",
        "Bracers",
        "Gauntlets",
        "Gloves",
        "Goggles",
        "Eyes",
        "Slippers",
        "Pipes",
        "Wings",
        "Horseshoes",
        "Bands",
        "Shackles",
        "Pigments",
    ]
    .iter()
    .any(|w| plain.split(' ').any(|p| p == w.trim()));
    let mass = ["Dust", "Oil", "Ammunition", "Armor", "Glue", "Solvent", "Ointment", "Plate", "Mail"]
        .iter()
        .any(|w| plain.split(' ').next() == Some(w) || plain.ends_with(&format!(" {w}")));
    let form = if always {
        Form::Plural
    } else if mass {
        Form::Mass
    } else {
        Form::Count
    };
    let mut noun = Noun::count([&plain; 2], [&plain; 2], Gender::Masculine);
    noun.form[0] = form;
    if let Some(found) = portuguese(name) {
        noun.form[1] = if found.always_plural { Form::Plural } else { Form::Count };
        noun.portuguese = found.forms;
        noun.gender = found.gender;
    }
    noun
}

/// The noun of a magic item by its Portuguese name.
pub(crate) fn item_by_portuguese(name: &str) -> Option<Noun> {
    static BACK: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    let back = BACK.get_or_init(|| {
        let all = [Edition::Y2014, Edition::Y2024].map(|e| &Codex::srd(e).items);
        let both = all
            .into_iter()
            .flatten()
            .filter_map(|i| Some((portuguese(&i.name)?.forms[0].clone(), i.name.clone())));
        both.collect()
    });
    back.get(name).map(|english| item_noun(english))
}

/// The plural of an English name: the head before `of`.
pub(crate) fn english_plural(name: &str) -> String {
    if let Some((head, rest)) = name.split_once(" of ") {
        return format!("{} of {rest}", english_plural(head));
    }
    let same = [
        "Spawn", "folk", "Erinyes", "Deer", "Elk", "Drow", "Merrow", "Sahuagin", "Infantry", "Azer",
        "Duergar",
    ];
    if same.iter().any(|s| name.ends_with(s)) {
        return name.to_owned();
    }
    let swap = |ending: &str, new: &str| name.strip_suffix(ending).map(|stem| format!("{stem}{new}"));
    let irregular = [
        ("Wolf", "Wolves"),
        ("wolf", "wolves"),
        ("Fungus", "Fungi"),
        ("Octopus", "Octopuses"),
        ("man", "men"),
        ("ay", "ays"),
        ("ey", "eys"),
        ("y", "ies"),
        ("s", "ses"),
        ("x", "xes"),
        ("sh", "shes"),
        ("ch", "ches"),
        ("z", "zes"),
    ];
    if name == "Lich" {
        return "Liches".to_owned();
    }
    irregular.iter().find_map(|(old, new)| swap(old, new)).unwrap_or_else(|| format!("{name}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_name_has_a_portuguese_one() {
        let mut missing = Vec::new();
        for edition in [Edition::Y2014, Edition::Y2024] {
            let codex = Codex::srd(edition);
            let names = codex.monsters.iter().map(|m| &m.name).chain(codex.items.iter().map(|i| &i.name));
            missing.extend(names.filter(|n| portuguese(n).is_none()).cloned());
        }
        assert!(missing.is_empty(), "{} untranslated: {missing:?}", missing.len());
    }

    #[test]
    fn names_follow_their_rules() {
        let both = |name: &str| portuguese(name).unwrap().forms.join(", ");
        assert_eq!(both("Giant Rat"), "rato gigante, ratos gigantes");
        assert_eq!(both("Swarm of Rats"), "enxame de ratos, enxames de ratos");
        assert_eq!(both("Adult Blue Dragon"), "dragão azul adulto, dragões azuis adultos");
        assert_eq!(both("Longsword (+1)"), "espada longa +1, espadas longas +1");
        assert_eq!(both("Animated Armor"), "armadura animada, armaduras animadas");
        assert_eq!(both("Stone Golem"), "golem de pedra, golens de pedra");
        assert_eq!(both("Ghoul"), "carniçal, carniçais");
        assert_eq!(both("Mastiff"), "mastim, mastins");
        assert_eq!(both("Wraith"), "aparição, aparições");
        assert_eq!(english_monster("rato gigante"), "Giant Rat");
        assert_eq!(english_plural("Swarm of Rats"), "Swarms of Rats");
        assert_eq!(english_plural("Mummy"), "Mummies");
        assert_eq!(english_plural("Dire Wolf"), "Dire Wolves");
    }

    #[test]
    fn no_two_monsters_share_a_portuguese_name() {
        let mut seen = BTreeMap::new();
        for monster in &Codex::srd(Edition::Y2024).monsters {
            let name = portuguese(&monster.name).unwrap().forms[0].clone();
            if let Some(other) = seen.insert(name.clone(), &monster.name) {
                panic!("{other} and {} are both {name}", monster.name);
            }
        }
    }
}
