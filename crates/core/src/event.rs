//! What happens while a map is made, for observers.

/// Something that happened in a run.
///
/// Engines are steppers: each step returns what happened, and the loop that drives them sends these
/// events to the observers of the [`Run`](crate::Run). Cells, nodes and tiles are given by their
/// numbers in the map being made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// How far a stage is.
    Progress {
        /// The stage's name, such as `layout`.
        stage: &'a str,
        /// Parts done.
        done: u64,
        /// Parts in total, at most: a stage may end earlier.
        total: u64,
    },
    /// A search finished a generation, a round or a block of moves.
    Generation {
        /// The stage's name.
        stage: &'a str,
        /// Its number, from 0 for the first population.
        number: u64,
        /// Candidates evaluated so far.
        evaluations: u64,
        /// The cost of the candidate that the search would return now; lower is better.
        best: f64,
        /// The mean cost of this generation.
        mean: f64,
    },
    /// The collapse decided a cell. Cells decided by propagation have no event, and a decision that
    /// leads to a contradiction is a `Backtracked` or `Reopened` instead.
    Decided {
        /// The cell's number.
        cell: u32,
        /// The tile's number.
        tile: u32,
    },
    /// The collapse undid decisions after a contradiction.
    Backtracked {
        /// The number of decisions, including the one that led to the contradiction.
        decisions: u64,
    },
    /// The collapse reopened a block of cells, because backtracking did not resolve a contradiction.
    Reopened {
        /// The cell in the middle of the block.
        around: u32,
        /// Cells that are undecided again.
        cells: u64,
    },
    /// A grammar applied a rule.
    Applied {
        /// The rule's name.
        rule: &'a str,
        /// The nodes it matched.
        matched: &'a [u32],
        /// The nodes it made.
        made: &'a [u32],
    },
    /// A grammar undid applications after a dead end.
    Retracted {
        /// The number of applications.
        applications: u64,
    },
}
