//! Traps by the level of the party.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::Trap;

use super::{Difficulty, Party};
use crate::codex::{Codex, Rules, Severity, TrapKind, TrapPlace};

/// Makes the traps of one dungeon.
pub(crate) struct TrapSource<'a> {
    pub(crate) codex: &'a Codex,
    pub(crate) party: &'a Party,
    pub(crate) difficulty: Difficulty,
    pub(crate) language: Language,
}

impl TrapSource<'_> {
    /// A trap for a place, or `None` if the codex has none.
    pub(crate) fn trap(&self, place: TrapPlace, at: Option<Point>, rng: &mut Stream) -> Option<Trap> {
        let fits = |t: &&TrapKind| {
            let here = t.place == place || (t.place == TrapPlace::Any && place != TrapPlace::Door);
            // Nothing deadly at low difficulty.
            here && (self.difficulty != Difficulty::Low || t.severity != Severity::Deadly)
        };
        let kinds: Vec<&TrapKind> = self.codex.traps.iter().filter(fits).collect();
        let kind = rng.pick(&kinds)?;
        let rules = Rules::get();
        let [low, high] = rules.trap_dc(kind.severity);
        let rolled = rng.between(low as i32, high as i32) as u32;
        let dice = rules.trap_damage(self.party.tier(), kind.severity);
        let damage = match (&kind.damage, kind.hurts) {
            (Some(dice), _) => dice.clone(),
            (None, false) => String::new(),
            (None, true) => format!("{dice}d10 {}", kind.kind.get(self.language)).trim_end().to_owned(),
        };
        Some(Trap {
            name: kind.name.get(self.language).to_owned(),
            trigger: kind.trigger.get(self.language).to_owned(),
            effect: kind.effect.get(self.language).to_owned(),
            dc: kind.dc.unwrap_or(rolled),
            damage,
            at,
            ..Trap::default()
        })
    }
}
