//! Makes a map with goals: draw, solve, mend, and look whether all of it holds.

use mapkiln_core::{Run, Seed, Stopped};

use super::goal::{Goal, Ways};
use super::guard;
use super::mending::{Changes, Mending};
use super::{ears, join, places};
use crate::rules::bits;
use crate::solve::Collapse;
use crate::{Error, Topology};

/// Attempts before the complete search takes over.
const ATTEMPTS: u64 = 3;
/// Rounds of mending per attempt; one is nearly always enough.
const ROUNDS: usize = 8;

/// What came of it.
pub(crate) enum Outcome {
    /// A map on which every goal holds.
    Made(Box<Collapse>),
    /// Not that way; this proves nothing.
    NotMade,
}

/// Makes a map. `begin` starts it anew, with its goals, for a number that varies the seed.
pub(crate) fn make_staged(
    begin: &dyn Fn(u64) -> Result<(Collapse, Vec<Goal>), Error>,
    topology: &Topology,
    seed: &Seed,
    run: &mut Run<'_>,
) -> Result<Result<Outcome, Error>, Stopped> {
    for attempt in 0..ATTEMPTS {
        let (mut collapse, goals) = match begin(2 * attempt) {
            Ok(begun) => begun,
            Err(error) => return Ok(Err(error)),
        };
        draw_paths(&mut collapse, &goals, topology, seed, attempt);
        if collapse.run(run)?.is_err() {
            continue;
        }
        let counts = |goal: &&Goal| matches!(goal, Goal::Count(..) | Goal::Separation(..));
        if goals.iter().filter(counts).any(|goal| !goal.holds(&collapse, topology)) {
            let mut second = match begin(2 * attempt + 1) {
                Ok((second, _)) => second,
                Err(error) => return Ok(Err(error)),
            };
            draw_paths(&mut second, &goals, topology, seed, attempt);
            if !draw_places(&mut second, &collapse, &goals, topology, seed, attempt) {
                continue;
            }
            if second.run(run)?.is_err() {
                continue;
            }
            collapse = if guarded(&goals) { moved(collapse, &second, topology) } else { second };
        }
        if mend(&mut collapse, &goals, topology, run)? {
            return Ok(Ok(Outcome::Made(Box::new(collapse))));
        }
    }
    Ok(Ok(Outcome::NotMade))
}

/// Are tiles counted or kept apart that ways consist of? Then guards see to them while ways are changed.
fn guarded(goals: &[Goal]) -> bool {
    let ways = goals.iter().filter_map(mended_ways);
    ways.into_iter().any(|ways| goals.iter().any(|goal| guard::concerns(goal, ways)))
}

/// The ways that a goal changes.
fn mended_ways(goal: &Goal) -> Option<&Ways> {
    match goal {
        Goal::Connected(ways) | Goal::NoLoops(ways) | Goal::Loop(ways) => Some(ways),
        _ => None,
    }
}

/// A map as another one is: what is drawn there can be changed here.
fn moved(mut collapse: Collapse, to: &Collapse, topology: &Topology) -> Collapse {
    let words = collapse.words();
    let cells = (0..topology.cells() as u32).filter(|&cell| topology.is_part(cell));
    let changes: Changes =
        cells.filter_map(|cell| Some((cell, bits::of(words, [to.tile(cell)?]).into()))).collect();
    collapse.amend(&changes);
    collapse.finish();
    collapse
}

/// Pins routes between the ends of paths.
fn draw_paths(collapse: &mut Collapse, goals: &[Goal], topology: &Topology, seed: &Seed, attempt: u64) {
    for (number, goal) in goals.iter().enumerate() {
        if let Goal::Path(ways, ends) = goal {
            let mut stream = seed.child("path", attempt).stream("route", number as u64);
            for (cell, keep) in places::routes(ways, collapse, topology, ends, &mut stream) {
                collapse.try_keep(cell, &keep);
            }
            collapse.settle_root();
        }
    }
}

/// Pins counted tiles; about as many as the free map had, within what is asked.
fn draw_places(
    collapse: &mut Collapse,
    free: &Collapse,
    goals: &[Goal],
    topology: &Topology,
    seed: &Seed,
    attempt: u64,
) -> bool {
    let mut done: Vec<&[u64]> = Vec::new();
    for (number, goal) in goals.iter().enumerate() {
        let (Goal::Count(selection, ..) | Goal::Separation(selection, _)) = goal else { continue };
        if done.contains(&&selection.set[..]) {
            continue;
        }
        done.push(&selection.set);
        // All that is said about these tiles, at once.
        let (mut least, mut most, mut distance) = (0, u32::MAX, 1);
        for other in goals {
            match other {
                Goal::Count(same, min, max) if same.set == selection.set => {
                    least = least.max(*min);
                    most = most.min(max.unwrap_or(u32::MAX));
                }
                Goal::Separation(same, apart) if same.set == selection.set => distance = distance.max(*apart),
                _ => {}
            }
        }
        let inside = |cell: &u32| free.tile(*cell).is_some_and(|tile| bits::has(&selection.set, tile));
        let members: Vec<u32> = (0..topology.cells() as u32).filter(inside).collect();
        // What new ways may need is left for them.
        let concerned = goals.iter().filter_map(mended_ways).any(|ways| guard::concerns(goal, ways));
        let share = if concerned { 3 - attempt.min(2) as u32 } else { 4 };
        let wanted = (members.len() as u32 * share / 4).clamp(least, most.max(least));
        let mut stream = seed.child("places", attempt).stream("shuffle", number as u64);
        let range = (least, wanted);
        if !places::pin_members(collapse, topology, selection, &members, range, distance, &mut stream) {
            return false;
        }
    }
    collapse.settle_root();
    true
}

/// Joins pieces, cuts rings and adds second ways until every goal holds.
pub(crate) fn mend(
    collapse: &mut Collapse,
    goals: &[Goal],
    topology: &Topology,
    run: &mut Run<'_>,
) -> Result<bool, Stopped> {
    let mut is_careful = false;
    for round in 0..ROUNDS {
        for goal in goals {
            let (ways, tasks): (&Ways, &[Task]) = match goal {
                Goal::Connected(ways) => (ways, &[join::join]),
                Goal::NoLoops(ways) => (ways, &[join::cut]),
                Goal::Loop(ways) => (ways, &[join::join, ears::add_ears]),
                _ => continue,
            };
            for task in tasks {
                let mut mending = Mending::new(ways, collapse, topology, goals, run, is_careful);
                task(&mut mending, round)?;
                is_careful |= !mending.finish()?;
                if collapse.contradiction().is_some() {
                    return Ok(false);
                }
            }
        }
        if goals.iter().all(|goal| goal.holds(collapse, topology)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A way of mending, for a number of rounds so far.
type Task = fn(&mut Mending<'_, '_>, usize) -> Result<(), Stopped>;
