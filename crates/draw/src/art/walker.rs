//! The walker: four directions, standing and four steps.

use super::brush::Brush;
use super::tone::{INK, SHADE, light, shade};
use crate::dungeon::things::At;
use crate::scene::{Color, Item};

const TUNIC: Color = Color::hex(0x3f6fa8);
const CAPE: Color = Color::hex(0xa3402f);
const SKIN: Color = Color::hex(0xe7bd94);
const HAIR: Color = Color::hex(0x6b4528);
const BOOTS: Color = Color::hex(0x3a2c22);

/// Where a figure looks: down the map's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Facing {
    /// Along x: the lower right of the picture.
    SouthEast,
    /// Along y: the lower left.
    SouthWest,
    /// Against y: the upper right.
    NorthEast,
    /// Against x: the upper left.
    NorthWest,
}

impl Facing {
    pub(crate) const ALL: [Facing; 4] =
        [Facing::SouthEast, Facing::SouthWest, Facing::NorthEast, Facing::NorthWest];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Facing::SouthEast => "se",
            Facing::SouthWest => "sw",
            Facing::NorthEast => "ne",
            Facing::NorthWest => "nw",
        }
    }

    /// 1 to the right of the picture, -1 to its left.
    pub(crate) const fn side(self) -> f32 {
        match self {
            Facing::SouthEast | Facing::NorthEast => 1.0,
            Facing::SouthWest | Facing::NorthWest => -1.0,
        }
    }

    /// Seen from behind?
    pub(crate) const fn is_away(self) -> bool {
        matches!(self, Facing::NorthEast | Facing::NorthWest)
    }
}

/// How far the legs of a step are apart and how far the body is up: contact, passing, contact, passing.
pub(crate) fn stride(step: Option<usize>) -> (f32, f32) {
    match step {
        Some(0) => (3.4, 0.0),
        Some(2) => (-3.4, 0.0),
        Some(_) => (0.0, -1.2),
        None => (0.0, 0.0),
    }
}

/// The walker, 36 pixels high. Shapes are mirrored by direction, shade is not: the light stays where it
/// is.
pub(crate) fn walker(facing: Facing, step: Option<usize>) -> Vec<Item> {
    let mut brush = Brush::default();
    let side = facing.side();
    let away = facing.is_away();
    let (swing, up) = stride(step);
    let m = |points: &[At]| -> Vec<At> { points.iter().map(|p| (side * p.0, p.1 + up)).collect() };
    brush.oval(3.0, 0.3, 10.5, 4.6, SHADE.faded(0.32));
    // The leg further from us first.
    let down = if away { -0.4 } else { 0.4 };
    for (x, way) in [(-2.9, -swing), (2.9, swing)] {
        let lift = if step.is_some_and(|s| s % 2 == 1) && x * swing.max(1.0) < 0.0 { 2.2 } else { 0.0 };
        let foot = (x + way, 0.4 + down * way - lift);
        let leg =
            [(x - 2.1, -10.0), (x + 2.1, -10.0), (foot.0 + 2.0, foot.1 - 3.0), (foot.0 - 2.0, foot.1 - 3.0)];
        brush.polygon(&m(&leg).iter().map(|p| (p.0, p.1 - up)).collect::<Vec<_>>(), Color::hex(0x4a4038));
        let boot = [
            (foot.0 - 2.3, foot.1 - 4.0),
            (foot.0 + 2.0, foot.1 - 4.0),
            (foot.0 + 3.2, foot.1),
            (foot.0 - 2.3, foot.1 + 0.4),
        ];
        brush.polygon(&m(&boot).iter().map(|p| (p.0, p.1 - up)).collect::<Vec<_>>(), BOOTS);
    }
    // The cape flies a little behind the step.
    let fly = if step.is_some() { 1.6 } else { 0.0 };
    if !away {
        let cape = m(&[(-4.0, -22.0), (-7.6 - fly, -5.5), (-2.0, -6.5), (0.0, -21.0)]);
        brush.outlined(&cape, shade(CAPE, 0.18), 1.3);
    }
    let far_arm = m(&[(-5.2, -20.0), (-7.0 + 0.5 * swing, -11.5)]);
    brush.line(&far_arm, INK, 4.6);
    brush.line(&far_arm, shade(TUNIC, 0.25), 2.8);
    let body = m(&[
        (-6.4, -7.5),
        (-5.2, -18.0),
        (-3.6, -22.2),
        (3.6, -22.2),
        (5.2, -18.0),
        (6.4, -7.5),
        (0.0, -6.4),
    ]);
    brush.outlined(&body, TUNIC, 1.5);
    let dark = [(1.2, -7.4 + up), (1.2, -21.4 + up), (3.2, -21.4 + up), (4.5, -18.0 + up), (5.6, -8.2 + up)];
    brush.polygon(&dark, shade(TUNIC, 0.3));
    let light_side =
        [(-5.5, -8.6 + up), (-4.5, -17.6 + up), (-3.2, -21.2 + up), (-2.2, -21.2 + up), (-3.4, -8.2 + up)];
    brush.polygon(&light_side, light(TUNIC, 0.16));
    brush.line(&m(&[(-5.9, -11.6), (0.0, -10.6), (5.9, -11.6)]), Color::hex(0x6b4528), 1.8);
    if away {
        let cape =
            m(&[(-4.6, -22.4), (4.6, -22.4), (7.0, -5.0 + 0.3 * fly), (0.0, -3.6), (-7.4 - fly, -5.0)]);
        brush.outlined(&cape, CAPE, 1.5);
        brush.polygon(
            &[(1.0, -4.4 + up), (1.0, -21.6 + up), (4.0, -21.6 + up), (6.0, -5.6 + up)],
            shade(CAPE, 0.3),
        );
        brush.line(&m(&[(-2.6, -19.0), (-3.6, -7.0)]), shade(CAPE, 0.22), 1.0);
    } else {
        brush.polygon(&m(&[(-4.2, -22.6), (4.2, -22.6), (2.6, -19.8), (-2.6, -19.8)]), CAPE);
        brush.oval(side * 1.0, -20.6 + up, 1.3, 1.3, Color::hex(0xe2b84a));
    }
    let near_arm = m(&[(5.2, -20.0), (6.9 - 0.5 * swing, -12.0)]);
    brush.line(&near_arm, INK, 4.8);
    brush.line(&near_arm, if side > 0.0 { shade(TUNIC, 0.2) } else { light(TUNIC, 0.1) }, 3.0);
    let hand = near_arm[1];
    brush.put(
        crate::scene::Path::circle(crate::scene::Vec2::new(hand.0, hand.1 + 1.0), 1.7),
        Some(SKIN),
        Some((INK, 1.0)),
    );
    head(&mut brush, side, away, up);
    brush.items()
}

fn head(brush: &mut Brush, side: f32, away: bool, up: f32) {
    let m = |points: &[At]| -> Vec<At> { points.iter().map(|p| (side * p.0, p.1 + up)).collect() };
    let centre = crate::scene::Vec2::new(0.0, -28.2 + up);
    brush.put(
        crate::scene::Path::ellipse(centre, 6.1, 6.3),
        Some(if away { HAIR } else { SKIN }),
        Some((INK, 1.5)),
    );
    if away {
        brush.oval(-1.8, -30.0 + up, 3.0, 2.6, light(HAIR, 0.18));
        brush.curve(&m(&[(-4.6, -27.0), (-3.4, -24.0), (0.0, -23.2)]), shade(HAIR, 0.35), 1.0);
        return;
    }
    brush.oval(-1.9, -26.6 + up, 2.6, 2.4, light(SKIN, 0.3));
    let hair = m(&[
        (-6.1, -27.0),
        (-6.2, -31.0),
        (-3.0, -34.6),
        (2.0, -35.0),
        (5.6, -32.0),
        (6.0, -29.6),
        (3.0, -31.0),
        (-1.0, -30.6),
        (-3.6, -29.0),
        (-4.4, -26.4),
    ]);
    brush.polygon(&hair, HAIR);
    brush.curve(&[(-3.4, -32.4 + up), (-0.6, -33.6 + up), (1.6, -33.2 + up)], light(HAIR, 0.3), 1.2);
    for x in [1.0, 4.2] {
        brush.oval(side * x, -27.4 + up, 0.95, 1.25, INK);
    }
    brush.line(&m(&[(1.6, -24.6), (3.4, -24.8)]), shade(SKIN, 0.45), 0.9);
}
