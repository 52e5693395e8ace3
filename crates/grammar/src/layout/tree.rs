//! The level as an ordered tree: every edge that the tree leaves over becomes two loose ends.
//!
//! In a planar embedding the edges beside a spanning tree join corners of the tree without
//! crossing, as parentheses do when one walks around the tree. So it is enough to draw the tree from
//! top to bottom with its children in order, to let the loose ends hang down, and to join each pair
//! below everything that hangs between them: no search, no crossing, and never a failure.

use std::collections::VecDeque;

use mapkiln_maps::graph::LevelGraph;

use mapkiln_maps::graph::Embedding;

/// Stands for no item.
pub(super) const NONE: u32 = u32::MAX;

/// A node of the tree, or a loose end of an edge.
pub(super) struct Item {
    pub(super) parent: u32,
    /// From left to right.
    pub(super) children: Vec<u32>,
    /// The row of rooms it stands in, or in which a loose end begins to hang.
    pub(super) layer: u32,
    /// The lowest row it reaches: a loose end's is that above which it turns to its other half.
    pub(super) low: u32,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A node, with the edge to its parent.
    Node { node: u32, edge: u32 },
    /// Half of an edge.
    End { edge: u32 },
}

/// All items in the order of a walk around the tree, and the pairs of loose ends.
pub(super) struct Tree {
    pub(super) items: Vec<Item>,
    pub(super) roots: Vec<u32>,
    pub(super) pairs: Vec<[u32; 2]>,
}

/// The tree of a level: breadth first from the start, so that loops stay short.
pub(super) fn tree(level: &LevelGraph, embedding: &Embedding) -> Tree {
    let count = level.nodes.len();
    let mut up = vec![None; count];
    let mut known = vec![false; count];
    let mut roots = Vec::new();
    // Every part of the level has a root: a start if there is one.
    let starts = (0..count).filter(|&n| level.nodes[n].is("start"));
    let order: Vec<usize> = starts.chain(0..count).collect();
    for root in order {
        if std::mem::replace(&mut known[root], true) {
            continue;
        }
        roots.push(root);
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for dart in embedding.ring(node) {
                let other = embedding.at[(dart ^ 1) as usize] as usize;
                if !std::mem::replace(&mut known[other], true) {
                    up[other] = Some(dart ^ 1);
                    queue.push_back(other);
                }
            }
        }
    }
    grow(embedding, &roots, &up, level.edges.len())
}

/// Walks around the tree and numbers what it meets.
fn grow(embedding: &Embedding, roots: &[usize], up: &[Option<u32>], edges: usize) -> Tree {
    let mut tree = Tree { items: Vec::new(), roots: Vec::new(), pairs: Vec::new() };
    let mut half = vec![NONE; edges];
    // What to put down next: a node, or a loose end (an edge) below an item.
    let mut stack: Vec<(What, u32)> = Vec::new();
    for &root in roots {
        stack.push((What::Node { node: root as u32, edge: NONE }, NONE));
        while let Some((what, parent)) = stack.pop() {
            let id = tree.items.len() as u32;
            match tree.items.get_mut(parent as usize) {
                Some(item) => item.children.push(id),
                None => tree.roots.push(id),
            }
            tree.items.push(Item { parent, children: Vec::new(), layer: 0, low: 0, what });
            match what {
                What::End { edge } => match half[edge as usize] {
                    NONE => half[edge as usize] = id,
                    first => tree.pairs.push([first, id]),
                },
                What::Node { node, .. } => {
                    let parent_dart = up[node as usize];
                    let ring: Vec<u32> = match parent_dart {
                        Some(dart) => embedding.ring_after(dart).collect(),
                        None => embedding.ring(node as usize).collect(),
                    };
                    for &dart in ring.iter().rev().filter(|d| Some(**d) != parent_dart) {
                        let other = embedding.at[(dart ^ 1) as usize];
                        let edge = dart / 2;
                        let below = up[other as usize] == Some(dart ^ 1);
                        stack.push((
                            if below { What::Node { node: other, edge } } else { What::End { edge } },
                            id,
                        ));
                    }
                }
            }
        }
    }
    tree
}

/// Columns that a row of rooms is worth: how much taller a layer is than a column is wide.
const LAYER_HEIGHT: i64 = 10;

impl Tree {
    /// Gives everything its row. `width` is in columns, gaps included.
    ///
    /// Side by side in one row each, large levels would become hundreds of rooms wide and a dozen
    /// high. So where the children of a node are wider than they are high, the inner ones begin below
    /// the outer ones, at the end of a long corridor that passes between them.
    pub(super) fn stack(&mut self, width: &[i32]) {
        let count = self.items.len();
        let mut size: Vec<(i64, i64)> = vec![(0, 0); count];
        let mut lead = vec![0; count];
        for id in (0..count).rev() {
            let children = std::mem::take(&mut self.items[id].children);
            let (wide, high) = shelves(&children, &size, &mut lead);
            size[id] = (wide.max(i64::from(width[id])), high + 1);
            self.items[id].children = children;
        }
        for (id, lead) in lead.into_iter().enumerate() {
            let above = match self.items.get(self.items[id].parent as usize) {
                Some(parent) => parent.layer + 1,
                None => 0,
            };
            let is_end = matches!(self.items[id].what, What::End { .. });
            let item = &mut self.items[id];
            item.layer = above + if is_end { 0 } else { lead as u32 };
            // A loose end that need not hang reaches no lower than its node.
            item.low = if is_end { above - 1 } else { item.layer };
        }
        hang(self);
    }

    /// The row from which an item hangs down: that of its parent, or its own for a root.
    pub(super) fn hangs_from(&self, id: usize) -> usize {
        match self.items.get(self.items[id].parent as usize) {
            Some(parent) => parent.layer as usize,
            None => self.items[id].layer as usize,
        }
    }
}

/// Decides how many rows each child begins lower, and gives the size of all of them together.
fn shelves(children: &[u32], size: &[(i64, i64)], lead: &mut [i64]) -> (i64, i64) {
    let size_of = |c: &u32| size[*c as usize];
    let area: i64 = children.iter().map(|c| size_of(c).0 * size_of(c).1 * LAYER_HEIGHT).sum();
    let widest = children.iter().map(|c| size_of(c).0).max().unwrap_or(0);
    // Wider than high: every row that is stacked lengthens the corridors that pass it.
    let target = widest.max((8 * area).isqrt());
    let (mut from, mut to) = (0, children.len());
    let (mut start, mut all_wide) = (0, 0);
    let mut end = 0;
    while from < to {
        let (mut wide, mut high) = (0, 0);
        // From both sides towards the middle until the shelf is full.
        let mut left = true;
        while from < to {
            let child = if left { children[from] } else { children[to - 1] };
            let (w, h) = size_of(&child);
            if wide > 0 && wide + w > target {
                break;
            }
            wide += w;
            high = high.max(h);
            lead[child as usize] = start;
            if left {
                from += 1;
            } else {
                to -= 1;
            }
            left = !left;
        }
        all_wide = all_wide.max(wide);
        end = start + high;
        start = end;
    }
    (all_wide, end)
}

/// How low each pair of loose ends must hang to pass below all that is between them; inner pairs
/// first. Takes time linear in the sum of what lies between the pairs.
fn hang(tree: &mut Tree) {
    tree.pairs.sort_by_key(|[a, b]| (b - a, *a));
    let mut lows: Vec<u32> = tree.items.iter().map(|i| i.low).collect();
    for &[a, b] in &tree.pairs {
        let low = lows[a as usize..=b as usize].iter().copied().max().unwrap_or(0);
        lows[a as usize] = low;
        lows[b as usize] = low;
    }
    for (item, low) in tree.items.iter_mut().zip(lows) {
        item.low = low;
    }
}
