//! Dungeons: a plan as a map for the game master or for the players.
//!
//! A players' map is drawn from [`Plan::for_players`], a plan that no longer knows any secret, so
//! there is nothing that could leak.

mod border;
mod chasm;
mod cost;
pub(crate) mod creatures;
mod dressing;
pub(crate) mod ground;
mod hatch;
pub(crate) mod iso;
mod key;
mod labels;
mod level;
pub(crate) mod light;
mod page;
mod setting;
pub(crate) mod style;
mod symbols;
pub(crate) mod things;
pub(crate) mod tokens;
mod typeset;

use mapkiln_maps::Audience;
use mapkiln_maps::plan::Plan;
use serde::{Deserialize, Serialize};

pub use iso::IsoDungeonView;
pub(crate) use key::{key, level_name};
pub(crate) use level::room_labels_from_the_side;
pub use setting::Setting;
pub use style::Style;
#[cfg(feature = "pdf")]
pub(crate) use typeset::{Line, Paragraph, set_whole};

use crate::error::Error;
use crate::scene::Scene;

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
    /// The kind of place, which full-colour looks show; default a crypt.
    pub setting: Setting,
}

/// Where the list of rooms stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum KeyPlace {
    /// To the right of the map if there are many rooms and the map is wide, otherwise under it.
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
            setting: Setting::default(),
        }
    }
}

impl DungeonView {
    /// The pixels per cell that make a page of at most 3,000 pixels, and no more than 70.
    pub fn pixels_per_cell(scene: &Scene) -> f32 {
        (page::WIDEST / scene.frame.width.max(1.0)).min(page::FINEST)
    }

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
        self.scene_with_words(plan, 1.0)
    }

    /// Draws the plan for a part of a sheet of paper, `width` by `height` points, with words around the
    /// map that can be read there.
    #[cfg(feature = "pdf")]
    pub(crate) fn scene_on_paper(&self, plan: &Plan, width: f32, height: f32) -> Result<Scene, Error> {
        let scene = self.scene(plan)?;
        let points = (width / scene.frame.width).min(height / scene.frame.height);
        let body = page::BODY / Self::pixels_per_cell(&scene) * points;
        if body >= page::READABLE {
            return Ok(scene);
        }
        self.scene_with_words(plan, (page::READABLE / body).min(3.0))
    }

    /// Draws the plan with words `words` times as large as for a screen.
    fn scene_with_words(&self, plan: &Plan, words: f32) -> Result<Scene, Error> {
        let plan = &*plan.for_audience(self.audience);
        let wanted: Vec<usize> = match self.level {
            Some(level) if level >= plan.levels.len() => {
                return Err(Error::NoLevel { asked: level + 1, levels: plan.levels.len() });
            }
            Some(level) => vec![level],
            None => (0..plan.levels.len()).collect(),
        };
        cost::check(wanted.iter().map(|&number| &plan.levels[number]))?;
        let look = self.style.look(self.setting);
        let mut legend = dressing::Legend::default();
        let maps = wanted
            .iter()
            .map(|&number| {
                let level = &plan.levels[number];
                (number, level::draw(level, plan.cell_feet, &look, self, &mut legend))
            })
            .collect();
        let sheet = page::Sheet { plan, view: self, look: &look, legend: &legend, maps, words };
        let mut scene = sheet.lay_out();
        dressing::stains(&mut scene, &look);
        Ok(scene)
    }
}
