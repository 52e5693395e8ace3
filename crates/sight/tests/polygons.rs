//! Sweep, expansion and the paper's vertices against a polygon found by brute force.

use mapkiln_core::{Grid, Point, Seed, Stream};
use mapkiln_sight::{Error, Expansion, Mesh, Outlines, Polygon, Spot, Sweep, Walls, vertices};

/// The area seen: between any two neighbouring directions to corners the nearest side is one and
/// the same, found by trying all of them halfway between.
fn oracle_area(outlines: &Outlines, from: Spot) -> f64 {
    let mut angles: Vec<f64> = outlines
        .sides()
        .iter()
        .flatten()
        .filter(|&&s| s != from)
        .map(|s| libm::atan2(s.y - from.y, s.x - from.x))
        .collect();
    angles.sort_by(f64::total_cmp);
    angles.dedup();
    let mut area = 0.0;
    for i in 0..angles.len() {
        let (low, high) = if i + 1 < angles.len() {
            (angles[i], angles[i + 1])
        } else {
            (angles[i], angles[0] + std::f64::consts::TAU)
        };
        let middle = (low + high) / 2.0;
        let border = on_a_side(outlines, from);
        if border && !outlines.is_open(from.towards(middle, 1e-6)) {
            continue;
        }
        let nearest = outlines
            .sides()
            .iter()
            .filter_map(|&[a, b]| Some((hit(from, middle, a, b)?, [a, b])))
            .filter(|&(t, _)| t > 1e-9)
            .min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((_, [a, b])) = nearest else { continue };
        // Only a front is seen: behind a back one stands inside a wall, or on its border.
        if (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x) <= 0.0 {
            continue;
        }
        if let (Some(s), Some(t)) = (line_hit(from, low, a, b), line_hit(from, high, a, b)) {
            area += s * t * libm::sin(high - low) / 2.0;
        }
    }
    area
}

fn line_hit(from: Spot, angle: f64, a: Spot, b: Spot) -> Option<f64> {
    let (dx, dy) = (libm::cos(angle), libm::sin(angle));
    let across = dx * (b.y - a.y) - dy * (b.x - a.x);
    let t = ((b.y - a.y) * (a.x - from.x) - (b.x - a.x) * (a.y - from.y)) / across;
    t.is_finite().then_some(t)
}

fn hit(from: Spot, angle: f64, a: Spot, b: Spot) -> Option<f64> {
    let (dx, dy) = (libm::cos(angle), libm::sin(angle));
    let across = dx * (b.y - a.y) - dy * (b.x - a.x);
    let s = (dy * (a.x - from.x) - dx * (a.y - from.y)) / across;
    line_hit(from, angle, a, b).filter(|_| (-1e-12..=1.0 + 1e-12).contains(&s))
}

/// A polygon in every square of a board, concave ones among them, and free space around each.
fn scattered(stream: &mut Stream, side: i32) -> Outlines {
    let mut polygons = Vec::new();
    for p in Grid::new(side, side, ()).bounds().cells() {
        let corners = stream.between(3, 8);
        let middle = Spot::centre(p);
        polygons.push(
            (0..corners)
                .map(|i| {
                    let angle =
                        std::f64::consts::TAU * (f64::from(i) + 0.8 * stream.unit()) / f64::from(corners);
                    middle.towards(angle, 0.1 + 0.35 * stream.unit())
                })
                .collect(),
        );
    }
    let high = f64::from(side);
    Outlines::from_polygons(Spot::new(0.0, 0.0), Spot::new(high, high), &polygons).expect("a valid scene")
}

fn compare(outlines: &Outlines, from: Spot, what: &str) {
    let mesh = Mesh::build(outlines).expect("nothing crosses");
    let sweep = Sweep::new().look(outlines, from);
    let expansion = Expansion::new().look(&mesh, from);
    let truth = if outlines.is_open(from) { oracle_area(outlines, from) } else { 0.0 };
    let allowed = 1e-9 * truth.max(1.0);
    assert!((sweep.area() - truth).abs() < allowed, "{what}: sweep {} and not {truth}", sweep.area());
    assert!(
        (expansion.area() - truth).abs() < allowed,
        "{what}: expansion {} and not {truth}",
        expansion.area()
    );
    if !on_a_side(outlines, from) {
        let paper = vertices::look(outlines, from);
        assert!((paper.area() - truth).abs() < 1e-2 * truth.max(1.0), "{what}: vertices {}", paper.area());
    }
}

fn on_a_side(outlines: &Outlines, from: Spot) -> bool {
    outlines.sides().iter().any(|&[a, b]| {
        let cross = (b.x - a.x) * (from.y - a.y) - (b.y - a.y) * (from.x - a.x);
        let dot = (from.x - a.x) * (from.x - b.x) + (from.y - a.y) * (from.y - b.y);
        cross.abs() < 1e-12 && dot <= 0.0
    })
}

#[test]
fn areas_agree_among_random_polygons() {
    for seed in 0..60u64 {
        let mut stream = Seed::from(seed).stream("scene", 0);
        let board = stream.between(1, 7);
        let outlines = scattered(&mut stream, board);
        for i in 0..6 {
            let spread = f64::from(board);
            let from = Spot::new(stream.unit() * spread, stream.unit() * spread);
            compare(&outlines, from, &format!("seed {seed}.{i} from {from:?}"));
        }
    }
}

#[test]
fn areas_agree_on_grids_from_everywhere() {
    for seed in 0..60u64 {
        let mut stream = Seed::from(seed).stream("grid", 0);
        let percent = [5, 20, 35, 50][seed as usize % 4];
        let grid = Grid::from_fn(stream.between(1, 16), stream.between(1, 16), |_| stream.percent(percent));
        let outlines = Outlines::from_grid(&grid);
        for i in 0..10 {
            // Halves land in middles of cells, on borders and on corners, in line with many walls.
            let from = Spot::new(
                f64::from(stream.between(0, 2 * grid.width())) / 2.0,
                f64::from(stream.between(0, 2 * grid.height())) / 2.0,
            );
            compare(&outlines, from, &format!("seed {seed}.{i} from {from:?}"));
        }
        let from =
            Spot::new(stream.unit() * f64::from(grid.width()), stream.unit() * f64::from(grid.height()));
        compare(&outlines, from, &format!("seed {seed} from {from:?}"));
    }
}

#[test]
fn odd_places_are_defined() {
    let walls = Walls::from_text("######\n#....#\n#.##.#\n#....#\n######");
    let outlines = Outlines::from_walls(&walls);
    let mesh = Mesh::build(&outlines).unwrap();
    let area = |x: f64, y: f64| {
        let from = Spot::new(x, y);
        let (a, b) = (Sweep::new().look(&outlines, from), Expansion::new().look(&mesh, from));
        assert!((a.area() - b.area()).abs() < 1e-9, "{x},{y}: {} and {}", a.area(), b.area());
        a.area()
    };
    assert_eq!(area(2.5, 2.5), 0.0, "inside of a wall");
    assert_eq!(area(-3.0, 2.0), 0.0, "outside");
    assert_eq!(area(0.0, 0.0), 0.0, "the corner of the map, inside of a wall");
    assert_eq!(area(f64::NAN, 1.0), 0.0);
    assert_eq!(area(f64::INFINITY, 1.0), 0.0);
    assert_eq!(area(3.0, 2.0), 4.0, "in the middle of a side one sees only along it and before it");
    // From a corner of the block: the row above it, and the column beside it.
    assert!((area(2.0, 2.0) - 6.0).abs() < 1e-9, "{}", area(2.0, 2.0));
    let corridor = Outlines::from_walls(&Walls::from_text("########\n#......#\n########"));
    for x in [1.0, 1.5, 4.0, 7.0] {
        for y in [1.0, 1.3, 2.0] {
            let seen = Sweep::new().look(&corridor, Spot::new(x, y)).area();
            assert!((seen - 6.0).abs() < 1e-9, "corridor from {x},{y}: {seen}");
        }
    }
    assert!(Outlines::from_walls(&Walls::open(0, 0)).sides().is_empty());
    assert_eq!(
        Expansion::new().look(&Mesh::build(&Outlines::default()).unwrap(), Spot::default()).area(),
        0.0
    );
}

#[test]
fn thin_walls_hide_from_both_sides() {
    let mut outlines = Outlines::from_walls(&Walls::open(4, 2));
    outlines.add_screen(Spot::new(2.0, 0.0), Spot::new(2.0, 2.0));
    let mesh = Mesh::build(&outlines).unwrap();
    for x in [1.0, 3.0] {
        let from = Spot::new(x, 1.0);
        assert!((Sweep::new().look(&outlines, from).area() - 4.0).abs() < 1e-12);
        assert!((Expansion::new().look(&mesh, from).area() - 4.0).abs() < 1e-12);
    }
}

#[test]
fn what_cannot_be_outlined_is_refused() {
    let spot = |x, y| Spot::new(x, y);
    let (low, high) = (spot(0.0, 0.0), spot(9.0, 9.0));
    let new = |polygons: &[Vec<Spot>]| Outlines::from_polygons(low, high, polygons);
    assert!(matches!(Outlines::from_polygons(high, low, &[]), Err(Error::Bounds { .. })));
    assert!(matches!(new(&[vec![spot(1.0, 1.0), spot(2.0, 2.0)]]), Err(Error::NoArea { polygon: 0 })));
    let outside = vec![spot(1.0, 1.0), spot(12.0, 2.0), spot(1.0, 3.0)];
    assert!(matches!(new(&[outside]), Err(Error::OutsideBounds { polygon: 0, .. })));
    let triangle = |x: f64| vec![spot(x, 1.0), spot(x + 3.0, 1.0), spot(x, 4.0)];
    let crossing = new(&[triangle(1.0), triangle(2.0)]).unwrap();
    let said = Mesh::build(&crossing).unwrap_err().to_string();
    assert!(said.contains("crosses another") || said.contains("overlapping"), "{said}");
}

#[test]
fn cones_and_circles_cut_exactly() {
    let outlines = Outlines::from_walls(&Walls::open(20, 20));
    let from = Spot::new(10.0, 10.0);
    let all = Sweep::new().look(&outlines, from);
    assert!((all.area() - 400.0).abs() < 1e-9);
    for degrees in [1.0f64, 45.0, 90.0, 179.0, 181.0, 270.0, 359.0] {
        for facing in 0..24 {
            let facing = f64::from(facing) * 15.0;
            let cut = all.within_cone(facing.to_radians(), degrees.to_radians());
            let rest = all.within_cone((facing + 180.0).to_radians(), (360.0 - degrees).to_radians());
            let sum = cut.area() + rest.area();
            assert!((sum - 400.0).abs() < 1e-6, "{degrees} facing {facing}: {sum}");
        }
    }
    let quarter = all.within_cone(0.0, std::f64::consts::FRAC_PI_2);
    assert!((quarter.area() - 100.0).abs() < 1e-9);
    assert_eq!(all.within_cone(1.0, 0.0).area(), 0.0);
    let circle = all.within_radius(5.0, 0.01).area();
    assert!((circle - 25.0 * std::f64::consts::PI).abs() < 0.01, "{circle}");
    assert!((all.within_radius(100.0, 0.01).area() - 400.0).abs() < 1e-9);
    assert_eq!(all.within_radius(0.0, 0.01), Polygon { from, corners: vec![] });
    // Half in and half out of the circle.
    let near_wall = Sweep::new().look(&outlines, Spot::new(0.0, 10.0)).within_radius(4.0, 0.005);
    assert!((near_wall.area() - 8.0 * std::f64::consts::PI).abs() < 0.01, "{}", near_wall.area());
    assert!(all.contains(Spot::centre(Point::new(3, 3))));
}
