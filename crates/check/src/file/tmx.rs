//! The little of XML that our Tiled maps need: elements with attributes, one after the other.

/// The start tags of an element with this name, each with the text that follows it.
pub(super) fn elements<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = Element<'a>> {
    let mut rest = xml;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find('<')?;
            rest = &rest[at + 1..];
            let Some(tail) = rest.strip_prefix(name) else { continue };
            if !tail.starts_with([' ', '>', '/', '\n']) {
                continue;
            }
            let end = tail.find('>')?;
            rest = &tail[end + 1..];
            return Some(Element {
                attributes: &tail[..end],
                text: rest.split('<').next().unwrap_or_default(),
                after: rest,
            });
        }
    })
}

#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    attributes: &'a str,
    /// What stands before the next tag.
    pub(super) text: &'a str,
    /// All that follows.
    pub(super) after: &'a str,
}

impl<'a> Element<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let start = format!(" {name}=\"");
        let at = self.attributes.find(&start)? + start.len();
        self.attributes[at..].split('"').next()
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }
}
