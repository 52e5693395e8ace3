//! PNG in and out.

use std::io::Cursor;

use mapkiln_core::Grid;

use crate::tileset::Sample;
use crate::{Error, Label, Rgb, TileSet};

/// The most pixels of an image that is read or written.
const MAX_PIXELS: u64 = 1 << 26;

fn wrong(reason: impl std::fmt::Display) -> Error {
    Error::Read { what: "the PNG image", reason: reason.to_string() }
}

/// The colours of a PNG image; transparency is left out.
pub fn decode_png(bytes: &[u8]) -> Result<Grid<Rgb>, Error> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: 256 << 20 });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(wrong)?;
    let (width, height) = reader.info().size();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(wrong(format!("{width}x{height} pixels are more than {MAX_PIXELS}")));
    }
    let size = reader.output_buffer_size().ok_or_else(|| wrong("it is too large"))?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(wrong)?;
    let samples = frame.color_type.samples();
    let line = frame.line_size;
    Ok(Grid::from_fn(width as i32, height as i32, |p| {
        let start = p.y as usize * line + p.x as usize * samples;
        let pixel = &buffer[start..start + samples];
        if samples < 3 { Rgb([pixel[0]; 3]) } else { Rgb([pixel[0], pixel[1], pixel[2]]) }
    }))
}

/// A PNG image of these colours.
pub fn encode_png(pixels: &Grid<Rgb>) -> Result<Vec<u8>, Error> {
    if pixels.bounds().area() as u64 > MAX_PIXELS {
        return Err(Error::Read { what: "the picture", reason: format!("more than {MAX_PIXELS} pixels") });
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width() as u32, pixels.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let data: Vec<u8> = pixels.cells().iter().flat_map(|c| c.0).collect();
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(&data).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

impl TileSet {
    /// A set that learns overlapping patterns from a picture: each colour is a value.
    pub fn from_picture(
        name: &str,
        pixels: &Grid<Rgb>,
        n: u32,
        symmetry: u32,
        periodic: bool,
    ) -> Result<Self, Error> {
        let mut colors: Vec<Rgb> = pixels.cells().to_vec();
        colors.sort_unstable();
        colors.dedup();
        // Letters from the private part of Unicode stand for colours; there are enough of them.
        let letter = |i: usize| char::from_u32(0xE000 + i as u32).filter(|_| i < 4096);
        if letter(colors.len()).is_none() {
            return Err(wrong(format!("{} colours are more than 4,096", colors.len())));
        }
        let place = |c: &Rgb| colors.binary_search(c).unwrap_or(0);
        let rows = pixels.rows().map(|row| row.iter().filter_map(|c| letter(place(c))).collect()).collect();
        let legend = colors.iter().enumerate().filter_map(|(i, &color)| {
            let label = Label { ground: color.to_string(), color: Some(color), ..Label::default() };
            letter(i).map(|l| (l.to_string(), label))
        });
        let sample = Sample { rows, legend: legend.collect(), n, periodic, symmetry, ground: false };
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
