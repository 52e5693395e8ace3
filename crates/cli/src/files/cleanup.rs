//! Temporary files do not outlive a run that a signal ends.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

fn pending() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file and notes it; signals remove it until it is forgotten. They wait while it
/// is made, so that none is missed.
pub(super) fn noted(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    let mut pending = pending();
    let temporary = make()?;
    pending.insert(temporary.path().to_owned());
    Ok(temporary)
}

/// Notes a file that is there while something runs, such as a lock.
pub(crate) fn remove_on_signals(file: &Path) {
    pending().insert(file.to_owned());
}

/// What to say if a signal ends the program, such as how to go on.
pub(crate) fn say_on_signals(words: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
}

/// The temporary file has its real name now, or is gone.
pub(crate) fn forget(temporary: &Path) {
    pending().remove(temporary);
}

/// From now on, a file that grows over the limit of the system is an error of writing instead of a signal.
#[cfg(unix)]
pub(crate) fn large_files_are_errors() {
    let noted = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noted);
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn large_files_are_errors() {}

/// From now on, signals that end the program remove its temporary files first.
#[cfg(unix)]
pub(crate) fn clean_up_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    // Without these handlers the run still works, but may leave a temporary file behind.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Held until the end: no new temporary file can appear.
            let files = pending();
            files.iter().for_each(|file| drop(std::fs::remove_file(file)));
            if let Some(words) = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).as_deref() {
                crate::say::say(words);
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Other systems end programs without asking.
#[cfg(not(unix))]
pub(crate) fn clean_up_on_signals() {}
