//! Networks of endless worlds.
//!
//! The plane is divided into squares with a hub in each. What can fork, such as a road, joins every hub
//! to the next ones, and its side streets grow in the square of their hub. What cannot, such as a
//! stream, runs through a column of squares from north to south (or through a row). A network whose
//! places are all given as shares, such as a town's wall, is drawn around every hub. Each piece lies in
//! its own box and depends on the seed and its place alone. Complexity: the cells of a box per piece,
//! made once.

use std::sync::Arc;

use super::atlas::{Atlas, HUB_SPACING, WRAP};
use super::network::{NetworkRules, PLAIN, Ways, border_toll};
use super::noise::hash;
use super::{MapPoint, Spots};

/// Cells around the two ends of a link.
const MARGIN: i64 = 8;
/// Places given as shares lie around a hub as on a map of this many cells per side.
const AROUND: i64 = HUB_SPACING * 13 / 16;
/// Places repeat this far from the origin, so no piece comes near there.
const FARTHEST: i64 = WRAP - 4 * HUB_SPACING;
/// The most pieces that are kept.
const MOST_PIECES: usize = 4096;

/// Seed, network, column and row of the hub, and which piece.
pub(super) type LinkKey = (u64, usize, i64, i64, Piece);

/// The cells of a piece with the sides where it leaves them.
pub(super) type Link = Arc<Vec<(i64, i64, u8)>>;

/// A piece of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// From a hub to the next one in the east.
    East,
    /// From a hub to the next one in the south.
    South,
    /// A stream through the hub's square.
    Through,
    /// A wall around the hub.
    Around,
    /// Side streets in the hub's square.
    Streets,
}

/// Cells in the plane: the first column and row, and the ones after the last.
type Bounds = [i64; 4];

impl NetworkRules {
    /// Adds what a network has in a part of the plane.
    pub(super) fn draw_endless(&self, number: usize, atlas: &Atlas, ways: &mut Ways, at: (i64, i64)) {
        let bounds = [at.0, at.1, at.0 + ways.width, at.1 + ways.height];
        self.draw_pieces(number, self.pieces(number), atlas, ways, bounds);
        let data = &self.networks[number].data;
        if data.share > 0.0 && data.side.is_some() && self.can_fork(number) {
            self.draw_pieces(number, &[Piece::Streets], atlas, ways, bounds);
        }
    }

    /// The networks that endless worlds do not have: with a single place, there is nothing to join.
    pub(super) fn left_out(&self) -> Vec<String> {
        let empty = (0..self.networks.len()).filter(|&number| self.pieces(number).is_empty());
        empty.map(|number| format!("the network `{}`", self.networks[number].data.letter)).collect()
    }

    /// What a network consists of, but for its side streets.
    pub(super) fn pieces(&self, number: usize) -> &'static [Piece] {
        let joins = &self.networks[number].data.joins;
        if joins.iter().all(|place| matches!(place, MapPoint::Share(_))) {
            return if joins.len() > 1 { &[Piece::Around] } else { &[] };
        }
        if self.can_fork(number) { &[Piece::East, Piece::South] } else { &[Piece::Through] }
    }

    fn draw_pieces(&self, number: usize, pieces: &[Piece], atlas: &Atlas, ways: &mut Ways, bounds: Bounds) {
        let square = |v: i64| v.div_euclid(HUB_SPACING);
        for row in square(bounds[1]) - 1..=square(bounds[3] - 1) + 1 {
            for column in square(bounds[0]) - 1..=square(bounds[2] - 1) + 1 {
                for &piece in pieces {
                    let own = bounds_of(atlas, column, row, piece);
                    let apart = own[2] <= bounds[0]
                        || own[3] <= bounds[1]
                        || own[0] >= bounds[2]
                        || own[1] >= bounds[3];
                    if apart || is_beyond(own) || is_missing(atlas, column, row, piece) {
                        continue;
                    }
                    for &(x, y, sides) in self.piece(number, atlas, column, row, piece).iter() {
                        let (x, y) = (x - bounds[0], y - bounds[1]);
                        if (0..ways.width).contains(&x) && (0..ways.height).contains(&y) {
                            ways.cells[(y * ways.width + x) as usize][number] |= sides;
                        }
                    }
                }
            }
        }
    }

    /// A piece, made or known.
    fn piece(&self, number: usize, atlas: &Atlas, column: i64, row: i64, piece: Piece) -> Link {
        let key = (atlas.key(0), number, column, row, piece);
        let lock = || self.links.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(link) = lock().get(&key) {
            return link.clone();
        }
        let [x0, y0, x1, y1] = bounds_of(atlas, column, row, piece);
        let (w, h) = (x1 - x0, y1 - y0);
        let mut ways = Ways::new(w, h, Vec::new());
        for earlier in 0..number {
            self.draw_endless(earlier, atlas, &mut ways, (x0, y0));
        }
        let purpose = atlas.key(100 + number as i64);
        let costs = || self.networks[number].costs_of(atlas, (x0, y0), (w, h), purpose);
        let cell = |(x, y): (i64, i64)| ((y - y0).clamp(0, h - 1) * w + (x - x0).clamp(0, w - 1)) as usize;
        match piece {
            Piece::East | Piece::South => {
                let next = if piece == Piece::East { (column + 1, row) } else { (column, row + 1) };
                // Beside the hub where an earlier network runs through it, for all links alike.
                let free = |(x, y): (i64, i64)| {
                    let near = (0..MARGIN).flat_map(|d| [(x + d, y), (x - d, y)]);
                    near.map(cell).find(|&cell| !ways.is_crossed(number, cell)).unwrap_or(cell((x, y)))
                };
                let (goal, from) = (free(atlas.hub(column, row)), free(atlas.hub(next.0, next.1)));
                let route = self.route(number, &ways, &costs(), from, |_, cell| cell == goal);
                ways.add_route(number, &route);
            }
            Piece::Through => {
                let joins = &self.networks[number].data.joins;
                let across = joins
                    .iter()
                    .all(|p| matches!(p, MapPoint::Named(Spots::West | Spots::East | Spots::Centre)));
                // Where it crosses the border between two squares, which both must know.
                let pass = |column: i64, row: i64| {
                    let bits = hash(purpose, column, row) % (HUB_SPACING as u64 / 2);
                    HUB_SPACING / 4 + bits as i64
                };
                let (from, goal, sides) = if across {
                    ((x0, y0 + pass(column, row)), (x1 - 1, y0 + pass(column + 1, row)), [3, 1])
                } else {
                    ((x0 + pass(column, row), y0), (x0 + pass(column, row + 1), y1 - 1), [0, 2])
                };
                let (from, goal) = (cell(from), cell(goal));
                // Straight over the border between two squares, so that it never turns back there.
                let mut costs = costs();
                for (i, cost) in (0..).zip(&mut costs) {
                    let along = if across { (i % w).min(w - 1 - i % w) } else { (i / w).min(h - 1 - i / w) };
                    *cost += (border_toll(along) * PLAIN) as u32;
                }
                let route = self.route(number, &ways, &costs, from, |_, cell| cell == goal);
                ways.add_route(number, &route);
                let (dx, dy) = if across { (1, 0) } else { (0, 1) };
                let goes_on = |by: i64| {
                    !is_beyond(bounds_of(atlas, column + by * dx, row + by * dy, piece)) && !route.is_empty()
                };
                ways.cells[from][number] |= u8::from(goes_on(-1)) << sides[0];
                ways.cells[goal][number] |= u8::from(goes_on(1)) << sides[1];
            }
            Piece::Around => {
                let (hx, hy) = atlas.hub(column, row);
                let data = &self.networks[number].data;
                let shares = data.joins.iter().filter_map(|place| match place {
                    MapPoint::Share(share) => Some(share.map(|s| ((s - 0.5) * AROUND as f64) as i64)),
                    MapPoint::Named(_) => None,
                });
                let places: Vec<usize> = shares
                    .map(|[dx, dy]| cell((hx + dx, hy + dy)))
                    .filter_map(|place| self.free_near(number, place, None, &ways))
                    .collect();
                if data.ring {
                    self.ring(number, &mut ways, &costs(), &places);
                } else {
                    let costs = costs();
                    for pair in places.windows(2) {
                        let route = self.route(number, &ways, &costs, pair[1], |_, cell| cell == pair[0]);
                        ways.add_route(number, &route);
                    }
                    self.prune(number, &mut ways);
                }
            }
            Piece::Streets => {
                self.draw_pieces(number, self.pieces(number), atlas, &mut ways, [x0, y0, x1, y1]);
                self.grow(number, atlas, &mut ways, (x0, y0), hash(purpose, column, row));
            }
        }
        let cells = ways.cells.iter().enumerate().filter(|(_, sides)| sides[number] != 0);
        let cells = cells.map(|(i, sides)| (x0 + i as i64 % w, y0 + i as i64 / w, sides[number]));
        let link: Link = Arc::new(cells.collect());
        let mut links = lock();
        if links.len() >= MOST_PIECES {
            links.clear();
        }
        links.insert(key, link.clone());
        link
    }
}

/// The cells in which a piece lies.
fn bounds_of(atlas: &Atlas, column: i64, row: i64, piece: Piece) -> Bounds {
    let next = match piece {
        Piece::East => (column + 1, row),
        Piece::South => (column, row + 1),
        Piece::Through | Piece::Around | Piece::Streets => {
            let (x, y) = (column * HUB_SPACING, row * HUB_SPACING);
            return [x, y, x + HUB_SPACING, y + HUB_SPACING];
        }
    };
    let ((ax, ay), (bx, by)) = (atlas.hub(column, row), atlas.hub(next.0, next.1));
    [ax.min(bx) - MARGIN, ay.min(by) - MARGIN, ax.max(bx) + MARGIN + 1, ay.max(by) + MARGIN + 1]
}

/// Does a piece come near the places where the plane repeats?
fn is_beyond(bounds: Bounds) -> bool {
    bounds.iter().any(|at| at.abs() > FARTHEST)
}

/// Of each second square of four hubs one link is missing, so that not all is a grid.
fn is_missing(atlas: &Atlas, column: i64, row: i64, piece: Piece) -> bool {
    let four = (column.div_euclid(2), row.div_euclid(2));
    let corner = (column.rem_euclid(2), row.rem_euclid(2), piece);
    let even = (four.0 + four.1).rem_euclid(2) == 0;
    even && corner
        == match hash(atlas.key(7), four.0, four.1) % 4 {
            0 => (0, 0, Piece::East),
            1 => (0, 0, Piece::South),
            2 => (0, 1, Piece::East),
            _ => (1, 0, Piece::South),
        }
}
