//! Stable names of what words are about, where it can change under them.

use super::{Entry, Exit, Plan, Room, Vertical, Way};
use mapkiln_core::Direction;

impl Plan {
    /// The names of a room's exits as facts, in the order of [`Plan::exits`], such as
    /// `r4.exit.n.d12.locked.7`: the side, the door and its kind, and the rooms it leads to.
    pub fn exit_facts(&self, room: &Room) -> Vec<String> {
        self.exits(room).iter().map(|exit| exit_fact(room, exit)).collect()
    }

    /// Does what a fact says of exits and keys still hold in this plan? Other facts are not looked at.
    ///
    /// Words stay when a room is kept, and the ways around it may change.
    pub fn fact_holds(&self, fact: &str) -> bool {
        let Some((first, rest)) = fact.split_once('.') else {
            return true;
        };
        let number = |text: &str, letter: char| text.strip_prefix(letter)?.parse::<u32>().ok();
        if rest.starts_with("exit.") {
            let room = number(first, 'r').and_then(|n| self.room(n.checked_sub(1)?));
            return room.is_some_and(|room| self.exit_facts(room).iter().any(|f| f == fact));
        }
        if let (Some(key), Some(room)) = (number(first, 'k'), rest.strip_prefix("in.")) {
            return self.keys.get(key as usize).is_some_and(|k| number(room, 'r') == Some(k.room + 1));
        }
        true
    }

    /// Does the front page tell who wanders about, so that a bare list would only say it again?
    pub fn tells_wandering(&self) -> bool {
        self.front.iter().any(|e| e.facts.iter().any(|f| f == "story.wandering"))
    }

    /// The paragraphs of a room whose facts still hold, in order.
    pub fn true_entries<'r>(&self, room: &'r Room) -> Vec<&'r Entry> {
        let holds = |entry: &&Entry| entry.facts.iter().all(|fact| self.fact_holds(fact));
        room.description.entries.iter().filter(holds).collect()
    }
}

fn exit_fact(room: &Room, exit: &Exit<'_>) -> String {
    let to: Vec<String> = exit.leads_to.iter().map(|r| (u64::from(*r) + 1).to_string()).collect();
    let to = if to.is_empty() { "nowhere".to_owned() } else { to.join("_") };
    let from = u64::from(room.id) + 1;
    match exit.way {
        Way::Surface => format!("r{from}.exit.out"),
        Way::Stairs(Vertical::Up) => format!("r{from}.exit.up.{to}"),
        Way::Stairs(Vertical::Down) => format!("r{from}.exit.down.{to}"),
        Way::Door { toward, door } => {
            let side = match toward {
                Direction::North => "n",
                Direction::East => "e",
                Direction::South => "s",
                Direction::West => "w",
            };
            format!("r{from}.exit.{side}.d{}.{}.{to}", door.id, door.kind.name())
        }
    }
}
