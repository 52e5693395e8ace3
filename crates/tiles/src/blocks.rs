//! The last way of the portfolio: a whole map block by block, which does not fail where it can begin.
//!
//! As endless worlds do (Merrell's *modifying in blocks*, Model Synthesis, 2007): the map begins as a
//! small pattern that fits itself and is then decided again in blocks, four layers of them, each shifted
//! by half a block. A block that cannot be solved within its border keeps what it had.

use std::sync::Arc;

use mapkiln_core::Run;

use crate::endless::repeating_pattern;
use crate::model::Model;
use crate::solve::{Collapse, Job, Limits};
use crate::{Error, Topology};

/// Columns and rows of a block.
const SIDE: i32 = 24;

/// Makes a map block by block; `None` if no pattern fits the map and what is asked of it, or if something
/// propagators it.
pub(crate) fn by_blocks(
    model: &Model,
    topology: &Arc<Topology>,
    job: Job,
    run: &mut Run<'_>,
) -> Result<Option<Collapse>, Error> {
    if !job.propagators.is_empty() || !topology.is_grid() {
        return Ok(None);
    }
    let Ok((period, pattern)) = repeating_pattern(model, topology.layers()) else { return Ok(None) };
    let cells = topology.cells() as u32;
    let tile_of = |cell: u32| {
        let (p, z) = topology.place(cell);
        pattern[((z * period + p.y as u32 % period) * period + p.x as u32 % period) as usize]
    };
    let words = model.rules().words();
    let mut collapse = model.solver().collapse(topology, job, run.seed.stream("blocks", 0))?;
    let sets: Vec<Arc<[u64]>> =
        (0..model.rules().tiles()).map(|tile| model.rules().set([tile]).into()).collect();
    let shown: Vec<u16> = (0..cells).map(tile_of).collect();
    // A map that wraps around breaks the pattern unless its size is a multiple of it.
    if !collapse.adopt(&sets, &shown) {
        return Ok(None);
    }
    let any: Arc<[u64]> = vec![u64::MAX; words].into();
    let (w, h) = (topology.width() as i32, topology.height() as i32);
    let half = SIDE / 2;
    for (shift_x, shift_y) in [(half, half), (0, half), (half, 0), (0, 0)] {
        for top in (shift_y - SIDE..h).step_by(SIDE as usize) {
            for left in (shift_x - SIDE..w).step_by(SIDE as usize) {
                let inside: Vec<u32> = (0..topology.layers())
                    .flat_map(|z| {
                        (top..top + SIDE).flat_map(move |y| (left..left + SIDE).map(move |x| (x, y, z)))
                    })
                    .filter_map(|(x, y, z)| topology.cell(mapkiln_core::Point::new(x, y), z))
                    .filter(|&cell| topology.is_part(cell))
                    .collect();
                let before: Vec<(u32, Arc<[u64]>)> = inside
                    .iter()
                    .filter_map(|&cell| Some((cell, sets[collapse.tile(cell)?].clone())))
                    .collect();
                let open: Vec<(u32, Arc<[u64]>)> =
                    inside.into_iter().map(|cell| (cell, any.clone())).collect();
                // A few attempts, since every one goes another way.
                let mut is_made = false;
                for _ in 0..3 {
                    collapse.set_limits(Limits::complete(400));
                    let stopped = |why| Error::Stopped { why, decided: 0, cells: cells.into() };
                    is_made = collapse.amend(&open) && collapse.run(run).map_err(stopped)?.is_ok();
                    if is_made {
                        break;
                    }
                }
                if !is_made && !collapse.amend(&before) {
                    return Ok(None);
                }
            }
        }
    }
    Ok(collapse.finish().then_some(collapse))
}
