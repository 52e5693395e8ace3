//! The figures of the play crate: `cargo bench -p mapkiln-play`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use mapkiln_core::{Point, Rect, Seed};
use mapkiln_maps::floor::{Floor, FloorThing, FloorThingKind, Ground};
use mapkiln_play::{Action, AutoPlayer, Game, GameRules};

/// 200 x 200 cells, a fifth of them wall, 50 enemies around the player.
fn crowd() -> Game {
    let mut rng = Seed::from("bench").stream("crowd", 0);
    let mut floor = Floor::new(200, 200, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    for p in Rect::new(0, 0, 200, 200).cells() {
        floor.ground[p] = u16::from(rng.percent(20));
    }
    let begin = Point::new(100, 100);
    floor.ground[begin] = 0;
    floor.entrances.push(begin);
    while floor.things.len() < 50 {
        let at = Point::new(rng.between(80, 120), rng.between(80, 120));
        let taken = floor.things.iter().any(|t| t.at == at) || at == begin || floor.blocks_step(at);
        if !taken {
            floor.things.push(FloorThing {
                at,
                kind: FloorThingKind::Enemy,
                name: String::new(),
                room: None,
            });
        }
    }
    Game::new(floor, "bench", GameRules { health: 10_000, loud: 100, ..GameRules::default() })
        .expect("a good floor")
}

fn turns(c: &mut Criterion) {
    let mut game = crowd();
    // A while in, with the whole crowd on the hunt.
    let mut solver = AutoPlayer::new();
    for _ in 0..5 {
        let action = solver.next(&game);
        game.act(action);
    }
    c.bench_function("turn with 50 enemies on 200x200", |b| {
        b.iter_batched_ref(|| game.clone(), |g| g.act(Action::Wait), BatchSize::LargeInput);
    });
}

criterion_group!(benches, turns);
criterion_main!(benches);
