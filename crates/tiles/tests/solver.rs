//! The solver against brute force, and what it must always guarantee.

use std::sync::Arc;

use mapkiln_core::{Event, Fault, MakeError, Maker, Point, Report, Run, Seed, Spec, Stopped};
use mapkiln_draw::text;
use mapkiln_tiles::{
    Adjacency, CellShape, ChunkRange, CollapseStep, Constraint, Error, Heuristic, Job, Limits, Model,
    Periodic, Solver, TileSet, TileSource, Topology, WorldSpec, violations,
};

/// Does any map exist? By trying every tile in every cell, in order.
fn exists(rules: &Adjacency, topology: &Topology, map: &mut Vec<usize>) -> bool {
    if map.len() == topology.cells() {
        return true;
    }
    let cell = map.len() as u32;
    for tile in 0..rules.tiles() {
        let fits = topology.neighbours(cell).all(|(side, n)| match map.get(n as usize) {
            Some(&other) => rules.allows(side, tile, other),
            None => n != cell || rules.allows(side, tile, tile),
        });
        if fits {
            map.push(tile);
            if exists(rules, topology, map) {
                return true;
            }
            map.pop();
        }
    }
    false
}

/// Small random rules: the search finds a map exactly if brute force does, with every heuristic and in
/// both stores (tiles that never fit bring the number above 64).
#[test]
fn small_maps_are_found_or_proved_impossible() {
    let (mut possible, mut impossible) = (0, 0);
    for case in 0..400u64 {
        let mut stream = Seed::from("rules").stream("case", case);
        let tiles = 2 + stream.index(3);
        let table: Vec<bool> = (0..4 * 64).map(|_| stream.percent(45)).collect();
        let many = case % 2 == 1;
        let total = if many { tiles + 66 } else { tiles };
        let rules = Adjacency::new(CellShape::Square, vec![1; total], |side, a, b| {
            let pair = |side: usize, a: usize, b: usize| table[side * 64 + a * 8 + b];
            a < tiles && b < tiles && if side < 2 { pair(side, a, b) } else { pair(side - 2, b, a) }
        })
        .unwrap();
        let periodic = Periodic::both(case % 3 == 0);
        let topology = Arc::new(Topology::new(CellShape::Square, 4, 3, 1, periodic).unwrap());
        let small =
            Adjacency::new(CellShape::Square, vec![1; tiles], |s, a, b| rules.allows(s, a, b)).unwrap();
        let wanted = exists(&small, &topology, &mut Vec::new());
        let solver = Solver::new(rules.clone());
        for heuristic in [Heuristic::Fewest, Heuristic::Entropy, Heuristic::Scanline, Heuristic::Random] {
            let mut job = Job::default();
            job.heuristic = heuristic;
            // The default limits also lead to the proof.
            job.limits = if case % 4 < 2 { Limits::complete(1_000_000) } else { Limits::default() };
            let mut collapse = solver.collapse(&topology, job, Seed::from("s").stream("x", case)).unwrap();
            let done = loop {
                match collapse.step() {
                    CollapseStep::Done => break true,
                    CollapseStep::Failed => break false,
                    _ => {}
                }
            };
            assert_eq!(done, wanted, "case {case} {heuristic:?}");
            if !done {
                assert!(collapse.contradiction().unwrap().proved, "case {case} {heuristic:?}");
                continue;
            }
            for cell in 0..topology.cells() as u32 {
                for (side, other) in topology.neighbours(cell) {
                    let (a, b) = (collapse.tile(cell).unwrap(), collapse.tile(other).unwrap());
                    assert!(rules.allows(side, a, b), "case {case}");
                }
            }
        }
        if wanted { possible += 1 } else { impossible += 1 }
    }
    assert!(possible > 50 && impossible > 50, "{possible} possible, {impossible} impossible");
}

/// Repairs keep pinned cells, and the result follows the rules, even without patience.
#[test]
fn impatient_searches_still_end_well() {
    let set = TileSet::from_toml(include_str!("sets/flowers-on-earth.toml")).unwrap();
    let model = Model::new(&set).unwrap();
    let mut repairs = 0.0;
    for seed in 0..30u64 {
        let limits = Limits { patience: 0, jump: 0, block: 2, horizon: 50, ..Limits::default() };
        let pins = [(3, 4, "heart"), (20, 20, "sky"), (12, 9, "heart")];
        let pin = |(x, y, tile): (i32, i32, &str)| Constraint::Pin {
            at: Point::new(x, y),
            layer: 0,
            tiles: tile.into(),
        };
        let spec = WorldSpec {
            width: 24,
            height: 24,
            periodic: Periodic::both(true),
            limits,
            constraints: pins.map(pin).to_vec(),
            ..WorldSpec::default()
        };
        let mut run = Run::new(seed);
        let mut report = Report::new("world", &run.seed);
        let world = spec.build(&model, &mut run, &mut report).unwrap();
        repairs += report.metrics["repairs"];
        assert_eq!(violations(&set, &world).unwrap(), Vec::<String>::new());
        for (x, y, tile) in pins {
            assert_eq!(world.tile_at(Point::new(x, y)).unwrap().name, tile);
        }
    }
    assert!(repairs > 0.0, "no repair was needed, so none was tested");
}

/// A ring of pins that no tile can fill: reported at once, with the cell and the labels.
#[test]
fn impossible_pins_are_explained() {
    let pin = |x, y, tile: &str| Constraint::Pin { at: Point::new(x, y), layer: 0, tiles: tile.into() };
    let spec = WorldSpec {
        tileset: TileSource::Name("paper".to_owned()),
        width: 9,
        height: 9,
        constraints: vec![pin(4, 3, "stone"), pin(5, 4, "stone"), pin(3, 4, "grass")],
        ..WorldSpec::default()
    };
    let error = spec.make(&mut Run::new("x")).unwrap_err();
    let Error::Impossible { reason } = &error else { panic!("{error}") };
    let pins = ["4,3", "5,4", "3,4"];
    assert!(reason.contains("PPP") && pins.iter().all(|pin| reason.contains(pin)), "{reason}");
}

/// A budget ends the run, and the error says how far it got; chunks count their cells.
#[test]
fn budgets_end_a_run() {
    let spec = WorldSpec { width: 200, height: 200, ..WorldSpec::default() };
    let error = spec.make(&mut Run::new("x").with_budget(2000)).unwrap_err();
    let Error::Stopped { why: Stopped::Budget { limit: 2000 }, decided, cells: 40_000 } = error else {
        panic!("{error}")
    };
    // Each of the 2,000 decisions settles its own cell, and propagation settles others.
    assert!((2000..40_000).contains(&decided), "{decided}");
    assert!(error.to_string().ends_with(&format!("decided {decided} of 40000 cells")), "{error}");
    assert_eq!(error.fault(), Fault::Failure);

    // A budget that suffices changes nothing.
    let made = spec.make(&mut Run::new("x")).unwrap();
    let steps = made.report.metrics["decisions"] as u64;
    assert_eq!(spec.make(&mut Run::new("x").with_budget(steps + 1)).unwrap().map, made.map);
    assert!(spec.make(&mut Run::new("x").with_budget(steps - 1)).is_err());

    let range = ChunkRange { from: [0, 0], to: [9, 9] };
    let spec = WorldSpec { chunks: Some(range), ..WorldSpec::default() };
    let error = spec.make(&mut Run::new("x").with_budget(70 * 1024)).unwrap_err();
    assert!(error.to_string().ends_with("decided 65536 of 102400 cells"), "{error}");
    assert!(spec.make(&mut Run::new("x").with_budget(100 * 1024)).is_ok());
}

/// Watching changes nothing, and the events add up to the report.
#[test]
fn observers_see_every_decision() {
    let (mut undone, mut straight) = (0, 0);
    for name in ["paper", "meadow", "caves", "flowers on earth", "hex-coast"] {
        let tileset = match name {
            // Its searches have to go back now and then.
            "flowers on earth" => {
                let set = TileSet::from_toml(include_str!("sets/flowers-on-earth.toml")).unwrap();
                TileSource::Set(Box::new(set))
            }
            _ => TileSource::Name(name.to_owned()),
        };
        let spec = WorldSpec { tileset, bare: true, ..WorldSpec::default() };
        let maker = Maker::new(spec.clone()).unwrap();
        for seed in 0..20u64 {
            let plain = maker.make(&mut Run::new(seed)).unwrap();
            let mut decided = Vec::new();
            let (mut backtracks, mut repairs) = (0, 0);
            let watched = maker
                .make(&mut Run::new(seed).with_observer(|event| match *event {
                    Event::Decided { cell, tile } => decided.push((cell, tile)),
                    Event::Backtracked { decisions } => {
                        assert!(decisions > 0);
                        backtracks += 1;
                    }
                    Event::Reopened { cells, .. } => {
                        assert!(cells > 0);
                        repairs += 1;
                    }
                    _ => {}
                }))
                .unwrap();
            assert_eq!(watched, plain, "{name} seed {seed}");
            let metric = |name: &str| plain.report.metrics[name] as usize;
            assert_eq!(decided.len() + backtracks + repairs, metric("decisions"), "{name} seed {seed}");
            // One step may go back several times, and a repair may need several attempts.
            assert!(backtracks <= metric("backtracks") && repairs <= metric("repairs"));
            assert_eq!(backtracks + repairs == 0, metric("conflicts") == 0, "{name} seed {seed}");
            undone += backtracks + repairs;
            if backtracks + repairs == 0 {
                straight += 1;
                let cells = plain.map.layers[0].cells();
                for (cell, tile) in decided {
                    assert_eq!(cells[cell as usize], maker.loaded().face(tile as usize));
                }
            }
        }
    }
    assert!(undone > 0 && straight > 0, "{undone} events of undoing, {straight} maps without any");
}

/// The spec as TOML, with constraints as data.
#[test]
fn a_spec_file_says_it_all() {
    let spec: WorldSpec = toml::from_str(
        r#"
        tileset = "islands"
        width = 16
        height = 10
        heuristic = "entropy"
        [[constraint]]
        border = { tiles = "water" }
        [[constraint]]
        count = { tiles = "snow", max = 2 }
        "#,
    )
    .unwrap();
    let world = spec.make(&mut Run::new("toml")).unwrap().map;
    let text = text::world(&world);
    assert!(text.matches('*').count() <= 2);
    assert!(text.lines().next().unwrap().chars().all(|c| c == '~'));
    assert!(toml::from_str::<WorldSpec>("hight = 3").is_err());
}
