//! Scenes as PNG files.

use std::io::{Cursor, Write};

use ::png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Transformations};

use crate::error::Error;
use crate::raster::Raster;
use crate::scene::{Pixels, Scene};

/// How a PNG file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PngOptions {
    /// Pixels a map unit; default 70, what most virtual tabletops expect of a cell.
    pub pixels_per_unit: f32,
    /// Spend more time to make the file smaller; default no.
    pub small: bool,
}

impl Default for PngOptions {
    fn default() -> Self {
        PngOptions { pixels_per_unit: 70.0, small: false }
    }
}

/// Rows drawn at a time: enough that little is drawn twice, few enough to stay small in memory.
const BAND: u32 = 512;

/// The scene as a PNG file in memory.
///
/// ```
/// use mapkiln_draw::{Color, Frame, Scene, png};
/// let mut scene = Scene::new("", Frame::new(0.0, 0.0, 2.0, 1.0));
/// scene.background = Some(Color::hex(0x336699));
/// let file = png::encode(&scene, &png::PngOptions::default()).unwrap();
/// let pixels = png::decode(&file).unwrap();
/// assert_eq!((pixels.width, pixels.height), (140, 70));
/// assert_eq!(pixels.rgba[..4], [0x33, 0x66, 0x99, 255]);
/// ```
pub fn encode(scene: &Scene, options: &PngOptions) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    write(scene, options, &mut file)?;
    Ok(file)
}

/// Writes the scene as a PNG file; needs the memory of a few hundred rows, however large it is.
pub fn write(scene: &Scene, options: &PngOptions, out: impl Write) -> Result<(), Error> {
    let raster = Raster::new(scene, options.pixels_per_unit)?;
    let mut encoder = Encoder::new(out, raster.width, raster.height);
    let opaque = raster.is_opaque();
    encoder.set_color(if opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    if options.small {
        encoder.set_compression(Compression::Balanced);
    } else {
        encoder.set_compression(Compression::Fast);
        encoder.set_filter(Filter::Up);
    }
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut row = Vec::with_capacity(raster.width as usize * 4);
    for top in (0..raster.height).step_by(BAND as usize) {
        let rows = BAND.min(raster.height - top);
        let Some(band) = raster.band(top, rows) else { continue };
        for pixels in band.pixels().chunks_exact(raster.width as usize) {
            row.clear();
            if opaque {
                row.extend(pixels.iter().flat_map(|p| [p.red(), p.green(), p.blue()]));
            } else {
                row.extend(pixels.iter().flat_map(|p| {
                    let color = p.demultiply();
                    [color.red(), color.green(), color.blue(), color.alpha()]
                }));
            }
            stream.write_all(&row).map_err(::png::EncodingError::from)?;
        }
    }
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// The scene as pixels in memory.
pub fn render(scene: &Scene, pixels_per_unit: f32) -> Result<Pixels, Error> {
    let raster = Raster::new(scene, pixels_per_unit)?;
    let mut rgba = Vec::with_capacity(raster.width as usize * raster.height as usize * 4);
    for top in (0..raster.height).step_by(BAND as usize) {
        let Some(band) = raster.band(top, BAND.min(raster.height - top)) else { continue };
        rgba.extend(band.pixels().iter().flat_map(|p| {
            let color = p.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        }));
    }
    Ok(Pixels { width: raster.width, height: raster.height, rgba })
}

/// Pixels as a PNG file.
pub fn encode_pixels(pixels: &Pixels) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    writer.finish()?;
    Ok(file)
}

/// Reads a PNG file of any kind, such as a user's own tile.
pub fn decode(file: &[u8]) -> Result<Pixels, Error> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut bytes)?;
    bytes.truncate(info.buffer_size());
    let rgba = match info.color_type {
        ColorType::GrayscaleAlpha => bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        ColorType::Grayscale => bytes.iter().flat_map(|&g| [g, g, g, 255]).collect(),
        ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        _ => bytes,
    };
    Ok(Pixels { width: info.width, height: info.height, rgba })
}
