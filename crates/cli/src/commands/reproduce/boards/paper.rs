//! Figures of the thesis (Mendes Filho 2023): the means of its tables 3 to 6 and 8 to 11, tables 7
//! and 12, and the means of table 13.

/// One of the eight tables of scores over time.
pub(super) struct Table {
    pub(super) number: u32,
    pub(super) population: usize,
    pub(super) restart: bool,
    pub(super) weighted: bool,
    /// Mean scores at even distances of time, from 0 to 300 seconds.
    pub(super) means: &'static [f64],
}

/// Seconds of a run in the thesis.
pub(super) const SECONDS: f64 = 300.0;

pub(super) const TABLES: [Table; 8] = [
    Table {
        number: 3,
        population: 1000,
        restart: false,
        weighted: false,
        means: &[136., 38., 37., 36., 35., 35., 34., 33., 33., 32., 32., 31., 31., 31., 30., 30.],
    },
    Table {
        number: 4,
        population: 50_000,
        restart: false,
        weighted: false,
        means: &[127., 40., 38., 35., 34., 33., 33., 32., 32., 32., 31., 31., 31., 30., 30., 30.],
    },
    Table {
        number: 5,
        population: 1000,
        restart: true,
        weighted: false,
        means: &[135., 41., 37., 37., 36., 35., 35., 35., 35., 34., 34., 34., 34., 33., 33., 33.],
    },
    Table {
        number: 6,
        population: 50_000,
        restart: true,
        weighted: false,
        means: &[128., 43., 40., 38., 37., 35., 34., 34., 34., 33., 33., 33., 33., 32., 32., 32.],
    },
    Table {
        number: 8,
        population: 1000,
        restart: false,
        weighted: true,
        means: &[10807., 1710., 1439., 1385., 1309., 1235.],
    },
    Table {
        number: 9,
        population: 50_000,
        restart: false,
        weighted: true,
        means: &[11310., 1525., 1461., 1365., 1294., 1264.],
    },
    Table {
        number: 10,
        population: 1000,
        restart: true,
        weighted: true,
        means: &[11297., 1433., 1277., 1197., 1181., 1154.],
    },
    Table {
        number: 11,
        population: 50_000,
        restart: true,
        weighted: true,
        means: &[10804., 1536., 1328., 1215., 1122., 1092.],
    },
];

/// Best boards of tables 7 and 12: score and breaches of R1 to R4.
pub(super) const BEST: [(u32, &str); 2] = [(7, "22 = (10, 0, 0, 12)"), (12, "621 = (6, 16, 0, 5)")];

/// Official maps in tables 7 and 12, which count as the ant colony's authors do.
pub(super) const OFFICIAL: [(&str, &str); 3] = [
    ("Original", "9 = (0, 3, 0, 6)"),
    ("Fire & Ice side 2", "12 = (0, 3, 0, 9)"),
    ("Fjords v2.1", "9 = (0, 0, 0, 9)"),
];

/// Table 13: mean seconds to a Catan board without breaches, by population.
pub(super) const CATAN: [(usize, f64); 2] = [(1000, 0.178758), (50_000, 4.90836)];
