//! Traps by the level of the party.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::plan::Trap;

use super::{Difficulty, Party};
use crate::codex::{Codex, Rules, Severity, TrapKind, TrapPlace};

/// A trap for a place; `None` where the codex has none.
pub(crate) fn trap(
    codex: &Codex,
    place: TrapPlace,
    party: &Party,
    difficulty: Difficulty,
    at: Option<Point>,
    language: usize,
    rng: &mut Stream,
) -> Option<Trap> {
    let fits = |t: &&TrapKind| {
        let here = t.place == place || (t.place == TrapPlace::Any && place != TrapPlace::Door);
        // Nothing deadly for those who asked for an easy time.
        here && (difficulty != Difficulty::Low || t.severity != Severity::Deadly)
    };
    let kinds: Vec<&TrapKind> = codex.traps.iter().filter(fits).collect();
    let kind = rng.pick(&kinds)?;
    let rules = Rules::get();
    let [low, high] = rules.trap_dc(kind.severity);
    let rolled = rng.between(low as i32, high as i32) as u32;
    let dice = rules.trap_damage(party.tier(), kind.severity);
    let damage = match (&kind.damage, kind.hurts) {
        (Some(dice), _) => dice.clone(),
        (None, false) => String::new(),
        (None, true) => format!("{dice}d10 {}", kind.kind[language]).trim_end().to_owned(),
    };
    Some(Trap {
        name: kind.name[language].clone(),
        trigger: kind.trigger[language].clone(),
        effect: kind.effect[language].clone(),
        dc: kind.dc.unwrap_or(rolled),
        damage,
        at,
    })
}
