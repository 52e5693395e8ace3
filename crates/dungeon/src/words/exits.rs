//! The ways out of a room, the same from both ends.

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Area, CheckKind, Door, DoorKind, Exit, RoomId, Vertical, Way};

use super::{Said, Writer, listed, room_key};
use crate::lexicon::creatures::Sort;
use crate::lexicon::{Slot, capitalised};
use crate::story::RoomFacts;

/// What plain doors are made of, by theme: English and Portuguese, then without a leaf.
fn makes(theme: &str) -> ([[&'static str; 2]; 4], [&'static str; 2]) {
    match theme {
        "crypt" => (
            [
                ["stone door", "porta de pedra"],
                ["oak door", "porta de carvalho"],
                ["bronze door", "porta de bronze"],
                ["studded door", "porta tachonada"],
            ],
            ["archway", "arco"],
        ),
        "cavern" => (
            [
                ["hide curtain", "cortina de couro"],
                ["wicker door", "porta de vime"],
                ["plank door", "porta de tábuas"],
                ["rolling stone", "pedra de rolar"],
            ],
            ["gap", "fenda"],
        ),
        "mine" => (
            [
                ["plank door", "porta de tábuas"],
                ["iron door", "porta de ferro"],
                ["air door", "porta de ventilação"],
                ["slatted door", "porta de ripas"],
            ],
            ["timbered opening", "abertura escorada"],
        ),
        "sewer" => (
            [
                ["swollen door", "porta inchada"],
                ["iron door", "porta de ferro"],
                ["hatch", "escotilha"],
                ["rusted door", "porta enferrujada"],
            ],
            ["culvert", "galeria"],
        ),
        "wizards-tower" => (
            [
                ["brass-bound door", "porta com cintas de latão"],
                ["narrow door", "porta estreita"],
                ["painted door", "porta pintada"],
                ["black door", "porta preta"],
            ],
            ["archway", "arco"],
        ),
        _ => (
            [
                ["oak door", "porta de carvalho"],
                ["plank door", "porta de tábuas"],
                ["iron-bound door", "porta com cintas de ferro"],
                ["warped door", "porta empenada"],
            ],
            ["archway", "arco"],
        ),
    }
}

impl Writer<'_> {
    /// All ways out of a room, one clause each.
    pub(crate) fn exits(&mut self, facts: &RoomFacts<'_>, rng: &mut Stream) -> Vec<Said> {
        let mut said = Vec::new();
        // One sign to choose by is enough, two where there are many ways.
        let most = if facts.exits.len() > 4 { 2 } else { 1 };
        let signs = facts.exits.len().div_ceil(2).min(most);
        let mut left = signs;
        let names = self.world.plan.exit_facts(facts.room);
        for (exit, fact) in facts.exits.iter().zip(names) {
            let text = self.exit(exit, facts);
            let mut about = vec![fact];
            let mut text = text;
            if let Way::Door { door, .. } = exit.way {
                if door.kind == DoorKind::Secret {
                    if let Some(sign) = self.frame("secret", self.written(), &[], rng) {
                        text.push_str(&format!("; {sign}"));
                    }
                } else if left > 0
                    && let Some((sign, of)) = self.sign(exit, rng)
                {
                    text.push_str(&format!("; {sign}"));
                    about.push(of);
                    left -= 1;
                }
            }
            said.push(Said::new(format!("{text}."), about));
        }
        said
    }

    fn exit(&self, exit: &Exit<'_>, facts: &RoomFacts<'_>) -> String {
        let english = self.language() == Language::English;
        let number = |r: &RoomId| (r + 1).to_string();
        let to = |rooms: &[RoomId]| {
            let numbers: Vec<String> = rooms.iter().map(number).collect();
            match (&numbers[..], english) {
                ([], true) => " to a dead end".to_owned(),
                ([], false) => " para um beco".to_owned(),
                (_, true) => format!(" to {}", listed(&numbers, "and")),
                ([one], false) => format!(" para a {one}"),
                (_, false) => format!(" para as {}", listed(&numbers, "e")),
            }
        };
        match exit.way {
            Way::Surface => {
                let text = if english {
                    "*Out*, the way to the surface"
                } else {
                    "*Fora*, o caminho da superfície"
                };
                text.to_owned()
            }
            Way::Stairs(way) => {
                let down = way == Vertical::Down;
                let text = match (english, down) {
                    (true, true) => "*Down*, stairs",
                    (true, false) => "*Up*, stairs",
                    (false, true) => "*Abaixo*, escada",
                    (false, false) => "*Acima*, escada",
                };
                format!("{text}{}", to(&exit.leads_to))
            }
            Way::Door { toward, door } => {
                let near = self.door_in_words(door, Area::Room(facts.id()));
                let side = capitalised(self.language().labels().direction(toward));
                let far = self.far_ends(door, facts.id());
                let passage = door.joins.iter().any(|a| matches!(a, Area::Corridor(_)));
                let middle = match (passage, english) {
                    (true, true) => ", passage",
                    (true, false) => ", corredor",
                    (false, _) => "",
                };
                format!("*{side}*, {near}{middle}{}{far}", to(&exit.leads_to))
            }
        }
    }

    /// The doors at the other ends of a passage, where they are more than an opening.
    fn far_ends(&self, door: &Door, here: RoomId) -> String {
        let Some(corridor) =
            door.joins.iter().find_map(|a| if let Area::Corridor(c) = a { Some(*c) } else { None })
        else {
            return String::new();
        };
        let area = Area::Corridor(corridor);
        let far = self.world.plan.doors().filter(|d| d.id != door.id && d.joins.contains(&area));
        let mut ends: Vec<(RoomId, &Door)> = far
            .filter_map(|d| {
                let room =
                    d.joins.iter().find_map(|a| if let Area::Room(r) = a { Some(*r) } else { None })?;
                (room != here && d.kind != DoorKind::Arch).then_some((room, d))
            })
            .collect();
        ends.stable_sort_by_key(|(room, d)| (*room, d.id));
        let joined = ends.len();
        // Only those that hold somebody up are told.
        ends.retain(|(_, d)| d.kind != DoorKind::Door);
        let english = self.language() == Language::English;
        let texts: Vec<String> = ends
            .iter()
            .map(|(room, d)| {
                let text = self.door_in_words(d, area).replace(" (", ": ").replace(')', "");
                let text = text.replace("barred on this side", "barred from the passage");
                let text = text.replace("com tranca deste lado", "com tranca do lado do corredor");
                match (joined, english) {
                    (1, true) => format!("far end: {text}"),
                    (1, false) => format!("outra ponta: {text}"),
                    (_, true) => format!("at {}: {text}", room + 1),
                    (_, false) => format!("na {}: {text}", room + 1),
                }
            })
            .collect();
        if texts.is_empty() { String::new() } else { format!(" ({})", texts.join("; ")) }
    }

    /// A door as it is from one side, with its numbers.
    pub(crate) fn door_in_words(&self, door: &Door, from: Area) -> String {
        let i = self.index();
        let english = i == 0;
        let (leaves, open) = makes(&self.world.theme.id);
        let leaf = leaves[self.seed.stream("door", u64::from(door.id)).index(leaves.len())][i];
        let dc = |kind: CheckKind| door.dc(kind);
        let labels = self.language().labels();
        let tools = if english { "thieves' tools" } else { "ferramentas de ladrão" };
        let athletics = if english { "Athletics" } else { "Atletismo" };
        let short = labels.difficulty;
        let mut checks: Vec<String> = Vec::new();
        let first = door.joins[0] == from;
        match &door.kind {
            DoorKind::Arch => open[i].to_owned(),
            DoorKind::Door => leaf.to_owned(),
            DoorKind::Locked { key } => {
                let key = key.and_then(|k| self.world.plan.keys.get(k as usize)).map(|k| k.name.clone());
                checks.extend(key);
                checks.extend(dc(CheckKind::Pick).map(|dc| format!("{tools} {short} {dc}")));
                checks.extend(dc(CheckKind::Force).map(|dc| format!("{athletics} {short} {dc}")));
                let locked = if english { "locked" } else { "trancada" };
                format!("{leaf}, {locked}{}", in_brackets(&checks))
            }
            DoorKind::Barred if first => {
                format!("{leaf}, {}", if english { "barred on this side" } else { "com tranca deste lado" })
            }
            DoorKind::Barred => {
                checks.extend(dc(CheckKind::Force).map(|dc| format!("{athletics} {short} {dc}")));
                checks.extend(dc(CheckKind::Pick).map(|dc| {
                    let blade = if english { "a thin blade" } else { "lâmina fina" };
                    format!("{blade} {short} {dc}")
                }));
                let barred = if english { "barred on the other side" } else { "com tranca do outro lado" };
                format!("{leaf}, {barred}{}", in_brackets(&checks))
            }
            DoorKind::Portcullis => {
                checks.extend(dc(CheckKind::Lift).map(|dc| format!("{athletics} {short} {dc}")));
                format!("{}{}", labels.door(&door.kind), in_brackets(&checks))
            }
            DoorKind::Secret => {
                let find = if english { "Perception" } else { "Percepção" };
                checks.extend(dc(CheckKind::Find).map(|dc| format!("{find} {short} {dc}")));
                format!("{}{}", labels.door(&door.kind), in_brackets(&checks))
            }
            DoorKind::Trapped { trap } => {
                let trapped = if english { "trapped" } else { "com armadilha" };
                format!("{leaf}, {trapped} ({})", self.trap_in_short(trap))
            }
        }
    }

    /// Something heard, smelt or worn at a door, because of what is behind it.
    fn sign(&mut self, exit: &Exit<'_>, rng: &mut Stream) -> Option<(String, String)> {
        let [to] = exit.leads_to[..] else { return None };
        let other = self.world.room(to)?;
        let key = room_key(to);
        let (class, fact) = match other.groups.first() {
            Some(group) => {
                let class = match group.sort {
                    Sort::Folk | Sort::Sly | Sort::Fiend | Sort::Brute => "sign.talk",
                    Sort::Dead | Sort::Construct | Sort::Lord | Sort::Elemental => "sign.walk",
                    Sort::Beast | Sort::Vermin | Sort::Dragon | Sort::Hungry => "sign.beast",
                    Sort::Ooze | Sort::Plant => "sign.ooze",
                    Sort::Spirit => "sign.cold",
                };
                (class, format!("{key}.monsters.0"))
            }
            None if other.is_lit() => ("sign.light", format!("{key}.light")),
            None if other.is_forgotten() => ("sign.empty", format!("{key}.empty")),
            None => return None,
        };
        // An open way has neither hinges nor a keyhole.
        let leaf = match exit.way {
            Way::Door { door, .. } => door.kind != DoorKind::Arch,
            _ => false,
        };
        let class = if leaf { class.to_owned() } else { format!("{class}.open") };
        let mut slots: Vec<(&str, Slot)> = Vec::new();
        if !other.is_lit() {
            slots.push(("dark", Slot::from("")));
        }
        Some((self.frame(&class, self.written(), &slots, rng)?, fact))
    }
}

fn in_brackets(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
