//! `mapkiln play` from the outside, also in a real terminal.

use std::path::Path;
use std::process::Command as Process;
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::Command;
use predicates::str::contains;

fn mapkiln() -> Command {
    Command::cargo_bin("mapkiln").expect("the command is built")
}

const ROOM: &str = "########\n#@..$.>#\n########\n";

#[test]
fn the_solver_plays_stores_and_the_replay_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let (map, tape) = (folder.path().join("room.txt"), folder.path().join("game.json"));
    std::fs::write(&map, ROOM).unwrap();
    mapkiln()
        .arg("play")
        .arg(&map)
        .args(["--solve", "--seed", "s", "--save"])
        .arg(&tape)
        .assert()
        .success()
        .stdout(contains("You found the way out after 5 turns. Score 1: 0 enemies, 1 chests"));
    mapkiln()
        .arg("play")
        .arg("--replay")
        .arg(&tape)
        .assert()
        .success()
        .stdout(contains("after 5 turns. Score 1"));
    let stored = std::fs::read_to_string(&tape).unwrap();
    std::fs::write(&tape, stored.replace("eeeee", "eee.e")).unwrap();
    mapkiln()
        .arg("play")
        .arg("--replay")
        .arg(&tape)
        .assert()
        .code(2)
        .stderr(contains("changed after it was stored"));
    std::fs::write(&tape, "{").unwrap();
    mapkiln().arg("play").arg("--load").arg(&tape).assert().code(2).stderr(contains("cannot be played"));
}

#[test]
fn wrong_use_says_why() {
    mapkiln().args(["play", "--level", "99", "--solve"]).assert().code(2).stderr(contains("no level 99"));
    mapkiln().args(["play", "nowhere.json"]).assert().code(2).stderr(contains("could not read nowhere.json"));
    // Without a terminal there is nothing to play in.
    mapkiln().args(["play", "--seed", "x"]).assert().code(2).stderr(contains("needs a terminal"));
}

/// A terminal made by tmux.
struct Tmux(String);

impl Tmux {
    fn run(&self, args: &[&str]) -> String {
        let out = Process::new("tmux").args(["-L", &self.0]).args(args).output().expect("tmux runs");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// The screen, once it holds a text; fails after a while.
    fn wait_for(&self, text: &str) -> String {
        for _ in 0..200 {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("never saw {text:?}:\n{}", self.screen());
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

fn terminal(name: &str, map: &Path) -> Option<Tmux> {
    if Process::new("tmux").arg("-V").output().is_err() {
        eprintln!("tmux is not here; the terminal is not tested");
        return None;
    }
    let tmux = Tmux(format!("mapkiln-{name}-{}", std::process::id()));
    tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh"]);
    let program = assert_cmd::cargo::cargo_bin("mapkiln");
    let line = format!("PS1='ready> '; {} play {} --seed t; echo ended $?", program.display(), map.display());
    tmux.keys(&[&line, "Enter"]);
    Some(tmux)
}

#[test]
fn start_walk_help_resize_quit_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("room.txt");
    std::fs::write(&map, ROOM).unwrap();
    let Some(tmux) = terminal("walk", &map) else { return };
    let screen = tmux.wait_for("health 30/30");
    assert!(screen.contains("#@..$.>#"), "{screen}");
    tmux.keys(&["Right"]);
    assert!(tmux.wait_for("turn 1").contains("#.@.$.>#"));
    tmux.keys(&["l"]);
    assert!(tmux.wait_for("turn 2").contains("#..@$.>#"));
    tmux.keys(&["?"]);
    tmux.wait_for("search for hidden doors");
    tmux.keys(&["Space"]);
    tmux.wait_for("turn 2");
    tmux.run(&["resize-window", "-x", "120", "-y", "40"]);
    sleep(Duration::from_millis(300));
    let lines = tmux.wait_for("turn 2");
    let status = lines.lines().position(|l| l.contains("turn 2")).unwrap();
    assert!(status > 30, "the map fills the larger window: {status}\n{lines}");
    tmux.run(&["resize-window", "-x", "40", "-y", "10"]);
    sleep(Duration::from_millis(300));
    assert!(tmux.wait_for("health").contains('@'));
    tmux.run(&["resize-window", "-x", "80", "-y", "24"]);
    tmux.keys(&["q"]);
    let after = tmux.wait_for("ended 0");
    assert!(after.contains("You rest here after 2 turns"), "{after}");
    assert!(!after.contains("#..@"), "the game's screen is gone:\n{after}");
    // The terminal works as before: what is typed is shown and run.
    tmux.keys(&["echo ba''ck", "Enter"]);
    tmux.wait_for("back");
}

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("room.txt");
    std::fs::write(&map, ROOM).unwrap();
    let Some(tmux) = terminal("ctrl-c", &map) else { return };
    tmux.wait_for("health 30/30");
    tmux.keys(&["C-c"]);
    tmux.wait_for("ended 0");
    tmux.keys(&["stty -a | grep -o ' echo '", "Enter"]);
    tmux.keys(&["echo ba''ck", "Enter"]);
    tmux.wait_for("back");
}
