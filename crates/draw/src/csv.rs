//! Tile worlds as comma-separated values.

use ::csv::{Terminator, WriterBuilder};
use mapkiln_maps::world::World;

use crate::escape::cell;

/// The names of the tiles, one line per row, an empty line between layers. A name that a spreadsheet
/// would take for a formula begins with an apostrophe.
///
/// ```
/// use mapkiln_core::Grid;
/// use mapkiln_draw::csv;
/// use mapkiln_maps::world::{World, WorldTile};
/// let tile = |name: &str| WorldTile { name: name.into(), ..WorldTile::default() };
/// let layer = Grid::from_fn(2, 2, |p| p.x as u16);
/// let palette = vec![tile("sea"), tile("sand, wet")];
/// let world = World { palette, layers: vec![layer.clone(), layer], ..World::default() };
/// let rows = "sea,\"sand, wet\"\nsea,\"sand, wet\"\n";
/// assert_eq!(csv::world(&world), format!("{rows}\n{rows}"));
/// ```
pub fn world(world: &World) -> String {
    let layers = world.layers.iter().map(|layer| {
        let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        for row in layer.rows() {
            let names = row.iter().map(|&tile| cell(&world.palette[usize::from(tile)].name));
            writer
                .write_record(names.map(|name| name.into_owned().into_bytes()))
                .expect("rows are equally long, and memory takes them");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("names are text")
    });
    layers.collect::<Vec<_>>().join("\n")
}
