//! The verbs of the explorer and of the game.
#![cfg(feature = "everything")]

use mapkiln_wasm::{Failure, Kiln, Reply};
use serde_json::{Value, json};

fn call(kiln: &mut Kiln, verb: &str, args: &Value) -> Result<Reply, Failure> {
    kiln.call(verb, &args.to_string(), &mut |_| {})
}

fn read(reply: &Reply) -> Value {
    serde_json::from_str(&reply.json).expect("answers are JSON")
}

#[test]
fn a_chunk_is_the_same_in_any_order_and_in_any_worker() {
    let place = json!({ "set": "islands", "seed": "far" });
    let (mut a, mut b) = (Kiln::new(), Kiln::new());
    let asked = [(0, 0), (5, -3), (1, 0), (-70_000, 12)];
    let chunk = |kiln: &mut Kiln, (x, y): (i32, i32)| {
        call(kiln, "chunk", &json!({ "place": place, "x": x, "y": y })).unwrap().bytes
    };
    let forth: Vec<_> = asked.iter().map(|&at| chunk(&mut a, at)).collect();
    let back: Vec<_> = asked.iter().rev().map(|&at| chunk(&mut b, at)).collect();
    assert!(forth.iter().eq(back.iter().rev()));
    assert!(forth.iter().all(|bytes| bytes.len() == 2 * 32 * 32));
    let info = read(&call(&mut a, "place", &json!({ "place": place })).unwrap());
    let grounds = info["grounds"].as_array().unwrap().len();
    assert!(forth.iter().flat_map(|bytes| &bytes[..1024]).all(|&g| usize::from(g) < grounds));
}

#[test]
fn a_map_is_entered_chunk_by_chunk() {
    let doc = json!({ "spec": { "maker": "dungeon", "size": "small", "theme": "crypt" }, "seed": "in" });
    let place = json!({ "doc": doc, "level": 0 });
    let mut kiln = Kiln::new();
    let info = read(&call(&mut kiln, "place", &json!({ "place": place })).unwrap());
    let (width, height) = (info["size"][0].as_i64().unwrap(), info["size"][1].as_i64().unwrap());
    assert!(!info["entrances"].as_array().unwrap().is_empty() && info["theme"] == "crypt");
    let mut inside = 0;
    for y in -1..=height / 32 {
        for x in -1..=width / 32 {
            let bytes = call(&mut kiln, "chunk", &json!({ "place": place, "x": x, "y": y })).unwrap().bytes;
            inside += bytes[..1024].iter().filter(|&&g| g != 255).count() as i64;
        }
    }
    assert_eq!(inside, width * height, "every cell comes once, and nothing from outside");
    assert!(call(&mut kiln, "place", &json!({ "place": { "doc": doc, "level": 9 } })).is_err());
    assert!(call(&mut kiln, "place", &json!({ "place": { "set": "hex-coast", "seed": "" } })).is_err());
    assert!(call(&mut kiln, "place", &json!({ "place": { "set": "moon", "seed": "" } })).is_err());
}

#[test]
fn six_approaches_agree_on_what_a_wall_hides() {
    let mut kiln = Kiln::new();
    let wish = |approach: &str| {
        json!({ "walls": ".......\n.......\n...#...\n.......\n.......\n", "at": [0.5, 2.5],
                "approach": approach, "radius": 9, "fov": 360, "rays": 360, "step": 0.0625 })
    };
    for approach in ["shadowcast", "dda", "pixel", "vertices", "sweep", "expansion"] {
        let seen = read(&call(&mut kiln, "look", &wish(approach)).unwrap());
        let runs = seen["cells"].as_array().unwrap();
        let sees = |x: i64, y: i64| {
            let holds = |r: &Value| r[0] == y && r[1].as_i64() <= Some(x) && r[2].as_i64() > Some(x);
            runs.iter().any(holds)
        };
        assert!(sees(2, 2) && sees(3, 2) && sees(6, 0) && !sees(5, 2), "{approach}");
        let exact = ["vertices", "sweep", "expansion"].contains(&approach);
        assert_eq!(seen["polygon"].is_array(), exact);
        assert_eq!(!seen["hits"].as_array().unwrap().is_empty(), ["dda", "pixel"].contains(&approach));
    }
    let mut over = wish("shadowcast");
    over["heights"] = (0..35).map(|i| if i % 7 == 2 { 5 } else { 0 }).collect();
    let seen = read(&call(&mut kiln, "look", &over).unwrap());
    let furthest = seen["cells"].as_array().unwrap().iter().map(|r| r[2].as_i64().unwrap()).max();
    assert_eq!(furthest, Some(3), "a ridge hides what lies behind it");
    let times = read(&call(&mut kiln, "times", &wish("dda")).unwrap());
    assert_eq!(times["rows"].as_array().unwrap().len(), 6);
    let mut wide = wish("dda");
    wide["walls"] = ".".repeat(500).into();
    assert!(call(&mut kiln, "look", &wide).is_err());
}

#[test]
fn a_game_is_won_stored_and_opened_again() {
    let mut kiln = Kiln::new();
    let start = json!({ "campaign": { "seed": "hollow bell", "level": 1, "score": 0 } });
    let solved = read(&call(&mut kiln, "solve", &json!({ "start": start, "turns": 20_000 })).unwrap());
    assert_eq!(solved["status"], "won");
    let moves = solved["moves"].as_str().unwrap();
    // Turn by turn, as a page plays it, and all at once, with keys that come too late.
    for end in 1..=moves.len() {
        call(&mut kiln, "play", &json!({ "start": start, "moves": &moves[..end] })).unwrap();
    }
    let slow = read(&call(&mut kiln, "tape", &json!({ "start": start, "moves": moves })).unwrap());
    let late = format!("{moves}nnn");
    let quick = read(&call(&mut Kiln::new(), "tape", &json!({ "start": start, "moves": late })).unwrap());
    assert_eq!(slow, quick);
    let opened = read(&call(&mut kiln, "untape", &slow["text"]).unwrap());
    assert_eq!(opened["start"], start, "a level of the campaign is named by its seed");
    assert_eq!(opened["moves"], moves);
    let changed = slow["text"].as_str().unwrap().replace("\"level\":1", "\"level\":2");
    assert!(call(&mut kiln, "untape", &changed.into()).is_err());
}

#[test]
fn a_player_is_told_only_what_was_seen() {
    let mut kiln = Kiln::new();
    for seed in 0..4 {
        let start = json!({ "campaign": { "seed": format!("secret {seed}"), "level": 3, "score": 0 } });
        let reply = call(&mut kiln, "play", &json!({ "start": start, "moves": "nesw" })).unwrap();
        let known = read(&reply);
        let width = known["width"].as_i64().unwrap();
        let size = (width * known["height"].as_i64().unwrap()) as usize;
        assert_eq!(reply.bytes.len(), 3 * size);
        let is_known = |at: &Value| {
            reply.bytes[(at["y"].as_i64().unwrap() * width + at["x"].as_i64().unwrap()) as usize] != 0
        };
        let unknown = reply.bytes[..size].iter().filter(|&&g| g == 0).count();
        assert!(unknown > size / 2, "most of a level is unknown at first");
        for list in ["foes", "things", "doors"] {
            assert!(known[list].as_array().unwrap().iter().all(|t| is_known(&t["at"])), "{list}");
        }
    }
}
