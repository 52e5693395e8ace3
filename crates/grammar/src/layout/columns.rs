//! Columns: how far to the right everything stands.
//!
//! Subtrees are drawn on their own and pushed together until they nearly touch, row by row, with
//! every parent over the middle of its children (Reingold and Tilford, "Tidier Drawings of Trees",
//! 1981, for boxes of any width). The outlines of two neighbours are compared only as far as the
//! shorter one reaches, so all of it takes time linear in the size of the level.

use super::tree::{NONE, Tree, What};

/// Columns kept free between two things in a row.
pub(super) const GAP: i32 = 2;

/// The left and right border of a subtree in each row, the lowest row first.
#[derive(Default)]
struct Outline {
    left: Vec<i32>,
    right: Vec<i32>,
    /// To be added to both.
    shift: i32,
}

/// The first column of every item; `width` gives the columns it covers.
pub(super) fn columns(tree: &Tree, width: &[i32]) -> Vec<i32> {
    let count = tree.items.len();
    let mut offset = vec![0; count];
    let mut outlines: Vec<Outline> = (0..count).map(|_| Outline::default()).collect();
    // Children come after their parents in the walk, so backwards every child is ready.
    for id in (0..count).rev() {
        let item = &tree.items[id];
        let mut outline = beside(&item.children, &mut outlines, &mut offset);
        match item.what {
            What::Node { .. } => {
                let wide = width[id];
                let middle = |c: &u32| offset[*c as usize] + width[*c as usize] / 2;
                let hanging: Vec<i32> =
                    item.children.iter().filter(|c| is_drawn(tree, **c)).map(middle).collect();
                let centre = match (hanging.first(), hanging.last()) {
                    (Some(first), Some(last)) => (first + last).div_euclid(2),
                    _ => 0,
                };
                let left = centre - wide / 2;
                // Everything is told relative to this item's first column.
                for &child in &item.children {
                    offset[child as usize] -= left;
                }
                outline.shift -= left;
                outline.left.push(-outline.shift);
                outline.right.push(wide - outline.shift);
                // The corridor that leads down to it from rows above.
                let above = if item.parent == NONE { item.layer as usize } else { tree.hangs_from(id) + 1 };
                for _ in above..item.layer as usize {
                    outline.left.push(wide / 2 - outline.shift);
                    outline.right.push(wide / 2 + 1 - outline.shift);
                }
            }
            What::End { .. } => {
                let rows = (item.low + 1 - item.layer) as usize;
                outline = Outline { left: vec![0; rows], right: vec![1; rows], shift: 0 };
            }
        }
        outlines[id] = outline;
    }
    beside(&tree.roots, &mut outlines, &mut offset);
    for id in 0..count {
        let parent = tree.items[id].parent;
        if parent != NONE {
            offset[id] += offset[parent as usize];
        }
    }
    offset
}

/// Is it more than the port of an edge that turns back at once?
fn is_drawn(tree: &Tree, id: u32) -> bool {
    let item = &tree.items[id as usize];
    item.low >= item.layer
}

/// Puts subtrees side by side, notes each one's offset, and gives the outline of all of them.
fn beside(children: &[u32], outlines: &mut [Outline], offset: &mut [i32]) -> Outline {
    let mut all = Outline::default();
    for &child in children {
        let mut next = std::mem::take(&mut outlines[child as usize]);
        let shared = all.left.len().min(next.left.len());
        let row = |list: &[i32], k: usize| list[list.len() - 1 - k];
        let push =
            (0..shared).map(|k| row(&all.right, k) + all.shift + GAP - row(&next.left, k) - next.shift).max();
        // Where nothing is beside it, it stays over the first column.
        let push = push.unwrap_or(0);
        offset[child as usize] = push;
        next.shift += push;
        // The longer outline is kept and takes over the rows of the shorter one.
        if next.left.len() > all.left.len() {
            for k in 0..shared {
                let place = next.left.len() - 1 - k;
                next.left[place] = row(&all.left, k) + all.shift - next.shift;
            }
            all = next;
        } else {
            for k in 0..shared {
                let place = all.right.len() - 1 - k;
                all.right[place] = row(&next.right, k) + next.shift - all.shift;
            }
        }
    }
    all
}
