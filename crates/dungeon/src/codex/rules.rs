//! The numbers behind encounters, treasure and traps.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::{Challenge, Severity};

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

    /// Rarities of magic items that are found at this tier, and how often each.
    pub(crate) fn rarities(self) -> &'static [(&'static str, u64)] {
        match self.0 {
            0 => &[("common", 3), ("uncommon", 6), ("rare", 1)],
            1 => &[("uncommon", 5), ("rare", 4)],
            2 => &[("uncommon", 1), ("rare", 4), ("very rare", 4)],
            _ => &[("rare", 2), ("very rare", 4), ("legendary", 3)],
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

    /// Experience points a character of a level is worth in one encounter.
    pub(crate) fn budget(&self, level: u32, difficulty: usize) -> u32 {
        self.budget.get(&level.to_string()).map_or(0, |row| row[difficulty])
    }

    /// The dice of one of the four gold parcels of a level: count, sides, factor.
    pub(crate) fn gold(&self, tier: Tier) -> (u32, u32, u32) {
        let dice = &self.gold[TIERS[tier.0]];
        let (count, rest) = dice.split_once('d').unwrap_or(("0", "1"));
        let (sides, factor) = rest.split_once('x').unwrap_or((rest, "1"));
        let number = |text: &str| text.parse().unwrap_or(1);
        (number(count), number(sides), number(factor))
    }

    pub(crate) fn trap_dc(&self, severity: Severity) -> [u32; 2] {
        self.trap_dc[["setback", "dangerous", "deadly"][severity as usize]]
    }

    /// Ten-sided dice of damage.
    pub(crate) fn trap_damage(&self, tier: Tier, severity: Severity) -> u32 {
        self.trap_damage[TIERS[tier.0]][severity as usize]
    }

    /// What an item of a rarity is worth in gold.
    pub(crate) fn item_value(&self, rarity: &str) -> u32 {
        self.item_value.get(rarity).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_read() {
        let rules = Rules::get();
        assert_eq!(rules.budget(3, 1), 225);
        assert_eq!(rules.budget(20, 2), 22_000);
        assert_eq!(rules.gold(Tier::of(7)), (3, 8, 100));
        assert_eq!(rules.trap_damage(Tier::of(1), Severity::Deadly), 4);
        assert_eq!(rules.trap_dc(Severity::Dangerous), [12, 15]);
        assert_eq!(rules.item_value("rare"), 4000);
    }
}
