//! Plans as Markdown: a text to run a dungeon from.

use std::fmt::{Result, Write};

use mapkiln_maps::plan::{
    Area, Contents, Door, DoorKind, Entry, Labels, Level, Monsters, Plan, Room, RoomId, capitalised,
};

/// The whole key of a plan in its own language, for the game master. Players may read that of
/// [`Plan::for_players`], which has no secrets and little else.
///
/// ```
/// use mapkiln_maps::plan::Plan;
/// let plan = Plan { title: "The Drowned Shrine".into(), ..Plan::default() };
/// assert!(mapkiln_draw::markdown::plan(&plan).starts_with("# The Drowned Shrine\n"));
/// ```
pub fn plan(plan: &Plan) -> String {
    let mut out = String::new();
    // Writing to a string never fails.
    let _ = Writer { plan, labels: plan.language.labels(), out: &mut out }.all();
    out
}

struct Writer<'p> {
    plan: &'p Plan,
    labels: &'static Labels,
    out: &'p mut String,
}

impl Writer<'_> {
    fn all(&mut self) -> Result {
        let (plan, labels) = (self.plan, self.labels);
        writeln!(self.out, "# {}\n", plan.title)?;
        if !plan.story.is_empty() {
            writeln!(self.out, "## {}\n\n{}\n", labels.background, plan.story)?;
        }
        for entry in &plan.front {
            self.entry(entry)?;
        }
        self.overview()?;
        for (number, level) in plan.levels.iter().enumerate() {
            if plan.levels.len() > 1 {
                writeln!(self.out, "## {} {}\n", labels.level, number + 1)?;
            }
            level.rooms.iter().try_for_each(|room| self.room(room))?;
            self.corridors(level)?;
        }
        self.keys()?;
        self.wandering()?;
        if !plan.credits.is_empty() {
            writeln!(self.out, "## {}\n", labels.credits)?;
            plan.credits.iter().try_for_each(|credit| writeln!(self.out, "- {credit}"))?;
        }
        Ok(())
    }

    fn overview(&mut self) -> Result {
        let Labels { room, purpose, monsters, treasure, .. } = self.labels;
        writeln!(self.out, "## {}\n", self.labels.overview)?;
        writeln!(self.out, "| {room} | {purpose} | {monsters} | XP | {treasure} |\n|---|---|---|---|---|")?;
        for room in self.plan.rooms() {
            let Contents { monsters, parcels, .. } = &room.contents;
            let who: Vec<String> = monsters.iter().map(|m| format!("{} × {}", m.count, m.name)).collect();
            let what: Vec<&str> = parcels.iter().map(|p| p.name.as_str()).collect();
            let xp: u64 = monsters.iter().map(worth).sum();
            let xp = if xp == 0 { String::new() } else { xp.to_string() };
            let (number, who, what) = (room.id + 1, who.join(", "), what.join(", "));
            writeln!(self.out, "| {number} | {} | {who} | {xp} | {what} |", room.kind)?;
        }
        writeln!(self.out)
    }

    fn room(&mut self, room: &Room) -> Result {
        let told = &room.description;
        // A paragraph without a lead says what the room is used for and how it is lit.
        let subtitle = told.entries.iter().find(|e| e.lead.is_empty());
        let subtitle = subtitle.map(|e| format!(" · {}", e.text)).unwrap_or_default();
        writeln!(self.out, "### {}. {}{subtitle}\n", room.id + 1, capitalised(&room.kind))?;
        if !told.aloud.is_empty() {
            writeln!(self.out, "> {}\n", told.aloud)?;
        }
        let entries = self.plan.true_entries(room);
        for entry in entries.iter().filter(|e| !e.lead.is_empty()) {
            writeln!(self.out, "- **{}** {}", lead(&entry.lead), entry.text)?;
        }
        if entries.is_empty() {
            if !told.secret.is_empty() {
                writeln!(self.out, "{}\n", told.secret)?;
            }
        } else {
            writeln!(self.out)?;
        }
        if entries.len() < told.entries.len().max(1) {
            for key in self.plan.keys.iter().filter(|k| k.room == room.id) {
                writeln!(self.out, "{} **{}**.\n", self.labels.key_here, key.name)?;
            }
        }
        let exits = self.plan.exits_in_words(room);
        // Entries may tell the ways out themselves.
        let told_already = entries.iter().any(|e| e.lead.eq_ignore_ascii_case(self.labels.exits));
        if !exits.is_empty() && !told_already {
            writeln!(self.out, "{}: {}.\n", self.labels.exits, exits.join("; "))?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> Result {
        match entry.lead.as_str() {
            "" => writeln!(self.out, "{}\n", entry.text),
            word => writeln!(self.out, "**{}** {}\n", lead(word), entry.text),
        }
    }

    /// What there is to say of corridors: secrets and traps.
    fn corridors(&mut self, level: &Level) -> Result {
        let mut corridors = level.corridors.iter().filter(|c| c.secret || !c.traps.is_empty()).peekable();
        if corridors.peek().is_none() {
            return Ok(());
        }
        writeln!(self.out, "### {}\n", self.labels.corridors)?;
        for corridor in corridors {
            let rooms = numbers(&corridor.joins);
            if corridor.secret {
                writeln!(self.out, "- {} {rooms}.", self.labels.secret_passage)?;
            }
            for trap in &corridor.traps {
                let (corridor, trap) = (self.labels.corridor, self.plan.trap_in_words(trap));
                writeln!(self.out, "- {corridor} {rooms}: {trap}.")?;
            }
        }
        writeln!(self.out)
    }

    fn keys(&mut self) -> Result {
        let plan = self.plan;
        if plan.keys.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "## {}\n", self.labels.keys)?;
        for key in &plan.keys {
            let opened = plan.doors().filter(|d| d.kind == DoorKind::Locked { key: Some(key.id) });
            let Labels { in_room, opens, .. } = self.labels;
            let locked = locked_rooms(opened);
            // One door has a room on either side; several have one in common, or none.
            let opens = opens[locked.len().clamp(1, 3) - 1];
            let (name, lies, rooms) = (&key.name, key.room + 1, self.listed(&locked));
            writeln!(self.out, "- **{name}** ({in_room} {lies}): {opens} {rooms}")?;
        }
        writeln!(self.out)
    }

    /// Numbers of rooms in a sentence: `3`, `3 and 6`.
    fn listed(&self, rooms: &[RoomId]) -> String {
        match rooms {
            [most @ .., last] if !most.is_empty() => {
                format!("{} {} {}", numbers(most), self.labels.and, last + 1)
            }
            _ => numbers(rooms),
        }
    }

    fn wandering(&mut self) -> Result {
        let Labels { wandering, roll, monsters, challenge, .. } = self.labels;
        // The front page tells who wanders, and on which errand.
        if self.plan.wandering.is_empty() || self.plan.tells_wandering() {
            return Ok(());
        }
        writeln!(self.out, "## {wandering}\n\n| {roll} | {monsters} | XP |\n|---|---|---|")?;
        for (i, m) in self.plan.wandering.iter().enumerate() {
            let (roll, xp) = (i + 1, worth(m));
            writeln!(self.out, "| {roll} | {} × {} ({challenge} {}) | {xp} |", m.count, m.name, m.challenge)?;
        }
        writeln!(self.out)
    }
}

/// A lead word with its stop.
fn lead(word: &str) -> String {
    if word.is_empty() || word.ends_with(['.', ':', '!', '?']) { word.to_owned() } else { format!("{word}.") }
}

/// The experience points of all of them.
fn worth(monsters: &Monsters) -> u64 {
    u64::from(monsters.xp) * u64::from(monsters.count)
}

fn numbers(rooms: &[RoomId]) -> String {
    rooms.iter().map(|r| (r + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// The rooms that the doors of one lock have in common, or else all behind them.
fn locked_rooms<'d>(doors: impl Iterator<Item = &'d Door>) -> Vec<RoomId> {
    let sides: Vec<Vec<RoomId>> = doors
        .map(|d| d.joins.iter().filter_map(|a| if let Area::Room(r) = a { Some(*r) } else { None }).collect())
        .collect();
    let mut all = sides.concat();
    all.sort_unstable();
    all.dedup();
    let common: Vec<RoomId> = all.iter().filter(|r| sides.iter().all(|s| s.contains(r))).copied().collect();
    if common.is_empty() { all } else { common }
}
