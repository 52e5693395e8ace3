//! The cavern: chambers and passages without a straight line or a right angle.

use mapkiln_core::{Direction, Grid, Point, Rect, StableSort};
use mapkiln_maps::plan::{FeatureKind, RoomShape};

use super::kit::largest_piece;
use crate::layout::draft::{Built, Canvas, Draft, Gate, How, Mouth, ROCK, SpaceId, Way, way_name};
use crate::layout::genes::{Block, BlockKind, DOORS, Genes, blocks};
use crate::layout::targets::{Drawn, ThemeRanges, ranges};
use crate::layout::themed::{Body, Decoder, Turns, way_out};

pub(super) struct Cavern;

const TABLE: &[BlockKind] =
    &[blocks("cave", 1, 4), blocks("chamber", 24, 8), blocks("passage", 40, 4), blocks("pool", 1, 3), DOORS];

const TURN: f64 = std::f64::consts::TAU;

impl Decoder for Cavern {
    fn id(&self) -> &'static str {
        "cavern"
    }

    fn genes(&self) -> &'static [BlockKind] {
        TABLE
    }

    fn ranges(&self) -> ThemeRanges {
        ranges([0.08, 0.40], [4.0, 9.0], [0.36, 0.44])
    }

    fn turns(&self) -> Turns {
        Turns::Mirrors
    }

    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft> {
        let mut draft = Draft::new(1);
        let n = drawn.rooms.min(24);
        let cave = genes.block("cave", 0);
        // The more chambers, the smaller: all of them print on a stack of sheets that one still glues.
        let scale = libm::sqrt(10.5 / f64::from(n.max(8))).clamp(0.82, 1.0);
        let area = 36.0 * scale * scale * f64::from(n) / drawn.density.max(0.15);
        let half = sheets_box(area, cave.unit(0));
        let mut field = Field::new();
        // Large chambers first: they need the room.
        let mut order: Vec<usize> = (0..n as usize).collect();
        order.stable_sort_by_key(|i| i % 4 != 0);
        for i in order {
            let block = genes.block("chamber", i);
            let radius = if i % 4 == 0 { block.real(2, 3.4, 4.3) } else { block.real(2, 1.9, 2.9) };
            let radius = (radius * scale).max(1.8);
            let shape = rough(Blob::new(block, radius).cells());
            let wish = Point::new(block.int(0, -half.x, half.x), block.int(1, -half.y, half.y));
            let middle = field.place(&draft.levels[0], &shape, half, wish)?;
            let cells: Vec<Point> = shape.iter().map(|p| *p + middle).collect();
            field.add(&cells);
            draft.room(0, "", RoomShape::Cave, &cells);
        }
        let taken = junctions(&mut draft, genes, n as usize, cave.int(2, 2, 4));
        passages(&mut draft, genes, n as usize, taken);
        draft.gates.push(mouth_of_cave(&draft, cave.int(1, 0, 3))?);
        let entrance = usize::from(draft.gates[0].space);
        draft.spaces[entrance].tag = "mouth";
        Some(draft)
    }

    /// A pool, away from all mouths, and columns in the largest chamber.
    fn dress(&self, body: &Body) -> Vec<Built> {
        let draft = &body.draft;
        let mut built = Vec::new();
        let mut near: Vec<Point> = body.gates.iter().map(|g| g.at).collect();
        for (way, _) in draft.ways.iter().zip(&body.woven.chosen) {
            if let How::Passage { ends, .. } = &way.how {
                for m in ends {
                    near.extend(
                        (0..i32::from(m.width)).map(|n| m.at + crate::layout::doorways::along(m) * n),
                    );
                }
            }
        }
        let mut order: Vec<usize> = (0..draft.spaces.len()).filter(|&s| draft.spaces[s].room).collect();
        order.stable_sort_by_key(|&s| std::cmp::Reverse(draft.spaces[s].area));
        let clear = |p: &Point, least: u32| near.iter().all(|q| q.chebyshev(*p) > least);
        if let Some(&wet) = order.iter().find(|&&s| s != usize::from(body.woven.boss)) {
            let cells = draft.cells(wet as SpaceId);
            let middle = draft.bounds(wet as SpaceId).centre();
            let mut pool: Vec<Point> = cells.into_iter().filter(|p| clear(p, 1)).collect();
            pool.stable_sort_by_key(|p| (p.manhattan(middle + Point::new(1, 1)), *p));
            pool.truncate(draft.spaces[wet].area as usize * 2 / 5);
            pool.sort_unstable_by_key(|p| (p.y, p.x));
            if !pool.is_empty() {
                built.push(Built::Feature(0, FeatureKind::Water, pool));
            }
        }
        let cells = draft.cells(body.woven.boss);
        let inner: Vec<Point> = cells
            .iter()
            .filter(|p| {
                clear(p, 1) && p.around().iter().all(|q| cells.contains(q)) && (p.x * 3 + p.y * 5) % 7 == 0
            })
            .copied()
            .collect();
        let mut columns: Vec<Point> = Vec::new();
        for p in inner {
            if columns.iter().all(|q: &Point| q.chebyshev(p) > 2) && columns.len() < 3 {
                columns.push(p);
            }
        }
        if !columns.is_empty() {
            built.push(Built::Feature(0, FeatureKind::Pillar, columns));
        }
        built
    }
}

/// Half the sides of a box of about this area that leaves no sheet of paper half empty: whole sheets
/// of seven by ten cells across, upright or lying.
fn sheets_box(area: f64, wish: f64) -> Point {
    let mut sides: Vec<(f64, f64)> = Vec::new();
    for (across, along) in [(7.0, 10.0), (10.0, 7.0)] {
        for columns in 2..=8 {
            // A cell of rock is left at each edge.
            let width = across * f64::from(columns) - 1.0;
            let height = area / width;
            let rows = libm::ceil((height + 1.0) / along);
            let full = height / (rows * along - 1.0);
            if (0.62..=1.6).contains(&(width / height)) && full > 0.7 {
                sides.push((width, height));
            }
        }
    }
    let side = libm::sqrt(area);
    let (width, height) = sides.get((wish * sides.len() as f64) as usize).copied().unwrap_or((side, side));
    Point::new((width / 2.0) as i32, (height / 2.0) as i32)
}

/// A chamber's outline: a circle, stretched, with three waves.
struct Blob {
    radius: f64,
    stretch: f64,
    lean: f64,
    phases: [f64; 3],
}

impl Blob {
    fn new(block: Block<'_>, radius: f64) -> Self {
        Blob {
            radius,
            stretch: block.real(3, 1.0, 1.7),
            lean: block.real(4, 0.0, TURN / 2.0),
            phases: [block.real(5, 0.0, TURN), block.real(6, 0.0, TURN), block.real(7, 0.0, TURN)],
        }
    }

    /// Its cells around the origin.
    fn cells(&self) -> Vec<Point> {
        let reach = libm::ceil(self.radius * 2.0) as i32 + 1;
        let (cos, sin) = (libm::cos(self.lean), libm::sin(self.lean));
        let long = libm::sqrt(self.stretch);
        let inside = |p: &Point| {
            let (dx, dy) = (f64::from(p.x), f64::from(p.y));
            let (u, v) = ((dx * cos + dy * sin) / long, (dy * cos - dx * sin) * long);
            let square = u * u + v * v;
            // Inside or outside of every wave.
            if square > self.radius * self.radius * 1.96 || square < self.radius * self.radius * 0.36 {
                return square < self.radius * self.radius;
            }
            let t = libm::atan2(v, u);
            let wave = 1.0
                + 0.16 * libm::sin(2.0 * t + self.phases[0])
                + 0.14 * libm::sin(3.0 * t + self.phases[1])
                + 0.10 * libm::sin(5.0 * t + self.phases[2]);
            square <= self.radius * self.radius * wave * wave
        };
        Rect::new(-reach, -reach, 2 * reach + 1, 2 * reach + 1).cells().filter(inside).collect()
    }
}

/// How far each cell is from floor, up to a limit.
struct Field {
    far: Grid<u8>,
}

/// The limit of the field.
const FAR: i32 = 7;
/// Half its side.
const SIDE: i32 = 72;

impl Field {
    fn new() -> Self {
        Field { far: Grid::new(2 * SIDE, 2 * SIDE, FAR as u8) }
    }

    fn add(&mut self, cells: &[Point]) {
        for &p in cells {
            for y in -FAR..=FAR {
                for x in -FAR..=FAR {
                    let far = x.abs().max(y.abs()) as u8;
                    if let Some(cell) = self.far.get_mut(p + Point::new(x + SIDE, y + SIDE)) {
                        *cell = far.min(*cell);
                    }
                }
            }
        }
    }

    /// The place for a chamber: within the box or else a little beyond, about four cells from another
    /// chamber, and as near as that allows to where its genes wish it.
    fn place(&self, canvas: &Canvas, cells: &[Point], half: Point, wish: Point) -> Option<Point> {
        if cells.len() < 8 {
            return None;
        }
        let first = canvas.floor().next().is_none();
        let (left, right) = (cells.iter().map(|p| p.x).min()?, cells.iter().map(|p| p.x).max()?);
        let (top, bottom) = (cells.iter().map(|p| p.y).min()?, cells.iter().map(|p| p.y).max()?);
        for beyond in [0, 3, 7] {
            let reach = half + Point::new(beyond, beyond);
            let (low, high) =
                (Point::new(-reach.x - left, -reach.y - top), Point::new(reach.x - right, reach.y - bottom));
            let farthest = 2 * (reach.x + reach.y) + wish.x.abs() + wish.y.abs();
            let mut best: Option<(i32, Point)> = None;
            // From the wish outwards: no place farther away than the best costs less.
            for away in 0..=farthest {
                if best.is_some_and(|b| b.0 <= away) {
                    break;
                }
                for dx in -away..=away {
                    let dy = away - dx.abs();
                    let both = [-dy, dy];
                    for dy in &both[usize::from(dy == 0)..] {
                        let middle = wish + Point::new(dx, *dy);
                        let inside =
                            (low.x..=high.x).contains(&middle.x) && (low.y..=high.y).contains(&middle.y);
                        let Some(gap) = inside.then(|| self.gap(canvas, cells, middle)).flatten() else {
                            continue;
                        };
                        let cost = away + if first { 0 } else { 4 * (gap - 4).max(0) };
                        if best.is_none_or(|b| cost < b.0) {
                            best = Some((cost, middle));
                        }
                    }
                }
            }
            if let Some((_, middle)) = best {
                return Some(middle);
            }
        }
        None
    }

    /// Cells of rock between floor and some cells moved to a place; `None` if there are fewer than
    /// three or they reach too far.
    fn gap(&self, canvas: &Canvas, cells: &[Point], middle: Point) -> Option<i32> {
        let mut least = FAR;
        for &p in cells {
            let p = p + middle;
            least = least.min(self.far.get(p + Point::new(SIDE, SIDE)).map_or(0, |f| i32::from(*f)));
            if least < 4 || !canvas.reaches(p) {
                return None;
            }
        }
        Some(least - 1)
    }
}

/// Breaks every straight rim longer than three cells.
fn rough(cells: Vec<Point>) -> Vec<Point> {
    let mut cells = cells;
    for out in Direction::ALL {
        let along = out.clockwise().vector();
        let rim: Vec<Point> = cells.iter().filter(|p| !cells.contains(&p.step(out))).copied().collect();
        for &p in rim.iter().filter(|p| !rim.contains(&(**p - along))) {
            let run = (1..20).take_while(|&n| rim.contains(&(p + along * n))).count() as i32 + 1;
            let mut at = 2;
            while run - at >= 1 && run > 3 {
                // A dent or a bump, in turn.
                let cell = p + along * at;
                if (at / 3 + p.x) % 2 == 0 {
                    cells.push(cell.step(out));
                } else {
                    cells.retain(|c| *c != cell);
                }
                at += 3;
            }
        }
    }
    largest_piece(&cells)
}

/// Passages that fork: from each leads a branch to a third chamber. They are always there, and no
/// chamber is at two of them. Returns the cells that passages keep off.
fn junctions(draft: &mut Draft, genes: &Genes, chambers: usize, wanted: i32) -> Canvas {
    let middles: Vec<Point> = (0..chambers).map(|s| draft.bounds(s as SpaceId).centre()).collect();
    let mut taken = Canvas::new();
    let mut joined = vec![false; chambers];
    let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
    for b in 0..chambers {
        pairs.extend((0..b).map(|a| (middles[a].manhattan(middles[b]), a, b)));
    }
    // Not the very shortest: a branch needs the room.
    pairs.retain(|p| p.0 >= 10);
    pairs.sort_unstable();
    pairs.truncate(3 * chambers);
    let mut made = 0;
    for (number, &(_, a, b)) in pairs.iter().enumerate() {
        if made == wanted {
            break;
        }
        let block = genes.block("passage", 39 - number % 40);
        if joined[a] || joined[b] {
            continue;
        }
        let canvas = &draft.levels[0];
        let Some((mut cells, ends)) = dig(canvas, [a, b], [middles[a], middles[b]], block, 0, &taken) else {
            continue;
        };
        if cells.len() < 4 {
            continue;
        }
        // The passage as floor, so that a branch can be dug to it.
        let mut with = canvas.clone();
        let id = draft.spaces.len() as SpaceId;
        cells.iter().for_each(|p| with.set(*p, id));
        let middle = cells[cells.len() / 2];
        let mut others: Vec<usize> = (0..chambers).filter(|&c| c != a && c != b && !joined[c]).collect();
        others.stable_sort_by_key(|&c| (middles[c].manhattan(middle), c));
        let branch = others.iter().take(3).find_map(|&c| {
            let found = (0..4).find_map(|attempt| {
                dig(&with, [c, usize::from(id)], [middles[c], middle], block, attempt, &taken)
            })?;
            Some((c, found.0, found.1[0]))
        });
        let Some((c, more, end)) = branch else { continue };
        cells.extend(more);
        for p in &cells {
            taken.set(*p, 0);
            p.around().into_iter().for_each(|q| taken.set(q, 0));
        }
        let id = draft.corridor(0, "junction", &cells);
        for (space, mouth) in [(a, ends[0]), (b, ends[1]), (c, end)] {
            draft.mouth(space as SpaceId, id, mouth, true);
            joined[space] = true;
        }
        made += 1;
    }
    taken
}

/// Passages between near chambers, shortest first; any of them may be left out.
fn passages(draft: &mut Draft, genes: &Genes, chambers: usize, taken: Canvas) {
    let middles: Vec<Point> = (0..chambers).map(|s| draft.bounds(s as SpaceId).centre()).collect();
    let apart = |a: Point, b: Point| {
        let d = a - b;
        d.x * d.x + d.y * d.y
    };
    let mut pairs = Vec::new();
    for b in 0..chambers {
        for a in 0..b {
            let length = apart(middles[a], middles[b]);
            // A relaxed Gabriel graph: no other chamber well within the circle over the pair.
            let between = (0..chambers).any(|c| {
                c != a
                    && c != b
                    && 10 * (apart(middles[a], middles[c]) + apart(middles[b], middles[c])) < 5 * length
            });
            if !between {
                pairs.push((length, a, b));
            }
        }
    }
    pairs.sort_unstable();
    // Cells that other passages keep off: their own and those around them.
    let mut taken = taken;
    for (number, &(_, a, b)) in pairs.iter().enumerate().take(60) {
        let block = genes.block("passage", number % 40);
        for attempt in 0..8 {
            if let Some((cells, ends)) =
                dig(&draft.levels[0], [a, b], [middles[a], middles[b]], block, attempt, &taken)
            {
                for p in &cells {
                    taken.set(*p, 0);
                    p.around().into_iter().for_each(|q| taken.set(q, 0));
                }
                let (a, b) = (a as SpaceId, b as SpaceId);
                let how = How::Passage { cells, ends };
                draft.ways.push(Way { a, b, how, must: false, bias: 0, name: way_name(a, b) });
                break;
            }
        }
    }
}

/// The cell of the first chamber that is nearest to the second, and the other way round.
fn nearest(canvas: &Canvas, [a, b]: [SpaceId; 2], [from, to]: [Point; 2]) -> [Point; 2] {
    let of = |space: SpaceId, near: Point| {
        canvas.floor().filter(|c| c.1 == space).map(|c| c.0).min_by_key(|p| (p.manhattan(near), *p))
    };
    let first = of(a, to).unwrap_or(from);
    [first, of(b, first).unwrap_or(to)]
}

/// A bent passage between two chambers that touches them only at its ends and keeps off all else.
fn dig(
    canvas: &Canvas,
    ids: [usize; 2],
    [from, to]: [Point; 2],
    block: Block<'_>,
    attempt: i32,
    taken: &Canvas,
) -> Option<(Vec<Point>, [Mouth; 2])> {
    let [a, b] = ids.map(|i| i as SpaceId);
    // Later tries lead straight across the narrowest gap.
    let straight = attempt % 3 == 1;
    let [from, to] = if attempt >= 4 { nearest(canvas, [a, b], [from, to]) } else { [from, to] };
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let bend =
        block.real(0, -0.35, 0.35) + [0.0, 0.25, -0.25, 0.45, -0.45, 0.12, -0.12, 0.6][attempt as usize % 8];
    let (bend, wobble) = if straight { (0.0, 0.0) } else { (bend, block.real(1, 0.3, 1.1)) };
    let (cx, cy) = (dx / 2.0 - dy * bend, dy / 2.0 + dx * bend);
    let waves = block.real(2, 1.5, 3.5);
    let length = libm::sqrt(dx * dx + dy * dy).max(1.0);
    let count = (length * 2.0) as i32;
    let mut path = vec![from];
    for i in 1..=count {
        let t = f64::from(i) / f64::from(count);
        let side = wobble * libm::sin(waves * TURN * t + TURN * block.unit(3)) * 4.0 * t * (1.0 - t);
        let x = 2.0 * t * (1.0 - t) * cx + t * t * dx - dy / length * side;
        let y = 2.0 * t * (1.0 - t) * cy + t * t * dy + dx / length * side;
        let next = Point::new(from.x + libm::round(x) as i32, from.y + libm::round(y) as i32);
        while path[path.len() - 1] != next {
            let last = path[path.len() - 1];
            let (sx, sy) = ((next.x - last.x).signum(), (next.y - last.y).signum());
            let horizontal = sx != 0 && (sy == 0 || (last.x + last.y) % 2 == 0);
            path.push(last + if horizontal { Point::new(sx, 0) } else { Point::new(0, sy) });
        }
    }
    // What lies between leaving the one chamber for the last time and reaching the other.
    let leave = path.iter().rposition(|p| canvas.at(*p) == a)?;
    let arrive = leave + path[leave..].iter().position(|p| canvas.at(*p) == b)?;
    let mut cells: Vec<Point> = Vec::new();
    for &p in &path[leave + 1..arrive] {
        // Cut loops short.
        if let Some(i) = cells.iter().position(|c| *c == p) {
            cells.truncate(i);
        }
        cells.push(p);
    }
    let last = cells.len().checked_sub(1)?;
    if last < 1 {
        return None;
    }
    let sound = |i: usize, p: Point| {
        canvas.at(p) == ROCK
            && !taken.is_floor(p)
            && p.around().iter().all(|&q| match canvas.at(q) {
                ROCK => true,
                // Only the end cells touch a chamber, and by one side only.
                id if id == a => {
                    (i == 0 && (q == path[leave] || q.manhattan(p) == 2)) || (i == 1 && q.manhattan(p) == 2)
                }
                id if id == b => {
                    (i == last && (q == path[arrive] || q.manhattan(p) == 2))
                        || (i + 1 == last && q.manhattan(p) == 2)
                }
                _ => false,
            })
    };
    if !cells.iter().enumerate().all(|(i, &p)| sound(i, p)) {
        return None;
    }
    let facing =
        |inside: Point, outside: Point| Direction::ALL.into_iter().find(|d| inside.step(*d) == outside);
    let mut ends = [
        Mouth { at: path[leave], facing: facing(path[leave], cells[0])?, width: 1 },
        Mouth { at: path[arrive], facing: facing(path[arrive], cells[last])?, width: 1 },
    ];
    // Wider in places: along its length by a slow wave, and at its mouths.
    let core = cells.clone();
    for (i, &p) in core.iter().enumerate().skip(1).take(last.saturating_sub(1)) {
        let wave = libm::sin(f64::from(i as i32) * 0.9 + TURN * block.unit(2));
        if wave < 0.1 {
            continue;
        }
        for q in p.beside() {
            if !cells.contains(&q) && sound(usize::MAX - 2, q) && (wave > 0.6 || (q.x + q.y) % 2 == 0) {
                cells.push(q);
            }
        }
    }
    if block.percent(1, 60) {
        for (end, (mouth, id)) in ends.iter_mut().zip([a, b]).enumerate() {
            let along = crate::layout::doorways::along(mouth);
            let wide = mouth.at + along;
            let outside = wide.step(mouth.facing);
            let next = if end == 0 { core.get(1) } else { core.get(last.wrapping_sub(1)) };
            let free = canvas.at(wide) == id
                && canvas.at(outside) == ROCK
                && !cells.contains(&outside)
                && !taken.is_floor(outside)
                && outside.around().iter().all(|&q| {
                    let there = canvas.at(q);
                    there == ROCK || (there == id && (q == wide || q.manhattan(outside) == 2))
                })
                && canvas.at(outside + along) == ROCK
                && next.is_some();
            if free {
                cells.push(outside);
                mouth.width = 2;
            }
        }
    }
    Some((cells, ends))
}

/// The way in: the chamber cell nearest to the edge of the box with free ground before it.
fn mouth_of_cave(draft: &Draft, first: i32) -> Option<Gate> {
    let canvas = &draft.ground(0);
    let bounds = canvas.bounds();
    for n in 0..4 {
        let out = Direction::ALL[((first + n) % 4) as usize];
        let depth = |p: Point| match out {
            Direction::North => p.y - bounds.y,
            Direction::South => bounds.bottom() - p.y,
            Direction::West => p.x - bounds.x,
            Direction::East => bounds.right() - p.x,
        };
        let best = draft.levels[0]
            .floor()
            .filter(|(p, space)| draft.spaces[usize::from(*space)].room && way_out(canvas, *p, out))
            .min_by_key(|(p, _)| (depth(*p), *p));
        if let Some((at, space)) = best {
            return Some(Gate { space, at, facing: out.opposite() });
        }
    }
    None
}
