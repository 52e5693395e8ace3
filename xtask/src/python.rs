//! The Python package: its types, its wheel, its tests in an environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Done, cargo, root};

fn package() -> PathBuf {
    root().join("bindings/python")
}

fn environment() -> PathBuf {
    root().join("target/python")
}

/// Writes the types that follow from the schemas.
pub(crate) fn types() -> Done {
    run("python3", &["tools/write_types.py"], &package(), &[])
}

/// Builds the package as the tests are built, installs it in its own environment and tests it.
pub(crate) fn test(long: bool) -> Done {
    prepare()?;
    // The command that the package is held against, and most of what the package is made of.
    cargo(&["build", "-p", "mapkiln-cli"], &[])?;
    let wheels = environment().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    }
    let out = text(&wheels);
    let words = ["build", "--profile", "dev", "--compatibility", "off", "--out", &out];
    run(&tool("maturin"), &words, &package(), &[])?;
    install(&wheels)?;
    let command = text(&root().join("target/debug/mapkiln"));
    let mut words = vec!["-m", "pytest", "-q"];
    if long {
        words.push("--long");
    }
    // Else Ray sends reports to its makers, and its workers wait for everybody else on the machine.
    let ray = [("RAY_USAGE_STATS_ENABLED", "0"), ("RAY_worker_niceness", "0")];
    run(&tool("python"), &words, &package(), &[&[("MAPKILN", command.as_str())], &ray[..]].concat())
}

/// Builds the wheel that people install into target/wheels, for any Linux with glibc 2.28.
pub(crate) fn wheel() -> Done {
    prepare()?;
    run(&tool("pip"), &["install", "-q", "ziglang==0.14.1"], &package(), &[])?;
    let words = ["build", "--release", "--zig", "--compatibility", "manylinux_2_28"];
    run(&tool("maturin"), &words, &package(), &[("PATH", &path_with_tools())])
}

/// Makes the environment with the pinned packages, unless it is there.
fn prepare() -> Done {
    let (lock, here) = (package().join("requirements-test.txt"), environment());
    let wanted = fs::read_to_string(&lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let stamp = here.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run("python3", &["-m", "venv", "--clear", &text(&here)], &root(), &[])?;
    run(&tool("pip"), &["install", "-q", "--disable-pip-version-check", "-r", &text(&lock)], &root(), &[])?;
    fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// Installs the wheel of a folder.
fn install(folder: &Path) -> Done {
    let wheels = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let wheels: Vec<String> =
        wheels.flatten().map(|e| text(&e.path())).filter(|name| name.ends_with(".whl")).collect();
    let [wheel] = wheels.as_slice() else {
        return Err(format!("{} holds {} wheels; one was built", folder.display(), wheels.len()));
    };
    run(&tool("pip"), &["install", "-q", "--force-reinstall", "--no-deps", wheel], &root(), &[])
}

fn tool(name: &str) -> String {
    text(&environment().join("bin").join(name))
}

fn path_with_tools() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{}:{path}", text(&environment().join("bin")))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn run(program: &str, words: &[&str], folder: &Path, environment: &[(&str, &str)]) -> Done {
    let shown = format!("{program} {}", words.join(" "));
    println!("xtask: {shown}");
    let status =
        Command::new(program).args(words).current_dir(folder).envs(environment.iter().copied()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{shown} failed")),
        Err(e) => Err(format!("{shown} could not be started: {e}")),
    }
}
