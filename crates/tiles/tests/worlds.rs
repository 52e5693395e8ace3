//! Every built-in set makes worlds that follow its rules and constraints, on every topology.

#![allow(clippy::unwrap_used)]

use mapkiln_core::{Point, Run};
use mapkiln_draw::text;
use mapkiln_maps::document;
use mapkiln_tiles::{
    Axis, CellShape, Constraint, Model, Periodic, SHIPPED, TileSet, World, WorldSpec, WorldTile, violations,
};

fn make(model: &Model, spec: &WorldSpec, seed: u64) -> World {
    let made = spec.make_with(model, &mut Run::new(seed));
    made.unwrap_or_else(|e| panic!("{} seed {seed}: {e}", model.name()))
}

fn is_one_of(tile: &WorldTile, names: &[String]) -> bool {
    let base = tile.name.split('@').next().unwrap();
    names.iter().any(|n| *n == tile.name || n == base || *n == tile.ground.name || tile.kinds.contains(n))
}

/// The set's own constraints, by plain loops. A new kind of constraint in a set must be added here.
fn check_constraints(set: &TileSet, world: &World) -> Result<(), String> {
    for constraint in &set.constraints {
        match constraint {
            Constraint::Allow { tiles, area: None, layer: Some(layer) } => {
                let z = if *layer < 0 { *layer + world.layers.len() as i32 } else { *layer } as usize;
                let wrong = world.layers[z]
                    .iter()
                    .find(|(_, t)| !is_one_of(&world.palette[usize::from(**t)], tiles.names()));
                if let Some((p, _)) = wrong {
                    return Err(format!("{p} in layer {layer} is none of {tiles:?}"));
                }
            }
            Constraint::Connected { tiles, through: Some(through), .. } => {
                let pieces = count_pieces(world, |tile| is_one_of(tile, tiles.names()), through);
                if pieces > 1 {
                    return Err(format!("{tiles:?} falls into {pieces} pieces\n{}", text::world(world)));
                }
            }
            Constraint::Connected { tiles, through: None, .. } => {
                let pieces = count_pieces(world, |tile| is_one_of(tile, tiles.names()), "");
                if pieces > 1 {
                    return Err(format!("{tiles:?} falls into {pieces} pieces\n{}", text::world(world)));
                }
            }
            Constraint::Mirror { axis: Axis::Y } => {
                for p in world.layers[0].bounds().cells() {
                    let other = Point::new(p.x, world.height() - 1 - p.y);
                    let ground = |p: Point| &world.tile_at(p).unwrap().ground.name;
                    if ground(p) != ground(other) {
                        return Err(format!("{p} is not the image of {other}\n{}", text::world(world)));
                    }
                }
            }
            Constraint::Border { tiles } => {
                let (w, h) = (world.width(), world.height());
                let rim = |p: &Point| p.x == 0 || p.y == 0 || p.x == w - 1 || p.y == h - 1;
                for (layer, cells) in world.layers.iter().enumerate() {
                    let wrong = cells
                        .iter()
                        .find(|(p, t)| rim(p) && !is_one_of(&world.palette[usize::from(**t)], tiles.names()));
                    if let Some((p, _)) = wrong {
                        return Err(format!("{p} in layer {layer} on the border is none of {tiles:?}"));
                    }
                }
            }
            Constraint::Balance { .. } => {} // a wish, not a rule
            other => return Err(format!("nothing here checks {other:?}")),
        }
    }
    Ok(())
}

/// The number of connected pieces of square tiles, over edges with a letter; a map may wrap around.
fn count_pieces(world: &World, is_part: impl Fn(&WorldTile) -> bool, through: &str) -> usize {
    let (w, h) = (world.width(), world.height());
    let part = |p: Point| world.tile_at(p).filter(|tile| is_part(tile));
    let beside = |p: Point, side: usize| {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
        let (mut x, mut y) = (p.x + dx, p.y + dy);
        if world.periodic.x {
            x = x.rem_euclid(w);
        }
        if world.periodic.y {
            y = y.rem_euclid(h);
        }
        Point::new(x, y)
    };
    let mut seen = world.layers[0].map(|_| false);
    let mut pieces = 0;
    for start in world.layers[0].bounds().cells().filter(|p| part(*p).is_some()) {
        if seen[start] {
            continue;
        }
        pieces += 1;
        seen[start] = true;
        let mut open = vec![start];
        while let Some(p) = open.pop() {
            for side in 0..4 {
                let q = beside(p, side);
                let leads = part(p).is_some_and(|tile| tile.edges[side].contains(through));
                if leads && part(q).is_some() && !seen[q] {
                    seen[q] = true;
                    open.push(q);
                }
            }
        }
    }
    pieces
}

/// Makes and checks worlds of every set: all ways to wrap around, two to four layers.
fn check_sets(seeds: u64, width: u32, height: u32) {
    for shipped in SHIPPED {
        let set = TileSet::shipped(shipped.name).unwrap();
        let model = Model::new(&set).unwrap();
        for seed in 0..seeds {
            let periodic = Periodic { x: seed % 2 == 1, y: seed % 4 >= 2 };
            let layers = 2 + (seed % 3) as u32;
            let spec = WorldSpec { width, height, layers, periodic, ..WorldSpec::default() };
            let world = make(&model, &spec, seed);
            let wrong = violations(&set, &world).unwrap();
            assert!(wrong.is_empty(), "{} seed {seed}: {wrong:?}", set.name);
            check_constraints(&set, &world).unwrap_or_else(|e| panic!("{} seed {seed}: {e}", set.name));
            assert_eq!(world.layers.len() > 1, set.shape == CellShape::Layers);
            if seed < 20 {
                document::Document::check(&world.floor()).unwrap();
                let json = document::to_json(&world, None);
                assert_eq!(document::from_json::<World>(&json).unwrap().map, world);
            }
        }
    }
}

#[test]
fn every_set_keeps_to_its_rules_and_constraints() {
    check_sets(1000, 12, 10);
}

/// The same on larger maps: `cargo test --release -p mapkiln-tiles --test worlds -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn every_set_keeps_to_them_on_larger_maps() {
    check_sets(1000, 40, 36);
}
