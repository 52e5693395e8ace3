//! The border between floor and rock as straight pieces, and what is near a place.

use std::collections::BTreeMap;

use crate::scene::{Frame, Path, Vec2};

/// The border between floor and rock, with an index to find what is near a place.
#[derive(Default)]
pub(crate) struct Border {
    /// Straight pieces, with the floor to their right.
    pub(crate) pieces: Vec<[Vec2; 2]>,
    /// The pieces within reach of each cell, also of cells around the grid, row by row.
    near: Vec<[Vec2; 2]>,
    /// Where those of each cell begin in `near`, and where the last ones end.
    starts: Vec<usize>,
    /// Columns and rows of the index.
    size: [i32; 2],
}

/// How far from a place the index finds pieces.
pub(crate) const REACH: f32 = 1.7;

/// Cells around the grid that the index has.
const MARGIN: i32 = 3;

impl Border {
    pub(super) fn new(pieces: Vec<[Vec2; 2]>, width: i32, height: i32) -> Border {
        let size = [width + 2 * MARGIN + 1, height + 2 * MARGIN + 1].map(|side| side.max(0));
        let mut cells: Vec<Vec<[Vec2; 2]>> = vec![Vec::new(); (size[0] * size[1]) as usize];
        let held = |at: f32, side: i32| (at.floor() as i32 + MARGIN).clamp(-1, side);
        for &[a, b] in &pieces {
            let frame = Frame::between(a, b).grown(REACH);
            for y in held(frame.y, size[1]).max(0)..(held(frame.bottom(), size[1]) + 1).min(size[1]) {
                for x in held(frame.x, size[0]).max(0)..(held(frame.right(), size[0]) + 1).min(size[0]) {
                    cells[(y * size[0] + x) as usize].push([a, b]);
                }
            }
        }
        let mut starts = vec![0];
        starts.extend(cells.iter().scan(0, |end, cell| {
            *end += cell.len();
            Some(*end)
        }));
        Border { pieces, near: cells.concat(), starts, size }
    }

    /// The pieces near a place.
    pub(crate) fn near(&self, p: Vec2) -> &[[Vec2; 2]] {
        let [columns, rows] = self.size;
        let (x, y) = (p.x.floor() as i32 + MARGIN, p.y.floor() as i32 + MARGIN);
        if x < 0 || y < 0 || x >= columns || y >= rows {
            return &[];
        }
        let cell = (y * columns + x) as usize;
        &self.near[self.starts[cell]..self.starts[cell + 1]]
    }

    /// The distance to the border; far away if none is near.
    pub(crate) fn distance(&self, p: Vec2) -> f32 {
        let mut least = REACH + 1.0;
        for &piece in self.near(p) {
            let far = distance_to(p, piece);
            if far < least {
                least = far;
            }
        }
        least
    }

    /// The pieces as long lines, end to end.
    pub(crate) fn lines(&self) -> Path {
        let key = |p: Vec2| ((p.x * 512.0).round() as i32, (p.y * 512.0).round() as i32);
        let mut from: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        let mut into: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        for (i, [a, b]) in self.pieces.iter().enumerate() {
            from.entry(key(*a)).or_default().push(i);
            *into.entry(key(*b)).or_default() += 1;
        }
        let mut used = vec![false; self.pieces.len()];
        let mut path = Path::new();
        // Lines with a loose end first, then the closed ones.
        let loose = (0..self.pieces.len()).filter(|&i| !into.contains_key(&key(self.pieces[i][0])));
        let order: Vec<usize> = loose.chain(0..self.pieces.len()).collect();
        for start in order {
            if used[start] {
                continue;
            }
            let first = key(self.pieces[start][0]);
            let mut at = start;
            path.move_to(self.pieces[at][0]);
            loop {
                used[at] = true;
                let end = self.pieces[at][1];
                if key(end) == first {
                    path.close();
                    break;
                }
                path.line_to(end);
                match from.get(&key(end)).into_iter().flatten().find(|&&i| !used[i]) {
                    Some(&next) => at = next,
                    None => break,
                }
            }
        }
        path
    }
}

/// The distance of a place from a straight piece.
pub(crate) fn distance_to(p: Vec2, [a, b]: [Vec2; 2]) -> f32 {
    let (along, from) = (b - a, p - a);
    let square = along.x * along.x + along.y * along.y;
    let t = if square > 0.0 { ((from.x * along.x + from.y * along.y) / square).clamp(0.0, 1.0) } else { 0.0 };
    (from - along * t).length()
}

/// Where the first piece crosses the second, as a share of its length.
pub(crate) fn crossing([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> Option<f32> {
    let (r, s) = (b - a, d - c);
    let cross = |u: Vec2, v: Vec2| u.x * v.y - u.y * v.x;
    let area = cross(r, s);
    if area.abs() < 1e-9 {
        return None;
    }
    let t = cross(c - a, s) / area;
    let u = cross(c - a, r) / area;
    ((-1e-4..=1.0001).contains(&t) && (-1e-4..=1.0001).contains(&u)).then_some(t)
}

/// Cuts pieces wherever two of them cross or meet.
pub(super) fn cut_at_crossings(pieces: &[[Vec2; 2]]) -> Vec<[Vec2; 2]> {
    let mut near: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    let cells = |[a, b]: [Vec2; 2]| {
        let frame = Frame::between(a, b).grown(0.01);
        let rows = frame.y.floor() as i32..=frame.bottom().floor() as i32;
        rows.flat_map(move |y| (frame.x.floor() as i32..=frame.right().floor() as i32).map(move |x| (x, y)))
    };
    for (i, &piece) in pieces.iter().enumerate() {
        cells(piece).for_each(|cell| near.entry(cell).or_default().push(i));
    }
    let mut cut = Vec::with_capacity(pieces.len());
    for (i, &piece) in pieces.iter().enumerate() {
        let mut others: Vec<usize> = cells(piece).filter_map(|c| near.get(&c)).flatten().copied().collect();
        others.sort_unstable();
        others.dedup();
        let mut at: Vec<f32> = others
            .into_iter()
            .filter(|&j| j != i)
            .filter_map(|j| crossing(piece, pieces[j]))
            .filter(|t| (0.001..0.999).contains(t))
            .collect();
        at.sort_unstable_by(f32::total_cmp);
        let mut from = piece[0];
        for t in at.into_iter().chain([1.0]) {
            let to = if t == 1.0 { piece[1] } else { piece[0] + (piece[1] - piece[0]) * t };
            if (to - from).length() > 1e-3 {
                cut.push([from, to]);
                from = to;
            }
        }
    }
    cut
}
