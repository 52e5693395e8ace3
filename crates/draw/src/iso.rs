//! Projections of a grid onto the screen, as plain numbers for any game engine.
//!
//! The isometric diamond of Reinke and dos Reis (FURB): sx = (x - y) w / 2, sy = (x + y) h / 2, and
//! heights that lift a cell by `lift` per step; its inverse; the cells that a part of the screen shows,
//! in the order in which they are drawn; and picking that respects heights. Top-down and staggered
//! grids have the same interface.
//!
//! Columns of cells hide each other only along the viewing direction, so drawing in the order of
//! x + y is right for every mix of heights. Visible cells are found diagonal by diagonal, in time
//! linear in the cells found, whatever the size of the map.

use mapkiln_core::{Point, Rect};

/// How cells lie on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Projection {
    /// The isometric diamond: x grows to the lower right, y to the lower left.
    #[default]
    Diamond,
    /// Seen from above: x to the right, y down.
    TopDown,
    /// Diamonds in rows, every second row shifted by half a cell.
    Staggered,
}

/// A point on the screen: to the right, and down.
pub type Screen = [f64; 2];

/// Where a map lies on the screen.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_draw::iso::Camera;
/// let camera = Camera { zoom: 1.5, offset: [400.0, 50.0], ..Camera::default() };
/// let cell = Point::new(7, 3);
/// assert_eq!(camera.cell_at(camera.centre(cell, 2), 2), cell);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// How cells lie on the screen.
    pub projection: Projection,
    /// Width and height of a cell on the screen, above zero; 30 x 15 by default, as in the paper.
    pub tile: [f64; 2],
    /// How far a step of height lifts a cell, 0 or more; 8 by default.
    pub lift: f64,
    /// Scales everything, above zero; 1 by default.
    pub zoom: f64,
    /// Where the north corner of cell (0, 0) is.
    pub offset: Screen,
}

impl Default for Camera {
    fn default() -> Self {
        Camera {
            projection: Projection::Diamond,
            tile: [30.0, 15.0],
            lift: 8.0,
            zoom: 1.0,
            offset: [0.0, 0.0],
        }
    }
}

impl Camera {
    fn width(&self) -> f64 {
        self.tile[0] * self.zoom
    }

    fn height(&self) -> f64 {
        self.tile[1] * self.zoom
    }

    fn raise(&self) -> f64 {
        self.lift * self.zoom
    }

    /// Where a point of the map is on the screen: cell (x, y) reaches from (x, y) to (x + 1, y + 1).
    pub fn project(&self, x: f64, y: f64, z: f64) -> Screen {
        let (w, h) = (self.width(), self.height());
        let [sx, sy] = match self.projection {
            Projection::Diamond => [(x - y) * w / 2.0, (x + y) * h / 2.0],
            Projection::TopDown => [x * w, y * h],
            Projection::Staggered => {
                // The cell's north corner, and from there as in a diamond.
                let (cx, cy) = (x.floor(), y.floor());
                let (fx, fy) = (x - cx, y - cy);
                let shift = cy.rem_euclid(2.0) / 2.0;
                [(cx + shift + 0.5) * w + (fx - fy) * w / 2.0, cy * h / 2.0 + (fx + fy) * h / 2.0]
            }
        };
        [sx + self.offset[0], sy + self.offset[1] - z * self.raise()]
    }

    /// The point of the map at a height that a point of the screen shows: the inverse of
    /// [`project`](Camera::project).
    pub fn unproject(&self, at: Screen, z: f64) -> [f64; 2] {
        let (w, h) = (self.width(), self.height());
        match self.projection {
            Projection::Diamond => self.in_diamond(at, z),
            Projection::TopDown => {
                [(at[0] - self.offset[0]) / w, (at[1] - self.offset[1] + z * self.raise()) / h]
            }
            Projection::Staggered => {
                let [i, j] = self.in_diamond(at, z);
                let cell = self.numbered(i.floor() as i32, j.floor() as i32);
                [f64::from(cell.x) + i - i.floor(), f64::from(cell.y) + j - j.floor()]
            }
        }
    }

    /// A point of the screen in the diamond whose cells those of the projection are, by other numbers.
    fn in_diamond(&self, at: Screen, z: f64) -> [f64; 2] {
        let (w, h) = (self.width(), self.height());
        // The first cell of staggered rows lies half a cell further to the right.
        let right = if self.projection == Projection::Staggered { w / 2.0 } else { 0.0 };
        let (sx, sy) = (at[0] - self.offset[0] - right, at[1] - self.offset[1] + z * self.raise());
        [sy / h + sx / w, sy / h - sx / w]
    }

    /// The cell of the projection that is cell (i, j) of the diamond.
    fn numbered(&self, i: i32, j: i32) -> Point {
        if self.projection != Projection::Staggered {
            return Point::new(i, j);
        }
        let row = i.saturating_add(j);
        Point::new(i.saturating_sub(j).saturating_sub(row.rem_euclid(2)) / 2, row)
    }

    /// The two cells that stand right before a cell: across its lower left side and across its lower
    /// right one. From above there is only one, across the lower side.
    pub fn before(&self, cell: Point) -> [Point; 2] {
        match self.projection {
            Projection::Diamond => [cell + Point::new(0, 1), cell + Point::new(1, 0)],
            Projection::TopDown => [cell + Point::new(0, 1); 2],
            Projection::Staggered => {
                let shift = cell.y.rem_euclid(2);
                [cell + Point::new(shift - 1, 1), cell + Point::new(shift, 1)]
            }
        }
    }

    /// The middle of a cell at a height.
    pub fn centre(&self, cell: Point, z: i32) -> Screen {
        self.project(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5, f64::from(z))
    }

    /// The corners of a cell at a height: north, east, south, west of a diamond.
    pub fn outline(&self, cell: Point, z: i32) -> [Screen; 4] {
        let (x, y, z) = (f64::from(cell.x), f64::from(cell.y), f64::from(z));
        let (w, h) = (self.width(), self.height());
        let [nx, ny] = self.project(x, y, z);
        if self.projection == Projection::TopDown {
            [[nx, ny], [nx + w, ny], [nx + w, ny + h], [nx, ny + h]]
        } else {
            [[nx, ny], [nx + w / 2.0, ny + h / 2.0], [nx, ny + h], [nx - w / 2.0, ny + h / 2.0]]
        }
    }

    /// The cell that a point of the screen shows if all ground has the same height.
    pub fn cell_at(&self, at: Screen, z: i32) -> Point {
        let [x, y] = self.unproject(at, f64::from(z));
        Point::new(x.floor() as i32, y.floor() as i32)
    }

    /// The same on flat ground as the paper does it, for diamonds: the rectangle that holds the
    /// point, and then which of the triangles at its corners, if any.
    pub fn cell_at_by_triangles(&self, at: Screen) -> Point {
        let (w, h) = (self.width(), self.height());
        let (sx, sy) = (at[0] - self.offset[0], at[1] - self.offset[1]);
        let (column, row) = (((sx + w / 2.0) / w).floor(), (sy / h).floor());
        let (left, top) = (column * w - w / 2.0, row * h);
        let middle = |a: Screen, b: Screen| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let corners = [[left, top], [left + w, top], [left + w, top + h], [left, top + h]];
        let cell = Point::new((row + column) as i32, (row - column) as i32);
        let moves = [Point::new(-1, 0), Point::new(0, -1), Point::new(1, 0), Point::new(0, 1)];
        for (i, corner) in corners.into_iter().enumerate() {
            let before = middle(corner, corners[(i + 3) % 4]);
            let after = middle(corner, corners[(i + 1) % 4]);
            // A border belongs to the cell below it, so the upper triangles exclude theirs.
            let side = (after[0] - before[0]) * (sy - before[1]) - (after[1] - before[1]) * (sx - before[0]);
            if side < 0.0 || (side == 0.0 && i >= 2) {
                return cell + moves[i];
            }
        }
        cell
    }

    /// The cell that a point of the screen shows, where every cell is a column up to its height.
    ///
    /// The nearest column counts, by its top or by its sides. `height` gives the height of a cell, or
    /// nothing outside of the map; all heights lie in `low..=high`. O(high - low).
    pub fn pick(
        &self,
        at: Screen,
        low: i32,
        high: i32,
        height: impl Fn(Point) -> Option<i32>,
    ) -> Option<Point> {
        if self.projection == Projection::TopDown || self.raise() <= 0.0 {
            return self.pick_tops(at, low, high, height);
        }
        // The ray goes down into the map: at height z it is over unproject(z), and with every step
        // down it moves back along the diagonal, x and y alike.
        let [mut x, mut y] = self.in_diamond(at, f64::from(high));
        if !(x.abs() < 1e9 && y.abs() < 1e9) {
            return None; // further out than any map
        }
        let per_unit = self.height() / self.raise();
        let mut z = f64::from(high);
        let mut cell = Point::new(x.floor() as i32, y.floor() as i32);
        while z >= f64::from(low) {
            let (back_x, back_y) = (x - f64::from(cell.x), y - f64::from(cell.y));
            let back = back_x.min(back_y).max(0.0);
            let leaves = z - back * per_unit;
            let numbered = self.numbered(cell.x, cell.y);
            if height(numbered).is_some_and(|h| f64::from(h) >= leaves.max(f64::from(low))) {
                return Some(numbered);
            }
            // On to the cell behind, or to the one across the corner.
            let (over_x, over_y) = (back_x <= back_y, back_y <= back_x);
            (x, y, z) = (x - back, y - back, leaves);
            cell = cell - Point::new(i32::from(over_x), i32::from(over_y));
        }
        None
    }

    /// Picking by tops alone, where columns have no sides: seen from above.
    fn pick_tops(
        &self,
        at: Screen,
        low: i32,
        high: i32,
        height: impl Fn(Point) -> Option<i32>,
    ) -> Option<Point> {
        (low..=high)
            .rev()
            .map(|z| (z, self.cell_at(at, z)))
            .find(|&(z, c)| height(c) == Some(z))
            .map(|(_, c)| c)
    }

    /// The cells that a part of the screen shows, in drawing order, written into an existing list.
    ///
    /// `view` is left, top, width and height; all heights lie in `low..=high`. Cells that only might
    /// show (for their height is not asked) are among them. O(cells found + diagonals).
    pub fn visible_into(&self, view: [f64; 4], bounds: Rect, low: i32, high: i32, cells: &mut Vec<Point>) {
        cells.clear();
        let (w, h) = (self.width(), self.height());
        let (left, top) = (view[0] - self.offset[0], view[1] - self.offset[1]);
        let (right, bottom) = (left + view[2], top + view[3]);
        let (up, down) = (f64::from(high) * self.raise(), f64::from(low) * self.raise());
        let (first, last) = (top + down, bottom + up);
        match self.projection {
            Projection::TopDown => {
                let (x0, x1) = ((left / w).floor() as i32, (right / w).ceil() as i32);
                for y in span((first / h).floor(), (last / h).ceil(), bounds.y, bounds.bottom()) {
                    for x in x0.max(bounds.x)..x1.min(bounds.right()) {
                        cells.push(Point::new(x, y));
                    }
                }
            }
            Projection::Staggered => {
                for y in
                    span((first / h * 2.0).floor() - 1.0, (last / h * 2.0).ceil(), bounds.y, bounds.bottom())
                {
                    let shift = f64::from(y.rem_euclid(2)) / 2.0;
                    let (x0, x1) = ((left / w - shift).floor(), (right / w - shift).ceil());
                    for x in span(x0, x1, bounds.x, bounds.right()) {
                        cells.push(Point::new(x, y));
                    }
                }
            }
            Projection::Diamond => {
                // A cell's diamond reaches half a width to both sides of its north corner and a
                // whole height below it.
                let (d0, d1) = ((2.0 * left / w - 1.0).floor() as i64, (2.0 * right / w + 1.0).ceil() as i64);
                let (s0, s1) = ((2.0 * first / h - 2.0).floor(), (2.0 * last / h).ceil());
                let sums = span(s0, s1 + 1.0, bounds.x + bounds.y, bounds.right() + bounds.bottom() - 1);
                for s in sums {
                    let s = i64::from(s);
                    // On the diagonal x + y = s, with x - y between d0 and d1 and both in the map.
                    let from = (s + d0 + 1)
                        .div_euclid(2)
                        .max(i64::from(bounds.x))
                        .max(s - i64::from(bounds.bottom() - 1));
                    let to = (s + d1)
                        .div_euclid(2)
                        .min(i64::from(bounds.right() - 1))
                        .min(s - i64::from(bounds.y));
                    cells.extend((from..=to).map(|x| Point::new(x as i32, (s - x) as i32)));
                }
            }
        }
    }

    /// The cells that a part of the screen shows, in drawing order.
    pub fn visible(&self, view: [f64; 4], bounds: Rect, low: i32, high: i32) -> Vec<Point> {
        let mut cells = Vec::new();
        self.visible_into(view, bounds, low, high, &mut cells);
        cells
    }

    /// Does the first cell have to be drawn before the second?
    pub fn is_behind(&self, a: Point, b: Point) -> bool {
        match self.projection {
            Projection::Diamond => i64::from(a.x) + i64::from(a.y) < i64::from(b.x) + i64::from(b.y),
            Projection::TopDown | Projection::Staggered => a.y < b.y,
        }
    }
}

/// The whole numbers from `from` to before `to`, cut to the map.
fn span(from: f64, to: f64, low: i32, high: i32) -> std::ops::Range<i32> {
    (from.max(f64::from(low)) as i32)..(to.min(f64::from(high)) as i32)
}

#[cfg(test)]
mod tests;
