//! Enemies: how they notice, hunt and strike.
//!
//! Sight is symmetric, so an enemy sees the player exactly if the player sees it and it is near enough:
//! one look per turn is enough for all of them. Sound goes around corners: it spreads over walkable
//! cells, and a shut door muffles it. The same distances give the path to the player.

use mapkiln_core::{Direction, Point};
use serde::Serialize;

use crate::game::NOBODY;
use crate::sound::FAR;
use crate::{Game, TurnEvent};

/// An enemy, or one body of the boss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foe {
    /// Its cell.
    pub at: Point,
    /// Its name; may be empty.
    pub name: String,
    /// Its remaining health; 0 for bodies of the boss, which share theirs in [`Boss`].
    pub health: u32,
    /// Is it a body of the boss?
    pub boss: bool,
    /// Is it alive?
    pub alive: bool,
    /// What it is doing.
    pub mood: Mood,
    /// The path to where it last noticed the player, next step last.
    pub(crate) path: Vec<Point>,
}

/// What an enemy is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mood {
    /// It wanders.
    Idle,
    /// It hunts for this many more turns.
    Hunting(u32),
}

/// The boss: one being, however many bodies it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Boss {
    /// Its name; may be empty.
    pub name: String,
    /// Its remaining health, shared by all bodies.
    pub health: u32,
    /// The number of bodies.
    pub bodies: u32,
}

impl Game {
    /// Does anyone hunt the player?
    pub fn is_hunted(&self) -> bool {
        self.foes.iter().any(|f| f.alive && f.mood != Mood::Idle)
    }

    /// The player hits an enemy.
    pub(crate) fn strike(&mut self, index: usize, events: &mut Vec<TurnEvent>) {
        let strength = self.rules.strength;
        if self.foes[index].boss {
            let Some(boss) = &mut self.boss else { return };
            boss.health = boss.health.saturating_sub(strength);
            if boss.health > 0 {
                events.push(TurnEvent::BossHit(boss.name.clone(), boss.health));
                return;
            }
            events.push(TurnEvent::BossBeaten(boss.name.clone(), boss.bodies));
            self.boss = None;
            for foe in self.foes.iter_mut().filter(|f| f.boss) {
                foe.alive = false;
                self.foe_at[foe.at] = NOBODY;
            }
        } else {
            let foe = &mut self.foes[index];
            foe.health = foe.health.saturating_sub(strength);
            if foe.health > 0 {
                events.push(TurnEvent::EnemyHit(foe.name.clone(), foe.health));
                return;
            }
            foe.alive = false;
            self.foe_at[foe.at] = NOBODY;
            events.push(TurnEvent::EnemyBeaten(foe.name.clone()));
        }
        self.player.beaten += 1;
    }

    /// The enemies' part of the turn.
    pub(crate) fn foes_act(&mut self, noise: u32, events: &mut Vec<TurnEvent>) {
        let player = self.player.at;
        let near = i64::from(self.rules.enemy_sight).pow(2);
        let sees = |foe: &Foe| {
            let d = foe.at - player;
            i64::from(d.x).pow(2) + i64::from(d.y).pow(2) <= near && self.seen.contains(foe.at)
        };
        // Who sees the player? One body of the boss sees for all.
        let mut watching: Vec<bool> = self.foes.iter().map(|f| f.alive && sees(f)).collect();
        let boss_sees = self.foes.iter().zip(&watching).any(|(f, &w)| w && f.boss);
        if boss_sees {
            for (watch, foe) in watching.iter_mut().zip(&self.foes) {
                *watch |= foe.boss && foe.alive;
            }
        }
        let hunters = watching.iter().any(|&w| w) || self.is_hunted();
        if !hunters && noise == 0 {
            self.wander(&[]);
            return;
        }
        // Those whose path to the player may be asked for; who is further off than any path need not wait.
        let hunts = |(foe, &sees): (&Foe, &bool)| foe.alive && (sees || foe.mood != Mood::Idle);
        let mut wanted: Vec<Point> =
            self.foes.iter().zip(&watching).filter(|&pair| hunts(pair)).map(|(f, _)| f.at).collect();
        wanted.retain(|at| at.manhattan(player) <= FAR);
        self.sound.spread(player, noise, &mut wanted, &self.door_at, &self.doors);
        for (i, &sees) in watching.iter().enumerate() {
            let heard = self.sound.at(self.foes[i].at).is_some_and(|d| d <= noise);
            if self.foes[i].alive && (sees || heard) {
                self.notice(i, sees, events);
            }
        }
        let mut busy = vec![false; self.foes.len()];
        let mut boss_struck = false;
        for (i, busy) in busy.iter_mut().enumerate() {
            if self.foes[i].alive && self.foes[i].mood != Mood::Idle {
                *busy = true;
                self.hunt(i, &mut boss_struck, events);
            }
        }
        self.wander(&busy);
    }

    /// An enemy sees or hears the player, and remembers the path.
    fn notice(&mut self, index: usize, sees: bool, events: &mut Vec<TurnEvent>) {
        let foe = &mut self.foes[index];
        if foe.mood == Mood::Idle && sees && self.seen.contains(foe.at) {
            events.push(TurnEvent::Noticed(foe.name.clone()));
        }
        foe.mood = Mood::Hunting(self.rules.patience);
        foe.path.clear();
        let mut at = foe.at;
        while let Some(p) = self.sound.downhill(at) {
            foe.path.push(p);
            at = p;
        }
        foe.path.reverse();
    }

    fn hunt(&mut self, index: usize, boss_struck: &mut bool, events: &mut Vec<TurnEvent>) {
        let player = self.player.at;
        let foe = &mut self.foes[index];
        let at = foe.at;
        if let Mood::Hunting(left) = foe.mood {
            foe.mood = if left == 0 { Mood::Idle } else { Mood::Hunting(left - 1) };
        }
        if at.manhattan(player) == 1 && !self.edge_shut(at, player) {
            let boss = self.foes[index].boss;
            // The boss is one being and strikes once per turn.
            if boss && std::mem::replace(boss_struck, true) {
                return;
            }
            let harm = if boss { self.rules.boss_strength } else { self.rules.enemy_strength };
            self.player.health = self.player.health.saturating_sub(harm);
            events.push(TurnEvent::PlayerHit(self.foes[index].name.clone(), harm));
            return;
        }
        let Some(&planned) = self.foes[index].path.last() else { return };
        if self.free_for_foe(at, planned) {
            self.foes[index].path.pop();
            self.move_foe(index, planned);
            return;
        }
        // The next cell is taken: step to another that is no further, and plan again from there.
        let here = self.sound.at(at);
        let other = at.beside().into_iter().find(|&p| {
            p != planned
                && self.free_for_foe(at, p)
                && matches!((self.sound.at(p), here), (Some(d), Some(h)) if d <= h)
        });
        if let Some(p) = other {
            self.move_foe(index, p);
            self.foes[index].path.clear();
            let mut at = p;
            while let Some(q) = self.sound.downhill(at) {
                self.foes[index].path.push(q);
                at = q;
            }
            self.foes[index].path.reverse();
        }
    }

    /// Idle enemies take a random step now and then.
    fn wander(&mut self, busy: &[bool]) {
        let mut rng = self.seed.stream("wander", self.turn());
        for i in 0..self.foes.len() {
            if !self.foes[i].alive || busy.get(i) == Some(&true) {
                continue;
            }
            let (rolls, way) = (rng.percent(25), rng.index(4));
            // A body of the boss stays in its place until it hunts.
            if rolls && !self.foes[i].boss {
                let at = self.foes[i].at;
                let to = at.step(Direction::ALL[way]);
                let doorway = self.door_at.get(to).is_some_and(|&d| d != NOBODY);
                if !doorway && self.free_for_foe(at, to) {
                    self.move_foe(i, to);
                }
            }
        }
    }

    /// Can an enemy step from one cell to the next? Enemies open ordinary doors by walking into them.
    fn free_for_foe(&self, from: Point, to: Point) -> bool {
        let free = self.steps.get(to) == Some(&true) && self.foe_at[to] == NOBODY && to != self.player.at;
        if !free || self.edge_shut(from, to) {
            return false;
        }
        let door = self.door_at[to];
        door == NOBODY || {
            let door = &self.doors[usize::from(door)];
            !door.shut() || (door.found && door.kind.opens_freely())
        }
    }

    fn edge_shut(&self, from: Point, to: Point) -> bool {
        let Some(way) = Direction::ALL.into_iter().find(|&w| from.step(w) == to) else { return false };
        self.door_between(from, way).is_some_and(|d| self.doors[d].on_edge)
    }

    fn move_foe(&mut self, index: usize, to: Point) {
        let door = self.door_at[to];
        if door != NOBODY && self.doors[usize::from(door)].shut() {
            self.doors[usize::from(door)].open = true;
            self.walls.set(to, self.doors[usize::from(door)].opaque());
            self.looked_from = None;
        }
        self.foe_at[self.foes[index].at] = NOBODY;
        self.foe_at[to] = index as u16;
        self.foes[index].at = to;
    }
}
