//! Where a room's number stands: on free floor, and if there is none, in the rock beside it.

use std::collections::BTreeMap;

use mapkiln_core::Point;
use mapkiln_maps::plan::{DoorPlace, FeatureKind, Level, Room, Thing};

use super::border::distance_to;
use super::ground::{Ground, cell};
use super::things;
use crate::font;
use crate::scene::{Frame, Vec2, Weight};

/// The sizes that are tried, in cells.
const SIZES: [f32; 4] = [1.1, 0.9, 0.75, 0.6];
/// Where numbers are tried in every cell.
const PLACES: [(f32, f32); 6] =
    [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75), (0.5, 0.5), (0.0, 0.0)];
/// Free floor beyond this distance is no better.
const ENOUGH: f32 = 1.1;

/// A number with its place.
pub(crate) struct Label {
    pub(crate) text: String,
    /// The middle of its box.
    pub(crate) at: Vec2,
    /// The height of its line.
    pub(crate) size: f32,
    /// Where a line to it begins, if it stands outside of its room.
    pub(crate) leader: Option<Vec2>,
}

impl Label {
    /// The box around its letters.
    pub(crate) fn bounds(&self) -> Frame {
        bounds(&self.text, self.at, self.size)
    }
}

fn bounds(text: &str, at: Vec2, size: f32) -> Frame {
    let (width, height) = (font::width(text, size, Weight::Bold), 0.66 * size);
    Frame::new(at.x - width / 2.0, at.y - height / 2.0, width, height)
}

/// The side of a square of the index.
const SQUARE: f32 = 8.0;
/// How often boxes may be held against what is taken; numbers that come after that stand in the middle of
/// their rooms.
const MOST_STEPS: usize = 1_000_000_000;

/// What numbers must not cover, as rectangles with an index by squares.
pub(crate) struct Taken {
    standing: Squares,
    /// What may be covered at need.
    flat: Squares,
    steps: usize,
}

type Squares = BTreeMap<(i32, i32), Vec<Frame>>;

impl Taken {
    pub(crate) fn new(standing: Vec<Frame>, flat: Vec<Frame>) -> Taken {
        let mut taken = Taken { standing: Squares::new(), flat: Squares::new(), steps: MOST_STEPS };
        standing.into_iter().for_each(|frame| taken.add(frame));
        flat.into_iter().for_each(|frame| put(&mut taken.flat, frame));
        taken
    }

    fn add(&mut self, frame: Frame) {
        put(&mut self.standing, frame);
    }

    /// Those that touch a frame; some of them more than once.
    fn touching(&self, frame: Frame, with_flat: bool) -> Vec<Frame> {
        let layers = [Some(&self.standing), Some(&self.flat).filter(|_| with_flat)];
        let near = squares(frame)
            .flat_map(|square| layers.into_iter().flatten().filter_map(move |layer| layer.get(&square)));
        near.flatten().copied().filter(|f| f.touches(frame)).collect()
    }

    /// Is there time to hold so many boxes against so many others?
    fn has_time_for(&mut self, boxes: usize, others: usize) -> bool {
        let rest = self.steps.checked_sub(boxes.saturating_mul(others + 1));
        self.steps = rest.unwrap_or(self.steps);
        rest.is_some()
    }
}

fn put(layer: &mut Squares, frame: Frame) {
    for square in squares(frame) {
        layer.entry(square).or_default().push(frame);
    }
}

fn squares(frame: Frame) -> impl Iterator<Item = (i32, i32)> {
    let at = |length: f32| (length / SQUARE).floor() as i32;
    let (left, right) = (at(frame.x), at(frame.right()));
    (at(frame.y)..=at(frame.bottom())).flat_map(move |y| (left..=right).map(move |x| (x, y)))
}

/// Dressing that lies on the ground: under a number only where nothing else of the room is free.
pub(crate) fn dressing(level: &Level) -> Vec<Frame> {
    let flat = level.things.iter().filter(|t| things::is_flat(t.kind));
    flat.map(|t| frame_of(t).grown(-0.3)).collect()
}

fn frame_of(thing: &Thing) -> Frame {
    let f = thing.footprint();
    Frame::new(f.x as f32, f.y as f32, f.width as f32, f.height as f32)
}

/// What a number must not cover, as rectangles, apart from walls and dressing.
pub(crate) fn obstacles(level: &Level, knows_secrets: bool) -> Vec<Frame> {
    let standing = level.things.iter().filter(|t| !things::is_flat(t.kind));
    let mut taken: Vec<Frame> = standing.map(|t| frame_of(t).grown(-0.06)).collect();
    let built = level.features.iter().filter(|f| f.kind != FeatureKind::Rubble);
    taken.extend(built.flat_map(|f| f.cells.iter().map(|&p| cell(p))));
    let rubble = level.features.iter().filter(|f| f.kind == FeatureKind::Rubble);
    taken.extend(rubble.flat_map(|f| f.cells.iter().map(|&p| cell(p).grown(-0.1))));
    taken.extend(level.stairs.iter().map(|s| cell(s.at)));
    taken.extend(level.entrances.iter().map(|e| cell(e.at)));
    for door in &level.doors {
        taken.extend(door.place.cells().map(|p| cell(p).grown(0.1)));
        if let DoorPlace::Edge { facing, .. } = door.place {
            taken.extend(door.place.cells().map(|p| cell(p.step(facing)).grown(0.1)));
        }
    }
    if knows_secrets {
        for room in &level.rooms {
            taken.extend(room.contents.traps.iter().filter_map(|t| t.at).map(cell));
            for monsters in &room.contents.monsters {
                let side = monsters.size.side() as f32;
                let square = |p: &Point| Frame::new(p.x as f32, p.y as f32, side, side);
                taken.extend(monsters.at.iter().map(square));
            }
        }
        let traps = level.corridors.iter().flat_map(|c| &c.traps);
        taken.extend(traps.filter_map(|t| t.at).map(cell));
    }
    taken
}

/// The label of a room; `taken` grows by its box.
pub(crate) fn place(ground: &Ground, room: &Room, text: String, below: f32, taken: &mut Taken) -> Label {
    let label = on_floor(ground, room, &text, below, true, taken)
        .or_else(|| on_floor(ground, room, &text, below, false, taken))
        .or_else(|| on_floor(ground, room, &text, 0.0, false, taken))
        .or_else(|| beside(ground, room, &text, taken))
        .unwrap_or_else(|| Label { at: middle_of(room), size: SIZES[3], leader: None, text: text.clone() });
    taken.add(label.bounds().grown(0.08));
    label
}

fn middle_of(room: &Room) -> Vec2 {
    let b = room.outline.bounds();
    Vec2::new(b.x as f32 + b.width as f32 / 2.0, b.y as f32 + b.height as f32 / 2.0)
}

/// How much floor is free around a box; negative if something is in it.
fn clearance(ground: &Ground, frame: Frame, near: &[Frame]) -> f32 {
    let gap = |other: &Frame| {
        let dx = (other.x - frame.right()).max(frame.x - other.right());
        let dy = (other.y - frame.bottom()).max(frame.y - other.bottom());
        if dx < 0.0 && dy < 0.0 { dx.max(dy) } else { Vec2::new(dx.max(0.0), dy.max(0.0)).length() }
    };
    let things = near.iter().map(gap).fold(ENOUGH, f32::min);
    let corners = [
        Vec2::new(frame.x, frame.y),
        Vec2::new(frame.right(), frame.y),
        Vec2::new(frame.right(), frame.bottom()),
        Vec2::new(frame.x, frame.bottom()),
    ];
    let middle = frame.centre();
    if !ground.holds(middle) || corners.iter().any(|&c| !ground.holds(c)) {
        return -1.0;
    }
    let inside = |p: Vec2| p.x > frame.x && p.x < frame.right() && p.y > frame.y && p.y < frame.bottom();
    let walls = ground
        .border
        .near(middle)
        .iter()
        .copied()
        .chain(ground.partitions.iter().copied().filter(|p| (p[0] - middle).length() < 2.5));
    let mut free = things;
    for piece in walls {
        if inside(piece[0]) || inside(piece[1]) {
            return -1.0;
        }
        let far = corners.iter().map(|&c| distance_to(c, piece)).fold(distance_to(middle, piece), f32::min);
        free = free.min(far);
    }
    free
}

fn on_floor(
    ground: &Ground,
    room: &Room,
    text: &str,
    below: f32,
    clear_of_flat: bool,
    taken: &mut Taken,
) -> Option<Label> {
    let bounds_of_room = room.outline.bounds();
    let area = Frame::new(
        bounds_of_room.x as f32 - 1.0,
        bounds_of_room.y as f32 - 1.0,
        bounds_of_room.width as f32 + 2.0,
        bounds_of_room.height as f32 + 2.0,
    );
    let near = taken.touching(area, clear_of_flat);
    let cells = room.outline.cells();
    if !taken.has_time_for(cells.len() * PLACES.len() * SIZES.len(), near.len()) {
        return None;
    }
    let centre = middle_of(room);
    for size in SIZES {
        let need = if size > 0.7 { 0.08 } else { 0.03 };
        let mut best: Option<(f32, f32, Vec2)> = None;
        for p in &cells {
            for (dx, dy) in PLACES {
                let at = Vec2::new(p.x as f32 + dx, p.y as f32 + dy);
                let mut frame = bounds(text, at, size);
                frame.height += below;
                let free = clearance(ground, frame, &near);
                if free < need {
                    continue;
                }
                let far = (at - centre).length();
                let better = best
                    .is_none_or(|(most, least, _)| free > most + 0.05 || (free > most - 0.05 && far < least));
                if better {
                    best = Some((free, far, at));
                }
            }
        }
        if let Some((_, _, at)) = best {
            return Some(Label { text: text.to_owned(), at, size, leader: None });
        }
    }
    None
}

/// In the rock around a room that has no free floor.
fn beside(ground: &Ground, room: &Room, text: &str, taken: &mut Taken) -> Option<Label> {
    let size = SIZES[1];
    let b = room.outline.bounds();
    let around = Frame::new(b.x as f32, b.y as f32, b.width as f32, b.height as f32).grown(6.0);
    let near = taken.touching(around, true);
    let cells = room.outline.cells();
    if !taken.has_time_for(cells.len() * 64, near.len()) {
        return None;
    }
    let mut best: Option<(f32, Vec2, Vec2)> = None;
    for p in cells {
        let from = Vec2::new(p.x as f32 + 0.5, p.y as f32 + 0.5);
        for i in 0..16 {
            let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / 16.0);
            for far in [1.2, 1.6, 2.0, 2.6] {
                let at = from + Vec2::new(cos, sin) * far;
                let frame = bounds(text, at, size).grown(0.12);
                let probes = [
                    frame.centre(),
                    Vec2::new(frame.x, frame.y),
                    Vec2::new(frame.right(), frame.y),
                    Vec2::new(frame.x, frame.bottom()),
                    Vec2::new(frame.right(), frame.bottom()),
                ];
                let clear = probes.iter().all(|&q| !ground.holds(q))
                    && ground.border.distance(at) > 0.5
                    && !near.iter().any(|t| t.touches(frame));
                if clear && best.is_none_or(|(least, _, _)| far < least - 1e-3) {
                    best = Some((far, at, from));
                }
            }
        }
    }
    let (_, at, from) = best?;
    Some(Label { text: text.to_owned(), at, size, leader: Some(from) })
}
