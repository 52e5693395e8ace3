//! Who lives in a dungeon: the stat blocks that a theme, a party and a codex leave to choose from.

use mapkiln_core::Stream;
use mapkiln_maps::plan::Monsters;

use crate::Error;
use crate::codex::{Challenge, Codex, Monster, Theme};

/// Monsters to choose from, each list by rising XP.
pub(crate) struct Folk<'c> {
    /// One or two factions of the theme, by their place in it.
    pub(crate) factions: Vec<(usize, Vec<&'c Monster>)>,
    /// Whatever else fits the theme.
    pub(crate) strays: Vec<&'c Monster>,
    /// Who may be the master.
    masters: Vec<&'c Monster>,
}

/// How far beyond the party's level the master may be.
const MASTER_BEYOND: u32 = 4;
/// Heads in a room at most.
const CROWD: u32 = 12;
/// Kinds in a room at most.
pub(crate) const KINDS: usize = 3;

impl<'c> Folk<'c> {
    /// Chooses factions that have someone to send against this party.
    pub(crate) fn new(
        codex: &'c Codex,
        theme: &Theme,
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
        let mut factions: Vec<(usize, Vec<&Monster>)> =
            theme.factions.iter().enumerate().map(|(i, f)| (i, sorted(&|m| f.has(m), level))).collect();
        // A faction that cannot fill a room in a dozen heads is none.
        factions.retain(|(_, list)| list.iter().any(|m| m.xp <= budget && m.xp * CROWD >= budget));
        rng.shuffle(&mut factions);
        factions.truncate(2);
        let strays = sorted(&of_type, level);
        if factions.is_empty() && !strays.iter().any(|m| m.xp <= budget) {
            return Err(Error::NoMonsters {
                theme: theme.id.clone(),
                level,
                advice: advice(codex, level, budget),
            });
        }
        if factions.is_empty() {
            factions.push((usize::MAX, strays.clone()));
        }
        let masters = sorted(&|m| theme.boss.contains(&m.kind), level + MASTER_BEYOND);
        Ok(Folk { factions, strays, masters })
    }

    /// Monsters for a room: at most three kinds, at most so much XP, as near to it as can be.
    pub(crate) fn encounter(&self, faction: usize, budget: u32, rng: &mut Stream) -> Vec<(&'c Monster, u32)> {
        let list = &self.factions[faction % self.factions.len()].1;
        let found = fill(list, budget, KINDS, rng);
        if worth(&found) * 10 >= u64::from(budget) * 7 {
            return found;
        }
        let strays = fill(&self.strays, budget, KINDS, rng);
        if worth(&strays) > worth(&found) { strays } else { found }
    }

    /// The master with its guard.
    pub(crate) fn court(&self, faction: usize, budget: u32, rng: &mut Stream) -> Vec<(&'c Monster, u32)> {
        let least = budget / 3;
        let fit: Vec<&Monster> =
            self.masters.iter().filter(|m| m.xp <= budget && m.xp >= least).copied().collect();
        let own = &self.factions[faction % self.factions.len()].1;
        let strongest = |list: &[&'c Monster]| list.iter().rev().find(|m| m.xp <= budget).copied();
        // The best three of those who fit, so that masters vary.
        let master = rng
            .pick(&fit[fit.len().saturating_sub(6)..])
            .copied()
            .or_else(|| strongest(&self.masters))
            .or_else(|| strongest(own))
            .or_else(|| strongest(&self.strays));
        let Some(master) = master else { return Vec::new() };
        let mut court = vec![(master, 1)];
        let guard = self.encounter(faction, budget - master.xp, rng);
        court.extend(guard.into_iter().filter(|(m, _)| m.name != master.name).take(KINDS - 1));
        court
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

/// Fills a budget from a list by rising XP.
fn fill<'c>(list: &[&'c Monster], budget: u32, kinds: usize, rng: &mut Stream) -> Vec<(&'c Monster, u32)> {
    let mut best: Vec<(&Monster, u32)> = Vec::new();
    for _ in 0..3 {
        let mut left = budget;
        let mut group: Vec<(&Monster, u32)> = Vec::new();
        while group.len() < kinds && heads(&group) < CROWD {
            let room = CROWD - heads(&group);
            let end = list.partition_point(|m| m.xp <= left);
            // The first kind may be small fry; later ones must use up what is left.
            let start =
                list.partition_point(|m| m.xp * room < if group.is_empty() { left / 2 } else { left / 3 });
            let known = |m: &&&Monster| group.iter().any(|(g, _)| g.name == m.name);
            let fits: Vec<&Monster> =
                list.get(start..end).into_iter().flatten().filter(|m| !known(m)).copied().collect();
            let Some(&pick) = rng.pick(&fits) else { break };
            let most = (left / pick.xp).min(room);
            let last = group.len() + 1 == kinds;
            let count = if last { most } else { rng.between(most.div_ceil(2) as i32, most as i32) as u32 };
            left -= count * pick.xp;
            group.push((pick, count));
        }
        // What is left may still pay for more of the same.
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

/// A group as the plan knows it.
pub(crate) fn listed(group: &[(&Monster, u32)], faction: &str, boss: bool) -> Vec<Monsters> {
    let entry = |(i, (monster, count)): (usize, &(&Monster, u32))| Monsters {
        name: monster.name.clone(),
        count: *count,
        challenge: monster.challenge.to_string(),
        xp: monster.xp,
        faction: faction.to_owned(),
        boss: boss && i == 0,
    };
    group.iter().enumerate().map(entry).collect()
}

/// What to write where a theme has nobody for a party.
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
