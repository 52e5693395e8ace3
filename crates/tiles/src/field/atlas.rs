//! Fields bound to a seed and to a map: their values and ranks at any place.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use mapkiln_core::Seed;

use super::noise::{HALVES, hash};
use super::{Compass, Discs, Field, Place, Profile, Spots};
use crate::Error;

/// A place in half cells: corners of cells are even, their middles odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// Fields repeat after this many half cells, so that their arithmetic cannot overflow.
const PERIOD: i64 = 1 << 44;

/// From one centre of an endless world to the next, in cells.
pub(crate) const HUB_SPACING: i64 = 96;

/// Samples for the ranks of an endless world.
const SAMPLES: i64 = 128;

/// The part of the plane that a map covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A map of this many columns and rows.
    Finite(i64, i64),
    /// A world without end.
    Endless,
}

/// The fields of a tile set, ready to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    names: Vec<String>,
    fields: Vec<Field>,
    /// For each field, the numbers of those that it adds, takes the greatest and the least of.
    parts: Vec<[Vec<usize>; 3]>,
    /// Ranks in an endless world, which depend on the field alone.
    quantiles: Vec<Arc<OnceLock<Vec<f64>>>>,
}

impl Fields {
    pub(crate) fn new(data: &BTreeMap<String, Field>) -> Result<Self, Error> {
        let names: Vec<String> = data.keys().cloned().collect();
        let mut parts = Vec::new();
        for (name, field) in data {
            field.check(name)?;
            let find = |other: &String| {
                names.iter().position(|n| n == other).ok_or_else(|| Error::TileSet {
                    at: format!("field `{name}`"),
                    reason: format!("there is no field `{other}`; the fields are {}", names.join(", ")),
                })
            };
            let all = |list: &[String]| list.iter().map(find).collect::<Result<Vec<_>, _>>();
            parts.push([all(&field.add)?, all(&field.max)?, all(&field.min)?]);
        }
        let fields = Fields {
            quantiles: names.iter().map(|_| Arc::default()).collect(),
            fields: data.values().cloned().collect(),
            parts,
            names,
        };
        fields.refuse_cycles()?;
        Ok(fields)
    }

    /// A field that is part of itself has no value.
    fn refuse_cycles(&self) -> Result<(), Error> {
        // Fields whose parts are all known become known; what is left goes in circles.
        let mut known = vec![false; self.names.len()];
        for _ in 0..self.names.len() {
            for i in 0..known.len() {
                known[i] = known[i] || self.parts[i].iter().flatten().all(|&p| known[p]);
            }
        }
        match known.iter().position(|k| !k) {
            None => Ok(()),
            Some(i) => Err(Error::TileSet {
                at: format!("field `{}`", self.names[i]),
                reason: "it is a part of itself; take it out of `add`, `max` or `min`".to_owned(),
            }),
        }
    }

    /// The number of a field.
    pub(crate) fn find(&self, name: &str, at: &str) -> Result<usize, Error> {
        self.names.iter().position(|n| n == name).ok_or_else(|| {
            let reason = match self.names.len() {
                0 => format!("there is no field `{name}`; add one under [field]"),
                _ => format!("there is no field `{name}`; the fields are {}", self.names.join(", ")),
            };
            Error::TileSet { at: at.to_owned(), reason }
        })
    }

    /// Binds the fields to a seed and a map.
    pub(crate) fn atlas(self: &Arc<Self>, seed: &Seed, extent: Extent) -> Atlas {
        let key = |name: &String| seed.child("field", 0).stream(name, 0).word();
        Atlas { fields: self.clone(), keys: self.names.iter().map(key).collect(), extent }
    }
}

/// Fields of one map.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    fields: Arc<Fields>,
    keys: Vec<u64>,
    extent: Extent,
}

impl Atlas {
    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    /// A number that depends on the seed and the purpose.
    pub(crate) fn key(&self, purpose: i64) -> u64 {
        hash(self.keys.first().copied().unwrap_or(0), purpose, -3)
    }

    /// The value of a field at a spot.
    pub(crate) fn value(&self, field: usize, spot: Spot) -> f64 {
        let data = &self.fields.fields[field];
        let key = self.keys[field];
        let mut spot = Spot { x: spot.x % PERIOD, y: spot.y % PERIOD };
        if let Some(warp) = &data.warp {
            let noise = super::Noise { scale: warp.scale, by: warp.by, ..super::Noise::default() };
            let (dx, dy) = (noise.at(key ^ 0x51, spot), noise.at(key ^ 0x73, spot));
            spot.x += (dx * HALVES as f64) as i64;
            spot.y += (dy * HALVES as f64) as i64;
        }
        let mut value = data.level;
        if let Some(noise) = &data.noise {
            value += noise.at(key, spot);
        }
        if let Some(gradient) = &data.gradient {
            value += gradient.by * self.slope(key, gradient, spot);
        }
        if let Some(distance) = &data.distance {
            value += distance.by * self.distance(key, &distance.to, distance.stretch, spot);
        }
        if let Some(discs) = &data.discs {
            value += discs.by * disc(key, discs, spot);
        }
        if !data.picture.is_empty() {
            value += self.pixel(&data.picture, spot);
        }
        let [add, max, min] = &self.fields.parts[field];
        value += add.iter().map(|&f| self.value(f, spot)).sum::<f64>();
        value = max.iter().map(|&f| self.value(f, spot)).fold(value, f64::max);
        min.iter().map(|&f| self.value(f, spot)).fold(value, f64::min)
    }

    /// From 0 on one side of the map to 1 on the other. An endless world has no sides: there it rises and
    /// falls at random, over its length.
    fn slope(&self, key: u64, gradient: &super::Gradient, spot: Spot) -> f64 {
        let (at, size) = match (gradient.toward, self.extent) {
            (Compass::East | Compass::West, Extent::Finite(w, _)) => (spot.x, w),
            (_, Extent::Finite(_, h)) => (spot.y, h),
            (_, Extent::Endless) => {
                let noise = super::Noise { scale: gradient.length.max(2), ..super::Noise::default() };
                return (0.5 + 0.5 * noise.at(key ^ 0x57, spot)).clamp(0.0, 1.0);
            }
        };
        let share = at as f64 / (size * HALVES) as f64;
        if matches!(gradient.toward, Compass::North | Compass::West) { 1.0 - share } else { share }
    }

    /// The distance in cells to a point, a line through several, or the border.
    fn distance(&self, key: u64, to: &[Place], stretch: f64, spot: Spot) -> f64 {
        let (x, y) = (spot.x as f64 / HALVES as f64, spot.y as f64 / HALVES as f64);
        let length = |dx: f64, dy: f64| (dx * dx + dy * dy * stretch * stretch).sqrt();
        let (w, h) = match self.extent {
            // There is no border.
            Extent::Endless if to.is_empty() => return HUB_SPACING as f64,
            Extent::Endless if to.len() == 1 => {
                let (hx, hy) = self.nearest_hub(spot);
                return length(x - hx, y - hy);
            }
            Extent::Endless => return self.to_courses(key, spot, length),
            Extent::Finite(w, h) => (w as f64, h as f64),
        };
        if to.is_empty() {
            return x.min(y).min(w - x).min(h - y);
        }
        let points: Vec<(f64, f64)> = to.iter().map(|place| self.place(place, w, h)).collect();
        if let [(px, py)] = points[..] {
            return length(x - px, y - py);
        }
        let nearest = |pair: &[(f64, f64)]| to_line((x, y), pair[0], pair[1], length);
        points.windows(2).map(nearest).fold(f64::MAX, f64::min)
    }

    /// The distance to the lines of an endless world, which run from hub to hub southward. Each field's
    /// lines take their own way between the hubs, so that several are the arms of one river.
    fn to_courses(&self, key: u64, spot: Spot, length: impl Fn(f64, f64) -> f64 + Copy) -> f64 {
        let (x, y) = (spot.x as f64 / HALVES as f64, spot.y as f64 / HALVES as f64);
        let square = |v: i64| v.div_euclid(HALVES).div_euclid(HUB_SPACING);
        let (column, row) = (square(spot.x), square(spot.y));
        let mut best = f64::MAX;
        for (c, r) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy))) {
            let from = self.hub(c, r);
            let bits = hash(key ^ 0xa1, c, r);
            // Some arms go over to the next river.
            let over = [1, -1, 0, 0, 0, 0][(bits % 6) as usize];
            let to = self.hub(c + over, r + 1);
            let (a, b) = ((from.0 as f64, from.1 as f64), (to.0 as f64, to.1 as f64));
            let aside = ((bits >> 8) % HUB_SPACING as u64) as f64 - HUB_SPACING as f64 / 2.0;
            let middle = ((a.0 + b.0) / 2.0 + aside * 0.6, (a.1 + b.1) / 2.0);
            best = best.min(to_line((x, y), a, middle, length)).min(to_line((x, y), middle, b, length));
        }
        best
    }

    /// A place in cells.
    pub(crate) fn place(&self, place: &Place, w: f64, h: f64) -> (f64, f64) {
        // Somewhere in the middle half of a side.
        let share = |purpose: i64| 0.25 + (self.key(purpose) >> 40) as f64 / (1u64 << 25) as f64;
        match place {
            Place::Share([x, y]) => (x * w, y * h),
            Place::Named(Spots::Centre) => (w / 2.0, h / 2.0),
            Place::Named(Spots::North) => (w * share(1), 0.0),
            Place::Named(Spots::South) => (w * share(2), h),
            Place::Named(Spots::West) => (0.0, h * share(3)),
            Place::Named(Spots::East) => (w, h * share(4)),
        }
    }

    /// The centre of a square of an endless world, in cells.
    pub(crate) fn hub(&self, column: i64, row: i64) -> (i64, i64) {
        let bits = hash(self.key(11), column, row);
        // Near the middle, so that a town fits into its square.
        let shift = |bits: u64| HUB_SPACING * 7 / 16 + (bits % (HUB_SPACING as u64 / 8)) as i64;
        (column * HUB_SPACING + shift(bits >> 32), row * HUB_SPACING + shift(bits & 0xffff_ffff))
    }

    fn nearest_hub(&self, spot: Spot) -> (f64, f64) {
        let (x, y) = (spot.x.div_euclid(HALVES), spot.y.div_euclid(HALVES));
        let (column, row) = (x.div_euclid(HUB_SPACING), y.div_euclid(HUB_SPACING));
        let hubs = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
        let nearest = hubs
            .map(|(column, row)| self.hub(column, row))
            .min_by_key(|&(hx, hy)| (x - hx) * (x - hx) + (y - hy) * (y - hy));
        nearest.map_or((0.0, 0.0), |(hx, hy)| (hx as f64, hy as f64))
    }

    fn pixel(&self, rows: &[String], spot: Spot) -> f64 {
        let (columns, lines) = (rows[0].chars().count().max(1) as i64, rows.len() as i64);
        let at = |column: i64, row: i64| {
            let digit =
                rows[row as usize].as_bytes().get(column as usize).map_or(0, |b| b.saturating_sub(b'0'));
            f64::from(digit.min(9)) / 9.0
        };
        let (x, y) = (spot.x as f64 / HALVES as f64, spot.y as f64 / HALVES as f64);
        match self.extent {
            Extent::Endless => {
                at(spot.x.div_euclid(HALVES).rem_euclid(columns), spot.y.div_euclid(HALVES).rem_euclid(lines))
            }
            Extent::Finite(w, h) => {
                // Between the middles of its pixels.
                let u = (x / w as f64 * columns as f64 - 0.5).clamp(0.0, columns as f64 - 1.0);
                let v = (y / h as f64 * lines as f64 - 0.5).clamp(0.0, lines as f64 - 1.0);
                let (i, j) = (u as i64, v as i64);
                let (next_i, next_j) = ((i + 1).min(columns - 1), (j + 1).min(lines - 1));
                let (fu, fv) = (u - i as f64, v - j as f64);
                let north = at(i, j) * (1.0 - fu) + at(next_i, j) * fu;
                let south = at(i, next_j) * (1.0 - fu) + at(next_i, next_j) * fu;
                north * (1.0 - fv) + south * fv
            }
        }
    }

    /// The ranks (0 to 1) of a field at spots that cover the map evenly: among themselves in a finite
    /// map, among all of the plane in an endless one.
    pub(crate) fn ranks(&self, field: usize, spots: impl Iterator<Item = Spot> + Clone) -> Vec<f64> {
        let mut values: Vec<f64> = spots.clone().map(|spot| self.value(field, spot)).collect();
        let Extent::Finite(w, h) = self.extent else {
            let table = self.quantiles(field);
            for value in &mut values {
                *value = table.partition_point(|q| q < value) as f64 / table.len() as f64;
            }
            return values;
        };
        rank(&mut values);
        if let Some(edge) = &self.fields.fields[field].edge {
            let within = f64::from(edge.within).min(w.min(h) as f64 / 3.0).max(1.0);
            // Round corners and a wobble: a shore along the border itself would be straight.
            let wobble = super::Noise { scale: edge.within.max(4), octaves: 2, ..super::Noise::default() };
            for (value, spot) in values.iter_mut().zip(spots) {
                let (x, y) = (spot.x as f64 / HALVES as f64, spot.y as f64 / HALVES as f64);
                let near = |at: f64, size: i64| 1.0 - at.min(size as f64 - at) / within;
                let (x, y) = (near(x, w).max(0.0), near(y, h).max(0.0));
                let shore = (x * x + y * y).sqrt() + 0.35 * wobble.at(self.keys[field] ^ 0xed, spot);
                let rim = x.max(y);
                let shore = shore.max(rim * rim * rim).clamp(0.0, 1.0);
                *value -= edge.lower * shore * shore * (3.0 - 2.0 * shore);
            }
            rank(&mut values);
        }
        values
    }

    /// The sorted values of a field all over an endless plane, whatever the seed.
    fn quantiles(&self, field: usize) -> &[f64] {
        self.fields.quantiles[field].get_or_init(|| {
            let keys = self.keys.iter().zip(0..).map(|(_, i)| hash(0x6d61_706b_696c_6e00, i, 1)).collect();
            let atlas = Atlas { fields: self.fields.clone(), keys, extent: Extent::Endless };
            // Strides that share no factor with any scale worth having.
            let spot = |i: i64| Spot { x: i % SAMPLES * 211 - 9000, y: i / SAMPLES * 223 - 9000 };
            let mut values: Vec<f64> = (0..SAMPLES * SAMPLES).map(|i| atlas.value(field, spot(i))).collect();
            values.sort_unstable_by(f64::total_cmp);
            values
        })
    }
}

/// The distance from a point to a line between two others.
fn to_line(
    (x, y): (f64, f64),
    (ax, ay): (f64, f64),
    (bx, by): (f64, f64),
    length: impl Fn(f64, f64) -> f64,
) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    length(x - ax - along * dx, y - ay - along * dy)
}

/// Replaces each value by the share of values below it.
fn rank(values: &mut [f64]) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    for value in values.iter_mut() {
        *value = (sorted.partition_point(|s| s < value) as f64 + 0.5) / sorted.len() as f64;
    }
}

/// How deep a spot lies inside the nearest disc.
fn disc(key: u64, discs: &Discs, spot: Spot) -> f64 {
    let radius = discs.radius;
    let size = i64::from(discs.spacing.max(2)) * HALVES;
    let (column, row) = (spot.x.div_euclid(size), spot.y.div_euclid(size));
    let mut best: f64 = 0.0;
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        let (i, j) = (column + dx, row + dy);
        let bits = hash(key ^ 0xd15c, i, j);
        let shift = |bits: u64| size / 8 + (bits % (size as u64 * 3 / 4 + 1)) as i64;
        let (x, y) = (i * size + shift(bits & 0xffff), j * size + shift(bits >> 16 & 0xffff));
        let span = u64::from(radius[1].saturating_sub(radius[0])) * 4 + 1;
        let reach = (f64::from(radius[0]) + ((bits >> 32) % span) as f64 / 4.0) * HALVES as f64;
        let (dx, dy) = ((spot.x - x) as f64, (spot.y - y) as f64);
        let far_at = |dx: f64, dy: f64| {
            if discs.square {
                // Some are long, some are deep.
                let long = if bits >> 62 & 1 == 0 { (0.7, 1.2) } else { (1.2, 0.7) };
                (dx * long.0).abs().max((dy * long.1).abs())
            } else {
                (dx * dx + dy * dy).sqrt()
            }
        };
        let far = far_at(dx, dy);
        let inside = far <= reach;
        best = best.max(match discs.profile {
            Profile::Cone => 1.0 - far / reach.max(1.0),
            Profile::Flat => f64::from(u8::from(inside)),
            Profile::Rim => {
                // A cell further out, on either axis, is outside.
                let cell = HALVES as f64;
                let further = far_at(dx.abs() + cell, dy).max(far_at(dx, dy.abs() + cell));
                f64::from(u8::from(inside && further > reach))
            }
        });
    }
    best
}

impl Field {
    fn check(&self, name: &str) -> Result<(), Error> {
        let wrong =
            |reason: &str| Err(Error::TileSet { at: format!("field `{name}`"), reason: reason.to_owned() });
        if let Some(noise) = &self.noise {
            if !(1..=100_000).contains(&noise.scale) || !(1..=8).contains(&noise.octaves) {
                return wrong("its noise needs a scale of 1 to 100,000 cells and 1 to 8 octaves");
            }
            if !(0.0..=4.0).contains(&noise.gain) || !noise.by.is_finite() {
                return wrong("its noise needs a gain of 0 to 4 and a finite `by`");
            }
        }
        if let Some(discs) = &self.discs
            && (!(2..=10_000).contains(&discs.spacing) || discs.radius[0] > discs.radius[1])
        {
            return wrong("its discs need a spacing of 2 to 10,000 cells and radii from least to greatest");
        }
        let ragged = |rows: &[String]| rows.iter().any(|row| row.len() != rows[0].len() || row.is_empty());
        let digits = |rows: &[String]| rows.iter().all(|row| row.bytes().all(|b| b.is_ascii_digit()));
        if !self.picture.is_empty() && (ragged(&self.picture) || !digits(&self.picture)) {
            return wrong("its picture needs rows of digits, all of the same length");
        }
        if let Some(edge) = &self.edge
            && !(-2.0..=2.0).contains(&edge.lower)
        {
            return wrong("its edge lowers the rank by -2 (which raises it) to 2");
        }
        if self.level == 0.0
            && self.noise.is_none()
            && self.gradient.is_none()
            && self.distance.is_none()
            && self.discs.is_none()
            && self.picture.is_empty()
            && self.add.is_empty()
            && self.max.is_empty()
            && self.min.is_empty()
        {
            return wrong("it is empty; give it noise, a gradient, a distance, discs or a picture");
        }
        Ok(())
    }
}
