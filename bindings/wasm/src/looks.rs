//! What is seen around a walker, by any of the six approaches, and how long each takes.

use std::hint::black_box;

use mapkiln_core::{Grid, Point};
use mapkiln_sight::{Approach, Mesh, Observer, Outlines, Relief, Spot, Surroundings, View, Walls};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Failure, runs};

/// The longest side of the walls around a walker, in cells.
const WIDEST: i32 = 201;
/// The most times that one approach is measured.
const MOST_TIMES: u32 = 200;
/// Browsers' clocks tick every tenth of a millisecond: so long a time they tell well enough.
const TELLING: f64 = 2.0;
/// Rounds after which even a clock that stands still is believed.
const MOST_ROUNDS: u32 = 100;

/// A clock in milliseconds.
pub(crate) type Clock = fn() -> f64;

/// The walls around a walker, and how one looks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookWish {
    /// Rows of cells: `#` blocks sight.
    walls: String,
    /// Where the walker stands in them, in cells.
    at: [f64; 2],
    #[serde(default)]
    approach: Approach,
    radius: f64,
    #[serde(default)]
    facing: f64,
    fov: f64,
    rays: u32,
    /// The step of `pixel`, in cells.
    step: f64,
    /// Heights of the cells, row by row; only shadow casting looks over hills.
    #[serde(default)]
    heights: Vec<i16>,
    /// How often each approach is measured.
    #[serde(default)]
    times: u32,
}

impl LookWish {
    fn walls(&self) -> Result<Walls, Failure> {
        let walls = Walls::from_text(&self.walls);
        if walls.width() > WIDEST || walls.height() > WIDEST {
            return Err(Failure::wish(format!("one looks around in at most {WIDEST} x {WIDEST} cells")));
        }
        Ok(walls)
    }

    fn observer(&self) -> Observer {
        Observer {
            at: Spot::new(self.at[0], self.at[1]),
            radius: Some(self.radius),
            facing: self.facing,
            fov: self.fov,
            rays: self.rays.min(2_000),
            step: self.step.max(1.0 / 256.0),
        }
    }
}

/// What is seen: cells as runs, the polygon, where rays ended.
pub(crate) fn look(wish: &LookWish, clock: Clock) -> Result<Value, Failure> {
    let walls = wish.walls()?;
    let observer = wish.observer();
    let place = Surroundings::new(walls.clone());
    prepare(&place, wish.approach)?;
    let before = clock();
    let mut view = place.look(&observer, wish.approach).map_err(|e| Failure::wish(e.to_string()))?;
    let took = clock() - before;
    over_hills(wish, walls, &mut view);
    let cells = view.cells.iter().collect();
    let polygon: Option<Vec<[f64; 2]>> = view.polygon.map(|p| p.corners.iter().map(|c| [c.x, c.y]).collect());
    let hits: Vec<Value> = view.hits.iter().map(|h| json!([h.at.x, h.at.y, h.cell.is_some()])).collect();
    Ok(json!({
        "cells": runs::runs(&cells),
        "polygon": polygon,
        "hits": hits,
        "milliseconds": took,
    }))
}

/// Hides what lies behind hills.
fn over_hills(wish: &LookWish, walls: Walls, view: &mut View) {
    let (width, height) = (walls.width(), walls.height());
    if wish.approach != Approach::Shadowcast
        || wish.heights.len() as i64 != i64::from(width) * i64::from(height)
    {
        return;
    }
    let heights = Grid::from_fn(width, height, |p| wish.heights[(p.y * width + p.x) as usize]);
    let relief = Relief { heights: Some(heights), ..Relief::new(walls) };
    let own = Spot::new(wish.at[0], wish.at[1]).cell();
    view.cells.retain(|p: Point| p == own || relief.is_clear(own, p));
}

/// Builds what an approach needs before the first look.
fn prepare(place: &Surroundings, approach: Approach) -> Result<(), Failure> {
    if matches!(approach, Approach::Vertices | Approach::Sweep | Approach::Expansion) {
        place.outlines();
    }
    if approach == Approach::Expansion {
        place.mesh().map_err(|e| Failure::wish(e.to_string()))?;
    }
    Ok(())
}

/// How long every approach takes here, as the mean of several looks or as many more as the clock can tell, in
/// milliseconds.
pub(crate) fn times(wish: &LookWish, clock: Clock) -> Result<Value, Failure> {
    let walls = wish.walls()?;
    let observer = wish.observer();
    let times = wish.times.clamp(1, MOST_TIMES);
    let outlines = Outlines::from_walls(&walls);
    let mean = |run: &mut dyn FnMut() -> Result<(), Failure>, times: u32| -> Result<f64, Failure> {
        let before = clock();
        let mut rounds = 0;
        loop {
            for _ in 0..times {
                run()?;
            }
            rounds += 1;
            let took = clock() - before;
            if took >= TELLING || rounds == MOST_ROUNDS {
                return Ok(took / f64::from(rounds * times));
            }
        }
    };
    let mut rows = Vec::new();
    for approach in Approach::ALL {
        let place = Surroundings::new(walls.clone());
        prepare(&place, approach)?;
        let took = mean(
            &mut || {
                black_box(
                    place.look(black_box(&observer), approach).map_err(|e| Failure::wish(e.to_string()))?,
                );
                Ok(())
            },
            times,
        )?;
        rows.push(json!({ "approach": approach, "milliseconds": took }));
    }
    let mesh = mean(
        &mut || {
            black_box(Mesh::build(black_box(&outlines)).map_err(|e| Failure::wish(e.to_string()))?);
            Ok(())
        },
        times.div_ceil(10),
    )?;
    Ok(json!({ "rows": rows, "mesh": mesh, "corners": outlines.sides().len(), "times": times }))
}
