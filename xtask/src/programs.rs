//! Programs that the tests check our files with, installed if they are missing.

use std::process::{Command, Stdio};

/// A program on the path, and the Debian package that contains it.
const NEEDED: [(&str, &str); 9] = [
    ("pdftoppm", "poppler-utils"),
    ("tmxrasterizer", "tiled"),
    ("tmux", "tmux"),
    ("chromium", "chromium"),
    ("firefox-esr", "firefox-esr"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("cc", "gcc"),
    ("python3", "python3-venv"),
];

/// Installs what is missing with apt-get; if that fails, says what to install.
pub(crate) fn install_missing() -> Result<(), String> {
    let missing: Vec<(&str, &str)> = NEEDED.into_iter().filter(|(program, _)| !is_there(program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    println!("xtask: installing {}", packages.join(", "));
    let run = |words: &[&str]| {
        let status = Command::new("apt-get").args(words).stdout(Stdio::null()).status();
        status.is_ok_and(|s| s.success())
    };
    let installed = run(&["update", "-qq"]) && {
        let mut words = vec!["install", "-y", "-qq", "--no-install-recommends"];
        words.extend(&packages);
        run(&words)
    };
    if installed {
        Ok(())
    } else {
        Err(format!("the tests need these programs; install them: {}", packages.join(", ")))
    }
}

fn is_there(program: &str) -> bool {
    let runs = |words: &[&str]| {
        let status =
            Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|s| s.success())
    };
    // Debian's python3 comes without what makes environments.
    runs(&["which", program]) && (program != "python3" || runs(&["python3", "-c", "import ensurepip"]))
}
