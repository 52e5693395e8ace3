//! Maps that are no plain grid: meshes, graphs, grids with holes.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use mapkiln_core::{Run, Seed, Spec};
use mapkiln_tiles::{
    Adjacency, CollapseStep, Constraint, Error, Job, Model, Solver, TileSet, TileSource, Topology, WorldSpec,
    violations,
};

/// By cell and side, the neighbour and its side.
type Links = Vec<Vec<Option<(u32, usize)>>>;

/// The surface of a cube of `n` x `n` x `n` cells: six faces, glued along their edges.
fn cube(n: i32) -> Links {
    // A face by its normal, its east and its south.
    let faces: [[[i32; 3]; 3]; 6] = [
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 0, -1], [-1, 0, 0], [0, 1, 0]],
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
        [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    ];
    let add = |a: [i32; 3], b: [i32; 3], by: i32| [0, 1, 2].map(|i| a[i] + b[i] * by);
    // The middle of a cell in space, in half cells, on the surface at distance n.
    let middle = |face: usize, x: i32, y: i32| {
        let [normal, east, south] = faces[face];
        let on = add([0; 3], normal, n);
        add(add(on, east, 2 * x + 1 - n), south, 2 * y + 1 - n)
    };
    // The middle of a side: the same point for the two cells that share it.
    let side_point = |face: usize, x: i32, y: i32, side: usize| {
        let [_, east, south] = faces[face];
        let (along, by) = [(south, -1), (east, 1), (south, 1), (east, -1)][side];
        add(middle(face, x, y), along, by)
    };
    let number = |face: usize, x: i32, y: i32| (face as i32 * n * n + y * n + x) as u32;
    let mut at: std::collections::BTreeMap<[i32; 3], Vec<(u32, usize)>> = Default::default();
    let all = |face: usize| (0..n * n).map(move |i| (face, i % n, i / n));
    for (face, x, y) in (0..6).flat_map(all) {
        for side in 0..4 {
            at.entry(side_point(face, x, y, side)).or_default().push((number(face, x, y), side));
        }
    }
    let link = |face: usize, x: i32, y: i32, side: usize| {
        let own = (number(face, x, y), side);
        at[&side_point(face, x, y, side)].iter().copied().find(|other| *other != own)
    };
    (0..6).flat_map(all).map(|(f, x, y)| (0..4).map(|side| link(f, x, y, side)).collect()).collect()
}

/// Roads, houses and ponds all over a cube: edges fit across its edges too, and the roads are one piece.
#[test]
fn a_cube_is_covered() {
    let links = cube(12);
    assert!(links.iter().flatten().all(Option::is_some));
    let set = TileSet::from_toml(include_str!("sets/roads.toml")).unwrap();
    let model = Model::new(&set).unwrap().on_mesh(4).unwrap();
    let topology = Topology::mesh(&links).unwrap();
    for seed in 0..10u64 {
        let connected = Constraint::Connected {
            tiles: "road".into(),
            through: Some("R".to_owned()),
            relevant: None,
            straight: false,
        };
        let count = Constraint::Count { tiles: "pond".into(), min: 7, max: Some(7) };
        let spec = WorldSpec { constraints: vec![connected, count], ..WorldSpec::default() };
        let tiles = spec.make_on(&model, &topology, &mut Run::new(seed)).unwrap();
        let edge = |cell: usize, side: usize| &model.palette()[usize::from(tiles[cell])].edges[side];
        let mut pieces: Vec<usize> = (0..tiles.len()).collect();
        fn root(pieces: &[usize], mut i: usize) -> usize {
            while pieces[i] != i {
                i = pieces[i];
            }
            i
        }
        for (cell, own) in links.iter().enumerate() {
            for (side, link) in own.iter().enumerate() {
                let (other, back) = link.unwrap();
                let (here, there) = (edge(cell, side), edge(other as usize, back));
                assert!(here.chars().eq(there.chars().rev()), "seed {seed}: {cell} and {other}");
                if here.contains('R') {
                    let (a, b) = (root(&pieces, cell), root(&pieces, other as usize));
                    pieces[a] = b;
                }
            }
        }
        let is = |cell: usize, kind: &str| {
            let tile = &model.palette()[usize::from(tiles[cell])];
            tile.kinds.iter().any(|k| k == kind) || tile.name.split('@').next() == Some(kind)
        };
        let roads = (0..tiles.len()).filter(|&cell| is(cell, "road"));
        let roots: std::collections::BTreeSet<usize> = roads.map(|cell| root(&pieces, cell)).collect();
        assert_eq!(roots.len(), 1, "seed {seed}");
        assert_eq!((0..tiles.len()).filter(|&cell| is(cell, "pond")).count(), 7, "seed {seed}");
    }
}

/// The Petersen graph has a colouring with three colours and none with two, which is proved.
#[test]
fn graphs_are_coloured_or_proved_not_to_be() {
    let pairs: Vec<(u32, u32)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
    let mut links: Links = vec![Vec::new(); 10];
    for &(a, b) in &pairs {
        let (side_a, side_b) = (links[a as usize].len(), links[b as usize].len());
        links[a as usize].push(Some((b, side_b)));
        links[b as usize].push(Some((a, side_a)));
    }
    let topology = Arc::new(Topology::mesh(&links).unwrap());
    // More than 128 colours use the other store: all but the first few fit nowhere.
    for (colours, tiles) in [(2, 2), (3, 3), (2, 140), (3, 140)] {
        let rules = Adjacency::on_mesh(3, vec![1; tiles], |_, _, a, b| a != b && a.max(b) < colours).unwrap();
        let solver = Solver::new(rules);
        for seed in 0..20 {
            let stream = Seed::from("petersen").stream("x", seed);
            let mut collapse = solver.collapse(&topology, Job::default(), stream).unwrap();
            let done = loop {
                match collapse.step() {
                    CollapseStep::Done => break true,
                    CollapseStep::Failed => break false,
                    _ => {}
                }
            };
            assert_eq!(done, colours == 3);
            if done {
                let differ = |&(a, b): &(u32, u32)| collapse.tile(a) != collapse.tile(b);
                assert!(pairs.iter().all(differ));
            } else {
                assert!(collapse.contradiction().unwrap().proved);
            }
        }
    }
}

#[test]
fn rules_and_map_must_have_the_same_sides() {
    let model = Model::new(&TileSet::shipped("meadow").unwrap()).unwrap();
    let map = Topology::mesh(&cube(2)).unwrap();
    let made = WorldSpec::default().make_on(&model, &map, &mut Run::new("x"));
    assert!(matches!(made, Err(Error::Mesh { .. })));
    let flowers = Model::new(&TileSet::shipped("flowers").unwrap()).unwrap();
    assert!(matches!(flowers.on_mesh(4), Err(Error::Mesh { .. })));
}

/// A round map: nothing lies outside the disc, the rules hold inside, and counts count cells only.
#[test]
fn masked_cells_have_nothing() {
    let round = |x: i32, y: i32| (x - 12) * (x - 12) + (y - 9) * (y - 9) <= 80;
    let mask: Vec<String> =
        (0..19).map(|y| (0..25).map(|x| if round(x, y) { '#' } else { '.' }).collect()).collect();
    for name in ["meadow", "flowers", "caves", "village"] {
        let set = TileSet::shipped(name).unwrap();
        let model = Model::new(&set).unwrap();
        for seed in 0..10u64 {
            let spec = WorldSpec { width: 25, height: 19, mask: mask.clone(), ..WorldSpec::default() };
            let world = spec.make_with(&model, &mut Run::new(seed)).unwrap();
            for (p, &tile) in world.layers[0].iter() {
                assert_eq!(world.palette[usize::from(tile)].is_nothing(), !round(p.x, p.y), "{name} {p}");
            }
            assert_eq!(violations(&set, &world).unwrap(), Vec::<String>::new(), "{name} seed {seed}");
        }
    }
    let spec = WorldSpec {
        width: 25,
        height: 19,
        mask: mask.clone(),
        tileset: TileSource::Name("meadow".into()),
        constraints: vec![Constraint::Count { tiles: "stone".into(), min: 9, max: Some(9) }],
        ..WorldSpec::default()
    };
    let world = spec.make(&mut Run::new("count")).unwrap().map;
    let stones = world.layers[0].iter().filter(|(p, _)| world.tile_at(*p).unwrap().name == "stone");
    assert_eq!(stones.count(), 9);
    let short = WorldSpec { mask, ..WorldSpec::default() };
    assert!(short.make(&mut Run::new("x")).is_err());
}
