//! A turn-based game on any [`Floor`](mapkiln_maps::floor::Floor), without input or output.
//!
//! An adventurer looks for the way out. Enemies hunt by sight and by sound; a boss is one being with
//! bodies in many rooms; doors are opened, unlocked, battered; chests count. Score = enemies beaten
//! + chests opened.
//!
//! [`Game`] holds the state; [`Game::act`] plays one turn and says what happened. Nothing is drawn by
//! lot but the wandering of enemies, which follows from the seed, so a game is its floor, its seed
//! and its moves: a [`Tape`] stores just those, and is at once replay and saved game.
//!
//! ```
//! use mapkiln_maps::floor::{Floor, Ground, Thing, ThingKind};
//! use mapkiln_core::{Direction, Point};
//! use mapkiln_play::{Action, Game, GameRules, Status};
//!
//! let mut floor = Floor::new(3, 1, Ground::open("room"));
//! floor.entrances.push(Point::new(0, 0));
//! let exit = Thing { at: Point::new(2, 0), kind: ThingKind::Exit, name: String::new(), room: None };
//! floor.things.push(exit);
//! let mut game = Game::new(floor, "any seed", GameRules::default())?;
//! game.act(Action::Step(Direction::East));
//! game.act(Action::Step(Direction::East));
//! assert_eq!(game.status(), Status::Won);
//! # Ok::<(), mapkiln_play::Error>(())
//! ```
//!
//! [`AutoPlayer`] plays fairly, by what it has seen; [`Explorer`] walks an endless world whose chunks are
//! made ahead of it.

mod doors;
mod error;
mod event;
mod explorer;
mod foes;
mod game;
mod rules;
mod solver;
mod tape;
mod turn;

pub use doors::DoorState;
pub use error::Error;
pub use event::TurnEvent;
pub use explorer::{ChunkSource, Explorer};
pub use foes::{Boss, Foe, Mood};
pub use game::{Game, Player, Status};
pub use rules::{Action, GameRules};
pub use solver::AutoPlayer;
pub use tape::{CampaignPlace, Tape};
