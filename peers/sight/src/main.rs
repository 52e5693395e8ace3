//! Mapkiln's sight beside other libraries, on the same maps, in one run, one table.
//!
//! `cargo run --release --manifest-path peers/sight/Cargo.toml [--features polygons]`
//!
//! Times are microseconds a look: for each place the least of many looks, and the mean of those.
//! Asymmetries are pairs of open cells, within the radius of each other, of which only one sees the
//! other.

use std::time::Instant;

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg, Point as BracketPoint};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use mapkiln_core::{Point, Rect, Seed};
use mapkiln_sight::{CellSet, Shadowcast, Walls};

fn walls(side: i32, percent: u32) -> Walls {
    let mut rng = Seed::from("peers").stream("walls", 0);
    let mut walls = Walls::open(side, side);
    for p in Rect::new(0, 0, side, side).cells() {
        walls.set(p, rng.percent(percent));
    }
    walls
}

/// The mean over places of the fastest of many looks, in microseconds.
fn time(places: &[Point], mut look: impl FnMut(Point)) -> f64 {
    let mut best = vec![u128::MAX; places.len()];
    let start = Instant::now();
    while start.elapsed().as_millis() < 1000 {
        for (best, &p) in best.iter_mut().zip(places) {
            let once = Instant::now();
            look(p);
            *best = (*best).min(once.elapsed().as_nanos());
        }
    }
    best.iter().sum::<u128>() as f64 / places.len() as f64 / 1000.0
}

/// Pairs that disagree, of all pairs within the radius.
fn asymmetries(walls: &Walls, radius: i32, mut seen: impl FnMut(Point) -> Vec<Point>) -> (usize, usize) {
    let open: Vec<Point> = walls.bounds().cells().filter(|&p| !walls.blocks(p)).collect();
    let mut views = vec![CellSet::new(walls.bounds()); open.len()];
    for (view, &p) in views.iter_mut().zip(&open) {
        for q in seen(p) {
            view.insert(q);
        }
    }
    let (mut wrong, mut all) = (0, 0);
    for (i, &a) in open.iter().enumerate() {
        for (j, &b) in open.iter().enumerate().skip(i + 1) {
            let d = b - a;
            if d.x * d.x + d.y * d.y <= radius * radius {
                all += 1;
                wrong += usize::from(views[i].contains(b) != views[j].contains(a));
            }
        }
    }
    (wrong, all)
}

struct BracketMap<'a>(&'a Walls);

impl BaseMap for BracketMap<'_> {
    fn is_opaque(&self, index: usize) -> bool {
        let width = self.0.width() as usize;
        self.0.blocks(Point::new((index % width) as i32, (index / width) as i32))
    }
}

impl Algorithm2D for BracketMap<'_> {
    fn dimensions(&self) -> BracketPoint {
        BracketPoint::new(self.0.width(), self.0.height())
    }
}

fn adam(walls: &Walls, p: Point, radius: usize, mut mark: impl FnMut(Point)) {
    let size = [walls.width() as u32, walls.height() as u32];
    adam_fov_rs::compute_fov(
        [p.x, p.y],
        radius,
        size,
        |q| walls.blocks(Point::new(q.x, q.y)),
        |q| mark(Point::new(q.x, q.y)),
    );
}

fn doryen_map(walls: &Walls) -> MapData {
    let mut map = MapData::new(walls.width() as usize, walls.height() as usize);
    for p in walls.bounds().cells() {
        map.set_transparent(p.x as usize, p.y as usize, !walls.blocks(p));
    }
    map
}

/// What one library does: a look from a cell, as the cells seen.
type Look<'a> = Box<dyn FnMut(Point) -> Vec<Point> + 'a>;

fn main() {
    println!("{:<36} {:>12} {:>12} {:>12}   asymmetric pairs", "cells, 200x200", "20 % r20", "20 % r100", "open r100");
    let maps = [(walls(200, 20), 20u32), (walls(200, 20), 100), (walls(200, 0), 100)];
    let small = walls(40, 20);
    let row = |name: &str, times: [f64; 3], (wrong, all): (usize, usize)| {
        println!("{name:<36} {:>12.2} {:>12.2} {:>12.2}   {wrong} of {all}", times[0], times[1], times[2]);
    };
    let places = |walls: &Walls| -> Vec<Point> {
        Rect::new(90, 90, 20, 20).cells().filter(|&p| !walls.blocks(p)).collect()
    };

    let mut caster = Shadowcast::new();
    let mut seen = CellSet::default();
    let times = maps.each_ref().map(|(w, r)| time(&places(w), |p| caster.look_into(w, p, Some(*r), &mut seen)));
    row("mapkiln shadowcast", times, asymmetries(&small, 12, |p| Shadowcast::new().look(&small, p, Some(12)).iter().collect()));

    // Into a list that is there already, the cheapest that one can do with what it calls back.
    let mut list = Vec::new();
    let times = maps.each_ref().map(|(w, r)| {
        time(&places(w), |p| {
            list.clear();
            adam(w, p, *r as usize, |q| list.push(q));
        })
    });
    let look = |p| {
        let mut cells = Vec::new();
        adam(&small, p, 12, |q| cells.push(q));
        cells
    };
    row("adam_fov_rs 0.5", times, asymmetries(&small, 12, look));

    for (name, algorithm) in [
        ("bracket-pathfinding 0.8 recursive", FieldOfViewAlg::RecursiveShadowcasting),
        ("bracket-pathfinding 0.8 symmetric", FieldOfViewAlg::SymmetricShadowcasting),
    ] {
        let cast = |w: &Walls, p: Point, r: i32| algorithm.field_of_view(BracketPoint::new(p.x, p.y), r, &BracketMap(w));
        let times = maps.each_ref().map(|(w, r)| time(&places(w), |p| drop(cast(w, p, *r as i32))));
        let look = |p| cast(&small, p, 12).into_iter().map(|q| Point::new(q.x, q.y)).collect();
        row(name, times, asymmetries(&small, 12, look));
    }

    let algorithms: [(&str, fn() -> Box<dyn FovAlgorithm>); 2] = [
        ("doryen-fov 0.1 recursive", || Box::new(FovRecursiveShadowCasting::new())),
        ("doryen-fov 0.1 restrictive", || Box::new(FovRestrictive::new())),
    ];
    for (name, make) in algorithms {
        let mut algorithm = make();
        let times = maps.each_ref().map(|(w, r)| {
            let mut map = doryen_map(w);
            time(&places(w), |p| {
                map.clear_fov();
                algorithm.compute_fov(&mut map, p.x as usize, p.y as usize, *r as usize, true);
            })
        });
        let mut map = doryen_map(&small);
        let look: Look<'_> = Box::new(|p: Point| {
            map.clear_fov();
            algorithm.compute_fov(&mut map, p.x as usize, p.y as usize, 12, true);
            small.bounds().cells().filter(|q| map.is_in_fov(q.x as usize, q.y as usize)).collect()
        });
        row(name, times, asymmetries(&small, 12, look));
    }
    #[cfg(feature = "polygons")]
    polygons();
    #[cfg(not(feature = "polygons"))]
    println!("\n(polygons beside geo-visibility: --features polygons; needs a C++ compiler)");
}

#[cfg(feature = "polygons")]
fn polygons() {
    use geo_visibility::Visibility;
    use mapkiln_sight::{Expansion, Mesh, Outlines, Polygon, Spot, Sweep};
    println!("\n{:<12} {:>16} {:>12} {:>12}", "vertices", "geo-visibility", "sweep", "expansion");
    for count in [160u32, 1000] {
        let mut rng = Seed::from("peers").stream("polygons", u64::from(count));
        let board = f64::from(count / 4).sqrt().ceil() as u32;
        let list: Vec<Vec<Spot>> = (0..count / 4)
            .map(|i| {
                let middle = Spot::new(f64::from(i % board) + 0.5, f64::from(i / board) + 0.5);
                let (turn, size) = (rng.unit() * 6.0, 0.2 + 0.25 * rng.unit());
                (0..4).map(|k| middle.towards(turn + 1.570_796 * f64::from(k), size)).collect()
            })
            .collect();
        let side = f64::from(board);
        let outlines = Outlines::from_polygons(Spot::default(), Spot::new(side, side), &list).expect("a scene");
        let lines: Vec<geo::Line> = outlines
            .sides()
            .iter()
            .map(|[a, b]| geo::Line::new(geo::coord! { x: a.x, y: a.y }, geo::coord! { x: b.x, y: b.y }))
            .collect();
        let mesh = Mesh::build(&outlines).expect("nothing crosses");
        let spots: Vec<Spot> = std::iter::repeat_with(|| Spot::new(side * rng.unit(), side * rng.unit()))
            .filter(|&s| outlines.is_open(s))
            .take(50)
            .collect();
        let places: Vec<Point> = (0..spots.len() as i32).map(|i| Point::new(i, 0)).collect();
        let at = |p: Point| spots[p.x as usize];
        let geo = time(&places, |p| drop(geo::Point::new(at(p).x, at(p).y).visibility(lines.as_slice())));
        let (mut sweep, mut expansion, mut polygon) = (Sweep::new(), Expansion::new(), Polygon::default());
        let swept = time(&places, |p| sweep.look_into(&outlines, at(p), &mut polygon));
        let expanded = time(&places, |p| expansion.look_into(&mesh, at(p), &mut polygon));
        println!("{count:<12} {geo:>16.2} {swept:>12.2} {expanded:>12.2}");
    }
}
