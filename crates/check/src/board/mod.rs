//! Claims about boards, one per file.

pub(crate) mod counts;
pub(crate) mod draft;
pub(crate) mod hexes;
pub(crate) mod locked;
pub(crate) mod ports;
mod rules;
pub(crate) mod score;
mod shape;

use mapkiln_maps::Language;
use mapkiln_maps::board::{Board, CatanSet, Terrain};

use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place};
use rules::RuleSet;
use shape::Shape;

/// A board with its shape, and the rules that it should follow.
struct BoardCase<'a> {
    board: &'a Board,
    shape: Shape,
    rules: Option<RuleSet>,
    /// The score that was wished for: 0 for a balanced board.
    unfair: u64,
}

impl<'a> BoardCase<'a> {
    fn of(case: &Case<'a>) -> Option<Self> {
        let DocumentRef::Board(board) = case.subject.document else { return None };
        let spec = case.spec();
        let unfair = spec.get("unfair").and_then(serde_json::Value::as_u64).unwrap_or(0);
        Some(BoardCase { board, shape: Shape::of(board), rules: RuleSet::of(spec, board), unfair })
    }

    /// The rules, or a word on why there are none.
    fn rules(&self, look: &mut Look) -> Option<&RuleSet> {
        if self.rules.is_none() {
            look.skip(say!(
                look.language,
                "no rules are known; give a spec with a profile",
                "nenhuma regra é conhecida; dê uma especificação com um perfil"
            ));
        }
        self.rules.as_ref()
    }

    fn set(&self) -> Option<CatanSet> {
        let lengths: Vec<usize> = self.board.rows.iter().map(Vec::len).collect();
        CatanSet::for_rows(&lengths)
    }

    /// The place of a hex.
    fn place(&self, hex: usize) -> Place {
        let (row, column) = self.shape.row_column(hex);
        Place { hex: Some([row + 1, column + 1]), ..Place::default() }
    }

    /// A hex in a sentence: `the lake in row 3, column 5`.
    fn name(&self, hex: usize, language: Language) -> String {
        let (row, column) = self.shape.row_column(hex);
        let (row, column) = (row + 1, column + 1);
        let here = self.shape.hexes[hex];
        let word = terrain_word(here.terrain, language);
        let number = here.number.map_or(String::new(), |n| format!(" {n}"));
        say!(
            language,
            "the {word}{number} in row {row}, column {column}",
            "o hexágono de {word}{number} na fileira {row}, coluna {column}"
        )
    }
}

fn terrain_word(terrain: Terrain, language: Language) -> &'static str {
    if language == Language::English {
        return terrain.word();
    }
    match terrain {
        Terrain::Desert => "deserto",
        Terrain::Plains => "planície",
        Terrain::Swamp => "pântano",
        Terrain::Lakes => "lagos",
        Terrain::Forest => "floresta",
        Terrain::Mountains => "montanhas",
        Terrain::Wasteland => "terra devastada",
        Terrain::River => "rio",
        Terrain::Grain => "trigo",
        Terrain::Lumber => "madeira",
        Terrain::Wool => "lã",
        Terrain::Brick => "tijolo",
        Terrain::Ore => "minério",
    }
}
