//! A job with all that follows from it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use mapkiln::formats::Format;
use mapkiln::{AnyMaker, AnySpec, Run};
use serde::{Deserialize, Serialize};

use crate::{BatchJob, Error, digest};

/// Maps per part where nobody chose.
const USUAL_PART: u64 = 1000;
/// Combinations whose first maps say which metrics there are.
const PROBED: u64 = 16;
/// The most maps of a job: indices have nine digits in the names of files.
const MOST_MAPS: u64 = 1_000_000_000;

/// A job that was checked, with its columns and its version: what a worker needs, and nothing else.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BatchPlan {
    /// The version of the package.
    pub version: String,
    /// The version of the maker.
    pub maker_version: u32,
    /// The job; its `part` is set.
    pub job: BatchJob,
    /// The metrics that are columns.
    pub metrics: Vec<String>,
    #[serde(skip)]
    makers: Makers,
}

/// The maker of each combination, loaded when it is first needed.
#[derive(Default)]
struct Makers(Vec<OnceLock<Result<AnyMaker, String>>>);

impl Clone for Makers {
    fn clone(&self) -> Self {
        Makers::default()
    }
}

impl std::fmt::Debug for Makers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Makers")
    }
}

impl PartialEq for BatchPlan {
    fn eq(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }
}

impl BatchPlan {
    /// Checks a job and finds out its columns; makes the first maps for that.
    pub fn new(mut job: BatchJob) -> Result<BatchPlan, Error> {
        let (_, seeds) = job.seed_range()?;
        let combinations = job.vary.combinations();
        let maps = combinations.saturating_mul(seeds);
        if maps > MOST_MAPS {
            return Err(Error::BatchJob(format!(
                "the job has {maps} maps; write at most {MOST_MAPS}, or several jobs"
            )));
        }
        match job.part {
            Some(0) => return Err(Error::BatchJob("`part` is 0; write at least 1 map per part".to_owned())),
            Some(_) => {}
            None => job.part = Some(USUAL_PART),
        }
        let first = read(&job, 0)?;
        if let Some(ending) = &job.pictures {
            let kind = first.map_kind();
            if Format::by_ending(kind, &format!("x.{ending}")).is_none() {
                let known: Vec<&str> = Format::of(kind).flat_map(|f| f.endings).copied().collect();
                return Err(Error::BatchJob(format!(
                    "there are no pictures .{ending} of a {kind}; the endings are {}",
                    known.join(", ")
                )));
            }
        }
        for combination in 1..combinations {
            read(&job, combination)?;
        }
        let mut plan = BatchPlan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            maker_version: first.version(),
            job,
            metrics: Vec::new(),
            makers: Makers::default(),
        };
        plan.prepare();
        plan.metrics = plan.find_metrics()?;
        Ok(plan)
    }

    /// Reads a plan that [`to_json`](BatchPlan::to_json) wrote.
    pub fn from_json(json: &str) -> Result<BatchPlan, Error> {
        let mut plan: BatchPlan = serde_json::from_str(json).map_err(|e| Error::BatchJob(e.to_string()))?;
        let known = env!("CARGO_PKG_VERSION");
        if plan.version != known {
            let version = &plan.version;
            return Err(Error::BatchJob(format!(
                "the job is one of Mapkiln {version}, and this is {known}; other versions make other maps"
            )));
        }
        plan.job.seed_range()?;
        if plan.job.part.is_none_or(|part| part == 0) {
            return Err(Error::BatchJob("the plan has no size of a part".to_owned()));
        }
        plan.prepare();
        Ok(plan)
    }

    /// The same job with another number of maps per part.
    #[must_use]
    pub fn with_part(&self, maps: u64) -> BatchPlan {
        let mut plan = self.clone();
        plan.job.part = Some(maps.max(1));
        plan.prepare();
        plan
    }

    fn prepare(&mut self) {
        self.makers.0 = (0..self.job.vary.combinations()).map(|_| OnceLock::new()).collect();
    }

    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plans have text keys")
    }

    /// What tells this plan from any other.
    pub fn hash(&self) -> String {
        digest(self.to_json().as_bytes())
    }

    /// The number of maps.
    pub fn maps(&self) -> u64 {
        self.seeds().1 * self.job.vary.combinations()
    }

    /// The number of parts.
    pub fn parts(&self) -> u64 {
        self.maps().div_ceil(self.part())
    }

    /// The maps of a part, by index.
    pub fn range(&self, part: u64) -> Range<u64> {
        let start = part.saturating_mul(self.part()).min(self.maps());
        start..start.saturating_add(self.part()).min(self.maps())
    }

    /// The name of a part's file; names in order are parts in order.
    pub fn name(&self, part: u64) -> String {
        format!("{}.parquet", self.folder(part))
    }

    /// The name of the folder of a part's pictures.
    pub fn folder(&self, part: u64) -> String {
        let Range { start, end } = self.range(part);
        format!("part-{start:09}-{end:09}")
    }

    /// The combination and the seed of a map.
    pub fn place(&self, index: u64) -> (u64, u64) {
        let (first, count) = self.seeds();
        (index / count, first + index % count)
    }

    fn part(&self) -> u64 {
        self.job.part.unwrap_or(USUAL_PART).max(1)
    }

    fn seeds(&self) -> (u64, u64) {
        // Checked when the plan was made or read.
        self.job.seed_range().unwrap_or((0, 1))
    }

    /// The maker of a combination; an error is the sentence of its spec.
    pub(crate) fn maker(&self, combination: u64) -> Result<&AnyMaker, String> {
        let unknown = || Err(format!("there is no combination {combination}"));
        let Some(cell) = usize::try_from(combination).ok().and_then(|i| self.makers.0.get(i)) else {
            return unknown();
        };
        let load = || {
            let spec = AnySpec::from_value(self.job.spec_of(combination));
            spec.and_then(AnySpec::into_maker).map_err(|e| e.to_string())
        };
        cell.get_or_init(load).as_ref().map_err(Clone::clone)
    }

    /// The columns: those that were asked for, or all that the first maps have.
    fn find_metrics(&self) -> Result<Vec<String>, Error> {
        let (first, count) = self.seeds();
        let mut known = BTreeSet::new();
        for combination in 0..self.job.vary.combinations().min(PROBED) {
            let maker = self
                .maker(combination)
                .map_err(|problem| Error::Spec { place: self.words(combination), problem })?;
            // Not every seed need give a map.
            let made = (first..first + count.min(4)).find_map(|seed| maker.make(&mut Run::new(seed)).ok());
            known.extend(made.into_iter().flat_map(|made| made.report.metrics.into_keys()));
        }
        let Some(asked) = &self.job.metrics else { return Ok(known.into_iter().collect()) };
        if let Some(wrong) = asked.iter().find(|name| !known.contains(*name))
            && !known.is_empty()
        {
            let known: Vec<String> = known.into_iter().collect();
            return Err(Error::BatchJob(format!(
                "there is no metric {wrong:?}; metrics are {}",
                known.join(", ")
            )));
        }
        let twice = |(i, name): (usize, &String)| asked[..i].contains(name);
        if let Some(name) = asked.iter().enumerate().find(|pair| twice(*pair)).map(|pair| pair.1) {
            return Err(Error::BatchJob(format!("the metric {name:?} is there twice")));
        }
        Ok(asked.clone())
    }

    fn words(&self, combination: u64) -> String {
        words(&self.job, combination)
    }
}

fn read(job: &BatchJob, combination: u64) -> Result<AnySpec, Error> {
    let spec = AnySpec::from_value(job.spec_of(combination));
    let checked = spec.and_then(|spec| spec.check().map(|()| spec));
    checked.map_err(|e| Error::Spec { place: words(job, combination), problem: e.to_string() })
}

/// A combination in words.
fn words(job: &BatchJob, combination: u64) -> String {
    let fields = job.vary.combination(combination);
    if fields.is_empty() {
        return "the spec of the job".to_owned();
    }
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("the spec with {}", fields.join(", "))
}

/// A round number of maps that take about a second, from what one takes.
///
/// ```
/// use mapkiln_batch::round_part;
/// assert_eq!(round_part(0.000_13), 5000);
/// assert_eq!(round_part(0.03), 20);
/// assert_eq!(round_part(7.0), 1);
/// ```
pub fn round_part(seconds: f64) -> u64 {
    let fits = (1.0 / seconds.max(1e-9)).clamp(1.0, 100_000.0);
    let round = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
    round.into_iter().rev().find(|&n| n as f64 <= fits).unwrap_or(1)
}
