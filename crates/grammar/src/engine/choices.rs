//! Choices that were made, and those that led to a dead end: none of them is made twice at the same
//! point.
//!
//! Between two applications the program chooses steps and counts, and at last a match. All of that is a
//! path in the tree of choices, kept as numbers: each choice as its length and its value. A closed path
//! is one that was tried to the end.

use super::control::Machine;

/// The choices since a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    made: Vec<u32>,
    closed: Vec<Vec<u32>>,
}

impl Choices {
    pub(crate) fn len(&self) -> usize {
        self.made.len()
    }

    /// Notes a choice.
    pub(crate) fn make(&mut self, value: impl ExactSizeIterator<Item = u32>) {
        self.made.push(value.len() as u32);
        self.made.extend(value);
    }

    /// Forgets the choices made since `mark`, if there was only one and it is a single number.
    pub(crate) fn forget_one(&mut self, mark: usize) {
        if self.made.len() == mark + 2 {
            self.made.truncate(mark);
        }
    }

    /// Was anything refuted right here?
    pub(crate) fn any_closed(&self) -> bool {
        self.closed.iter().any(|path| path.len() > self.made.len() && path.starts_with(&self.made))
    }

    /// Was this choice refuted here?
    pub(crate) fn is_closed(&self, value: impl ExactSizeIterator<Item = u32> + Clone) -> bool {
        let here = self.made.len();
        self.closed.iter().any(|path| {
            path.len() == here + 1 + value.len()
                && path.starts_with(&self.made)
                && path[here] as usize == value.len()
                && path[here + 1..].iter().copied().eq(value.clone())
        })
    }

    /// Refutes what was chosen and begins again; was there anything?
    pub(crate) fn close(&mut self) -> bool {
        let path = std::mem::take(&mut self.made);
        let any = !path.is_empty();
        if any {
            self.closed.push(path);
        }
        any
    }

    pub(crate) fn clear(&mut self) {
        self.made.clear();
        self.closed.clear();
    }

    /// Puts the choices of a later segment behind these: the program has taken its application back.
    fn append(&mut self, later: &Choices) {
        for path in &later.closed {
            self.closed.push(self.made.iter().chain(path).copied().collect());
        }
        self.made.extend_from_slice(&later.made);
    }
}

/// From one application to the next: the state at its beginning, and the choices since.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) machine: Machine,
    /// Where the graph's log stood.
    pub(super) undo: usize,
    pub(super) choices: Choices,
    /// The rule that was applied at its end.
    pub(super) rule: usize,
}

impl Segment {
    /// Goes on with an earlier segment whose application was taken back by the program.
    pub(super) fn resume(&mut self, mut earlier: Segment) {
        earlier.choices.append(&self.choices);
        *self = earlier;
    }
}
