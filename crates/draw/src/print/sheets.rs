//! A scene cut into sheets at true scale.

use super::{MARGIN, Paper};
use crate::error::Error;
use crate::pdf::{Book, INCH, Placed};
use crate::scene::{Anchor, Color, Frame, Path, Scene, Stroke, Text, Vec2};

/// How far neighbouring sheets show the same part of the map, in points: as much as leaves seven
/// inches of map on A4.
const OVERLAP: f32 = 0.36 * INCH;
/// The most sheets of a print: more than anyone will glue.
const MOST_SHEETS: usize = 2_000;
/// The most sheets for which other first cuts are tried.
const MOST_SHIFTED: usize = 64;

/// How a scene is cut into sheets.
pub(crate) struct Tiling<'a> {
    scene: &'a Scene,
    /// The part of the map that is cut: the scene's frame, begun so that the fewest sheets are used.
    frame: Frame,
    /// Page in points; landscape if that needs fewer sheets.
    page: (f32, f32),
    /// Points per map unit.
    scale: f32,
    /// What each sheet adds to its neighbours, in map units.
    step: Vec2,
    columns: usize,
    rows: usize,
    /// Sheets in use, row by row.
    used: Vec<bool>,
}

impl<'a> Tiling<'a> {
    /// Chooses the orientation and the first cuts that need the fewest sheets.
    pub(crate) fn new(
        scene: &'a Scene,
        paper: Paper,
        scale: f32,
        snap: Option<f32>,
        is_used: &dyn Fn(Frame) -> bool,
    ) -> Result<Tiling<'a>, Error> {
        let (width, height) = paper.size();
        let upright = Tiling::best_cut(scene, (width, height), scale, snap, is_used)?;
        let sideways = Tiling::best_cut(scene, (height, width), scale, snap, is_used)?;
        Ok(if sideways.count() < upright.count() { sideways } else { upright })
    }

    /// The cut of a page size that needs the fewest sheets; with cells to cut between, the map may
    /// begin anywhere on its first sheet.
    fn best_cut(
        scene: &'a Scene,
        page: (f32, f32),
        scale: f32,
        snap: Option<f32>,
        is_used: &dyn Fn(Frame) -> bool,
    ) -> Result<Tiling<'a>, Error> {
        let mut best = Tiling::cut(scene, scene.frame, page, scale, snap, is_used)?;
        let Some(cell) = snap else { return Ok(best) };
        let across = |step: f32| (step / cell) as i32;
        if best.used.len() > MOST_SHIFTED {
            return Ok(best);
        }
        for down in 0..across(best.step.y) {
            for right in 0..across(best.step.x) {
                let (right, down) = (right as f32 * cell, down as f32 * cell);
                let frame = Frame::between(
                    Vec2::new(scene.frame.x - right, scene.frame.y - down),
                    Vec2::new(scene.frame.right(), scene.frame.bottom()),
                );
                let tiling = Tiling::cut(scene, frame, page, scale, snap, is_used)?;
                if tiling.count() < best.count() {
                    best = tiling;
                }
            }
        }
        Ok(best)
    }

    fn cut(
        scene: &'a Scene,
        frame: Frame,
        page: (f32, f32),
        scale: f32,
        snap: Option<f32>,
        is_used: &dyn Fn(Frame) -> bool,
    ) -> Result<Tiling<'a>, Error> {
        let side = |length: f32| {
            let units = (length - 2.0 * MARGIN - OVERLAP) / scale;
            // Cuts fall on grid lines if at least one cell fits.
            snap.filter(|&cell| units >= cell).map_or(units, |cell| (units / cell).floor() * cell)
        };
        let step = Vec2::new(side(page.0), side(page.1));
        let sheets = |length: f32, step: f32| (length / step - 1e-3).ceil().max(1.0);
        let (columns, rows) = (sheets(frame.width, step.x), sheets(frame.height, step.y));
        if step.x <= 0.0 || step.y <= 0.0 || columns * rows > MOST_SHEETS as f32 {
            return Err(Error::Sheets { columns, rows });
        }
        let (columns, rows) = (columns as usize, rows as usize);
        let mut tiling = Tiling { scene, frame, page, scale, step, columns, rows, used: Vec::new() };
        tiling.used = (0..columns * rows).map(|i| is_used(tiling.own(i))).collect();
        Ok(tiling)
    }

    /// How many sheets are printed.
    pub(crate) fn count(&self) -> usize {
        self.used.iter().filter(|used| **used).count()
    }

    /// The part of the map that is a sheet's own.
    fn own(&self, sheet: usize) -> Frame {
        let (column, row) = ((sheet % self.columns) as f32, (sheet / self.columns) as f32);
        let frame = self.frame;
        Frame::new(frame.x + column * self.step.x, frame.y + row * self.step.y, self.step.x, self.step.y)
    }

    /// A sheet's name: a letter for the row, a number for the column.
    fn name(&self, sheet: usize) -> String {
        let (column, mut row) = (sheet % self.columns, sheet / self.columns);
        let mut letters = String::new();
        loop {
            letters.insert(0, char::from(b'A' + (row % 26) as u8));
            if row < 26 {
                break;
            }
            row = row / 26 - 1;
        }
        format!("{letters}{}", column + 1)
    }

    /// Prints the plan of the sheets, then the sheets.
    pub(crate) fn print(&self, book: &mut Book, title: &str, scale_note: &str) -> Result<(), Error> {
        self.print_plan(book, title, scale_note)?;
        let total = self.count();
        let sheets = (0..self.used.len()).filter(|&sheet| self.used[sheet]);
        for (number, sheet) in sheets.enumerate() {
            let marks = self.marks(sheet, &format!("{title} · sheet {} of {total}", number + 1), scale_note);
            let own = self.own(sheet);
            let lap = OVERLAP / self.scale;
            let frame = self.scene.frame;
            // The map ends at its own border, not at the paper's.
            let shown = Frame::between(
                Vec2::new(own.x.max(frame.x), own.y.max(frame.y)),
                Vec2::new((own.right() + lap).min(frame.right()), (own.bottom() + lap).min(frame.bottom())),
            );
            let at =
                Vec2::new(MARGIN + (shown.x - own.x) * self.scale, MARGIN + (shown.y - own.y) * self.scale);
            let map = Placed { scene: self.scene, window: shown, at, scale: self.scale };
            let over = Placed { scene: &marks, window: marks.frame, at: Vec2::default(), scale: 1.0 };
            book.page(self.page.0, self.page.1, &[map, over])?;
        }
        Ok(())
    }

    /// Registration marks, cut lines, the sheet's name and a measure, in points on the page.
    fn marks(&self, sheet: usize, caption: &str, scale_note: &str) -> Scene {
        let (width, height) = self.page;
        let mut scene = Scene::new("", Frame::new(0.0, 0.0, width, height));
        let layer = scene.layer("marks");
        let own = Frame::new(MARGIN, MARGIN, self.step.x * self.scale, self.step.y * self.scale);
        let thin = Stroke::new(Color::BLACK, 0.5);
        for x in [own.x, own.right()] {
            for y in [own.y, own.bottom()] {
                let mut cross = Path::line(Vec2::new(x - 10.0, y), Vec2::new(x + 10.0, y));
                cross.extend(&Path::line(Vec2::new(x, y - 10.0), Vec2::new(x, y + 10.0)));
                cross.extend(&Path::circle(Vec2::new(x, y), 4.5));
                layer.stroke(cross.clone(), Stroke::new(Color::WHITE.faded(0.8), 2.0));
                layer.stroke(cross, thin);
            }
        }
        let dashed = Stroke::new(Color::hex(0x777777), 0.4).dashed(4.0, 4.0);
        let (column, row) = (sheet % self.columns, sheet / self.columns);
        if column + 1 < self.columns {
            layer.stroke(
                Path::line(Vec2::new(own.right(), own.y), Vec2::new(own.right(), own.bottom())),
                dashed,
            );
        }
        if row + 1 < self.rows {
            layer.stroke(
                Path::line(Vec2::new(own.x, own.bottom()), Vec2::new(own.right(), own.bottom())),
                dashed,
            );
        }
        let foot = height - 0.5 * MARGIN;
        layer.text(
            Text::new(Vec2::new(MARGIN + 14.0, 0.7 * MARGIN), 13.0, Color::BLACK, self.name(sheet)).bold(),
        );
        layer.text(Text::new(Vec2::new(MARGIN + 44.0, 0.7 * MARGIN), 9.0, Color::BLACK, caption));
        // One inch, to check the printer's scale.
        let bar = Vec2::new(width - MARGIN - INCH - 14.0, foot - 2.0);
        let mut rule = Path::line(bar, bar + Vec2::new(INCH, 0.0));
        for x in [0.0, INCH] {
            rule.extend(&Path::line(bar + Vec2::new(x, -4.0), bar + Vec2::new(x, 4.0)));
        }
        layer.stroke(rule, Stroke::new(Color::BLACK, 0.8));
        let note = Text::new(
            bar + Vec2::new(-6.0, 3.0),
            8.0,
            Color::BLACK,
            format!("{scale_note} · this line is 1 inch"),
        );
        layer.text(note.anchored(Anchor::End));
        let beside = |ok: bool, name: &str, sheet: usize| {
            let shown = ok && self.used.get(sheet).copied().unwrap_or(false);
            shown.then(|| format!("{name} {}", self.name(sheet)))
        };
        let neighbours: Vec<String> = [
            beside(column + 1 < self.columns, "right:", sheet + 1),
            beside(row + 1 < self.rows, "below:", sheet + self.columns),
        ]
        .into_iter()
        .flatten()
        .collect();
        layer.text(Text::new(
            Vec2::new(MARGIN + 14.0, foot + 1.0),
            8.0,
            Color::BLACK,
            neighbours.join("   "),
        ));
        scene
    }

    /// Which sheet goes where.
    fn print_plan(&self, book: &mut Book, title: &str, scale_note: &str) -> Result<(), Error> {
        let (width, height) = self.page;
        let mut page = Scene::new("", Frame::new(0.0, 0.0, width, height));
        let room = Frame::new(MARGIN, 2.6 * MARGIN, width - 2.0 * MARGIN, height - 4.0 * MARGIN);
        let whole = Frame::new(
            self.frame.x,
            self.frame.y,
            (self.step.x * self.columns as f32).max(self.frame.width),
            (self.step.y * self.rows as f32).max(self.frame.height),
        );
        let scale = (room.width / whole.width).min(room.height / whole.height);
        let at = Vec2::new(room.x + (room.width - whole.width * scale) / 2.0, room.y);
        let shown = self.scene.frame;
        let begun = Vec2::new(at.x + (shown.x - whole.x) * scale, at.y + (shown.y - whole.y) * scale);
        let map = Placed { scene: self.scene, window: shown, at: begun, scale };
        let layer = page.layer("sheet plan");
        layer.text(Text::new(Vec2::new(MARGIN, 1.2 * MARGIN), 18.0, Color::BLACK, title).bold());
        let total = self.count();
        let empty = self.used.len() - total;
        let mut words = format!("Sheet plan: {total} sheets at true scale, {scale_note}. Print at 100 %.");
        if empty > 0 {
            words.push_str(&format!(" {empty} empty sheets are left out."));
        }
        layer.text(Text::new(Vec2::new(MARGIN, 1.8 * MARGIN), 10.0, Color::BLACK, words));
        for sheet in 0..self.used.len() {
            let own = self.own(sheet);
            let shown = Frame::new(
                at.x + (own.x - whole.x) * scale,
                at.y + (own.y - whole.y) * scale,
                own.width * scale,
                own.height * scale,
            );
            if !self.used[sheet] {
                layer.stroke(Path::rect(shown), Stroke::new(Color::hex(0xaaaaaa), 0.4).dashed(3.0, 3.0));
                continue;
            }
            layer.stroke(Path::rect(shown), Stroke::new(Color::WHITE, 2.2));
            layer.stroke(Path::rect(shown), Stroke::new(Color::hex(0xb02020), 0.9));
            let size = (shown.width.min(shown.height) * 0.3).clamp(6.0, 28.0);
            let mut name = Text::new(
                shown.centre() + Vec2::new(0.0, 0.33 * size),
                size,
                Color::hex(0xb02020),
                self.name(sheet),
            )
            .bold()
            .anchored(Anchor::Middle);
            name.halo = Some(Stroke::new(Color::WHITE.faded(0.85), 0.16 * size).round());
            layer.text(name);
        }
        let over = Placed { scene: &page, window: page.frame, at: Vec2::default(), scale: 1.0 };
        book.page(width, height, &[map, over])
    }
}
