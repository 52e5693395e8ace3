//! How long a frame's culling and ordering takes on a large map: `cargo bench -p mapkiln-draw --bench iso`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::{Point, Rect};
use mapkiln_draw::iso::{Camera, Projection};

/// A window of 640 x 360 in the middle of 4000 x 4000 cells of 30 x 15.
const VIEW: [f64; 4] = [0.0, 0.0, 640.0, 360.0];
const MAP: Rect = Rect { x: 0, y: 0, width: 4000, height: 4000 };

fn cull(c: &mut Criterion) {
    let mut group = c.benchmark_group("cull and order");
    let projections = [
        ("diamond", Projection::Diamond),
        ("staggered", Projection::Staggered),
        ("top-down", Projection::TopDown),
    ];
    for (name, projection) in projections {
        let mut camera = Camera { projection, ..Camera::default() };
        let [x, y] = camera.centre(Point::new(2000, 2000), 0);
        camera.offset = [320.0 - x, 180.0 - y];
        let mut cells = Vec::new();
        camera.visible_into(VIEW, MAP, 0, 0, &mut cells);
        group.bench_function(format!("{name}, {} of 4000x4000", cells.len()), |b| {
            b.iter(|| {
                camera.visible_into(black_box(VIEW), MAP, 0, 0, &mut cells);
                black_box(&cells);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, cull);
criterion_main!(benches);
