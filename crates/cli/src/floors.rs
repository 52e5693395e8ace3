//! Any map file as a floor, for the commands that walk and look.

use std::path::Path;

use mapkiln::AnyMap;
use mapkiln::draw::iso::Projection;
use mapkiln::floor::Floor;
use mapkiln::grammar::{check_layout, lay_out};

use crate::failure::Failure;
use crate::reading::read_map;

/// Reads a map as a floor: a level of a plan (counted from 1), a world, a floor or a level graph.
pub(crate) fn read_floor(path: &Path, level: usize) -> Result<Floor, Failure> {
    let stored = read_map(path, true)?;
    match stored.map {
        AnyMap::Plan(plan) => level.checked_sub(1).and_then(|l| plan.floor(l)).ok_or_else(|| {
            let count = plan.levels.len();
            Failure::usage(format!("there is no level {level}; the plan has {count}, numbered from 1"))
        }),
        AnyMap::Floor(floor) => Ok(floor),
        AnyMap::World(world) => Ok(world.floor()),
        AnyMap::LevelGraph(graph) => {
            check_layout(&graph)
                .map_err(|problem| Failure::usage(format!("{}: {problem}", path.display())))?;
            // A graph is laid out with the seed it was made from.
            let seed = stored.origin.map_or_else(|| "level".into(), |o| o.seed);
            let floor = lay_out(&graph, seed).floor(0);
            floor.ok_or_else(|| Failure::usage("this level has no rooms to walk in"))
        }
        other => Err(Failure::usage(format!("a {} has no floor to walk on", other.kind()))),
    }
}

/// A projection by its name.
pub(crate) fn projection(text: &str) -> Result<Projection, String> {
    match text {
        "isometric" | "diamond" => Ok(Projection::Diamond),
        "top-down" => Ok(Projection::TopDown),
        "staggered" => Ok(Projection::Staggered),
        _ => Err("write top-down, isometric or staggered".to_owned()),
    }
}
