//! A level as characters, for terminals.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::plan::{DoorKind, FeatureKind, Plan, Vertical};

/// A level as characters: `#` wall, `.` floor, `:` corridor, `+` door, `'` arch, `L` locked,
/// `B` barred, `H` portcullis, `S` secret, `<` `>` stairs, `o` pillar, `~` water, `v` pit; rooms by
/// number. `None` if there is no such level.
pub fn map_text(plan: &Plan, level: usize) -> Option<String> {
    let floor = plan.floor(level)?;
    let level = &plan.levels[level];
    let mut text: Grid<char> = Grid::from_fn(level.width, level.height, |p| match floor.ground_at(p) {
        Some(g) => match g.name.as_str() {
            "wall" => '#',
            "rock" => ' ',
            "corridor" => ':',
            _ => '.',
        },
        None => ' ',
    });
    for feature in &level.features {
        let letter = match feature.kind {
            FeatureKind::Pillar => 'o',
            FeatureKind::Water => '~',
            FeatureKind::Pit => 'v',
            FeatureKind::Rubble => ',',
            FeatureKind::Altar | FeatureKind::Statue | FeatureKind::Well => '&',
            FeatureKind::Light => continue,
        };
        feature.cells.iter().for_each(|&p| text[p] = letter);
    }
    for door in &level.doors {
        text[door.place.at()] = match door.kind {
            DoorKind::Arch => '\'',
            DoorKind::Door | DoorKind::Trapped { .. } => '+',
            DoorKind::Locked { .. } => 'L',
            DoorKind::Barred => 'B',
            DoorKind::Portcullis => 'H',
            DoorKind::Secret => 'S',
        };
    }
    for stairs in &level.stairs {
        text[stairs.at] = if stairs.way == Vertical::Up { '<' } else { '>' };
    }
    for entrance in &level.entrances {
        text[entrance.at] = '<';
    }
    for room in &level.rooms {
        let middle = room.outline.center();
        for (i, digit) in (room.id + 1).to_string().chars().enumerate() {
            let p = middle + Point::new(i as i32, 0);
            if room.outline.contains(p) {
                text[p] = digit;
            }
        }
    }
    let rows = text.rows().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n");
    let all: Vec<String> = rows.collect();
    let first = all.iter().position(|r| r.len() > 1).unwrap_or(0);
    let last = all.iter().rposition(|r| r.len() > 1).map_or(0, |l| l + 1);
    Some(all[first..last].concat())
}
