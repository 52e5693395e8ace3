//! Any text as a map, and everything that can be done with what was read: checked, drawn, exported,
//! played a few turns.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln::formats::{Format, Look, Writer};
use mapkiln::grammar::{check_layout, lay_out};
use mapkiln::maps::Audience;
use mapkiln::play::{Action, Game, GameRules};
use mapkiln::{AnyMap, Direction};

/// Larger maps take too long to draw in every format.
const MOST_CELLS: i64 = 4_000;

fn is_small(map: &AnyMap) -> bool {
    match map {
        AnyMap::Plan(plan) => {
            plan.levels.iter().map(|l| i64::from(l.width) * i64::from(l.height)).sum::<i64>() <= MOST_CELLS
        }
        AnyMap::World(world) => i64::from(world.width()) * i64::from(world.height()) <= MOST_CELLS,
        AnyMap::Floor(floor) => floor.ground.bounds().area() <= MOST_CELLS,
        AnyMap::Board(board) => board.rows.iter().map(Vec::len).sum::<usize>() <= 200,
        AnyMap::LevelGraph(graph) => graph.nodes.len() + graph.edges.len() <= 100,
        _ => false,
    }
}

fuzz_target!(|text: &str| {
    let Ok(reading) = mapkiln::read_map(text) else { return };
    let map = &reading.stored.map;
    if !is_small(map) {
        return;
    }
    let _ = check(&Subject::new(DocumentRef::from(map)), &CheckOptions::default());
    // A quarter of the formats each time: all of them take longer than any change is worth.
    let turn = text.bytes().fold(0, |sum: usize, byte| sum.wrapping_add(usize::from(byte)));
    for (number, audience) in [Audience::GameMaster, Audience::Players].into_iter().enumerate() {
        let look = Look { audience, pixels: Some(4), ..Look::default() };
        let formats = Format::of(map.kind()).skip((turn + number) % 4).step_by(4);
        for format in formats {
            let ending = format.endings.first().copied().unwrap_or_default();
            let _ = Writer::new(map, None, &look).write(format, "map", ending);
        }
    }
    let floor = match map {
        AnyMap::Plan(plan) => plan.floor(0),
        AnyMap::Floor(floor) => Some(floor.clone()),
        AnyMap::World(world) => Some(world.floor()),
        AnyMap::LevelGraph(graph) if check_layout(graph).is_ok() => lay_out(graph, "fuzz").floor(0),
        _ => None,
    };
    let Some(Ok(mut game)) = floor.map(|floor| Game::new(floor, "fuzz", GameRules::default())) else {
        return;
    };
    for way in Direction::ALL {
        game.act(Action::Step(way));
        game.act(Action::Search);
    }
});
