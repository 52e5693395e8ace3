//! What holds of every maker: budgets, cancelling, observers, refusals.

use mapkiln_board::catan::CatanSpec;
use mapkiln_board::terra::TerraMysticaSpec;
use mapkiln_board::{Error, Method, Rule, RuleCheck, RuleSet};
use mapkiln_core::{Cancel, Event, Fault, MakeError, Maker, Run, Spec, Stopped};

const METHODS: [Method; 4] = [Method::Anneal, Method::Brkga, Method::Aco, Method::Thesis];

fn catan(method: Method) -> CatanSpec {
    CatanSpec { method, ..CatanSpec::default() }
}

fn terra(method: Method) -> TerraMysticaSpec {
    TerraMysticaSpec { method, ..TerraMysticaSpec::default() }
}

#[test]
fn without_a_board_the_error_says_how_far_it_got() {
    for method in METHODS {
        for error in [
            catan(method).make(&mut Run::new(1).with_budget(5)).unwrap_err(),
            terra(method).make(&mut Run::new(1).with_budget(5)).unwrap_err(),
        ] {
            let Error::Stopped { why, evaluations: 0, next, .. } = &error else { panic!("{error:?}") };
            assert_eq!(*why, Stopped::Budget { limit: 5 });
            assert!(*next > 5);
            assert_eq!(error.fault(), Fault::Failure);
            assert!(error.to_string().contains(&format!("next step takes {next}")), "{error}");
        }
    }
}

#[test]
fn with_a_board_it_is_given_and_the_report_says_so() {
    let rules = || {
        // Nothing meets this: a corner has at most 15 pips.
        let check = RuleCheck::CornerPips { least: 16, most: 20 };
        Some(RuleSet {
            name: "mine".into(),
            rules: vec![Rule { name: "rich Corners".into(), check, weight: 1, soft: false }],
        })
    };
    for method in METHODS {
        let spec = CatanSpec { rules: rules(), ..catan(method) };
        let mut run = Run::new(1).with_budget(3000);
        let made = spec.make(&mut run).unwrap();
        assert!(made.report.warnings[0].contains("the budget of 3000 steps"), "{:?}", made.report.warnings);
        assert!(made.report.repeatable && made.origin.repeatable);
        assert!(made.report.metrics["score_rich_corners"] > 0.0);
        let judged: u64 = made.report.stages.iter().map(|stage| stage.evaluations).sum();
        assert_eq!(judged, run.spent(), "{method:?}: a step is one evaluation");
        assert_eq!(spec.make(&mut Run::new(1).with_budget(3000)).unwrap(), made);
    }
}

#[test]
fn a_cancelled_board_cannot_be_repeated() {
    for method in METHODS {
        let cancel = Cancel::default();
        let mut run = Run::new(1).with_cancel(cancel.clone()).with_observer(|event| {
            if let Event::Generation { .. } = event {
                cancel.cancel();
            }
        });
        // More than the first generation can do.
        let spec = TerraMysticaSpec { unfair: 1_000_000, ..terra(method) };
        let made = spec.make(&mut run).unwrap();
        assert!(!made.report.repeatable && !made.origin.repeatable, "{method:?}");
        assert!(made.report.warnings[0].contains("cancelled"), "{:?}", made.report.warnings);
    }
}

#[test]
fn observers_change_nothing() {
    for method in METHODS {
        let mut seen = 0;
        let mut run = Run::new(2).with_observer(|event| {
            if let Event::Generation { .. } = event {
                seen += 1;
            }
        });
        let watched = catan(method).make(&mut run).unwrap();
        drop(run);
        assert_eq!(watched, catan(method).make(&mut Run::new(2)).unwrap());
        let steps: usize = watched.report.stages.iter().map(|stage| stage.trace.len()).sum();
        assert_eq!(seen, steps, "{method:?}");
    }
}

#[test]
fn one_maker_makes_what_its_spec_makes() {
    let maker = Maker::new(CatanSpec::default()).unwrap();
    let terra = Maker::new(TerraMysticaSpec::default()).unwrap();
    for seed in 0..5 {
        assert_eq!(
            maker.make(&mut Run::new(seed)).unwrap(),
            CatanSpec::default().make(&mut Run::new(seed)).unwrap()
        );
        assert_eq!(
            terra.make(&mut Run::new(seed)).unwrap(),
            TerraMysticaSpec::default().make(&mut Run::new(seed)).unwrap()
        );
    }
}

#[test]
fn wrong_specs_are_refused_before_the_work() {
    let catan = |change: &dyn Fn(&mut CatanSpec)| {
        let mut spec = CatanSpec::default();
        change(&mut spec);
        let error = spec.check().unwrap_err();
        assert_eq!(error.fault(), Fault::Wish);
        error.to_string()
    };
    assert!(catan(&|s| s.brkga.population = 0).starts_with("`brkga.population` is 0; write"));
    assert!(catan(&|s| s.aco.fading = 0).starts_with("`aco.fading` is 0; write"));
    assert!(catan(&|s| s.thesis.elite = 51).starts_with("`thesis.elite` is 51; write"));
    let hot = mapkiln_search::annealing::Params { hot: 0.0, ..Default::default() };
    assert!(catan(&|s| s.anneal = Some(hot.clone())).starts_with("`anneal.hot` is 0; write"));
    assert!(catan(&|s| s.rules = Some(RuleSet::lab())).contains("R2: this is a rule for Terra Mystica"));
    for (check, words) in [
        (RuleCheck::Draft { players: 7, at_most: 1 }, "2 to 6 players"),
        (RuleCheck::NumbersApart { numbers: vec![6, 7] }, "no token 7"),
        (RuleCheck::CornerPips { least: 5, most: 4 }, "`most` of at least `least`"),
        (
            RuleCheck::PipBalance { groups: vec![vec![mapkiln_board::Terrain::River]], at_most: 1 },
            "river has no pips",
        ),
    ] {
        let rules = vec![Rule { name: "own".into(), check, weight: 1, soft: false }];
        let error = catan(&|s| s.rules = Some(RuleSet { name: "own".into(), rules: rules.clone() }));
        assert!(error.starts_with("rules: own: ") && error.contains(words), "{error}");
    }
    let long = mapkiln_board::Board::from_hexes(
        mapkiln_board::BoardGame::Catan,
        &[40],
        std::iter::repeat_n(
            mapkiln_maps::board::Hex { terrain: mapkiln_board::Terrain::Desert, number: None },
            40,
        ),
    );
    let refused = CatanSpec { start: Some(long), ..CatanSpec::default() }.check().unwrap_err();
    assert!(refused.to_string().starts_with("start: "), "{refused}");

    let spec = TerraMysticaSpec { attempts: 0, ..TerraMysticaSpec::default() };
    assert_eq!(spec.check().unwrap_err().to_string(), "attempts: write at least 1");
    let spec = TerraMysticaSpec { rules: Some(RuleSet::standard()), ..TerraMysticaSpec::default() };
    assert!(spec.check().unwrap_err().to_string().contains("R2: this is a rule for Catan"));
}
