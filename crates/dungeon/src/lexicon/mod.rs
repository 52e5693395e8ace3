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
/// wax. All choices in braces of a row are made together, so that both languages say the same; those in
/// angle brackets, `{red/grey} wax on <one/both> sides`, go with each of them.
pub(crate) fn variants(english: &str, portuguese: &str) -> impl Iterator<Item = Both> {
    let mut texts = vec![[english.to_owned(), portuguese.to_owned()]];
    while let Some(count) = texts.first().and_then(|[text, _]| choices(text, ['<', '>'])) {
        let split = |both: Both| (0..count).map(move |i| both.each_ref().map(|t| first_chosen(t, i)));
        texts = texts.into_iter().flat_map(split).collect();
    }
    texts.into_iter().flat_map(|both| {
        let count = choices(&both[0], ['{', '}']).unwrap_or(1);
        (0..count).map(move |i| both.each_ref().map(|text| chosen(text, i)))
    })
}

/// The number of words to choose from between the first two such marks.
fn choices(text: &str, [open, close]: [char; 2]) -> Option<usize> {
    let (words, _) = text.split_once(open)?.1.split_once(close)?;
    Some(words.split('/').count())
}

/// A text with one of the words in its first angle brackets.
fn first_chosen(text: &str, choice: usize) -> String {
    let parts = text.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)));
    match parts {
        Some((before, (words, after))) => {
            format!("{before}{}{after}", words.split('/').nth(choice).unwrap_or(words))
        }
        None => text.to_owned(),
    }
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
        let said: Vec<Both> = variants("{red/grey} <wax/wool>", "{cera/lã} <vermelha/cinza>").collect();
        assert_eq!(
            said.iter().map(|b| b[0].as_str()).collect::<Vec<_>>(),
            ["red wax", "grey wax", "red wool", "grey wool"]
        );
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
            let brackets = |text: &&str| -> Vec<usize> {
                text.split('<').skip(1).filter_map(|part| choices(&format!("<{part}"), ['<', '>'])).collect()
            };
            let both: Vec<Vec<usize>> = row.iter().map(brackets).filter(|sizes| !sizes.is_empty()).collect();
            assert!(both.is_empty() || both.len() == 2 && both[0] == both[1], "{row:?}");
        }
    }
}
