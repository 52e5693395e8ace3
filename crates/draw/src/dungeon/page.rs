//! The page around a dungeon's maps: title, maps, keys, legend, laid out for a screen.
//!
//! A page is at most 3,000 pixels wide. Words have fixed sizes in pixels, the map takes the share of
//! the width that it is given, and every level stands with its own key.

use mapkiln_maps::plan::Plan;

use super::dressing::{self, Legend};
use super::key::{key, level_name};
use super::style::Look;
use super::typeset::{self, Line, Paragraph};
use super::{DungeonView, KeyPlace};
use crate::font;
use crate::scene::{Frame, Layer, Scene, Text, Vec2, Weight};

/// The widest page, in pixels.
pub(crate) const WIDEST: f32 = 3000.0;
/// The narrowest page with a key.
const NARROWEST: f32 = 2200.0;
/// The most pixels per cell.
pub(crate) const FINEST: f32 = 70.0;
/// The fewest pixels per cell that a key may leave to the map.
const COARSEST: f32 = 20.0;
/// Sizes of words, in pixels.
const TITLE: f32 = 64.0;
pub(super) const BODY: f32 = 24.0;
/// The size of the body on paper, in points; the legend is a little smaller.
#[cfg(feature = "pdf")]
pub(super) const READABLE: f32 = 9.2;
const MARGIN: f32 = 48.0;
const GUTTER: f32 = 44.0;
/// The share of the width that the map has beside a key.
const MAP_SHARE: f32 = 0.58;
/// The fewest rooms of a page with its key beside the map.
const MANY_ROOMS: usize = 12;

/// The drawn maps of a plan, ready to be laid out.
pub(super) struct Sheet<'a> {
    pub(super) plan: &'a Plan,
    pub(super) view: &'a DungeonView,
    pub(super) look: &'a Look,
    pub(super) legend: &'a Legend,
    /// Level numbers with their drawings.
    pub(super) maps: Vec<(usize, Scene)>,
    /// How many times as large as usual words are.
    pub(super) words: f32,
}

/// How the page of one plan is measured, in cells.
struct Measures {
    /// The width of the page.
    width: f32,
    /// A pixel.
    pixel: f32,
    beside: bool,
}

impl Sheet<'_> {
    /// Puts everything on one page.
    pub(super) fn lay_out(self) -> Scene {
        let plan = self.plan;
        let title = if plan.title.is_empty() { "Dungeon" } else { &plan.title };
        let mut scene = Scene::new(title, Frame::default());
        scene.background = Some(self.look.paper);
        let with_key = self.view.key != KeyPlace::None && self.view.audience.knows_secrets();
        if !self.view.dressed {
            return self.bare(scene, with_key);
        }
        let keys: Vec<Vec<Paragraph>> = self
            .maps
            .iter()
            .map(|(number, _)| if with_key { key(plan, &[*number]) } else { Vec::new() })
            .collect();
        let measures = self.measures(with_key, &keys);
        let Measures { width, pixel, beside } = measures;
        let body = BODY * pixel;
        let margin = MARGIN * pixel;
        let mut y = self.head(&mut scene, width, pixel);
        let several = self.maps.len() > 1;
        if !with_key {
            y = self.side_by_side(&mut scene, y, width, pixel);
        }
        for ((number, map), paragraphs) in self.maps.iter().zip(&keys).filter(|_| with_key) {
            let frame = map.frame;
            let name = level_name(plan, *number);
            let named = !name.is_empty() && (several || !plan.title.is_empty());
            if named {
                y += 1.7 * body;
                let text = Text::new(Vec2::new(margin, y), 1.4 * body, self.look.text(), name).bold();
                scene.layer("level").text(text);
                y += 0.5 * body;
            }
            let zone = if beside { MAP_SHARE * width } else { width };
            let left = ((zone - frame.width) / 2.0).max(0.0);
            scene.append(map.clone(), Vec2::new(left - frame.x, y - frame.y));
            let bottom = y + frame.height;
            let area = if beside {
                let from = zone + 0.3 * margin;
                Frame::new(from, y, width - margin - from, frame.height)
            } else {
                Frame::new(margin, bottom + 0.6 * body, width - 2.0 * margin, 0.0)
            };
            let count = if beside { 2 } else { columns_in(area.width / pixel) };
            let gutter = GUTTER * pixel;
            let column = (area.width + gutter) / count as f32 - gutter;
            let lines = typeset::set_in_columns(paragraphs, body, column, count);
            let high = typeset::balanced(&lines, count);
            // The first column is as tall as the map, unless nothing would be left for the second.
            let whole = typeset::height(&lines) > 0.92 * frame.height;
            let high = if beside && whole { high.max(0.92 * frame.height) } else { high };
            let end = fill(scene.layer("key"), &lines, area, column, gutter, high, count, self.look);
            y = end.max(bottom) + 1.2 * body;
        }
        let layer = scene.layer("legend");
        let within = Frame::new(margin, y + 0.4 * body, width - 2.0 * margin, 0.0);
        y = dressing::legend(layer, plan, self.look, self.view.audience, self.legend, within, body);
        scene.frame = Frame::new(0.0, 0.0, width, y + margin);
        scene
    }

    /// The grid alone, cell for cell.
    fn bare(self, mut scene: Scene, with_key: bool) -> Scene {
        let mut corner = Vec2::default();
        let mut frame: Option<Frame> = None;
        let key: Vec<usize> = self.maps.iter().map(|(number, _)| *number).collect();
        for (_, map) in self.maps {
            let shift =
                if frame.is_none() { Vec2::default() } else { corner - Vec2::new(map.frame.x, map.frame.y) };
            let placed =
                Frame::new(map.frame.x + shift.x, map.frame.y + shift.y, map.frame.width, map.frame.height);
            corner = Vec2::new(placed.right() + 2.0, placed.y);
            frame = Some(frame.map_or(placed, |f: Frame| f.union(placed)));
            scene.append(map, shift);
        }
        scene.frame = frame.unwrap_or(Frame::new(0.0, 0.0, 10.0, 4.0));
        if with_key {
            let body = (scene.frame.width / 60.0).max(0.4);
            let area = Frame::new(
                scene.frame.x + body,
                scene.frame.bottom() + body,
                scene.frame.width - 2.0 * body,
                0.0,
            );
            let lines = typeset::set(&super::key::key(self.plan, &key), body, area.width / 2.0 - body);
            let high = typeset::balanced(&lines, 2);
            let column = area.width / 2.0 - body;
            let end = fill(scene.layer("key"), &lines, area, column, 2.0 * body, high, 2, self.look);
            scene.frame.height = end + body - scene.frame.y;
        }
        scene
    }

    /// The width of the page and the size of a pixel, in cells.
    fn measures(&self, with_key: bool, keys: &[Vec<Paragraph>]) -> Measures {
        let widest = self.maps.iter().map(|(_, m)| m.frame.width).fold(1.0, f32::max);
        let tallest = self.maps.iter().map(|(_, m)| m.frame.height).fold(1.0, f32::max);
        if !with_key {
            let width = row_width(&self.maps);
            let pixels = (WIDEST / width).min(FINEST);
            let width = width.max(1100.0 / pixels);
            return Measures { width, pixel: self.words / pixels, beside: false };
        }
        let below = || {
            let pixels = ((WIDEST - 2.0 * MARGIN) / widest).min(FINEST).min(2400.0 / tallest);
            let page = (widest * pixels + 2.0 * MARGIN).clamp(NARROWEST, WIDEST);
            Measures { width: page / pixels, pixel: 1.0 / pixels, beside: false }
        };
        let pixels = (MAP_SHARE * WIDEST / widest).min(FINEST);
        let rooms = self
            .maps
            .iter()
            .filter_map(|(n, _)| self.plan.levels.get(*n))
            .map(|l| l.rooms.len())
            .sum::<usize>();
        let suits = rooms >= MANY_ROOMS * self.maps.len() && pixels >= COARSEST && widest >= 0.9 * tallest;
        if self.view.key == KeyPlace::Below || !suits {
            return below();
        }
        // A key that is much longer than its map stands below it.
        let pixel = 1.0 / pixels;
        let width = WIDEST * pixel;
        let column = ((1.0 - MAP_SHARE) * width - (2.0 * GUTTER + MARGIN) * pixel) / 2.0;
        let longest = keys
            .iter()
            .zip(&self.maps)
            .map(|(key, (_, map))| {
                typeset::balanced(&typeset::set(key, BODY * pixel, column), 2) / map.frame.height
            })
            .fold(0.0, f32::max);
        if longest > 1.3 { below() } else { Measures { width, pixel, beside: true } }
    }

    /// Title and compass; says where they end.
    fn head(&self, scene: &mut Scene, width: f32, pixel: f32) -> f32 {
        let layer = scene.layer("title");
        let margin = MARGIN * pixel;
        let rose = 46.0 * pixel;
        let room = width - 2.0 * margin - 3.0 * rose;
        let only = match &self.maps[..] {
            [(number, _)] if self.plan.title.is_empty() => level_name(self.plan, *number),
            _ => self.plan.title.clone(),
        };
        let mut size = TITLE * pixel;
        let mut lines = font::wrap(&only, size, Weight::Bold, room);
        if lines.len() > 1 {
            size *= 0.72;
            lines = font::wrap(&only, size, Weight::Bold, room);
        }
        let mut y = 0.5 * margin;
        for line in &lines {
            y += 1.1 * size;
            layer.text(Text::new(Vec2::new(margin, y), size, self.look.text(), line).bold());
        }
        dressing::compass(
            layer,
            Vec2::new(width - margin - rose, 0.6 * margin + 1.55 * rose),
            rose,
            self.look,
        );
        y.max(0.6 * margin + 2.6 * rose) + 0.2 * margin
    }

    /// Several levels in rows, without a key.
    fn side_by_side(&self, scene: &mut Scene, top: f32, width: f32, pixel: f32) -> f32 {
        let per_row = per_row(self.maps.len());
        let body = BODY * pixel;
        let mut y = top;
        for row in self.maps.chunks(per_row) {
            let named = self.maps.len() > 1
                || row
                    .iter()
                    .any(|(n, _)| !level_name(self.plan, *n).is_empty() && !self.plan.title.is_empty());
            let high = row.iter().map(|(_, m)| m.frame.height).fold(0.0, f32::max);
            let total: f32 =
                row.iter().map(|(_, m)| m.frame.width).sum::<f32>() + 2.0 * (row.len() as f32 - 1.0);
            let mut x = ((width - total) / 2.0).max(0.0);
            if named {
                y += 1.8 * body;
            }
            for (number, map) in row {
                if named {
                    let name = level_name(self.plan, *number);
                    let at = Vec2::new(x + 0.5 * map.frame.width, y - 0.4 * body);
                    let text = Text::new(at, 1.3 * body, self.look.text(), name).bold();
                    scene.layer("level").text(text.anchored(crate::scene::Anchor::Middle));
                }
                scene.append(map.clone(), Vec2::new(x - map.frame.x, y - map.frame.y));
                x += map.frame.width + 2.0;
            }
            y += high + body;
        }
        y
    }
}

fn per_row(maps: usize) -> usize {
    (1..).find(|n| n * n >= maps).unwrap_or(1)
}

fn row_width(maps: &[(usize, Scene)]) -> f32 {
    let rows = maps.chunks(per_row(maps.len()));
    rows.map(|row| row.iter().map(|(_, m)| m.frame.width).sum::<f32>() + 2.0 * (row.len() as f32 - 1.0))
        .fold(1.0, f32::max)
}

/// Columns of 55 to 65 letters in a width in pixels.
fn columns_in(width: f32) -> usize {
    ((width / 690.0).round() as usize).max(1)
}

/// Fills columns from left to right; says where the longest ends.
#[allow(clippy::too_many_arguments, reason = "one call of a page's measures")]
fn fill(
    layer: &mut Layer,
    lines: &[Line],
    area: Frame,
    column: f32,
    gutter: f32,
    high: f32,
    count: usize,
    look: &Look,
) -> f32 {
    let mut lowest = area.y;
    for (i, range) in typeset::columns(lines, high, count).into_iter().enumerate() {
        let x = area.x + i as f32 * (column + gutter);
        let mut y = area.y;
        for (k, line) in lines[range].iter().enumerate() {
            y += line.takes(k == 0);
            line.draw(layer, Vec2::new(x, y - line.rise()), look.text());
        }
        lowest = lowest.max(y);
    }
    lowest
}
