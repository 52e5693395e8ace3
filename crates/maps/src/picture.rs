//! Pictures of pixels, and the one reader and writer of PNG files.

#[cfg(feature = "png")]
mod file;

#[cfg(feature = "png")]
pub use file::{PngEffort, PngError, png_size, write_palette_png, write_png};

use mapkiln_core::Grid;

use crate::Rgb;

/// A picture: red, green, blue and opacity (not premultiplied) per pixel, row by row.
///
/// ```
/// use mapkiln_maps::Picture;
/// let mut picture = Picture::new(2, 1);
/// picture.set(1, 0, [200, 30, 30, 255]);
/// assert_eq!(picture.rgba, [0, 0, 0, 0, 200, 30, 30, 255]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes per pixel.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A clear picture.
    pub fn new(width: u32, height: u32) -> Self {
        Picture { width, height, rgba: vec![0; width as usize * height as usize * 4] }
    }

    /// The pixel in a column and a row.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = self.index(x, y);
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }

    /// Replaces the pixel in a column and a row.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub fn set(&mut self, x: u32, y: u32, pixel: [u8; 4]) {
        let at = self.index(x, y);
        self.rgba[at..at + 4].copy_from_slice(&pixel);
    }

    /// The colours alone, without opacity.
    pub fn to_colors(&self) -> Grid<Rgb> {
        Grid::from_fn(self.width as i32, self.height as i32, |p| {
            let [r, g, b, _] = self.pixel(p.x as u32, p.y as u32);
            Rgb([r, g, b])
        })
    }

    fn index(&self, x: u32, y: u32) -> usize {
        assert!(x < self.width && y < self.height, "pixel {x},{y} of {}x{}", self.width, self.height);
        (y as usize * self.width as usize + x as usize) * 4
    }
}

impl From<&Grid<Rgb>> for Picture {
    fn from(colors: &Grid<Rgb>) -> Self {
        let rgba = colors.cells().iter().flat_map(|Rgb([r, g, b])| [*r, *g, *b, 255]).collect();
        Picture { width: colors.width() as u32, height: colors.height() as u32, rgba }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_back() {
        let colors = Grid::from_fn(5, 3, |p| Rgb([p.x as u8 * 50, p.y as u8 * 80, 7]));
        assert_eq!(Picture::from(&colors).to_colors(), colors);
    }
}
