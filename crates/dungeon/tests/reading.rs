//! Readers meet broken files: they may refuse, they may not panic.

#![allow(clippy::unwrap_used)]

use mapkiln_core::{Run, Seed, Spec, Stream};
use mapkiln_draw::text::classic;
use mapkiln_dungeon::classic::ClassicSpec;
use mapkiln_maps::document::{from_json, to_json};
use mapkiln_maps::plan::Plan;

/// Cuts, doubles, swaps and overwrites bytes.
fn spoil(bytes: &mut Vec<u8>, rng: &mut Stream) {
    for _ in 0..=rng.below(4) {
        let at = rng.index(bytes.len());
        match rng.below(5) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes[at] = b"0123456789-[]{}\",:wc/AZ \n"[rng.index(25)],
            2 => bytes.insert(at, b'9'),
            3 => {
                let other = rng.index(bytes.len());
                bytes.swap(at, other);
            }
            _ => {
                bytes.remove(at);
                bytes.push(b'\n');
            }
        }
    }
}

/// Changes digits only: the form stays whole, the sense does not.
fn misnumber(bytes: &mut [u8], rng: &mut Stream) {
    for _ in 0..4 {
        let at = rng.index(bytes.len());
        if let Some(digit) = bytes[at..].iter_mut().find(|b| b.is_ascii_digit()) {
            *digit = b'1' + rng.below(9) as u8;
        }
    }
}

#[test]
fn spoilt_texts_are_read_or_refused() {
    let plan = ClassicSpec::default().make(&mut Run::new("spoil")).unwrap().map;
    let whole = classic::plan(&plan);
    let mut refused = 0;
    for seed in 0..3000u64 {
        let mut bytes = whole.clone().into_bytes();
        spoil(&mut bytes, &mut Seed::from(seed).stream("spoil", 0));
        match classic::read(&String::from_utf8_lossy(&bytes)) {
            Ok(plan) => assert!(plan.floor(0).is_some()),
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("line "), "{error}");
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn spoilt_documents_are_read_or_refused_and_what_is_read_can_be_used() {
    let plan = ClassicSpec::default().make(&mut Run::new("spoil")).unwrap().map;
    let whole = to_json(&plan, None);
    let mut read = 0;
    for seed in 0..3000u64 {
        let mut bytes = whole.clone().into_bytes();
        let mut rng = Seed::from(seed).stream("spoil", 1);
        if seed % 2 == 0 {
            spoil(&mut bytes, &mut rng);
        } else {
            misnumber(&mut bytes, &mut rng);
        }
        if let Ok(stored) = from_json::<Plan>(&String::from_utf8_lossy(&bytes)) {
            read += 1;
            assert!((0..stored.map.levels.len()).all(|level| stored.map.floor(level).is_some()));
        }
    }
    assert!(read > 100, "{read}");
}
