//! Every file format of every map, and files from elsewhere.

use base64::Engine;
use mapkiln::document;
use mapkiln::draw::import;
use mapkiln::draw::{Audience, KeyPlace, Pages, Paper, Style};
use mapkiln::formats::{Format, Look, Writer};
use mapkiln::{AnyMap, AnySpec, document_in_picture, remake};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::cache::Kept;
use crate::kiln::Reply;

/// How a file is written.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FileWish {
    format: String,
    /// The name of the file without its ending.
    name: String,
    audience: Audience,
    style: Option<Style>,
    level: Option<usize>,
    key: KeyPlace,
    pixels: Option<u32>,
    sheets: bool,
    letter: bool,
    isometric: bool,
}

/// The files of one format; their bytes stand one after another.
pub(crate) fn export(kept: &Kept, wish: &FileWish) -> Result<Reply, Failure> {
    let kind = kept.map.kind();
    let format = Format::by_name(kind, &wish.format)
        .ok_or_else(|| Failure::wish(format!("a {kind} cannot be written as {:?}", wish.format)))?;
    let look = Look {
        audience: wish.audience,
        style: wish.style,
        level: wish.level,
        key: wish.key,
        pixels: wish.pixels,
        pages: if wish.sheets { Pages::Sheets } else { Pages::default() },
        paper: if wish.letter { Paper::Letter } else { Paper::default() },
        isometric: wish.isometric,
        ..Look::default()
    };
    let ending = format.endings.first().copied().unwrap_or("txt");
    let files = Writer::new(&kept.map, kept.origin.as_ref(), &look).write(format, &wish.name, ending)?;
    let list: Vec<Value> = files.iter().map(|f| json!({ "name": f.name, "size": f.bytes.len() })).collect();
    let bytes = files.into_iter().flat_map(|f| f.bytes).collect();
    Ok(Reply { json: Value::from(list).to_string(), bytes })
}

/// The formats of a map.
pub(crate) fn formats(kept: &Kept) -> Value {
    let one = |f: &Format| json!({ "name": f.name, "ending": f.endings.first(), "about": f.about });
    Format::of(kept.map.kind()).map(one).collect()
}

/// Reads a map of Mapkiln or of another generator. One that can be made again comes back as its
/// spec and seed, any other as itself.
pub(crate) fn import(text: &str) -> Result<Value, Failure> {
    let wrong = |problem: String| Failure::wish(problem);
    let carried = in_picture(text)?;
    let text = carried.as_deref().unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return Err(wrong("this is not a map: it does not begin like JSON".to_owned()));
    }
    let ours = AnyMap::from_json(text);
    if ours.is_ok() || document::head(text).is_ok() {
        let stored = ours.map_err(|e| wrong(e.to_string()))?;
        if let Some(origin) = &stored.origin
            && origin.budget.is_none()
            && let Ok(again) = remake(origin, &mut |run| run)
            && again.map == stored.map
        {
            let spec = AnySpec::from_origin(origin)?;
            return Ok(json!({ "spec": spec, "seed": origin.seed, "warnings": [] }));
        }
        let map: Value = serde_json::from_str(&stored.map.to_json(None)).unwrap_or_default();
        return Ok(json!({ "map": map, "warnings": [] }));
    }
    let imported = import::read(text).map_err(|e| wrong(e.to_string()))?;
    let json = AnyMap::Plan(imported.plan).to_json(None);
    let map: Value = serde_json::from_str(&json).unwrap_or_default();
    Ok(json!({ "map": map, "warnings": imported.warnings }))
}

/// The document in a picture; a PNG file comes as a `data:` address, because it is no text.
fn in_picture(text: &str) -> Result<Option<String>, Failure> {
    let file = match text.strip_prefix("data:image/png;base64,") {
        Some(packed) => base64::engine::general_purpose::STANDARD
            .decode(packed)
            .map_err(|_| Failure::wish("this picture cannot be read"))?,
        None if text.trim_start().starts_with('<') => text.as_bytes().to_vec(),
        None => return Ok(None),
    };
    let none = || Failure::wish("this picture carries no map; only pictures for the game master do");
    document_in_picture(&file).map(Some).ok_or_else(none)
}
