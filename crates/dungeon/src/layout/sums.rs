//! Summed areas (Crow 1984): whether a rectangle is free of floor, in four look-ups.

use mapkiln_core::{Point, Rect};

use super::draft::Canvas;

/// The floor of a part of a canvas, summed from its north-west corner.
pub(crate) struct Sums {
    area: Rect,
    /// By column and row, one more than the area has of each.
    sums: Vec<u32>,
}

impl Sums {
    /// Sums the floor in the rectangle around all of it, grown by this many cells.
    pub(crate) fn new(canvas: &Canvas, margin: i32) -> Self {
        let area = canvas.bounds().grown(margin);
        let row = area.width as usize + 1;
        let mut sums = vec![0; row * (area.height as usize + 1)];
        for y in 0..area.height as usize {
            let mut line = 0;
            for x in 0..area.width as usize {
                line += u32::from(canvas.is_floor(Point::new(area.x + x as i32, area.y + y as i32)));
                sums[(y + 1) * row + x + 1] = sums[y * row + x + 1] + line;
            }
        }
        Sums { area, sums }
    }

    /// Is there no floor in a rectangle? Outside of the area there is none.
    pub(crate) fn is_free(&self, r: Rect) -> bool {
        let a = self.area;
        let x = |x: i32| (x.clamp(a.x, a.right()) - a.x) as usize;
        let y = |y: i32| (y.clamp(a.y, a.bottom()) - a.y) as usize;
        let at = |x: usize, y: usize| self.sums[y * (a.width as usize + 1) + x];
        let (left, right, top, bottom) = (x(r.x), x(r.right()), y(r.y), y(r.bottom()));
        at(right, bottom) + at(left, top) == at(right, top) + at(left, bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_agree_with_looking() {
        let mut canvas = Canvas::new();
        for p in [(0, 0), (3, 1), (-4, 2), (5, 5)] {
            canvas.set(Point::new(p.0, p.1), 0);
        }
        let sums = Sums::new(&canvas, 2);
        for p in Rect::new(-8, -4, 18, 14).cells() {
            for (w, h) in [(1, 1), (3, 2), (5, 6)] {
                let r = Rect::new(p.x, p.y, w, h);
                assert_eq!(sums.is_free(r), canvas.is_free(r, 0), "{r:?}");
            }
        }
    }
}
