//! Scenes as PNG files.

use std::io::{self, Write};

use mapkiln_maps::Picture;
use mapkiln_maps::picture::{PngEffort, write_png};

use crate::error::Error;
use crate::raster::Raster;
use crate::scene::Scene;

/// How a PNG file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PngOptions {
    /// Pixels per map unit; default 70, what most virtual tabletops expect of a cell.
    pub pixels_per_unit: f32,
    /// How much time goes into making the file small; default little.
    pub effort: PngEffort,
}

impl Default for PngOptions {
    fn default() -> Self {
        PngOptions { pixels_per_unit: 70.0, effort: PngEffort::Fast }
    }
}

/// Rows drawn at a time: enough that little is drawn twice, few enough to stay small in memory.
const BAND: u32 = 512;

/// The scene as a PNG file in memory.
///
/// ```
/// use mapkiln_draw::{Color, Frame, Picture, Scene, png};
/// let mut scene = Scene::new("", Frame::new(0.0, 0.0, 2.0, 1.0));
/// scene.background = Some(Color::hex(0x336699));
/// let file = png::encode(&scene, &png::PngOptions::default()).unwrap();
/// let picture = Picture::from_png(&file).unwrap();
/// assert_eq!((picture.width, picture.height), (140, 70));
/// assert_eq!(picture.pixel(0, 0), [0x33, 0x66, 0x99, 255]);
/// ```
pub fn encode(scene: &Scene, options: &PngOptions) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    write(scene, options, &mut file)?;
    Ok(file)
}

/// Writes the scene as a PNG file; needs the memory of a few hundred rows, however large it is.
pub fn write(scene: &Scene, options: &PngOptions, out: impl Write) -> Result<(), Error> {
    let raster = Raster::new(scene, options.pixels_per_unit)?;
    let opaque = raster.is_opaque();
    let rows = |out: &mut dyn Write| write_rows(&raster, out);
    write_png(out, (raster.width, raster.height), opaque, options.effort, rows)?;
    Ok(())
}

fn write_rows(raster: &Raster, out: &mut dyn Write) -> io::Result<()> {
    let opaque = raster.is_opaque();
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
            out.write_all(&row)?;
        }
    }
    Ok(())
}

/// The scene as pixels in memory.
pub fn render(scene: &Scene, pixels_per_unit: f32) -> Result<Picture, Error> {
    let raster = Raster::new(scene, pixels_per_unit)?;
    let mut rgba = Vec::with_capacity(raster.width as usize * raster.height as usize * 4);
    for top in (0..raster.height).step_by(BAND as usize) {
        let Some(band) = raster.band(top, BAND.min(raster.height - top)) else { continue };
        rgba.extend(band.pixels().iter().flat_map(|p| {
            let color = p.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        }));
    }
    Ok(Picture { width: raster.width, height: raster.height, rgba })
}
