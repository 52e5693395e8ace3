//! Dead ends: no choice is made twice at the same point, so small grammars succeed or are proved impossible.

use mapkiln_grammar::{Error, Grammar};

#[test]
fn a_wrong_option_of_any_weight_is_left_after_one_dead_end() {
    for weight in [30, 300, 3000, 1_000_000] {
        let source = format!(
            "node Room mark right, wrong on Room start Room
             rule bad weight {weight} r:Room[none] => r[wrong]
             rule good r:Room[none] => r[right]
             rule room r:Room[right|wrong] => r -- Room
             rule finish r:Room[right] -- Room => r -- Room -- Room
             run {{ any {{ bad, good }} room finish }}
             on_dead_end backtrack 32 then fail"
        );
        let grammar = Grammar::parse("weights", &source).unwrap_or_else(|e| panic!("{e}"));
        let made = (0..40u64).filter(|&seed| grammar.make_level(seed, &[]).is_ok()).count();
        assert_eq!(made, 40, "weight {weight}");
    }
}

#[test]
fn the_one_right_match_is_found() {
    // Four colours on a chain: only one room of eight may be chosen, and only the end tells.
    let source = "node Room node Last is Room mark chosen on Room
        start Room -- Room -- Room -- Room -- Room -- Room -- Room -- Last
        rule choose r:Room[none] => r[chosen]
        run { choose }
        require count(Last[chosen]) = 1
        on_dead_end backtrack 8 then fail";
    let grammar = Grammar::parse("one", source).unwrap();
    for seed in 0..40u64 {
        assert!(grammar.make_level(seed, &[]).is_ok(), "seed {seed}");
    }
    // Two of eight in two steps, and counts drawn at random.
    let source = source
        .replace("run { choose }", "run { choose * 1..3 }")
        .replace("count(Last[chosen]) = 1", "count(Last[chosen]) = 1, count(Room[chosen]) = 2");
    let grammar = Grammar::parse("two", &source).unwrap();
    for seed in 0..40u64 {
        assert!(grammar.make_level(seed, &[]).is_ok(), "seed {seed}");
    }
}

#[test]
fn what_cannot_be_is_proved() {
    let source = "node Room mark a, b on Room start Room -- Room -- Room -- Room
        rule a r:Room[none] => r[a]
        rule b r:Room[none] => r[b]
        run { any { a, b } * 4 }
        require count(Room[a]) = 2, count(Room[b]) = 3";
    let grammar = Grammar::parse("never", source).unwrap();
    for seed in 0..10u64 {
        let error = grammar.make_level(seed, &[]).unwrap_err();
        assert!(matches!(error, Error::Impossible { .. }), "{error}");
        assert!(error.to_string().contains("every choice was tried"), "{error}");
    }
    // The same with what can be.
    let grammar = Grammar::parse("can", &source.replace("= 3", "= 2")).unwrap();
    assert!((0..40u64).all(|seed| grammar.make_level(seed, &[]).is_ok()));
}

#[test]
fn a_step_that_may_be_left_out_is_not_left_out_because_it_was_refuted() {
    // `try` is for rules that do not match; this one does, so the level without it is no level.
    let source = "node Room mark hit on Room start Room
        rule hit r:Room[none] => r[hit]
        run { try hit }
        require count(Room[hit]) = 0";
    let error = Grammar::parse("try", source).unwrap().make_level(1, &[]).unwrap_err();
    assert!(matches!(error, Error::Impossible { .. }), "{error}");
}
