//! Making and repairing boards.

use std::time::Duration;

use mapkiln::board::{Board, Error, Rules};
use mapkiln::document::Origin;
use mapkiln::{AnyMap, Cancel, Made, Run, map_indexed};
use serde::Serialize;

use super::{BoardArgs, judge::explanation};
use crate::failure::Failure;
use crate::output::{Delivery, Format, Several, check_folder, write_whole};
use crate::progress::Bar;

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
    vec![
        Format { name: "text", endings: &["txt"], several: Several::Joined("\n"), render: Box::new(text) },
        Format {
            name: "json",
            endings: &["json", "jsonl"],
            several: Several::Joined(""),
            render: Box::new(json),
        },
    ]
}

/// Boards that are made at once when there are many.
const BATCH: u64 = 64;

pub(super) fn run<S: Serialize>(
    args: &BoardArgs,
    spec: &S,
    rules: &Rules,
    unfair: u32,
    make_one: impl Fn(&mut Run<'_>) -> Result<Made<Board>, Error> + Sync,
) -> Result<(), Failure> {
    let make = &args.make;
    let mut delivery = Delivery::open(make, formats())?;
    if let Some(path) = &make.report {
        check_folder(path)?;
    }
    let parallel = make.set_threads()?;
    let seed = make.seed();
    let spec = serde_json::to_value(spec).map_err(Failure::not_made)?;
    let bar = Bar::new(make.quiet);
    let (mut reports, mut missed, mut first) = (Vec::new(), Vec::new(), 0);
    while first < make.count {
        let size = BATCH.min(make.count - first);
        let made = if make.count == 1 {
            let mut run = Run::new(seed.clone()).with_parallel(parallel).with_progress(|p| bar.show(p));
            run = limited(run, args.time_limit);
            vec![make_one(&mut run)]
        } else {
            bar.show(mapkiln::Progress { stage: "boards", done: first, total: make.count });
            map_indexed(parallel, size as usize, |i| {
                make_one(&mut limited(Run::new(seed.nth(first + i as u64)), args.time_limit))
            })
        };
        for (number, made) in (first..).zip(made) {
            let Made { map: board, report } = made.map_err(failure)?;
            let score = rules.score(&board);
            let remarks = if args.explain {
                format!("# {}: {}\n{}", score.profile, score.summary(), explanation(&score, "# "))
            } else {
                String::new()
            };
            if score.total != u64::from(unfair) {
                missed.extend(report.warnings.last().map(|w| format!("seed {}: {w}", report.seed)));
            } else {
                report.warnings.iter().for_each(|warning| make.remark(warning));
            }
            if let Some(changed) = report.metrics.get("changed hexes") {
                make.remark(format!("changed {changed} of {} hexes", board.hexes().count()));
            }
            let origin = Origin { maker: report.maker.clone(), seed: seed.nth(number), spec: spec.clone() };
            delivery.add(&Finished { board, origin, remarks })?;
            reports.push(report);
        }
        first += size;
    }
    drop(bar);
    if let Some(path) = &make.report {
        let lines: Result<Vec<String>, _> = reports.iter().map(serde_json::to_string).collect();
        write_whole(path, (lines.map_err(Failure::not_made)?.join("\n") + "\n").as_bytes())?;
    }
    delivery.finish()?;
    // What was found is given, but nobody may take it for what was asked for.
    if missed.is_empty() { Ok(()) } else { Err(Failure::not_made(missed.join("\nerror: "))) }
}

/// Ends a run after some seconds of wall-clock time.
fn limited(run: Run<'_>, seconds: Option<u64>) -> Run<'_> {
    let Some(seconds) = seconds else { return run };
    let cancel = Cancel::default();
    let switch = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        switch.cancel();
    });
    run.with_cancel(cancel)
}

/// Wrong specs are wrong use; what cannot be balanced is an honest no.
fn failure(error: Error) -> Failure {
    match error {
        Error::Text { .. } | Error::Spec { .. } => Failure::usage(error),
        Error::Impossible { .. } | Error::Stopped(_) => Failure::not_made(error),
    }
}
