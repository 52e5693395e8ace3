//! Worlds tile by tile: tiles drawn from their edge letters with a palette, so that any tile set shows
//! something good without art; or custom pictures. Each tile is drawn once and stamped where it lies.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::Picture;
use mapkiln_maps::world::{CellShape, World, WorldTile};

use super::WorldView;
use super::contour::ROW;
use crate::noise::noise;
use crate::scene::{Color, Frame, Image, Item, Path, Scene, Shape, Stamp, Vec2};

impl WorldView {
    /// The pixels that suit a tile of this world in a PNG: as many as its own pictures have, or 16.
    pub fn pixels_per_tile(&self, world: &World) -> u32 {
        let own = world.palette.iter().filter_map(|tile| self.picture(tile)).map(|p| p.width);
        own.max().filter(|&side| side >= 8).unwrap_or(16)
    }

    /// Draws the world tile by tile.
    pub(super) fn draw_tiles(&self, world: &World, scene: &mut Scene) {
        let hexagons = world.shape == CellShape::Hexagon;
        let letters = letter_colors(world);
        for tiles in &world.layers {
            let places = places(tiles, world.palette.len(), hexagons);
            let layer = scene.layer("tiles");
            for (tile, at) in world.palette.iter().zip(places) {
                if !tile.empty && !at.is_empty() {
                    layer.stamps(Arc::new(self.stamp(tile, &letters, hexagons)), at);
                }
            }
        }
    }

    fn stamp(&self, tile: &WorldTile, letters: &BTreeMap<char, Color>, hexagon: bool) -> Stamp {
        let mut items = Vec::new();
        let frame = if hexagon {
            Frame::new(-0.5, -2.0 / 3.0 * ROW, 1.0, 4.0 / 3.0 * ROW)
        } else {
            Frame::new(0.0, 0.0, 1.0, 1.0)
        };
        if let Some(picture) = self.picture(tile) {
            items.push(Item::Image(Image { frame, picture }));
        } else if hexagon {
            draw_hexagon(tile, letters, &mut items);
        } else {
            draw_square(tile, letters, &mut items);
        }
        Stamp { frame, items }
    }

    pub(super) fn picture(&self, tile: &WorldTile) -> Option<Arc<Picture>> {
        if let Some(pixels) = self.pictures.get(&tile.name) {
            return Some(pixels.clone());
        }
        if let Some((base, turn)) = tile.name.split_once('@')
            && let Some(pixels) = self.pictures.get(base)
        {
            return Some(Arc::new(turned(pixels, turn)));
        }
        // A picture of a few pixels says less than the edges do.
        let worth = |picture: &&Grid<mapkiln_maps::Rgb>| tile.edges.is_empty() || picture.width() >= 8;
        let picture = tile.picture.as_ref().filter(worth)?;
        Some(Arc::new(Picture::from(picture)))
    }
}

/// Where each tile of the palette lies.
fn places(tiles: &Grid<u16>, count: usize, hexagons: bool) -> Vec<Vec<Vec2>> {
    let mut places = vec![Vec::new(); count];
    for (p, &tile) in tiles.iter() {
        if let Some(list) = places.get_mut(usize::from(tile)) {
            list.push(if hexagons {
                let shift = if p.y % 2 == 1 { 0.5 } else { 0.0 };
                Vec2::new(p.x as f32 + shift, p.y as f32 * ROW)
            } else {
                Vec2::from(p)
            });
        }
    }
    places
}

/// A picture turned as a tile's name says: `1` to `3` quarter turns clockwise, `m` mirrored first.
fn turned(pixels: &Picture, turn: &str) -> Picture {
    let mut now = pixels.clone();
    let moved = |from: &Picture, width: u32, height: u32, source: &dyn Fn(u32, u32) -> (u32, u32)| {
        let mut rgba = Vec::with_capacity(from.rgba.len());
        for y in 0..height {
            for x in 0..width {
                let (sx, sy) = source(x, y);
                let at = (sy as usize * from.width as usize + sx as usize) * 4;
                rgba.extend_from_slice(&from.rgba[at..at + 4]);
            }
        }
        Picture { width, height, rgba }
    };
    if turn.contains('m') {
        let width = now.width;
        now = moved(&now, now.width, now.height, &|x, y| (width - 1 - x, y));
    }
    let quarters = turn.chars().find_map(|c| c.to_digit(10)).unwrap_or(0) % 4;
    for _ in 0..quarters {
        let height = now.height;
        now = moved(&now, now.height, now.width, &|x, y| (y, height - 1 - x));
    }
    now
}

/// A colour for each edge letter: that of a tile made of this letter alone, else a usual one.
fn letter_colors(world: &World) -> BTreeMap<char, Color> {
    let mut colors = BTreeMap::new();
    for tile in &world.palette {
        let mut letters = tile.edges.iter().flat_map(|e| e.chars());
        if let Some(first) = letters.next()
            && letters.all(|c| c == first)
        {
            colors.entry(first).or_insert_with(|| tile_color(tile));
        }
    }
    // A small picture drawn from the edges has the colours of their letters, at least in the middles.
    for tile in &world.palette {
        let Some(picture) = tile.picture.as_ref().filter(|p| p.width() == 3 && p.height() == 3) else {
            continue;
        };
        for (edge, middle) in tile.edges.iter().zip([(1, 0), (2, 1), (1, 2), (0, 1)]) {
            if let Some(letter) = edge.chars().nth(1) {
                let [r, g, b] = picture[Point::new(middle.0, middle.1)].0;
                colors.entry(letter).or_insert(Color { r, g, b, a: 255 });
            }
        }
    }
    for letter in world.palette.iter().flat_map(|t| t.edges.iter()).flat_map(|e| e.chars()) {
        colors.entry(letter).or_insert_with(|| usual_color(letter));
    }
    colors
}

fn tile_color(tile: &WorldTile) -> Color {
    let [r, g, b] = tile.color.0;
    Color { r, g, b, a: 255 }
}

fn usual_color(letter: char) -> Color {
    match letter.to_ascii_uppercase() {
        'G' => Color::hex(0x7fb069),
        'A' | 'W' => Color::hex(0x4a90c2),
        'P' => Color::hex(0x9a948c),
        'S' => Color::hex(0xe2cf9b),
        'R' => Color::hex(0xb08d62),
        'F' | 'T' => Color::hex(0x3f7447),
        other => {
            let part = |k| 90 + (noise(other as i32, 0, k) * 140.0) as u8;
            Color { r: part(1), g: part(2), b: part(3), a: 255 }
        }
    }
}

fn fill(path: Path, color: Color) -> Item {
    Item::Shape(Shape { path, fill: Some(color), stroke: None })
}

/// The letter at a share of an edge.
fn letter_at(edge: &str, share: f32) -> Option<char> {
    let count = edge.chars().count();
    edge.chars().nth((share * (count.max(1) - 1) as f32 + 0.5) as usize)
}

/// A square tile from its four edges.
///
/// The eight letters around the border and one in the middle are the corners of four quadrants;
/// in each quadrant every letter takes the part around its corners, cut half-way. Neighbours share
/// the letters of a border, so shapes run on over it.
fn draw_square(tile: &WorldTile, letters: &BTreeMap<char, Color>, items: &mut Vec<Item>) {
    let whole = Path::rect(Frame::new(0.0, 0.0, 1.0, 1.0));
    let [top, right, bottom, left] = match tile.edges.as_slice() {
        [a, b, c, d, ..] if [a, b, c, d].iter().all(|e| !e.is_empty()) => [a, b, c, d],
        _ => {
            items.push(fill(whole, tile_color(tile)));
            return;
        }
    };
    let mut all = [top, right, bottom, left].into_iter().flat_map(|edge| edge.chars());
    if all.next().is_some_and(|first| all.all(|letter| letter == first)) {
        // Tiles of one letter may still be a tree or a pond: that is what their own colour says.
        items.push(fill(whole, tile_color(tile)));
        return;
    }
    draw_edges([top, right, bottom, left], tile, letters, items);
    if !letters.values().any(|color| *color == tile_color(tile)) {
        // A colour that is none of its letters': something stands here.
        items.push(fill(Path::rect(Frame::new(0.25, 0.25, 0.5, 0.5)), tile_color(tile)));
    }
}

/// The letters around a square, and one in its middle.
fn draw_edges(
    [top, right, bottom, left]: [&String; 4],
    tile: &WorldTile,
    letters: &BTreeMap<char, Color>,
    items: &mut Vec<Item>,
) {
    let whole = Path::rect(Frame::new(0.0, 0.0, 1.0, 1.0));
    let at = |edge: &str, share| letter_at(edge, share).unwrap_or(' ');
    let color = |letter: char| letters.get(&letter).copied().unwrap_or(tile_color(tile));
    let mids = [at(top, 0.5), at(right, 0.5), at(bottom, 0.5), at(left, 0.5)];
    // Corners as both edges see them, clockwise from the north-west.
    let seen = [
        [at(top, 0.0), at(left, 1.0)],
        [at(top, 1.0), at(right, 0.0)],
        [at(right, 1.0), at(bottom, 0.0)],
        [at(bottom, 1.0), at(left, 0.0)],
    ];
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for letter in mids.into_iter().chain(seen.into_iter().flatten()) {
        *counts.entry(letter).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(letter, count)| (**count, std::cmp::Reverse(**letter)));
    let base = most.map_or(' ', |(letter, _)| *letter);
    items.push(fill(whole, color(base)));
    let corners = seen.map(|[a, b]| if a == b { a } else { base });
    if seen.iter().any(|[a, b]| a != b) {
        // Edges that disagree at a corner: each gets a band along its side.
        for (i, edge) in [top, right, bottom, left].into_iter().enumerate() {
            let letter = at(edge, 0.5);
            if letter != base {
                items.push(fill(band(i), color(letter)));
            }
        }
        return;
    }
    // A letter that is on sides but on no corner is a way: it runs to the middle.
    let way = mids.iter().find(|m| !corners.contains(m));
    let middle = way.copied().unwrap_or(base);
    let grid =
        [[corners[0], mids[0], corners[1]], [mids[3], middle, mids[1]], [corners[3], mids[2], corners[2]]];
    for &letter in counts.keys().filter(|l| **l != base) {
        let mut path = Path::new();
        for y in 0..2 {
            for x in 0..2 {
                let inside = |dx: usize, dy: usize| grid[y + dy][x + dx] == letter;
                let corner = Vec2::new(x as f32 * 0.5, y as f32 * 0.5);
                quadrant(&mut path, corner, [inside(0, 0), inside(1, 0), inside(1, 1), inside(0, 1)]);
            }
        }
        if !path.is_empty() {
            items.push(fill(path, color(letter)));
        }
    }
}

/// The part of a quadrant around those of its corners that are inside (clockwise from the
/// north-west): straight through the middles of its sides, round at single corners.
fn quadrant(path: &mut Path, corner: Vec2, inside: [bool; 4]) {
    let spot = |i: usize| {
        corner + [(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5)].map(|(x, y)| Vec2::new(x, y))[i % 4]
    };
    let half = |i: usize| (spot(i) + spot(i + 1)) * 0.5;
    let count = inside.iter().filter(|i| **i).count();
    match count {
        0 => {}
        4 => path.extend(&Path::polygon((0..4).map(spot))),
        3 => {
            // All but one corner, which is cut round.
            let out = inside.iter().position(|i| !i).unwrap_or(0);
            path.move_to(half(out));
            for i in 1..4 {
                path.line_to(spot(out + i));
            }
            path.line_to(half(out + 3));
            path.quad_to(spot(out) + (spot(out + 2) - spot(out)) * 0.3, half(out));
            path.close();
        }
        2 if (0..4).any(|i| inside[i] && inside[(i + 1) % 4]) => {
            let first = (0..4).find(|&i| inside[i] && inside[(i + 1) % 4]).unwrap_or(0);
            path.extend(&Path::polygon([spot(first), spot(first + 1), half(first + 1), half(first + 3)]));
        }
        _ => {
            for i in (0..4).filter(|&i| inside[i]) {
                path.move_to(spot(i));
                path.line_to(half(i));
                path.quad_to(spot(i) + (spot(i + 2) - spot(i)) * 0.3, half(i + 3));
                path.close();
            }
        }
    }
}

/// A band along a side of a square.
fn band(side: usize) -> Path {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Vec2::new(x, y));
    let (a, b) = (corners[side], corners[(side + 1) % 4]);
    let middle = Vec2::new(0.5, 0.5);
    Path::polygon([a, b, b + (middle - b) * 0.5, a + (middle - a) * 0.5])
}

/// A hexagon: its own colour, and along each side the letter of that side.
fn draw_hexagon(tile: &WorldTile, letters: &BTreeMap<char, Color>, items: &mut Vec<Item>) {
    let corners = [(0.0, -1.0), (ROW, -0.5), (ROW, 0.5), (0.0, 1.0), (-ROW, 0.5), (-ROW, -0.5)]
        .map(|(x, y)| Vec2::new(x, y) * 0.577_350_26);
    items.push(fill(Path::polygon(corners.map(|c| c * 1.01)), tile_color(tile)));
    for (i, edge) in tile.edges.iter().take(6).enumerate() {
        let Some(color) = letter_at(edge, 0.5).and_then(|l| letters.get(&l)) else { continue };
        if *color != tile_color(tile) {
            let (a, b) = (corners[i], corners[(i + 1) % 6]);
            items.push(fill(Path::polygon([a, b, b * 0.45, a * 0.45]), *color));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_four_times_comes_home() {
        let picture = Picture { width: 3, height: 2, rgba: (0..24).collect() };
        let once = turned(&picture, "1");
        assert_eq!((once.width, once.height), (2, 3));
        // The lower left pixel comes to the upper left.
        assert_eq!(once.rgba[..4], picture.rgba[12..16]);
        assert_eq!(turned(&turned(&once, "1"), "2"), picture);
        assert_eq!(turned(&turned(&picture, "m"), "m"), picture);
    }
}
