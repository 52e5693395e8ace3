//! Optimisers that know nothing of maps.
//!
//! Each gives the same result for a seed whatever the number of threads: every individual draws
//! from a stream of its own, work is an indexed map with an ordered collect, and ties go to the
//! lower index. Each is a stepper: `step` does one generation and says what happened.
//!
//! - [`ga`]: the generational genetic algorithm with roulette or tournament selection.

pub mod ga;
