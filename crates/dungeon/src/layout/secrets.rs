//! Where secret ways are.

use std::collections::BTreeMap;

use mapkiln_core::{Point, StableSort};

use super::doorways::another_door;
use super::draft::{Draft, How, Mouth, Place, SpaceId};
use super::figures::{GraphFigures, beside, exits};
use super::metrics::steps;
use super::targets::Drawn;
use super::themed::Body;

/// A layout with room for the `wanted` secret ways: where none is left between its rooms, doors that
/// nobody needs are given up. `None` if it has room already, or gets none by that.
pub(crate) fn with_secrets(body: &Body, wanted: usize, drawn: &Drawn) -> Option<Body> {
    let mut body = body.clone();
    let mut given_up = false;
    while secret_ways(&body, wanted).len() < wanted {
        let Some(less) = without_a_door(&body, wanted, drawn) else { break };
        body = less;
        given_up = true;
    }
    given_up.then_some(body)
}

/// The layout without one of its doors, if that makes room for one more secret way: without that which
/// takes it least from its targets.
fn without_a_door(body: &Body, wanted: usize, drawn: &Drawn) -> Option<Body> {
    let draft = &body.draft;
    let entrances: Vec<SpaceId> = body.gates.iter().map(|g| g.space).collect();
    let near = |i: usize| [draft.ways[i].a, draft.ways[i].b].iter().any(|s| entrances.contains(s));
    let mut spare: Vec<usize> = (0..draft.ways.len())
        .filter(|&i| body.woven.chosen[i] && !draft.ways[i].must)
        .filter(|&i| matches!(draft.ways[i].how, How::Door(_)) || can_hide(draft, i))
        .collect();
    // Away from the entrance first.
    spare.stable_sort_by_key(|&i| (near(i), i));
    let before = secret_ways(body, wanted).len();
    let without = spare.into_iter().filter_map(|i| {
        let mut less = body.clone();
        less.woven.chosen[i] = false;
        less.placed[i] = None;
        less.woven.figures = GraphFigures::of(draft, &less.woven.chosen, &entrances, body.woven.boss)?;
        (secret_ways(&less, wanted).len() > before).then_some(less)
    });
    without.min_by_key(|less| drawn.graph_cost(&less.woven.figures))
}

/// Ways that could be and are not, for secret doors: those that shorten the longest walks.
pub(super) fn secret_ways(body: &Body, wanted: usize) -> Vec<(usize, Option<Place>)> {
    let draft = &body.draft;
    let beside = beside(draft, &body.woven.chosen);
    let mut placed = body.placed.clone();
    let mut ranked: Vec<(u8, usize)> = (0..draft.ways.len())
        .filter(|&i| !body.woven.chosen[i])
        .map(|i| (steps(&beside, draft.ways[i].a.into())[usize::from(draft.ways[i].b)], i))
        .filter(|(far, _)| *far != u8::MAX)
        .collect();
    // Dead ends stay what they are where another place will do.
    let exits = exits(draft, &body.woven.chosen);
    let ends = |i: usize| {
        let way = &draft.ways[i];
        [way.a, way.b].iter().filter(|s| exits[usize::from(**s)] == 1).count()
    };
    ranked.stable_sort_by_key(|&(far, i)| (ends(i), std::cmp::Reverse(far), i));
    // Nobody finds a way from the entrance straight to the goal.
    let from_gates: Vec<Vec<u8>> = body.gates.iter().map(|g| steps(&beside, g.space.into())).collect();
    let near_gate = |s: SpaceId| from_gates.iter().any(|w| w[usize::from(s)] <= 1);
    let leads_to_goal = |i: usize| {
        let way = &draft.ways[i];
        let goal = body.woven.boss;
        way.a == goal && near_gate(way.b) || way.b == goal && near_gate(way.a)
    };
    ranked.retain(|&(_, i)| !leads_to_goal(i));
    let mut found = Vec::new();
    for (_, i) in ranked {
        if found.len() == wanted {
            break;
        }
        match &draft.ways[i].how {
            How::Door(_) => {
                if let Some(place) = another_door(draft, &body.woven.chosen, &placed, &body.gates, i) {
                    placed[i] = Some(place);
                    found.push((i, Some(place)));
                }
            }
            How::Passage { .. } if can_hide(draft, i) => found.push((i, None)),
            _ => {}
        }
    }
    found
}

/// The shortest way through the cells of a passage, from one end to the other.
pub(super) fn narrowed(cells: &[Point], [from, to]: [Point; 2]) -> Vec<Point> {
    let mut before: BTreeMap<Point, Point> = BTreeMap::from([(from, from)]);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(p) = queue.pop_front() {
        for q in p.beside().into_iter().filter(|q| cells.contains(q)) {
            before.entry(q).or_insert_with(|| {
                queue.push_back(q);
                p
            });
        }
    }
    let mut way = vec![to];
    while let Some(&next) = way.last().and_then(|p| before.get(p)) {
        if way.last() == Some(&next) {
            return way;
        }
        way.push(next);
    }
    cells.to_vec()
}

/// May a passage be hidden behind secret doors? Its first and last cells become the doors: there
/// must be wall beside them.
fn can_hide(draft: &Draft, way: usize) -> bool {
    let How::Passage { cells, ends } = &draft.ways[way].how else { return false };
    let level = usize::from(draft.spaces[usize::from(draft.ways[way].a)].level);
    let canvas = &draft.levels[level];
    let walled = |m: &Mouth| {
        let (p, side) = (m.at.step(m.facing), m.facing.clockwise().vector());
        m.width == 1 && [p + side, p - side].iter().all(|q| !cells.contains(q) && !canvas.is_floor(*q))
    };
    let apart = ends[0].at.step(ends[0].facing).chebyshev(ends[1].at.step(ends[1].facing)) > 1;
    cells.len() > 3 && apart && ends.iter().all(walled)
}
