//! The numbers behind encounters, treasure and traps.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::contents::Difficulty;

use super::{Challenge, Rarity, TrapSeverity};

/// The tables.
#[derive(Debug, Deserialize)]
pub(crate) struct Rules {
    xp_by_cr: BTreeMap<String, u32>,
    #[serde(rename = "srd52_xp_budget_per_character_low_moderate_high")]
    budget: BTreeMap<String, [u32; 3]>,
    #[serde(rename = "lgmrd_gold_parcels_4_per_level")]
    gold: BTreeMap<String, String>,
    #[serde(rename = "srd_trap_dc")]
    trap_dc: BTreeMap<String, [u32; 2]>,
    #[serde(rename = "srd_trap_damage_d10")]
    trap_damage: BTreeMap<String, [u32; 3]>,
    #[serde(rename = "srd52_magic_item_value_gp")]
    item_value: BTreeMap<String, u32>,
}

/// A tier of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tier(usize);

const TIERS: [&str; 4] = ["1-4", "5-10", "11-16", "17-20"];

impl Tier {
    pub(crate) fn of(level: u32) -> Self {
        Tier(match level {
            0..=4 => 0,
            5..=10 => 1,
            11..=16 => 2,
            _ => 3,
        })
    }

    /// All tiers, the lowest first.
    pub(crate) fn all() -> impl Iterator<Item = Tier> + Clone {
        (0..TIERS.len()).map(Tier)
    }

    /// From 0, for levels 1 to 4, to 3.
    pub(crate) fn index(self) -> usize {
        self.0
    }

    /// The rarities of magic items found at this tier, with weights.
    pub(crate) fn rarities(self) -> &'static [(Rarity, u64)] {
        use Rarity::{Common, Legendary, Rare, Uncommon, VeryRare};
        match self.0 {
            0 => &[(Common, 3), (Uncommon, 6), (Rare, 1)],
            1 => &[(Uncommon, 5), (Rare, 4)],
            2 => &[(Uncommon, 1), (Rare, 4), (VeryRare, 4)],
            _ => &[(Rare, 2), (VeryRare, 4), (Legendary, 3)],
        }
    }
}

impl Rules {
    pub(crate) fn get() -> &'static Rules {
        static RULES: OnceLock<Rules> = OnceLock::new();
        RULES.get_or_init(|| {
            serde_json::from_str(include_str!("../../data/encounter_and_treasure_math.json"))
                .expect("the embedded tables are well-formed: see the tests")
        })
    }

    /// Experience points for a challenge rating.
    pub(crate) fn xp(&self, challenge: Challenge) -> u32 {
        let key = match challenge.0 {
            1 => "0.125".to_owned(),
            2 => "0.25".to_owned(),
            4 => "0.5".to_owned(),
            n => (n / 8).to_string(),
        };
        self.xp_by_cr.get(&key).copied().unwrap_or(0)
    }

    /// The XP budget of one encounter per character of a level.
    pub(crate) fn budget(&self, level: u32, difficulty: Difficulty) -> u32 {
        self.budget.get(&level.to_string()).map_or(0, |row| row[difficulty as usize])
    }

    /// The dice of one of the four gold parcels of a level: count, sides, factor.
    pub(crate) fn gold(&self, tier: Tier) -> (u32, u32, u32) {
        let dice = &self.gold[TIERS[tier.0]];
        let (count, rest) = dice.split_once('d').unwrap_or(("0", "1"));
        let (sides, factor) = rest.split_once('x').unwrap_or((rest, "1"));
        let number = |text: &str| text.parse().unwrap_or(1);
        (number(count), number(sides), number(factor))
    }

    pub(crate) fn trap_dc(&self, severity: TrapSeverity) -> [u32; 2] {
        self.trap_dc[["setback", "dangerous", "deadly"][severity as usize]]
    }

    /// Ten-sided dice of damage.
    pub(crate) fn trap_damage(&self, tier: Tier, severity: TrapSeverity) -> u32 {
        self.trap_damage[TIERS[tier.0]][severity as usize]
    }

    /// What an item of a rarity is worth in gold.
    pub(crate) fn item_value(&self, rarity: Rarity) -> u32 {
        self.item_value.get(rarity.name()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_read() {
        let rules = Rules::get();
        assert_eq!(rules.budget(3, Difficulty::Moderate), 225);
        assert_eq!(rules.budget(20, Difficulty::High), 22_000);
        assert_eq!(rules.gold(Tier::of(7)), (3, 8, 100));
        assert_eq!(rules.trap_damage(Tier::of(1), TrapSeverity::Deadly), 4);
        assert_eq!(rules.trap_dc(TrapSeverity::Dangerous), [12, 15]);
        assert_eq!(rules.item_value(Rarity::Rare), 4000);
    }
}
