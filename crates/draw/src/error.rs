//! What can go wrong while drawing.

use thiserror::Error;

/// Why a picture or a text could not be made or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The picture would have no size, or more pixels than a file may have.
    #[error(
        "the picture would be {width} x {height} pixels; each side must be from 1 to {most}: \
         choose another number of pixels per cell"
    )]
    PixelSize {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
        /// The longest side allowed.
        most: u64,
    },
    /// A picture of so large a map takes too long, or too much memory.
    #[error("this map is too large for a picture: {0}")]
    TooLarge(#[from] mapkiln_core::OverLimit),
    /// The map has no such level.
    #[error("there is no level {asked}; this map has {levels}")]
    NoLevel {
        /// The level asked for, counted from 1.
        asked: usize,
        /// How many there are.
        levels: usize,
    },
    /// A PNG file could not be read or written.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Png(#[from] mapkiln_maps::picture::PngError),
    /// A PDF file could not be written.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
    /// The index of an atlas could not be written.
    #[error("the index of the atlas could not be written: {0}")]
    Index(String),
    /// The sheets asked for cannot hold the map.
    #[error("true scale would take {columns} x {rows} sheets; print an overview instead")]
    Sheets {
        /// Columns of sheets.
        columns: f32,
        /// Rows of sheets.
        rows: f32,
    },
    /// A classic map in text has a mistake.
    #[error("line {line}: {problem}")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and what to write instead.
        problem: String,
    },
}
