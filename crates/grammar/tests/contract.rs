//! What holds of every maker: observers, budgets, cancelling, and specs of older versions.

use mapkiln_core::{Cancel, Event, Fault, MakeError, Run, Spec, Stopped};
use mapkiln_grammar::{Campaign, Error, Grammar, LevelGraph, LevelPlanSpec, LevelSpec, RewriteStep};

/// Parameters with which many attempts backtrack, and some fail.
fn tight() -> LevelSpec {
    let set = [("rooms", 30), ("chests", 14), ("enemies", 8), ("bosses", 2), ("corridors", 4), ("cells", 2)];
    LevelSpec { set: set.map(|(name, value)| (name.to_owned(), value)).into(), ..LevelSpec::default() }
}

/// The level as made, and the number of nodes that stand after each event of a watched run.
fn watched(spec: &LevelSpec, seed: u64) -> (Result<LevelGraph, String>, Vec<usize>, u64) {
    let (mut made_nodes, mut retracted) = (Vec::new(), 0);
    let mut run = Run::new(seed).with_observer(|event| match event {
        Event::Applied { made, .. } => made_nodes.push(made.len()),
        Event::Retracted { applications } => {
            assert!(*applications > 0);
            retracted += applications;
            let left = made_nodes.len().checked_sub(*applications as usize);
            made_nodes.truncate(left.expect("no more is taken back than was applied"));
        }
        _ => {}
    });
    let made = spec.make(&mut run).map(|made| made.map).map_err(|error| error.to_string());
    drop(run);
    (made, made_nodes, retracted)
}

#[test]
fn whoever_watches_sees_the_level_grow_and_changes_nothing() {
    let mut taken_back = 0;
    let rooms = |grammar: &str| LevelSpec { grammar: grammar.to_owned(), ..LevelSpec::default() };
    for spec in [tight(), rooms("lock-and-key"), rooms("space-station")] {
        let start = {
            let loaded = spec.load().unwrap();
            loaded.grammar.stepper(&loaded.values, 0, 0).unwrap().level().nodes.len()
        };
        for seed in 0..40 {
            let (made, nodes, retracted) = watched(&spec, seed);
            let alone = spec.make(&mut Run::new(seed)).map(|made| made.map).map_err(|e| e.to_string());
            assert_eq!(made, alone, "{seed}");
            taken_back += retracted;
            if let Ok(level) = made {
                // None of these grammars deletes nodes.
                assert_eq!(level.nodes.len(), start + nodes.iter().sum::<usize>(), "{seed}");
            }
        }
    }
    assert!(taken_back > 0, "some of these seeds must meet a dead end");
}

#[test]
fn a_program_that_takes_back_says_so() {
    // The first branch applies `grow` and then fails, so that the program takes it back.
    let source = "node Room\nmark full on Room\nstart Room\nrule grow r:Room => r -- Room\n\
                  rule eat r:Room[full] => r -- Room\nrun { first { { grow eat } grow } }";
    let grammar = Grammar::parse("back", source).unwrap();
    let mut stepper = grammar.stepper(&grammar.defaults(), 1, 0).unwrap();
    let mut steps = Vec::new();
    loop {
        steps.push(match stepper.step() {
            RewriteStep::Applied { rule, .. } => rule,
            RewriteStep::NoMatch { rule } => format!("no {rule}"),
            RewriteStep::Retracted { applications } => format!("back {applications}"),
            _ => break,
        });
    }
    assert_eq!(steps, ["grow", "no eat", "back 1", "grow"]);
    assert_eq!(stepper.level().nodes.len(), 2);
}

#[test]
fn a_step_of_the_budget_is_an_application() {
    let mut run = Run::new("budget");
    let made = LevelSpec::default().make(&mut run).unwrap();
    let applications = made.report.stages[0].evaluations;
    assert_eq!(run.spent(), applications, "the first attempt succeeds");
    let limited = |limit| LevelSpec::default().make(&mut Run::new("budget").with_budget(limit));
    assert_eq!(limited(applications).unwrap().map, made.map);
    let error = limited(applications - 1).unwrap_err();
    assert_eq!(error.fault(), Fault::Failure);
    let Error::Stopped { why: Stopped::Budget { .. }, applications: reached, attempts: 1 } = error else {
        panic!("{error}");
    };
    assert_eq!(reached, applications);
}

#[test]
fn cancelling_ends_an_attempt() {
    let cancel = Cancel::default();
    let mut seen = 0;
    let mut run = Run::new(1).with_cancel(cancel.clone()).with_observer(|_| {
        seen += 1;
        if seen == 5 {
            cancel.cancel();
        }
    });
    let error = LevelPlanSpec::default().make(&mut run).unwrap_err();
    drop(run);
    assert!(matches!(error, Error::Stopped { why: Stopped::Cancelled, .. }), "{error}");
    assert_eq!(seen, 5);
}

#[test]
fn missing_and_empty_texts_mean_none() {
    let spec = LevelSpec::default();
    for json in ["{}", r#"{"source": "", "preset": ""}"#, r#"{"source": null}"#] {
        assert_eq!(serde_json::from_str::<LevelSpec>(json).unwrap(), spec, "{json}");
        assert_eq!(serde_json::from_str::<Campaign>(json).unwrap(), Campaign::default(), "{json}");
    }
    assert_eq!(serde_json::to_string(&spec).unwrap(), r#"{"grammar":"carcere-exire"}"#);
    let full = r#"{"grammar":"mine","source":"node Room","preset":"small"}"#;
    let spec: LevelSpec = serde_json::from_str(full).unwrap();
    assert_eq!((spec.source.as_deref(), spec.preset.as_deref()), (Some("node Room"), Some("small")));
    assert_eq!(serde_json::to_string(&spec).unwrap(), full);
}

#[test]
fn wrong_specs_are_refused_before_the_work() {
    let unknown = LevelSpec { grammar: "castle".to_owned(), ..LevelSpec::default() };
    let error = unknown.check().unwrap_err();
    assert_eq!(error.fault(), Fault::Wish);
    assert!(error.to_string().contains("carcere-exire"), "{error}");
    let preset = LevelSpec { preset: Some("huge".to_owned()), ..LevelSpec::default() };
    assert!(preset.load().err().unwrap().to_string().contains("no preset `huge`"));
}

#[test]
fn metrics_have_names_in_snake_case() {
    let made = LevelSpec::default().make(&mut Run::new(1)).unwrap();
    let metrics = &made.report.metrics;
    assert_eq!((metrics["count_corridor"], metrics["count_marked_boss"]), (10.0, 5.0));
    let fine =
        |name: &&String| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    assert!(metrics.keys().all(|name| fine(&name)), "{metrics:?}");
}
