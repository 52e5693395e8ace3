//! The party that a document names, and the tables of the rules for it (SRD 5.1 and 5.2.1).

use serde_json::Value;

/// The XP budget of one encounter per character, by level: low, moderate, high.
const BUDGET: [[u32; 3]; 20] = [
    [50, 75, 100],
    [100, 150, 200],
    [150, 225, 400],
    [250, 375, 500],
    [500, 750, 1100],
    [600, 1000, 1400],
    [750, 1300, 1700],
    [1000, 1700, 2100],
    [1300, 2000, 2600],
    [1600, 2300, 3100],
    [1900, 2900, 4100],
    [2200, 3700, 4700],
    [2600, 4200, 5400],
    [2900, 4900, 6200],
    [3300, 5400, 7800],
    [3800, 6100, 9800],
    [4500, 7200, 11700],
    [5000, 8700, 14200],
    [5500, 10700, 17200],
    [6400, 13200, 22000],
];

/// The XP of challenge ratings 1 to 30.
const XP: [u32; 30] = [
    200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10000, 11500, 13000, 15000, 18000,
    20000, 22000, 25000, 33000, 41000, 50000, 62000, 75000, 90000, 105000, 120000, 135000, 155000,
];

/// Experience points of a challenge rating as it is printed: at least and at most.
pub(super) fn xp(challenge: &str) -> Option<[u32; 2]> {
    Some(match challenge {
        // A creature that cannot harm anybody is worth nothing.
        "0" => [0, 10],
        "1/8" => [25; 2],
        "1/4" => [50; 2],
        "1/2" => [100; 2],
        number => [*XP.get(number.parse::<usize>().ok()?.checked_sub(1)?)?; 2],
    })
}

/// The party and what it was asked to meet.
pub(super) struct Party {
    levels: Vec<usize>,
    difficulty: usize,
    /// Rooms with enemies that were asked for, in percent.
    enemies: u64,
}

impl Party {
    /// The party of a dungeon's spec.
    pub(super) fn of(spec: &Value) -> Option<Self> {
        let text = spec.get("party")?.as_str()?;
        let number = |t: &str| t.trim().parse::<usize>().ok();
        let levels: Option<Vec<usize>> = match text.split_once(['x', 'X']) {
            Some((count, level)) => {
                let (count, level) = (number(count)?, number(level)?);
                Some(vec![level; count.min(100)])
            }
            None => text.split(',').map(number).collect(),
        };
        let levels = levels?;
        let names = ["low", "moderate", "high"];
        let difficulty = spec.get("difficulty").and_then(Value::as_str).unwrap_or("moderate");
        let difficulty = names.iter().position(|n| *n == difficulty)?;
        let enemies = spec.get("enemies").and_then(Value::as_u64).unwrap_or(50);
        let fits = !levels.is_empty() && levels.iter().all(|l| (1..=20).contains(l));
        fits.then_some(Party { levels, difficulty, enemies })
    }

    pub(super) fn size(&self) -> usize {
        self.levels.len()
    }

    /// Experience points of one encounter.
    pub(super) fn encounter(&self) -> u64 {
        self.levels.iter().map(|l| u64::from(BUDGET[l - 1][self.difficulty])).sum()
    }

    /// Experience points of a whole dungeon with `rooms` rooms.
    pub(super) fn dungeon(&self, rooms: usize) -> u64 {
        let asked = match (rooms as u64 * self.enemies.min(100) + 50) / 100 {
            0 if self.enemies > 0 => 1,
            n => n,
        };
        self.encounter() * asked
    }

    fn tier(&self) -> usize {
        match self.levels.iter().sum::<usize>() / self.levels.len().max(1) {
            0..=4 => 0,
            5..=10 => 1,
            11..=16 => 2,
            _ => 3,
        }
    }

    /// The gold of four parcels, by the mean of their dice.
    pub(super) fn gold(&self) -> u64 {
        GOLD[self.tier()]
    }
}

/// Four times the mean of 3d6 x 10, 3d8 x 100, 2d6 x 1,000 and 2d6 x 10,000.
const GOLD: [u64; 4] = [420, 5400, 28_000, 280_000];

/// What a magic item of a rarity is worth.
pub(super) fn item_value(rarity: &str) -> Option<u32> {
    ITEMS.iter().find(|(name, _)| *name == rarity).map(|(_, value)| *value)
}

const ITEMS: &[(&str, u32)] =
    &[("common", 100), ("uncommon", 400), ("rare", 4000), ("very rare", 40_000), ("legendary", 200_000)];
