//! The classic maker's whole run: 10 layouts evolved for 10 generations, contents for each.

use criterion::{Criterion, criterion_group, criterion_main};
use mapkiln_core::Run;
use mapkiln_dungeon::classic::{ClassicSpec, Size};

fn whole_run(c: &mut Criterion) {
    for size in Size::ALL {
        let spec = ClassicSpec { size, ..ClassicSpec::default() };
        let mut seed = 0u64;
        c.bench_function(&format!("classic {size}"), |b| {
            b.iter(|| {
                seed += 1;
                spec.make_selection(&mut Run::new(seed))
            });
        });
    }
}

criterion_group!(benches, whole_run);
criterion_main!(benches);
