//! The texts of a game master's map that players may not read, and how to find them in bytes.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::AnyMap;
use mapkiln_maps::plan::{DoorKind, Plan, RoomTag, ThingKind, Trap};

use crate::Against;

/// Shorter texts are words of every file.
const SHORTEST: usize = 5;

/// Texts to look for, lower case, by their first bytes.
pub(super) struct Secrets {
    by_start: BTreeMap<[u8; 4], Vec<Vec<u8>>>,
    count: usize,
}

impl Secrets {
    pub(super) fn of(against: &Against<'_>) -> Self {
        let mut texts = BTreeSet::new();
        match against.map {
            AnyMap::Plan(plan) => plan_texts(plan, &mut texts),
            AnyMap::LevelGraph(graph) => {
                texts.insert(graph.grammar.clone());
                texts.extend(graph.nodes.iter().flat_map(|n| [n.kind.clone(), n.mark.clone()]));
            }
            AnyMap::Floor(floor) => texts.extend(floor.things.iter().map(|t| t.name.clone())),
            _ => {}
        }
        texts.extend(against.origin.map(|origin| origin.seed.to_string()).filter(|s| s.len() > 7));
        let public = public(against.map);
        let mut secrets = Secrets { by_start: BTreeMap::new(), count: 0 };
        for text in texts.iter().flat_map(|text| pieces(text)).collect::<BTreeSet<String>>() {
            let text = text.to_lowercase();
            if text.len() >= SHORTEST && !public.contains(&text) {
                secrets.add(&text);
            }
        }
        secrets
    }

    /// Adds a text as it stands, as JSON writes it and as XML writes it.
    fn add(&mut self, text: &str) {
        self.count += 1;
        let json = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let xml = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        for form in BTreeSet::from([text.to_owned(), json, xml]) {
            let bytes = form.into_bytes();
            if let Some(start) = bytes.first_chunk::<4>() {
                self.by_start.entry(*start).or_default().push(bytes);
            }
        }
    }

    /// How many texts there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The texts that stand in some bytes as whole words, each with its first place.
    pub(super) fn find(&self, bytes: &[u8]) -> BTreeMap<String, usize> {
        let lower = String::from_utf8_lossy(bytes).to_lowercase().into_bytes();
        let letter =
            |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
        let mut found = BTreeMap::new();
        for (at, start) in lower.windows(4).enumerate() {
            // Words begin after something that is no letter.
            if at > 0 && letter(lower.get(at - 1)) {
                continue;
            }
            let Ok(start) = <[u8; 4]>::try_from(start) else { continue };
            for text in self.by_start.get(&start).into_iter().flatten() {
                if lower[at..].starts_with(text) && !letter(lower.get(at + text.len())) {
                    found.entry(String::from_utf8_lossy(text).into_owned()).or_insert(at);
                }
            }
        }
        found
    }
}

/// A text, and each of its sentences.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![text.trim().to_owned()];
    if text.len() > 60 {
        let sentences = text.split(['.', '!', '?', ';']).map(str::trim);
        pieces.extend(sentences.filter(|s| s.len() >= 20).map(str::to_owned));
    }
    pieces
}

fn plan_texts(plan: &Plan, texts: &mut BTreeSet<String>) {
    let trap = |trap: &Trap, texts: &mut BTreeSet<String>| {
        texts.extend([&trap.name, &trap.trigger, &trap.effect].map(String::clone));
    };
    texts.insert(plan.story.clone());
    texts.extend(plan.front.iter().map(|entry| entry.text.clone()));
    texts.extend(plan.keys.iter().map(|key| key.name.clone()));
    texts.extend(plan.wandering.iter().flat_map(|m| [m.name.clone(), m.faction.clone()]));
    for room in plan.rooms() {
        let contents = &room.contents;
        texts.insert(room.kind.clone());
        texts.extend([&room.description.aloud, &room.description.secret].map(String::clone));
        texts.extend(room.description.entries.iter().map(|entry| entry.text.clone()));
        texts.extend(contents.monsters.iter().flat_map(|m| [m.name.clone(), m.faction.clone()]));
        texts.extend(contents.parcels.iter().map(|parcel| parcel.name.clone()));
        texts.extend(contents.furniture.iter().cloned());
        contents.traps.iter().for_each(|t| trap(t, texts));
        texts.extend(room.tags.iter().filter_map(|tag| match tag {
            RoomTag::Other(word) => Some(word.clone()),
            _ => None,
        }));
    }
    for level in &plan.levels {
        level.corridors.iter().flat_map(|c| &c.traps).for_each(|t| trap(t, texts));
        for door in &level.doors {
            if let DoorKind::Trapped { trap: on_door } = &door.kind {
                trap(on_door, texts);
            }
        }
    }
}

/// What anybody may read: the title and the names of levels, and every word that such files are
/// made of, whatever the map.
fn public(map: &AnyMap) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = WORDS.iter().map(|w| (*w).to_owned()).collect();
    for kind in ThingKind::ALL {
        for language in [mapkiln_maps::Language::English, mapkiln_maps::Language::Portuguese] {
            words.insert(kind.name(language).to_lowercase());
        }
        words.extend(serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)));
    }
    if let AnyMap::Plan(plan) = map {
        let open = plan.levels.iter().map(|l| &l.name).chain(&plan.credits).chain([&plan.title]);
        let open: Vec<String> = open.map(|text| text.to_lowercase()).collect();
        // A name that stands in the title is no secret any more.
        let mut texts = BTreeSet::new();
        plan_texts(plan, &mut texts);
        let told = texts.into_iter().map(|t| t.to_lowercase()).filter(|t| t.len() >= SHORTEST);
        words.extend(told.filter(|t| open.iter().any(|o| o.contains(t.as_str()))));
    }
    words
}

/// The names of fields and values in documents and files for players.
const WORDS: &[&str] = &[
    "altar",
    "barred",
    "cells",
    "circle",
    "colour",
    "corridor",
    "corridors",
    "cross",
    "doors",
    "edges",
    "entrance",
    "entrances",
    "facing",
    "features",
    "floor",
    "forks",
    "height",
    "joins",
    "layer",
    "layers",
    "level",
    "levels",
    "light",
    "lights",
    "locked",
    "nodes",
    "north",
    "octagon",
    "outline",
    "passage",
    "pillar",
    "polygon",
    "portals",
    "portcullis",
    "rectangle",
    "rooms",
    "rubble",
    "shape",
    "south",
    "stairs",
    "statue",
    "things",
    "tiles",
    "title",
    "walls",
    "water",
    "width",
    "arrow",
    "black",
    "white",
    "image",
    "chest",
];
