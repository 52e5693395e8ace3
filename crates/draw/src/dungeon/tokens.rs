//! Creatures from above: a token with its figure on the squares it stands on.

use mapkiln_maps::plan::{CreatureSize, Level, Monsters};

use super::creatures::{Figure, Sketch};
use super::style::Look;
use crate::scene::{Anchor, Color, Layer, Path, Stroke, Text, Vec2};

/// Draws every creature of a level that has a place.
pub(crate) fn draw(layer: &mut Layer, level: &Level, look: &Look) {
    for monsters in level.rooms.iter().flat_map(|r| &r.contents.monsters) {
        for (i, place) in places(monsters).into_iter().enumerate() {
            token(layer, place, monsters, i, look);
        }
    }
}

/// Where the creatures of a group stand: the middle of each one's space and its width.
pub(crate) fn places(monsters: &Monsters) -> Vec<(Vec2, f32)> {
    let side = monsters.size.side() as f32;
    monsters
        .at
        .iter()
        .enumerate()
        .map(|(i, &p)| {
            let corner = Vec2::from(p);
            if monsters.size != CreatureSize::Tiny {
                return (corner + Vec2::new(side / 2.0, side / 2.0), side);
            }
            // Four share a square: each that stands on the same cell takes the next quarter.
            let quarter = monsters.at[..i].iter().filter(|&&q| q == p).count() % 4;
            let (x, y) = ((quarter % 2) as f32, (quarter / 2) as f32);
            (corner + Vec2::new(0.25 + 0.5 * x, 0.25 + 0.5 * y), 0.5)
        })
        .collect()
}

/// One token.
pub(crate) fn token(
    layer: &mut Layer,
    (middle, side): (Vec2, f32),
    monsters: &Monsters,
    index: usize,
    look: &Look,
) {
    let figure = Figure::of(monsters);
    let r = 0.44 * side;
    let (ring, ground) = if look.two_tone {
        (look.ink, look.of(super::style::Material::Pale))
    } else {
        (figure.ring(), Color::hex(0xf6eedd))
    };
    if look.shadow {
        layer.fill(Path::circle(middle + Vec2::new(0.06, 0.06), r), look.ink.faded(0.25));
    }
    let rim = 0.07 * side.min(2.0);
    layer.shape(Path::circle(middle, r), Some(ground), Some(Stroke::new(look.ink, 0.045)));
    layer.stroke(Path::circle(middle, r - 0.5 * rim), Stroke::new(ring, rim));
    if figure.leads() {
        layer.stroke(Path::circle(middle, r - 1.9 * rim), Stroke::new(ring, 0.4 * rim));
    }
    // The whole figure in the disc.
    let bounds = figure.bounds();
    let unit = 1.96 * (r - rim) / Vec2::new(bounds.width, bounds.height).length();
    let foot = middle - bounds.centre() * unit;
    let two_tone = look.two_tone.then_some((look.ink, ground));
    figure.draw(&mut Sketch::new(layer, foot, unit, two_tone, false));
    if monsters.count > 1 {
        let at = middle + Vec2::new(0.66 * r, 0.72 * r);
        let size = (0.34 * side).clamp(0.2, 0.42);
        layer.shape(Path::circle(at, 0.46 * size), Some(ring), Some(Stroke::new(look.ink, 0.03)));
        let number = (index + 1).to_string();
        let text = Text::new(at + Vec2::new(0.0, 0.24 * size), 0.72 * size, Color::WHITE, number).bold();
        let text = if look.two_tone { Text { color: ground, ..text } } else { text };
        layer.text(text.anchored(Anchor::Middle));
    }
}
