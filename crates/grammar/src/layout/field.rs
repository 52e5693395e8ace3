//! Distance fields: how long a corridor from a node would be to every cell nearby.

use mapkiln_core::Rect;

use super::walls::meet;

/// How long a corridor from one node would be, by cell.
#[derive(Default)]
pub(super) struct Field {
    /// Where the field may spread, and its cells.
    rect: Rect,
    pub(super) steps: Vec<i16>,
    /// The box around the cells that it reached.
    pub(super) reached: Option<Rect>,
    /// The part of it that positions are judged by.
    pub(super) near: Vec<i16>,
    /// The least of as many cells to the right, or downwards, as the room is wide or high.
    pub(super) across: Vec<i16>,
    pub(super) down: Vec<i16>,
    spare: Vec<i16>,
}

impl Field {
    /// Begins anew, nothing but walls.
    pub(super) fn clear(&mut self, rect: Rect, wall: i16) {
        (self.rect, self.reached) = (rect, None);
        self.steps.clear();
        self.steps.resize(rect.width.max(0) as usize * rect.height.max(0) as usize, wall);
    }

    /// Notes which cells were reached.
    pub(super) fn reach(&mut self, cells: &[u32]) {
        let wide = self.rect.width.max(1) as u32;
        let (Some(&first), Some(&last)) = (cells.iter().min(), cells.iter().max()) else { return };
        let (mut left, mut right) = (wide, 0);
        // Rows by a multiplication, which is exact for fields of this size; a division takes several times as long.
        let part = (1u64 << 48) / u64::from(wide) + 1;
        for &cell in cells {
            let x = cell - ((u64::from(cell) * part) >> 48) as u32 * wide;
            (left, right) = (left.min(x), right.max(x));
        }
        let (top, bottom) = ((first / wide) as i32, (last / wide) as i32);
        let (x, width) = (self.rect.x + left as i32, (right - left) as i32 + 1);
        self.reached = Some(Rect::new(x, self.rect.y + top, width, bottom - top + 1));
    }

    /// Cuts out the part that positions are judged by; beyond the field there are walls.
    pub(super) fn crop(&mut self, look: Rect, wall: i16) {
        let wide = look.width as usize;
        self.near.clear();
        self.near.resize(wide * look.height as usize, wall);
        let both = meet(look, self.rect);
        if both.width <= 0 {
            return;
        }
        for y in both.y..both.bottom() {
            let count = both.width as usize;
            let from =
                (y - self.rect.y) as usize * self.rect.width as usize + (both.x - self.rect.x) as usize;
            let to = (y - look.y) as usize * wide + (both.x - look.x) as usize;
            self.near[to..to + count].copy_from_slice(&self.steps[from..from + count]);
        }
    }

    /// Prepares for a room of this size.
    pub(super) fn slide(&mut self, wide: usize, w: usize, h: usize) {
        // Over the end of a row too: what begins there is not looked up.
        least_of(&self.near, &mut self.across, &mut self.spare, 1, w);
        least_of(&self.near, &mut self.down, &mut self.spare, wide, h);
    }
}

/// The least of each value and those after it at 1, 2… `count - 1` strides. The span doubles with each
/// pass, from one buffer into the other.
fn least_of(values: &[i16], least: &mut Vec<i16>, spare: &mut Vec<i16>, stride: usize, count: usize) {
    fn pass(values: &[i16], least: &mut Vec<i16>, shift: usize) {
        let shift = shift.min(values.len());
        let end = values.len() - shift;
        least.clear();
        least.extend(values[..end].iter().zip(&values[shift..]).map(|(a, b)| *a.min(b)));
        least.extend_from_slice(&values[end..]);
    }
    // The first pass reads the values themselves.
    pass(values, least, if count > 1 { stride } else { 0 });
    let mut span = 2;
    while span < count {
        let step = span.min(count - span);
        pass(least, spare, step * stride);
        std::mem::swap(least, spare);
        span += step;
    }
}
