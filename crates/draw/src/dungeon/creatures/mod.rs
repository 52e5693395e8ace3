//! Creatures as small figures with a silhouette of their own, for tokens and pictures at an angle.
//!
//! A figure is a list of parts (`kin.txt` says which, by the creature's name, else by its type), and a
//! part is a list of strokes (`folk.txt`, `gear.txt`, `beasts.txt`, `vermin.txt`, `wonders.txt`).

mod kin;
mod sketch;

use mapkiln_maps::plan::{CreatureType, Monsters, Role};

use crate::scene::{Color, Frame, Item, Layer, Vec2};
use kin::Kin;
pub(crate) use sketch::{Pose, Sketch};

/// How many map units the unit of a part has in pictures at an angle: a creature of medium size is 68 high.
pub(crate) const UNIT: f32 = 1.0 / 64.0;

/// What a figure shows of a creature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    kin: Kin,
    role: Option<Role>,
    swarm: bool,
}

impl Figure {
    /// A plain figure of a type.
    pub(crate) fn plain(kind: CreatureType) -> Figure {
        Figure { kin: kin::of_type(kind), role: None, swarm: false }
    }

    pub(crate) fn of(monsters: &Monsters) -> Figure {
        let words = kin::words(&monsters.name);
        let kind = monsters.creature.unwrap_or(CreatureType::Humanoid);
        let mut kin = kin::of_name(&words).unwrap_or_else(|| kin::of_type(kind));
        if kin.clothed && !monsters.faction.is_empty() {
            kin.cloth = cloth_of(&monsters.faction);
        }
        let role = if monsters.boss { Some(Role::Leader) } else { monsters.role };
        let swarm = words.starts_with(" swarm ") || words.starts_with(" enxame ");
        Figure { kin, role, swarm }
    }

    /// Does it look to the left of the picture when it is not mirrored?
    pub(crate) fn looks_left(&self) -> bool {
        self.kin.parts().any(|part| kin::strokes(part.name).any(|stroke| stroke == "left"))
    }

    /// Is it the master of the place?
    pub(crate) fn leads(&self) -> bool {
        self.role == Some(Role::Leader)
    }

    /// The colour of a token's ring.
    pub(crate) fn ring(&self) -> Color {
        Color::hex(match self.role {
            Some(Role::Leader) => 0x7d3c98,
            Some(Role::Beast) => 0xb08a2c,
            Some(Role::Captive) => 0x2f6f9f,
            _ => 0xb0432f,
        })
    }

    /// The rectangle around the drawing without its shadow, in the units of its parts.
    pub(crate) fn bounds(&self) -> Frame {
        let mut layer = Layer::default();
        self.draw(&mut Sketch::new(&mut layer, Vec2::default(), 1.0, None, false));
        let frames = layer.items.iter().filter_map(|item| match item {
            Item::Shape(shape) => shape.path.bounds(),
            _ => None,
        });
        frames.reduce(Frame::union).unwrap_or_default()
    }

    /// Draws it.
    pub(crate) fn draw(&self, s: &mut Sketch<'_>) {
        if self.swarm {
            for (x, y) in [(-20.0, -22.0), (22.0, -14.0), (-6.0, 0.0)] {
                self.draw_one(&mut s.part(Vec2::new(x, y), 0.6));
            }
        } else {
            self.draw_one(s);
        }
    }

    fn draw_one(&self, s: &mut Sketch<'_>) {
        let kin = &self.kin;
        let stands = ["legs", "barelegs", "robe", "bone"].iter().any(|part| kin.has(part));
        if stands && self.leads() && !kin.has("clothcape") {
            s.strokes("cape", kin);
        }
        let captive = self.role == Some(Role::Captive);
        for part in kin.parts() {
            let name = match part.name {
                _ if part.held && captive => continue,
                "arms" | "barearms" if captive => "bound",
                name => name,
            };
            s.part(part.at, part.scale).strokes(name, kin);
        }
    }
}

/// A colour of clothes that follows from a faction's name.
fn cloth_of(faction: &str) -> Color {
    const CLOTHS: [u32; 6] = [0x3f6fa8, 0x8f3a2f, 0x4f7f4a, 0x6a5a8a, 0x9a7a35, 0x4a6a70];
    let hash = faction.bytes().fold(0x811c_9dc5u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    Color::hex(CLOTHS[(hash >> 8) as usize % CLOTHS.len()])
}
