//! The overlapping model: every square of a sample is a pattern, and neighbours overlap.
//!
//! (Gumin, *WaveFunctionCollapse*, 2016, after Merrell's model synthesis.) A pattern stands for the
//! cell in its north-west corner. Two may touch if they agree wherever they overlap, so every square
//! of that size in the finished map occurs in the sample. Complexity of learning: cells of the sample
//! × symmetries × a logarithm; of the rules: patterns squared.

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point};

use crate::tileset::{Label, Sample};
use crate::{Adjacency, CellShape, Error, MAX_TILES};

/// The most cells of a sample.
const MAX_SAMPLE: i64 = 1 << 20;

/// For each number of a sample: its character, and what that means.
pub(crate) type Legend = Vec<(String, Label)>;

/// The patterns of a sample.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    /// The values of each pattern, row by row.
    pub(crate) values: Vec<Vec<u16>>,
    pub(crate) rules: Adjacency,
    /// The patterns that hold the sample's last row at their top, for ground.
    pub(crate) ground: Vec<usize>,
    /// Those of them below which the sample begins again, for maps that wrap around.
    pub(crate) last: Vec<usize>,
}

impl Sample {
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = |reason: String| Err(Error::TileSet { at: "[sample]".to_owned(), reason });
        if !(1..=8).contains(&self.n) {
            return wrong(format!("n is {}; patterns are 1 to 8 cells wide", self.n));
        }
        if !(1..=8).contains(&self.symmetry) {
            return wrong(format!("symmetry is {}; there are 1 to 8", self.symmetry));
        }
        let mut cells = 0;
        for rows in self.samples() {
            let width = rows.first().map_or(0, |row| row.chars().count());
            if width == 0 || rows.iter().any(|row| row.chars().count() != width) {
                return wrong("it needs at least one row, and rows of the same length".to_owned());
            }
            cells += width as i64 * rows.len() as i64;
            if cells > MAX_SAMPLE {
                return wrong(format!("it has more than {MAX_SAMPLE} cells"));
            }
            if !self.periodic && (width.min(rows.len()) as u32) < self.n {
                return wrong(format!("it is smaller than its {0}x{0} patterns", self.n));
            }
        }
        Ok(())
    }

    /// The rows of each sample.
    fn samples(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.rows).chain(&self.more)
    }

    /// The samples as numbers, with their legend.
    pub(crate) fn grids(&self) -> Result<(Vec<Grid<u16>>, Legend), Error> {
        self.check()?;
        let mut names: BTreeMap<String, u16> = BTreeMap::new();
        for letter in self.samples().flatten().flat_map(|row| row.chars()) {
            names.insert(letter.to_string(), 0);
        }
        for (number, (_, value)) in (0u16..).zip(names.iter_mut()) {
            *value = number;
        }
        if names.len() > MAX_TILES {
            return Err(Error::TileCount { tiles: names.len(), most: MAX_TILES });
        }
        let numbers = |row: &String| row.chars().map(|c| names[&c.to_string()]).collect();
        let uneven = || {
            let reason = "its rows must have the same length".to_owned();
            Error::TileSet { at: "[sample]".to_owned(), reason }
        };
        let grid =
            |rows: &Vec<String>| Grid::from_rows(rows.iter().map(numbers).collect()).ok_or_else(uneven);
        let grids: Vec<Grid<u16>> = self.samples().map(grid).collect::<Result<_, Error>>()?;
        let labels = names.into_keys().map(|name| {
            let label = self.legend.get(&name).cloned().unwrap_or_default();
            (name, label)
        });
        Ok((grids, labels.collect()))
    }

    /// The patterns of the samples and how they overlap.
    pub(crate) fn patterns(&self, grids: &[Grid<u16>]) -> Result<Patterns, Error> {
        let n = self.n as i32;
        let mut counts: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
        for grid in grids {
            self.count_patterns(grid, &mut counts)?;
        }
        let (values, weights): (Vec<Vec<u16>>, Vec<u32>) = counts.into_iter().unzip();
        let n = n as usize;
        // The part of a pattern that overlaps its neighbour on each side, as a number.
        let mut numbers: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
        let mut number = |strip: Vec<u16>| {
            let next = numbers.len() as u32;
            *numbers.entry(strip).or_insert(next)
        };
        let strip = |values: &[u16], dx: usize, dy: usize, w: usize, h: usize| -> Vec<u16> {
            let head = [w as u16, h as u16];
            let cells = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
            head.into_iter().chain(cells.map(|(x, y)| values[(y + dy) * n + x + dx])).collect()
        };
        let m = n - 1;
        let strips: Vec<[u32; 4]> = values
            .iter()
            .map(|v| {
                // Seen from inside: the part that overlaps the neighbour on that side.
                [strip(v, 0, 0, n, m), strip(v, 1, 0, m, n), strip(v, 0, 1, n, m), strip(v, 0, 0, m, n)]
                    .map(&mut number)
            })
            .collect();
        let rules = Adjacency::new(CellShape::Square, weights, |side, a, b| {
            strips[a][side] == strips[b][CellShape::Square.opposite(side)]
        })?;
        let ground_row_of = |grid: &Grid<u16>, v: &Vec<u16>| {
            let (w, h) = (grid.width(), grid.height());
            (0..w).any(|x| (0..n as i32).all(|i| v[i as usize] == grid[Point::new((x + i) % w, h - 1)]))
        };
        let ground_row = |v: &Vec<u16>| grids.iter().any(|grid| ground_row_of(grid, v));
        let ground: Vec<usize> = if self.ground {
            (0..values.len()).filter(|&p| ground_row(&values[p])).collect()
        } else {
            Vec::new()
        };
        let at_end_of = |grid: &Grid<u16>, v: &Vec<u16>| {
            let (w, h) = (grid.width(), grid.height());
            let cell = |x: i32, i: usize| {
                let (dx, dy) = ((i % n) as i32, (i / n) as i32);
                grid[Point::new((x + dx) % w, (h - 1 + dy) % h)]
            };
            (0..w).any(|x| (0..n * n).all(|i| v[i] == cell(x, i)))
        };
        let at_end = |v: &Vec<u16>| grids.iter().any(|grid| at_end_of(grid, v));
        let last = ground.iter().copied().filter(|&p| self.periodic && at_end(&values[p])).collect();
        Ok(Patterns { values, rules, ground, last })
    }

    /// Adds the patterns of one sample; an error as soon as there are too many.
    fn count_patterns(&self, grid: &Grid<u16>, counts: &mut BTreeMap<Vec<u16>, u32>) -> Result<(), Error> {
        let n = self.n as i32;
        let (w, h) = (grid.width(), grid.height());
        let (last_x, last_y) = if self.periodic { (w, h) } else { (w - n + 1, h - n + 1) };
        for y in 0..last_y {
            for x in 0..last_x {
                let mut square = Grid::from_fn(n, n, |p| grid[Point::new((x + p.x) % w, (y + p.y) % h)]);
                for turn in 0..self.symmetry {
                    *counts.entry(square.cells().to_vec()).or_default() += 1;
                    if counts.len() > MAX_TILES {
                        return Err(Error::PatternCount { n: self.n, most: MAX_TILES });
                    }
                    // Mirror, then mirror back and turn: all eight in the order of Gumin's program.
                    square = crate::tileset::turned_picture(&square, 0, true);
                    if turn % 2 == 1 {
                        square = crate::tileset::turned_picture(&square, 3, false);
                    }
                }
            }
        }
        Ok(())
    }
}
