//! Drawing sees maps and no generator, and brings little along without its features.

use std::collections::BTreeSet;
use std::process::Command;

/// The names of all packages that this crate needs, itself included.
fn packages(words: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "-p", "mapkiln-draw", "-e", "normal", "--prefix", "none", "--offline"])
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A line is `name v1.2.3 …`; one package may be there in two versions.
    let package = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    text.lines().map(package).filter(|package| !package.is_empty()).collect()
}

#[test]
fn no_generator_is_in_the_tree() {
    let packages = packages(&[]);
    let ours: Vec<&str> = packages
        .iter()
        .filter_map(|p| p.split(' ').next())
        .filter(|name| name.starts_with("mapkiln"))
        .collect();
    assert_eq!(ours, ["mapkiln-core", "mapkiln-draw", "mapkiln-maps"]);
}

#[test]
fn without_features_the_tree_is_small() {
    let packages = packages(&["--no-default-features"]);
    assert!(packages.len() <= 30, "{} packages: {packages:?}", packages.len());
    assert!(packages.len() > 3, "the tree was read: {packages:?}");
}
