//! Carcere Exire can be won, by a player that knows only the rules.

use mapkiln::carcere::{LEVELS, level, rules};
use mapkiln::play::{AutoPlayer, Game, Status, Tape};
use mapkiln::{Seed, map_indexed};

#[test]
fn every_level_of_200_campaigns_is_won() {
    let lost: Vec<String> = map_indexed(true, 200, |i| {
        let seed = Seed::from(i as u64);
        let mut lost = Vec::new();
        for number in 1..=LEVELS {
            let floor = level(&seed, number).expect("every level can be made");
            let mut game = Game::new(floor, seed.clone(), rules(number)).expect("every level can be played");
            let status = AutoPlayer::new().play(&mut game, 30_000);
            if status != Status::Won {
                let (turn, player) = (game.turn(), game.player());
                lost.push(format!("seed {seed} level {number}: {status:?} in turn {turn}, {player:?}"));
            }
            if number == 1 {
                let again = Tape::of(&game).play().expect("a fresh tape is whole");
                assert_eq!(again.fingerprint(), game.fingerprint());
            }
        }
        lost
    })
    .concat();
    assert!(lost.is_empty(), "{} lost:\n{}", lost.len(), lost.join("\n"));
}
