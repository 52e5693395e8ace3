//! A subject with what several claims need of it, computed once.

use std::cell::OnceCell;

use mapkiln_maps::document::Document as _;
use mapkiln_play::Game;
use serde_json::Value;

use crate::plan::view::PlanView;
use crate::{DocumentRef, Subject};

/// A subject under examination.
pub(crate) struct Case<'a> {
    pub(crate) subject: &'a Subject<'a>,
    /// Why the document contradicts itself, if it does; then nothing else can be looked at.
    pub(crate) broken: Option<String>,
    plan: OnceCell<Result<PlanView<'a>, u64>>,
    spec: OnceCell<Value>,
    game: OnceCell<Result<Game, String>>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(subject: &'a Subject<'a>) -> Self {
        let broken = match subject.document {
            DocumentRef::Plan(plan) => plan.check().err(),
            DocumentRef::Board(board) => board.check().err(),
            DocumentRef::Level(level) => level.check().err(),
            DocumentRef::World(world) => world.check().err(),
            DocumentRef::Floor(floor) => floor.check().err(),
            DocumentRef::Game(tape) => tape.check().err(),
            DocumentRef::File(_) => None,
            DocumentRef::Broken(_, why) => Some(why.to_owned()),
        };
        Case { subject, broken, plan: OnceCell::new(), spec: OnceCell::new(), game: OnceCell::new() }
    }

    /// The plan with its cells; the error is the number of cells that are too many.
    pub(crate) fn plan(&self) -> Option<Result<&PlanView<'a>, u64>> {
        let DocumentRef::Plan(plan) = self.subject.document else { return None };
        let view = self.plan.get_or_init(|| PlanView::new(plan));
        Some(view.as_ref().map_err(|cells| *cells))
    }

    /// The stored game after its last move; the error says why it cannot be replayed.
    pub(crate) fn game(&self) -> Option<Result<&Game, &str>> {
        let DocumentRef::Game(tape) = self.subject.document else { return None };
        let game = self.game.get_or_init(|| tape.play().map_err(|problem| problem.to_string()));
        Some(game.as_ref().map_err(String::as_str))
    }

    /// The spec that the map should follow; null if none is known.
    pub(crate) fn spec(&self) -> &Value {
        self.subject.spec.unwrap_or_else(|| {
            self.spec.get_or_init(|| {
                let text = self.subject.origin.map(|origin| origin.recipe.spec());
                text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
            })
        })
    }

    /// The parts of the file that people can read, by their names in an archive.
    pub(crate) fn readable(&self) -> Vec<(String, std::borrow::Cow<'a, [u8]>)> {
        if let DocumentRef::File(file) = self.subject.document {
            return file.texts.iter().map(|(name, text)| (name.clone(), text.as_slice().into())).collect();
        }
        if !self.subject.bytes.is_empty() {
            return vec![(String::new(), self.subject.bytes.into())];
        }
        let text = match self.subject.document {
            DocumentRef::Plan(plan) => serde_json::to_vec(plan),
            DocumentRef::Board(board) => serde_json::to_vec(board),
            DocumentRef::Level(level) => serde_json::to_vec(level),
            DocumentRef::World(world) => serde_json::to_vec(world),
            DocumentRef::Floor(floor) => serde_json::to_vec(floor),
            DocumentRef::Game(tape) => serde_json::to_vec(tape),
            DocumentRef::File(_) | DocumentRef::Broken(..) => return Vec::new(),
        };
        text.map(|bytes| vec![(String::new(), bytes.into())]).unwrap_or_default()
    }
}
