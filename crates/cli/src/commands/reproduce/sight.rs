//! The sight paper's tables 2 and 3 beside all six approaches.

use std::time::Instant;

use mapkiln::sight::{
    CellSet, Expansion, Fan, Mesh, Outlines, Polygon, Shadowcast, Spot, Sweep, Walls, vertices,
};
use mapkiln::{Rect, Seed};

use crate::failure::Failure;
use crate::say::tell;

/// Sight: tables 2 and 3 of Reinke and dos Reis, beside all six approaches
///
/// The paper's scenes are not published; here a tenth of the tiles are walls, 16 pixels each, and
/// the vertices are those of scattered quadrilaterals. Times are means over 50 places, as in the
/// paper; all places are looked from once to warm up and then in 21 rounds, of which the median
/// counts.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Places to look from
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    places: u32,
}

/// Rays, pixels, and the paper's milliseconds by pixel and by DDA.
const TABLE_2: [(u32, f64, f64, f64); 6] = [
    (150, 300.0, 31.8, 2.4),
    (150, 450.0, 51.3, 5.1),
    (100, 300.0, 28.5, 2.2),
    (100, 450.0, 38.8, 3.5),
    (50, 300.0, 13.8, 1.3),
    (50, 450.0, 17.5, 1.6),
];

/// Vertices, and the paper's milliseconds.
const TABLE_3: [(u32, f64); 5] = [(20, 2.5), (40, 6.6), (80, 21.0), (120, 45.2), (160, 86.0)];

const TILE: f64 = 16.0;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let places = args.places;
    tell(format_args!(
        "Table 2: rays over 60 degrees, walls of {TILE} px. Milliseconds, mean of {places} places, median of {ROUNDS} rounds."
    ))?;
    tell(format_args!(
        "{:>5} {:>7}  {:>12} {:>10} {:>8}  {:>12} {:>10} {:>8}  {:>11}",
        "rays", "length", "pixel paper", "pixel", "times", "dda paper", "dda", "times", "shadowcast"
    ))?;
    let (walls, spots) = tiles(places);
    for (rays, length, paper_pixel, paper_dda) in TABLE_2 {
        let fan = Fan::new(rays, std::f64::consts::FRAC_PI_3);
        let cells = length / TILE;
        let pixel = time(&spots, |at| drop(fan.cast_by_pixel(&walls, at, at.x, cells, 1.0 / TILE)));
        let mut hits = Vec::new();
        let dda = time(&spots, |at| fan.cast_into(&walls, at, at.x, cells, &mut hits));
        let (mut caster, mut seen) = (Shadowcast::new(), CellSet::default());
        let cast = time(&spots, |at| caster.look_into(&walls, at.cell(), Some(cells as u32), &mut seen));
        tell(format_args!(
            "{rays:>5} {length:>7}  {paper_pixel:>12.1} {pixel:>10.4} {:>7.0}x  {paper_dda:>12.1} {dda:>10.4} {:>7.0}x  {cast:>11.4}",
            paper_pixel / pixel,
            paper_dda / dda
        ))?;
    }
    tell("")?;
    tell(format_args!(
        "Table 3: the polygon that is seen. Milliseconds, mean of {places} places, median of {ROUNDS} rounds."
    ))?;
    tell(format_args!(
        "{:>8}  {:>14} {:>10} {:>8}  {:>10} {:>10} {:>12}",
        "vertices", "vertices paper", "vertices", "times", "sweep", "expansion", "(mesh, once)"
    ))?;
    for (count, paper) in TABLE_3 {
        let (outlines, spots) = polygons(count, places)?;
        let all = time(&spots, |at| drop(vertices::look(&outlines, at)));
        let (mut sweep, mut polygon) = (Sweep::new(), Polygon::default());
        let swept = time(&spots, |at| sweep.look_into(&outlines, at, &mut polygon));
        let mesh = Mesh::build(&outlines).map_err(Failure::not_made)?;
        let built = time(&[Spot::default()], |_| drop(Mesh::build(&outlines)));
        let mut expansion = Expansion::new();
        let expanded = time(&spots, |at| expansion.look_into(&mesh, at, &mut polygon));
        tell(format_args!(
            "{count:>8}  {paper:>14.1} {all:>10.4} {:>7.0}x  {swept:>10.4} {expanded:>10.4} {built:>12.4}",
            paper / all
        ))?;
    }
    tell("")?;
    tell(format_args!("The whole view at once: shadowcast sees all around, not only along rays; sweep and"))?;
    tell(format_args!(
        "expansion give the polygon of `vertices` exactly, without its two rays beside each corner."
    ))?;
    Ok(())
}

/// Rounds over all places.
const ROUNDS: usize = 21;

/// Milliseconds per look: the mean over the places, and the median of several rounds, so that a
/// disturbance in one round does not matter.
fn time(spots: &[Spot], mut look: impl FnMut(Spot)) -> f64 {
    let mut round = || {
        let start = Instant::now();
        for &at in spots {
            look(at);
        }
        start.elapsed().as_secs_f64() * 1000.0 / spots.len().max(1) as f64
    };
    round(); // to warm up
    let mut rounds: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

fn tiles(places: u32) -> (Walls, Vec<Spot>) {
    let mut rng = Seed::from("reproduce sight").stream("tiles", 0);
    let mut walls = Walls::open(100, 100);
    for p in Rect::new(0, 0, 100, 100).cells() {
        walls.set(p, rng.percent(10));
    }
    let mut spots = Vec::new();
    while spots.len() < places as usize {
        let at = Spot::new(30.0 + 40.0 * rng.unit(), 30.0 + 40.0 * rng.unit());
        if !walls.blocks(at.cell()) {
            spots.push(at);
        }
    }
    (walls, spots)
}

fn polygons(corners: u32, places: u32) -> Result<(Outlines, Vec<Spot>), Failure> {
    let mut rng = Seed::from("reproduce sight").stream("polygons", u64::from(corners));
    let board = f64::from(corners / 4).sqrt().ceil() as u32;
    let mut list = Vec::new();
    for i in 0..corners / 4 {
        let middle = Spot::new(f64::from(i % board) + 0.5, f64::from(i / board) + 0.5);
        let (turn, size) = (rng.unit() * std::f64::consts::TAU, 0.2 + 0.25 * rng.unit());
        let corner = |k: u32| middle.towards(turn + std::f64::consts::FRAC_PI_2 * f64::from(k), size);
        list.push((0..4).map(corner).collect());
    }
    let side = f64::from(board);
    let outlines =
        Outlines::from_polygons(Spot::default(), Spot::new(side, side), &list).map_err(Failure::not_made)?;
    let mut spots = Vec::new();
    while spots.len() < places as usize {
        let at = Spot::new(side * rng.unit(), side * rng.unit());
        if outlines.is_open(at) {
            spots.push(at);
        }
    }
    Ok((outlines, spots))
}
