//! The pencil that figures are drawn with, and the strokes that it knows.
//!
//! A stroke is a line of words: `front` or `back` if it shows from one side only, the verb, a colour
//! (see `Kin::color`) and whole numbers. A medium creature is 68 high; its foot is at 0 0, up is
//! negative. A verb with a 2 at its end is drawn on both sides of the middle line.
//!
//! | verb | numbers |
//! | --- | --- |
//! | `poly`, `blob` | corners of a straight or round shape with an outline |
//! | `oval`, `rect` | middle and radii; corner and size; with an outline |
//! | `patch`, `spot` | corners; middle and radii; without an outline |
//! | `tone`, `glint` | as those; shade and light, which stay on their side when the figure is mirrored |
//! | `limb`, `line` | width and points of a curve, with and without an outline |
//! | `ring` | width, middle and radii |
//! | `star` | middle and radius |
//! | `leg` | corner and size, and 0 or 1: with which step it swings |
//! | `ground` | radius of the shadow; no colour |
//! | `left` | nothing: the figure looks to the left |

use super::kin::{self, Kin};
use crate::dungeon::things::{Affine, At, closed_curve, open_curve, star};
use crate::scene::{Color, Frame, Layer, Path, Stroke, Vec2};

pub(super) const OUTLINE: Color = Color::hex(0x1d1511);
pub(super) const LIGHT: Color = Color::hex(0xfff6d8);
const SHADE: Color = Color::hex(0x16233f);
/// How wide outlines are.
const RIM: f32 = 3.0;

/// Draws figures.
pub(crate) struct Sketch<'a> {
    layer: &'a mut Layer,
    place: Affine,
    /// Ink and ground, if there is only one colour.
    two_tone: Option<(Color, Color)>,
    /// How many map units a unit of the figure has.
    unit: f32,
    shadow: bool,
    pose: Pose,
    /// Where the part lies that is drawn, and how large it is.
    at: Vec2,
    scale: f32,
}

/// How a figure stands: where it looks and where it is in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    /// Is the shape mirrored? The light is not.
    pub(crate) mirrored: bool,
    /// Seen from behind?
    pub(crate) away: bool,
    /// How far the legs are apart, in figure units.
    pub(crate) swing: f32,
    /// How far the body is moved, up is negative.
    pub(crate) up: f32,
}

impl<'a> Sketch<'a> {
    /// A figure whose foot is at a place, `unit` map units per figure unit.
    pub(crate) fn new(
        layer: &'a mut Layer,
        foot: Vec2,
        unit: f32,
        two_tone: Option<(Color, Color)>,
        shadow: bool,
    ) -> Self {
        let place = Affine { x: Vec2::new(unit, 0.0), y: Vec2::new(0.0, unit), origin: foot };
        let (pose, at) = (Pose::default(), Vec2::default());
        Sketch { layer, place, two_tone, unit, shadow, pose, at, scale: 1.0 }
    }

    /// The same in another pose.
    pub(crate) fn posed(self, pose: Pose) -> Self {
        Sketch { pose, ..self }
    }

    /// The same pencil for a part that is moved and scaled.
    pub(super) fn part(&mut self, at: Vec2, scale: f32) -> Sketch<'_> {
        let (at, scale) = (self.at + at * self.scale, self.scale * scale);
        Sketch { layer: self.layer, at, scale, ..*self }
    }

    /// Draws all strokes of a part.
    pub(super) fn strokes(&mut self, part: &str, kin: &Kin) {
        for line in kin::strokes(part) {
            self.stroke(line, kin);
        }
    }

    fn stroke(&mut self, line: &str, kin: &Kin) {
        let Some((verb, color, numbers)) = read(line, self.pose.away) else { return };
        let color = kin.color(color);
        match verb.strip_suffix('2') {
            Some(verb) => {
                for side in [-1.0, 1.0] {
                    self.draw(verb, color, &numbers, side);
                }
            }
            None => self.draw(verb, color, &numbers, 1.0),
        }
    }

    fn draw(&mut self, verb: &str, color: Color, numbers: &[f32], side: f32) {
        let n = |i: usize| numbers.get(i).copied().unwrap_or_default();
        // The part's place, mirrored with the figure; light and shade keep their side in it.
        let turned = if self.pose.mirrored { -1.0 } else { 1.0 };
        let kept = matches!(verb, "tone" | "glint");
        let flip = if kept { 1.0 } else { turned } * side * self.scale;
        let lift = if verb == "ground" { 0.0 } else { self.pose.up };
        let (dx, dy) = (turned * self.at.x, self.at.y + lift);
        let put = |x: f32, y: f32| (dx + flip * x, dy + self.scale * y);
        let points = |from: usize| -> Vec<At> {
            numbers.get(from..).unwrap_or_default().chunks_exact(2).map(|p| put(p[0], p[1])).collect()
        };
        let ellipse = |from: usize| {
            let (x, y) = put(n(from), n(from + 1));
            Path::ellipse(Vec2::new(x, y), self.scale * n(from + 2), self.scale * n(from + 3))
        };
        let rim = Some((OUTLINE, RIM));
        let width = self.scale * n(0);
        match verb {
            "poly" => self.put(shape(&points(0)), Some(color), rim),
            "patch" | "tone" => self.put(shape(&points(0)), Some(color), None),
            "blob" => self.put(closed_curve(&points(0)), Some(color), rim),
            "oval" => self.put(ellipse(0), Some(color), rim),
            "spot" | "glint" => self.put(ellipse(0), Some(color), None),
            "ring" => self.put(ellipse(1), None, Some((color, width))),
            "star" => {
                let (x, y) = put(n(0), n(1));
                self.put(star(x, y, self.scale * n(2), 8, 0.5), Some(color), Some((OUTLINE, 2.0)));
            }
            "rect" => {
                let (a, b) = (put(n(0), n(1)), put(n(0) + n(2), n(1) + n(3)));
                let frame = Frame::between(Vec2::new(a.0, a.1), Vec2::new(b.0, b.1));
                self.put(Path::rounded_rect(frame, 2.4), Some(color), rim);
            }
            "limb" => {
                let path = open_curve(&points(1));
                self.put(path.clone(), None, Some((OUTLINE, width + 5.2)));
                self.put(path, None, Some((color, width)));
            }
            "line" => self.put(open_curve(&points(1)), None, Some((color, width))),
            "leg" => {
                let even = n(4) == 0.0;
                let way = flip * if even { self.pose.swing } else { -self.pose.swing };
                // The foot that passes is lifted a little; the feet do not go up with the body.
                let lift = self.pose.up + if self.pose.up < 0.0 && even { 3.0 } else { 0.0 };
                let corners =
                    [(n(0), n(1)), (n(0) + n(2), n(1)), (n(0) + n(2), n(1) + n(3)), (n(0), n(1) + n(3))];
                let mut corners = corners.map(|(x, y)| put(x, y));
                for foot in &mut corners[2..] {
                    *foot = (foot.0 + way, foot.1 - lift);
                }
                self.put(shape(&corners), Some(color), Some((OUTLINE, 2.0)));
            }
            "ground" if self.shadow => {
                let r = self.scale * n(0);
                let at = Vec2::new(dx + 0.2 * r, self.at.y);
                self.put(Path::ellipse(at, r, 0.45 * r), Some(SHADE.faded(0.3)), None);
            }
            _ => {}
        }
    }

    fn put(&mut self, path: Path, fill: Option<Color>, line: Option<(Color, f32)>) {
        let path = path.map(|p| self.place.apply(p));
        let stroke = line.map(|(color, width)| Stroke::new(self.color(color), width * self.unit).round());
        self.layer.shape(path, fill.map(|c| self.color(c)), stroke);
    }

    fn color(&self, color: Color) -> Color {
        match self.two_tone {
            Some((ink, ground)) => {
                let dark = (255 - u32::from(color.lightness())) as f32 / 255.0;
                let share = if dark > 0.75 { 1.0 } else { (dark - 0.25).max(0.0) * 0.9 };
                Color { a: color.a, ..ground.mixed(ink, share) }
            }
            None => color,
        }
    }
}

/// The verb, colour and numbers of a stroke, if it shows from this side.
fn read(line: &str, away: bool) -> Option<(&str, &str, Vec<f32>)> {
    let mut words = line.split(' ').peekable();
    if words.next_if_eq(&"front").is_some() && away || words.next_if_eq(&"back").is_some() && !away {
        return None;
    }
    let verb = words.next()?;
    let color = if matches!(verb, "ground" | "left") { "k" } else { words.next()? };
    let numbers = words.filter_map(|word| word.parse::<i16>().ok()).map(f32::from).collect();
    Some((verb, color, numbers))
}

/// What is wrong with a stroke.
#[cfg(test)]
pub(super) fn complaint(line: &str) -> Option<&'static str> {
    let bare = line.trim_start_matches("front ").trim_start_matches("back ");
    let Some((verb, color, numbers)) = read(bare, false) else { return Some("too few words") };
    let count = bare.split(' ').count() - if matches!(verb, "ground" | "left") { 1 } else { 2 };
    if count != numbers.len() {
        return Some("not a number");
    }
    let base = color.trim_end_matches(['-', '+', '~']);
    let known = "abcdghiklprstwy".contains(base) && base.len() == 1
        || base.len() == 7 && base.starts_with('#') && base[1..].chars().all(|c| c.is_ascii_hexdigit());
    if !known {
        return Some("not a colour");
    }
    let right = match verb.strip_suffix('2').unwrap_or(verb) {
        "poly" | "blob" | "patch" | "tone" => count >= 6 && count.is_multiple_of(2),
        "oval" | "rect" | "spot" => count == 4,
        "glint" => count == 4,
        "limb" | "line" => count >= 5 && count % 2 == 1,
        "ring" | "leg" => count == 5,
        "star" => count == 3,
        "ground" => count == 1,
        "left" => count == 0,
        _ => return Some("not a verb"),
    };
    (!right).then_some("a wrong number of numbers")
}

fn shape(corners: &[At]) -> Path {
    Path::polygon(corners.iter().map(|p| Vec2::new(p.0, p.1)))
}

/// A colour in the shade.
pub(super) fn shaded(color: Color, share: f32) -> Color {
    color.mixed(SHADE, share)
}
