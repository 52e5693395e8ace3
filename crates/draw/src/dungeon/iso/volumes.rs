//! Things as volumes: a few solids per kind, with the symbol from above on top.

use mapkiln_core::Point;
use mapkiln_maps::plan::{Obstacle, ThingKind};

use super::solid::{Solid, pick};
use crate::dungeon::style::Material::*;
use crate::dungeon::things;
use Solid::{Ball, Box, Cone, Drum, Flame, Rod, Sheet, Top};

/// The solids of a thing; none if it lies flat.
pub(super) fn solids(kind: ThingKind, w: f32, d: f32, cell: Point, burns: bool) -> Vec<Solid> {
    use ThingKind::*;
    // A block that fills its footprint but for a margin, with the symbol on it.
    let slab = |inset: f32, z: f32, material| {
        vec![Solid::Box(inset, inset, w - 2.0 * inset, d - 2.0 * inset, 0.0, z, material), Top(z)]
    };
    // A table: four legs, a top.
    let table = |z: f32| {
        let mut parts = Vec::new();
        for x in [0.16, w - 0.3] {
            for y in [0.16, d - 0.3] {
                parts.push(Box(x, y, 0.14, 0.14, 0.0, z - 0.15, Earth));
            }
        }
        parts.extend([Box(0.1, 0.1, w - 0.2, d - 0.2, z - 0.15, z, Wood), Top(z)]);
        parts
    };
    let cupboard = |z: f32, material| vec![Box(0.06, 0.06, w - 0.12, 0.44, 0.0, z, material)];
    let fire = |parts: Vec<Solid>, x: f32, y: f32, z: f32, size: f32| {
        let mut parts = parts;
        if burns {
            parts.push(Flame(x, y, z, size));
        }
        parts
    };
    match kind {
        kind if things::is_flat(kind) => Vec::new(),
        Bed => slab(0.08, 0.5, Wood),
        Bunk => vec![
            Box(0.08, 0.07, w - 0.16, d - 0.14, 0.3, 0.5, Wood),
            Box(0.08, 0.07, 0.12, 0.12, 0.5, 1.35, Earth),
            Box(w - 0.2, 0.07, 0.12, 0.12, 0.5, 1.35, Earth),
            Box(0.08, d - 0.19, 0.12, 0.12, 0.5, 1.35, Earth),
            Box(w - 0.2, d - 0.19, 0.12, 0.12, 0.5, 1.35, Earth),
            Box(0.08, 0.07, w - 0.16, d - 0.14, 1.35, 1.5, Wood),
            Top(1.5),
        ],
        Chair => vec![
            Box(0.27, 0.3, 0.46, 0.46, 0.35, 0.5, Wood),
            Box(0.25, 0.2, 0.5, 0.1, 0.0, 1.1, Earth),
            Box(0.3, 0.64, 0.1, 0.1, 0.0, 0.35, Earth),
            Box(0.6, 0.64, 0.1, 0.1, 0.0, 0.35, Earth),
        ],
        Armchair => vec![
            Box(0.12, 0.12, 0.76, 0.22, 0.0, 1.1, Red),
            Box(0.12, 0.3, 0.18, 0.54, 0.0, 0.75, Red),
            Box(0.7, 0.3, 0.18, 0.54, 0.0, 0.75, Red),
            Box(0.3, 0.3, 0.4, 0.54, 0.0, 0.5, Cloth),
        ],
        Stool => vec![Drum(0.5, 0.5, 0.2, 0.0, 0.5, Wood)],
        Bench => vec![
            Box(0.2, 0.38, 0.12, 0.24, 0.0, 0.38, Earth),
            Box(w - 0.32, 0.38, 0.12, 0.24, 0.0, 0.38, Earth),
            Box(0.08, 0.34, w - 0.16, 0.32, 0.38, 0.5, Wood),
        ],
        Pew => vec![
            Box(0.08, 0.2, w - 0.16, 0.12, 0.0, 1.0, Earth),
            Box(0.08, 0.32, w - 0.16, 0.42, 0.0, 0.5, Wood),
        ],
        Throne => vec![
            Box(0.1, 0.06, w - 0.2, 0.2, 0.0, 2.2, Gold),
            Box(0.1, 0.26, 0.18, d - 0.36, 0.0, 0.95, Stone),
            Box(w - 0.28, 0.26, 0.18, d - 0.36, 0.0, 0.95, Stone),
            Box(0.28, 0.26, w - 0.56, d - 0.36, 0.0, 0.6, Red),
        ],
        Hammock => vec![
            Rod([w / 2.0, 0.05, 1.4], [w / 2.0, 0.4, 0.8], 0.03, Earth),
            Rod([w / 2.0, d - 0.05, 1.4], [w / 2.0, d - 0.4, 0.8], 0.03, Earth),
            Top(0.8),
        ],
        Table => table(0.95),
        LongTable | MapTable | Desk | Workbench => table(0.95),
        RoundTable => vec![
            Drum(w / 2.0, d / 2.0, 0.1, 0.0, 0.8, Earth),
            Drum(w / 2.0, d / 2.0, w.min(d) / 2.0 - 0.09, 0.8, 0.92, Wood),
            Top(0.92),
        ],
        Lectern => vec![Box(0.38, 0.36, 0.24, 0.24, 0.0, 1.1, Wood), Top(1.2)],
        AlchemyBench => {
            let mut parts = slab(0.1, 0.9, Stone);
            parts.pop();
            parts.extend([
                Drum(0.36, 0.4, 0.13, 0.9, 1.3, Water),
                Drum(0.76, 0.36, 0.1, 0.9, 1.4, Red),
                Drum(1.06, 0.5, 0.12, 0.9, 1.25, Plant),
                Ball(w - 0.42, 0.4, 1.15, 0.18, Azure),
            ]);
            parts
        }
        Counter => vec![Box(0.06, 0.24, w - 0.12, 0.52, 0.0, 1.1, Wood), Top(1.1)],
        Loom => vec![
            Box(0.1, 0.3, 0.12, 0.3, 0.0, 1.6, Wood),
            Box(w - 0.22, 0.3, 0.12, 0.3, 0.0, 1.6, Wood),
            Sheet(0.2, 0.46, w - 0.4, 0.3, 1.5, Cloth),
            Box(0.1, 0.3, w - 0.2, 0.2, 1.5, 1.65, Earth),
        ],
        Grindstone => {
            vec![Box(0.12, 0.28, 0.76, 0.44, 0.0, 0.45, Wood), Drum(0.5, 0.5, 0.28, 0.45, 0.75, Stone)]
        }
        PrintingPress => vec![
            Box(0.08, 0.2, w - 0.16, d - 0.4, 0.0, 0.8, Wood),
            Box(w - 1.0, 0.2, 0.14, d - 0.4, 0.8, 1.7, Earth),
            Box(w - 0.34, 0.2, 0.14, d - 0.4, 0.8, 1.7, Earth),
            Box(w - 1.0, 0.2, 0.8, d - 0.4, 1.7, 1.85, Earth),
            Drum(w - 0.6, d / 2.0, 0.08, 0.8, 1.7, Iron),
        ],
        Scales => vec![
            Box(0.2, 0.2, 0.6, 0.6, 0.0, 0.7, Wood),
            Rod([0.5, 0.5, 0.7], [0.5, 0.5, 1.3], 0.05, Gold),
            Rod([0.15, 0.5, 1.25], [0.85, 0.5, 1.25], 0.04, Gold),
            Drum(0.2, 0.5, 0.14, 0.9, 0.96, Gold),
            Drum(0.8, 0.5, 0.14, 0.9, 0.96, Gold),
        ],
        Barrel => vec![
            Drum(0.5, 0.5, 0.3, 0.0, 0.35, Wood),
            Drum(0.5, 0.5, 0.33, 0.35, 0.8, Wood),
            Drum(0.5, 0.5, 0.3, 0.8, 1.15, Wood),
        ],
        KegRack => vec![
            Box(0.06, 0.12, w - 0.12, 0.6, 0.0, 0.3, Earth),
            Top(0.95),
            Box(0.1, 0.14, w - 0.2, 0.56, 0.3, 0.9, Wood),
        ],
        Crate => slab(0.12, 1.0, Wood),
        CrateStack => vec![
            Box(0.06, 0.1, w / 2.0 - 0.1, 0.8, 0.0, 1.0, Wood),
            Box(w / 2.0 + 0.04, 0.1, w / 2.0 - 0.1, 0.8, 0.0, 1.0, Wood),
            Box(w / 2.0 - 0.4, 0.14, 0.8, 0.72, 1.0, 1.9, Wood),
        ],
        Sacks => vec![
            Ball(0.3, 0.4, 0.5, 0.3, Wood),
            Ball(0.7, 0.42, 0.5, 0.3, Wood),
            Ball(0.5, 0.7, 0.45, 0.3, Wood),
        ],
        Chest => vec![
            Box(0.14, 0.26, 0.72, 0.5, 0.0, 0.5, Wood),
            Box(0.12, 0.24, 0.76, 0.54, 0.5, 0.75, Earth),
            Sheet(0.42, 0.79, 0.16, 0.4, 0.62, Gold),
        ],
        Strongbox => vec![Box(0.16, 0.16, 0.68, 0.68, 0.0, 0.6, Iron), Top(0.6)],
        Shelf | Bookcase => {
            let mut parts = cupboard(1.9, Wood);
            let colors = if kind == Bookcase {
                [Red, Pale, Azure, Gold, Cloth]
            } else {
                [Earth, Pale, Stone, Red, Water]
            };
            for shelf in 0..3 {
                let z = 0.15 + 0.58 * shelf as f32;
                parts.push(Sheet(0.12, 0.5, w - 0.24, z, z + 0.48, Dark));
                let count = if kind == Bookcase { (w * 8.0) as i32 } else { (w * 3.0) as i32 };
                for i in 0..count {
                    let wide = (w - 0.3) / count as f32;
                    let number = pick(cell.x * 40 + i, cell.y * 7 + shelf, 400, colors.len());
                    let tall = 0.28 + 0.04 * pick(i, cell.x + shelf, 401, 4) as f32;
                    parts.push(Sheet(
                        0.15 + wide * i as f32,
                        0.502,
                        0.82 * wide,
                        z,
                        z + tall,
                        colors[number],
                    ));
                }
            }
            parts
        }
        Wardrobe => vec![
            Box(0.06, 0.06, w - 0.12, 0.6, 0.0, 2.0, Earth),
            Sheet(0.12, 0.66, w / 2.0 - 0.14, 0.1, 1.9, Wood),
            Sheet(w / 2.0 + 0.02, 0.66, w / 2.0 - 0.14, 0.1, 1.9, Wood),
        ],
        Urn => vec![
            Drum(0.5, 0.5, 0.14, 0.0, 0.15, Earth),
            Ball(0.5, 0.5, 0.55, 0.34, Earth),
            Drum(0.5, 0.5, 0.12, 0.95, 1.05, Dark),
        ],
        Jars => vec![
            Drum(0.3, 0.3, 0.16, 0.0, 0.6, Stone),
            Drum(0.72, 0.34, 0.15, 0.0, 0.5, Earth),
            Drum(0.34, 0.72, 0.15, 0.0, 0.5, Earth),
            Drum(0.72, 0.74, 0.16, 0.0, 0.55, Stone),
        ],
        Baskets => vec![Drum(0.36, 0.4, 0.24, 0.0, 0.5, Gold), Drum(0.7, 0.7, 0.18, 0.0, 0.4, Gold)],
        WeaponRack => {
            let mut parts = vec![
                Box(0.06, 0.1, 0.12, 0.16, 0.0, 1.0, Wood),
                Box(w - 0.18, 0.1, 0.12, 0.16, 0.0, 1.0, Wood),
                Box(0.06, 0.1, w - 0.12, 0.1, 0.8, 0.95, Wood),
            ];
            for i in 0..(w * 2.5) as i32 {
                let x = 0.28 + (w - 0.56) * i as f32 / (w * 2.5 - 1.0).max(1.0);
                parts.push(Rod([x, 0.34, 0.0], [x, 0.24, 1.5], 0.05, if i % 2 == 0 { Iron } else { Wood }));
            }
            parts
        }
        ArmourStand => vec![
            Drum(0.5, 0.5, 0.2, 0.0, 0.08, Wood),
            Drum(0.5, 0.5, 0.06, 0.08, 0.7, Wood),
            Drum(0.5, 0.5, 0.22, 0.7, 1.4, Iron),
            Ball(0.5, 0.5, 1.7, 0.17, Iron),
        ],
        CoinHeap => vec![Cone(0.5, 0.5, 0.36, 0.0, 0.3, Gold)],
        KeyBoard => vec![
            Sheet(0.1, 0.03, 0.8, 1.1, 1.7, Wood),
            Sheet(0.22, 0.04, 0.08, 1.2, 1.5, Gold),
            Sheet(0.46, 0.04, 0.08, 1.2, 1.5, Gold),
            Sheet(0.7, 0.04, 0.08, 1.2, 1.5, Gold),
        ],
        Altar => vec![
            Box(0.12, 0.18, w - 0.24, d - 0.36, 0.0, 0.85, Stone),
            Box(0.08, 0.14, w - 0.16, d - 0.28, 0.85, 1.0, Stone),
            Top(1.0),
        ],
        Shrine => vec![
            Box(0.1, 0.04, 0.8, 0.5, 0.0, 0.7, Stone),
            Box(0.1, 0.04, 0.8, 0.18, 0.7, 1.6, Stone),
            Ball(0.5, 0.36, 1.0, 0.14, Gold),
            Flame(0.5, 0.8, 0.05, 0.2),
        ],
        Statue => vec![
            Box(0.12, 0.12, w - 0.24, d - 0.24, 0.0, 0.4, Stone),
            Cone(w / 2.0, d / 2.0, 0.26, 0.4, 2.3, Stone),
            Drum(w / 2.0, d / 2.0, 0.15, 1.1, 1.7, Stone),
            Ball(w / 2.0, d / 2.0, 1.98, 0.17, Stone),
        ],
        BrokenStatue => vec![
            Box(0.12, 0.12, 0.76, 0.76, 0.0, 0.4, Stone),
            Drum(0.42, 0.5, 0.1, 0.4, 1.0, Stone),
            Drum(0.62, 0.5, 0.1, 0.4, 0.8, Stone),
        ],
        Idol => vec![
            Box(0.16, 0.16, w - 0.32, d - 0.32, 0.0, 0.5, Stone),
            Drum(w / 2.0, d / 2.0, 0.3 * w, 0.5, 1.7, Gold),
            Ball(w / 2.0, d / 2.0, 2.3, 0.26 * w, Gold),
        ],
        Font => vec![
            Drum(0.5, 0.5, 0.18, 0.0, 0.6, Stone),
            Drum(0.5, 0.5, 0.36, 0.6, 0.9, Stone),
            Drum(0.5, 0.5, 0.26, 0.9, 0.91, Water),
        ],
        Obelisk => vec![
            Box(0.18, 0.18, 0.64, 0.64, 0.0, 0.3, Stone),
            Box(0.28, 0.28, 0.44, 0.44, 0.3, 2.3, Stone),
            Cone(0.5, 0.5, 0.24, 2.3, 2.7, Stone),
        ],
        Sarcophagus => vec![
            Box(0.1, 0.06, w - 0.2, d - 0.12, 0.0, 0.8, Stone),
            Box(0.06, 0.03, w - 0.12, d - 0.06, 0.8, 1.0, Stone),
            Top(1.0),
        ],
        OpenSarcophagus => vec![Box(0.06, 0.06, w * 0.72, d - 0.12, 0.0, 0.8, Stone), Top(0.8)],
        Coffin => slab(0.16, 0.5, Wood),
        Bier | Slab => slab(0.1, 0.7, if kind == Slab { Stone } else { Wood }),
        BurialNiche => vec![
            Sheet(0.14, 0.02, 0.72, 0.5, 1.4, Dark),
            Sheet(0.24, 0.03, 0.5, 0.5, 0.62, Pale),
            Ball(0.3, 0.04, 0.75, 0.09, Pale),
        ],
        Gong => vec![
            Box(0.08, 0.2, 0.1, 0.14, 0.0, 1.8, Wood),
            Box(0.82, 0.2, 0.1, 0.14, 0.0, 1.8, Wood),
            Box(0.08, 0.2, 0.84, 0.14, 1.7, 1.85, Wood),
            Ball(0.5, 0.3, 1.0, 0.34, Gold),
        ],
        Censer => vec![Rod([0.5, 0.5, 2.4], [0.5, 0.5, 0.9], 0.03, Iron), Ball(0.5, 0.5, 0.8, 0.16, Gold)],
        Torch => fire(vec![Rod([0.5, 0.02, 1.3], [0.5, 0.16, 1.6], 0.08, Wood)], 0.5, 0.16, 1.6, 0.42),
        Sconce => fire(
            vec![Rod([0.5, 0.02, 1.4], [0.5, 0.16, 1.4], 0.05, Iron), Drum(0.5, 0.18, 0.06, 1.4, 1.65, Pale)],
            0.5,
            0.18,
            1.65,
            0.24,
        ),
        Brazier => fire(
            vec![
                Drum(0.5, 0.5, 0.08, 0.0, 0.6, Iron),
                Drum(0.5, 0.5, 0.3, 0.6, 0.85, Iron),
                Drum(0.5, 0.5, 0.22, 0.85, 0.86, Dark),
            ],
            0.5,
            0.5,
            0.85,
            0.75,
        ),
        Candles => fire(
            vec![
                Drum(0.36, 0.36, 0.08, 0.0, 0.5, Pale),
                Drum(0.66, 0.46, 0.08, 0.0, 0.36, Pale),
                Drum(0.44, 0.7, 0.08, 0.0, 0.26, Pale),
            ],
            0.36,
            0.36,
            0.5,
            0.2,
        ),
        Candelabrum => fire(
            vec![
                Drum(0.5, 0.5, 0.16, 0.0, 0.08, Gold),
                Rod([0.5, 0.5, 0.08], [0.5, 0.5, 1.5], 0.05, Gold),
                Rod([0.2, 0.5, 1.35], [0.8, 0.5, 1.35], 0.05, Gold),
            ],
            0.5,
            0.5,
            1.5,
            0.3,
        ),
        Lamp => fire(vec![Drum(0.5, 0.5, 0.16, 0.0, 0.25, Gold)], 0.62, 0.5, 0.28, 0.24),
        Lantern => fire(
            vec![
                Drum(0.5, 0.5, 0.2, 0.0, 0.1, Iron),
                Drum(0.5, 0.5, 0.15, 0.1, 0.5, Heart),
                Cone(0.5, 0.5, 0.2, 0.5, 0.75, Iron),
            ],
            0.5,
            0.5,
            0.15,
            0.2,
        ),
        Chandelier => vec![Top(2.6)],
        Campfire => fire(
            vec![
                Top(0.0),
                Rod([0.3, 0.4, 0.05], [0.7, 0.6, 0.35], 0.09, Earth),
                Rod([0.7, 0.4, 0.05], [0.3, 0.6, 0.35], 0.09, Earth),
            ],
            0.5,
            0.5,
            0.1,
            0.9,
        ),
        Hearth => fire(
            vec![
                Box(0.04, 0.02, 0.3, 0.62, 0.0, 1.0, Stone),
                Box(w - 0.34, 0.02, 0.3, 0.62, 0.0, 1.0, Stone),
                Box(0.34, 0.02, w - 0.68, 0.1, 0.0, 1.0, Dark),
                Box(0.04, 0.02, w - 0.08, 0.64, 1.0, 1.4, Stone),
            ],
            w / 2.0,
            0.4,
            0.05,
            0.7,
        ),
        Forge => fire(
            vec![Box(0.06, 0.08, w * 0.56, 0.84, 0.0, 0.95, Stone), Top(0.95)],
            0.06 + w * 0.28,
            0.5,
            0.95,
            0.5,
        ),
        Anvil => vec![Drum(0.5, 0.5, 0.28, 0.0, 0.5, Wood), Box(0.24, 0.36, 0.56, 0.28, 0.5, 0.8, Iron)],
        Oven => vec![
            Box(0.1, 0.06, 0.8, 0.72, 0.0, 0.7, Red),
            Drum(0.5, 0.42, 0.34, 0.7, 1.2, Red),
            Sheet(0.32, 0.79, 0.36, 0.15, 0.6, Dark),
        ],
        Stove => vec![
            Box(0.14, 0.14, 0.72, 0.66, 0.0, 0.8, Iron),
            Drum(0.5, 0.26, 0.08, 0.8, 2.2, Iron),
            Sheet(0.28, 0.81, 0.44, 0.2, 0.55, Fire),
        ],
        Cauldron => vec![
            Drum(0.5, 0.5, 0.3, 0.15, 0.75, Dark),
            Drum(0.5, 0.5, 0.34, 0.75, 0.9, Iron),
            Drum(0.5, 0.5, 0.26, 0.9, 0.91, Plant),
        ],
        GlowFungus | Mushrooms => {
            let cap = if kind == GlowFungus { Plant } else { Mauve };
            vec![
                Drum(0.36, 0.42, 0.06, 0.0, 0.45, Pale),
                Cone(0.36, 0.42, 0.24, 0.4, 0.75, cap),
                Drum(0.68, 0.56, 0.05, 0.0, 0.3, Pale),
                Cone(0.68, 0.56, 0.18, 0.28, 0.55, cap),
                Cone(0.42, 0.78, 0.13, 0.12, 0.32, cap),
            ]
        }
        Crystals => vec![
            Cone(0.5, 0.44, 0.2, 0.0, 1.3, Azure),
            Cone(0.28, 0.64, 0.15, 0.0, 0.8, Azure),
            Cone(0.74, 0.64, 0.14, 0.0, 0.7, Azure),
        ],
        Fountain => vec![
            Drum(w / 2.0, d / 2.0, w.min(d) / 2.0 - 0.1, 0.0, 0.5, Stone),
            Drum(w / 2.0, d / 2.0, w.min(d) / 2.0 - 0.22, 0.5, 0.51, Water),
            Drum(w / 2.0, d / 2.0, 0.14, 0.51, 1.2, Stone),
            Drum(w / 2.0, d / 2.0, 0.3, 1.2, 1.4, Water),
        ],
        Well => vec![Drum(0.5, 0.5, 0.4, 0.0, 0.7, Stone), Drum(0.5, 0.5, 0.28, 0.7, 0.71, Dark)],
        Trough => vec![Box(0.08, 0.22, w - 0.16, 0.56, 0.0, 0.6, Wood), Top(0.6)],
        Basin => vec![
            Drum(0.5, 0.5, 0.12, 0.0, 0.6, Stone),
            Drum(0.5, 0.5, 0.34, 0.6, 0.85, Stone),
            Drum(0.5, 0.5, 0.26, 0.85, 0.86, Water),
        ],
        Lever => vec![
            Sheet(0.32, 0.02, 0.36, 0.9, 1.4, Stone),
            Rod([0.5, 0.03, 1.15], [0.62, 0.26, 1.45], 0.06, Iron),
            Ball(0.62, 0.26, 1.5, 0.1, Red),
        ],
        Winch => vec![
            Box(0.2, 0.2, 0.6, 0.6, 0.0, 0.3, Wood),
            Drum(0.5, 0.5, 0.2, 0.3, 0.9, Wood),
            Rod([0.1, 0.5, 0.8], [0.9, 0.5, 0.8], 0.06, Earth),
            Rod([0.5, 0.1, 0.8], [0.5, 0.9, 0.8], 0.06, Earth),
        ],
        Pump => vec![Drum(0.4, 0.5, 0.18, 0.0, 1.2, Iron), Rod([0.4, 0.5, 1.2], [0.9, 0.3, 1.0], 0.06, Wood)],
        SluiceWheel => {
            vec![Rod([0.5, 0.02, 1.0], [0.5, 0.2, 1.0], 0.08, Iron), Ball(0.5, 0.24, 1.0, 0.3, Red)]
        }
        Cage => {
            let mut parts = vec![Box(0.1, 0.1, w - 0.2, d - 0.2, 0.0, 0.1, Iron)];
            for i in 0..5 {
                let t = i as f32 / 4.0;
                for (x, y) in [
                    (0.12 + (w - 0.24) * t, 0.12),
                    (0.12 + (w - 0.24) * t, d - 0.12),
                    (0.12, 0.12 + (d - 0.24) * t),
                    (w - 0.12, 0.12 + (d - 0.24) * t),
                ] {
                    parts.push(Rod([x, y, 0.1], [x, y, 1.5], 0.03, Iron));
                }
            }
            parts.push(Top(1.55));
            parts
        }
        Stocks => vec![
            Box(0.08, 0.4, 0.14, 0.2, 0.0, 1.2, Earth),
            Box(0.78, 0.4, 0.14, 0.2, 0.0, 1.2, Earth),
            Box(0.08, 0.42, 0.84, 0.16, 0.6, 1.1, Wood),
            Sheet(0.44, 0.585, 0.12, 0.75, 0.95, Dark),
        ],
        TortureRack => slab(0.12, 0.7, Wood),
        Manacles => vec![
            Rod([0.3, 0.02, 1.7], [0.3, 0.06, 1.0], 0.04, Iron),
            Rod([0.7, 0.02, 1.7], [0.7, 0.06, 1.0], 0.04, Iron),
        ],
        Ladder => {
            let mut parts = vec![
                Rod([0.3, 0.5, 0.0], [0.3, 0.1, 2.3], 0.07, Wood),
                Rod([0.7, 0.5, 0.0], [0.7, 0.1, 2.3], 0.07, Wood),
            ];
            for i in 1..6 {
                let t = i as f32 / 6.0;
                parts.push(Rod([0.3, 0.5 - 0.4 * t, 2.3 * t], [0.7, 0.5 - 0.4 * t, 2.3 * t], 0.05, Wood));
            }
            parts
        }
        MineCart => vec![
            Box(0.2, 0.14, w - 0.4, d - 0.28, 0.0, 0.2, Dark),
            Box(0.14, 0.08, w - 0.28, d - 0.16, 0.2, 0.9, Iron),
            Top(0.9),
        ],
        Cart => vec![Box(0.14, 0.24, w * 0.6, 0.52, 0.3, 0.6, Wood), Top(0.6)],
        Boat => vec![Box(0.18, 0.2, w - 0.36, d - 0.4, 0.0, 0.3, Earth), Top(0.4)],
        Ballista => vec![Box(w / 2.0 - 0.3, d / 2.0 - 0.3, 0.6, 0.6, 0.0, 0.8, Wood), Top(0.95)],
        Lift => slab(0.12, 0.2, Wood),
        TimberSet => vec![
            Box(0.02, d / 2.0 - 0.12, 0.2, 0.24, 0.0, 2.0, Wood),
            Box(w - 0.22, d / 2.0 - 0.12, 0.2, 0.24, 0.0, 2.0, Wood),
            Box(0.02, d / 2.0 - 0.12, w - 0.04, 0.24, 2.0, 2.25, Earth),
        ],
        Scaffold => vec![
            Box(0.1, 0.24, 0.1, 0.1, 0.0, 1.4, Earth),
            Box(w - 0.2, 0.24, 0.1, 0.1, 0.0, 1.4, Earth),
            Box(0.1, d - 0.34, 0.1, 0.1, 0.0, 1.4, Earth),
            Box(w - 0.2, d - 0.34, 0.1, 0.1, 0.0, 1.4, Earth),
            Box(0.06, 0.2, w - 0.12, d - 0.4, 1.4, 1.5, Wood),
        ],
        Telescope => vec![
            Rod([0.3, 0.3, 0.0], [0.5, 0.5, 0.9], 0.05, Wood),
            Rod([0.7, 0.4, 0.0], [0.5, 0.5, 0.9], 0.05, Wood),
            Rod([0.5, 0.75, 0.0], [0.5, 0.5, 0.9], 0.05, Wood),
            Rod([0.3, 0.7, 0.7], [0.8, 0.2, 1.6], 0.16, Gold),
        ],
        Globe => vec![
            Drum(0.5, 0.5, 0.2, 0.0, 0.1, Wood),
            Drum(0.5, 0.5, 0.06, 0.1, 0.5, Wood),
            Ball(0.5, 0.5, 0.95, 0.32, Water),
        ],
        Mirror => vec![Sheet(0.16, 0.02, 0.68, 0.4, 1.9, Gold), Sheet(0.24, 0.03, 0.52, 0.5, 1.8, Azure)],
        Boulder => vec![Ball(w / 2.0, d / 2.0, 0.45, 0.44 * w.min(d), Stone)],
        Stalagmite => vec![Cone(0.5, 0.5, 0.28, 0.0, 1.6, Stone)],
        FallenPillar => vec![
            Box(0.1, 0.25, w * 0.3, 0.5, 0.0, 0.6, Stone),
            Box(w * 0.36, 0.25, w * 0.26, 0.5, 0.0, 0.6, Stone),
            Box(w * 0.66, 0.28, w * 0.28, 0.5, 0.0, 0.6, Stone),
        ],
        BrokenBeam => vec![
            Rod([0.2, 0.5, 0.1], [w * 0.48, 0.45, 0.4], 0.16, Wood),
            Rod([w * 0.54, 0.55, 0.1], [w - 0.2, 0.6, 0.9], 0.16, Wood),
        ],
        Vines => vec![
            Rod([0.3, 0.03, 2.2], [0.36, 0.05, 0.6], 0.05, Plant),
            Rod([0.7 * w, 0.03, 2.3], [0.64 * w, 0.05, 1.0], 0.05, Plant),
            Ball(0.34, 0.05, 0.9, 0.1, Plant),
            Ball(0.66 * w, 0.05, 1.3, 0.1, Plant),
            Ball(0.32, 0.05, 1.6, 0.09, Plant),
        ],
        Nest => vec![Drum(0.5, 0.5, 0.34, 0.0, 0.3, Earth), Drum(0.5, 0.5, 0.24, 0.3, 0.31, Dark)],
        Eggs => vec![
            Ball(0.35, 0.35, 0.3, 0.17, Pale),
            Ball(0.68, 0.42, 0.3, 0.17, Pale),
            Ball(0.4, 0.7, 0.3, 0.17, Pale),
            Ball(0.7, 0.72, 0.28, 0.16, Pale),
        ],
        Cocoon => vec![Drum(0.5, 0.5, 0.2, 0.1, 0.9, Pale), Ball(0.5, 0.5, 1.0, 0.27, Pale)],
        Stump => vec![Drum(0.5, 0.5, 0.28, 0.0, 0.6, Wood)],
        Tree => vec![
            Drum(w / 2.0, d / 2.0, 0.12, 0.0, 1.2, Earth),
            Ball(w / 2.0 - 0.2, d / 2.0, 1.9, 0.42, Plant),
            Ball(w / 2.0 + 0.2, d / 2.0 - 0.1, 2.0, 0.42, Plant),
            Ball(w / 2.0, d / 2.0, 2.6, 0.4, Plant),
        ],
        OreVein => vec![Sheet(0.1, 0.02, w - 0.2, 0.9, 1.1, Gold), Sheet(0.3, 0.03, w * 0.3, 1.1, 1.3, Gold)],
        Midden => vec![Cone(0.5, 0.54, 0.4, 0.0, 0.5, Earth)],
        Curtain => (0..(w * 6.0) as i32)
            .map(|i| {
                Sheet(
                    0.06 + (w - 0.12) * i as f32 / (w * 6.0),
                    d / 2.0 + if i % 2 == 0 { 0.06 } else { -0.06 },
                    (w - 0.12) / (w * 6.0),
                    0.0,
                    2.2,
                    Red,
                )
            })
            .collect(),
        Tapestry | Paintings => vec![
            Sheet(0.1, 0.02, w - 0.2, 0.5, 2.0, if kind == Tapestry { Cloth } else { Stone }),
            Sheet(w * 0.24, 0.03, w * 0.2, 0.8, 1.7, Red),
            Sheet(w * 0.56, 0.03, w * 0.2, 0.8, 1.7, Gold),
        ],
        Banner => vec![Sheet(0.24, 0.03, 0.52, 0.8, 2.1, Red), Sheet(0.42, 0.04, 0.16, 1.4, 1.7, Gold)],
        Tent => vec![Cone(w / 2.0, d / 2.0, w.min(d) / 2.0 - 0.15, 0.0, 1.8, Cloth)],
        LinenRail => vec![
            Rod([0.1, 0.2, 1.6], [w - 0.1, 0.2, 1.6], 0.05, Wood),
            Sheet(0.2, 0.22, 0.4, 0.7, 1.6, Pale),
            Sheet(0.75, 0.22, 0.4, 0.9, 1.6, Pale),
            Sheet(1.3, 0.22, 0.4, 0.6, 1.6, Pale),
        ],
        Hooks => vec![
            Sheet(0.08, 0.02, 0.84, 1.5, 1.7, Wood),
            Rod([0.3, 0.04, 1.55], [0.3, 0.12, 1.3], 0.04, Iron),
            Rod([0.7, 0.04, 1.55], [0.7, 0.12, 1.3], 0.04, Iron),
        ],
        Tools => vec![
            Rod([0.3, 0.3, 0.0], [0.3, 0.06, 1.4], 0.06, Wood),
            Rod([0.7, 0.3, 0.0], [0.6, 0.06, 1.4], 0.06, Wood),
            Box(0.18, 0.04, 0.24, 0.08, 1.3, 1.45, Iron),
        ],
        kind => match kind.obstacle() {
            Obstacle::Nothing => Vec::new(),
            Obstacle::Steps => slab(0.12, 0.6, Wood),
            Obstacle::HalfCover => slab(0.12, 0.9, Wood),
            Obstacle::ThreeQuartersCover => slab(0.12, 1.4, Stone),
            Obstacle::Sight => slab(0.12, 2.0, Stone),
        },
    }
}
