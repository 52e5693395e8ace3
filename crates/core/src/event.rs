//! What happens while a map is made, for those who watch.

/// Something that happened in a run.
///
/// Engines are steppers: each step says what happened, and the loop that drives them tells the
/// observers of the [`Run`](crate::Run) with these events. Numbers of cells, nodes and tiles are
/// those of the map in the making.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// How far a stage has come.
    Progress {
        /// The stage's name, such as `layout`.
        stage: &'a str,
        /// Parts done.
        done: u64,
        /// Parts in all; 0 where that is not known.
        total: u64,
    },
    /// A search finished a generation, a round or a block of moves.
    Generation {
        /// The stage's name.
        stage: &'a str,
        /// Its number, from 0 for the first population.
        number: u64,
        /// Candidates judged up to here.
        evaluations: u64,
        /// The best score of this generation.
        best: f64,
        /// The mean score of this generation.
        mean: f64,
    },
    /// The collapse decided a cell; what follows from it by propagation is not told.
    Decided {
        /// The cell's number.
        cell: u32,
        /// The tile's number.
        tile: u32,
    },
    /// The collapse took back decisions after a contradiction.
    Backtracked {
        /// How many.
        decisions: u64,
    },
    /// The collapse opened a block of cells again, because backtracking did not get it out of a
    /// contradiction.
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
    /// A grammar took back applications after a dead end.
    Retracted {
        /// How many.
        applications: u64,
    },
}
