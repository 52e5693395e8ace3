//! The rules, one by one and all together.

use mapkiln_core::{Direction, Point, Rect, Seed};
use mapkiln_maps::document::Document;
use mapkiln_maps::floor::{Floor, FloorDoor, FloorThing, FloorThingKind, Ground};
use mapkiln_maps::plan::{DoorKind, Trap};
use mapkiln_play::{
    Action, AutoPlayer, CampaignPlace, ChunkSource, Error, Explorer, Game, GameRules, Mood, Status, Tape,
    TurnEvent,
};

/// A floor from a drawing: `#` wall, `@` begin, `>` exit, `e` enemy, `B` boss, `$` chest, `k` key 0,
/// `^` trap, `+` door, `L` door locked with key 0, `S` secret door, `P` portcullis, `b` barred (from the west).
fn draw(text: &str) -> Floor {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let mut floor = Floor::new(lines[0].len() as i32, lines.len() as i32, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    for (y, line) in lines.iter().enumerate() {
        for (x, c) in line.chars().enumerate() {
            let at = Point::new(x as i32, y as i32);
            let kind = match c {
                'e' => Some(FloorThingKind::Enemy),
                'B' => Some(FloorThingKind::Boss),
                '$' => Some(FloorThingKind::Chest),
                'k' => Some(FloorThingKind::Key(0)),
                '^' => Some(FloorThingKind::Trap),
                '>' => Some(FloorThingKind::Exit),
                _ => None,
            };
            floor.things.extend(kind.map(|kind| FloorThing { at, kind, name: String::new(), room: None }));
            let door = match c {
                '+' => Some(DoorKind::Door),
                'L' => Some(DoorKind::Locked { key: Some(0) }),
                'S' => Some(DoorKind::Secret),
                'P' => Some(DoorKind::Portcullis),
                'b' => Some(DoorKind::Barred),
                _ => None,
            };
            let door = door.map(|kind| FloorDoor { at, facing: Direction::East, on_edge: false, kind });
            floor.doors.extend(door);
            match c {
                '#' => floor.ground[at] = 1,
                '@' => floor.entrances.push(at),
                _ => {}
            }
        }
    }
    floor
}

fn game(text: &str) -> Game {
    Game::new(draw(text), "test", GameRules::default()).expect("a good floor")
}

fn act(game: &mut Game, moves: &str) -> Vec<TurnEvent> {
    moves.chars().flat_map(|c| game.act(Action::from_letter(c).expect("a move"))).collect()
}

#[test]
fn doors_keys_chests_and_the_way_out() {
    let mut g = game("##########\n#@k$+.L.>#\n##########");
    assert!(!g.seen().contains(Point::new(5, 1)), "the door hides what is behind it");
    assert_eq!(act(&mut g, "ee"), [TurnEvent::KeyTaken(0, String::new()), TurnEvent::ChestOpened]);
    assert_eq!(act(&mut g, "e"), [TurnEvent::DoorOpened(Point::new(4, 1))]);
    assert!(g.seen().contains(Point::new(5, 1)));
    assert_eq!(act(&mut g, "eee"), [TurnEvent::DoorUnlocked(Point::new(6, 1))]);
    assert_eq!(act(&mut g, "eee"), [TurnEvent::Won]);
    assert_eq!((g.status(), g.score(), g.turn()), (Status::Won, 1, 9));
    assert_eq!(g.act(Action::Wait), [], "nothing happens after the end");
    assert_eq!(g.turn(), 9);
}

#[test]
fn a_locked_door_wants_its_key_and_others_give_way() {
    let mut locked = game("#######\n#@L.k>#\n#######");
    assert_eq!(act(&mut locked, "e"), [TurnEvent::DoorLocked(Point::new(2, 1))]);
    let mut lost_key = game("#######\n#@L..>#\n#######");
    let said = act(&mut lost_key, "eeeeee");
    assert_eq!(said.last(), Some(&TurnEvent::DoorBroken(Point::new(2, 1))), "no such key exists: blows help");
    let mut gate = game("#######\n#@P..>#\n#######");
    assert!(gate.seen().contains(Point::new(4, 1)), "one looks through a portcullis");
    assert!(act(&mut gate, "e").contains(&TurnEvent::DoorBattered(Point::new(2, 1), 5)));
    let mut barred = game("#######\n#@b..>#\n#######");
    assert_eq!(act(&mut barred, "e"), [TurnEvent::DoorOpened(Point::new(2, 1))], "from the side of the bar");
    let mut outside = game("#######\n#>.b@.#\n#######");
    assert!(matches!(act(&mut outside, "w")[0], TurnEvent::DoorBattered(_, 5)));
    let mut secret = game("#######\n#@S..>#\n#######");
    assert_eq!(act(&mut secret, "e"), [TurnEvent::Blocked]);
    assert_eq!(act(&mut secret, "x"), [TurnEvent::SecretFound(1)]);
    assert_eq!(act(&mut secret, "xe"), [TurnEvent::NothingFound, TurnEvent::DoorOpened(Point::new(2, 1))]);
}

#[test]
fn doors_on_sides_of_cells_keep_steps_out() {
    let mut floor = draw("#####\n#@.>#\n#####");
    let at = Point::new(1, 1);
    floor.doors.push(FloorDoor { at, facing: Direction::East, on_edge: true, kind: DoorKind::Door });
    let mut g = Game::new(floor, "edge", GameRules::default()).unwrap();
    assert_eq!(act(&mut g, "e"), [TurnEvent::DoorOpened(at)]);
    assert_eq!(act(&mut g, "ee"), [TurnEvent::Won]);
}

#[test]
fn traps_bite_once_and_rest_mends() {
    let mut g = game("#######\n#@^..>#\n#######");
    act(&mut g, "e");
    assert_eq!(g.player().health, 27);
    act(&mut g, "we");
    assert_eq!(g.player().health, 27);
    act(&mut g, "............");
    assert_eq!(g.player().health, 30);
    let mut floor = draw("#####\n#@+>#\n#####");
    let trap = Trap { name: "Needle".into(), dc: 10, ..Trap::default() };
    floor.doors[0].kind = DoorKind::Trapped { trap };
    let mut g = Game::new(floor, "trap", GameRules::default()).unwrap();
    let said = act(&mut g, "e");
    assert!(said.iter().any(|e| e.to_string() == "Needle takes 3."), "{said:?}");
}

#[test]
fn enemies_hunt_by_sight() {
    let mut g = game("##############\n#@.....e.....#\n#............#\n##############");
    let said = act(&mut g, ".");
    assert!(said.contains(&TurnEvent::Noticed(String::new())), "{said:?}");
    assert_eq!(g.foes()[0].at.manhattan(g.player().at), 5, "it comes nearer");
    act(&mut g, "....");
    assert!(g.player().health == 30);
    act(&mut g, ".");
    assert_eq!(g.player().health, 29, "and strikes");
    assert_eq!(act(&mut g, "e")[0], TurnEvent::EnemyHit(String::new(), 1));
    assert_eq!(act(&mut g, "e")[0], TurnEvent::EnemyBeaten(String::new()));
    assert_eq!(g.score(), 1);
    // Out of its sight nothing happens.
    let mut far = game("####################\n#@...............e.#\n####################");
    act(&mut far, ".");
    assert_eq!(far.foes()[0].mood, Mood::Idle);
}

#[test]
fn enemies_hunt_by_sound_around_corners_but_doors_muffle() {
    // The portcullis is battered; the enemy is ten steps away around a corner.
    let open = "############\n#@P......>.#\n#.########.#\n#.########.#\n#........e.#\n############";
    let mut g = game(open);
    act(&mut g, ".");
    assert_eq!(g.foes()[0].mood, Mood::Idle);
    act(&mut g, "e");
    assert!(matches!(g.foes()[0].mood, Mood::Hunting(_)), "it heard the blow");
    let mut behind = game(&open.replace("#........e.#", "#.+......e.#"));
    let before = behind.foes()[0].mood;
    act(&mut behind, "e");
    assert_eq!(behind.foes()[0].mood, before, "a shut door swallows the sound");
}

#[test]
fn the_boss_is_one_being_in_many_rooms() {
    let text = "###############\n#@B...#...#..>#\n#.....#.B.#...#\n#####.#.#######\n#.............#\n###############";
    let mut g = game(text);
    assert_eq!(g.boss().map(|b| (b.health, b.bodies)), Some((10, 2)));
    act(&mut g, ".");
    assert!(g.foes().iter().all(|f| f.mood != Mood::Idle), "what one body sees all know");
    let said: Vec<TurnEvent> = act(&mut g, "eeeee");
    assert!(said.iter().any(|e| matches!(e, TurnEvent::BossHit(_, 6))), "{said:?}");
    assert!(said.contains(&TurnEvent::BossBeaten(String::new(), 2)), "{said:?}");
    assert!(g.boss().is_none() && g.foes().iter().all(|f| !f.alive), "all bodies fall at once");
    assert_eq!(g.score(), 1, "and it counts as one");
}

#[test]
fn one_can_fall() {
    let rules = GameRules { health: 2, ..GameRules::default() };
    let mut g = Game::new(draw("#####\n#@e>#\n#####"), "fall", rules).unwrap();
    act(&mut g, "...");
    assert_eq!(g.status(), Status::Lost);
    assert_eq!(g.player().health, 0);
}

/// A level of rooms in a row-and-column pattern, joined at random, with all that a game can hold.
fn rooms(seed: u64) -> Floor {
    let mut rng = Seed::from(seed).stream("rooms", 0);
    let (columns, rows) = (rng.between(2, 4), rng.between(2, 4));
    let mut floor = Floor::new(columns * 9 + 1, rows * 7 + 1, Ground::solid("rock"));
    floor.palette.push(Ground::open("room"));
    let room = |i: i32| Rect::new(i % columns * 9 + 2, i / columns * 7 + 2, 6, 4);
    for i in 0..columns * rows {
        floor.ground.fill_rect(room(i), 1);
        // A tree of rooms, each joined to one before it: left or above.
        if i > 0 {
            let left = i % columns > 0 && (i < columns || rng.percent(50));
            let mut cells = Vec::new();
            if left {
                let y = room(i).y + rng.between(0, 3);
                cells.extend((room(i).x - 3..room(i).x).map(|x| Point::new(x, y)));
            } else {
                let x = room(i).x + rng.between(0, 5);
                cells.extend((room(i).y - 3..room(i).y).map(|y| Point::new(x, y)));
            }
            for &p in &cells {
                floor.ground[p] = 1;
            }
            let kind = match rng.below(10) {
                0 => DoorKind::Secret,
                1 => DoorKind::Portcullis,
                2 => DoorKind::Barred,
                3 => DoorKind::Locked { key: None },
                4 => DoorKind::Locked { key: Some(i as u32) },
                5 | 6 => DoorKind::Arch,
                _ => DoorKind::Door,
            };
            let facing = if left { Direction::East } else { Direction::South };
            if let DoorKind::Locked { key: Some(key) } = kind {
                // In a room before this one, which one can be in without passing here.
                let before = room(rng.between(0, i - 1));
                let at = Point::new(before.x + 1, before.y + 1);
                floor.things.push(FloorThing {
                    at,
                    kind: FloorThingKind::Key(key),
                    name: String::new(),
                    room: None,
                });
            }
            floor.doors.push(FloorDoor { at: cells[1], facing, on_edge: false, kind });
            let kinds = [
                FloorThingKind::Enemy,
                FloorThingKind::Chest,
                FloorThingKind::Trap,
                FloorThingKind::Boss,
                FloorThingKind::Enemy,
            ];
            for (k, &kind) in kinds.iter().enumerate() {
                if rng.percent(if kind == FloorThingKind::Boss { 15 } else { 45 }) {
                    let at = Point::new(room(i).x + k as i32, room(i).y + 2);
                    floor.things.push(FloorThing { at, kind, name: String::new(), room: None });
                }
            }
        }
    }
    floor.entrances.push(Point::new(4, 3));
    let last = room(columns * rows - 1);
    let exit = Point::new(last.x + 5, last.y + 3);
    floor.things.push(FloorThing { at: exit, kind: FloorThingKind::Exit, name: String::new(), room: None });
    floor
}

#[test]
fn the_solver_wins_on_rooms_and_replays_end_alike() {
    for seed in 0..200 {
        let floor = rooms(seed);
        assert_eq!(floor.check(), Ok(()));
        let mut game = Game::new(floor, seed, GameRules::default()).unwrap();
        let status = AutoPlayer::new().play(&mut game, 20_000);
        assert_eq!(
            status,
            Status::Won,
            "seed {seed} after {} turns, health {}",
            game.turn(),
            game.player().health
        );
        if seed % 10 == 0 {
            let tape = Tape::of(&game).to_json();
            let again = Tape::from_json(&tape).unwrap().play().unwrap();
            assert_eq!(again.fingerprint(), game.fingerprint());
            assert_eq!((again.score(), again.turn()), (game.score(), game.turn()));
        }
    }
}

#[test]
fn games_are_the_same_on_every_machine() {
    let end = |seed: u64| {
        let mut game = Game::new(rooms(seed), seed, GameRules::default()).unwrap();
        AutoPlayer::new().play(&mut game, 20_000);
        game.fingerprint()
    };
    assert_eq!([end(1), end(2), end(3)], GOLDEN, "a changed game breaks every stored one");
}
const GOLDEN: [&str; 3] = [
    "7028aebcf1f9b11a763357d9c82ff39a",
    "f5ce2bdd1f28b5ef3d5f8529894cd293",
    "1d8fb114dc1247a4e572691686ce75e8",
];

#[test]
fn nobody_ever_stands_in_a_wall_or_in_another() {
    for seed in 0..30 {
        let mut game =
            Game::new(rooms(seed), seed, GameRules { health: 10_000, ..GameRules::default() }).unwrap();
        let mut solver = AutoPlayer::new();
        while game.status() == Status::Playing && game.turn() < 1500 {
            let action = solver.next(&game);
            game.act(action);
            let mut places: Vec<Point> = game.foes().iter().filter(|f| f.alive).map(|f| f.at).collect();
            places.push(game.player().at);
            assert!(places.iter().all(|&p| game.walkable(p)));
            let count = places.len();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), count, "seed {seed}, turn {}", game.turn());
            assert!(game.seen().minus(game.known()).is_empty(), "what is seen is remembered");
        }
    }
}

#[test]
fn damaged_tapes_are_refused_with_the_reason() {
    let mut g = game("##########\n#@k$+.L.>#\n##########");
    act(&mut g, "eeee");
    let good = Tape::of(&g).to_json();
    assert!(Tape::from_json(&good).unwrap().play().is_ok());
    let play = |json: &str| Tape::from_json(json).and_then(|t| t.play()).unwrap_err().to_string();
    assert!(play(&good.replace("eeee", "eeex")).contains("changed after it was stored"));
    assert!(play(&good.replace("eeee", "eeqe")).contains("move 3 is 'q'"));
    assert!(play(&good[..good.len() / 2]).contains("not a Mapkiln document"));
    assert!(play(&good.replace("\"game\"", "\"plan\"")).contains("holds a plan"));
    assert!(play(&good.replace("\"version\":2", "\"version\":9")).contains("newer"));
    assert!(play(&good.replace("\"version\":2", "\"version\":1")).contains("stored as version 1"));
    assert!(play(&good.replace("\"health\":30", "\"health\":0")).contains("health must be between 1"));
    assert!(play(&good.replace("\"health\":30", "\"health\":31")).contains("changed after"));
    // What the moves never meet is noticed too.
    let mut sitting = Tape::of(&g);
    sitting.campaign = Some(CampaignPlace { seed: "c".into(), level: 2, score: 7 });
    let stored = sitting.sealed().to_json();
    assert!(Tape::from_json(&stored).unwrap().play().is_ok());
    assert!(play(&stored.replace("\"score\":7", "\"score\":9999")).contains("its campaign"));
    assert!(play(&stored.replace("\"kind\":\"exit\"", "\"kind\":\"chest\"")).contains("changed after"));
    act(&mut g, "eeeeeee");
    assert_eq!(g.status(), Status::Won);
    let mut longer = Tape::of(&g);
    longer.moves.push('n');
    assert!(matches!(longer.play(), Err(Error::MovesAfterEnd { end: 9, moves: 10 })));
}

#[test]
fn odd_floors_are_defined() {
    let solid = Floor::new(3, 3, Ground::solid("rock"));
    assert!(matches!(Game::new(solid, "x", GameRules::default()), Err(Error::NowhereToStand)));
    let mut one = Game::new(Floor::new(1, 1, Ground::open("room")), "x", GameRules::default()).unwrap();
    assert_eq!(one.status(), Status::Playing);
    act(&mut one, "nesw.x");
    assert!(matches!(
        Game::new(Floor::new(0, 0, Ground::open("room")), "x", GameRules::default()),
        Err(Error::NowhereToStand)
    ));
    // Without an entrance one begins in the larger part, and without an exit it is the furthest cell.
    let g = game("########\n#.#....#\n########");
    assert!(g.player().at.x >= 3);
    assert!(g.things().iter().any(|t| t.kind == FloorThingKind::Exit));
    let mut broken = draw("###\n#@#\n###");
    broken.palette.pop();
    assert!(matches!(Game::new(broken, "x", GameRules::default()), Err(Error::Floor(_))));
}

struct Checks;

impl ChunkSource for Checks {
    fn chunk_side(&self) -> i32 {
        16
    }

    fn chunk(&mut self, column: i32, row: i32) -> Floor {
        let mut floor = Floor::new(16, 16, Ground::open("grass"));
        floor.palette.push(Ground::solid("rock"));
        for p in Rect::new(0, 0, 16, 16).cells() {
            let (x, y) = (column * 16 + p.x, row * 16 + p.y);
            if x.rem_euclid(5) == 3 && y.rem_euclid(7) == 2 {
                floor.ground[p] = 1;
            }
        }
        floor
    }
}

#[test]
fn explorers_see_the_same_world_whichever_way_they_come() {
    let mut a = Explorer::new(Checks, 2, 9).unwrap();
    let (start, first) = (a.at(), a.floor());
    let mut rng = Seed::from("walk").stream("steps", 0);
    for _ in 0..3000 {
        let way = Direction::ALL[rng.index(4)];
        let before = a.at();
        let moved = a.step(way);
        assert_eq!(moved, a.at() != before);
        assert!(a.walkable(a.at()) && a.seen().contains(a.at()) && a.knows(a.at()));
        // All that can be seen is at hand before it is needed.
        assert!(a.seen().iter().all(|p| a.ground(p).is_some()));
        let at = a.at();
        assert_eq!(
            !a.walkable(at.step(way)),
            (at.step(way).x.rem_euclid(5), at.step(way).y.rem_euclid(7)) == (3, 2)
        );
    }
    let b = Explorer::new(Checks, 2, 9).unwrap();
    assert_eq!((b.at(), b.floor()), (start, first));
    assert!(matches!(Explorer::new(Checks, 0, 9), Err(Error::Rule { .. })));
}
