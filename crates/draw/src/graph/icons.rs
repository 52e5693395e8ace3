//! Small drawings for what is in a node.

use mapkiln_maps::graph::Node;

use crate::scene::{Color, Frame, Layer, Path, Stroke, Vec2};

/// What a node can hold, most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Icon {
    Start,
    Exit,
    Boss,
    Enemies,
    Key,
    Treasure,
    Hazard,
    Decoy,
    Cell,
}

impl Icon {
    pub(crate) const ALL: [Icon; 9] = [
        Icon::Start,
        Icon::Exit,
        Icon::Boss,
        Icon::Enemies,
        Icon::Key,
        Icon::Treasure,
        Icon::Hazard,
        Icon::Decoy,
        Icon::Cell,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Icon::Start => "start",
            Icon::Exit => "exit",
            Icon::Boss => "boss",
            Icon::Enemies => "enemies",
            Icon::Key => "key",
            Icon::Treasure => "treasure",
            Icon::Hazard => "hazard",
            Icon::Decoy => "decoy",
            Icon::Cell => "cell",
        }
    }

    /// The icons of a node, most important first.
    pub(crate) fn of(node: &Node) -> Vec<Icon> {
        let has = |icon: &Icon| match icon {
            Icon::Key => node.values.get("key").is_some_and(|k| *k != 0),
            Icon::Enemies => node.is("enemies") && !node.is("boss"),
            icon => node.is(icon.name()),
        };
        Icon::ALL.into_iter().filter(has).collect()
    }

    /// Draws it around a point, within `size` to each side.
    pub(crate) fn draw(self, layer: &mut Layer, at: Vec2, size: f32, ink: Color, paper: Color) {
        let p = |x: f32, y: f32| at + Vec2::new(x * size, y * size);
        let frame =
            |x: f32, y: f32, w: f32, h: f32| Frame::new(at.x + x * size, at.y + y * size, w * size, h * size);
        let line = Stroke::new(ink, 0.18 * size).round();
        match self {
            Icon::Start => {
                layer.stroke(Path::line(p(-0.6, -0.9), p(-0.6, 0.9)), line);
                layer.fill(Path::polygon([p(-0.6, -0.9), p(0.8, -0.4), p(-0.6, 0.1)]), ink);
            }
            Icon::Exit => {
                let mut door = Path::new();
                door.move_to(p(-0.6, 0.9));
                door.line_to(p(-0.6, -0.2));
                door.curve_to(p(-0.6, -1.1), p(0.6, -1.1), p(0.6, -0.2));
                door.line_to(p(0.6, 0.9));
                door.close();
                layer.fill(door, ink);
                layer.fill(Path::circle(p(0.3, 0.2), 0.13 * size), paper);
            }
            Icon::Boss => {
                let crown = [
                    (-0.9, 0.7),
                    (-0.9, -0.6),
                    (-0.4, 0.0),
                    (0.0, -0.9),
                    (0.4, 0.0),
                    (0.9, -0.6),
                    (0.9, 0.7),
                ];
                layer.fill(Path::polygon(crown.map(|(x, y)| p(x, y))), ink);
            }
            Icon::Enemies => {
                layer.fill(Path::ellipse(p(0.0, -0.2), 0.75 * size, 0.7 * size), ink);
                layer.fill(Path::rect(frame(-0.4, 0.2, 0.8, 0.7)), ink);
                for x in [-0.3, 0.3] {
                    layer.fill(Path::circle(p(x, -0.15), 0.2 * size), paper);
                }
                for x in [-0.13, 0.13] {
                    layer.stroke(Path::line(p(x, 0.5), p(x, 0.9)), Stroke::new(paper, 0.1 * size));
                }
            }
            Icon::Key => {
                layer.stroke(Path::circle(p(-0.5, 0.0), 0.35 * size), line);
                layer.stroke(Path::line(p(-0.15, 0.0), p(0.9, 0.0)), line);
                layer.stroke(Path::line(p(0.8, 0.0), p(0.8, 0.45)), line);
                layer.stroke(Path::line(p(0.45, 0.0), p(0.45, 0.35)), line);
            }
            Icon::Treasure => {
                layer.fill(Path::rounded_rect(frame(-0.85, -0.7, 1.7, 0.65), 0.3 * size), ink);
                layer.fill(Path::rect(frame(-0.85, 0.05, 1.7, 0.75)), ink);
                layer.fill(Path::rect(frame(-0.15, -0.15, 0.3, 0.45)), paper);
            }
            Icon::Hazard => {
                layer.fill(Path::polygon([p(0.0, -0.9), p(0.95, 0.75), p(-0.95, 0.75)]), ink);
                layer.stroke(Path::line(p(0.0, -0.3), p(0.0, 0.2)), Stroke::new(paper, 0.2 * size).round());
                layer.fill(Path::circle(p(0.0, 0.5), 0.12 * size), paper);
            }
            Icon::Decoy => {
                // An empty chest, its lid open.
                layer.stroke(Path::rect(frame(-0.8, 0.0, 1.6, 0.8)), line);
                layer.stroke(Path::line(p(-0.8, 0.0), p(-0.45, -0.8)), line);
                layer.stroke(Path::line(p(-0.45, -0.8), p(0.95, -0.8)), line);
                layer.stroke(Path::line(p(0.95, -0.8), p(0.8, 0.0)), line);
            }
            Icon::Cell => {
                for x in [-0.6, -0.2, 0.2, 0.6] {
                    layer.stroke(Path::line(p(x, -0.8), p(x, 0.8)), line);
                }
                layer.stroke(Path::line(p(-0.8, -0.8), p(0.8, -0.8)), line);
                layer.stroke(Path::line(p(-0.8, 0.8), p(0.8, 0.8)), line);
            }
        }
    }
}
