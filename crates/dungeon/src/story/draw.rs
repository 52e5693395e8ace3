//! How a story is drawn: each choice only from what fits the earlier ones and what is in the plan.

use std::collections::BTreeMap;

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::plan::{Role, RoomId};

use super::facts::World;
use super::{Captive, Faction, Fall, Leader, Object, Relic, Story};
use crate::codex::Theme;
use crate::lexicon::creatures::{Sort, gender_of};
use crate::lexicon::names::{item_by_portuguese, item_noun};
use crate::lexicon::noun::Form;
use crate::lexicon::{Both, Gender, Noun, gender, rows};

/// The rows of the story file of one kind.
pub(super) fn story_rows(kind: &str) -> Vec<Vec<&'static str>> {
    rows(include_str!("../../data/story.txt")).filter(|row| row[0] == kind).collect()
}

fn both(row: &[&str], at: usize) -> Both {
    let get = |i: usize| row.get(i).copied().unwrap_or_default().to_owned();
    [get(at), get(at + 1)]
}

impl Story {
    /// Who built a place of this theme: its epithet for the title, and the sentence.
    pub(crate) fn builder(theme: &Theme, seed: &Seed) -> (Both, Both) {
        let mut fits = story_rows("builder");
        fits.retain(|row| row[1] == theme.id);
        let row = seed.stream("builder", 0).pick(&fits).cloned().unwrap_or_default();
        (both(&row, 2), both(&row, 4))
    }

    /// Draws the story of a plan.
    pub(crate) fn draw(world: &World<'_>, seed: &Seed) -> Story {
        let mut rng = seed.stream("story", 0);
        let (_, built) = Story::builder(world.theme, seed);
        let fall = fall(world.theme, &mut rng);
        let object = object(world);
        let leader = leader(world, object.is_some(), &mut rng);
        let mut story = Story {
            built,
            fall,
            holders: factions(world, leader.as_ref().map(|l| l.room)),
            captive: captive(world, leader.as_ref(), &mut rng),
            leader,
            object,
            secrets: Vec::new(),
            clues: Vec::new(),
        };
        story.list_secrets(world);
        story.spread_clues(world, &mut seed.stream("clues", 0));
        story
    }

    /// The object as a noun phrase; what the place holds if there is none.
    pub(crate) fn object_noun(&self) -> Noun {
        match &self.object {
            Some(object) => object.noun.clone(),
            None => Noun::count(["treasure", "treasures"], ["tesouro", "tesouros"], Gender::Masculine),
        }
    }

    /// The leader as a noun; the master of the place if there is none.
    pub(crate) fn leader_noun(&self) -> Noun {
        match &self.leader {
            Some(leader) => leader.noun(),
            None => Noun::count(["chief", "chiefs"], ["chefe", "chefes"], Gender::Masculine),
        }
    }

    /// A faction as a noun; strangers if there is none.
    pub(crate) fn faction_noun(&self, which: usize) -> Noun {
        match self.holders.get(which).and_then(Option::as_ref) {
            Some(faction) => faction.noun.clone(),
            None if which == 0 => plural_noun("people of the place", "moradores do lugar"),
            None => plural_noun("others", "outros"),
        }
    }
}

fn plural_noun(english: &str, portuguese: &str) -> Noun {
    let noun = Noun::count([english; 2], [portuguese; 2], Gender::Masculine);
    Noun { form: [Form::Plural; 2], ..noun }
}

fn fall(theme: &Theme, rng: &mut Stream) -> Fall {
    let mut fits = story_rows("fall");
    fits.retain(|row| row[1].split(',').any(|t| t == theme.id));
    let row = rng.pick(&fits).cloned().unwrap_or_default();
    let kind = row.get(2).copied().unwrap_or("sealed").to_owned();
    Fall { kind, text: both(&row, 3), years: rng.between(12, 240) as u32 }
}

/// The relic of the place; without one, what is most valuable, magic before gold.
fn object(world: &World<'_>) -> Option<Object> {
    let mut best: Option<(bool, u32, RoomId, usize)> = None;
    let mut parcels = world.rooms.iter().flat_map(|r| r.room.contents.parcels.iter().map(|p| (r.id(), p)));
    let relic = parcels.find(|(_, parcel)| Relic::named(&parcel.name).is_some());
    if let Some((room, parcel)) = relic {
        return Some(Object { noun: parcel_noun(&parcel.name), room });
    }
    for facts in &world.rooms {
        for (i, parcel) in facts.room.contents.parcels.iter().enumerate() {
            let new = (!parcel.rarity.is_empty(), parcel.gold, facts.id(), i);
            if best.is_none_or(|old| (new.0, new.1) > (old.0, old.1)) {
                best = Some(new);
            }
        }
    }
    let (magic, _, room, parcel) = best?;
    let name = &world.room(room)?.room.contents.parcels.get(parcel)?.name;
    let known = || item_by_portuguese(name).unwrap_or_else(|| item_noun(name));
    let noun = if magic { known() } else { parcel_noun(name) };
    Some(Object { noun, room })
}

/// The noun of a parcel that is named with its article: `a silver goblet`.
pub(crate) fn parcel_noun(name: &str) -> Noun {
    let (article, rest) = name.split_once(' ').unwrap_or(("", name));
    let form = match article {
        "a" | "an" | "um" | "uma" => Form::Count,
        _ => Form::Plural,
    };
    let (rest, form) = if form == Form::Count { (rest, form) } else { (name, Form::Plural) };
    let feminine = article == "uma" || rest.split(' ').next().is_some_and(|w| w.ends_with("as"));
    let gender = if feminine { Gender::Feminine } else { Gender::Masculine };
    Noun { form: [form; 2], ..Noun::count([rest; 2], [rest; 2], gender) }
}

fn leader(world: &World<'_>, has_object: bool, rng: &mut Stream) -> Option<Leader> {
    let (facts, group) =
        world.rooms.iter().find_map(|r| Some((r, r.groups.iter().find(|g| g.monsters.boss)?)))?;
    let sort = group.sort;
    let named = sort.talks();
    let kind = if matches!(sort, Sort::Folk) { "name" } else { "dread" };
    let mut names = story_rows(kind);
    // A medusa is never called by a man's name.
    let fixed = gender_of(&group.monsters.name);
    names.retain(|row| fixed.is_none_or(|fixed| gender(row[1]) == fixed));
    let row = rng.pick(&names).cloned().unwrap_or_default();
    let stat = crate::lexicon::names::monster_noun(&group.monsters.name, None);
    // The gender of the noun is that of a creature that is only ever one of them.
    let either =
        crate::lexicon::names::portuguese(crate::lexicon::names::english_monster(&group.monsters.name))
            .is_some_and(|n| n.feminine.is_some());
    let own = row.get(1).map_or(Gender::Masculine, |g| gender(g));
    let fits = |row: &&Vec<&str>| row[1].split(',').filter_map(Sort::read).any(|s| s == sort);
    let rows = story_rows(if named { "aim" } else { "nature" });
    let mut aims: Vec<&Vec<&str>> = rows.iter().filter(fits).collect();
    if !has_object && aims.iter().any(|r| !r[2].contains(" o]")) {
        aims.retain(|r| !r[2].contains(" o]"));
    }
    let aim = rng.pick(&aims).map(|r| both(r, 2)).unwrap_or_default();
    Some(Leader {
        room: facts.id(),
        stat: group.monsters.name.clone(),
        gender: fixed.unwrap_or(if either || named { own } else { stat.gender }),
        name: named.then(|| row.get(2).copied().unwrap_or("Corvin Hask").to_owned()),
        aim,
        talks: named,
    })
}

/// The faction of the leader first, then the largest of the others.
fn factions(world: &World<'_>, leader: Option<RoomId>) -> [Option<Faction>; 2] {
    let mut found: BTreeMap<&str, Faction> = BTreeMap::new();
    let mut first: Option<&str> = None;
    for facts in &world.rooms {
        for group in facts.groups.iter().filter(|g| !g.monsters.faction.is_empty()) {
            let name = group.monsters.faction.as_str();
            if Some(facts.id()) == leader && first.is_none() {
                first = Some(name);
            }
            if group.monsters.role == Some(Role::Beast) {
                continue;
            }
            let faction = found.entry(name).or_insert_with(|| Faction {
                name: name.to_owned(),
                noun: faction_noun(name),
                home: Vec::new(),
                heads: 0,
                talks: false,
            });
            faction.heads += group.monsters.count;
            faction.talks |= group.sort.talks();
            if faction.home.last() != Some(&facts.id()) {
                faction.home.push(facts.id());
            }
        }
    }
    let leading = first.and_then(|name| found.remove(name));
    let other = found.into_values().max_by_key(|f| (f.heads, std::cmp::Reverse(f.home.first().copied())));
    [leading, other]
}

/// `the restless dead`, `os mortos inquietos`: the article gives gender and number.
fn faction_noun(name: &str) -> Noun {
    let (article, rest) = name.split_once(' ').unwrap_or(("the", name));
    let (gender, form) = match article {
        "o" => (Gender::Masculine, Form::Count),
        "a" => (Gender::Feminine, Form::Count),
        "as" => (Gender::Feminine, Form::Plural),
        _ => (Gender::Masculine, Form::Plural),
    };
    let rest = if ["the", "o", "a", "os", "as"].contains(&article) { rest } else { name };
    Noun { form: [Form::Plural, form], ..Noun::count([rest; 2], [rest; 2], gender) }
}

/// Somebody in a cell, where there are cells and somebody with hands to keep them.
fn captive(world: &World<'_>, leader: Option<&Leader>, rng: &mut Stream) -> Option<Captive> {
    use mapkiln_maps::plan::ThingKind::{Cage, Manacles, Stocks};
    let holds =
        |r: &&super::RoomFacts<'_>| r.things.iter().any(|t| matches!(t.kind, Cage | Manacles | Stocks));
    // Nobody stays where nobody keeps them.
    let kept = |r: &&super::RoomFacts<'_>| r.is_locked() || r.groups.iter().any(|g| g.sort.has_hands());
    let mut cells = world.rooms.iter().filter(holds).filter(kept);
    let room = cells.find(|r| Some(r.id()) != leader.map(|l| l.room))?;
    let keepers = world.rooms.iter().flat_map(|r| &r.groups).any(|g| g.sort.has_hands());
    let mut names = story_rows("name");
    names.retain(|row| row[1] == "m" && leader.is_none_or(|l| l.name.as_deref() != Some(row[2])));
    let name = rng.pick(&names)?[2].to_owned();
    let roles = story_rows("role");
    let role = both(rng.pick(&roles)?, 1);
    keepers.then(|| Captive { name, role, room: room.id() })
}
