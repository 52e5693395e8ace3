//! The figures of the sight crate: `cargo bench -p mapkiln-sight`.

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::{Point, Rect, Seed};
use mapkiln_sight::{CellSet, Shadowcast, Walls};
use std::hint::black_box;

fn random_walls(percent: u32) -> (Walls, Point) {
    let mut stream = Seed::from("bench").stream("walls", 0);
    let mut walls = Walls::open(200, 200);
    for p in Rect::new(0, 0, 200, 200).cells() {
        walls.set(p, stream.percent(percent));
    }
    let at = Point::new(100, 100);
    walls.set(at, false);
    (walls, at)
}

fn shadowcast(c: &mut Criterion) {
    let mut group = c.benchmark_group("shadowcast");
    let mut caster = Shadowcast::new();
    let mut seen = CellSet::default();
    for (name, percent, radius) in [("walls r20", 20, 20), ("walls r100", 20, 100), ("open r100", 0, 100)] {
        let (walls, _) = random_walls(percent);
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

criterion_group!(benches, shadowcast);
criterion_main!(benches);
