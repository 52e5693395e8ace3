//! Foundry VTT: an archive to unpack into Foundry's `Data` folder.
//!
//! It holds `mapkiln/NAME/` with one picture per level, the scenes for version 13 (one per level) and
//! for version 14 (one with all levels), for the game master a journal with one page per room and pins
//! to it, and a macro that puts everything into the world. Foundry's own import menu gives documents
//! new ids; the macro keeps ours, so that pins find their pages.
//!
//! The picture lies below the walls and is seen by everyone at the table: draw it from
//! [`Plan::for_backdrop`], or for a players' archive from [`Plan::for_players`]. Room numbers are pins
//! that only the game master sees.

mod journal;
mod scene;

use mapkiln_core::fingerprint;
use mapkiln_maps::plan::Plan;

use super::{ExportError, ExportOptions, check_picture, json, slug, zip};

/// The plan as an archive, with one picture (PNG) per level.
pub fn export(plan: &Plan, pictures: &[Vec<u8>], options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    options.check()?;
    if pictures.len() != plan.levels.len() {
        return Err(ExportError::PictureCount { levels: plan.levels.len(), pictures: pictures.len() });
    }
    for (number, (level, png)) in plan.levels.iter().zip(pictures).enumerate() {
        check_picture(png, level, number, options.pixels_per_cell)?;
    }
    let plan = options.shown(plan);
    let ids = Ids::new(&plan);
    let folder = format!("mapkiln/{}-{}", slug(&plan.title), &ids.of("folder")[..6]);
    let journal = options.audience.knows_secrets().then(|| journal::of(&plan, &ids));
    let images: Vec<String> = (1..=pictures.len()).map(|n| format!("{folder}/level-{n}.png")).collect();
    let maker = scene::Maker { plan: &plan, ids: &ids, images: &images, journal: journal.as_ref(), options };
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut scenes = Vec::new();
    for number in 0..plan.levels.len() {
        let name = format!("{folder}/scene-v13-level-{}.json", number + 1);
        files.push((name.clone(), json(&maker.v13(number))));
        scenes.push(name);
    }
    let name = format!("{folder}/scene-v14.json");
    files.push((name.clone(), json(&maker.v14())));
    let journal_name = journal.map(|journal| {
        let name = format!("{folder}/journal.json");
        files.push((name.clone(), json(&journal)));
        name
    });
    files.push((format!("{folder}/import-macro.js"), macro_text(&scenes, &name, journal_name).into_bytes()));
    files.push((format!("{folder}/README.txt"), README.as_bytes().to_vec()));
    files.extend(images.iter().cloned().zip(pictures.iter().cloned()));
    zip::archive(&files).ok_or(ExportError::TooLarge)
}

/// Foundry's ids of 16 letters. They follow from the shape of the map alone, so that a map whose
/// words or contents were changed replaces the one that was imported before.
struct Ids(String);

impl Ids {
    fn new(plan: &Plan) -> Self {
        let shape: Vec<_> = plan
            .levels
            .iter()
            .map(|level| {
                let rooms: Vec<_> = level.rooms.iter().map(|r| &r.outline).collect();
                let ways: Vec<_> = level.corridors.iter().map(|c| &c.cells).collect();
                (level.width, level.height, rooms, ways)
            })
            .collect();
        Ids(fingerprint(&json(&shape)))
    }

    fn of(&self, part: &str) -> String {
        let mut name = fingerprint(format!("{}/{part}", self.0).as_bytes());
        name.truncate(16);
        name
    }
}

const README: &str = "\
A map for Foundry VTT 13 or 14, made by Mapkiln.

1. Unpack this archive into the Data folder of Foundry.
2. In your world create a macro of type Script, paste import-macro.js into it, and run it once.

The macro makes the scene (version 14: one scene with all levels; version 13: a scene for each
level) and, in the game master's archive, the journal whose pages the pins on the scene open.
";

/// The macro that makes the documents and keeps their ids.
fn macro_text(v13: &[String], v14: &str, journal: Option<String>) -> String {
    let list = |names: &[String]| serde_json::Value::from(names.to_vec()).to_string();
    format!(
        "// Puts the map into this world, or replaces it there. Made by Mapkiln.\n\
         const read = async (path) => (await fetch(foundry.utils.getRoute(path))).json();\n\
         const journals = {};\n\
         const scenes = game.release.generation >= 14 ? {} : {};\n\
         const replace = async (kind, all, path) => {{\n\
         \x20 const data = await read(path);\n\
         \x20 await all.get(data._id)?.delete();\n\
         \x20 await kind.create(data, {{ keepId: true }});\n\
         }};\n\
         for (const path of journals) await replace(JournalEntry, game.journal, path);\n\
         for (const path of scenes) await replace(Scene, game.scenes, path);\n\
         ui.notifications.info(`Made ${{scenes.length}} scene(s).`);\n",
        list(journal.as_slice()),
        list(&[v14.to_owned()]),
        list(v13),
    )
}
