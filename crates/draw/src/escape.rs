//! Text made safe for XML.

use std::borrow::Cow;

/// Text for XML, between tags and in attributes. Characters that XML cannot hold are
/// left out.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
    let is_special =
        |c: char| matches!(c, '&' | '<' | '>' | '"' | '\'' | '\u{fffe}' | '\u{ffff}') || c.is_control();
    if !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Attributes would turn them into spaces.
            '\t' => safe.push_str("&#9;"),
            '\n' => safe.push_str("&#10;"),
            '\r' => safe.push_str("&#13;"),
            c if is_special(c) => {}
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(xml("<a b=\"'\">&\u{1}\u{ffff}\n"), "&lt;a b=&quot;&#39;&quot;&gt;&amp;&#10;");
        assert!(matches!(xml("plain"), Cow::Borrowed("plain")));
    }
}
