//! From constraints as data to active constraints.

use std::sync::Arc;

use mapkiln_core::Rect;

use super::area::Area;
use super::balance::Balance;
use super::connected::Connected;
use super::count::Count;
use super::goal::{Goal, Ways, is_goal};
use super::loops::NoLoops;
use super::mirror::{Mirror, Reflection};
use super::parity::Parity;
use super::path::Links;
use super::ring::Ring;
use super::runs::MaxRun;
use super::separation::Separation;
use super::{Axis, Constraint, Tiles};
use crate::model::Model;
use crate::rules::bits;
use crate::solve::Job;
use crate::{CellShape, Error, Topology};

/// A set of tiles and the names it was selected by.
#[derive(Clone)]
pub(crate) struct Selection {
    pub(crate) set: Vec<u64>,
    pub(crate) name: String,
}

pub(crate) fn select(model: &Model, tiles: &Tiles) -> Result<Selection, Error> {
    let mut set = vec![0; model.rules().words()];
    let names = tiles.names();
    if names.is_empty() {
        let reason = "a constraint must name at least one tile or kind".to_owned();
        return Err(Error::Constraint { reason });
    }
    for name in names {
        let found = model.select(name);
        if bits::is_empty(&found) {
            let known = model.some_names();
            let reason = format!("there is no tile or kind `{name}`; choose from {known}");
            return Err(Error::Constraint { reason });
        }
        bits::or(&mut set, &found);
    }
    Ok(Selection { set, name: names.join(", ") })
}

fn layer_of(topology: &Topology, layer: i32) -> Result<u32, Error> {
    let layers = topology.layers() as i32;
    let at = if layer < 0 { layer + layers } else { layer };
    if (0..layers).contains(&at) {
        Ok(at as u32)
    } else {
        Err(Error::Constraint { reason: format!("there is no layer {layer}; the map has {layers}") })
    }
}

fn cells_in(
    topology: &Topology,
    area: Option<Rect>,
    layer: Option<i32>,
) -> Result<impl Iterator<Item = u32>, Error> {
    let layer = layer.map(|l| layer_of(topology, l)).transpose()?;
    let inside = move |&cell: &u32| {
        let (at, z) = topology.place(cell);
        area.is_none_or(|a| a.contains(at)) && layer.is_none_or(|l| l == z)
    };
    Ok((0..topology.cells() as u32).filter(inside))
}

/// Adds those of the model's constraints that apply to each cell on its own, for maps without borders.
pub(crate) fn build_local(model: &Model, topology: &Topology, job: &mut Job) -> Result<(), Error> {
    let local: Vec<Constraint> = model.constraints().iter().filter(|c| is_local(c)).cloned().collect();
    build(model, topology, &local, job)
}

/// Does a constraint apply to each cell on its own, everywhere alike?
pub(crate) fn is_local(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Allow { area: None, .. } | Constraint::Forbid { area: None, .. })
}

/// Is one of these met by drawing and mending?
pub(crate) fn has_goals<'a>(mut constraints: impl Iterator<Item = &'a Constraint>) -> bool {
    constraints.any(is_goal)
}

/// Adds the constraints to a job.
pub(crate) fn build(
    model: &Model,
    topology: &Topology,
    constraints: &[Constraint],
    job: &mut Job,
) -> Result<(), Error> {
    let wrong = |reason: String| Err(Error::Constraint { reason });
    for constraint in constraints {
        if job.is_staged && is_goal(constraint) {
            let goal = goal(model, topology, constraint, job)?;
            job.goals.extend(goal);
            continue;
        }
        match constraint {
            Constraint::Pin { at, layer, tiles } => {
                let layer = layer_of(topology, *layer)?;
                let Some(cell) = topology.cell(*at, layer) else {
                    let (w, h) = (topology.width(), topology.height());
                    return wrong(format!("pin: the cell {at} is outside the {w}x{h} map"));
                };
                job.keep.push((cell..cell + 1, select(model, tiles)?.set.into()));
            }
            Constraint::Allow { tiles, area, layer } => {
                keep_in(topology, job, &select(model, tiles)?.set, *area, *layer)?;
            }
            Constraint::Forbid { tiles, area, layer } => {
                keep_in(topology, job, &bits::not(&select(model, tiles)?.set), *area, *layer)?;
            }
            Constraint::Border { tiles } => {
                let set: Arc<[u64]> = select(model, tiles)?.set.into();
                for cell in 0..topology.cells() as u32 {
                    let (at, _) = topology.place(cell);
                    let (w, h) = (topology.width() as i32, topology.height() as i32);
                    if at.x == 0 || at.y == 0 || at.x == w - 1 || at.y == h - 1 {
                        job.keep.push((cell..cell + 1, set.clone()));
                    }
                }
            }
            Constraint::Weigh { tiles, area, percent } => {
                if *percent > 100_000 {
                    return wrong(format!("weigh: {percent} per cent is above 100,000"));
                }
                weigh(model, topology, job, &select(model, tiles)?, *area, *percent)?;
            }
            Constraint::Count { tiles, min, max } => {
                check_count(*min, *max)?;
                let count = Count::new(topology, select(model, tiles)?, *min, *max);
                job.propagators.push(Box::new(count));
            }
            Constraint::Separation { tiles, distance } => {
                check_distance(*distance)?;
                let propagator = Separation::new(topology, select(model, tiles)?, *distance);
                job.propagators.push(Box::new(propagator));
            }
            Constraint::PairSeparation { tiles, from, distance } => {
                check_distance(*distance)?;
                let (a, b) = (select(model, tiles)?, select(model, from)?);
                job.propagators.push(Box::new(Separation::of_pair(topology, a, b, *distance)));
            }
            Constraint::Mirror { axis } => {
                if topology.shape() == CellShape::Hexagon || !topology.is_grid() || topology.has_holes() {
                    return wrong("mirror: only whole maps of squares can be mirrored".to_owned());
                }
                let reflection = Reflection::new(topology, model, *axis == Axis::X);
                if job.is_staged {
                    job.goals.push(Goal::Mirror(Box::new(reflection.clone())));
                }
                job.propagators.push(Box::new(Mirror::new(reflection)));
            }
            Constraint::MaxRun { tiles, length, axis } => {
                if !topology.is_grid() {
                    return wrong("max_run: a mesh has no rows".to_owned());
                }
                if *length == 0 {
                    return wrong("max_run: the length must be 1 or more; for none, use forbid".to_owned());
                }
                let selection = select(model, tiles)?;
                let shape = topology.shape();
                let (x, y) = if shape == CellShape::Hexagon { (1, 0) } else { (1, 2) };
                for (wanted, side) in [(Axis::X, x), (Axis::Y, y)] {
                    if axis.is_none_or(|a| a == wanted) {
                        let propagator = MaxRun::new(topology, selection.clone(), *length, side);
                        job.propagators.push(Box::new(propagator));
                    }
                }
            }
            Constraint::Connected { tiles, through, relevant, .. } => {
                let links = Links::new(model, topology, select(model, tiles)?, through.as_deref())?;
                let relevant = relevant.as_ref().map(|tiles| select(model, tiles)).transpose()?;
                let connected = Connected::new(links, None).only(relevant.map(|selection| selection.set));
                job.propagators.push(Box::new(connected));
            }
            Constraint::Loop { tiles, through } => {
                let links = Links::new(model, topology, select(model, tiles)?, through.as_deref())?;
                job.propagators.push(Box::new(Ring::new(links)));
            }
            Constraint::Parity { tiles, through } => {
                let links = Links::new(model, topology, select(model, tiles)?, Some(through))?;
                job.propagators.push(Box::new(Parity::new(links, model.rules().tiles())));
            }
            Constraint::Path { tiles, points, through } => {
                let selection = select(model, tiles)?;
                let ends = path_ends(topology, points)?;
                let set: Arc<[u64]> = selection.set.clone().into();
                job.keep.extend(ends.iter().map(|&cell| (cell..cell + 1, set.clone())));
                let links = Links::new(model, topology, selection, through.as_deref())?;
                job.propagators.push(Box::new(Connected::new(links, Some(ends))));
            }
            Constraint::NoLoops { tiles, through } => {
                let links = Links::new(model, topology, select(model, tiles)?, through.as_deref())?;
                job.propagators.push(Box::new(NoLoops::new(links)));
            }
            Constraint::Balance { tiles, percent } => {
                if *percent > 100 {
                    return wrong(format!("balance: a share of {percent} per cent is above 100"));
                }
                let propagator = Balance::new(topology, select(model, tiles)?, *percent);
                job.propagators.push(Box::new(propagator));
            }
            Constraint::Area { tiles, width, height } => {
                if !topology.is_grid() {
                    return wrong("area: a mesh has no blocks".to_owned());
                }
                if !(1..=64).contains(width) || !(1..=64).contains(height) {
                    return wrong(format!("area: blocks of {width}x{height} must be 1x1 to 64x64"));
                }
                let propagator = Area::new(topology, select(model, tiles)?, *width, *height);
                job.propagators.push(Box::new(propagator));
            }
        }
    }
    Ok(())
}

/// Restricts the cells of an area and a layer to a set of tiles.
fn keep_in(
    topology: &Topology,
    job: &mut Job,
    set: &[u64],
    area: Option<Rect>,
    layer: Option<i32>,
) -> Result<(), Error> {
    if area.is_none() && layer.is_none() {
        job.allow_everywhere(set);
        return Ok(());
    }
    let set: Arc<[u64]> = set.into();
    // A row of cells takes no more memory than one.
    let mut rows: Vec<std::ops::Range<u32>> = Vec::new();
    for cell in cells_in(topology, area, layer)? {
        match rows.last_mut() {
            Some(row) if row.end == cell => row.end += 1,
            _ => rows.push(cell..cell + 1),
        }
    }
    job.keep.extend(rows.into_iter().map(|row| (row, set.clone())));
    Ok(())
}

fn check_count(min: u32, max: Option<u32>) -> Result<(), Error> {
    match max {
        Some(max) if max < min => {
            let reason = format!("count: at least {min} and at most {max} cannot both hold");
            Err(Error::Constraint { reason })
        }
        _ => Ok(()),
    }
}

fn check_distance(distance: u32) -> Result<(), Error> {
    if (2..=64).contains(&distance) {
        return Ok(());
    }
    let reason = format!("separation: the distance must be 2 to 64, not {distance}");
    Err(Error::Constraint { reason })
}

/// The cells that a path joins.
fn path_ends(topology: &Topology, points: &[mapkiln_core::Point]) -> Result<Vec<u32>, Error> {
    let wrong = |reason: String| Error::Constraint { reason };
    if points.len() < 2 {
        return Err(wrong("path: give two points or more".to_owned()));
    }
    let outside = |point: &mapkiln_core::Point| wrong(format!("path: the point {point} is outside the map"));
    points.iter().map(|point| topology.cell(*point, 0).ok_or_else(|| outside(point))).collect()
}

/// A constraint as a goal; the ends of a path are pinned.
fn goal(
    model: &Model,
    topology: &Topology,
    constraint: &Constraint,
    job: &mut Job,
) -> Result<Option<Goal>, Error> {
    Ok(Some(match constraint {
        Constraint::Connected { tiles, through, relevant, straight } => {
            let ways = Ways::new(model, &select(model, tiles)?, through.as_deref())?;
            let relevant = relevant.as_ref().map(|tiles| select(model, tiles)).transpose()?;
            Goal::Connected(ways.only(relevant).straight(*straight))
        }
        Constraint::NoLoops { tiles, through } => {
            Goal::NoLoops(Ways::new(model, &select(model, tiles)?, through.as_deref())?)
        }
        Constraint::Loop { tiles, through } => {
            Goal::Loop(Ways::new(model, &select(model, tiles)?, through.as_deref())?)
        }
        Constraint::Path { tiles, points, through } => {
            let selection = select(model, tiles)?;
            let ends = path_ends(topology, points)?;
            let set: Arc<[u64]> = selection.set.clone().into();
            job.keep.extend(ends.iter().map(|&cell| (cell..cell + 1, set.clone())));
            Goal::Path(Ways::new(model, &selection, through.as_deref())?, ends)
        }
        Constraint::Count { tiles, min, max } => {
            check_count(*min, *max)?;
            Goal::Count(select(model, tiles)?, *min, *max)
        }
        Constraint::Separation { tiles, distance } => {
            check_distance(*distance)?;
            Goal::Separation(select(model, tiles)?, *distance)
        }
        _ => return Ok(None),
    }))
}

fn weigh(
    model: &Model,
    topology: &Topology,
    job: &mut Job,
    selection: &Selection,
    area: Option<Rect>,
    percent: u32,
) -> Result<(), Error> {
    let tiles = model.rules().tiles();
    let cells = topology.cells();
    let bytes = cells as u64 * tiles as u64 * 4;
    if bytes > 1 << 30 {
        return Err(Error::Memory { cells: cells as u64, tiles, bytes });
    }
    let weights = job.cell_weights.get_or_insert_with(|| model.rules().weights().repeat(cells));
    for cell in cells_in(topology, area, None)? {
        for tile in bits::iter(&selection.set) {
            let weight = &mut weights[cell as usize * tiles + tile];
            *weight = (u64::from(*weight) * u64::from(percent) / 100).min(u64::from(u32::MAX)) as u32;
        }
    }
    Ok(())
}
