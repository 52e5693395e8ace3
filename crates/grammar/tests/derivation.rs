//! Replaying a derivation with a plain interpreter gives the level: it knows nothing of rules.

#![allow(clippy::type_complexity, clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Run, Spec};
use mapkiln_grammar::{Grammar, LevelGraph, LevelSpec};
use serde_json::Value;

#[derive(Default)]
struct Replay {
    /// Kind, mark, values.
    nodes: BTreeMap<u64, (String, String, BTreeMap<String, Value>)>,
    /// Ends, kind, one way, values.
    edges: BTreeMap<u64, ([u64; 2], String, bool, BTreeMap<String, Value>)>,
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn values(value: &Value) -> BTreeMap<String, Value> {
    value.as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())).collect()
}

impl Replay {
    fn apply(&mut self, change: &Value) {
        let (what, told) = change.as_object().unwrap().iter().next().unwrap();
        match what.as_str() {
            "node" => {
                let node = (text(&told["kind"]), text(&told["mark"]), values(&told["values"]));
                assert!(self.nodes.insert(number(&told["id"]), node).is_none());
            }
            "edge" => {
                let ends = [number(&told["ends"][0]), number(&told["ends"][1])];
                assert!(ends.iter().all(|n| self.nodes.contains_key(n)));
                let one_way = told["one_way"].as_bool().unwrap_or(false);
                let edge = (ends, text(&told["kind"]), one_way, values(&told["values"]));
                assert!(self.edges.insert(number(&told["id"]), edge).is_none());
            }
            "label" => {
                let node = self.nodes.get_mut(&number(&told["node"])).unwrap();
                (node.0, node.1) = (text(&told["kind"]), text(&told["mark"]));
            }
            "set" => {
                let node = self.nodes.get_mut(&number(&told["node"])).unwrap();
                node.2.insert(text(&told["attr"]), told["value"].clone());
            }
            "edge_kind" => self.edges.get_mut(&number(&told["edge"])).unwrap().1 = text(&told["kind"]),
            "set_edge" => {
                let edge = self.edges.get_mut(&number(&told["edge"])).unwrap();
                edge.3.insert(text(&told["attr"]), told["value"].clone());
            }
            "cut" => assert!(self.edges.remove(&number(&told["edge"])).is_some()),
            "delete" => {
                let node = number(&told["node"]);
                assert!(self.edges.values().all(|e| !e.0.contains(&node)));
                assert!(self.nodes.remove(&node).is_some());
            }
            other => panic!("{other}"),
        }
    }

    fn is(&self, level: &LevelGraph, numbers: &[u64]) {
        assert_eq!((self.nodes.len(), self.edges.len()), (level.nodes.len(), level.edges.len()));
        let told = |values: &BTreeMap<String, Value>| -> BTreeMap<String, Value> {
            let empty = |v: &Value| v == &Value::from(0) || v == &Value::from("");
            values.iter().filter(|(_, v)| !empty(v)).map(|(k, v)| (k.clone(), v.clone())).collect()
        };
        let both = |values: &BTreeMap<String, i32>, texts: &BTreeMap<String, String>| {
            let numbers = values.iter().map(|(k, v)| (k.clone(), Value::from(*v)));
            numbers.chain(texts.iter().map(|(k, v)| (k.clone(), Value::from(v.as_str())))).collect()
        };
        for (node, n) in level.nodes.iter().zip(numbers) {
            let (kind, mark, values) = &self.nodes[n];
            assert_eq!((kind, mark), (&node.kind, &node.mark));
            assert_eq!(told(values), both(&node.values, &node.texts));
        }
        for (e, (ends, kind, one_way, values)) in self.edges.values().enumerate() {
            assert_eq!(level.edges[e].map(|n| numbers[n as usize]), *ends);
            let detail = level.detail(e).cloned().unwrap_or_default();
            assert_eq!((kind, *one_way), (&detail.kind, detail.one_way));
            assert_eq!(told(values), both(&detail.values, &detail.texts));
        }
    }
}

#[test]
fn every_level_can_be_replayed() {
    let mut steps = 0;
    for name in Grammar::shipped_names() {
        let spec = LevelSpec { grammar: name.to_owned(), ..LevelSpec::default() };
        for seed in 0..12u64 {
            let made = spec
                .make(&mut Run::new(seed).with_details(true))
                .unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
            let told = &made.report.findings["derivation"];
            let mut replay = Replay::default();
            told["start"].as_array().unwrap().iter().for_each(|c| replay.apply(c));
            for step in told["steps"].as_array().unwrap() {
                let matched: Vec<u64> = step["matched"].as_array().unwrap().iter().map(number).collect();
                assert!(matched.iter().all(|n| replay.nodes.contains_key(n)), "{name} {seed}: {step}");
                step["changes"].as_array().unwrap().iter().for_each(|c| replay.apply(c));
                let made = step.get("made").and_then(Value::as_array).into_iter().flatten();
                assert!(made.map(number).all(|n| replay.nodes.contains_key(&n)), "{name} {seed}: {step}");
                steps += 1;
            }
            let numbers: Vec<u64> = told["numbers"].as_array().unwrap().iter().map(number).collect();
            replay.is(&made.map, &numbers);
        }
    }
    assert!(steps > 2000);
}
