//! Chores: everything a person would otherwise type twice. `cargo xtask` lists them.
//!
//! It depends on no other crate, so it builds in a second.

mod fuzz;
mod gallery;
mod programs;
mod python;
mod studio;

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The crates that other programs may use: each must also compile without its default features.
const LIBRARIES: [&str; 13] = [
    "mapkiln-core",
    "mapkiln-maps",
    "mapkiln-search",
    "mapkiln-board",
    "mapkiln-grammar",
    "mapkiln-tiles",
    "mapkiln-sight",
    "mapkiln-play",
    "mapkiln-dungeon",
    "mapkiln-draw",
    "mapkiln-edit",
    "mapkiln-check",
    "mapkiln",
];

/// The parts of the Studio's module that no other crate asks for.
const EVERYTHING: &str = "--features=mapkiln-wasm/everything";

const HELP: &str = "\
cargo xtask test      check everything: format, lints, features, tests, docs, schemas, the Python package, the
                      Studio in a browser; --long adds the tests that are marked as long
cargo xtask fuzz [N]  fuzz every reader, N minutes in total (60)
cargo xtask atlas     write the atlas of drawings and its index into target/atlas, at both sizes
cargo xtask gallery   draw the pictures of docs/gallery from fixed seeds
cargo xtask python    build the Python package and test it in an environment of its own; --long as above,
                      --wheel builds the wheel that people install into target/wheels
cargo xtask python-types  write the types of the Python package from docs/schema
cargo xtask schemas   write the JSON Schemas of maps and specs into docs/schema
cargo xtask studio    build the Studio and serve it here; --build writes studio/dist, --check tests its code,
                      --test builds it and tests it in Chromium";

type Done = Result<(), String>;

/// Writes the atlas at both sizes.
fn atlas() -> Done {
    let folder = root().join("target/atlas");
    std::fs::create_dir_all(&folder).map_err(|e| format!("could not make {}: {e}", folder.display()))?;
    for (name, scale) in [("atlas", "1"), ("atlas@2x", "2")] {
        let file = |ending: &str| folder.join(format!("{name}.{ending}")).display().to_string();
        let (png, json) = (file("png"), file("json"));
        let run = ["run", "--release", "--quiet", "-p", "mapkiln-cli", "--", "art"];
        cargo(&[&run[..], &["-o", &png, "-o", &json, "--scale", scale]].concat(), &[])?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--long"] => test(true),
        ["fuzz"] => fuzz::run("60"),
        ["fuzz", minutes] => fuzz::run(minutes),
        ["atlas"] => atlas(),
        ["gallery"] => gallery::write(),
        ["studio"] => studio::serve(),
        ["studio", "--build"] => studio::build(),
        ["studio", "--check"] => studio::check(),
        ["studio", "--test"] => programs::install_missing().and_then(|()| studio::test(false)),
        ["python"] => programs::install_missing().and_then(|()| python::test(false)),
        ["python", "--long"] => programs::install_missing().and_then(|()| python::test(true)),
        ["python", "--wheel"] => python::wheel(),
        ["python-types"] => python::types(),
        ["schemas"] => cargo(&["run", "--quiet", "-p", "schemas"], &[]),
        _ => Err(format!("there is no such chore; the chores are:\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, PathBuf::from)
}

/// Everything that continuous integration checks.
fn test(long: bool) -> Done {
    programs::install_missing()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", EVERYTHING, "--", "-D", "warnings"], &[])?;
    for library in LIBRARIES {
        cargo(&["check", "--package", library, "--no-default-features"], &[])?;
    }
    cargo(&["test", "--workspace", EVERYTHING], &[])?;
    if long {
        cargo(&["test", "--workspace", EVERYTHING, "--", "--ignored"], &[])?;
    }
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    python::test(long)?;
    studio::test(long)?;
    println!("xtask: all checks passed");
    Ok(())
}

fn cargo(words: &[&str], environment: &[(&str, &str)]) -> Done {
    let shown = words.join(" ");
    println!("xtask: cargo {shown}");
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status =
        Command::new(cargo).args(words).envs(environment.iter().copied()).current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("cargo {shown} failed")),
        Err(e) => Err(format!("cargo {shown} could not be started: {e}")),
    }
}
