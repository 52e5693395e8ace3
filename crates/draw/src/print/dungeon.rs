//! Dungeons on paper.

use mapkiln_core::Point;
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{DoorPlace, Level, Plan};
use serde::{Deserialize, Serialize};

use super::{MARGIN, Pages, Paper, Tiling};
use crate::dungeon::{self, DungeonView, KeyPlace, Line, Paragraph, Setting, Style};
use crate::error::Error;
use crate::pdf::{Book, INCH, Placed};
use crate::scene::{Color, Frame, Scene, Vec2};

/// How a dungeon is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DungeonPrint {
    /// The paper; default A4.
    pub paper: Paper,
    /// What is printed; default the overview.
    pub pages: Pages,
    /// The look; default ink, which saves toner.
    pub style: Style,
    /// Who the print is for; default the game master.
    pub audience: Audience,
    /// Who the sheets at true scale are for; default the players, since they lie on the table.
    pub sheets_for: Audience,
    /// Print one level, counted from 0; default all of them.
    pub level: Option<usize>,
    /// Print the key on the overview; default yes. A players' print has none.
    pub key: bool,
}

impl Default for DungeonPrint {
    fn default() -> Self {
        DungeonPrint {
            paper: Paper::default(),
            pages: Pages::default(),
            style: Style::Ink,
            audience: Audience::default(),
            sheets_for: Audience::Players,
            level: None,
            key: true,
        }
    }
}

impl DungeonPrint {
    /// The plan as a PDF file.
    pub fn pdf(&self, plan: &Plan) -> Result<Vec<u8>, Error> {
        let plan = &*plan.for_audience(self.audience);
        let mut book = Book::new(if plan.title.is_empty() { "Dungeon" } else { &plan.title });
        if let Some(level) = self.level.filter(|&level| level >= plan.levels.len()) {
            return Err(Error::NoLevel { asked: level + 1, levels: plan.levels.len() });
        }
        let levels = self.level.map_or(0..plan.levels.len(), |level| level..level + 1);
        if self.pages != Pages::Sheets {
            // A level stands with its own key.
            for level in levels.clone() {
                self.overview(plan, level, &mut book)?;
            }
        }
        if self.pages != Pages::Overview {
            let plan = &*plan.for_audience(self.sheets_for);
            for level in levels {
                self.sheets(plan, level, &mut book)?;
            }
        }
        book.finish()
    }

    /// The map as large as the key leaves room for; a very long key runs on to further pages.
    fn overview(&self, plan: &Plan, level: usize, book: &mut Book) -> Result<(), Error> {
        let view = DungeonView {
            style: self.style,
            audience: self.audience,
            level: Some(level),
            key: KeyPlace::None,
            ..DungeonView::default()
        };
        let key =
            if self.key && self.audience.knows_secrets() { dungeon::key(plan, &[level]) } else { Vec::new() };
        let (short, long) = self.paper.size();
        // The map has about half of the sheet beside a key, and all of it without.
        let share = if key.is_empty() { 1.0 } else { 0.58 };
        let scene = view.scene_on_paper(plan, short - 2.0 * MARGIN, share * (long - 2.0 * MARGIN))?;
        let wide = scene.frame.width > scene.frame.height;
        // Map and key share the longer side; without a key the page follows the map.
        let (width, height) = match (key.is_empty(), wide) {
            (true, true) | (false, false) => (long, short),
            (true, false) | (false, true) => (short, long),
        };
        let page = Frame::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
        if key.is_empty() {
            return book.page(width, height, &[Placed::fitted(&scene, page)]);
        }
        let aspect = scene.frame.width / scene.frame.height;
        let gap = 12.0;
        for share in [0.66, 0.58, 0.5, 0.42] {
            let (map, rest) = if wide {
                let tall = (page.width / aspect).min(page.height * share);
                let map = Frame::new(page.x, page.y, page.width, tall);
                (map, Frame::new(page.x, page.y + tall + gap, page.width, page.height - tall - gap))
            } else {
                let broad = (page.height * aspect).min(page.width * share);
                let map = Frame::new(page.x, page.y, broad, page.height);
                (map, Frame::new(page.x + broad + gap, page.y, page.width - broad - gap, page.height))
            };
            for size in SIZES {
                let mut words = Scene::new("", Frame::new(0.0, 0.0, width, height));
                let columns = Columns::new(rest, size);
                let (left, _) = columns.fill(&columns.lines(&key), &mut words);
                let last = share < 0.45 && size == SIZES[1];
                if left == 0 || last {
                    let whole =
                        Placed { scene: &words, window: words.frame, at: Vec2::default(), scale: 1.0 };
                    book.page(width, height, &[Placed::fitted(&scene, map), whole])?;
                    return if left == 0 {
                        Ok(())
                    } else {
                        more_key(book, &columns, &key, left, (width, height))
                    };
                }
            }
        }
        Ok(())
    }

    fn sheets(&self, plan: &Plan, number: usize, book: &mut Book) -> Result<(), Error> {
        let mut scene = DungeonView::bare(self.style, self.sheets_for, number).scene(plan)?;
        let level = &plan.levels[number];
        let floor = floor_cells(level);
        let around = |p: &Point| Frame::new(p.x as f32 - 0.6, p.y as f32 - 0.6, 2.2, 2.2);
        let Some(used) = floor.iter().map(around).reduce(Frame::union) else { return Ok(()) };
        // Begin at whole cells, so that cuts fall on grid lines.
        let whole = Frame::new(0.0, 0.0, level.width as f32, level.height as f32);
        let (left, top) = (used.x.floor(), used.y.floor());
        scene.frame = Frame::new(left, top, used.right().ceil() - left, used.bottom().ceil() - top);
        if self.style.look(Setting::default()).rock.is_solid() {
            scene.frame = scene.frame.meet(whole);
        }
        // Half a wall's width beyond a cut belongs to the neighbour; a sheet needs its own floor.
        let is_used = |own: Frame| {
            let own = own.grown(-0.05);
            floor.iter().any(|&p| Frame::new(p.x as f32, p.y as f32, 1.0, 1.0).touches(own))
        };
        let tiling =
            Tiling::new(&scene, self.paper, INCH * plan.cell_feet as f32 / 5.0, Some(1.0), &is_used)?;
        let title = if plan.title.is_empty() { "Dungeon" } else { &plan.title };
        let name = dungeon::level_name(plan, number);
        let title = if name.is_empty() { title.to_owned() } else { format!("{title} – {name}") };
        tiling.print(book, &title, "1 inch = 5 ft")
    }
}

/// Every cell that is floor.
fn floor_cells(level: &Level) -> Vec<Point> {
    let rooms = level.rooms.iter().flat_map(|r| r.outline.cells());
    let ways = level.corridors.iter().flat_map(|c| c.cells.iter().copied());
    let doors = level.doors.iter().filter_map(|d| match d.place {
        DoorPlace::Cell { at, .. } => Some(at),
        DoorPlace::Edge { .. } => None,
    });
    rooms.chain(ways).chain(doors).collect()
}

/// Further pages with the rest of the key.
fn more_key(
    book: &mut Book,
    first: &Columns,
    key: &[Paragraph],
    left: usize,
    (width, height): (f32, f32),
) -> Result<(), Error> {
    let page = Frame::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let columns = Columns { frame: page, ..*first };
    // Lines are as wide as on the first page, so that what was set there stays set.
    let lines = first.lines(key);
    let mut from = lines.len() - left;
    while from < lines.len() {
        let mut words = Scene::new("", Frame::new(0.0, 0.0, width, height));
        let (left, _) = columns.fill(&lines[from..], &mut words);
        let whole = Placed { scene: &words, window: words.frame, at: Vec2::default(), scale: 1.0 };
        book.page(width, height, &[whole])?;
        let next = lines.len() - left;
        if next == from {
            break;
        }
        from = next;
    }
    Ok(())
}

/// Columns of text in a part of a page, in points.
#[derive(Clone, Copy)]
struct Columns {
    frame: Frame,
    size: f32,
    width: f32,
}

const GUTTER: f32 = 14.0;

/// Sizes of the key in points; what does not fit goes to another page rather than smaller.
const SIZES: [f32; 2] = [9.0, 8.0];

/// The narrowest column: 70 mm.
const COLUMN: f32 = 198.0;

impl Columns {
    fn new(frame: Frame, size: f32) -> Columns {
        let count = ((frame.width + GUTTER) / (COLUMN + GUTTER)).floor().max(1.0);
        Columns { frame, size, width: (frame.width + GUTTER) / count - GUTTER }
    }

    fn lines(&self, key: &[Paragraph]) -> Vec<Line> {
        dungeon::set_whole(key, self.size, self.width)
    }

    /// Fills the columns; says how many lines are left over and how many were used.
    fn fill(&self, lines: &[Line], page: &mut Scene) -> (usize, usize) {
        let layer = page.layer("key");
        let frame = self.frame;
        let (mut x, mut y) = (frame.x, frame.y);
        let mut i = 0;
        while i < lines.len() {
            // Lines that stay together.
            let mut end = i;
            while lines[end].keeps_next && end + 1 < lines.len() {
                end += 1;
            }
            let block = |at_head: bool| -> f32 { (i..=end).map(|k| lines[k].takes(at_head && k == i)).sum() };
            if y > frame.y && y + block(false) > frame.bottom() {
                (x, y) = (x + self.width + GUTTER, frame.y);
            }
            let too_tall = block(true) > frame.height;
            if x + self.width > frame.right() + 1.0 || (y == frame.y && too_tall && end > i) {
                // A block taller than any column is broken where it must.
                if x + self.width > frame.right() + 1.0 {
                    return (lines.len() - i, i);
                }
                end = i;
            }
            for line in &lines[i..=end] {
                let at_head = y == frame.y;
                if !at_head && y + line.takes(false) > frame.bottom() + 0.01 {
                    (x, y) = (x + self.width + GUTTER, frame.y);
                    if x + self.width > frame.right() + 1.0 {
                        return (lines.len() - i, i);
                    }
                }
                y += line.takes(y == frame.y);
                line.draw(layer, Vec2::new(x, y - line.rise()), Color::BLACK);
                i += 1;
            }
        }
        (0, lines.len())
    }
}
