//! Does evolution pay? Layouts from a genetic algorithm beside the best of as many random drafts.
//!
//! `cargo run --release -p mapkiln-dungeon --example evolution -- 30 150 30`: seeds per theme, drafts, and
//! the population that they come from.

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Theme;
use mapkiln_search::ga::Params;

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(0));
    let base = DungeonSpec::default();
    let (seeds, drafts) = (args.next().unwrap_or(30), args.next().unwrap_or(150) as usize);
    let population = args.next().map_or(base.layout.population, |n| n as usize);
    let few = Params { population: 4, generations: 1, elitism: 1, ..base.contents };
    println!("mean cost of the layout over {seeds} seeds, at most {drafts} drafts each");
    println!("{:14} {:>8} {:>8} {:>14}", "theme", "evolved", "random", "better of them");
    for theme in Theme::all() {
        let cost = |population: usize, seed: u64| {
            let elitism = base.layout.elitism;
            let generations = (drafts - population) / (population - elitism);
            let layout = Params { population, generations, ..base.layout.clone() };
            let spec =
                DungeonSpec { theme: Some(theme.id.clone()), layout, contents: few.clone(), ..base.clone() };
            spec.make(&mut Run::new(seed))
                .ok()
                .and_then(|made| made.report.metrics.get("layout_cost").copied())
        };
        let (mut sums, mut wins, mut both) = ([0.0, 0.0], [0, 0], 0.0);
        for seed in 0..seeds {
            if let (Some(evolved), Some(random)) = (cost(population, seed), cost(drafts, seed)) {
                sums[0] += evolved;
                sums[1] += random;
                wins[0] += u32::from(evolved < random);
                wins[1] += u32::from(random < evolved);
                both += 1.0;
            }
        }
        println!(
            "{:14} {:8.2} {:8.2} {:>8} : {}",
            theme.id,
            sums[0] / both,
            sums[1] / both,
            wins[0],
            wins[1]
        );
    }
}
