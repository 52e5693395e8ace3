//! The Studio: builds the WASM modules and the page, and serves it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Done, cargo, root};

/// A part of the WASM: its name, and what makes it. The first one is compiled for its size, since the page waits for
/// it; the other one takes over as soon as it is there, and is compiled for speed.
const PARTS: [(&str, &[&str]); 2] = [
    ("dungeon", &[]),
    (
        "everything",
        &[
            "--features=everything",
            "--config=profile.wasm.opt-level=2",
            "--config=profile.wasm.package.mapkiln-dungeon.opt-level=3",
        ],
    ),
];

/// What the modules use beyond the first version of WASM.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
    "--enable-reference-types",
];

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds everything and serves it on this machine.
pub(crate) fn serve() -> Done {
    build()?;
    println!("xtask: the Studio is at http://localhost:4173; Ctrl-C ends it");
    npm(&["exec", "--", "vite", "preview", "--port", "4173", "--strictPort"])
}

/// Writes studio/dist, which any static host serves from any folder.
pub(crate) fn build() -> Done {
    install()?;
    if !run("rustup", &["target", "add", TARGET], &root(), &[]) {
        println!("xtask: rustup could not add {TARGET}; trying with what is installed");
    }
    for (part, features) in PARTS {
        module(part, features)?;
    }
    sprites()?;
    npm(&["run", "--silent", "types"])?;
    npm(&["run", "--silent", "build"])?;
    weigh()
}

/// Draws the sprites of the explorer and of the game; they follow from the code, so they are not in git.
fn sprites() -> Done {
    let out = page().join("src/generated");
    fs::create_dir_all(&out).map_err(|e| format!("could not make {}: {e}", out.display()))?;
    let file = |ending: &str| out.join(format!("atlas.{ending}")).display().to_string();
    let (png, json) = (file("png"), file("json"));
    // The tests have built the command already; only the pictures count, not how fast they are drawn.
    cargo(&["run", "--quiet", "-p", "mapkiln-cli", "--", "art", "-o", &png, "-o", &json, "--quiet"], &[])
}

/// The type check and the unit tests of the page; they need its types, and stand-ins for the modules.
pub(crate) fn check() -> Done {
    install()?;
    npm(&["run", "--silent", "types"])?;
    let folder = page().join("src/generated");
    for (part, _) in PARTS {
        for ending in [".js", ".d.ts", "_bg.wasm"] {
            let file = folder.join(format!("{part}{ending}"));
            if !file.exists() {
                let text = if ending.starts_with('_') { "" } else { "export {};\n" };
                fs::write(&file, text).map_err(|e| format!("could not write {}: {e}", file.display()))?;
            }
        }
    }
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "test"])
}

/// Everything above, and the tests in a real browser; `long` adds what is slow and rarely breaks.
pub(crate) fn test(long: bool) -> Done {
    build()?;
    check()?;
    // The command that carries the page is also the one whose bytes the page is held against.
    cargo(&["test", "-p", "mapkiln-cli", "--features", "studio", "--test", "studio"], &[])?;
    let command = target().join("debug/mapkiln").display().to_string();
    let mut settings = vec![("MAPKILN", command.as_str())];
    if long {
        settings.push(("LONG", "1"));
    }
    npm_with(&["run", "--silent", "browser"], &settings)
}

fn page() -> PathBuf {
    root().join("studio")
}

/// The packages of package.json, unless they are there.
fn install() -> Done {
    let stamp = page().join("node_modules/.package-lock.json");
    let wanted = page().join("package-lock.json");
    let newer = |a: &Path, b: &Path| {
        let time = |p: &Path| fs::metadata(p).and_then(|m| m.modified()).ok();
        time(a) >= time(b)
    };
    if stamp.exists() && newer(&stamp, &wanted) {
        return Ok(());
    }
    // Not `npm ci`: it refuses a lock file that lacks the optional packages of other systems, and registries
    // that mirror only some systems give no other.
    npm(&["install", "--no-save", "--no-audit", "--no-fund"])
}

/// Compiles one part and writes its JavaScript beside it.
fn module(part: &str, features: &[&str]) -> Done {
    let mut words = vec!["build", "-p", "mapkiln-wasm", "--profile", "wasm", "--target", TARGET];
    words.extend(features);
    cargo(&words, &[]).map_err(|problem| {
        format!("{problem}; the Studio needs the target {TARGET}: `rustup target add {TARGET}`, or Debian's rustc-web")
    })?;
    let built = target().join(TARGET).join("wasm/mapkiln_wasm.wasm");
    let out = page().join("src/generated");
    fs::create_dir_all(&out).map_err(|e| format!("could not make {}: {e}", out.display()))?;
    let glue = target().join("glue");
    let (built, out, glue) =
        (built.display().to_string(), out.display().to_string(), glue.display().to_string());
    let manifest = root().join("bindings/glue/Cargo.toml").display().to_string();
    let run =
        ["run", "--quiet", "--manifest-path", &manifest, "--target-dir", &glue, "--", &built, &out, part];
    cargo(&run, &[])?;
    let wasm = page().join(format!("src/generated/{part}_bg.wasm")).display().to_string();
    // Functions of one generic lie side by side when they are sorted by name, and a twentieth less is sent. What
    // wasm-opt does to shrink the file itself makes it larger to send.
    let mut words = vec!["exec", "--", "wasm-opt"];
    words.extend(WASM_FEATURES);
    words.extend(["--duplicate-function-elimination", "--reorder-functions-by-name", "--strip-debug"]);
    words.extend([wasm.as_str(), "-o", &wasm]);
    npm(&words)
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Says what each file of the page weighs.
fn weigh() -> Done {
    let folder = page().join("dist/assets");
    let files = fs::read_dir(&folder).map_err(|e| format!("could not read {}: {e}", folder.display()))?;
    let mut sizes: Vec<(u64, String)> = files
        .flatten()
        .filter_map(|f| Some((f.metadata().ok()?.len(), f.file_name().to_string_lossy().into_owned())))
        .collect();
    sizes.sort();
    for (bytes, name) in sizes {
        println!("xtask: {:>8} kB  {name}", bytes.div_ceil(1000));
    }
    Ok(())
}

fn npm(words: &[&str]) -> Done {
    npm_with(words, &[])
}

fn npm_with(words: &[&str], environment: &[(&str, &str)]) -> Done {
    if run("npm", words, &page(), environment) {
        Ok(())
    } else {
        Err(format!("npm {} failed in studio/; the Studio needs Node 20 or newer", words.join(" ")))
    }
}

fn run(program: &str, words: &[&str], folder: &Path, environment: &[(&str, &str)]) -> bool {
    println!("xtask: {program} {}", words.join(" "));
    let environment = environment.iter().copied();
    Command::new(program)
        .args(words)
        .envs(environment)
        .current_dir(folder)
        .status()
        .is_ok_and(|s| s.success())
}
