//! Where ports lie: evenly around the coast.

use mapkiln_maps::board::{Geometry, Port, Trade};

/// Ports at even distances around the coast, clockwise from the upper left hex, with these trades.
///
/// Nine ports on 30 coastal sides lie 3, 3 and 4 sides apart, as on the printed frame; eleven on 38
/// lie 3 or 4 apart.
///
/// ```
/// use mapkiln_board::{CatanSet, Geometry, catan::place_ports};
/// let ports = place_ports(&Geometry::new(CatanSet::Base.rows()), &CatanSet::Base.ports());
/// assert_eq!(ports.len(), 9);
/// ```
pub fn place_ports(geometry: &Geometry, trades: &[Trade]) -> Vec<Port> {
    let coast = geometry.coast();
    let count = trades.len().min(coast.len());
    let place = |i: usize| {
        let (hex, side, _) = coast[i * coast.len() / count];
        let (row, column) = geometry.row_column(hex);
        Port { row, column, side, trade: trades[i] }
    };
    (0..count).map(place).collect()
}
