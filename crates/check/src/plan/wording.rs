//! Numbers and names in a sentence.

/// The whole numbers of a text; `1,200` and `1.200` are one.
pub(super) fn numbers(text: &str) -> Vec<u64> {
    let digits: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut word = String::new();
    for (i, &c) in digits.iter().enumerate() {
        let three = |from: usize| {
            digits.get(from..from + 3).is_some_and(|d| d.iter().all(char::is_ascii_digit))
                && !digits.get(from + 3).is_some_and(char::is_ascii_digit)
        };
        if c.is_ascii_digit() {
            word.push(c);
        } else if !(matches!(c, ',' | '.') && !word.is_empty() && three(i + 1)) {
            found.extend(word.parse::<u64>());
            word.clear();
        }
    }
    found.extend(word.parse::<u64>());
    found
}

/// Does a text have a name, as it stands or in the plural? Words may change their last three letters,
/// as `spy` and `wolf` do.
pub(super) fn names(text: &str, name: &str) -> bool {
    let plain = |text: &str| -> Vec<Vec<char>> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        words.map(|w| w.chars().collect()).collect()
    };
    let said = plain(text);
    plain(name).iter().filter(|word| word.len() > 2).all(|word| {
        let stem = &word[..word.len().saturating_sub(3).max(2)];
        said.iter().any(|w| w.starts_with(stem))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_found() {
        assert_eq!(numbers("Vaskar (AC 17, HP 82), 4 Ghouls; 1,575 XP, 1.600."), [17, 82, 4, 1575, 1600]);
        assert!(names("3 Spies", "Spy") && names("6 Swarms of Rats", "Swarm of Rats"));
        assert!(names("Dois espiões e 2 carniçais pestilentos", "carniçal pestilento"));
        assert!(!names("6 Toughs", "Tarrasque") && !names("a Giant Toad", "Giant Rat"));
    }
}
