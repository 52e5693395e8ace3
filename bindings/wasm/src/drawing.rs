//! Pictures as SVG.

use mapkiln_draw::{Audience, DungeonView, IsoDungeonView, KeyPlace, Setting, Style, svg};
use mapkiln_maps::AnyMap;
use serde::Deserialize;

use crate::Failure;

/// How the page wants to see a map.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sight {
    style: Style,
    audience: Audience,
    level: usize,
    isometric: bool,
}

/// One level of a map, exactly its grid, as SVG; a dungeon has the colours of its theme.
pub(crate) fn svg(map: &AnyMap, theme: Option<&str>, sight: &Sight) -> Result<String, Failure> {
    let wrong = |e: mapkiln_draw::Error| Failure::wish(e.to_string());
    let setting = theme.and_then(Setting::named).unwrap_or_default();
    let scene = match map {
        AnyMap::Plan(plan) if sight.isometric => {
            let view = IsoDungeonView {
                audience: sight.audience,
                level: sight.level,
                setting,
                ..IsoDungeonView::default()
            };
            view.scene(plan).map_err(wrong)?
        }
        AnyMap::Plan(plan) => {
            let view = DungeonView {
                style: sight.style,
                audience: sight.audience,
                level: Some(sight.level),
                key: KeyPlace::None,
                dressed: false,
                setting,
                ..DungeonView::default()
            };
            view.scene(plan).map_err(wrong)?
        }
        other => return others(other),
    };
    Ok(svg::encode(&scene, &svg::SvgOptions::default()))
}

#[cfg(feature = "everything")]
fn others(map: &AnyMap) -> Result<String, Failure> {
    use mapkiln::formats::{Format, Look, Writer};
    let look = Look { bare: true, ..Look::default() };
    let format =
        Format::by_name(map.kind(), "svg").ok_or_else(|| Failure::wish("this map has no picture"))?;
    let files = Writer::new(map, None, &look).write(format, "map", "svg")?;
    let bytes = files.into_iter().next().map(|f| f.bytes).unwrap_or_default();
    String::from_utf8(bytes).map_err(|e| Failure::wish(e.to_string()))
}

#[cfg(not(feature = "everything"))]
fn others(map: &AnyMap) -> Result<String, Failure> {
    Err(Failure::wish(format!("this part of Mapkiln draws plans only, not a {}", map.kind())))
}
