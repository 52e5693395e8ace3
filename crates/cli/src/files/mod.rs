//! Files: read within limits, written whole or not at all, and no file lost to another.

mod beside;
mod cleanup;
mod ledger;
mod read;
mod write;

pub(crate) use beside::{Neighbours, allow_outside};
pub(crate) use cleanup::{
    clean_up_on_signals, forget, large_files_are_errors, remove_on_signals, say_on_signals,
};
pub(crate) use ledger::promise;
pub(crate) use read::{read_bytes, read_text};
pub(crate) use write::{NewFile, check_target, is_stream, write_over, write_whole};

use std::path::Path;

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
