//! Colours and strokes.

/// A colour, not premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity: 0 is clear, 255 hides everything behind it.
    pub a: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::hex(0x000000);
    /// White.
    pub const WHITE: Color = Color::hex(0xffffff);

    /// An opaque colour written as `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Self {
        Color { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// The same colour with another opacity from 0 to 1.
    pub const fn faded(self, opacity: f32) -> Self {
        Color { a: (opacity * 255.0 + 0.5) as u8, ..self }
    }

    /// Between this colour (`share` 0) and the other (`share` 1).
    pub fn mixed(self, other: Color, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share + 0.5) as u8;
        Color {
            r: mix(self.r, other.r),
            g: mix(self.g, other.g),
            b: mix(self.b, other.b),
            a: mix(self.a, other.a),
        }
    }

    /// Does it hide everything behind it?
    pub const fn is_opaque(self) -> bool {
        self.a == 255
    }

    /// Its lightness as people see it, from 0 (black) to 255 (white).
    pub fn lightness(self) -> u8 {
        ((2126 * u32::from(self.r) + 7152 * u32::from(self.g) + 722 * u32::from(self.b)) / 10_000) as u8
    }

    /// Black or white: what is easier to read on this colour.
    pub fn readable(self) -> Self {
        if self.lightness() > 140 { Color::BLACK } else { Color::WHITE }
    }
}

/// How the ends of a line look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Cut off at the end.
    #[default]
    Butt,
    /// A half circle beyond the end.
    Round,
    /// A half square beyond the end.
    Square,
}

/// How the corners of a line look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// Sharp.
    #[default]
    Miter,
    /// Rounded.
    Round,
    /// Cut off.
    Bevel,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width in map units.
    pub width: f32,
    /// Its ends.
    pub cap: Cap,
    /// Its corners.
    pub join: Join,
    /// Lengths of dash and gap in map units; none for a whole line.
    pub dash: Option<[f32; 2]>,
}

impl Stroke {
    /// A whole line with sharp corners and ends.
    pub const fn new(color: Color, width: f32) -> Self {
        Stroke { color, width, cap: Cap::Butt, join: Join::Miter, dash: None }
    }

    /// The same with round ends and corners.
    pub const fn round(self) -> Self {
        Stroke { cap: Cap::Round, join: Join::Round, ..self }
    }

    /// The same, dashed.
    pub const fn dashed(self, dash: f32, gap: f32) -> Self {
        Stroke { dash: Some([dash, gap]), ..self }
    }
}
