//! Templates: `{this|that}` is a choice, which may hold others, and `$name` a slot.

use mapkiln_core::Stream;

/// Fills a template. The first letter becomes a capital.
pub(crate) fn expand(template: &str, slots: &[(&str, &str)], rng: &mut Stream) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    write(template, slots, rng, &mut out);
    let mut letters = out.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => out,
    }
}

fn write(template: &str, slots: &[(&str, &str)], rng: &mut Stream, out: &mut String) {
    let mut rest = template;
    while let Some(at) = rest.find(['{', '$']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('$') {
            let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |e| e + 1);
            let value = slots.iter().find(|s| s.0 == &rest[1..end]).map_or("", |s| s.1);
            out.push_str(value);
            rest = &rest[end..];
        } else {
            let (options, end) = choices(rest);
            if let Some(option) = rng.pick(&options) {
                write(option, slots, rng, out);
            }
            rest = &rest[end..];
        }
    }
    out.push_str(rest);
}

/// The options of the choice that a text begins with, and where it ends.
fn choices(text: &str) -> (Vec<&str>, usize) {
    let (mut depth, mut start, mut options) = (0, 1, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    options.push(&text[start..i]);
                    return (options, i + 1);
                }
            }
            '|' if depth == 1 => {
                options.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    // A choice that is never closed is the rest of the text.
    (vec![&text[1..]], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    #[test]
    fn choices_nest_and_slots_fill() {
        let mut seen = std::collections::BTreeSet::new();
        for i in 0..200 {
            let mut rng = Seed::from("g").stream("x", i);
            seen.insert(expand("{a {b|c}|d} $n.", &[("n", "end")], &mut rng));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["A b end.", "A c end.", "D end."]);
        let mut rng = Seed::from("g").stream("x", 0);
        assert_eq!(expand("{open $x", &[("x", "1")], &mut rng), "Open 1");
    }
}
