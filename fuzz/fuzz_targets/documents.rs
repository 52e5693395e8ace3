//! Any text as a stored map, a board or a stored game: an error, or something that can be stored again
//! and is the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::AnyMap;
use mapkiln::board::{Board, Game};
use mapkiln::play::Tape;

fuzz_target!(|text: &str| {
    if let Ok(stored) = AnyMap::from_json(text) {
        let again = stored.map.to_json(None);
        let back = AnyMap::from_json(&again).expect("what we write we can read");
        assert_eq!(back.map.to_json(None), again);
    }
    for game in [Game::Catan, Game::TerraMystica] {
        for board in Board::read_all(game, text).into_iter().flatten() {
            assert_eq!(Board::read(game, &board.to_text()).as_ref(), Ok(&board));
        }
    }
    let _ = Tape::from_json(text);
});
