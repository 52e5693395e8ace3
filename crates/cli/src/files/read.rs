//! Reads what the user names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use mapkiln::Limit;

use super::ledger::note_input;
use crate::failure::Failure;

/// The bytes of a file; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |e: io::Error| Failure::usage(format!("could not read {}: {e}", path.display()));
    let most = Limit::FileBytes.most();
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        File::open(path)
            .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
            .map_err(failed)?;
        note_input(path);
    }
    Limit::FileBytes
        .check(bytes.len() as u64)
        .map_err(|problem| Failure::usage(format!("{}: {problem}", path.display())))?;
    Ok(bytes)
}

/// The text of a file, without a byte order mark; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read_bytes(path)?).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::usage(format!("{} is not UTF-8 text (byte {at})", path.display()))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
