//! Paths, `a -- b -- C*3`: read alike on left and right sides, where they mean different things.

use crate::lang::ast;

use super::names::Names;

/// What makes nodes and links of the parts of a path.
pub(super) trait Reader {
    /// The most of one node that `*` may ask for.
    const MOST: usize;
    /// What is done with a node: "taken" or "made".
    const DONE: &'static str;

    /// The number of a node, known or new; nothing if it has mistakes.
    fn node(&mut self, node: &ast::Node, names: &mut Names) -> Option<usize>;

    /// Joins two nodes.
    fn link(&mut self, link: &ast::Link, from: usize, to: usize, names: &mut Names) -> Option<()>;

    /// Reads a whole path.
    fn path(&mut self, path: &ast::Path, names: &mut Names) -> Option<()> {
        if let Some((_, span)) = path.first.times {
            let message = format!("only the last node of a path can be {} several times", Self::DONE);
            names.error(span, message, "turn the path around");
        }
        let mut from = self.node(&path.first, names)?;
        for (place, (link, node)) in path.rest.iter().enumerate() {
            let times = match node.times {
                None => 1,
                Some((n, span)) if !(1..=Self::MOST as i64).contains(&n) => {
                    let hint =
                        format!("use 1 to {}; on a left side `not` says that there is none", Self::MOST);
                    names.error(span, format!("a count of {n} is out of range"), hint);
                    return None;
                }
                Some((_, span)) if place + 1 < path.rest.len() || node.name.is_some() => {
                    let message = format!(
                        "only the last node of a path, without a name, can be {} several times",
                        Self::DONE
                    );
                    names.error(span, message, "split the path with a comma");
                    return None;
                }
                Some((n, _)) => n,
            };
            let mut to = from;
            for _ in 0..times {
                to = self.node(node, names)?;
                if to == from {
                    names.error(node.span, "a node cannot be linked with itself", "name another node");
                    return None;
                }
                self.link(link, from, to, names)?;
            }
            from = to;
        }
        Some(())
    }
}
