//! Who can be met: the cast of a theme for a party, by role, and groups that a budget and a room
//! have space for.

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{CreatureSize, Monsters, Role};

use super::{Difficulty, Party};
use crate::Error;
use crate::codex::{Cast, Challenge, Codex, Monster, Theme, Tier, Translated};

/// How far beyond the party's level the leader's challenge rating may be.
const LEADER_BEYOND: u32 = 4;
/// Creatures per character.
const PER_CHARACTER: u32 = 2;
/// The most kinds per room.
const KINDS: usize = 3;
/// Draws per group, of which the one that is worth most counts.
const DRAWS: usize = 5;

/// Some monsters of a kind with a part to play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'c> {
    pub(crate) monster: &'c Monster,
    pub(crate) count: u32,
    pub(crate) role: Role,
}

/// Those who are met in one room; a leader comes first.
pub(crate) type Group<'c> = Vec<Member<'c>>;

/// How many creatures a room has space for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Space {
    /// Cells that creatures may stand on in all.
    pub(crate) cells: u32,
    /// Cells that they may stand on where the room would else stay too easy: closer together, with
    /// a cell to step to for each.
    pub(crate) packed: u32,
    /// Squares of a side of 1 to 4 cells.
    pub(crate) squares: [u32; 4],
}

impl Space {
    /// The same room with its creatures closer together.
    pub(crate) fn packed(&self) -> Space {
        Space { cells: self.packed, ..*self }
    }

    fn holds(&self, group: &[Member<'_>]) -> bool {
        self.holds_sizes(group.iter().map(|m| (m.monster.size, m.count)))
    }

    fn holds_sizes(&self, group: impl Iterator<Item = (CreatureSize, u32)>) -> bool {
        let mut by_side = [0; 4];
        let (mut cells, mut heads) = (0, 0);
        for (size, count) in group {
            by_side[size.side() as usize - 1] += count;
            cells += size.cells(count);
            heads += count;
        }
        // One creature that fits at all may always be there.
        let alone = heads == 1;
        (alone || cells <= self.cells) && (0..4).all(|i| by_side[i] <= self.squares[i])
    }
}

/// The monsters of one faction, each list by rising XP.
struct Side<'c> {
    name: Option<&'static Translated>,
    minions: Vec<&'c Monster>,
    elite: Vec<&'c Monster>,
}

/// Those who can be met, each list by rising XP.
pub(crate) struct Roster<'c> {
    /// The leader's faction, and the other if there is one.
    sides: Vec<Side<'c>>,
    beasts: Vec<&'c Monster>,
    leaders: Vec<&'c Monster>,
    /// Those of this and lower tiers who fit through any door.
    slim: Vec<&'c Monster>,
    /// The most creatures per room.
    heads: u32,
    /// The most experience points of one fight.
    pub(crate) most: u32,
    /// What the cast lacks for this party, for the report.
    pub(crate) notes: Vec<String>,
}

/// A list that a group takes some of, and the most of a kind.
type Pool<'r, 'c> = (Role, &'r [&'c Monster], u32);

impl<'c> Roster<'c> {
    /// The roster of a theme for a party.
    pub(crate) fn new(
        codex: &'c Codex,
        theme: &Theme,
        party: &Party,
        encounter: u32,
        rng: &mut Stream,
    ) -> Result<Self, Error> {
        let (level, tier) = (party.level(), party.tier());
        let cast = Cast::of(&theme.id);
        let by_name = |names: &[String], cap: u32| {
            let mut list: Vec<&Monster> = names.iter().filter_map(|n| codex.stat_block(n)).collect();
            list.retain(|m| m.xp > 0 && m.challenge <= Challenge(8 * cap));
            sorted(list)
        };
        let custom = Custom::of(codex, theme, level);
        let mut notes = Vec::new();
        let (mut minions, mut elite, mut beasts, mut leaders) = Default::default();
        if let Some(cast) = cast {
            let names = cast.tier(tier);
            minions = by_name(&names.minions, level);
            elite = by_name(&names.elite, level);
            beasts = by_name(&names.beasts, level);
            leaders = by_name(&names.leaders, level + LEADER_BEYOND);
        }
        if minions.is_empty() && elite.is_empty() && custom.is_empty() {
            // Next of kin: whoever is of the theme's creature types.
            let kin = |m: &&Monster| {
                theme.types.contains(&m.kind) && m.xp >= 25 && m.challenge <= Challenge(8 * level)
            };
            minions = sorted(codex.monsters.iter().filter(kin).collect());
            notes.push(format!(
                "the cast of the theme {:?} has nobody for a party of level {level}; others of its creature types took their place",
                theme.id
            ));
        }
        minions = sorted([minions, custom.minions].concat());
        elite = sorted([elite, custom.elite].concat());
        beasts = sorted([beasts, custom.beasts].concat());
        leaders = sorted([leaders, custom.leaders].concat());
        if !minions.iter().chain(&elite).chain(&beasts).any(|m| m.xp <= encounter) {
            let advice = advice(codex, level, encounter);
            return Err(Error::NoMonsters { theme: theme.id.clone(), level, advice });
        }
        let mut sides = vec![Side { name: cast.map(|c| &c.name), minions, elite }];
        let rivals = cast.map_or(&[][..], |c| &c.rivals);
        let rival = rivals.get(rng.index(rivals.len()));
        if let Some((rival, other)) = rival.and_then(|r| Some((r, Cast::of(&r.theme)?))) {
            let names = other.tier(tier);
            let home = &sides[0];
            let stranger =
                |m: &&Monster| !home.minions.iter().chain(&home.elite).any(|known| known.name == m.name);
            let strangers = |names: &[String]| -> Vec<&Monster> {
                by_name(names, level).into_iter().filter(stranger).collect()
            };
            let (minions, elite) = (strangers(&names.minions), strangers(&names.elite));
            if minions.iter().chain(&elite).any(|m| m.xp <= encounter) {
                sides.push(Side { name: Some(&rival.name), minions, elite });
            }
        }
        let tiers = Tier::all().take_while(|t| t.index() <= tier.index());
        let names = cast.into_iter().flat_map(|c| tiers.clone().map(|t| c.tier(t)));
        let mut slim: Vec<&Monster> =
            names.flat_map(|t| by_name(&[&t.minions[..], &t.elite[..]].concat(), level)).collect();
        slim.retain(|m| m.size.side() == 1);
        let slim = sorted(slim);
        let heads = PER_CHARACTER * party.levels().len() as u32;
        let most = party.encounter(Difficulty::High).max(encounter);
        Ok(Roster { sides, beasts, leaders, slim, heads, most, notes })
    }

    /// The number of sides, 1 or 2. Side numbers wrap around.
    pub(crate) fn sides(&self) -> usize {
        self.sides.len()
    }

    fn side(&self, number: usize) -> &Side<'c> {
        &self.sides[number % self.sides.len()]
    }

    /// What a side is called.
    pub(crate) fn name(&self, side: usize, language: Language) -> &'static str {
        self.side(side).name.map_or("", |name| name.get(language))
    }

    /// The XP of the weakest who can be met.
    pub(crate) fn cheapest(&self) -> u32 {
        let all = self.sides.iter().flat_map(|s| s.minions.iter().chain(&s.elite)).chain(&self.beasts);
        all.map(|m| m.xp).min().unwrap_or(0)
    }

    /// Those who are met in a room that is used by this role; `None` for a room that nobody uses,
    /// where something odd may live.
    pub(crate) fn encounter(
        &self,
        user: Option<Role>,
        side: usize,
        budget: u32,
        space: &Space,
        rng: &mut Stream,
    ) -> Group<'c> {
        let Side { minions, elite, .. } = self.side(side);
        let (beasts, all) = (&self.beasts, self.heads);
        let shape = rng.below(10);
        let (a, b): (Pool<'_, 'c>, Pool<'_, 'c>) = match (user, shape) {
            // A den: beasts alone.
            (Some(Role::Beast), 0..=6) => ((Role::Beast, beasts, all), (Role::Beast, &[], 0)),
            (Some(Role::Beast), _) => ((Role::Beast, beasts, all), (Role::Beast, beasts, all)),
            // A lone oddity.
            (None, 0..=4) => ((Role::Beast, beasts, 2), (Role::Beast, &[], 0)),
            (None, _) => ((Role::Elite, elite, 2), (Role::Minion, minions, all)),
            // Officers with their people.
            (Some(Role::Elite), 0..=6) => ((Role::Elite, elite, all / 2), (Role::Minion, minions, all)),
            (Some(Role::Elite | Role::Leader), _) => {
                ((Role::Elite, elite, all / 2), (Role::Elite, elite, all / 2))
            }
            // A work gang, a post with a beast, a patrol with somebody who leads it.
            (_, 0..=2) => ((Role::Minion, minions, all), (Role::Minion, minions, all)),
            (_, 3..=4) => ((Role::Minion, minions, all), (Role::Beast, beasts, 2)),
            (_, _) => ((Role::Elite, elite, 1), (Role::Minion, minions, all)),
        };
        let third: Pool<'_, 'c> = if user == Some(Role::Beast) {
            (Role::Beast, beasts, all)
        } else {
            (Role::Elite, elite, all / 2)
        };
        let mut best: Group<'c> = Vec::new();
        for _ in 0..DRAWS {
            let group = self.draw(Vec::new(), &[a, b, third], budget, space, rng);
            if worth(&group) > worth(&best) {
                best = group;
            }
            if worth(&best) * 20 >= u64::from(budget) * 19 {
                break;
            }
        }
        // What the room's own people are not worth, their kin make up for.
        let kin: Pool<'_, 'c> = (Role::Minion, &self.slim, all);
        let second: Pool<'_, 'c> =
            if user == Some(Role::Beast) { (Role::Beast, beasts, all) } else { (Role::Minion, minions, all) };
        for _ in 0..DRAWS {
            if worth(&best) * 20 >= u64::from(budget) * 19 {
                break;
            }
            let group = self.draw(Vec::new(), &[(Role::Elite, elite, all), second, kin], budget, space, rng);
            if worth(&group) * 9 > worth(&best) * 10 {
                best = group;
            }
        }
        // Nobody of the right part fits: whoever does.
        let lists: [Pool<'_, 'c>; 4] = [
            (Role::Minion, minions, all),
            (Role::Beast, beasts, all),
            (Role::Elite, elite, all),
            (Role::Minion, &self.slim, all),
        ];
        for pool in lists {
            if best.is_empty() {
                best = self.draw(Vec::new(), &[pool], budget, space, rng);
            }
        }
        best
    }

    /// The leader with a court; the leader comes first.
    pub(crate) fn court(&self, budget: u32, space: &Space, rng: &mut Stream) -> Group<'c> {
        let fits = |m: &&&Monster| {
            m.xp <= budget && space.holds(&[Member { monster: m, count: 1, role: Role::Leader }])
        };
        let worthy: Vec<&Monster> =
            self.leaders.iter().filter(fits).filter(|m| m.xp >= self.most / 4).copied().collect();
        let side = self.side(0);
        let strongest = |list: &[&'c Monster]| list.iter().rfind(fits).copied();
        let leader = prefer_custom(&worthy, rng)
            .or_else(|| strongest(&self.leaders))
            .or_else(|| strongest(&side.elite))
            .or_else(|| strongest(&side.minions))
            .or_else(|| strongest(&self.beasts));
        let Some(leader) = leader else { return Vec::new() };
        let first = vec![Member { monster: leader, count: 1, role: Role::Leader }];
        let mut best = first.clone();
        for _ in 0..DRAWS {
            let pools: [Pool<'_, 'c>; 2] =
                [(Role::Elite, &side.elite, 2), (Role::Minion, &side.minions, self.heads)];
            let group = self.draw(first.clone(), &pools, budget, space, rng);
            if worth(&group) > worth(&best) {
                best = group;
            }
        }
        best
    }

    /// One group: a kind from each pool, and more of them while the budget, the heads and the room
    /// allow.
    fn draw(
        &self,
        mut group: Group<'c>,
        pools: &[Pool<'_, 'c>],
        budget: u32,
        space: &Space,
        rng: &mut Stream,
    ) -> Group<'c> {
        let fixed = group.len();
        let mut limits = vec![1; fixed];
        for (number, &(role, list, most)) in pools.iter().enumerate() {
            let left = budget.saturating_sub(worth(&group) as u32);
            // Somebody stronger takes the place of one of many.
            let many = (fixed..group.len()).max_by_key(|&i| group[i].count).filter(|&i| group[i].count > 1);
            if let Some(i) = many.filter(|_| number >= 2 && left * 5 > budget && heads(&group) == self.heads)
            {
                group[i].count -= 1;
            }
            let heads = self.heads.saturating_sub(heads(&group));
            // A third kind only if the others cannot use up the budget.
            let enough = number >= 2 && left * 5 <= budget;
            if group.len() >= KINDS || heads == 0 || most == 0 || enough {
                continue;
            }
            // Of a monster only its size decides how many the room holds: found once for each size.
            let mut sizes: Vec<(CreatureSize, u32)> = Vec::new();
            let mut room_for = |m: &'c Monster| {
                if let Some((_, most)) = sizes.iter().find(|(size, _)| *size == m.size) {
                    return *most;
                }
                let held = most_of(m.size, &group, heads.min(most), space);
                sizes.push((m.size, held));
                held
            };
            let affordable = &list[..list.partition_point(|m| m.xp <= left)];
            let others = affordable.iter().filter(|m| group.iter().all(|g| g.monster.name != m.name));
            let held: Vec<(&Monster, u32)> =
                others.map(|m| (*m, room_for(m))).filter(|(_, held)| *held > 0).collect();
            let able: Vec<&Monster> = held.iter().map(|(m, _)| *m).collect();
            let is_strong = |m: &Monster| m.xp * heads.min(most) * 2 >= left;
            let strong: Vec<&Monster> = able.iter().filter(|m| is_strong(m)).copied().collect();
            // As many of them as fit are worth most of what is left.
            let ample = held.iter().filter(|(m, held)| is_strong(m) && 5 * m.xp * held >= 3 * left);
            let ample: Vec<&Monster> = ample.map(|(m, _)| *m).collect();
            let from = match () {
                () if strong.is_empty() || number == 0 && most <= 2 => &able,
                // Not always those who are worth most: others make up the rest.
                () if ample.is_empty() || number == 0 && pools.len() > 2 && rng.percent(40) => &strong,
                () => &ample,
            };
            let Some(monster) = prefer_custom(from, rng) else { continue };
            group.push(Member { monster, count: 1, role });
            limits.push(most);
            // The first kind leaves something for the second.
            let share = if number + 1 < pools.len() { left * 2 / 3 } else { left };
            let i = group.len() - 1;
            grow(&mut group, i, monster.xp + share.saturating_sub(monster.xp), most, self.heads, space);
        }
        // The rest pays for more of the same, the dearest first.
        loop {
            let left = budget.saturating_sub(worth(&group) as u32);
            let mut order: Vec<usize> = (fixed..group.len()).collect();
            order.stable_sort_by_key(|&i| std::cmp::Reverse(group[i].monster.xp));
            let more = order.into_iter().find(|&i| {
                group[i].monster.xp <= left
                    && group[i].count < limits[i]
                    && heads(&group) < self.heads
                    && holds_one_more(&group, i, space)
            });
            match more {
                Some(i) => group[i].count += 1,
                None => break,
            }
        }
        // No more heads: the strongest take the places of the weakest, up to half of them.
        while let Some((weak, strong)) = self.upgrade(&group, fixed, budget, space) {
            group[weak].count -= 1;
            group[strong].count += 1;
        }
        group
    }

    /// Members of whom one can give way to another for what is left of the budget.
    fn upgrade(
        &self,
        group: &[Member<'c>],
        fixed: usize,
        budget: u32,
        space: &Space,
    ) -> Option<(usize, usize)> {
        let left = budget.saturating_sub(worth(group) as u32);
        let xp = |i: usize| group[i].monster.xp;
        let strong = (fixed..group.len()).max_by_key(|&i| (xp(i), std::cmp::Reverse(i)))?;
        let weak = (fixed..group.len()).filter(|&i| group[i].count > 1).min_by_key(|&i| (xp(i), i))?;
        let mut after = group.to_vec();
        after[weak].count -= 1;
        after[strong].count += 1;
        let fits = xp(strong) > xp(weak)
            && xp(strong) - xp(weak) <= left
            && 2 * after[strong].count <= self.heads
            && space.holds(&after);
        fits.then_some((weak, strong))
    }

    /// The group after one change that makes it worth more, by at most so much: one head more, or
    /// somebody dearer in the place of one. The change that is worth most counts.
    pub(crate) fn better(
        &self,
        group: &[Member<'c>],
        user: Option<Role>,
        side: usize,
        left: u64,
        space: &Space,
    ) -> Option<Group<'c>> {
        let before = worth(group);
        let most = u64::from(self.most).min(before + left);
        let Side { minions, elite, .. } = self.side(side);
        let lists: &[(Role, &[&'c Monster])] = match user {
            Some(Role::Beast) => &[(Role::Beast, &self.beasts)],
            _ => &[(Role::Minion, minions), (Role::Elite, elite), (Role::Minion, &self.slim)],
        };
        let mut best: Option<Group<'c>> = None;
        let mut weigh = |after: Group<'c>| {
            let dear = worth(&after);
            let crowd = after.iter().all(|m| m.role != Role::Elite || 4 * m.count <= 3 * self.heads);
            if dear > best.as_ref().map_or(before, |b| worth(b))
                && dear <= most
                && crowd
                && heads(&after) <= self.heads
                && space.holds(&after)
            {
                best = Some(after);
            }
        };
        for (role, monster) in lists.iter().flat_map(|(role, list)| list.iter().map(move |m| (*role, *m))) {
            // A head more, then the same in the place of each of the others.
            for gone in std::iter::once(None).chain((0..group.len()).map(Some)) {
                let mut after = group.to_vec();
                if let Some(gone) = gone {
                    if group[gone].role == Role::Leader {
                        continue;
                    }
                    after[gone].count -= 1;
                }
                match after.iter_mut().find(|m| m.monster.name == monster.name) {
                    Some(member) if member.role == Role::Leader => continue,
                    Some(member) => member.count += 1,
                    None => after.push(Member { monster, count: 1, role }),
                }
                after.retain(|m| m.count > 0);
                if after.len() <= KINDS {
                    weigh(after);
                }
            }
        }
        best
    }
}

/// Adds heads of a kind while they cost no more than this in all.
fn grow(group: &mut Group<'_>, i: usize, budget: u32, most: u32, crowd: u32, space: &Space) {
    while group[i].count < most
        && (group[i].count + 1) * group[i].monster.xp <= budget
        && heads(group) < crowd
        && holds_one_more(group, i, space)
    {
        group[i].count += 1;
    }
}

/// How many of a size can join a group, up to a number of heads.
fn most_of(size: CreatureSize, group: &[Member<'_>], heads: u32, space: &Space) -> u32 {
    let others = || group.iter().map(|m| (m.monster.size, m.count));
    let fits = |count: &u32| space.holds_sizes(others().chain([(size, *count)]));
    (1..=heads).take_while(fits).last().unwrap_or(0)
}

fn holds_one_more(group: &[Member<'_>], i: usize, space: &Space) -> bool {
    let with_it = |(k, m): (usize, &Member<'_>)| (m.monster.size, m.count + u32::from(k == i));
    space.holds_sizes(group.iter().enumerate().map(with_it))
}

/// One of a list; monsters from a custom file more often than not.
fn prefer_custom<'c>(list: &[&'c Monster], rng: &mut Stream) -> Option<&'c Monster> {
    let custom: Vec<&Monster> = list.iter().filter(|m| m.custom).copied().collect();
    let from = if !custom.is_empty() && rng.percent(75) { &custom[..] } else { list };
    rng.pick(from).copied()
}

/// Monsters from custom files that fit the theme, by the part that suits them.
#[derive(Default)]
struct Custom<'c> {
    minions: Vec<&'c Monster>,
    elite: Vec<&'c Monster>,
    beasts: Vec<&'c Monster>,
    leaders: Vec<&'c Monster>,
}

impl<'c> Custom<'c> {
    fn of(codex: &'c Codex, theme: &Theme, level: u32) -> Self {
        let mut custom = Custom::default();
        for m in codex.monsters.iter().filter(|m| m.custom && m.xp > 0 && theme.types.contains(&m.kind)) {
            let beast = matches!(m.kind.as_str(), "beast" | "ooze" | "plant" | "monstrosity");
            match m.challenge.0 {
                cr if cr > 8 * (level + LEADER_BEYOND) => {}
                cr if cr > 8 * level => custom.leaders.push(m),
                _ if beast => custom.beasts.push(m),
                cr if 2 * cr > 8 * level => custom.elite.push(m),
                _ => custom.minions.push(m),
            }
        }
        custom
    }

    fn is_empty(&self) -> bool {
        self.minions.is_empty() && self.elite.is_empty()
    }
}

/// By rising XP, each once.
fn sorted(mut list: Vec<&Monster>) -> Vec<&Monster> {
    list.stable_sort_by(|a, b| (a.xp, &a.name).cmp(&(b.xp, &b.name)));
    list.dedup_by(|a, b| a.name == b.name);
    list
}

/// Experience points of a group.
pub(crate) fn worth(group: &[Member<'_>]) -> u64 {
    group.iter().map(|m| u64::from(m.monster.xp) * u64::from(m.count)).sum()
}

/// Heads in a group.
fn heads(group: &[Member<'_>]) -> u32 {
    group.iter().map(|m| m.count).sum()
}

/// A group as a plan stores it. Beasts belong to nobody.
pub(crate) fn to_monsters(group: &[Member<'_>], faction: &str) -> Vec<Monsters> {
    let entry = |&Member { monster, count, role }: &Member<'_>| Monsters {
        challenge: monster.challenge.to_string(),
        xp: monster.xp,
        faction: if role == Role::Beast { String::new() } else { faction.to_owned() },
        boss: role == Role::Leader,
        role: Some(role),
        size: monster.size,
        creature: monster.creature_type(),
        armour: monster.armour,
        hit_points: monster.hit_points,
        ..Monsters::new(monster.name.clone(), count)
    };
    group.iter().map(entry).collect()
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
