//! Runs every fuzz target for a while, with coverage and a memory limit.

use std::fs;
use std::process::Command;

use crate::{Done, root};

/// What `cargo fuzz` passes too: coverage for libFuzzer, on a stable compiler.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions";

/// Runs all targets, `minutes` in total. Findings are left in `fuzz/artifacts` and fail the chore.
pub(crate) fn run(minutes: &str) -> Done {
    let minutes: u64 = minutes.parse().map_err(|_| format!("{minutes:?} is no number of minutes"))?;
    let folder = root().join("fuzz");
    let mut targets: Vec<String> = fs::read_dir(folder.join("fuzz_targets"))
        .map_err(|e| format!("could not list the fuzz targets: {e}"))?
        .filter_map(|file| file.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    targets.sort();
    let target = host()?;
    // Naming the target keeps the flags away from build scripts.
    let built = Command::new("cargo")
        .args(["build", "--release", "--target", &target])
        .env("RUSTFLAGS", FLAGS)
        .current_dir(&folder)
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the fuzz targets were not built; they need a C++ compiler".to_owned());
    }
    let seconds = (minutes * 60 / targets.len() as u64).max(1);
    let mut found = Vec::new();
    for name in &targets {
        let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| folder.join(kind).join(name));
        for made in [&corpus, &artifacts] {
            fs::create_dir_all(made).map_err(|e| format!("could not make {}: {e}", made.display()))?;
        }
        println!("xtask: fuzzing {name} for {seconds} s");
        let mut run = Command::new(folder.join("target").join(&target).join("release").join(name));
        run.arg(&corpus).current_dir(&folder);
        let seeds = folder.join("seeds").join(name);
        if seeds.is_dir() {
            run.arg(seeds);
        }
        run.args([format!("-max_total_time={seconds}"), "-rss_limit_mb=2048".into(), "-timeout=20".into()]);
        run.args(["-print_final_stats=1".into(), format!("-artifact_prefix={}/", artifacts.display())]);
        if !run.status().is_ok_and(|status| status.success()) {
            found.push(name.as_str());
        }
    }
    if found.is_empty() { Ok(()) } else { Err(format!("found something in {}", found.join(", "))) }
}

/// The compiler's own target.
fn host() -> Result<String, String> {
    let said = Command::new("rustc").arg("-vV").output().map_err(|e| format!("could not run rustc: {e}"))?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say its target".to_owned())
}
