//! Who is met where, by name and role.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mapkiln_maps::plan::CreatureType;
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::{Codex, Monster, Tier, Translated};

/// The cast of a theme.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cast {
    /// The theme.
    pub(crate) theme: String,
    /// What its holders are called.
    pub(crate) name: Translated,
    /// Who else may be there.
    pub(crate) rivals: Vec<Rival>,
    /// By tier of play.
    tiers: [CastTier; 4],
}

/// The other faction of a place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rival {
    /// The theme whose cast it takes its minions and elite from.
    pub(crate) theme: String,
    /// What they are called.
    pub(crate) name: Translated,
}

/// The cast of a theme at one tier of play, by name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CastTier {
    pub(crate) minions: Vec<String>,
    pub(crate) elite: Vec<String>,
    pub(crate) beasts: Vec<String>,
    pub(crate) leaders: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    cast: Vec<Cast>,
    old: BTreeMap<String, String>,
}

fn file() -> &'static File {
    static FILE: OnceLock<File> = OnceLock::new();
    FILE.get_or_init(|| data!("casts"))
}

impl Cast {
    /// The cast of a theme.
    pub(crate) fn of(theme: &str) -> Option<&'static Cast> {
        file().cast.iter().find(|c| c.theme == theme)
    }

    /// The cast at a tier of play.
    pub(crate) fn tier(&self, tier: Tier) -> &CastTier {
        &self.tiers[tier.index()]
    }
}

impl Codex {
    /// The stat block of a name of SRD 5.2.1, or what took its place before.
    pub(crate) fn stat_block(&self, name: &str) -> Option<&Monster> {
        let find = |name: &str| self.monsters.iter().find(|m| m.name == name);
        find(name).or_else(|| find(file().old.get(name)?))
    }
}

impl Monster {
    /// Its type, if the word is one of the rules.
    pub(crate) fn creature_type(&self) -> Option<CreatureType> {
        CreatureType::deserialize(StrDeserializer::<ValueError>::new(&self.kind)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::{Edition, Theme};

    #[test]
    fn every_name_has_a_stat_block_in_both_editions() {
        for theme in Theme::all() {
            let cast = Cast::of(&theme.id).expect("a cast for every theme");
            assert!(cast.rivals.iter().all(|r| Cast::of(&r.theme).is_some()));
            for edition in [Edition::Y2014, Edition::Y2024] {
                let codex = Codex::srd(edition);
                for tier in &cast.tiers {
                    for name in
                        tier.minions.iter().chain(&tier.elite).chain(&tier.beasts).chain(&tier.leaders)
                    {
                        let found = codex.stat_block(name);
                        assert!(found.is_some_and(|m| m.xp > 0 && m.creature_type().is_some()), "{name}");
                    }
                }
            }
        }
    }
}
