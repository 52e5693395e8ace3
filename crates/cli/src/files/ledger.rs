//! Which files a run reads and writes: none is both, and none is written twice.

use std::collections::HashSet;
use std::collections::hash_map::{DefaultHasher, HashMap};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::folder;
use crate::failure::Failure;

#[derive(Default)]
struct Ledger {
    inputs: HashSet<PathBuf>,
    outputs: HashMap<PathBuf, Output>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    /// Named by the user, not written yet.
    Promised,
    /// Written, with the hash of its bytes if they were written at once.
    Written(Option<u64>),
}

// A process runs one command.
static LEDGER: LazyLock<Mutex<Ledger>> = LazyLock::new(Mutex::default);

fn ledger() -> MutexGuard<'static, Ledger> {
    LEDGER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file behind a name, however it is spelled.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match (folder(path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    })
}

/// Pipes and devices can be written to again and again.
fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Notes that a file was read.
pub(super) fn note_input(path: &Path) {
    if !is_stream(path) {
        ledger().inputs.insert(identity(path));
    }
}

/// Notes that a file will be written, before the work; refuses one that would be lost.
pub(crate) fn promise(path: &Path) -> Result<(), Failure> {
    if is_stream(path) {
        return Ok(());
    }
    let mut ledger = ledger();
    let file = identity(path);
    if ledger.inputs.contains(&file) {
        return Err(is_input(path));
    }
    if ledger.outputs.insert(file, Output::Promised).is_some() {
        let problem = format!("{} is named twice; name each file once", path.display());
        return Err(Failure::usage(problem));
    }
    Ok(())
}

/// What to do about a file that is to be written now.
#[derive(PartialEq, Eq)]
pub(super) enum Entry {
    Write,
    /// The same bytes are there already, such as the picture of two maps of one tile set.
    Same,
}

/// Enters a file that is to be written; `bytes` are all of its bytes, if they are known.
pub(super) fn enter(path: &Path, bytes: Option<&[u8]>) -> Result<Entry, Failure> {
    if is_stream(path) {
        return Ok(Entry::Write);
    }
    let mut ledger = ledger();
    let file = identity(path);
    if ledger.inputs.contains(&file) {
        return Err(is_input(path));
    }
    let hash = bytes.map(hash);
    match ledger.outputs.insert(file, Output::Written(hash)) {
        Some(Output::Written(Some(before))) if hash == Some(before) => Ok(Entry::Same),
        Some(Output::Written(_)) => {
            let problem = "this run has already written another file of that name";
            Err(Failure::usage(format!("cannot write {}: {problem}; rename one", path.display())))
        }
        _ => Ok(Entry::Write),
    }
}

fn is_input(path: &Path) -> Failure {
    Failure::usage(format!("{} is an input of this run; name another file for the output", path.display()))
}
