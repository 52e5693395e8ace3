//! The moves of a stored game lead to where it says.

use mapkiln_play::Status;

use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place, Proof};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let DocumentRef::Game(tape) = case.subject.document else { return };
    let language = look.language;
    look.saw(tape.moves.chars().count());
    match case.game() {
        // A game that was won is a certificate that its floor can be.
        Some(Ok(game)) if game.status() == Status::Won => {
            let moves = tape.moves.chars().count();
            let letters = &tape.moves;
            let step =
                say!(language, "{moves} moves that win: {letters}", "{moves} lances que vencem: {letters}");
            look.prove(Proof { certified: true, steps: vec![step] });
        }
        None | Some(Ok(_)) => {}
        Some(Err(problem)) => {
            look.error(
                Place::field("moves"),
                say!(
                    language,
                    "the game cannot be replayed: {problem}",
                    "o jogo não pode ser repetido: {problem}"
                ),
            );
        }
    }
}
