//! What the language can say: edges with names, ways, blocks, imports, texts, merging.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_grammar::{Error, Grammar, LevelGraph, format};
use mapkiln_maps::document::Document;

fn level(source: &str, seed: u64) -> LevelGraph {
    let grammar = Grammar::parse("test", source).unwrap_or_else(|e| panic!("{e}"));
    let level = grammar.make_level(seed, &[]).unwrap_or_else(|e| panic!("{e}"));
    level.check().unwrap();
    level
}

fn mistakes(source: &str) -> Vec<String> {
    match Grammar::parse("test", source) {
        Err(Error::Language(d)) => d.list.iter().map(|m| format!("{} / {}", m.message, m.hint)).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn edges_have_names_and_can_be_changed() {
    // Two parallel edges: the rule sees each of them, and changes the one it names.
    let source = "node A edge Door edge Gate is Door attr lock = 0 on Door
        start a:A -Door{lock = 4}- b:A, a -Door{lock = 7}- b
        rule raise A -e:Door{lock > 5}- A => e{lock = e.lock + 10}, e is Gate
        rule take A -e:=Door- A => cut e
        run { raise take }";
    for seed in 0..20 {
        let level = level(source, seed);
        assert_eq!(level.edges.len(), 1);
        assert_eq!(level.details[0].kind, "Gate");
        assert_eq!(level.details[0].values["lock"], 17);
    }
    // Two named edges are two edges.
    let source = "node A mark two on A edge E start a:A -E- b:A, a -E- c:A, a -E- c
        rule both a:A -e:E- b:A, a -f:E- b => a[two] run { both }";
    assert_eq!(level(source, 1).nodes.iter().filter(|n| n.mark == "two").count(), 1);
    // Edges can be compared with nodes, and counted.
    let source = "node A attr key = 0 on A edge L attr lock = 0 on L mark hit, many on A
        start a:A{key = 2} -L{lock = 1}- b:A{key = 3}, a -L{lock = 2}- c:A, a -- d:A
        rule fits a:A -L{lock = a.key}- b:A => b[hit]
        rule count a:A where degree(a, -L-) = 2 and degree(a, -=-) = 1 and count(-L-) = 2 => a[many]
        run { fits count }";
    let made = level(source, 3);
    assert_eq!((made.nodes[2].mark.as_str(), made.nodes[0].mark.as_str()), ("hit", "many"));
}

#[test]
fn ways_of_any_length_are_matched() {
    let chain = "node A edge L mark far, safe on A node B is A
        start a:B -- A -- A -L-> A -- z:A\n";
    let marked = |rule: &str| -> BTreeSet<u32> {
        // Each seed finds one of the matches.
        let source = format!("{chain} rule r {rule} run {{ r }}");
        let grammar = Grammar::parse("test", &source).unwrap_or_else(|e| panic!("{e}"));
        (0..60u64)
            .flat_map(|seed| grammar.make_level(seed, &[]))
            .flat_map(|l| l.nodes.into_iter().filter(|n| !n.mark.is_empty()).map(|n| n.id))
            .collect()
    };
    assert_eq!(marked("a:B -*- b:A => b[far]"), BTreeSet::from([1, 2, 3, 4]));
    assert_eq!(marked("a:B -*2..3- b:A => b[far]"), BTreeSet::from([2, 3]));
    assert_eq!(marked("a:B -=*- b:A => b[far]"), BTreeSet::from([1, 2]));
    assert_eq!(marked("b:A -*-> a:B => b[far]"), BTreeSet::from([1, 2]));
    assert_eq!(marked("a:B <-*- b:A => b[far]"), BTreeSet::from([1, 2]));
    // Reachable without passing an edge or a node.
    assert_eq!(marked("a:B -*- b:A where not path(a, b without -L-) => b[far]"), BTreeSet::from([3, 4]));
    assert_eq!(marked("a:B -*- b:A where not path(b, a) => b[far]"), BTreeSet::from([3, 4]));
    assert_eq!(marked("a:B -- c:A, a -*- b:A where path(a, b without c) => b[far]"), BTreeSet::new());
    assert_eq!(marked("a:B -*- b:A where distance(a, b without -L-) > 64 => b[far]"), BTreeSet::from([3, 4]));
}

#[test]
fn blocks_and_conditions_steer_the_program() {
    let source = "node A node B param n = 3 start A
        rule a x:A|B => x -- A
        rule b x:A|B => x -- B
        block two { a b }
        block four { two * 2 }
        run { if n > 2 { four } else if n = 2 { two } else { a } if count(B) >= 2 { b } }";
    let grammar = Grammar::parse("test", source).unwrap();
    let counts = |n| {
        let level = grammar.make_level(1, &[("n", n)]).unwrap();
        (level.count("A", None), level.count("B", None))
    };
    assert_eq!((counts(3), counts(2), counts(1)), ((3, 3), (2, 1), (2, 0)));
    let circle = format!("{source} block x {{ y }} block y {{ x }}").replace("run {", "run { x");
    assert!(mistakes(&circle).iter().any(|m| m.contains("calls itself")), "{:?}", mistakes(&circle));
}

#[test]
fn texts_and_random_values() {
    let source =
        "node A attr name = \"\" on A attr size = 0 on A start A{name = \"first\", size = random(5, 6)}
        rule grow a:A{name = \"first\"} => a -- A{name = random(\"red\", \"blue\"), size = random(1, 3)}
        run { grow * 12 }";
    let (mut names, mut sizes) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..5 {
        let level = level(source, seed);
        assert_eq!(level.nodes[0].texts["name"], "first");
        names.extend(level.nodes[1..].iter().map(|n| n.texts["name"].clone()));
        sizes.extend(level.nodes[1..].iter().map(|n| n.values["size"]));
    }
    assert_eq!(names, BTreeSet::from(["red".to_owned(), "blue".to_owned()]));
    assert_eq!(sizes, BTreeSet::from([1, 2, 3]));
    for (wrong, word) in [
        ("rule r a:A{name = 3} => a -- A", "`name` is a text"),
        ("rule r a:A{size = \"x\"} => a -- A", "`size` is a number"),
        ("rule r a:A where a.name < \"x\" => a -- A", "by = or !="),
        ("rule r a:A where a.name + 1 > 2 => a -- A", "a text is no number"),
        ("rule r a:A where random(1, 2) = 1 => a -- A", "`random` has no value on a left side"),
        ("rule r a:A{size = fresh} => a -- A", "`fresh` has no value on a left side"),
    ] {
        let found = mistakes(&format!("{source} {wrong}"));
        assert!(found.iter().any(|m| m.contains(word)), "{wrong}: {found:?}");
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
    }
}

#[test]
fn mistakes_name_what_was_meant() {
    let source = "node A start A rule r a:A => a -- A run { r }";
    for (wrong, word) in [
        ("require connectd", "did you mean `connected`?"),
        ("require nonsense", "it can be connected, solvable, path(A, B)"),
        ("rule w a:A where distance(a) < 2 => a -- A", "write `distance(a, b)` or"),
        ("rule w a:A -e:- A => cut f", "`cut e` for an edge `-e:-`"),
    ] {
        let found = mistakes(&format!("{source} {wrong}"));
        assert!(matches!(&found[..], [only] if only.contains(word)), "{wrong}: {found:?}");
    }
}

#[test]
fn merged_nodes_keep_their_edges_and_the_plane() {
    let source = "node A node B is A attr n = 0 on A edge E attr w = 0 on E
        start A
        rule grow a:A => a -- A -E{w = 3}- A
        rule close a:A ~9~ b:A where distance(a, b) >= 3 => a -- b
        rule fold a:A ~9~ b:A where distance(a, b) >= 2 => merge b into a
        run { grow * 8 try close * 3 try fold * 5 }
        require connected";
    let mut folded = 0;
    for seed in 0..200 {
        // `check` proves the embedding by Euler's formula.
        let level = level(source, seed);
        folded += 17 - level.nodes.len();
        assert_eq!(level.details.iter().filter(|d| d.values["w"] == 3).count(), 8, "seed {seed}");
    }
    assert!(folded > 400, "{folded}");
    // Edges between the two go.
    let made = level("node A start a:A -- b:A -- c:A rule m a:A -- b:A => merge b into a run { m }", 1);
    assert_eq!((made.nodes.len(), made.edges.len()), (2, 1));
}

#[test]
fn files_import_each_other() {
    let library = "node Room edge Lock attr lock = 0 on Lock param n = 2 in 1..9
        import \"deeper\" with Thing = Room
        rule room r:Room => r -- Room
        rule lock r:Room => r -Lock{lock = fresh}- Room
        block some { room * n }
        start Room run { room }";
    let deeper = "node Thing mark odd on Thing rule tag t:Thing[none] => t[odd]";
    let imports: BTreeMap<String, String> =
        [("library", library), ("deeper", deeper)].map(|(n, t)| (n.to_owned(), t.to_owned())).into();
    let source = "import \"library\" with Room = Cave, Lock = Gate
        param n = 4 in 1..9
        rule lock c:Cave => c -Gate{lock = 9}- Cave
        start Cave run { some lock tag }";
    let grammar = Grammar::parse_with("main", source, &imports).unwrap_or_else(|e| panic!("{e}"));
    let level = grammar.make_level(5, &[]).unwrap();
    assert_eq!((level.nodes.len(), level.count("Cave", Some("odd"))), (6, 1));
    assert_eq!((level.details[0].kind.as_str(), level.details[0].values["lock"]), ("Gate", 9));
    // Mistakes are told where they are.
    let mut broken = imports;
    broken.insert("deeper".to_owned(), "node Thing\nrule tag t:Thin => t -- Thing".to_owned());
    let error = Grammar::parse_with("main", source, &broken).unwrap_err().to_string();
    assert!(error.starts_with("deeper:2:12: there is no node kind `Thin`"), "{error}");
    let error = Grammar::parse("main", source).unwrap_err().to_string();
    assert!(error.contains("there is no file `library` to import") && error.contains("cycles"), "{error}");
    // Everything that ships can be imported.
    for name in Grammar::shipped_names().chain(["cycles"]) {
        let source = format!("import \"{name}\" node Here start Here rule x h:Here => h -- Here run {{ x }}");
        Grammar::parse("main", &source).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

#[test]
fn many_kinds() {
    let nodes: String = (0..200).map(|i| format!("node K{i} is Base\n")).collect();
    let source = format!(
        "node Base\n{nodes}start K199 mark m on K150
         rule r a:Base => a -- K150[m]
         rule s a:=K150[m] -- b:Base !K150 => b is K73
         run {{ r * 3 s }}"
    );
    let level = level(&source, 1);
    assert_eq!((level.count("K150", Some("m")), level.count("K73", None)), (3, 1));
    // Too many are told once, and what uses them is not told as well.
    let more: String = (0..300).map(|i| format!("node K{i} is Base\n")).collect();
    let found = mistakes(&format!("node Base\n{more}start Base rule r a:Base => a -- K1 run {{ r }}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("too many node kinds"), "{found:?}");
}

#[test]
fn words_that_nobody_knows_are_mistakes() {
    let head =
        "node Room, Lift edge Way mark m on Room start Room -- Lift rule r a:Room => a -- Room run { r }\n";
    for (wrong, told) in [
        (
            "means Lift = stairs",
            "a room cannot mean `stairs` / it is a word for edges; a room can mean start, exit",
        ),
        ("means Room = strat", "there is no word `strat` / known are start, exit"),
        ("means [m] = monster", "write a word of your own in quotes: `\"monster\"`"),
        ("means Way = hidden", "an edge cannot mean `hidden` / it can mean secret"),
        ("means Way = \"dark\"", "an edge cannot mean `dark`"),
        ("means Room = \"two words\"", "is no word"),
    ] {
        let found = mistakes(&format!("{head}{wrong}"));
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
        assert!(found[0].contains(told), "{wrong}: {found:?}");
    }
    let made = level(&format!("{head}means Room = \"shop\", start"), 1);
    assert_eq!(made.nodes[0].means, ["shop", "start"]);
}

#[test]
fn a_node_in_the_wrong_order_is_told_the_right_one() {
    let head =
        "node Place node Street is Place mark quiet on Place attr n = 0 on Place start Place run { r }\n";
    for (wrong, right) in [
        ("p:Place[quiet] !Street", "write `p:Place !Street[quiet]`"),
        ("p:Place{n = 1}[quiet]", "write `p:Place[quiet]{n = 1}`"),
        ("p:Place{n = 1} !Street[quiet]", "write `p:Place !Street[quiet]{n = 1}`"),
    ] {
        let found = mistakes(&format!("{head}rule r {wrong} => p -- Place"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(right), "{found:?}");
    }
}

#[test]
fn the_formatter_knows_all_of_it() {
    let source = "import \"cycles\" with Room = Cave, Lock = Gate\nattr name = \"x\" on Cave\n\
        rule r a:=Cave -e:Gate|Drop{lock > 1}-> b:Cave !=Cave, a -*2..5- c:Cave, b <-!Gate- c, a -=- c not a -Gate*- c \
        where path(a, b without c, Vault[empty], -Gate-) and degree(a, -Gate-) < count(-!Gate-) \
        => e is Drop, e{lock = random(1, 2)}, cut e, merge b into a\n\
        means Cave = start, \"shop\"\nblock two {\n  r\n}\nrun {\n  if count(Cave) < 3 { two } else { r }\n}\n";
    let tidy = format("test", source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(format("test", &tidy).unwrap(), tidy);
    assert_eq!(tidy, source);
}
