//! Making as many maps as were asked for: the part that every maker's command shares.

use mapkiln::{Made, Progress, Run, Seed, map_indexed};

use crate::args::MakeArgs;
use crate::failure::Failure;
use crate::output::{Delivery, check_folder, write_whole};
use crate::progress::Bar;

/// Maps that are made at once when there are many.
const BATCH: u64 = 64;

/// Makes `--count` maps, each from its own seed, delivers them in order and writes `--report`.
///
/// `present` turns what was made for one seed into the things to deliver, mostly one. One map alone
/// may use all threads inside; several share them out among each other.
pub(crate) fn make_all<T: Send, D>(
    args: &MakeArgs,
    mut delivery: Delivery<'_, D>,
    make: impl Fn(&mut Run<'_>) -> Result<Made<T>, Failure> + Sync + Send,
    mut present: impl FnMut(u64, Seed, T) -> Result<Vec<D>, Failure>,
) -> Result<(), Failure> {
    if let Some(path) = &args.report {
        check_folder(path)?;
    }
    let parallel = args.set_threads()?;
    let seed = args.seed();
    let mut reports = Vec::new();
    let bar = Bar::new(args.quiet);
    let mut first = 0;
    while first < args.count {
        let size = BATCH.min(args.count - first);
        let made = if args.count == 1 {
            let mut run = Run::new(seed.clone()).with_parallel(parallel).with_progress(|p| bar.show(p));
            vec![make(&mut run)]
        } else {
            bar.show(Progress { stage: "maps", done: first, total: args.count });
            map_indexed(parallel, size as usize, |i| make(&mut Run::new(seed.nth(first + i as u64))))
        };
        for (number, made) in (first..).zip(made) {
            let Made { map, report } = made?;
            for thing in present(number, seed.nth(number), map)? {
                delivery.add(&thing)?;
            }
            reports.push(report);
        }
        first += size;
    }
    drop(bar);
    if let Some(path) = &args.report {
        let lines: Result<Vec<String>, _> = reports.iter().map(serde_json::to_string).collect();
        write_whole(path, (lines.map_err(Failure::not_made)?.join("\n") + "\n").as_bytes())?;
    }
    delivery.finish()
}
