//! Traps by the level of the party and the difficulty.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Ability, ThingKind, Trap};

use super::{Difficulty, Party};
use crate::codex::{Codex, Rules, TrapKind, TrapPlace, TrapSeverity};

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
        self.trap_among(place, at, &[], rng)
    }

    /// A trap for a place with things in it: none is in a chest that is not there.
    pub(crate) fn trap_among(
        &self,
        place: TrapPlace,
        at: Option<Point>,
        things: &[ThingKind],
        rng: &mut Stream,
    ) -> Option<Trap> {
        let severity = self.severity(rng);
        let here = |t: &&TrapKind| {
            (t.place == place || (t.place == TrapPlace::Any && place != TrapPlace::Door))
                && (t.needs.is_empty() || t.needs.iter().any(|kind| things.contains(kind)))
        };
        let allowed = |t: &&TrapKind| here(t) && t.severity <= self.worst();
        let of = |severity: TrapSeverity| -> Vec<&TrapKind> {
            self.codex.traps.iter().filter(|t| allowed(t) && t.severity == severity).collect()
        };
        let mut kinds = of(severity);
        if kinds.is_empty() {
            kinds = self.codex.traps.iter().filter(allowed).collect();
        }
        let kind = *rng.pick(&kinds)?;
        let rules = Rules::get();
        let [low, high] = rules.trap_dc(kind.severity);
        let rolled = rng.between(low as i32, high as i32) as u32;
        let find = [10, 12, 13, 15][rng.index(4)];
        let disarm = [10, 12, 13, 15][rng.index(4)];
        let damage = match (&kind.damage, kind.hurts) {
            (Some(dice), _) => dice.clone(),
            (None, false) => String::new(),
            (None, true) => {
                let dice = self.dice(rules.trap_damage(self.party.tier(), kind.severity));
                format!("{dice} {}", kind.kind.get(self.language)).trim_end().to_owned()
            }
        };
        Some(Trap {
            name: kind.name.get(self.language).to_owned(),
            trigger: kind.trigger.get(self.language).to_owned(),
            effect: kind.effect.get(self.language).to_owned(),
            save: Some(kind.save.unwrap_or_else(|| save(kind))),
            dc: kind.dc.unwrap_or(rolled),
            find,
            disarm: Some(disarm),
            damage,
            at,
        })
    }

    /// How bad the next trap is. What SRD 5.2.1 calls deadly is dangerous in SRD 5.1.
    fn severity(&self, rng: &mut Stream) -> TrapSeverity {
        let weights = match self.difficulty {
            Difficulty::Low => [10, 0, 0],
            Difficulty::Moderate => [6, 4, 0],
            Difficulty::High if self.party.level() >= 5 => [3, 6, 1],
            Difficulty::High => [4, 6, 0],
        };
        match rng.weighted(weights) {
            Some(2) => TrapSeverity::Deadly,
            Some(1) => TrapSeverity::Dangerous,
            _ => TrapSeverity::Setback,
        }
    }

    /// The worst that the difficulty allows.
    fn worst(&self) -> TrapSeverity {
        match self.difficulty {
            Difficulty::Low => TrapSeverity::Setback,
            Difficulty::High if self.party.level() >= 5 => TrapSeverity::Deadly,
            _ => TrapSeverity::Dangerous,
        }
    }

    /// Ten-sided dice, as many as take half of a character's hit points at most on average.
    fn dice(&self, wanted: u32) -> String {
        // An average character has 7 hit points per level and 3 more.
        let half = (7 * self.party.level() + 3) / 2;
        let most = (2 * half / 11).min(wanted);
        if most == 0 { "1d8".to_owned() } else { format!("{most}d10") }
    }
}

/// The saving throw against a trap, by what it does.
fn save(kind: &TrapKind) -> Ability {
    match kind.kind.english.as_str() {
        "poison" => Ability::Constitution,
        "psychic" | "none" => Ability::Wisdom,
        _ => Ability::Dexterity,
    }
}
