//! The optimisers with callables of Python as their problems.

use std::sync::{Arc, Mutex, PoisonError};

use mapkiln::search::annealing::{Annealing, Params as AnnealParams};
use mapkiln::search::brkga::{Brkga, Params as BrkgaParams};
use mapkiln::search::{Cost, Error, Keyed, Moves, Optimiser, Problem};
use mapkiln::{Run, Stream};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_argument};

/// Costs are compared as they are; energies, which are whole, have this many steps to a unit.
const FINE: f64 = 1e6;

/// A cost of Python: any number, the least is the best, and what is not a number is the worst.
#[derive(Clone, Copy, Debug)]
struct Price(f64);

impl PartialEq for Price {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Price {}
impl PartialOrd for Price {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Price {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
impl Cost for Price {
    fn energy(self) -> i64 {
        (self.0 * FINE) as i64
    }
}

/// The worst cost, which ends a search that was stopped.
const WORST: Price = Price(f64::INFINITY);

fn price(cost: f64) -> Price {
    if cost.is_nan() { WORST } else { Price(cost) }
}

/// What a callable raised; nothing is called after it.
#[derive(Default)]
struct Raised(Mutex<Option<PyErr>>);

impl Raised {
    /// Calls Python unless something was raised before.
    fn call<T>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        let mut raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return None;
        }
        match Python::attach(|py| call(py)) {
            Ok(value) => Some(value),
            Err(error) => {
                *raised = Some(error);
                None
            }
        }
    }

    fn is_there(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn into_result(self) -> PyResult<()> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Keys that a callable decodes.
struct Decoder {
    decode: Py<PyAny>,
    keys: usize,
    batch: bool,
    target: Option<f64>,
    raised: Raised,
}

impl Problem for Decoder {
    type Cost = Price;
    type Scratch = ();
    fn scratch(&self) {}
    fn enough(&self, cost: Price) -> bool {
        self.raised.is_there() || self.target.is_some_and(|target| cost.0 <= target)
    }
}

impl Keyed for Decoder {
    fn keys(&self) -> usize {
        self.keys
    }

    fn decode(&self, keys: &[f64], (): &mut ()) -> Price {
        let mut cost = [WORST];
        self.decode_all(keys, &mut cost, &mut ());
        cost[0]
    }

    fn decode_all(&self, keys: &[f64], costs: &mut [Price], (): &mut ()) {
        costs.fill(WORST);
        if self.batch {
            let found = self.raised.call(|py| {
                let matrix = PyArray1::from_slice(py, keys).reshape([costs.len(), self.keys])?;
                let matrix: Bound<'_, PyArray2<f64>> = matrix;
                let found = py
                    .import("numpy")?
                    .call_method1("asarray", (self.decode.call1(py, (matrix,))?, "float64"))?;
                let found: PyReadonlyArray1<'_, f64> = found.extract().map_err(|_| shape(costs.len()))?;
                let found: Vec<f64> = found.as_array().iter().copied().collect();
                if found.len() == costs.len() { Ok(found) } else { Err(shape(costs.len())) }
            });
            for (cost, found) in costs.iter_mut().zip(found.into_iter().flatten()) {
                *cost = price(found);
            }
            return;
        }
        for (keys, cost) in keys.chunks(self.keys.max(1)).zip(costs) {
            let found = self
                .raised
                .call(|py| self.decode.call1(py, (PyArray1::from_slice(py, keys),))?.extract::<f64>(py));
            *cost = found.map_or(WORST, price);
        }
    }
}

fn shape(rows: usize) -> PyErr {
    wrong_argument(format!("decode must return one cost for each of the {rows} rows of its matrix"))
}

type Found<'py> = (Bound<'py, PyArray1<f64>>, f64, u64, Vec<f64>);

/// BRKGA with a decoder: the best keys, their cost, evaluations, and the best cost after each step.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn brkga<'py>(
    py: Python<'py>,
    decode: Py<PyAny>,
    keys: usize,
    params: &str,
    seed: &str,
    batch: bool,
    target: Option<f64>,
    budget: Option<u64>,
    start: Vec<Vec<f64>>,
) -> PyResult<Found<'py>> {
    guarded("a search", || {
        let params: BrkgaParams = serde_json::from_str(params).map_err(|e| wrong_argument(e.to_string()))?;
        if keys == 0 {
            return Err(wrong_argument("there are 0 keys; write at least 1".to_owned()));
        }
        let problem = Decoder { decode, keys, batch, target, raised: Raised::default() };
        let mut run = run(seed, budget);
        let mut search = Brkga::with_start(&problem, params, "python", &run, &start).map_err(wrong)?;
        drive(py, &mut search, &mut run, &problem.raised)?;
        let best = search.best().map(|(keys, cost)| (PyArray1::from_slice(py, keys), cost.0));
        let trace = search.log().trace().iter().map(|point| point.best / FINE).collect();
        let evaluations = search.log().evaluations();
        drop(search);
        problem.raised.into_result()?;
        let (keys, cost) = best.ok_or_else(no_candidate)?;
        Ok((keys, cost, evaluations, trace))
    })
}

/// Candidates of Python, and callables that change and judge them.
struct Walk {
    start: Py<PyAny>,
    neighbour: Py<PyAny>,
    cost: Py<PyAny>,
    random: Py<PyAny>,
    target: Option<f64>,
    /// The candidate that was proposed, and the one before the last move.
    proposed: Mutex<Option<Arc<Py<PyAny>>>>,
    before: Mutex<Option<Arc<Py<PyAny>>>>,
    raised: Raised,
}

impl Walk {
    fn judge(&self, candidate: &Py<PyAny>) -> Price {
        let found = self.raised.call(|py| self.cost.call1(py, (candidate,))?.extract::<f64>(py));
        found.map_or(WORST, price)
    }
}

impl Problem for Walk {
    type Cost = Price;
    type Scratch = Arc<Py<PyAny>>;

    fn scratch(&self) -> Arc<Py<PyAny>> {
        Arc::new(Python::attach(|py| self.start.clone_ref(py)))
    }

    fn enough(&self, cost: Price) -> bool {
        self.raised.is_there() || self.target.is_some_and(|target| cost.0 <= target)
    }
}

fn put<T>(place: &Mutex<Option<T>>, value: Option<T>) -> Option<T> {
    std::mem::replace(&mut *place.lock().unwrap_or_else(PoisonError::into_inner), value)
}

impl Moves for Walk {
    type Move = ();

    fn scramble(&self, candidate: &mut Arc<Py<PyAny>>, _: &mut Stream) -> Price {
        *candidate = self.scratch();
        self.judge(candidate)
    }

    fn propose(&self, candidate: &Arc<Py<PyAny>>, _: &mut Stream) -> Option<()> {
        let next = self.raised.call(|py| self.neighbour.call1(py, (candidate.as_ref(), &self.random)))?;
        put(&self.proposed, Some(Arc::new(next)));
        Some(())
    }

    fn apply(&self, candidate: &mut Arc<Py<PyAny>>, (): ()) -> Price {
        if let Some(next) = put(&self.proposed, None) {
            put(&self.before, Some(std::mem::replace(candidate, next)));
        }
        self.judge(candidate)
    }

    fn undo(&self, candidate: &mut Arc<Py<PyAny>>, (): ()) {
        if let Some(before) = put(&self.before, None) {
            *candidate = before;
        }
    }
}

/// Annealing of anything: the best candidate, its cost, evaluations, the best cost after each step.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn anneal(
    py: Python<'_>,
    start: Py<PyAny>,
    neighbour: Py<PyAny>,
    cost: Py<PyAny>,
    random: Py<PyAny>,
    params: &str,
    seed: &str,
    target: Option<f64>,
    budget: Option<u64>,
) -> PyResult<(Py<PyAny>, f64, u64, Vec<f64>)> {
    guarded("a search", || {
        let params: AnnealParams = serde_json::from_str(params).map_err(|e| wrong_argument(e.to_string()))?;
        params.check().map_err(wrong)?;
        let params = AnnealParams { hot: params.hot * FINE, cold: params.cold * FINE, ..params };
        let (proposed, before, raised) = (Mutex::new(None), Mutex::new(None), Raised::default());
        let problem = Walk { start, neighbour, cost, random, target, proposed, before, raised };
        let mut run = run(seed, budget);
        let mut search = Annealing::new(&problem, params, "python", &run).map_err(wrong)?;
        drive(py, &mut search, &mut run, &problem.raised)?;
        let best = search.best().map(|(candidate, cost)| (candidate.clone_ref(py), cost.0));
        let trace = search.log().trace().iter().map(|point| point.best / FINE).collect();
        let evaluations = search.log().evaluations();
        drop(search);
        problem.raised.into_result()?;
        let (candidate, cost) = best.ok_or_else(no_candidate)?;
        Ok((candidate, cost, evaluations, trace))
    })
}

fn run(seed: &str, budget: Option<u64>) -> Run<'static> {
    let run = Run::new(seed);
    match budget {
        Some(steps) => run.with_budget(steps),
        None => run,
    }
}

/// Steps until the search is done, its budget is used up or Ctrl-C is pressed.
fn drive<O: Optimiser>(py: Python<'_>, search: &mut O, run: &mut Run<'_>, raised: &Raised) -> PyResult<()> {
    // A budget that is used up is a usual end: what was found so far counts.
    while !raised.is_there() && search.advance(run).unwrap_or(false) {
        py.check_signals()?;
    }
    Ok(())
}

fn wrong(error: Error) -> PyErr {
    wrong_argument(error.to_string())
}

fn no_candidate() -> PyErr {
    wrong_argument("the budget was used up before the first candidate; allow more evaluations".to_owned())
}
