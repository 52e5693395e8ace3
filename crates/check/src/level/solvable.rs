//! The exit can be reached with the keys that are found on the way, without a secret.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::graph;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Proof};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(level) = graph(case) else { return };
    let language = look.language;
    let tagged = |word: &str| level.nodes.iter().filter(|n| n.is(word)).map(|n| n.id).collect::<Vec<u32>>();
    let (starts, exits) = (tagged("start"), tagged("exit"));
    let (Some(&start), false) = (starts.first(), exits.is_empty()) else {
        look.skip(say!(language, "the graph has no start or no exit", "o grafo não tem início ou saída"));
        return;
    };
    let key_of = |node: u32| level.nodes[node as usize].values.get("key").copied().filter(|k| *k != 0);
    let mut from: Vec<Vec<(u32, Option<i32>)>> = vec![Vec::new(); level.nodes.len()];
    for (number, &[a, b]) in level.edges.iter().enumerate() {
        let detail = level.detail(number);
        let has = |word: &str| detail.is_some_and(|d| d.means.iter().any(|w| w == word));
        if has("secret") {
            continue;
        }
        let lock = detail.and_then(|d| d.values.get("lock").copied()).filter(|l| *l != 0);
        from[a as usize].push((b, lock));
        if !detail.is_some_and(|d| d.one_way) {
            from[b as usize].push((a, lock));
        }
    }
    let mut keys = BTreeSet::new();
    let mut seen = BTreeSet::from([start]);
    let mut waiting: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    let mut steps = Vec::new();
    while let Some(node) = queue.pop_front() {
        look.saw(1);
        if let Some(key) = key_of(node)
            && keys.insert(key)
        {
            steps.push(say!(language, "node {node}: take key {key}", "nó {node}: pegue a chave {key}"));
            queue.extend(waiting.remove(&key).into_iter().flatten().filter(|n| seen.insert(*n)));
        }
        for &(next, lock) in &from[node as usize] {
            match lock {
                Some(lock) if !keys.contains(&lock) => waiting.entry(lock).or_default().push(next),
                _ => queue.extend(seen.insert(next).then_some(next)),
            }
        }
    }
    for exit in exits {
        if !seen.contains(&exit) {
            let place = Place { node: Some(exit), ..Place::default() };
            let locks: Vec<String> = waiting.keys().map(i32::to_string).collect();
            let locks = if locks.is_empty() { "-".to_owned() } else { locks.join(", ") };
            look.error(
                place,
                say!(
                    language,
                    "the exit, node {exit}, cannot be reached; locks in the way: {locks}",
                    "a saída, o nó {exit}, não pode ser alcançada; fechaduras no caminho: {locks}"
                ),
            );
        }
    }
    for (lock, behind) in &waiting {
        let place = Place { node: behind.first().copied(), ..Place::default() };
        look.error(
            place,
            say!(
                language,
                "nobody finds the key of lock {lock} before the lock",
                "ninguém acha a chave da fechadura {lock} antes da fechadura"
            ),
        );
    }
    if !look.fails() && !steps.is_empty() {
        look.prove(Proof { certified: false, steps });
    }
}
