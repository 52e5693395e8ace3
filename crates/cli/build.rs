//! With the feature `studio`: lists the files of the built page, so that the command can carry them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_STUDIO").is_none() {
        return;
    }
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../studio/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, "", &mut files);
    files.sort();
    if !files.iter().any(|(name, _)| name == "index.html") {
        println!(
            "cargo::error=the feature `studio` needs the built page: run `cargo xtask studio --build` first"
        );
        return;
    }
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        let _ = writeln!(table, "({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("studio_files.rs");
    if let Err(problem) = fs::write(&out, table) {
        println!("cargo::error=could not write {}: {problem}", out.display());
    }
}

/// The files of a folder and its folders, with their names in addresses.
fn collect(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path));
        }
    }
}
