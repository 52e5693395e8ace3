//! The program's machine: which rule is tried next, and what follows from its answer.
//!
//! The machine is an explicit stack of frames, so that it can run one step at a time, and a state
//! can be saved and restored by copying the stack.

use mapkiln_core::Stream;

use crate::compile::count_value;
use crate::compile::model::{Op, Program, Rule};

use super::choices::Choices;
use super::graph::Graph;
use super::matcher::Seen;

/// One step of the program in progress.
#[derive(Debug)]
pub(crate) struct Frame {
    op: usize,
    /// The child that runs, or for `else` whether the rescue does.
    child: usize,
    /// Repetitions left, and their total.
    left: i64,
    total: i64,
    /// Where the graph's log stood before the child began.
    undo: usize,
    /// For `mix`: repetitions left of each child. For `any`: whether a child is still open.
    open: Vec<i64>,
    /// For `mix`: children that failed since the last success.
    tried: u64,
    /// For `mix` and `any`: how many choices there were before the child was chosen.
    mark: usize,
}

impl Clone for Frame {
    fn clone(&self) -> Self {
        Frame { open: self.open.clone(), ..*self }
    }

    /// Every rewrite copies all frames, so their lists are reused.
    fn clone_from(&mut self, other: &Self) {
        self.open.clone_from(&other.open);
        let open = std::mem::take(&mut self.open);
        *self = Frame { open, ..*other };
    }
}

/// What the machine does next.
#[derive(Clone, Copy, Debug)]
enum Signal {
    Enter(usize),
    Done(bool),
}

/// What the machine asks of its owner.
pub(crate) enum Control {
    /// Try this rule, and answer.
    Try(usize),
    /// The program has ended, well or in a dead end.
    Finished(bool),
    /// It loops without trying a rule.
    Endless,
    /// All that could be chosen here was refuted.
    Exhausted,
}

/// The state of a running program.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    frames: Vec<Frame>,
    signal: Signal,
}

/// More turns than this without a rule being tried are an endless loop.
const MOST_TURNS: usize = 10_000_000;

/// What a machine needs to see.
pub(crate) struct World<'a> {
    pub(crate) program: &'a Program,
    pub(crate) rules: &'a [Rule],
    pub(crate) params: &'a [i64],
    pub(crate) stream: &'a mut Stream,
    pub(crate) graph: &'a mut Graph,
    pub(crate) choices: &'a mut Choices,
    /// Set if the graph was taken back.
    pub(crate) undone: &'a mut bool,
    /// Set if nothing is left to choose.
    pub(crate) exhausted: bool,
}

/// The longest list of counts from which one is chosen after others were refuted.
const MOST_COUNTS: u64 = 4096;

impl World<'_> {
    fn undo_to(&mut self, then: usize) {
        if self.graph.now() > then {
            self.graph.undo_to(then);
            *self.undone = true;
        }
    }

    /// How often a repeated step is repeated this time.
    fn times(&mut self, op: usize) -> Option<i64> {
        let Op::Repeat { low, high, .. } = &self.program.ops[op] else { return None };
        let low = count_value(low, self.params);
        Some(match high {
            None => low,
            Some(high) => {
                let span = (count_value(high, self.params) - low + 1).max(1) as u64;
                let more = if self.choices.any_closed() {
                    let open: Vec<u32> = (0..span.min(MOST_COUNTS) as u32)
                        .filter(|n| !self.choices.is_closed([*n].into_iter()))
                        .collect();
                    self.exhausted |= open.is_empty();
                    self.stream.pick(&open).copied().unwrap_or(0)
                } else {
                    self.stream.below(span) as u32
                };
                if span > 1 {
                    self.choices.make([more].into_iter());
                }
                low + i64::from(more)
            }
        })
    }

    /// The body of a repeated step, or the step itself.
    fn unit(&self, op: usize) -> usize {
        match self.program.ops[op] {
            Op::Repeat { body, .. } => body,
            _ => op,
        }
    }

    /// One of several by weight, and how many choices there were before; nothing if all have failed or
    /// were refuted.
    fn choose(&mut self, weights: &[u64]) -> Option<(usize, usize)> {
        let refuted = self.choices.any_closed();
        let closed = |c: usize| refuted && self.choices.is_closed([c as u32].into_iter());
        let open: Vec<u64> =
            weights.iter().enumerate().map(|(c, &w)| if closed(c) { 0 } else { w }).collect();
        let mark = self.choices.len();
        let chosen = self.stream.weighted(open.iter().copied());
        match chosen {
            // Where there is no other there is no choice.
            Some(child) if weights.iter().filter(|w| **w > 0).count() > 1 => {
                self.choices.make([child as u32].into_iter());
            }
            Some(_) => {}
            None => self.exhausted |= weights.iter().any(|w| *w > 0),
        }
        chosen.map(|child| (child, mark))
    }

    fn weight(&self, op: usize) -> u64 {
        match &self.program.ops[self.unit(op)] {
            Op::Rule(rule) => self.rules[*rule].weight,
            _ => 1,
        }
    }
}

impl Machine {
    pub(crate) fn new(program: &Program) -> Self {
        Machine { frames: Vec::new(), signal: Signal::Enter(program.root) }
    }

    /// Copies another state into this one, reusing its memory.
    pub(crate) fn copy_from(&mut self, other: &Machine) {
        self.frames.clone_from(&other.frames);
        self.signal = other.signal;
    }

    /// Says whether the rule that was asked for has been applied.
    pub(crate) fn answer(&mut self, applied: bool) {
        self.signal = Signal::Done(applied);
    }

    /// How often the step that is running was to be done, and is still to be done.
    pub(crate) fn wanted(&self) -> Option<(i64, i64)> {
        self.frames.iter().rev().find(|f| f.total > 0).map(|f| (f.total, f.left))
    }

    /// The step whose failure called the rescue that is running, if one is.
    pub(crate) fn rescued(&self, program: &Program) -> Option<usize> {
        self.frames.iter().rev().find_map(|f| match program.ops[f.op] {
            Op::Else { body, .. } if f.child == 1 => Some(body),
            _ => None,
        })
    }

    /// Runs up to the next rule to try.
    pub(crate) fn next(&mut self, world: &mut World<'_>) -> Control {
        for _ in 0..MOST_TURNS {
            if world.exhausted {
                return Control::Exhausted;
            }
            match self.signal {
                Signal::Enter(op) => {
                    if let Op::Rule(rule) = world.program.ops[op] {
                        return Control::Try(rule);
                    }
                    self.enter(op, world);
                }
                Signal::Done(ok) => match self.frames.pop() {
                    None => return Control::Finished(ok),
                    Some(frame) => self.leave(frame, ok, world),
                },
            }
        }
        Control::Endless
    }

    fn enter(&mut self, op: usize, world: &mut World<'_>) {
        let undo = world.graph.now();
        let mut frame = Frame { op, child: 0, left: 0, total: 0, undo, open: Vec::new(), tried: 0, mark: 0 };
        let program = world.program;
        match &program.ops[op] {
            Op::Rule(_) => {}
            Op::Seq(list) | Op::First(list) => match list.first() {
                None => self.signal = Signal::Done(matches!(program.ops[op], Op::Seq(_))),
                Some(&child) => self.descend(frame, child),
            },
            Op::Repeat { body, .. } => {
                frame.left = world.times(op).unwrap_or(1);
                frame.total = frame.left;
                if frame.left < 1 {
                    self.signal = Signal::Done(true);
                } else {
                    self.descend(frame, *body);
                }
            }
            Op::All(body) | Op::Try(body) => self.descend(frame, *body),
            Op::If { condition, then, other } => {
                let holds = condition.eval(&Seen::new(world.graph, &[], &[], world.params)) != 0;
                match other {
                    _ if holds => self.signal = Signal::Enter(*then),
                    Some(other) => self.signal = Signal::Enter(*other),
                    None => self.signal = Signal::Done(true),
                }
            }
            Op::Else { body, .. } => {
                frame.left = world.times(*body).unwrap_or(1);
                frame.total = frame.left;
                if frame.left < 1 {
                    self.signal = Signal::Done(true);
                } else {
                    self.descend(frame, world.unit(*body));
                }
            }
            Op::Mix(list) => {
                frame.open = list.iter().map(|&c| world.times(c).unwrap_or(1)).collect();
                frame.total = frame.open.iter().sum();
                frame.left = frame.total;
                self.choose_mixed(frame, world);
            }
            Op::Any(list) => {
                frame.open = vec![1; list.len()];
                self.choose_any(frame, world);
            }
        }
    }

    fn descend(&mut self, frame: Frame, child: usize) {
        self.frames.push(frame);
        self.signal = Signal::Enter(child);
    }

    fn leave(&mut self, mut frame: Frame, ok: bool, world: &mut World<'_>) {
        let program = world.program;
        match &program.ops[frame.op] {
            Op::Rule(_) | Op::If { .. } => self.signal = Signal::Done(ok),
            Op::Seq(list) => {
                frame.child += 1;
                match list.get(frame.child) {
                    Some(&child) if ok => self.descend(frame, child),
                    _ => self.signal = Signal::Done(ok),
                }
            }
            Op::Repeat { body, .. } => {
                frame.left -= 1;
                if ok && frame.left > 0 { self.descend(frame, *body) } else { self.signal = Signal::Done(ok) }
            }
            Op::All(body) => {
                if ok {
                    frame.undo = world.graph.now();
                    self.descend(frame, *body);
                } else {
                    world.undo_to(frame.undo);
                    self.signal = Signal::Done(true);
                }
            }
            Op::Try(_) => {
                if !ok {
                    world.undo_to(frame.undo);
                }
                self.signal = Signal::Done(true);
            }
            Op::First(list) => {
                frame.child += 1;
                match list.get(frame.child) {
                    Some(&child) if !ok => {
                        world.undo_to(frame.undo);
                        self.descend(frame, child);
                    }
                    _ => self.signal = Signal::Done(ok),
                }
            }
            Op::Else { body, rescue } => {
                if frame.child == 1 {
                    frame.child = 0;
                    frame.undo = world.graph.now();
                    if ok {
                        self.descend(frame, world.unit(*body));
                    } else {
                        self.signal = Signal::Done(false);
                    }
                } else if ok {
                    frame.left -= 1;
                    frame.undo = world.graph.now();
                    if frame.left > 0 {
                        self.descend(frame, world.unit(*body));
                    } else {
                        self.signal = Signal::Done(true);
                    }
                } else {
                    world.undo_to(frame.undo);
                    frame.child = 1;
                    self.descend(frame, *rescue);
                }
            }
            Op::Any(_) => {
                if ok {
                    self.signal = Signal::Done(true);
                } else {
                    world.undo_to(frame.undo);
                    world.choices.forget_one(frame.mark);
                    frame.open[frame.child] = 0;
                    self.choose_any(frame, world);
                }
            }
            Op::Mix(_) => {
                if ok {
                    frame.open[frame.child] -= 1;
                    frame.left -= 1;
                    frame.tried = 0;
                    frame.undo = world.graph.now();
                } else {
                    world.undo_to(frame.undo);
                    world.choices.forget_one(frame.mark);
                    frame.tried |= 1 << (frame.child % 64);
                }
                self.choose_mixed(frame, world);
            }
        }
    }

    fn choose_any(&mut self, mut frame: Frame, world: &mut World<'_>) {
        let Op::Any(list) = &world.program.ops[frame.op] else { return };
        let weights: Vec<u64> =
            list.iter().zip(&frame.open).map(|(&c, &o)| world.weight(c) * o as u64).collect();
        match world.choose(&weights) {
            Some((child, mark)) => {
                (frame.child, frame.mark) = (child, mark);
                self.descend(frame, list[child]);
            }
            None => self.signal = Signal::Done(false),
        }
    }

    /// A child of a mix by what is left of each, so that all end at about the same time.
    fn choose_mixed(&mut self, mut frame: Frame, world: &mut World<'_>) {
        let Op::Mix(list) = &world.program.ops[frame.op] else { return };
        if frame.open.iter().all(|&o| o <= 0) {
            self.signal = Signal::Done(true);
            return;
        }
        let open = &frame.open;
        let left = |c: usize| if frame.tried >> (c % 64) & 1 == 1 { 0 } else { open[c].max(0) as u64 };
        let weights: Vec<u64> = (0..list.len()).map(left).collect();
        match world.choose(&weights) {
            Some((child, mark)) => {
                (frame.child, frame.mark) = (child, mark);
                let unit = match world.program.ops[list[child]] {
                    Op::Repeat { body, .. } => body,
                    _ => list[child],
                };
                self.descend(frame, unit);
            }
            None => self.signal = Signal::Done(false),
        }
    }
}
