//! Underground: walls are cut low before a floor and stand high behind it.

use super::{Board, Heights, Part, stuff};
use crate::art::faces::HIGH;
use crate::scene::{Color, Frame, Layer, Path, Stroke};
use crate::world::details;
use crate::world::grounds::Ground;
use crate::world::survey::Survey;
use crate::world::terrain::line;

/// Rock that one does not see into.
const TOP: Color = Color::hex(0x2b2733);
/// The top of a wall that is cut low.
const CUT_TOP: Color = Color::hex(0x3a3442);

fn is_wall(ground: Ground) -> bool {
    matches!(ground, Ground::Rock | Ground::Wall | Ground::Hull)
}

/// The layers of a ground with the tops of walls dark: rock is not floor.
pub(super) fn darkened(ground: Ground, layers: Vec<Layer>) -> Vec<Layer> {
    if !is_wall(ground) {
        return layers;
    }
    let Some(first) = layers.into_iter().next() else { return Vec::new() };
    let mut top = Layer { name: first.name.clone(), ..Layer::default() };
    for item in first.items {
        if let crate::scene::Item::Shape(shape) = item {
            let rim = Stroke::new(Color::hex(0x6a6474), 0.05).round();
            top.shape(shape.path, Some(CUT_TOP), Some(rim));
        }
    }
    vec![top]
}

/// The floors and the walls beside them: rock that touches no floor is not drawn.
pub(super) fn outline(survey: &Survey, frame: Frame) -> Path {
    let lattice = &survey.lattice;
    let columns = lattice.columns() as i32;
    let rows = (lattice.len() / lattice.columns()) as i32;
    let reach = (1.0 / lattice.step()).round() as i32;
    let at = |x: i32, y: i32| {
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        inside.then(|| survey.grounds[(y * columns + x) as usize])
    };
    let is_floor = |x: i32, y: i32| at(x, y).is_some_and(|g| !is_wall(g) && g != Ground::Void);
    let near = |i: usize| {
        let (x, y) = (i as i32 % columns, i as i32 / columns);
        let beside = (-reach..=reach).any(|dy| (-reach..=reach).any(|dx| is_floor(x + dx, y + dy)));
        is_floor(x, y) || at(x, y).is_some_and(is_wall) && beside
    };
    let inside: Vec<bool> = (0..lattice.len()).map(near).collect();
    if inside.iter().all(|i| *i) { Path::rect(frame) } else { lattice.border(&inside) }
}

/// Raises walls and bulkheads of single cells.
pub(super) fn raise_patches(survey: &Survey, land: f32, underground: bool, board: &mut Board) {
    for ground in [Ground::Rock, Ground::Wall, Ground::Hull] {
        let Some(border) = details::patch_border(survey, ground) else { continue };
        let mut top = Layer { name: "patches".to_owned(), ..Layer::default() };
        let color = if underground { CUT_TOP } else { ground.color() };
        top.shape(border.clone(), Some(color), Some(line(Color::hex(0x6a6474), 0.05)));
        board.lay(Part {
            border: Some(border),
            z: land + 1.0,
            below: land,
            under: Vec::new(),
            layers: vec![top],
            stuff: stuff(ground, underground),
            slab: false,
        });
    }
}

/// Raises the walls that hide no floor.
pub(super) fn raise(survey: &Survey, heights: &Heights, board: &mut Board) {
    let lattice = &survey.lattice;
    let columns = lattice.columns();
    let reach = (1.0 / lattice.step()).round() as usize;
    let wall = |i: usize| is_wall(survey.grounds[i]);
    // High if everything within a cell behind it is wall as well, and something before or beside it is not.
    let near = reach as i32;
    let open = |i: usize, dx: i32, dy: i32| {
        let at = i as i32 + dy * columns as i32 + dx;
        usize::try_from(at).ok().filter(|at| *at < lattice.len()).is_some_and(|at| !wall(at))
    };
    let inside: Vec<bool> = (0..lattice.len())
        .map(|i| {
            let behind =
                (0..=reach).all(|dy| (0..=reach).all(|dx| i.checked_sub(dy * columns + dx).is_none_or(wall)));
            behind && (-near..=near).any(|dy| (-near..=near).any(|dx| dx + dy >= 0 && open(i, dx, dy)))
        })
        .collect();
    // A high point without others around it would stand like a chimney.
    let company = |i: usize| {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| dy * columns as i32 + dx));
        let high = |by: i32| usize::try_from(i as i32 + by).is_ok_and(|at| inside.get(at) == Some(&true));
        inside[i] && around.filter(|by| high(*by)).count() >= 4
    };
    let inside: Vec<bool> = (0..lattice.len()).map(company).collect();
    if !inside.contains(&true) {
        return;
    }
    let Some(ground) =
        [Ground::Hull, Ground::Wall, Ground::Rock].into_iter().find(|ground| survey.grounds.contains(ground))
    else {
        return;
    };
    let border = lattice.border(&inside);
    let mut top = Layer { name: "walls".to_owned(), ..Layer::default() };
    top.fill(border.clone(), TOP);
    top.stroke(border.clone(), line(Color::hex(0x5a5464), 0.05));
    board.lay(Part {
        border: Some(border),
        z: HIGH,
        below: heights.of(ground),
        under: Vec::new(),
        layers: vec![top],
        stuff: stuff(ground, true),
        slab: true,
    });
}
