//! A rectangle of values.

use std::ops::{Index, IndexMut};

use serde::de::Error;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Point, Rect};

/// One value per cell of a rectangle that starts at (0, 0), stored row by row.
///
/// As JSON it is a list of rows.
///
/// ```
/// use mapkiln_core::{Grid, Point};
/// let mut grid = Grid::new(3, 2, '.');
/// grid[Point::new(1, 0)] = '#';
/// assert_eq!(grid.row(0), ['.', '#', '.']);
/// assert_eq!(grid.get(Point::new(3, 0)), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    width: i32,
    height: i32,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid with the same value everywhere; a negative size counts as 0.
    pub fn new(width: i32, height: i32, value: T) -> Self
    where
        T: Clone,
    {
        let (width, height) = (width.max(0), height.max(0));
        Grid { width, height, cells: vec![value; width as usize * height as usize] }
    }

    /// A grid filled by a function of the cell.
    pub fn from_fn(width: i32, height: i32, value: impl FnMut(Point) -> T) -> Self {
        let bounds = Rect::new(0, 0, width.max(0), height.max(0));
        Grid { width: bounds.width, height: bounds.height, cells: bounds.cells().map(value).collect() }
    }

    /// A grid from its rows; `None` if they differ in length.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Option<Self> {
        let width = rows.first().map_or(0, Vec::len);
        let height = i32::try_from(rows.len()).ok()?;
        if rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let cells = rows.into_iter().flatten().collect();
        Some(Grid { width: i32::try_from(width).ok()?, height, cells })
    }

    /// Number of columns.
    #[inline]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The grid as a rectangle.
    #[inline]
    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Is the cell inside?
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        p.x >= 0 && p.x < self.width && p.y >= 0 && p.y < self.height
    }

    /// The index of a cell in [`cells`](Grid::cells); only for cells inside.
    #[inline]
    pub fn index_of(&self, p: Point) -> usize {
        debug_assert!(self.contains(p), "{p} is outside of {}x{}", self.width, self.height);
        p.y as usize * self.width as usize + p.x as usize
    }

    /// The cell at an index of [`cells`](Grid::cells).
    #[inline]
    pub fn point_of(&self, index: usize) -> Point {
        let width = self.width as usize;
        Point::new((index % width) as i32, (index / width) as i32)
    }

    /// The value of a cell, or `None` outside.
    #[inline]
    pub fn get(&self, p: Point) -> Option<&T> {
        if self.contains(p) { Some(&self.cells[self.index_of(p)]) } else { None }
    }

    /// The value of a cell, mutably, or `None` outside.
    #[inline]
    pub fn get_mut(&mut self, p: Point) -> Option<&mut T> {
        if self.contains(p) {
            let index = self.index_of(p);
            Some(&mut self.cells[index])
        } else {
            None
        }
    }

    /// All values, row by row.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All values, mutably, row by row.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// One row; only for a row inside.
    pub fn row(&self, y: i32) -> &[T] {
        let start = y as usize * self.width as usize;
        &self.cells[start..start + self.width as usize]
    }

    /// The rows from north to south.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.height).map(|y| self.row(y))
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.bounds().cells().zip(&self.cells)
    }

    /// A grid of the same size with each value changed.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { width: self.width, height: self.height, cells: self.cells.iter().map(change).collect() }
    }

    /// Sets the cells of a rectangle that lie inside.
    pub fn fill_rect(&mut self, rect: Rect, value: T)
    where
        T: Clone,
    {
        for p in rect.cells() {
            if let Some(cell) = self.get_mut(p) {
                *cell = value.clone();
            }
        }
    }
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, p: Point) -> &T {
        &self.cells[self.index_of(p)]
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, p: Point) -> &mut T {
        let index = self.index_of(p);
        &mut self.cells[index]
    }
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.height as usize))?;
        for row in self.rows() {
            rows.serialize_element(row)?;
        }
        rows.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<Vec<T>>::deserialize(deserializer)?;
        Grid::from_rows(rows)
            .ok_or_else(|| D::Error::custom("the rows of a grid must all have the same length"))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Grid<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("GridOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let cell = generator.subschema_for::<T>();
        schemars::json_schema!({
            "description": "Rows of equal length, from north to south.",
            "type": "array",
            "items": { "type": "array", "items": cell }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_indices_are_inverse() {
        let grid = Grid::from_fn(5, 3, |p| p);
        for (i, &p) in grid.cells().iter().enumerate() {
            assert_eq!(grid.point_of(i), p);
            assert_eq!(grid.index_of(p), i);
            assert_eq!(grid[p], p);
        }
        assert_eq!(grid.get(Point::new(-1, 0)), None);
        assert_eq!(grid.get(Point::new(0, 3)), None);
    }

    #[test]
    fn json_is_rows_and_reads_back() {
        let grid = Grid::from_fn(2, 2, |p| p.x + 10 * p.y);
        let json = serde_json::to_string(&grid).unwrap();
        assert_eq!(json, "[[0,1],[10,11]]");
        assert_eq!(serde_json::from_str::<Grid<i32>>(&json).unwrap(), grid);
        assert!(serde_json::from_str::<Grid<i32>>("[[1],[2,3]]").is_err());
    }
}
