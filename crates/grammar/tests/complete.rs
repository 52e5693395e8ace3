//! The shipped presets come out with exact counts, whatever the seed.

use mapkiln_core::{Report, Run, Seed};
use mapkiln_grammar::Grammar;
use mapkiln_maps::document::Document;

#[test]
fn presets_complete_with_exact_counts() {
    let grammar = Grammar::shipped("carcere-exire").unwrap();
    for (preset, scale) in [("rooms50", 1), ("rooms100", 2)] {
        let values = grammar.values(Some(preset), []).unwrap();
        for seed in 0..1000u64 {
            let mut report = Report::new("level", &Seed::from(seed));
            let level = grammar
                .make(&values, &mut Run::new(seed), &mut report)
                .unwrap_or_else(|e| panic!("{seed}: {e}"));
            level.check().unwrap_or_else(|e| panic!("{seed}: {e}"));
            let rooms = level.nodes.iter().filter(|n| ["Room", "Initial", "Exit"].contains(&n.kind.as_str()));
            assert_eq!(rooms.count(), 50 * scale, "{seed}");
            for (kind, mark, count) in [
                ("Corridor", None, 10),
                ("Cell", None, 25),
                ("Exit", None, 0),
                ("Room", Some("boss"), 5),
                ("Room", Some("enemy"), 20),
                ("Room", Some("chest"), 15),
            ] {
                let wanted = if kind == "Exit" { 1 } else { count * scale };
                assert_eq!(level.count(kind, mark), wanted, "{seed} {kind} {mark:?}");
            }
            assert_eq!(report.metrics["parts"], 1.0);
            assert_eq!(report.metrics["solvable"], 1.0);
        }
    }
}
