//! The names of a plan: its title, its keys, and names that follow its language.

use mapkiln_core::Seed;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Monsters, Plan};

use crate::codex::{Codex, Theme};
use crate::lexicon::names::{english_monster, portuguese};
use crate::story::Story;

/// What the place is called.
pub(crate) fn title(theme: &Theme, language: Language, seed: &Seed) -> String {
    let place = seed.stream("title", 0).pick(&theme.places).map_or("", |w| w.get(language));
    let epithet = &Story::builder(theme, seed).0[language.index()];
    match language {
        Language::English => format!("The {place} {epithet}"),
        Language::Portuguese => format!("{place} {epithet}"),
    }
}

/// Ten keys in English and Portuguese.
const KEYS: [[&str; 2]; 10] = [
    ["iron key", "chave de ferro"],
    ["brass key", "chave de latão"],
    ["bone key", "chave de osso"],
    ["silver key", "chave de prata"],
    ["copper key", "chave de cobre"],
    ["black key", "chave preta"],
    ["horn key", "chave de chifre"],
    ["twin-bitted key", "chave de dois dentes"],
    ["glass key", "chave de vidro"],
    ["wooden key", "chave de madeira"],
];

/// Names for keys, all different.
pub(crate) fn name_keys(plan: &mut Plan, language: Language, seed: &Seed) {
    let mut names = KEYS;
    seed.stream("keys", 0).shuffle(&mut names);
    for (i, key) in plan.keys.iter_mut().enumerate() {
        let name = names[i % names.len()][language.index()];
        let round = i / names.len();
        key.name = if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) };
    }
}

/// Gives monsters and magic items their names in a language.
pub(crate) fn translate_names(plan: &mut Plan, codex: &Codex, language: Language) {
    let rename = |monsters: &mut Monsters| {
        let english = english_monster(&monsters.name);
        let shown = match language {
            Language::English => Some(english.to_owned()),
            Language::Portuguese => portuguese(english).map(|n| n.forms[0].clone()),
        };
        if let Some(shown) = shown {
            monsters.name = shown;
        }
    };
    plan.wandering.iter_mut().for_each(rename);
    for room in plan.rooms_mut() {
        room.contents.monsters.iter_mut().for_each(rename);
        if language == Language::Portuguese {
            for parcel in room.contents.parcels.iter_mut().filter(|p| !p.rarity.is_empty()) {
                if let Some(name) =
                    codex.items.iter().find(|i| i.name == parcel.name).and_then(|i| portuguese(&i.name))
                {
                    parcel.name = name.forms[0].clone();
                }
            }
        }
    }
}
