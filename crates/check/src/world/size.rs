//! The world is as large as its spec says.

use mapkiln_maps::world::CellShape;
use serde_json::Value;

use super::world;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// The side of a chunk in cells.
const CHUNK: u64 = 32;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(world) = world(case) else { return };
    let language = look.language;
    let spec = case.spec();
    let number = |name: &str| spec.get(name).and_then(Value::as_u64);
    let (Some(width), Some(height)) = (number("width"), number("height")) else {
        look.skip(say!(language, "no spec is known", "nenhuma especificação é conhecida"));
        return;
    };
    look.saw(3);
    let chunks = spec.get("chunks").filter(|c| !c.is_null());
    let (width, height) = match chunks {
        None => (width, height),
        Some(chunks) => {
            let side = |name: &str| chunks.get(name).and_then(Value::as_u64).map(|n| n * CHUNK);
            match side("width").zip(side("height")).or(side("columns").zip(side("rows"))) {
                Some(size) => size,
                None => return,
            }
        }
    };
    let (w, h) = (world.width() as u64, world.height() as u64);
    if (w, h) != (width, height) {
        look.error(
            Place::whole(),
            say!(
                language,
                "the world is {w} by {h} cells, and {width} by {height} were asked for",
                "o mundo tem {w} por {h} células, e foram pedidas {width} por {height}"
            ),
        );
    }
    let layers = if world.shape == CellShape::Layers { number("layers").unwrap_or(5) } else { 1 };
    let found = world.layers.len() as u64;
    if found != layers {
        look.error(
            Place::whole(),
            say!(
                language,
                "the world has {found} layers, not {layers}",
                "o mundo tem {found} camadas, não {layers}"
            ),
        );
    }
    let periodic = &spec["periodic"];
    let joined = |axis: &str| periodic.get(axis).and_then(Value::as_bool).unwrap_or(false);
    if chunks.is_none() && (joined("x"), joined("y")) != (world.periodic.x, world.periodic.y) {
        look.error(
            Place::field("periodic"),
            say!(
                language,
                "the borders are joined in another way than was asked for",
                "as bordas se unem de outro modo que o pedido"
            ),
        );
    }
}
