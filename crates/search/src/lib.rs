//! Optimisers that know nothing of maps.
//!
//! Each gives the same result for a seed whatever the number of threads: every individual draws
//! from a stream of its own, work is an indexed map with an ordered collect, and ties go to the
//! lower index. Each is a stepper: `step` does one generation and says what happened.
//!
//! A [`Problem`] says what a candidate costs. How its candidates are changed decides which
//! optimisers it may use: by small moves that can be undone ([`Moves`]), by random keys
//! ([`Keyed`]), or by one decision after the other ([`Trails`]). One problem may be all three.
//!
//! - [`annealing`]: simulated annealing over moves with incremental costs.
//! - [`brkga`]: the biased random-key genetic algorithm, with several parents, islands, exchange of
//!   elites, shaking, restart, implicit path relinking and warm start.
//! - [`aco`]: the max-min ant system.
//! - [`ga`]: the generational genetic algorithm with roulette or tournament selection;
//!   [`Genetic`] lets it work on any keyed problem.

pub mod aco;
pub mod annealing;
pub mod brkga;
pub mod ga;
mod keyed;
mod problem;

pub use keyed::{Genetic, order_by_keys};
pub use problem::{Cost, Keyed, Levels, Moves, Problem, Trails};
