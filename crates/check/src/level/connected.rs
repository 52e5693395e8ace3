//! Every room can be reached from the start.

use super::{graph, parts};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(level) = graph(case) else { return };
    let language = look.language;
    look.saw(level.nodes.len());
    let (part, _) = parts(level);
    let start = level.nodes.iter().position(|n| n.is("start")).unwrap_or(0);
    let home = part.get(start).copied().unwrap_or(0);
    for (node, _) in part.iter().enumerate().filter(|(_, p)| **p != home) {
        let kind = &level.nodes[node].kind;
        let place = Place { node: Some(node as u32), ..Place::default() };
        look.error(
            place,
            say!(
                language,
                "node {node} ({kind}) cannot be reached",
                "não há como chegar ao nó {node} ({kind})"
            ),
        )
        .repair(say!(language, "join it to node {start}", "ligue-o ao nó {start}"));
    }
}
