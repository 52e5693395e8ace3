//! Claims about floors, one per file.

pub(crate) mod stands;
pub(crate) mod winnable;

use mapkiln_maps::floor::Floor;

use crate::DocumentRef;
use crate::case::Case;

fn floor<'a>(case: &Case<'a>) -> Option<&'a Floor> {
    match case.subject.document {
        DocumentRef::Floor(floor) => Some(floor),
        DocumentRef::Game(tape) => Some(&tape.floor),
        _ => None,
    }
}
