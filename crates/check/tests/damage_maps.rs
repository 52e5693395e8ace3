//! Boards, worlds, level graphs, floors, games and players' maps damaged in many ways: each is found.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{Against, CheckOptions, DocumentRef, Subject, Verdict, check};
use mapkiln_core::{Point, Seed, Stream, map_indexed};
use mapkiln_maps::board::{Board, HexSide, Port, Terrain, Trade};
use mapkiln_maps::floor::{Floor, FloorDoor, FloorThing, FloorThingKind};
use mapkiln_maps::graph::{EdgeDetail, LevelGraph};
use mapkiln_maps::plan::{
    Contents, Door, DoorKind, DoorPlace, Entry, Feature, FeatureKind, Key, Monsters, Plan, RoomTag, Trap,
};
use mapkiln_maps::world::World;
use mapkiln_maps::{AnyMap, Audience};
use mapkiln_play::{AutoPlayer, Game, GameRules, Status, Tape};

type Damage<T> = (&'static str, &'static str, fn(&mut T, &mut Stream) -> bool);

/// Damages every sample in every way; each must be found by its claim, or the document's.
fn all_found<T: Clone + PartialEq + Sync>(
    maps: &[T],
    damages: &[Damage<T>],
    each: usize,
    judge: impl Fn(usize, &T) -> Verdict + Sync + Send,
) {
    let results = map_indexed(true, damages.len(), |k| {
        let (claim, name, damage) = damages[k];
        let (mut applied, mut missed) = (0, Vec::new());
        for n in 0..6 * each {
            let mut map = maps[n % maps.len()].clone();
            let mut rng = Seed::from(name).stream(claim, n as u64);
            if applied == each || !damage(&mut map, &mut rng) || map == maps[n % maps.len()] {
                continue;
            }
            applied += 1;
            let verdict = judge(n % maps.len(), &map);
            if !verdict.faults().any(|(c, _)| c == claim || c == "document") {
                missed.push(format!("{claim}: {name} on {}: {:?}", n % maps.len(), faults(&verdict)));
            }
        }
        (applied, missed)
    });
    let total: usize = results.iter().map(|r| r.0).sum();
    let missed: Vec<&String> = results.iter().flat_map(|r| &r.1).collect();
    println!("{total} damages of {} kinds", damages.len());
    assert!(missed.is_empty(), "{} of {total} missed: {:#?}", missed.len(), &missed[..missed.len().min(20)]);
    let idle: Vec<&str> = damages.iter().zip(&results).filter(|(_, r)| r.0 == 0).map(|(d, _)| d.1).collect();
    assert!(idle.is_empty(), "never applied: {idle:?}");
}

fn boards(make: fn(usize) -> Sample, count: usize) -> (Vec<Sample>, Vec<Board>) {
    let samples = map_indexed(true, count, make);
    let board = |s: &Sample| match &s.map {
        AnyMap::Board(board) => board.clone(),
        _ => panic!("no board"),
    };
    let boards = samples.iter().map(board).collect();
    (samples, boards)
}

fn hex<'b>(board: &'b mut Board, rng: &mut Stream) -> &'b mut mapkiln_maps::board::Hex {
    let row = rng.index(board.rows.len());
    let column = rng.index(board.rows[row].len());
    &mut board.rows[row][column]
}

/// Two neighbours become equal, by a swap that keeps all counts.
fn beside(
    board: &mut Board,
    rng: &mut Stream,
    same: impl Fn(&Board, usize, usize) -> bool,
    swap: fn(&mut Board, usize, usize),
) -> bool {
    let geometry = board.geometry();
    let count = geometry.len();
    for _ in 0..200 {
        let a = rng.index(count);
        let Some(&n) = rng.pick(geometry.neighbours(a)) else { return false };
        let wanted: Vec<usize> = (0..count).filter(|&c| c != a && c != n && same(board, a, c)).collect();
        if let Some(&c) = rng.pick(&wanted) {
            swap(board, n, c);
            return true;
        }
    }
    false
}

fn at(board: &Board, hex: usize) -> mapkiln_maps::board::Hex {
    *board.hexes().nth(hex).unwrap()
}

fn swap_terrain(board: &mut Board, a: usize, b: usize) {
    let mut hexes: Vec<_> = board.hexes().copied().collect();
    let (x, y) = (hexes[a].terrain, hexes[b].terrain);
    (hexes[a].terrain, hexes[b].terrain) = (y, x);
    *board = board.with_hexes(hexes);
}

fn swap_number(board: &mut Board, a: usize, b: usize) {
    let mut hexes: Vec<_> = board.hexes().copied().collect();
    let (x, y) = (hexes[a].number, hexes[b].number);
    (hexes[a].number, hexes[b].number) = (y, x);
    *board = board.with_hexes(hexes);
}

#[test]
fn catan() {
    let (samples, boards) = boards(common::catan, 40);
    let damages: Vec<Damage<Board>> = vec![
        ("counts", "a field becomes ore", |b, r| {
            hex(b, r).terrain = Terrain::Ore;
            true
        }),
        ("counts", "a field becomes grain", |b, r| {
            hex(b, r).terrain = Terrain::Grain;
            true
        }),
        ("counts", "a field becomes wool", |b, r| {
            hex(b, r).terrain = Terrain::Wool;
            true
        }),
        ("counts", "a field becomes lumber", |b, r| {
            hex(b, r).terrain = Terrain::Lumber;
            true
        }),
        ("counts", "a field becomes brick", |b, r| {
            hex(b, r).terrain = Terrain::Brick;
            true
        }),
        ("counts", "a field becomes desert", |b, r| {
            let h = hex(b, r);
            (h.terrain, h.number) = (Terrain::Desert, None);
            true
        }),
        ("counts", "a token becomes 2", |b, r| {
            hex(b, r).number = Some(2);
            true
        }),
        ("counts", "a token becomes 12", |b, r| {
            hex(b, r).number = Some(12);
            true
        }),
        ("counts", "a token becomes 6", |b, r| {
            let h = hex(b, r);
            let had = h.number.is_some();
            h.number = Some(6);
            had
        }),
        ("counts", "a token becomes 7", |b, r| {
            hex(b, r).number = Some(7);
            true
        }),
        ("counts", "a token is lost", |b, r| {
            hex(b, r).number = None;
            true
        }),
        ("counts", "a row is longer", |b, r| {
            let h = *hex(b, r);
            b.rows[0].push(h);
            b.rows[0].pop();
            b.rows[1][0] = h;
            true
        }),
        ("document", "a swamp", |b, r| {
            hex(b, r).terrain = Terrain::Swamp;
            true
        }),
        ("document", "an empty row", |b, _| {
            b.rows[0].clear();
            true
        }),
        ("document", "a port inland", |b, _| {
            b.ports = vec![Port { row: 2, column: 2, side: HexSide::East, trade: Trade::Any }];
            true
        }),
        ("rules", "equal neighbours", |b, r| {
            beside(
                b,
                r,
                |b, a, c| at(b, a).terrain == at(b, c).terrain && at(b, a).terrain != Terrain::Desert,
                |b, x, y| {
                    let mut hexes: Vec<_> = b.hexes().copied().collect();
                    hexes.swap(x, y);
                    *b = b.with_hexes(hexes);
                },
            )
        }),
        ("rules", "red beside red", |b, r| {
            beside(
                b,
                r,
                |b, a, c| {
                    [6, 8].contains(&at(b, a).number.unwrap_or(0))
                        && [6, 8].contains(&at(b, c).number.unwrap_or(0))
                },
                |b, x, y| {
                    if at(b, x).number.is_some() {
                        swap_number(b, x, y);
                    }
                },
            )
        }),
        ("ports", "a port too many", |b, _| {
            let Some(p) = b.ports.first().copied() else { return false };
            b.ports.push(p);
            true
        }),
        ("ports", "a port fewer", |b, _| b.ports.pop().is_some()),
        ("ports", "no ports", |b, _| {
            let had = !b.ports.is_empty();
            b.ports.truncate(1);
            had
        }),
        ("ports", "another trade", |b, _| {
            let Some(p) = b.ports.first_mut() else { return false };
            p.trade = if p.trade == Trade::Ore { Trade::Wool } else { Trade::Ore };
            true
        }),
        ("ports", "all trade anything", |b, _| {
            b.ports.iter_mut().for_each(|p| p.trade = Trade::Any);
            !b.ports.is_empty()
        }),
        ("ports", "all trade brick", |b, _| {
            b.ports.iter_mut().for_each(|p| p.trade = Trade::Brick);
            !b.ports.is_empty()
        }),
        ("ports", "two in one place", |b, _| {
            if b.ports.len() < 2 {
                return false;
            }
            let p = b.ports[0];
            (b.ports[1].row, b.ports[1].column, b.ports[1].side) = (p.row, p.column, p.side);
            true
        }),
        ("ports", "two side by side", |b, _| {
            if b.ports.len() < 2 {
                return false;
            }
            let p = b.ports[0];
            let g = b.geometry();
            let at = g.hex(p.row, p.column);
            let coast = g.coast();
            let i = coast.iter().position(|(h, s, _)| Some(*h) == at && *s == p.side).unwrap();
            let (h, s, _) = coast[(i + 1) % coast.len()];
            let (row, column) = g.row_column(h);
            (b.ports[1].row, b.ports[1].column, b.ports[1].side) = (row, column, s);
            true
        }),
        ("ports", "turned inland", |b, _| {
            let Some(p) = b.ports.first_mut() else { return false };
            p.side = HexSide::ALL[(HexSide::ALL.iter().position(|s| *s == p.side).unwrap() + 3) % 6];
            true
        }),
        ("ports", "off the board", |b, _| {
            let Some(p) = b.ports.first_mut() else { return false };
            p.row = 99;
            true
        }),
    ];
    all_found(&boards, &damages, 25, |i, b| samples[i].judge(&AnyMap::Board(b.clone())));
}

#[test]
fn scores_and_drafts() {
    // A report that claims another score, and a board swapped until its score changes.
    let (samples, boards) = boards(common::catan, 40);
    let mut found = 0;
    for (sample, board) in samples.iter().zip(&boards) {
        for n in 0..20 {
            let mut rng = Seed::from("score").stream("swap", n);
            let mut damaged = board.clone();
            let count = damaged.hexes().count();
            let (a, b) = (rng.index(count), rng.index(count));
            swap_terrain(&mut damaged, a, b);
            let verdict = sample.judge(&AnyMap::Board(damaged.clone()));
            // Whatever rule breaks, both ways to count agree and the report is refuted.
            let broken = verdict.faults().any(|(c, _)| c == "rules" || c == "draft");
            let refuted = verdict.faults().any(|(c, _)| c == "score" || c == "document");
            assert!(!broken || refuted, "{}: {:?}", sample.name, faults(&verdict));
            found += usize::from(broken);
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn terra_mystica() {
    let (samples, boards) = boards(common::terra, 24);
    let damages: Vec<Damage<Board>> = vec![
        ("counts", "a hex becomes river", |b, r| {
            hex(b, r).terrain = Terrain::River;
            true
        }),
        ("counts", "a hex becomes desert", |b, r| {
            hex(b, r).terrain = Terrain::Desert;
            true
        }),
        ("counts", "a hex becomes swamp", |b, r| {
            hex(b, r).terrain = Terrain::Swamp;
            true
        }),
        ("document", "a number", |b, r| {
            hex(b, r).number = Some(5);
            true
        }),
        ("document", "grain", |b, r| {
            hex(b, r).terrain = Terrain::Grain;
            true
        }),
        ("rules", "equal neighbours", |b, r| {
            beside(
                b,
                r,
                |b, a, c| at(b, a).terrain == at(b, c).terrain && at(b, a).terrain != Terrain::River,
                swap_terrain,
            )
        }),
        ("rules", "a river elsewhere", |b, r| {
            let count = b.hexes().count();
            let rivers: Vec<usize> = (0..count).filter(|h| at(b, *h).terrain == Terrain::River).collect();
            let g = b.geometry();
            let dry: Vec<usize> = (0..count)
                .filter(|h| {
                    at(b, *h).terrain != Terrain::River
                        && g.neighbours(*h).iter().all(|n| at(b, *n).terrain != Terrain::River)
                })
                .collect();
            let (Some(&x), Some(&y)) = (r.pick(&rivers), r.pick(&dry)) else { return false };
            swap_terrain(b, x, y);
            true
        }),
        ("rules", "a lake of rivers", |b, r| {
            let g = b.geometry();
            let count = b.hexes().count();
            let inner: Vec<usize> = (0..count).filter(|h| !g.on_border(*h)).collect();
            let Some(&m) = r.pick(&inner) else { return false };
            let mut hexes: Vec<_> = b.hexes().copied().collect();
            hexes[m].terrain = Terrain::River;
            g.neighbours(m).iter().for_each(|n| hexes[*n].terrain = Terrain::River);
            *b = b.with_hexes(hexes);
            true
        }),
        ("rules", "all of one colour", |b, _| {
            let all: Vec<_> = b
                .hexes()
                .map(|h| mapkiln_maps::board::Hex {
                    terrain: if h.terrain == Terrain::River { Terrain::River } else { Terrain::Forest },
                    number: None,
                })
                .collect();
            *b = b.with_hexes(all);
            true
        }),
        ("rules", "no river", |b, _| {
            let all: Vec<_> = b
                .hexes()
                .map(|h| mapkiln_maps::board::Hex {
                    terrain: if h.terrain == Terrain::River { Terrain::Lakes } else { h.terrain },
                    number: None,
                })
                .collect();
            *b = b.with_hexes(all);
            true
        }),
    ];
    all_found(&boards, &damages, 25, |i, b| samples[i].judge(&AnyMap::Board(b.clone())));
}

#[test]
fn worlds() {
    let samples = map_indexed(true, 32, common::world);
    let worlds: Vec<World> = samples
        .iter()
        .map(|s| match &s.map {
            AnyMap::World(world) => world.clone(),
            _ => panic!("no world"),
        })
        .collect();
    fn tile(w: &mut World, rng: &mut Stream) -> bool {
        let layer = rng.index(w.layers.len());
        let count = w.layers[layer].cells().len();
        let new = rng.index(w.palette.len()) as u16;
        w.layers[layer].cells_mut()[rng.index(count)] = new;
        true
    }
    let damages: Vec<Damage<World>> = vec![
        ("size", "a row fewer", |w, _| {
            for l in &mut w.layers {
                let rows: Vec<Vec<u16>> = l.rows().skip(1).map(<[u16]>::to_vec).collect();
                *l = mapkiln_core::Grid::from_rows(rows).unwrap();
            }
            true
        }),
        ("size", "joined at the borders", |w, _| {
            w.periodic.x = !w.periodic.x;
            true
        }),
        ("size", "a layer more", |w, _| {
            w.layers.push(w.layers[0].clone());
            true
        }),
        ("tiles", "a name that there is not", |w, r| {
            let n = r.index(w.palette.len());
            w.palette[n].name = "nonsense".into();
            !w.palette[n].edges.is_empty()
        }),
        ("tiles", "a tile twice", |w, _| {
            if w.palette.len() < 2 {
                return false;
            }
            w.palette[1].name = w.palette[0].name.clone();
            true
        }),
        ("tiles", "another edge", |w, r| {
            let n = r.index(w.palette.len());
            let Some(e) = w.palette[n].edges.first_mut() else { return false };
            e.push('Z');
            true
        }),
        ("tiles", "higher", |w, r| {
            let n = r.index(w.palette.len());
            w.palette[n].height += 3;
            !w.palette[n].edges.is_empty()
        }),
        ("tiles", "another kind", |w, r| {
            let n = r.index(w.palette.len());
            w.palette[n].kinds.push("lava".into());
            !w.palette[n].edges.is_empty()
        }),
        ("tiles", "nothing there", |w, r| {
            let n = r.index(w.palette.len());
            w.palette[n].empty ^= true;
            !w.palette[n].edges.is_empty()
        }),
        ("document", "a tile that there is not", |w, r| {
            let count = w.layers[0].cells().len();
            w.layers[0].cells_mut()[r.index(count)] = 60_000;
            true
        }),
        ("document", "no layers", |w, _| {
            w.layers.clear();
            true
        }),
    ];
    all_found(&worlds, &damages, 12, |i, w| samples[i].judge(&AnyMap::World(w.clone())));
    // A changed tile breaks a neighbourhood, a pattern or a constraint, unless it fits: an
    // independent look by the rules of the tile set says which.
    let (mut broken, mut fitting) = (0, 0);
    for (sample, world) in samples.iter().zip(&worlds) {
        let set = mapkiln_tiles::TileSet::shipped(&world.tileset).unwrap();
        for n in 0..60 {
            let mut damaged = world.clone();
            tile(&mut damaged, &mut Seed::from("tile").stream("damage", n));
            if damaged == *world {
                continue;
            }
            let wrong = !mapkiln_tiles::violations(&set, &damaged).unwrap().is_empty();
            let verdict = sample.judge(&AnyMap::World(damaged));
            let found = verdict.faults().any(|(c, _)| ["neighbours", "patterns"].contains(&c));
            assert_eq!(found, wrong, "{}: {:?}", sample.name, faults(&verdict));
            broken += usize::from(wrong);
            fitting += usize::from(!wrong);
        }
    }
    println!("{broken} tiles that do not fit, {fitting} that do");
    assert!(broken > 800, "{broken}");
}

#[test]
fn levels() {
    let samples = map_indexed(true, 30, common::level);
    let graphs: Vec<LevelGraph> = samples
        .iter()
        .map(|s| match &s.map {
            AnyMap::LevelGraph(graph) => graph.clone(),
            _ => panic!("no graph"),
        })
        .collect();
    let damages: Vec<Damage<LevelGraph>> = vec![
        ("figures", "another kind", |g, r| {
            let n = r.index(g.nodes.len());
            g.nodes[n].kind = "Pool".into();
            true
        }),
        ("figures", "the kind of another", |g, r| {
            let (a, b) = (r.index(g.nodes.len()), r.index(g.nodes.len()));
            let kind = g.nodes[b].kind.clone();
            let differs = g.nodes[a].kind != kind;
            g.nodes[a].kind = kind;
            differs
        }),
        ("figures", "no mark", |g, r| {
            let n = r.index(g.nodes.len());
            let had = !g.nodes[n].mark.is_empty();
            g.nodes[n].mark.clear();
            had
        }),
        ("figures", "an edge more", |g, r| {
            let (a, b) = (r.index(g.nodes.len()) as u32, r.index(g.nodes.len()) as u32);
            g.edges.push([a, b]);
            g.around.clear();
            a != b
        }),
        ("figures", "an edge fewer", |g, _| {
            let e = g.edges.len() as u32 - 1;
            g.edges.pop();
            g.details.retain(|d| d.edge != e);
            g.around.clear();
            true
        }),
        ("connected", "a lone room", |g, _| {
            let id = g.nodes.len() as u32;
            let mut node = g.nodes[0].clone();
            (node.id, node.means) = (id, Vec::new());
            g.nodes.push(node);
            if !g.around.is_empty() {
                g.around.push(Vec::new());
            }
            true
        }),
        ("connected", "a room cut off", |g, r| {
            let n = r.index(g.nodes.len()) as u32;
            g.edges.retain(|e| !e.contains(&n));
            g.details.clear();
            g.around.clear();
            g.nodes.len() > 1 && !g.nodes[n as usize].is("start")
        }),
        ("document", "a node's number", |g, r| {
            let n = r.index(g.nodes.len());
            g.nodes[n].id += 1;
            true
        }),
        ("document", "an edge to nowhere", |g, _| {
            g.edges[0][0] = 99_999;
            true
        }),
        ("document", "an edge to itself", |g, _| {
            g.edges[0][0] = g.edges[0][1];
            true
        }),
        ("document", "a ring with an edge twice", |g, _| {
            let Some(ring) = g.around.first_mut() else { return false };
            let Some(&e) = ring.first() else { return false };
            ring.push(e);
            true
        }),
        ("planar", "a ring in another order", |g, r| {
            let rings: Vec<usize> = (0..g.around.len()).filter(|n| g.around[*n].len() > 3).collect();
            let Some(&n) = r.pick(&rings) else { return false };
            g.around[n].swap(0, 1);
            mapkiln_maps::document::Document::check(g).is_err()
        }),
        ("solvable", "a lock of no key", |g, _| {
            let Some(exit) = g.nodes.iter().find(|n| n.is("exit")).map(|n| n.id) else { return false };
            g.details.clear();
            for (e, ends) in g.edges.iter().enumerate() {
                if ends.contains(&exit) {
                    g.details.push(EdgeDetail {
                        edge: e as u32,
                        values: [("lock".to_owned(), 77)].into(),
                        ..EdgeDetail::default()
                    });
                }
            }
            g.around.clear();
            true
        }),
        ("solvable", "an exit behind secrets", |g, _| {
            let Some(exit) = g.nodes.iter().find(|n| n.is("exit")).map(|n| n.id) else { return false };
            g.details.clear();
            for (e, ends) in g.edges.iter().enumerate() {
                if ends.contains(&exit) {
                    g.details.push(EdgeDetail {
                        edge: e as u32,
                        means: vec!["secret".into()],
                        ..EdgeDetail::default()
                    });
                }
            }
            g.around.clear();
            true
        }),
        ("solvable", "a key behind its lock", |g, r| {
            let locks: Vec<(u32, i32)> =
                g.details.iter().filter_map(|d| Some((d.edge, *d.values.get("lock")?))).collect();
            let Some(&(edge, lock)) = r.pick(&locks) else { return false };
            g.nodes.iter_mut().for_each(|n| {
                if n.values.get("key") == Some(&lock) {
                    n.values.remove("key");
                }
            });
            let behind = g.edges[edge as usize][1];
            g.nodes[behind as usize].values.insert("key".into(), lock);
            let others = g.edges.iter().filter(|e| e.contains(&behind)).count();
            others == 1
        }),
    ];
    all_found(&graphs, &damages, 20, |i, g| samples[i].judge(&AnyMap::LevelGraph(g.clone())));
}

#[test]
fn floors_and_games() {
    let samples = map_indexed(true, 12, common::level_plan);
    let floors: Vec<Floor> = samples.iter().map(|s| s.plan().floor(0).unwrap()).collect();
    fn wall(f: &Floor, rng: &mut Stream) -> Point {
        loop {
            let p = Point::new(rng.between(0, f.ground.width() - 1), rng.between(0, f.ground.height() - 1));
            if f.blocks_step(p) {
                return p;
            }
        }
    }
    let judge = |f: &Floor| check(&Subject::new(DocumentRef::Floor(f)), &CheckOptions::default());
    let damages: Vec<Damage<Floor>> = vec![
        ("stands", "an enemy in the wall", |f, r| {
            let at = wall(f, r);
            f.things.push(FloorThing { at, kind: FloorThingKind::Enemy, name: String::new(), room: None });
            true
        }),
        ("stands", "a chest in the wall", |f, r| {
            let at = wall(f, r);
            f.things.push(FloorThing { at, kind: FloorThingKind::Chest, name: String::new(), room: None });
            true
        }),
        ("stands", "the exit in the wall", |f, r| {
            let at = wall(f, r);
            let Some(t) = f.things.iter_mut().find(|t| t.kind == FloorThingKind::Exit) else { return false };
            t.at = at;
            true
        }),
        ("stands", "an entrance in the wall", |f, r| {
            let at = wall(f, r);
            f.entrances.push(at);
            true
        }),
        ("stands", "a door in the wall", |f, r| {
            let at = wall(f, r);
            f.doors.push(FloorDoor {
                at,
                facing: mapkiln_core::Direction::East,
                on_edge: false,
                kind: DoorKind::Door,
            });
            true
        }),
        ("stands", "a door turned aside", |f, r| {
            let n = r.index(f.doors.len());
            let Some(d) = f.doors.get_mut(n) else { return false };
            d.facing = d.facing.clockwise();
            !d.on_edge
        }),
        ("stands", "two doors", |f, _| {
            let Some(d) = f.doors.first().cloned() else { return false };
            f.doors.push(d);
            true
        }),
        ("document", "a thing outside", |f, _| {
            f.entrances.push(Point::new(-1, 0));
            true
        }),
        ("document", "ground that there is not", |f, _| {
            f.ground.cells_mut()[0] = 999;
            true
        }),
        ("document", "no palette", |f, _| {
            f.palette.clear();
            true
        }),
        ("winnable", "the exit walled in", |f, _| {
            let Some(at) = f.things.iter().find(|t| t.kind == FloorThingKind::Exit).map(|t| t.at) else {
                return false;
            };
            let wall = f.palette.iter().position(|g| g.blocks_step && g.blocks_sight).unwrap() as u16;
            at.around().into_iter().for_each(|p| {
                if let Some(c) = f.ground.get_mut(p) {
                    *c = wall;
                }
            });
            !f.entrances.is_empty() && !f.entrances.contains(&at)
        }),
        ("winnable", "the entrance walled in", |f, _| {
            let Some(at) = f.entrances.first().copied() else { return false };
            let wall = f.palette.iter().position(|g| g.blocks_step && g.blocks_sight).unwrap() as u16;
            at.around().into_iter().for_each(|p| {
                if let Some(c) = f.ground.get_mut(p) {
                    *c = wall;
                }
            });
            f.things.iter().any(|t| t.kind == FloorThingKind::Exit && t.at != at)
        }),
    ];
    all_found(&floors, &damages, 20, |_, f| judge(f));

    // A stored game: every changed letter of its moves, and every changed field, is found.
    let mut floor = Floor::new(9, 3, mapkiln_maps::floor::Ground::open("room"));
    floor.entrances.push(Point::new(0, 1));
    floor.things.push(FloorThing {
        at: Point::new(8, 1),
        kind: FloorThingKind::Exit,
        name: String::new(),
        room: None,
    });
    let mut game = Game::new(floor, "tape", GameRules::default()).unwrap();
    let mut player = AutoPlayer::new();
    while game.status() == Status::Playing {
        let action = player.next(&game);
        game.act(action);
    }
    let tape = Tape::of(&game);
    let judge = |tape: &Tape| check(&Subject::new(DocumentRef::Game(tape)), &CheckOptions::default());
    let verdict = judge(&tape);
    assert!(verdict.holds(), "{:?}", faults(&verdict));
    assert!(verdict.outcome("replay").unwrap().proof.as_ref().unwrap().certified);
    let damages: Vec<Damage<Tape>> = vec![
        ("replay", "another move", |t, r| {
            let n = r.index(t.moves.len());
            let old = t.moves.as_bytes()[n];
            let new = [b'n', b's', b'w', b'.', b'x'][r.index(5)];
            t.moves.replace_range(n..=n, std::str::from_utf8(&[new]).unwrap());
            new != old
        }),
        ("replay", "no move", |t, r| {
            let n = r.index(t.moves.len());
            t.moves.replace_range(n..=n, "q");
            true
        }),
        ("replay", "a move fewer", |t, _| t.moves.pop().is_some()),
        ("replay", "a move more", |t, _| {
            t.moves.push('e');
            true
        }),
        ("replay", "another end", |t, _| {
            t.end.push('0');
            true
        }),
        ("replay", "another seed", |t, _| {
            t.seed = "other".into();
            true
        }),
        ("replay", "another title", |t, _| {
            t.title = "other".into();
            true
        }),
        ("replay", "another seal", |t, _| {
            t.seal.push('0');
            true
        }),
        ("replay", "more health", |t, _| {
            t.rules.health += 1;
            true
        }),
        ("replay", "rules out of range", |t, _| {
            t.rules.health = 0;
            true
        }),
        ("replay", "another floor", |t, _| {
            t.floor.palette[0].name = "lava".into();
            true
        }),
    ];
    all_found(&[tape], &damages, 12, |_, t| judge(t));
}

#[test]
fn players_maps() {
    let samples = map_indexed(true, 30, common::dungeon);
    let shown: Vec<Plan> = samples.iter().map(|s| s.plan().for_players()).collect();
    let judge = |i: usize, plan: &Plan| {
        let against = Against { map: &samples[i].map, origin: Some(&samples[i].origin), players: true };
        check(&Subject::new(DocumentRef::Plan(plan)).with_against(Some(&against)), &CheckOptions::default())
    };
    fn room<'p>(p: &'p mut Plan, r: &mut Stream) -> &'p mut mapkiln_maps::plan::Room {
        let count = p.rooms().count();
        let n = r.index(count);
        p.rooms_mut().nth(n).unwrap()
    }
    let damages: Vec<Damage<Plan>> = vec![
        ("players", "a story", |p, _| {
            p.story = "Long ago.".into();
            true
        }),
        ("players", "a front page", |p, _| {
            p.front.push(Entry::default());
            true
        }),
        ("players", "a key", |p, _| {
            p.keys.push(Key { id: 0, name: "key".into(), room: 0 });
            true
        }),
        ("players", "wandering monsters", |p, _| {
            p.wandering.push(Monsters::new("Rat", 1));
            true
        }),
        ("players", "enemies", |p, r| {
            room(p, r).contents.enemies = true;
            true
        }),
        ("players", "treasure", |p, r| {
            room(p, r).contents.treasure = true;
            true
        }),
        ("players", "a trap", |p, r| {
            room(p, r).contents = Contents { traps: vec![Trap::default()], ..Contents::default() };
            true
        }),
        ("players", "a purpose", |p, r| {
            room(p, r).kind = "vault".into();
            true
        }),
        ("players", "a tag", |p, r| {
            room(p, r).tags.push(RoomTag::Boss);
            true
        }),
        ("players", "a description", |p, r| {
            room(p, r).description.aloud = "Dark.".into();
            true
        }),
        ("players", "a pin", |p, r| {
            room(p, r).pinned = true;
            true
        }),
        ("players", "a secret corridor's mark", |p, _| {
            let Some(c) = p.levels[0].corridors.first_mut() else { return false };
            c.secret = true;
            true
        }),
        ("players", "a trapped corridor", |p, _| {
            let Some(c) = p.levels[0].corridors.first_mut() else { return false };
            c.traps.push(Trap::default());
            true
        }),
        ("players", "a trapped door", |p, _| {
            let Some(d) = p.levels[0].doors.first_mut() else { return false };
            d.kind = DoorKind::Trapped { trap: Trap::default() };
            true
        }),
        ("players", "a secret door", |p, _| {
            let Some(d) = p.levels[0].doors.first_mut() else { return false };
            d.kind = DoorKind::Secret;
            matches!(d.place, DoorPlace::Cell { .. })
        }),
        ("players", "a door that there is not", |p, _| {
            let l = p.levels.last_mut().unwrap();
            let Some(d) = l.doors.last().cloned() else { return false };
            let DoorPlace::Cell { facing, .. } = d.place else { return false };
            l.doors.push(Door { id: d.id + 1, place: DoorPlace::Cell { at: Point::new(0, 0), facing }, ..d });
            true
        }),
        ("players", "coins on the floor", |p, _| {
            let at = p.levels[0].rooms[0].outline.centre();
            p.levels[0].things.push(mapkiln_maps::plan::Thing::new(
                mapkiln_maps::plan::ThingKind::CoinHeap,
                at,
                mapkiln_core::Direction::South,
            ));
            true
        }),
        ("players", "a level fewer", |p, _| p.levels.pop().is_some()),
    ];
    all_found(&shown, &damages, 25, judge);
    // What the game master's map has and the players' lost: put back, piece by piece.
    let mut put_back = 0;
    for (i, sample) in samples.iter().enumerate() {
        for (n, level) in sample.plan().levels.iter().enumerate() {
            for corridor in level.corridors.iter().filter(|c| c.secret) {
                let mut plan = shown[i].clone();
                plan.levels[n]
                    .features
                    .push(Feature { kind: FeatureKind::Rubble, cells: vec![corridor.cells[0]] });
                assert!(judge(i, &plan).faults().any(|(c, _)| c == "players"));
                put_back += 1;
            }
        }
    }
    assert!(put_back > 10, "{put_back}");
    // Every secret text, written where nobody looks.
    let mut found = 0;
    for (i, sample) in samples.iter().enumerate() {
        let plan = sample.plan();
        let texts = plan.rooms().flat_map(|r| {
            let c = &r.contents;
            c.monsters
                .iter()
                .map(|m| m.name.clone())
                .chain(c.parcels.iter().map(|p| p.name.clone()))
                .chain(c.traps.iter().map(|t| t.name.clone()))
        });
        let texts = texts.chain(plan.keys.iter().map(|k| k.name.clone())).chain([plan.story.clone()]);
        let json = AnyMap::Plan(shown[i].clone()).to_json_for(Audience::Players, None);
        let known = json.to_lowercase();
        // A word that players know is no secret, nor is the name of a piece of furniture.
        let furniture = ["skeleton", "esqueleto"];
        let is_secret = |t: &String| {
            let text = t.to_lowercase();
            text.len() >= 5 && !known.contains(&text) && !furniture.contains(&text.as_str())
        };
        for text in texts.filter(is_secret) {
            let against = Against { map: &sample.map, origin: Some(&sample.origin), players: true };
            let leak = format!(
                "{},\"x\":{}}}",
                json.strip_suffix('}').unwrap(),
                serde_json::to_string(&text).unwrap()
            );
            let subject = Subject::new(DocumentRef::Plan(&shown[i]))
                .with_against(Some(&against))
                .with_bytes(leak.as_bytes());
            let options = CheckOptions { claims: vec!["words".into()], ..CheckOptions::default() };
            assert!(!check(&subject, &options).holds(), "{}: {text:?} is not found", sample.name);
            found += 1;
        }
    }
    println!("{found} secret texts");
    assert!(found > 300, "{found}");
}
