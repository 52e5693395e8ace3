//! Creatures as small figures: a silhouette per type, for tokens and isometric pictures.
//!
//! Lengths are in figure units: a medium creature is 34 high. The foot is at the origin, up is -y.

use mapkiln_maps::plan::{CreatureType, Monsters, Role};

use super::things::{Affine, At, closed_curve, open_curve};
use crate::scene::{Color, Frame, Layer, Path, Stroke, Vec2};

const OUTLINE: Color = Color::hex(0x1d1511);
const SHADE: Color = Color::hex(0x16233f);
const LIGHT: Color = Color::hex(0xfff6d8);

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
        Sketch { layer, place, two_tone, unit, shadow, pose: Pose::default() }
    }

    /// The same in another pose.
    pub(crate) fn posed(self, pose: Pose) -> Self {
        Sketch { pose, ..self }
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

    fn put(&mut self, path: Path, fill: Option<Color>, line: Option<(Color, f32)>) {
        let side = if self.pose.mirrored { -1.0 } else { 1.0 };
        self.put_as(path.map(|p| Vec2::new(side * p.x, p.y + self.pose.up)), fill, line);
    }

    /// A path that is not moved by the pose: light and shade, the shadow, the feet.
    fn put_as(&mut self, path: Path, fill: Option<Color>, line: Option<(Color, f32)>) {
        let path = path.map(|p| self.place.apply(p));
        let stroke = line.map(|(color, width)| Stroke::new(self.color(color), width * self.unit).round());
        self.layer.shape(path, fill.map(|c| self.color(c)), stroke);
    }

    fn polygon(&mut self, corners: &[At], color: Color) {
        self.put(shape(corners), Some(color), Some((OUTLINE, 1.5)));
    }

    /// A polygon on both sides of the middle line.
    fn pair(&mut self, corners: &[At], color: Color) {
        for side in [-1.0, 1.0] {
            let mirrored: Vec<At> = corners.iter().map(|p| (side * p.0, p.1)).collect();
            self.polygon(&mirrored, color);
        }
    }

    fn patch(&mut self, corners: &[At], color: Color) {
        self.put(shape(corners), Some(color), None);
    }

    fn rect(&mut self, x: f32, y: f32, w: f32, h: f32, color: Color) {
        self.put(Path::rounded_rect(Frame::new(x, y, w, h), 1.2), Some(color), Some((OUTLINE, 1.4)));
    }

    /// Shade or light on a body that looks the same from both sides: it stays where the light is.
    fn tone(&mut self, corners: &[At], color: Color) {
        let up = self.pose.up;
        self.put_as(shape(corners).map(|p| Vec2::new(p.x, p.y + up)), Some(color), None);
    }

    /// A round spot of light, as for `tone`.
    fn glint(&mut self, x: f32, y: f32, r: f32, color: Color) {
        let up = self.pose.up;
        self.put_as(Path::circle(Vec2::new(x, y + up), r), Some(color), None);
    }

    /// A leg from the body to the ground; every second one swings the other way.
    fn leg(&mut self, x: f32, y: f32, w: f32, h: f32, number: usize, color: Color) {
        let side = if self.pose.mirrored { -1.0 } else { 1.0 };
        let way = if number.is_multiple_of(2) { self.pose.swing } else { -self.pose.swing };
        // The foot that passes is lifted a little.
        let lift = if self.pose.up < 0.0 && number.is_multiple_of(2) { 1.5 } else { 0.0 };
        let (top, foot) = (y + self.pose.up, y + h - lift);
        let corners = [(x, top), (x + w, top), (x + w + way, foot), (x + way, foot)];
        self.put_as(shape(&corners.map(|(x, y)| (side * x, y))), Some(color), None);
    }

    fn oval(&mut self, x: f32, y: f32, rx: f32, ry: f32, color: Color) {
        self.put(Path::ellipse(Vec2::new(x, y), rx, ry), Some(color), Some((OUTLINE, 1.5)));
    }

    fn spot(&mut self, x: f32, y: f32, rx: f32, ry: f32, color: Color) {
        self.put(Path::ellipse(Vec2::new(x, y), rx, ry), Some(color), None);
    }

    fn line(&mut self, points: &[At], color: Color, width: f32) {
        self.put(open_curve(points), None, Some((color, width)));
    }

    /// A thick smooth line with an outline.
    fn limb(&mut self, points: &[At], color: Color, width: f32) {
        self.line(points, OUTLINE, width + 2.6);
        self.line(points, color, width);
    }

    fn blob(&mut self, points: &[At], color: Color) {
        self.put(closed_curve(points), Some(color), Some((OUTLINE, 1.6)));
    }

    fn ground(&mut self, r: f32) {
        if self.shadow {
            let at = Vec2::new(0.2 * r, 0.0);
            self.put_as(Path::ellipse(at, r, 0.45 * r), Some(SHADE.faded(0.3)), None);
        }
    }

    fn eyes(&mut self, y: f32, apart: f32, r: f32, color: Color) {
        if self.pose.away {
            return;
        }
        for side in [-1.0, 1.0] {
            self.spot(side * apart - 0.4, y, r, r, color);
        }
    }
}

fn shape(corners: &[At]) -> Path {
    Path::polygon(corners.iter().map(|p| Vec2::new(p.0, p.1)))
}

fn shaded(color: Color, share: f32) -> Color {
    color.mixed(SHADE, share)
}

/// What a figure shows of a creature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) kind: CreatureType,
    pub(crate) role: Option<Role>,
    /// The colour of what it wears, if it wears anything.
    cloth: Option<Color>,
}

impl Figure {
    /// A plain figure of a type.
    pub(crate) const fn plain(kind: CreatureType) -> Figure {
        Figure { kind, role: None, cloth: None }
    }

    /// Does it look to the left of the picture when it is not mirrored?
    pub(crate) const fn looks_left(&self) -> bool {
        matches!(self.kind, CreatureType::Beast | CreatureType::Dragon | CreatureType::Monstrosity)
    }

    pub(crate) fn of(monsters: &Monsters) -> Figure {
        let role = if monsters.boss { Some(Role::Leader) } else { monsters.role };
        Figure {
            kind: monsters.creature.unwrap_or(CreatureType::Humanoid),
            role,
            cloth: (!monsters.faction.is_empty()).then(|| cloth_of(&monsters.faction)),
        }
    }

    /// Is it the master of the place?
    pub(crate) fn leads(&self) -> bool {
        self.role == Some(Role::Leader)
    }

    /// The colour of a token's ring.
    pub(crate) fn ring(&self) -> Color {
        Color::hex(match self.role {
            Some(Role::Leader) => 0x7d3c98,
            Some(Role::Beast) => 0xb08a2c,
            Some(Role::Captive) => 0x2f6f9f,
            _ => 0xb0432f,
        })
    }

    /// Left, top, right and bottom of the drawing without its shadow, in figure units.
    pub(crate) fn bounds(&self) -> [f32; 4] {
        match self.kind {
            CreatureType::Dragon => [-34.0, -55.0, 38.0, 2.0],
            CreatureType::Giant => [-16.0, -50.0, 24.0, 2.0],
            CreatureType::Fiend | CreatureType::Celestial => [-21.0, -42.0, 21.0, 2.0],
            CreatureType::Beast => [-22.0, -29.0, 21.0, 2.0],
            CreatureType::Ooze => [-19.0, -18.0, 19.0, 4.0],
            CreatureType::Monstrosity => [-23.0, -22.0, 23.0, 2.0],
            CreatureType::Elemental => [-16.0, -47.0, 16.0, 2.0],
            CreatureType::Plant => [-20.0, -47.0, 20.0, 3.0],
            CreatureType::Aberration => [-20.0, -36.0, 20.0, 3.0],
            CreatureType::Construct => [-17.0, -38.0, 17.0, 2.0],
            CreatureType::Fey => [-17.0, -32.0, 17.0, 2.0],
            CreatureType::Humanoid | CreatureType::Undead => [-13.0, -36.0, 13.0, 2.0],
        }
    }

    /// Draws it.
    pub(crate) fn draw(&self, s: &mut Sketch<'_>) {
        match self.kind {
            CreatureType::Humanoid => {
                self.biped(s, Color::hex(0x3f6fa8), Color::hex(0xe7bd94), 1.0, 7.0, 6.2);
                let hair = Color::hex(0x6b4528);
                if s.pose.away {
                    s.oval(0.0, -28.4, 6.2, 6.2, hair);
                    s.glint(-1.8, -30.2, 2.4, hair.mixed(LIGHT, 0.2));
                } else {
                    s.patch(&[(-6.0, -29.5), (-5.0, -34.0), (3.0, -34.6), (6.3, -29.5), (2.0, -31.0)], hair);
                }
                self.weapon(s, 1.0);
            }
            CreatureType::Undead => self.undead(s),
            CreatureType::Fiend => {
                s.pair(
                    &[(4.0, -20.0), (20.0, -34.0), (17.0, -22.0), (20.0, -14.0), (12.0, -15.0)],
                    Color::hex(0x5a1f28),
                );
                self.biped(s, Color::hex(0x8f2f2f), Color::hex(0xb8452f), 1.0, 7.0, 6.2);
                s.pair(&[(3.0, -33.0), (7.0, -41.0), (6.0, -31.0)], Color::hex(0xe9dfc8));
            }
            CreatureType::Celestial => {
                s.pair(
                    &[(4.0, -21.0), (12.0, -38.0), (20.0, -34.0), (18.0, -18.0), (8.0, -10.0)],
                    Color::hex(0xf4f1e4),
                );
                self.biped(s, Color::hex(0xe8dfc0), Color::hex(0xf0cfa8), 1.0, 7.0, 6.2);
                s.put(
                    Path::ellipse(Vec2::new(0.0, -38.0), 6.0, 2.2),
                    None,
                    Some((Color::hex(0xe8c24a), 2.0)),
                );
            }
            CreatureType::Fey => {
                for side in [-1.0, 1.0] {
                    let wing = Path::ellipse(Vec2::new(side * 9.0, -20.0), 7.0, 10.0);
                    s.put(wing, Some(Color::hex(0xb9e3d8).faded(0.8)), Some((Color::hex(0x4f8f80), 1.2)));
                }
                self.biped(s, Color::hex(0x5f9f45), Color::hex(0xf0cfa8), 0.8, 7.0, 6.2);
                s.pair(&[(4.0, -23.0), (9.0, -27.0), (4.5, -20.0)], Color::hex(0xf0cfa8));
            }
            CreatureType::Giant => {
                self.biped(s, Color::hex(0x7a6a55), Color::hex(0xc99f7a), 1.35, 8.5, 5.0);
                s.limb(&[(13.5, -8.0), (18.0, -38.0)], Color::hex(0x6b4528), 5.0);
            }
            CreatureType::Construct => construct(s),
            CreatureType::Beast => beast(s),
            CreatureType::Dragon => dragon(s),
            CreatureType::Ooze => ooze(s),
            CreatureType::Plant => plant(s),
            CreatureType::Elemental => elemental(s),
            CreatureType::Monstrosity => monstrosity(s),
            CreatureType::Aberration => aberration(s),
        }
    }

    fn biped(&self, s: &mut Sketch<'_>, body: Color, head: Color, k: f32, w: f32, hr: f32) {
        let body = self.cloth.unwrap_or(body);
        s.ground(11.0 * k);
        if self.leads() {
            s.polygon(
                &[(-5.0 * k, -22.0 * k), (5.0 * k, -22.0 * k), (11.0 * k, -2.0 * k), (-11.0 * k, -2.0 * k)],
                Color::hex(0x7d3c98),
            );
        }
        for (number, x) in [-3.2, 3.2].into_iter().enumerate() {
            s.leg((x - 2.0) * k, -9.0 * k, 4.0 * k, 10.0 * k, number, Color::hex(0x2f2721));
        }
        s.polygon(
            &[(-w * k, -8.0 * k), ((1.5 - w) * k, -22.0 * k), ((w - 1.5) * k, -22.0 * k), (w * k, -8.0 * k)],
            body,
        );
        s.tone(
            &[(k, -8.6 * k), (k, -21.4 * k), ((w - 1.9) * k, -21.4 * k), ((w - 0.7) * k, -8.6 * k)],
            shaded(body, 0.3),
        );
        s.oval(0.0, -28.0 * k, hr * k, hr * k, head);
        s.glint(-1.6 * k, -29.5 * k, 3.0 * k, head.mixed(LIGHT, 0.3));
        s.eyes(-27.3 * k, 1.9 * k, 1.1 * k, OUTLINE);
    }

    fn weapon(&self, s: &mut Sketch<'_>, k: f32) {
        let steel = Color::hex(0xe6e8ea);
        match self.role {
            Some(Role::Captive) => {
                // Hands bound before the body.
                s.line(&[(-5.0 * k, -14.0 * k), (5.0 * k, -14.0 * k)], Color::hex(0xd9c08a), 2.6 * k);
            }
            Some(Role::Elite) => {
                s.limb(&[(9.0 * k, -8.0 * k), (11.0 * k, -30.0 * k)], steel, 2.2 * k);
                s.oval(-8.0 * k, -15.0 * k, 4.5 * k, 6.0 * k, Color::hex(0xb0432f));
                s.spot(-8.0 * k, -15.0 * k, 1.5 * k, 2.0 * k, Color::hex(0xe2b84a));
            }
            Some(Role::Leader) => {
                s.limb(&[(9.0 * k, -8.0 * k), (12.0 * k, -34.0 * k)], steel, 2.6 * k);
                let gold = Color::hex(0xe2b84a);
                s.polygon(
                    &[
                        (-5.0 * k, -32.0 * k),
                        (-5.5 * k, -38.0 * k),
                        (-2.0 * k, -35.0 * k),
                        (0.0, -39.0 * k),
                        (2.0 * k, -35.0 * k),
                        (5.5 * k, -38.0 * k),
                        (5.0 * k, -32.0 * k),
                    ],
                    gold,
                );
            }
            _ => {
                s.line(&[(10.0 * k, 0.0), (10.0 * k, -34.0 * k)], Color::hex(0x6b4528), 2.2 * k);
                s.polygon(&[(8.0 * k, -32.0 * k), (12.0 * k, -32.0 * k), (10.0 * k, -39.0 * k)], steel);
            }
        }
    }

    fn undead(&self, s: &mut Sketch<'_>) {
        let bone = Color::hex(0xe9e4d2);
        self.biped(s, Color::hex(0x5b5f63), bone, 1.0, 7.0, 6.6);
        for y in [-19.0, -16.0, -13.0] {
            s.line(&[(-4.6, y + 0.6), (0.0, y - 0.6), (4.6, y + 0.6)], bone, 1.7);
        }
        s.eyes(-28.0, 2.5, 2.1, Color::hex(0x241a2a));
        if s.pose.away {
            s.line(&[(0.0, -21.0), (0.0, -9.0)], bone, 1.7);
        } else {
            s.line(&[(-2.6, -23.6), (2.6, -23.6)], OUTLINE, 1.3);
        }
        if matches!(self.role, Some(Role::Leader | Role::Elite)) {
            self.weapon(s, 1.0);
        } else {
            s.limb(&[(6.0, -18.0), (11.0, -13.0), (13.0, -18.0)], bone, 1.8);
            s.limb(&[(-6.0, -18.0), (-11.0, -13.0), (-13.0, -18.0)], bone, 1.8);
        }
    }
}

/// A colour of clothes that follows from a faction's name.
fn cloth_of(faction: &str) -> Color {
    const CLOTHS: [u32; 6] = [0x3f6fa8, 0x8f3a2f, 0x4f7f4a, 0x6a5a8a, 0x9a7a35, 0x4a6a70];
    let hash = faction.bytes().fold(0x811c_9dc5u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    Color::hex(CLOTHS[(hash >> 8) as usize % CLOTHS.len()])
}

fn construct(s: &mut Sketch<'_>) {
    s.ground(13.0);
    for (number, x) in [-5.0, 5.0].into_iter().enumerate() {
        s.leg(x - 4.2, -10.0, 8.4, 11.4, number, OUTLINE);
        s.leg(x - 3.5, -10.0, 7.0, 10.6, number, Color::hex(0x6f7378));
    }
    for side in [-13.0, 13.0] {
        s.rect(side - 3.0, -26.0, 6.0, 16.0, Color::hex(0x84878c));
    }
    s.rect(-10.0, -27.0, 20.0, 18.0, Color::hex(0x9a9ca0));
    s.tone(&[(1.0, -26.0), (9.0, -26.0), (9.0, -10.0), (1.0, -10.0)], shaded(Color::hex(0x9a9ca0), 0.28));
    s.rect(-6.0, -37.0, 12.0, 10.0, Color::hex(0xa9abb0));
    if s.pose.away {
        s.line(&[(-3.0, -32.0), (3.0, -32.0)], Color::hex(0x6f7378), 1.2);
    } else {
        s.patch(&[(-4.0, -33.5), (4.0, -33.5), (4.0, -30.9), (-4.0, -30.9)], Color::hex(0xe8842c));
    }
}

fn beast(s: &mut Sketch<'_>) {
    let (fur, dark) = (Color::hex(0x9a7650), Color::hex(0x8a6a48));
    s.ground(16.0);
    for (number, x) in [-11.0, -5.0, 6.0, 11.0].into_iter().enumerate() {
        s.leg(x, -9.0, 3.6, 10.0, number, shaded(dark, 0.35));
    }
    s.limb(&[(13.0, -15.0), (17.0, -17.0), (20.0, -22.0)], dark, 3.0);
    s.oval(0.0, -13.0, 15.0, 7.5, fur);
    s.spot(-3.0, -15.5, 9.0, 3.5, fur.mixed(LIGHT, 0.22));
    s.polygon(&[(-19.0, -22.0), (-17.0, -28.0), (-14.0, -23.0)], dark);
    s.polygon(&[(-13.0, -23.0), (-10.0, -28.0), (-9.5, -21.0)], dark);
    s.oval(-15.0, -18.0, 6.0, 5.5, fur);
    if !s.pose.away {
        s.spot(-17.0, -18.5, 1.2, 1.2, OUTLINE);
        s.spot(-20.4, -16.6, 1.2, 1.0, OUTLINE);
    }
}

fn dragon(s: &mut Sketch<'_>) {
    let (skin, wing) = (Color::hex(0xa33d30), Color::hex(0xb5583f));
    s.ground(24.0);
    s.limb(&[(14.0, -8.0), (24.0, -6.0), (31.0, -12.0), (37.0, -8.0)], Color::hex(0x8f2f2f), 5.0);
    for (side, o, color) in [(1.0, 4.0, shaded(wing, 0.25)), (-1.0, -2.0, wing)] {
        s.polygon(
            &[
                (o, -22.0),
                (o + side * 12.0, -50.0),
                (o + side * 28.0, -40.0),
                (o + side * 22.0, -32.0),
                (o + side * 25.0, -24.0),
                (o + side * 14.0, -22.0),
            ],
            color,
        );
    }
    s.oval(2.0, -14.0, 17.0, 10.0, skin);
    s.spot(-2.0, -11.0, 10.0, 5.0, Color::hex(0xe2b884));
    s.limb(&[(-10.0, -16.0), (-17.0, -28.0), (-15.0, -40.0), (-20.0, -44.0)], skin, 7.0);
    s.polygon(&[(-15.0, -49.0), (-33.0, -43.0), (-31.0, -38.0), (-16.0, -38.0)], skin);
    s.spot(-21.0, -44.0, 1.7, 1.7, Color::hex(0xf7d154));
    for x in [-18.0, -14.0] {
        s.polygon(&[(x, -48.0), (x + 6.0, -55.0), (x + 4.0, -46.0)], Color::hex(0xe9dfc8));
    }
    for (number, x) in [-9.0, 10.0].into_iter().enumerate() {
        s.leg(x, -7.0, 5.0, 8.0, number, shaded(skin, 0.3));
    }
}

fn ooze(s: &mut Sketch<'_>) {
    s.ground(17.0);
    s.blob(
        &[(-17.0, 0.0), (-14.0, -11.0), (-4.0, -17.0), (7.0, -14.0), (16.0, -8.0), (18.0, 0.0), (0.0, 4.0)],
        Color::hex(0x6fae4a).faded(0.88),
    );
    s.spot(-5.0, -9.0, 5.0, 3.0, Color::hex(0xc9e89a).faded(0.8));
    for (x, y, r) in [(4.0, -6.0, 2.4), (9.0, -4.0, 1.5), (-9.0, -3.0, 1.6)] {
        s.spot(x, y, r, r, Color::hex(0x3f6f2f).faded(0.6));
    }
}

fn plant(s: &mut Sketch<'_>) {
    let bark = Color::hex(0x6f5236);
    s.ground(14.0);
    for x in [-12.0, -5.0, 6.0, 13.0] {
        s.limb(&[(0.0, -6.0), (x, 1.0)], Color::hex(0x5a4630), 2.4);
    }
    for side in [-1.0, 1.0] {
        s.limb(&[(side * 5.0, -18.0), (side * 14.0, -13.0), (side * 17.0, -5.0)], bark, 2.6);
    }
    s.polygon(&[(-6.0, 0.0), (-5.0, -24.0), (5.0, -24.0), (6.0, 0.0)], bark);
    for (x, y, r, c) in
        [(-9.0, -28.0, 9.0, 0x4f8f3f), (9.0, -28.0, 9.0, 0x3f7a35), (0.0, -36.0, 10.0, 0x5f9f45)]
    {
        s.oval(x, y, r, 0.9 * r, Color::hex(c));
    }
    s.eyes(-17.0, 2.4, 1.7, Color::hex(0xf7d154));
}

fn elemental(s: &mut Sketch<'_>) {
    s.ground(12.0);
    for (i, (w, h, c)) in
        [(14.0, 46.0, 0xd8542a), (9.5, 34.0, 0xf08c34), (5.5, 22.0, 0xf9d05c)].into_iter().enumerate()
    {
        let points: [At; 7] = [
            (-w, 0.0),
            (-0.8 * w, -0.4 * h),
            (-0.2 * w, -0.62 * h),
            (0.0, -h),
            (0.5 * w, -0.6 * h),
            (w, -0.3 * h),
            (0.8 * w, 0.0),
        ];
        if i == 0 {
            s.blob(&points, Color::hex(c));
        } else {
            s.put(closed_curve(&points), Some(Color::hex(c)), None);
        }
    }
    s.eyes(-16.0, 3.2, 1.8, OUTLINE);
}

fn monstrosity(s: &mut Sketch<'_>) {
    s.ground(18.0);
    for side in [-1.0, 1.0] {
        for k in 0..3 {
            let k = k as f32;
            s.line(
                &[
                    (side * 6.0, -10.0),
                    (side * (13.0 + 3.0 * k), -18.0 + 4.0 * k),
                    (side * (18.0 + 2.0 * k) + 0.5 * s.pose.swing * (k - 1.0), 1.0 - 2.0 * (2.0 - k)),
                ],
                Color::hex(0x3a3028),
                2.8,
            );
        }
    }
    s.oval(4.0, -12.0, 12.0, 9.0, Color::hex(0x57493c));
    s.oval(-8.0, -10.0, 7.0, 6.0, Color::hex(0x6b5a49));
    for i in 0..if s.pose.away { 0 } else { 3 } {
        s.spot(-11.0 + 3.0 * i as f32, -12.0 + 1.2 * (i % 2) as f32, 1.4, 1.4, Color::hex(0xd8402a));
    }
    s.patch(&[(4.0, -18.0), (8.0, -12.0), (4.0, -8.0), (0.0, -12.0)], Color::hex(0xd8a04a));
    for x in if s.pose.away { [].as_slice() } else { &[0.0, 4.0] } {
        s.line(&[(-12.0 + x, -5.0), (-13.0 + x, 0.0)], Color::hex(0xe9dfc8), 1.8);
    }
}

/// A sack with uneven eyes on a skirt of tentacles.
fn aberration(s: &mut Sketch<'_>) {
    let skin = Color::hex(0x8a6a9a);
    s.ground(16.0);
    for (a, b, c) in [(-9.0, -16.0, -19.0), (-5.0, -8.0, -5.0), (4.0, 7.0, 4.0), (9.0, 15.0, 19.0)] {
        s.limb(&[(a, -12.0), (b, -6.0), (c, 1.0)], shaded(skin, 0.2), 3.2);
    }
    s.blob(
        &[
            (-13.0, -14.0),
            (-14.0, -26.0),
            (-4.0, -35.0),
            (8.0, -33.0),
            (14.0, -22.0),
            (11.0, -11.0),
            (0.0, -8.0),
        ],
        skin,
    );
    s.spot(-5.0, -29.0, 5.0, 3.0, skin.mixed(LIGHT, 0.25));
    let eyes = [(-5.0, -20.0, 3.4), (5.0, -25.0, 2.6), (6.0, -16.0, 2.0)];
    for (x, y, r) in eyes.into_iter().take(if s.pose.away { 0 } else { 3 }) {
        s.oval(x, y, r, r, Color::hex(0xf2e6b8));
        s.spot(x - 0.3, y + 0.3, 0.45 * r, 0.6 * r, OUTLINE);
    }
}
