//! Pictures of maps.
//!
//! A view turns a map into a [`Scene`]: shapes, text and layers in map units. Back ends turn a scene
//! into a file; they are pure functions with an options struct, and know nothing of maps.
//!
//! ```
//! use mapkiln_draw::{Color, Frame, Path, Scene, Vec2};
//!
//! let mut scene = Scene::new("A pond", Frame::new(0.0, 0.0, 4.0, 4.0));
//! scene.layer("water").fill(Path::circle(Vec2::new(2.0, 2.0), 1.5), Color::hex(0x3a78b4));
//! let file = mapkiln_draw::svg::encode(&scene, &Default::default());
//! assert!(file.starts_with("<svg"));
//! ```

mod board;
mod dungeon;
mod error;
pub mod export;
mod font;
mod graph;
pub mod import;
pub mod iso;
mod iso_view;
mod noise;
pub mod pdf;
pub mod png;
pub mod print;
mod raster;
mod scene;
pub mod svg;
pub mod text;
mod world;

pub use board::BoardView;
pub use dungeon::{DungeonView, KeyPlace, Style};
pub use error::Error;
pub use graph::LevelView;
pub use iso_view::IsoView;
pub use print::{DungeonPrint, Pages, Paper};

pub use scene::{
    Anchor, Cap, Color, Frame, Image, Item, Join, Layer, Path, Pixels, Scene, Segment, Shape, Stamp, Stamps,
    Stroke, Text, Vec2, Weight,
};
pub use world::WorldView;
