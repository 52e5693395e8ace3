//! Folding a ribbon into a block.
//!
//! The first drawing is a wide tree, and moves of a few rooms at a time cannot turn a ribbon into a
//! block. So a plan that is much longer than wide is cut into bands of about the same length where few
//! corridors cross the cut. Every second band is turned by half a circle and laid below the one before,
//! as a line of text written by an ox that ploughs; what crossed a cut goes round the bend in nested
//! tracks, and so does a corridor in place of a door between two rooms that the cut parts. A half turn
//! keeps the embedding, so nothing crosses.

use mapkiln_core::{Direction, Point};

use super::compact::transposed;
use super::constraints::{Model, Stretch};
use super::objects::{Gate, Objects, Placed, Task, between};
use super::system::Coord;

/// Half a turn mirrors both axes.
const HALF: u8 = 3;

/// Places that are tried for each cut.
const CUTS: i32 = 13;

/// The plan folded along its longer side, if that is at least twice as long and folding makes it squarer.
pub(super) fn folded(task: &Task, objects: &Objects) -> Option<Objects> {
    let bounds = objects.bounds()?;
    let upright = bounds.height > bounds.width;
    let (long, short) = (bounds.width.max(bounds.height), bounds.width.min(bounds.height));
    let bands = bands(long, short);
    if bands < 2 || long < 2 * short {
        return None;
    }
    if upright {
        let turned = transposed(objects);
        Some(transposed(&Fold::new(&Model::new(task, &turned, true, true)?, bands)?.objects()?))
    } else {
        Fold::new(&Model::new(task, objects, false, true)?, bands)?.objects()
    }
}

/// Into how many bands: those that make the squarest block.
fn bands(long: i32, short: i32) -> usize {
    let ratio = |bands: &i32| {
        let (w, h) = (long / bands + if *bands > 1 { 16 } else { 0 }, bands * (short + 1));
        1000 * i64::from(w.max(h)) / i64::from(w.min(h).max(1))
    };
    (1..=40).min_by_key(ratio).unwrap_or(1) as usize
}

/// A plan cut into bands.
struct Fold<'a> {
    model: &'a Model<'a>,
    /// All stretches, and after them the doors between rooms of different bands, which become corridors.
    stretches: Vec<Stretch>,
    /// The band of every variable.
    band: Vec<usize>,
    /// The columns and rows of each band before it is folded.
    columns: Vec<[i32; 2]>,
    rows: Vec<[i32; 2]>,
    /// The first row of each band in the folded plan, and the width of the widest.
    top: Vec<i32>,
    width: i32,
    /// By stretch and bend: the column in which it goes round.
    tracks: Vec<Vec<i32>>,
}

impl<'a> Fold<'a> {
    fn new(model: &'a Model<'a>, bands: usize) -> Option<Self> {
        let count = model.system.now.len();
        let roots: Vec<usize> = (0..count).map(|v| model.system.root((v as u32, 0)).0 as usize).collect();
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); count];
        for rule in &model.system.rules {
            after[roots[rule.a as usize]].push(roots[rule.b as usize] as u32);
        }
        let mut fold = Fold {
            model,
            stretches: model.stretches.clone(),
            band: vec![0; count],
            columns: vec![[i32::MAX, i32::MIN]; bands],
            rows: vec![[i32::MAX, i32::MIN]; bands],
            top: Vec::new(),
            width: 0,
            tracks: Vec::new(),
        };
        let length = model.all.bounds()?.width;
        for cut in 1..bands {
            let right = fold.cut(length, cut, bands, &roots, &after);
            (0..count).filter(|&v| right[roots[v]]).for_each(|v| fold.band[v] += 1);
        }
        // Two cuts through the same wide room are one.
        let mut used = vec![false; bands];
        model
            .sides
            .iter()
            .map(|s| s[0].0 as usize)
            .filter(|&v| v < count)
            .for_each(|v| used[fold.band[v]] = true);
        let number: Vec<usize> =
            (0..bands).map(|b| used[..=b].iter().filter(|u| **u).count().saturating_sub(1)).collect();
        fold.band.iter_mut().for_each(|b| *b = number[*b]);
        let bands = number.last().map_or(0, |last| last + 1);
        fold.columns.truncate(bands);
        fold.rows.truncate(bands);
        if bands < 2 {
            return None;
        }
        let parted = model.shared.iter().filter(|(_, door)| fold.band_of(door.from) != fold.band_of(door.to));
        let parted: Vec<Stretch> = parted.map(|(_, door)| *door).collect();
        fold.stretches.extend(parted);
        fold.measure();
        fold.lay_tracks();
        Some(fold)
    }

    /// What lies behind a cut: everything from a column on, and all that must stay to the right of it.
    /// Of several columns the one counts that few corridors cross and that cuts off its share of rooms.
    fn cut(&self, length: i32, cut: usize, bands: usize, roots: &[usize], after: &[Vec<u32>]) -> Vec<bool> {
        let (cut, bands) = (cut as i32, bands as i32);
        let rooms: Vec<usize> =
            self.model.sides.iter().map(|s| s[0].0 as usize).filter(|&v| v < roots.len()).collect();
        let mut best: Option<(i64, Vec<bool>)> = None;
        for number in 0..CUTS {
            let column = (length * cut + length * (2 * number + 1 - CUTS) / (4 * CUTS)) / bands;
            let mut right = vec![false; roots.len()];
            let mut queue: Vec<usize> = Vec::new();
            for (v, &root) in roots.iter().enumerate() {
                if v == root && self.model.system.now[v] >= column {
                    right[v] = true;
                    queue.push(v);
                }
            }
            while let Some(at) = queue.pop() {
                for &next in &after[at] {
                    if !std::mem::replace(&mut right[next as usize], true) {
                        queue.push(next as usize);
                    }
                }
            }
            let is_right = |coord: Coord| right[roots[coord.0 as usize]];
            let crossing = self
                .model
                .stretches
                .iter()
                .chain(self.model.shared.iter().map(|(_, door)| door))
                .filter(|s| !is_right(s.from) && is_right(s.to))
                .count() as i64;
            let behind = rooms.iter().filter(|&&v| right[roots[v]]).count() as i64;
            let share =
                (behind * i64::from(bands)).abs_diff(rooms.len() as i64 * i64::from(bands - cut)) as i64;
            // One band's worth of rooms too many is as bad as twenty corridors.
            let score = 100 * crossing + 2000 * share / rooms.len().max(1) as i64;
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, right));
            }
        }
        best.map(|(_, right)| right).unwrap_or_default()
    }

    fn band_of(&self, coord: Coord) -> usize {
        self.band[coord.0 as usize]
    }

    fn now(&self, (variable, plus): Coord) -> i32 {
        self.model.system.now[variable as usize] + plus
    }

    /// The columns and rows of every band.
    fn measure(&mut self) {
        let mut marks: Vec<(usize, Option<i32>, [i32; 2])> = Vec::new();
        let model = self.model;
        for (n, room) in model.all.rooms.iter().enumerate() {
            let Some(room) = room else { continue };
            for side in model.sides[n] {
                marks.push((self.band_of(side), Some(self.now(side)), [room.rect.y, room.rect.bottom() - 1]));
            }
        }
        for run in &model.runs {
            let column = (run.column, 0);
            marks.push((self.band_of(column), Some(self.now(column)), [run.top, run.bottom]));
        }
        for (e, route) in model.all.routes.iter().enumerate() {
            for (g, gate) in route.iter().flat_map(|r| r.gates.iter().enumerate()) {
                let column = model.gate_column[e][g];
                marks.push((self.band_of(column), Some(self.now(column)), [gate.at.y, gate.at.y]));
            }
        }
        for stretch in &self.stretches {
            let (first, last) = (self.band_of(stretch.from), self.band_of(stretch.to));
            marks.push((first, Some(self.now(stretch.from)), [stretch.y, stretch.y]));
            marks.push((last, Some(self.now(stretch.to)), [stretch.y, stretch.y]));
            (first..=last).for_each(|band| marks.push((band, None, [stretch.y, stretch.y])));
        }
        for (band, column, [top, bottom]) in marks {
            if let Some(column) = column {
                let [low, high] = self.columns[band];
                self.columns[band] = [low.min(column), high.max(column)];
            }
            let [low, high] = self.rows[band];
            self.rows[band] = [low.min(top), high.max(bottom)];
        }
        self.width = self.columns.iter().map(|[low, high]| high.saturating_sub(*low) + 1).max().unwrap_or(0);
        let mut top = 0;
        for [low, high] in &self.rows {
            self.top.push(top);
            top += high.saturating_sub(*low) + 2;
        }
    }

    /// Tracks around each bend: what is outermost in one band is outermost in the next.
    fn lay_tracks(&mut self) {
        let stretches = &self.stretches;
        self.tracks = vec![Vec::new(); stretches.len()];
        for bend in 0..self.top.len() - 1 {
            let crosses = |s: &usize| {
                (self.band_of(stretches[*s].from)..self.band_of(stretches[*s].to)).contains(&bend)
            };
            let mut crossing: Vec<usize> = (0..stretches.len()).filter(crosses).collect();
            crossing.sort_by_key(|&s| std::cmp::Reverse(self.row(bend, stretches[s].y)));
            for (number, s) in crossing.into_iter().enumerate() {
                let away = 2 * number as i32;
                let column = if bend % 2 == 0 { self.width + 1 + away } else { -2 - away };
                self.tracks[s].push(column);
            }
        }
    }

    fn column(&self, band: usize, x: i32) -> i32 {
        let along = x - self.columns[band][0];
        if band.is_multiple_of(2) { along } else { self.width - 1 - along }
    }

    fn row(&self, band: usize, y: i32) -> i32 {
        let [low, high] = self.rows[band];
        self.top[band] + if band.is_multiple_of(2) { y - low } else { high - y }
    }

    fn point(&self, coord: Coord, y: i32) -> Point {
        let band = self.band_of(coord);
        Point::new(self.column(band, self.now(coord)), self.row(band, y))
    }

    /// The folded plan.
    fn objects(&self) -> Option<Objects> {
        let model = self.model;
        let task = model.task;
        let mut new = Objects {
            rooms: vec![None; task.nodes.len()],
            nets: vec![Vec::new(); task.nodes.len()],
            routes: model.all.routes.clone(),
        };
        for (n, room) in model.all.rooms.iter().enumerate() {
            let Some(room) = room else { continue };
            let [west, east] = model.sides[n];
            let corners = [self.point(west, room.rect.y), self.point(east, room.rect.bottom() - 1)];
            let form = match room.form {
                Some(form) if !self.band_of(west).is_multiple_of(2) => Some(task.turned(n, form, HALF)?),
                form => form,
            };
            new.rooms[n] = Some(Placed { rect: between(corners[0], corners[1]), form });
        }
        let mut cells: Vec<Vec<Point>> = vec![Vec::new(); task.nodes.len() + task.edges.len()];
        for run in &model.runs {
            let ends = [run.top, run.bottom].map(|y| self.point((run.column, 0), y));
            cells[run.area as usize].extend(between(ends[0], ends[1]).cells());
        }
        for (number, (stretch, tracks)) in self.stretches.iter().zip(&self.tracks).enumerate() {
            let cells = &mut cells[stretch.area as usize];
            let first = self.band_of(stretch.from);
            let mut at = self.point(stretch.from, stretch.y);
            for (bend, &column) in tracks.iter().enumerate() {
                let before = Point::new(column, at.y);
                let behind = Point::new(column, self.row(first + bend + 1, stretch.y));
                cells.extend(between(at, before).cells().chain(between(before, behind).cells()));
                at = behind;
            }
            let end = self.point(stretch.to, stretch.y);
            cells.extend(between(at, end).cells());
            if number >= model.stretches.len() {
                // A door that became a corridor ends before the doors at both ends.
                let doors = [self.point(stretch.from, stretch.y), end];
                cells.retain(|p| !doors.contains(p));
            }
        }
        for (area, mut cells) in cells.into_iter().enumerate() {
            cells.sort_unstable_by_key(|p| (p.y, p.x));
            cells.dedup();
            match area.checked_sub(task.nodes.len()) {
                None => new.nets[area] = cells,
                Some(edge) => new.routes[edge].iter_mut().for_each(|r| r.cells.clone_from(&cells)),
            }
        }
        for (e, door) in &model.shared {
            let bands = [self.band_of(door.from), self.band_of(door.to)];
            let Some(route) = new.routes[*e].as_mut().filter(|_| bands[0] != bands[1]) else { continue };
            let Some(&gate) = route.gates.first() else { continue };
            let ends = [door.from, door.to].map(|coord| self.point(coord, door.y));
            let eastwards = gate.facing == Direction::East;
            // The western door first, then in the order of the gate's areas.
            let facing = |band: usize| {
                if band.is_multiple_of(2) { gate.facing } else { gate.facing.opposite() }
            };
            let order = if eastwards { [0, 1] } else { [1, 0] };
            let areas = [[gate.areas[0], door.area], [door.area, gate.areas[1]]];
            let gates = order.into_iter().zip(areas);
            route.gates =
                gates.map(|(i, areas)| Gate { at: ends[i], facing: facing(bands[i]), areas }).collect();
        }
        for (e, route) in new.routes.iter_mut().enumerate() {
            if route.as_ref().is_some_and(|r| r.gates.len() != model.gate_column[e].len()) {
                continue;
            }
            for (g, gate) in route.iter_mut().flat_map(|r| r.gates.iter_mut().enumerate()) {
                let column = model.gate_column[e][g];
                gate.at = self.point(column, gate.at.y);
                if !self.band_of(column).is_multiple_of(2) {
                    gate.facing = gate.facing.opposite();
                }
            }
        }
        Some(new)
    }
}
