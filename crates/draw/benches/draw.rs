//! How long pictures take: a large dungeon in every form, a large world as PNG.

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::{Grid, Run, Spec};
use mapkiln_draw::{DungeonPrint, DungeonView, Pages, WorldView, png, svg};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_tiles::WorldSpec;

fn dungeons(criterion: &mut Criterion) {
    let spec = ClassicSpec { size: Size::Large, ..ClassicSpec::default() };
    let plan = spec.make(&mut Run::new("bench")).expect("a dungeon").map;
    let view = DungeonView::default();
    let keyed = DungeonSpec { size: Size::Large, ..DungeonSpec::default() };
    let keyed = keyed.make(&mut Run::new("bench")).expect("a dungeon").map;
    for (name, plan) in [("large classic dungeon", &plan), ("large dungeon with its whole key", &keyed)] {
        criterion.bench_function(&format!("{name} to SVG, from plan to file"), |b| {
            b.iter(|| svg::encode(&view.scene(plan).expect("a scene"), &Default::default()));
        });
    }
    let bare = DungeonView::bare(view.style, Default::default(), 0);
    let mut slow = criterion.benchmark_group("slow");
    slow.sample_size(10);
    slow.bench_function("large dungeon to PNG, 7,000 x 7,000 pixels", |b| {
        b.iter(|| png::encode(&bare.scene(&plan).expect("a scene"), &Default::default()).expect("a file"));
    });
    slow.bench_function("large dungeon to PDF, overview and true-scale sheets", |b| {
        let print = DungeonPrint { pages: Pages::All, ..DungeonPrint::default() };
        b.iter(|| print.pdf(&plan).expect("a file"));
    });
}

fn worlds(criterion: &mut Criterion) {
    let spec = WorldSpec { width: 100, height: 100, ..WorldSpec::default() };
    let mut world = spec.make(&mut Run::new("bench")).expect("a world").map;
    // Drawing does not care whether tiles fit: the same world five times across and down.
    let tile = world.layers[0].clone();
    world.layers[0] = Grid::from_fn(500, 500, |p| tile[mapkiln_core::Point::new(p.x % 100, p.y % 100)]);
    let mut slow = criterion.benchmark_group("worlds");
    slow.sample_size(10);
    slow.bench_function("500x500 world to PNG, 16 pixels per tile", |b| {
        let options = png::PngOptions { pixels_per_unit: 16.0, ..Default::default() };
        b.iter(|| png::encode(&WorldView::default().scene(&world), &options).expect("a file"));
    });
}

criterion_group!(benches, dungeons, worlds);
criterion_main!(benches);
