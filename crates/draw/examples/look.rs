//! Draws the test plan in every style: `cargo run -p mapkiln-draw --example look -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use mapkiln_core::Spec;
use mapkiln_draw::{Audience, BoardView, DungeonView, LevelView, Style, WorldView, pdf, png, svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let plan = common::everything();
    for style in Style::ALL {
        for (audience, level, mark) in
            [(Audience::GameMaster, None, ""), (Audience::Players, Some(0), "-player")]
        {
            let scene = DungeonView { style, audience, level, ..DungeonView::default() }.scene(&plan)?;
            let name = format!("{}{mark}", style.name());
            let options = png::PngOptions { pixels_per_unit: 24.0, ..Default::default() };
            std::fs::write(folder.join(format!("{name}.png")), png::encode(&scene, &options)?)?;
            std::fs::write(folder.join(format!("{name}.svg")), svg::encode(&scene, &Default::default()))?;
            std::fs::write(folder.join(format!("{name}.pdf")), pdf::encode(&scene, &Default::default())?)?;
        }
    }
    let save =
        |name: &str, scene: &mapkiln_draw::Scene, pixels: f32| -> Result<(), Box<dyn std::error::Error>> {
            let options = png::PngOptions { pixels_per_unit: pixels, ..Default::default() };
            std::fs::write(folder.join(format!("{name}.png")), png::encode(scene, &options)?)?;
            std::fs::write(folder.join(format!("{name}.svg")), svg::encode(scene, &Default::default()))?;
            Ok(std::fs::write(
                folder.join(format!("{name}.pdf")),
                pdf::encode(scene, &pdf::PdfOptions { points_per_unit: 40.0 })?,
            )?)
        };
    let original = mapkiln_board::official::terra_mystica().swap_remove(0);
    let score = mapkiln_board::terra::TerraMysticaProfile::Thesis.rules().score(&original);
    save("terra", &BoardView { score: Some(score), ..Default::default() }.scene(&original), 70.0)?;
    save("terra-symbols", &BoardView { symbols: true, ..Default::default() }.scene(&original), 70.0)?;
    let spec = mapkiln_board::catan::CatanSpec {
        profile: mapkiln_board::catan::CatanProfile::Tournament,
        ..Default::default()
    };
    let catan = spec.make(&mut mapkiln_core::Run::new("look"))?.map;
    save("catan", &BoardView::default().scene(&catan), 140.0)?;
    save("catan-symbols", &BoardView { symbols: true, ..Default::default() }.scene(&catan), 140.0)?;
    let level = mapkiln_grammar::Grammar::shipped("carcere-exire")?.make_level("look", &[])?;
    save("level", &LevelView::default().scene(&level), 12.0)?;
    for shipped in mapkiln_tiles::SHIPPED {
        let spec = mapkiln_tiles::WorldSpec {
            tileset: mapkiln_tiles::TileSource::Name(shipped.name.to_owned()),
            ..Default::default()
        };
        let world = spec.make(&mut mapkiln_core::Run::new("look"))?.map;
        save(&format!("world-{}", shipped.name), &WorldView::default().scene(&world), 16.0)?;
    }
    Ok(())
}
