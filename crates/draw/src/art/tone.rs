//! Light and shade: one light from the upper left, shade towards blue, light towards cream.

use crate::scene::Color;

/// What shade tends to.
pub(crate) const SHADE: Color = Color::hex(0x16233f);
/// What light tends to.
pub(crate) const LIGHT: Color = Color::hex(0xfff6d8);
/// The outline of creatures and things.
pub(crate) const INK: Color = Color::hex(0x1d1511);

/// A colour in the shade; the opacity stays.
pub(crate) fn shade(color: Color, share: f32) -> Color {
    Color { a: color.a, ..color.mixed(SHADE, share) }
}

/// A colour in the light; the opacity stays.
pub(crate) fn light(color: Color, share: f32) -> Color {
    Color { a: color.a, ..color.mixed(LIGHT, share) }
}

/// The rows of the matrix that turns a colour (red, green, blue from 0 to 1, then 1) into what it is at
/// night: nearly half of the way to grey, then darker and bluer.
pub(crate) const NIGHT: [[f32; 4]; 3] = {
    const GREY: f32 = 0.45;
    const WEIGHTS: [f32; 3] = [0.30, 0.59, 0.11];
    const GAIN: [f32; 3] = [0.34, 0.42, 0.60];
    const LIFT: [f32; 3] = [0.01, 0.02, 0.06];
    let mut rows = [[0.0; 4]; 3];
    let mut i = 0;
    while i < 3 {
        let mut j = 0;
        while j < 3 {
            let own = if i == j { 1.0 - GREY } else { 0.0 };
            rows[i][j] = GAIN[i] * (own + GREY * WEIGHTS[j]);
            j += 1;
        }
        rows[i][3] = LIFT[i];
        i += 1;
    }
    rows
};

/// A colour as it is at night where a lamp reaches it with `level` from 0 (not at all) to 1.
pub(crate) fn at_night(color: Color, level: f32) -> Color {
    let day = [color.r, color.g, color.b].map(|c| f32::from(c) / 255.0);
    let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    let warm = [1.0, 0.86, 0.66];
    let mix = |i: usize| {
        let row = NIGHT[i];
        let night = row[0] * day[0] + row[1] * day[1] + row[2] * day[2] + row[3];
        byte(night + (day[i] * warm[i] - night) * level)
    };
    Color { r: mix(0), g: mix(1), b: mix(2), a: color.a }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of day and night colours, to within rounding.
    #[test]
    fn night_colours_are_those_of_the_table() {
        for (day, night) in [
            (0x3f7fa8, 0x203865),
            (0x9cc069, 0x3a5260),
            (0xe8d6a2, 0x4f5f7e),
            (0xeef3f7, 0x546ba2),
            (0xb4563d, 0x352e42),
        ] {
            let (got, want) = (at_night(Color::hex(day), 0.0), Color::hex(night));
            for (a, b) in [(got.r, want.r), (got.g, want.g), (got.b, want.b)] {
                assert!(a.abs_diff(b) <= 2, "{day:06x}: {got:?}, not {want:?}");
            }
        }
    }
}
