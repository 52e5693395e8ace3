//! The figures of the sight crate: `cargo bench -p mapkiln-sight`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::{Point, Rect, Seed};
use mapkiln_sight::{
    CellSet, Expansion, Fan, Mesh, Outlines, Polygon, Shadowcast, Spot, Sweep, Walls, vertices,
};

fn random_walls(percent: u32) -> Walls {
    let mut stream = Seed::from("bench").stream("walls", 0);
    let mut walls = Walls::open(200, 200);
    for p in Rect::new(0, 0, 200, 200).cells() {
        walls.set(p, stream.percent(percent));
    }
    walls
}

/// `count` corners of scattered quadrilaterals on a board of 1000 by 1000.
fn scattered(count: u32) -> Outlines {
    let mut stream = Seed::from("bench").stream("polygons", u64::from(count));
    let board = f64::from(count / 4).sqrt().ceil() as u32;
    let unit = 1000.0 / f64::from(board);
    let quad = |i: u32| {
        let middle = Spot::new(f64::from(i % board) + 0.5, f64::from(i / board) + 0.5);
        let turn = stream.unit() * std::f64::consts::TAU;
        let size = 0.2 + 0.25 * stream.unit();
        let corner = |k: u32| {
            let s = middle.towards(turn + std::f64::consts::FRAC_PI_2 * f64::from(k), size);
            Spot::new(s.x * unit, s.y * unit)
        };
        (0..4).map(corner).collect::<Vec<_>>()
    };
    let polygons: Vec<_> = (0..count / 4).map(quad).collect();
    Outlines::from_polygons(Spot::new(0.0, 0.0), Spot::new(1000.0, 1000.0), &polygons).expect("a valid scene")
}

/// Places on open ground around the middle.
fn places(outlines: &Outlines) -> Vec<Spot> {
    let mut stream = Seed::from("bench").stream("places", 0);
    let spots = (0..400).map(|_| Spot::new(300.0 + 400.0 * stream.unit(), 300.0 + 400.0 * stream.unit()));
    spots.filter(|&s| outlines.is_open(s)).collect()
}

fn shadowcast(c: &mut Criterion) {
    let mut group = c.benchmark_group("shadowcast");
    let mut caster = Shadowcast::new();
    let mut seen = CellSet::default();
    for (name, percent, radius) in [("walls r20", 20, 20), ("walls r100", 20, 100), ("open r100", 0, 100)] {
        let walls = random_walls(percent);
        // Many places, because one place says little about a random map.
        let places: Vec<Point> = Rect::new(80, 80, 40, 40).cells().filter(|&p| !walls.blocks(p)).collect();
        let mut i = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                i = (i + 1) % places.len();
                caster.look_into(black_box(&walls), places[i], Some(radius), &mut seen);
            });
        });
    }
}

fn polygons(c: &mut Criterion) {
    let mut group = c.benchmark_group("polygon");
    let mut polygon = Polygon::default();
    for count in [160, 1000, 8000] {
        let outlines = scattered(count);
        let places = places(&outlines);
        let mut i = 0;
        if count == 160 {
            group.bench_function("vertices 160", |b| {
                b.iter(|| {
                    i = (i + 1) % places.len();
                    black_box(vertices::look(black_box(&outlines), places[i]))
                });
            });
        }
        let mut sweep = Sweep::new();
        group.bench_function(format!("sweep {count}"), |b| {
            b.iter(|| {
                i = (i + 1) % places.len();
                sweep.look_into(black_box(&outlines), places[i], &mut polygon);
            });
        });
        let mesh = Mesh::build(&outlines).expect("nothing crosses");
        let mut expansion = Expansion::new();
        group.bench_function(format!("expansion {count}"), |b| {
            b.iter(|| {
                i = (i + 1) % places.len();
                expansion.look_into(black_box(&mesh), places[i], &mut polygon);
            });
        });
        group.bench_function(format!("mesh {count}"), |b| b.iter(|| Mesh::build(black_box(&outlines))));
    }
}

fn rays(c: &mut Criterion) {
    let mut group = c.benchmark_group("rays");
    // 16 pixels to a cell, 300 pixels long, as in the paper.
    let (walls, from, length) = (Walls::open(60, 60), Spot::new(30.3, 30.4), 300.0 / 16.0);
    let fan = Fan::new(150, std::f64::consts::FRAC_PI_3);
    let mut hits = Vec::new();
    let mut facing = 0.0;
    group.bench_function("dda 150 x 300", |b| {
        b.iter(|| {
            facing += 0.1;
            fan.cast_into(black_box(&walls), from, facing, length, &mut hits);
        });
    });
    group.bench_function("pixel 150 x 300", |b| {
        b.iter(|| {
            facing += 0.1;
            fan.cast_by_pixel(black_box(&walls), from, facing, length, 1.0 / 16.0)
        });
    });
}

criterion_group!(benches, shadowcast, polygons, rays);
criterion_main!(benches);
