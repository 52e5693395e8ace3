//! The folder of a job: its parts, its plan, its manifest.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use mapkiln_batch::{BatchPlan, Manifest, Part, PartRecord, digest};

use super::lock::Lock;
use crate::failure::Failure;
use crate::files::write_over;

/// The plan, written at the start.
const PLAN: &str = "job.json";
/// The list of all parts, written at the end.
const MANIFEST: &str = "manifest.json";
/// How temporary files begin, those of Python included.
const TEMPORARY: &str = ".mapkiln-";

/// A folder that no other driver works on.
pub(super) struct Folder {
    path: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// Makes the folder if it is missing, locks it and clears what a killed driver left.
    pub(super) fn open(path: &Path, remark: &dyn Fn(String)) -> Result<Folder, Failure> {
        fs::create_dir_all(path)
            .map_err(|e| Failure::usage(format!("could not make the folder {}: {e}", path.display())))?;
        let lock = Lock::take(path, remark)?;
        let folder = Folder { path: path.to_owned(), _lock: lock };
        for name in folder.names()? {
            if name.starts_with(TEMPORARY) {
                folder.failed(&name, fs::remove_file(folder.path.join(&name)))?;
            }
        }
        Ok(folder)
    }

    /// The plan that the folder was started with.
    pub(super) fn started(&self) -> Result<Option<BatchPlan>, Failure> {
        let Some(bytes) = self.read(PLAN)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        let plan = BatchPlan::from_json(&text)
            .map_err(|e| Failure::usage(format!("{}: {e}", self.path.join(PLAN).display())))?;
        Ok(Some(plan))
    }

    /// Stores the plan.
    pub(super) fn start(&self, plan: &BatchPlan) -> Result<(), Failure> {
        write_over(&self.path.join(PLAN), (plan.to_json() + "\n").as_bytes())
    }

    /// The parts that are there and whole.
    pub(super) fn done(&self, plan: &BatchPlan) -> Result<Vec<Option<PartRecord>>, Failure> {
        let listed = self.read(MANIFEST)?;
        let listed: Option<Manifest> = listed.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let listed = listed.filter(|manifest| manifest.hash == plan.hash());
        let mut entries = Vec::new();
        for part in 0..plan.parts() {
            let entry = self.read(&plan.name(part))?.and_then(|bytes| {
                let known = listed.as_ref().and_then(|manifest| manifest.parts.get(part as usize));
                match known {
                    Some(entry) => (entry.sha256 == digest(&bytes)).then(|| entry.clone()),
                    None => plan.recognise(part, &bytes),
                }
            });
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Stores a part: its pictures first, so that a part that is there has all of them.
    pub(super) fn store(&self, part: &Part) -> Result<(), Failure> {
        for picture in &part.pictures {
            let target = self.path.join(&picture.name);
            if let Some(folder) = target.parent() {
                self.failed(&picture.name, fs::create_dir_all(folder))?;
            }
            write_over(&target, &picture.bytes)?;
        }
        write_over(&self.path.join(&part.name), &part.bytes)
    }

    /// Stores the manifest.
    pub(super) fn finish(&self, plan: BatchPlan, parts: Vec<PartRecord>) -> Result<(), Failure> {
        let manifest = Manifest { hash: plan.hash(), plan, parts };
        write_over(&self.path.join(MANIFEST), manifest.to_json().as_bytes())
    }

    fn names(&self) -> Result<Vec<String>, Failure> {
        let listed: io::Result<Vec<_>> = fs::read_dir(&self.path).and_then(Iterator::collect);
        let listed = self.failed("", listed)?;
        Ok(listed.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        match fs::read(self.path.join(name)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            other => self.failed(name, other).map(Some),
        }
    }

    fn failed<T>(&self, name: &str, result: io::Result<T>) -> Result<T, Failure> {
        result.map_err(|e| Failure::not_made(format!("{}: {e}", self.path.join(name).display())))
    }
}
