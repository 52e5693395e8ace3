//! Each constraint holds in what is made, checked by plain loops over the map.

#![allow(clippy::unwrap_used)]

use mapkiln_core::{Grid, Point, Rect, Run};
use mapkiln_draw::text;
use mapkiln_tiles::{Axis, Constraint, Model, TileSet, Tiles, World, WorldSpec, violations};

fn make(set: &str, size: (u32, u32), constraints: Vec<Constraint>, seed: u64) -> World {
    let set = TileSet::shipped(set).unwrap();
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
            "islands",
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
            let mut list =
                vec![Constraint::Connected { tiles: "road".into(), through: Some("R".to_owned()) }];
            if loops {
                list.push(Constraint::NoLoops { tiles: "road".into(), through: Some("R".to_owned()) });
            }
            list
        };
        // The constraints check large maps only every few changes, and always at the end.
        let size = if seed < 22 { (18, 14) } else { (60, 45) };
        let world = make("village", size, road(seed % 2 == 0), seed);
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
        let world = make("caves", (18, 12), vec![path], seed);
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
        let water = kinds(&make("islands", (16, 12), vec![run], seed), "water");
        for p in water.bounds().cells() {
            for (dx, dy) in [(1, 0), (0, 1)] {
                let all = (0..4).all(|i| water.get(Point::new(p.x + i * dx, p.y + i * dy)) == Some(&true));
                assert!(!all, "seed {seed}: four in a row at {p}");
            }
        }
        let area = Constraint::Area { tiles: "forest".into(), width: 2, height: 2 };
        let forest = kinds(&make("islands", (16, 12), vec![area], seed), "forest");
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
            let grid = kinds(&make("islands", (30, 30), constraints.clone(), seed), kind);
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
        let set = TileSet::shipped("islands").unwrap();
        let spec = WorldSpec { width: 6, height: 6, constraints, ..WorldSpec::default() };
        spec.make_with(&Model::new(&set).unwrap(), &mut Run::new("x")).unwrap_err().to_string()
    };
    let count = Constraint::Count { tiles: "snow".into(), min: 37, max: None };
    assert!(fail(vec![count]).contains("at least 37 cells of snow"));
    assert!(fail(vec![Constraint::Border { tiles: "lava".into() }]).contains("lava"));
    let narrow = Constraint::Count { tiles: "snow".into(), min: 5, max: Some(2) };
    assert!(fail(vec![narrow]).contains("cannot both hold"));
}
