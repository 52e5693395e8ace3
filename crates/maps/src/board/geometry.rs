//! Where hexes lie: neighbours, corners and coast, from the lengths of the rows alone.
//!
//! Rows are centred; if two consecutive rows would then lie directly above each other (equal lengths,
//! or lengths that differ by an even number), the lower one is shifted right by half a hex. So 13, 12,
//! 13 gives Terra Mystica, 3, 4, 5, 4, 3 gives Catan, and 4, 4, 4 a rectangle. Building one takes time
//! linear in the number of hexes; corners and coast are computed when first needed.
//!
//! ```
//! use mapkiln_maps::board::Geometry;
//! let catan = Geometry::new(&[3, 4, 5, 4, 3]);
//! assert_eq!(catan.len(), 19);
//! assert_eq!(catan.neighbours(9).len(), 6); // the middle
//! assert_eq!(catan.corners().len(), 54);
//! assert_eq!(catan.coast().len(), 30);
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// One of the six sides of a hex that stands on a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HexSide {
    /// Towards the upper right.
    NorthEast,
    /// Towards the right.
    East,
    /// Towards the lower right.
    SouthEast,
    /// Towards the lower left.
    SouthWest,
    /// Towards the left.
    West,
    /// Towards the upper left.
    NorthWest,
}

impl HexSide {
    /// Clockwise from the upper right.
    pub const ALL: [HexSide; 6] = [
        HexSide::NorthEast,
        HexSide::East,
        HexSide::SouthEast,
        HexSide::SouthWest,
        HexSide::West,
        HexSide::NorthWest,
    ];

    /// Short name: `ne`, `e`, `se`, `sw`, `w`, `nw`.
    pub const fn short(self) -> &'static str {
        match self {
            HexSide::NorthEast => "ne",
            HexSide::East => "e",
            HexSide::SouthEast => "se",
            HexSide::SouthWest => "sw",
            HexSide::West => "w",
            HexSide::NorthWest => "nw",
        }
    }

    /// The side with this short name.
    pub fn from_short(name: &str) -> Option<HexSide> {
        HexSide::ALL.into_iter().find(|s| s.short() == name)
    }

    /// Step to the hex on that side: half hexes to the right, rows down.
    const fn step(self) -> (i32, i32) {
        match self {
            HexSide::NorthEast => (1, -1),
            HexSide::East => (2, 0),
            HexSide::SouthEast => (1, 1),
            HexSide::SouthWest => (-1, 1),
            HexSide::West => (-2, 0),
            HexSide::NorthWest => (-1, -1),
        }
    }

    /// The two corners at the ends of the side, clockwise: in half hexes, and thirds of a row.
    const fn ends(self) -> [(i32, i32); 2] {
        const TOP: (i32, i32) = (0, -2);
        const UPPER_RIGHT: (i32, i32) = (1, -1);
        const LOWER_RIGHT: (i32, i32) = (1, 1);
        const BOTTOM: (i32, i32) = (0, 2);
        const LOWER_LEFT: (i32, i32) = (-1, 1);
        const UPPER_LEFT: (i32, i32) = (-1, -1);
        match self {
            HexSide::NorthEast => [TOP, UPPER_RIGHT],
            HexSide::East => [UPPER_RIGHT, LOWER_RIGHT],
            HexSide::SouthEast => [LOWER_RIGHT, BOTTOM],
            HexSide::SouthWest => [BOTTOM, LOWER_LEFT],
            HexSide::West => [LOWER_LEFT, UPPER_LEFT],
            HexSide::NorthWest => [UPPER_LEFT, TOP],
        }
    }
}

/// A corner where up to three hexes meet: where a settlement stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The hexes that meet here, lowest index first.
    pub hexes: Vec<usize>,
    /// The corners one road away, lowest index first.
    pub next: Vec<usize>,
}

/// The shape of a board. Hexes are numbered row by row from 0.
#[derive(Clone, Debug)]
pub struct Geometry {
    rows: Vec<usize>,
    /// By hex: distance from the left edge in half hexes, and row.
    places: Vec<(i32, i32)>,
    /// By hex: its neighbours clockwise from the upper right, and how many they are.
    neighbours: Vec<([usize; 6], usize)>,
    /// Computed when first needed: not every board has settlements.
    outline: OnceLock<Outline>,
}

/// A side without a neighbour: hex, side and its two corners.
type CoastalSide = (usize, HexSide, [usize; 2]);

#[derive(Clone, Debug)]
struct Outline {
    corners: Vec<Corner>,
    coast: Vec<CoastalSide>,
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl Eq for Geometry {}

impl Geometry {
    /// The geometry of rows with these lengths.
    pub fn new(rows: &[usize]) -> Self {
        let longest = rows.iter().copied().max().unwrap_or(0) as i32;
        let mut places = Vec::with_capacity(rows.iter().sum());
        // By row: the shift of its first hex to the right in half hexes, and that hex.
        let mut starts: Vec<(i32, usize)> = Vec::with_capacity(rows.len());
        for (y, &length) in rows.iter().enumerate() {
            let centred = longest - length as i32;
            let straight = starts.last().is_some_and(|(shift, _)| (centred - shift) % 2 == 0);
            let shift = centred + i32::from(straight);
            starts.push((shift, places.len()));
            places.extend((0..length as i32).map(|c| (shift + 2 * c, y as i32)));
        }
        let beside = |(x, y): (i32, i32), side: HexSide| {
            let (dx, dy) = side.step();
            let row = usize::try_from(y + dy).ok()?;
            let &(shift, first) = starts.get(row)?;
            let column = usize::try_from((x + dx - shift).div_euclid(2)).ok()?;
            (column < rows[row]).then_some(first + column)
        };
        let around = |&place: &(i32, i32)| {
            let (mut list, mut count) = ([0; 6], 0);
            for hex in HexSide::ALL.iter().filter_map(|&side| beside(place, side)) {
                list[count] = hex;
                count += 1;
            }
            (list, count)
        };
        let neighbours = places.iter().map(around).collect();
        Geometry { rows: rows.to_vec(), neighbours, places, outline: OnceLock::new() }
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let mut corner_ids = BTreeMap::new();
            let mut corners: Vec<Corner> = Vec::new();
            let mut coast = Vec::new();
            for (hex, &(x, y)) in self.places.iter().enumerate() {
                for side in HexSide::ALL {
                    let ends = side.ends().map(|(dx, dy)| {
                        *corner_ids.entry((3 * y + dy, x + dx)).or_insert_with(|| {
                            corners.push(Corner { hexes: Vec::new(), next: Vec::new() });
                            corners.len() - 1
                        })
                    });
                    for (here, there) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                        let corner = &mut corners[here];
                        if !corner.hexes.contains(&hex) {
                            corner.hexes.push(hex);
                        }
                        if !corner.next.contains(&there) {
                            corner.next.push(there);
                        }
                    }
                    let (dx, dy) = side.step();
                    let open = |&n: &usize| self.places[n] != (x + dx, y + dy);
                    if self.neighbours(hex).iter().all(open) {
                        coast.push((hex, side, ends));
                    }
                }
            }
            for corner in &mut corners {
                corner.next.sort_unstable();
            }
            Outline { corners, coast: around(coast) }
        })
    }

    /// Number of hexes.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Has it no hexes?
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Lengths of the rows, from the top.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The hexes beside a hex, clockwise from the upper right.
    pub fn neighbours(&self, hex: usize) -> &[usize] {
        let (list, count) = &self.neighbours[hex];
        &list[..*count]
    }

    /// Does a side of the hex face the outside?
    pub fn on_border(&self, hex: usize) -> bool {
        self.neighbours[hex].1 < 6
    }

    /// Row and column of a hex, both from 0.
    pub fn row_column(&self, hex: usize) -> (usize, usize) {
        let row = self.places[hex].1 as usize;
        (row, hex - self.rows[..row].iter().sum::<usize>())
    }

    /// The hex in a row and column (from 0), if the board has it.
    pub fn hex(&self, row: usize, column: usize) -> Option<usize> {
        let length = *self.rows.get(row)?;
        (column < length).then(|| self.rows[..row].iter().sum::<usize>() + column)
    }

    /// The centre of a hex: half hexes to the right of the leftmost centre, and row.
    pub fn place(&self, hex: usize) -> (i32, i32) {
        self.places[hex]
    }

    /// All corners.
    pub fn corners(&self) -> &[Corner] {
        &self.outline().corners
    }

    /// The sides that face the outside, with their two corners. On a board without holes they
    /// run clockwise around it from the upper left hex.
    pub fn coast(&self) -> &[(usize, HexSide, [usize; 2])] {
        &self.outline().coast
    }
}

/// Puts coastal sides in their order around the board.
fn around(mut left: Vec<CoastalSide>) -> Vec<CoastalSide> {
    let mut walk: Vec<CoastalSide> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let end = walk.last().map(|(_, _, ends)| ends[1]);
        let next = left.iter().position(|(_, _, ends)| Some(ends[0]) == end).unwrap_or(0);
        walk.push(left.remove(next));
    }
    walk
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_boards_have_known_sizes() {
        for (rows, hexes, pairs, corners, coast) in [
            (vec![3, 4, 5, 4, 3], 19, 42, 54, 30),
            (vec![3, 4, 5, 6, 5, 4, 3], 30, 71, 80, 38),
            (vec![13, 12, 13, 12, 13, 12, 13, 12, 13], 113, 296, 270, 86),
            (vec![12, 13, 12, 13, 12, 13, 12, 13, 12], 112, 295, 266, 82),
            (vec![1], 1, 0, 6, 6),
            (vec![4, 4, 4], 12, 23, 38, 26),
        ] {
            let g = Geometry::new(&rows);
            let degrees: usize = (0..g.len()).map(|h| g.neighbours(h).len()).sum();
            assert_eq!(
                (g.len(), degrees / 2, g.corners().len(), g.coast().len()),
                (hexes, pairs, corners, coast)
            );
            // Euler: corners - edges + hexes = 1, and each edge is shared or coastal.
            let edges: usize = g.corners().iter().map(|c| c.next.len()).sum::<usize>() / 2;
            assert_eq!(g.corners().len() + g.len(), edges + 1);
            assert_eq!(edges, pairs + coast);
        }
    }

    #[test]
    fn neighbours_are_mutual_and_the_coast_is_a_ring() {
        let g = Geometry::new(&[3, 4, 5, 6, 5, 4, 3]);
        for h in 0..g.len() {
            assert!(g.neighbours(h).iter().all(|&n| g.neighbours(n).contains(&h)));
            let (row, column) = g.row_column(h);
            assert_eq!(g.hex(row, column), Some(h));
        }
        let coast = g.coast();
        for (i, side) in coast.iter().enumerate() {
            assert_eq!(side.2[1], coast[(i + 1) % coast.len()].2[0]);
        }
        assert_eq!(g.hex(0, 3), None);
        assert_eq!(g.hex(7, 0), None);
    }
}
