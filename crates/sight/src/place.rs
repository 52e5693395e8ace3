//! One interface to all six approaches.

use std::f64::consts::TAU;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use mapkiln_core::Point;
use mapkiln_maps::floor::Floor;
use serde::{Deserialize, Serialize};

use crate::{
    CellSet, Error, Expansion, Fan, Hit, Mesh, Outlines, Polygon, Shadowcast, Spot, Sweep, Walls, dda,
    vertices,
};

/// How to compute what is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Approach {
    /// Symmetric shadow casting: cells.
    #[default]
    Shadowcast,
    /// Rays from border to border: the cells they cross.
    Dda,
    /// Rays in steps of a pixel: the cells they cross.
    Pixel,
    /// Rays to every corner, as in the paper: a polygon.
    Vertices,
    /// Angular sweep: an exact polygon.
    Sweep,
    /// Triangular expansion: an exact polygon, fast for walls that do not change.
    Expansion,
}

impl Approach {
    /// All of them.
    pub const ALL: [Approach; 6] = [
        Approach::Shadowcast,
        Approach::Dda,
        Approach::Pixel,
        Approach::Vertices,
        Approach::Sweep,
        Approach::Expansion,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Approach::Shadowcast => "shadowcast",
            Approach::Dda => "dda",
            Approach::Pixel => "pixel",
            Approach::Vertices => "vertices",
            Approach::Sweep => "sweep",
            Approach::Expansion => "expansion",
        }
    }
}

/// Who looks, and how.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Observer {
    /// Where; shadow casting looks from the centre of the cell that contains this point.
    pub at: Spot,
    /// How far, in cells; without limit by default.
    pub radius: Option<f64>,
    /// The direction of the field of view, in degrees clockwise from the east; 0 by default.
    pub facing: f64,
    /// The width of the field of view in degrees, 0 to 360; 360 by default.
    pub fov: f64,
    /// Number of rays for `dda` and `pixel`, 1 to 1,000,000; 360 by default.
    pub rays: u32,
    /// The step of `pixel`, in cells, at least 0.0001; 1/16 by default.
    pub step: f64,
}

impl Default for Observer {
    fn default() -> Self {
        Observer { at: Spot::default(), radius: None, facing: 0.0, fov: 360.0, rays: 360, step: 1.0 / 16.0 }
    }
}

impl Observer {
    /// An observer at the centre of a cell, looking in all directions.
    pub fn in_cell(cell: Point) -> Self {
        Observer { at: Spot::centre(cell), ..Observer::default() }
    }

    fn check(&self) -> Result<(), Error> {
        let numbers = [("x", self.at.x), ("y", self.at.y), ("facing", self.facing)];
        if let Some(&(what, value)) = numbers.iter().find(|(_, v)| !v.is_finite()) {
            return Err(Error::NotFinite { what, value });
        }
        let wrong = |what, range, value| Err(Error::Range { what, range, value });
        if !(0.0..=360.0).contains(&self.fov) {
            return wrong("fov", "between 0 and 360 degrees", self.fov);
        }
        if let Some(radius) = self.radius
            && !(radius.is_finite() && radius >= 0.0)
        {
            return wrong("radius", "0 or more cells", radius);
        }
        if !(1..=1_000_000).contains(&self.rays) {
            return wrong("rays", "between 1 and 1000000", f64::from(self.rays));
        }
        if !(self.step.is_finite() && self.step >= 1e-4) {
            return wrong("step", "at least 0.0001 cells", self.step);
        }
        Ok(())
    }

    /// Is a direction in the field of view?
    pub fn faces(&self, p: Spot) -> bool {
        if self.fov >= 360.0 || p == self.at {
            return true;
        }
        let angle = libm::atan2(p.y - self.at.y, p.x - self.at.x) - self.facing.to_radians();
        let turned = (angle + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        turned.abs() <= self.fov.to_radians() / 2.0 + 1e-12
    }
}

/// What was seen: always cells, the rest depending on the approach.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The cells: for polygons those whose centre is inside, and the walls along the border.
    pub cells: CellSet,
    /// The polygon, from `vertices`, `sweep` and `expansion`.
    pub polygon: Option<Polygon>,
    /// Where the rays ended, from `dda` and `pixel`.
    pub hits: Vec<Hit>,
}

/// A map to look around in; builds outlines and mesh when they are first needed.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Approach, Observer, Surroundings, Walls};
/// let place = Surroundings::new(Walls::from_text(".....\n..#..\n....."));
/// let observer = Observer::in_cell(Point::new(0, 1));
/// for approach in Approach::ALL {
///     let view = place.look(&observer, approach)?;
///     assert!(!view.cells.contains(Point::new(4, 1)), "{}", approach.name());
/// }
/// # Ok::<(), mapkiln_sight::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Surroundings {
    walls: Walls,
    outlines: OnceLock<Outlines>,
    mesh: OnceLock<Result<Mesh, Error>>,
}

impl Surroundings {
    /// A place with these walls.
    pub fn new(walls: Walls) -> Self {
        Surroundings { walls, outlines: OnceLock::new(), mesh: OnceLock::new() }
    }

    /// A floor with every door shut.
    pub fn from_floor(floor: &Floor) -> Self {
        Surroundings::new(Walls::from_floor(floor))
    }

    /// What blocks sight.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The outlines of the walls.
    pub fn outlines(&self) -> &Outlines {
        self.outlines.get_or_init(|| Outlines::from_walls(&self.walls))
    }

    /// The mesh between the walls.
    pub fn mesh(&self) -> Result<&Mesh, Error> {
        self.mesh.get_or_init(|| Mesh::build(self.outlines())).as_ref().map_err(Clone::clone)
    }

    /// What the observer sees.
    pub fn look(&self, observer: &Observer, approach: Approach) -> Result<View, Error> {
        observer.check()?;
        let mut view = View::default();
        match approach {
            Approach::Shadowcast => {
                let radius = observer.radius.map(|r| r.min(f64::from(u32::MAX)) as u32);
                view.cells = Shadowcast::new().look(&self.walls, observer.at.cell(), radius);
                if observer.fov < 360.0 {
                    let own = observer.at.cell();
                    let from = Observer { at: Spot::centre(own), ..*observer };
                    view.cells.retain(|p| p == own || from.faces(Spot::centre(p)));
                }
            }
            Approach::Dda | Approach::Pixel => self.cast(observer, approach, &mut view),
            Approach::Vertices | Approach::Sweep | Approach::Expansion => {
                let polygon = match approach {
                    Approach::Vertices => vertices::look(self.outlines(), observer.at),
                    Approach::Sweep => Sweep::new().look(self.outlines(), observer.at),
                    _ => Expansion::new().look(self.mesh()?, observer.at),
                };
                view.cells = self.cells_of(&polygon, observer);
                view.polygon = Some(cut(polygon, observer));
            }
        }
        Ok(view)
    }

    fn cast(&self, observer: &Observer, approach: Approach, view: &mut View) {
        view.cells.reset(self.walls.bounds());
        if !view.cells.insert(observer.at.cell()) {
            return;
        }
        let (width, height) = (f64::from(self.walls.width()), f64::from(self.walls.height()));
        let across = (width * width + height * height).sqrt() + 1.0;
        let length = observer.radius.unwrap_or(across).min(across);
        let fan = Fan::new(observer.rays, observer.fov.to_radians());
        let (from, facing) = (observer.at, observer.facing.to_radians());
        view.hits = match approach {
            Approach::Dda => fan.cast(&self.walls, from, facing, length),
            _ => fan.cast_by_pixel(&self.walls, from, facing, length, observer.step),
        };
        for hit in &view.hits {
            let _ = dda::walk(from, hit.at, |entry| {
                if !self.walls.blocks(entry.cell()) {
                    view.cells.insert(entry.cell());
                }
                ControlFlow::<()>::Continue(())
            });
            if let Some(cell) = hit.cell {
                view.cells.insert(cell);
            }
        }
    }

    /// The cells of the whole polygon that lie within the observer's cone and radius.
    fn cells_of(&self, polygon: &Polygon, observer: &Observer) -> CellSet {
        let mut cells = CellSet::new(self.walls.bounds());
        let allowed = |p: Point| {
            let middle = Spot::centre(p);
            observer.faces(middle) && observer.radius.is_none_or(|r| observer.at.distance(middle) <= r)
        };
        for p in rows_inside(polygon, self.walls.bounds().cells()) {
            if allowed(p) && !self.walls.blocks(p) {
                cells.insert(p);
            }
        }
        // Walls whose border is part of the polygon's, found by sampling its sides.
        let corners = &polygon.corners;
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let length = a.distance(b);
            let count = (length.ceil() as u32 + 1) * 2;
            for k in 0..count {
                let t = (f64::from(k) + 0.5) / f64::from(count);
                let on = Spot::new(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
                // A little further along the line of sight lies the inside the wall.
                let far = observer.at.distance(on);
                let push = 1e-6 / far.max(1e-6);
                let inside =
                    Spot::new(on.x + (on.x - observer.at.x) * push, on.y + (on.y - observer.at.y) * push);
                let p = inside.cell();
                if self.walls.bounds().contains(p) && self.walls.blocks(p) && allowed(p) {
                    cells.insert(p);
                }
            }
        }
        if !polygon.corners.is_empty() {
            cells.insert(observer.at.cell());
        }
        cells
    }
}

/// The cells whose centre lies in the polygon.
fn rows_inside<'a>(
    polygon: &'a Polygon,
    cells: impl Iterator<Item = Point> + 'a,
) -> impl Iterator<Item = Point> + 'a {
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for c in &polygon.corners {
        (low, high) = (low.min(c.y), high.max(c.y));
    }
    cells
        .filter(move |p| f64::from(p.y) + 1.0 > low && f64::from(p.y) < high)
        .filter(|&p| polygon.contains(Spot::centre(p)))
}

/// Clips a polygon to the observer's cone and radius.
fn cut(mut polygon: Polygon, observer: &Observer) -> Polygon {
    if let Some(radius) = observer.radius {
        polygon = polygon.within_radius(radius, TAU / 180.0);
    }
    if observer.fov < 360.0 {
        polygon = polygon.within_cone(observer.facing.to_radians(), observer.fov.to_radians());
    }
    polygon
}
