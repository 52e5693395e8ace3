//! Sound: how many steps each cell is away from the player, as far as anybody needs it.

use mapkiln_core::{Grid, Point};

use crate::DoorState;
use crate::game::NOBODY;

/// Steps that a shut door adds to the distance of a sound.
const DOOR_MUFFLES: u32 = 5;
/// The largest distance for which the path to the player is computed, in steps.
pub(crate) const FAR: u32 = 40;

const BLOCKED: u8 = 0;
const OPEN: u8 = 1;
const DOORWAY: u8 = 2;

/// The distance of each cell from the player in steps, as far as it matters.
///
/// Cells are numbered row by row with a border of blocked ones around them, so that every cell of the
/// map has four neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sound {
    row: usize,
    ground: Vec<u8>,
    /// The turn in which the distance was computed, and in the lowest byte the distance.
    marks: Vec<u32>,
    turn: u32,
    buckets: Vec<Vec<u32>>,
}

impl Sound {
    pub(crate) fn new(steps: &Grid<bool>, door_at: &Grid<u16>) -> Self {
        let row = steps.width() as usize + 2;
        let mut sound = Sound {
            row,
            ground: vec![BLOCKED; row * (steps.height() as usize + 2)],
            marks: vec![0; row * (steps.height() as usize + 2)],
            turn: 0,
            buckets: vec![Vec::new(); FAR as usize + 1],
        };
        for p in steps.bounds().cells().filter(|&p| steps[p]) {
            let cell = sound.cell(p);
            sound.ground[cell] = if door_at[p] == NOBODY { OPEN } else { DOORWAY };
        }
        sound
    }

    #[inline]
    fn cell(&self, p: Point) -> usize {
        (p.y + 1) as usize * self.row + (p.x + 1) as usize
    }

    /// The distance of a cell of the map or beside it, if it was reached.
    #[inline]
    pub(crate) fn at(&self, p: Point) -> Option<u32> {
        let mark = self.marks[self.cell(p)];
        (mark >> 8 == self.turn).then_some(mark & 255)
    }

    /// The neighbour that is nearer to the player; `None` if the path is not known.
    pub(crate) fn downhill(&self, at: Point) -> Option<Point> {
        let here = self.at(at)?;
        let nearest =
            at.beside().into_iter().filter_map(|p| Some((self.at(p)?, p))).min_by_key(|&(d, _)| d)?;
        (nearest.0 < here).then_some(nearest.1)
    }

    /// Spreads from the player over walkable cells: at least as far as a noise is heard, and then up to
    /// `FAR` steps until it has reached everybody in `wanted`.
    ///
    /// A cell has its true distance if that is no greater than the distance of the last one reached;
    /// whoever compares distances with theirs sees no difference to a sound that spreads on.
    pub(crate) fn spread(
        &mut self,
        from: Point,
        noise: u32,
        wanted: &mut Vec<Point>,
        door_at: &Grid<u16>,
        doors: &[DoorState],
    ) {
        self.next_turn();
        let far = if wanted.is_empty() { noise.min(FAR) } else { FAR };
        let from = self.cell(from);
        let row = self.row;
        self.marks[from] = self.turn << 8;
        self.buckets[0].push(from as u32);
        for distance in 0..=far {
            let mut cells = std::mem::take(&mut self.buckets[distance as usize]);
            for cell in cells.drain(..).map(|cell| cell as usize) {
                if self.marks[cell] & 255 != distance {
                    continue; // since reached by a shorter path
                }
                for next in [cell - row, cell - 1, cell + 1, cell + row] {
                    let further = match self.ground[next] {
                        BLOCKED => continue,
                        OPEN => distance + 1,
                        _ => {
                            let p = Point::new((next % row) as i32 - 1, (next / row) as i32 - 1);
                            let shut = doors[usize::from(door_at[p])].shut();
                            distance + if shut { DOOR_MUFFLES } else { 1 }
                        }
                    };
                    let mark = self.marks[next];
                    if further <= far && (mark >> 8 != self.turn || mark & 255 > further) {
                        self.marks[next] = self.turn << 8 | further;
                        self.buckets[further as usize].push(next as u32);
                    }
                }
            }
            self.buckets[distance as usize] = cells;
            while wanted.last().is_some_and(|&p| self.at(p).is_some_and(|d| d <= distance)) {
                wanted.pop();
            }
            if wanted.is_empty() && distance >= noise {
                break;
            }
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        if self.turn >= 1 << 24 {
            self.marks.fill(0);
            self.turn = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use mapkiln_core::{Direction, Seed};
    use mapkiln_maps::plan::DoorKind;

    use super::*;

    /// All distances, by going over the whole map until nothing changes.
    fn distances(from: Point, steps: &Grid<bool>, shut: &dyn Fn(Point) -> bool) -> Grid<u32> {
        let mut found = steps.map(|_| u32::MAX);
        found[from] = 0;
        loop {
            let mut changed = false;
            for p in steps.bounds().cells().filter(|&p| steps[p]) {
                let near = p.beside().into_iter().filter_map(|q| found.get(q)).min();
                let weight = if shut(p) { DOOR_MUFFLES } else { 1 };
                let through = near.map_or(u32::MAX, |d| d.saturating_add(weight));
                if through < found[p] {
                    found[p] = through;
                    changed = true;
                }
            }
            if !changed {
                return found;
            }
        }
    }

    #[test]
    fn reaches_those_who_are_wanted_and_is_true_as_far_as_it_went() {
        let mut rng = Seed::from("sound").stream("test", 0);
        for _ in 0..300 {
            let (width, height) = (rng.between(1, 60), rng.between(1, 60));
            let walls = rng.between(0, 45) as u32;
            let mut steps = Grid::from_fn(width, height, |_| !rng.percent(walls));
            let mut cell = || Point::new(rng.between(0, width - 1), rng.between(0, height - 1));
            let from = cell();
            let mut door_at = steps.map(|_| NOBODY);
            let mut doors = Vec::new();
            for _ in 0..8 {
                let at = cell();
                if door_at[at] == NOBODY {
                    door_at[at] = doors.len() as u16;
                    steps[at] = true;
                    doors.push(DoorState {
                        at,
                        facing: Direction::North,
                        on_edge: false,
                        kind: DoorKind::Door,
                        open: doors.len() % 3 == 0,
                        found: true,
                        blows: 0,
                    });
                }
            }
            steps[from] = true;
            let asked: Vec<Point> = (0..6).map(|_| cell()).filter(|&p| steps[p]).collect();
            let noise = rng.between(0, 14) as u32;
            let mut sound = Sound::new(&steps, &door_at);
            sound.spread(from, noise, &mut asked.clone(), &door_at, &doors);
            let shut = |p: Point| door_at[p] != NOBODY && doors[usize::from(door_at[p])].shut();
            let truth = distances(from, &steps, &shut);
            let reached = asked.iter().map(|&p| truth[p]).filter(|&d| d <= FAR).max();
            let far = noise.max(reached.unwrap_or(0));
            for p in steps.bounds().cells() {
                if truth[p] <= far {
                    assert_eq!(sound.at(p), Some(truth[p]), "{p}");
                } else {
                    assert!(sound.at(p).is_none_or(|d| d > far), "{p}");
                }
            }
        }
    }
}
