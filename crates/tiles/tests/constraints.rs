//! Each constraint holds in what is made, checked by plain loops over the map.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point, Rect, Run};
use mapkiln_draw::text;
use mapkiln_tiles::{Axis, Constraint, Model, TileSet, Tiles, World, WorldSpec, violations};

/// Small sets without fields, or a built-in one.
fn load(set: &str) -> TileSet {
    match set {
        "heights" => TileSet::from_toml(include_str!("sets/heights.toml")).unwrap(),
        "roads" => TileSet::from_toml(include_str!("sets/roads.toml")).unwrap(),
        "rails" => TileSet::from_toml(include_str!("sets/rails.toml")).unwrap(),
        "tunnels" => TileSet::from_toml(include_str!("sets/caves.toml")).unwrap(),
        _ => TileSet::shipped(set).unwrap(),
    }
}

fn make(set: &str, size: (u32, u32), constraints: Vec<Constraint>, seed: u64) -> World {
    let set = load(set);
    let spec = WorldSpec { width: size.0, height: size.1, constraints, bare: true, ..WorldSpec::default() };
    let made = spec.make_with(&Model::new(&set).unwrap(), &mut Run::new(seed));
    let world = made.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    assert_eq!(violations(&set, &world).unwrap(), Vec::<String>::new());
    world
}

fn kinds(world: &World, kind: &str) -> Grid<bool> {
    Grid::from_fn(world.width(), world.height(), |p| {
        let tile = world.tile_at(p).unwrap();
        tile.kinds.iter().any(|k| k == kind) || tile.name == kind
    })
}

/// The number of connected pieces and of links, over sides that `open` allows.
fn pieces(grid: &Grid<bool>, open: impl Fn(Point, Point) -> bool) -> (usize, usize) {
    let mut seen = grid.map(|_| false);
    let (mut pieces, mut links) = (0, 0);
    for p in grid.bounds().cells().filter(|p| grid[*p]) {
        let beside = |p: Point| {
            mapkiln_core::Direction::ALL
                .map(|d| p.step(d))
                .into_iter()
                .filter(|q| grid.get(*q) == Some(&true))
        };
        links += beside(p).filter(|q| open(p, *q)).count();
        if seen[p] {
            continue;
        }
        pieces += 1;
        let mut todo = vec![p];
        seen[p] = true;
        while let Some(p) = todo.pop() {
            for q in beside(p).filter(|q| open(p, *q)) {
                if !seen[q] {
                    seen[q] = true;
                    todo.push(q);
                }
            }
        }
    }
    (pieces, links / 2)
}

#[test]
fn counts_borders_masks_and_separation() {
    for seed in 0..40 {
        let world = make(
            "heights",
            (20, 16),
            vec![
                Constraint::Border { tiles: "water".into() },
                Constraint::Count { tiles: "snow".into(), min: 2, max: Some(4) },
                Constraint::Separation { tiles: "snow".into(), distance: 4 },
                Constraint::Forbid {
                    tiles: "forest".into(),
                    area: Some(Rect::new(0, 0, 10, 16)),
                    layer: None,
                },
                Constraint::Allow {
                    tiles: Tiles::Many(vec!["sand".into(), "grass".into()]),
                    area: Some(Rect::new(3, 3, 2, 2)),
                    layer: None,
                },
            ],
            seed,
        );
        let snow: Vec<Point> = kinds(&world, "snow").iter().filter(|(_, s)| **s).map(|(p, _)| p).collect();
        assert!((2..=4).contains(&snow.len()));
        for (i, a) in snow.iter().enumerate() {
            assert!(snow[i + 1..].iter().all(|b| a.manhattan(*b) >= 4));
        }
        for p in world.layers[0].bounds().cells() {
            let name = world.tile_at(p).unwrap().name.as_str();
            if p.x == 0 || p.y == 0 || p.x == 19 || p.y == 15 {
                assert_eq!(name, "water");
            }
            assert!(name != "forest" || p.x >= 10);
            assert!(!Rect::new(3, 3, 2, 2).contains(p) || name == "sand" || name == "grass");
        }
    }
}

#[test]
fn roads_are_connected_and_have_no_rings() {
    let open = |world: &World| {
        let world = world.clone();
        move |p: Point, q: Point| {
            let side = match (q.x - p.x, q.y - p.y) {
                (0, -1) => 0,
                (1, 0) => 1,
                (0, 1) => 2,
                _ => 3,
            };
            world.tile_at(p).unwrap().edges[side].contains('R')
        }
    };
    for seed in 0..25 {
        let road = |loops: bool| {
            let mut list = vec![Constraint::Connected {
                tiles: "road".into(),
                through: Some("R".to_owned()),
                relevant: None,
                straight: false,
            }];
            if loops {
                list.push(Constraint::NoLoops { tiles: "road".into(), through: Some("R".to_owned()) });
            }
            list
        };
        // The constraints check large maps only every few changes, and always at the end.
        let size = if seed < 22 { (18, 14) } else { (60, 45) };
        let world = make("roads", size, road(seed % 2 == 0), seed);
        let roads = kinds(&world, "road");
        let cells = roads.cells().iter().filter(|r| **r).count();
        let (pieces, links) = pieces(&roads, open(&world));
        assert!(pieces <= 1, "seed {seed}: {pieces} pieces\n{}", text::world(&world));
        if seed % 2 == 0 && cells > 0 {
            assert_eq!(links, cells - 1, "seed {seed}: a tree\n{}", text::world(&world));
        }
    }
}

#[test]
fn a_path_joins_its_points() {
    for seed in 0..25 {
        let points = vec![Point::new(1, 1), Point::new(16, 10), Point::new(2, 9)];
        let path = Constraint::Path { tiles: "floor".into(), points: points.clone(), through: None };
        let world = make("tunnels", (18, 12), vec![path], seed);
        let floor = kinds(&world, "floor");
        let mut reached = floor.map(|_| false);
        let mut todo = vec![points[0]];
        while let Some(p) = todo.pop() {
            if floor.get(p) == Some(&true) && !reached[p] {
                reached[p] = true;
                todo.extend(mapkiln_core::Direction::ALL.map(|d| p.step(d)));
            }
        }
        assert!(points.iter().all(|p| reached[*p]), "seed {seed}\n{}", text::world(&world));
    }
}

#[test]
fn mirrors_runs_and_areas() {
    for seed in 0..25 {
        let world = make("meadow", (15, 12), vec![Constraint::Mirror { axis: Axis::X }], seed);
        for p in world.layers[0].bounds().cells() {
            let (a, b) = (world.tile_at(p).unwrap(), world.tile_at(Point::new(14 - p.x, p.y)).unwrap());
            let reversed = |e: &String| e.chars().rev().collect::<String>();
            assert_eq!(a.edges[0], reversed(&b.edges[0]));
            assert_eq!(a.edges[1], reversed(&b.edges[3]));
        }
        let run = Constraint::MaxRun { tiles: "water".into(), length: 3, axis: None };
        let water = kinds(&make("heights", (16, 12), vec![run], seed), "water");
        for p in water.bounds().cells() {
            for (dx, dy) in [(1, 0), (0, 1)] {
                let all = (0..4).all(|i| water.get(Point::new(p.x + i * dx, p.y + i * dy)) == Some(&true));
                assert!(!all, "seed {seed}: four in a row at {p}");
            }
        }
        let area = Constraint::Area { tiles: "forest".into(), width: 2, height: 2 };
        let forest = kinds(&make("heights", (16, 12), vec![area], seed), "forest");
        for p in forest.bounds().cells() {
            assert_eq!(forest[p], forest[Point::new(p.x - p.x % 2, p.y - p.y % 2)], "seed {seed} at {p}");
        }
    }
}

#[test]
fn weights_by_cell_and_balance_shift_the_shares() {
    let share = |constraints: Vec<Constraint>, kind: &str| {
        let mut cells = 0;
        for seed in 0..10 {
            let grid = kinds(&make("heights", (30, 30), constraints.clone(), seed), kind);
            cells += grid.cells().iter().filter(|c| **c).count();
        }
        cells * 100 / 9000
    };
    let plain = share(vec![], "sand");
    let more = share(vec![Constraint::Weigh { tiles: "sand".into(), area: None, percent: 1000 }], "sand");
    assert!(more > plain + 10, "{plain} per cent became {more}");
    for percent in [10, 20, 30] {
        let found = share(vec![Constraint::Balance { tiles: "sand".into(), percent }], "sand") as i64;
        assert!((found - i64::from(percent)).abs() <= 6, "{percent} per cent became {found}");
    }
}

#[test]
fn constraints_that_cannot_hold_are_named() {
    let fail = |constraints: Vec<Constraint>| {
        let set = load("heights");
        let spec = WorldSpec { width: 6, height: 6, constraints, ..WorldSpec::default() };
        spec.make_with(&Model::new(&set).unwrap(), &mut Run::new("x")).unwrap_err().to_string()
    };
    let count = Constraint::Count { tiles: "snow".into(), min: 37, max: None };
    assert!(fail(vec![count]).contains("at least 37 cells of snow"));
    assert!(fail(vec![Constraint::Border { tiles: "lava".into() }]).contains("lava"));
    let narrow = Constraint::Count { tiles: "snow".into(), min: 5, max: Some(2) };
    assert!(fail(vec![narrow]).contains("cannot both hold"));
}

/// The share of each kind of tile among all cells, in per cent.
fn shares(set: &str, size: u32, constraints: Vec<Constraint>, seeds: u64) -> BTreeMap<String, f64> {
    let mut shares: BTreeMap<String, f64> = BTreeMap::new();
    for seed in 0..seeds {
        let world = make(set, (size, size), constraints.clone(), seed);
        for (p, _) in world.layers[0].iter() {
            for kind in &world.tile_at(p).unwrap().kinds {
                *shares.entry(kind.clone()).or_default() += 100.0 / f64::from(size * size) / seeds as f64;
            }
        }
    }
    shares
}

/// Without crossings, every join makes forks; rings are cut until forks and ends have their shares again.
#[test]
fn joined_rails_keep_their_forks() {
    let tiles = |constraints: Vec<Constraint>| {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for seed in 0..6 {
            let world = make("rails", (100, 100), constraints.clone(), seed);
            for (p, _) in world.layers[0].iter() {
                let name = &world.tile_at(p).unwrap().name;
                *counts.entry(name.split('@').next().unwrap().to_owned()).or_default() += 1.0;
            }
        }
        counts
    };
    let connected = Constraint::Connected {
        tiles: "road".into(),
        through: Some("R".to_owned()),
        relevant: None,
        straight: false,
    };
    let (free, joined) = (tiles(vec![]), tiles(vec![connected]));
    for (name, count) in &free {
        let ratio = joined[name] / count;
        assert!((0.85..=1.15).contains(&ratio), "{name}: {ratio:.2} of its share");
    }
}

#[test]
fn constraints_do_not_empty_the_map() {
    let through = || Some("R".to_owned());
    let free = shares("roads", 60, vec![], 4);
    let connected =
        Constraint::Connected { tiles: "road".into(), through: through(), relevant: None, straight: false };
    let points = [(5, 5), (50, 8), (30, 30), (8, 52), (54, 50)].map(|(x, y)| Point::new(x, y)).to_vec();
    let path = Constraint::Path { tiles: "road".into(), points, through: through() };
    let near = |list: Vec<Constraint>, kinds: &[&str], within: f64| {
        let found = shares("roads", 60, list, 4);
        for kind in kinds {
            let ratio = found[*kind] / free[*kind];
            assert!((ratio - 1.0).abs() <= within, "{kind}: {:.1} of {:.1} %", found[*kind], free[*kind]);
        }
    };
    let all = ["road", "house", "open"];
    near(vec![connected.clone()], &all, 0.15);
    near(vec![path], &all, 0.15);
    let no_loops = Constraint::NoLoops { tiles: "road".into(), through: through() };
    near(vec![connected, no_loops], &["road", "house"], 0.15);
    // Kinds that do not hang on the counted one.
    let ponds = Constraint::Count { tiles: "pond".into(), min: 10, max: Some(10) };
    near(vec![ponds], &all, 0.34);
    let apart = Constraint::Separation { tiles: "tree".into(), distance: 3 };
    near(vec![apart], &["road", "house"], 0.34);
}

/// Several at once, and those that the solver itself sees to, keep the map as full.
#[test]
fn combined_constraints_do_not_empty_the_map() {
    let through = || Some("R".to_owned());
    let free = shares("roads", 60, vec![], 3)["road"];
    let connected =
        Constraint::Connected { tiles: "road".into(), through: through(), relevant: None, straight: false };
    let no_loops = Constraint::NoLoops { tiles: "road".into(), through: through() };
    let apart = Constraint::Separation { tiles: "crossing".into(), distance: 5 };
    let pair = Constraint::PairSeparation { tiles: "crossing".into(), from: "fork".into(), distance: 3 };
    let runs = Constraint::MaxRun { tiles: "road".into(), length: 9, axis: Some(Axis::X) };
    let lists = [
        vec![Constraint::Loop { tiles: "road".into(), through: through() }],
        vec![connected.clone(), no_loops.clone(), apart],
        vec![connected.clone(), pair.clone()],
        vec![connected.clone(), no_loops, pair],
        vec![connected, runs],
    ];
    for list in lists {
        let shown = format!("{list:?}");
        let roads = shares("roads", 60, list, 3)["road"];
        assert!((roads / free - 1.0).abs() < 0.25, "{roads:.1} of {free:.1} % with {shown}");
    }
}

#[test]
fn counts_are_exact_and_constraints_hold_with_pins_and_bans() {
    for seed in 0..10 {
        let list = vec![
            Constraint::Connected {
                tiles: "road".into(),
                through: Some("R".to_owned()),
                relevant: None,
                straight: false,
            },
            Constraint::Border { tiles: "open".into() },
            Constraint::Forbid { tiles: "road".into(), area: Some(Rect::new(10, 0, 4, 20)), layer: None },
            Constraint::Pin { at: Point::new(5, 5), layer: 0, tiles: "pond".into() },
            Constraint::Count { tiles: "pond".into(), min: 7, max: Some(7) },
        ];
        let world = make("roads", (40, 30), list, seed);
        assert_eq!(kinds(&world, "pond").cells().iter().filter(|c| **c).count(), 7);
        assert_eq!(world.tile_at(Point::new(5, 5)).unwrap().name, "pond");
        let roads = kinds(&world, "road");
        assert!(Rect::new(10, 0, 4, 20).cells().all(|p| !roads[p]));
        let open = |p: Point, q: Point| {
            let side = [(0, -1), (1, 0), (0, 1), (-1, 0)].iter().position(|d| *d == (q.x - p.x, q.y - p.y));
            world.tile_at(p).unwrap().edges[side.unwrap()].contains('R')
        };
        assert_eq!(pieces(&roads, open).0, 1, "seed {seed}");
    }
}
