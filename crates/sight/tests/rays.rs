//! Rays against exact arithmetic, and the parts that build on them.

use std::cmp::Ordering;

use mapkiln_core::{Grid, Point, Rect, Seed, Stream};
use mapkiln_sight::{
    Approach, Error, Falloff, Fan, LightSource, Observer, Relief, Shadowcast, Spot, Surroundings, Walls,
    cast_many, dda, look_many, pixel, seen_in_light, shine,
};

fn random(stream: &mut Stream, width: i32, height: i32, percent: u32) -> Walls {
    let mut walls = Walls::open(width, height);
    for p in Rect::new(0, 0, width, height).cells() {
        walls.set(p, stream.percent(percent));
    }
    walls
}

/// The wall a ray meets, by sorting all border crossings as fractions. Points are in 64ths of a cell.
fn exact(walls: &Walls, from: (i64, i64), to: (i64, i64)) -> Option<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let cell = |v: i64| v.div_euclid(64);
    // Each crossing: numerator and denominator of where it is along the ray; vertical or horizontal.
    let mut crossings: Vec<(i64, i64, bool)> = Vec::new();
    let borders = |a: i64, b: i64| {
        let (low, high) = (cell(a).min(cell(b)), cell(a).max(cell(b)));
        (low + 1..=high).map(|border| border * 64)
    };
    crossings.extend(borders(from.0, to.0).map(|b| ((b - from.0).abs(), dx.abs(), true)));
    crossings.extend(borders(from.1, to.1).map(|b| ((b - from.1).abs(), dy.abs(), false)));
    let order = |x: &(i64, i64, bool), y: &(i64, i64, bool)| (x.0 * y.1).cmp(&(y.0 * x.1));
    crossings.sort_by(order);
    let mut at = Point::new(cell(from.0) as i32, cell(from.1) as i32);
    let (sx, sy) = (dx.signum() as i32, dy.signum() as i32);
    let mut i = 0;
    while i < crossings.len() {
        if i + 1 < crossings.len() && order(&crossings[i], &crossings[i + 1]) == Ordering::Equal {
            let beside = [at + Point::new(sx, 0), at + Point::new(0, sy)];
            if beside.iter().all(|&p| walls.blocks(p)) {
                return Some(beside[0]);
            }
            at = at + Point::new(sx, sy);
            i += 2;
        } else {
            at = at + if crossings[i].2 { Point::new(sx, 0) } else { Point::new(0, sy) };
            i += 1;
        }
        if walls.blocks(at) {
            return Some(at);
        }
    }
    None
}

#[test]
fn dda_meets_the_wall_of_exact_arithmetic() {
    let mut met = [0; 2];
    for seed in 0..40u64 {
        let mut stream = Seed::from(seed).stream("rays", 0);
        let walls = random(&mut stream, 40, 30, [0, 3, 10, 25][seed as usize % 4]);
        // Coarse points make many rays that go exactly through corners.
        let unit = [1, 8, 32, 64][seed as usize / 4 % 4];
        for _ in 0..3000 {
            let mut point = || {
                let x = i64::from(stream.between(-2 * 64 / unit, 42 * 64 / unit)) * i64::from(unit);
                let y = i64::from(stream.between(-2 * 64 / unit, 32 * 64 / unit)) * i64::from(unit);
                (x, y)
            };
            let (from, to) = (point(), point());
            let spot = |(x, y): (i64, i64)| Spot::new(x as f64 / 64.0, y as f64 / 64.0);
            let hit = dda::cast(&walls, spot(from), spot(to));
            assert_eq!(hit.cell, exact(&walls, from, to), "seed {seed}: {from:?} to {to:?}");
            met[usize::from(hit.cell.is_some())] += 1;
            if let Some(cell) = hit.cell {
                let on =
                    |low: i32, v: f64| (f64::from(low) - 1e-9..=f64::from(low) + 1.0 + 1e-9).contains(&v);
                assert!(on(cell.x, hit.at.x) && on(cell.y, hit.at.y), "{hit:?}");
            }
        }
    }
    assert!(met.iter().all(|&n| n > 10_000), "both kinds of rays were tried: {met:?}");
}

#[test]
fn pixel_meets_what_dda_meets_but_for_grazed_corners() {
    let mut stream = Seed::from("pixel").stream("rays", 0);
    let walls = random(&mut stream, 60, 60, 10);
    let (mut same, mut all) = (0, 0);
    for _ in 0..2000 {
        let from = Spot::new(stream.unit() * 60.0, stream.unit() * 60.0);
        let to = from.towards(stream.unit() * 6.3, 20.0);
        all += 1;
        same +=
            usize::from(dda::cast(&walls, from, to).cell == pixel::cast(&walls, from, to, 1.0 / 16.0).cell);
    }
    assert!(same * 100 > all * 95, "{same} of {all}");
}

#[test]
fn odd_rays_are_defined() {
    let walls = Walls::from_text("###\n#.#\n###");
    let middle = Spot::new(1.5, 1.5);
    assert_eq!(dda::cast(&walls, middle, middle).cell, None, "no length");
    assert_eq!(dda::cast(&walls, middle, Spot::new(f64::NAN, 0.0)).distance, 0.0);
    assert_eq!(dda::cast(&walls, Spot::new(1.25, 0.5), middle).cell, None, "begins in a wall");
    assert_eq!(
        dda::cast(&walls, Spot::new(-5.0, 1.5), middle).cell,
        Some(Point::new(-4, 1)),
        "outside is wall"
    );
    let corner = dda::cast(&walls, middle, Spot::new(3.0, 3.0));
    assert_eq!((corner.cell, corner.at), (Some(Point::new(2, 1)), Spot::new(2.0, 2.0)), "between two walls");
    assert_eq!(pixel::cast(&walls, middle, middle, 0.0).cell, None);
    let along = Walls::from_text("....\n####");
    assert_eq!(dda::cast(&along, Spot::new(0.0, 1.0), Spot::new(4.0, 1.0)).cell, Some(Point::new(1, 1)));
    assert_eq!(dda::cast(&along, Spot::new(0.0, 0.999), Spot::new(3.9, 0.999)).cell, None);
}

#[test]
fn bulk_work_is_the_same_at_any_number_of_threads() {
    let mut stream = Seed::from("bulk").stream("rays", 0);
    let walls = random(&mut stream, 80, 80, 15);
    let mut spot = || Spot::new(stream.unit() * 80.0, stream.unit() * 80.0);
    let rays: Vec<[Spot; 2]> = (0..1000).map(|_| [spot(), spot()]).collect();
    let one: Vec<_> = rays.iter().map(|&[a, b]| dda::cast(&walls, a, b)).collect();
    assert_eq!(cast_many(&walls, &rays, true), one);
    assert_eq!(cast_many(&walls, &rays, false), one);
    let observers: Vec<_> = rays.iter().take(100).map(|r| (r[0].cell(), Some(9))).collect();
    assert!(look_many(&walls, &observers, true) == look_many(&walls, &observers, false));
}

#[test]
fn heights_and_smoke_are_symmetric_and_monotone() {
    for seed in 0..12u64 {
        let mut stream = Seed::from(seed).stream("terrain", 0);
        let mut relief = Relief::new(random(&mut stream, 16, 16, 6));
        let flat: Vec<_> = all_open(&relief).iter().map(|&p| relief.look(p, Some(12))).collect();
        relief.heights = Some(Grid::from_fn(16, 16, |_| stream.between(0, 3) as i16));
        relief.opacity = Some(Grid::from_fn(16, 16, |_| if stream.percent(20) { 100 } else { 0 }));
        let open = all_open(&relief);
        let views: Vec<_> = open.iter().map(|&p| relief.look(p, Some(12))).collect();
        for (i, &a) in open.iter().enumerate() {
            assert!(views[i].minus(&flat[i]).is_empty(), "hills and smoke only hide");
            for (j, &b) in open.iter().enumerate() {
                assert_eq!(views[i].contains(b), views[j].contains(a), "seed {seed}: {a} and {b}");
            }
        }
    }
}

fn all_open(relief: &Relief) -> Vec<Point> {
    relief.walls.bounds().cells().filter(|&p| !relief.walls.blocks(p)).collect()
}

#[test]
fn three_clouds_hide_and_a_tower_sees_over_a_wall() {
    let mut relief = Relief::new(Walls::open(7, 1));
    relief.opacity = Some(Grid::from_fn(7, 1, |p| if (2..=4).contains(&p.x) { 85 } else { 0 }));
    assert!(!relief.look(Point::new(0, 0), None).contains(Point::new(5, 0)));
    assert!(relief.look(Point::new(0, 0), None).contains(Point::new(4, 0)));
    let mut relief = Relief::new(Walls::open(9, 1));
    let mut heights = Grid::new(9, 1, 0i16);
    heights[Point::new(4, 0)] = 3;
    heights[Point::new(0, 0)] = 6;
    relief.heights = Some(heights);
    assert!(relief.look(Point::new(0, 0), None).contains(Point::new(8, 0)), "from the tower");
    assert!(!relief.look(Point::new(1, 0), None).contains(Point::new(8, 0)), "from below");
}

#[test]
fn light_fades_adds_up_and_stays_on_its_side_of_a_wall() {
    let walls = Walls::from_text("...#...\n...#...\n...#...");
    let lamp = LightSource { at: Point::new(1, 1), radius: 5, strength: 120, falloff: Falloff::Linear };
    let one = shine(&walls, &[lamp], false);
    let two = shine(&walls, &[lamp, lamp, lamp], true);
    assert_eq!(one[Point::new(1, 1)], 120);
    assert_eq!(two[Point::new(1, 1)], 255, "full is full");
    assert!(one[Point::new(2, 1)] < 120 && one[Point::new(3, 1)] > 0 && one[Point::new(4, 1)] == 0);
    let even = LightSource { falloff: Falloff::None, ..lamp };
    let square = LightSource { falloff: Falloff::Square, ..lamp };
    let p = Point::new(3, 1);
    assert!(even.brightness(p) > lamp.brightness(p) && lamp.brightness(p) > square.brightness(p));
    let look = |at| Shadowcast::new().look(&walls, at, None);
    let lit_side = seen_in_light(&look(Point::new(0, 1)), &one, &walls, 1);
    assert!(lit_side.contains(p));
    let dark_side = seen_in_light(&look(Point::new(6, 1)), &one, &walls, 1);
    assert!(dark_side.is_empty(), "the wall is seen from there, but not its lit side");
}

#[test]
fn approaches_agree_on_a_plain_place() {
    let text = "##########\n#........#\n#........#\n#...##...#\n#...##...#\n#........#\n##########";
    let place = Surroundings::new(Walls::from_text(text));
    let observer = Observer { rays: 4000, step: 0.02, ..Observer::in_cell(Point::new(2, 3)) };
    let exact = place.look(&observer, Approach::Sweep).unwrap();
    let expansion = place.look(&observer, Approach::Expansion).unwrap();
    assert!(exact.cells == expansion.cells);
    assert!(exact.cells.contains(Point::new(4, 3)), "a wall that is seen");
    assert!(!exact.cells.contains(Point::new(5, 3)), "a wall behind it");
    for approach in Approach::ALL {
        let view = place.look(&observer, approach).unwrap();
        assert!(view.cells.contains(Point::new(0, 3)) && view.cells.contains(Point::new(1, 1)));
        assert!(!view.cells.contains(Point::new(8, 3)), "{}", approach.name());
        let narrow = Observer { facing: 180.0, fov: 90.0, radius: Some(1.5), ..observer };
        let cone = place.look(&narrow, approach).unwrap();
        assert!(cone.cells.contains(Point::new(1, 3)) && !cone.cells.contains(Point::new(3, 3)));
        let nowhere = place.look(&Observer { at: Spot::new(-4.0, 90.0), ..observer }, approach).unwrap();
        assert!(nowhere.cells.is_empty(), "{}", approach.name());
    }
}

#[test]
fn wrong_observers_are_told_why() {
    let place = Surroundings::new(Walls::open(3, 3));
    let good = Observer::in_cell(Point::new(1, 1));
    let say = |o: Observer| place.look(&o, Approach::Dda).unwrap_err().to_string();
    assert!(say(Observer { fov: 400.0, ..good }).contains("fov must be between 0 and 360"));
    assert!(say(Observer { radius: Some(-1.0), ..good }).contains("radius"));
    assert!(say(Observer { rays: 0, ..good }).contains("rays"));
    assert!(say(Observer { step: 0.0, ..good }).contains("step"));
    let nan = Observer { facing: f64::NAN, ..good };
    assert!(matches!(place.look(&nan, Approach::Sweep), Err(Error::NotFinite { .. })));
    let fan = Fan::new(0, 1.0);
    assert!(fan.cast(place.walls(), Spot::new(1.0, 1.0), 0.0, 5.0).is_empty());
}
