//! Fields bound to a seed and to a map: their values and ranks at any place.

use std::sync::{Arc, OnceLock};

use mapkiln_core::Seed;

use super::coarse::{CoarseRules, MadeCoarse};
use super::noise::{HALVES, hash};
use super::{Compass, Field, MapPoint, Spots};
use crate::{Error, TileSet};

/// A place in half cells: corners of cells are even, their middles odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// Fields repeat after this many half cells, so that their arithmetic cannot overflow.
const PERIOD: i64 = 1 << 44;

/// Places of endless worlds are from minus this many cells up to this many, and repeat beyond that.
pub(crate) const WRAP: i64 = 1 << 42;

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
    /// Worlds that are made first.
    coarse: Vec<CoarseRules>,
    /// For each field, the coarse world that it reads, and what each of its tiles is worth.
    reads: Vec<Option<(usize, Vec<f64>)>>,
    /// The coarse worlds by which endless ones are ranked, whatever the seed.
    ranked: OnceLock<Arc<[MadeCoarse]>>,
    /// Ranks in an endless world, which depend on the field alone.
    quantiles: Vec<Arc<OnceLock<Vec<f64>>>>,
}

impl Fields {
    pub(crate) fn new(set: &TileSet) -> Result<Self, Error> {
        let data = &set.field;
        let names: Vec<String> = data.keys().cloned().collect();
        let coarse = CoarseRules::all(set)?;
        let mut parts = Vec::new();
        let mut reads = Vec::new();
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
            let read = |values| CoarseRules::values(&coarse, values, name);
            reads.push(field.coarse.as_ref().map(read).transpose()?);
        }
        let fields = Fields {
            quantiles: names.iter().map(|_| Arc::default()).collect(),
            fields: data.values().cloned().collect(),
            parts,
            coarse,
            reads,
            ranked: OnceLock::new(),
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
    pub(crate) fn atlas(self: &Arc<Self>, seed: &Seed, extent: Extent) -> Result<Atlas, Error> {
        let key = |name: &String| seed.child("field", 0).stream(name, 0).word();
        let coarse = self.make_coarse(seed, extent)?;
        Ok(Atlas { fields: self.clone(), keys: self.names.iter().map(key).collect(), extent, coarse })
    }

    /// Makes the coarse worlds of a map.
    fn make_coarse(&self, seed: &Seed, extent: Extent) -> Result<Arc<[MadeCoarse]>, Error> {
        self.coarse.iter().map(|rules| rules.make(seed, extent)).collect()
    }

    /// Does a field read a coarse world, by itself or in a part of it? The spacing of that world's cells.
    fn coarse_scale(&self, field: usize) -> Option<i64> {
        let own = self.reads[field].as_ref().map(|(world, _)| self.coarse[*world].scale);
        let parts = self.parts[field].iter().flatten().filter_map(|&part| self.coarse_scale(part));
        own.into_iter().chain(parts).max()
    }
}

/// Fields of one map.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    fields: Arc<Fields>,
    keys: Vec<u64>,
    extent: Extent,
    coarse: Arc<[MadeCoarse]>,
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
            value += discs.by * discs.at(key, spot);
        }
        if !data.picture.is_empty() {
            value += self.pixel(&data.picture, spot);
        }
        if let Some((world, values)) = &self.fields.reads[field] {
            value += self.coarse[*world].value(values, spot);
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
    fn distance(&self, key: u64, to: &[MapPoint], stretch: f64, spot: Spot) -> f64 {
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
    pub(crate) fn place(&self, place: &MapPoint, w: f64, h: f64) -> (f64, f64) {
        // Somewhere in the middle half of a side.
        let share = |purpose: i64| 0.25 + (self.key(purpose) >> 40) as f64 / (1u64 << 25) as f64;
        match place {
            MapPoint::Share([x, y]) => (x * w, y * h),
            MapPoint::Named(Spots::Centre) => (w / 2.0, h / 2.0),
            MapPoint::Named(Spots::North) => (w * share(1), 0.0),
            MapPoint::Named(Spots::South) => (w * share(2), h),
            MapPoint::Named(Spots::West) => (0.0, h * share(3)),
            MapPoint::Named(Spots::East) => (w, h * share(4)),
        }
    }

    /// The centre of a square of an endless world, in cells.
    pub(crate) fn hub(&self, column: i64, row: i64) -> (i64, i64) {
        let bits = hash(self.key(11), column, row);
        // Near the middle, so that a town fits into its square.
        let shift = |bits: u64| HUB_SPACING * 3 / 8 + (bits % (HUB_SPACING as u64 / 4)) as i64;
        (column * HUB_SPACING + shift(bits >> 32), row * HUB_SPACING + shift(bits & 0xffff_ffff))
    }

    fn nearest_hub(&self, spot: Spot) -> (f64, f64) {
        let (x, y) = (spot.x.div_euclid(HALVES), spot.y.div_euclid(HALVES));
        let (column, row) = (x.div_euclid(HUB_SPACING), y.div_euclid(HUB_SPACING));
        let far = |(hx, hy): (i64, i64)| (x - hx) * (x - hx) + (y - hy) * (y - hy);
        let mut nearest = self.hub(column, row);
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            // Hubs lie near the middles of their squares, so most squares need no look.
            let gap = |at: i64, square: i64| {
                let first = square * HUB_SPACING + HUB_SPACING * 3 / 8;
                (first - at).max(at - first - HUB_SPACING / 4).max(0)
            };
            let (gx, gy) = (gap(x, column + dx), gap(y, row + dy));
            if (dx, dy) == (0, 0) || gx * gx + gy * gy >= far(nearest) {
                continue;
            }
            let hub = self.hub(column + dx, row + dy);
            if far(hub) < far(nearest) {
                nearest = hub;
            }
        }
        (nearest.0 as f64, nearest.1 as f64)
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
            let wobble = super::Noise { scale: edge.within.max(4), octaves: 3, ..super::Noise::default() };
            for (value, spot) in values.iter_mut().zip(spots) {
                let (x, y) = (spot.x as f64 / HALVES as f64, spot.y as f64 / HALVES as f64);
                let near = |at: f64, size: i64| 1.0 - at.min(size as f64 - at) / within;
                let (x, y) = (near(x, w).max(0.0), near(y, h).max(0.0));
                let shore = (x * x + y * y).sqrt() + 0.5 * wobble.at(self.keys[field] ^ 0xed, spot);
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
            let coarse = self.fields.ranked.get_or_init(|| {
                let made = self.fields.make_coarse(&Seed::from("ranks"), Extent::Endless);
                // What can be made for one seed can be made for another.
                made.unwrap_or_else(|_| self.coarse.clone())
            });
            let coarse = coarse.clone();
            let atlas = Atlas { fields: self.fields.clone(), keys, extent: Extent::Endless, coarse };
            // Strides that share no factor with any scale worth having. A coarse world has to be made where
            // it is read, so of that fewer samples are taken, each second cell.
            let (count, dx, dy) = match self.fields.coarse_scale(field) {
                None => (SAMPLES, 211, 223),
                Some(scale) => (SAMPLES / 2, 2 * scale * HALVES + 1, 2 * scale * HALVES + 3),
            };
            let spot = |i: i64| Spot { x: i % count * dx - 9000, y: i / count * dy - 9000 };
            let mut values: Vec<f64> = (0..count * count).map(|i| atlas.value(field, spot(i))).collect();
            values.sort_unstable_by(f64::total_cmp);
            values
        })
    }
}

/// The distance from a point to a line between two others.
pub(super) fn to_line(
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
        if self.discs.as_ref().is_some_and(|discs| !(0.0..=1000.0).contains(&discs.ways)) {
            return wrong("the `ways` between its discs are 0 to 1,000 cells wide");
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
            && self.coarse.is_none()
            && self.add.is_empty()
            && self.max.is_empty()
            && self.min.is_empty()
        {
            return wrong(
                "it is empty; give it noise, a gradient, a distance, discs, a picture or a coarse world",
            );
        }
        Ok(())
    }
}
