//! What stands around a map: title, compass, scale bar, legend, key.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point};
use mapkiln_maps::Audience;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{DoorKind, FeatureKind, Labels, Plan, Trap, Vertical, capitalised};

use super::key::Paragraph;
use super::style::Look;
use super::symbols::{self, Spot};
use super::{DungeonView, KeyPlace};
use crate::font;
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
    pub(super) secret_corridor: bool,
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

    fn entries(&self, labels: &Labels) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut add = |name: &str, mark: Mark| entries.push(Entry { name: capitalised(name), mark });
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
    SecretCorridor,
    Trap,
    Enemies,
    Treasure,
}

/// The size of words for a map of this size, so that they stay readable when all of it is on a page.
fn body_size(map: Frame) -> f32 {
    (map.width.max(map.height * 0.8) / 58.0).max(0.8)
}

pub(super) fn dress(
    scene: &mut Scene,
    plan: &Plan,
    look: &Look,
    view: &DungeonView,
    map: Frame,
    names: &[(Frame, String)],
    legend: &Legend,
) {
    let body = body_size(map);
    let layer = scene.layer("title");
    let mut top = map.y - 0.6 * body;
    if names.len() > 1 {
        for (frame, name) in names {
            let at = Vec2::new(frame.centre().x, frame.y - 0.6 * body);
            layer.text(Text::new(at, 1.3 * body, look.ink, name).anchored(Anchor::Middle).bold());
        }
        top -= 2.2 * body;
    }
    let single = match names {
        [(_, name)] if plan.title.is_empty() => name.clone(),
        [(_, name)] if !name.is_empty() => {
            let at = Vec2::new(map.x + body, top - 0.3 * body);
            layer.text(Text::new(at, 1.4 * body, look.ink, name));
            top -= 1.9 * body;
            plan.title.clone()
        }
        _ => plan.title.clone(),
    };
    let room = map.width - 5.0 * body;
    let mut size = 2.6 * body;
    let mut lines = font::wrap(&single, size, Weight::Bold, room);
    if lines.len() > 2 || lines.iter().any(|l| font::width(l, size, Weight::Bold) > room) {
        size = 1.6 * body;
        lines = font::wrap(&single, size, Weight::Bold, room);
    }
    for line in lines.iter().rev() {
        layer.text(Text::new(Vec2::new(map.x + body, top - 0.2 * size), size, look.ink, line).bold());
        top -= 1.1 * size;
    }
    let top = top.min(map.y - 5.2 * body) - 0.6 * body;
    compass(layer, Vec2::new(map.right() - 2.4 * body, top + 3.6 * body), 1.7 * body, look);

    let layer = scene.layer("legend");
    let mut y = map.bottom() + 1.2 * body;
    scale_bar(layer, Vec2::new(map.x + body, y), plan, body, look);
    y += 2.4 * body;
    let entries = legend.entries(plan.language.labels());
    let icon = 1.15 * body.max(1.0);
    let column = 9.2 * body;
    let columns = (((map.width - body) / column) as usize).max(1);
    let rows = entries.len().div_ceil(columns);
    for (i, entry) in entries.iter().enumerate() {
        let (row, col) = (i / columns, i % columns);
        let at = Vec2::new(map.x + body + col as f32 * column, y + row as f32 * 1.7 * icon);
        draw_entry(layer, entry, at, icon, body, look, view);
    }
    y += rows as f32 * 1.7 * icon;
    for credit in &plan.credits {
        for line in font::wrap(credit, 0.62 * body, Weight::Regular, map.width - 2.0 * body) {
            layer.text(Text::new(Vec2::new(map.x + body, y), 0.62 * body, look.ink.faded(0.75), line));
            y += 0.8 * body;
        }
    }
    scene.frame = scene.frame.union(Frame::new(map.x, top, map.width, y - top + 0.4 * body));
}

fn draw_entry(
    layer: &mut Layer,
    entry: &Entry,
    at: Vec2,
    icon: f32,
    body: f32,
    look: &Look,
    view: &DungeonView,
) {
    // The symbol is drawn in its own cell at the origin, then moved and scaled.
    let mut own = Layer::default();
    let middle = Vec2::new(0.5, 0.5);
    let cell = Path::rect(Frame::new(0.0, 0.0, 1.0, 1.0));
    own.shape(cell.clone(), Some(look.floor), Some(Stroke::new(look.grid, 0.04)));
    let spot = Spot::new(middle, Direction::East);
    match entry.mark {
        Mark::Door(number) => symbols::door(&mut own, spot, &door_kind(number), look, view.audience),
        Mark::Stairs(way) => symbols::stairs(&mut own, spot, way, look),
        Mark::Entrance => symbols::entrance(&mut own, spot, look),
        Mark::Feature(kind) => symbols::feature(&mut own, kind, &[Point::new(0, 0)], look),
        Mark::SecretCorridor => own.fill(cell, look.accent.faded(0.14)),
        Mark::Trap => symbols::trap_mark(&mut own, middle, 0.3, look),
        Mark::Enemies => symbols::enemies_mark(&mut own, middle, 0.28, look),
        Mark::Treasure => symbols::treasure_mark(&mut own, middle, 0.28, look),
    }
    layer.append(own, at, icon);
    let text = Text::new(
        at + Vec2::new(icon + 0.4 * body, 0.5 * icon + 0.3 * body),
        0.9 * body,
        look.ink,
        &entry.name,
    );
    layer.text(text);
}

fn compass(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    let point = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let line = Stroke::new(look.ink, 0.04 * size);
    layer.stroke(Path::circle(at, 0.62 * size), line);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        let (px, py): (f32, f32) = (-y * 0.17, x * 0.17);
        let tip = point(x, y);
        let half = |side: f32| Path::polygon([tip, point(px * side + x * 0.17, py * side + y * 0.17), at]);
        layer.shape(half(1.0), Some(look.ink), Some(line));
        layer.shape(half(-1.0), Some(look.floor), Some(line));
    }
    let mut north = Text::new(point(0.0, -1.12), 0.75 * size, look.ink, "N").bold();
    north.anchor = Anchor::Middle;
    layer.text(north);
}

fn scale_bar(layer: &mut Layer, at: Vec2, plan: &Plan, body: f32, look: &Look) {
    let step = (1.2 * body).ceil().max(1.0);
    let height = 0.3 * body;
    for i in 0..6 {
        let part = Path::rect(Frame::new(at.x + i as f32 * step, at.y, step, height));
        let color = if i % 2 == 0 { look.ink } else { look.floor };
        layer.shape(part, Some(color), Some(Stroke::new(look.ink, 0.05 * body)));
    }
    for i in [0, 2, 4, 6] {
        let length = far(plan, f64::from(i) * f64::from(step));
        let label =
            if i == 6 { length } else { length.trim_end_matches(char::is_alphabetic).trim().to_owned() };
        let place = Vec2::new(at.x + i as f32 * step, at.y + height + 0.95 * body);
        layer.text(Text::new(place, 0.8 * body, look.ink, label).anchored(Anchor::Middle));
    }
    let note = Vec2::new(at.x + 6.0 * step + 2.6 * body, at.y + height + 0.95 * body);
    let square = format!("{} {}", plan.language.labels().one_square, far(plan, 1.0));
    layer.text(Text::new(note, 0.8 * body, look.ink, square));
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

/// The widest picture with a key beside the map, as a multiple of its height.
const WIDEST: f32 = 1.8;

/// The list of rooms, in columns.
pub(super) fn add_key(scene: &mut Scene, key: &[Paragraph], look: &Look, place: KeyPlace, map: Frame) {
    let frame = scene.frame;
    let body = body_size(map);
    let gap = 1.6 * body;
    let wanted = 23.0 * body;
    let lines_of = |width: f32| {
        let lines = set(key, body, width);
        let total: f32 = lines.iter().map(|l| l.advance).sum();
        (lines, total)
    };
    // Columns that are not quite full, for paragraphs that must not break.
    let tall = |total: f32, columns: usize| total / columns as f32 + 4.0 * body;
    let (width, columns, lines, height) = match place {
        KeyPlace::Below => {
            let columns = (frame.width / wanted).round().max(1.0);
            let width = (frame.width - (columns + 1.0) * gap) / columns;
            let (lines, total) = lines_of(width);
            (width, columns as usize, lines, tall(total, columns as usize))
        }
        _ => {
            // As few columns as make a page that is not much wider than a screen.
            let (lines, total) = lines_of(wanted);
            let high = (frame.height - 2.0 * gap).max(12.0 * body);
            let page = |columns: usize| frame.width + columns as f32 * (wanted + gap);
            let fits = |&columns: &usize| tall(total, columns) <= high.max(page(columns) / WIDEST);
            let columns = (1..).find(fits).unwrap_or(1);
            (wanted, usize::MAX, lines, high.max(tall(total, columns)))
        }
    };
    let (left, top) = match place {
        KeyPlace::Below => (frame.x + gap, frame.bottom() + gap),
        _ => (frame.right() + gap, frame.y + gap),
    };
    let layer = scene.layer("key");
    let (mut x, mut y, mut lowest, mut used) = (left, top, top, 1);
    for (i, line) in lines.iter().enumerate() {
        // A heading never stands alone at the foot of a column.
        let needed =
            line.advance + if line.heading { lines.get(i + 1).map_or(0.0, |l| l.advance) } else { 0.0 };
        if y + needed > top + height && used < columns && y > top {
            (x, y) = (x + width + gap, top);
            used += 1;
        }
        y += line.advance;
        lowest = y.max(lowest);
        let mut text = Text::new(Vec2::new(x, y - 0.3 * body), line.size, look.ink, &line.text);
        if line.heading {
            text.weight = Weight::Bold;
        }
        layer.text(text);
    }
    let grown = match place {
        KeyPlace::Below => Frame::new(frame.x, frame.y, frame.width, lowest - frame.y + gap),
        _ => {
            Frame::new(frame.x, frame.y, x + width + gap - frame.x, frame.height.max(lowest - frame.y + gap))
        }
    };
    scene.frame = frame.union(grown);
}

/// A line of the key.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) size: f32,
    pub(crate) heading: bool,
    /// How far down it takes the pen, with the space above it.
    pub(crate) advance: f32,
}

/// Breaks the key into lines.
pub(crate) fn set(key: &[Paragraph], body: f32, width: f32) -> Vec<Line> {
    let mut lines = Vec::new();
    for paragraph in key {
        let heading = paragraph.heading;
        let (size, weight) =
            if heading { (1.1 * body, Weight::Bold) } else { (0.92 * body, Weight::Regular) };
        for (i, text) in font::wrap(&paragraph.text, size, weight, width).into_iter().enumerate() {
            let above = if i > 0 {
                0.0
            } else if heading {
                0.55 * body
            } else {
                0.08 * body
            };
            lines.push(Line { text, size, heading, advance: above + 1.15 * size });
        }
    }
    lines
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
