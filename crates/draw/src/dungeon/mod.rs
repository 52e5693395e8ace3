//! Dungeons: a plan as a map for the game master or for the players.
//!
//! A players' map is drawn from [`Plan::for_players`], a plan that no longer knows any secret, so
//! there is nothing that could leak.

mod dressing;
mod ground;
mod key;
mod level;
mod style;
mod symbols;

use mapkiln_maps::Audience;
use mapkiln_maps::plan::Plan;
use serde::{Deserialize, Serialize};

#[cfg(feature = "pdf")]
pub(crate) use dressing::{Line, set};
#[cfg(feature = "pdf")]
pub(crate) use key::Paragraph;
pub(crate) use key::{key, level_name};
pub use style::Style;

use crate::error::Error;
use crate::scene::{Frame, Scene, Vec2};

/// How a dungeon is drawn. Map units are cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DungeonView {
    /// The look; default hatched.
    pub style: Style,
    /// Who the map is for; default the game master.
    pub audience: Audience,
    /// Draw one level, counted from 0; default all of them, side by side.
    pub level: Option<usize>,
    /// Where the list of rooms stands; default beside the map. A players' map has none.
    pub key: KeyPlace,
    /// Title, compass, scale bar and legend around the map; default yes. Without them and without a
    /// key the picture of one level is exactly its grid, cell for cell, as virtual tabletops want it.
    pub dressed: bool,
    /// Lines between the cells; default yes.
    pub grid: bool,
    /// Room numbers on a game master's map; default yes.
    pub numbers: bool,
}

/// Where the list of rooms stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyPlace {
    /// To the right of the map.
    #[default]
    Beside,
    /// Under the map.
    Below,
    /// Nowhere.
    None,
}

impl Default for DungeonView {
    fn default() -> Self {
        DungeonView {
            style: Style::default(),
            audience: Audience::default(),
            level: None,
            key: KeyPlace::default(),
            dressed: true,
            grid: true,
            numbers: true,
        }
    }
}

impl DungeonView {
    /// The bare map of one level, exactly its grid: what goes under the walls of a virtual tabletop
    /// and on sheets of paper.
    pub fn bare(style: Style, audience: Audience, level: usize) -> Self {
        DungeonView {
            style,
            audience,
            level: Some(level),
            key: KeyPlace::None,
            dressed: false,
            ..Self::default()
        }
    }

    /// Draws the plan.
    pub fn scene(&self, plan: &Plan) -> Result<Scene, Error> {
        let plan = &*plan.for_audience(self.audience);
        let wanted: Vec<usize> = match self.level {
            Some(level) if level >= plan.levels.len() => {
                return Err(Error::NoLevel { asked: level + 1, levels: plan.levels.len() });
            }
            Some(level) => vec![level],
            None => (0..plan.levels.len()).collect(),
        };
        let look = self.style.look();
        let title = if plan.title.is_empty() { "Dungeon" } else { &plan.title };
        let mut scene = Scene::new(title, Frame::default());
        scene.background = Some(look.paper);
        let mut legend = dressing::Legend::default();
        let mut corner = Vec2::default();
        let mut map: Option<Frame> = None;
        let mut names = Vec::new();
        // Levels stand in rows, so that several are not one long strip.
        let per_row = (1..).find(|n| n * n >= wanted.len()).unwrap_or(1);
        for (place, &number) in wanted.iter().enumerate() {
            let drawn = level::draw(&plan.levels[number], &look, self, &mut legend);
            let frame = drawn.frame;
            // The first, or only, level keeps its own coordinates.
            let shift = match map {
                Some(map) => {
                    if place % per_row == 0 {
                        // Space for the names of the levels below.
                        corner = Vec2::new(map.x, map.bottom() + 2.0 + 0.05 * map.width);
                    }
                    Vec2::new(corner.x - frame.x, corner.y - frame.y)
                }
                None => {
                    corner.y = frame.y;
                    Vec2::default()
                }
            };
            let placed = Frame::new(frame.x + shift.x, frame.y + shift.y, frame.width, frame.height);
            corner.x = placed.right() + 2.0;
            map = Some(map.map_or(placed, |map| map.union(placed)));
            names.push((placed, level_name(plan, number)));
            scene.append(drawn, shift);
        }
        let map = map.unwrap_or(Frame::new(0.0, 0.0, 10.0, 4.0));
        scene.frame = map;
        if self.dressed {
            dressing::dress(&mut scene, plan, &look, self, map, &names, &legend);
        }
        if self.audience.knows_secrets() && self.key != KeyPlace::None {
            dressing::add_key(&mut scene, &key(plan), &look, self.key, map);
        }
        dressing::stains(&mut scene, &look);
        Ok(scene)
    }
}
