//! Carcere Exire: the game of the grammar paper, level after level.
//!
//! An adventurer was thrown into a castle's dungeon. Each level comes from the nine rules of the
//! paper's grammar, with more rooms, enemies and chests than the one before, and is laid out in
//! space; the goal of a level is its exit.

use std::collections::BTreeMap;

use mapkiln_core::{Run, Seed, Spec};
use mapkiln_grammar::{Campaign, Error, LevelPlanSpec, Progression};
use mapkiln_maps::floor::Floor;
use mapkiln_play::GameRules;

/// The number of levels.
pub const LEVELS: u32 = 5;

/// The campaign: the last level has the paper's 50 rooms.
pub fn campaign() -> Campaign {
    let progressions = [
        ("rooms", "10 + 8 * i"),
        ("enemies", "3 + 3 * i"),
        ("chests", "2 + 2 * i"),
        ("corridors", "3 + 2 * i"),
        ("cells", "2 + 3 * i"),
        ("bosses", "i / 2"),
    ];
    let set: BTreeMap<String, Progression> = progressions
        .iter()
        .map(|(name, formula)| ((*name).to_owned(), Progression::Formula((*formula).to_owned())))
        .collect();
    Campaign { levels: LEVELS, set, ..Campaign::default() }
}

/// The floor of level `number`, from 1 to [`LEVELS`].
///
/// ```
/// use mapkiln::floor::FloorThingKind;
/// let floor = mapkiln::carcere::level(&"dungeon".into(), 2)?;
/// let bodies = floor.things.iter().filter(|t| t.kind == FloorThingKind::Boss).count();
/// assert_eq!(bodies, 1);
/// # Ok::<(), mapkiln::grammar::Error>(())
/// ```
pub fn level(seed: &Seed, number: u32) -> Result<Floor, Error> {
    let spec = LevelPlanSpec { level: campaign().level(number)?, ..LevelPlanSpec::default() };
    let made = spec.make(&mut Run::new(seed.child("level", u64::from(number))))?;
    // Level graphs are laid out on one level of a plan.
    made.map.floor(0).ok_or_else(|| Error::Campaign("the level was laid out without a floor".to_owned()))
}

/// The rules of level `number`: the adventurer grows with the dungeon.
pub fn rules(number: u32) -> GameRules {
    let base = GameRules::default();
    GameRules { health: base.health + 4 * number.saturating_sub(1), ..base }
}
