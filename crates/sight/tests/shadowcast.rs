//! Shadow casting against the rule it stands for, worked out cell by cell with fractions.

use mapkiln_core::{Point, Rect, Seed};
use mapkiln_sight::{CellSet, Shadowcast, Walls};

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn middle(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

/// The map turned so that one of the four directions looks along growing lines.
struct Turned<'a> {
    walls: &'a Walls,
    at: Point,
    turn: usize,
}

impl Turned<'_> {
    fn cell(&self, line: i64, column: i64) -> Point {
        let (k, c) = (line as i32, column as i32);
        self.at + [Point::new(c, -k), Point::new(c, k), Point::new(-k, c), Point::new(k, c)][self.turn]
    }

    fn wall(&self, line: i64, column: i64) -> bool {
        self.walls.blocks(self.cell(line, column))
    }

    /// Is the slope free in the lines before this one?
    fn free(&self, slope: Fraction, before: i64) -> bool {
        (1..before).all(|k| {
            // 2 * slope * k, rounded both ways to odd numbers, names the borders on both sides.
            let place = Fraction(slope.0 * k, slope.1);
            let blocked = (-k - 1..=k + 1).any(|c| {
                let (west, east) = (Fraction(2 * c - 1, 2), Fraction(2 * c + 1, 2));
                let inside = west.less(place) && place.less(east);
                let joint = !place.less(east) && !east.less(place);
                self.wall(k, c) && (inside || (joint && self.wall(k, c + 1)))
            });
            !blocked
        })
    }

    fn sees(&self, line: i64, column: i64) -> bool {
        if !self.wall(line, column) {
            return self.free(Fraction(column, line), line);
        }
        // A wall is met where some free slope goes through its inside. Whether a slope is free
        // changes only at borders of cells, so those and the middles between them are enough.
        let low = Fraction((2 * column - 1).max(-2 * line), 2 * line);
        let high = Fraction((2 * column + 1).min(2 * line), 2 * line);
        let mut slopes = vec![low, high];
        for k in 1..line {
            slopes.extend((-k - 1..=k + 1).map(|c| Fraction(2 * c + 1, 2 * k)));
        }
        slopes.retain(|&s| !s.less(low) && !high.less(s));
        slopes.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        let middles: Vec<Fraction> = slopes.windows(2).map(|w| w[0].middle(w[1])).collect();
        let inside = |s: Fraction| {
            Fraction(2 * column - 1, 2 * line).less(s) && s.less(Fraction(2 * column + 1, 2 * line))
        };
        slopes.into_iter().chain(middles).any(|s| inside(s) && self.free(s, line))
    }
}

fn oracle(walls: &Walls, at: Point, radius: u32) -> CellSet {
    let mut seen = CellSet::new(walls.bounds());
    seen.insert(at);
    for p in walls.bounds().cells() {
        let d = p - at;
        if i64::from(d.x).pow(2) + i64::from(d.y).pow(2) > i64::from(radius).pow(2) || p == at {
            continue;
        }
        for (turn, line, column) in [(0, -d.y, d.x), (1, d.y, d.x), (2, -d.x, d.y), (3, d.x, d.y)] {
            if line >= column.abs() && (Turned { walls, at, turn }).sees(i64::from(line), i64::from(column)) {
                seen.insert(p);
            }
        }
    }
    seen
}

fn random(seed: u64, width: i32, height: i32, percent: u32) -> Walls {
    let mut stream = Seed::from(seed).stream("walls", 0);
    let mut walls = Walls::open(width, height);
    for p in Rect::new(0, 0, width, height).cells() {
        walls.set(p, stream.percent(percent));
    }
    walls
}

#[test]
fn equals_the_fractions_cell_by_cell() {
    let mut caster = Shadowcast::new();
    for seed in 0..120 {
        let mut stream = Seed::from(seed).stream("size", 0);
        let (width, height) = (stream.between(1, 26), stream.between(1, 26));
        let walls = random(seed, width, height, [3, 8, 15, 25, 40, 60][seed as usize % 6]);
        for _ in 0..3 {
            let at = Point::new(stream.between(0, width - 1), stream.between(0, height - 1));
            let radius = stream.between(0, 20) as u32;
            let (ours, truth) = (caster.look(&walls, at, Some(radius)), oracle(&walls, at, radius));
            for p in walls.bounds().cells() {
                assert_eq!(
                    ours.contains(p),
                    truth.contains(p),
                    "seed {seed}, {p} from {at}, radius {radius}"
                );
            }
            assert!(ours == truth);
        }
    }
}

#[test]
fn far_looks_equal_the_fractions_too() {
    // Further than 29 cells lines of cells are longer than a word.
    let mut caster = Shadowcast::new();
    for seed in 0..10 {
        let walls = random(seed, 36 + seed as i32, 34, [2, 6, 12, 25, 45][seed as usize % 5]);
        let mut stream = Seed::from(seed).stream("at", 1);
        let at = Point::new(stream.between(0, 35), stream.between(0, 33));
        let radius = [None, Some(30), Some(33)][seed as usize % 3];
        let truth = oracle(&walls, at, radius.unwrap_or(99));
        assert!(caster.look(&walls, at, radius) == truth, "seed {seed} from {at}, radius {radius:?}");
    }
}

#[test]
fn near_and_far_looks_agree_where_both_reach() {
    let mut caster = Shadowcast::new();
    for seed in 0..200 {
        let walls = random(seed, 150, 130, [1, 4, 10, 20, 35][seed as usize % 5]);
        let mut stream = Seed::from(seed).stream("at", 2);
        let at = Point::new(stream.between(0, 149), stream.between(0, 129));
        let (near, mut far) = (caster.look(&walls, at, Some(29)), caster.look(&walls, at, Some(30)));
        far.retain(|p| (p.x - at.x).pow(2) + (p.y - at.y).pow(2) <= 29 * 29);
        assert!(near == far, "seed {seed} from {at}");
    }
}

#[test]
fn wide_maps_equal_the_rule_for_pairs() {
    // Over many words: every open cell against the rule for one pair.
    let mut caster = Shadowcast::new();
    for seed in 0..12 {
        let walls = random(seed, 200, 150, [1, 3, 10, 20][seed as usize % 4]);
        let mut stream = Seed::from(seed).stream("at", 0);
        let at = Point::new(stream.between(0, 199), stream.between(0, 149));
        let radius = [None, Some(31), Some(64), Some(100)][seed as usize % 4];
        let seen = caster.look(&walls, at, radius);
        for p in walls.bounds().cells().filter(|&p| !walls.blocks(p)) {
            let d = p - at;
            let near = radius.is_none_or(|r| d.x * d.x + d.y * d.y <= (r * r) as i32);
            assert_eq!(seen.contains(p), near && walls.clear_between(at, p), "seed {seed}: {at} to {p}");
        }
    }
}

#[test]
fn everyone_is_seen_by_whom_they_see() {
    let mut caster = Shadowcast::new();
    for seed in 0..60 {
        let walls = random(seed, 21, 17, [5, 12, 22, 35][seed as usize % 4]);
        let open: Vec<Point> = walls.bounds().cells().filter(|&p| !walls.blocks(p)).collect();
        let radius = [None, Some(6), Some(9)][seed as usize % 3];
        let views: Vec<CellSet> = open.iter().map(|&p| caster.look(&walls, p, radius)).collect();
        for (i, &a) in open.iter().enumerate() {
            for (j, &b) in open.iter().enumerate() {
                assert_eq!(views[i].contains(b), views[j].contains(a), "seed {seed}: {a} and {b}");
            }
        }
    }
}

#[test]
fn two_corners_on_one_line_are_symmetric() {
    // The look from 0,0 to 3,6 touches both walls from either side: the case that needs beams
    // without width.
    let mut walls = Walls::open(8, 8);
    walls.set(Point::new(0, 1), true);
    walls.set(Point::new(2, 3), true);
    let mut caster = Shadowcast::new();
    let (a, b) = (Point::new(0, 0), Point::new(3, 6));
    assert!(caster.look(&walls, a, None).contains(b));
    assert!(caster.look(&walls, b, None).contains(a));
}

#[test]
fn odd_places_are_defined() {
    let mut caster = Shadowcast::new();
    let walls = Walls::from_text("#####\n#...#\n##.##\n#...#\n#####");
    let list = |set: CellSet| set.iter().collect::<Vec<_>>();
    let at = |x, y| Point::new(x, y);
    assert_eq!(list(caster.look(&walls, at(2, 2), Some(0))), [at(2, 2)], "radius 0");
    assert!(caster.look(&walls, at(-1, 2), None).is_empty(), "outside");
    assert!(caster.look(&walls, at(2, 5), None).is_empty(), "outside");
    let on_wall = caster.look(&walls, at(2, 0), None);
    assert!(on_wall.contains(at(2, 0)) && on_wall.contains(at(2, 3)), "on a wall one looks out");
    let narrow = Walls::from_text("##########\n#........#\n##########");
    let seen = caster.look(&narrow, at(1, 1), None);
    assert_eq!(seen.len(), 30, "all of a corridor one wide and its walls");
    let alone = Walls::open(1, 1);
    assert_eq!(list(caster.look(&alone, at(0, 0), None)), [at(0, 0)]);
    assert!(caster.look(&Walls::open(0, 0), at(0, 0), None).is_empty());
    let far = caster.look(&Walls::open(70, 3), at(69, 1), Some(u32::MAX));
    assert_eq!(far.len(), 210, "a huge radius is no limit");
    // All of 262,144 cells and not one more.
    let long = Walls::open(300_000, 1);
    assert_eq!(caster.look(&long, at(0, 0), None).len(), 262_145);
}
