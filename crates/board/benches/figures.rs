//! The figures we promise: how long each kind of board takes, over many seeds, on one thread.
//!
//! `cargo bench -p mapkiln-board --bench figures -- [SEEDS] [PART OF A NAME]` prints a table; times
//! are wall-clock times of a whole `make`, from the spec to the report.

use std::time::Instant;

use mapkiln_board::catan::{CatanProfile, CatanSpec};
use mapkiln_board::terra::{TerraMysticaProfile as Profile, TerraMysticaSpec};
use mapkiln_board::{Board, CatanSet, Error, Method};
use mapkiln_core::{Made, Run, Spec};

type Maker = Box<dyn Fn(&mut Run<'_>) -> Result<Made<Board>, Error>>;

fn terra(method: Method, profile: Profile) -> Maker {
    let spec = TerraMysticaSpec { method, profile, ..TerraMysticaSpec::default() };
    Box::new(move |run| spec.make(run))
}

fn catan(set: CatanSet, profile: CatanProfile) -> Maker {
    let spec = CatanSpec { set, profile, ..CatanSpec::default() };
    Box::new(move |run| spec.make(run))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let seeds = words.iter().find_map(|w| w.parse::<u64>().ok()).unwrap_or(1000);
    let wanted = words.iter().find(|w| w.parse::<u64>().is_err()).cloned().unwrap_or_default();
    let work: Vec<(&str, u64, Maker)> = vec![
        ("terra thesis, anneal", 1, terra(Method::Anneal, Profile::Thesis)),
        ("terra both, anneal", 1, terra(Method::Anneal, Profile::Both)),
        ("terra even, anneal", 1, terra(Method::Anneal, Profile::Even)),
        ("terra thesis, aco", 1, terra(Method::Aco, Profile::Thesis)),
        ("terra graded, brkga", 10, terra(Method::Brkga, Profile::Graded)),
        ("catan standard", 1, catan(CatanSet::Base, CatanProfile::Standard)),
        ("catan tournament", 1, catan(CatanSet::Base, CatanProfile::Tournament)),
        ("catan standard, 30 hexes", 1, catan(CatanSet::Large, CatanProfile::Standard)),
        ("catan tournament, 30 hexes", 5, catan(CatanSet::Large, CatanProfile::Tournament)),
    ];
    println!(
        "{:<28} {:>6} {:>9} {:>10} {:>10} {:>10}",
        "work", "seeds", "balanced", "median ms", "p95 ms", "max ms"
    );
    for (name, share, make) in work.iter().filter(|(name, ..)| name.contains(&wanted)) {
        let count = (seeds / share).max(1);
        let mut times = Vec::new();
        let mut balanced = 0;
        for seed in 0..count {
            let begin = Instant::now();
            let made = make(&mut Run::new(seed));
            times.push(begin.elapsed().as_secs_f64() * 1000.0);
            balanced += u64::from(made.is_ok_and(|m| m.report.metrics["balanced"] == 1.0));
        }
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        println!("{name:<28} {count:>6} {balanced:>9} {:>10.3} {:>10.3} {:>10.3}", at(50), at(95), at(100));
    }
}
