//! The first stage: the layout of each level.

use mapkiln_core::{Run, Seed, Stage};

use crate::Error;
use crate::genetic::evolve;
use crate::layout::corridors::Style;
use crate::layout::placement::Placement;
use crate::layout::problem::LayoutProblem;
use crate::layout::{KeptRooms, LevelLayout};
use crate::workshop::Workshop;

/// What the layout stage of a level is called, in reports and in the seed's streams.
pub(crate) fn stage_name(level: usize) -> String {
    if level == 0 { "layout".to_owned() } else { format!("layout.{level}") }
}

impl Workshop<'_> {
    /// Evolves the plain layout of one level.
    pub(crate) fn best_layout(
        &self,
        level: usize,
        kept: KeptRooms,
        run: &mut Run<'_>,
    ) -> Result<(LevelLayout, Stage), Error> {
        let numbers = kept.numbers.clone();
        let problem = self.layout_problem(level, kept)?;
        let evolved = evolve(&problem, &self.spec.layout, &stage_name(level), run)?.whole()?;
        let best = evolved.ranked.into_iter().next().filter(|member| member.fitness > 0);
        let Some(best) = best else { return Err(self.no_way(&problem)) };
        let level = LevelLayout { placement: problem.placement, layout: best.genome, kept: numbers };
        Ok((level, evolved.stage))
    }

    /// The problem of laying out one level, or an error if its rooms cannot fit.
    pub(crate) fn layout_problem(&self, level: usize, kept: KeptRooms) -> Result<LayoutProblem, Error> {
        let spec = self.spec;
        let shapes = match spec.shapes[..] {
            [] => self.theme.shapes.clone(),
            _ => spec.shapes.iter().map(|s| (*s, 1)).collect(),
        };
        let placement =
            Placement { width: self.width, height: self.height, corridor: spec.corridor_width, shapes };
        let rooms = kept.count.map_or(spec.room_range(), |n| (n, n));
        self.check_space(&placement, &kept, rooms.0)?;
        let style = Style {
            forks: 20,
            loops: 3,
            secrets: spec.secrets,
            dead_ends: spec.dead_ends,
            maze: spec.maze,
            winding: spec.winding,
        };
        Ok(LayoutProblem {
            placement,
            rooms,
            entrances: if level == 0 { spec.entrances } else { 2 },
            style,
            targets: crate::layout::metrics::PlainTargets::wished(&spec.targets),
            kept: kept.footprints,
            fixed: kept.endpoints,
        })
    }

    /// Tries to place the fewest rooms asked for; the best try says what to ask for instead.
    fn check_space(&self, placement: &Placement, kept: &KeptRooms, wanted: usize) -> Result<(), Error> {
        let seed = Seed::from("is there space");
        let mut most = 0;
        for i in 0..24 {
            let placed = placement.new_rooms(&kept.footprints, wanted, &mut seed.stream("try", i));
            most = most.max(placed.len());
            if most >= wanted {
                return Ok(());
            }
        }
        let side = self.width.max(self.height);
        let larger = side + side / 2 + 10;
        let advice = match most {
            0 | 1 => format!("use a grid of at least {larger}x{larger}"),
            n => format!("ask for at most {n}, or use a grid of about {larger}x{larger}"),
        };
        Err(self.no_space(wanted, advice))
    }

    /// The error for rooms that fit but cannot be joined.
    pub(crate) fn no_way(&self, problem: &LayoutProblem) -> Error {
        let advice = "no layout joined them all; use a larger grid, fewer rooms or narrower corridors";
        self.no_space(problem.rooms.0, advice.to_owned())
    }

    fn no_space(&self, wanted: usize, advice: String) -> Error {
        let (width, height, corridor) = (self.width, self.height, self.spec.corridor_width);
        Error::NoSpace { wanted, width, height, corridor, advice }
    }
}
