//! Squeezing a plan, one axis at a time.
//!
//! Longest paths from the left and from the right give two solutions of the plan's constraints, and
//! their mean is one too. Along y the plan is turned over its diagonal first.

use mapkiln_core::{Direction, Point, Rect};

use super::constraints::Model;
use super::objects::{Objects, Task};

/// Squeezes along one axis.
pub(super) fn compact(task: &Task, objects: &Objects, along_y: bool) -> Option<Objects> {
    if along_y {
        let turned = transposed(objects);
        let squeezed = Model::new(task, &turned, true, false)?.squeezed()?;
        Some(transposed(&squeezed))
    } else {
        Model::new(task, objects, false, false)?.squeezed()
    }
}

/// The plan turned over its diagonal. Forms are not turned: only their boxes count here.
pub(super) fn transposed(objects: &Objects) -> Objects {
    let mut turned = objects.clone();
    turned.map(|r| Rect::new(r.y, r.x, r.height, r.width), |p| Point::new(p.y, p.x));
    for route in turned.routes.iter_mut().flatten() {
        for gate in &mut route.gates {
            gate.facing = flip(gate.facing);
        }
    }
    turned
}

fn flip(direction: Direction) -> Direction {
    match direction {
        Direction::North => Direction::West,
        Direction::West => Direction::North,
        Direction::South => Direction::East,
        Direction::East => Direction::South,
    }
}
