//! Optimisers that give the same result for a seed, whatever the number of threads.
//!
//! A [`Problem`] says what a candidate costs. How its candidates can be changed decides which
//! optimisers apply: by small moves that can be undone ([`Moves`]), by random keys ([`Keyed`]), or by
//! one decision after another ([`Trails`]). A problem may be all three.
//!
//! | optimiser | needs | what it is |
//! | --- | --- | --- |
//! | [`annealing::Annealing`] | [`Moves`] | simulated annealing with incremental costs |
//! | [`brkga::Brkga`] | [`Keyed`] | the biased random-key genetic algorithm, with several parents, islands, exchange of elites, shaking, restart, implicit path relinking and warm start |
//! | [`aco::Colony`] | [`Trails`] | the max-min ant system |
//! | [`ga::Ga`] | [`ga::Evolve`] | the generational genetic algorithm with roulette or tournament selection; [`Genetic`] adapts it to any keyed problem |
//!
//! All are built and run in the same way; see [`Optimiser`]. Here four queens are placed so that none
//! attacks another:
//!
//! ```
//! use mapkiln_core::{Run, Stream};
//! use mapkiln_search::annealing::{Annealing, Params};
//! use mapkiln_search::{Moves, Optimiser, Problem};
//!
//! /// One queen per column, by row; the cost counts the pairs that attack each other.
//! struct Queens;
//!
//! impl Problem for Queens {
//!     type Cost = u32;
//!     type Scratch = [i32; 4];
//!     fn scratch(&self) -> [i32; 4] {
//!         [0, 1, 2, 3]
//!     }
//!     fn enough(&self, cost: u32) -> bool {
//!         cost == 0
//!     }
//! }
//!
//! fn attacks(rows: &[i32; 4]) -> u32 {
//!     let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
//!     pairs.filter(|&(a, b)| rows[a].abs_diff(rows[b]) == (b - a) as u32).count() as u32
//! }
//!
//! impl Moves for Queens {
//!     type Move = (usize, usize);
//!     fn scramble(&self, rows: &mut [i32; 4], rng: &mut Stream) -> u32 {
//!         rng.shuffle(rows);
//!         attacks(rows)
//!     }
//!     fn propose(&self, _: &[i32; 4], rng: &mut Stream) -> Option<(usize, usize)> {
//!         Some((rng.index(4), rng.index(4)))
//!     }
//!     fn apply(&self, rows: &mut [i32; 4], (a, b): (usize, usize)) -> u32 {
//!         rows.swap(a, b);
//!         attacks(rows)
//!     }
//!     fn undo(&self, rows: &mut [i32; 4], (a, b): (usize, usize)) {
//!         rows.swap(a, b);
//!     }
//! }
//!
//! let mut run = Run::new("queens").with_budget(10_000);
//! let mut search = Annealing::new(&Queens, Params::default(), "queens", &run)?;
//! search.run(&mut run)?;
//! let (rows, cost) = search.best().expect("the budget allows a candidate");
//! assert_eq!(cost, 0);
//! assert!([[1, 3, 0, 2], [2, 0, 3, 1]].contains(rows));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every individual draws from its own stream, work is an indexed map with an ordered collect, and
//! ties go to the lower index: that is why threads do not change a result.
//!
//! Features: `parallel` (on by default) judges candidates on rayon's threads if the run allows it.
//!
//! Costs: an optimiser keeps its candidates and buffers in memory (population × keys × 8 bytes per
//! island for [`brkga`], rows × columns × 8 bytes of trails for [`aco`]) and allocates next to nothing
//! while it runs. Keyed problems have fewer than 2²⁴ keys if they use [`order_by_keys`].

pub mod aco;
pub mod annealing;
pub mod brkga;
mod error;
pub mod ga;
mod keyed;
mod optimiser;
mod problem;

pub use error::Error;
pub use keyed::{Genetic, order_by_keys};
pub use optimiser::{Log, Optimiser};
pub use problem::{Cost, Keyed, Levels, Moves, Problem, Trails};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
