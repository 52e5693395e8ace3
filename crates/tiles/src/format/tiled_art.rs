//! The pictures of Tiled's tiles: cut out of an image, or one image per tile.

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Limit, Point};
use mapkiln_maps::picture::png_size;

use super::image::decode_png;
use super::tiled_read::wrong;
use crate::{Error, Rgb};

/// The greatest side of a tile's picture in pixels; larger ones are left out.
const MAX_SIDE: u32 = 256;

/// How many pixels a map's pictures have so far. One small file may be named again and again, and a
/// tile cut out again with every flip.
#[derive(Default)]
pub(super) struct Pixels(u64);

impl Pixels {
    /// Counts a picture before it is read or copied.
    pub(super) fn spend(&mut self, (width, height): (u32, u32)) -> Result<(), Error> {
        self.0 = self.0.saturating_add(u64::from(width) * u64::from(height));
        Limit::Pixels.check(self.0).map_err(|e| wrong("the pictures of the map", e))
    }

    /// The colours of a PNG file; `None` if it is none.
    fn decode(&mut self, file: &[u8]) -> Result<Option<Grid<Rgb>>, Error> {
        let Some(size) = png_size(file) else { return Ok(None) };
        self.spend(size)?;
        Ok(decode_png(file).ok())
    }
}

/// The images of a tile set.
pub(super) struct Sheet {
    /// The number of its first tile in the map.
    pub(super) first: u32,
    image: Option<Grid<Rgb>>,
    size: (u32, u32),
    columns: u32,
    margin: u32,
    spacing: u32,
    singles: BTreeMap<u32, Grid<Rgb>>,
}

impl Sheet {
    /// A tile set whose numbers are looked up by name; `image` is the PNG file that it is cut from.
    pub(super) fn new(
        first: u32,
        number: impl Fn(&str) -> Option<u32>,
        image: Option<Vec<u8>>,
        pixels: &mut Pixels,
    ) -> Result<Self, Error> {
        let image = match image {
            Some(file) => pixels.decode(&file)?,
            None => None,
        };
        let size = (number("tilewidth").unwrap_or(0), number("tileheight").unwrap_or(0));
        let (margin, spacing) = (number("margin").unwrap_or(0), number("spacing").unwrap_or(0));
        let fitting = image.as_ref().map_or(0, |image| {
            let width = (image.width() as u32).saturating_sub(margin).saturating_add(spacing);
            width / size.0.saturating_add(spacing).max(1)
        });
        let columns = number("columns").filter(|&n| n > 0).unwrap_or(fitting).max(1);
        Ok(Sheet { first, image, size, columns, margin, spacing, singles: BTreeMap::new() })
    }

    /// A tile with an image of its own.
    pub(super) fn add_single(
        &mut self,
        id: Option<u32>,
        image: Option<Vec<u8>>,
        pixels: &mut Pixels,
    ) -> Result<(), Error> {
        let Some((id, file)) = id.zip(image) else { return Ok(()) };
        let small = png_size(&file).is_some_and(|(w, h)| w <= MAX_SIDE && h <= MAX_SIDE);
        if small && let Some(picture) = pixels.decode(&file)? {
            self.singles.insert(id, picture);
        }
        Ok(())
    }

    /// The size of a tile's picture, if it has one.
    pub(super) fn size(&self, number: u32) -> (u32, u32) {
        let single = number.checked_sub(self.first).and_then(|id| self.singles.get(&id));
        single.map_or(self.size, |picture| (picture.width() as u32, picture.height() as u32))
    }

    /// The picture of a tile by its number in the map.
    pub(super) fn tile(&self, number: u32) -> Option<Grid<Rgb>> {
        let id = number.checked_sub(self.first)?;
        if let Some(picture) = self.singles.get(&id) {
            return Some(picture.clone());
        }
        let image = self.image.as_ref()?;
        let (w, h) = self.size;
        if !(1..=MAX_SIDE).contains(&w) || !(1..=MAX_SIDE).contains(&h) {
            return None;
        }
        let at = |step: u32, size: u32| {
            let far = u64::from(self.margin) + u64::from(step) * (u64::from(size) + u64::from(self.spacing));
            i32::try_from(far).ok()
        };
        let (left, top) = (at(id % self.columns, w)?, at(id / self.columns, h)?);
        let last = Point::new(left.checked_add(w as i32 - 1)?, top.checked_add(h as i32 - 1)?);
        image.get(last)?;
        Some(Grid::from_fn(w as i32, h as i32, |p| image[Point::new(left + p.x, top + p.y)]))
    }
}

/// The picture as the flips in a tile number show it: along the diagonal, then across, then upside down.
pub(super) fn flipped(picture: &Grid<Rgb>, number: u32) -> Grid<Rgb> {
    let flag = |bit: u32| number >> bit & 1 == 1;
    let (across, down, diagonal) = (flag(31), flag(30), flag(29));
    let (w, h) =
        if diagonal { (picture.height(), picture.width()) } else { (picture.width(), picture.height()) };
    Grid::from_fn(w, h, |p| {
        let x = if across { w - 1 - p.x } else { p.x };
        let y = if down { h - 1 - p.y } else { p.y };
        picture[if diagonal { Point::new(y, x) } else { Point::new(x, y) }]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::encode_png;

    #[test]
    fn tiles_are_cut_and_flipped() {
        let color = |x: i32, y: i32| Rgb([x as u8, y as u8, 9]);
        let image = encode_png(&Grid::from_fn(11, 8, |p| color(p.x, p.y))).unwrap();
        let numbers = |name: &str| match name {
            "tilewidth" | "tileheight" => Some(3),
            "margin" => Some(1),
            "spacing" => Some(1),
            _ => None,
        };
        let sheet = Sheet::new(5, numbers, Some(image), &mut Pixels::default()).unwrap();
        // Two columns of 3 + 1 pixels fit into 11 - 1 + 1.
        let tile = sheet.tile(5 + 3).unwrap();
        assert_eq!(tile[Point::new(0, 0)], color(5, 5));
        assert!(sheet.tile(4).is_none() && sheet.tile(500).is_none());
        let turned = flipped(&tile, 1 << 31 | 1 << 29);
        // Diagonal, then across: a quarter turn clockwise.
        assert_eq!(turned[Point::new(2, 0)], tile[Point::new(0, 0)]);
        assert_eq!(turned[Point::new(2, 2)], tile[Point::new(2, 0)]);
    }
}
