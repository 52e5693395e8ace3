//! Making maps: one, many, and one again.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mapkiln::{AnyMaker, AnySpec, Cancel, Event, Made, MakeError, Run, maps::AnyMap};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::{guarded, of_maker};
use crate::map::Map;

/// How often signals are looked at, so that Ctrl-C stops a maker.
const SIGNALS: Duration = Duration::from_millis(50);
/// How often a progress callable is called, at most.
const PROGRESS: Duration = Duration::from_millis(100);

/// Makers that were loaded, the one used last at the end: a grammar or a tile set is not read anew for
/// every map.
static LOADED: Mutex<Vec<(String, Arc<AnyMaker>)>> = Mutex::new(Vec::new());
const MOST_LOADED: usize = 16;

fn maker_of(spec: &str) -> PyResult<Arc<AnyMaker>> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = loaded.iter().rposition(|(known, _)| known == spec) {
        let entry = loaded.remove(place);
        let maker = entry.1.clone();
        loaded.push(entry);
        return Ok(maker);
    }
    drop(loaded);
    let maker = AnySpec::from_json(spec).and_then(AnySpec::into_maker).map_err(|e| of_maker(&e))?;
    let maker = Arc::new(maker);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if loaded.len() == MOST_LOADED {
        loaded.remove(0);
    }
    loaded.push((spec.to_owned(), maker.clone()));
    Ok(maker)
}

/// The names of all makers.
#[pyfunction]
pub(crate) fn makers() -> Vec<&'static str> {
    AnySpec::MAKERS.to_vec()
}

/// The whole default spec of a maker, as JSON.
#[pyfunction]
pub(crate) fn default_spec(maker: &str) -> PyResult<String> {
    let spec = AnySpec::from_value(serde_json::json!({ "maker": maker })).map_err(|e| of_maker(&e))?;
    Ok(serde_json::to_string(&spec).expect("specs have text keys"))
}

/// Makes one map from a spec in JSON.
#[pyfunction]
#[pyo3(signature = (spec, seed, parallel=true, progress=None))]
pub(crate) fn make(
    py: Python<'_>,
    spec: &str,
    seed: &str,
    parallel: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Map> {
    guarded(
        || format!("seed {seed:?}, spec {spec}"),
        || {
            let maker = maker_of(spec)?;
            watched(py, seed, progress, |run| maker.make(&mut run.with_parallel(parallel)))
        },
    )
}

/// Makes a map again from the origin in its document, with all details in its report if they are wanted.
#[pyfunction]
#[pyo3(signature = (map, progress=None, detailed=false))]
pub(crate) fn remake(
    py: Python<'_>,
    map: &Map,
    progress: Option<Py<PyAny>>,
    detailed: bool,
) -> PyResult<Map> {
    let origin = map.origin().ok_or_else(|| {
        crate::errors::wrong_argument(
            "this map has no origin: it was drawn by hand, imported or made for players".to_owned(),
        )
    })?;
    let seed = origin.seed.to_string();
    guarded(
        || format!("seed {seed:?}"),
        || {
            watched(py, &seed, progress, |run| {
                let mut run = Some(run.with_details(detailed));
                // The run of an origin has its seed and budget; this one brings the observers.
                mapkiln::remake(origin, &mut |fresh| match run.take() {
                    Some(watching) => match fresh.budget() {
                        Some(steps) => watching.with_budget(steps),
                        None => watching,
                    },
                    None => fresh,
                })
            })
        },
    )
}

/// Makes the maps of several seeds on all cores, in order.
#[pyfunction]
#[pyo3(signature = (spec, seeds, threads=None))]
pub(crate) fn make_many(
    py: Python<'_>,
    spec: &str,
    seeds: Vec<String>,
    threads: Option<usize>,
) -> PyResult<Vec<Map>> {
    guarded(
        || format!("spec {spec}"),
        || {
            let maker = maker_of(spec)?;
            let cancel = Cancel::default();
            let one = |seed: &String| maker.make(&mut Run::new(seed.as_str()).with_cancel(cancel.clone()));
            let all = || -> Vec<Result<_, _>> {
                match threads
                    .filter(|&n| n > 1)
                    .map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build())
                {
                    Some(Ok(pool)) => pool.install(|| seeds.par_iter().map(one).collect()),
                    None if threads.is_some() => seeds.iter().map(one).collect(),
                    _ => seeds.par_iter().map(one).collect(),
                }
            };
            let made = py.detach(|| beside(all, &cancel))?;
            made.into_iter().map(|made| made.map(Map::of).map_err(|e| of_maker(&e))).collect()
        },
    )
}

/// Does the work on a thread of its own, while this one looks at signals: what they raise stops it.
fn beside<T: Send>(work: impl FnOnce() -> T + Send, cancel: &Cancel) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (tell, done) = mpsc::channel::<()>();
        let worker = scope.spawn(move || {
            let _told_when_dropped = tell;
            work()
        });
        let mut raised = Ok(());
        while done.recv_timeout(SIGNALS) == Err(RecvTimeoutError::Timeout) {
            if raised.is_ok() {
                raised = Python::attach(|py| py.check_signals());
            }
            if raised.is_err() {
                cancel.cancel();
            }
        }
        let made = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        raised.map(|()| made)
    })
}

/// Runs a maker without the interpreter's lock, which is taken now and then to look at signals and
/// to tell the progress.
fn watched<E: MakeError + Send + 'static>(
    py: Python<'_>,
    seed: &str,
    progress: Option<Py<PyAny>>,
    make: impl FnOnce(Run<'_>) -> Result<Made<AnyMap>, E> + Send,
) -> PyResult<Map> {
    let cancel = Cancel::default();
    let raised = Mutex::new(None);
    let start = Instant::now();
    let mut signals = start;
    let mut told = start.checked_sub(PROGRESS).unwrap_or(start);
    let switch = cancel.clone();
    let mut events = 0u32;
    let observe = |event: &Event<'_>| {
        // A clock costs as much as a small step: most of those that come by the thousand go without.
        events = events.wrapping_add(1);
        let often = !matches!(event, Event::Progress { .. } | Event::Generation { .. });
        if often && !events.is_multiple_of(16) {
            return;
        }
        let now = Instant::now();
        let look = now - signals >= SIGNALS;
        let tell = match (&progress, event) {
            (Some(call), Event::Progress { stage, done, total }) if now - told >= PROGRESS => {
                Some((call, *done, *total, *stage))
            }
            _ => None,
        };
        if !look && tell.is_none() {
            return;
        }
        let result = Python::attach(|py| {
            if let Some((call, done, total, stage)) = tell {
                told = now;
                call.call1(py, (done, total, stage))?;
            }
            signals = now;
            py.check_signals()
        });
        if let Err(error) = result {
            switch.cancel();
            if let Ok(mut raised) = raised.lock() {
                raised.get_or_insert(error);
            }
        }
    };
    let made = py.detach(|| make(Run::new(seed).with_cancel(cancel).with_observer(observe)));
    if let Ok(Some(error)) = raised.into_inner() {
        return Err(error);
    }
    py.check_signals()?;
    made.map(Map::of).map_err(|e| of_maker(&e))
}
