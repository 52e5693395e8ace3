//! The gallery: pictures of maps from fixed seeds, made by the command itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Done, cargo, root};

/// A map, by the words that make it as a document.
struct Exhibit {
    make: &'static [&'static str],
    /// File names, and the words that draw them.
    pictures: &'static [(&'static str, &'static [&'static str])],
}

const EXHIBITS: [Exhibit; 3] = [
    Exhibit {
        make: &["dungeon", "--seed", "gallery", "--size", "small"],
        pictures: &[
            ("dungeon-hatched.png", &["--pixels", "14"]),
            ("dungeon-blue.png", &["--pixels", "14", "--style", "blue", "--key", "none"]),
            ("dungeon-parchment-player.png", &["--pixels", "14", "--style", "parchment", "--player"]),
            ("dungeon-dark.png", &["--pixels", "14", "--style", "dark", "--key", "none"]),
        ],
    },
    Exhibit {
        make: &["board", "catan", "--seed", "gallery"],
        pictures: &[("catan.png", &["--pixels", "90"])],
    },
    Exhibit {
        make: &["world", "meadow", "--seed", "gallery", "--size", "60x36"],
        pictures: &[("world-meadow.png", &["--pixels", "12"])],
    },
];

/// Writes the pictures into docs/gallery.
pub(crate) fn write() -> Done {
    cargo(&["build", "--release", "-p", "mapkiln-cli"], &[])?;
    let folder = root().join("docs/gallery");
    fs::create_dir_all(&folder).map_err(|e| format!("could not make {}: {e}", folder.display()))?;
    let document = root().join("target/gallery.json");
    for exhibit in &EXHIBITS {
        let mut make = exhibit.make.to_vec();
        let path = document.display().to_string();
        make.extend(["--quiet", "-o", &path]);
        run(&make)?;
        for (name, words) in exhibit.pictures {
            let picture = folder.join(name).display().to_string();
            let mut draw = vec!["draw", path.as_str(), "--quiet", "-o", &picture];
            draw.extend(*words);
            run(&draw)?;
            println!("xtask: wrote docs/gallery/{name}");
        }
    }
    Ok(())
}

fn run(words: &[&str]) -> Done {
    let program = root().join("target/release/mapkiln");
    let status = Command::new(Path::new(&program)).args(words).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("mapkiln {} failed", words.join(" "))),
    }
}
