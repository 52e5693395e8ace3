//! Tapes: replay and saved game in one.

use mapkiln_core::{Limit, Seed, fingerprint};
use mapkiln_maps::document::{self, Document};
use mapkiln_maps::floor::Floor;
use serde::{Deserialize, Serialize};

use crate::{Action, Error, Game, GameRules, Status};

/// A game as its floor, its seed, its rules and its moves, and a fingerprint of where they lead.
///
/// [`play`](Tape::play) replays it, so a stored game that was damaged or changed is detected; what does
/// not affect the moves is covered by a seal.
///
/// ```
/// use mapkiln_maps::floor::{Floor, Ground};
/// use mapkiln_play::{Action, Game, GameRules, Tape};
/// let mut game = Game::new(Floor::new(9, 9, Ground::open("room")), "tape", GameRules::default())?;
/// game.act(Action::Wait);
/// let stored = Tape::of(&game).to_json();
/// let again = Tape::from_json(&stored)?.play()?;
/// assert_eq!(again.fingerprint(), game.fingerprint());
/// assert!(Tape::from_json(&stored.replace("\".\"", "\"x\""))?.play().is_err());
/// # Ok::<(), mapkiln_play::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tape {
    /// The level's title; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The seed.
    pub seed: Seed,
    /// The rules.
    #[serde(default)]
    pub rules: GameRules,
    /// One letter per turn: n, e, s, w, `.` to wait, x to search.
    pub moves: String,
    /// The fingerprint of the game after the last move.
    pub end: String,
    /// The floor.
    pub floor: Floor,
    /// Its place in a campaign, if it is part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<CampaignPlace>,
    /// The fingerprint of all other fields, set by [`sealed`](Tape::sealed).
    pub seal: String,
}

/// The place of a game in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignPlace {
    /// The campaign's seed.
    pub seed: Seed,
    /// The level, from 1.
    pub level: u32,
    /// The score of the previous levels.
    pub score: u32,
}

impl Tape {
    /// The tape of a game so far.
    pub fn of(game: &Game) -> Self {
        Tape {
            title: String::new(),
            seed: game.seed().clone(),
            rules: game.rules().clone(),
            moves: game.moves().iter().map(|m| m.letter()).collect(),
            end: game.fingerprint(),
            floor: game.floor().clone(),
            campaign: None,
            seal: String::new(),
        }
        .sealed()
    }

    /// The tape with a new seal; call it after changing a field on purpose.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.seal = String::new();
        self.seal = fingerprint(self.to_json().as_bytes());
        self
    }

    /// The game before the first move.
    pub fn begin(&self) -> Result<Game, Error> {
        Game::new(self.floor.clone(), self.seed.clone(), self.rules.clone())
    }

    /// The moves as actions.
    pub fn actions(&self) -> Result<Vec<Action>, Error> {
        let read = |(i, letter)| Action::from_letter(letter).ok_or(Error::Move { place: i + 1, letter });
        self.moves.chars().enumerate().map(read).collect()
    }

    /// Plays all moves and checks the result.
    pub fn play(&self) -> Result<Game, Error> {
        let mut game = self.begin()?;
        let actions = self.actions()?;
        for (i, &action) in actions.iter().enumerate() {
            if game.status() != Status::Playing {
                return Err(Error::MovesAfterEnd { end: i, moves: actions.len() });
            }
            game.act(action);
        }
        let found = game.fingerprint();
        if found != self.end {
            return Err(Error::Changed { moves: actions.len(), found, stored: self.end.clone() });
        }
        if self.clone().sealed().seal != self.seal {
            return Err(Error::Seal);
        }
        Ok(game)
    }

    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        document::to_json(self, None)
    }

    /// Reads a tape; its moves are checked by [`play`](Tape::play).
    ///
    /// Version 1 is refused: its fingerprints depended on debug output.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let head = document::head(json)?;
        if head.mapkiln == Tape::KIND && head.version < Tape::VERSION {
            return Err(Error::OldVersion { found: head.version, known: Tape::VERSION });
        }
        Ok(document::from_json::<Tape>(json)?.map)
    }
}

impl Document for Tape {
    const KIND: &'static str = "game";
    const VERSION: u32 = 2;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        let mut amounts = self.floor.amounts();
        amounts.push((Limit::Moves, self.moves.len() as u64));
        amounts
    }

    fn check(&self) -> Result<(), String> {
        self.floor.check()
    }
}
