//! Every sentence is about something that is there. This checker reads only the document: the plan
//! and its text, never the generator.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::quick;
use mapkiln_core::{Run, Spec, map_indexed};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Theme;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Area, DoorKind, Entry, FeatureKind, Plan, Room, Thing, ThingKind, Way};

/// Seeds for each theme and language; `MAPKILN_SEEDS=1000` for the long run.
fn seeds() -> usize {
    std::env::var("MAPKILN_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

fn things<'p>(plan: &'p Plan, room: &Room) -> Vec<&'p Thing> {
    let level = plan.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id)).unwrap();
    level.things.iter().filter(|t| t.is_in(room)).collect()
}

fn is_lit(plan: &Plan, room: &Room) -> bool {
    things(plan, room).iter().any(|t| t.light.is_some())
}

/// Does a fact name something in the plan?
fn holds(plan: &Plan, fact: &str) -> bool {
    let parts: Vec<&str> = fact.split('.').collect();
    let room = |part: &str| -> Option<&Room> {
        plan.room(part.strip_prefix('r')?.parse::<u32>().ok()?.checked_sub(1)?)
    };
    match &parts[..] {
        ["story" | "plan", ..] => true,
        [key, ..] if key.starts_with('k') && key[1..].parse::<usize>().is_ok() => {
            plan.keys.len() > key[1..].parse().unwrap()
        }
        [first, rest @ ..] => {
            let Some(room) = room(first) else { return false };
            let contents = &room.contents;
            let number = |text: &str| text.parse::<usize>().unwrap_or(usize::MAX);
            match rest {
                [] | ["shape" | "use" | "harm", ..] => true,
                ["monsters"] => !contents.monsters.is_empty(),
                ["monsters", i, ..] => contents.monsters.len() > number(i),
                ["parcel", i] => contents.parcels.len() > number(i),
                ["trap", i, ..] => contents.traps.len() > number(i),
                ["light"] => is_lit(plan, room),
                ["dark"] => !is_lit(plan, room),
                ["empty"] => contents.monsters.is_empty(),
                ["thing", name] => things(plan, room)
                    .iter()
                    .any(|t| t.kind.name(Language::English).replace(' ', "_") == *name),
                ["feature", name] => plan.levels.iter().flat_map(|l| &l.features).any(|f| {
                    format!("{:?}", f.kind).to_lowercase() == *name
                        && f.cells.iter().any(|p| room.outline.contains(*p))
                }),
                ["exit", "out"] => plan.exits(room).iter().any(|e| e.way == Way::Surface),
                ["exit", "up" | "down", ..] => {
                    plan.exits(room).iter().any(|e| matches!(e.way, Way::Stairs(_)))
                }
                ["exit", _, door, ..] => plan
                    .exits(room)
                    .iter()
                    .any(|e| matches!(e.way, Way::Door { door: d, .. } if format!("d{}", d.id) == *door)),
                _ => false,
            }
        }
        [] => false,
    }
}

/// The numbers after `room`, `rooms`, `sala` and `salas`.
fn rooms_named(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for (i, word) in words.iter().enumerate() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !["room", "rooms", "sala", "salas"].contains(&word.as_str()) {
            continue;
        }
        for next in &words[i + 1..] {
            let plain = next.trim_matches(|c: char| !c.is_alphanumeric());
            match plain.parse() {
                Ok(number) => found.push(number),
                Err(_) if ["and", "e"].contains(&plain) => {}
                Err(_) => break,
            }
            if next.ends_with(['.', ';', ':', ')']) {
                break;
            }
        }
    }
    found
}

fn bold_words(text: &str) -> Vec<String> {
    text.split("**").skip(1).step_by(2).map(str::to_lowercase).collect()
}

fn entry<'r>(room: &'r Room, leads: [&str; 2]) -> Option<&'r Entry> {
    room.description.entries.iter().find(|e| leads.contains(&e.lead.as_str()))
}

/// The kinds of doors that a text names, as the checker knows them.
fn kinds_named(text: &str) -> BTreeSet<&'static str> {
    let known = [
        ("locked", "locked"),
        ("trancada", "locked"),
        ("barred", "barred"),
        ("com tranca", "barred"),
        ("portcullis", "portcullis"),
        ("grade levadiça", "portcullis"),
        ("secret door", "secret"),
        ("porta secreta", "secret"),
        ("trapped", "trapped"),
        ("com armadilha", "trapped"),
    ];
    known.iter().filter(|(word, _)| text.contains(word)).map(|(_, kind)| *kind).collect()
}

fn check_room(plan: &Plan, room: &Room) {
    let told = &room.description;
    let number = room.id + 1;
    let count = plan.rooms().count() as u32;
    // Facts: every one holds, and no sentence is without.
    let groups = told.aloud_facts.split(String::is_empty);
    for group in groups.chain(told.entries.iter().flat_map(|e| e.facts.split(String::is_empty))) {
        assert!(!group.is_empty(), "room {number}: a sentence without a fact in {:?}", told.aloud);
    }
    for fact in
        told.aloud_facts.iter().chain(told.entries.iter().flat_map(|e| &e.facts)).filter(|f| !f.is_empty())
    {
        assert!(holds(plan, fact), "room {number}: {fact} does not hold: {}", told.aloud);
    }
    // A way has two ends.
    for entry in &told.entries {
        let twice = (1..=count).find(|n| {
            [
                "between rooms {n} and {n}",
                "entre as salas {n} e {n}",
                "room {n} to room {n} ",
                "sala {n} à sala {n} ",
            ]
            .iter()
            .any(|words| entry.text.contains(&words.replace("{n}", &n.to_string())))
        });
        assert_eq!(twice, None, "room {number}: {}", entry.text);
    }
    // Rooms that are named exist.
    for entry in &told.entries {
        for other in rooms_named(&entry.text) {
            assert!((1..=count).contains(&other), "room {number} names room {other}: {}", entry.text);
        }
    }
    // What is read aloud.
    let words = told.aloud.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
    assert!((8..=60).contains(&words), "room {number}: {words} words: {}", told.aloud);
    assert!(!told.aloud.contains(|c: char| c.is_ascii_digit()), "a number is read aloud: {}", told.aloud);
    let lower = format!(" {} ", told.aloud.to_lowercase());
    for word in [" you ", " your ", " feet ", " você ", " metros ", " north ", " norte "] {
        assert!(!lower.contains(word), "{word:?} is read aloud: {}", told.aloud);
    }
    // Bold nouns are things of the room, each with a paragraph.
    let here = things(plan, room);
    for noun in bold_words(&told.aloud) {
        let known = told.entries.iter().any(|e| e.lead.to_lowercase() == noun);
        assert!(known, "room {number}: no paragraph for {noun:?} in {:?}", told.entries);
    }
    if !here.is_empty() {
        assert!(!bold_words(&told.aloud).is_empty(), "room {number}: nothing in bold: {}", told.aloud);
    }
    // Light.
    let subtitle =
        told.entries.iter().find(|e| e.lead.is_empty()).map(|e| e.text.as_str()).unwrap_or_default();
    let dark = subtitle.split(" · ").any(|p| ["dark", "sem luz"].contains(&p));
    assert!(!dark || !is_lit(plan, room), "room {number} is called dark: {subtitle}");
    // Experience points add up.
    if let Some(who) = entry(room, ["Here", "Aqui"]) {
        let xp: u64 = room.contents.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
        let before = who.text.split(" XP").next().unwrap();
        let said: String = before.rsplit(' ').next().unwrap().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(said, xp.to_string(), "room {number}: {}", who.text);
    } else {
        assert!(room.contents.monsters.is_empty(), "room {number} does not say who is here");
    }
    // Every way out is named with what closes it.
    let exits = entry(room, ["Exits", "Saídas"]).map(|e| e.text.as_str()).unwrap_or_default();
    for exit in plan.exits(room) {
        for to in &exit.leads_to {
            let named = exits.split(|c: char| !c.is_ascii_digit()).any(|n| n == (to + 1).to_string());
            assert!(named, "room {number}: the way to room {} is not told: {exits}", to + 1);
        }
        if let Way::Door { door, .. } = exit.way
            && !matches!(door.kind, DoorKind::Arch | DoorKind::Door)
        {
            assert!(
                kinds_named(exits).contains(door.kind.name()),
                "room {number}: {:?} in {exits}",
                door.kind
            );
        }
    }
}

/// The text of a paragraph, empty if the room has none.
fn text_of<'r>(room: &'r Room, leads: [&str; 2]) -> &'r str {
    entry(room, leads).map(|e| e.text.as_str()).unwrap_or_default()
}

fn has_feature(plan: &Plan, room: &Room, kind: FeatureKind) -> bool {
    let level = plan.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id)).unwrap();
    level.features.iter().any(|f| f.kind == kind && f.cells.iter().any(|p| room.outline.contains(*p)))
}

fn says(text: &str, any: &[&str]) -> bool {
    any.iter().any(|words| text.contains(words))
}

/// What a room is called and used for is what is there.
fn check_use(plan: &Plan, room: &Room) {
    use ThingKind as T;
    let number = room.id + 1;
    let exits = plan.exits(room);
    let held = |id: &u32| !plan.room(*id).unwrap().contents.monsters.is_empty();
    let used = text_of(room, ["Use", "Uso"]);
    let one_way =
        ["one way to watch", "One way in", "one way in", "um só caminho", "um só acesso", "Um só acesso"];
    if says(used, &one_way) {
        assert_eq!(exits.len(), 1, "room {number} has {} ways: {used}", exits.len());
    }
    if says(
        used,
        &["safe hour", "no one comes by", "descanso seguro", "is safe", "é segur", "lives next door"],
    ) {
        let beside = exits.iter().flat_map(|e| &e.leads_to).find(|id| held(id));
        assert_eq!(beside, None, "room {number} is next to somebody: {used}");
    }
    if says(used, &["The door can be wedged", "A porta pode ser calçada"]) {
        let door = |way: Way<'_>| matches!(way, Way::Door { door, .. } if door.kind != DoorKind::Arch);
        assert!(exits.iter().all(|e| door(e.way)), "room {number} has no door: {used}");
    }
    let here: BTreeSet<ThingKind> = things(plan, room).iter().map(|t| t.kind).collect();
    let was = room.purpose.as_ref().map(|p| p.was.as_str()).unwrap_or_default();
    let needed = match was {
        "plague_pit" | "chasm" => Some(FeatureKind::Pit),
        "pool" | "sump" | "old_cistern" | "weir" | "settling_tank" | "landing" | "main_channel" => {
            Some(FeatureKind::Water)
        }
        _ => None,
    };
    if let Some(kind) = needed {
        assert!(has_feature(plan, room, kind), "room {number}: {was} without {kind:?}");
    }
    if here.contains(&T::Boat) {
        assert!(has_feature(plan, room, FeatureKind::Water), "room {number}: a boat in a dry room");
    }
    if room.outline.area() <= 3 {
        let small = ["kitchen", "study", "laboratory", "library", "bedchamber", "servants_hall"];
        assert!(!small.contains(&was), "room {number}: {was} on three cells");
    }
    // Traps and treasure are in what stands there.
    for trap in &room.contents.traps {
        let lids = [
            ("lid of the chest", T::Chest),
            ("tampa do baú", T::Chest),
            ("urn", T::Urn),
            ("glass", T::Mirror),
        ];
        for (word, kind) in lids {
            let also = here.contains(&T::Strongbox) && trap.trigger.contains("strongbox")
                || here.contains(&T::Strongbox) && trap.trigger.contains("cofre");
            let named = trap.trigger.split(|c: char| !c.is_alphabetic()).any(|w| w == word);
            let named = named || word.contains(' ') && trap.trigger.contains(word);
            assert!(
                !named || also || here.contains(&kind),
                "room {number}: {} and no {kind:?}",
                trap.trigger
            );
        }
    }
    let treasure = text_of(room, ["Treasure", "Tesouro"]).to_lowercase();
    for place in ["puddle", "rails", "moss", "slime", "mud", "blood", "poça", "trilhos", "musgo", "gosma"] {
        let behind =
            ["in the", "under the", "behind the", "atrás dos", "atrás da", "na", "no", "sob a", "sob o"];
        for before in behind {
            assert!(!treasure.contains(&format!(", {before} {place}")), "room {number}: {treasure}");
        }
    }
    assert!(!treasure.contains("trap below"), "the trap stands above: {treasure}");
    // A room without light has no lamp.
    let lamps = [T::Torch, T::Sconce, T::Brazier, T::Candles, T::Candelabrum, T::Lamp, T::Lantern];
    let dark =
        room.description.entries.iter().any(|e| {
            e.lead.is_empty() && e.text.split(" · ").any(|part| ["dark", "sem luz"].contains(&part))
        });
    assert!(!dark || !lamps.iter().any(|l| here.contains(l)), "room {number} is dark with a lamp: {here:?}");
    for exit in &exits {
        let told = text_of(room, ["Exits", "Saídas"]);
        if let [to] = exit.leads_to[..]
            && exits.len() == 1
            && says(told, &["from the dark", "no escuro"])
        {
            assert!(!is_lit(plan, plan.room(to).unwrap()), "room {number}: {told}");
        }
    }
    // Nobody writes in bones, and nobody built a cave.
    let rough = ["Bones", "Rubble", "Mud", "Puddle", "Blood", "Slime", "Moss", "Web", "Straw", "Nest"];
    let rough_pt = ["Ossos", "Entulho", "Lama", "Poça", "Sangue", "Gosma", "Musgo", "Teia", "Palha", "Ninho"];
    for e in &room.description.entries {
        if rough.contains(&e.lead.as_str()) || rough_pt.contains(&e.lead.as_str()) {
            let written = [
                "note:",
                "prayer",
                "receipt",
                "letter",
                "wager",
                "sketch",
                "last entry",
                "Dates stop",
                "bill for",
                "bilhete",
                "oração",
                "recibo",
                "uma carta",
                "aposta",
                "esboço",
                "registro",
                "As datas",
            ];
            assert!(!says(&e.text, &written), "room {number}: written in {}: {}", e.lead, e.text);
        }
        if plan.genes.first().is_some_and(|g| g.decoder == "cavern") {
            let built = ["builders", "mason", "chisel", "construtores", "canteiro", "cinzel"];
            assert!(!says(&e.text, &built), "room {number}: builders of a cave: {}", e.text);
        }
    }
}

/// What is said of those who are in a room fits them.
fn check_here(room: &Room) {
    let number = room.id + 1;
    let text = text_of(room, ["Here", "Aqui"]);
    let heads: u32 = room.contents.monsters.iter().map(|m| m.count).sum();
    let group = [
        "When one falls",
        "The last one standing",
        "At half strength",
        "One holds the door",
        "as two stand",
        "Quando um cai",
        "O último de pé",
        "Com metade no chão",
        "Um segura a porta",
        "forem dois contra um",
    ];
    assert!(heads != 1 || !says(text, &group), "room {number}: one creature alone: {text}");
    for monsters in &room.contents.monsters {
        let own = monsters.faction.as_str();
        if own.is_empty() {
            continue;
        }
        for before in [
            "hold this room against ",
            "holds this room against ",
            "blame ",
            "blames ",
            "despise ",
            "despises ",
            "news of ",
        ] {
            assert!(!text.contains(&format!("{before}{own}")), "room {number}: against themselves: {text}");
        }
        for before in ["esta sala contra ", "culpam ", "culpa ", "desprezam ", "despreza "] {
            assert!(!text.contains(&format!("{before}{own}")), "room {number}: against themselves: {text}");
        }
    }
    if room.contents.monsters.iter().any(|m| m.boss) {
        let own = ["A lie about", "the loss of", "Uma mentira sobre", "ou a queda"];
        assert!(!says(text, &own), "room {number}: the leader of himself: {text}");
    }
    // Hags and their like are women.
    let women = ["Hag", "Succubus", "Medusa", "Lamia", "Harpy", "Erinyes", "Marilith"];
    let boss = room.contents.monsters.iter().find(|m| m.boss);
    if let Some(boss) = boss.filter(|b| b.name.split(' ').any(|w| women.contains(&w))) {
        let told = format!(" {text} ");
        assert!(!told.contains(" He ") && !told.contains(" he "), "room {number}: {}: {text}", boss.name);
    }
}

/// The steps of the clock are still to come.
fn check_clock(plan: &Plan) {
    let find = |leads: [&str; 2]| plan.front.iter().find(|e| leads.contains(&e.lead.as_str()));
    let Some(clock) = find(["Clock", "Relógio"]) else { return };
    assert!(says(&clock.text, &["Nothing of this yet", "Nada disto ainda"]), "{}", clock.text);
    for group in clock.facts.split(String::is_empty) {
        let rooms: Vec<&Room> =
            group[1..].iter().map(|f| plan.room(f[1..].parse::<u32>().unwrap() - 1).unwrap()).collect();
        match (group[0].as_str(), &rooms[..]) {
            // The way is open now.
            ("story.clock.1", [from, to]) => {
                let open = |kind: &DoorKind| !matches!(kind, DoorKind::Barred | DoorKind::Locked { .. });
                let way = plan.exits(from).into_iter().any(|e| {
                    e.leads_to == [to.id] && matches!(e.way, Way::Door { door, .. } if open(&door.kind))
                });
                assert!(way, "the way from {} to {} is shut: {}", from.id + 1, to.id + 1, clock.text);
            }
            ("story.clock.2", [from, _]) => {
                assert!(!from.contents.monsters.is_empty(), "nobody can leave: {}", clock.text);
            }
            ("story.clock.3", [from, _]) => {
                assert!(!from.contents.parcels.is_empty(), "nothing can be carried: {}", clock.text);
            }
            _ => {}
        }
    }
    // Offers and hooks.
    let factions = find(["Factions", "Facções"]).map(|e| e.text.as_str()).unwrap_or_default();
    if says(factions, &["to the stairs", "até a escada"]) {
        assert!(plan.levels.iter().any(|l| !l.stairs.is_empty()), "no stairs: {factions}");
    }
    for room in plan.rooms() {
        if entry(room, ["Prisoner", "Prisioneiro"]).is_some() {
            let locked = plan.exits(room).iter().any(
                |e| matches!(e.way, Way::Door { door, .. } if matches!(door.kind, DoorKind::Locked { .. })),
            );
            assert!(locked || room.contents.enemies, "room {}: a prisoner whom nobody keeps", room.id + 1);
        }
    }
}

/// Whoever wanders is of those who are there, and no more of them.
fn check_wanderers(plan: &Plan) {
    for monsters in &plan.wandering {
        let there = plan.rooms().flat_map(|r| &r.contents.monsters).filter(|m| m.name == monsters.name);
        let most = there.map(|m| m.count).max().unwrap_or(0);
        assert!(monsters.count <= most, "{} {} wander, {most} are there", monsters.count, monsters.name);
    }
    let lead = ["Wandering (d6)", "Errantes (d6)"];
    if let Some(table) = plan.front.iter().find(|e| lead.contains(&e.lead.as_str())) {
        for line in 1..=6 {
            assert!(table.text.contains(&format!("({line})")), "no line {line}: {}", table.text);
        }
    } else {
        assert!(plan.rooms().all(|r| r.contents.monsters.is_empty()), "nobody wanders");
    }
}

/// A way between two rooms is told alike from both ends.
fn check_ways(plan: &Plan) {
    for room in plan.rooms() {
        let exits = entry(room, ["Exits", "Saídas"]).map(|e| e.text.as_str()).unwrap_or_default();
        for exit in plan.exits(room) {
            let (Way::Door { door, .. }, [to]) = (exit.way, &exit.leads_to[..]) else { continue };
            let mut kinds: Vec<&str> = vec![door.kind.name()];
            for area in door.joins {
                if let Area::Corridor(_) = area {
                    let far = plan
                        .doors()
                        .filter(|d| d.joins.contains(&area) && d.joins.contains(&Area::Room(*to)));
                    kinds.extend(far.map(|d| d.kind.name()));
                }
            }
            for kind in kinds.into_iter().filter(|k| !["arch", "door"].contains(k)) {
                assert!(
                    kinds_named(exits).contains(kind),
                    "room {}: {kind} to {} in {exits}",
                    room.id + 1,
                    to + 1
                );
            }
        }
    }
}

fn check_front(plan: &Plan) {
    let find = |leads: [&str; 2]| plan.front.iter().find(|e| leads.contains(&e.lead.as_str()));
    let count = plan.rooms().count() as u32;
    for entry in &plan.front {
        for other in rooms_named(&entry.text) {
            assert!((1..=count).contains(&other), "the front page names room {other}: {}", entry.text);
        }
        for fact in entry.facts.iter().filter(|f| !f.is_empty()) {
            assert!(holds(plan, fact.trim_start_matches('!')), "{fact} does not hold: {}", entry.text);
        }
    }
    let rumours = find(["Rumours", "Boatos"]).expect("rumours");
    let groups: Vec<&[String]> = rumours.facts.split(String::is_empty).collect();
    let wrong = groups.iter().filter(|g| g.iter().any(|f| f.starts_with('!'))).count();
    assert_eq!((groups.len(), wrong), (3, 1), "{rumours:?}");
    // What the party needs to know can be found in three rooms.
    if plan.rooms().filter(|r| !things(plan, r).is_empty()).count() >= 5 {
        let clues = find(["Clues", "Pistas"]).expect("clues");
        for group in clues
            .facts
            .split(String::is_empty)
            .filter(|g| g[0] == "story.leader.room" || g[0] == "story.object.room")
        {
            assert!(group.len() >= 4, "{clues:?}");
            for room in &group[1..] {
                let room = plan.room(room[1..].parse::<u32>().unwrap() - 1).unwrap();
                let told = room.description.entries.iter().flat_map(|e| &e.facts);
                assert!(
                    told.into_iter().any(|f| *f == group[0]),
                    "no clue for {} in room {}",
                    group[0],
                    room.id + 1
                );
            }
        }
    }
}

/// Numbers in a text, without distances.
fn numbers(text: &str) -> Vec<String> {
    let joined = text.replace(['.', ','], "");
    let words: Vec<&str> = joined.split(|c: char| c.is_whitespace() || "();:'\"".contains(c)).collect();
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let unit = words.get(i + 1).copied().unwrap_or_default();
        let distance = ["ft", "m", "feet", "kg", "pounds", "quilos"].contains(&unit);
        if !distance && word.parse::<u64>().is_ok() {
            found.push((*word).to_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn every_sentence_is_about_something_that_is_there() {
    let themes = Theme::all();
    map_indexed(true, themes.len() * seeds(), |i| {
        let theme = Some(themes[i % themes.len()].id.clone());
        let mut facts: Vec<BTreeMap<u32, Vec<Vec<String>>>> = Vec::new();
        let mut said: Vec<BTreeMap<u32, Vec<Vec<String>>>> = Vec::new();
        for lang in [Language::English, Language::Portuguese] {
            let levels = [1, 3, 8][i / 3 % 3];
            let party = format!("4x{levels}").parse().unwrap();
            let spec = DungeonSpec { theme: theme.clone(), lang, party, levels: 1 + i % 7 / 6, ..quick() };
            let plan = spec.make(&mut Run::new(i as u64)).unwrap().map;
            for room in plan.rooms() {
                check_room(&plan, room);
                check_use(&plan, room);
                check_here(room);
            }
            check_clock(&plan);
            check_wanderers(&plan);
            check_ways(&plan);
            check_front(&plan);
            let by_room = |of: &dyn Fn(&Entry) -> Vec<String>| {
                plan.rooms().map(|r| (r.id, r.description.entries.iter().map(of).collect())).collect()
            };
            facts.push(by_room(&|e| e.facts.clone()));
            said.push(by_room(&|e| numbers(&e.text)));
        }
        assert_eq!(facts[0], facts[1], "the facts differ by language");
        assert_eq!(said[0], said[1], "the numbers differ by language");
    });
}
