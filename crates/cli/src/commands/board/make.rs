//! Making and repairing boards.

use std::time::Duration;

use mapkiln::board::{Error, RuleSet};
use mapkiln::maps::board::Board;
use mapkiln::{AnyMap, Cancel, Maker, Run, Spec};

use super::{BoardArgs, judge::explanation};
use crate::failure::Failure;
use crate::making::make_all;
use crate::output::{Delivery, Piece};

pub(super) fn run<S>(args: &BoardArgs, spec: S, rules: &RuleSet, unfair: u32) -> Result<(), Failure>
where
    S: Spec<Map = Board, Error = Error> + Sync,
    S::Loaded: Sync,
{
    let make = &args.make;
    let delivery = Delivery::open(make, "board", args.look.look()?, make.count)?;
    let maker = Maker::new(spec).map_err(Failure::of)?;
    let make_one = |run: &mut Run<'_>| {
        limit(run, args.time_limit);
        let made = maker.make(run).map_err(Failure::of)?;
        Ok(vec![made.map(AnyMap::Board)])
    };
    let mut missed = Vec::new();
    make_all(make, delivery, make_one, |place, made| {
        let mut piece = Piece::new(made.map, Some(made.origin));
        let AnyMap::Board(board) = &piece.map else { return piece };
        let (report, score) = (&made.report, rules.score(board));
        if let Some(changed) = report.metrics.get("changed_hexes") {
            let sentence = format!("{changed} of {} hexes changed", board.hexes().count());
            piece.remarks += &format!("# {sentence}\n");
            if !make.output.is_empty() {
                make.remark(sentence);
            }
        }
        if args.explain {
            piece.remarks +=
                &format!("# {}: {}\n{}", score.profile, score.summary(), explanation(&score, "# "));
        }
        if score.total == u64::from(unfair) {
            report.warnings.iter().for_each(|warning| make.remark(warning));
        } else {
            missed.extend(report.warnings.last().map(|w| format!("seed {}: {w}", place.seed)));
        }
        piece
    })?;
    // The best board found was written, but it is not what was asked for: the exit code says so.
    if missed.is_empty() { Ok(()) } else { Err(Failure::not_made(missed.join("\nerror: "))) }
}

/// Ends a run after some seconds of wall-clock time.
fn limit(run: &mut Run<'_>, seconds: Option<u64>) {
    let Some(seconds) = seconds else { return };
    let cancel = Cancel::default();
    let switch = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        switch.cancel();
    });
    let seed = run.seed.clone();
    *run = std::mem::replace(run, Run::new(seed)).with_cancel(cancel);
}
