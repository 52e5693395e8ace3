//! An independent checker: does a world follow the rules of its tile set?
//!
//! It shares nothing with the solver: neighbours are found by coordinates, edges are compared as text,
//! patterns are looked up among all squares of the sample. Complexity: cells × sides × listed pairs,
//! or cells × squares of the sample; meant for tests, not for speed.

use mapkiln_core::{Grid, Point};

use crate::{CellShape, Error, Sample, TileSet, World};

/// The first places (100 at most) where a world breaks the rules of its tile set, in words.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_tiles::{TileSet, TileSource, WorldSpec, violations};
/// let spec = WorldSpec { tileset: TileSource::Name("meadow".into()), ..WorldSpec::default() };
/// let mut world = spec.make(&mut Run::new("a")).unwrap().map;
/// let set = TileSet::shipped("meadow").unwrap();
/// assert!(violations(&set, &world).unwrap().is_empty());
/// let water = world.palette.iter().position(|t| t.name == "water").unwrap();
/// let stone = world.palette.iter().position(|t| t.name == "stone").unwrap();
/// world.layers[0].cells_mut()[..2].copy_from_slice(&[water as u16, stone as u16]);
/// assert!(!violations(&set, &world).unwrap().is_empty());
/// ```
pub fn violations(set: &TileSet, world: &World) -> Result<Vec<String>, Error> {
    set.check()?;
    let mut found = match &set.sample {
        Some(sample) => windows(sample, world)?,
        None => pairs(set, world),
    };
    found.truncate(100);
    Ok(found)
}

fn pairs(set: &TileSet, world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let (w, h, layers) = (world.width(), world.height(), world.layers.len() as i32);
    for z in 0..layers {
        for y in 0..h {
            for x in 0..w {
                for (side, (dx, dy, dz)) in steps(world.shape, y).into_iter().enumerate() {
                    let (mut nx, mut ny, nz) = (x + dx, y + dy, z + dz);
                    if world.periodic.x {
                        nx = (nx + w) % w;
                    }
                    if world.periodic.y {
                        ny = (ny + h) % h;
                    }
                    if nx < 0 || ny < 0 || nz < 0 || nx >= w || ny >= h || nz >= layers {
                        continue;
                    }
                    let tile = |z: i32, x, y| {
                        &world.palette[usize::from(world.layers[z as usize][Point::new(x, y)])]
                    };
                    let (a, b) = (tile(z, x, y), tile(nz, nx, ny));
                    let is_hole = a.is_nothing() || b.is_nothing();
                    if !is_hole && !may_touch(set, side, &a.name, &a.edges, &b.name, &b.edges) {
                        let side = world.shape.side_names()[side];
                        found.push(format!("({x},{y}) layer {z}: {} has {} in the {side}", a.name, b.name));
                        if found.len() >= 100 {
                            return found;
                        }
                    }
                }
            }
        }
    }
    found
}

/// The offset of the neighbour on each side, independent of the neighbour table.
fn steps(shape: CellShape, row: i32) -> Vec<(i32, i32, i32)> {
    match shape {
        CellShape::Square => vec![(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)],
        CellShape::Layers => vec![(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)],
        CellShape::Hexagon if row % 2 == 0 => {
            vec![(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (-1, -1, 0)]
        }
        CellShape::Hexagon => vec![(1, -1, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)],
    }
}

fn may_touch(set: &TileSet, side: usize, a: &str, edges: &[String], b: &str, others: &[String]) -> bool {
    let facing = match set.shape {
        CellShape::Square => [2, 3, 0, 1, 0, 0][side],
        CellShape::Hexagon => [3, 4, 5, 0, 1, 2][side],
        CellShape::Layers => [2, 3, 0, 1, 5, 4][side],
    };
    let by_edges = match (edges.get(side), others.get(facing)) {
        (Some(here), Some(there)) => here.chars().eq(there.chars().rev()),
        _ => false,
    };
    let names = set.shape.side_names();
    let listed = |list: &[crate::Adjacent]| {
        list.iter().any(|pair| {
            let at = |side: usize| pair.side.as_deref().is_none_or(|s| s == names[side]);
            if pair.turned {
                // A turned pair stands for every turn of the two tiles in the same relative position,
                // as seen from the first tile's own north.
                return same_when_turned(set.shape, pair, side, facing, a, b);
            }
            (pair.tile == a && pair.beside == b && at(side))
                || (pair.tile == b && pair.beside == a && at(facing))
        })
    };
    (by_edges || listed(&set.adjacent)) && !listed(&set.apart)
}

/// Is (a, side, b) or (b, facing, a) the pair in one of its turns or mirror images?
fn same_when_turned(
    shape: CellShape,
    pair: &crate::Adjacent,
    side: usize,
    facing: usize,
    a: &str,
    b: &str,
) -> bool {
    let split = |name: &str| -> (String, bool, usize) {
        let (base, turn) = name.split_once('@').unwrap_or((name, ""));
        let mirrored = turn.starts_with('m');
        (base.to_owned(), mirrored, turn.trim_start_matches('m').parse().unwrap_or(0))
    };
    let cycle = if shape == CellShape::Hexagon { 6 } else { 4 };
    let wanted: Vec<usize> = (0..shape.sides())
        .filter(|&s| pair.side.as_deref().is_none_or(|name| name == shape.side_names()[s]))
        .collect();
    let matches = |first: &str, second: &str, side: usize| {
        let (base, mirrored, turns) = split(first);
        let (pair_base, pair_mirrored, pair_turns) = split(&pair.tile);
        let (other, ..) = split(second);
        if base != pair_base || other != split(&pair.beside).0 || side >= cycle {
            return false;
        }
        wanted.iter().any(|&s| {
            // Where the side ends up when the pair's tile is turned to match this one.
            let flipped = mirrored != pair_mirrored;
            let s = if !flipped {
                s
            } else if cycle == 4 {
                [0, 3, 2, 1][s]
            } else {
                5 - s
            };
            let own = if flipped { cycle - pair_turns % cycle } else { pair_turns };
            s < cycle && (s + turns + cycle - own % cycle) % cycle == side
        })
    };
    matches(a, b, side) || matches(b, a, facing)
}

/// A cell that is left out.
const NOTHING: u16 = u16::MAX - 1;

fn windows(sample: &Sample, world: &World) -> Result<Vec<String>, Error> {
    let (grids, labels) = sample.grids()?;
    let n = sample.n as i32;
    let square = |grid: &Grid<u16>, x: i32, y: i32| -> Vec<Vec<u16>> {
        let at = |x: i32, y: i32| grid[Point::new(x % grid.width(), y % grid.height())];
        (0..n).map(|j| (0..n).map(|i| at(x + i, y + j)).collect()).collect()
    };
    let mut known = std::collections::BTreeSet::new();
    let corners = |grid: &Grid<u16>| {
        let (w, h) = (grid.width(), grid.height());
        let (last_x, last_y) = if sample.periodic { (w, h) } else { (w - n + 1, h - n + 1) };
        (0..last_y).flat_map(move |y| (0..last_x).map(move |x| (x, y)))
    };
    for grid in &grids {
        for (x, y) in corners(grid) {
            let mut view = square(grid, x, y);
            for turn in 0..sample.symmetry {
                known.insert(view.clone());
                for row in &mut view {
                    row.reverse();
                }
                if turn % 2 == 1 {
                    let old = view.clone();
                    let n = n as usize;
                    view = (0..n).map(|j| (0..n).map(|i| old[i][n - 1 - j]).collect()).collect();
                }
            }
        }
    }
    let names: Vec<String> = labels
        .iter()
        .map(|(name, label)| if label.ground.is_empty() { name.clone() } else { label.ground.clone() })
        .collect();
    let Some(layer) = world.layers.first() else { return Ok(vec!["it has no layers".to_owned()]) };
    let shown = layer.map(|&t| {
        let tile = &world.palette[usize::from(t)];
        if tile.is_nothing() {
            return NOTHING;
        }
        let name = &tile.name;
        names.iter().position(|n| n == name).map_or(u16::MAX, |i| i as u16)
    });
    let mut found = Vec::new();
    for p in shown.bounds().cells() {
        let fits =
            (world.periodic.x || p.x + n <= shown.width()) && (world.periodic.y || p.y + n <= shown.height());
        let view = square(&shown, p.x, p.y);
        let has_hole = view.iter().flatten().any(|&value| value == NOTHING);
        if fits && !has_hole && !known.contains(&view) {
            found.push(format!("the {n}x{n} square at {p} does not occur in the sample"));
        }
    }
    Ok(found)
}
