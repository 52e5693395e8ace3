//! Who walks about: some of those who live in the rooms, on an errand.

use std::collections::BTreeMap;

use mapkiln_core::Seed;
use mapkiln_maps::plan::{Monsters, Plan, Role};

/// The first five lines of a table for a d6: three of the stronger faction, one of the other, one of
/// beasts. The sixth line is a sign without anybody. Each is a part of a group that is in a room,
/// worth no more than an encounter.
pub(crate) fn wanderers(plan: &Plan, encounter: u32, seed: &Seed) -> Vec<Monsters> {
    let mut rng = seed.stream("wandering", 0);
    let groups: Vec<&Monsters> =
        plan.rooms().flat_map(|r| &r.contents.monsters).filter(|m| !m.boss && m.xp <= encounter).collect();
    let mut heads: BTreeMap<&str, u32> = BTreeMap::new();
    for group in groups.iter().filter(|m| !m.faction.is_empty()) {
        *heads.entry(group.faction.as_str()).or_default() += group.count;
    }
    let strongest = heads.iter().max_by_key(|(name, heads)| (**heads, std::cmp::Reverse(**name)));
    let strongest = strongest.map(|(name, _)| *name).unwrap_or_default();
    let beast = |m: &Monsters| m.role == Some(Role::Beast);
    let fits = |line: usize, m: &Monsters| match line {
        0..=2 => !beast(m) && m.faction == strongest,
        3 => !beast(m) && m.faction != strongest,
        _ => beast(m),
    };
    let mut table: Vec<Monsters> = Vec::new();
    for line in 0..5 {
        let of_line: Vec<&Monsters> = groups.iter().copied().filter(|m| fits(line, m)).collect();
        let from = if of_line.is_empty() { &groups } else { &of_line };
        // Whoever is on the table already comes again only if there is nobody else.
        let new: Vec<&Monsters> =
            from.iter().copied().filter(|m| table.iter().all(|known| known.name != m.name)).collect();
        let Some(&group) = rng.pick(if new.is_empty() { from } else { &new }) else { break };
        let most = group.count.div_ceil(2).min(4).min(encounter / group.xp.max(1)).max(1);
        let count = 1 + rng.below(u64::from(most)) as u32;
        table.push(Monsters { count, at: Vec::new(), ..group.clone() });
    }
    table
}
