//! Any text as a stored map, a spec, a board or a stored game: an error, or something that can be
//! stored again and is the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::board::{Board, BoardGame};
use mapkiln::play::Tape;
use mapkiln::{AnyMap, AnySpec};

fuzz_target!(|text: &str| {
    if let Ok(stored) = AnyMap::from_json(text) {
        let again = stored.map.to_json(None);
        let back = AnyMap::from_json(&again).expect("what we write we can read");
        assert_eq!(back.map.to_json(None), again);
    }
    if let Ok(spec) = AnySpec::from_json(text) {
        let again = serde_json::to_value(&spec).expect("specs have text keys");
        assert_eq!(AnySpec::from_value(again).expect("what we write we can read"), spec);
        let _ = spec.check();
    }
    for game in [BoardGame::Catan, BoardGame::TerraMystica] {
        for board in Board::read_all(game, text).into_iter().flatten() {
            assert_eq!(Board::read(game, &board.to_text()).as_ref(), Ok(&board));
        }
    }
    let _ = Tape::from_json(text);
});
