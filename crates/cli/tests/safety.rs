//! Files and streams of all kinds as outputs, and files from strangers: nothing is lost, nothing is
//! written elsewhere, nothing panics.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn mapkiln(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder).args(words).timeout(Duration::from_secs(60));
    command
}

/// The command through a shell, for redirections and limits.
fn shell(folder: &Path, script: &str) -> std::process::Output {
    let script = script.replace("mapkiln", assert_cmd::cargo::cargo_bin!("mapkiln").to_str().unwrap());
    Process::new("bash").arg("-c").arg(script).current_dir(folder).output().unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

const CATAN: [&str; 5] = ["board", "catan", "--seed", "s", "-q"];

fn catan(folder: &Path, words: &[&str]) -> Command {
    let mut command = mapkiln(folder, &CATAN);
    command.args(words);
    command
}

#[test]
fn modes_are_kept_and_new_files_follow_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.json");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    catan(folder.path(), &["-o", "b.json"]).assert().success();
    assert_eq!(mode(&file), 0o600);
    for (umask, expected) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        let script = format!("umask {umask}; mapkiln board catan -q --seed s -o new-{umask}.json");
        assert!(shell(folder.path(), &script).status.success());
        assert_eq!(mode(&folder.path().join(format!("new-{umask}.json"))), expected);
    }
}

#[test]
fn no_output_replaces_another_or_an_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    catan(folder.path(), &["-o", "a.json", "-o", "./a.json"])
        .assert()
        .code(2)
        .stderr(contains("named twice"));
    catan(folder.path(), &["-o", "a.json", "-o", "sub/../a.json"]).assert().code(2);
    catan(folder.path(), &["-o", "a.json", "--report", "a.json"])
        .assert()
        .code(2)
        .stderr(contains("named twice"));
    assert_eq!(count(folder.path()), 1);
    catan(folder.path(), &["-o", "a.json"]).assert().success();
    let before = fs::read(folder.path().join("a.json")).unwrap();
    symlink("a.json", folder.path().join("link.json")).unwrap();
    for output in ["a.json", "./a.json", "link.json"] {
        mapkiln(folder.path(), &["draw", "a.json", "--quiet", "-o", output])
            .assert()
            .code(2)
            .stderr(contains("input of this run"));
    }
    assert_eq!(fs::read(folder.path().join("a.json")).unwrap(), before);
    // The numbered file of one output would be the other output's.
    catan(folder.path(), &["--count", "2", "-o", "n.svg", "--report", "n-1.svg"])
        .assert()
        .failure()
        .stderr(contains("n-1.svg"));
}

#[test]
fn links_are_followed_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("deep")).unwrap();
    fs::write(path("deep/real.json"), "old").unwrap();
    symlink("deep/real.json", path("one.json")).unwrap();
    symlink(path("one.json"), path("two.json")).unwrap();
    symlink("deep/new.json", path("dangling.json")).unwrap();
    catan(folder.path(), &["-o", "two.json"]).assert().success();
    catan(folder.path(), &["-o", "dangling.json"]).assert().success();
    let real = fs::read(path("deep/real.json")).unwrap();
    assert_eq!(real, fs::read(path("deep/new.json")).unwrap());
    assert!(real.starts_with(b"{\"mapkiln\""));
    for link in ["one.json", "two.json", "dangling.json"] {
        assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink(), "{link}");
    }
}

#[test]
fn pipes_and_devices_are_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    assert!(Process::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    catan(folder.path(), &["-o", "pipe.json"]).assert().success();
    assert!(reader.join().unwrap().starts_with("{\"mapkiln\""));
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    // A link without an ending of its own to standard output, and standard output itself.
    symlink("/dev/stdout", folder.path().join("out.json")).unwrap();
    catan(folder.path(), &["-o", "out.json"]).assert().success().stdout(contains("{\"mapkiln\""));
    // Without an ending, the format is named.
    let json = |words: &[&str]| {
        let made = catan(folder.path(), words).assert().success();
        assert!(made.get_output().stdout.starts_with(b"{\"mapkiln\""), "{words:?}");
    };
    json(&["-o", "/dev/stdout", "--format", "json"]);
    json(&["-o", "/dev/fd/1", "--format", "json"]);
    catan(folder.path(), &["-o", "/dev/full", "--format", "json"])
        .assert()
        .code(1)
        .stderr(contains("No space left"));
    catan(folder.path(), &["-o", "/dev/null", "--format", "png"]).assert().success().stdout("");
    catan(folder.path(), &["-o", "/dev/stdout"]).assert().code(2).stderr(contains("add --format json"));
    catan(folder.path(), &["-o", "plain", "--format", "json"])
        .assert()
        .code(2)
        .stderr(contains("no known ending"));
    // Standard output that is a file is written to, not replaced.
    let kept = shell(
        folder.path(),
        "echo first > log.txt; mapkiln board catan -q --seed s -o /dev/stdout --format json >> log.txt; wc -l < log.txt",
    );
    assert_eq!(String::from_utf8_lossy(&kept.stdout).trim(), "2");
    let device = folder.path().join("full.json");
    // Where device nodes can be made.
    if Process::new("mknod")
        .arg(&device)
        .args(["c", "1", "7"])
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
    {
        let number = fs::metadata(&device).unwrap().rdev();
        catan(folder.path(), &["-o", "full.json"]).assert().code(1).stderr(contains("could not write"));
        assert_eq!(fs::metadata(&device).unwrap().rdev(), number);
    }
}

#[test]
fn what_cannot_be_written_is_said_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A limit on the size of files.
    let limited = shell(folder.path(), "ulimit -f 1; mapkiln board catan -q --seed s -o big.png");
    assert_eq!(limited.status.code(), Some(1), "{limited:?}");
    assert!(String::from_utf8_lossy(&limited.stderr).contains("could not write big.png"));
    assert_eq!(count(folder.path()), 0);
    let read_only = folder.path().join("fixed.json");
    fs::write(&read_only, "old").unwrap();
    fs::set_permissions(&read_only, fs::Permissions::from_mode(0o444)).unwrap();
    catan(folder.path(), &["-o", "fixed.json"]).assert().code(2).stderr(contains("read-only"));
    assert_eq!(fs::read(&read_only).unwrap(), b"old");
    catan(folder.path(), &["-o", "no/such.json"]).assert().code(2).stderr(contains("does not exist"));
}

#[test]
fn streams_never_panic() {
    let folder = tempfile::tempdir().unwrap();
    for words in
        ["board catan --seed s", "play --solve --seed s", "level --seed s", "codex", "board catan --bad"]
    {
        for redirection in
            ["| true", ">/dev/full", ">&-", "2>/dev/full", "2>&-", ">/dev/full 2>/dev/full", ">&- 2>&-"]
        {
            let script = format!("set -o pipefail; mapkiln {words} {redirection}");
            let ended = shell(folder.path(), &script);
            let said = String::from_utf8_lossy(&ended.stderr);
            let code = ended.status.code();
            assert!(matches!(code, Some(0..=2)), "{script}: {code:?} {said}");
            assert!(!said.contains("panicked"), "{script}: {said}");
        }
    }
}

#[test]
fn names_that_are_not_text_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"caf\xe9.json");
    catan(folder.path(), &["--count", "2", "-o"]).arg(name).assert().success();
    for expected in [&b"caf\xe9-1.json"[..], b"caf\xe9-2.json"] {
        assert!(folder.path().join(OsStr::from_bytes(expected)).is_file());
    }
    assert_eq!(count(folder.path()), 2);
}

/// Old or new, never something between, and no temporary file after a signal that can be caught.
#[test]
fn a_killed_run_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.json");
    let words = ["world", "paper", "--size", "120x120", "--seed", "s", "-q", "-o", "w.json"];
    let began = Instant::now();
    mapkiln(folder.path(), &words).assert().success();
    let whole = began.elapsed();
    let new = fs::read(&file).unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("mapkiln");
    for i in 0..200_u32 {
        fs::write(&file, "old").unwrap();
        let mut run = Process::new(binary).args(words).current_dir(folder.path()).spawn().unwrap();
        std::thread::sleep(whole * (i * 37 % 200) / 180);
        let signal = ["-TERM", "-INT", "-KILL", "-HUP"][i as usize % 4];
        Process::new("kill").args([signal, &run.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        run.wait().unwrap();
        let found = fs::read(&file).unwrap();
        assert!(found == b"old" || found == new, "round {i}: {} bytes", found.len());
        // Nothing can be done about a kill that cannot be caught.
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().path()).collect();
        let temporary = left.iter().filter(|path| **path != file);
        if signal == "-KILL" {
            temporary.for_each(|path| fs::remove_file(path).unwrap());
        } else {
            assert_eq!(temporary.count(), 0, "round {i}, {signal}: {left:?}");
        }
    }
}

#[test]
fn a_stored_game_replaces_neither_a_map_nor_another_game() {
    let folder = tempfile::tempdir().unwrap();
    catan(folder.path(), &["-o", "map.json"]).assert().success();
    let map = fs::read(folder.path().join("map.json")).unwrap();
    let solve = |words: &[&str]| {
        let mut command = mapkiln(folder.path(), &["play", "--solve", "--seed", "s"]);
        command.args(words);
        command
    };
    solve(&["--save", "map.json"]).assert().code(2).stderr(contains("no stored game"));
    assert_eq!(fs::read(folder.path().join("map.json")).unwrap(), map);
    solve(&["--save", "game.json"]).assert().success();
    let game = fs::read(folder.path().join("game.json")).unwrap();
    solve(&["--save", "game.json"]).assert().code(2).stderr(contains("--load"));
    assert_eq!(fs::read(folder.path().join("game.json")).unwrap(), game);
}

#[test]
fn control_characters_are_shown_and_errors_are_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("bell.toml"), "maker = \"\\u001b[2Jdungeon\"\n").unwrap();
    mapkiln(folder.path(), &["make", "bell.toml"]).assert().code(2).stderr(contains("\u{1b}").not());
    fs::write(path("long.toml"), format!("seed = [{}\n", "x".repeat(200_000))).unwrap();
    let said = mapkiln(folder.path(), &["make", "long.toml"]).output().unwrap().stderr;
    assert!(said.len() < 4_000, "{} bytes", said.len());
    let graph = r#"{"mapkiln":"level","version":1,"map":{"nodes":[{"id":0,"kind":"Hall\u001b]0;x\u0007"}],"edges":[]}}"#;
    fs::write(path("graph.json"), graph).unwrap();
    mapkiln(folder.path(), &["draw", "graph.json", "--format", "text"])
        .assert()
        .success()
        .stdout(contains("\u{1b}").not().and(contains("␛]0;x␇")));
}

#[test]
fn a_byte_order_mark_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    catan(folder.path(), &["-o", "a.json"]).assert().success();
    let marked = |name: &str, text: &str| fs::write(path(name), format!("\u{feff}{text}")).unwrap();
    marked("b.json", &fs::read_to_string(path("a.json")).unwrap());
    mapkiln(folder.path(), &["draw", "b.json", "--format", "svg"]).assert().success();
    mapkiln(folder.path(), &["check", "b.json"]).assert().success();
    marked("set.toml", "name = \"g\"\n[[tile]]\nname = \"g\"\nedges = [\"G\", \"G\", \"G\", \"G\"]\n");
    mapkiln(folder.path(), &["world", "set.toml", "--size", "3x3", "-q"]).assert().success();
    marked("codex.csv", "name,cr,type\nBog Thing,1/2,plant\n");
    mapkiln(folder.path(), &["codex", "check", "codex.csv"]).assert().success();
    marked("map.txt", "####\n#@>#\n####\n");
    mapkiln(folder.path(), &["draw", "map.txt", "--format", "svg"]).assert().success();
}

/// One row per case of docs/limits.md: the command refuses within memory and time, and names the limit.
#[test]
fn small_files_cannot_ask_for_the_whole_machine() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let plan = |room: &str, size: u32| {
        let level =
            format!(r#"{{"width":{size},"height":{size},"rooms":[{room}],"corridors":[],"doors":[]}}"#);
        format!(r#"{{"mapkiln":"plan","version":1,"map":{{"title":"x","cell_feet":5,"levels":[{level}]}}}}"#)
    };
    write("huge.json", plan("", 20_000));
    let rats = r#"{"id":0,"outline":{"rect":{"x":1,"y":1,"width":4,"height":4}},"contents":{"enemies":true,"treasure":false,"monsters":[{"name":"Rat","count":4294967295}]}}"#;
    write("rats.json", plan(rats, 10));
    let hex = r#"{"terrain":"desert"}"#;
    let row = format!("[{}]", vec![hex; 1000].join(","));
    let rows = vec![row; 300].join(",");
    write(
        "board.json",
        format!(r#"{{"mapkiln":"board","version":1,"map":{{"game":"catan","rows":[{rows}]}}}}"#),
    );
    let node = |i: usize| format!(r#"{{"id":{i},"kind":"Cell"}}"#);
    let graph = |nodes: usize, edge: &dyn Fn(usize) -> [usize; 2]| {
        let list: Vec<String> = (0..nodes).map(node).collect();
        let edges: Vec<String> = (1..nodes).map(|i| format!("{:?}", edge(i))).collect();
        let map = format!(r#"{{"nodes":[{}],"edges":[{}]}}"#, list.join(","), edges.join(","));
        format!(r#"{{"mapkiln":"level","version":1,"map":{map}}}"#)
    };
    write("many.json", graph(150_000, &|i| [i - 1, i]));
    write("star.json", graph(2_000, &|i| [0, i]));
    write("chain.json", graph(20_000, &|i| [i - 1, i]));
    write("wide.txt", format!("{}\n{}", "#".repeat(20_000), "#\n".repeat(20_000)));
    let chunk = |at: i32| format!(r#"<chunk x="{at}" y="{at}" width="1" height="1">1</chunk>"#);
    let chunks = format!("{}{}", chunk(0), chunk(8191));
    write("far.tmx", format!(r#"<map><layer><data encoding="csv">{chunks}</data></layer></map>"#));
    let attributes: String = (0..300_000).map(|i| format!(" a{i}=\"\"")).collect();
    write("set.xml", format!("<set{attributes}/>"));
    let names: String = (0..900).map(|i| format!(" xmlns:n{i}=\"n{i}\"")).collect();
    write("names.xml", format!("<set{names}>{}</set>", "<a/>".repeat(200_000)));
    write("row.txt", format!("@{}>#", ".".repeat(3_000_000)));
    write("small.txt", "#####\n#@.>#\n#####\n".to_owned());
    mapkiln(folder.path(), &["play", "small.txt", "--solve", "--seed", "s", "--save", "game.json"])
        .assert()
        .success();
    let game = fs::read_to_string(folder.path().join("game.json")).unwrap();
    let at = game.find("\"moves\":\"").unwrap() + 9;
    write("long-game.json", format!("{}{}{}", &game[..at], ".".repeat(2_000_000), &game[at..]));
    let row = format!("[{}]", vec!["4"; 1_500].join(","));
    let cells = vec![row; 1_500].join(",");
    write("donjon.json", format!(r#"{{"cells":[{cells}],"rooms":[],"settings":{{"name":"x"}}}}"#));
    let mut codex = String::from("name,cr,type\n");
    codex.extend((0..200_000).map(|i| format!("Thing {i},1,plant\n")));
    write("codex.csv", codex);
    for (words, limit) in [
        (&["draw", "huge.json", "--format", "svg"][..], "cells"),
        (&["draw", "huge.json", "--format", "text"], "cells"),
        (&["play", "rats.json", "--solve"], "creatures"),
        (&["draw", "board.json", "--format", "svg"], "hexes"),
        (&["draw", "many.json", "--format", "svg"], "nodes and edges"),
        (&["play", "star.json", "--solve"], "ways at a node to lay out"),
        (&["play", "chain.json", "--solve"], "nodes and edges to lay out"),
        (&["export", "star.json", "-o", "star.uvtt"], "ways at a node to lay out"),
        (&["world", "names.xml", "--plain", "--size", "4x4"], "namespaces of an XML file"),
        (&["play", "row.txt", "--solve"], "cells to solve"),
        (&["play", "--replay", "long-game.json"], "moves of a stored game"),
        (&["draw", "wide.txt", "--format", "svg"], "cells"),
        (&["export", "donjon.json", "-o", "x.uvtt"], "cells of another program's dungeon"),
        (&["world", "far.tmx", "--size", "4x4"], "cells of a sample"),
        (&["world", "set.xml", "--plain", "--size", "4x4"], "attributes of an XML element"),
        (&["codex", "check", "codex.csv"], "rows of a codex"),
        (&["board", "catan", "--threads", "10000"], "threads"),
    ] {
        let binary = assert_cmd::cargo::cargo_bin!("mapkiln").to_str().unwrap().to_owned();
        let began = Instant::now();
        // Two gigabytes of address space, as the threads' stacks are not touched.
        let script = format!("ulimit -v 2097152; exec {binary} {}", words.join(" "));
        let ended = Process::new("bash").arg("-c").arg(script).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        // A codex that is checked and found wanting is an answer, not wrong use.
        let code = if words[0] == "codex" { 1 } else { 2 };
        assert_eq!(ended.status.code(), Some(code), "{words:?}: {said}");
        assert!(said.contains(&format!("{limit} are more than the limit")), "{words:?}: {said}");
        assert!(began.elapsed() < Duration::from_secs(20), "{words:?}: {:?}", began.elapsed());
    }
}

/// What grows as it should: large, but within the limits and the time.
#[test]
fn large_files_are_read_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let node = |i: usize| format!(r#"{{"id":{i},"kind":"Cell"}}"#);
    let graph = |nodes: usize, edge: &dyn Fn(usize) -> [usize; 2]| {
        let list: Vec<String> = (0..nodes).map(node).collect();
        let edges: Vec<String> = (1..nodes).map(|i| format!("{:?}", edge(i))).collect();
        let map = format!(r#"{{"nodes":[{}],"edges":[{}]}}"#, list.join(","), edges.join(","));
        format!(r#"{{"mapkiln":"level","version":1,"map":{map}}}"#)
    };
    write("chain.json", graph(20_000, &|i| [i - 1, i]));
    write("star.json", graph(2_000, &|i| [0, i]));
    let mut codex = String::from("name,cr,type\n");
    codex.extend((0..40_000).map(|i| format!("Thing {i},1,plant\n")));
    write("codex.csv", codex);
    for words in [
        &["draw", "chain.json", "--format", "svg"][..],
        &["draw", "star.json", "--format", "svg"],
        &["codex", "check", "codex.csv"],
    ] {
        let began = Instant::now();
        mapkiln(folder.path(), words).assert().success();
        assert!(began.elapsed() < Duration::from_secs(20), "{words:?}: {:?}", began.elapsed());
    }
}

/// A file names others only beside it.
#[test]
fn files_name_only_their_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let tileset = r#"<tileset name="t" tilewidth="1" tileheight="1"><tile id="0" type="g"/></tileset>"#;
    fs::write(folder.path().join("outside.tsx"), tileset).unwrap();
    fs::write(inside.join("t.tsx"), tileset).unwrap();
    symlink("../outside.tsx", inside.join("link.tsx")).unwrap();
    assert!(Process::new("mkfifo").arg(inside.join("pipe.tsx")).status().unwrap().success());
    let map = |source: &str| {
        let layer = r#"<layer width="2" height="2"><data encoding="csv">1,1,1,1</data></layer>"#;
        let text = format!(r#"<map><tileset firstgid="1" source="{source}"/>{layer}</map>"#);
        fs::write(inside.join("m.tmx"), text).unwrap();
        let mut command = mapkiln(&inside, &["world", "learn", "m.tmx"]);
        command.timeout(Duration::from_secs(10));
        command
    };
    map("t.tsx").assert().success();
    for source in
        ["../outside.tsx", "/etc/passwd", "link.tsx", "pipe.tsx", "/dev/zero", "CON", "a:b", "t.tsx."]
    {
        map(source).assert().code(2).stderr(contains("is not read"));
    }
    map("../outside.tsx").arg("--allow-outside").assert().success();
    map("/dev/zero").arg("--allow-outside").assert().code(2).stderr(contains("regular"));
}

/// The terminal goes away while a game is played: the game ends and is stored.
#[test]
fn closing_the_terminal_ends_the_game_and_stores_it() {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("mapkiln");
    let program = r#"
import os, pty, sys, time
pid, master = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], ["mapkiln", "play", "--seed", "s", "--save", "game.json"])
time.sleep(1.0)
os.write(master, b".....")
time.sleep(0.5)
os.read(master, 65536)
os.close(master)
for _ in range(100):
    done, status = os.waitpid(pid, os.WNOHANG)
    if done:
        sys.exit(0)
    time.sleep(0.05)
os.kill(pid, 9)
sys.exit(1)
"#;
    let Ok(mut python) =
        Process::new("python3").arg("-c").arg(program).arg(binary).current_dir(folder.path()).spawn()
    else {
        panic!("this test needs python3");
    };
    assert!(python.wait().unwrap().success(), "the game goes on without a terminal");
    let mut text = String::new();
    fs::File::open(folder.path().join("game.json")).unwrap().read_to_string(&mut text).unwrap();
    assert!(text.contains("\"moves\":\"....."), "{text:.300}");
}

#[test]
fn text_that_is_no_map_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("README.md", "# A title\n\nSome words.\n");
    write("blank.txt", "    \n");
    write("map.txt", "#####\n#@.>#\n#####\n");
    mapkiln(folder.path(), &["check", "README.md"]).assert().code(2).stderr(contains("not a map"));
    mapkiln(folder.path(), &["check", "blank.txt"])
        .assert()
        .code(2)
        .stderr(contains("neither walls nor floor"));
    mapkiln(folder.path(), &["check", "map.txt"]).assert().success();
}

#[test]
fn a_check_sends_no_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    // Two monsters of a name like that on one square: the finding has it.
    let name = r"\u001b[2J\u0007\u009b31m\u202eevil\nforged";
    let monster = format!(r#"{{"name":"{name}","count":2,"at":[{{"x":2,"y":2}},{{"x":2,"y":2}}]}}"#);
    let room = format!(
        r#"{{"id":0,"outline":{{"rect":{{"x":1,"y":1,"width":4,"height":4}}}},"contents":{{"enemies":true,"treasure":false,"monsters":[{monster}]}}}}"#
    );
    let level = format!(r#"{{"width":10,"height":10,"rooms":[{room}],"corridors":[],"doors":[]}}"#);
    let plan = format!(
        r#"{{"mapkiln":"plan","version":1,"map":{{"title":"x","cell_feet":5,"levels":[{level}],"keys":[{{"id":0,"name":"{name}","room":0}}]}}}}"#
    );
    fs::write(folder.path().join("plan.json"), plan).unwrap();
    for format in ["text", "json", "sarif"] {
        let ended = mapkiln(folder.path(), &["check", "plan.json", "--format", format]).output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{format}");
        let said = String::from_utf8(ended.stdout).unwrap();
        assert!(said.contains("evil"), "{format}: the name is in a finding: {said}");
        let sent = said.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
        assert_eq!(sent, None, "{format}: {said:?}");
        assert!(!said.lines().any(|line| line.starts_with("forged")), "{format}: {said}");
    }
}

#[test]
fn a_game_that_cannot_be_stored_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    mapkiln(folder.path(), &["dungeon", "--seed", "s", "--size", "small", "-q", "-o", "a.json"])
        .assert()
        .success();
    let ended = shell(folder.path(), "ulimit -f 4; mapkiln play a.json --solve --save g.json");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("could not write g.json") && !said.contains(".mapkiln-"), "{said}");
    assert_eq!(count(folder.path()), 1);
}

#[test]
fn errors_do_not_name_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    let ended = shell(folder.path(), "ulimit -f 1; mapkiln dungeon --seed s --size small -q -o a.svg");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("could not write a.svg"), "{said}");
    assert!(!said.contains(".mapkiln-") && !said.contains(folder.path().to_str().unwrap()), "{said}");
    assert_eq!(count(folder.path()), 0);
}

#[test]
fn an_ending_alone_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    catan(folder.path(), &["-o", ".json"]).assert().code(2).stderr(contains("without a name"));
    assert_eq!(count(folder.path()), 0);
}

#[test]
fn help_that_nobody_can_read_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["--help", "--version", "dungeon --help"] {
        let ended = shell(folder.path(), &format!("mapkiln {words} >/dev/full"));
        assert_eq!(ended.status.code(), Some(1), "{words}");
        assert!(shell(folder.path(), &format!("mapkiln {words} >/dev/null")).status.success(), "{words}");
        assert!(shell(folder.path(), &format!("mapkiln {words} | true")).status.success(), "{words}");
    }
    assert_eq!(shell(folder.path(), "mapkiln --no-such-flag").status.code(), Some(2));
}
