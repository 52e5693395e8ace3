//! Checking sees documents and no generator.

use std::process::Command;

#[test]
fn no_generator_is_in_the_tree() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "-p", "mapkiln-check", "-e", "normal", "--prefix", "none", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let mut ours: Vec<&str> =
        text.lines().filter_map(|l| l.split(' ').next()).filter(|name| name.starts_with("mapkiln")).collect();
    ours.sort_unstable();
    ours.dedup();
    // The game is rules, not a maker: stored games are replayed by them.
    assert_eq!(ours, ["mapkiln-check", "mapkiln-core", "mapkiln-maps", "mapkiln-play", "mapkiln-sight"]);
}
