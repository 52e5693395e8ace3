//! Boards of a few seeds never change, and do not depend on threads.

use mapkiln_board::catan::{self, CatanSpec};
use mapkiln_board::terra::{self, TerraMysticaSpec};
use mapkiln_board::{Board, BoardGame, CatanSet, Method};
use mapkiln_core::{Run, Spec, fingerprint};
use mapkiln_maps::document;

fn print(board: &Board) -> String {
    fingerprint(document::to_json(board, None).as_bytes())
}

fn terra(method: Method, profile: terra::TerraMysticaProfile) -> TerraMysticaSpec {
    let mut spec = TerraMysticaSpec { method, profile, ..TerraMysticaSpec::default() };
    // Short searches: a fingerprint needs no balanced board.
    (spec.brkga.population, spec.brkga.generations, spec.brkga.islands) = (120, 30, 2);
    (spec.thesis.population, spec.thesis.generations) = (200, 30);
    spec
}

#[test]
fn terra_mystica_is_frozen() {
    let wanted = GOLDEN_TERRA.lines().map(str::trim).filter(|l| !l.is_empty());
    let mut found = Vec::new();
    for (method, profile) in [
        (Method::Anneal, terra::TerraMysticaProfile::Thesis),
        (Method::Anneal, terra::TerraMysticaProfile::Both),
        (Method::Anneal, terra::TerraMysticaProfile::Even),
        (Method::Aco, terra::TerraMysticaProfile::Thesis),
        (Method::Brkga, terra::TerraMysticaProfile::Graded),
        (Method::Thesis, terra::TerraMysticaProfile::Thesis),
    ] {
        let spec = terra(method, profile);
        let one = spec.make(&mut Run::new("golden")).unwrap().map;
        let several = spec.make(&mut Run::new("golden").with_parallel(true)).unwrap().map;
        assert_eq!(one, several, "{method:?} {profile:?}: threads change nothing");
        found.push(format!("{method:?} {profile:?} {}", print(&one)));
    }
    assert_eq!(found, wanted.collect::<Vec<_>>(), "a changed fingerprint breaks every shared seed");
}

#[test]
fn catan_is_frozen() {
    let wanted = GOLDEN_CATAN.lines().map(str::trim).filter(|l| !l.is_empty());
    let mut found = Vec::new();
    for (set, profile, method) in [
        (CatanSet::Base, catan::CatanProfile::Standard, Method::Anneal),
        (CatanSet::Base, catan::CatanProfile::Tournament, Method::Anneal),
        (CatanSet::Large, catan::CatanProfile::Standard, Method::Anneal),
        (CatanSet::Base, catan::CatanProfile::Standard, Method::Brkga),
        (CatanSet::Base, catan::CatanProfile::Standard, Method::Aco),
        (CatanSet::Base, catan::CatanProfile::Standard, Method::Thesis),
    ] {
        let spec = CatanSpec { set, profile, method, ..CatanSpec::default() };
        let one = spec.make(&mut Run::new("golden")).unwrap().map;
        let several = spec.make(&mut Run::new("golden").with_parallel(true)).unwrap().map;
        assert_eq!(one, several, "{set:?} {profile:?} {method:?}: threads change nothing");
        found.push(format!("{set:?} {profile:?} {method:?} {}", print(&one)));
    }
    assert_eq!(found, wanted.collect::<Vec<_>>(), "a changed fingerprint breaks every shared seed");
}

#[test]
fn text_and_json_read_back() {
    for seed in 0..20 {
        let profile =
            if seed % 2 == 0 { catan::CatanProfile::Standard } else { catan::CatanProfile::Tournament };
        let set = if seed % 3 == 0 { CatanSet::Large } else { CatanSet::Base };
        let spec = CatanSpec { set, profile, ..CatanSpec::default() };
        let board = spec.make(&mut Run::new(seed)).unwrap().map;
        assert_eq!(Board::read(BoardGame::Catan, &board.to_text()).as_ref(), Ok(&board));
        assert_eq!(document::from_json::<Board>(&document::to_json(&board, None)).unwrap().map, board);
        let board = TerraMysticaSpec::default().make(&mut Run::new(seed)).unwrap().map;
        assert_eq!(Board::read(BoardGame::TerraMystica, &board.to_text()).as_ref(), Ok(&board));
        assert_eq!(document::from_json::<Board>(&document::to_json(&board, None)).unwrap().map, board);
    }
}

#[test]
fn malformed_boards_get_row_and_column() {
    let catan = "G5 W2 D\nG8 W9 L3 O11\nL4 B6 W10 B9 O5\nG11 L12 O6 B10\nW3 G8 L4\n";
    assert!(Board::read(BoardGame::Catan, catan).is_ok());
    let problem = |game, text: &str| Board::read(game, text).unwrap_err().to_string();
    for (from, to, place) in [
        ("W9", "X9", "row 2, column 2"),
        ("W9", "W7", "row 2, column 2"),
        ("W9", "W", "row 2, column 2"),
        ("D\n", "D3\n", "row 1, column 3"),
        ("G5 W2", "G2 W2", "row 1, column 2: this is one token 2 too many"),
        ("L12", "G12", "row 5, column 2: this is one grain hex too many"),
        ("W2 D", "D", "row 1, column 3"),
    ] {
        let found = problem(BoardGame::Catan, &catan.replacen(from, to, 1));
        assert!(found.contains(place), "{from} to {to}: {found}");
    }
    let read = |text: &str| Board::read(BoardGame::TerraMystica, text);
    assert_eq!(read("U S G\nY I\n"), read("U, S,G\nY,I\n"));
    assert_eq!(
        Board::read(BoardGame::Catan, &catan.replace(' ', ", ")),
        Board::read(BoardGame::Catan, catan)
    );
    assert!(problem(BoardGame::TerraMystica, "U,S,G\nY,Z\n").contains("row 2, column 2"));
    assert!(problem(BoardGame::TerraMystica, "U,S,G\nY\nI,I,K").contains("row 2, column 2"));
    assert!(problem(BoardGame::TerraMystica, "U,S,\nY,I\n").contains("row 1, column 3"));
    assert!(problem(BoardGame::TerraMystica, "").contains("no board"));
    assert!(problem(BoardGame::Catan, "G5 W2\nD\n# ports: any@9,9").contains("any@9,9"));
}

/// Reading never panics, whatever it is fed.
#[test]
fn nonsense_is_an_error_and_never_a_panic() {
    let alphabet: Vec<char> = "GLWBODYUKSRI0123456789,@#:[] \n-é".chars().collect();
    for seed in 0..3000u64 {
        let mut rng = mapkiln_core::Seed::from(seed).stream("nonsense", 0);
        let text: String = (0..rng.below(60)).map(|_| alphabet[rng.index(alphabet.len())]).collect();
        for game in [BoardGame::Catan, BoardGame::TerraMystica] {
            if let Ok(boards) = Board::read_all(game, &text) {
                for board in boards {
                    let rules = if game == BoardGame::Catan {
                        mapkiln_board::RuleSet::tournament(CatanSet::Base)
                    } else {
                        mapkiln_board::RuleSet::even()
                    };
                    rules.score(&board);
                }
            }
        }
    }
}

const GOLDEN_TERRA: &str = "
    Anneal Thesis de6d48d9c417bb9cf4c8729dd7012871
    Anneal Both 739cabd55a68ceea2ae413365854008f
    Anneal Even 287b2da9209ffbea61db8c0f6ec3a275
    Aco Thesis 6654800245dd15d7d0d3353812c9f51f
    Brkga Graded ebeee3b71d0a8b44536afebbe4f58243
    Thesis Thesis e359cb1920a979bdd6713a2cb69a7ad3
";
const GOLDEN_CATAN: &str = "
    Base Standard Anneal 372e2058353e2ffa829507e541be4512
    Base Tournament Anneal 9821de03accd79d4fca506b6741fd796
    Large Standard Anneal 66bde8274bb377bc73d6bcccbc60c013
    Base Standard Brkga 4c24790a4c481480d19af6261f92b110
    Base Standard Aco 764dd6a75386f6890fe30ded8d542854
    Base Standard Thesis d6fa112c42496b528a9e170e1ef9258c
";
