//! What is seen must be the same on every machine and in every version.

use mapkiln_core::{Grid, Seed, fingerprint};
use mapkiln_sight::{Approach, Observer, Spot, Surroundings, Walls};

#[test]
fn views_are_frozen() {
    for (i, approach) in Approach::ALL.into_iter().enumerate() {
        let mut stream = Seed::from("golden").stream("walls", 0);
        let grid = Grid::from_fn(40, 30, |_| stream.percent(15));
        let observer = Observer {
            at: Spot::new(20.25, 14.75),
            radius: Some(17.0),
            facing: 30.0,
            fov: 200.0,
            ..Observer::default()
        };
        let view = Surroundings::new(Walls::from_grid(&grid)).look(&observer, approach).unwrap();
        let cells: Vec<_> = view.cells.iter().map(|p| (p.x, p.y)).collect();
        let hits: Vec<_> = view.hits.iter().map(|h| h.cell.map(|p| (p.x, p.y))).collect();
        let text = format!("{cells:?} {hits:?} {:?}", view.polygon.map(|p| p.corners.len()));
        assert_eq!(fingerprint(text.as_bytes()), GOLDEN[i], "{}", approach.name());
    }
}
const GOLDEN: [&str; 6] = [
    "ca43245bbca21374a8e686880aecfc0f",
    "df4650371a060522e3ac310bd3b45a4d",
    "f906cc904b566c34b6c518a66e699295",
    "032de0d4177375cbdf140b539dcd5a3e",
    "81b8a4a31e4844fb43787d3fc1721f62",
    "81b8a4a31e4844fb43787d3fc1721f62",
];
