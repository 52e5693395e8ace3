//! Mistakes of spelling: names, letters and numbers that cannot be meant.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::world::ART;

use super::{Lint, TileSetFinding, TileSetFindingKind};
use crate::model::Model;
use crate::solve::Job;
use crate::{Constraint, Periodic, TileSet, Topology, constraint};

/// Looks at the set's own constraints, at its edges and at its names.
pub(super) fn spelling(set: &TileSet, model: &Model, lint: &mut Lint) {
    let mut note = |message: String, advice: String| {
        lint.findings.push(TileSetFinding { kind: TileSetFindingKind::Spelling, message, advice });
    };
    let layers = if model.shape() == crate::CellShape::Layers { 4 } else { 1 };
    if let Ok(topology) = Topology::new(model.shape(), 64, 64, layers, Periodic::default()) {
        for (number, one) in set.constraints.iter().enumerate() {
            let at = format!("[[constraint]] entry {} ({})", number + 1, one.kind());
            let build = |one: &Constraint| {
                constraint::build(model, &topology, std::slice::from_ref(one), &mut Job::default())
            };
            if let Err(error) = build(one) {
                note(format!("{at}: {error}"), String::new());
            }
            // Numbers that cannot hold would hide a misspelt name.
            if let Constraint::Count { tiles, min, max: Some(max) } = one
                && min > max
                && let Err(error) = build(&Constraint::Count { tiles: tiles.clone(), min: *min, max: None })
            {
                note(format!("{at}: {error}"), String::new());
            }
        }
    }
    let mut lengths: BTreeMap<usize, &str> = BTreeMap::new();
    for tile in &set.tiles {
        for edge in tile.edges.iter().take(set.shape.turns()) {
            lengths.entry(edge.chars().count()).or_insert(&tile.name);
        }
    }
    if lengths.len() > 1 {
        let all: Vec<String> = lengths.iter().map(|(n, tile)| format!("{n} in {tile}")).collect();
        note(
            format!("edges have different numbers of letters ({}), so they never fit", all.join(", ")),
            "give all edges the same number of letters".to_owned(),
        );
    }
    if !set.labels.is_empty() {
        let mut missing: BTreeMap<char, &str> = BTreeMap::new();
        for tile in &set.tiles {
            for letter in tile.edges.iter().flat_map(|edge| edge.chars()) {
                if !set.labels.contains_key(letter.encode_utf8(&mut [0; 4])) {
                    missing.entry(letter).or_insert(&tile.name);
                }
            }
        }
        for (letter, tile) in missing {
            note(
                format!("the letter `{letter}` in the edges of {tile} has no label"),
                format!("correct the edge, or say under [labels] what `{letter}` is"),
            );
        }
    }
    grounds(set, &mut note);
    label_grounds(set, &mut note);
    art(set, &mut note);
}

/// Drawings that do not exist.
fn art(set: &TileSet, note: &mut impl FnMut(String, String)) {
    let labels = set.labels.iter().map(|(letter, l)| (format!("the label `{letter}`"), l.art.as_str()));
    let tiles = set.tiles.iter().filter_map(|t| Some((t.name.clone(), t.art.as_deref()?)));
    for (owner, name) in labels.chain(tiles) {
        if !name.is_empty() && !ART.contains(&name) {
            let near = ART.iter().find(|other| is_near(name, other));
            let advice = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write one of {}", ART.join(", ")),
            };
            note(format!("nothing is drawn for the art `{name}` of {owner}"), advice);
        }
    }
}

/// Grounds that look like another one misspelt.
fn grounds(set: &TileSet, note: &mut impl FnMut(String, String)) {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for name in set.labels.values().map(|l| l.ground.as_str()) {
        *known.entry(name).or_default() += 2;
    }
    for name in set.tiles.iter().filter_map(|t| t.ground.as_deref()) {
        *known.entry(name).or_default() += 1;
    }
    let names: BTreeSet<&str> = set.tiles.iter().map(|t| t.name.as_str()).collect();
    for tile in &set.tiles {
        let Some(ground) = tile.ground.as_deref().filter(|g| known.get(g) == Some(&1) && !names.contains(g))
        else {
            continue;
        };
        let near = known.keys().chain(&names).find(|other| **other != ground && is_near(ground, other));
        if let Some(near) = near {
            note(
                format!("the ground `{ground}` of {} occurs nowhere else", tile.name),
                format!("did you mean `{near}`?"),
            );
        }
    }
}

/// Grounds of labels that look like another label's or like one that a drawing knows.
fn label_grounds(set: &TileSet, note: &mut impl FnMut(String, String)) {
    let tiles: BTreeSet<&str> =
        set.tiles.iter().flat_map(|t| t.ground.as_deref().into_iter().chain([t.name.as_str()])).collect();
    for (letter, label) in &set.labels {
        let ground = label.ground.as_str();
        let others =
            || set.labels.iter().filter(|(other, _)| *other != letter).map(|(_, l)| l.ground.as_str());
        if ground.is_empty() || tiles.contains(ground) || others().any(|other| other == ground) {
            continue;
        }
        let near = others().chain(tiles.iter().copied()).chain(COMMON).find(|other| is_near(ground, other));
        if let Some(near) = near.filter(|_| !COMMON.contains(&ground)) {
            note(
                format!("the ground `{ground}` of the label `{letter}` occurs nowhere else"),
                format!("did you mean `{near}`?"),
            );
        }
    }
}

/// Grounds that most sets have and that pictures know.
const COMMON: [&str; 21] = [
    "land", "hill", "deck", "grass", "water", "sand", "forest", "rock", "snow", "road", "street", "house",
    "field", "floor", "wall", "stone", "earth", "marsh", "bridge", "stream", "room",
];

/// Does one letter too many, too few or wrong make one of the other?
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 || a.len().min(b.len()) < 3 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let rest = |list: &[char], from: usize| list.get(from..).unwrap_or_default().to_vec();
    rest(&a, same + 1) == rest(&b, same + 1)
        || rest(&a, same) == rest(&b, same + 1)
        || rest(&a, same + 1) == rest(&b, same)
}

/// Fields that nothing reads.
pub(super) fn unread_fields(set: &TileSet) -> Vec<&str> {
    let mut read: BTreeSet<&str> = BTreeSet::new();
    read.extend(set.steps.iter().map(|s| s.field.as_str()));
    read.extend(set.cover.iter().map(|c| c.field.as_str()));
    read.extend(set.regions.iter().map(|r| r.field.as_str()));
    read.extend(set.rooms.iter().filter_map(|r| r.within.as_deref()));
    for network in &set.networks {
        read.extend(network.cost.iter().map(|c| c.field.as_str()));
        read.extend(network.side.iter().filter_map(|s| s.near.as_deref()));
    }
    for field in set.field.values() {
        read.extend(field.add.iter().chain(&field.max).chain(&field.min).map(String::as_str));
    }
    set.field.keys().map(String::as_str).filter(|name| !read.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_found_and_advice_closes_holes() {
        let toml = |tail: &str| {
            format!(
                "name = \"x\"\n[labels]\nG = {{ ground = \"grass\" }}\n[[tile]]\nname = \"lawn\"\n\
                 edges = [\"GG\", \"GG\", \"GG\", \"GG\"]\nground = \"grass\"\n{tail}"
            )
        };
        let found = |tail: &str| {
            let set = TileSet::from_toml(&toml(tail)).unwrap();
            crate::lint(&set).unwrap().to_string()
        };
        assert!(!found("").contains("spelling"));
        let grss = "[[tile]]\nname = \"b\"\nedges = [\"GG\", \"GG\", \"GG\", \"GG\"]\nground = \"grss\"\n";
        assert!(found(grss).contains("did you mean `grass`"), "{}", found(grss));
        let wod = "[[tile]]\nname = \"b\"\nedges = [\"GG\", \"GG\", \"GG\", \"GG\"]\nground = \"grass\"\nart = \"wod\"\n";
        assert!(found(wod).contains("did you mean `wood`"), "{}", found(wod));
        let long = "[[tile]]\nname = \"b\"\nedges = [\"GGG\", \"GG\", \"GG\", \"GG\"]\n";
        assert!(found(long).contains("different numbers of letters"));
        let letter = "[[tile]]\nname = \"b\"\nedges = [\"GX\", \"GG\", \"GG\", \"GG\"]\n";
        assert!(found(letter).contains("the letter `X`"));
        let name = "[[constraint]]\ncount = { tiles = \"lawm\", min = 1 }\n";
        assert!(found(name).contains("no tile or kind `lawm`"));
        let bounds = "[[constraint]]\ncount = { tiles = \"lawn\", min = 5, max = 2 }\n";
        assert!(found(bounds).contains("cannot both hold"));
        let both = "[[constraint]]\ncount = { tiles = \"lawm\", min = 5, max = 2 }\n";
        assert!(
            found(both).contains("cannot both hold") && found(both).contains("`lawm`"),
            "{}",
            found(both)
        );
        let set = TileSet::from_toml(
            "name = \"x\"\n[labels]\nG = { ground = \"grss\" }\n[[tile]]\nname = \"lawn\"\nedges = [\"GG\", \"GG\", \"GG\", \"GG\"]\n",
        )
        .unwrap();
        assert!(crate::lint(&set).unwrap().to_string().contains("did you mean `grass`"));
        assert!(is_near("grss", "grass") && is_near("grasss", "grass") && is_near("grasp", "grass"));
        assert!(!is_near("sand", "grass") && !is_near("rock", "road"));
    }
}
