//! A line chart as SVG.

use std::fmt::Write;

/// A line with its name.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;
const COLOURS: [&str; 6] = ["#1b6ca8", "#c8553d", "#3c7a3c", "#8a4fa3", "#b8860b", "#555555"];

/// The chart. Values above `ceiling` run out of the picture at its top.
pub(super) fn chart(title: &str, x_name: &str, y_name: &str, ceiling: f64, lines: &[Series]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let right = points().map(|p| p.0).fold(1e-9, f64::max);
    let top = points().map(|p| p.1).filter(|y| *y <= ceiling).fold(1.0, f64::max) * 1.05;
    let (wide, high) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |value: f64| LEFT + value / right * wide;
    let y = |value: f64| TOP + high - value.min(top) / top * high;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for tick in 0..=5 {
        let (at_x, at_y) = (right * f64::from(tick) / 5.0, top * f64::from(tick) / 5.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{at_y:.0}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{at_x:.0}</text>",
            LEFT + wide,
            y(at_y),
            y(at_y),
            LEFT - 6.0,
            y(at_y) + 4.0,
            x(at_x),
            TOP + high + 16.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        LEFT + wide / 2.0,
        HEIGHT - 10.0,
        escaped(x_name),
        TOP + high / 2.0,
        escaped(y_name)
    );
    for (i, line) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let path: Vec<String> =
            line.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
        let (key_x, key_y) = (LEFT + wide + 12.0, TOP + 14.0 + 20.0 * i as f64);
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\
             <line x1=\"{key_x}\" x2=\"{}\" y1=\"{key_y}\" y2=\"{key_y}\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            path.join(" "),
            key_x + 18.0,
            key_x + 24.0,
            key_y + 4.0,
            escaped(&line.name)
        );
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
