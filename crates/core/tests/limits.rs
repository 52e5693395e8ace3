//! The documentation lists every limit with its value.

#![allow(clippy::unwrap_used)]

use mapkiln_core::Limit;

#[test]
fn the_documentation_lists_every_limit() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md");
    let text = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(rows.len(), Limit::ALL.len());
    for (row, limit) in rows.iter().zip(Limit::ALL) {
        let expected = format!("| {} | {} |", limit.name(), limit.usual());
        assert!(row.starts_with(&expected), "{row}\nshould begin with {expected}");
    }
}

#[test]
fn a_limit_is_inclusive() {
    for limit in Limit::ALL {
        assert!(limit.check(limit.most()).is_ok());
        let over = limit.check(limit.most() + 1).unwrap_err();
        assert_eq!((over.limit, over.asked, over.most), (limit, limit.most() + 1, limit.most()));
    }
}
