//! The borders of a set of cells.

use crate::{Direction, Grid, Point};

/// The borders of the cells that are true, as closed lines along cell edges.
///
/// Each line is given by its corners in order (corner (x, y) is the north-west corner of cell
/// (x, y)), with the true cells on its right: lines around cells run clockwise on the page,
/// lines around holes the other way. A straight run is one side, however long. Cells that touch
/// only at a corner are not joined. Outside the grid all cells count as false.
///
/// Takes time linear in the size of the grid.
///
/// ```
/// use mapkiln_core::{Grid, Point, contours};
/// let cells = Grid::new(2, 1, true);
/// let corners = [(0, 0), (2, 0), (2, 1), (0, 1)].map(|(x, y)| Point::new(x, y));
/// assert_eq!(contours(&cells), [corners]);
/// ```
pub fn contours(cells: &Grid<bool>) -> Vec<Vec<Point>> {
    let filled = |p: Point| cells.get(p).copied().unwrap_or(false);
    let exposed_above = |p: Point| filled(p) && !filled(p.step(Direction::North));
    // Every line has a side that runs east above a true cell; a line is found by its first one.
    let mut walked = cells.map(|_| false);
    let mut lines = Vec::new();
    for start in cells.bounds().cells() {
        if !exposed_above(start) || walked[start] {
            continue;
        }
        let mut corners = Vec::new();
        let (mut at, mut heading) = (start, Direction::East);
        loop {
            if heading == Direction::East {
                walked[at] = true;
            }
            at = at.step(heading);
            let (left, right) = ahead(at, heading);
            let turned = match (filled(left), filled(right)) {
                (_, false) => heading.clockwise(),
                (true, true) => heading.clockwise().opposite(),
                (false, true) => heading,
            };
            if turned != heading {
                corners.push(at);
                heading = turned;
            }
            if at == start && heading == Direction::East {
                break;
            }
        }
        // Start with the north-west corner, which is reached last.
        corners.rotate_right(1);
        lines.push(corners);
    }
    lines
}

/// The cells ahead of a corner, to the left and to the right of the heading.
fn ahead(at: Point, heading: Direction) -> (Point, Point) {
    let (north_west, north_east) = (Point::new(at.x - 1, at.y - 1), Point::new(at.x, at.y - 1));
    let (south_west, south_east) = (Point::new(at.x - 1, at.y), at);
    match heading {
        Direction::North => (north_west, north_east),
        Direction::East => (north_east, south_east),
        Direction::South => (south_east, south_west),
        Direction::West => (south_west, north_west),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// Twice the area inside, by the shoelace formula; negative for holes.
    fn twice_area(line: &[Point]) -> i64 {
        let next = line.iter().cycle().skip(1);
        line.iter()
            .zip(next)
            .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y))
            .sum()
    }

    #[test]
    fn a_ring_has_two_borders_and_a_diagonal_two() {
        let ring = Grid::from_fn(3, 3, |p| p != Point::new(1, 1));
        let areas: Vec<i64> = contours(&ring).iter().map(|l| twice_area(l)).collect();
        assert_eq!(areas, [18, -2]);
        let diagonal = Grid::from_fn(2, 2, |p| p.x == p.y);
        assert_eq!(contours(&diagonal).len(), 2);
        assert!(contours(&Grid::new(0, 0, true)).is_empty());
    }

    #[test]
    fn areas_and_edges_add_up_on_random_grids() {
        for seed in 0..300u64 {
            let mut rng = Seed::from(seed).stream("cells", 0);
            let grid = Grid::from_fn(12, 9, |_| rng.percent(45));
            let lines = contours(&grid);
            let area: i64 = lines.iter().map(|l| twice_area(l)).sum();
            let count = grid.cells().iter().filter(|&&c| c).count();
            assert_eq!(area, 2 * count as i64);
            let mut length = 0;
            for line in &lines {
                for (i, &a) in line.iter().enumerate() {
                    let (b, c) = (line[(i + 1) % line.len()], line[(i + 2) % line.len()]);
                    length += a.manhattan(b);
                    assert!((a.x == b.x) != (a.y == b.y), "sides are straight");
                    assert_ne!(a.x == b.x, b.x == c.x, "every corner turns");
                }
            }
            let open = |p: Point| !grid.get(p).copied().unwrap_or(false);
            let edges =
                grid.iter().filter(|(_, c)| **c).flat_map(|(p, _)| p.beside()).filter(|&p| open(p)).count();
            assert_eq!(length as usize, edges);
        }
    }
}
