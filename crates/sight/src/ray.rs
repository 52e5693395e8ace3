//! Rays and fans of rays.

use mapkiln_core::{Point, map_indexed};
use serde::{Deserialize, Serialize};

use crate::{Spot, Walls, dda};

/// What a ray hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The cell that stopped it; `None` if it reached its end.
    pub cell: Option<Point>,
    /// Where it stopped.
    pub at: Spot,
    /// The distance from its start.
    pub distance: f64,
}

/// Rays spread evenly over a field of view, ready to be turned and cast.
///
/// As in the paper, the first ray goes along the left border of the field of view and the others follow
/// in steps of `fov / rays`. Sines are computed once, not for every cast.
///
/// ```
/// use mapkiln_sight::{Fan, Spot, Walls};
/// let fan = Fan::new(150, std::f64::consts::FRAC_PI_3);
/// let walls = Walls::open(40, 40);
/// let hits = fan.cast(&walls, Spot::new(20.0, 20.0), 0.0, 300.0 / 16.0);
/// assert_eq!(hits.len(), 150);
/// assert!(hits.iter().all(|h| h.cell.is_none()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fan {
    directions: Vec<[f64; 2]>,
}

impl Fan {
    /// A fan of rays over `fov` radians.
    pub fn new(rays: u32, fov: f64) -> Self {
        let angle = |i: u32| -fov / 2.0 + fov * f64::from(i) / f64::from(rays.max(1));
        Fan { directions: (0..rays).map(|i| [libm::cos(angle(i)), libm::sin(angle(i))]).collect() }
    }

    /// Where the rays end if nothing stops them.
    pub fn ends(&self, from: Spot, facing: f64, length: f64) -> impl Iterator<Item = Spot> + '_ {
        let (cos, sin) = (length * libm::cos(facing), length * libm::sin(facing));
        self.directions
            .iter()
            .map(move |&[x, y]| Spot::new(from.x + x * cos - y * sin, from.y + x * sin + y * cos))
    }

    /// Casts every ray from cell border to cell border ([`dda`]).
    pub fn cast(&self, walls: &Walls, from: Spot, facing: f64, length: f64) -> Vec<Hit> {
        let mut hits = Vec::new();
        self.cast_into(walls, from, facing, length, &mut hits);
        hits
    }

    /// The same into an existing list.
    pub fn cast_into(&self, walls: &Walls, from: Spot, facing: f64, length: f64, hits: &mut Vec<Hit>) {
        hits.clear();
        hits.extend(self.ends(from, facing, length).map(|to| dda::cast(walls, from, to)));
    }

    /// Casts every ray in steps of `step` ([`pixel`](crate::pixel)).
    pub fn cast_by_pixel(&self, walls: &Walls, from: Spot, facing: f64, length: f64, step: f64) -> Vec<Hit> {
        self.ends(from, facing, length).map(|to| crate::pixel::cast(walls, from, to, step)).collect()
    }
}

/// Casts many rays, each from one point to another; on several threads if `parallel`.
pub fn cast_many(walls: &Walls, rays: &[[Spot; 2]], parallel: bool) -> Vec<Hit> {
    // A ray is little work: hand them out in batches.
    const BATCH: usize = 256;
    let batches = rays.len().div_ceil(BATCH);
    map_indexed(parallel, batches, |i| {
        let batch = &rays[i * BATCH..rays.len().min((i + 1) * BATCH)];
        batch.iter().map(|&[from, to]| dda::cast(walls, from, to)).collect::<Vec<Hit>>()
    })
    .concat()
}
