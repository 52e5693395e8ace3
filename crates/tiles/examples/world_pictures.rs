//! Draws worlds: `cargo run -p mapkiln-tiles --example world_pictures -- FOLDER SET,SET,... SIZE SEED PIXELS|text VIEWS`.
//!
//! A set is built in or a TOML file; `all` is every built-in one. A size is `60x40` cells, or `8x8c` for
//! chunks of the endless world. VIEWS are some of `above`, `iso` and `night`, with commas between them; without them, the map from above.

use mapkiln_core::{Run, Spec};
use mapkiln_draw::{IsoWorldView, WorldView, png};
use mapkiln_tiles::{ChunkRange, SHIPPED, TileSet, TileSource, WorldSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let (folder, sets, size, seed) = (arg(0, "."), arg(1, "islands"), arg(2, "60x40"), arg(3, "look"));
    let endless = size.ends_with('c');
    let (w, h) = size.trim_end_matches('c').split_once('x').unwrap_or(("60", "40"));
    let (w, h): (u32, u32) = (w.parse()?, h.parse()?);
    let all: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
    let sets: Vec<&str> = if sets == "all" { all } else { sets.split(',').collect() };
    for set in sets {
        let tileset = match set.ends_with(".toml") {
            true => TileSource::Set(Box::new(TileSet::from_toml(&std::fs::read_to_string(set)?)?)),
            false => TileSource::Name(set.to_owned()),
        };
        let chunks = ChunkRange { from: [0, 0], to: [i64::from(w) - 1, i64::from(h) - 1] };
        let spec = WorldSpec {
            tileset,
            width: w,
            height: h,
            chunks: endless.then_some(chunks),
            ..WorldSpec::default()
        };
        let start = std::time::Instant::now();
        let world = spec.make(&mut Run::new(&*seed))?.map;
        let made = start.elapsed();
        if arg(4, "16") == "text" {
            print!("{}", mapkiln_draw::text::world(&world));
            continue;
        }
        let options = png::PngOptions { pixels_per_unit: arg(4, "16").parse()?, ..Default::default() };
        let name = std::path::Path::new(set).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for view in arg(5, "above").split(',') {
            let start = std::time::Instant::now();
            let tilted = IsoWorldView { night: view == "night", ..IsoWorldView::default() };
            let scene = match view {
                "above" => WorldView::default().scene(&world),
                _ => tilted.scene(&world),
            };
            let file = png::encode(&scene, &options)?;
            println!("{set} made in {made:?}, {view} drawn in {:?}, {} bytes", start.elapsed(), file.len());
            let file_name = format!("{name}-{size}-{seed}-{view}.png");
            std::fs::write(std::path::Path::new(&folder).join(file_name), file)?;
        }
    }
    Ok(())
}
