//! How a level came about, in a form that needs no grammar to be replayed: each rewrite with what it
//! matched and all that it changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The rewrites of a level from its start graph on, without those that were taken back.
///
/// Nodes and edges have the numbers of the rewriting: each is given once, in order. The level's nodes
/// are those that are alive at the end, in the order of `numbers`; its edges are the living ones, by
/// number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The fingerprint of the grammar's text, with what it imports behind it.
    pub grammar: String,
    /// The start graph.
    pub start: Vec<GraphChange>,
    /// The rewrites, in order.
    pub steps: Vec<DerivationStep>,
    /// For each node of the level its number here.
    pub numbers: Vec<u32>,
}

/// One rewrite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DerivationStep {
    /// The rule.
    pub rule: String,
    /// The nodes that its left side matched, in the order in which the rule names them.
    pub matched: Vec<u32>,
    /// The edges that its left side names, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<u32>,
    /// The nodes it made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<u32>,
    /// All that it changed, in order.
    pub changes: Vec<GraphChange>,
}

/// An attribute's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AttributeValue {
    /// A number.
    Number(i32),
    /// A text.
    Text(String),
}

/// One change of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum GraphChange {
    /// A new node.
    Node {
        /// Its number.
        id: u32,
        /// Its kind.
        kind: String,
        /// Its mark; empty if it has none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        mark: String,
        /// Its attributes that are not 0 or empty.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<String, AttributeValue>,
    },
    /// A new edge.
    Edge {
        /// Its number.
        id: u32,
        /// The nodes it joins.
        ends: [u32; 2],
        /// Its kind; empty for an ordinary way.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        kind: String,
        /// Can it be walked only from its first node to its second?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        one_way: bool,
        /// Does it leave the plane?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tunnel: bool,
        /// Its attributes that are not 0 or empty.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<String, AttributeValue>,
    },
    /// A node has this kind and mark from here on.
    Label {
        /// The node.
        node: u32,
        /// Its kind.
        kind: String,
        /// Its mark; empty if it has none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        mark: String,
    },
    /// A node has this value from here on.
    Set {
        /// The node.
        node: u32,
        /// The attribute.
        attr: String,
        /// Its value.
        value: AttributeValue,
    },
    /// An edge has this kind from here on.
    EdgeKind {
        /// The edge.
        edge: u32,
        /// Its kind; empty for an ordinary way.
        kind: String,
    },
    /// An edge has this value from here on.
    SetEdge {
        /// The edge.
        edge: u32,
        /// The attribute.
        attr: String,
        /// Its value.
        value: AttributeValue,
    },
    /// An edge is taken out.
    Cut {
        /// The edge.
        edge: u32,
    },
    /// A node is taken out; its edges were cut before.
    Delete {
        /// The node.
        node: u32,
    },
}
