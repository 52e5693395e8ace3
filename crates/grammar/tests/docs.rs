//! Every example of the page on grammars is read and run.

use mapkiln_core::{Run, Spec};
use mapkiln_grammar::{Campaign, Grammar, lay_out};
use mapkiln_maps::document::Document;

const PAGE: &str = include_str!("../../../docs/grammar.md");

/// The code blocks of a language.
fn blocks(language: &str) -> Vec<&str> {
    let fence = format!("```{language}\n");
    PAGE.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn examples_read_and_make_levels() {
    let examples = blocks("grammar");
    assert!(examples.len() >= 4);
    for (number, source) in examples.into_iter().enumerate() {
        let grammar = Grammar::parse("docs", source).unwrap_or_else(|e| panic!("example {number}:\n{e}"));
        for seed in 0..50u64 {
            let level = grammar
                .make_level(seed, &[])
                .unwrap_or_else(|e| panic!("example {number}, seed {seed}: {e}"));
            level.check().unwrap();
            lay_out(&level, seed).check().unwrap();
        }
    }
}

#[test]
fn campaigns_get_harder() {
    let json = r#"{"levels": 12, "set": {"rooms": "20 + 10 * i", "enemies": "5 + 4 * i", "bosses": [0, 0, 1, 1, 2, 3],
        "corridors": "max(4, 2 * i)", "chests": 6, "cells": "i * 2"}}"#;
    let campaign: Campaign = serde_json::from_str(json).unwrap();
    for (number, rooms, bosses) in [(1, 30, 0), (3, 50, 1), (12, 140, 3)] {
        let spec = campaign.level(number).unwrap();
        assert_eq!((spec.set["rooms"], spec.set["bosses"]), (rooms, bosses));
        assert!(spec.make(&mut Run::new("campaign")).is_ok());
    }
    assert!(campaign.level(13).unwrap_err().to_string().contains("1 to 12"));
    let wrong: Campaign = serde_json::from_str(r#"{"set": {"rooms": "20 + j"}}"#).unwrap();
    assert!(wrong.level(1).unwrap_err().to_string().contains("no parameter `j`"));
}
