//! Draws the furnished test plans in every style: `cargo run -p mapkiln-draw --example furnished -- FOLDER`.

#[path = "../tests/furnished/mod.rs"]
mod furnished;

use mapkiln_core::Direction;
use mapkiln_draw::{Audience, DungeonView, IsoDungeonView, Setting, Style, png, svg};
use mapkiln_maps::picture::PngEffort;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let save =
        |name: String, scene: &mapkiln_draw::Scene, pixels: f32| -> Result<(), Box<dyn std::error::Error>> {
            let options =
                png::PngOptions { pixels_per_unit: pixels, effort: PngEffort::Small, few_colours: true };
            std::fs::write(folder.join(format!("{name}.png")), png::encode(scene, &options)?)?;
            Ok(std::fs::write(folder.join(format!("{name}.svg")), svg::encode(scene, &Default::default()))?)
        };
    for style in Style::ALL {
        for (audience, mark) in [(Audience::GameMaster, ""), (Audience::Players, "-player")] {
            let view = DungeonView { style, audience, ..DungeonView::default() };
            let scene = view.scene(&furnished::furnished())?;
            save(format!("plan-{}{mark}", style.name()), &scene, DungeonView::pixels_per_cell(&scene))?;
        }
        let bare = DungeonView::bare(style, Audience::GameMaster, 0);
        save(format!("things-{}", style.name()), &bare.scene(&furnished::showroom(Direction::South))?, 30.0)?;
    }
    let turned = DungeonView::bare(Style::Hatched, Audience::GameMaster, 0);
    for (facing, name) in [(Direction::East, "east"), (Direction::North, "north"), (Direction::West, "west")]
    {
        save(format!("things-{name}"), &turned.scene(&furnished::showroom(facing))?, 24.0)?;
    }
    for (audience, mark) in [(Audience::GameMaster, ""), (Audience::Players, "-player")] {
        let view = IsoDungeonView { audience, ..IsoDungeonView::default() };
        save(format!("iso{mark}"), &view.scene(&furnished::furnished())?, 32.0)?;
    }
    let view = IsoDungeonView { setting: Setting::Temple, ..IsoDungeonView::default() };
    save("iso-things".into(), &view.scene(&furnished::showroom(Direction::South))?, 24.0)?;
    Ok(())
}
