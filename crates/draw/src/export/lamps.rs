//! Lamps and fires for the files of virtual tabletops.

use mapkiln_maps::Rgb;
use mapkiln_maps::plan::{FeatureKind, Level, Light, ThingKind};

/// Something that gives light, with the middle of its footprint in cells.
pub(super) struct Lamp {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) light: Light,
    /// Does it flicker like a fire?
    pub(super) flickers: bool,
}

/// Every burning or glowing thing of a level; a light that is built in counts as a torch.
pub(super) fn lamps(level: &Level) -> impl Iterator<Item = Lamp> + '_ {
    let things = level.things.iter().filter_map(|thing| {
        let f = thing.footprint();
        Some(Lamp {
            x: f64::from(f.x) + f64::from(f.width) / 2.0,
            y: f64::from(f.y) + f64::from(f.height) / 2.0,
            light: thing.light?,
            flickers: !matches!(
                thing.kind,
                ThingKind::GlowFungus | ThingKind::Crystals | ThingKind::DaylightShaft
            ),
        })
    });
    let built = level.features.iter().filter(|f| f.kind == FeatureKind::Light).flat_map(|f| &f.cells);
    let torch = ThingKind::Torch.light();
    let built = built.filter_map(move |p| {
        Some(Lamp { x: f64::from(p.x) + 0.5, y: f64::from(p.y) + 0.5, light: torch?, flickers: true })
    });
    things.chain(built)
}

/// Six digits.
pub(super) fn hex(colour: Rgb) -> String {
    let [r, g, b] = colour.0;
    format!("{r:02x}{g:02x}{b:02x}")
}

/// How dark it is between the lamps, from 0 to 1: pitch dark underground, less so where daylight falls in.
pub(super) fn darkness(level: &Level) -> f64 {
    let daylight = level.things.iter().any(|t| t.kind == ThingKind::DaylightShaft && t.light.is_some());
    if daylight { 0.85 } else { 1.0 }
}
