//! Tile worlds as comma-separated values.

use mapkiln_maps::world::World;

/// The names of the tiles, one line per row, an empty line between layers.
///
/// ```
/// use mapkiln_core::Grid;
/// use mapkiln_draw::csv;
/// use mapkiln_maps::world::{World, WorldTile};
/// let tile = |name: &str| WorldTile { name: name.into(), ..WorldTile::default() };
/// let layer = Grid::from_fn(2, 2, |p| p.x as u16);
/// let world = World { palette: vec![tile("sea"), tile("sand, wet")], layers: vec![layer], ..World::default() };
/// assert_eq!(csv::world(&world), "sea,\"sand, wet\"\nsea,\"sand, wet\"\n");
/// ```
pub fn world(world: &World) -> String {
    let names: Vec<String> = world.palette.iter().map(|tile| field(&tile.name)).collect();
    let mut text = String::new();
    for (z, layer) in world.layers.iter().enumerate() {
        if z > 0 {
            text.push('\n');
        }
        for row in layer.rows() {
            let row: Vec<&str> = row.iter().map(|&t| names[usize::from(t)].as_str()).collect();
            text.push_str(&row.join(","));
            text.push('\n');
        }
    }
    text
}

/// A value, quoted if it must be (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
