//! Channels: the space between two rows of rooms, where corridors run to the side.
//!
//! A net enters from above and leaves below, or comes back up. Two nets whose columns overlap must
//! run in the right order: one that comes from above inside of the other's span runs above it, one
//! that leaves below inside of it runs below it. Because nothing crosses, this order has no circles,
//! and the longest chain of it is the number of tracks (channel routing without doglegs, after
//! Hashimoto and Stevens, 1971).

/// A corridor in a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    /// The column it comes from above.
    pub(super) top: i32,
    /// The column at its other end.
    pub(super) end: i32,
    /// Does it come back up, instead of leaving below?
    pub(super) back: bool,
}

impl Net {
    fn span(&self) -> (i32, i32) {
        (self.top.min(self.end), self.top.max(self.end))
    }

    /// Does it run straight down? Then it needs no track.
    pub(super) fn is_straight(&self) -> bool {
        self.top == self.end && !self.back
    }
}

/// The track of each net, counted from the top, and the number of tracks.
pub(super) fn tracks(nets: &[Net]) -> (Vec<u32>, u32) {
    let mut order: Vec<usize> = (0..nets.len()).filter(|&n| !nets[n].is_straight()).collect();
    order.sort_by_key(|&n| (nets[n].span(), n));
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nets.len()];
    let mut above_count = vec![0; nets.len()];
    let mut link = |above: usize, under: usize| {
        below[above].push(under);
        above_count[under] += 1;
    };
    // Nets still open at the current column; a wall must fit between two corridors.
    let mut open: Vec<usize> = Vec::new();
    for &b in &order {
        let start = nets[b].span().0;
        open.retain(|&a| nets[a].span().1 + 1 >= start);
        for &a in &open {
            if runs_above(&nets[a], &nets[b]) {
                link(a, b);
            } else if runs_above(&nets[b], &nets[a]) {
                link(b, a);
            }
        }
        open.push(b);
    }
    let mut track = vec![0; nets.len()];
    let mut ready: Vec<usize> = order.iter().copied().filter(|&n| above_count[n] == 0).collect();
    let mut most = 0;
    while let Some(net) = ready.pop() {
        most = most.max(track[net] + 1);
        for &under in &below[net] {
            track[under] = track[under].max(track[net] + 1);
            above_count[under] -= 1;
            if above_count[under] == 0 {
                ready.push(under);
            }
        }
    }
    debug_assert!(above_count.iter().all(|c| *c == 0), "nets that do not cross have no circles");
    (track, most)
}

/// Of two nets: must the first run above the second?
fn runs_above(a: &Net, b: &Net) -> bool {
    let inside = |x: i32, net: &Net| {
        let (low, high) = net.span();
        (low - 1..=high + 1).contains(&x)
    };
    // It comes from above within the other's span, or the other leaves below within its own.
    inside(a.top, b) || (a.back && inside(a.end, b)) || (!b.back && inside(b.end, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_nets_get_nested_tracks() {
        let net = |top, end, back| Net { top, end, back };
        // Two that go left, the left one above; a turn inside of a turn; a straight one.
        let nets =
            [net(10, 2, false), net(14, 6, false), net(20, 40, true), net(24, 30, true), net(50, 50, false)];
        let (track, count) = tracks(&nets);
        assert!(track[0] < track[1]);
        assert!(track[3] < track[2]);
        assert_eq!(count, 2);
    }
}
