//! Shapes of rooms other than rectangles: round, cross, L, cave, and templates drawn as text.

use mapkiln_core::{Direction, Grid, Point, Rect, Stream};
use mapkiln_maps::plan::RoomShape;

use super::objects::Exit;

/// A shape, at the origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) cells: Vec<Point>,
    /// The cells and all that are beside them, corners included.
    pub(super) skin: Vec<Point>,
    /// The cells as rectangles, to test quickly whether it fits.
    pub(super) parts: Vec<Rect>,
    /// Where doors may be.
    pub(super) sites: Vec<Exit>,
    pub(super) shape: RoomShape,
}

impl Form {
    /// A form from its cells; `doors` are the wall cells that may become doors, or none if all may.
    fn new(cells: &[Point], doors: &[Point], shape: RoomShape) -> Option<Form> {
        let (left, top) = (cells.iter().map(|p| p.x).min()?, cells.iter().map(|p| p.y).min()?);
        let at = Point::new(left, top);
        let mut cells: Vec<Point> = cells.iter().map(|&p| p - at).collect();
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        cells.dedup();
        let width = cells.iter().map(|p| p.x).max()? + 1;
        let height = cells.iter().map(|p| p.y).max()? + 1;
        let mut grid = Grid::new(width + 4, height + 4, false);
        let inner = Point::new(2, 2);
        for &p in &cells {
            grid[p + inner] = true;
        }
        let holds = |p: Point| grid.get(p + inner) == Some(&true);
        let around = Rect::new(-1, -1, width + 2, height + 2);
        let skin = around.cells().filter(|&p| holds(p) || p.around().into_iter().any(holds)).collect();
        let mut sites = Vec::new();
        for &cell in &cells {
            for out in Direction::ALL {
                let exit = Exit { door: cell.step(out), out };
                let (side, behind) = (out.clockwise(), exit.cell());
                let beside = |p: Point| [p.step(side), p.step(side.opposite())];
                let blocked = [exit.door, behind].into_iter().flat_map(|p| [p].into_iter().chain(beside(p)));
                let wanted = doors.is_empty() || doors.contains(&(exit.door + at));
                if wanted && !blocked.into_iter().any(holds) {
                    sites.push(exit);
                }
            }
        }
        let mut parts: Vec<Rect> = Vec::new();
        for y in 0..height {
            let mut x = 0;
            while x < width {
                let start = x;
                while x < width && holds(Point::new(x, y)) {
                    x += 1;
                }
                if x > start {
                    let above =
                        parts.iter_mut().find(|r| r.bottom() == y && (r.x, r.width) == (start, x - start));
                    match above {
                        Some(rect) => rect.height += 1,
                        None => parts.push(Rect::new(start, y, x - start, 1)),
                    }
                }
                x += 1;
            }
        }
        // The largest first: what does not fit fails soon.
        parts.sort_by_key(|r| std::cmp::Reverse(r.area()));
        Some(Form { width, height, cells, skin, parts, sites, shape })
    }

    /// A room of this shape and size; none where a rectangle is meant.
    pub(super) fn of_shape(shape: RoomShape, w: i32, h: i32, stream: &mut Stream) -> Option<Form> {
        let cells = cells_of(shape, w, h, &[], stream)?;
        Form::new(&cells, &[], shape).filter(|form| form.is_whole() && form.sites.len() >= 4)
    }

    /// Reads a template: `.` is floor, `#` wall, `+` a wall where a door may be; without any `+` doors
    /// may be everywhere.
    pub(super) fn template(text: &str) -> Result<Form, String> {
        let (mut cells, mut doors) = (Vec::new(), Vec::new());
        for (y, line) in text.lines().enumerate() {
            for (x, c) in line.chars().enumerate() {
                let p = Point::new(x as i32, y as i32);
                match c {
                    '.' => cells.push(p),
                    '+' => doors.push(p),
                    '#' | ' ' => {}
                    other => {
                        return Err(format!("a template has `{other}`; use `.` floor, `#` wall, `+` door"));
                    }
                }
            }
        }
        let wide = cells.iter().map(|p| p.x.max(p.y)).max().unwrap_or(0);
        if wide > 100 {
            return Err("a template is at most 100 cells wide and high".to_owned());
        }
        let form = Form::new(&cells, &doors, RoomShape::Rectangle).ok_or("a template has no floor (`.`)")?;
        if !form.is_whole() {
            return Err("a template's floor is in several pieces or has a hole".to_owned());
        }
        if form.sites.is_empty() {
            return Err("a template has no wall where a door could be: mark some with `+`".to_owned());
        }
        Ok(form)
    }

    /// One piece without a hole: then it has an outline.
    fn is_whole(&self) -> bool {
        mapkiln_maps::plan::Outline::around(&self.cells).is_some()
    }

    pub(super) fn is_rectangle(&self) -> bool {
        self.cells.len() as i32 == self.width * self.height
            && self.sites.len() as i32 == 2 * (self.width + self.height)
    }

    /// Its turns and mirror images, each once.
    pub(super) fn turns(&self) -> Vec<Form> {
        let mut found: Vec<Form> = Vec::new();
        for turn in 0..8 {
            let point = |p: Point| {
                let p = if turn & 1 == 1 { Point::new(-p.x, p.y) } else { p };
                let p = if turn & 2 == 2 { Point::new(p.x, -p.y) } else { p };
                if turn & 4 == 4 { Point::new(p.y, p.x) } else { p }
            };
            let cells: Vec<Point> = self.cells.iter().map(|&p| point(p)).collect();
            let doors: Vec<Point> = self.sites.iter().map(|s| point(s.door)).collect();
            let form = Form::new(&cells, &doors, self.shape);
            found.extend(form.filter(|f| !found.contains(f)));
        }
        found
    }
}

/// Says what is wrong with a template, if anything.
pub(crate) fn check_template(text: &str) -> Result<(), String> {
    Form::template(text).map(drop)
}

/// The cells of a shape in a box; a cave has the cells to `keep`.
fn cells_of(shape: RoomShape, w: i32, h: i32, keep: &[Point], stream: &mut Stream) -> Option<Vec<Point>> {
    let all = Rect::new(0, 0, w, h);
    Some(match shape {
        RoomShape::Circle => {
            // In quarters of a cell: a cell belongs to the ellipse if its middle does.
            let inside = |p: &Point| {
                let (dx, dy) = (i64::from(2 * p.x + 1 - w), i64::from(2 * p.y + 1 - h));
                let (w, h) = (i64::from(w), i64::from(h));
                dx * dx * h * h + dy * dy * w * w <= w * w * h * h
            };
            all.cells().filter(inside).collect()
        }
        RoomShape::Octagon => {
            let cut = (w.min(h) / 3).max(1);
            let corner = |p: &Point| p.x.min(w - 1 - p.x) + p.y.min(h - 1 - p.y) >= cut;
            all.cells().filter(corner).collect()
        }
        RoomShape::Cross => {
            let (cx, cy) = ((w - 1) / 3, (h - 1) / 3);
            let arm = |p: &Point| (p.x >= cx && p.x < w - cx) || (p.y >= cy && p.y < h - cy);
            all.cells().filter(arm).collect()
        }
        RoomShape::L => {
            let (cx, cy) = (w - w / 2, h - h / 2);
            all.cells().filter(|p| p.x < cx || p.y < cy).collect()
        }
        RoomShape::Cave => cave(w, h, keep, stream),
        _ => return None,
    })
}

/// A shape cut out of a room that was laid out as a rectangle: it keeps the cells before its doors. Nothing
/// if too little is left of the shape.
pub(super) fn carved(
    shape: RoomShape,
    w: i32,
    h: i32,
    doors: &[Point],
    stream: &mut Stream,
) -> Option<Vec<Point>> {
    let mut cells = cells_of(shape, w, h, doors, stream)?;
    for &door in doors {
        // From the door straight to the middle, until the shape is there.
        let mut at = door;
        while !cells.contains(&at) {
            cells.push(at);
            let (dx, dy) = (2 * at.x + 1 - w, 2 * at.y + 1 - h);
            let inwards = door.x == 0 || door.x == w - 1;
            if dx != 0 && (inwards || dy.abs() <= 1) {
                at.x -= dx.signum();
            } else {
                at.y -= dy.signum();
            }
        }
    }
    cells.sort_unstable_by_key(|p| (p.y, p.x));
    let less = (cells.len() as i32) < w * h;
    let whole = super::objects::bounding(&cells) == Some(Rect::new(0, 0, w, h));
    (less && whole && mapkiln_maps::plan::Outline::around(&cells).is_some()).then_some(cells)
}

/// A cave: a blob that fills most of its box, with the cells to `keep`.
fn cave(w: i32, h: i32, keep: &[Point], stream: &mut Stream) -> Vec<Point> {
    let mut grid = Grid::new(w, h, true);
    // Corners and some of the rim are rock; a cell is taken only while the rest stays in one piece.
    let bites = (w * h) / 4;
    // The corners first: a cave has none.
    let corners = [(0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)];
    for bite in 0..bites + 4 {
        let p = match corners.get(bite as usize) {
            Some(&(x, y)) => Point::new(x, y),
            None => Point::new(stream.between(0, w - 1), stream.between(0, h - 1)),
        };
        let holds = |p: Point| grid.get(p) == Some(&true);
        let ring: Vec<bool> = p.around().into_iter().map(holds).collect();
        // A cell can go if its neighbours around it form one run, so that nothing is cut off.
        let changes = (0..8).filter(|&i| ring[i] != ring[(i + 1) % 8]).count();
        let beside = p.beside().into_iter().filter(|&q| holds(q)).count();
        if holds(p) && !keep.contains(&p) && changes == 2 && (1..=2).contains(&beside) {
            grid[p] = false;
        }
    }
    grid.iter().filter(|(_, on)| **on).map(|(p, _)| p).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    #[test]
    fn shapes_are_whole_and_keep_their_size() {
        let mut stream = Seed::from("forms").stream("test", 0);
        let shapes = [RoomShape::Circle, RoomShape::Octagon, RoomShape::Cross, RoomShape::L, RoomShape::Cave];
        for shape in shapes {
            for (w, h) in [(4, 4), (5, 7), (7, 5), (9, 9)] {
                let form = Form::of_shape(shape, w, h, &mut stream).unwrap();
                assert!((form.cells.len() as i32) < w * h, "{shape:?}");
                assert_eq!((form.width, form.height), (w, h), "{shape:?}");
                assert_eq!(form.parts.iter().map(|r| r.area()).sum::<i64>(), form.cells.len() as i64);
            }
        }
    }

    #[test]
    fn templates_say_where_doors_may_be() {
        let form = Form::template("####\n+..#\n#..#\n##+#").unwrap();
        assert_eq!((form.width, form.height, form.sites.len()), (2, 2, 2));
        assert_eq!(form.turns().len(), 4);
        assert!(Form::template("#?#").is_err() && Form::template("##").is_err());
        assert!(Form::template(". .").unwrap_err().contains("pieces"));
    }
}
