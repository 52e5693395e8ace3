//! Several dungeons beside one another: candidates that differ, and a generation of the thesis.

use mapkiln_core::{Event, Run, Seed};
use mapkiln_dungeon::DungeonSpec;
#[cfg(feature = "everything")]
use mapkiln_dungeon::classic::ClassicSpec;
use mapkiln_edit::Measures;
use mapkiln_maps::AnyMap;
use serde_json::{Value, json};

use crate::Failure;
use crate::document::{Doc, read_spec};
use crate::drawing::{self, Sight};
use crate::makers::Watch;

/// The most candidates at once.
const MOST_CANDIDATES: usize = 12;
/// The largest generation that is drawn.
#[cfg(feature = "everything")]
const MOST_MEMBERS: usize = 24;

/// Several dungeons of one spec and seed that differ in kind, with their pictures.
pub(crate) fn candidates(doc: &Doc, count: usize, sight: &Sight, watch: Watch<'_>) -> Result<Value, Failure> {
    if doc.spec.get("maker") != Some(&json!("dungeon")) {
        return Err(Failure::wish("candidates are for dungeons only"));
    }
    if !(1..=MOST_CANDIDATES).contains(&count) {
        return Err(Failure::wish(format!("from 1 to {MOST_CANDIDATES} candidates, not {count}")));
    }
    let spec: DungeonSpec = read_spec(&doc.spec)?;
    let spec = DungeonSpec { candidate: None, reroll: None, ..spec };
    let mut run = Run::new(Seed::from(doc.seed.as_str())).with_observer(|event| {
        if let Event::Progress { stage, done, total } = event {
            watch(&json!({ "event": "progress", "stage": stage, "done": done, "total": total }).to_string());
        }
    });
    let theme = spec.theme_for(&run.seed).id.clone();
    let made = spec.make_candidates(count, &mut run)?;
    let mut list = Vec::new();
    for (n, one) in made.into_iter().enumerate() {
        let measures = Measures::of(&one.map);
        let title = one.map.title.clone();
        let picture = drawing::svg(&AnyMap::Plan(one.map), Some(&theme), sight)?;
        list.push(
            json!({ "number": n + 1, "of": count, "title": title, "measures": measures, "svg": picture }),
        );
    }
    Ok(list.into())
}

/// The last generation of a classic dungeon, best first, as the thesis shows it.
#[cfg(feature = "everything")]
pub(crate) fn population(doc: &Doc, sight: &Sight) -> Result<Value, Failure> {
    if doc.spec.get("maker") != Some(&json!("classic-dungeon")) {
        return Err(Failure::wish("only classic dungeons have a population to show"));
    }
    let spec: ClassicSpec = read_spec(&doc.spec)?;
    let members = spec.layout.population;
    if members > MOST_MEMBERS {
        return Err(Failure::wish(format!(
            "a population of {members} is not drawn; {MOST_MEMBERS} is the most"
        )));
    }
    let mut run = Run::new(Seed::from(doc.seed.as_str())).with_parallel(false);
    let made = ClassicSpec { rank: 1, ..spec }.make_selection(&mut run)?;
    let mut list = Vec::new();
    for (n, one) in made.into_iter().enumerate() {
        let rooms = one.map.rooms().count();
        let corridors: usize =
            one.map.levels.iter().map(|l| l.corridors.iter().map(|c| c.cells.len()).sum::<usize>()).sum();
        let picture = drawing::svg(&AnyMap::Plan(one.map), None, sight)?;
        list.push(json!({ "rank": n + 1, "rooms": rooms, "corridor_cells": corridors, "svg": picture }));
    }
    Ok(list.into())
}
