//! Sentence frames: text with nodes in brackets that the realiser of a language fills.
//!
//! `[a x]` is the noun phrase of slot `x` with an indefinite article or a number, `[the x]` with the
//! definite one, `[v x stand]` a verb that agrees with it, `[its x]` and `[it x]` are pronouns,
//! `[s x lid|lids]` follows its number, `[=t]` is text. Portuguese has `[um x]`, `[o x]`, the
//! contractions `[do x]`, `[no x]`, `[ao x]`, `[pelo x]`, `[num x]`, and `[~x aberto]` for an adjective
//! that agrees. A capital letter in the head gives one in the text.

use mapkiln_maps::Language;

use super::noun::Np;
use super::{english, portuguese};

/// What fills a slot.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Np(Box<Np>),
    Text(String),
}

impl From<Np> for Slot {
    fn from(np: Np) -> Self {
        Slot::Np(Box::new(np))
    }
}

impl From<&str> for Slot {
    fn from(text: &str) -> Self {
        Slot::Text(text.to_owned())
    }
}

impl From<String> for Slot {
    fn from(text: String) -> Self {
        Slot::Text(text)
    }
}

/// Slots by name.
pub(crate) type Slots<'s> = &'s [(&'s str, Slot)];

/// How a sentence is to sound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Voice {
    pub(crate) language: Language,
    /// Read aloud, not for the game master's eyes.
    pub(crate) aloud: bool,
}

impl Voice {
    pub(crate) fn aloud(language: Language) -> Voice {
        Voice { language, aloud: true }
    }

    pub(crate) fn written(language: Language) -> Voice {
        Voice { language, aloud: false }
    }

    /// Fills a frame. A node that cannot be filled is an error with its text.
    pub(crate) fn try_say(self, frame: &str, slots: Slots<'_>) -> Result<String, String> {
        let mut out = String::with_capacity(frame.len() + 32);
        let mut bold: Vec<&str> = Vec::new();
        let mut rest = frame;
        while let Some(at) = rest.find('[') {
            out.push_str(&rest[..at]);
            let end = rest[at..].find(']').ok_or_else(|| format!("no ] in {frame:?}"))? + at;
            let node = &rest[at + 1..end];
            let said = self.node(node, slots, &mut bold).ok_or_else(|| format!("[{node}] in {frame:?}"))?;
            out.push_str(&said);
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Fills a frame of our own data, which the tests check.
    pub(crate) fn say(self, frame: &str, slots: Slots<'_>) -> String {
        self.try_say(frame, slots).unwrap_or_else(|problem| {
            debug_assert!(false, "{problem}");
            String::new()
        })
    }

    fn node<'f>(self, node: &'f str, slots: Slots<'_>, bold: &mut Vec<&'f str>) -> Option<String> {
        let find = |name: &str| slots.iter().find(|(n, _)| *n == name).map(|(_, slot)| slot);
        if let Some(name) = node.strip_prefix('=') {
            let capital = name.starts_with(char::is_uppercase);
            let Slot::Text(text) = find(&name.to_lowercase())? else { return None };
            return Some(if capital { capitalised(text) } else { text.clone() });
        }
        let (head, name, rest) = match node.strip_prefix('~') {
            Some(agreeing) => {
                let (name, word) = agreeing.split_once(' ')?;
                ("~", name, word)
            }
            None => {
                let mut parts = node.splitn(3, ' ');
                (parts.next()?, parts.next()?, parts.next().unwrap_or_default())
            }
        };
        let capital = head.starts_with(char::is_uppercase);
        let Slot::Np(np) = find(name)? else { return None };
        let lower = head.to_lowercase();
        let text = np.text(self.language.index());
        let names = matches!(
            lower.as_str(),
            "a" | "the"
                | "of"
                | "n"
                | "#"
                | "um"
                | "o"
                | "do"
                | "no"
                | "ao"
                | "pelo"
                | "num"
                | "dum"
                | "a_um"
        );
        let noun = if np.bold && names && !bold.contains(&name) {
            bold.push(name);
            format!("**{text}**")
        } else {
            text.to_owned()
        };
        let indefinite = matches!(lower.as_str(), "a" | "um" | "num" | "dum" | "a_um");
        let noun = match np.epithet.as_ref().filter(|_| indefinite) {
            Some(word) if self.language == Language::English => format!("{} {noun}", word[0]),
            Some(word) => {
                let agreeing = portuguese::adjective(&word[1], np.noun.gender, np.is_plural(1));
                format!("{noun} {agreeing}")
            }
            None => noun,
        };
        let said = match self.language {
            Language::English => english::say(&lower, np, rest, &noun),
            Language::Portuguese => portuguese::say(&lower, np, rest, &noun, self.aloud),
        }?;
        Some(if capital { capitalised(&said) } else { said })
    }
}

/// The text with its first letter as a capital, past any marks of bold.
pub(crate) fn capitalised(text: &str) -> String {
    let marks = text.len() - text.trim_start_matches(['*', '"']).len();
    let (marks, rest) = text.split_at(marks);
    format!("{marks}{}", mapkiln_maps::plan::capitalised(rest))
}

#[cfg(test)]
mod tests {
    use super::super::noun::{Gender, Noun};
    use super::*;

    #[test]
    fn nodes_agree_in_both_languages() {
        let slab = Noun::count(["slab", "slabs"], ["laje", "lajes"], Gender::Feminine);
        let said = |language, frame: &str, count| {
            let slots = [("x", Slot::from(Np { bold: count == 1, ..Np::new(slab.clone(), count) }))];
            Voice::aloud(language).say(frame, &slots)
        };
        let (en, pt) = (Language::English, Language::Portuguese);
        assert_eq!(said(en, "[A x] [v x lie] here. [The x]", 1), "A **slab** lies here. The slab");
        assert_eq!(said(en, "[A x] [v x lie] here, [its x] edge", 2), "Two slabs lie here, their edge");
        assert_eq!(
            said(pt, "[Um x] [v x jazer] [~x coberto] [num x]", 1),
            "Uma **laje** jaz coberta numa laje"
        );
        assert_eq!(
            said(pt, "[Um x] [~x quebrado] [do x] [no x] [pelo x]", 2),
            "Duas lajes quebradas das lajes nas lajes pelas lajes"
        );
        assert!(Voice::aloud(en).try_say("[a y]", &[]).is_err());
        let old = Np {
            epithet: Some(["old".to_owned(), "antigo".to_owned()]),
            bold: true,
            ..Np::new(slab.clone(), 1)
        };
        let slots = [("x", Slot::from(old))];
        assert_eq!(Voice::aloud(en).say("[A x]; [the x]", &slots), "An old **slab**; the slab");
        assert_eq!(Voice::aloud(pt).say("[num x]", &slots), "numa **laje** antiga");
    }
}
