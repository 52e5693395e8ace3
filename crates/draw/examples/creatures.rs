//! Draws every monster of the shipped lists, as it stands in pictures at an angle and as a token:
//! `cargo run --release -p mapkiln-draw --example creatures -- FOLDER`.

use mapkiln_core::{Point, Rect};
use mapkiln_draw::{Audience, DungeonView, IsoDungeonView, Scene, Style, png};
use mapkiln_maps::plan::{CreatureType, Level, Monsters, Outline, Plan, Room};

/// How many stand in a row, and how many cells each has.
const COLUMNS: usize = 20;
const SLOT: i32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let lists = [
        include_str!("../../dungeon/data/monsters_srd-2014.tsv"),
        include_str!("../../dungeon/data/monsters_srd-2024.tsv"),
    ];
    let rows = lists.iter().flat_map(|list| list.lines().skip(1));
    let mut names: Vec<(&str, &str)> = rows
        .filter_map(|row| {
            let mut columns = row.split('\t');
            Some((columns.next()?, columns.nth(2)?))
        })
        .collect();
    names.sort();
    names.dedup_by_key(|n| n.0);
    names.sort_by_key(|n| n.1);
    for (number, part) in names.chunks(100).enumerate() {
        let plan = crowd(part)?;
        let save = |name: String, scene: &Scene, pixels| -> Result<(), Box<dyn std::error::Error>> {
            let options = png::PngOptions { pixels_per_unit: pixels, ..Default::default() };
            Ok(std::fs::write(folder.join(name), png::encode(scene, &options)?)?)
        };
        let tilted = IsoDungeonView::default().scene(&plan)?;
        save(format!("tilted-68-{number}.png"), &tilted, 64.0)?;
        save(format!("tilted-34-{number}.png"), &tilted, 32.0)?;
        for style in [Style::Battle, Style::Ink] {
            let tokens = DungeonView::bare(style, Audience::GameMaster, 0).scene(&plan)?;
            save(format!("tokens-{}-{number}.png", style.name()), &tokens, 34.0)?;
        }
    }
    Ok(())
}

/// One of each in a hall.
fn crowd(names: &[(&str, &str)]) -> Result<Plan, Box<dyn std::error::Error>> {
    let rows = names.len().div_ceil(COLUMNS) as i32;
    let mut hall = Room::new(0, Outline::Rect(Rect::new(1, 1, COLUMNS as i32 * SLOT, rows * SLOT)));
    for (i, (name, kind)) in names.iter().enumerate() {
        let at = Point::new(2 + (i % COLUMNS) as i32 * SLOT, 2 + (i / COLUMNS) as i32 * SLOT);
        let creature: CreatureType = serde_json::from_value(serde_json::json!(kind))?;
        let one = Monsters { creature: Some(creature), at: vec![at], ..Monsters::new(*name, 1) };
        hall.contents.monsters.push(one);
    }
    let level = Level {
        width: COLUMNS as i32 * SLOT + 2,
        height: rows * SLOT + 2,
        rooms: vec![hall],
        ..Level::default()
    };
    Ok(Plan { title: "Creatures".into(), levels: vec![level], ..Plan::default() })
}
