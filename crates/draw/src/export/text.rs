//! Text from users made safe for the files it goes into.

/// Text for HTML; a line end becomes a line break.
pub(super) fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Foundry would take these for links and dice rolls.
            '@' => safe.push_str("&#64;"),
            '[' => safe.push_str("&#91;"),
            '\n' => safe.push_str("<br>"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A name for files and folders: lower-case letters, digits and dashes; never empty.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 60 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "map".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(html("<b>@UUID[x] [[/r 1]]"), "&lt;b&gt;&#64;UUID&#91;x] &#91;&#91;/r 1]]");
        assert_eq!(slug("../../Crypt of  the Über-Lich!"), "crypt-of-the-ber-lich");
        assert_eq!(slug("…"), "map");
    }
}
