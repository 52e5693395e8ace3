//! Numbers and paths of SVG files, short and exact.

use super::Writer;
use crate::scene::{Path, Segment, Vec2};

/// A number in the making, from its last digit to its first. A large picture holds 100,000 of them,
/// and `write!` takes several times as long.
struct Digits {
    digits: [u8; 48],
    first: usize,
}

impl Digits {
    fn new() -> Digits {
        Digits { digits: [0; 48], first: 24 }
    }

    #[inline]
    fn put(&mut self, digit: u8) {
        self.first -= 1;
        self.digits[self.first] = digit;
    }

    /// Always copies 24 bytes and takes back what is too much: faster than a copy of any length.
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let end = out.len() + 24 - self.first;
        out.extend_from_slice(&self.digits[self.first..self.first + 24]);
        out.truncate(end);
    }
}

impl Writer {
    /// A number with at most three decimals.
    pub(super) fn number(&mut self, value: f32) {
        self.thousandths(thousandths(value));
    }

    pub(super) fn thousandths(&mut self, value: i64) {
        let (mut whole, mut rest) = (value.unsigned_abs() / 1000, value.unsigned_abs() % 1000);
        let mut digits = Digits::new();
        if rest > 0 {
            let mut places = 3;
            while rest % 10 == 0 {
                rest /= 10;
                places -= 1;
            }
            for _ in 0..places {
                digits.put(b'0' + (rest % 10) as u8);
                rest /= 10;
            }
            digits.put(b'.');
        } else if whole == 0 {
            digits.put(b'0');
        }
        while whole > 0 {
            digits.put(b'0' + (whole % 10) as u8);
            whole /= 10;
        }
        if value < 0 {
            digits.put(b'-');
        }
        digits.write(&mut self.out);
    }

    pub(super) fn whole(&mut self, value: i64) {
        let mut digits = Digits::new();
        let mut rest = value.unsigned_abs();
        while rest > 0 || digits.first == 24 {
            digits.put(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        if value < 0 {
            digits.put(b'-');
        }
        digits.write(&mut self.out);
    }

    pub(super) fn numbers<const N: usize>(&mut self, values: [f32; N]) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.out.push(b' ');
            }
            self.number(value);
        }
    }

    /// A path in map units, or in ems with a thousandth as the unit.
    ///
    /// All but the beginnings of its parts is relative: steps are shorter than places. They lead from
    /// one rounded place to the next, so that no error grows.
    pub(super) fn path_data(&mut self, path: &Path, write: fn(&mut Writer, i64)) {
        let rounded = |p: Vec2| [thousandths(p.x), thousandths(p.y)];
        let (mut at, mut start) = ([0; 2], [0; 2]);
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => {
                    at = rounded(p);
                    start = at;
                    self.command(b'M', &at, write);
                }
                Segment::Line(p) => {
                    let to = rounded(p);
                    let step = [to[0] - at[0], to[1] - at[1]];
                    match step {
                        [x, 0] => self.command(b'h', &[x], write),
                        [0, y] => self.command(b'v', &[y], write),
                        _ => self.command(b'l', &step, write),
                    }
                    at = to;
                }
                Segment::Curve(a, b, p) => {
                    let (a, b, to) = (rounded(a), rounded(b), rounded(p));
                    let steps = [a, b, to].map(|p| [p[0] - at[0], p[1] - at[1]]);
                    self.command(b'c', steps.as_flattened(), write);
                    at = to;
                }
                Segment::Close => {
                    self.out.push(b'Z');
                    at = start;
                }
            }
        }
    }

    fn command(&mut self, letter: u8, values: &[i64], write: fn(&mut Writer, i64)) {
        self.out.push(letter);
        for (i, &value) in values.iter().enumerate() {
            // A minus separates numbers as well as a space does.
            if i > 0 && value >= 0 {
                self.out.push(b' ');
            }
            write(self, value);
        }
    }
}

/// A thousandth of a cell is well below a pixel, one of an em too.
pub(super) fn thousandths(value: f32) -> i64 {
    let value = f64::from(value) * 1000.0;
    // To the nearest: cheaper than `round`, and the same as long as the product is exact, as here.
    (value + 0.5f64.copysign(value)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown = |value| {
            let mut writer = Writer::new(false, 0);
            writer.number(value);
            String::from_utf8(writer.out).unwrap()
        };
        assert_eq!(
            [0.0, 1.0, -2.5, 0.125, 0.05, 12.34567, -0.0001].map(shown),
            ["0", "1", "-2.5", ".125", ".05", "12.346", "0"]
        );
    }

    #[test]
    fn paths_go_from_rounded_place_to_rounded_place() {
        let mut writer = Writer::new(false, 0);
        let points = [(0.0004, 1.0), (0.0008, 1.0), (0.0012, 2.0), (-1.5, 2.25)];
        let mut path = Path::polygon(points.map(|(x, y)| Vec2::new(x, y)));
        path.move_to(Vec2::new(-3.0, 4.0));
        path.line_to(Vec2::new(-3.0, 4.5));
        writer.path_data(&path, Writer::thousandths);
        assert_eq!(String::from_utf8(writer.out).unwrap(), "M0 1h.001v1l-1.501 .25ZM-3 4v.5");
    }
}
