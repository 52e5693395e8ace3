//! PNG files in and out.

use std::io::{self, Cursor, Write};

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Limits, Transformations};
use thiserror::Error;

use super::Picture;

/// The most pixels of a file that is read.
const MAX_PIXELS: u64 = 1 << 26;
/// The most memory that reading a file may take.
const MAX_BYTES: usize = 256 << 20;

/// Why a PNG file could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// Not a PNG file, or a broken one.
    #[error("the PNG could not be read: {0}")]
    Read(#[from] png::DecodingError),
    /// The file could not be written, or the size of the picture is impossible.
    #[error("the PNG could not be written: {0}")]
    Write(#[from] png::EncodingError),
    /// More pixels than are read.
    #[error("the PNG has {width}x{height} pixels, and at most {MAX_PIXELS} are read; scale it down")]
    TooLarge {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
}

/// How much time goes into making a file small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PngEffort {
    /// Little time; a larger file.
    #[default]
    Fast,
    /// More time; a smaller file.
    Small,
}

impl Picture {
    /// Reads a PNG file of any kind. Files that would take too much memory are refused before they do.
    pub fn from_png(file: &[u8]) -> Result<Picture, PngError> {
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MAX_BYTES });
        decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
        let mut reader = decoder.read_info()?;
        let (width, height) = reader.info().size();
        let too_large = || PngError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(too_large());
        }
        let mut bytes = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
        let frame = reader.next_frame(&mut bytes)?;
        bytes.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            ColorType::GrayscaleAlpha => {
                bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
            }
            ColorType::Grayscale => bytes.iter().flat_map(|&g| [g, g, g, 255]).collect(),
            ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
            _ => bytes,
        };
        Ok(Picture { width, height, rgba })
    }

    /// The picture as a PNG file.
    ///
    /// ```
    /// use mapkiln_maps::Picture;
    /// let picture = Picture { width: 2, height: 1, rgba: vec![9, 8, 7, 255, 0, 0, 0, 0] };
    /// assert_eq!(Picture::from_png(&picture.to_png()?)?, picture);
    /// # Ok::<(), mapkiln_maps::picture::PngError>(())
    /// ```
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        let mut file = Vec::new();
        let mut writer =
            encoder(&mut file, self.width, self.height, false, PngEffort::Small).write_header()?;
        writer.write_image_data(&self.rgba)?;
        writer.finish()?;
        Ok(file)
    }
}

fn encoder<W: Write>(
    out: W,
    width: u32,
    height: u32,
    opaque: bool,
    effort: PngEffort,
) -> Encoder<'static, W> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(if opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    match effort {
        PngEffort::Small => encoder.set_compression(Compression::Balanced),
        PngEffort::Fast => {
            encoder.set_compression(Compression::Fast);
            encoder.set_filter(Filter::Up);
        }
    }
    encoder
}

/// Writes a PNG file row by row, so that the picture need not fit into memory.
///
/// `rows` writes all rows from the top, three bytes per pixel if the picture is opaque, otherwise four.
pub fn write_png(
    out: impl Write,
    (width, height): (u32, u32),
    opaque: bool,
    effort: PngEffort,
    rows: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), PngError> {
    let mut writer = encoder(out, width, height, opaque, effort).write_header()?;
    let mut stream = writer.stream_writer()?;
    rows(&mut stream).map_err(png::EncodingError::from)?;
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// Writes a PNG file of at most 256 colours row by row; `rows` writes one byte per pixel, the number of
/// its colour.
pub fn write_palette_png(
    out: impl Write,
    (width, height): (u32, u32),
    palette: &[[u8; 3]],
    rows: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), PngError> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::Balanced);
    // Numbers of colours are not brightness: filters only make them harder to compress.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    rows(&mut stream).map_err(png::EncodingError::from)?;
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// Width and height from the head of a PNG file, without reading the rest; `None` if it is no PNG.
pub fn png_size(file: &[u8]) -> Option<(u32, u32)> {
    let word = |at: usize| {
        let bytes: [u8; 4] = file.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    };
    // The signature, then the header chunk: its length, its name, width and height.
    let is_png = file.starts_with(b"\x89PNG\r\n\x1a\n") && file.get(12..16) == Some(b"IHDR");
    is_png.then_some((word(16)?, word(20)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_give_the_same_picture_as_the_whole() {
        let picture = Picture { width: 3, height: 4, rgba: (0..48).map(|i| i * 5).collect() };
        let mut file = Vec::new();
        let rows = |out: &mut dyn Write| picture.rgba.chunks(12).try_for_each(|row| out.write_all(row));
        write_png(&mut file, (3, 4), false, PngEffort::Fast, rows).unwrap();
        assert_eq!(Picture::from_png(&file).unwrap(), picture);
        assert_eq!(png_size(&file), Some((3, 4)));
        assert_eq!(Picture::from_png(&picture.to_png().unwrap()).unwrap(), picture);
    }

    #[test]
    fn bombs_and_other_files_are_refused() {
        assert!(matches!(Picture::from_png(b"no picture"), Err(PngError::Read(_))));
        assert_eq!(png_size(b"no picture"), None);
        // A head that promises 60,000 x 60,000 pixels.
        let mut file = Picture { width: 1, height: 1, rgba: vec![0; 4] }.to_png().unwrap();
        file[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        file[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        let crc = crc32(&file[12..29]).to_be_bytes();
        file[29..33].copy_from_slice(&crc);
        assert!(matches!(Picture::from_png(&file), Err(PngError::TooLarge { .. })));
        let wrong = Picture { width: 9, height: 9, rgba: vec![0; 4] };
        assert!(matches!(wrong.to_png(), Err(PngError::Write(_))));
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc, &b| {
            (0..8).fold(crc ^ u32::from(b), |c, _| if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 })
        })
    }
}
