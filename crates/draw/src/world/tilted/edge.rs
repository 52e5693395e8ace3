//! The edge of the world: the slab that it is cut from.

use super::cliffs::{add_quad, area, rings, toned};
use super::{Face, LIFT, Stuff, project};
use crate::art::tone::{light, shade};
use crate::noise::{noise, value_noise};
use crate::scene::{Layer, Path, Stroke, Vec2};

/// The front of the map's outline, wherever a part of the ground reaches it: lines from left to right
/// with the direction that they look to.
pub(super) struct Edge {
    lines: Vec<(Vec2, Vec2, Vec2)>,
}

impl Edge {
    /// Where a region, or everything, reaches the front of an outline.
    pub(super) fn new(outline: &Path, border: Option<&Path>) -> Edge {
        let regions = border.map(rings);
        let hand = regions.as_ref().map_or(1.0, |r| if area(r) >= 0.0 { 1.0 } else { -1.0 });
        let outlines = rings(outline);
        let turn = if area(&outlines) >= 0.0 { 1.0 } else { -1.0 };
        let mut lines = Vec::new();
        for ring in &outlines {
            for i in 0..ring.len() {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                let n = (b - a).unit().turned() * -turn;
                if n.x + n.y <= 0.01 {
                    continue;
                }
                let spans = match &regions {
                    None => vec![(0.0, 1.0)],
                    Some(regions) => spans(a, b, regions, hand),
                };
                let at = |t: f32| a + (b - a) * t;
                lines.extend(spans.into_iter().map(|(from, to)| (at(from), at(to), n)));
            }
        }
        // Whatever stands further back first.
        lines.sort_by(|p, q| (p.0.x + p.0.y + p.1.x + p.1.y).total_cmp(&(q.0.x + q.0.y + q.1.x + q.1.y)));
        Edge { lines }
    }

    /// The faces of the slab from a height down to its bottom; `rim` if ground lies on top.
    pub(super) fn faces(&self, z: f32, bottom: f32, stuff: Stuff, rim: bool) -> Layer {
        let mut layer = Layer { name: "slab".to_owned(), ..Layer::default() };
        if stuff.kind == Face::None {
            return layer;
        }
        for &(a, b, n) in &self.lines {
            face(&mut layer, (a, b), n, z, bottom, stuff, rim);
        }
        layer
    }
}

fn face(layer: &mut Layer, (a, b): (Vec2, Vec2), n: Vec2, z: f32, bottom: f32, stuff: Stuff, rim: bool) {
    let color = toned(stuff.rock, n);
    let (pa, pb) = (project(a, z), project(b, z));
    let fall = Vec2::new(0.0, (z - bottom) * LIFT);
    let mut wall = Path::new();
    add_quad(&mut wall, pa, pb, pb + fall, pa + fall);
    layer.shape(wall, Some(color), Some(Stroke::new(color, 0.015)));
    let length = (b - a).length();
    if stuff.kind == Face::Water && rim {
        layer.stroke(Path::line(pa, pb), Stroke::new(light(color, 0.4), 0.045).round());
        return;
    }
    if stuff.kind != Face::Cliff {
        return;
    }
    // Layers of earth, then the rim of what grows on top.
    let (mut dark, mut bright) = (Path::new(), Path::new());
    let steps = (length / 0.16).ceil().max(1.0) as i32;
    let way = (pb - pa) * (1.0 / length.max(0.01));
    for i in 0..steps {
        let p = a + (b - a) * (i as f32 / steps as f32);
        let key = ((p.x * 9.0).round() as i32, (p.y * 9.0).round() as i32);
        for row in 0..6 {
            let mood = noise(key.0, key.1, 830 + row);
            let down = 0.24 + 0.2 * row as f32 + 0.06 * noise(key.0, key.1, 836 + row);
            if mood < 0.2 && down < fall.y - 0.05 {
                let from = project(p, z) + Vec2::new(0.0, down);
                let long =
                    (0.1 + 0.2 * noise(key.0, key.1, 842)).min(length * (1.0 - i as f32 / steps as f32));
                let path = if mood < 0.05 { &mut bright } else { &mut dark };
                path.move_to(from);
                path.line_to(from + way * long);
            }
        }
    }
    layer.stroke(dark, Stroke::new(shade(color, 0.24), 0.045).round());
    layer.stroke(bright, Stroke::new(light(color, 0.18), 0.04).round());
    if !rim {
        return;
    }
    let mut rim = vec![pa, pb];
    for i in (0..=steps).rev() {
        let p = a + (b - a) * (i as f32 / steps as f32);
        let deep = 0.12 + 0.07 * value_noise(p.x * 5.0, p.y * 5.0, 745);
        rim.push(project(p, z) + Vec2::new(0.0, deep.max(0.04).min(fall.y)));
    }
    layer.fill(Path::polygon(rim), shade(stuff.lip, 0.75 * super::cliffs::darkness(n)));
}

/// The parts of a line from `a` to `b`, from 0 to 1, that lie inside of a region.
fn spans(a: Vec2, b: Vec2, regions: &[Vec<Vec2>], hand: f32) -> Vec<(f32, f32)> {
    let way = b - a;
    let cross = |p: Vec2, q: Vec2| p.x * q.y - p.y * q.x;
    let mut crossings: Vec<(f32, bool)> = Vec::new();
    for ring in regions {
        for i in 0..ring.len() {
            let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
            let (sp, sq) = (cross(way, p - a), cross(way, q - a));
            if (sp < 0.0) == (sq < 0.0) {
                continue;
            }
            let hit = p + (q - p) * (sp / (sp - sq));
            let t = ((hit.x - a.x) * way.x + (hit.y - a.y) * way.y) / (way.x * way.x + way.y * way.y);
            // Does the line enter here? The region lies on the inner side of p to q.
            let enters = (sq - sp) * hand < 0.0;
            crossings.push((t, enters));
        }
    }
    crossings.sort_by(|p, q| p.0.total_cmp(&q.0));
    // How often the region lies around the start: whatever was entered before it and not left.
    let mut depth = 0;
    let mut spans = Vec::new();
    let mut start = None;
    for &(t, enters) in &crossings {
        depth += if enters { 1 } else { -1 };
        if depth > 0 && start.is_none() {
            start = Some(t);
        } else if depth <= 0
            && let Some(from) = start.take()
        {
            spans.push((from, t));
        }
    }
    spans
        .into_iter()
        .map(|(from, to): (f32, f32)| (from.max(0.0), to.min(1.0)))
        .filter(|(from, to)| to - from > 1e-4)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lies_in_a_region_between_its_crossings() {
        let square = vec![(1.0, -1.0), (3.0, -1.0), (3.0, 1.0), (1.0, 1.0)];
        let ring: Vec<Vec2> = square.into_iter().map(|(x, y)| Vec2::new(x, y)).collect();
        let hand = if area(std::slice::from_ref(&ring)) >= 0.0 { 1.0 } else { -1.0 };
        let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0));
        assert_eq!(spans(a, b, std::slice::from_ref(&ring), hand), [(0.25, 0.75)]);
        assert_eq!(spans(b, a, std::slice::from_ref(&ring), hand), [(0.25, 0.75)]);
        // From inside to outside.
        assert_eq!(spans(Vec2::new(2.0, 0.0), b, &[ring], hand), [(0.0, 0.5)]);
    }
}
