//! The table of claims: what is said of each kind of map.

use mapkiln_maps::{AnyMap, Language};

use crate::case::Case;
use crate::look::{Look, say};
use crate::{
    Kind, Outcome, Subject, Verdict, audience, board, document, file, floor, game, level, plan, world,
};

/// Something that should hold of a kind of map.
pub struct Claim {
    /// Its name in commands and files.
    pub name: &'static str,
    /// What it says, in English and Portuguese.
    pub says: [&'static str; 2],
    /// The kinds of map it is about.
    pub on: &'static [Kind],
    /// How its time grows with the map.
    pub cost: &'static str,
    look: fn(&Case<'_>, &mut Look),
}

impl Claim {
    /// What it says.
    pub fn says(&self, language: Language) -> &'static str {
        self.says[language.index()]
    }

    /// The claim of a name.
    pub fn named(name: &str) -> Option<&'static Claim> {
        CLAIMS.iter().find(|claim| claim.name == name)
    }
}

const PLAN: &[Kind] = &[Kind::Plan];
const WORLD: &[Kind] = &[Kind::World];
const LEVEL: &[Kind] = &[Kind::Level];
const FLOOR: &[Kind] = &[Kind::Floor, Kind::Game];
const FILE: &[Kind] = &[Kind::File];
const BOARD: &[Kind] = &[Kind::Board];
/// What may be made for players.
const SHOWN: &[Kind] = &[Kind::Plan, Kind::Board, Kind::Level, Kind::World, Kind::Floor];
const READ: &[Kind] = &[Kind::Plan, Kind::Board, Kind::Level, Kind::World, Kind::Floor, Kind::File];

macro_rules! claims {
    ($($name:literal on $on:expr, $look:path, $cost:literal, $english:literal, $portuguese:literal;)*) => {
        /// Every claim, in the order in which a check looks at them.
        pub static CLAIMS: &[Claim] = &[$(Claim {
            name: $name, says: [$english, $portuguese], on: $on, cost: $cost, look: $look,
        }),*];
    };
}

claims! {
    "document" on &[Kind::Plan, Kind::Board, Kind::Level, Kind::World, Kind::Floor, Kind::Game, Kind::File],
        document::look, "linear in the document",
        "the document can be read and does not contradict itself",
        "o documento pode ser lido e não se contradiz";
    "rooms" on PLAN, plan::rooms::look, "linear in the cells",
        "every room is one piece of floor, and no two places share a cell",
        "cada sala é uma só área de piso, e dois lugares não dividem uma célula";
    "walls" on PLAN, plan::walls::look, "linear in the cells",
        "walls are closed: two places touch only where a door stands between them",
        "as paredes são fechadas: dois lugares só se tocam onde há uma porta entre eles";
    "doors" on PLAN, plan::doors::look, "linear in the doors",
        "every door stands in a wall between the two places it joins",
        "cada porta fica em uma parede entre os dois lugares que liga";
    "corridors" on PLAN, plan::corridors::look, "linear in the cells",
        "every corridor can be walked from end to end and joins the rooms it names",
        "cada corredor pode ser percorrido de ponta a ponta e liga as salas que nomeia";
    "things" on PLAN, plan::things::look, "linear in the things",
        "furniture, traps and features stand on the floor of one place, and none inside another",
        "móveis, armadilhas e elementos ficam no piso de um só lugar, e nenhum dentro de outro";
    "paths" on PLAN, plan::paths::look, "linear in the cells",
        "nothing that stands in a room blocks the way between its exits",
        "nada que está em uma sala bloqueia o caminho entre as saídas";
    "ways" on PLAN, plan::ways::look, "linear in the stairs and entrances",
        "stairs lead back to where they come from, and entrances into the place they name",
        "as escadas levam de volta ao lugar de onde vêm, e as entradas, ao lugar que nomeiam";
    "reachable" on PLAN, plan::reachable::look, "linear in the cells",
        "every room and corridor can be reached from an entrance",
        "toda sala e todo corredor podem ser alcançados a partir de uma entrada";
    "goal" on PLAN, plan::goal::look, "keys times doors, for each entrance",
        "the goal can be reached from every entrance without a secret door",
        "o objetivo pode ser alcançado de toda entrada sem porta secreta";
    "keys" on PLAN, plan::keys::look, "keys times doors, for each entrance",
        "there is an order of rooms in which every key comes before its lock",
        "há uma ordem de salas em que cada chave vem antes da sua fechadura";
    "locks" on PLAN, plan::locks::look, "keys squared times doors",
        "every lock locks something, and every key opens a lock",
        "cada fechadura tranca algo, e cada chave abre uma fechadura";
    "graph" on PLAN, plan::graph::look, "linear in the graph and the doors",
        "the plan joins exactly the rooms that its graph joins, and locks what the graph locks",
        "a planta liga exatamente as salas que o grafo liga, e tranca o que o grafo tranca";
    "budget" on PLAN, plan::budget::look, "linear in the monsters",
        "the monsters are worth no more XP than the party's budget, each what its challenge says",
        "os monstros não valem mais XP que o orçamento do grupo, cada um o que seu desafio diz";
    "creatures" on PLAN, plan::creatures::look, "linear in the monsters",
        "creatures fit in their room, each on squares of its own",
        "as criaturas cabem na sala, cada uma em seus próprios quadrados";
    "treasure" on PLAN, plan::treasure::look, "linear in the parcels",
        "the treasure is worth no more than the party's parcels",
        "o tesouro não vale mais que as parcelas do grupo";
    "text" on PLAN, plan::text::look, "linear in the words",
        "the text refers to what is there",
        "o texto se refere ao que existe";
    "wishes" on PLAN, plan::wishes::look, "constant",
        "the plan has the language, the levels and no more entrances and locks than its spec asks for",
        "a planta tem a língua, os níveis e não mais entradas e fechaduras do que a especificação pede";
    "counts" on BOARD, board::counts::look, "linear in the hexes",
        "the board has the hexes and numbers that are in the box",
        "o tabuleiro tem os hexágonos e números que há na caixa";
    "rules" on BOARD, board::hexes::look, "hexes times rules",
        "every rule of the profile holds at every hex",
        "cada regra do perfil vale em cada hexágono";
    "ports" on BOARD, board::ports::look, "linear in the ports",
        "ports lie at the coast, apart from each other, and are those of the box",
        "os portos ficam na costa, longe uns dos outros, e são os da caixa";
    "draft" on BOARD, board::draft::look, "ways to break ties, up to 200,000",
        "a snake draft gives every seat about the same, however ties are broken",
        "a escolha em serpente dá a cada lugar quase o mesmo, seja qual for o desempate";
    "locked" on BOARD, board::locked::look, "linear in the locked hexes",
        "hexes that were to stay as they are have stayed",
        "os hexágonos que deviam ficar como eram ficaram";
    "score" on BOARD, board::score::look, "pairs of neighbours times rules",
        "the score, computed a second way, is what the rules and the report say",
        "a pontuação, calculada de outro modo, é a que as regras e o relatório dizem";
    "size" on WORLD, world::size::look, "constant",
        "the world is as large as its spec says",
        "o mundo é tão grande quanto a especificação diz";
    "tiles" on WORLD, world::tiles::look, "linear in the tiles of the set",
        "the tiles are those of the set: their edges, their ground, their height",
        "as peças são as do conjunto: suas bordas, seu chão, sua altura";
    "neighbours" on WORLD, world::neighbours::look, "linear in the cells",
        "every tile may touch its neighbours, across chunks and joined borders too",
        "cada peça pode tocar as vizinhas, também entre blocos e bordas unidas";
    "patterns" on WORLD, world::patterns::look, "cells times the size of a pattern",
        "every square of a learned world occurs in the sample",
        "cada quadrado de um mundo aprendido ocorre na amostra";
    "constraints" on WORLD, world::constraints::look, "linear in the cells, for each constraint",
        "every constraint of the spec and of the tile set holds",
        "cada restrição da especificação e do conjunto de peças vale";
    "figures" on LEVEL, level::figures::look, "linear in the graph",
        "the graph has the counts that its report claims",
        "o grafo tem os números que o relatório afirma";
    "derivation" on LEVEL, level::derivation::look, "linear in the changes",
        "the derivation that came along, replayed, gives this graph",
        "a derivação que veio junto, repetida, dá este grafo";
    "connected" on LEVEL, level::connected::look, "linear in the graph",
        "every room can be reached from the start",
        "toda sala pode ser alcançada a partir do início";
    "planar" on LEVEL, level::planar::look, "linear in the graph",
        "the embedding can be drawn without a crossing",
        "a imersão pode ser desenhada sem cruzamento";
    "solvable" on LEVEL, level::solvable::look, "linear in the graph",
        "the exit can be reached with the keys that are found on the way, without a secret",
        "a saída pode ser alcançada com as chaves do caminho, sem segredo";
    "stands" on FLOOR, floor::stands::look, "linear in the things",
        "things, doors and entrances stand where they can be reached",
        "coisas, portas e entradas ficam onde podem ser alcançadas";
    "winnable" on FLOOR, floor::winnable::look, "keys times cells",
        "the exit can be reached from the entrance with the keys that are found on the way",
        "a saída pode ser alcançada da entrada com as chaves achadas no caminho";
    "replay" on &[Kind::Game], game::replay::look, "linear in the moves",
        "the moves of the stored game lead to the state that it names",
        "os lances do jogo guardado levam ao estado que ele nomeia";
    "walls-in-file" on FILE, file::walls::look, "linear in the cells and lines",
        "the file's walls are closed around every place, and cut none in two",
        "as paredes do arquivo são fechadas em volta de cada lugar, e não cortam nenhum";
    "doors-in-file" on FILE, file::doors::look, "linear in the doors of both",
        "the file has doors where the map has them, and none that its readers may not know",
        "o arquivo tem portas onde o mapa as tem, e nenhuma que seus leitores não possam conhecer";
    "floor-in-file" on FILE, file::ground::look, "linear in the cells",
        "the file has floor where the map has it, and nowhere else",
        "o arquivo tem piso onde o mapa tem, e em nenhum outro lugar";
    "players" on SHOWN, audience::players::look, "linear in both maps",
        "nothing is shown that the players may not know",
        "nada aparece que os jogadores não possam saber";
    "words" on READ, audience::words::look, "linear in the bytes",
        "no text of the game master's stands in the bytes",
        "nenhum texto do mestre está nos bytes";
}

/// The claims that hold a players' map against the game master's.
const AGAINST: [&str; 2] = ["players", "words"];

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The names of the claims to look at; all if empty.
    pub claims: Vec<String>,
    /// The language of the sentences; the map's own if missing.
    pub language: Option<Language>,
}

/// Checks every claim that is made of a map.
///
/// ```
/// use mapkiln_check::{DocumentRef, CheckOptions, Subject, check};
/// use mapkiln_core::Rect;
/// use mapkiln_maps::plan::{Level, Outline, Plan, Room};
///
/// // Two rooms, one on top of the other.
/// let room = |id, x| Room::new(id, Outline::Rect(Rect::new(x, 1, 4, 3)));
/// let level = Level { width: 9, height: 5, rooms: vec![room(0, 1), room(1, 3)], ..Level::default() };
/// let plan = Plan { levels: vec![level], ..Plan::default() };
/// let verdict = check(&Subject::new(DocumentRef::Plan(&plan)), &CheckOptions::default());
/// assert!(!verdict.holds());
/// assert_eq!(verdict.outcome("rooms").unwrap().findings[0].sentence, "room 1 and room 2 share the cell 3,1");
/// ```
pub fn check(subject: &Subject<'_>, options: &CheckOptions) -> Verdict {
    let language = options.language.unwrap_or_else(|| subject.language());
    let case = Case::new(subject);
    let kind = subject.kind();
    let has_graph = kind == Kind::Plan
        && subject.against.is_some_and(|against| matches!(against.map, AnyMap::LevelGraph(_)));
    // A graph is not the game master's version of its plan.
    let for_players = subject.against.is_some_and(|against| against.players) && !has_graph;
    let wanted = |claim: &&Claim| {
        claim.on.contains(&kind)
            && (for_players || !AGAINST.contains(&claim.name))
            && (has_graph || claim.name != "graph")
            && (options.claims.is_empty() || options.claims.iter().any(|name| name == claim.name))
    };
    let outcome = |claim: &Claim| -> Outcome {
        let mut look = Look::new(language);
        if case.broken.is_none() || claim.name == document::NAME {
            (claim.look)(&case, &mut look);
        } else {
            look.skip(say!(language, "the document contradicts itself", "o documento se contradiz"));
        }
        look.outcome(claim.name)
    };
    Verdict { kind, language, outcomes: CLAIMS.iter().filter(wanted).map(outcome).collect() }
}
