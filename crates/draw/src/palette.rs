//! The 256 colours that show a picture best, by median cut.

/// Colours are counted in cubes of this many bits per channel.
const BITS: u32 = 5;
const CUBES: usize = 1 << (3 * BITS);
/// The most colours of a palette.
const MOST: usize = 256;
/// Colours of a picture so large that its file would be, and the pixels from which on it is.
const MOST_OF_LARGE: usize = 96;
const LARGE: u64 = 16_000_000;
/// How far a pixel's colour may lie from its palette colour, per channel on average over the picture.
const WELL: f64 = 1.6;

/// How often each colour occurs.
pub(crate) struct Tally {
    cubes: Vec<Cube>,
}

#[derive(Clone, Copy, Default)]
struct Cube {
    count: u64,
    sum: [u64; 3],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { cubes: vec![Cube::default(); CUBES] }
    }
}

fn cube(color: [u8; 3]) -> usize {
    color.iter().fold(0, |at, &c| (at << BITS) | usize::from(c >> (8 - BITS)))
}

/// The colours of a picture, and which of them each cube of colours gets.
pub(crate) struct Palette {
    colors: Vec<[u8; 3]>,
    number: Vec<u8>,
}

impl Tally {
    pub(crate) fn add(&mut self, color: [u8; 3]) {
        let cube = &mut self.cubes[cube(color)];
        cube.count += 1;
        cube.sum.iter_mut().zip(color).for_each(|(sum, c)| *sum += u64::from(c));
    }

    /// The palette, if it shows the picture well.
    pub(crate) fn palette(self) -> Option<Palette> {
        let mut used: Vec<(usize, [f64; 3], u64)> = Vec::new();
        for (i, cube) in self.cubes.iter().enumerate().filter(|(_, c)| c.count > 0) {
            used.push((i, cube.sum.map(|s| s as f64 / cube.count as f64), cube.count));
        }
        let pixels: u64 = used.iter().map(|u| u.2).sum();
        let most = if pixels > LARGE { MOST_OF_LARGE } else { MOST };
        let mut boxes = vec![used.clone()];
        while boxes.len() < most {
            // The box whose colours vary most, weighted by how often they occur.
            let worst = (0..boxes.len())
                .filter(|&i| boxes[i].len() > 1)
                .max_by(|&a, &b| spread(&boxes[a]).1.total_cmp(&spread(&boxes[b]).1).then(b.cmp(&a)));
            let Some(worst) = worst else { break };
            let (channel, _) = spread(&boxes[worst]);
            let mut cut = std::mem::take(&mut boxes[worst]);
            cut.sort_by(|a, b| a.1[channel].total_cmp(&b.1[channel]).then(a.0.cmp(&b.0)));
            let (mean, _) = mean_and_variance(&cut, channel);
            let at = cut.partition_point(|c| c.1[channel] <= mean).clamp(1, cut.len() - 1);
            let rest = cut.split_off(at);
            boxes[worst] = cut;
            boxes.push(rest);
        }
        let colors: Vec<[u8; 3]> = boxes
            .iter()
            .map(|b| [0, 1, 2].map(|channel| mean_and_variance(b, channel).0.round() as u8))
            .collect();
        let mut number = vec![0u8; CUBES];
        let (mut wrong, mut total) = (0.0, 0u64);
        for (i, color, count) in used {
            let far =
                |p: &[u8; 3]| -> f64 { p.iter().zip(color).map(|(&a, b)| (f64::from(a) - b).abs()).sum() };
            let nearest = (0..colors.len())
                .min_by(|&a, &b| far(&colors[a]).total_cmp(&far(&colors[b])).then(a.cmp(&b)))?;
            number[i] = nearest as u8;
            wrong += far(&colors[nearest]) / 3.0 * count as f64;
            total += count;
        }
        (wrong <= WELL * total as f64).then_some(Palette { colors, number })
    }
}

/// Mean and summed square deviation of one channel.
fn mean_and_variance(colors: &[(usize, [f64; 3], u64)], channel: usize) -> (f64, f64) {
    let count: f64 = colors.iter().map(|c| c.2 as f64).sum();
    let mean = colors.iter().map(|c| c.1[channel] * c.2 as f64).sum::<f64>() / count.max(1.0);
    // Rare colours count for more than their share: a red mark on a white map must stay red.
    let variance =
        colors.iter().map(|c| (c.1[channel] - mean) * (c.1[channel] - mean) * (c.2 as f64).sqrt()).sum();
    (mean, variance)
}

/// The channel that varies most, and by how much.
fn spread(colors: &[(usize, [f64; 3], u64)]) -> (usize, f64) {
    let each = [0, 1, 2].map(|channel| mean_and_variance(colors, channel).1);
    (0..3).map(|i| (i, each[i])).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

impl Palette {
    pub(crate) fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// The number of the colour that stands for this one.
    pub(crate) fn number(&self, color: [u8; 3]) -> u8 {
        self.number[cube(color)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_and_many_refused() {
        let mut tally = Tally::default();
        for _ in 0..90_000 {
            tally.add([250, 249, 243]);
        }
        for i in 0..200 {
            tally.add([176, 42, 30]);
            tally.add([i as u8, i as u8, i as u8]);
        }
        let palette = tally.palette().expect("it suffices");
        assert!(palette.colors().len() <= 256);
        let red = palette.colors()[usize::from(palette.number([176, 42, 30]))];
        assert_eq!(red, [176, 42, 30], "a rare mark keeps its colour");
        let mut noise = Tally::default();
        for i in 0..200_000u32 {
            let n = i.wrapping_mul(2_654_435_761);
            noise.add([(n >> 24) as u8, (n >> 16) as u8, (n >> 8) as u8]);
        }
        assert!(noise.palette().is_none());
    }
}
