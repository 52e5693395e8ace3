//! What the layout of each level is evolved for: figures that each seed draws for itself.

use std::fmt;
use std::str::FromStr;

use mapkiln_core::Stream;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::figures::{FloorFigures, GraphFigures};

/// A number, or a range from the lowest to the highest.
///
/// In documents a number or a pair: `3`, `[2, 4]`. As text `3`, `2-4` or `10-30%`.
///
/// ```
/// use mapkiln_dungeon::Range;
/// assert_eq!("10-30%".parse::<Range>().unwrap(), Range { low: 0.1, high: 0.3 });
/// assert_eq!("4".parse::<Range>().unwrap().to_string(), "4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Range {
    /// Does it hold the value? What cannot be told apart in a report counts as equal.
    pub fn holds(self, value: f64) -> bool {
        (self.low - 1e-9..=self.high + 1e-9).contains(&value)
    }

    /// A value drawn evenly, in steps of a thousandth, so that it is the same when it is read back.
    fn draw(self, rng: &mut Stream) -> f64 {
        thousandths(self.low + rng.unit() * (self.high - self.low))
    }

    /// A whole number drawn evenly.
    fn draw_whole(self, rng: &mut Stream) -> i32 {
        let (low, high) = (libm::ceil(self.low) as i32, libm::floor(self.high) as i32);
        rng.between(low, high.max(low))
    }
}

fn thousandths(value: f64) -> f64 {
    libm::round(value * 1000.0) / 1000.0
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{}-{}", self.low, self.high)
        }
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is neither a number nor a range; write something like 3, 2-4 or 10-30%");
        let (plain, unit) = match text.trim().strip_suffix('%') {
            Some(rest) => (rest, 100.0),
            None => (text.trim(), 1.0),
        };
        let number = |part: &str| {
            part.trim().trim_end_matches('%').parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0)
        };
        let (low, high) = plain.split_once("..").or_else(|| plain.split_once('-')).unwrap_or((plain, plain));
        match (number(low), number(high)) {
            (Some(low), Some(high)) if low <= high => Ok(Range { low: low / unit, high: high / unit }),
            _ => Err(wrong()),
        }
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.low == self.high {
            self.low.serialize(serializer)
        } else {
            [self.low, self.high].serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            One(f64),
            Two([f64; 2]),
            Text(String),
        }
        let range = match Written::deserialize(deserializer)? {
            Written::One(value) => Range { low: value, high: value },
            Written::Two([low, high]) => Range { low, high },
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom)?,
        };
        if range.low <= range.high && range.low >= 0.0 && range.high.is_finite() {
            Ok(range)
        } else {
            Err(serde::de::Error::custom(
                "a range goes from the lowest to the highest number, both at least 0",
            ))
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Range {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Range".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number, or the lowest and the highest.",
            "anyOf": [
                { "type": "number", "minimum": 0 },
                { "type": "array", "items": { "type": "number", "minimum": 0 }, "minItems": 2, "maxItems": 2 }
            ]
        })
    }
}

/// The figures that the layout of each level is evolved for. Each seed draws its own values from
/// the theme's ranges; a number or a range given here replaces the draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Targets {
    /// Independent cycles. Default 1 to 6, in small dungeons 0 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loops: Option<Range>,
    /// Share of the rooms with a single exit, from 0 to 1. Default by theme, within 0.05 to 0.42.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_ends: Option<Range>,
    /// Steps between the two rooms that are farthest apart. Default by theme, within 3 to 9.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_way: Option<Range>,
    /// Mean number of exits per room. Default none: it follows from rooms and loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<Range>,
    /// Share of floor in the rectangle around it, from 0 to 1. Default by theme and `density`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<Range>,
}

impl Targets {
    /// Is nothing asked for?
    pub(crate) fn is_empty(&self) -> bool {
        *self == Targets::default()
    }

    /// The first that is out of bounds, with its value and what to write instead.
    pub(crate) fn wrong(&self) -> Option<(&'static str, String, &'static str)> {
        let all = [
            ("targets.loops", self.loops, 60.0, "write a number of loops, or a range of them, up to 60"),
            ("targets.dead_ends", self.dead_ends, 1.0, "write a share from 0 to 1, or a range of them"),
            ("targets.longest_way", self.longest_way, 60.0, "write a number of steps, or a range, up to 60"),
            ("targets.branching", self.branching, 12.0, "write a mean number of exits, or a range, up to 12"),
            ("targets.density", self.density, 1.0, "write a share from 0 to 1, or a range of them"),
        ];
        all.into_iter().find_map(|(field, range, most, advice)| {
            let range = range.filter(|r| !(r.low >= 0.0 && r.low <= r.high && r.high <= most))?;
            Some((field, range.to_string(), advice))
        })
    }
}

/// How close together rooms stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Density {
    /// Wide gaps and longer passages.
    Sparse,
    /// As the theme is built.
    #[default]
    Normal,
    /// Hardly any rock between the rooms.
    Tight,
}

impl Density {
    /// All of them.
    pub const ALL: [Density; 3] = [Density::Sparse, Density::Normal, Density::Tight];

    /// Its name in specs and flags.
    pub fn name(self) -> &'static str {
        ["sparse", "normal", "tight"][self as usize]
    }

    fn factor(self) -> f64 {
        [0.75, 1.0, 1.15][self as usize]
    }

    pub(crate) fn is_normal(&self) -> bool {
        *self == Density::Normal
    }
}

impl FromStr for Density {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Density::ALL
            .into_iter()
            .find(|d| d.name() == text)
            .ok_or_else(|| format!("`{text}` is no density; write sparse, normal or tight"))
    }
}

/// The ranges that a theme draws its targets from, for 10 to 15 rooms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThemeRanges {
    pub(crate) dead_ends: Range,
    pub(crate) longest_way: Range,
    pub(crate) density: Range,
}

/// A theme's ranges.
pub(crate) const fn ranges(dead_ends: [f64; 2], longest_way: [f64; 2], density: [f64; 2]) -> ThemeRanges {
    const fn range([low, high]: [f64; 2]) -> Range {
        Range { low, high }
    }
    ThemeRanges { dead_ends: range(dead_ends), longest_way: range(longest_way), density: range(density) }
}

/// What one seed asks of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) rooms: i32,
    pub(crate) loops: i32,
    /// Was the number of loops asked for, and not drawn?
    pub(crate) loops_asked: bool,
    pub(crate) dead_ends: f64,
    pub(crate) longest_way: i32,
    pub(crate) branching: Option<f64>,
    pub(crate) density: f64,
    /// Columns and rows that all must fit in.
    pub(crate) side: [i32; 2],
    /// How wide gaps are: -1 sparse, 0 normal, 1 tight.
    pub(crate) tightness: i32,
    /// The level's depth below the first.
    pub(crate) depth: i32,
    /// The number of levels that the decoder makes at once.
    pub(crate) levels: i32,
}

/// Loops are drawn from these at 10 to 15 rooms.
const LOOPS: [i32; 10] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6];

/// The share of dead ends that a place should not exceed unless it was asked to.
const MOST_DEAD_ENDS: f64 = 0.40;

/// Steps from every entrance to the master's seat.
const NEAREST_SEAT: i32 = 3;

impl Drawn {
    /// Draws the targets of a level with this many rooms.
    pub(crate) fn draw(
        rooms: i32,
        theme: &ThemeRanges,
        wished: &Targets,
        density: Density,
        rng: &mut Stream,
    ) -> Self {
        let small = rooms < 10;
        let loops =
            if small { rng.between(0, 3.min(rooms - 2).max(0)) } else { LOOPS[rng.index(LOOPS.len())] };
        let loops = if rooms > 15 { loops + (rooms - 15) / 2 } else { loops };
        let mut dead_ends = theme.dead_ends.draw(rng);
        let grown = f64::from(((rooms - 12).max(0)) / 3);
        let way = theme.longest_way;
        let mut longest_way = Range { low: way.low, high: way.high + grown }.draw_whole(rng);
        let factor = density.factor();
        let floor = thousandths(theme.density.draw(rng) * factor);
        let branching = wished.branching.map(|r| r.draw(rng));
        let mut loops = wished.loops.map_or(loops, |r| r.draw_whole(rng));
        if let Some(branching) = branching.filter(|_| wished.loops.is_none()) {
            // Exits are counted twice, once from each end.
            loops = libm::round(branching * f64::from(rooms) / 2.0) as i32 - rooms + 1;
            loops = loops.max(0);
        }
        // Corners that no place has.
        if loops >= 5 {
            dead_ends = dead_ends.min(0.30);
            longest_way = longest_way.min(way.low as i32 + 3);
        }
        if loops <= 1 {
            dead_ends = dead_ends.max(0.18);
        }
        longest_way = longest_way.min((rooms - 3).max(2));
        Drawn {
            rooms,
            loops,
            loops_asked: wished.loops.is_some() || wished.branching.is_some(),
            dead_ends: wished.dead_ends.map_or(dead_ends, |r| r.draw(rng)),
            longest_way: wished.longest_way.map_or(longest_way, |r| r.draw_whole(rng)),
            branching,
            density: wished.density.map_or(floor, |r| r.draw(rng)).min(0.95),
            side: [i32::MAX, i32::MAX],
            tightness: density as i32 - 1,
            depth: 0,
            levels: 1,
        }
    }

    /// The figures as they are stored in a document.
    pub(crate) fn stored(&self) -> Vec<f64> {
        let whole = [self.rooms, self.loops, self.longest_way, self.tightness, self.depth, self.levels];
        whole.into_iter().map(f64::from).chain([self.dead_ends, self.density]).collect()
    }

    /// The figures of a document.
    pub(crate) fn read(stored: &[f64]) -> Option<Self> {
        let &[rooms, loops, longest_way, tightness, depth, levels, dead_ends, density] = stored else {
            return None;
        };
        let sound = stored.iter().all(|n| n.is_finite() && n.abs() <= 1000.0);
        if !(sound && (1.0..=9.0).contains(&levels) && (1.0..=60.0).contains(&rooms)) {
            return None;
        }
        Some(Drawn {
            rooms: rooms as i32,
            loops: loops as i32,
            loops_asked: false,
            dead_ends,
            longest_way: longest_way as i32,
            branching: None,
            density,
            side: [i32::MAX, i32::MAX],
            tightness: tightness as i32,
            depth: depth as i32,
            levels: levels as i32,
        })
    }

    /// The share of dead ends beyond which a loop more is better.
    pub(crate) fn most_dead_ends(&self) -> f64 {
        MOST_DEAD_ENDS.max(self.dead_ends)
    }

    /// What the graph of a draft is off, in hundredths of a cost of 1.
    pub(crate) fn graph_cost(&self, m: &GraphFigures) -> u64 {
        let off = |a: i32, b: i32| u64::from(a.abs_diff(b));
        let dead_ends = ((m.dead_ends - self.dead_ends).abs() - 0.04).max(0.0);
        let branching = self.branching.map_or(0.0, |b| (m.branching - b).abs());
        600 * off(m.loops, self.loops)
            + (6000.0 * dead_ends) as u64
            + (9000.0 * (m.dead_ends - self.most_dead_ends()).max(0.0)) as u64
            + 300 * off(m.longest_way, self.longest_way)
            + 200 * (m.longest_way - 2 * m.boss_steps).max(0) as u64
            // Nobody walks from the way in to the master's seat in two steps, where the place allows it.
            + 700 * (NEAREST_SEAT.min(m.longest_way - 1) - m.boss_steps).max(0) as u64
            + (1000.0 * branching) as u64
    }

    /// What the floor of a draft is off, in hundredths of a cost of 1.
    pub(crate) fn floor_cost(&self, rooms: usize, m: &FloorFigures) -> u64 {
        let density = ((m.density - self.density).abs() - 0.03).max(0.0);
        800 * u64::from((rooms as i32).abs_diff(self.rooms))
            + (6000.0 * density) as u64
            + 500 * u64::from(m.sheets.saturating_sub(16 + self.rooms.max(15) as u32 - 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_or_pairs() {
        let read = |json: &str| serde_json::from_str::<Range>(json);
        assert_eq!(read("3").unwrap(), Range { low: 3.0, high: 3.0 });
        assert_eq!(read("[2, 4]").unwrap(), Range { low: 2.0, high: 4.0 });
        assert_eq!(read("\"5-25%\"").unwrap(), Range { low: 0.05, high: 0.25 });
        assert!(read("[4, 2]").is_err() && read("-1").is_err() && read("\"few\"").is_err());
        let range = Range { low: 2.0, high: 4.0 };
        assert_eq!(serde_json::to_string(&range).unwrap(), "[2.0,4.0]");
        assert!("4-2".parse::<Range>().unwrap_err().contains("2-4"));
        assert!(Range { low: 0.0, high: 0.6 }.holds(0.1 + 0.2 + 0.3));
    }
}
