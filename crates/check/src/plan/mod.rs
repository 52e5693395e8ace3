//! Claims about plans, one per file.

pub(crate) mod budget;
pub(crate) mod corridors;
pub(crate) mod creatures;
pub(crate) mod doors;
mod facts;
pub(crate) mod goal;
pub(crate) mod graph;
pub(crate) mod keys;
pub(crate) mod locks;
mod party;
pub(crate) mod paths;
pub(crate) mod reachable;
pub(crate) mod rooms;
mod solver;
mod telling;
pub(crate) mod text;
pub(crate) mod things;
pub(crate) mod treasure;
pub(crate) mod view;
pub(crate) mod walls;
pub(crate) mod ways;
pub(crate) mod wishes;
mod wording;

use crate::case::Case;
use crate::look::{Look, say};
use view::PlanView;

/// The cells of a plan, or a word on why they are not looked at.
fn seen<'c, 'a>(case: &'c Case<'a>, look: &mut Look) -> Option<&'c PlanView<'a>> {
    match case.plan()? {
        Ok(view) => Some(view),
        Err(cells) => {
            let most = view::MOST_CELLS;
            look.skip(say!(
                look.language,
                "the plan has {cells} cells or more, and cells are looked at up to {most}",
                "a planta tem {cells} células ou mais, e as células são verificadas até {most}"
            ));
            None
        }
    }
}
