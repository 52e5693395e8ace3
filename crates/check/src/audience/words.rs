//! No text of the game master's stands in the bytes that players get.

use super::secrets::Secrets;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(against) = case.subject.against.filter(|against| against.players) else { return };
    let language = look.language;
    let parts = case.readable();
    if parts.is_empty() && matches!(case.subject.document, crate::DocumentRef::File(_)) {
        look.note(say!(language, "the file has no texts", "o arquivo não tem textos"));
        return;
    }
    if parts.is_empty() {
        look.skip(say!(language, "there are no bytes to look at", "não há bytes para examinar"));
        return;
    }
    let secrets = Secrets::of(against);
    look.saw(secrets.count());
    for (member, bytes) in parts {
        let place = || if member.is_empty() { Place::whole() } else { Place::field(member.clone()) };
        let found = secrets.find(&bytes);
        for (text, at) in &found {
            let short: String = text.chars().take(60).collect();
            look.error(
                place(),
                say!(
                    language,
                    "players can read a secret text at byte {at}: {short:?}",
                    "os jogadores podem ler um texto secreto no byte {at}: {short:?}"
                ),
            );
        }
        // Some programs write every letter that is not English as an escape.
        let plain = unescaped(&bytes);
        for (text, _) in plain.iter().flat_map(|plain| secrets.find(plain)) {
            if found.contains_key(&text) {
                continue;
            }
            let short: String = text.chars().take(60).collect();
            look.error(
                place(),
                say!(
                    language,
                    "players can read a secret text that is written with escapes: {short:?}",
                    "os jogadores podem ler um texto secreto escrito com escapes: {short:?}"
                ),
            );
        }
    }
}

/// The bytes with the escapes of JSON and XML read; `None` if there are none.
fn unescaped(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::new();
    let mut rest = &*text;
    while let Some(at) = rest.find(['\\', '&']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (letter, length) = json_escape(rest).or_else(|| xml_escape(rest)).unwrap_or_else(|| {
            let first = rest.chars().next().unwrap_or(' ');
            (first, first.len_utf8())
        });
        plain.push(letter);
        rest = &rest[length..];
    }
    let changed = !plain.is_empty() || rest.len() != text.len();
    plain.push_str(rest);
    changed.then(|| plain.into_bytes())
}

/// The character of an escape that a text begins with, and the length of the escape.
fn json_escape(text: &str) -> Option<(char, usize)> {
    let escape = text.strip_prefix('\\')?;
    let number = |at: usize| u32::from_str_radix(escape.get(at..at + 4)?, 16).ok();
    Some(match escape.chars().next()? {
        'n' | 't' | 'r' | 'b' | 'f' => (' ', 2),
        c @ ('"' | '\\' | '/') => (c, 2),
        'u' => match number(1)? {
            high @ 0xd800..0xdc00 => {
                let low = number(7).filter(|_| escape.get(5..7) == Some("\\u"))?;
                let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                (char::from_u32(0x10000 + ((high - 0xd800) << 10) + low)?, 12)
            }
            letter => (char::from_u32(letter)?, 6),
        },
        _ => return None,
    })
}

fn xml_escape(text: &str) -> Option<(char, usize)> {
    let (name, _) = text.strip_prefix('&')?.get(..12).or(text.get(1..))?.split_once(';')?;
    let letter = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((letter, name.len() + 2))
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn escapes_are_read() {
        let read = |text: &str| unescaped(text.as_bytes()).map(|b| String::from_utf8_lossy(&b).into_owned());
        assert_eq!(read("plain"), None);
        for (text, plain) in [
            (r#"po\u00e7\u00e3o"#, "poção"),
            (r#"a \"b\" \\ \n"#, "a \"b\" \\  "),
            (r"\ud83d\ude00", "😀"),
            (r"\ud83d x \u00", r"\ud83d x \u00"),
            ("&#233;&#xE9;&amp;&lt;&bad;&", "éé&<&bad;&"),
            ("&#", "&#"),
            ("\\", "\\"),
            ("&é12345678901é;", "&é12345678901é;"),
        ] {
            assert_eq!(read(text).as_deref(), Some(plain), "{text}");
        }
    }
}
