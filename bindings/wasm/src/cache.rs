//! Maps made lately, so that a document can be named again at no cost.

use std::rc::Rc;

use mapkiln_core::{Origin, Report, Seed};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_edit::{Edit, apply};
use mapkiln_maps::AnyMap;

use crate::Failure;
use crate::document::{Doc, read_map, read_spec};
use crate::makers::{self, Watch};

/// How many maps are remembered.
const KEPT: usize = 32;

/// A map with all that is known of it.
pub(crate) struct Kept {
    pub(crate) map: AnyMap,
    /// What made it; none if it came from elsewhere or was edited.
    pub(crate) origin: Option<Origin>,
    pub(crate) report: Option<Report>,
    /// What re-rolls and edits need.
    pub(crate) spec: DungeonSpec,
}

/// The maps made lately, the newest last.
#[derive(Default)]
pub(crate) struct Cache(Vec<(String, Rc<Kept>)>);

impl Cache {
    /// The map of a document: remembered, changed from the longest remembered beginning, or made.
    pub(crate) fn get(&mut self, doc: &Doc, watch: Watch<'_>) -> Result<Rc<Kept>, Failure> {
        doc.check()?;
        let base = doc.base_key();
        let key = |edits: &[Edit]| {
            let edits: Vec<String> = edits.iter().filter_map(|e| serde_json::to_string(e).ok()).collect();
            format!("{base}\u{0}{}", edits.join(","))
        };
        let known = (0..=doc.edits.len()).rev().find_map(|n| Some((n, self.find(&key(&doc.edits[..n]))?)));
        let (mut done, mut kept) = match known {
            Some(known) => known,
            None => {
                let made = Rc::new(make(doc, watch)?);
                self.put(key(&[]), Rc::clone(&made));
                (0, made)
            }
        };
        while done < doc.edits.len() {
            let edit = &doc.edits[done];
            let AnyMap::Plan(plan) = &kept.map else {
                return Err(Failure::wish("only dungeons can be edited"));
            };
            let changed = apply(plan, &kept.spec, edit)?;
            done += 1;
            kept = Rc::new(Kept {
                map: changed.into(),
                origin: None,
                report: kept.report.clone(),
                spec: kept.spec.clone(),
            });
            self.put(key(&doc.edits[..done]), Rc::clone(&kept));
        }
        Ok(kept)
    }

    fn find(&mut self, key: &str) -> Option<Rc<Kept>> {
        let place = self.0.iter().position(|(known, _)| known == key)?;
        let entry = self.0.remove(place);
        let kept = Rc::clone(&entry.1);
        self.0.push(entry);
        Some(kept)
    }

    fn put(&mut self, key: String, kept: Rc<Kept>) {
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        self.0.push((key, kept));
    }
}

fn make(doc: &Doc, watch: Watch<'_>) -> Result<Kept, Failure> {
    let spec = dungeon_spec(doc);
    if let Some(text) = &doc.map {
        return Ok(Kept { map: read_map(text.get())?, origin: None, report: None, spec });
    }
    let made = makers::make(&doc.spec, &doc.seed, watch)?;
    Ok(Kept { map: made.map, origin: Some(made.origin), report: Some(made.report), spec })
}

/// The dungeon spec that edits refer to, with the theme that the seed chose.
fn dungeon_spec(doc: &Doc) -> DungeonSpec {
    let mut spec: DungeonSpec = read_spec(&doc.spec).unwrap_or_default();
    let theme = spec.theme_for(&Seed::from(doc.seed.as_str())).id.clone();
    spec.theme = Some(theme);
    spec
}
