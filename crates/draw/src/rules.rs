//! Rewriting rules as pictures, in the way of the level grammar paper's figure 3: one graph per rule, what
//! stays white, what is new green, what goes red.

use crate::font;
use crate::scene::{Anchor, Color, Frame, Path, Scene, Stroke, Text, Vec2, Weight};

/// What becomes of a part of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartRole {
    /// It stays: white.
    Kept,
    /// It stays and changes: yellow.
    Changed,
    /// It is new: green.
    New,
    /// It goes: red.
    Removed,
    /// It is no edge but a way or a face: dotted.
    Seen,
}

/// A rule to draw.
#[derive(Clone, Debug, Default)]
pub struct RulePicture {
    /// Its name.
    pub name: String,
    /// What each node says, and what becomes of it.
    pub nodes: Vec<(String, PartRole)>,
    /// The ends of each edge, what it says, whether it is one-way, and what becomes of it.
    pub edges: Vec<([usize; 2], String, bool, PartRole)>,
}

const INK: Color = Color::hex(0x2a2723);
const PAPER: Color = Color::hex(0xfbfaf6);
const HEIGHT: f32 = 2.0;
const COLUMN: f32 = 4.8;
const ROW: f32 = 3.4;
/// Rules stand below each other until a column is this high.
const TALLEST: f32 = 60.0;

/// Draws rules, one below the other in columns.
pub fn rules_scene(title: &str, rules: &[RulePicture]) -> Scene {
    let mut scene = Scene::new(title, Frame::default());
    scene.background = Some(PAPER);
    let (mut x, mut y, mut widest, mut bottom) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for rule in rules {
        let boxes = boxes(rule);
        let all = boxes.iter().copied().reduce(Frame::union).unwrap_or_default();
        if y > 0.0 && y + all.height > TALLEST {
            (x, y, widest) = (x + widest + 6.0, 0.0, 0.0);
        }
        let shift = Vec2::new(x - all.x, y + 2.2 - all.y);
        let moved: Vec<Frame> =
            boxes.iter().map(|b| Frame::new(b.x + shift.x, b.y + shift.y, b.width, b.height)).collect();
        scene.layer("names").text(Text::new(Vec2::new(x, y + 0.9), 1.1, INK, rule.name.as_str()).bold());
        draw(&mut scene, rule, &moved);
        widest = widest.max(all.width).max(font::width(&rule.name, 1.1, Weight::Bold));
        y += all.height + 5.0;
        bottom = bottom.max(y);
    }
    let wide = (x + widest).max(font::width(title, 1.6, Weight::Bold));
    scene.frame = Frame::new(-2.0, -4.6, wide + 4.0, bottom + 5.6);
    scene.layer("names").text(Text::new(Vec2::new(0.0, -2.2), 1.6, INK, title).bold());
    scene
}

/// Columns by distance from the first node.
fn boxes(rule: &RulePicture) -> Vec<Frame> {
    let count = rule.nodes.len();
    let mut depth = vec![usize::MAX; count];
    for root in 0..count {
        if depth[root] != usize::MAX {
            continue;
        }
        depth[root] = 0;
        let mut queue = std::collections::VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for ([a, b], ..) in &rule.edges {
                for (from, to) in [(*a, *b), (*b, *a)] {
                    if from == node && to < count && depth[to] == usize::MAX {
                        depth[to] = depth[node] + 1;
                        queue.push_back(to);
                    }
                }
            }
        }
    }
    let columns = depth.iter().filter(|d| **d != usize::MAX).max().map_or(0, |d| d + 1);
    let tallest = (0..columns).map(|c| depth.iter().filter(|d| **d == c).count()).max().unwrap_or(0);
    let mut boxes = vec![Frame::default(); count];
    let mut x = 0.0;
    for column in 0..columns {
        let members: Vec<usize> = (0..count).filter(|&n| depth[n] == column).collect();
        let width = members
            .iter()
            .map(|&n| font::width(&rule.nodes[n].0, 0.9, Weight::Regular) + 1.4)
            .fold(3.0, f32::max);
        let top = (tallest - members.len()) as f32 * ROW / 2.0;
        for (i, &n) in members.iter().enumerate() {
            // Every second column a little lower, so that lines over two columns pass between.
            let lower = if column % 2 == 1 && tallest > 1 { 0.7 } else { 0.0 };
            boxes[n] = Frame::new(x, top + i as f32 * ROW + lower, width, HEIGHT);
        }
        x += width + COLUMN;
    }
    boxes
}

fn colors(role: PartRole) -> (Color, Color) {
    match role {
        PartRole::Kept | PartRole::Seen => (Color::hex(0xffffff), INK),
        PartRole::Changed => (Color::hex(0xf6e39a), Color::hex(0x8a6d00)),
        PartRole::New => (Color::hex(0xbfe3b4), Color::hex(0x2f7a2f)),
        PartRole::Removed => (Color::hex(0xf2b8ae), Color::hex(0xa8281c)),
    }
}

/// Where the line from the middle of a box to a point leaves it.
fn border(frame: Frame, to: Vec2) -> Vec2 {
    let from = frame.centre();
    let way = to - from;
    let part = |half: f32, way: f32| if way.abs() > 1e-6 { half / way.abs() } else { f32::MAX };
    from + way * part(frame.width / 2.0, way.x).min(part(frame.height / 2.0, way.y)).min(1.0)
}

fn draw(scene: &mut Scene, rule: &RulePicture, boxes: &[Frame]) {
    let edges = scene.layer("edges");
    let mut labels = Vec::new();
    for (number, ([a, b], text, one_way, role)) in rule.edges.iter().enumerate() {
        let (Some(from), Some(to)) = (boxes.get(*a), boxes.get(*b)) else { continue };
        let color = colors(*role).1;
        let mut stroke = Stroke::new(color, 0.16).round();
        if *role == PartRole::Seen {
            stroke = stroke.dashed(0.15, 0.35);
        } else if *role == PartRole::Removed {
            stroke = stroke.dashed(0.5, 0.3);
        }
        // What is seen of the line lies between the boxes.
        let (from, to) = (border(*from, to.centre()), border(*to, from.centre()));
        let twins = rule.edges[..number].iter().filter(|e| e.0 == [*a, *b] || e.0 == [*b, *a]).count();
        let along = (to - from).unit();
        let side = along.turned() * (1.3 * twins as f32 * if a > b { -1.0 } else { 1.0 });
        let middle = from + (to - from) * 0.5 + side;
        let mut path = Path::new();
        path.move_to(from);
        path.quad_to(middle + side, to);
        edges.stroke(path, stroke);
        if *one_way {
            // Near its end, so that a label has the middle.
            let way = (to - (middle + side)).unit();
            let (back, wide) = (to - way, way.turned() * 0.45);
            edges.fill(Path::polygon([to, back + wide, back + wide * -1.0]), color);
        }
        if !text.is_empty() {
            labels.push((middle + Vec2::new(0.0, 0.26), text.as_str(), color));
        }
    }
    // Labels stand on their lines, on paper of their own.
    for (at, text, color) in labels {
        let wide = font::width(text, 0.75, Weight::Regular);
        edges.fill(Path::rect(Frame::new(at.x - wide / 2.0 - 0.15, at.y - 0.66, wide + 0.3, 0.92)), PAPER);
        edges.text(Text::new(at, 0.75, color, text).anchored(Anchor::Middle));
    }
    let nodes = scene.layer("nodes");
    for ((text, role), frame) in rule.nodes.iter().zip(boxes) {
        let (fill, line) = colors(*role);
        nodes.shape(Path::rounded_rect(*frame, 0.9), Some(fill), Some(Stroke::new(line, 0.16)));
        let at = frame.centre() + Vec2::new(0.0, 0.3);
        nodes.text(Text::new(at, 0.9, INK, text.as_str()).anchored(Anchor::Middle));
    }
}
