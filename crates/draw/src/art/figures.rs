//! Creatures in four directions, standing and walking.

use mapkiln_maps::plan::CreatureType;

use super::walker::{Facing, stride};
use crate::dungeon::creatures::{Figure, Pose, Sketch, UNIT};
use crate::scene::{Item, Layer, Vec2};

/// A creature of medium size.
pub(crate) fn creature_items(kind: CreatureType, facing: Facing, step: Option<usize>) -> Vec<Item> {
    let figure = Figure::plain(kind);
    let (swing, up) = stride(step);
    let looks = if figure.looks_left() { -1.0 } else { 1.0 };
    let pose =
        Pose { mirrored: facing.side() != looks, away: facing.is_away(), swing: 1.6 * swing, up: 2.0 * up };
    let mut layer = Layer::default();
    figure.draw(&mut Sketch::new(&mut layer, Vec2::default(), UNIT, None, true).posed(pose));
    layer.items
}
