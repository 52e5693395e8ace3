//! A turn-based game on any [`Floor`](mapkiln_maps::floor::Floor), without input or output.
//!
//! An adventurer looks for the exit. Enemies hunt by sight and by sound; a boss is one being with
//! bodies in many rooms; doors are opened, unlocked or battered. The score is the number of enemies
//! beaten and chests opened.
//!
//! [`Game`] holds the state; [`Game::act`] plays one turn and returns [`TurnEvent`]s. Only idle enemies
//! move at random, by the seed, so a game follows from its floor, seed, rules and moves: a [`Tape`]
//! stores just those, and is both replay and saved game.
//!
//! ```
//! use mapkiln_maps::floor::{Floor, Ground, FloorThing, FloorThingKind};
//! use mapkiln_core::{Direction, Point};
//! use mapkiln_play::{Action, Game, GameRules, Status};
//!
//! let mut floor = Floor::new(3, 1, Ground::open("room"));
//! floor.entrances.push(Point::new(0, 0));
//! let exit = FloorThing { at: Point::new(2, 0), kind: FloorThingKind::Exit, name: String::new(), room: None };
//! floor.things.push(exit);
//! let mut game = Game::new(floor, "any seed", GameRules::default())?;
//! game.act(Action::Step(Direction::East));
//! game.act(Action::Step(Direction::East));
//! assert_eq!(game.status(), Status::Won);
//! # Ok::<(), mapkiln_play::Error>(())
//! ```
//!
//! [`AutoPlayer`] plays fairly, using only what it has seen; [`Explorer`] walks through an endless world
//! whose chunks come from a [`ChunkSource`].
//!
//! Limits: up to 65,534 doors and as many things per floor. One turn with 50 enemies on 200x200 cells
//! takes some 50 microseconds.
//!
//! Features: `parallel` (default) passes on to `mapkiln-sight`; a game itself runs on one thread.

mod auto_player;
mod doors;
mod error;
mod event;
mod explorer;
mod foes;
mod game;
mod rules;
mod sound;
mod tape;
mod turn;

pub use auto_player::AutoPlayer;
pub use doors::DoorState;
pub use error::Error;
pub use event::TurnEvent;
pub use explorer::{ChunkSource, Explorer};
pub use foes::{Boss, Foe, Mood};
pub use game::{Game, Player, Status};
pub use rules::{Action, GameRules};
pub use tape::{CampaignPlace, Tape};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
