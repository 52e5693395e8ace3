//! Fields of view on NumPy arrays.

use mapkiln::sight::{Approach, Observer, Shadowcast, Surroundings, Walls};
use mapkiln::{Grid, Point};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_argument};

/// What is seen from a cell: an array of the walls' shape, true where it is seen.
///
/// `radius` 0 means without limit; `out` is filled instead of a new array.
#[pyfunction]
#[pyo3(signature = (walls, x, y, radius, approach, out=None))]
pub(crate) fn fov<'py>(
    py: Python<'py>,
    walls: PyReadonlyArray2<'py, bool>,
    x: i64,
    y: i64,
    radius: u32,
    approach: &str,
    out: Option<Bound<'py, PyArray2<bool>>>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let array = walls.as_array();
    let (rows, columns) = array.dim();
    let (Ok(width), Ok(height)) = (i32::try_from(columns), i32::try_from(rows)) else {
        return Err(wrong_argument(format!("an array of {rows} x {columns} is too large for a map")));
    };
    if !(0..i64::from(width)).contains(&x) || !(0..i64::from(height)).contains(&y) {
        return Err(wrong_argument(format!(
            "the cell ({x}, {y}) lies outside of the array; x is from 0 to {}, y from 0 to {}",
            width - 1,
            height - 1
        )));
    }
    let grid = Grid::from_fn(width, height, |p| array[[p.y as usize, p.x as usize]]);
    let at = Point::new(x as i32, y as i32);
    let radius = (radius > 0).then_some(radius);
    let seen = guarded("a field of view", || {
        py.detach(|| match approach {
            "shadowcast" => Ok(Shadowcast::new().look(&Walls::from_grid(&grid), at, radius)),
            other => {
                let approach = Approach::ALL.into_iter().find(|a| a.name() == other).ok_or_else(|| {
                    let known = Approach::ALL.map(Approach::name).join(", ");
                    wrong_argument(format!("there is no approach {other:?}; write one of {known}"))
                })?;
                let observer = Observer { radius: radius.map(f64::from), ..Observer::in_cell(at) };
                let view = Surroundings::new(Walls::from_grid(&grid)).look(&observer, approach);
                Ok(view.map_err(|e| wrong_argument(e.to_string()))?.cells)
            }
        })
    })?;
    // The walls may be read no longer: `out` may be the same array.
    drop(walls);
    let out = out.unwrap_or_else(|| PyArray2::zeros(py, [rows, columns], false));
    {
        let mut out =
            out.try_readwrite().map_err(|e| wrong_argument(format!("out cannot be written: {e}")))?;
        let mut out = out.as_array_mut();
        if out.dim() != (rows, columns) {
            let (found, shape) = (out.dim(), (rows, columns));
            return Err(wrong_argument(format!("out has the shape {found:?}, and the walls have {shape:?}")));
        }
        out.fill(false);
        for p in seen.iter().filter(|p| grid.contains(*p)) {
            out[[p.y as usize, p.x as usize]] = true;
        }
    }
    Ok(out)
}
