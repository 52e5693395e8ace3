//! Errors as Python has them. Their classes are written in Python, in `mapkiln/errors.py`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use mapkiln::{Fault, MakeError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An error of a class of `mapkiln.errors`.
fn raise(class: &str, arguments: Vec<String>) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("mapkiln.errors")
            .and_then(|module| module.getattr(class))
            .and_then(|class| class.call1(pyo3::types::PyTuple::new(py, arguments)?));
        match made {
            Ok(error) => PyErr::from_value(error),
            Err(e) => e,
        }
    })
}

/// A wrong wish is a `SpecError`, which finds the field in its sentence; a goal that cannot be met is
/// `Unsatisfied`.
pub(crate) fn of_maker(error: &dyn MakeError) -> PyErr {
    let class = match error.fault() {
        Fault::Wish => "SpecError",
        _ => "Unsatisfied",
    };
    raise(class, vec![error.to_string()])
}

/// An argument that is out of range.
pub(crate) fn wrong_argument(sentence: String) -> PyErr {
    raise("SpecError", vec![sentence])
}

/// A file that is not a map.
pub(crate) fn not_a_map(sentence: String) -> PyErr {
    raise("DocumentError", vec![sentence])
}

/// What was done when a panic came: words, or what makes them when they are needed.
pub(crate) trait Words {
    fn words(&self) -> String;
}

impl Words for &str {
    fn words(&self) -> String {
        (*self).to_owned()
    }
}

impl<F: Fn() -> String> Words for F {
    fn words(&self) -> String {
        self()
    }
}

/// Runs something; a panic in it becomes a `BugError`, which `except Exception` catches.
pub(crate) fn guarded<T>(what: impl Words, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let work = || {
        assert!(!BROKEN.swap(false, Ordering::Relaxed), "a panic on purpose");
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(bug(&what.words(), payload.as_ref())))
}

static BROKEN: AtomicBool = AtomicBool::new(false);

/// The next call panics: for the test that no panic gets through.
#[pyfunction]
pub(crate) fn break_next() {
    BROKEN.store(true, Ordering::Relaxed);
}

fn bug(what: &str, payload: &(dyn Any + Send)) -> PyErr {
    let text = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    let error = raise("BugError", vec![format!("a bug in Mapkiln, {what}: {text}")]);
    if Python::attach(|py| error.matches(py, py.get_type::<PyRuntimeError>()).unwrap_or(false)) {
        return error;
    }
    PyRuntimeError::new_err(text)
}
