//! What is heard, smelt and felt in a room, and what its shape and light are.

use mapkiln_core::Stream;
use mapkiln_maps::plan::{DoorKind, FeatureKind, RoomShape, ThingKind, Vertical, Way};

use super::{Writer, room_key};
use crate::lexicon::Np;
use crate::lexicon::creatures::Sort;
use crate::story::{RoomFacts, Seen};

/// Something that can be sensed in a room: a class of frames that is true of it.
pub(super) struct Sensed {
    pub(super) class: &'static str,
    pub(super) fact: String,
    pub(super) light: Option<Np>,
}

impl Writer<'_> {
    /// What can be sensed in the room, most telling first.
    pub(super) fn sensed(&self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Vec<Sensed> {
        let key = room_key(facts.id());
        let mut all: Vec<(&'static str, String, Option<Np>)> = Vec::new();
        if facts.harm >= 2 || facts.harm == 1 && rng.percent(40) {
            let class = match self.story.fall.kind.as_str() {
                "burnt" => "burnt",
                "flooded" => "flooded",
                "broken" => "broken",
                "robbed" => "robbed",
                _ => "sealed",
            };
            if class != "sealed" || facts.is_forgotten() {
                all.push((class, format!("{key}.harm"), None));
            }
        }
        for (exit, fact) in facts.exits.iter().zip(self.world.plan.exit_facts(facts.room)) {
            match exit.way {
                Way::Surface => all.push(("surface", fact, None)),
                Way::Stairs(Vertical::Down) => all.push(("stairs.down", fact, None)),
                Way::Stairs(Vertical::Up) => all.push(("stairs.up", fact, None)),
                Way::Door { door, .. } if door.kind == DoorKind::Portcullis => {
                    all.push(("portcullis", fact, None));
                }
                Way::Door { .. } => {}
            }
        }
        for (kind, class) in [
            (FeatureKind::Water, "water"),
            (FeatureKind::Pillar, "pillar"),
            (FeatureKind::Pit, "pit"),
            (FeatureKind::Rubble, "rubble"),
        ] {
            if facts.features.contains(&kind) {
                all.push((class, format!("{key}.feature.{class}"), None));
            }
        }
        for seen in &facts.things {
            if let Some(class) = smell_of(seen) {
                all.push((class, Self::thing_fact(facts, seen), None));
            }
            if seen.light.is_some() {
                let glows = matches!(
                    seen.kind,
                    ThingKind::GlowFungus | ThingKind::Crystals | ThingKind::DaylightShaft | ThingKind::Lava
                );
                all.push((
                    if glows { "glow" } else { "burn" },
                    Self::thing_fact(facts, seen),
                    Some(seen.np()),
                ));
            }
        }
        for &beside in &facts.open_neighbours() {
            let Some(other) = self.world.room(beside) else { continue };
            if let Some(group) = other.groups.iter().find(|g| g.sort.is_heard()) {
                let class = match group.sort {
                    Sort::Folk | Sort::Sly | Sort::Fiend | Sort::Brute => "hear.talk",
                    Sort::Beast | Sort::Vermin | Sort::Dragon | Sort::Hungry => "hear.beast",
                    _ => "hear.walk",
                };
                all.push((class, format!("{}.monsters", room_key(beside)), None));
            }
        }
        let shape = match facts.room.shape {
            RoomShape::Circle => Some("circle"),
            RoomShape::Octagon => Some("octagon"),
            RoomShape::Cross => Some("cross"),
            RoomShape::Cave => Some("cave"),
            _ => None,
        };
        all.extend(shape.map(|s| (s, format!("{key}.shape"), None)));
        rng.shuffle(&mut all);
        if !facts.is_lit() {
            let dark = ("dark", format!("{key}.dark"), None);
            if rng.percent(35) { all.insert(0, dark) } else { all.push(dark) }
        }
        if facts.is_forgotten()
            && facts.beside.iter().all(|b| self.world.room(*b).is_none_or(|r| r.groups.is_empty()))
        {
            all.push(("still", format!("{key}.empty"), None));
        }
        all.into_iter().map(|(class, fact, light)| Sensed { class, fact, light }).collect()
    }
}

/// What a thing smells or sounds of, if of anything.
fn smell_of(seen: &Seen) -> Option<&'static str> {
    use ThingKind::*;
    Some(match seen.kind {
        Campfire | Brazier | Torch if seen.light.is_some() => "smell.fire",
        Bones | BurialNiche | Skeleton | Coffin | Sarcophagus | OpenSarcophagus => "smell.bones",
        Midden | Slime | Mud | Blood | Nest => "smell.filth",
        Straw | StrawPallet | Cage => "smell.straw",
        Oven | Stove | Cauldron => "smell.food",
        Hearth if seen.light.is_some() => "smell.food",
        Altar | Censer | Candles | Shrine => "smell.holy",
        Roots | Vines | Mushrooms | Moss | Weeds | Tree | GlowFungus => "smell.plant",
        Well | Puddle | Basin | Fountain | Trough | Pump => "smell.water",
        Anvil | Grindstone | Tools | Forge => "smell.craft",
        Bookcase | Scrolls | Desk => "smell.paper",
        Barrel | KegRack | Jars => "smell.wine",
        MagicCircle | Rune | Crystals | AlchemyBench => "smell.magic",
        _ => return None,
    })
}
