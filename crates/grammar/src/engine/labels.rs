//! The label index: the living nodes of every kind and mark.

use crate::compile::model::Filter;

/// For each pair of kind and mark the nodes that have both, in no particular but repeatable order.
/// A change takes constant time.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    marks: usize,
    lists: Vec<Vec<u32>>,
    /// Each node's place in its list.
    places: Vec<u32>,
}

impl Labels {
    pub(crate) fn new(kinds: usize, marks: usize) -> Self {
        Labels { marks, lists: vec![Vec::new(); kinds * marks], places: Vec::new() }
    }

    pub(crate) fn insert(&mut self, node: u32, kind: u8, mark: u8) {
        let list = &mut self.lists[usize::from(kind) * self.marks + usize::from(mark)];
        if self.places.len() <= node as usize {
            self.places.resize(node as usize + 1, 0);
        }
        self.places[node as usize] = list.len() as u32;
        list.push(node);
    }

    pub(crate) fn remove(&mut self, node: u32, kind: u8, mark: u8) {
        let list = &mut self.lists[usize::from(kind) * self.marks + usize::from(mark)];
        let place = self.places[node as usize] as usize;
        list.swap_remove(place);
        if let Some(&moved) = list.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }

    /// The lists whose nodes pass a filter.
    pub(crate) fn lists(&self, filter: Filter) -> impl Iterator<Item = &[u32]> {
        self.lists.iter().enumerate().filter_map(move |(i, list)| {
            filter.accepts((i / self.marks) as u8, (i % self.marks) as u8).then_some(list.as_slice())
        })
    }

    pub(crate) fn count(&self, filter: Filter) -> usize {
        self.lists(filter).map(<[u32]>::len).sum()
    }
}
