//! The gallery: pictures of maps from fixed seeds, made by the command itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Done, cargo, root};

/// A map and its pictures.
struct Exhibit {
    /// The arguments that make the map.
    make: &'static [&'static str],
    /// File names, each with the arguments that draw it.
    pictures: &'static [(&'static str, &'static [&'static str])],
}

const EXHIBITS: [Exhibit; 10] = [
    Exhibit {
        make: &["dungeon", "--seed", "gallery", "--theme", "crypt"],
        pictures: &[
            ("dungeon-hatched.png", &["draw", "--pixels", "26"]),
            ("dungeon-blue.png", &["draw", "--pixels", "16", "--style", "blue", "--key", "none"]),
            ("dungeon-parchment-player.png", &["draw", "--pixels", "16", "--style", "parchment", "--player"]),
            ("dungeon-dark.png", &["draw", "--pixels", "16", "--style", "dark", "--key", "none"]),
            ("sight.png", &["see", "--at", "14,15", "--approach", "expansion", "--projection", "isometric"]),
        ],
    },
    Exhibit {
        make: &["board", "catan", "--seed", "gallery"],
        pictures: &[("catan.png", &["draw", "--pixels", "90"])],
    },
    Exhibit {
        make: &["board", "terra-mystica", "--seed", "gallery"],
        pictures: &[("terra-mystica.png", &["draw", "--pixels", "50"])],
    },
    Exhibit {
        make: &["level", "lock-and-key", "--seed", "gallery"],
        pictures: &[("level-lock-and-key.png", &["draw", "--pixels", "20"])],
    },
    Exhibit {
        make: &["world", "meadow", "--seed", "gallery", "--size", "60x36"],
        pictures: &[("world-meadow.png", &["draw", "--pixels", "12"])],
    },
    Exhibit {
        make: &["world", "village", "--seed", "gallery", "--size", "64x44"],
        pictures: &[
            ("world-village.png", &["draw", "--pixels", "14"]),
            ("world-village-night-iso.png", &["draw", "--iso", "--night", "--pixels", "12"]),
        ],
    },
    Exhibit {
        make: &["world", "town", "--seed", "gallery", "--size", "72x50"],
        pictures: &[
            ("world-town.png", &["draw", "--pixels", "13"]),
            ("world-town-iso.png", &["draw", "--iso", "--pixels", "12"]),
        ],
    },
    Exhibit {
        make: &["world", "delta", "--seed", "gallery", "--size", "64x44"],
        pictures: &[("world-delta.png", &["draw", "--pixels", "14"])],
    },
    Exhibit {
        make: &["world", "ship-deck", "--seed", "gallery", "--size", "64x44"],
        pictures: &[("world-ship-deck.png", &["draw", "--pixels", "14"])],
    },
    Exhibit {
        make: &["world", "islands", "--seed", "gallery", "--size", "36x24"],
        pictures: &[("world-islands-iso.png", &["draw", "--iso", "--pixels", "22"])],
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
            let (command, words) = words.split_first().ok_or("a picture lacks its command")?;
            let mut draw = vec![*command, path.as_str(), "--quiet", "-o", &picture];
            draw.extend(words);
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
