//! The same level everywhere: fingerprints of documents for a few seeds. A change here changes the
//! levels of every seed and is said in the changelog.

use mapkiln_core::{Report, Run, Seed, fingerprint};
use mapkiln_grammar::{Grammar, lay_out};
use mapkiln_maps::document;

const GOLDEN: [(&str, &str, &str, &str); 6] = [
    ("carcere-exire", "golden", "e1f26fbd12fdbbce5878b780ffae6133", "c639db19eba0f62b2e9de861303885b0"),
    ("carcere-exire", "7", "546f745a9b39534875bd8e8b721f5304", "2bc4df22d35c43a313b0fb9bb4dca9f5"),
    ("lock-and-key", "golden", "f1c28d1732a1493e5e57135d32b2845f", "340d3b96fa2599c33269ba78d6175794"),
    ("lock-and-key", "7", "b0057452cbfb1d7326cbe4a3e3f574e4", "9cd1abb34d13139d75538201b71cc6d9"),
    ("space-station", "golden", "e24c8219feecc416d776ee18024fde2f", "fdb11cd4cd063b0faf33dc6492c799b4"),
    ("space-station", "7", "878384c247f49b0c3bf5f3886fbd1e47", "3ccb8770773baf8901f7589512d9518f"),
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
    // The paper's engine: many searches at once, applied in order.
    let paper = Grammar::shipped("carcere-exire").unwrap().with_engine(mapkiln_grammar::Engine::Paper);
    for n in 0..10u64 {
        let make = |parallel| {
            let mut run = Run::new(seed.nth(n)).with_parallel(parallel);
            paper.make(&values, &mut run, &mut Report::new("level", &seed)).unwrap()
        };
        let level = make(false);
        assert_eq!(level, make(true));
        assert_eq!(level.nodes.iter().filter(|n| n.is("boss")).count(), 5);
    }
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

#[test]
fn threads_do_not_change_long_scans() {
    let source = "node Room; node Hub, Gem is Room
        start Hub
        rule room r:Room !Gem => r -- Room
        rule gem uniform a:Room !Gem -*2..2- b:Room !Gem where degree(a) = 1 => a -- Gem
        run { room * 1500 gem * 3 }";
    let grammar = Grammar::parse("scans", source).unwrap();
    let values = grammar.defaults();
    let make = |parallel| {
        let mut run = Run::new("scans").with_parallel(parallel);
        grammar.make(&values, &mut run, &mut Report::new("level", &Seed::from("scans"))).unwrap()
    };
    let level = make(false);
    assert_eq!(level, make(true));
    assert_eq!(level.nodes.iter().filter(|n| n.kind == "Gem").count(), 3);
}

#[test]
fn threads_do_not_change_the_search_for_what_is_rare() {
    // Four rooms of 3,000 have an omen, and a search that fails in thousands of places must find each once. It follows
    // ways, since other searches use one thread.
    let source = "node Room; attr omen = 0 on Room mark seen on Room
        start Room{omen = 1} -- Room{omen = 1} -- Room{omen = 1} -- Room{omen = 1} -- Room
        rule room r:Room{omen = 0} => r -- Room
        rule rare a:Room[none] -*1..2- b:Room{omen = 1} where a.omen = 1 => a[seen]
        run { room * 3000 rare * 4 }";
    let grammar = Grammar::parse("rare", source).unwrap();
    let values = grammar.defaults();
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..12u64 {
        let make = |parallel| {
            let mut run = Run::new(seed).with_parallel(parallel);
            grammar.make_bare(&values, &mut run).unwrap()
        };
        let level = make(false);
        assert_eq!(level, make(true), "seed {seed}");
        let seen: Vec<u32> = level.nodes.iter().filter(|n| n.mark == "seen").map(|n| n.id).collect();
        assert_eq!(seen, [0, 1, 2, 3], "seed {seed}");
        // Which of them comes first is up to the seed.
        let mut stepper = grammar.stepper(&values, seed, 0).unwrap();
        let found = std::iter::from_fn(|| Some(stepper.step())).find_map(|step| match step {
            mapkiln_grammar::RewriteStep::Applied { rule, matched, .. } if rule == "rare" => Some(matched[0]),
            mapkiln_grammar::RewriteStep::DeadEnd => panic!("seed {seed}: a dead end"),
            _ => None,
        });
        first.extend(found);
    }
    assert!(first.len() >= 3, "{first:?}");
}
