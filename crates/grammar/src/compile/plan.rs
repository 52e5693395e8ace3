//! Search plans: in which order the nodes of a left side are looked for.
//!
//! The root is the node that the fewest kinds and marks can stand for; every other node is reached
//! over a link from one that is bound already, so a candidate costs its neighbourhood and never the
//! whole graph. Links between bound nodes, guards and forbidden patterns are checked as soon as all
//! their nodes are bound. (After GrGen's search plans: Geiß et al., "GrGen: A Fast SPO-Based Graph
//! Rewriting Tool", 2006.) Planning takes time quadratic in the size of the left side.

use super::expr::Expr;
use super::model::{Forbidden, Link, LinkKind, Pattern, PatternNode, PlanStep};

/// A node that no link leads to from the first one, if there is one.
pub(super) fn unreachable_node(count: usize, links: &[Link]) -> Option<usize> {
    let distance = distances(0, count, links);
    (0..count).find(|&n| distance[n].is_none())
}

fn distances(root: usize, count: usize, links: &[Link]) -> Vec<Option<u32>> {
    let mut distance = vec![None; count];
    distance[root] = Some(0);
    for round in 0..count as u32 {
        for link in links {
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                if distance[from] == Some(round) && distance[to].is_none() {
                    distance[to] = Some(round + 1);
                }
            }
        }
    }
    distance
}

/// The steps that bind all nodes from `known` on, or nothing if one cannot be reached.
pub(super) fn extend(known: usize, nodes: &[PatternNode], links: &[Link]) -> Option<Vec<PlanStep>> {
    let mut bound: Vec<bool> = (0..nodes.len()).map(|n| n < known).collect();
    let mut steps = Vec::new();
    let touches = |l: &Link| l.a < known || l.b < known;
    if !links.iter().any(touches) {
        return None;
    }
    bind_all(&mut bound, nodes, links, &mut steps, |_, _, _| {});
    bound.iter().all(|b| *b).then_some(steps)
}

/// Adds steps until no further node can be bound; `then` is called after each new node.
fn bind_all(
    bound: &mut [bool],
    nodes: &[PatternNode],
    links: &[Link],
    steps: &mut Vec<PlanStep>,
    mut then: impl FnMut(&[bool], &[bool], &mut Vec<PlanStep>),
) {
    let mut done = vec![false; links.len()];
    loop {
        for (i, link) in links.iter().enumerate() {
            if !done[i] && bound[link.a] && bound[link.b] {
                done[i] = true;
                steps.push(if is_named(link) {
                    PlanStep::Edge { link: i }
                } else {
                    PlanStep::Check { link: i }
                });
            }
        }
        then(bound, &done, steps);
        // The most selective node first; edges before walks along faces.
        let next = links
            .iter()
            .enumerate()
            .filter(|(_, l)| bound[l.a] != bound[l.b])
            .map(|(i, l)| {
                let (from, to) = if bound[l.a] { (l.a, l.b) } else { (l.b, l.a) };
                (!is_edge(l), generality(&nodes[to]), i, from, to)
            })
            .min();
        let Some((_, _, link, from, to)) = next else { return };
        bound[to] = true;
        steps.push(PlanStep::Extend { link, from, to });
        // The node is bound; which of several edges is meant comes next.
        done[link] = !is_named(&links[link]);
    }
}

/// The number of kinds and marks that a node can stand for: the fewer, the better it is as root.
fn generality(node: &PatternNode) -> u32 {
    node.filter.kinds.len() * node.filter.marks.len()
}

/// The pattern with the best root.
pub(super) fn plan(
    nodes: Vec<PatternNode>,
    links: Vec<Link>,
    guards: Vec<Expr>,
    nots: Vec<Forbidden>,
) -> Pattern {
    let eccentricity = |root| {
        distances(root, nodes.len(), &links).into_iter().map(|d| d.unwrap_or(u32::MAX)).max().unwrap_or(0)
    };
    let root = (0..nodes.len()).min_by_key(|&n| (generality(&nodes[n]), eccentricity(n), n)).unwrap_or(0);
    plan_from(root, nodes, links, guards, nots)
}

/// The pattern with a given root.
pub(super) fn plan_from(
    root: usize,
    nodes: Vec<PatternNode>,
    links: Vec<Link>,
    guards: Vec<Expr>,
    nots: Vec<Forbidden>,
) -> Pattern {
    let mut steps = Vec::new();
    let mut bound = vec![false; nodes.len()];
    if let Some(first) = bound.get_mut(root) {
        *first = true;
    }
    let mut guarded = vec![false; guards.len()];
    let mut refused = vec![false; nots.len()];
    let edges: Vec<usize> = named(&links);
    bind_all(&mut bound, &nodes, &links, &mut steps, |bound, done, steps| {
        for (i, guard) in guards.iter().enumerate() {
            let known =
                guard.nodes().iter().all(|n| bound[*n]) && guard.edges().iter().all(|e| done[edges[*e]]);
            if !guarded[i] && known {
                guarded[i] = true;
                steps.push(PlanStep::Guard { guard: i });
            }
        }
        for (i, not) in nots.iter().enumerate() {
            // Its own nodes must differ from all of the left side, so it waits for the last of them.
            let ready = if not.nodes.is_empty() {
                not.links.iter().all(|l| bound[l.a] && bound[l.b])
            } else {
                bound.iter().all(|b| *b)
            };
            if !refused[i] && ready {
                refused[i] = true;
                steps.push(PlanStep::Absent { not: i });
            }
        }
    });
    let reach =
        |links: &[Link], count| distances(root, count, links).into_iter().flatten().max().unwrap_or(0);
    let mut radius = reach(&links, nodes.len());
    let mut global = !links.iter().all(is_edge);
    for not in &nots {
        let both: Vec<Link> = links.iter().chain(&not.links).cloned().collect();
        radius = radius.max(reach(&both, nodes.len() + not.nodes.len()));
        global |= !not.links.iter().all(is_edge);
    }
    for guard in &guards {
        global |= guard.is_global();
    }
    for link in &links {
        if let LinkKind::Edge { guards, .. } = &link.kind {
            global |= guards.iter().any(|(_, _, value)| value.is_global());
        }
    }
    let mut all_links = links.iter().chain(nots.iter().flat_map(|not| &not.links));
    let follows_ways = all_links.any(|link| matches!(link.kind, LinkKind::Way { .. }))
        || guards.iter().any(Expr::follows_ways);
    Pattern { nodes, links, guards, edges, nots, root, steps, radius, global, follows_ways }
}

fn is_edge(link: &Link) -> bool {
    matches!(link.kind, LinkKind::Edge { .. })
}

fn is_named(link: &Link) -> bool {
    matches!(link.kind, LinkKind::Edge { named: Some(_), .. })
}

/// The links of the numbered edges, in their order.
fn named(links: &[Link]) -> Vec<usize> {
    let number = |link: &Link| match link.kind {
        LinkKind::Edge { named, .. } => named,
        _ => None,
    };
    let mut found: Vec<(usize, usize)> =
        links.iter().enumerate().filter_map(|(i, l)| number(l).map(|n| (n, i))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, link)| link).collect()
}
