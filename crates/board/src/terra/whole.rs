//! The score of a whole Terra Mystica board in one pass, without allocating: what key decoders and
//! the published algorithm call for every candidate. Linear in the hexes.

use mapkiln_search::Levels;

use super::field::{BY_RIVER, Field, ONE_SPADE, RIVER, SPADES, TWO_SPADES, Weights};
use crate::rules::{Weight, add};

/// Buffers for counting the parts of the rivers.
#[derive(Clone, Default)]
pub(crate) struct Room {
    seen: Vec<bool>,
    open: Vec<u16>,
}

/// The cost of a board in small numbers.
pub(crate) fn cost(field: &Field, weights: &Weights, terrain: &[u8], room: &mut Room) -> Levels<2> {
    let mut sum = land(field, weights, terrain);
    let river = river(field, weights, |h| terrain[h] == RIVER, room);
    sum[0] += river[0];
    sum[1] += river[1];
    weights.cost(sum)
}

/// R1, R4 and evenness.
fn land(field: &Field, weights: &Weights, terrain: &[u8]) -> Weight {
    let (mut equal, mut far) = (0, 0);
    let mut sums = [[0u32; 7]; 3];
    let (land_neighbours, _) = weights.spade;
    let evenness = weights.looks_at_evenness();
    for (beside, &own) in field.beside.iter().zip(terrain) {
        if own == RIVER {
            continue;
        }
        let mut count = [0u32; 10];
        for &n in beside {
            count[usize::from(SPADES[usize::from(own)][usize::from(terrain[usize::from(n)])])] += 1;
        }
        equal += u32::from(count[0] > 0);
        far += u32::from(
            count[1] == 0 && count[0] + count[1] + count[2] + count[3] >= u32::from(land_neighbours),
        );
        if evenness {
            let own = usize::from(own);
            sums[ONE_SPADE][own] += count[1];
            sums[TWO_SPADES][own] += count[1] + count[2];
            sums[BY_RIVER][own] += u32::from(beside.iter().any(|&n| terrain[usize::from(n)] == RIVER));
        }
    }
    let mut sum = if evenness { weights.uneven(&sums) } else { [0; 2] };
    add(&mut sum, equal, weights.equal);
    add(&mut sum, far, weights.spade.1);
    sum
}

/// R2 and R3, of any set of river hexes; asked about the place past the end it must say no.
pub(crate) fn river(
    field: &Field,
    weights: &Weights,
    is_river: impl Fn(usize) -> bool,
    room: &mut Room,
) -> Weight {
    let (least, most, ends_on_border, weight) = weights.river;
    let mut wrong = 0;
    let mut parts = 0;
    room.seen.clear();
    room.seen.resize(field.len() + 1, false);
    for start in (0..field.len()).filter(|&h| is_river(h)) {
        let rivers = field.beside[start].iter().filter(|&&n| is_river(usize::from(n))).count() as u8;
        let loose = ends_on_border && rivers == 1 && !field.border[start];
        wrong += u32::from(rivers < least || rivers > most || loose);
        if room.seen[start] {
            continue;
        }
        parts += 1;
        room.seen[start] = true;
        room.open.push(start as u16);
        while let Some(hex) = room.open.pop() {
            for &n in &field.beside[usize::from(hex)] {
                if is_river(usize::from(n)) && !std::mem::replace(&mut room.seen[usize::from(n)], true) {
                    room.open.push(n);
                }
            }
        }
    }
    let mut sum = [0; 2];
    add(&mut sum, wrong, weight);
    let (at_most, graded, weight) = weights.parts;
    let beyond = u32::saturating_sub(parts, at_most);
    add(&mut sum, if graded { beyond } else { beyond.min(1) }, weight);
    sum
}
