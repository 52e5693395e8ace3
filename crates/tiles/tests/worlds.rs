//! Every built-in set makes worlds that keep to its rules, on every topology.

use mapkiln_core::{Run, document};
use mapkiln_tiles::{Model, Periodic, SHIPPED, Shape, TileSet, World, WorldSpec, violations};

fn make(model: &Model, spec: &WorldSpec, seed: u64) -> World {
    let made = spec.make_with(model, &mut Run::new(seed));
    made.unwrap_or_else(|e| panic!("{} seed {seed}: {e}", model.name())).map
}

#[test]
fn every_set_keeps_to_its_rules() {
    for shipped in SHIPPED {
        let set = TileSet::shipped(shipped.name).unwrap();
        let model = Model::new(&set).unwrap();
        let seeds = if set.constraints.is_empty() { 1000 } else { 250 };
        for seed in 0..seeds {
            let periodic = Periodic { x: seed % 2 == 1, y: seed % 4 >= 2 };
            let layers = 2 + (seed % 3) as u32;
            let spec = WorldSpec { width: 14, height: 12, layers, periodic, ..WorldSpec::default() };
            let world = make(&model, &spec, seed);
            let wrong = violations(&set, &world).unwrap();
            assert!(wrong.is_empty(), "{} seed {seed}: {wrong:?}", set.name);
            assert_eq!(world.layers.len() > 1, set.shape == Shape::Layers);
            if seed < 20 {
                let floor = world.floor();
                document::Document::check(&floor).unwrap();
                let json = document::to_json(&world, None);
                assert_eq!(document::from_json::<World>(&json).unwrap().map, world);
            }
        }
    }
}
