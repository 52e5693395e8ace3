//! The loop that every making command shares: makes the maps, delivers them in order.

use mapkiln::{AnyMap, Event, Made, Run, Seed, map_indexed};

use crate::args::MakeArgs;
use crate::failure::Failure;
use crate::files::{NewFile, promise};
use crate::output::{Delivery, Piece};
use crate::progress::Bar;

/// Maps that are made in parallel before they are delivered.
const BATCH: u64 = 64;

/// Which map of a command it is: the number of its seed, and its rank among the maps of that seed.
pub(crate) struct Place<'a> {
    pub(crate) number: u64,
    pub(crate) rank: usize,
    pub(crate) seed: &'a Seed,
}

/// Makes the maps of `--count` seeds, delivers them in order and writes `--report`.
///
/// `make` gives the maps of one seed, usually one; `present` turns each into what is delivered.
/// A single map may use all threads; several maps are made on one thread each.
pub(crate) fn make_all(
    args: &MakeArgs,
    mut delivery: Delivery,
    make: impl Fn(&mut Run<'_>) -> Result<Vec<Made<AnyMap>>, Failure> + Sync + Send,
    mut present: impl FnMut(Place<'_>, Made<AnyMap>) -> Piece,
) -> Result<(), Failure> {
    let mut report = match &args.report {
        Some(path) => {
            promise(path)?;
            Some(NewFile::create(path)?)
        }
        None => None,
    };
    let detailed = report.is_some();
    let parallel = args.set_threads()?;
    let seed = args.seed();
    let bar = Bar::new(args.quiet);
    let mut first = 0;
    while first < args.count {
        let size = BATCH.min(args.count - first);
        let made = if args.count == 1 {
            let mut run = Run::new(seed.clone())
                .with_parallel(parallel)
                .with_details(detailed)
                .with_observer(|event| bar.show(event));
            vec![make(&mut run)]
        } else {
            bar.show(&Event::Progress { stage: "maps", done: first, total: args.count });
            map_indexed(parallel, size as usize, |i| {
                make(&mut Run::new(seed.nth(first + i as u64)).with_details(detailed))
            })
        };
        for (number, made) in (first..).zip(made) {
            let seed = seed.nth(number);
            for (rank, made) in made?.into_iter().enumerate() {
                if let Some(file) = &mut report {
                    let line = serde_json::to_string(&made.report).map_err(Failure::not_made)?;
                    file.write((line + "\n").as_bytes())?;
                }
                delivery.add(&present(Place { number, rank, seed: &seed }, made))?;
            }
        }
        first += size;
    }
    drop(bar);
    if let Some(file) = report {
        file.finish()?;
    }
    delivery.finish()
}

/// The heading of one of several maps.
pub(crate) fn heading(what: &str, place: &Place<'_>, count: u64) -> Option<String> {
    (count > 1).then(|| format!("{what} {} of {count}, seed {}", place.number + 1, place.seed))
}

/// A map to deliver, without a heading; prints the warnings of its report.
pub(crate) fn piece(args: &MakeArgs, made: Made<AnyMap>) -> Piece {
    made.report.warnings.iter().for_each(|warning| args.remark(warning));
    Piece::new(made.map, Some(made.origin))
}
