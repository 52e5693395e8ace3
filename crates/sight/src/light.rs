//! LightSource, independent of sight: what is lit, and how much of it is seen.

use mapkiln_core::{Grid, Point, map_indexed};
use mapkiln_maps::floor::{Floor, FloorThingKind};
use serde::{Deserialize, Serialize};

use crate::{CellSet, Shadowcast, Walls};

/// A source of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightSource {
    /// Its cell.
    pub at: Point,
    /// How far it shines, in cells.
    pub radius: u32,
    /// The brightness of its own cell, up to 255.
    pub strength: u8,
    /// How it fades.
    #[serde(default)]
    pub falloff: Falloff,
}

/// How light fades with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Falloff {
    /// Not at all: as bright at the border as at the source.
    None,
    /// Linearly, to zero just beyond the radius.
    #[default]
    Linear,
    /// Fast at first, like real light: the square of [`Linear`](Falloff::Linear).
    Square,
}

impl LightSource {
    /// The brightness that it gives a cell it reaches.
    pub fn brightness(&self, cell: Point) -> u8 {
        let d = cell - self.at;
        let squared = f64::from(d.x) * f64::from(d.x) + f64::from(d.y) * f64::from(d.y);
        // IEEE square roots are the same on every machine.
        let left = (1.0 - squared.sqrt() / (f64::from(self.radius) + 1.0)).max(0.0);
        let part = match self.falloff {
            Falloff::None => 1.0,
            Falloff::Linear => left,
            Falloff::Square => left * left,
        };
        (f64::from(self.strength) * part).round() as u8
    }
}

/// The lights on a floor, all with the same radius and strength.
pub fn lights_of(floor: &Floor, radius: u32, strength: u8) -> Vec<LightSource> {
    let lights = floor.things.iter().filter(|t| t.kind == FloorThingKind::Light);
    lights.map(|t| LightSource { at: t.at, radius, strength, falloff: Falloff::default() }).collect()
}

/// The brightness of every cell: the sum of all lights, at most 255.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Falloff, LightSource, Walls, shine};
/// let walls = Walls::from_text("....#....");
/// let lamp = LightSource { at: Point::new(1, 0), radius: 9, strength: 200, falloff: Falloff::Linear };
/// let lit = shine(&walls, &[lamp], false);
/// assert_eq!(lit[Point::new(1, 0)], 200);
/// assert_eq!(lit[Point::new(6, 0)], 0); // behind the wall
/// ```
pub fn shine(walls: &Walls, lights: &[LightSource], parallel: bool) -> Grid<u8> {
    let reached = map_indexed(parallel, lights.len(), |i| {
        Shadowcast::new().look(walls, lights[i].at, Some(lights[i].radius))
    });
    let mut lit = Grid::new(walls.width(), walls.height(), 0u8);
    for (light, cells) in lights.iter().zip(&reached) {
        for p in cells.iter() {
            lit[p] = lit[p].saturating_add(light.brightness(p));
        }
    }
    lit
}

/// The part of a view that is lit at least this brightly.
///
/// A wall has two sides, and a lamp in the next room must not light the side in this one: a wall
/// counts as lit only if an open cell next to it, also diagonally, is seen and lit.
pub fn seen_in_light(seen: &CellSet, lit: &Grid<u8>, walls: &Walls, least: u8) -> CellSet {
    let bright = |p: Point| lit.get(p).is_some_and(|&l| l >= least);
    let mut view = seen.clone();
    view.retain(|p| {
        bright(p)
            && (!walls.blocks(p)
                || p.around().into_iter().any(|q| !walls.blocks(q) && seen.contains(q) && bright(q)))
    });
    view
}
