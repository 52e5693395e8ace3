//! Imports: the files that a grammar names, each read once, their statements before its own.

use crate::lang::ast::{File, Item, ItemKind};
use crate::lang::{Diagnostic, Renaming, Sources, parse_at};

/// More files or longer ones than this are refused.
const MOST_FILES: usize = 64;
const LONGEST_TEXT: usize = 1 << 22;

/// Finds the text of an imported file by its name.
pub(crate) type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A grammar's statements with those that it imports, and what could not be read.
pub(super) struct Gathered {
    pub(super) file: File,
    pub(super) sources: Sources,
    pub(super) errors: Vec<Diagnostic>,
}

pub(super) fn gather(name: &str, source: &str, resolve: Resolve<'_>) -> Gathered {
    let mut gathered = Gathered {
        file: File { items: Vec::new(), comments: Vec::new() },
        sources: Sources::new(name, source),
        errors: Vec::new(),
    };
    let (file, errors) = parse_at(source, 0, &[]);
    gathered.errors = errors;
    gathered.file.comments = file.comments;
    let mut known = Vec::new();
    gathered.imports(&file.items, &[], resolve, &mut known);
    gathered.file.items.extend(file.items);
    gathered
}

impl Gathered {
    fn imports(
        &mut self,
        items: &[Item],
        renamings: &[Renaming],
        resolve: Resolve<'_>,
        known: &mut Vec<(String, Vec<Renaming>)>,
    ) {
        for item in items {
            let ItemKind::Import { file, renamed } = &item.kind else { continue };
            let own: Renaming =
                renamed.iter().map(|(old, new)| (old.text.clone(), new.text.clone())).collect();
            let chain: Vec<Renaming> = std::iter::once(own).chain(renamings.iter().cloned()).collect();
            let key = (file.text.clone(), chain);
            if known.contains(&key) {
                continue;
            }
            let Some(text) = resolve(&file.text) else {
                let shipped = crate::library::importable();
                let hint = match crate::lang::nearest(&file.text, shipped.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        let shipped = crate::grammar::listed(shipped.into_iter());
                        format!("{shipped} ship with Mapkiln; other files lie beside the grammar")
                    }
                };
                let message = format!("there is no file `{}` to import", file.text);
                self.errors.push(Diagnostic::new(file.span, message, hint));
                continue;
            };
            if known.len() >= MOST_FILES || self.sources.text().len() + text.len() > LONGEST_TEXT {
                let hint = format!("import at most {MOST_FILES} files of {LONGEST_TEXT} bytes together");
                self.errors.push(Diagnostic::new(file.span, "this is more than can be imported", hint));
                return;
            }
            let start = self.sources.add(&file.text, &text);
            let (read, errors) = parse_at(&text, start, &key.1);
            self.errors.extend(errors);
            let renamings = key.1.clone();
            known.push(key);
            self.imports(&read.items, &renamings, resolve, known);
            self.file.items.extend(read.items.into_iter().filter(|item| is_shared(&item.kind)));
        }
    }
}

/// What an import brings: declarations, rules and blocks, but no start, program or limits.
fn is_shared(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Node { .. }
            | ItemKind::Edge { .. }
            | ItemKind::Mark { .. }
            | ItemKind::Attr { .. }
            | ItemKind::Param { .. }
            | ItemKind::Means { .. }
            | ItemKind::Shape { .. }
            | ItemKind::Template { .. }
            | ItemKind::Rule(_)
            | ItemKind::Block(..)
    )
}

/// The names of the files that a text imports.
pub(crate) fn imported_names(source: &str) -> Vec<String> {
    let items = parse_at(source, 0, &[]).0.items;
    items
        .into_iter()
        .filter_map(|item| match item.kind {
            ItemKind::Import { file, .. } => Some(file.text),
            _ => None,
        })
        .collect()
}
