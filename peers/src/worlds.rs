//! Tile worlds beside `wfc` and `ghx_proc_gen`: the paper's 19 tiles, equal weights, one thread.
//!
//! Each library solves with its own least-entropy order and without retries, on maps that do not
//! join their far side; failures are counted. Ours takes back and repairs, so it has none.

use std::num::NonZeroU32;
use std::time::Instant;

use direction::{CardinalDirection, CardinalDirectionTable};
use ghx_proc_gen::generator::builder::GeneratorBuilder;
use ghx_proc_gen::generator::model::ModelCollection;
use ghx_proc_gen::generator::rules::RulesBuilder;
use ghx_proc_gen::generator::socket::{Socket, SocketCollection, SocketsCartesian2D};
use ghx_proc_gen::generator::{RngMode, rules::Rules as GhxRules};
use ghx_proc_gen::ghx_grid::cartesian::coordinates::Cartesian2D;
use ghx_proc_gen::ghx_grid::cartesian::grid::CartesianGrid;
use mapkiln::Run;
use mapkiln::tiles::{Model, TileSet, WorldSpec};
use rand08::SeedableRng;
use rand08::rngs::StdRng;
use std::sync::Arc;
use wfc::{GlobalStats, PatternDescription, PatternTable, RunOwn, Size, wrap::WrapNone};

/// Sides, maps of each, and whether the quadratic ones are asked too.
const SIZES: [(u32, u64, bool); 4] = [(25, 50, true), (100, 20, true), (200, 5, false), (500, 3, false)];

/// Prints the table.
pub(crate) fn compare() {
    let set = TileSet::shipped("paper").expect("a built-in set");
    let model = Model::new(&set).expect("a built-in set");
    let (stats, rules) = (wfc_rules(&model), ghx_rules(&model));
    println!("The paper's 19 tiles, equal weights, one thread: median ms (failed of maps)\n");
    println!(
        "{:>9}{:>18}{:>22}{:>22}{:>12}",
        "size", "mapkiln", "wfc 0.10", "ghx_proc_gen 0.8", "wfc / ours"
    );
    for (side, runs, slow) in SIZES {
        let spec = WorldSpec { width: side, height: side, ..WorldSpec::default() };
        let ours = measure(runs, |seed| spec.make_with(&model, &mut Run::new(seed)).is_ok());
        let theirs = measure(runs, |seed| {
            let mut rng = StdRng::seed_from_u64(seed);
            RunOwn::new_wrap(Size::new(side, side), &stats, WrapNone, &mut rng).collapse(&mut rng).is_ok()
        });
        let ghx = slow.then(|| measure(runs.min(5), |seed| ghx_run(&rules, side, seed)));
        let show = |m: &Measured| format!("{:.2} ({} of {})", m.median, m.failed, m.runs);
        println!(
            "{:>9}{:>18}{:>22}{:>22}{:>12.1}",
            format!("{side}x{side}"),
            show(&ours),
            show(&theirs),
            ghx.as_ref().map_or("not run".to_owned(), show),
            theirs.median / ours.median
        );
    }
}

struct Measured {
    median: f64,
    failed: u64,
    runs: u64,
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
    Measured { median: times[times.len() / 2], failed, runs }
}

fn wfc_rules(model: &Model) -> GlobalStats {
    let rules = model.rules();
    let describe = |tile: usize| {
        let beside = |direction: CardinalDirection| {
            let side = match direction {
                CardinalDirection::North => 0,
                CardinalDirection::East => 1,
                CardinalDirection::South => 2,
                CardinalDirection::West => 3,
            };
            (0..rules.tiles()).filter(|&b| rules.allows(side, tile, b)).map(|b| b as u32).collect()
        };
        PatternDescription::new(NonZeroU32::new(1), CardinalDirectionTable::new_fn(beside))
    };
    GlobalStats::new(PatternTable::from_vec((0..rules.tiles()).map(describe).collect()))
}

/// A socket for each edge and its reverse; `y+` is north there.
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
