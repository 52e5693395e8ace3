//! The best of every kind, as MAP-Elites keeps them (Mouret and Clune 2015).
//!
//! A kind is a cell of a grid over rooms, loops, dead ends and the longest way. In each, the layout
//! that the theme's terms like best is kept, whatever the targets were.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::targets::Drawn;
use super::themed::{Body, ThemedLayout};

type Kind = [u16; 4];

/// The best layout of each kind met so far.
#[derive(Default)]
pub(crate) struct Archive {
    elites: BTreeMap<Kind, ThemedLayout>,
}

fn kind(body: &Body) -> Kind {
    let m = &body.woven.figures;
    [m.rooms as u16, m.loops.max(0) as u16, (m.dead_ends * 10.0 + 1e-9) as u16, m.longest_way as u16]
}

fn body(layout: &ThemedLayout) -> Option<&Arc<Body>> {
    layout.body.as_ref()
}

impl Archive {
    /// Remembers a layout if it is the best of its kind.
    pub(crate) fn note(&mut self, layout: &ThemedLayout) {
        let Some(new) = body(layout) else { return };
        let better =
            |known: &ThemedLayout| body(known).is_none_or(|old| (new.terms, new.off) < (old.terms, old.off));
        match self.elites.entry(kind(new)) {
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(layout.clone());
            }
            std::collections::btree_map::Entry::Occupied(mut known) => {
                if better(known.get()) {
                    known.insert(layout.clone());
                }
            }
        }
    }

    /// What a layout is off from targets, and then what the theme holds against it.
    fn rank(layout: &ThemedLayout, drawn: &Drawn) -> (u64, u64) {
        let Some(body) = body(layout) else { return (u64::MAX, u64::MAX) };
        let off =
            drawn.graph_cost(&body.woven.figures) + drawn.floor_cost(body.woven.figures.rooms, &body.floor);
        // What nobody would notice does not outweigh the theme's terms.
        ((off + body.terms) / 100, off)
    }

    /// The elite nearest to the targets.
    pub(crate) fn nearest(&self, drawn: &Drawn) -> Option<&ThemedLayout> {
        self.elites.values().min_by_key(|layout| Self::rank(layout, drawn))
    }

    /// Up to `count` elites: the one nearest to the targets, then each time the one farthest from
    /// all that were taken.
    pub(crate) fn spread(&self, drawn: &Drawn, count: usize) -> Vec<ThemedLayout> {
        let apart = |a: &ThemedLayout, b: &ThemedLayout| {
            let pairs = coordinates(a).into_iter().zip(coordinates(b));
            pairs.map(|(x, y)| (x - y) * (x - y)).sum::<f64>()
        };
        let worst = self.elites.values().filter_map(body).map(|b| b.terms).min().unwrap_or(0) + 600;
        let mut good: Vec<&ThemedLayout> =
            self.elites.values().filter(|l| body(l).is_some_and(|b| b.terms <= worst)).collect();
        let mut chosen: Vec<&ThemedLayout> = self.nearest(drawn).into_iter().take(count).collect();
        while chosen.len() < count {
            let nearest = |e: &ThemedLayout| chosen.iter().map(|c| apart(c, e)).fold(f64::INFINITY, f64::min);
            let mut best: Option<(f64, &ThemedLayout)> = None;
            for &elite in &good {
                let far = nearest(elite);
                if far > 0.0 && best.is_none_or(|b| far > b.0) {
                    best = Some((far, elite));
                }
            }
            match best {
                Some((_, elite)) => chosen.push(elite),
                // What the theme likes is used up: any other kind will do.
                None if good.len() < self.elites.len() => good = self.elites.values().collect(),
                None => break,
            }
        }
        chosen.into_iter().cloned().collect()
    }
}

/// A layout as a point among others, each figure roughly from 0 to 1.
fn coordinates(layout: &ThemedLayout) -> [f64; 6] {
    let Some(body) = body(layout) else { return [0.0; 6] };
    let m = &body.woven.figures;
    [
        f64::from(m.loops) / 6.0,
        f64::from(m.longest_way) / 8.0,
        m.dead_ends * 2.0,
        m.rooms as f64 / 10.0,
        body.floor.density * 3.0,
        body.floor.area_spread,
    ]
}
