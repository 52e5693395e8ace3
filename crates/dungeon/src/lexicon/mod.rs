//! The lexicon: words with their features in English and Brazilian Portuguese, and how they are
//! put into sentences.
//!
//! - [`noun`] has nouns with number and gender, [`english`] and [`portuguese`] make everything else
//!   agree with them, and [`frame`] fills sentences.
//! - [`things`], [`creatures`], [`doings`] and [`names`] read our data.

pub(crate) mod creatures;
pub(crate) mod doings;
pub(crate) mod english;
pub(crate) mod frame;
pub(crate) mod frames;
pub(crate) mod names;
pub(crate) mod noun;
pub(crate) mod portuguese;
pub(crate) mod things;

pub(crate) use frame::{Slot, Voice, capitalised};
pub(crate) use noun::{Gender, Noun, Np};

/// The same words in English and in Portuguese.
pub(crate) type Both = [String; 2];

/// The lines of a data file without comments, each split at its bars.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(" | ").map(str::trim).collect())
}

/// What a text with words to choose from stands for: `{red/grey} wax` is one of red and one of grey
/// wax. All choices of a row are made together, so that both languages say the same.
pub(crate) fn variants(english: &str, portuguese: &str) -> impl Iterator<Item = Both> {
    let choices = english.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    let count = choices.map_or(1, |(words, _)| words.split('/').count());
    let texts = [english.to_owned(), portuguese.to_owned()];
    (0..count).map(move |i| texts.each_ref().map(|text| chosen(text, i)))
}

/// A text with one of the words in each pair of braces.
fn chosen(text: &str, choice: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (words, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        out.push_str(before);
        out.push_str(words.split('/').nth(choice).unwrap_or(words));
        rest = after;
    }
    out + rest
}

/// Reads `m` or `f`.
pub(crate) fn gender(letter: &str) -> Gender {
    if letter.starts_with('f') { Gender::Feminine } else { Gender::Masculine }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_braces_are_chosen_together_in_both_languages() {
        let said: Vec<Both> =
            variants("a {bell/horn} of {tin/brass}", "{um sino/uma trompa} de {lata/latão}").collect();
        assert_eq!(said, [["a bell of tin", "um sino de lata"], ["a horn of brass", "uma trompa de latão"]]);
        // In the data every choice has its own words in either language.
        let files = [
            include_str!("../../data/things.txt"),
            include_str!("../../data/doings.txt"),
            include_str!("../../data/frames.txt"),
            include_str!("../../data/key.txt"),
        ];
        for row in files.into_iter().flat_map(rows) {
            let sizes = |text: &&str| -> Vec<usize> {
                let choices = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
                choices.map(|(words, _)| words.split('/').count()).collect()
            };
            let all: Vec<Vec<usize>> = row.iter().map(sizes).collect();
            let counts: Vec<usize> = all.iter().flatten().copied().collect();
            assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{row:?}");
            assert!(all.iter().filter(|sizes| !sizes.is_empty()).count() != 1, "{row:?}");
        }
    }
}
