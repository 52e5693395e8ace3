//! Any text as a table of monsters, items or traps: an answer, and never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::dungeon::codex::{Codex, Edition};

fuzz_target!(|text: &str| {
    let mut codex = Codex::srd(Edition::Y2024).clone();
    let _ = codex.add_csv(text);
});
