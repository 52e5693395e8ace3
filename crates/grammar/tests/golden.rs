//! The same level everywhere: fingerprints of documents for a few seeds. A change here changes the
//! levels of every seed and is said in the changelog.

use mapkiln_core::{Report, Run, Seed, fingerprint};
use mapkiln_grammar::{Grammar, lay_out};
use mapkiln_maps::document;

const GOLDEN: [(&str, &str, &str, &str); 6] = [
    ("carcere-exire", "golden", "0002405450f4dcbd1e5a86bd10c153fd", "de0a061af4d2a5eec26c577f6145b80b"),
    ("carcere-exire", "7", "546f745a9b39534875bd8e8b721f5304", "6dce19eaba946636f70d70220068a5e5"),
    ("lock-and-key", "golden", "fc8d273b16ede98e45b6d0edf67f3bbc", "ff1f14a5489253ab6a087366d9ade3a7"),
    ("lock-and-key", "7", "ee9b78207a313e353be313d1f65cbaa8", "444d73c09bf34d723d2b80d3de7ab72c"),
    ("space-station", "golden", "e24c8219feecc416d776ee18024fde2f", "41293bebd2dd857762a0348213a17a58"),
    ("space-station", "7", "878384c247f49b0c3bf5f3886fbd1e47", "989b4fa19d65dceea12f4289560d6de3"),
];

#[test]
fn levels_and_plans_have_not_changed() {
    let mut changed = Vec::new();
    for (name, seed, level_print, plan_print) in GOLDEN {
        let level = Grammar::shipped(name).unwrap().make_level(seed, &[]).unwrap();
        let prints = [
            fingerprint(document::to_json(&level, None).as_bytes()),
            fingerprint(document::to_json(&lay_out(&level, seed), None).as_bytes()),
        ];
        if prints != [level_print, plan_print] {
            changed.push(format!("    ({name:?}, {seed:?}, {:?}, {:?}),", prints[0], prints[1]));
        }
    }
    assert!(changed.is_empty(), "changed:\n{}", changed.join("\n"));
}

#[test]
fn threads_do_not_change_levels() {
    let grammar = Grammar::shipped("carcere-exire").unwrap();
    let values = grammar.defaults();
    let seed = Seed::from("threads");
    let alone = grammar.make_many(&values, &seed, 40, false).unwrap();
    assert_eq!(alone, grammar.make_many(&values, &seed, 40, true).unwrap());
    // Attempts in parallel: the first that succeeds counts, not the fastest.
    let tight =
        [("rooms", 30), ("chests", 14), ("enemies", 8), ("bosses", 2), ("corridors", 4), ("cells", 2)];
    let values = grammar.values(None, tight).unwrap();
    for n in 0..20u64 {
        let make = |parallel| {
            let mut run = Run::new(seed.nth(n)).with_parallel(parallel);
            let mut report = Report::new("level", &run.seed);
            grammar.make(&values, &mut run, &mut report).map(|level| (level, report, run.spent()))
        };
        match (make(false), make(true)) {
            (Ok(a), Ok(b)) => assert_eq!(a, b),
            (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
            _ => panic!("seed {n} completes on one thread or on several, but not on both"),
        }
    }
}
