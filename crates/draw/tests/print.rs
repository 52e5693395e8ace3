//! Prints have the right size and scale: measured with pdfinfo and pdftoppm.

#![cfg(feature = "pdf")]

mod common;

use std::path::Path;
use std::process::Command;

use mapkiln_core::Rect;
use mapkiln_draw::{DungeonPrint, Pages, Paper, Style};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{Level, Outline, Plan, Room};

fn run(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output();
    let output = output.unwrap_or_else(|e| panic!("{program} is needed (poppler-utils): {e}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn info(pdf: &Path) -> (usize, Vec<String>) {
    let file = pdf.display().to_string();
    let text = run("pdfinfo", &["-f", "1", "-l", "999", &file]);
    let line =
        |name: &str| text.lines().filter(|l| l.starts_with(name)).map(str::to_owned).collect::<Vec<_>>();
    let pages = line("Pages:")[0].split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    (
        pages,
        text.lines().filter(|l| l.contains("size:") && l.starts_with("Page ")).map(str::to_owned).collect(),
    )
}

/// A page as grey pixels: width, height, bytes.
fn page(pdf: &Path, number: usize, dpi: u32) -> (usize, usize, Vec<u8>) {
    let base = pdf.with_extension(format!("page{number}"));
    let (n, dpi) = (number.to_string(), dpi.to_string());
    let (from, to) = (pdf.display().to_string(), base.display().to_string());
    run("pdftoppm", &["-gray", "-singlefile", "-r", &dpi, "-f", &n, "-l", &n, &from, &to]);
    let bytes = std::fs::read(format!("{to}.pgm")).unwrap_or_default();
    let head: Vec<usize> = String::from_utf8_lossy(&bytes[..40.min(bytes.len())])
        .split_ascii_whitespace()
        .skip(1)
        .take(3)
        .filter_map(|word| word.parse().ok())
        .collect();
    let (width, height) = (head[0], head[1]);
    (width, height, bytes[bytes.len() - width * height..].to_vec())
}

fn room(width: i32, height: i32) -> Plan {
    let room = Room::new(0, Outline::Rect(Rect::new(2, 2, width - 4, height - 4)));
    let level = Level { width, height, rooms: vec![room], ..Level::default() };
    Plan { title: "Hall".into(), cell_feet: 5, levels: vec![level], ..Plan::default() }
}

#[test]
fn sheets_have_the_size_of_the_paper_and_a_cell_is_an_inch() {
    let folder = tempfile::tempdir().unwrap();
    for (paper, size) in [(Paper::A4, ["595.276", "841.89"]), (Paper::Letter, ["612", "792"])] {
        let print = DungeonPrint {
            paper,
            pages: Pages::Sheets,
            audience: Audience::Players,
            ..DungeonPrint::default()
        };
        let path = folder.path().join(format!("{}.pdf", paper.name()));
        std::fs::write(&path, print.pdf(&room(9, 12)).unwrap()).unwrap();
        let (pages, sizes) = info(&path);
        assert_eq!(sizes.len(), pages);
        assert!(pages >= 2, "a plan of the sheets, and sheets");
        assert!(sizes.iter().all(|line| size.iter().all(|side| line.contains(side))), "{sizes:?}");
        // Grid lines of the room on the first sheet: their distance is one inch, 100 pixels here.
        let (width, height, pixels) = page(&path, 2, 100);
        let row = (0..height).map(|y| &pixels[y * width..(y + 1) * width]);
        // The row with most marks that are grey, not black: across the middle of some cells.
        let marks = |row: &[u8]| -> Vec<usize> {
            (1..row.len()).filter(|&x| row[x] < 240 && row[x] > 120 && row[x - 1] >= 240).collect()
        };
        let best = row
            .map(marks)
            .filter(|m| m.len() >= 3 && m.len() <= 12)
            .max_by_key(|m| m.windows(2).filter(|pair| (99..=101).contains(&(pair[1] - pair[0]))).count());
        let best = best.expect("a row that crosses grid lines");
        let inches = best.windows(2).filter(|pair| (99..=101).contains(&(pair[1] - pair[0]))).count();
        assert!(inches >= 3, "lines at {best:?}");
    }
}

#[test]
fn empty_sheets_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = room(70, 70);
    plan.levels[0].rooms = vec![
        Room::new(0, Outline::Rect(Rect::new(2, 2, 4, 4))),
        Room::new(1, Outline::Rect(Rect::new(62, 62, 4, 4))),
    ];
    let path = folder.path().join("far.pdf");
    let print = DungeonPrint { pages: Pages::Sheets, ..DungeonPrint::default() };
    std::fs::write(&path, print.pdf(&plan).unwrap()).unwrap();
    let (pages, _) = info(&path);
    assert!((3..=1 + 2 * 4).contains(&pages), "{pages} pages for two small rooms far apart");
    let words = run("pdftotext", &[&path.display().to_string(), "-"]);
    assert!(words.contains("empty sheets are left out") && words.contains("this line is 1 inch"), "{words}");
}

#[test]
fn the_overview_has_the_key_on_two_pages_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("overview.pdf");
    for style in Style::ALL {
        let print = DungeonPrint { style, ..DungeonPrint::default() };
        std::fs::write(&path, print.pdf(&common::everything()).unwrap()).unwrap();
        assert!(info(&path).0 <= 2, "{style:?}");
    }
    let words = run("pdftotext", &["-layout", &path.display().to_string(), "-"]);
    for word in ["Drowned Shrine of Ævar & Sons", "Guard room", "bronze key", "Swinging blade", "SRD 5.2.1"]
    {
        assert!(words.contains(word), "{word} is missing in {words}");
    }
}

#[test]
fn impossible_prints_are_refused() {
    let mut plan = room(1_000, 1_000);
    let print = DungeonPrint { pages: Pages::Sheets, ..DungeonPrint::default() };
    let error = print.pdf(&plan).unwrap_err().to_string();
    assert!(error.contains("sheets; print an overview"), "{error}");
    plan.cell_feet = 1_000_000;
    assert!(print.pdf(&plan).is_err());
    let print = DungeonPrint { level: Some(7), pages: Pages::All, ..DungeonPrint::default() };
    assert!(print.pdf(&common::everything()).unwrap_err().to_string().contains("no level 8"));
}
