//! Underground: walls are cut low before a floor and stand high behind it.

use super::{Board, Heights, Part, stuff};
use crate::art::faces::HIGH;
use crate::scene::{Color, Layer, Stroke};
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

/// Raises the walls that hide no floor. Gives their height.
pub(super) fn raise(survey: &Survey, heights: &Heights, board: &mut Board) -> f32 {
    let lattice = &survey.lattice;
    let columns = lattice.columns();
    let reach = (1.0 / lattice.step()).round() as usize;
    let wall = |i: usize| is_wall(survey.grounds[i]);
    // High if everything within a cell behind it is wall as well.
    let inside: Vec<bool> = (0..lattice.len())
        .map(|i| {
            (0..=reach).all(|dy| (0..=reach).all(|dx| i.checked_sub(dy * columns + dx).is_none_or(wall)))
        })
        .collect();
    if !inside.contains(&true) {
        return 0.0;
    }
    let Some(ground) = [Ground::Hull, Ground::Wall, Ground::Rock]
        .into_iter()
        .find(|ground| survey.grounds.contains(ground))
    else {
        return 0.0;
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
    });
    HIGH
}
