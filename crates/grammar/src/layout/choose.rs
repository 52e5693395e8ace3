//! Which nodes a move takes out: some at the rim, some at long corridors, with others near them.

use mapkiln_core::Stream;

use super::improve::Improver;

impl Improver<'_> {
    /// The nodes of the next move, and whether they are at a long corridor; none to lay one edge anew.
    pub(super) fn choose(&self, stream: &mut Stream) -> Option<(Vec<usize>, bool)> {
        let task = self.state.task;
        let count = task.nodes.len();
        let dice = stream.below(60);
        if dice < 6 {
            return None;
        }
        let mut any = stream.index(count);
        if self.state.astray() > 0 && stream.below(2) == 0 {
            let astray: Vec<usize> = (0..count).filter(|&n| self.state.is_astray(n)).collect();
            any = stream.pick(&astray).copied().unwrap_or(any);
            let dice = stream.below(3);
            return Some((self.with_others(self.leaves_with(any), 2 + dice as usize, stream), dice == 0));
        }
        let mut long = false;
        let set = if dice < 20 {
            self.leaves_with(self.at_rim(stream).unwrap_or(any))
        } else if dice < 45 {
            match self.at_long(stream) {
                Some(ends) => {
                    long = true;
                    let mut set = Vec::new();
                    for node in ends {
                        self.leaves_with(node).into_iter().for_each(|n| {
                            if !set.contains(&n) {
                                set.push(n);
                            }
                        });
                    }
                    set
                }
                None => self.leaves_with(any),
            }
        } else {
            self.leaves_with(any)
        };
        let more = stream.index(if long { 3 } else { 5 });
        Some((self.with_others(set, more, stream), long))
    }

    /// The nodes with a few more, near them in the graph or in space.
    fn with_others(&self, mut set: Vec<usize>, more: usize, stream: &mut Stream) -> Vec<usize> {
        let task = self.state.task;
        for _ in 0..more {
            let from = set[stream.index(set.len())];
            let around = &task.around[from];
            let next = if stream.below(3) < 2 {
                stream.pick(around).map(|(other, _)| *other)
            } else {
                self.beside(from, stream)
            };
            for node in next.into_iter().flat_map(|next| self.leaves_with(next)) {
                if !set.contains(&node) {
                    set.push(node);
                }
            }
            if set.len() >= 12 {
                break;
            }
        }
        set
    }

    /// A node with the leaves on it.
    pub(super) fn leaves_with(&self, node: usize) -> Vec<usize> {
        let task = self.state.task;
        let mut set = vec![node];
        for &(other, _) in &task.around[node] {
            if task.around[other].len() == 1 && !set.contains(&other) {
                set.push(other);
            }
        }
        set
    }

    fn at_rim(&self, stream: &mut Stream) -> Option<usize> {
        let bounds = self.state.bounds();
        let touches = |n: &usize| {
            self.state.box_of(*n).is_some_and(|r| {
                r.x == bounds.x
                    || r.y == bounds.y
                    || r.right() == bounds.right()
                    || r.bottom() == bounds.bottom()
            })
        };
        let rim: Vec<usize> = (0..self.state.task.nodes.len()).filter(touches).collect();
        stream.pick(&rim).copied()
    }

    /// The ends of a long corridor, or a room that is too wide.
    fn at_long(&self, stream: &mut Stream) -> Option<Vec<usize>> {
        let task = self.state.task;
        let objects = &self.state.objects;
        let mut list: Vec<(Result<usize, usize>, u64)> = Vec::new();
        for (n, room) in objects.rooms.iter().enumerate() {
            let excess = room.map_or(0, |r| self.state.excess_of(n, r));
            if excess > 0 {
                list.push((Ok(n), 200 + excess as u64));
            }
        }
        for (n, net) in objects.nets.iter().enumerate() {
            if net.len() > 12 {
                list.push((Ok(n), (net.len() * net.len()) as u64));
            }
        }
        for (e, route) in objects.routes.iter().enumerate() {
            let long = route.as_ref().map_or(0, |r| r.cells.len());
            if long > 3 {
                list.push((Err(e), (long * long) as u64));
            }
        }
        let place = stream.weighted(list.iter().map(|(_, w)| *w))?;
        Some(match list[place].0 {
            Ok(node) => {
                // A passage with one or two of its rooms, so that it can take another way.
                let around = &task.around[node];
                let mut set = vec![node];
                for _ in 0..stream.index(3) {
                    set.extend(stream.pick(around).map(|(other, _)| *other).filter(|n| !set.contains(n)));
                }
                set
            }
            Err(edge) if stream.below(3) == 0 => vec![task.edges[edge][stream.index(2)]],
            Err(edge) => task.edges[edge].to_vec(),
        })
    }

    /// A node near another in space.
    fn beside(&self, node: usize, stream: &mut Stream) -> Option<usize> {
        let rect = self.state.box_of(node)?.grown(3);
        let near: Vec<usize> = (0..self.state.task.nodes.len())
            .filter(|&n| n != node && self.state.box_of(n).is_some_and(|r| r.overlaps(rect)))
            .collect();
        stream.pick(&near).copied()
    }
}
