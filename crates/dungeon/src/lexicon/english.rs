//! English: articles, numbers, verbs and pronouns that agree.

use super::noun::{Form, Gender, Np};

const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Does a word begin with the sound of a vowel?
pub(crate) fn takes_an(word: &str) -> bool {
    let word = word.trim_start_matches(['*', '"', '\'']).to_lowercase();
    let sounds_like_vowel = ["hour", "honest", "heir", "8", "11", "18"];
    let sounds_like_consonant = ["uni", "use", "eu", "one", "once", "ure", "uti"];
    if sounds_like_vowel.iter().any(|s| word.starts_with(s)) {
        return true;
    }
    word.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds_like_consonant.iter().any(|s| word.starts_with(s))
}

/// The third person of a verb in the present tense.
pub(crate) fn verb(base: &str, plural: bool) -> String {
    match (base, plural) {
        ("be", false) => "is".to_owned(),
        ("be", true) => "are".to_owned(),
        ("have", false) => "has".to_owned(),
        (_, true) => base.to_owned(),
        _ => {
            let consonant_y = base.ends_with('y') && !base.ends_with(['a', 'e', 'o']);
            let before_y = base.chars().rev().nth(1).unwrap_or('b');
            if consonant_y && !"aeou".contains(before_y) {
                format!("{}ies", &base[..base.len() - 1])
            } else if ["s", "sh", "ch", "x", "z", "o"].iter().any(|e| base.ends_with(e)) {
                format!("{base}es")
            } else {
                format!("{base}s")
            }
        }
    }
}

/// What a node says of a noun phrase; `None` if English has no such node.
pub(crate) fn say(head: &str, np: &Np, rest: &str, noun: &str) -> Option<String> {
    let plural = np.is_plural(0);
    let form = np.noun.form[0];
    let person = np.noun.person && !plural;
    let she = np.noun.gender == Gender::Feminine;
    let pronoun = |it: &str, they: &str, he: &str, her: &str| {
        match (plural, person, she) {
            (true, _, _) => they,
            (_, true, true) => her,
            (_, true, false) => he,
            _ => it,
        }
        .to_owned()
    };
    Some(match head {
        "a" => match form {
            Form::Count if np.count > 1 => match NUMBERS.get(np.count as usize) {
                Some(number) => format!("{number} {noun}"),
                None => format!("a score of {noun}"),
            },
            Form::Count if takes_an(noun) => format!("an {noun}"),
            Form::Count => format!("a {noun}"),
            Form::Mass | Form::Plural | Form::Proper => noun.to_owned(),
        },
        "#" => match form {
            Form::Count if np.count > 1 => format!("{} {noun}", np.count),
            Form::Count if takes_an(noun) => format!("an {noun}"),
            Form::Count => format!("a {noun}"),
            Form::Mass | Form::Plural | Form::Proper => noun.to_owned(),
        },
        "the" => match form {
            Form::Proper => noun.to_owned(),
            _ => format!("the {noun}"),
        },
        "of" => match form {
            Form::Proper => format!("of {noun}"),
            _ => format!("of the {noun}"),
        },
        "n" => noun.to_owned(),
        "v" => verb(rest, plural),
        "pos" => verb(np.noun.posture.verbs()[0], plural),
        "its" => pronoun("its", "their", "his", "her"),
        "it" => pronoun("it", "they", "he", "she"),
        "them" => pronoun("it", "them", "him", "her"),
        "self" => pronoun("itself", "themselves", "himself", "herself"),
        "s" => {
            let (one, many) = rest.split_once('|').unwrap_or((rest, rest));
            if plural { many } else { one }.to_owned()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        for word in ["ettin", "hour", "urn", "idol", "11", "honest man", "8"] {
            assert!(takes_an(word), "{word}");
        }
        for word in ["unicorn", "slab", "one-eyed man", "use", "hall", "euphoric", "12"] {
            assert!(!takes_an(word), "{word}");
        }
    }

    #[test]
    fn verbs_take_their_endings() {
        let third = |v: &str| verb(v, false);
        assert_eq!(
            ["carry", "play", "watch", "be", "have", "do", "lie", "pass"].map(third),
            ["carries", "plays", "watches", "is", "has", "does", "lies", "passes"]
        );
        assert_eq!(verb("be", true), "are");
    }
}
