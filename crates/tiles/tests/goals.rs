//! Constraints on the whole map hold alone and together, with pins and with bans, also where they speak
//! of the same tiles. Looked at by plain loops over the map.

#![allow(clippy::unwrap_used)]

use mapkiln_core::{Direction, Grid, Point, Rect, Run};
use mapkiln_tiles::{Constraint, Model, TileSet, Tiles, World, WorldSpec, violations};

const SIZE: i32 = 30;
const ROADS: &str = include_str!("sets/roads.toml");
const CAVES: &str = include_str!("sets/caves.toml");

/// What ways consist of, the letter on their edges, and which tiles are counted and kept apart.
struct Case {
    set: &'static str,
    way: &'static str,
    letter: Option<&'static str>,
    counted: &'static str,
    apart: &'static str,
}

impl Case {
    fn through(&self) -> Option<String> {
        self.letter.map(str::to_owned)
    }

    /// The constraints, each of which is used or not.
    fn goals(&self) -> Vec<Constraint> {
        let (tiles, through) = (Tiles::from(self.way), || self.through());
        let points = [(1, 1), (27, 3), (15, 15), (4, 26), (28, 27)].map(|(x, y)| Point::new(x, y));
        let mut goals = vec![
            Constraint::Connected {
                tiles: tiles.clone(),
                through: through(),
                relevant: None,
                straight: false,
            },
            Constraint::Path { tiles: tiles.clone(), points: points.to_vec(), through: through() },
            Constraint::Count { tiles: self.counted.into(), min: 4, max: Some(6) },
            Constraint::Separation { tiles: self.apart.into(), distance: 3 },
            Constraint::Loop { tiles: tiles.clone(), through: through() },
        ];
        goals.extend(self.letter.map(|_| Constraint::NoLoops { tiles, through: through() }));
        goals
    }

    /// Fixed cells, and areas without ways.
    fn pins_and_bans(&self) -> (Vec<Constraint>, Vec<Constraint>) {
        let pin = |x, y, tiles: &str| Constraint::Pin { at: Point::new(x, y), layer: 0, tiles: tiles.into() };
        let ban = |area| Constraint::Forbid { tiles: self.way.into(), area: Some(area), layer: None };
        let pins = vec![pin(6, 6, self.way), pin(21, 9, self.way), pin(10, 20, self.counted)];
        (pins, vec![ban(Rect::new(8, 0, 3, 18)), ban(Rect::new(18, 22, 9, 2))])
    }
}

fn each_combination(case: &Case, seeds: u64) {
    let set = TileSet::from_toml(case.set).unwrap();
    let model = Model::new(&set).unwrap();
    let goals = case.goals();
    let (pins, bans) = case.pins_and_bans();
    for chosen in 1u32..1 << goals.len() {
        // A way without rings has no two ways anywhere.
        if chosen >> 4 & 3 == 3 {
            continue;
        }
        let chosen = || goals.iter().enumerate().filter(move |(i, _)| chosen >> i & 1 == 1).map(|(_, g)| g);
        for extra in [&[][..], &pins, &bans, &[&pins[..], &bans].concat()] {
            let constraints: Vec<Constraint> = chosen().chain(extra).cloned().collect();
            let (width, height) = (SIZE as u32, SIZE as u32);
            let spec = WorldSpec { width, height, constraints, bare: true, ..WorldSpec::default() };
            for seed in 0..seeds {
                let kinds = || spec.constraints.iter().map(Constraint::kind).collect::<Vec<_>>();
                let made = spec.make_with(&model, &mut Run::new(seed));
                let world = made.unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", kinds()));
                assert_eq!(violations(&set, &world).unwrap(), Vec::<String>::new());
                for constraint in &spec.constraints {
                    let kind = constraint.kind();
                    assert!(holds(constraint, &world), "{kind} of {:?}, seed {seed}", kinds());
                }
            }
        }
    }
}

#[test]
fn on_other_tiles_than_those_of_ways() {
    each_combination(&Case { set: ROADS, way: "road", letter: Some("R"), counted: "pond", apart: "tree" }, 2);
}

/// New ways must not make a fork too many, or too near to another.
#[test]
fn on_the_tiles_of_ways_themselves() {
    each_combination(
        &Case { set: ROADS, way: "road", letter: Some("R"), counted: "fork", apart: "crossing" },
        1,
    );
    each_combination(
        &Case { set: ROADS, way: "road", letter: Some("R"), counted: "crossing", apart: "fork" },
        1,
    );
}

#[test]
fn where_ways_are_whole_cells() {
    let set = TileSet::from_toml(CAVES).unwrap();
    let model = Model::new(&set).unwrap();
    let of = |tiles: &str| Tiles::from(tiles);
    for seed in 0..6 {
        let points = vec![Point::new(2, 2), Point::new(27, 25), Point::new(3, 26)];
        let constraints = vec![
            Constraint::Connected { tiles: of("floor"), through: None, relevant: None, straight: false },
            Constraint::Path { tiles: of("floor"), points, through: None },
            Constraint::Pin { at: Point::new(20, 5), layer: 0, tiles: of("floor") },
            Constraint::Forbid { tiles: of("floor"), area: Some(Rect::new(10, 0, 3, 20)), layer: None },
        ];
        let spec = WorldSpec { width: 30, height: 30, constraints, bare: true, ..WorldSpec::default() };
        let world = spec.make_with(&model, &mut Run::new(seed)).unwrap();
        for constraint in &spec.constraints {
            assert!(holds(constraint, &world), "{} does not hold, seed {seed}", constraint.kind());
        }
    }
}

/// The cells with a tile of this name or, if there is none, of this kind.
fn members(world: &World, tiles: &Tiles) -> Grid<bool> {
    let name = tiles.names()[0].as_str();
    let is_name = |full: &str| full.split('@').next() == Some(name);
    let is_a_name = world.palette.iter().any(|tile| is_name(&tile.name));
    Grid::from_fn(world.width(), world.height(), |p| {
        let tile = world.tile_at(p).unwrap();
        if is_a_name { is_name(&tile.name) } else { tile.kinds.iter().any(|kind| kind == name) }
    })
}

fn cells(members: &Grid<bool>) -> Vec<Point> {
    members.iter().filter(|(_, member)| **member).map(|(p, _)| p).collect()
}

/// For each member, the members that it is linked to.
fn ways(world: &World, tiles: &Tiles, through: &Option<String>) -> (Vec<Point>, Grid<Vec<Point>>) {
    let members = members(world, tiles);
    let links = Grid::from_fn(world.width(), world.height(), |p| {
        let edges = &world.tile_at(p).unwrap().edges;
        let is_open = |side: usize| through.as_ref().is_none_or(|letter| edges[side].contains(&**letter));
        let sides = (0..4).filter(|side| members[p] && is_open(*side));
        sides.map(|side| p.step(Direction::ALL[side])).filter(|q| members.get(*q) == Some(&true)).collect()
    });
    (cells(&members), links)
}

/// What can be reached from a cell without another one.
fn reach(links: &Grid<Vec<Point>>, from: Point, without: Option<Point>) -> Grid<bool> {
    let mut seen = links.map(|_| false);
    let mut todo = vec![from];
    seen[from] = true;
    while let Some(p) = todo.pop() {
        for &q in &links[p] {
            if Some(q) != without && !seen[q] {
                seen[q] = true;
                todo.push(q);
            }
        }
    }
    seen
}

fn holds(constraint: &Constraint, world: &World) -> bool {
    match constraint {
        Constraint::Connected { tiles, through, .. } => {
            let (all, links) = ways(world, tiles, through);
            let Some(&first) = all.first() else { return true };
            let seen = reach(&links, first, None);
            all.iter().all(|p| seen[*p])
        }
        Constraint::Path { tiles, points, through } => {
            let (all, links) = ways(world, tiles, through);
            let seen = reach(&links, points[0], None);
            points.iter().all(|p| all.contains(p) && seen[*p])
        }
        Constraint::Loop { tiles, through } => {
            let (all, links) = ways(world, tiles, through);
            all.iter().all(|&gone| {
                let Some(&from) = all.iter().find(|p| **p != gone) else { return false };
                let seen = reach(&links, from, Some(gone));
                links[gone].len() > 1 && all.iter().all(|p| *p == gone || seen[*p])
            })
        }
        Constraint::NoLoops { tiles, through } => {
            let (all, links) = ways(world, tiles, through);
            let mut seen = links.map(|_| false);
            let mut pieces = 0;
            for &p in &all {
                if !seen[p] {
                    pieces += 1;
                    for q in cells(&reach(&links, p, None)) {
                        seen[q] = true;
                    }
                }
            }
            all.iter().map(|p| links[*p].len()).sum::<usize>() / 2 + pieces == all.len()
        }
        Constraint::Count { tiles, min, max } => {
            let count = cells(&members(world, tiles)).len() as u32;
            count >= *min && max.is_none_or(|max| count <= max)
        }
        Constraint::Separation { tiles, distance } => {
            let all = cells(&members(world, tiles));
            let far = |i: usize, a: &Point| all[i + 1..].iter().all(|b| a.manhattan(*b) >= *distance);
            all.iter().enumerate().all(|(i, a)| far(i, a))
        }
        Constraint::Pin { at, tiles, .. } => members(world, tiles)[*at],
        Constraint::Forbid { tiles, area: Some(area), .. } => {
            cells(&members(world, tiles)).iter().all(|p| !area.contains(*p))
        }
        _ => unreachable!(),
    }
}
