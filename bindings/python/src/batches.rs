//! The parts of a batch, made without the interpreter's lock.

use mapkiln::MakeError;
use mapkiln_batch::{BatchJob, Error, Manifest, PartRecord};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{guarded, of_maker, wrong_argument};

fn refused(error: Error) -> PyErr {
    of_maker(&error as &dyn MakeError)
}

/// A job that was checked. Workers get it as JSON.
#[pyclass(frozen, module = "mapkiln._mapkiln")]
pub(crate) struct Plan(mapkiln_batch::BatchPlan);

type PartFiles<'py> = (Bound<'py, PyBytes>, String, Vec<(String, Bound<'py, PyBytes>)>);

#[pymethods]
impl Plan {
    /// The plan of a job in TOML or, if it begins with a brace, in JSON.
    #[new]
    fn new(py: Python<'_>, job: &str) -> PyResult<Plan> {
        guarded("planning a batch", || {
            let job = if job.trim_start().starts_with('{') {
                BatchJob::from_json(job)
            } else {
                BatchJob::from_toml(job)
            };
            let job = job.map_err(refused)?;
            py.detach(|| mapkiln_batch::BatchPlan::new(job)).map(Plan).map_err(refused)
        })
    }

    /// The plan that `to_json` wrote.
    #[staticmethod]
    fn from_json(json: &str) -> PyResult<Plan> {
        guarded("reading a plan", || mapkiln_batch::BatchPlan::from_json(json).map(Plan).map_err(refused))
    }

    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The same job with another number of maps per part.
    fn with_part(&self, maps: u64) -> Plan {
        Plan(self.0.with_part(maps))
    }

    #[getter]
    fn hash(&self) -> String {
        self.0.hash()
    }

    #[getter]
    fn maps(&self) -> u64 {
        self.0.maps()
    }

    #[getter]
    fn parts(&self) -> u64 {
        self.0.parts()
    }

    /// The number of maps per part.
    #[getter]
    fn part(&self) -> u64 {
        self.0.job.part.unwrap_or(1)
    }

    /// The first map of a part, and the one behind its last.
    fn range(&self, part: u64) -> (u64, u64) {
        let range = self.0.range(part);
        (range.start, range.end)
    }

    fn name(&self, part: u64) -> String {
        self.0.name(part)
    }

    /// A part: its file, its entry of the manifest as JSON, its pictures by path.
    fn make_part<'py>(&self, py: Python<'py>, part: u64) -> PyResult<PartFiles<'py>> {
        guarded(
            || format!("part {part} of the batch {}", self.0.to_json()),
            || {
                let made = py.detach(|| {
                    let made = self.0.make_part(part)?;
                    let entry = PartRecord::from(&made);
                    Ok((made, entry))
                });
                let (made, entry) = made.map_err(refused)?;
                let pictures =
                    made.pictures.into_iter().map(|p| (p.name, PyBytes::new(py, &p.bytes))).collect();
                Ok((PyBytes::new(py, &made.bytes), json(&entry), pictures))
            },
        )
    }

    /// The entry of the manifest for the file of a part; None if it is damaged or of another plan.
    fn recognise(&self, py: Python<'_>, part: u64, file: &[u8]) -> PyResult<Option<String>> {
        guarded("reading a part", || Ok(py.detach(|| self.0.recognise(part, file)).map(|entry| json(&entry))))
    }

    /// The manifest, from the entries of all parts in order.
    fn manifest(&self, entries: Vec<String>) -> PyResult<String> {
        let parts: Result<Vec<PartRecord>, _> =
            entries.iter().map(|entry| serde_json::from_str(entry)).collect();
        let parts = parts.map_err(|e| wrong_argument(format!("an entry of the manifest is wrong: {e}")))?;
        Ok(Manifest { hash: self.0.hash(), plan: self.0.clone(), parts }.to_json())
    }
}

fn json(entry: &PartRecord) -> String {
    serde_json::to_string(entry).expect("entries have text keys")
}

/// A round number of maps that take about a second.
#[pyfunction]
pub(crate) fn round_part(seconds: f64) -> u64 {
    mapkiln_batch::round_part(seconds)
}
