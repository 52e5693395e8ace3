//! Scenes as PNG files.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use mapkiln_maps::Picture;
use mapkiln_maps::picture::{PngEffort, write_palette_png, write_png};

use tiny_skia::Pixmap;

use crate::error::Error;
use crate::palette::{Palette, Tally};
use crate::raster::{BAND, Raster};
use crate::scene::Scene;

/// How a PNG file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PngOptions {
    /// Pixels per map unit; default 70, what most virtual tabletops expect of a cell.
    pub pixels_per_unit: f32,
    /// How much time goes into making the file small; default little.
    pub effort: PngEffort,
    /// Write 256 colours where they show the picture well: a fraction of the size. Default no.
    pub few_colours: bool,
}

impl Default for PngOptions {
    fn default() -> Self {
        PngOptions { pixels_per_unit: 70.0, effort: PngEffort::Fast, few_colours: false }
    }
}

/// The most threads that draw: each has a band in memory.
const MOST_THREADS: usize = 4;

/// Draws the picture band by band and gives each in turn, from the top. The next ones are drawn meanwhile, each
/// on a thread of its own; what is drawn does not depend on how many there are.
fn each_band<E>(raster: &Raster, mut take: impl FnMut(Pixmap) -> Result<(), E>) -> Result<(), E> {
    let tops: Vec<u32> = (0..raster.height).step_by(BAND as usize).collect();
    let draw = |top: u32| raster.band(top, BAND.min(raster.height - top));
    let cores =
        if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, |n| n.get()) };
    let threads = cores.min(MOST_THREADS).min(tops.len());
    if threads < 2 {
        return tops.into_iter().filter_map(draw).try_for_each(take);
    }
    thread::scope(|scope| {
        let lanes: Vec<Receiver<Option<Pixmap>>> = (0..threads)
            .map(|lane| {
                let (send, receive) = sync_channel(0);
                let own = tops.iter().skip(lane).step_by(threads);
                scope.spawn(move || {
                    // Nobody listens any more after a failed write.
                    for &top in own {
                        if send.send(draw(top)).is_err() {
                            return;
                        }
                    }
                });
                receive
            })
            .collect();
        for i in 0..tops.len() {
            if let Ok(Some(band)) = lanes[i % threads].recv() {
                take(band)?;
            }
        }
        Ok(())
    })
}

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
    if options.few_colours
        && opaque
        && let Some(palette) = palette_of(&raster)
    {
        let rows = |out: &mut dyn Write| write_numbers(&raster, &palette, out);
        write_palette_png(out, (raster.width, raster.height), palette.colors(), rows)?;
        return Ok(());
    }
    let rows = |out: &mut dyn Write| write_rows(&raster, out);
    write_png(out, (raster.width, raster.height), opaque, options.effort, rows)?;
    Ok(())
}

/// The palette of a picture, if 256 colours show it well.
fn palette_of(raster: &Raster) -> Option<Palette> {
    let mut tally = Tally::default();
    let count = |band: Pixmap| {
        band.pixels().iter().for_each(|p| tally.add([p.red(), p.green(), p.blue()]));
        Ok::<(), Error>(())
    };
    each_band(raster, count).ok()?;
    tally.palette()
}

fn write_numbers(raster: &Raster, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    each_band(raster, |band| {
        let numbers: Vec<u8> =
            band.pixels().iter().map(|p| palette.number([p.red(), p.green(), p.blue()])).collect();
        out.write_all(&numbers)
    })
}

fn write_rows(raster: &Raster, out: &mut dyn Write) -> io::Result<()> {
    let opaque = raster.is_opaque();
    let mut row = vec![0; raster.width as usize * if opaque { 3 } else { 4 }];
    each_band(raster, |band| {
        for pixels in band.pixels().chunks_exact(raster.width as usize) {
            if opaque {
                for (to, p) in row.as_chunks_mut().0.iter_mut().zip(pixels) {
                    *to = [p.red(), p.green(), p.blue()];
                }
            } else {
                for (to, p) in row.as_chunks_mut().0.iter_mut().zip(pixels) {
                    let color = p.demultiply();
                    *to = [color.red(), color.green(), color.blue(), color.alpha()];
                }
            }
            out.write_all(&row)?;
        }
        Ok(())
    })
}

/// The scene as pixels in memory.
pub fn render(scene: &Scene, pixels_per_unit: f32) -> Result<Picture, Error> {
    let raster = Raster::new(scene, pixels_per_unit)?;
    let mut rgba = Vec::with_capacity(raster.width as usize * raster.height as usize * 4);
    each_band(&raster, |band| {
        rgba.extend(band.pixels().iter().flat_map(|p| {
            let color = p.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        }));
        Ok::<(), Error>(())
    })?;
    Ok(Picture { width: raster.width, height: raster.height, rgba })
}
