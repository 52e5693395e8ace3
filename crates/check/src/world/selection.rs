//! Which tiles of a palette a name in a constraint means.

use mapkiln_maps::world::WorldTile;
use serde_json::Value;

use super::tileset::taken_apart;

/// By tile of the palette: is it meant? Names are those of tiles, with all their turns, of single
/// turns, or of kinds.
pub(super) fn selection(palette: &[WorldTile], tiles: &Value) -> Option<Vec<bool>> {
    let names: Vec<&str> = match tiles {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let meant = |tile: &WorldTile| {
        names.iter().any(|name| {
            tile.name == *name || taken_apart(&tile.name).0 == *name || tile.kinds.iter().any(|k| k == name)
        })
    };
    let chosen: Vec<bool> = palette.iter().map(meant).collect();
    // A name that means nothing is a mistake in the spec, not in the map.
    chosen.contains(&true).then_some(chosen)
}
