//! The visibility polygon by triangular expansion.
//!
//! Bungiu, Hemmer, Hershberger, Huang and Kröller, *Efficient computation of visibility polygons*
//! (2014): start in the observer's triangle and look through each of its edges into the next triangle,
//! with a cone that corners narrow until walls end it. Only visible triangles are ever visited, so the
//! time grows with what is seen, not with the map (worst case O(n h) for h holes). The cone's rays
//! always pass through original corners, and exact predicates decide which corners lie in it; only the
//! output is rounded.

use crate::mesh::{NONE, Surroundings, next};
use crate::spot::{meet, side};
use crate::{Mesh, Polygon, Spot};

/// Computes visibility polygons by expansion; reuses its memory between calls.
///
/// Defined for every point, like [`Sweep`](crate::Sweep): inside walls and outside the map nothing is
/// seen; on the border of a wall, what is visible from its open side.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    stack: Vec<Cone>,
    around: Vec<u32>,
}

/// What is seen through an edge: the directions from `first` clockwise to `last`.
#[derive(Clone, Copy, Debug)]
struct Cone {
    edge: u32,
    first: Spot,
    last: Spot,
}

impl Expansion {
    /// An expansion with no memory allocated yet.
    pub fn new() -> Self {
        Expansion::default()
    }

    /// The polygon seen from a point.
    pub fn look(&mut self, mesh: &Mesh, from: Spot) -> Polygon {
        let mut polygon = Polygon::default();
        self.look_into(mesh, from, &mut polygon);
        polygon
    }

    /// The same into an existing polygon.
    pub fn look_into(&mut self, mesh: &Mesh, from: Spot, polygon: &mut Polygon) {
        polygon.begin(from);
        let Some(place) = mesh.locate(from) else { return };
        self.edges_around(mesh, place);
        let around = std::mem::take(&mut self.around);
        let mut last = around.last().map(|&e| mesh.end(e));
        for &edge in &around {
            // Between two walls that meet at the observer, the polygon returns to it.
            if last != Some(mesh.origin(edge)) {
                polygon.push(from);
            }
            last = Some(mesh.end(edge));
            self.expand(mesh, edge, polygon);
        }
        self.around = around;
        polygon.close();
    }

    /// The edges of the observer's triangle or triangles, clockwise around the observer.
    fn edges_around(&mut self, mesh: &Mesh, place: Surroundings) {
        self.around.clear();
        match place {
            Surroundings::Inside(edge) => {
                if mesh.is_open(edge) {
                    self.around.extend([edge, next(edge), next(next(edge))]);
                }
            }
            Surroundings::OnEdge(edge) => {
                for edge in [edge, mesh.twin(edge)] {
                    if edge != NONE && mesh.is_open(edge) {
                        self.around.extend([next(edge), next(next(edge))]);
                    }
                }
            }
            Surroundings::OnCorner(first) => {
                // Counter-clockwise as far as it goes, then clockwise around the corner.
                let mut start = first;
                while mesh.twin(start) != NONE {
                    start = next(mesh.twin(start));
                    if start == first {
                        break;
                    }
                }
                let mut edge = start;
                loop {
                    if mesh.is_open(edge) {
                        self.around.push(next(edge));
                    }
                    edge = mesh.twin(next(next(edge)));
                    if edge == NONE || edge == start {
                        break;
                    }
                }
            }
        }
    }

    /// Adds what is seen through one edge.
    fn expand(&mut self, mesh: &Mesh, edge: u32, polygon: &mut Polygon) {
        let from = polygon.from;
        self.stack.clear();
        let mut cone = Cone { edge, first: mesh.origin(edge), last: mesh.end(edge) };
        loop {
            let behind = mesh.behind(cone.edge);
            if behind.first == NONE {
                let (a, b) = (mesh.origin(cone.edge), mesh.end(cone.edge));
                polygon.push(if cone.first == a { a } else { meet(from, cone.first, a, b) });
                polygon.push(if cone.last == b { b } else { meet(from, cone.last, a, b) });
                match self.stack.pop() {
                    Some(next) => cone = next,
                    None => return,
                }
                continue;
            }
            let apex = behind.apex;
            let after_first = side(from, cone.first, apex) > 0.0;
            let before_last = side(from, cone.last, apex) < 0.0;
            match (after_first, before_last) {
                (true, true) => {
                    self.stack.push(Cone { edge: behind.second, first: apex, last: cone.last });
                    cone = Cone { edge: behind.first, first: cone.first, last: apex };
                }
                (true, false) => cone.edge = behind.first,
                _ => cone.edge = behind.second,
            }
        }
    }
}
