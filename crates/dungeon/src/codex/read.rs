//! Reads the facts of the codex from tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use csv::StringRecord;
use mapkiln_core::Limit;
use mapkiln_maps::plan::CreatureSize;

use super::rules::Rules;
use super::table::{CsvError, Row, rows};
use super::{Codex, MagicItem, Monster, Translated, TrapKind, TrapPlace, TrapSeverity};

/// What a file added to a codex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Monsters that are new or replaced.
    pub monsters: usize,
    /// Items that are new or replaced.
    pub items: usize,
    /// Traps that are new or replaced.
    pub traps: usize,
    /// The number of all these that replaced one of the same name.
    pub replaced: usize,
}

/// The codex from the data that is part of the crate.
pub(super) fn embedded(monsters: &str, items: &str) -> Codex {
    #[derive(serde::Deserialize)]
    struct Traps {
        trap: Vec<TrapKind>,
    }
    let mut codex = Codex { monsters: Vec::new(), items: Vec::new(), traps: Vec::new() };
    for text in [monsters, items] {
        add(&mut codex, text, '\t', false).expect("the embedded facts are well-formed: see the tests");
    }
    let traps: Traps = data!("traps");
    codex.traps = traps.trap;
    codex
}

pub(super) fn add_csv(codex: &mut Codex, text: &str) -> Result<Added, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let count = text.lines().count() as u64;
    Limit::CodexRows.check(count).map_err(|e| CsvError { row: 1, problem: e.to_string() })?;
    let first = text.lines().next().unwrap_or_default();
    let separator = [',', '\t', ';'].into_iter().max_by_key(|s| first.matches(*s).count()).unwrap_or(',');
    add(codex, text, separator, true)
}

/// Finds the columns of a header by name.
struct Header {
    names: Vec<String>,
}

impl Header {
    fn get<'r>(&self, row: &'r StringRecord, name: &str) -> Option<&'r str> {
        let column = self.names.iter().position(|n| n == name)?;
        row.get(column).filter(|t| !t.is_empty())
    }
}

fn add(codex: &mut Codex, text: &str, separator: char, custom: bool) -> Result<Added, CsvError> {
    let mut rows = rows(text, separator)?.into_iter();
    let error = |row: usize, problem: String| CsvError { row, problem };
    let columns = "monsters need the columns name, cr, type (and may have xp, size, ac, hp, speed, attacks), \
                   items name, rarity (category, attunement), \
                   traps name, trigger, effect (place, severity, kind, dc, damage)";
    let first =
        rows.next().ok_or_else(|| error(1, format!("the file is empty; it needs a header: {columns}")))?;
    let header = Header { names: first.fields.iter().map(str::to_lowercase).collect() };
    let has = |name: &str| header.names.iter().any(|n| n == name);
    let what = match () {
        () if has("name") && has("cr") => What::Monsters,
        () if has("name") && has("rarity") => What::Items,
        () if has("name") && has("trigger") => What::Traps,
        () => return Err(error(1, format!("this header says neither monsters, items nor traps: {columns}"))),
    };
    let mut index = match what {
        What::Monsters => Index::of(&codex.monsters, |m| &m.name),
        What::Items => Index::of(&codex.items, |i| &i.name),
        What::Traps => Index::of(&codex.traps, |t| &t.name.english),
    };
    let mut added = Added::default();
    for Row { line: number, fields: row } in rows {
        let need = |name: &str| {
            header.get(&row, name).ok_or_else(|| {
                let who = header.get(&row, "name").unwrap_or("this row");
                error(number, format!("{who} has no {name}; write one in the column {name:?}"))
            })
        };
        let number_in = |name: &str| match header.get(&row, name) {
            None => Ok(None),
            Some(text) => text
                .parse::<u32>()
                .map(Some)
                .map_err(|_| error(number, format!("{text:?} in the column {name:?} is no whole number"))),
        };
        added.replaced += usize::from(match what {
            What::Monsters => {
                let name = need("name")?.to_owned();
                let challenge = need("cr")?.parse().map_err(|e| error(number, format!("{name}: {e}")))?;
                let monster = Monster {
                    xp: number_in("xp")?.unwrap_or_else(|| Rules::get().xp(challenge)),
                    challenge,
                    kind: need("type")?.to_lowercase(),
                    size: header.get(&row, "size").map_or(Ok(CreatureSize::Medium), |word| {
                        size_named(word).map_err(|problem| error(number, format!("{name}: {problem}")))
                    })?,
                    armour: number_in("ac")?,
                    hit_points: number_in("hp")?,
                    speed: header.get(&row, "speed").unwrap_or_default().to_owned(),
                    attacks: header.get(&row, "attacks").unwrap_or_default().to_owned(),
                    custom,
                    name,
                };
                added.monsters += 1;
                let name = monster.name.clone();
                index.put(&mut codex.monsters, monster, &name)
            }
            What::Items => {
                let item = MagicItem {
                    name: need("name")?.to_owned(),
                    rarity: need("rarity")?.parse().map_err(|e| error(number, e))?,
                    category: header.get(&row, "category").unwrap_or("wondrous item").replace('-', " "),
                    attunement: matches!(
                        header.get(&row, "attunement").map(str::to_lowercase).as_deref(),
                        Some("true" | "yes" | "1")
                    ),
                };
                added.items += 1;
                let name = item.name.clone();
                index.put(&mut codex.items, item, &name)
            }
            What::Traps => {
                let trap = TrapKind {
                    name: Translated::same(need("name")?),
                    place: match header.get(&row, "place").unwrap_or("any") {
                        "room" => TrapPlace::Room,
                        "corridor" => TrapPlace::Corridor,
                        "door" => TrapPlace::Door,
                        "any" => TrapPlace::Any,
                        other => {
                            let problem = format!("{other:?} is no place; write room, corridor, door or any");
                            return Err(error(number, problem));
                        }
                    },
                    severity: match header.get(&row, "severity").unwrap_or("dangerous") {
                        "setback" => TrapSeverity::Setback,
                        "dangerous" => TrapSeverity::Dangerous,
                        "deadly" => TrapSeverity::Deadly,
                        other => {
                            let advice = "write setback, dangerous or deadly";
                            return Err(error(number, format!("{other:?} is no severity; {advice}")));
                        }
                    },
                    trigger: Translated::same(need("trigger")?),
                    effect: Translated::same(need("effect")?),
                    kind: Translated::same(header.get(&row, "kind").unwrap_or("")),
                    needs: Vec::new(),
                    signs: Vec::new(),
                    ways: Vec::new(),
                    save: None,
                    hurts: true,
                    dc: number_in("dc")?,
                    damage: header.get(&row, "damage").map(str::to_owned),
                };
                added.traps += 1;
                let name = trap.name.english.clone();
                index.put(&mut codex.traps, trap, &name)
            }
        });
    }
    Ok(added)
}

#[derive(Clone, Copy)]
enum What {
    Monsters,
    Items,
    Traps,
}

fn size_named(word: &str) -> Result<CreatureSize, String> {
    let found = CreatureSize::ALL.into_iter().find(|size| size.name().eq_ignore_ascii_case(word));
    found.ok_or_else(|| {
        let names = CreatureSize::ALL.map(CreatureSize::name).join(", ");
        format!("{word:?} is no size; write one of {names}")
    })
}

/// Where things stand in their list, by name.
struct Index(HashMap<String, usize>);

impl Index {
    fn of<T>(things: &[T], name: impl Fn(&T) -> &String) -> Self {
        // The first of a name counts.
        let places = things.iter().enumerate().rev();
        Index(places.map(|(place, thing)| (name(thing).to_ascii_lowercase(), place)).collect())
    }

    /// Adds a thing or replaces the one of the same name, and returns whether it replaced one.
    fn put<T>(&mut self, things: &mut Vec<T>, thing: T, name: &str) -> bool {
        match self.0.entry(name.to_ascii_lowercase()) {
            Entry::Occupied(place) => {
                things[*place.get()] = thing;
                true
            }
            Entry::Vacant(place) => {
                place.insert(things.len());
                things.push(thing);
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::Edition;

    #[test]
    fn a_users_rows_are_added_and_replace() {
        let mut codex = Codex::srd(Edition::Y2024).clone();
        let added =
            codex.add_csv("Name,CR,Type,XP\nBog Thing,1/2,plant,\nGoblin King,5,fey,2000\nLich,20,undead,\n");
        assert_eq!(added, Ok(Added { monsters: 3, replaced: 1, ..Added::default() }));
        let find = |name: &str| codex.monsters.iter().find(|m| m.name == name).unwrap().xp;
        assert_eq!([find("Bog Thing"), find("Goblin King"), find("Lich")], [100, 2000, 25_000]);
        let items = codex.add_csv("name;rarity\nSpoon of Doom;very-rare\n").unwrap();
        assert_eq!(items.items, 1);
        let traps = codex.add_csv("name,trigger,effect,dc\nBees,a jar,bees everywhere,13\n").unwrap();
        assert_eq!(traps.traps, 1);
    }

    #[test]
    fn errors_name_the_row_and_say_what_to_write() {
        let error = |text: &str| Codex::srd(Edition::Y2024).clone().add_csv(text).unwrap_err();
        let missing = error("name,cr,type\nRat,0,beast\nBog Thing,,plant\n");
        assert_eq!(missing.row, 3);
        assert!(missing.to_string().contains("Bog Thing has no cr"), "{missing}");
        assert!(error("name,cr,type\nX,1/3,beast").to_string().contains("1/8"));
        assert!(error("a,b\n1,2").to_string().contains("monsters need"));
        assert!(error("name,rarity\nHat,shiny").to_string().contains("legendary"));
        assert!(error("").to_string().contains("empty"));
    }
}
