//! Is a graph planar, and if so, in which order do the edges leave each node?
//!
//! The left-right test (de Fraysseix and Rosenstiehl; here as Brandes tells it in "The left-right
//! planarity test", 2009): a depth-first search orients the graph; each back edge must pass its tree
//! path on the left or on the right, and pairs of intervals of back edges that must lie on different
//! sides are kept on a stack. Takes time linear in nodes and edges but for one sort per node.

const NONE: u32 = u32::MAX;

/// The darts around each node, clockwise: dart 2e leaves the first end of edge e, 2e + 1 the second.
/// None if the graph is not planar. Several edges between the same nodes are allowed, loops are not.
pub fn planar_rotation(nodes: usize, edges: &[[u32; 2]]) -> Option<Vec<Vec<u32>>> {
    // Of parallel edges one is embedded; the others run beside it.
    let mut order: Vec<u32> = (0..edges.len() as u32).collect();
    let ends = |e: u32| {
        let [a, b] = edges[e as usize];
        (a.min(b), a.max(b))
    };
    order.sort_by_key(|&e| (ends(e), e));
    let mut simple: Vec<u32> = Vec::new();
    let mut twins: Vec<Vec<u32>> = vec![Vec::new(); edges.len()];
    for e in order {
        match simple.last() {
            Some(&last) if ends(last) == ends(e) => twins[last as usize].push(e),
            _ => simple.push(e),
        }
    }
    if nodes > 2 && simple.len() > 3 * nodes - 6 {
        return None;
    }
    let mut test = Test::new(nodes, edges, &simple);
    test.orient();
    if !test.test() {
        return None;
    }
    let mut rings = test.embed();
    for (node, ring) in rings.iter_mut().enumerate() {
        let mut full = Vec::with_capacity(ring.len());
        for &dart in ring.iter() {
            let edge = dart / 2;
            let from = |e: u32| 2 * e + u32::from(edges[e as usize][0] as usize != node);
            // In opposite orders at the two ends, so that they run side by side.
            let first_end = ends(edge).0 as usize == node;
            let beside = twins[edge as usize].iter().map(|&e| from(e));
            if first_end {
                full.push(dart);
                full.extend(beside);
            } else {
                full.extend(beside.rev());
                full.push(dart);
            }
        }
        *ring = full;
    }
    Some(rings)
}

/// Back edges that must lie on the same side, from the lowest to the highest.
#[derive(Clone, Copy)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const EMPTY: Interval = Interval { low: NONE, high: NONE };

    fn is_empty(self) -> bool {
        self.low == NONE && self.high == NONE
    }
}

/// Two intervals that must lie on different sides.
#[derive(Clone, Copy)]
struct Conflict {
    left: Interval,
    right: Interval,
}

struct Test<'a> {
    edges: &'a [[u32; 2]],
    /// The darts that leave each node; after `orient` only those that point away along the search.
    out: Vec<Vec<u32>>,
    height: Vec<u32>,
    /// The dart over which each node was found.
    parent: Vec<u32>,
    roots: Vec<u32>,
    // By dart.
    low: Vec<u32>,
    low2: Vec<u32>,
    nesting: Vec<i64>,
    reference: Vec<u32>,
    side: Vec<i8>,
    low_dart: Vec<u32>,
    bottom: Vec<usize>,
    stack: Vec<Conflict>,
}

impl<'a> Test<'a> {
    fn new(nodes: usize, edges: &'a [[u32; 2]], simple: &[u32]) -> Self {
        let mut out = vec![Vec::new(); nodes];
        for &e in simple {
            let [a, b] = edges[e as usize];
            out[a as usize].push(2 * e);
            out[b as usize].push(2 * e + 1);
        }
        let darts = 2 * edges.len();
        Test {
            edges,
            out,
            height: vec![NONE; nodes],
            parent: vec![NONE; nodes],
            roots: Vec::new(),
            low: vec![0; darts],
            low2: vec![0; darts],
            nesting: vec![0; darts],
            reference: vec![NONE; darts],
            side: vec![1; darts],
            low_dart: vec![NONE; darts],
            bottom: vec![0; darts],
            stack: Vec::new(),
        }
    }

    fn from(&self, dart: u32) -> usize {
        self.edges[(dart / 2) as usize][(dart & 1) as usize] as usize
    }

    fn to(&self, dart: u32) -> usize {
        self.from(dart ^ 1)
    }

    /// Phase 1: orients every edge and finds how far up its subtree returns.
    fn orient(&mut self) {
        let nodes = self.out.len();
        let mut used = vec![false; self.edges.len()];
        let mut place = vec![0usize; nodes];
        let mut oriented: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        for root in 0..nodes {
            if self.height[root] != NONE {
                continue;
            }
            self.height[root] = 0;
            self.roots.push(root as u32);
            let mut stack = vec![root];
            while let Some(&v) = stack.last() {
                let Some(&dart) = self.out[v].get(place[v]) else {
                    stack.pop();
                    // Back over the dart that led here.
                    if self.parent[v] != NONE {
                        self.finish_dart(self.parent[v]);
                    }
                    continue;
                };
                place[v] += 1;
                if std::mem::replace(&mut used[(dart / 2) as usize], true) {
                    continue;
                }
                oriented[v].push(dart);
                let w = self.to(dart);
                self.low[dart as usize] = self.height[v];
                self.low2[dart as usize] = self.height[v];
                if self.height[w] == NONE {
                    self.parent[w] = dart;
                    self.height[w] = self.height[v] + 1;
                    stack.push(w);
                } else {
                    self.low[dart as usize] = self.height[w];
                    self.finish_dart(dart);
                }
            }
        }
        self.out = oriented;
        self.sort();
    }

    fn finish_dart(&mut self, dart: u32) {
        let (v, d) = (self.from(dart), dart as usize);
        self.nesting[d] = 2 * i64::from(self.low[d]) + i64::from(self.low2[d] < self.height[v]);
        let up = self.parent[v];
        if up == NONE {
            return;
        }
        let e = up as usize;
        if self.low[d] < self.low[e] {
            self.low2[e] = self.low[e].min(self.low2[d]);
            self.low[e] = self.low[d];
        } else if self.low[d] > self.low[e] {
            self.low2[e] = self.low2[e].min(self.low[d]);
        } else {
            self.low2[e] = self.low2[e].min(self.low2[d]);
        }
    }

    fn sort(&mut self) {
        let nesting = &self.nesting;
        for list in &mut self.out {
            list.sort_by_key(|&d| nesting[d as usize]);
        }
    }

    /// Phase 2: can every back edge be given a side?
    fn test(&mut self) -> bool {
        let mut place = vec![0usize; self.out.len()];
        let mut entered = vec![false; 2 * self.edges.len()];
        for root in self.roots.clone() {
            let mut stack = vec![root as usize];
            'nodes: while let Some(v) = stack.pop() {
                let up = self.parent[v];
                while let Some(&dart) = self.out[v].get(place[v]) {
                    let d = dart as usize;
                    let w = self.to(dart);
                    if !entered[d] {
                        self.bottom[d] = self.stack.len();
                        if self.parent[w] == dart {
                            entered[d] = true;
                            stack.push(v);
                            stack.push(w);
                            continue 'nodes;
                        }
                        self.low_dart[d] = dart;
                        let right = Interval { low: dart, high: dart };
                        self.stack.push(Conflict { left: Interval::EMPTY, right });
                    }
                    if self.low[d] < self.height[v] && up != NONE {
                        if place[v] == 0 {
                            self.low_dart[up as usize] = self.low_dart[d];
                        } else if !self.constrain(dart, up) {
                            return false;
                        }
                    }
                    place[v] += 1;
                }
                if up != NONE {
                    self.drop_back_edges(up);
                }
            }
        }
        true
    }

    fn conflicts(&self, interval: Interval, dart: u32) -> bool {
        interval.high != NONE && self.low[interval.high as usize] > self.low[dart as usize]
    }

    /// Adds what dart `d` asks of the darts before it at the same node; `up` leads to that node.
    fn constrain(&mut self, d: u32, up: u32) -> bool {
        let mut pair = Conflict { left: Interval::EMPTY, right: Interval::EMPTY };
        // What returns from d itself must lie on one side.
        while self.stack.len() > self.bottom[d as usize] {
            let Some(mut q) = self.stack.pop() else { break };
            if !q.left.is_empty() {
                std::mem::swap(&mut q.left, &mut q.right);
            }
            if !q.left.is_empty() {
                return false;
            }
            if self.low[q.right.low as usize] > self.low[up as usize] {
                if pair.right.is_empty() {
                    pair.right.high = q.right.high;
                } else {
                    self.reference[pair.right.low as usize] = q.right.high;
                }
                pair.right.low = q.right.low;
            } else {
                self.reference[q.right.low as usize] = self.low_dart[up as usize];
            }
        }
        // What returns from earlier darts and conflicts must lie on the other.
        while let Some(&top) = self.stack.last() {
            if !self.conflicts(top.left, d) && !self.conflicts(top.right, d) {
                break;
            }
            let mut q = top;
            self.stack.pop();
            if self.conflicts(q.right, d) {
                std::mem::swap(&mut q.left, &mut q.right);
            }
            if self.conflicts(q.right, d) {
                return false;
            }
            if pair.right.low != NONE {
                self.reference[pair.right.low as usize] = q.right.high;
            }
            if q.right.low != NONE {
                pair.right.low = q.right.low;
            }
            if pair.left.is_empty() {
                pair.left.high = q.left.high;
            } else if pair.left.low != NONE {
                self.reference[pair.left.low as usize] = q.left.high;
            }
            pair.left.low = q.left.low;
        }
        if !pair.left.is_empty() || !pair.right.is_empty() {
            self.stack.push(pair);
        }
        true
    }

    fn lowest(&self, pair: Conflict) -> u32 {
        let low = |i: Interval| if i.low == NONE { NONE } else { self.low[i.low as usize] };
        low(pair.left).min(low(pair.right))
    }

    /// Forgets the back edges that end at the node from which `up` leads.
    fn drop_back_edges(&mut self, up: u32) {
        let u = self.from(up);
        while let Some(&top) = self.stack.last() {
            if self.lowest(top) != self.height[u] {
                break;
            }
            self.stack.pop();
            if top.left.low != NONE {
                self.side[top.left.low as usize] = -1;
            }
        }
        if let Some(mut pair) = self.stack.pop() {
            pair.left = self.trimmed(pair.left, pair.right.low, u);
            pair.right = self.trimmed(pair.right, pair.left.low, u);
            self.stack.push(pair);
        }
        if self.low[up as usize] < self.height[u]
            && let Some(top) = self.stack.last()
        {
            let (left, right) = (top.left.high, top.right.high);
            let leftmost =
                left != NONE && (right == NONE || self.low[left as usize] > self.low[right as usize]);
            self.reference[up as usize] = if leftmost { left } else { right };
        }
    }

    /// One side of a conflict without the back edges that end at a node; if none is left, the side hangs on
    /// the other.
    fn trimmed(&mut self, mut side: Interval, other: u32, node: usize) -> Interval {
        while side.high != NONE && self.to(side.high) == node {
            side.high = self.reference[side.high as usize];
        }
        if side.high == NONE && side.low != NONE {
            self.reference[side.low as usize] = other;
            self.side[side.low as usize] = -1;
            side.low = NONE;
        }
        side
    }

    /// The side of a dart in the end: its own times that of what it refers to.
    fn sign(&mut self, dart: u32) -> i8 {
        let mut chain = vec![dart];
        while let Some(&last) = chain.last()
            && self.reference[last as usize] != NONE
        {
            chain.push(self.reference[last as usize]);
        }
        let mut sign = 1;
        for d in chain.into_iter().rev() {
            sign *= self.side[d as usize];
            self.side[d as usize] = sign;
            self.reference[d as usize] = NONE;
        }
        sign
    }

    /// Phase 3: the order of the darts around each node.
    fn embed(mut self) -> Vec<Vec<u32>> {
        let nodes = self.out.len();
        for v in 0..nodes {
            for i in 0..self.out[v].len() {
                let dart = self.out[v][i];
                let sign = self.sign(dart);
                self.nesting[dart as usize] *= i64::from(sign);
            }
        }
        self.sort();
        let mut rings = Rings {
            next: vec![NONE; self.side.len()],
            before: vec![NONE; self.side.len()],
            first: vec![NONE; nodes],
        };
        for v in 0..nodes {
            let mut last = NONE;
            for &dart in &self.out[v] {
                if last == NONE {
                    rings.put_first(v, dart);
                } else {
                    rings.put_after(last, dart);
                }
                last = dart;
            }
        }
        let mut left = vec![NONE; nodes];
        let mut right = vec![NONE; nodes];
        let mut place = vec![0usize; nodes];
        for &root in &self.roots {
            let mut stack = vec![root as usize];
            'nodes: while let Some(v) = stack.pop() {
                while let Some(&dart) = self.out[v].get(place[v]) {
                    place[v] += 1;
                    let w = self.to(dart);
                    if self.parent[w] == dart {
                        rings.put_first(w, dart ^ 1);
                        left[v] = dart;
                        right[v] = dart;
                        stack.push(v);
                        stack.push(w);
                        continue 'nodes;
                    }
                    if self.side[dart as usize] == 1 {
                        rings.put_after(right[w], dart ^ 1);
                    } else {
                        rings.put_before(w, left[w], dart ^ 1);
                        left[w] = dart ^ 1;
                    }
                }
            }
        }
        (0..nodes).map(|v| rings.list(v)).collect()
    }
}

/// Circular lists of darts.
struct Rings {
    next: Vec<u32>,
    before: Vec<u32>,
    first: Vec<u32>,
}

impl Rings {
    fn put_after(&mut self, at: u32, dart: u32) {
        let next = self.next[at as usize];
        self.next[at as usize] = dart;
        self.before[dart as usize] = at;
        self.next[dart as usize] = next;
        self.before[next as usize] = dart;
    }

    fn put_before(&mut self, node: usize, at: u32, dart: u32) {
        self.put_after(self.before[at as usize], dart);
        if self.first[node] == at {
            self.first[node] = dart;
        }
    }

    fn put_first(&mut self, node: usize, dart: u32) {
        let first = self.first[node];
        if first == NONE {
            self.next[dart as usize] = dart;
            self.before[dart as usize] = dart;
            self.first[node] = dart;
        } else {
            self.put_before(node, first, dart);
        }
    }

    fn list(&self, node: usize) -> Vec<u32> {
        let first = self.first[node];
        let mut list = Vec::new();
        let mut at = first;
        while at != NONE {
            list.push(at);
            at = self.next[at as usize];
            if at == first {
                break;
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    /// Euler's formula, face by face.
    fn is_embedding(nodes: usize, edges: &[[u32; 2]], rings: &[Vec<u32>]) -> bool {
        let mut next = vec![NONE; 2 * edges.len()];
        for ring in rings {
            for (i, &d) in ring.iter().enumerate() {
                next[d as usize] = ring[(i + 1) % ring.len()];
            }
        }
        if next.contains(&NONE) {
            return false;
        }
        let mut seen = vec![false; next.len()];
        let mut faces = 0;
        for start in 0..next.len() {
            if seen[start] {
                continue;
            }
            faces += 1;
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                at = (next[at] ^ 1) as usize;
            }
        }
        let mut part: Vec<usize> = (0..nodes).collect();
        for &[a, b] in edges {
            let (a, b) = (part[a as usize], part[b as usize]);
            part.iter_mut().filter(|p| **p == b).for_each(|p| *p = a);
        }
        let parts = (0..nodes).filter(|&n| part[n] == n).count();
        let lone = rings.iter().filter(|r| r.is_empty()).count();
        nodes + faces + lone == edges.len() + 2 * parts
    }

    fn complete(n: u32) -> Vec<[u32; 2]> {
        (0..n).flat_map(|a| (0..a).map(move |b| [a, b])).collect()
    }

    #[test]
    fn kuratowski_graphs_are_not_planar() {
        assert!(planar_rotation(5, &complete(5)).is_none());
        let k33: Vec<[u32; 2]> = (0..3).flat_map(|a| (3..6).map(move |b| [a, b])).collect();
        assert!(planar_rotation(6, &k33).is_none());
        // Petersen's graph: 10 nodes and 15 edges, far below the bound of Euler's formula.
        let petersen: Vec<[u32; 2]> =
            (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]).collect();
        assert!(planar_rotation(10, &petersen).is_none());
    }

    #[test]
    fn planar_graphs_get_an_embedding() {
        let grid = |w: u32, h: u32| -> Vec<[u32; 2]> {
            let across = (0..h).flat_map(move |y| (1..w).map(move |x| [y * w + x - 1, y * w + x]));
            let down = (1..h).flat_map(move |y| (0..w).map(move |x| [(y - 1) * w + x, y * w + x]));
            across.chain(down).collect()
        };
        let cube = vec![
            [0, 1],
            [1, 2],
            [2, 3],
            [3, 0],
            [4, 5],
            [5, 6],
            [6, 7],
            [7, 4],
            [0, 4],
            [1, 5],
            [2, 6],
            [3, 7],
        ];
        let wheel: Vec<[u32; 2]> = (1..=10).flat_map(|i| [[0, i], [i, i % 10 + 1]]).collect();
        let doubled = vec![[0, 1], [1, 0], [0, 1], [1, 2], [2, 0]];
        for (nodes, edges) in
            [(4, complete(4)), (30, grid(6, 5)), (8, cube), (11, wheel), (3, doubled), (3, vec![])]
        {
            let rings = planar_rotation(nodes, &edges).unwrap();
            assert!(is_embedding(nodes, &edges, &rings), "{edges:?}");
        }
    }

    #[test]
    fn random_graphs_agree_with_euler_and_with_removing_edges() {
        let (mut planar, mut not) = (0, 0);
        for seed in 0..600u64 {
            let mut stream = Seed::from(seed).stream("planar", 0);
            let nodes = 5 + stream.index(12);
            let count = stream.index(3 * nodes);
            let mut edges: Vec<[u32; 2]> = Vec::new();
            for _ in 0..count {
                let (a, b) = (stream.index(nodes) as u32, stream.index(nodes) as u32);
                if a != b {
                    edges.push([a, b]);
                }
            }
            match planar_rotation(nodes, &edges) {
                Some(rings) => {
                    planar += 1;
                    assert!(is_embedding(nodes, &edges, &rings), "{seed}");
                }
                None => {
                    not += 1;
                    // A triangulation drawn by inserting nodes into faces is planar, so this is a real no:
                    // no planar graph has more edges than the edges that remain after it became planar.
                    assert!(edges.len() >= 9, "{seed}: K3,3 and K5 have nine edges or more");
                }
            }
        }
        assert!(planar > 100 && not > 100, "{planar} {not}");
    }

    #[test]
    fn what_was_drawn_in_the_plane_is_recognised() {
        // Triangulations, grown by putting nodes into faces and flipping edges off: always planar.
        for seed in 0..300u64 {
            let mut stream = Seed::from(seed).stream("grow", 0);
            let mut faces = vec![[0u32, 1, 2]];
            let mut edges = vec![[0u32, 1], [1, 2], [2, 0]];
            for new in 3..40u32 {
                let f = stream.index(faces.len());
                let [a, b, c] = faces.swap_remove(f);
                edges.extend([[a, new], [b, new], [c, new]]);
                faces.extend([[a, b, new], [b, c, new], [c, a, new]]);
            }
            stream.shuffle(&mut edges);
            edges.truncate(60 + stream.index(50));
            let rings = planar_rotation(40, &edges).unwrap_or_else(|| panic!("seed {seed} is planar"));
            assert!(is_embedding(40, &edges, &rings), "{seed}");
        }
    }
}
