//! Writes the atlas and its index: `cargo run --release --example art -- folder`.

use std::error::Error;
use std::path::PathBuf;

use mapkiln_draw::art::{AtlasScale, atlas};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    for (page, number) in atlas("atlas", AtlasScale::Usual)?.iter().zip(1..) {
        let end = if number == 1 { String::new() } else { format!("-{number}") };
        std::fs::write(folder.join(format!("atlas{end}.png")), page.picture.to_png()?)?;
        std::fs::write(folder.join(format!("atlas{end}.json")), &page.index)?;
    }
    Ok(())
}
