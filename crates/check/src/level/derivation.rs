//! The derivation in the report, replayed by a plain interpreter, gives the graph.
//!
//! The interpreter knows no rules: it applies one change after the other to a list of nodes and a
//! list of edges, and holds every rewrite to what rewriting may do: it changes only what its left
//! side matched, what it made, and edges at either.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::Language;
use mapkiln_maps::graph::LevelGraph;
use serde::Deserialize;
use serde_json::Value;

use super::graph;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Proof};

#[derive(Deserialize)]
struct Derivation {
    start: Vec<Change>,
    steps: Vec<Step>,
    numbers: Vec<u32>,
}

#[derive(Deserialize)]
struct Step {
    rule: String,
    matched: Vec<u32>,
    #[serde(default)]
    edges: Vec<u32>,
    #[serde(default)]
    made: Vec<u32>,
    changes: Vec<Change>,
}

type Values = BTreeMap<String, Value>;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Change {
    Node {
        id: u32,
        kind: String,
        #[serde(default)]
        mark: String,
        #[serde(default)]
        values: Values,
    },
    Edge {
        id: u32,
        ends: [u32; 2],
        #[serde(default)]
        kind: String,
        #[serde(default)]
        one_way: bool,
        #[serde(default)]
        tunnel: bool,
        #[serde(default)]
        values: Values,
    },
    Label {
        node: u32,
        kind: String,
        #[serde(default)]
        mark: String,
    },
    Set {
        node: u32,
        attr: String,
        value: Value,
    },
    EdgeKind {
        edge: u32,
        kind: String,
    },
    SetEdge {
        edge: u32,
        attr: String,
        value: Value,
    },
    Cut {
        edge: u32,
    },
    Delete {
        node: u32,
    },
}

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(level) = graph(case) else { return };
    let language = look.language;
    let Some(told) = case.subject.report.and_then(|report| report.findings.get("derivation")) else {
        look.skip(say!(language, "there is no derivation in a report", "não há derivação em um relatório"));
        return;
    };
    let derivation = match Derivation::deserialize(told) {
        Ok(derivation) => derivation,
        Err(why) => {
            look.error(
                Place::field("derivation"),
                say!(
                    language,
                    "the derivation cannot be read: {why}",
                    "a derivação não pode ser lida: {why}"
                ),
            );
            return;
        }
    };
    let mut replay = Replay::default();
    if let Err(problem) = derivation.start.iter().try_for_each(|change| replay.apply(change, language)) {
        look.error(Place::field("derivation.start"), problem);
        return;
    }
    for (number, step) in derivation.steps.iter().enumerate() {
        look.saw(1);
        if let Err(problem) = replay.rewrite(step, language) {
            let (place, rule) = (Place { step: Some(number), ..Place::default() }, &step.rule);
            look.error(
                place,
                say!(
                    language,
                    "step {number}, rule {rule}: {problem}",
                    "passo {number}, regra {rule}: {problem}"
                ),
            );
            return;
        }
    }
    for (place, problem) in replay.differences(level, &derivation.numbers, language) {
        look.error(place, problem);
    }
    if !look.fails() {
        let count = derivation.steps.len();
        let steps = vec![say!(
            language,
            "{count} rewrites lead from the start graph to this one",
            "{count} reescritas levam do grafo inicial a este"
        )];
        look.prove(Proof { certified: true, steps });
    }
}

/// The graph while it is rewritten.
#[derive(Default)]
struct Replay {
    nodes: BTreeMap<u32, Node>,
    edges: BTreeMap<u32, Edge>,
    /// The numbers that are free, of nodes and of edges.
    next: [u32; 2],
}

struct Node {
    kind: String,
    mark: String,
    values: Values,
    /// The edges at it.
    degree: usize,
}

struct Edge {
    ends: [u32; 2],
    kind: String,
    one_way: bool,
    tunnel: bool,
    values: Values,
}

impl Replay {
    /// Applies a rewrite and holds it to what its left side matched.
    fn rewrite(&mut self, step: &Step, language: Language) -> Result<(), String> {
        for node in &step.matched {
            self.node(*node, language)?;
        }
        for edge in &step.edges {
            self.edge(*edge, language)?;
        }
        let mut own: BTreeSet<u32> = step.matched.iter().copied().collect();
        let mut made = Vec::new();
        for change in &step.changes {
            let foreign = |n: &&u32| !own.contains(n);
            let strange = match change {
                Change::Node { id, .. } => {
                    own.insert(*id);
                    made.push(*id);
                    None
                }
                Change::Label { node, .. } | Change::Set { node, .. } | Change::Delete { node } => {
                    Some(node).filter(foreign).copied()
                }
                Change::Edge { ends, .. } => ends.iter().all(|n| !own.contains(n)).then_some(ends[0]),
                Change::EdgeKind { edge, .. } | Change::SetEdge { edge, .. } | Change::Cut { edge } => {
                    let ends = self.edge(*edge, language)?.ends;
                    ends.iter().all(|n| !own.contains(n)).then_some(ends[0])
                }
            };
            if let Some(node) = strange {
                return Err(say!(
                    language,
                    "it changes node {node}, which it neither matched nor made",
                    "ela muda o nó {node}, que não encontrou nem criou"
                ));
            }
            self.apply(change, language)?;
        }
        let told = &step.made;
        if made == *told {
            Ok(())
        } else {
            Err(say!(
                language,
                "it says that it made the nodes {told:?}, and it made {made:?}",
                "ela diz que criou os nós {told:?}, e criou {made:?}"
            ))
        }
    }

    fn node(&mut self, node: u32, language: Language) -> Result<&mut Node, String> {
        let missing = || say!(language, "there is no node {node}", "não há nó {node}");
        self.nodes.get_mut(&node).ok_or_else(missing)
    }

    fn edge(&mut self, edge: u32, language: Language) -> Result<&mut Edge, String> {
        let missing = || say!(language, "there is no edge {edge}", "não há aresta {edge}");
        self.edges.get_mut(&edge).ok_or_else(missing)
    }

    fn give(&mut self, what: usize, id: u32, language: Language) -> Result<(), String> {
        if id < self.next[what] {
            return Err(say!(language, "the number {id} is given twice", "o número {id} é dado duas vezes"));
        }
        self.next[what] = id.saturating_add(1);
        Ok(())
    }

    fn apply(&mut self, change: &Change, language: Language) -> Result<(), String> {
        match change {
            Change::Node { id, kind, mark, values } => {
                self.give(0, *id, language)?;
                let node = Node { kind: kind.clone(), mark: mark.clone(), values: values.clone(), degree: 0 };
                self.nodes.insert(*id, node);
            }
            Change::Edge { id, ends, kind, one_way, tunnel, values } => {
                self.give(1, *id, language)?;
                for end in ends {
                    self.node(*end, language)?.degree += 1;
                }
                let (one_way, tunnel) = (*one_way, *tunnel);
                let edge = Edge { ends: *ends, kind: kind.clone(), one_way, tunnel, values: values.clone() };
                self.edges.insert(*id, edge);
            }
            Change::Label { node, kind, mark } => {
                let node = self.node(*node, language)?;
                (node.kind, node.mark) = (kind.clone(), mark.clone());
            }
            Change::Set { node, attr, value } => {
                self.node(*node, language)?.values.insert(attr.clone(), value.clone());
            }
            Change::EdgeKind { edge, kind } => self.edge(*edge, language)?.kind.clone_from(kind),
            Change::SetEdge { edge, attr, value } => {
                self.edge(*edge, language)?.values.insert(attr.clone(), value.clone());
            }
            Change::Cut { edge } => {
                let ends = self.edge(*edge, language)?.ends;
                self.edges.remove(edge);
                for end in ends {
                    self.node(end, language)?.degree -= 1;
                }
            }
            Change::Delete { node } => {
                if self.node(*node, language)?.degree > 0 {
                    return Err(say!(
                        language,
                        "node {node} is deleted before its edges",
                        "o nó {node} é apagado antes das suas arestas"
                    ));
                }
                self.nodes.remove(node);
            }
        }
        Ok(())
    }

    /// Where the graph at the end is not the level.
    fn differences(&self, level: &LevelGraph, numbers: &[u32], language: Language) -> Vec<(Place, String)> {
        let mut found = Vec::new();
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        let (has_nodes, has_edges) = (level.nodes.len(), level.edges.len());
        let all: BTreeSet<u32> = numbers.iter().copied().collect();
        if (nodes, edges) != (has_nodes, has_edges)
            || all.len() != numbers.len()
            || !self.nodes.keys().eq(&all)
        {
            found.push((
                Place::field("derivation"),
                say!(
                    language,
                    "the derivation leads to {nodes} nodes and {edges} edges, and the graph has {has_nodes} and {has_edges}",
                    "a derivação leva a {nodes} nós e {edges} arestas, e o grafo tem {has_nodes} e {has_edges}"
                ),
            ));
            return found;
        }
        let mut index = BTreeMap::new();
        for (node, number) in level.nodes.iter().zip(numbers) {
            index.insert(*number, node.id);
            let made = &self.nodes[number];
            let same = (&made.kind, &made.mark) == (&node.kind, &node.mark)
                && lasting(&made.values) == both(&node.values, &node.texts);
            if !same {
                let (id, kind) = (node.id, &made.kind);
                found.push((
                    Place { node: Some(id), ..Place::default() },
                    say!(
                        language,
                        "node {id} is not what the derivation made it, a {kind}",
                        "o nó {id} não é o que a derivação fez dele, um {kind}"
                    ),
                ));
            }
        }
        let none = mapkiln_maps::graph::EdgeDetail::default();
        for (number, (ends, made)) in level.edges.iter().zip(self.edges.values()).enumerate() {
            let detail = level.detail(number).unwrap_or(&none);
            let same = made.ends.map(|end| index[&end]) == *ends
                && (made.one_way, made.tunnel) == (detail.one_way, detail.tunnel)
                && made.kind == detail.kind
                && lasting(&made.values) == both(&detail.values, &detail.texts);
            if !same {
                found.push((
                    Place { edge: Some(number as u32), ..Place::default() },
                    say!(
                        language,
                        "edge {number} is not what the derivation made it",
                        "a aresta {number} não é o que a derivação fez dela"
                    ),
                ));
            }
        }
        found
    }
}

/// Attributes that count as there.
fn lasting(values: &Values) -> Values {
    let is_empty = |value: &Value| value.as_i64() == Some(0) || value.as_str() == Some("");
    values.iter().filter(|(_, value)| !is_empty(value)).map(|(k, v)| (k.clone(), v.clone())).collect()
}

fn both(numbers: &BTreeMap<String, i32>, texts: &BTreeMap<String, String>) -> Values {
    let numbers = numbers.iter().map(|(name, number)| (name.clone(), Value::from(*number)));
    numbers.chain(texts.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str())))).collect()
}
