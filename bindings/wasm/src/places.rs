//! Places to walk in: an endless world, or any map that has a floor, chunk by chunk.

use std::rc::Rc;

use mapkiln::floor::{Floor, FloorDoor, Ground};
use mapkiln::grammar::{check_layout, lay_out};
use mapkiln::tiles::{CHUNK, CellShape, EndlessWorld, TileSet};
use mapkiln_core::{Point, Seed};
use mapkiln_maps::AnyMap;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cache::{Cache, Kept};
use crate::document::Doc;
use crate::{Failure, Reply};

/// Layers of endless worlds that have any.
const LAYERS: u32 = 5;
/// Ground of cells outside a finite map.
const OUTSIDE: u8 = 255;
/// How many places are remembered.
const KEPT: usize = 4;

/// Which place.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum PlaceOf {
    Endless {
        /// A shipped tile set.
        set: String,
        seed: String,
    },
    Map {
        doc: Box<Doc>,
        /// The level of a plan, from 0.
        #[serde(default)]
        level: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceWish {
    place: PlaceOf,
    #[serde(default)]
    x: i32,
    #[serde(default)]
    y: i32,
}

enum Walked {
    Endless(Box<EndlessWorld>),
    Map(Rc<Kept>, usize, Floor),
}

/// The places asked for lately, the newest last.
#[derive(Default)]
pub(crate) struct Places(Vec<(String, Rc<Walked>)>);

impl Places {
    fn get(&mut self, of: &PlaceOf, maps: &mut Cache) -> Result<Rc<Walked>, Failure> {
        let key = match of {
            PlaceOf::Endless { set, seed } => format!("{set}\u{0}{seed}"),
            PlaceOf::Map { doc, level } => format!("{level}\u{0}{}\u{0}{}", doc.base_key(), doc.edits_key()),
        };
        if let Some(at) = self.0.iter().position(|(known, _)| *known == key) {
            let entry = self.0.remove(at);
            self.0.push(entry);
        } else {
            let made = match of {
                PlaceOf::Endless { set, seed } => Walked::Endless(Box::new(endless(set, seed)?)),
                PlaceOf::Map { doc, level } => {
                    let kept = maps.get(doc, &mut |_| {})?;
                    let floor = floor_of(&kept, *level, &doc.seed)?;
                    Walked::Map(kept, *level, floor)
                }
            };
            if self.0.len() >= KEPT {
                self.0.remove(0);
            }
            self.0.push((key, Rc::new(made)));
        }
        self.0
            .last()
            .map(|(_, place)| Rc::clone(place))
            .ok_or_else(|| Failure::wish("there is no such place"))
    }

    /// What a place is made of, and what stands in it.
    pub(crate) fn place(&mut self, wish: &PlaceWish, maps: &mut Cache) -> Result<Value, Failure> {
        Ok(match &*self.get(&wish.place, maps)? {
            Walked::Endless(world) => {
                let floor = world.chunk(0, 0)?.floor();
                json!({ "side": CHUNK, "size": null, "grounds": floor.palette, "rises": floor.height.is_some() })
            }
            Walked::Map(kept, level, floor) => json!({
                "side": CHUNK,
                "size": [floor.ground.width(), floor.ground.height()],
                "grounds": floor.palette,
                "rises": floor.height.is_some(),
                "entrances": floor.entrances,
                "things": floor.things,
                "doors": doors(floor.doors.iter()),
                "furniture": furniture(&kept.map, *level),
                "theme": kept.spec.theme,
            }),
        })
    }

    /// A chunk: the ground of its cells, then their heights, a byte each, row by row.
    pub(crate) fn chunk(&mut self, wish: &PlaceWish, maps: &mut Cache) -> Result<Reply, Failure> {
        let place = self.get(&wish.place, maps)?;
        let side = CHUNK as i32;
        let (made, corner);
        let floor = match &*place {
            Walked::Endless(world) => {
                made = world.chunk(i64::from(wish.x), i64::from(wish.y))?.floor();
                corner = Point::default();
                &made
            }
            Walked::Map(_, _, floor) => {
                corner = Point::new(wish.x.saturating_mul(side), wish.y.saturating_mul(side));
                floor
            }
        };
        let cells = || (0..side).flat_map(|y| (0..side).map(move |x| Point::new(x, y)));
        let at = |p: Point| Point::new(corner.x.saturating_add(p.x), corner.y.saturating_add(p.y));
        let ground = |p| floor.ground.get(at(p)).map_or(OUTSIDE, |&g| u8::try_from(g).unwrap_or(0));
        let height = |p| floor.height_at(at(p)).clamp(-128, 127) as i8 as u8;
        let bytes = cells().map(ground).chain(cells().map(height)).collect();
        Ok(Reply { json: "{}".to_owned(), bytes })
    }
}

fn endless(set: &str, seed: &str) -> Result<EndlessWorld, Failure> {
    let set = TileSet::shipped(set)?;
    if set.shape == CellShape::Hexagon {
        return Err(Failure::wish(format!("{} has hexagons; choose a set of squares to walk in", set.name)));
    }
    let world = EndlessWorld::new(&set, Seed::from(seed), LAYERS)?;
    // The page keeps the chunks it shows; blocks serve the next ones.
    Ok(world.with_cache(1024))
}

/// The floor of any map that has one.
pub(crate) fn floor_of(kept: &Kept, level: usize, seed: &str) -> Result<Floor, Failure> {
    let floor = match &kept.map {
        AnyMap::Plan(plan) => plan.floor(level),
        AnyMap::Floor(floor) => Some(floor.clone()),
        AnyMap::World(world) => Some(world.floor()),
        AnyMap::LevelGraph(graph) => {
            check_layout(graph).map_err(|problem| Failure::wish(problem.to_string()))?;
            lay_out(graph, seed).floor(level)
        }
        other => return Err(Failure::wish(format!("a {} has no floor to walk on", other.kind()))),
    };
    let floor =
        floor.ok_or_else(|| Failure::wish(format!("there is no level {}", level.saturating_add(1))))?;
    if floor.palette.len() >= usize::from(OUTSIDE) {
        let most = OUTSIDE - 1;
        return Err(Failure::wish(format!("this map has more than {most} kinds of ground")));
    }
    Ok(floor)
}

/// Doors as the page draws them; secret ones are for those who find them.
fn doors<'a>(doors: impl Iterator<Item = &'a FloorDoor>) -> Vec<Value> {
    doors
        .map(|d| json!({ "at": d.at, "facing": d.facing, "edge": d.on_edge, "kind": d.kind.name() }))
        .collect()
}

fn furniture(map: &AnyMap, level: usize) -> Vec<Value> {
    let AnyMap::Plan(plan) = map else { return Vec::new() };
    let things = plan.levels.get(level).map(|l| l.things.as_slice()).unwrap_or_default();
    things
        .iter()
        .map(|t| json!({ "kind": t.kind, "at": t.at, "size": t.size, "facing": t.facing, "light": t.light.is_some() }))
        .collect()
}

/// The kinds of ground as the page needs them.
pub(crate) fn grounds(palette: &[Ground]) -> Value {
    json!(palette)
}
