//! What players are given tells them nothing.
//!
//! Every word that only the game master may know is a marker that must not turn up in any file for
//! players, and the player's picture must be the same with and without the secrets.

#![cfg(all(feature = "png", feature = "pdf"))]

mod common;

use mapkiln_core::{Direction, Point, Run, Seed, Spec};
use mapkiln_draw::text::{self, TextOptions};
use mapkiln_draw::{DungeonPrint, DungeonView, Pages, Style, png, svg};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{Area, Door, DoorKind, DoorPlace, Key, Monsters, Parcel, Plan, Trap};

const MARK: &str = "XSECRETX";

fn trap(at: Option<Point>) -> Trap {
    let mark = || MARK.to_owned();
    Trap { name: mark(), trigger: mark(), effect: mark(), dc: 99, damage: mark(), at, ..Trap::default() }
}

/// The plan with a secret in every place that can hold one.
fn with_secrets(mut plan: Plan, seed: u64) -> Plan {
    let mark = || MARK.to_owned();
    let mut rng = Seed::from(seed).stream("secrets", 0);
    plan.story = mark();
    plan.wandering.push(Monsters {
        name: mark(),
        count: 3,
        challenge: mark(),
        xp: 1,
        faction: mark(),
        boss: false,
        ..Monsters::new("", 0)
    });
    let rooms = plan.rooms().count() as u32;
    plan.keys.push(Key {
        id: plan.keys.len() as u32,
        name: mark(),
        room: rng.below(u64::from(rooms)) as u32,
    });
    let mut doors = 0;
    for level in &mut plan.levels {
        for room in &mut level.rooms {
            room.kind = mark();
            room.tags.push(mark().into());
            room.description.aloud = mark();
            room.description.secret = mark();
            room.contents.enemies = true;
            room.contents.treasure = true;
            room.contents.furniture.push(mark());
            let at = room.outline.centre();
            room.contents.traps.push(trap(Some(at)));
            room.contents.parcels.push(Parcel {
                name: mark(),
                gold: 12_345,
                rarity: mark(),
                hidden: true,
                ..Parcel::default()
            });
        }
        for corridor in &mut level.corridors {
            let at = corridor.cells.first().copied();
            corridor.traps.push(trap(at));
        }
        for door in &mut level.doors {
            if door.kind == DoorKind::Door && rng.below(3) == 0 {
                door.kind = DoorKind::Trapped { trap: trap(None) };
            }
        }
        // Secret doors in the rock beside rooms.
        let walls: Vec<(Point, u32)> = level
            .rooms
            .iter()
            .map(|r| (Point::new(r.outline.bounds().right(), r.outline.centre().y), r.id))
            .filter(|(p, _)| {
                p.x < level.width
                    && !level.corridors.iter().any(|c| c.cells.contains(p))
                    && !level.rooms.iter().any(|r| r.outline.contains(*p))
                    && !level.doors.iter().any(|d| d.place.at() == *p)
            })
            .collect();
        for (at, room) in walls {
            level.doors.push(Door {
                id: 0,
                place: DoorPlace::Cell { at, facing: Direction::East },
                kind: DoorKind::Secret,
                joins: [Area::Room(room), Area::Room(room)],
                checks: Vec::new(),
            });
        }
        for door in &mut level.doors {
            door.id = doors;
            doors += 1;
        }
    }
    plan
}

fn plans() -> Vec<Plan> {
    let mut plans = vec![common::everything()];
    for seed in 0..24u64 {
        let spec = mapkiln_dungeon::classic::ClassicSpec::default();
        let made = spec.make(&mut Run::new(seed.to_string().as_str())).expect("dungeons can be made");
        plans.push(made.map);
    }
    plans
}

#[test]
fn player_files_hold_no_secret_and_do_not_change_with_them() {
    for (seed, plan) in plans().into_iter().enumerate() {
        let secret = with_secrets(plan.clone(), seed as u64);
        // The words of the plain plan must not turn up either.
        let texts = |plan: &Plan| {
            let options = TextOptions { audience: Audience::Players, ..TextOptions::default() };
            text::plan(plan, &options)
        };
        assert_eq!(texts(&plan), texts(&secret), "text, {seed}");
        assert!(!texts(&secret).contains(MARK));
        for style in Style::ALL {
            let view = DungeonView { style, audience: Audience::Players, ..DungeonView::default() };
            let (without, with) = (view.scene(&plan).unwrap(), view.scene(&secret).unwrap());
            assert_eq!(without, with, "scene, {style:?}, {seed}");
            let file = svg::encode(&with, &svg::SvgOptions::default());
            for word in [MARK, "ecret", "rap", "Key", "Enemies", "Treasure", "Locked", "Barred"] {
                // A title of the test plan has none of these words; "Trap" and "Secret" are the legend's.
                assert!(!file.contains(word), "{word} in the SVG, {style:?}, {seed}");
            }
            let game_master = DungeonView { style, ..DungeonView::default() }.scene(&secret).unwrap();
            let file = svg::encode(&game_master, &svg::SvgOptions::default());
            assert!(file.contains(MARK) && file.contains("Secret door"), "the game master sees it all");
        }
        if seed < 3 {
            let view = DungeonView { audience: Audience::Players, ..DungeonView::default() };
            let pixels = |plan: &Plan| png::render(&view.scene(plan).unwrap(), 8.0).unwrap();
            assert_eq!(pixels(&plan), pixels(&secret), "pixels, {seed}");
        }
        if seed < 6 {
            let print =
                DungeonPrint { audience: Audience::Players, pages: Pages::All, ..DungeonPrint::default() };
            let (without, with) = (print.pdf(&plan).unwrap(), print.pdf(&secret).unwrap());
            assert_eq!(without, with, "PDF, {seed}");
            let words = pdf_words(&with);
            assert!(words.contains("1 square = 5 ft"), "{words}");
            for word in [MARK, "Secret", "Trap", "Enemies", "Treasure", "bronze key", "12345"] {
                assert!(!words.contains(word), "{word} in the PDF, {seed}");
            }
            let all = DungeonPrint { pages: Pages::All, ..DungeonPrint::default() };
            assert!(pdf_words(&all.pdf(&secret).unwrap()).contains(MARK), "the game master's print has it");
        }
    }
}

fn pdf_words(pdf: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), pdf).expect("it can be written");
    let output = std::process::Command::new("pdftotext").arg(file.path()).arg("-").output();
    let output = output.expect("pdftotext (poppler-utils) is installed");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Room numbers are words of the game master: a player's map has no number but those of the scale.
#[test]
fn player_maps_have_no_room_numbers() {
    let plan = common::everything();
    let scene = DungeonView { audience: Audience::Players, level: Some(0), ..DungeonView::default() }
        .scene(&plan)
        .unwrap();
    let numbers: Vec<&str> = scene
        .texts()
        .map(|t| t.text.as_str())
        .filter(|t| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit()))
        .collect();
    assert!(numbers.iter().all(|n| n.parse::<u32>().is_ok_and(|n| n % 5 == 0)), "{numbers:?}");
    assert!(
        !scene.layers.iter().any(|l| ["numbers", "traps", "key", "secret ways"].contains(&l.name.as_str()))
    );
}
