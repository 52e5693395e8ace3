//! Text maps: one table of signs, legends in the map's language, and only what is on the map.

mod common;

use mapkiln_core::Point;
use mapkiln_draw::text::{self, RoomMarks, Sign, TextOptions};
use mapkiln_draw::{Audience, markdown};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{DoorKind, Plan};

/// The legend's lines: below the map, above the key.
fn legend(plan: &Plan, options: &TextOptions) -> String {
    let without = TextOptions { legend: false, ..*options };
    let (map, all) = (text::plan(plan, &without), text::plan(plan, options));
    all.strip_prefix(&map).expect("the legend stands below the map").to_owned()
}

#[test]
fn a_portcullis_is_one_character_everywhere() {
    let plan = common::everything();
    let door = plan.doors().find(|d| d.kind == DoorKind::Portcullis).expect("there is one");
    let at = door.place.at();
    let row = |text: &str, y: i32| text.lines().nth(y as usize).unwrap_or_default().to_owned();
    let floor = plan.floor(0).unwrap();
    let on_floor = row(&text::floor(&floor, Audience::GameMaster), at.y).chars().nth(at.x as usize);
    assert_eq!(on_floor, Some(Sign::Portcullis.ascii()));
    for options in [TextOptions::default(), TextOptions::blocks()] {
        let mut without = plan.clone();
        without.levels[0].doors.iter_mut().for_each(|d| d.kind = DoorKind::Door);
        let count = |plan: &Plan| {
            let options = TextOptions { titles: false, legend: false, key: false, ..options };
            text::plan(plan, &options).matches(Sign::Portcullis.unicode()).count()
        };
        assert_eq!((count(&plan), count(&without)), (1, 0));
    }
}

#[test]
fn legends_speak_the_language_and_list_what_is_there() {
    let options = TextOptions { key: false, ..TextOptions::default() };
    let mut plan = common::everything();
    let english = legend(&plan, &options);
    assert!(english.contains("H portcullis") && english.contains("≈ water"), "{english}");
    plan.language = Language::Portuguese;
    let portuguese = legend(&plan, &options);
    assert!(portuguese.contains("H grade levadiça") && portuguese.contains("≈ água"), "{portuguese}");
    assert!(!portuguese.contains("door"), "{portuguese}");
    let ascii = legend(&plan, &TextOptions { ascii: true, ..options });
    assert!(ascii.is_ascii() && ascii.contains("~ agua"), "{ascii}");
    plan.levels[0].features.clear();
    let fewer = legend(&plan, &options);
    assert!(!fewer.contains("água") && fewer.contains("porta"), "{fewer}");
}

#[test]
fn blocks_show_every_cell_and_the_contents_of_rooms() {
    let plan = common::everything();
    let map = text::plan(&plan, &TextOptions { level: Some(1), ..TextOptions::blocks() });
    assert!(map.starts_with("############\n#..........#\n"), "{map}");
    assert!(map.contains('<') && map.contains('9'), "{map}");
    let marked = TextOptions { rooms: RoomMarks::Contents, ..TextOptions::blocks() };
    let map = text::plan(&plan, &marked);
    for sign in [Sign::Enemies, Sign::Treasure, Sign::Key] {
        assert!(map.contains(sign.ascii()), "{sign:?} in\n{map}");
    }
    let players = text::plan(&plan, &TextOptions { audience: Audience::Players, ..marked });
    for sign in [Sign::Enemies, Sign::Treasure, Sign::Key, Sign::Trap, Sign::SecretDoor, Sign::LockedDoor] {
        assert!(!players.contains(sign.ascii()), "{sign:?} in\n{players}");
    }
}

#[test]
fn a_floor_for_players_hides_what_a_plan_for_players_hides() {
    let mut plan = common::everything();
    // A floor does not know which corridors are secret.
    for corridor in plan.levels[0].corridors.iter_mut() {
        corridor.secret = false;
    }
    let from_plan = text::floor(&plan.for_players().floor(0).unwrap(), Audience::Players);
    let from_floor = text::floor(&plan.floor(0).unwrap(), Audience::Players);
    assert_eq!(from_floor, from_plan);
    let secret = plan.doors().find(|d| d.kind == DoorKind::Secret).unwrap().place.at();
    let shown = Sign::of_cell(&plan.floor(0).unwrap(), secret, Audience::Players);
    assert_eq!(shown, Sign::Wall);
    assert_eq!(Sign::of_cell(&plan.floor(0).unwrap(), Point::new(-1, 0), Audience::Players), Sign::Rock);
}

#[test]
fn the_markdown_of_a_players_plan_has_no_secret() {
    let plan = common::everything();
    let whole = markdown::plan(&plan);
    for word in ["Goblin", "bronze key", "Falling net", "The third chest", "Giant rat"] {
        assert!(whole.contains(word), "{word} in\n{whole}");
        assert!(!markdown::plan(&plan.for_players()).contains(word), "{word}");
    }
}

#[test]
fn rooms_of_which_little_is_known_take_one_line_each() {
    let mut plan = common::everything();
    let lines = |plan: &Plan| text::plan(plan, &TextOptions::default()).lines().count();
    let told = lines(&plan);
    for level in &mut plan.levels {
        for room in &mut level.rooms {
            room.description = Default::default();
            room.contents = Default::default();
            room.kind = "Cell".to_owned();
        }
    }
    let all = text::plan(&plan, &TextOptions::default());
    for room in plan.rooms() {
        let lead = format!("{}. Cell. ", room.id + 1);
        assert_eq!(all.lines().filter(|line| line.starts_with(&lead)).count(), 1, "{lead}\n{all}");
    }
    assert!(lines(&plan) < told);
}
