//! What stands around a map: compass, scale bar, legend.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point};
use mapkiln_maps::Audience;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{
    DoorKind, FeatureKind, Labels, Plan, Thing, ThingKind, Trap, Vertical, capitalised,
};

use super::style::Look;
use super::symbols::{self, Spot};
use super::things;
use crate::font;
use crate::graph::icons::Icon;
use crate::noise::{jitter, noise};
use crate::scene::{Anchor, Frame, Layer, Path, Scene, Stroke, Text, Vec2, Weight};

/// Which symbols occur on the map, so that the legend explains those and no others.
#[derive(Default)]
pub(super) struct Legend {
    /// Bit by kind of door, by its number.
    doors: [bool; DOORS],
    pub(super) features: BTreeSet<FeatureKind>,
    pub(super) stairs: BTreeSet<Vertical>,
    pub(super) entrance: bool,
    pub(super) trap: bool,
    pub(super) enemies: bool,
    pub(super) treasure: bool,
    /// What rooms of a level are or hold.
    pub(super) icons: BTreeSet<Icon>,
    pub(super) secret_corridor: bool,
    pub(super) things: BTreeSet<ThingKind>,
    pub(super) creature: bool,
}

/// Every kind of door, in the order of the legend.
const DOORS: usize = 7;

fn door_number(kind: &DoorKind) -> usize {
    match kind {
        DoorKind::Door => 0,
        DoorKind::Arch => 1,
        DoorKind::Locked { .. } => 2,
        DoorKind::Barred => 3,
        DoorKind::Portcullis => 4,
        DoorKind::Secret => 5,
        DoorKind::Trapped { .. } => 6,
    }
}

fn door_kind(number: usize) -> DoorKind {
    match number {
        0 => DoorKind::Door,
        1 => DoorKind::Arch,
        2 => DoorKind::Locked { key: None },
        3 => DoorKind::Barred,
        4 => DoorKind::Portcullis,
        5 => DoorKind::Secret,
        _ => DoorKind::Trapped { trap: Trap::default() },
    }
}

impl Legend {
    pub(super) fn door(&mut self, kind: &DoorKind, audience: Audience) {
        // Players see a door, however it is held shut.
        let plain = !audience.knows_secrets()
            && matches!(kind, DoorKind::Locked { .. } | DoorKind::Barred | DoorKind::Trapped { .. });
        self.doors[if plain { 0 } else { door_number(kind) }] = true;
    }

    fn entries(&self, language: Language) -> Vec<Entry> {
        let labels: &Labels = language.labels();
        let mut entries = Vec::new();
        // Fallen stone as part of the floor and a heap of it have one name: one sign is enough.
        let mut add = |name: &str, mark: Mark| {
            let name = capitalised(name);
            if entries.iter().all(|e: &Entry| e.name != name) {
                entries.push(Entry { name, mark });
            }
        };
        for number in (0..DOORS).filter(|&i| self.doors[i]) {
            add(labels.door(&door_kind(number)), Mark::Door(number));
        }
        for way in &self.stairs {
            add(labels.stairs[usize::from(*way == Vertical::Down)], Mark::Stairs(*way));
        }
        if self.entrance {
            add(labels.entrance, Mark::Entrance);
        }
        for kind in &self.features {
            add(labels.feature(*kind), Mark::Feature(*kind));
        }
        for &kind in &self.things {
            add(kind.name(language), Mark::Thing(kind));
        }
        for (shown, name, mark) in [
            (self.secret_corridor, labels.secret_way, Mark::SecretCorridor),
            (self.trap, labels.trap, Mark::Trap),
            (self.enemies, labels.enemies, Mark::Enemies),
            (self.treasure, labels.treasure, Mark::Treasure),
        ] {
            if shown {
                add(name, mark);
            }
        }
        let marks = [Icon::Exit, Icon::Boss, Icon::Key, Icon::Hazard, Icon::Decoy];
        for (icon, name) in marks.into_iter().zip(labels.marks).filter(|(icon, _)| self.icons.contains(icon))
        {
            add(name, Mark::Icon(icon));
        }
        entries
    }
}

struct Entry {
    name: String,
    mark: Mark,
}

enum Mark {
    Door(usize),
    Stairs(Vertical),
    Entrance,
    Feature(FeatureKind),
    Thing(ThingKind),
    SecretCorridor,
    Trap,
    Enemies,
    Treasure,
    Icon(Icon),
}

fn draw_entry(
    layer: &mut Layer,
    entry: &Entry,
    at: Vec2,
    icon: f32,
    body: f32,
    look: &Look,
    audience: Audience,
) {
    // The symbol is drawn in its own cell at the origin, then moved and scaled.
    let mut own = Layer::default();
    let middle = Vec2::new(0.5, 0.5);
    let cell = Path::rect(Frame::new(0.0, 0.0, 1.0, 1.0));
    own.shape(cell.clone(), Some(look.floor), Some(Stroke::new(look.grid, 0.04)));
    let spot = Spot::new(middle, Direction::East);
    match entry.mark {
        Mark::Door(number) => symbols::door(&mut own, spot, 1, &door_kind(number), look, audience),
        Mark::Stairs(way) => symbols::stairs(&mut own, spot, way, look),
        Mark::Entrance => symbols::entrance(&mut own, spot, look),
        Mark::Feature(kind) => symbols::feature(&mut own, kind, &[Point::new(0, 0)], look),
        Mark::Thing(kind) => {
            let thing = Thing::new(kind, Point::new(0, 0), Direction::South);
            let [w, d] = thing.size.map(f32::from);
            let scale = 1.0 / w.max(d);
            let mut drawn = Layer::default();
            things::draw(&mut drawn, &thing, look);
            own.append(drawn, Vec2::new((1.0 - w * scale) / 2.0, (1.0 - d * scale) / 2.0), scale);
        }
        Mark::SecretCorridor => own.fill(cell, look.accent.faded(0.14)),
        Mark::Trap => symbols::trap_mark(&mut own, middle, 0.3, look),
        Mark::Enemies => symbols::enemies_mark(&mut own, middle, 0.28, look),
        Mark::Treasure => symbols::treasure_mark(&mut own, middle, 0.28, look),
        Mark::Icon(icon) => icon.draw(&mut own, middle, 0.34, look.ink, look.floor),
    }
    layer.append(own, at, icon);
    let text = Text::new(
        at + Vec2::new(icon + 0.35 * body, 0.5 * icon + 0.26 * body),
        0.84 * body,
        look.text(),
        &entry.name,
    );
    layer.text(text);
}

/// A north rose.
pub(super) fn compass(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let ink = look.text();
    let point = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let line = Stroke::new(ink, 0.05 * size).round();
    layer.stroke(Path::circle(at, 0.62 * size), line);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        let (px, py): (f32, f32) = (-y * 0.17, x * 0.17);
        let tip = point(x, y);
        let half = |side: f32| Path::polygon([tip, point(px * side + x * 0.17, py * side + y * 0.17), at]);
        layer.shape(half(1.0), Some(ink), Some(line));
        layer.shape(half(-1.0), Some(look.paper), Some(line));
    }
    let mut north = Text::new(point(0.0, -1.16), 0.8 * size, ink, "N").bold();
    north.anchor = Anchor::Middle;
    layer.text(north);
}

/// Scale bar, legend and credits from a place downwards; says where they end.
pub(super) fn legend(
    layer: &mut Layer,
    plan: &Plan,
    look: &Look,
    audience: Audience,
    legend: &Legend,
    within: Frame,
    body: f32,
) -> f32 {
    let mut y = within.y;
    scale_bar(layer, Vec2::new(within.x + 0.5 * body, y), plan, body, look);
    y += 2.3 * body;
    let entries = legend.entries(plan.language);
    let icon = 1.5 * body;
    let longest =
        entries.iter().map(|e| font::width(&e.name, 0.84 * body, Weight::Regular)).fold(0.0, f32::max);
    let column = icon + longest + 1.4 * body;
    let columns = ((within.width / column) as usize).max(1);
    let rows = entries.len().div_ceil(columns);
    for (i, entry) in entries.iter().enumerate() {
        // Column by column, so that kinds that belong together stand together.
        let (row, col) = (i % rows.max(1), i / rows.max(1));
        let at = Vec2::new(within.x + col as f32 * column, y + row as f32 * 1.35 * icon);
        draw_entry(layer, entry, at, icon, body, look, audience);
    }
    y += rows as f32 * 1.35 * icon + 0.4 * body;
    for credit in &plan.credits {
        let size = 0.7 * body;
        for line in font::wrap(credit, size, Weight::Regular, within.width) {
            y += 1.2 * size;
            layer.text(Text::new(Vec2::new(within.x, y), size, look.text().faded(0.75), line));
        }
    }
    y
}

fn scale_bar(layer: &mut Layer, at: Vec2, plan: &Plan, body: f32, look: &Look) {
    let ink = look.text();
    let step = (1.6 * body).ceil().max(1.0);
    let height = 0.3 * body;
    for i in 0..6 {
        let part = Path::rect(Frame::new(at.x + i as f32 * step, at.y, step, height));
        let color = if i % 2 == 0 { ink } else { look.paper };
        layer.shape(part, Some(color), Some(Stroke::new(ink, 0.05 * body)));
    }
    for i in [0, 2, 4, 6] {
        let length = far(plan, f64::from(i) * f64::from(step));
        let label =
            if i == 6 { length } else { length.trim_end_matches(char::is_alphabetic).trim().to_owned() };
        let place = Vec2::new(at.x + i as f32 * step, at.y + height + 0.95 * body);
        layer.text(Text::new(place, 0.8 * body, ink, label).anchored(Anchor::Middle));
    }
    let note = Vec2::new(at.x + 6.0 * step + 2.6 * body, at.y + height + 0.95 * body);
    let square = format!("{} {}", plan.language.labels().one_square, far(plan, 1.0));
    layer.text(Text::new(note, 0.8 * body, ink, square));
}

/// A length of `n` cells, in the unit that is usual in the plan's language.
fn far(plan: &Plan, cells: f64) -> String {
    let feet = cells * f64::from(plan.cell_feet);
    match plan.language {
        Language::English => format!("{feet} ft"),
        // Game books in Portuguese count 5 feet as 1.5 m.
        Language::Portuguese => format!("{} m", (feet * 3.0).round() / 10.0).replace('.', ","),
    }
}

/// Faint stains, so that paper looks like paper; only on grounds that are not white.
pub(super) fn stains(scene: &mut Scene, look: &Look) {
    let frame = scene.frame;
    if look.paper.lightness() > 230 || look.paper.lightness() < 60 {
        return;
    }
    let count = ((frame.width * frame.height) / 40.0).clamp(20.0, 200.0) as i32;
    let mut layer = Layer { name: "paper".to_owned(), ..Layer::default() };
    for i in 0..count {
        let at = Vec2::new(frame.x + frame.width * noise(i, 1, 90), frame.y + frame.height * noise(i, 2, 90));
        let (rx, ry) = (1.0 + 3.0 * noise(i, 3, 90), 0.8 + 2.2 * noise(i, 4, 90));
        let color = if jitter(i, 5, 90) > 0.0 { look.wall } else { look.floor };
        // Three times, each smaller, so that it fades towards its rim.
        for size in [1.0, 0.78, 0.5] {
            layer.fill(blot(at, rx * size, ry * size, i), color.faded(0.022));
        }
    }
    scene.layers.insert(0, layer);
}

/// A round patch with an uneven rim.
fn blot(middle: Vec2, rx: f32, ry: f32, number: i32) -> Path {
    const CORNERS: i32 = 14;
    let corner = |i: i32| {
        let i = i.rem_euclid(CORNERS);
        let (sin, cos) = libm::sincosf(i as f32 * (std::f32::consts::TAU / CORNERS as f32));
        let reach = 0.72 + 0.5 * noise(number, i, 91);
        middle + Vec2::new(cos * rx * reach, sin * ry * reach)
    };
    // Through the middles of the sides, bent towards the corners: no corner is left.
    let mut path = Path::new();
    path.move_to((corner(-1) + corner(0)) * 0.5);
    (0..CORNERS).for_each(|i| path.quad_to(corner(i), (corner(i) + corner(i + 1)) * 0.5));
    path.close();
    path
}
