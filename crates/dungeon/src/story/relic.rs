//! What a story turns on: one thing in the richest hoard that somebody would want for more than its gold.

use mapkiln_core::Stream;

use super::draw::story_rows;
use crate::codex::Theme;

/// A thing with a use of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relic {
    /// With its article, in English and Portuguese.
    pub(crate) name: [&'static str; 2],
    /// What it does, in a sentence each.
    pub(crate) does: [&'static str; 2],
}

impl Relic {
    /// One that belongs in a place of this theme.
    pub(crate) fn draw(theme: &Theme, rng: &mut Stream) -> Option<Relic> {
        let fits: Vec<Relic> = relics().filter(|(of, _)| *of == theme.id).map(|(_, relic)| relic).collect();
        rng.pick(&fits).copied()
    }

    /// The one of this name, in either language.
    pub(crate) fn named(name: &str) -> Option<Relic> {
        relics().map(|(_, relic)| relic).find(|relic| relic.name.contains(&name))
    }
}

fn relics() -> impl Iterator<Item = (&'static str, Relic)> {
    story_rows("relic").into_iter().filter_map(|row| match row[..] {
        [_, theme, english, portuguese, does, faz] => {
            Some((theme, Relic { name: [english, portuguese], does: [does, faz] }))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_relic_has_a_name_and_a_use_in_both_languages() {
        assert_eq!(relics().count(), story_rows("relic").len());
        for (theme, relic) in relics() {
            assert!(
                relic.name[0].starts_with("a ") || relic.name[0].starts_with("an "),
                "{theme}: {relic:?}"
            );
            assert!(
                relic.name[1].starts_with("um ") || relic.name[1].starts_with("uma "),
                "{theme}: {relic:?}"
            );
            assert!(relic.does.iter().all(|does| does.ends_with('.')), "{theme}: {relic:?}");
        }
    }
}
