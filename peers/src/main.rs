//! Mapkiln beside other libraries on the same work, in one run, one table.
//!
//! `cargo run --release -p mapkiln-peers -- NAME` runs one comparison; there is one file per comparison.

mod brkga;
mod grammar;
mod worlds;

use std::env;
use std::process::ExitCode;

/// The comparisons by name.
const COMPARISONS: &[(&str, fn())] =
    &[("brkga", brkga::compare), ("grammar", grammar::compare), ("worlds", worlds::compare)];

fn main() -> ExitCode {
    let name = env::args().nth(1).unwrap_or_default();
    if let Some((_, compare)) = COMPARISONS.iter().find(|(known, _)| *known == name) {
        compare();
        return ExitCode::SUCCESS;
    }
    let known: Vec<&str> = COMPARISONS.iter().map(|(name, _)| *name).collect();
    eprintln!("name a comparison: {}", known.join(", "));
    ExitCode::from(2)
}
