//! What can go wrong while drawing.

use thiserror::Error;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum Error {
    /// The picture would have no size, or more pixels than a file may have.
    #[error(
        "the picture would be {width} x {height} pixels; each side must be from 1 to {most}: \
         choose another number of pixels a cell"
    )]
    PixelSize {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
        /// The longest side allowed.
        most: u64,
    },
    /// The map has no such level.
    #[error("there is no level {asked}; this map has {levels}")]
    NoLevel {
        /// The level asked for, counted from 1.
        asked: usize,
        /// How many there are.
        levels: usize,
    },
    /// A PNG file could not be written.
    #[error("the PNG could not be written: {0}")]
    Png(#[from] png::EncodingError),
    /// A PNG file could not be read.
    #[error("the PNG could not be read: {0}")]
    PngRead(#[from] png::DecodingError),
    /// A PDF file could not be written.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
    /// The sheets asked for cannot hold the map.
    #[error("{0}")]
    Sheet(String),
}
