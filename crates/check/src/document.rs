//! The document can be read and does not contradict itself.

use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) const NAME: &str = "document";

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    look.saw(1);
    if let Some(reason) = &case.broken {
        let kind = case.subject.kind().name(look.language);
        let sentence = say!(
            look.language,
            "this {kind} contradicts itself: {reason}",
            "este documento ({kind}) se contradiz: {reason}"
        );
        look.error(Place::whole(), sentence);
    }
}
