//! Every square of a world that was learned from a sample occurs in the sample.

use std::collections::BTreeSet;

use mapkiln_core::{Grid, Point};

use super::tileset::Sample;
use super::{tile_set, world};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// A sample with more cells than this is not read.
const MOST_CELLS: usize = 4_000_000;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(world) = world(case) else { return };
    let Some(set) = tile_set(case, look) else { return };
    let Some(sample) = &set.sample else { return };
    let language = look.language;
    let Some((grids, names)) = read(sample) else {
        look.skip(say!(language, "the sample cannot be read", "a amostra não pode ser lida"));
        return;
    };
    let n = sample.n.clamp(1, 8) as i32;
    let known: BTreeSet<Vec<u16>> = grids.iter().flat_map(|grid| known(sample, grid, n)).collect();
    let Some(layer) = world.layers.first() else { return };
    let numbers: Vec<u16> = world
        .palette
        .iter()
        .map(|tile| names.iter().position(|name| *name == tile.name).map_or(u16::MAX, |i| i as u16))
        .collect();
    let shown = layer.map(|&t| numbers[usize::from(t)]);
    for p in shown.bounds().cells() {
        let fits =
            (world.periodic.x || p.x + n <= shown.width()) && (world.periodic.y || p.y + n <= shown.height());
        if !fits {
            continue;
        }
        look.saw(1);
        let corner = |x: i32, y: i32| layer[Point::new(x % shown.width(), y % shown.height())];
        let has_hole = (p.y..p.y + n)
            .any(|y| (p.x..p.x + n).any(|x| world.palette[usize::from(corner(x, y))].is_nothing()));
        if !has_hole && !known.contains(&square(&shown, p, n)) {
            look.error(
                Place::cell(0, p),
                say!(
                    language,
                    "the {n}x{n} square at {p} does not occur in the sample",
                    "o quadrado {n}x{n} em {p} não ocorre na amostra"
                ),
            );
        }
    }
}

/// All samples as numbers, and what each is called.
fn read(sample: &Sample) -> Option<(Vec<Grid<u16>>, Vec<String>)> {
    let all: Vec<&Vec<String>> = [&sample.rows].into_iter().chain(&sample.more).collect();
    let rows: Vec<Vec<char>> = all.iter().copied().flatten().map(|row| row.chars().collect()).collect();
    if rows.is_empty() || rows.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
        return None;
    }
    let letters: Vec<String> = sample.legend.keys().cloned().collect();
    let name = |(letter, label): (&String, &serde_json::Value)| {
        let ground = label.get("ground").and_then(|g| g.as_str()).unwrap_or_default();
        if ground.is_empty() { letter.clone() } else { ground.to_owned() }
    };
    let mut names: Vec<String> = sample.legend.iter().map(name).collect();
    let mut letters = letters;
    // Every cell is looked up in this list.
    let different: BTreeSet<&char> = rows.iter().flatten().collect();
    if different.len() + letters.len() > 4096 {
        return None;
    }
    let number = |c: &char, letters: &mut Vec<String>, names: &mut Vec<String>| {
        let text = c.to_string();
        let at = letters.iter().position(|l| *l == text).unwrap_or_else(|| {
            letters.push(text.clone());
            names.push(text);
            letters.len() - 1
        });
        at as u16
    };
    let mut rows = rows.iter().map(|row| row.iter().map(|c| number(c, &mut letters, &mut names)).collect());
    let grids = all.iter().map(|sample| Grid::from_rows(rows.by_ref().take(sample.len()).collect()));
    let grids: Vec<Grid<u16>> = grids.collect::<Option<_>>()?;
    Some((grids, names))
}

fn square(grid: &Grid<u16>, at: Point, n: i32) -> Vec<u16> {
    let mut cells = Vec::with_capacity((n * n) as usize);
    for y in at.y..at.y + n {
        for x in at.x..at.x + n {
            cells.push(grid[Point::new(x % grid.width(), y % grid.height())]);
        }
    }
    cells
}

/// All squares of the sample, turned and mirrored as it says.
fn known(sample: &Sample, grid: &Grid<u16>, n: i32) -> BTreeSet<Vec<u16>> {
    let (w, h) = (grid.width(), grid.height());
    let (columns, rows) = if sample.periodic { (w, h) } else { (w - n + 1, h - n + 1) };
    let mut known = BTreeSet::new();
    let side = n as usize;
    for y in 0..rows.max(0) {
        for x in 0..columns.max(0) {
            let mut view = square(grid, Point::new(x, y), n);
            for turn in 0..sample.symmetry.min(8) {
                known.insert(view.clone());
                // Mirrored, then every second time turned a quarter back: all eight in the end.
                for row in view.chunks_exact_mut(side) {
                    row.reverse();
                }
                if turn % 2 == 1 {
                    let old = view.clone();
                    for j in 0..side {
                        for i in 0..side {
                            view[j * side + i] = old[i * side + side - 1 - j];
                        }
                    }
                }
            }
        }
    }
    known
}
