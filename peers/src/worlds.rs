//! Tile worlds beside `wfc` and `ghx_proc_gen`, one thread, the same rules and weights.
//!
//! Each library solves with its own least-entropy order, with its tables built before and its memory
//! kept from map to map where it can be, and without retries: failures are counted. Ours backtracks
//! and repairs, and its time includes that. A failed map costs time and gives nothing, so the table
//! also has the time of all maps divided by the number of maps made.

use std::num::NonZeroU32;
use std::time::Instant;

use direction::CardinalDirectionTable;
use ghx_proc_gen::generator::builder::GeneratorBuilder;
use ghx_proc_gen::generator::model::ModelCollection;
use ghx_proc_gen::generator::rules::RulesBuilder;
use ghx_proc_gen::generator::socket::{Socket, SocketCollection, SocketsCartesian2D};
use ghx_proc_gen::generator::{RngMode, rules::Rules as GhxRules};
use ghx_proc_gen::ghx_grid::cartesian::coordinates::Cartesian2D;
use ghx_proc_gen::ghx_grid::cartesian::grid::CartesianGrid;
use mapkiln::Run;
use mapkiln::tiles::{Model, Periodic, TileSet, WorldSpec};
use rand08::SeedableRng;
use rand08::rngs::SmallRng;
use std::sync::Arc;
use wfc::wrap::{Wrap, WrapNone, WrapXY};
use wfc::{Context, GlobalStats, PatternDescription, PatternTable, RunBorrow, Size, Wave};

/// Side, number of maps, and number of maps for the quadratic library.
const SIZES: [(u32, u64, u64); 4] = [(25, 50, 50), (100, 40, 10), (200, 10, 1), (500, 10, 0)];

/// Prints the tables.
pub(crate) fn compare() {
    let model = Model::new(&TileSet::shipped("paper").expect("a built-in set")).expect("a built-in set");
    println!("The paper's 19 tiles, equal weights, not periodic");
    head();
    let rules = ghx_rules(&model);
    for (side, maps, ghx_maps) in SIZES {
        let spec = WorldSpec { width: side, height: side, ..WorldSpec::default() };
        let ours = measure(maps, |seed| spec.make_with(&model, &mut Run::new(seed)).is_ok());
        let wfc = wfc_runs(&model, WrapNone, side, maps);
        let ghx = (ghx_maps > 0).then(|| measure(ghx_maps, |seed| ghx_run(&rules, side, seed)));
        row(side, &ours, &wfc, ghx.as_ref());
    }
    let model = Model::new(
        &TileSet::from_toml(include_str!("../../crates/tiles/tests/sets/flowers-on-earth.toml"))
            .expect("a set"),
    )
    .expect("a set");
    println!("\nFlowers, {} overlapping patterns of 3x3, periodic", model.rules().tiles());
    head();
    for (side, maps) in [(48, 50), (128, 20), (256, 5)] {
        let periodic = Periodic::both(true);
        let spec = WorldSpec { width: side, height: side, periodic, ..WorldSpec::default() };
        let ours = measure(maps, |seed| spec.make_with(&model, &mut Run::new(seed)).is_ok());
        row(side, &ours, &wfc_runs(&model, WrapXY, side, maps), None);
    }
}

fn head() {
    println!(
        "{:>9}{:>24}{:>30}{:>30}{:>9}{:>11}",
        "size", "mapkiln", "wfc 0.10", "ghx_proc_gen 0.8", "wfc/ours", "by success"
    );
}

fn row(side: u32, ours: &Measured, wfc: &Measured, ghx: Option<&Measured>) {
    println!(
        "{:>9}{:>24}{:>30}{:>30}{:>9.1}{:>11}",
        format!("{side}x{side}"),
        ours.show(),
        wfc.show(),
        ghx.map_or("not run".to_owned(), Measured::show),
        wfc.median / ours.median,
        wfc.by_success().zip(ours.by_success()).map_or("-".to_owned(), |(a, b)| format!("{:.1}", a / b)),
    );
}

struct Measured {
    median: f64,
    total: f64,
    failed: u64,
    runs: u64,
}

impl Measured {
    /// The time of all maps per map made; `None` if none was.
    fn by_success(&self) -> Option<f64> {
        let made = self.runs - self.failed;
        (made > 0).then(|| self.total / made as f64)
    }

    fn show(&self) -> String {
        format!("{:.2} ms, {} of {} fail", self.median, self.failed, self.runs)
    }
}

fn measure(runs: u64, mut make: impl FnMut(u64) -> bool) -> Measured {
    let mut times = Vec::new();
    let mut failed = 0;
    for seed in 0..runs {
        let start = Instant::now();
        failed += u64::from(!make(seed));
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Measured { median: times[times.len() / 2], total: times.iter().sum(), failed, runs }
}

/// Maps by `wfc`, with its context and its wave kept from map to map.
fn wfc_runs(model: &Model, wrap: impl Wrap, side: u32, maps: u64) -> Measured {
    let stats = wfc_rules(model);
    let (mut context, mut wave) = (Context::new(), Wave::new(Size::new(side, side)));
    measure(maps, |seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        RunBorrow::new_wrap(&mut context, &mut wave, &stats, wrap, &mut rng).collapse(&mut rng).is_ok()
    })
}

fn wfc_rules(model: &Model) -> GlobalStats {
    let rules = model.rules();
    let describe = |tile: usize| {
        // The table's order of directions is ours: north, east, south, west. (Its `new_fn` assigns to
        // uninitialised memory and crashes for lists.)
        let beside = [0, 1, 2, 3].map(|side| {
            (0..rules.tiles()).filter(|&b| rules.allows(side, tile, b)).map(|b| b as u32).collect()
        });
        PatternDescription::new(
            NonZeroU32::new(rules.weights()[tile]),
            CardinalDirectionTable::new_array(beside),
        )
    };
    GlobalStats::new(PatternTable::from_vec((0..rules.tiles()).map(describe).collect()))
}

/// One socket per edge and its reverse; `y+` is north there.
fn ghx_rules(model: &Model) -> Arc<GhxRules<Cartesian2D>> {
    let mut sockets = SocketCollection::new();
    let mut known: Vec<(String, Socket)> = Vec::new();
    for variant in model.variants() {
        for edge in &variant.edges {
            if known.iter().all(|(e, _)| e != edge) {
                known.push((edge.clone(), sockets.create()));
            }
        }
    }
    let find = |edge: &str| known.iter().find(|(e, _)| e == edge).map(|(_, s)| *s);
    for (edge, socket) in &known {
        let reversed: String = edge.chars().rev().collect();
        if let Some(other) = find(&reversed) {
            sockets.add_connection(*socket, vec![other]);
        }
    }
    let mut models = ModelCollection::<Cartesian2D>::new();
    for variant in model.variants() {
        let side = |i: usize| find(&variant.edges[i]).expect("every edge has a socket");
        models.create(SocketsCartesian2D::Simple {
            x_pos: side(1),
            x_neg: side(3),
            y_pos: side(0),
            y_neg: side(2),
        });
    }
    Arc::new(RulesBuilder::new_cartesian_2d(models, sockets).build().expect("the paper's rules"))
}

fn ghx_run(rules: &Arc<GhxRules<Cartesian2D>>, side: u32, seed: u64) -> bool {
    let grid = CartesianGrid::new_cartesian_2d(side, side, false, false);
    let built = GeneratorBuilder::new()
        .with_shared_rules(rules.clone())
        .with_grid(grid)
        .with_max_retry_count(0)
        .with_rng(RngMode::Seeded(seed))
        .build();
    built.is_ok_and(|mut generator| generator.generate().is_ok())
}
