//! Text from users made safe for the files it goes into.

use std::borrow::Cow;

/// Text for XML, in elements and in attributes. Characters that XML cannot hold are left out.
pub(super) fn xml(text: &str) -> String {
    escaped(text, |c| match c {
        // Attributes would turn them into spaces.
        '\t' | '\n' | '\r' => Some(format!("&#{};", u32::from(c)).into()),
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => Some("".into()),
        _ => None,
    })
}

/// Text for HTML; a line end becomes a line break.
pub(super) fn html(text: &str) -> String {
    escaped(text, |c| match c {
        // Foundry would take these for links and dice rolls.
        '@' => Some("&#64;".into()),
        '[' => Some("&#91;".into()),
        '\n' => Some("<br>".into()),
        _ => None,
    })
}

/// Escapes what both would take for a tag or the end of an attribute, and what `also` has something for.
fn escaped(text: &str, also: impl Fn(char) -> Option<Cow<'static, str>>) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => match also(c) {
                Some(instead) => safe.push_str(&instead),
                None => safe.push(c),
            },
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

/// Bytes as base64 (RFC 4648, with padding).
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_rfc() {
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(xml("<a b='\"'>&\u{1}\n"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;&#10;");
        assert_eq!(html("<b>@UUID[x] [[/r 1]]"), "&lt;b&gt;&#64;UUID&#91;x] &#91;&#91;/r 1]]");
        assert_eq!(slug("../../Crypt of  the Über-Lich!"), "crypt-of-the-ber-lich");
        assert_eq!(slug("…"), "map");
    }
}
