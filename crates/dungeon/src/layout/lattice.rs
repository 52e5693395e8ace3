//! The lattice that corridors run on.
//!
//! Nodes are square blocks as wide as a corridor, one cell of rock apart. Whatever nodes and links
//! between neighbours are dug, no corridor is ever too wide, and rock separates different corridors.
//! So ways, loops, dead ends and mazes are all walks on a small graph.

use mapkiln_core::{Direction, Point};

use super::footprint::Footprint;

/// The nodes of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The width of a corridor in cells.
    wide: i32,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Nodes too near to a room.
    pub(crate) blocked: Vec<bool>,
}

/// A place for a door, with the way from it to the nearest node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    /// The door's cell in the wall of its room.
    pub(crate) door: Point,
    /// The way out of the room.
    pub(crate) facing: Direction,
    /// Where the way out meets the lattice.
    pub(crate) node: usize,
    /// Cells between the door and the node.
    pub(crate) throat: i32,
}

impl Lattice {
    /// The lattice around rooms.
    pub(crate) fn new(width: i32, height: i32, wide: i32, rooms: &[Footprint]) -> Self {
        let count = |side: i32| ((side - 1) / (wide + 1)).max(0) as usize;
        let (columns, rows) = (count(width), count(height));
        let mut lattice = Lattice { wide, columns, rows, blocked: vec![false; columns * rows] };
        for room in rooms {
            // Wall, and one cell of rock beside it.
            let near = room.rect.grown(2);
            let (left, right) = (lattice.first_after(near.x - wide), lattice.first_after(near.right() - 1));
            let (top, bottom) = (lattice.first_after(near.y - wide), lattice.first_after(near.bottom() - 1));
            for j in top..bottom.min(rows) {
                for i in left..right.min(columns) {
                    lattice.blocked[j * columns + i] = true;
                }
            }
        }
        lattice
    }

    /// The first column (or row) of nodes that begins after this cell.
    fn first_after(&self, cell: i32) -> usize {
        (cell.max(0) + self.wide) as usize / (self.wide + 1) as usize
    }

    /// The north-west cell of a node.
    pub(crate) fn corner(&self, node: usize) -> Point {
        let pitch = self.wide + 1;
        Point::new(1 + (node % self.columns) as i32 * pitch, 1 + (node / self.columns) as i32 * pitch)
    }

    /// The next node in a direction.
    pub(crate) fn step(&self, node: usize, direction: Direction) -> Option<usize> {
        let (i, j) = (node % self.columns, node / self.columns);
        match direction {
            Direction::North => (j > 0).then(|| node - self.columns),
            Direction::East => (i + 1 < self.columns).then_some(node + 1),
            Direction::South => (j + 1 < self.rows).then_some(node + self.columns),
            Direction::West => (i > 0).then(|| node - 1),
        }
    }

    /// The cells of a node.
    pub(crate) fn cells(&self, node: usize) -> impl Iterator<Item = Point> {
        let corner = self.corner(node);
        mapkiln_core::Rect::new(corner.x, corner.y, self.wide, self.wide).cells()
    }

    /// The cells between a node and the next one to the east or south.
    pub(crate) fn link(&self, node: usize, direction: Direction) -> impl Iterator<Item = Point> {
        let corner = self.corner(node);
        let wide = self.wide;
        (0..wide).map(move |i| match direction {
            Direction::East => corner + Point::new(wide, i),
            _ => corner + Point::new(i, wide),
        })
    }

    /// Every place for a door of a room from which a corridor can be reached straight ahead.
    pub(crate) fn ports(&self, rooms: &[Footprint], room: usize) -> Vec<Port> {
        let pitch = self.wide + 1;
        // Along the wall, only cells that have nodes before them.
        let across = |cell: i32| ((cell - 1) % pitch < self.wide).then_some(((cell - 1) / pitch) as usize);
        let mut ports = Vec::new();
        for facing in Direction::ALL {
            for door in rooms[room].wall(facing) {
                let (along, out) = match facing {
                    Direction::North | Direction::South => (door.x, door.y),
                    Direction::East | Direction::West => (door.y, door.x),
                };
                let Some(lane) = across(along) else { continue };
                // The first node beyond the cell after the door; its near side may lie further out.
                let (ahead, throat) = match facing {
                    Direction::East | Direction::South => {
                        let i = self.first_after(out + 1);
                        (i, 1 + i as i32 * pitch - out - 1)
                    }
                    Direction::North | Direction::West => {
                        // The last node that ends before the cell before the door.
                        let last = out - 2 - self.wide;
                        if last < 0 {
                            continue;
                        }
                        let i = last / pitch;
                        (i as usize, out - (1 + i * pitch + self.wide))
                    }
                };
                let (i, j) = match facing {
                    Direction::North | Direction::South => (lane, ahead),
                    Direction::East | Direction::West => (ahead, lane),
                };
                if i >= self.columns || j >= self.rows || self.blocked[j * self.columns + i] {
                    continue;
                }
                let clear = (1..=throat).all(|n| {
                    let p = door + facing.vector() * n;
                    rooms.iter().enumerate().all(|(k, r)| k == room || !r.rect.grown(2).contains(p))
                });
                if clear {
                    ports.push(Port { door, facing, node: j * self.columns + i, throat });
                }
            }
        }
        ports
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::{Rect, Seed};
    use mapkiln_maps::plan::RoomShape;

    #[test]
    fn nodes_keep_off_rooms_and_ports_reach_them() {
        for wide in 1..=3 {
            for x in 8..14 {
                let mut rng = Seed::from("ports").stream("x", 0);
                let rooms = [Footprint::new(Rect::new(x, 9, 5, 6), RoomShape::Rectangle, &mut rng)];
                let lattice = Lattice::new(40, 30, wide, &rooms);
                let near = rooms[0].rect.grown(2);
                for node in 0..lattice.columns * lattice.rows {
                    assert_eq!(lattice.blocked[node], lattice.cells(node).any(|p| near.contains(p)));
                    assert!(lattice.cells(node).all(|p| Rect::new(1, 1, 38, 28).contains(p)));
                }
                let ports = lattice.ports(&rooms, 0);
                assert!(Direction::ALL.iter().all(|d| ports.iter().any(|p| p.facing == *d)), "{wide} {x}");
                for port in ports {
                    assert!((1..=wide + 1).contains(&port.throat), "{wide}: {port:?}");
                    let last = port.door + port.facing.vector() * (port.throat + 1);
                    assert!(lattice.cells(port.node).any(|p| p == last), "{wide}: {port:?}");
                }
            }
        }
    }
}
