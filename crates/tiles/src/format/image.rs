//! PNG files as grids of colours.

use mapkiln_core::Grid;
use mapkiln_maps::Picture;

use crate::tileset::Sample;
use crate::{Error, Label, MAX_TILES, Rgb, TileSet};

fn wrong(reason: impl std::fmt::Display) -> Error {
    Error::Read { what: "the PNG image", reason: reason.to_string() }
}

/// The colours of a PNG image; transparency is ignored.
pub fn decode_png(bytes: &[u8]) -> Result<Grid<Rgb>, Error> {
    Ok(Picture::from_png(bytes).map_err(wrong)?.to_colors())
}

/// A PNG image of these colours.
pub fn encode_png(colors: &Grid<Rgb>) -> Result<Vec<u8>, Error> {
    Picture::from(colors).to_png().map_err(wrong)
}

impl TileSet {
    /// A set that learns overlapping patterns from a picture: each colour is one value.
    pub fn from_picture(
        name: &str,
        pixels: &Grid<Rgb>,
        n: u32,
        symmetry: u32,
        periodic: bool,
    ) -> Result<Self, Error> {
        TileSet::from_pictures(name, std::slice::from_ref(pixels), n, symmetry, periodic)
    }

    /// The same from several pictures, one or more.
    pub fn from_pictures(
        name: &str,
        pictures: &[Grid<Rgb>],
        n: u32,
        symmetry: u32,
        periodic: bool,
    ) -> Result<Self, Error> {
        let mut colors: Vec<Rgb> = pictures.iter().flat_map(Grid::cells).copied().collect();
        colors.sort_unstable();
        colors.dedup();
        // Characters stand for colours, in their order: those that can be seen in text first, then those of
        // Unicode's private use area.
        let visible: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        let private = |i: usize| char::from_u32(0xE000 + i as u32).filter(|_| i < MAX_TILES);
        let letter = |i: usize| visible.get(i).copied().or_else(|| private(i));
        if colors.len() > MAX_TILES {
            // Every pattern begins with a colour, so there are more patterns than colours.
            return Err(Error::PatternCount { n, most: MAX_TILES });
        }
        let place = |c: &Rgb| colors.binary_search(c).unwrap_or(0);
        let row = |row: &[Rgb]| row.iter().filter_map(|c| letter(place(c))).collect::<String>();
        let mut samples: Vec<Vec<String>> =
            pictures.iter().map(|pixels| pixels.rows().map(row).collect()).collect();
        if samples.is_empty() {
            return Err(wrong("there is no picture to learn from"));
        }
        let rows = samples.remove(0);
        let legend = colors.iter().enumerate().filter_map(|(i, &color)| {
            let label = Label { ground: color.to_string(), color: Some(color), ..Label::default() };
            letter(i).map(|l| (l.to_string(), label))
        });
        let legend = legend.collect();
        let sample = Sample { rows, more: samples, legend, n, periodic, symmetry, ground: false };
        let set = TileSet { name: name.to_owned(), sample: Some(sample), ..TileSet::default() };
        set.check()?;
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_back() {
        let picture = Grid::from_fn(5, 3, |p| Rgb([p.x as u8 * 50, p.y as u8 * 80, 7]));
        assert_eq!(decode_png(&encode_png(&picture).unwrap()).unwrap(), picture);
        assert!(decode_png(b"no image").is_err());
        let set = TileSet::from_picture("dots", &picture, 2, 8, true).unwrap();
        assert!(crate::Model::new(&set).unwrap().rules().tiles() > 1);
    }
}
