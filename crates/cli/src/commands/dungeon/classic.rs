//! `mapkiln dungeon --classic`: the maker of the thesis.

use mapkiln::dungeon::classic::ClassicSpec;
use mapkiln::formats::Look;
use mapkiln::{Run, Spec};

use super::{Args, any, set};
use crate::failure::Failure;
use crate::making::{make_all, piece};
use crate::output::{Delivery, Piece};

/// The flags of the classic maker alone.
#[derive(clap::Args)]
pub(super) struct ClassicArgs {
    /// Points of a valid layout before deductions [default: 1000]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_base: Option<u64>,

    /// Points deducted per corridor cell [default: 1]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_corridor_cell: Option<u64>,

    /// Points deducted per corridor [default: 25]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_corridor: Option<u64>,

    /// Points deducted per pair of rooms that touch [default: 25]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_touching: Option<u64>,

    /// Points, of 100, deducted per empty room beyond a fifth of them [default: 20]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_empty_room: Option<u64>,
}

impl Args {
    /// The classic spec.
    fn classic_spec(&self) -> Result<ClassicSpec, Failure> {
        let mut spec: ClassicSpec = self.spec.read()?;
        let (tune, penalties) = (&self.tune, &self.tune.classic);
        set(&mut spec.size, &self.size);
        set(&mut spec.enemies, &self.enemies);
        set(&mut spec.treasure, &self.treasure);
        for params in [&mut spec.layout, &mut spec.contents] {
            tune.apply(params);
        }
        set(&mut spec.layout.mutation, &tune.mutation);
        set(&mut spec.penalties.base, &penalties.penalty_base);
        set(&mut spec.penalties.corridor_cell, &penalties.penalty_corridor_cell);
        set(&mut spec.penalties.corridor, &penalties.penalty_corridor);
        set(&mut spec.penalties.touching, &penalties.penalty_touching);
        set(&mut spec.penalties.empty_room, &penalties.penalty_empty_room);
        let mut spec = spec.strict();
        for params in [&mut spec.layout, &mut spec.contents] {
            set(&mut params.elitism, &tune.elitism);
        }
        spec.check().map_err(Failure::of)?;
        Ok(spec)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let spec = args.classic_spec()?;
    let (count, selection) = (args.make.count, args.selection);
    let members = if selection { spec.layout.population as u64 } else { 1 };
    let total = count.saturating_mul(members);
    let look = Look { classic: true, ..args.look.look()? };
    let delivery = Delivery::open(&args.make, "plan", look, total)?;
    let make = |run: &mut Run<'_>| {
        let made = if selection { spec.make_selection(run) } else { spec.make(run).map(|made| vec![made]) };
        Ok(made.map_err(Failure::of)?.into_iter().map(any).collect())
    };
    make_all(&args.make, delivery, make, |place, made| {
        let rank =
            if selection { format!(", number {} of its generation", place.rank + 1) } else { String::new() };
        let several = count > 1 || selection;
        let heading =
            several.then(|| format!("Dungeon {} of {count}, seed {}{rank}", place.number + 1, place.seed));
        Piece { heading, ..piece(&args.make, made) }
    })
}
