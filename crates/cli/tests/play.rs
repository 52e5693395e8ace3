//! `mapkiln play` from the outside, also in a real terminal.

#![allow(clippy::unwrap_used)]

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
        .stdout(contains("You found the way out after 5 turns. Score 1: 0 enemies, 1 chest."));
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

/// A terminal in which a command line runs; none where tmux is missing.
fn terminal(name: &str, line: &str) -> Option<Tmux> {
    if Process::new("tmux").arg("-V").output().is_err() {
        eprintln!("tmux is not here; the terminal is not tested");
        return None;
    }
    let tmux = Tmux(format!("mapkiln-{name}-{}", std::process::id()));
    tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh"]);
    tmux.keys(&["PS1='ready> '; stty -a >/dev/null; clear", "Enter"]);
    tmux.wait_for("ready>");
    tmux.keys(&[line, "Enter"]);
    Some(tmux)
}

/// The command line that plays on the room, whose file it writes.
fn play_room(folder: &Path, before: &str, after: &str) -> String {
    let map = folder.join("room.txt");
    std::fs::write(&map, ROOM).unwrap();
    let program = assert_cmd::cargo::cargo_bin("mapkiln");
    format!("{before}{} play {} --seed t {after}; echo ended $?", program.display(), map.display())
}

/// What is typed is shown again and run, the cursor shows, and the game's screen is gone.
fn assert_restored(tmux: &Tmux) {
    tmux.keys(&["stty -a | tr ' ;' '\\n\\n' | grep -x -e icanon -e echo -e isig; echo ba''ck", "Enter"]);
    let screen = tmux.wait_for("back\n");
    for mode in ["icanon", "echo", "isig"] {
        assert!(screen.lines().any(|l| l == mode), "{mode} is not as it was:\n{screen}");
    }
    assert!(screen.contains("echo ba''ck"), "what is typed is not shown:\n{screen}");
    assert!(!screen.contains("health 30/30"), "the game's screen is still there:\n{screen}");
    let flags = tmux.run(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
    assert_eq!(flags.trim(), "0 1", "alternate screen off, cursor shown");
}

#[test]
fn start_walk_help_resize_quit_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let Some(tmux) = terminal("walk", &play_room(folder.path(), "", "")) else { return };
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
    assert_restored(&tmux);
}

#[test]
fn explore_and_replay_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("mapkiln");
    let line = format!("{} play --explore --seed far; echo ended $?", program.display());
    let Some(tmux) = terminal("explore", &line) else { return };
    tmux.wait_for("exploring  at");
    // One of the four ways is open, or one would not stand there.
    tmux.keys(&["Up", "Right", "Down", "Left"]);
    let screen = tmux.wait_for("steps ");
    assert!(screen.contains('@') && !screen.contains("chunks made 0"), "{screen}");
    tmux.keys(&["q"]);
    tmux.wait_for("You walked");
    tmux.wait_for("ended 0");
    let (map, tape) = (folder.path().join("room.txt"), folder.path().join("tape.json"));
    std::fs::write(&map, ROOM).unwrap();
    let solve = ["--solve", "--seed", "s", "--save"];
    mapkiln().arg("play").arg(&map).args(solve).arg(&tape).assert().success();
    tmux.keys(&[&format!("clear; {} play --replay {}", program.display(), tape.display()), "Enter"]);
    tmux.wait_for("A replay");
    tmux.wait_for("You found the way out after 5 turns");
    assert_restored(&tmux);
}

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let Some(tmux) = terminal("ctrl-c", &play_room(folder.path(), "", "")) else { return };
    tmux.wait_for("health 30/30");
    tmux.keys(&["C-c"]);
    tmux.wait_for("ended 0");
    assert_restored(&tmux);
}

#[test]
fn signals_leave_the_terminal_as_it_was_and_keep_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let id = folder.path().join("id");
    // The shell tells its number and becomes the game, so that the game can be signalled.
    let before = format!("sh -c 'echo $$ > {}; exec \"$@\"' sh ", id.display());
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let save = folder.path().join(format!("kept-{signal}.json"));
        let line = play_room(folder.path(), &before, &format!("--save {}", save.display()));
        let Some(tmux) = terminal(&format!("signal-{signal}"), &line) else { return };
        tmux.wait_for("health 30/30");
        tmux.keys(&["l"]);
        tmux.wait_for("turn 1");
        let number = std::fs::read_to_string(&id).unwrap();
        Process::new("kill").args(["-s", signal, number.trim()]).status().unwrap();
        tmux.wait_for(&format!("ended {code}"));
        assert_restored(&tmux);
        mapkiln().arg("play").arg("--replay").arg(&save).assert().success().stdout(contains("after 1 turn."));
    }
}

/// Only builds with debug assertions panic when they are asked to.
#[cfg(debug_assertions)]
#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let Some(tmux) =
        terminal("panic", &play_room(folder.path(), "RUST_BACKTRACE=0 MAPKILN_TEST_PANIC=1 ", ""))
    else {
        return;
    };
    let screen = tmux.wait_for("ended 101");
    assert!(screen.contains("a panic was asked for"), "the message is readable:\n{screen}");
    assert_restored(&tmux);
}
