//! The graph has the counts that its report claims.

use std::collections::BTreeMap;

use mapkiln_core::snake_case;

use super::{graph, parts};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(level) = graph(case) else { return };
    let language = look.language;
    let Some(report) = case.subject.report else {
        look.skip(say!(language, "there is no report", "não há relatório"));
        return;
    };
    let mut figures: BTreeMap<String, f64> = BTreeMap::new();
    let (nodes, edges) = (level.nodes.len(), level.edges.len());
    let (_, count) = parts(level);
    figures.insert("nodes".to_owned(), nodes as f64);
    figures.insert("edges".to_owned(), edges as f64);
    figures.insert("parts".to_owned(), count as f64);
    figures.insert("loops".to_owned(), (edges + count) as f64 - nodes as f64);
    for metric in report.metrics.keys() {
        if let Some(mark) = metric.strip_prefix("count_marked_") {
            let has = level.nodes.iter().filter(|n| snake_case(&n.mark) == mark).count();
            figures.insert(metric.clone(), has as f64);
        } else if let Some(kind) = metric.strip_prefix("count_") {
            let has = level.nodes.iter().filter(|n| snake_case(&n.kind) == kind).count();
            figures.insert(metric.clone(), has as f64);
        }
    }
    // Kinds and marks that the report does not name at all.
    for node in &level.nodes {
        let kind = format!("count_{}", snake_case(&node.kind));
        if !report.metrics.contains_key(&kind) {
            let (id, kind) = (node.id, &node.kind);
            let place = Place { node: Some(id), ..Place::default() };
            look.error(
                place,
                say!(
                    language,
                    "node {id} is a {kind}, and the report counts none",
                    "o nó {id} é {kind}, e o relatório não conta nenhum"
                ),
            );
        }
    }
    for (name, value) in figures {
        let Some(said) = report.metrics.get(&name) else { continue };
        look.saw(1);
        if *said != value {
            look.error(
                Place::field(name.clone()),
                say!(
                    language,
                    "the report says that {name} is {said}, and it is {value}",
                    "o relatório diz que {name} é {said}, e é {value}"
                ),
            );
        }
    }
}
