//! The flags that all makers share, and how raw text becomes checked values.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use mapkiln::{AnyError, AnySpec, Limit, Seed, Spec};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::files::read_text;
use crate::output::Outputs;
use crate::say::say;

/// The flags of every maker.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MakeArgs {
    /// Any text or number; the same seed gives the same map [default: a new one, printed to standard error]
    #[arg(long, value_name = "TEXT")]
    pub(crate) seed: Option<Seed>,

    /// Number of maps; the second has the seed TEXT#1, the third TEXT#2, …
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    pub(crate) count: u64,

    /// Write to a file in the format of its ending; can be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,

    /// Write to standard output, or to a pipe or device named by -o, in this format
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,

    /// Number of threads; does not change the map [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<u64>,

    /// Show no progress bar and no messages
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Write a report on each map (seed, search, metrics) as JSON, one line per map; not for players: it has the seed
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Where a maker's spec comes from.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SpecArgs {
    /// Read the spec from a TOML or JSON file; other flags override it
    #[arg(long, value_name = "FILE")]
    pub(crate) spec: Option<PathBuf>,
}

impl SpecArgs {
    /// The spec from `--spec`, or the default one.
    pub(crate) fn read<S: Spec + TryFrom<AnySpec, Error = AnyError>>(&self) -> Result<S, Failure> {
        let Some(path) = &self.spec else { return Ok(S::default()) };
        let mut data: serde_json::Value = read_data(path)?;
        if let Some(maker) = data.as_object_mut().and_then(|fields| fields.remove("maker"))
            && maker != S::MAKER
        {
            return Err(wrong_spec(
                path,
                format!("it is for the maker {maker}, and this command runs {}", S::MAKER),
            ));
        }
        AnySpec::read(S::MAKER, data).and_then(S::try_from).map_err(|e| wrong_spec(path, e))
    }
}

fn wrong_spec(path: &Path, problem: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("the spec {} is wrong: {}", path.display(), problem.to_string().trim_end()))
}

/// Reads JSON if the file ends in `.json` or its text begins with a brace, else TOML.
pub(crate) fn read_data<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = read_text(path)?;
    let is_json = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"))
        || text.trim_start().starts_with('{');
    if is_json {
        serde_json::from_str(&text).map_err(|e| wrong_spec(path, e))
    } else {
        toml::from_str(&text).map_err(|e| wrong_spec(path, e))
    }
}

impl MakeArgs {
    /// The seed that was given, or a new one, which is printed.
    pub(crate) fn seed(&self) -> Seed {
        self.seed.clone().unwrap_or_else(|| {
            let seed = new_seed();
            self.remark(format!("seed {seed} (--seed {seed} gives the same again)"));
            seed
        })
    }

    /// Prints a message to standard error, unless --quiet.
    pub(crate) fn remark(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            say(text);
        }
    }

    /// Starts the threads; returns whether there are several.
    pub(crate) fn set_threads(&self) -> Result<bool, Failure> {
        set_threads(self.threads)
    }

    /// Where the maps go.
    pub(crate) fn outputs(&self) -> Outputs<'_> {
        Outputs { files: &self.output, format: self.format.as_deref(), quiet: self.quiet }
    }
}

/// Starts the threads; returns whether there are several.
pub(crate) fn set_threads(threads: Option<u64>) -> Result<bool, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let threads = threads.unwrap_or(cores);
    Limit::Threads.check(threads).map_err(Failure::usage)?;
    // The pool is global to the process, and a process runs one command.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build_global();
    pool.map_err(|e| Failure::not_made(format!("could not start {threads} threads: {e}")))?;
    Ok(threads > 1)
}

/// A new seed: six letters and digits that are easy to say and to type.
pub(crate) fn new_seed() -> Seed {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    // The standard library's only source of system randomness.
    let mut number = RandomState::new().build_hasher().finish();
    let mut text = String::new();
    for _ in 0..6 {
        text.push(char::from(LETTERS[(number % 32) as usize]));
        number /= 32;
    }
    text.into()
}

/// A whole percentage, with or without the sign.
pub(crate) fn percent(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse().ok().filter(|n| *n <= 100);
    number.ok_or_else(|| "write a whole percentage from 0 to 100".to_owned())
}

/// A number from 1.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n >= 1).ok_or_else(|| "write a whole number of at least 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_whole_and_at_most_100() {
        assert_eq!(percent("50"), Ok(50));
        assert_eq!(percent("50%"), Ok(50));
        assert!(["140", "-1", "half", "12.5", ""].iter().all(|t| percent(t).is_err()));
    }

    #[test]
    fn new_seeds_are_short_words() {
        let seed = new_seed().to_string();
        assert!(seed.len() == 6 && seed.bytes().all(|b| b.is_ascii_alphanumeric()), "{seed}");
    }
}
