//! Locked hexes: which they are, and whether the rules can still be met.

use mapkiln_maps::board::Board;

use crate::{Error, RuleSet};

/// By hex: is it locked? Places are rows and columns from 1.
pub(crate) fn locked(board: &Board, places: &[[usize; 2]]) -> Result<Vec<bool>, Error> {
    let mut locked = vec![false; board.hexes().count()];
    if places.is_empty() {
        return Ok(locked);
    }
    let geometry = board.geometry();
    for &[row, column] in places {
        let hex = row.checked_sub(1).zip(column.checked_sub(1)).and_then(|(r, c)| geometry.hex(r, c));
        let Some(hex) = hex else {
            return Err(Error::Spec {
                field: "locked",
                reason: format!("there is no hex in row {row}, column {column}; both count from 1"),
            });
        };
        locked[hex] = true;
    }
    Ok(locked)
}

/// Refuses boards whose locked hexes alone break a rule.
pub(crate) fn refuse_forced(
    rules: &RuleSet,
    board: &Board,
    locked: &[bool],
    unfair: u32,
) -> Result<(), Error> {
    if unfair > 0 || !locked.contains(&true) {
        return Ok(());
    }
    let score = rules.score(board);
    for rule in score.rules.iter().filter(|rule| !rule.soft) {
        for breach in &rule.breaches {
            let forced = !breach.causes.is_empty() && breach.causes.iter().all(|&h| locked[h]);
            if forced {
                return Err(Error::Impossible {
                    reason: format!("{}, and all hexes concerned are locked ({})", breach.words, rule.rule),
                });
            }
        }
    }
    if locked.iter().all(|&l| l) && !score.balanced() {
        return Err(Error::Impossible {
            reason: format!("every hex is locked, and the board scores {}", score.summary()),
        });
    }
    Ok(())
}
