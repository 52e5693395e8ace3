//! A mesh of triangles between the walls.
//!
//! The constrained Delaunay triangulation of the outlines (by the crate `spade`, with exact
//! predicates), copied into flat arrays of half-edges for [`Expansion`](crate::Expansion). Built once
//! for walls that do not change, in O(n log n).

use std::collections::BTreeMap;

use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use crate::spot::side;
use crate::{Error, Outlines, Spot};

/// No half-edge.
pub(crate) const NONE: u32 = u32::MAX;

/// The triangles between the walls of a map.
///
/// ```
/// use mapkiln_sight::{Expansion, Mesh, Outlines, Spot, Walls};
/// let outlines = Outlines::from_walls(&Walls::from_text("....\n.##.\n...."));
/// let mesh = Mesh::build(&outlines)?;
/// let seen = Expansion::new().look(&mesh, Spot::new(2.0, 0.5));
/// assert!(!seen.contains(Spot::new(2.0, 2.5)));
/// # Ok::<(), mapkiln_sight::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The corner where each half-edge begins; three half-edges per triangle, clockwise on the page.
    origins: Vec<Spot>,
    /// The half-edge in the other direction, or `NONE` on the outer border.
    twins: Vec<u32>,
    /// What lies behind each half-edge.
    behind: Vec<Behind>,
    /// Is the triangle open ground?
    open: Vec<bool>,
    buckets: Buckets,
}

/// The triangle behind a half-edge, as seen by looking through it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Behind {
    /// Its far corner.
    pub(crate) apex: Spot,
    /// The edge from the first corner of the half-edge to the apex; `NONE` if a wall is in the way.
    pub(crate) first: u32,
    /// The edge from the apex to the second corner.
    pub(crate) second: u32,
}

/// Where the walk to a point begins: one triangle per square of a coarse grid.
#[derive(Clone, Debug, Default)]
struct Buckets {
    low: Spot,
    high: Spot,
    scale: [f64; 2],
    count: usize,
    triangles: Vec<u32>,
}

/// Where a point lies in the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surroundings {
    /// Inside of a triangle, given by one of its half-edges.
    Inside(u32),
    /// On a half-edge.
    OnEdge(u32),
    /// Where a half-edge begins.
    OnCorner(u32),
}

impl Mesh {
    /// The mesh of outlines whose sides do not cross.
    pub fn build(outlines: &Outlines) -> Result<Self, Error> {
        let mut numbers = BTreeMap::new();
        let mut corners = Vec::new();
        let mut edges = Vec::new();
        for &[a, b] in outlines.sides() {
            for value in [a.x, a.y, b.x, b.y] {
                if !value.is_finite() {
                    return Err(Error::NotFinite { what: "a corner of a wall", value });
                }
            }
            let mut number = |s: Spot| {
                // Adding zero makes -0.0 the same corner as 0.0.
                let s = Spot::new(s.x + 0.0, s.y + 0.0);
                *numbers.entry((s.x.to_bits(), s.y.to_bits())).or_insert_with(|| {
                    corners.push(Point2::new(s.x, s.y));
                    corners.len() - 1
                })
            };
            edges.push([number(a), number(b)]);
        }
        if corners.is_empty() {
            return Ok(Mesh::empty());
        }
        let mut undirected: Vec<[usize; 2]> = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        undirected.sort_unstable();
        undirected.dedup();
        let mut conflict = None;
        let positions = corners.clone();
        let cdt =
            ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(corners, undirected, |edge| {
                conflict = conflict.or(Some(edge));
            })
            .map_err(|_| Error::Range {
                what: "a corner of a wall",
                range: "between 1e-42 and 1e60 in size, or zero",
                value: f64::NAN,
            })?;
        let spot = |p: Point2<f64>| Spot::new(p.x, p.y);
        if let Some([a, b]) = conflict {
            return Err(Error::Crossing { side: [spot(positions[a]), spot(positions[b])] });
        }
        Ok(Mesh::copy(&cdt, outlines))
    }

    fn empty() -> Self {
        Mesh {
            origins: Vec::new(),
            twins: Vec::new(),
            behind: Vec::new(),
            open: Vec::new(),
            buckets: Buckets::default(),
        }
    }

    fn copy(cdt: &ConstrainedDelaunayTriangulation<Point2<f64>>, outlines: &Outlines) -> Self {
        let spot = |p: Point2<f64>| Spot::new(p.x, p.y);
        let mut numbers = vec![NONE; cdt.num_directed_edges()];
        let mut mesh = Mesh::empty();
        for face in cdt.inner_faces() {
            for edge in face.adjacent_edges() {
                numbers[edge.fix().index()] = mesh.origins.len() as u32;
                mesh.origins.push(spot(edge.from().position()));
            }
        }
        let mut walls = vec![false; mesh.origins.len()];
        mesh.twins = vec![NONE; mesh.origins.len()];
        let mut from: BTreeMap<(u64, u64), Vec<u32>> = BTreeMap::new();
        for edge in cdt.directed_edges() {
            let number = numbers[edge.fix().index()];
            if number != NONE {
                mesh.twins[number as usize] = numbers[edge.rev().fix().index()];
                walls[number as usize] = edge.is_constraint_edge();
                if edge.is_constraint_edge() {
                    let s = mesh.origins[number as usize];
                    from.entry((s.x.to_bits(), s.y.to_bits())).or_default().push(number);
                }
            }
        }
        mesh.mark_open(outlines, &walls, &from);
        mesh.behind = (0..mesh.origins.len() as u32)
            .map(|edge| {
                let twin = mesh.twins[edge as usize];
                if walls[edge as usize] || twin == NONE {
                    return Behind { apex: Spot::default(), first: NONE, second: NONE };
                }
                let first = next(twin);
                let second = next(first);
                Behind { apex: mesh.origins[second as usize], first, second }
            })
            .collect();
        mesh.fill_buckets();
        mesh
    }

    /// Open ground is what lies clockwise of a side, and everything connected to it.
    fn mark_open(&mut self, outlines: &Outlines, walls: &[bool], from: &BTreeMap<(u64, u64), Vec<u32>>) {
        self.open = vec![false; self.origins.len() / 3];
        let mut stack = Vec::new();
        for &[a, b] in outlines.sides() {
            // A corner on a side splits it; walk along its parts.
            let mut at = Spot::new(a.x + 0.0, a.y + 0.0);
            while at != b {
                let ahead = from.get(&(at.x.to_bits(), at.y.to_bits())).and_then(|edges| {
                    edges.iter().copied().find(|&e| {
                        let to = self.end(e);
                        let forward = (to.x - at.x) * (b.x - a.x) + (to.y - at.y) * (b.y - a.y);
                        side(a, b, to) == 0.0 && forward > 0.0
                    })
                });
                // Missing only if this direction of the edge lies on the outer border.
                let Some(edge) = ahead else { break };
                stack.push(edge / 3);
                at = self.end(edge);
            }
        }
        while let Some(triangle) = stack.pop() {
            if std::mem::replace(&mut self.open[triangle as usize], true) {
                continue;
            }
            for edge in 3 * triangle..3 * triangle + 3 {
                let twin = self.twins[edge as usize];
                if !walls[edge as usize] && twin != NONE {
                    stack.push(twin / 3);
                }
            }
        }
    }

    /// Number of triangles, including those inside walls.
    pub fn triangles(&self) -> usize {
        self.open.len()
    }

    /// Where a half-edge begins.
    #[inline]
    pub(crate) fn origin(&self, edge: u32) -> Spot {
        self.origins[edge as usize]
    }

    /// Where a half-edge ends.
    #[inline]
    pub(crate) fn end(&self, edge: u32) -> Spot {
        self.origins[next(edge) as usize]
    }

    #[inline]
    pub(crate) fn behind(&self, edge: u32) -> &Behind {
        &self.behind[edge as usize]
    }

    #[inline]
    pub(crate) fn twin(&self, edge: u32) -> u32 {
        self.twins[edge as usize]
    }

    #[inline]
    pub(crate) fn is_open(&self, edge: u32) -> bool {
        self.open[edge as usize / 3]
    }

    /// The triangle that contains a point, by walking to it from one nearby; `None` outside.
    pub(crate) fn locate(&self, at: Spot) -> Option<Surroundings> {
        if self.open.is_empty() || !self.buckets.cover(at) {
            return None;
        }
        let mut triangle = self.buckets.start(at);
        // In a constrained triangulation a walk can run in circles; then every triangle is tried.
        let mut steps = 0;
        while steps < 64 + self.open.len() / 4 {
            let crossed =
                (3 * triangle..3 * triangle + 3).find(|&e| side(self.origin(e), self.end(e), at) < 0.0);
            match crossed {
                None => return Some(self.place(triangle, at)),
                // The hull is convex, so beyond its border is outside.
                Some(edge) if self.twin(edge) == NONE => return None,
                Some(edge) => triangle = self.twin(edge) / 3,
            }
            steps += 1;
        }
        (0..self.open.len() as u32)
            .find(|&t| (3 * t..3 * t + 3).all(|e| side(self.origin(e), self.end(e), at) >= 0.0))
            .map(|t| self.place(t, at))
    }

    fn place(&self, triangle: u32, at: Spot) -> Surroundings {
        let edges = 3 * triangle..3 * triangle + 3;
        if let Some(edge) = edges.clone().find(|&e| self.origin(e) == at) {
            return Surroundings::OnCorner(edge);
        }
        let mut edges = edges;
        match edges.find(|&e| side(self.origin(e), self.end(e), at) == 0.0) {
            Some(edge) => Surroundings::OnEdge(edge),
            None => Surroundings::Inside(3 * triangle),
        }
    }

    fn fill_buckets(&mut self) {
        let (mut low, mut high) = (Spot::new(f64::MAX, f64::MAX), Spot::new(f64::MIN, f64::MIN));
        for s in &self.origins {
            low = Spot::new(low.x.min(s.x), low.y.min(s.y));
            high = Spot::new(high.x.max(s.x), high.y.max(s.y));
        }
        let count = ((self.open.len() as f64).sqrt().ceil() as usize).clamp(1, 1024);
        let scale = [count as f64 / (high.x - low.x), count as f64 / (high.y - low.y)];
        self.buckets = Buckets { low, high, scale, count, triangles: vec![0; count * count] };
        // Each square gets the triangle at its centre, found by a walk from the previous square.
        let mut last = 0;
        for i in 0..count * count {
            let row = i / count;
            let column = if row.is_multiple_of(2) { i % count } else { count - 1 - i % count };
            let middle =
                Spot::new(low.x + (column as f64 + 0.5) / scale[0], low.y + (row as f64 + 0.5) / scale[1]);
            let here = row * count + column;
            self.buckets.triangles[here] = last;
            let found = self.locate(middle);
            if let Some(Surroundings::Inside(e) | Surroundings::OnEdge(e) | Surroundings::OnCorner(e)) = found
            {
                last = e / 3;
                self.buckets.triangles[here] = last;
            }
        }
    }
}

impl Buckets {
    /// Is the point within the mesh's bounds? False for NaN, and for numbers so large that the
    /// predicates would overflow.
    fn cover(&self, at: Spot) -> bool {
        self.low.x <= at.x && at.x <= self.high.x && self.low.y <= at.y && at.y <= self.high.y
    }

    fn start(&self, at: Spot) -> u32 {
        let index = |value: f64, low: f64, scale: f64| {
            (((value - low) * scale).max(0.0) as usize).min(self.count - 1)
        };
        let column = index(at.x, self.low.x, self.scale[0]);
        let row = index(at.y, self.low.y, self.scale[1]);
        self.triangles[row * self.count + column]
    }
}

/// The next half-edge around a triangle.
#[inline]
pub(crate) fn next(edge: u32) -> u32 {
    if edge % 3 == 2 { edge - 2 } else { edge + 1 }
}
