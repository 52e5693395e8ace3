//! Our sentence frames, by class.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Both, Slot, rows, variants};

/// A frame in both languages.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Its number among all frames.
    pub(crate) number: usize,
    pub(crate) text: Both,
    /// Slots that must be there though the text does not show them, such as `many`.
    needs: Vec<&'static str>,
}

impl Frame {
    /// Does it fit what these slots say?
    pub(crate) fn fits(&self, slots: &[(&str, Slot)]) -> bool {
        self.needs.iter().all(|need| slots.iter().any(|(name, _)| name == need))
    }
}

/// The frames of a class, such as `one`; none if there is no such class.
pub(crate) fn of(class: &str) -> &'static [Frame] {
    all().get(class).map_or(&[], Vec::as_slice)
}

fn all() -> &'static BTreeMap<&'static str, Vec<Frame>> {
    static ALL: OnceLock<BTreeMap<&'static str, Vec<Frame>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: BTreeMap<&str, Vec<Frame>> = BTreeMap::new();
        let files = [
            include_str!("../../data/frames.txt"),
            include_str!("../../data/key.txt"),
            include_str!("../../data/story.txt"),
        ];
        for (number, row) in files.into_iter().flat_map(rows).enumerate() {
            if let [class, english, portuguese] = row[..] {
                // `flee ?many` is a frame of the class `flee` for several.
                let mut words = class.split_whitespace();
                let class = words.next().unwrap_or_default();
                let needs: Vec<&str> = words.filter_map(|word| word.strip_prefix('?')).collect();
                let frames =
                    variants(english, portuguese).map(|text| Frame { number, text, needs: needs.clone() });
                all.entry(class).or_default().extend(frames);
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Gender, Noun, Np, Slot, Voice};
    use super::*;
    use mapkiln_maps::Language;

    /// Every frame of every class, with one and with two of everything, masculine and feminine.
    #[test]
    fn every_frame_fills_in_both_languages() {
        let names = ["c", "e", "x", "y", "z", "l", "q", "f", "g", "k", "o", "w"];
        let texts = [
            "vp", "vq", "lead", "p", "r", "d", "n", "m", "gp", "dc", "rooms", "art", "em", "de", "ao",
            "name", "role", "asker", "days", "fall", "years", "s", "way",
        ];
        let nouns = [
            Noun::count(["urn", "urns"], ["urna", "urnas"], Gender::Feminine),
            Noun::count(["altar", "altars"], ["altar", "altares"], Gender::Masculine),
        ];
        let mut count = 0;
        for (class, frames) in all() {
            for frame in frames {
                count += usize::from(!["name", "dread", "role", "asker"].contains(class));
                for (noun, number) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
                    let np = Np::new(nouns[noun].clone(), number);
                    // A place in what is read aloud, somebody in the story.
                    let q = if ["two", "three", "behind"].iter().any(|c| class.starts_with(c)) {
                        Slot::from("here")
                    } else {
                        Slot::from(np.clone())
                    };
                    let mut slots: Vec<(&str, Slot)> =
                        names.iter().filter(|n| **n != "q").map(|n| (*n, Slot::from(np.clone()))).collect();
                    slots.push(("q", q));
                    slots.extend(texts.iter().map(|n| (*n, Slot::from("text"))));
                    for language in [Language::English, Language::Portuguese] {
                        let said = Voice::written(language).try_say(&frame.text[language.index()], &slots);
                        let said = said.unwrap_or_else(|problem| panic!("{class}: {problem}"));
                        check_grammar(&said, language);
                    }
                }
            }
        }
        assert!(count >= 325, "only {count} frames");
    }

    /// A second, small grammar: articles before nouns, a and an, contractions.
    fn check_grammar(text: &str, language: Language) {
        let lower =
            format!(" {} ", text.to_lowercase().replace([',', '.', ';', ':', '"', '?', '!', '(', ')'], " "));
        let wrong: &[&str] = match language {
            Language::English => &[
                " a urn",
                " a altar",
                " a urns",
                " a altars",
                " two urn ",
                " two altar ",
                " urns is ",
                " urn are ",
            ],
            Language::Portuguese => &[
                " de o ",
                " de a urna",
                " de os ",
                " de as ",
                " em o ",
                " em a ",
                " em os ",
                " em as ",
                " a o ",
                " por o ",
                " por a urna",
                " por os ",
                " o urna",
                " a altar ",
                " os urnas",
                " um urna",
                " uma altar",
                " dois urnas",
                " duas altares",
                " uma urnas",
                " um altares",
            ],
        };
        for bad in wrong {
            assert!(!lower.contains(bad), "{bad:?} in {text:?}");
        }
    }
}
