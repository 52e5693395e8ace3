//! What one can do while a map is being made and after: bans, an own order, own constraints, edits.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use mapkiln_core::{Point, Run, Seed, Spec};
use mapkiln_tiles::{
    CellEdit, CollapseStep, Constraint, Domains, Model, Propagator, Refusal, TileSet, TileSource, Topology,
    WorldSpec, violations,
};

fn model(name: &str) -> Model {
    Model::new(&TileSet::shipped(name).unwrap()).unwrap()
}

/// Tiles are banned and selected at random while the map fills and after it is full; all of it holds.
#[test]
fn bans_and_selections_hold_at_any_time() {
    for name in ["meadow", "hex-coast"] {
        let model = model(name);
        let spec = WorldSpec { width: 24, height: 20, ..WorldSpec::default() };
        let topology = spec.topology(&model).unwrap();
        for seed in 0..10u64 {
            let run = Run::new(seed);
            let mut collapse = spec.begin(&model, &topology, &run).unwrap();
            let mut dice = Seed::from(seed).stream("dice", 0);
            let (mut banned, mut selected) = (Vec::new(), Vec::new());
            let mut last = CollapseStep::Checked;
            for step in 0.. {
                if step % 40 == 20 && step < 800 {
                    let cell = dice.index(480) as u32;
                    let tile = dice.index(model.rules().tiles());
                    if selected.iter().all(|&(c, _)| c != cell) && collapse.ban(cell, tile) {
                        banned.push((cell, tile));
                    }
                    let cell = dice.index(480) as u32;
                    let options = collapse.possible(cell);
                    let tile = options[dice.index(options.len())];
                    if collapse.select(cell, tile) {
                        selected.push((cell, tile));
                    }
                    last = CollapseStep::Checked;
                }
                if last != CollapseStep::Done {
                    last = collapse.step();
                }
                assert_ne!(last, CollapseStep::Failed, "{name} seed {seed}");
                if last == CollapseStep::Done && step > 800 {
                    break;
                }
            }
            assert!(banned.len() > 10 && selected.len() > 10);
            for (cell, tile) in banned {
                assert_ne!(collapse.tile(cell), Some(tile), "{name} seed {seed}");
            }
            for (cell, tile) in selected {
                assert_eq!(collapse.tile(cell), Some(tile), "{name} seed {seed}");
            }
            for cell in 0..topology.cells() as u32 {
                for (side, other) in topology.neighbours(cell) {
                    let (a, b) = (collapse.tile(cell).unwrap(), collapse.tile(other).unwrap());
                    assert!(model.rules().allows(side, a, b), "{name} seed {seed}");
                }
            }
        }
    }
    // A tile that no cell could be there, and the last option of a cell, are refused.
    let model = model("paper");
    let spec = WorldSpec { width: 6, height: 6, ..WorldSpec::default() };
    let topology = spec.topology(&model).unwrap();
    let mut collapse = spec.begin(&model, &topology, &Run::new("x")).unwrap();
    assert!(collapse.select(7, 3));
    assert!(!collapse.ban(7, 3) && !collapse.select(7, 4) && !collapse.ban(99, 0));
}

/// Cells are decided from the middle outward, as their ranks say.
#[test]
fn cells_are_decided_in_an_own_order() {
    let model = model("meadow");
    let spec = WorldSpec { width: 15, height: 15, ..WorldSpec::default() };
    let topology = spec.topology(&model).unwrap();
    let rank = |cell: u32| {
        let (p, _) = topology.place(cell);
        (p.x - 7).unsigned_abs().max((p.y - 7).unsigned_abs())
    };
    let run = Run::new("ripples");
    let mut job = spec.job(&model, &topology, &run.seed).unwrap();
    job.order((0..225).map(rank).collect());
    let mut collapse = model.solver().collapse(&topology, job, run.seed.stream("collapse", 0)).unwrap();
    let mut ranks = Vec::new();
    loop {
        match collapse.step() {
            CollapseStep::Decided { cell, .. } => ranks.push(rank(cell)),
            CollapseStep::Done => break,
            CollapseStep::Failed => panic!("no map"),
            _ => {}
        }
    }
    assert_eq!(ranks.first(), Some(&0));
    assert!(ranks.is_sorted() || collapse.stats().conflicts > 0, "{ranks:?}");
    let mut job = spec.job(&model, &topology, &run.seed).unwrap();
    job.order(vec![0; 3]);
    assert!(model.solver().collapse(&topology, job, run.seed.stream("collapse", 0)).is_err());
}

/// A constraint that the library does not have: as many stones in the west half as in the east half.
struct Even {
    topology: Arc<Topology>,
    stone: Vec<u64>,
    other: Vec<u64>,
}

impl Propagator for Even {
    fn touch(&mut self, _: u32, _: &[u64]) {}

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        let (mut can, mut must) = ([0; 2], [0; 2]);
        for cell in 0..self.topology.cells() as u32 {
            let half = usize::from(self.topology.place(cell).0.x * 2 >= self.topology.width() as i32);
            can[half] += usize::from(domains.can(cell, &self.stone));
            must[half] += usize::from(domains.must(cell, &self.stone));
        }
        for half in 0..2 {
            if can[half] < must[1 - half] {
                return Err(Refusal::of_all());
            }
            if must[half] == can[1 - half] && can[half] > must[half] {
                for cell in 0..self.topology.cells() as u32 {
                    let own = usize::from(self.topology.place(cell).0.x * 2 >= self.topology.width() as i32);
                    if own == half && !domains.must(cell, &self.stone) {
                        domains.keep(cell, &self.other, None);
                    }
                }
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        "as many stones in the west as in the east".to_owned()
    }
}

#[test]
fn own_constraints_hold() {
    let model = model("meadow");
    let spec = WorldSpec { width: 12, height: 10, ..WorldSpec::default() };
    let topology = spec.topology(&model).unwrap();
    let is_stone = |tile: usize| model.palette()[tile].name == "stone";
    let mut some = 0;
    for seed in 0..20u64 {
        let run = Run::new(seed);
        let mut job = spec.job(&model, &topology, &run.seed).unwrap();
        let tiles = 0..model.rules().tiles();
        let stone = model.rules().set(tiles.clone().filter(|&t| is_stone(t)));
        let other = model.rules().set(tiles.filter(|&t| !is_stone(t)));
        job.add_propagator(Box::new(Even { topology: topology.clone(), stone, other }));
        let mut collapse = model.solver().collapse(&topology, job, run.seed.stream("collapse", 0)).unwrap();
        while !matches!(collapse.step(), CollapseStep::Done | CollapseStep::Failed) {}
        let count = |east: bool| {
            let cells = (0..120u32).filter(|&cell| (topology.place(cell).0.x >= 6) == east);
            cells.filter(|&cell| is_stone(collapse.tile(cell).unwrap())).count()
        };
        assert_eq!(count(false), count(true), "seed {seed}");
        some += count(false);
    }
    assert!(some > 0);
}

/// An edit changes what it must and hardly more: the rest of the map keeps its tiles.
#[test]
fn edits_disturb_little() {
    for (name, tiles, most) in
        [("meadow", "water", 40), ("flowers", "heart", 320), ("village", "pond", 30), ("caves", "floor", 60)]
    {
        let set = TileSet::shipped(name).unwrap();
        let model = Model::new(&set).unwrap();
        let spec = WorldSpec {
            tileset: TileSource::Name(name.to_owned()),
            width: 48,
            height: 36,
            ..WorldSpec::default()
        };
        let mut changed = Vec::new();
        for seed in 0..12u64 {
            let mut run = Run::new(seed);
            let world = spec.make_with(&model, &mut run).unwrap();
            let at = Point::new(10 + seed as i32 * 2, 8 + seed as i32);
            let edit = CellEdit { at, layer: 0, tiles: tiles.into() };
            let edited = spec.edit(&model, &world, std::slice::from_ref(&edit), &mut run).unwrap();
            let tile = edited.tile_at(at).unwrap();
            let is_asked =
                tile.name == tiles || tile.ground.name == tiles || tile.kinds.iter().any(|k| k == tiles);
            assert!(is_asked, "{name}: {}", tile.name);
            assert_eq!(violations(&set, &edited).unwrap(), Vec::<String>::new(), "{name} seed {seed}");
            let differs = |(p, t): (Point, &u16)| edited.layers[0][p] != *t;
            changed.push(world.layers[0].iter().filter(|cell| differs(*cell)).count());
            // The same edit as part of the spec gives the same map.
            let with = WorldSpec { edits: vec![edit], ..spec.clone() };
            assert_eq!(with.make_with(&model, &mut Run::new(seed)).unwrap(), edited);
        }
        changed.sort_unstable();
        assert!(changed[6] <= most, "{name}: cells changed {changed:?}");
    }
    let spec = WorldSpec::default();
    let outside = CellEdit { at: Point::new(400, 3), layer: 0, tiles: "water".into() };
    assert!(WorldSpec { edits: vec![outside], ..spec }.make(&mut Run::new("x")).is_err());
}

/// A limit shows the map as it is after the given decisions.
#[test]
fn unfinished_maps_show_what_is_decided() {
    let spec = WorldSpec { limit: Some(30), ..WorldSpec::default() };
    let world = spec.make(&mut Run::new("short")).unwrap().map;
    let open = world.layers[0].iter().filter(|(p, _)| world.tile_at(*p).unwrap().is_nothing()).count();
    assert!(open > 300 && open < 780, "{open} of 800 cells are open");
    let all = WorldSpec { limit: Some(100_000), ..WorldSpec::default() };
    assert_eq!(
        all.make(&mut Run::new("short")).unwrap().map,
        WorldSpec::default().make(&mut Run::new("short")).unwrap().map
    );
}

/// Patterns of several samples mix; a second sample with a new colour brings it in.
#[test]
fn several_samples_are_learned_from() {
    let toml =
        |more: &str| format!("name = \"x\"\n[sample]\nn = 2\nsymmetry = 1\nrows = [\"ab\", \"ba\"]\n{more}");
    let one = TileSet::from_toml(&toml("")).unwrap();
    let two = TileSet::from_toml(&toml("more = [[\"ab\", \"bc\"]]\n")).unwrap();
    assert!(Model::new(&two).unwrap().rules().tiles() > Model::new(&one).unwrap().rules().tiles());
    let spec =
        |set: &TileSet| WorldSpec { tileset: TileSource::Set(Box::new(set.clone())), ..WorldSpec::default() };
    let mut found = false;
    for seed in 0..10u64 {
        let world = spec(&two).make(&mut Run::new(seed)).unwrap().map;
        assert_eq!(violations(&two, &world).unwrap(), Vec::<String>::new());
        found |= world.layers[0].iter().any(|(p, _)| world.tile_at(p).unwrap().name == "c");
    }
    assert!(found);
    let uneven = TileSet::from_toml(&toml("more = [[\"ab\", \"b\"]]\n"));
    assert!(uneven.is_err() || Model::new(&uneven.unwrap()).is_err());
}

/// Two kinds keep apart; loops have no dead end; only relevant tiles are joined; parity loses no map.
#[test]
fn more_constraints_hold() {
    let set = TileSet::from_toml(include_str!("sets/roads.toml")).unwrap();
    let model = Model::new(&set).unwrap();
    let make = |constraints: Vec<Constraint>, side: u32, seed: u64| {
        let spec = WorldSpec { width: side, height: side, constraints, bare: true, ..WorldSpec::default() };
        spec.make_with(&model, &mut Run::new(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}"))
    };
    let through = || Some("R".to_owned());
    let is = |world: &mapkiln_tiles::World, p: Point, kind: &str| {
        world
            .tile_at(p)
            .is_some_and(|t| t.kinds.iter().any(|k| k == kind) || t.name.split('@').next() == Some(kind))
    };
    for seed in 0..10u64 {
        let apart = Constraint::PairSeparation { tiles: "pond".into(), from: "tree".into(), distance: 4 };
        let world = make(vec![apart], 24, seed);
        let cells: Vec<Point> = world.layers[0].bounds().cells().collect();
        for a in cells.iter().filter(|p| is(&world, **p, "pond")) {
            for b in cells.iter().filter(|p| is(&world, **p, "tree")) {
                assert!((a.x - b.x).abs() + (a.y - b.y).abs() >= 4, "seed {seed}: {a} {b}");
            }
        }
        let ring = Constraint::Loop { tiles: "road".into(), through: through() };
        let count = Constraint::Count { tiles: "road".into(), min: 20, max: None };
        let world = make(vec![ring, count], 10, seed);
        let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let open = |p: Point, side: usize| world.tile_at(p).is_some_and(|t| t.edges[side].contains('R'));
        let linked = |p: Point| -> Vec<Point> {
            let next = |side: usize| Point::new(p.x + steps[side].0, p.y + steps[side].1);
            (0..4).filter(|&s| open(p, s) && world.tile_at(next(s)).is_some()).map(next).collect()
        };
        let roads: Vec<Point> = world.layers[0].bounds().cells().filter(|p| is(&world, *p, "road")).collect();
        // Without any one cell, the others are still one piece.
        for gone in roads.iter().copied().map(Some).chain([None]) {
            let Some(&start) = roads.iter().find(|p| Some(**p) != gone) else { continue };
            let mut seen = vec![start];
            let mut next = 0;
            while let Some(&p) = seen.get(next) {
                next += 1;
                for q in linked(p) {
                    if Some(q) != gone && !seen.contains(&q) {
                        seen.push(q);
                    }
                }
            }
            let left = roads.len() - usize::from(gone.is_some());
            assert_eq!(seen.len(), left, "seed {seed} without {gone:?}");
        }
        let parity = Constraint::Parity { tiles: "road".into(), through: "R".to_owned() };
        make(vec![parity], 20, seed);
    }
}
