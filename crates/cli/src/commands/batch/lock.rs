//! One driver at a time: a file with the number of its process and the name of its machine.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::{forget, remove_on_signals};

/// The file of the lock; the same for the drivers in Python.
const NAME: &str = ".lock";

/// A lock that is given back when it is dropped.
pub(super) struct Lock(PathBuf);

impl Lock {
    /// Takes the lock of a folder; one of a process that is gone is said and taken.
    pub(super) fn take(folder: &Path, remark: &dyn Fn(String)) -> Result<Lock, Failure> {
        let path = folder.join(NAME);
        let me = format!("{} {}\n", std::process::id(), host());
        for _ in 0..2 {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(me.as_bytes()).map_err(|e| unusable(&path, &e))?;
                    remove_on_signals(&path);
                    return Ok(Lock(path));
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(unusable(&path, &e)),
            }
            let owner = fs::read_to_string(&path).unwrap_or_default();
            let owner = owner.trim();
            if !is_gone(owner) {
                return Err(Failure::usage(format!(
                    "{} is being worked on by process {owner}; wait for it, or remove {}",
                    folder.display(),
                    path.display()
                )));
            }
            remark(format!("process {owner} has left its lock behind; going on where it was"));
            fs::remove_file(&path).map_err(|e| unusable(&path, &e))?;
        }
        Err(Failure::not_made(format!("{} is taken again and again", path.display())))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock that cannot be removed is found to be stale next time.
        let _ = fs::remove_file(&self.0);
        forget(&self.0);
    }
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::not_made(format!("could not lock {}: {error}", path.display()))
}

/// Is the process of a lock surely not running? Only a process of this machine can be asked for.
fn is_gone(owner: &str) -> bool {
    let Some((process, machine)) = owner.split_once(' ') else {
        // The moment between making the file and writing it, or an empty file after a crash.
        return owner.is_empty();
    };
    if machine != host() {
        return false;
    }
    process.parse::<i32>().is_ok_and(|process| !runs(process))
}

#[cfg(unix)]
fn runs(process: i32) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let Some(process) = Pid::from_raw(process) else { return false };
    // One that may not be asked is there.
    !matches!(test_kill_process(process), Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn runs(_: i32) -> bool {
    true
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
