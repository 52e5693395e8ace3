//! Doors in walls, and hatches in bulkheads.

use mapkiln_core::Point;

use super::grounds::{Cover, Ground};
use super::survey::Survey;
use super::terrain::{SHADE, line};
use crate::scene::{Color, Frame, Path, Scene, Vec2};

/// Draws a leaf across every doorway, from wall to wall, with its posts.
pub(super) fn draw(survey: &Survey, scene: &mut Scene) {
    let solid = |p: Point| survey.main.get(p).is_none_or(|g| matches!(g, Ground::Wall | Ground::Hull));
    let mut paths: [[Path; 3]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| Path::new()));
    for (p, _) in survey.covers.iter().filter(|(_, cover)| **cover == Some(Cover::Door)) {
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        // The leaf stands between the walls on its two sides.
        let upright = solid(Point::new(p.x, p.y - 1)) && solid(Point::new(p.x, p.y + 1));
        let rect = |along: f32, from: f32, length: f32, thick: f32| {
            let (x, y, w, h) = (along, from, thick, length);
            let frame = Frame::new(middle.x + x - w / 2.0, middle.y + y, w, h);
            let turned = Frame::new(middle.x + y, middle.y + x - w / 2.0, h, w);
            Path::rect(if upright { frame } else { turned })
        };
        let kind = usize::from(survey.main[p] == Ground::Deck);
        let [shadow, leaf, posts] = &mut paths[kind];
        shadow.extend(&rect(0.08, -0.5, 1.0, 0.36));
        leaf.extend(&rect(0.0, -0.42, 0.84, 0.3));
        posts.extend(&rect(0.0, -0.5, 0.14, 0.46));
        posts.extend(&rect(0.0, 0.36, 0.14, 0.46));
    }
    for ([shadow, leaf, posts], (color, post, ink)) in
        paths.into_iter().zip([(0xa06a3a, 0x77706a, 0x4a2f18), (0xe0b04a, 0x39434e, 0x1c232b)])
    {
        let layer = scene.layer("doors");
        layer.fill(shadow, SHADE.faded(0.3));
        layer.shape(leaf, Some(Color::hex(color)), Some(line(Color::hex(ink), 0.05)));
        layer.shape(posts, Some(Color::hex(post)), Some(line(Color::hex(ink), 0.04)));
    }
}
