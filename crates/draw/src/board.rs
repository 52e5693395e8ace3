//! Boards: hexes in colours, or in symbols for readers who cannot tell the colours apart.
//!
//! A map unit is the width of a hex from side to side.

use mapkiln_maps::board::{Board, BoardGame, HexSide, Port, Score, Terrain, Trade, pips};

use crate::font;
use crate::scene::{Anchor, Color, Frame, Layer, Path, Scene, Stroke, Text, Vec2, Weight};

/// How a board is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardView {
    /// Black symbols on white, without colours; default colours with small symbols.
    pub symbols: bool,
    /// Marks the hexes that break rules, and says the score below; default none.
    pub score: Option<Score>,
    /// Only the hexes, without title and legend; default no.
    pub bare: bool,
}

/// Half the height of a hex that is one unit wide.
const RADIUS: f32 = 0.577_350_26;
/// The distance between rows.
const ROW: f32 = 0.866_025_4;

const INK: Color = Color::hex(0x26221c);
const PAPER: Color = Color::hex(0xf6f1e4);
const SEA: Color = Color::hex(0x9cc4dc);
const WRONG: Color = Color::hex(0xd01818);

impl BoardView {
    /// Draws the board.
    pub fn scene(&self, board: &Board) -> Scene {
        let geometry = board.geometry();
        let title = board.name.clone().unwrap_or_else(|| match board.game {
            BoardGame::Catan => "Catan".to_owned(),
            BoardGame::TerraMystica => "Terra Mystica".to_owned(),
        });
        let middles: Vec<Vec2> = (0..geometry.len())
            .map(|hex| {
                let (x, y) = geometry.place(hex);
                Vec2::new(x as f32 / 2.0, y as f32 * ROW)
            })
            .collect();
        let around = |at: &Vec2| Frame::new(at.x - 0.5, at.y - RADIUS, 1.0, 2.0 * RADIUS);
        let hexes = middles.iter().map(around).reduce(Frame::union).unwrap_or(Frame::new(0.0, 0.0, 1.0, 1.0));
        let catan = board.game == BoardGame::Catan;
        let mut scene = Scene::new(&title, hexes.grown(if catan { 0.75 } else { 0.12 }));
        scene.background = Some(if self.symbols { Color::WHITE } else { PAPER });
        if catan && !self.symbols {
            let sea = Path::rounded_rect(scene.frame.grown(-0.08), 0.5);
            scene.layer("sea").fill(sea, SEA);
        }
        let layer = scene.layer("hexes");
        for (hex, at) in board.hexes().zip(&middles) {
            let fill = if self.symbols { Color::WHITE } else { color(board.game, hex.terrain) };
            let line = Stroke { join: crate::scene::Join::Round, ..Stroke::new(INK, 0.025) };
            layer.shape(hexagon(*at, 1.0), Some(fill), Some(line));
        }
        let layer = scene.layer("terrain");
        for (hex, at) in board.hexes().zip(&middles) {
            let ink = if self.symbols { Color::BLACK } else { symbol_ink(board.game, hex.terrain) };
            let place = if hex.number.is_some() { *at - Vec2::new(0.0, 0.27) } else { *at };
            let size = if hex.number.is_some() { 0.17 } else { 0.24 };
            terrain_symbol(layer, hex.terrain, place, size, ink);
        }
        let layer = scene.layer("numbers");
        for (hex, at) in board.hexes().zip(&middles) {
            if let Some(number) = hex.number {
                token(layer, number, *at + Vec2::new(0.0, 0.13), self.symbols);
            }
        }
        let layer = scene.layer("ports");
        for port in &board.ports {
            if let Some(hex) = geometry.hex(port.row, port.column) {
                draw_port(layer, port, middles[hex], self.symbols);
            }
        }
        if let Some(score) = &self.score {
            let layer = scene.layer("violations");
            for (&wrong, at) in score.by_hex(&geometry).iter().zip(&middles).filter(|(wrong, _)| **wrong > 0)
            {
                layer.stroke(hexagon(*at, 0.9), Stroke::new(WRONG, 0.06));
                let badge = *at + Vec2::new(0.3, -0.3);
                layer.fill(Path::circle(badge, 0.12), WRONG);
                let mark = Text::new(badge + Vec2::new(0.0, 0.055), 0.17, Color::WHITE, wrong.to_string());
                layer.text(mark.bold().anchored(Anchor::Middle));
            }
        }
        if !self.bare {
            self.dress(&mut scene, board, &title);
        }
        scene
    }

    fn dress(&self, scene: &mut Scene, board: &Board, title: &str) {
        let map = scene.frame;
        let body = (map.width / 40.0).max(0.16);
        let layer = scene.layer("title");
        layer.text(Text::new(Vec2::new(map.x + 0.2, map.y - 0.5 * body), 2.2 * body, INK, title).bold());
        let mut y = map.bottom() + 1.2 * body;
        let column = 7.4 * body;
        let columns = ((map.width / column) as usize).max(1);
        for (i, &terrain) in board.game.terrains().iter().enumerate() {
            let at = Vec2::new(
                map.x + 0.2 + (i % columns) as f32 * column + 0.8 * body,
                y + (i / columns) as f32 * 2.0 * body,
            );
            let fill = if self.symbols { Color::WHITE } else { color(board.game, terrain) };
            layer.shape(hexagon(at, 1.6 * body), Some(fill), Some(Stroke::new(INK, 0.05 * body)));
            let ink = if self.symbols { Color::BLACK } else { symbol_ink(board.game, terrain) };
            terrain_symbol(layer, terrain, at, 0.5 * body, ink);
            let label = at + Vec2::new(1.2 * body, 0.35 * body);
            layer.text(Text::new(label, body, INK, terrain.word()));
        }
        y += board.game.terrains().len().div_ceil(columns) as f32 * 2.0 * body;
        if let Some(score) = &self.score {
            let words = format!("Score by the rules “{}”: {}", score.profile, score.summary());
            layer.text(Text::new(Vec2::new(map.x + 0.2, y + 0.4 * body), body, INK, words).bold());
            y += 1.5 * body;
            let breaches = score.rules.iter().flat_map(|r| r.breaches.iter().map(move |b| (r, b)));
            for (rule, breach) in breaches.take(24) {
                let words = format!("{}: {}", rule.rule, breach.words);
                for line in font::wrap(&words, 0.8 * body, Weight::Regular, map.width - 0.4) {
                    layer.text(Text::new(Vec2::new(map.x + 0.2, y + 0.4 * body), 0.8 * body, INK, line));
                    y += 1.05 * body;
                }
            }
        }
        let top = map.y - 3.0 * body;
        scene.frame = Frame::new(map.x, top, map.width, y - top + 0.5 * body);
    }
}

/// A hex that stands on a corner.
fn hexagon(at: Vec2, width: f32) -> Path {
    let corners = [(0.0, -1.0), (ROW, -0.5), (ROW, 0.5), (0.0, 1.0), (-ROW, 0.5), (-ROW, -0.5)];
    Path::polygon(corners.map(|(x, y)| at + Vec2::new(x, y) * (RADIUS * width)))
}

/// Colours that are told apart with every kind of colour vision.
fn color(game: BoardGame, terrain: Terrain) -> Color {
    match (game, terrain) {
        (BoardGame::Catan, Terrain::Desert) => Color::hex(0xf0f0d2),
        (_, Terrain::Desert) => Color::hex(0xf5d24a),
        (_, Terrain::Plains) => Color::hex(0x8c511d),
        (_, Terrain::Swamp) => Color::hex(0x2f2b2c),
        (_, Terrain::Lakes) => Color::hex(0x2f7fd0),
        (_, Terrain::Forest) => Color::hex(0x1b7267),
        (_, Terrain::Mountains) => Color::hex(0xb4b8be),
        (_, Terrain::Wasteland) => Color::hex(0xe35b26),
        (_, Terrain::River) => Color::hex(0xd3ecf7),
        (_, Terrain::Grain) => Color::hex(0xf2c230),
        (_, Terrain::Lumber) => Color::hex(0x1f5c3d),
        (_, Terrain::Wool) => Color::hex(0xa8d3a0),
        (_, Terrain::Brick) => Color::hex(0xbe621f),
        (_, Terrain::Ore) => Color::hex(0x6f7f99),
    }
}

/// Dark or light, whichever stands out more.
fn symbol_ink(game: BoardGame, terrain: Terrain) -> Color {
    let ground = color(game, terrain);
    let dark = Color::hex(0x1b1a18);
    if contrast(ground, dark) >= contrast(ground, Color::WHITE) { dark } else { Color::WHITE }
}

/// The contrast of two colours as in the Web Content Accessibility Guidelines, 1 to 21.
fn contrast(a: Color, b: Color) -> f64 {
    let luminance = |color: Color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// Amounts of light, 0 to 1.
fn linear(color: Color) -> [f64; 3] {
    [color.r, color.g, color.b].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    })
}

/// A shape for each terrain, told apart without colours.
fn terrain_symbol(layer: &mut Layer, terrain: Terrain, at: Vec2, size: f32, ink: Color) {
    let p = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let line = Stroke::new(ink, 0.16 * size).round();
    let wave = |y: f32| {
        let mut path = Path::new();
        path.move_to(p(-0.9, y));
        for i in 0..3 {
            let x = -0.9 + 0.6 * i as f32;
            path.curve_to(p(x + 0.2, y - 0.35), p(x + 0.4, y + 0.35), p(x + 0.6, y));
        }
        path
    };
    match terrain {
        Terrain::Grain => {
            let mut path = Path::new();
            for x in [-0.55, 0.0, 0.55] {
                path.extend(&Path::line(p(x, 0.9), p(x, -0.9)));
                for y in [-0.6, -0.2, 0.2] {
                    path.add_polyline([p(x - 0.22, y - 0.2), p(x, y + 0.05), p(x + 0.22, y - 0.2)]);
                }
            }
            layer.stroke(path, Stroke::new(ink, 0.12 * size).round());
        }
        Terrain::Lumber | Terrain::Forest => {
            for x in [-0.5, 0.5] {
                layer.fill(Path::polygon([p(x, -0.95), p(x + 0.45, 0.45), p(x - 0.45, 0.45)]), ink);
                layer.stroke(Path::line(p(x, 0.4), p(x, 0.9)), line);
            }
        }
        Terrain::Wool => {
            let mut sheep = Path::ellipse(p(-0.1, 0.0), 0.65 * size, 0.45 * size);
            sheep.extend(&Path::circle(p(0.6, -0.25), 0.27 * size));
            layer.fill(sheep, ink);
            let mut legs = Path::line(p(-0.4, 0.3), p(-0.4, 0.8));
            legs.extend(&Path::line(p(0.2, 0.3), p(0.2, 0.8)));
            layer.stroke(legs, line);
        }
        Terrain::Brick => {
            let mut wall = Path::new();
            for (x, y, w) in [
                (-0.9, -0.75, 0.85),
                (0.05, -0.75, 0.85),
                (-0.9, -0.2, 0.4),
                (-0.4, -0.2, 0.8),
                (0.5, -0.2, 0.4),
                (-0.9, 0.35, 0.85),
                (0.05, 0.35, 0.85),
            ] {
                let corner = p(x, y);
                wall.add_rect(Frame::new(corner.x, corner.y, w * size, 0.42 * size));
            }
            layer.fill(wall, ink);
        }
        Terrain::Ore | Terrain::Mountains => {
            layer.fill(Path::polygon([p(-1.0, 0.75), p(-0.3, -0.8), p(0.4, 0.75)]), ink);
            layer.fill(Path::polygon([p(0.0, 0.75), p(0.5, -0.3), p(1.0, 0.75)]), ink);
        }
        Terrain::Desert => {
            layer.stroke(Path::circle(p(0.0, -0.35), 0.35 * size), line);
            layer.stroke(wave(0.6), line);
        }
        Terrain::Plains => {
            let mut grass = Path::new();
            for (x, y) in [(-0.6, 0.5), (0.0, 0.8), (0.6, 0.5)] {
                for dx in [-0.25, 0.0, 0.25] {
                    grass.extend(&Path::line(p(x, y), p(x + dx, y - 0.9)));
                }
            }
            layer.stroke(grass, Stroke::new(ink, 0.12 * size).round());
        }
        Terrain::Swamp => {
            let mut reeds = Path::new();
            for x in [-0.5, 0.0, 0.5] {
                reeds.extend(&Path::line(p(x, 0.5), p(x, -0.4)));
                layer.fill(Path::ellipse(p(x, -0.6), 0.14 * size, 0.32 * size), ink);
            }
            layer.stroke(reeds, line);
            layer.stroke(wave(0.75), line);
        }
        Terrain::Lakes => {
            for y in [-0.5, 0.0, 0.5] {
                layer.stroke(wave(y), line);
            }
        }
        Terrain::Wasteland => {
            let mut cracks =
                Path::polyline([p(-0.9, -0.6), p(-0.2, -0.2), p(0.1, -0.8), p(0.2, 0.1), p(0.9, 0.4)]);
            cracks.add_polyline([p(-0.2, -0.2), p(-0.4, 0.8)]);
            cracks.add_polyline([p(0.2, 0.1), p(0.3, 0.9)]);
            layer.stroke(cracks, line);
        }
        Terrain::River => layer.stroke(wave(0.0), line),
    }
}

fn token(layer: &mut Layer, number: u8, at: Vec2, symbols: bool) {
    let strong = pips(number) == 5;
    let ink = if strong && !symbols { Color::hex(0xb3261e) } else { INK };
    let rim = Stroke::new(INK, if strong { 0.035 } else { 0.018 });
    layer.shape(Path::circle(at, 0.215), Some(Color::hex(0xfbf5e3)), Some(rim));
    let text = Text::new(at + Vec2::new(0.0, 0.045), 0.25, ink, number.to_string());
    layer.text(text.bold().anchored(Anchor::Middle));
    let count = i32::from(pips(number));
    for i in 0..count {
        let x = (i as f32 - (count - 1) as f32 / 2.0) * 0.055;
        layer.fill(Path::circle(at + Vec2::new(x, 0.115), 0.02), ink);
    }
}

fn draw_port(layer: &mut Layer, port: &Port, hex: Vec2, symbols: bool) {
    let (ends, out) = match port.side {
        HexSide::NorthEast => ([(0.0, -1.0), (ROW, -0.5)], (0.5, -ROW)),
        HexSide::East => ([(ROW, -0.5), (ROW, 0.5)], (1.0, 0.0)),
        HexSide::SouthEast => ([(ROW, 0.5), (0.0, 1.0)], (0.5, ROW)),
        HexSide::SouthWest => ([(0.0, 1.0), (-ROW, 0.5)], (-0.5, ROW)),
        HexSide::West => ([(-ROW, 0.5), (-ROW, -0.5)], (-1.0, 0.0)),
        HexSide::NorthWest => ([(-ROW, -0.5), (0.0, -1.0)], (-0.5, -ROW)),
    };
    let pier = hex + Vec2::new(out.0, out.1) * 0.78;
    for (x, y) in ends {
        let corner = hex + Vec2::new(x, y) * RADIUS;
        layer.stroke(Path::line(corner, pier), Stroke::new(Color::hex(0x7a5230), 0.045).round());
    }
    let fill = match port.trade.resource() {
        Some(terrain) if !symbols => color(BoardGame::Catan, terrain),
        _ => Color::WHITE,
    };
    layer.shape(Path::circle(pier, 0.2), Some(fill), Some(Stroke::new(INK, 0.02)));
    let (ratio, word) = match port.trade {
        Trade::Any => ("3:1", "any"),
        other => ("2:1", other.word()),
    };
    let ink = fill.readable();
    layer.text(Text::new(pier + Vec2::new(0.0, 0.02), 0.16, ink, ratio).bold().anchored(Anchor::Middle));
    layer.text(Text::new(pier + Vec2::new(0.0, 0.12), 0.095, ink, word).anchored(Anchor::Middle));
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    fn times(matrix: Matrix, v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
    }

    /// A colour in OKLab (Ottosson, 2020), where distances are those that eyes see.
    fn oklab(light: [f64; 3]) -> [f64; 3] {
        let cones = times(
            [
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            light,
        );
        times(
            [
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(libm::cbrt),
        )
    }

    /// All sight, and sight without long, middle or short waves (Machado, Oliveira and Fernandes, 2009).
    const SIGHT: [Matrix; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    #[test]
    fn terrains_are_told_apart_with_every_kind_of_sight() {
        for game in [BoardGame::Catan, BoardGame::TerraMystica] {
            for sight in SIGHT {
                let seen = |&terrain: &Terrain| {
                    oklab(times(sight, linear(color(game, terrain))).map(|part| part.clamp(0.0, 1.0)))
                };
                let seen: Vec<[f64; 3]> = game.terrains().iter().map(seen).collect();
                for (i, a) in seen.iter().enumerate() {
                    for (b, other) in seen[i + 1..].iter().zip(&game.terrains()[i + 1..]) {
                        let far = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
                        assert!(far >= 0.1, "{:?} and {other:?}: {far:.3}", game.terrains()[i]);
                    }
                }
            }
        }
    }

    #[test]
    fn symbols_stand_out() {
        for game in [BoardGame::Catan, BoardGame::TerraMystica] {
            for &terrain in game.terrains() {
                let found = contrast(color(game, terrain), symbol_ink(game, terrain));
                assert!(found >= 4.19, "{terrain:?}: {found:.1}");
            }
        }
    }
}
