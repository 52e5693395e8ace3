//! Text made safe for XML, terminals and spreadsheets.

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

/// Text from a file as a terminal may show it: control characters become their pictures, `␛` for
/// escape; line breaks and tabs stay.
///
/// ```
/// assert_eq!(mapkiln_draw::visible("a\u{1b}[2Jb\n"), "a␛[2Jb\n");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    // Besides the controls: marks that turn the direction of the text around them.
    let is_hidden = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let show = |c: char| match c {
        c if !is_hidden(c) => c,
        '\u{7f}' => '␡',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        _ => '�',
    };
    Cow::Owned(text.chars().map(show).collect())
}

/// A cell of a table that no spreadsheet takes for a formula.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(xml("<a b=\"'\">&\u{1}\u{ffff}\n"), "&lt;a b=&quot;&#39;&quot;&gt;&amp;&#10;");
        assert!(matches!(xml("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(visible("\0\u{1b}]0;x\u{7}\u{9b}\u{202e}\r"), "␀␛]0;x␇��␍");
        assert!(matches!(visible("é\tline\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn formulas_are_text() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(["sea", "a=b", "x-y"].map(cell).map(Cow::into_owned), ["sea", "a=b", "x-y"]);
    }
}
