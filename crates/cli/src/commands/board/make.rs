//! Making and repairing boards.

use std::time::Duration;

use mapkiln::board::{Board, Error, RuleSet};
use mapkiln::document::Origin;
use mapkiln::{AnyMap, Cancel, Made, Report, Run};
use serde::Serialize;

use super::{BoardArgs, judge::explanation};
use crate::failure::Failure;
use crate::making::make_all;
use crate::output::{Delivery, Format};
use crate::pictures::scene_formats;
use mapkiln::draw::BoardView;

/// A board with what makes it again, and what is said about it.
struct Finished {
    board: Board,
    origin: Origin,
    remarks: String,
}

fn formats() -> Vec<Format<'static, Finished>> {
    let text = |f: &Finished| Ok(format!("{}{}", f.board.to_text(), f.remarks).into_bytes());
    let json =
        |f: &Finished| Ok((AnyMap::Board(f.board.clone()).to_json(Some(&f.origin)) + "\n").into_bytes());
    let mut formats: Vec<Format<'static, Finished>> = vec![
        Format::joined("text", &["txt"], "\n", text),
        Format::joined("json", &["json", "jsonl"], "", json),
    ];
    formats.extend(scene_formats(90, 60.0, |f: &Finished| BoardView::default().scene(&f.board)));
    formats
}

pub(super) fn run<S: Serialize>(
    args: &BoardArgs,
    spec: &S,
    rules: &RuleSet,
    unfair: u32,
    make_one: impl Fn(&mut Run<'_>) -> Result<Made<Board>, Error> + Sync + Send,
) -> Result<(), Failure> {
    let make = &args.make;
    let delivery = Delivery::open(make, formats())?;
    let spec = serde_json::to_value(spec).map_err(Failure::not_made)?;
    let mut missed = Vec::new();
    let made = |run: &mut Run<'_>| -> Result<Made<(Board, Report)>, Failure> {
        limit(run, args.time_limit);
        let Made { map, report } = make_one(run).map_err(failure)?;
        Ok(Made { map: (map, report.clone()), report })
    };
    make_all(make, delivery, made, |_, seed, (board, report)| {
        let score = rules.score(&board);
        let mut remarks = String::new();
        if let Some(changed) = report.metrics.get("changed hexes") {
            let sentence = format!("{changed} of {} hexes changed", board.hexes().count());
            remarks += &format!("# {sentence}\n");
            if !make.output.is_empty() {
                make.remark(sentence);
            }
        }
        if args.explain {
            remarks += &format!("# {}: {}\n{}", score.profile, score.summary(), explanation(&score, "# "));
        }
        if score.total == u64::from(unfair) {
            report.warnings.iter().for_each(|warning| make.remark(warning));
        } else {
            missed.extend(report.warnings.last().map(|w| format!("seed {seed}: {w}")));
        }
        let origin = Origin { maker: report.maker, seed, spec: spec.clone() };
        Ok(vec![Finished { board, origin, remarks }])
    })?;
    // What was found is given, but nobody may take it for what was asked for.
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

/// Wrong specs are wrong use; what cannot be balanced is an honest no.
fn failure(error: Error) -> Failure {
    match error {
        Error::Text { .. } | Error::Spec { .. } => Failure::usage(error),
        Error::Impossible { .. } | Error::Stopped(_) => Failure::not_made(error),
    }
}
