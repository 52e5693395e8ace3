//! Underground: walls are cut low before a floor and stand high behind it.

use mapkiln_core::Point;

use super::standing::Standing;
use super::{Board, Heights, Part, stuff};
use crate::art::faces::HIGH;
use crate::dungeon::iso::{Doorway, pillar_items};
use crate::scene::{Color, Frame, Layer, Path, Stroke, Vec2};
use crate::world::details;
use crate::world::grounds::{Cover, Ground};
use crate::world::survey::Survey;
use crate::world::terrain::line;

/// The tops of a wall: of rock that one does not see into, or of a hull; at full height, cut low, and the
/// light along the rim.
struct Tops {
    high: Color,
    cut: Color,
    rim: Color,
}

fn tops(ground: Ground) -> Tops {
    match ground {
        Ground::Hull => {
            Tops { high: Color::hex(0x2f3a46), cut: Color::hex(0x414e5b), rim: Color::hex(0x8596a5) }
        }
        _ => Tops { high: Color::hex(0x2b2733), cut: Color::hex(0x3a3442), rim: Color::hex(0x6a6474) },
    }
}

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
            let tops = tops(ground);
            top.shape(shape.path, Some(tops.cut), Some(Stroke::new(tops.rim, 0.05).round()));
        }
    }
    vec![top]
}

/// The floors and the walls beside them: rock that touches no floor is not drawn. What floats in the void
/// is drawn as a whole.
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
    let floats = survey.grounds.contains(&Ground::Void);
    let near = |i: usize| {
        let (x, y) = (i as i32 % columns, i as i32 / columns);
        if floats {
            return survey.grounds[i] != Ground::Void;
        }
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
        let color = if underground { tops(ground).cut } else { ground.color() };
        top.shape(border.clone(), Some(color), Some(line(tops(ground).rim, 0.05)));
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
    let solid = |i: usize| wall(i) || survey.grounds[i] == Ground::Void;
    // High if nothing within a cell behind it is open, and something before or beside it is.
    let near = reach as i32;
    let open = |i: usize, dx: i32, dy: i32| {
        let (x, y) = ((i % columns) as i32 + dx, (i / columns) as i32 + dy);
        let inside = (0..columns as i32).contains(&x) && y >= 0 && y < (lattice.len() / columns) as i32;
        inside && !solid((y as usize) * columns + x as usize)
    };
    let inside: Vec<bool> = (0..lattice.len())
        .map(|i| {
            let behind = (-near..=0).any(|dy| (-near..=0).any(|dx| open(i, dx, dy)));
            let before = || (-near..=near).any(|dy| (-near..=near).any(|dx| dx + dy >= 0 && open(i, dx, dy)));
            wall(i) && !behind && before()
        })
        .collect();
    // A high point by itself would stand like a chimney.
    let company = |i: usize| {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| dy * columns as i32 + dx));
        let high = |by: i32| usize::try_from(i as i32 + by).is_ok_and(|at| inside.get(at) == Some(&true));
        inside[i] && around.filter(|by| high(*by)).count() >= 2
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
    top.fill(border.clone(), tops(ground).high);
    top.stroke(border.clone(), line(tops(ground).rim, 0.05));
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

/// Doors between walls, hatches between bulkheads, and pillars: walls of one cell in the middle of a room.
pub(super) fn furnish(survey: &Survey, heights: &Heights, board: &mut Board) {
    let open = |p: Point| survey.main.get(p).is_some_and(|g| !is_wall(*g) && *g != Ground::Void);
    let stand = |p: Point| details::place(survey, p);
    for (p, _) in survey.covers.iter().filter(|(_, cover)| **cover == Some(Cover::Door)) {
        let upright = open(Point::new(p.x, p.y - 1)) || open(Point::new(p.x, p.y + 1));
        let along = if upright { Vec2::new(0.0, 1.0) } else { Vec2::new(1.0, 0.0) };
        let (stone, leaf) = match survey.main[p] {
            Ground::Deck => (Color::hex(0x6b7a88), Color::hex(0xe0b04a)),
            _ => (Color::hex(0x8b8790), Color::hex(0xa5783f)),
        };
        let items = Doorway::new(stand(p), along, 1.0).shut(stone, leaf);
        board.standing.push(Standing::drawn(items, stand(p), 0.0));
    }
    let around =
        |p: Point| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| Point::new(p.x + dx, p.y + dy)));
    for (p, ground) in survey.main.iter() {
        if is_wall(*ground) && around(p).all(|q| q == p || open(q)) {
            let z = heights.of(*ground);
            board.standing.push(Standing::placed(pillar_items(), stand(p), z));
        }
    }
}
