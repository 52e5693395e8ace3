//! Tile worlds from above.
//!
//! A world whose grounds we know is drawn as terrain: regions with curved borders, shores, roads,
//! woods and houses ([`terrain`]). Any other is drawn tile by tile, from the letters of its edges or
//! from pictures ([`tiles`]). A map unit is a tile.

mod contour;
mod courses;
mod details;
mod doors;
mod grounds;
mod standing;
mod survey;
mod terraces;
mod terrain;
mod tiles;
mod tilted;
mod ways;

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_maps::Picture;
use mapkiln_maps::world::{CellShape, World};

use crate::scene::{Color, Frame, Path, Scene, Stroke, Vec2};
use contour::ROW;
pub use tilted::IsoWorldView;

/// How a world is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldView {
    /// Custom pictures by tile name; a turned tile `name@1` may use the picture of `name`.
    pub pictures: BTreeMap<String, Arc<Picture>>,
    /// Lines between the tiles; default no.
    pub grid: bool,
    /// Draw tile by tile even if the world could be drawn as terrain; default no.
    pub plain: bool,
}

/// A tile of a world as terrain, as a square of pixels; `None` if we have no picture of its ground.
#[cfg(feature = "export")]
pub(crate) fn tile_picture(world: &World, tile: u16, pixels: u32) -> Option<Picture> {
    let known = world.palette.get(usize::from(tile)).filter(|tile| !tile.empty);
    if world.shape != CellShape::Square || known.is_none() {
        return None;
    }
    let survey = survey::Survey::of_tile(world, tile)?;
    let mut scene = Scene::new("", Frame::new(0.0, 0.0, 1.0, 1.0));
    terrain::draw(&survey, &mut scene);
    crate::png::render(&scene, pixels as f32).ok()
}

/// What a world covers, from above.
fn frame_of(world: &World) -> Frame {
    let (width, height) = (world.width() as f32, world.height() as f32);
    match world.shape {
        CellShape::Hexagon => {
            Frame::new(-0.5, -2.0 / 3.0 * ROW, width + 0.5, (height - 1.0) * ROW + 4.0 / 3.0 * ROW)
        }
        _ => Frame::new(0.0, 0.0, width, height),
    }
}

impl WorldView {
    /// Is the world drawn as ground, with shores and ways that run over the borders of cells, and not tile by tile?
    pub fn is_painted(&self, world: &World) -> bool {
        !self.is_tile_by_tile(world) && (world.layers.len() > 1 || survey::Survey::of(world).is_some())
    }

    fn is_tile_by_tile(&self, world: &World) -> bool {
        self.plain || world.palette.iter().any(|tile| self.picture(tile).is_some())
    }

    /// Draws the world.
    pub fn scene(&self, world: &World) -> Scene {
        let hexagons = world.shape == CellShape::Hexagon;
        let mut scene = Scene::new(&world.tileset, frame_of(world));
        scene.background = Some(Color::hex(0x101418));
        let tile_by_tile = self.is_tile_by_tile(world);
        let survey = if tile_by_tile { None } else { survey::Survey::of(world) };
        match survey {
            Some(survey) => terrain::draw(&survey, &mut scene),
            None if world.layers.len() > 1 && !tile_by_tile => terraces::draw(world, &mut scene),
            None => self.draw_tiles(world, &mut scene),
        }
        if self.grid {
            self.draw_grid(world, &mut scene, 0.25);
        } else if hexagons && !tile_by_tile {
            // Without them nobody would see that the cells are hexagons.
            self.draw_grid(world, &mut scene, 0.1);
        }
        scene
    }

    fn draw_grid(&self, world: &World, scene: &mut Scene, strength: f32) {
        let (width, height) = (world.width() as f32, world.height() as f32);
        let mut lines = Path::new();
        if world.shape == CellShape::Hexagon {
            for y in 0..world.height() {
                for x in 0..world.width() {
                    let shift = if y % 2 == 1 { 0.5 } else { 0.0 };
                    let middle = Vec2::new(x as f32 + shift, y as f32 * ROW);
                    let corner = |(dx, dy): (f32, f32)| middle + Vec2::new(dx, dy * ROW * 2.0 / 3.0);
                    // Half of each hexagon's sides: its neighbours draw the others.
                    let half = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0)];
                    lines.extend(&Path::polyline(half.map(corner)));
                }
            }
        } else {
            for x in 1..world.width() {
                lines.extend(&Path::line(Vec2::new(x as f32, 0.0), Vec2::new(x as f32, height)));
            }
            for y in 1..world.height() {
                lines.extend(&Path::line(Vec2::new(0.0, y as f32), Vec2::new(width, y as f32)));
            }
        }
        scene.layer("grid").stroke(lines, Stroke::new(Color::BLACK.faded(strength), 0.03));
    }
}
