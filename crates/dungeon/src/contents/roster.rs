//! The monsters that a theme, a party and a codex leave to choose from.

use mapkiln_core::Stream;
use mapkiln_maps::Language;
use mapkiln_maps::plan::Monsters;

use crate::Error;
use crate::codex::{Challenge, Codex, Faction, Monster, Theme};

/// Some monsters of each of a few kinds.
pub(crate) type Group<'c> = Vec<(&'c Monster, u32)>;

/// Monsters to choose from, each list by rising XP.
pub(crate) struct Roster<'c> {
    /// One or two sides.
    sides: Vec<Side<'c>>,
    /// Whatever else fits the theme.
    strays: Vec<&'c Monster>,
    /// Who may be the boss.
    bosses: Vec<&'c Monster>,
}

/// Monsters that side with each other.
struct Side<'c> {
    /// The theme's faction, or `None` for strays.
    faction: Option<&'c Faction>,
    monsters: Vec<&'c Monster>,
}

/// How far beyond the party's level the boss's challenge rating may be.
const BOSS_BEYOND: u32 = 4;
/// The most heads per room.
const CROWD: u32 = 12;
/// The most kinds per room.
const KINDS: usize = 3;

impl<'c> Roster<'c> {
    /// Chooses factions that have someone to send against a party of this level, with this XP
    /// budget per room.
    pub(crate) fn new(
        codex: &'c Codex,
        theme: &'c Theme,
        level: u32,
        budget: u32,
        rng: &mut Stream,
    ) -> Result<Self, Error> {
        let sorted = |fits: &dyn Fn(&Monster) -> bool, cap: u32| {
            let mut list: Vec<&Monster> = codex.monsters.iter().filter(|m| m.xp > 0 && fits(m)).collect();
            list.retain(|m| m.challenge <= Challenge(8 * cap));
            list.sort_by(|a, b| (a.xp, &a.name).cmp(&(b.xp, &b.name)));
            list
        };
        let of_type = |m: &Monster| theme.types.contains(&m.kind);
        let side = |f: &'c Faction| Side { faction: Some(f), monsters: sorted(&|m| f.has(m), level) };
        let mut sides: Vec<Side<'_>> = theme.factions.iter().map(side).collect();
        // A faction that cannot fill a room with a dozen heads does not count.
        sides.retain(|s| s.monsters.iter().any(|m| m.xp <= budget && m.xp * CROWD >= budget));
        rng.shuffle(&mut sides);
        sides.truncate(2);
        let strays = sorted(&of_type, level);
        if sides.is_empty() && !strays.iter().any(|m| m.xp <= budget) {
            return Err(Error::NoMonsters {
                theme: theme.id.clone(),
                level,
                advice: advice(codex, level, budget),
            });
        }
        if sides.is_empty() {
            sides.push(Side { faction: None, monsters: strays.clone() });
        }
        let bosses = sorted(&|m| theme.boss.contains(&m.kind), level + BOSS_BEYOND);
        Ok(Roster { sides, strays, bosses })
    }

    /// The number of sides, at least 1. Side numbers wrap around.
    pub(crate) fn sides(&self) -> usize {
        self.sides.len()
    }

    fn side(&self, number: usize) -> &Side<'c> {
        &self.sides[number % self.sides.len()]
    }

    /// What a side is called; empty for strays.
    pub(crate) fn name(&self, side: usize, language: Language) -> &'c str {
        self.side(side).faction.map_or("", |f| f.name.get(language))
    }

    /// Monsters for a room: at most three kinds, and as much XP as the budget allows.
    pub(crate) fn encounter(&self, side: usize, budget: u32, rng: &mut Stream) -> Group<'c> {
        let found = fill(&self.side(side).monsters, budget, rng);
        if worth(&found) * 10 >= u64::from(budget) * 7 {
            return found;
        }
        let strays = fill(&self.strays, budget, rng);
        if worth(&strays) > worth(&found) { strays } else { found }
    }

    /// The boss with its guard; the boss comes first.
    pub(crate) fn boss_encounter(&self, side: usize, budget: u32, rng: &mut Stream) -> Group<'c> {
        let least = budget / 3;
        let fit: Vec<&Monster> =
            self.bosses.iter().filter(|m| m.xp <= budget && m.xp >= least).copied().collect();
        let strongest = |list: &[&'c Monster]| list.iter().rev().find(|m| m.xp <= budget).copied();
        // Of those who fit, one of the strongest six, so that bosses vary.
        let boss = rng
            .pick(&fit[fit.len().saturating_sub(6)..])
            .copied()
            .or_else(|| strongest(&self.bosses))
            .or_else(|| strongest(&self.side(side).monsters))
            .or_else(|| strongest(&self.strays));
        let Some(boss) = boss else { return Vec::new() };
        let mut group = vec![(boss, 1)];
        let guard = self.encounter(side, budget - boss.xp, rng);
        group.extend(guard.into_iter().filter(|(m, _)| m.name != boss.name).take(KINDS - 1));
        group
    }
}

/// Experience points of a group.
pub(crate) fn worth(group: &[(&Monster, u32)]) -> u64 {
    group.iter().map(|(m, n)| u64::from(m.xp) * u64::from(*n)).sum()
}

/// Heads in a group.
fn heads(group: &[(&Monster, u32)]) -> u32 {
    group.iter().map(|g| g.1).sum()
}

/// Spends a budget on monsters of a list that is sorted by rising XP.
fn fill<'c>(list: &[&'c Monster], budget: u32, rng: &mut Stream) -> Group<'c> {
    let mut best: Vec<(&Monster, u32)> = Vec::new();
    for _ in 0..3 {
        let mut left = budget;
        let mut group: Vec<(&Monster, u32)> = Vec::new();
        while group.len() < KINDS && heads(&group) < CROWD {
            let room = CROWD - heads(&group);
            let end = list.partition_point(|m| m.xp <= left);
            // The first kind may be weak; later ones must use up the rest of the budget.
            let start =
                list.partition_point(|m| m.xp * room < if group.is_empty() { left / 2 } else { left / 3 });
            let known = |m: &&&Monster| group.iter().any(|(g, _)| g.name == m.name);
            let fits: Vec<&Monster> =
                list.get(start..end).into_iter().flatten().filter(|m| !known(m)).copied().collect();
            let Some(&pick) = rng.pick(&fits) else { break };
            let most = (left / pick.xp).min(room);
            let last = group.len() + 1 == KINDS;
            let count = if last { most } else { rng.between(most.div_ceil(2) as i32, most as i32) as u32 };
            left -= count * pick.xp;
            group.push((pick, count));
        }
        // The rest may pay for more of the same.
        for (monster, count) in group.iter_mut().rev() {
            let more = (left / monster.xp).min(2);
            *count += more;
            left -= more * monster.xp;
        }
        if worth(&group) > worth(&best) {
            best = group;
        }
        if left * 20 <= budget {
            break;
        }
    }
    best
}

/// A group as a plan stores it.
pub(crate) fn to_monsters(group: &[(&Monster, u32)], faction: &str, boss: bool) -> Vec<Monsters> {
    let entry = |(i, (monster, count)): (usize, &(&Monster, u32))| Monsters {
        name: monster.name.clone(),
        count: *count,
        challenge: monster.challenge.to_string(),
        xp: monster.xp,
        faction: faction.to_owned(),
        boss: boss && i == 0,
        ..Monsters::new("", 0)
    };
    group.iter().enumerate().map(entry).collect()
}

/// What to write if a theme has no monsters for a party.
fn advice(codex: &Codex, level: u32, budget: u32) -> String {
    let has = |theme: &&Theme| {
        let fits = |m: &Monster| m.xp > 0 && m.xp <= budget && m.challenge <= Challenge(8 * level);
        codex.monsters.iter().any(|m| fits(m) && theme.types.contains(&m.kind))
    };
    let names: Vec<&str> = Theme::all().iter().filter(has).map(|t| t.id.as_str()).collect();
    if names.is_empty() {
        "add monsters of a lower challenge rating with --codex".to_owned()
    } else {
        format!("choose one of the themes {}, or add monsters with --codex", names.join(", "))
    }
}
