//! Temporary.
use mapkiln_core::{Run, Spec, fingerprint};
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{Difficulty, DungeonSpec, Part, Reroll};
use mapkiln_maps::Language;
use mapkiln_maps::document::to_json;
use mapkiln_maps::plan::RoomShape;
use mapkiln_search::ga::Params;

fn varied(number: usize) -> DungeonSpec {
    use RoomShape::{Cave, Circle, Cross, L, Octagon, Rectangle};
    let spec = DungeonSpec::default();
    let pick = |n: usize, of: usize| number / n % of;
    let all = [Rectangle, Circle, Octagon, Cross, L, Cave];
    let size = Size::ALL[pick(1, 3)];
    let width = 1 + pick(3, 3) as i32;
    let side = size.side() + 15 * (width - 1);
    DungeonSpec {
        size,
        width: Some(side),
        height: Some(side + pick(2, 2) as i32 * 10),
        corridor_width: width,
        winding: pick(2, 2) == 1,
        levels: 1 + usize::from(pick(1, 5) == 4) + usize::from(pick(1, 20) == 19),
        dead_ends: [0, 4][pick(4, 2)],
        maze: [0, 0, 30][pick(5, 3)],
        secrets: pick(1, 4),
        locks: pick(1, 4),
        entrances: 1 + pick(7, 3),
        shapes: match pick(1, 7) {
            6 => Vec::new(),
            n => vec![all[n], Rectangle],
        },
        theme: (number % 3 > 0).then(|| Theme::all()[pick(1, Theme::all().len())].id.clone()),
        party: ["4x3", "1x1", "5x10", "3,3,4,5", "4x20", "6x17"][pick(2, 6)].parse().unwrap(),
        difficulty: [Difficulty::Low, Difficulty::Moderate, Difficulty::High][pick(3, 3)],
        enemies: [50, 25, 100, 75, 0][pick(2, 5)],
        treasure: [40, 0, 100, 25][pick(3, 4)],
        lang: [Language::English, Language::Portuguese][pick(1, 2)],
        layout: Params { population: 6, generations: 2, ..spec.layout },
        contents: Params { population: 6, generations: 3, ..spec.contents },
        ..spec
    }
}

fn show(
    label: &str,
    made: Result<mapkiln_core::Made<mapkiln_maps::plan::Plan>, mapkiln_dungeon::Error>,
) -> Option<mapkiln_maps::plan::Plan> {
    match made {
        Ok(m) => {
            println!(
                "{label} {} {} {}",
                fingerprint(to_json(&m.map, None).as_bytes()),
                fingerprint(serde_json::to_string(&m.report).unwrap().as_bytes()),
                fingerprint(to_json(&m.map, Some(&m.origin)).as_bytes())
            );
            Some(m.map)
        }
        Err(e) => {
            println!("{label} ERR {e}");
            None
        }
    }
}

fn main() {
    for i in 0..120 {
        let spec = varied(i);
        let Some(old) = show(&format!("dungeon {i}"), spec.make(&mut Run::new(i as u64))) else { continue };
        if i % 3 == 0 {
            let count = old.rooms().count() as u32;
            let keep: Vec<u32> = (0..count).filter(|r| (r * 7 + i as u32).is_multiple_of(3)).collect();
            for part in [Part::Contents, Part::Layout, Part::Words, Part::Room(count / 2)] {
                let keep = if matches!(part, Part::Room(_)) { vec![] } else { keep.clone() };
                let spec = DungeonSpec {
                    reroll: Some(Box::new(Reroll { plan: old.clone(), part, keep })),
                    ..spec.clone()
                };
                show(&format!("reroll {i} {part:?}"), spec.make(&mut Run::new(i as u64 + 1000)));
            }
        }
        if i % 10 == 0 {
            match spec.make_candidates(4, &mut Run::new(i as u64)) {
                Ok(all) => {
                    for (n, m) in all.into_iter().enumerate() {
                        show(&format!("candidate {i} {n}"), Ok(m));
                    }
                }
                Err(e) => println!("candidates {i} ERR {e}"),
            }
        }
    }
    let rows = "name,cr,type\n".to_owned()
        + &(0..40).map(|i| format!("Skeleton {i},1/4,undead\n")).collect::<String>();
    show(
        "codex",
        DungeonSpec {
            codex: vec![rows, "name,trigger,effect,dc\nBees,a jar,bees everywhere,13\n".into()],
            theme: Some("crypt".into()),
            party: "4x1".parse().unwrap(),
            ..varied(3)
        }
        .make(&mut Run::new(1)),
    );
    // Re-rolls of plans from elsewhere.
    for i in 0..6u64 {
        let plan = ClassicSpec::default().make(&mut Run::new(i)).unwrap().map;
        for part in [Part::Contents, Part::Layout, Part::Words, Part::Room(1)] {
            let spec = DungeonSpec {
                reroll: Some(Box::new(Reroll { plan: plan.clone(), part, keep: vec![] })),
                ..varied(0)
            };
            show(&format!("reroll of classic {i} {part:?}"), spec.make(&mut Run::new(i + 2000)));
        }
    }
    for size in Size::ALL {
        for i in 0..10u64 {
            let spec = ClassicSpec { size, ..ClassicSpec::default() };
            show(&format!("classic {size} {i}"), spec.make(&mut Run::new(i)));
            for (n, m) in spec.make_selection(&mut Run::new(i)).unwrap().into_iter().enumerate() {
                show(&format!("selection {size} {i} {n}"), Ok(m));
            }
            show("rank", ClassicSpec { rank: 4, ..spec }.make(&mut Run::new(i)));
        }
    }
}
