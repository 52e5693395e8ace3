//! The tiles of a world are those of its set: their edges, their ground, their height.

use std::collections::{BTreeMap, BTreeSet};

use super::tileset::{Tile, taken_apart, turned};
use super::{tile_set, world};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(world) = world(case) else { return };
    let Some(set) = tile_set(case, look) else { return };
    let language = look.language;
    look.saw(world.palette.len());
    if set.shape != world.shape {
        look.error(
            Place::field("shape"),
            say!(
                language,
                "the cells have another shape than the tile set's",
                "as células têm outra forma que as do conjunto"
            ),
        );
        return;
    }
    let mut seen = BTreeSet::new();
    for tile in &world.palette {
        if !seen.insert(&tile.name) {
            let name = &tile.name;
            look.error(
                Place::field("palette"),
                say!(language, "the palette has {name} twice", "a paleta tem {name} duas vezes"),
            );
        }
    }
    if set.sample.is_some() {
        return;
    }
    let by_name: BTreeMap<&str, &Tile> = set.tiles.iter().map(|t| (t.name.as_str(), t)).collect();
    for tile in world.palette.iter().filter(|tile| !tile.is_nothing()) {
        let name = &tile.name;
        let (base, mirrored, turns) = taken_apart(name);
        let Some(meant) = by_name.get(name.as_str()).or_else(|| by_name.get(base)) else {
            look.error(
                Place::field("palette"),
                say!(language, "the set has no tile {name}", "o conjunto não tem a peça {name}"),
            );
            continue;
        };
        let whole = meant.name == *name;
        let may_turn = whole || ((turns == 0 || meant.turns) && (!mirrored || meant.mirror));
        if !may_turn {
            look.error(
                Place::field("palette"),
                say!(
                    language,
                    "{name} is turned in a way that its tile may not be",
                    "{name} está virada de um modo que sua peça não pode"
                ),
            );
        }
        let edges =
            if whole { meant.edges.clone() } else { turned(set.shape, &meant.edges, mirrored, turns) };
        let mut differs = |what: &str, yes: bool| {
            if yes {
                look.error(
                    Place::field("palette"),
                    say!(
                        language,
                        "the {what} of {name} is not what the set says",
                        "{name}: {what} difere do que o conjunto diz"
                    ),
                );
            }
        };
        differs("edges", edges != tile.edges);
        differs("height", meant.height != tile.height);
        differs("kinds", meant.kinds != tile.kinds);
        differs("empty", meant.empty != tile.empty);
        let (ground, step, sight) = set.ground(meant);
        differs("ground", ground != tile.ground.name);
        differs("blocks_step", step != tile.ground.blocks_step);
        differs("blocks_sight", sight != tile.ground.blocks_sight);
    }
}
