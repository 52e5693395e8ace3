use super::*;
use mapkiln_core::{Grid, Seed};

const ALL: [Projection; 3] = [Projection::Diamond, Projection::TopDown, Projection::Staggered];

fn cameras() -> Vec<Camera> {
    let mut list = Vec::new();
    for projection in ALL {
        for (zoom, offset) in [(1.0, [0.0, 0.0]), (0.37, [812.0, -40.5]), (3.0, [-1000.0, 7.25])] {
            list.push(Camera { projection, zoom, offset, ..Camera::default() });
        }
    }
    list
}

#[test]
fn picking_is_the_inverse_of_projecting() {
    for camera in cameras() {
        for cell in Rect::new(-20, -20, 60, 60).cells() {
            for z in -3..9 {
                assert_eq!(camera.cell_at(camera.centre(cell, z), z), cell, "{camera:?}");
                let (x, y) = (f64::from(cell.x) + 0.9, f64::from(cell.y) + 0.2);
                let back = camera.unproject(camera.project(x, y, f64::from(z)), f64::from(z));
                assert!((back[0] - x).abs() < 1e-9 && (back[1] - y).abs() < 1e-9, "{camera:?} {back:?}");
                let plain = |p: Point| Rect::new(-20, -20, 60, 60).contains(p).then_some(z);
                assert_eq!(camera.pick(camera.centre(cell, z), z, z, plain), Some(cell), "{camera:?}");
            }
        }
    }
}

#[test]
fn the_papers_triangles_say_the_same() {
    let mut rng = Seed::from("triangles").stream("test", 0);
    for camera in cameras().into_iter().filter(|c| c.projection == Projection::Diamond) {
        for _ in 0..20_000 {
            let at = [rng.unit() * 900.0 - 300.0, rng.unit() * 900.0 - 300.0];
            assert_eq!(camera.cell_at_by_triangles(at), camera.cell_at(at, 0), "{camera:?} {at:?}");
        }
    }
}

/// Is the point in the column as it is drawn: its top, or one of the two sides towards the viewer?
fn covers(camera: &Camera, cell: Point, h: i32, low: i32, at: Screen) -> bool {
    let inside = |polygon: &[Screen]| {
        (0..polygon.len()).all(|i| {
            let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0.0
        })
    };
    let [n, e, s, w] = camera.outline(cell, h);
    let [_, e0, s0, w0] = camera.outline(cell, low - 1);
    let sides = camera.projection != Projection::TopDown;
    inside(&[n, e, s, w]) || sides && (inside(&[w, s, s0, w0]) || inside(&[s, e, e0, s0]))
}

#[test]
fn heights_are_picked_as_a_painter_would_have_drawn_them() {
    for seed in 0..20u64 {
        let mut rng = Seed::from(seed).stream("hills", 0);
        let heights = Grid::from_fn(9, 9, |_| rng.between(0, 5));
        for projection in ALL {
            let camera = Camera { projection, zoom: 1.3, offset: [200.0, 60.0], ..Camera::default() };
            let view = [0.0, 0.0, 500.0, 300.0];
            let order = camera.visible(view, heights.bounds(), 0, 5);
            let mut picked_some = 0;
            for _ in 0..800 {
                let at = [rng.unit() * 500.0, rng.unit() * 300.0];
                let picked = camera.pick(at, 0, 5, |p| heights.get(p).copied());
                // Later ones are painted over earlier ones.
                let painted = order.iter().copied().rfind(|&p| covers(&camera, p, heights[p], 0, at));
                // Below the lowest ground the painter's sides go on, and nothing is picked there.
                if heights.contains(camera.cell_at(at, 0)) || picked.is_some() {
                    assert_eq!(picked, painted, "{projection:?} seed {seed} at {at:?}");
                    picked_some += usize::from(picked.is_some());
                }
            }
            assert!(picked_some > 100, "{projection:?}: the map was hit only {picked_some} times");
        }
    }
}

#[test]
fn before_a_cell_stand_those_that_share_its_lower_sides() {
    for projection in [Projection::Diamond, Projection::Staggered] {
        let camera = Camera { projection, ..Camera::default() };
        for cell in Rect::new(-5, -5, 10, 10).cells() {
            let [_, e, s, w] = camera.outline(cell, 0);
            let [left, right] = camera.before(cell).map(|p| camera.outline(p, 0));
            assert_eq!([left[0], left[1]], [w, s], "the left one's upper right side");
            assert_eq!([right[3], right[0]], [s, e], "the right one's upper left side");
        }
    }
}

#[test]
fn nothing_that_shows_is_left_out_and_the_order_is_right() {
    let mut rng = Seed::from("cull").stream("test", 0);
    for camera in cameras() {
        for _ in 0..60 {
            let bounds = Rect::new(rng.between(-9, 9), rng.between(-9, 9), rng.between(0, 40), 30);
            let heights = |p: Point| (p.x * 7 + p.y * 3).rem_euclid(4) - 1;
            let view = [
                rng.unit() * 1200.0 - 600.0,
                rng.unit() * 900.0 - 300.0,
                rng.unit() * 500.0,
                rng.unit() * 400.0,
            ];
            let found = camera.visible(view, bounds, -1, 2);
            for (i, a) in found.iter().enumerate() {
                assert!(bounds.contains(*a));
                assert!(found[i + 1..].iter().all(|b| a != b && !camera.is_behind(*b, *a)));
            }
            for p in bounds.cells() {
                // Its top, and its sides down to the lowest ground.
                let mut corners = camera.outline(p, heights(p)).to_vec();
                if camera.projection != Projection::TopDown {
                    corners.extend(&camera.outline(p, -1)[1..]);
                }
                let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
                for c in corners {
                    low = [low[0].min(c[0]), low[1].min(c[1])];
                    high = [high[0].max(c[0]), high[1].max(c[1])];
                }
                let shows = (0..2).all(|k| high[k] > view[k] && low[k] < view[k] + view[k + 2]);
                assert!(!shows || found.contains(&p), "{camera:?} {view:?} lost {p}");
            }
        }
    }
}

#[test]
fn huge_maps_cost_no_more_than_what_is_seen() {
    let camera = Camera { offset: [-60_000.0, -29_000.0], ..Camera::default() };
    let found = camera.visible([-60_000.0, 0.0, 1.0, 1.0], Rect::new(0, 0, 4000, 4000), 0, 0);
    assert!((1..20).contains(&found.len()), "{}", found.len());
    assert!(camera.visible([0.0, 0.0, 800.0, 600.0], Rect::default(), 0, 0).is_empty());
}
