//! Draws the test plan in every style: `cargo run -p mapkiln-draw --example look -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use mapkiln_draw::{DungeonView, Style, pdf, png, svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let plan = common::everything();
    for style in Style::ALL {
        for player in [false, true] {
            let level = if player { Some(0) } else { None };
            let scene = DungeonView { style, player, level, ..DungeonView::default() }.scene(&plan)?;
            let name = format!("{}{}", style.name(), if player { "-player" } else { "" });
            let options = png::PngOptions { pixels_per_unit: 24.0, ..Default::default() };
            std::fs::write(folder.join(format!("{name}.png")), png::encode(&scene, &options)?)?;
            std::fs::write(folder.join(format!("{name}.svg")), svg::encode(&scene, &Default::default()))?;
            std::fs::write(folder.join(format!("{name}.pdf")), pdf::encode(&scene, 12.0)?)?;
        }
    }
    Ok(())
}
