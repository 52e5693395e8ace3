//! Any text as a stored game: replayed and checked, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln::play::Tape;

/// Larger games take too long to play again.
const MOST_STEPS: u64 = 200_000;

fuzz_target!(|text: &str| {
    let Ok(tape) = Tape::from_json(text) else { return };
    let cells = tape.floor.ground.bounds().area().unsigned_abs();
    if cells.saturating_mul(tape.moves.len() as u64 + 1) > MOST_STEPS {
        return;
    }
    let _ = check(&Subject::new(DocumentRef::Game(&tape)), &CheckOptions::default());
    // What was sealed by somebody else's hand is played all the same.
    if let Ok(mut game) = tape.begin() {
        for action in tape.actions().into_iter().flatten() {
            game.act(action);
        }
        let again = Tape::of(&game);
        assert_eq!(again.play().map(|game| game.fingerprint()).ok(), Some(game.fingerprint()));
    }
});
