//! Every tile may touch its neighbours, at the seams of chunks and of joined borders too.

use mapkiln_core::Point;
use mapkiln_maps::world::{CellShape, World, WorldTile};

use super::grid::Cells;
use super::tileset::{Pair, TileSet, taken_apart};
use super::{tile_set, world};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// Pairs of tiles are remembered up to this many.
const MOST_PAIRS: usize = 64_000_000;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(world) = world(case) else { return };
    let Some(set) = tile_set(case, look) else { return };
    if set.sample.is_some() {
        return;
    }
    let language = look.language;
    let cells = Cells::of(world);
    let pairs = Pairs::of(&set, world);
    // Half of the sides: the other half is looked at from the other cell.
    let sides: &[usize] = match world.shape {
        CellShape::Square => &[1, 2],
        CellShape::Hexagon => &[1, 2, 3],
        CellShape::Layers => &[1, 2, 4],
    };
    let count = world.palette.len();
    let pairs_known = count.saturating_mul(count).saturating_mul(sides.len());
    let known = if pairs_known <= MOST_PAIRS { pairs_known } else { 0 };
    // 0: not looked up yet, 1: may touch, 2: may not.
    let mut memory = vec![0u8; known];
    for z in 0..cells.layers {
        for y in 0..cells.height {
            for x in 0..cells.width {
                let a = usize::from(world.layers[z as usize][Point::new(x, y)]);
                for (k, &side) in sides.iter().enumerate() {
                    let Some((nx, ny, nz)) = cells.beside(x, y, z, side) else { continue };
                    let b = usize::from(world.layers[nz as usize][Point::new(nx, ny)]);
                    // Nothing is beside a cell that is not part of the map.
                    if world.palette[a].is_nothing() || world.palette[b].is_nothing() {
                        continue;
                    }
                    let may = match memory.get_mut((k * count + a) * count + b) {
                        None => pairs.may_touch(a, side, b),
                        Some(0) => {
                            let may = pairs.may_touch(a, side, b);
                            memory[(k * count + a) * count + b] = if may { 1 } else { 2 };
                            may
                        }
                        Some(known) => *known == 1,
                    };
                    if !may {
                        let (here, there) = (&world.palette[a].name, &world.palette[b].name);
                        let name = world.shape.side_names()[side];
                        let (p, q) = (Point::new(x, y), Point::new(nx, ny));
                        look.error(
                            Place::cell(z as usize, p),
                            say!(
                                language,
                                "{here} at {p} may not have {there} at {q} beside it ({name})",
                                "{here} em {p} não pode ter {there} em {q} ao lado ({name})"
                            ),
                        );
                    }
                }
            }
        }
    }
    look.saw(cells.count() * sides.len());
}

struct Pairs<'a> {
    set: &'a TileSet,
    palette: &'a [WorldTile],
    shape: CellShape,
    /// By tile: its edges read backwards.
    reversed: Vec<Vec<String>>,
}

impl<'a> Pairs<'a> {
    fn of(set: &'a TileSet, world: &'a World) -> Self {
        let backwards = |tile: &WorldTile| tile.edges.iter().map(|e| e.chars().rev().collect()).collect();
        Pairs {
            set,
            palette: &world.palette,
            shape: set.shape,
            reversed: world.palette.iter().map(backwards).collect(),
        }
    }

    fn may_touch(&self, a: usize, side: usize, b: usize) -> bool {
        let facing = self.shape.opposite(side);
        let by_edges = match (self.palette[a].edges.get(side), self.reversed[b].get(facing)) {
            (Some(here), Some(there)) => here == there,
            _ => false,
        };
        let (here, there) = (&self.palette[a].name, &self.palette[b].name);
        let listed = |list: &[Pair]| {
            list.iter()
                .any(|pair| self.is_pair(pair, here, side, there) || self.is_pair(pair, there, facing, here))
        };
        (by_edges || listed(&self.set.adjacent)) && !listed(&self.set.apart)
    }

    /// Does a listed pair say that `second` lies on this side of `first`?
    fn is_pair(&self, pair: &Pair, first: &str, side: usize, second: &str) -> bool {
        let names = self.shape.side_names();
        let meant = |s: usize| pair.side.as_deref().is_none_or(|name| name == names[s]);
        if !pair.turned {
            return pair.tile == first && pair.beside == second && meant(side);
        }
        // Turned so that the first tile of the pair becomes `first`: where does the side go?
        let (base, mirrored, turns) = taken_apart(first);
        let (pair_base, pair_mirrored, pair_turns) = taken_apart(&pair.tile);
        let cycle = self.shape.turns();
        if base != pair_base || taken_apart(second).0 != taken_apart(&pair.beside).0 || side >= cycle {
            return false;
        }
        let flip = mirrored != pair_mirrored;
        (0..cycle).filter(|s| meant(*s)).any(|s| {
            let (s, own) = if flip {
                (self.shape.mirrored_from(s), cycle - pair_turns % cycle)
            } else {
                (s, pair_turns % cycle)
            };
            (s + turns + cycle - own % cycle) % cycle == side
        })
    }
}
