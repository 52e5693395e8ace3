//! Level grammars: our matcher beside petgraph's VF2 on the nine rules of Carcere Exire.
//!
//! petgraph has no rewriting, so the loop around its matcher is written here: all matches of a rule
//! are listed, one is chosen at random, the rule is applied. Its matches are induced, which is
//! stricter than rules want, and it knows no faces, so its cycles may cross: the baseline is easier
//! than our work, not harder.

use std::time::{Duration, Instant};

use mapkiln_core::{Seed, Stream};
use mapkiln_grammar::Grammar;
use petgraph::algo::subgraph_isomorphisms_iter;
use petgraph::graph::{NodeIndex, UnGraph};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Initial,
    Exit,
    Room,
    Corridor,
    Cell,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    None,
    Empty,
    Enemy,
    Chest,
    Boss,
}

type Host = UnGraph<(Kind, Mark), ()>;

/// What a pattern node accepts.
type Want = fn(Kind, Mark) -> bool;

fn is_room(kind: Kind) -> bool {
    matches!(kind, Kind::Room | Kind::Initial | Kind::Exit)
}

const ANY_ROOM: Want = |k, _| is_room(k);
const PLAIN_ROOM: Want = |k, _| k == Kind::Room;
const EMPTY: Want = |k, m| is_room(k) && m == Mark::Empty;
const ENEMY: Want = |k, m| is_room(k) && m == Mark::Enemy;
const CORRIDOR: Want = |k, _| k == Kind::Corridor;

/// A random match of a pattern out of all of them.
fn find(host: &Host, nodes: &[Want], edges: &[(u32, u32)], stream: &mut Stream) -> Option<Vec<NodeIndex>> {
    let mut pattern: UnGraph<Want, ()> = UnGraph::default();
    for &want in nodes {
        pattern.add_node(want);
    }
    for &(a, b) in edges {
        pattern.add_edge(NodeIndex::new(a as usize), NodeIndex::new(b as usize), ());
    }
    let mut fits = |want: &Want, node: &(Kind, Mark)| want(node.0, node.1);
    let mut always = |(): &(), (): &()| true;
    let (pattern, host) = (&pattern, &host);
    let all: Vec<Vec<usize>> = subgraph_isomorphisms_iter(&pattern, host, &mut fits, &mut always)?.collect();
    stream.pick(&all).map(|m| m.iter().map(|&n| NodeIndex::new(n)).collect())
}

fn add(host: &mut Host, at: NodeIndex, kind: Kind, mark: Mark) {
    let new = host.add_node((kind, mark));
    host.add_edge(at, new, ());
}

/// One level; `None` if a rule found no match.
fn make(scale: usize, stream: &mut Stream) -> Option<Host> {
    let mut host = Host::default();
    let initial = host.add_node((Kind::Initial, Mark::None));
    add(&mut host, initial, Kind::Room, Mark::Empty);
    for _ in 0..50 * scale - 3 {
        let at = find(&host, &[PLAIN_ROOM], &[], stream)?[0];
        add(&mut host, at, Kind::Room, Mark::Empty);
    }
    let at = find(&host, &[PLAIN_ROOM], &[], stream)?[0];
    add(&mut host, at, Kind::Exit, Mark::None);
    for _ in 0..10 * scale {
        let m = find(&host, &[ANY_ROOM, ANY_ROOM], &[(0, 1)], stream)?;
        let edge = host.find_edge(m[0], m[1])?;
        host.remove_edge(edge);
        let corridor = host.add_node((Kind::Corridor, Mark::None));
        host.add_edge(m[0], corridor, ());
        host.add_edge(corridor, m[1], ());
    }
    for _ in 0..25 * scale {
        let at = find(&host, &[CORRIDOR], &[], stream)?[0];
        add(&mut host, at, Kind::Cell, Mark::None);
    }
    for _ in 0..5 * scale {
        loop {
            let star = [(0, 1), (0, 2), (0, 3)];
            if let Some(m) = find(&host, &[EMPTY, CORRIDOR, CORRIDOR, CORRIDOR], &star, stream) {
                host[m[0]].1 = Mark::Boss;
                break;
            }
            let m = find(&host, &[EMPTY, CORRIDOR], &[(0, 1)], stream)?;
            let other = find(&host, &[CORRIDOR], &[], stream)?[0];
            if host.find_edge(m[0], other).is_none() {
                host.add_edge(m[0], other, ());
            }
        }
    }
    let (mut enemies, mut chests) = (20 * scale, 15 * scale);
    while enemies + chests > 0 {
        let chest_first = stream.index(enemies + chests) >= enemies;
        let chest = |host: &Host, stream: &mut Stream| {
            find(host, &[EMPTY, ANY_ROOM, ENEMY], &[(0, 1), (1, 2)], stream)
        };
        let found = if chest_first { chest(&host, stream) } else { None };
        if let Some(m) = found {
            host[m[0]].1 = Mark::Chest;
            chests -= 1;
        } else if enemies > 0 {
            let m = find(&host, &[EMPTY], &[], stream)?;
            host[m[0]].1 = Mark::Enemy;
            enemies -= 1;
        } else {
            return None;
        }
    }
    Some(host)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Prints the table.
pub(crate) fn compare() {
    let grammar = Grammar::shipped("carcere-exire").expect("it ships");
    println!("Carcere Exire, one thread, median of the seeds; graph only.\n");
    println!(
        "{:>6} {:>6} {:>14} {:>10} {:>14} {:>10} {:>8}",
        "rooms", "seeds", "petgraph", "complete", "mapkiln", "complete", "ratio"
    );
    for (preset, scale, seeds) in [("rooms50", 1, 100u64), ("rooms100", 2, 30)] {
        let values = grammar.values(Some(preset), []).expect("a preset");
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        let (mut their_complete, mut our_complete) = (0, 0);
        for seed in 0..seeds {
            let seed = Seed::from(seed);
            let start = Instant::now();
            their_complete += u64::from(make(scale, &mut seed.stream("peer", 0)).is_some());
            theirs.push(start.elapsed());
            let start = Instant::now();
            our_complete += u64::from(grammar.make_fast(&values, &seed).is_ok());
            ours.push(start.elapsed());
        }
        let (theirs, ours) = (median(&mut theirs), median(&mut ours));
        println!(
            "{:>6} {seeds:>6} {theirs:>14.3?} {:>10} {ours:>14.3?} {:>10} {:>8.0}",
            50 * scale,
            format!("{their_complete}/{seeds}"),
            format!("{our_complete}/{seeds}"),
            theirs.as_secs_f64() / ours.as_secs_f64()
        );
    }
}
