//! What a check needs to know and only a maker can say: the specs behind names.

use mapkiln_core::Origin;
use mapkiln_tiles::TileSet;
use serde_json::Value;

/// The spec of an origin with everything in it that it only names: the tile set of a world, the text
/// of a level's grammar. A name that is not known stays as it is.
///
/// ```
/// use mapkiln::tiles::WorldSpec;
/// use mapkiln::{Run, Spec, whole_spec};
/// let made = WorldSpec::default().make(&mut Run::new("hills"))?;
/// assert!(whole_spec(&made.origin)["tileset"]["tile"].is_array());
/// # Ok::<(), mapkiln::tiles::Error>(())
/// ```
pub fn whole_spec(origin: &Origin) -> Value {
    let mut spec: Value = serde_json::from_str(origin.recipe.spec()).unwrap_or(Value::Null);
    complete(origin.recipe.maker(), &mut spec);
    spec
}

fn complete(maker: &str, spec: &mut Value) {
    match maker {
        "world" => {
            let set = match spec.get("tileset") {
                Some(Value::String(name)) => TileSet::shipped(name).ok(),
                Some(set) => serde_json::from_value::<TileSet>(set.clone()).ok(),
                None => None,
            };
            // A checker knows tiles, not the corners that they are made from.
            let whole = set.and_then(|set| serde_json::to_value(set.expanded().ok()?).ok());
            if let Some(whole) = whole {
                spec["tileset"] = whole;
            }
        }
        "level-plan" => {
            if let Some(level) = spec.get_mut("level") {
                complete("level", level);
            }
        }
        _ => {}
    }
}
