//! The same level everywhere: fingerprints of documents for a few seeds. A change here changes the
//! levels of every seed and is said in the changelog.

use mapkiln_core::{Report, Run, Seed, fingerprint};
use mapkiln_grammar::{Grammar, lay_out};
use mapkiln_maps::document;

const GOLDEN: [(&str, &str, &str, &str); 6] = [
    ("carcere-exire", "golden", "05628dd6e36edbe1d6b6c6568952472d", "d7b68e8b4ef650907aeadbffaae7bc91"),
    ("carcere-exire", "7", "721820850ee560cb8a8e850f3001eea3", "14b7930d012c1b92b9a36946a90f9210"),
    ("lock-and-key", "golden", "fb459ce495e618edc687895a841e6f78", "2bfa7a9029a659c49c1caa722553f0fa"),
    ("lock-and-key", "7", "15e0a4b3f75e3bba0ab83375288738ad", "1fbb574691641cdd92601335b4bc9ee7"),
    ("space-station", "golden", "ae490454ad0122f6dec38b58450269b1", "2bea8182d6d114fcbfd4f141190cd7a1"),
    ("space-station", "7", "c403244daa8643d7204b019cca4f6e3d", "3ee1d3dcc44075d02bbf28ff8ad0215f"),
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
