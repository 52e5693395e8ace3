//! A maker in one file: what docs/architecture.md says about adding one, tried.
//!
//! `cargo run --example toy_maker`

use mapkiln::floor::{Floor, Ground};
use mapkiln::formats::{Format, Look, Writer};
use mapkiln::{AnyMap, Fault, MakeError, Maker, Point, Report, Run, Spec, Stopped};
use serde::{Deserialize, Serialize};

/// A pond in a meadow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PondSpec {
    /// Cells on each side, from 3 to 200. Default 16.
    side: i32,
    /// Cells of water, at most half of all. Default 40.
    water: usize,
}

impl Default for PondSpec {
    fn default() -> Self {
        PondSpec { side: 16, water: 40 }
    }
}

/// Why a pond could not be made.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("`{field}` is {value}; {advice}")]
    Spec { field: &'static str, value: i64, advice: &'static str },
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Spec { .. } => Fault::Wish,
            Error::Stopped(_) => Fault::Failure,
        }
    }
}

impl Spec for PondSpec {
    type Map = Floor;
    type Loaded = ();
    type Error = Error;
    const MAKER: &'static str = "pond";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        if !(3..=200).contains(&self.side) {
            let (value, advice) = (self.side.into(), "write a number of cells from 3 to 200");
            return Err(Error::Spec { field: "side", value, advice });
        }
        if self.water > (self.side * self.side / 2) as usize {
            let (value, advice) = (self.water as i64, "leave at least half of the cells dry");
            return Err(Error::Spec { field: "water", value, advice });
        }
        Ok(())
    }

    fn load(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Grows the pond cell by cell from the middle.
    fn build(&self, _: &(), run: &mut Run<'_>, report: &mut Report) -> Result<Floor, Error> {
        let mut floor = Floor::new(self.side, self.side, Ground::open("grass"));
        floor.palette.push(Ground::barrier("water"));
        let mut rng = run.seed.stream("pond", 0);
        let mut shore = vec![Point::new(self.side / 2, self.side / 2)];
        let mut wet = 0;
        while wet < self.water {
            run.spend(1)?;
            let cell = shore.swap_remove(rng.index(shore.len()));
            if floor.ground[cell] == 0 {
                floor.ground[cell] = 1;
                wet += 1;
                run.progress("pond", wet as u64, self.water as u64);
            }
            let dry = |p: &Point| floor.ground.get(*p) == Some(&0);
            shore.extend(cell.beside().into_iter().filter(dry));
        }
        report.metric("water", wet as f64);
        Ok(floor)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let maker = Maker::new(PondSpec { water: 60, ..PondSpec::default() })?;
    let made = maker.make(&mut Run::new("ducks"))?;
    let again = maker.make(&mut Run::new("ducks"))?;
    assert_eq!(made, again, "the same spec and seed make the same map");

    let map = AnyMap::Floor(made.map);
    let (format, ending) = Format::by_ending(map.kind(), "pond.txt").ok_or("floors have a text form")?;
    let look = Look::default();
    for file in Writer::new(&map, Some(&made.origin), &look).write(format, "pond", ending)? {
        print!("{}", String::from_utf8_lossy(&file.bytes));
    }
    println!("{} {}", made.origin.recipe.maker(), made.origin.recipe.spec());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toy_is_a_maker_like_any_other() {
        main().unwrap();
        let error = Maker::new(PondSpec { side: 2, ..PondSpec::default() }).err().unwrap();
        assert_eq!((error.fault(), error.to_string().contains("from 3 to 200")), (Fault::Wish, true));
        let stopped = PondSpec::default().make(&mut Run::new("ducks").with_budget(5)).unwrap_err();
        assert_eq!(stopped.fault(), Fault::Failure);
    }
}
