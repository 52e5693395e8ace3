//! Draws built-in worlds: `cargo run -p mapkiln-tiles --example world_pictures -- FOLDER SET WxH|chunks SEED PIXELS|text`.

use mapkiln_core::{Run, Spec};
use mapkiln_draw::{WorldView, png};
use mapkiln_tiles::{ChunkRange, TileSource, WorldSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let (folder, set, size, seed) = (arg(0, "."), arg(1, "islands"), arg(2, "60x40"), arg(3, "look"));
    let (w, h) = size.split_once('x').unwrap_or(("60", "40"));
    let endless = size == "chunks";
    let spec = WorldSpec {
        tileset: TileSource::Name(set.clone()),
        width: w.parse()?,
        height: h.parse()?,
        chunks: endless.then_some(ChunkRange { from: [0, 0], to: [2, 1] }),
        ..WorldSpec::default()
    };
    let start = std::time::Instant::now();
    let world = spec.make(&mut Run::new(&*seed))?.map;
    let made = start.elapsed();
    if arg(4, "16") == "text" {
        print!("{}", mapkiln_draw::text::world(&world));
        return Ok(());
    }
    let start = std::time::Instant::now();
    let options = png::PngOptions { pixels_per_unit: arg(4, "16").parse()?, ..Default::default() };
    let file = png::encode(&WorldView::default().scene(&world), &options)?;
    println!("{set} made in {made:?}, drawn in {:?}, {} bytes", start.elapsed(), file.len());
    Ok(std::fs::write(std::path::Path::new(&folder).join(format!("{set}-{size}-{seed}.png")), file)?)
}
