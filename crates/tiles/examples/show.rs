//! Prints a built-in world: `cargo run --example show -- village 60 30 seed`.

use mapkiln_core::Run;
use mapkiln_tiles::{TileSource, WorldSpec};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, or: u32| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(or);
    let name = args.get(1).map_or("meadow", String::as_str);
    let spec = WorldSpec {
        tileset: TileSource::Name(name.to_owned()),
        width: number(2, 60),
        height: number(3, 20),
        ..WorldSpec::default()
    };
    match spec.make(&mut Run::new(args.get(4).map_or("show", String::as_str))) {
        Ok(made) => println!("{}{:?}", made.map.text(), made.report.metrics),
        Err(error) => println!("{error}"),
    }
}
