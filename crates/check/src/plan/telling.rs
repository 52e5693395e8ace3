//! The paragraphs of a room say what is in it: who, with which numbers, what traps and treasure, and
//! where each way out leads.

use mapkiln_maps::Language;
use mapkiln_maps::plan::{
    CheckKind, Door, DoorKind, Entry, Exit, Monsters, Room, Trap, Vertical, Way, capitalised,
};

use super::facts::Known;
use super::wording::{names, names_partly, numbers};
use crate::look::Look;
use crate::{Place, Severity};

/// Looks at the words of one plan.
pub(super) struct Teller<'a, 'p> {
    pub(super) known: &'a Known<'p>,
    pub(super) look: &'a mut Look,
    /// What words that are not true are: an error in what a maker made, a note in a map that was changed
    /// since, whose stale paragraphs are left out of what is printed.
    pub(super) stale: Severity,
}

/// The leads of the paragraphs, in both languages.
const HERE: [&str; 2] = ["Here", "Aqui"];
const TRAP: [&str; 2] = ["Trap", "Armadilha"];
const TREASURE: [&str; 2] = ["Treasure", "Tesouro"];
const KEY: [&str; 2] = ["Key", "Chave"];
const EXITS: [&str; 2] = ["Exits", "Saídas"];
const ROSTER: [&str; 2] = ["Roster", "Quem está onde"];

impl<'p> Teller<'_, 'p> {
    fn find(&mut self, place: &Place, english: String, portuguese: String) {
        let sentence = match self.look.language {
            Language::English => english,
            Language::Portuguese => portuguese,
        };
        self.look.find(self.stale, place.clone(), sentence);
    }

    /// The words of the map itself are in its own language.
    fn english(&self) -> bool {
        self.known.plan.language == Language::English
    }

    /// The facts behind a text: every sentence has some, and all are there.
    pub(super) fn facts(&mut self, place: &Place, text: &str, facts: &[String]) {
        if text.is_empty() && facts.is_empty() {
            return;
        }
        self.look.saw(facts.len());
        if facts.split(String::is_empty).any(<[String]>::is_empty) {
            let start: String = text.chars().take(40).collect();
            self.find(
                place,
                format!("a sentence says nothing of what it is about: its facts are missing in {start:?}"),
                format!("uma frase não diz de que trata: faltam seus fatos em {start:?}"),
            );
        }
        for fact in facts.iter().filter(|f| !f.is_empty()) {
            if !self.known.holds(fact) {
                self.find(
                    place,
                    format!("the text is about {fact:?}, which is not there"),
                    format!("o texto trata de {fact:?}, que não está lá"),
                );
            }
        }
    }

    /// The rooms that a text names are those that its facts are about.
    pub(super) fn rooms(&mut self, place: &Place, named: &[u64], facts: &[String]) {
        let backed = |n: &u64| {
            place.room.is_some_and(|here| u64::from(here) + 1 == *n)
                || facts.iter().any(|f| self.known.may_name(f, *n))
        };
        let strangers: Vec<u64> = named.iter().copied().filter(|n| !backed(n)).collect();
        for n in strangers {
            self.find(
                place,
                format!("the text names room {n}, and nothing that it is about is there"),
                format!("o texto fala da sala {n}, e nada de que trata está lá"),
            );
        }
    }

    /// All paragraphs of a room.
    pub(super) fn room(&mut self, place: &Place, room: &'p Room) {
        let entries = &room.description.entries;
        let find =
            |leads: [&'static str; 2]| entries.iter().filter(move |e| leads.contains(&e.lead.as_str()));
        let groups = Known::groups(room);
        match find(HERE).next() {
            Some(entry) => self.census(place, entry, &groups),
            None if !groups.is_empty() => self.silent(place, "who is here", "quem está aqui"),
            None => {}
        }
        let traps: Vec<&Entry> = find(TRAP).collect();
        if traps.len() != room.contents.traps.len() {
            let (told, there) = (traps.len(), room.contents.traps.len());
            self.find(
                place,
                format!("the text tells of {told} traps, and there are {there}"),
                format!("o texto fala de {told} armadilhas, e há {there}"),
            );
        } else {
            for (entry, trap) in traps.into_iter().zip(&room.contents.traps) {
                self.trap(place, &entry.text, trap);
                self.says(place, &entry.text, trap.trigger.trim_end_matches('.'));
                self.says(place, &entry.text, trap.effect.trim_end_matches('.'));
            }
        }
        match find(TREASURE).next() {
            Some(entry) => self.treasure(place, entry, room),
            None if !room.contents.parcels.is_empty() => self.silent(place, "the treasure", "o tesouro"),
            None => {}
        }
        for key in self.known.keys_in(room) {
            match find(KEY).next() {
                Some(entry) => self.says(place, &entry.text, &key.name),
                None => self.silent(place, "the key", "a chave"),
            }
        }
        for entry in entries {
            self.clues(place, entry);
        }
        match (find(EXITS).next(), self.known.exits(room)) {
            (Some(entry), Some(exits)) => self.exits(place, entry, exits),
            (None, Some([_, ..])) => self.silent(place, "the ways out", "as saídas"),
            _ => {}
        }
    }

    fn silent(&mut self, place: &Place, english: &str, portuguese: &str) {
        self.find(
            place,
            format!("no paragraph tells {english}"),
            format!("nenhum parágrafo diz {portuguese}"),
        );
    }

    /// The text has these words, in small letters or large.
    fn says(&mut self, place: &Place, text: &str, words: &str) {
        self.look.saw(1);
        if !words.is_empty() && !text.to_lowercase().contains(&words.to_lowercase()) {
            self.find(
                place,
                format!("the text should say {words:?}, as the map does"),
                format!("o texto deveria dizer {words:?}, como o mapa"),
            );
        }
    }

    /// `2 Toughs (AC 12, HP 32) and a Mastiff (AC 12, HP 5); 225 XP.`
    fn census(&mut self, place: &Place, entry: &Entry, groups: &[&Monsters]) {
        self.look.saw(groups.len());
        let Some((before, _)) = entry.text.split_once(" XP") else {
            return self.silent(place, "how many XP those here are worth", "quanto XP valem os daqui");
        };
        let said: String =
            before.rsplit(' ').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
        let xp: u64 = groups.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
        if said != xp.to_string() {
            self.find(
                place,
                format!("the text says {said} XP, and those here are worth {xp}"),
                format!("o texto diz {said} XP, e os daqui valem {xp}"),
            );
        }
        let [armour, points] = if self.english() { ["AC", "HP"] } else { ["CA", "PV"] };
        // Without numbers in the map those in the text are from a book.
        if groups.iter().any(|m| m.armour.is_none() || m.hit_points.is_none()) {
            return self.names(place, before, groups);
        }
        let open = format!(" ({armour} ");
        let mut parts: Vec<&str> = before.split(open.as_str()).collect();
        if parts.len() != groups.len() + 1 {
            let (told, there) = (parts.len() - 1, groups.len());
            self.find(
                place,
                format!("the text tells of {told} groups of creatures, and there are {there}"),
                format!("o texto fala de {told} bandos, e há {there}"),
            );
            return;
        }
        parts.reverse();
        let mut phrase = parts.pop().unwrap_or_default();
        for monsters in groups {
            let Some((numbers, rest)) = parts.pop().and_then(|part| part.split_once(')')) else { return };
            self.group(place, phrase, monsters);
            let (ac, hp) = (monsters.armour.unwrap_or(0), monsters.hit_points.unwrap_or(0));
            let right = format!("{ac}, {points} {hp}");
            if numbers != right {
                let name = &monsters.name;
                self.find(
                    place,
                    format!("{name}: the text says {armour} {numbers}, the map {armour} {right}"),
                    format!("{name}: o texto diz {armour} {numbers}, o mapa {armour} {right}"),
                );
            }
            phrase = rest;
        }
    }

    /// `6 Toughs`, `a Giant Toad`, `Vaskar, Green Hag`.
    fn group(&mut self, place: &Place, phrase: &str, monsters: &Monsters) {
        let said = numbers(phrase).first().copied().unwrap_or(1);
        if said != u64::from(monsters.count) && !monsters.boss {
            let (name, there) = (&monsters.name, monsters.count);
            self.find(
                place,
                format!("the text says {said} × {name}, and there are {there}"),
                format!("o texto diz {said} × {name}, e há {there}"),
            );
        }
        self.names(place, phrase, &[monsters]);
    }

    fn names(&mut self, place: &Place, text: &str, groups: &[&Monsters]) {
        for monsters in groups {
            let name = &monsters.name;
            let told = if monsters.boss { names_partly(text, name) } else { names(text, name) };
            if !told {
                self.find(
                    place,
                    format!("the text does not name {name}, who is there"),
                    format!("o texto não fala de {name}, que está lá"),
                );
            }
        }
    }

    fn treasure(&mut self, place: &Place, entry: &Entry, room: &Room) {
        let parcels = &room.contents.parcels;
        // A sentence of its own may say what a parcel is good for.
        let mut told: Vec<_> = entry.facts.split(String::is_empty).map(<[String]>::first).collect();
        told.dedup();
        let told = told.len();
        if told != parcels.len() {
            let there = parcels.len();
            self.find(
                place,
                format!("the text tells of {told} parcels of treasure, and there are {there}"),
                format!("o texto fala de {told} tesouros, e há {there}"),
            );
        }
        for parcel in parcels {
            // Items are nouns that are inflected; `Halberd (+1)` is told as `+1 Halberd`.
            match parcel.rarity.is_empty() {
                true => self.says(place, &entry.text, &parcel.name),
                false if names(&entry.text, &parcel.name) => {}
                false => self.silent(place, &parcel.name, &parcel.name),
            }
            if parcel.gold > 0 && !numbers(&entry.text).contains(&u64::from(parcel.gold)) {
                let (name, gold) = (&parcel.name, parcel.gold);
                self.find(
                    place,
                    format!("{name} is worth {gold} gp, and the text says something else"),
                    format!("{name} vale {gold} PO, e o texto diz outra coisa"),
                );
            }
        }
    }

    /// A trap's name and numbers.
    fn trap(&mut self, place: &Place, text: &str, trap: &Trap) {
        self.says(place, text, &trap.name);
        let dice = trap.damage.split_whitespace().next().unwrap_or_default();
        self.says(place, text, dice);
        let find = Some(trap.find).filter(|dc| *dc > 0);
        let told = [Some(trap.dc), find, trap.disarm];
        self.difficulties(place, text, told.into_iter().flatten());
    }

    fn difficulties(&mut self, place: &Place, text: &str, told: impl Iterator<Item = u32>) {
        let short = self.known.plan.language.labels().difficulty;
        for dc in told {
            let words = format!("{short} {dc}");
            let whole = |at: usize| !text[at + words.len()..].starts_with(|c: char| c.is_ascii_digit());
            if !text.match_indices(words.as_str()).any(|(at, _)| whole(at)) {
                self.find(
                    place,
                    format!("the text does not say {words}, which the map has"),
                    format!("o texto não diz {words}, que o mapa tem"),
                );
            }
        }
    }

    /// A sentence that says where a key lies has the number of that room.
    fn clues(&mut self, place: &Place, entry: &Entry) {
        for fact in entry.facts.iter().filter(|f| f.starts_with('k') && f.ends_with(".room")) {
            let Some(room) = self.known.key_room(fact) else { continue };
            if !numbers(&entry.text).contains(&room) {
                self.find(
                    place,
                    format!("the text leads elsewhere than to room {room}, where the key lies"),
                    format!("o texto leva a outro lugar que a sala {room}, onde a chave está"),
                );
            }
        }
    }

    /// One part of the paragraph for every way out.
    fn exits(&mut self, place: &Place, entry: &Entry, exits: &[(Exit<'p>, String)]) {
        self.look.saw(exits.len());
        let groups: Vec<&[String]> = entry.facts.split(String::is_empty).collect();
        let pieces: Vec<&str> = entry.text.split('*').collect();
        let parts: Vec<(&str, &str)> =
            pieces.get(1..).unwrap_or_default().chunks_exact(2).map(|p| (p[0], p[1])).collect();
        if parts.len() != exits.len() || groups.len() != exits.len() {
            let (told, there) = (parts.len(), exits.len());
            return self.find(
                place,
                format!("the text tells of {told} ways out, and there are {there}"),
                format!("o texto fala de {told} saídas, e há {there}"),
            );
        }
        for (((side, text), facts), (exit, fact)) in parts.into_iter().zip(groups).zip(exits) {
            if facts.first() != Some(fact) {
                self.find(
                    place,
                    format!("the text is not about {fact:?}, where the map has that way out"),
                    format!("o texto não trata de {fact:?}, onde o mapa tem essa saída"),
                );
            }
            let right = self.side(exit);
            if side != right {
                self.find(
                    place,
                    format!("the text says {side:?} of a way out, and the map {right:?}"),
                    format!("o texto diz {side:?} de uma saída, e o mapa {right:?}"),
                );
            }
            self.way(place, text, exit);
        }
    }

    /// What stands before a way out: its side of the room.
    fn side(&self, exit: &Exit<'_>) -> String {
        let word =
            |english: &str, portuguese: &str| if self.english() { english } else { portuguese }.to_owned();
        match exit.way {
            Way::Surface => word("Out", "Fora"),
            Way::Stairs(Vertical::Down) => word("Down", "Abaixo"),
            Way::Stairs(Vertical::Up) => word("Up", "Acima"),
            Way::Door { toward, .. } => capitalised(self.known.plan.language.labels().direction(toward)),
        }
    }

    /// Where a way out leads, and through what.
    fn way(&mut self, place: &Place, text: &str, exit: &Exit<'_>) {
        if exit.way == Way::Surface {
            return;
        }
        let rooms: Vec<String> = exit.leads_to.iter().map(|r| (u64::from(*r) + 1).to_string()).collect();
        let and = if self.english() { "and" } else { "e" };
        let list = match &rooms[..] {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
        };
        let to = match (rooms.len(), self.english()) {
            (0, true) => " to a dead end".to_owned(),
            (0, false) => " para um beco".to_owned(),
            (_, true) => format!(" to {list}"),
            (1, false) => format!(" para a {list}"),
            (_, false) => format!(" para as {list}"),
        };
        let ends = |at: &usize| {
            let rest = &text[at + to.len()..];
            rest.starts_with(['.', ';']) || rest.starts_with(" (") || rest.is_empty()
        };
        let Some(at) = text.match_indices(to.as_str()).map(|(at, _)| at).find(ends) else {
            let to = to.trim();
            return self.find(
                place,
                format!("a way out should lead {to:?}, and the text says something else"),
                format!("uma saída deveria levar {to:?}, e o texto diz outra coisa"),
            );
        };
        if let Way::Door { door, .. } = exit.way {
            let here = mapkiln_maps::plan::Area::Room(place.room.unwrap_or_default());
            self.door(place, &text[..at], door, door.joins[0] == here);
        }
    }

    /// What closes a way out, with its key and its checks.
    fn door(&mut self, place: &Place, text: &str, door: &Door, bar_here: bool) {
        let labels = self.known.plan.language.labels();
        let english = self.english();
        let head = text.split('(').next().unwrap_or(text);
        let words = [
            ("locked", if english { "locked" } else { "trancada" }),
            ("barred", if english { "barred" } else { "com tranca" }),
            ("portcullis", labels.door(&DoorKind::Portcullis)),
            ("secret", labels.door(&DoorKind::Secret)),
            ("trapped", if english { "trapped" } else { "com armadilha" }),
        ];
        let kind = door.kind.name();
        // `com trancada` is no Portuguese, so that no word holds another.
        let told = words.iter().find(|(_, word)| head.contains(word)).map(|(kind, _)| *kind);
        let plain = matches!(door.kind, DoorKind::Arch | DoorKind::Door);
        if told != (!plain).then_some(kind) {
            let id = door.id;
            let (told, meant) = (told.unwrap_or("open"), if plain { "open" } else { kind });
            self.find(
                &place.clone().at_door(id),
                format!("the text calls a way {told}, and the map {meant}"),
                format!("o texto chama uma saída de {told}, e o mapa de {meant}"),
            );
        }
        let checks: &[CheckKind] = match &door.kind {
            DoorKind::Locked { key } => {
                let key = key.and_then(|k| self.known.plan.keys.get(k as usize));
                if let Some(key) = key {
                    self.says(place, text, &key.name);
                }
                &[CheckKind::Pick, CheckKind::Force]
            }
            DoorKind::Barred if !bar_here => &[CheckKind::Force, CheckKind::Pick],
            DoorKind::Portcullis => &[CheckKind::Lift],
            DoorKind::Secret => &[CheckKind::Find],
            DoorKind::Trapped { trap } => {
                self.trap(place, text, trap);
                &[]
            }
            DoorKind::Arch | DoorKind::Door | DoorKind::Barred => &[],
        };
        self.difficulties(place, text, checks.iter().filter_map(|kind| door.dc(*kind)));
    }

    /// `2: 6 Toughs and a Giant Toad; 4: 3 Spies.` on the front page.
    pub(super) fn roster(&mut self, place: &Place, entry: &Entry) {
        if !ROSTER.contains(&entry.lead.as_str()) {
            return;
        }
        let mut lines = entry.text.trim_end_matches('.').split("; ");
        for room in self.known.rooms.clone() {
            let groups = Known::groups(room);
            if groups.is_empty() {
                continue;
            }
            let number = u64::from(room.id) + 1;
            let line = lines.next().and_then(|line| line.split_once(": "));
            let Some((_, who)) = line.filter(|(n, _)| *n == number.to_string()) else {
                return self.find(
                    place,
                    format!("the roster leaves out room {number}, or has it in the wrong place"),
                    format!("a lista omite a sala {number}, ou a põe fora do lugar"),
                );
            };
            let several = groups.iter().filter(|m| m.count > 1 && !m.boss).map(|m| u64::from(m.count));
            let several: Vec<u64> = several.collect();
            if numbers(who) != several {
                self.find(
                    place,
                    format!("the roster says {who:?} of room {number}, and others are there"),
                    format!("a lista diz {who:?} da sala {number}, e há outros lá"),
                );
            }
            self.names(place, who, &groups);
        }
        if let Some(line) = lines.next() {
            self.find(
                place,
                format!("the roster has {line:?}, where the map has nobody"),
                format!("a lista tem {line:?}, onde o mapa não tem ninguém"),
            );
        }
    }
}
