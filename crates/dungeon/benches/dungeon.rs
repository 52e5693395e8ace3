//! How long the dungeon maker takes: one dungeon with everything, and six candidates.

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;

fn dungeons(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dungeon");
    group.sample_size(20);
    let spec = DungeonSpec::default();
    let mut seed = 0u64;
    group.bench_function("medium with everything", |bencher| {
        bencher.iter(|| {
            seed += 1;
            spec.make(&mut Run::new(seed)).map(|made| made.map.levels.len())
        });
    });
    group.bench_function("six candidates, parallel", |bencher| {
        bencher.iter(|| {
            seed += 1;
            spec.make_candidates(6, &mut Run::new(seed).with_parallel(true)).map(|made| made.len())
        });
    });
    group.finish();
}

criterion_group!(benches, dungeons);
criterion_main!(benches);
