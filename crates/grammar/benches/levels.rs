//! Levels of the paper's game: the graph alone, and laid out in space.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::Seed;
use mapkiln_grammar::{Grammar, lay_out};

fn levels(c: &mut Criterion) {
    let grammar = Grammar::shipped("carcere-exire").expect("ships");
    let mut group = c.benchmark_group("carcere exire");
    for (name, scale, samples) in
        [("50 rooms", 1, 200), ("100 rooms", 2, 100), ("1000 rooms", 20, 20), ("10000 rooms", 200, 10)]
    {
        group.sample_size(samples);
        let set =
            [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
        let values = grammar.values(None, set.map(|(n, v)| (n, v * scale))).expect("in range");
        // A new seed each time: the mean over seeds, not the luck of one.
        let mut seed = 0u64;
        group.bench_function(format!("graph, {name}"), |b| {
            b.iter(|| {
                seed += 1;
                black_box(grammar.make_fast(&values, &Seed::from(seed)).expect("completes"))
            });
        });
        group.bench_function(format!("graph and layout, {name}"), |b| {
            b.iter(|| {
                seed += 1;
                let level = grammar.make_fast(&values, &Seed::from(seed)).expect("completes");
                black_box(lay_out(&level, seed))
            });
        });
    }
    group.finish();
}

fn language(c: &mut Criterion) {
    let source = Grammar::shipped("carcere-exire").expect("ships").source().to_owned();
    c.bench_function("read the grammar", |b| b.iter(|| Grammar::parse("bench", black_box(&source))));
}

criterion_group!(benches, levels, language);
criterion_main!(benches);
