//! What can be read out of the sentences in donjon's and watabou's files.

use mapkiln_maps::plan::{Monsters, Trap};

/// Is this a whole word of the text?
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case(word))
}

/// Monsters from `Goblin Boss (cr 1, mm 166) and 3 x Goblin (cr 1/4, mm 166); medium, 350 xp`.
///
/// Experience points are the total, so they are kept only if there is one kind of monster.
pub(super) fn monsters(text: &str) -> Vec<Monsters> {
    let (names, rest) = text.split_once(';').unwrap_or((text, ""));
    let mut found = Vec::new();
    // Kinds end with their bracket; names themselves may hold commas and `and`.
    for part in names.split_inclusive(')') {
        let part = part.trim_start_matches([',', ' ']);
        let part = part.strip_prefix("and ").unwrap_or(part).trim();
        let (name, bracket) = part.split_once('(').unwrap_or((part, ""));
        let (count, name) = match name.split_once(" x ") {
            Some((count, name)) if count.trim().parse::<u32>().is_ok() => {
                (count.trim().parse().unwrap_or(1), name)
            }
            _ => (1, name),
        };
        let name = name.trim();
        if name.is_empty() {
            continue;
        }
        let challenge =
            bracket.split([',', ')']).find_map(|word| word.trim().strip_prefix("cr ")).unwrap_or_default();
        found.push(Monsters {
            name: name.to_owned(),
            count,
            challenge: challenge.to_owned(),
            xp: 0,
            faction: String::new(),
            boss: false,
            ..Monsters::new("", 0)
        });
    }
    if let [only] = &mut found[..] {
        let total = rest.split([',', ';']).find_map(|w| w.trim().strip_suffix(" xp")?.parse::<u32>().ok());
        only.xp = total.unwrap_or(0) / only.count.max(1);
    }
    found
}

/// A trap from `Acid Spray: DC 20 to find, DC 15 to disable; affects …, take 1d10 acid damage`.
pub(super) fn trap(text: &str) -> Trap {
    let (name, effect) = text.split_once(':').unwrap_or((text, ""));
    Trap {
        name: tidy(name),
        trigger: String::new(),
        effect: tidy(effect),
        dc: difficulty(text),
        damage: dice(text),
        at: None,
        ..Trap::default()
    }
}

/// The text in one line, without double spaces.
pub(super) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first number after `DC`; 10 if there is none.
pub(super) fn difficulty(text: &str) -> u32 {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let after = words.windows(2).find(|pair| pair[0] == "DC").map(|pair| pair[1]);
    after.and_then(|number| number.parse().ok()).unwrap_or(10)
}

/// The dice before `damage`, such as `2d10` in `2d10 cold damage`.
fn dice(text: &str) -> String {
    let is_dice = |word: &str| {
        word.split_once('d').is_some_and(|(n, sides)| {
            [n, sides].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let damage = words.windows(3).find(|w| is_dice(w[0]) && (w[1] == "damage" || w[2] == "damage"));
    damage.map(|w| w[0].to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monsters_are_told_apart() {
        let found = monsters("Guard Captain (cr 1, xx 1) and 3 x Guard (cr 1/8, xx 2); medium, 350 xp");
        let seen: Vec<_> =
            found.iter().map(|m| (m.count, m.name.as_str(), m.challenge.as_str(), m.xp)).collect();
        assert_eq!(seen, [(1, "Guard Captain", "1", 0), (3, "Guard", "1/8", 0)]);
        let found = monsters("2 x Cave Cricket (cr 0, xx 9); easy, 20 xp; singing");
        assert_eq!((found[0].count, found[0].xp), (2, 10));
        assert!(monsters("").is_empty());
        assert_eq!(monsters("Something odd")[0].name, "Something odd");
        assert_eq!(monsters("0 x Nothing (cr 1); easy, 5 xp")[0].xp, 5);
    }

    #[test]
    fn traps_are_taken_apart() {
        let trap = trap("Ice Dart: DC 15 to find, DC 12 to disable;\n    +6 to hit, 2d10 cold damage");
        assert_eq!((trap.name.as_str(), trap.dc, trap.damage.as_str()), ("Ice Dart", 15, "2d10"));
        assert_eq!(trap.effect, "DC 15 to find, DC 12 to disable; +6 to hit, 2d10 cold damage");
        assert_eq!(difficulty("no number"), 10);
        assert!(has_word("A chest holds a key.", "key") && !has_word("A keyhole", "key"));
    }
}
