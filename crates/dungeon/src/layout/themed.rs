//! The first genetic algorithm: layouts in the manner of a theme.
//!
//! A decoder turns genes into a draft; the weaver joins its spaces; what comes out is judged by the
//! targets that the seed drew and by the theme's own terms.

use std::sync::Arc;

use mapkiln_core::{Direction, Point, Stream};
use mapkiln_search::ga::Evolve;

use super::doorways::place_doors;
use super::draft::{Built, Canvas, Draft, Gate, How, Place, ROCK, Space, SpaceId};
use super::figures::FloorFigures;
use super::genes::{BlockKind, DOORS, Genes};
use super::secrets::secret_ways;
use super::targets::{Drawn, ThemeRanges};
use super::turn::Frame;
use super::weave::{Woven, weave};

/// Turns genes into drafts in the manner of one theme.
pub(crate) trait Decoder: Sync {
    /// The theme's id.
    fn id(&self) -> &'static str;

    /// The gene table. It has [`DOORS`].
    fn genes(&self) -> &'static [BlockKind];

    /// What the seed draws its targets from.
    fn ranges(&self) -> ThemeRanges;

    /// A draft with all ways that could be; `None` if nothing can be built from these genes.
    fn decode(&self, genes: &Genes, drawn: &Drawn) -> Option<Draft>;

    /// What the theme itself holds against a layout, in hundredths of a cost of 1.
    fn terms(&self, _draft: &Draft, _woven: &Woven) -> u64 {
        0
    }

    /// How the finished plan may be turned.
    fn turns(&self) -> Turns {
        Turns::All
    }

    /// What is built once the doors are known.
    fn dress(&self, _body: &Body) -> Vec<Built> {
        Vec::new()
    }

    /// The room from which stairs lead to the next level; by default the goal.
    fn descent(&self, body: &Body) -> SpaceId {
        body.woven.boss
    }

    /// How the level below one with this turn is turned.
    fn turn_below(&self, _above: u8, rng: &mut Stream) -> u8 {
        self.turns().draw(rng)
    }

    /// Does one draft hold all levels?
    fn makes_all_levels(&self) -> bool {
        false
    }
}

/// How a finished plan may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    All,
    Mirrors,
    None,
}

impl Turns {
    /// A turn drawn at random: quarter turns, plus 4 if mirrored.
    pub(crate) fn draw(self, rng: &mut Stream) -> u8 {
        match self {
            Turns::All => rng.below(8) as u8,
            // As it is, half a turn, and the two mirror images.
            Turns::Mirrors => [0, 2, 4, 6][rng.index(4)],
            Turns::None => 0,
        }
    }
}

/// A decoded and woven layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    pub(crate) draft: Arc<Draft>,
    pub(crate) floor: FloorFigures,
    pub(crate) gates: Vec<Gate>,
    pub(crate) woven: Woven,
    /// By way: where its door is.
    pub(crate) placed: Vec<Option<Place>>,
    /// What the targets are off, in hundredths of a cost of 1.
    pub(crate) off: u64,
    /// What the theme holds against it.
    pub(crate) terms: u64,
}

/// A candidate: genes, the targets they were decoded for, and the layout if there is one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ThemedLayout {
    pub(crate) genes: Genes,
    pub(crate) drawn: Drawn,
    pub(crate) body: Option<Arc<Body>>,
}

/// A room that must stay: its cells in the coordinates of the draft.
#[derive(Clone, Debug)]
pub(crate) struct KeptCells {
    pub(crate) level: usize,
    pub(crate) cells: Vec<Point>,
    /// Is it an entrance? `None` if that does not matter.
    pub(crate) entrance: Option<bool>,
    /// Is it the goal? `None` if that does not matter.
    pub(crate) goal: Option<bool>,
}

/// The problem of laying out a place in the manner of a theme.
pub(crate) struct ThemedProblem<'d> {
    pub(crate) decoder: &'d dyn Decoder,
    /// The targets that the seed drew.
    pub(crate) drawn: Drawn,
    /// The fewest and the most rooms.
    pub(crate) rooms: (usize, usize),
    pub(crate) entrances: usize,
    /// Secret ways that there should be room for.
    pub(crate) secrets: usize,
    /// The genes of the layout that is made again.
    pub(crate) base: Option<Genes>,
    pub(crate) kept: Vec<KeptCells>,
    /// Where the draft lies on the grid, if rooms stay: it can no longer be moved into the grid.
    pub(crate) frame: Option<Frame>,
    /// The exact number of rooms of each level, if it may not change.
    pub(crate) counts: Option<Vec<usize>>,
    /// Draws targets for each candidate of its own, instead of those of the seed.
    pub(crate) spread: Option<&'d (dyn Fn(&mut Stream) -> Drawn + Sync)>,
}

/// The fitness of a layout that costs nothing. One that costs 1 has half of it, one that costs 3 a
/// quarter: by differences alone the roulette wheel would hardly tell them apart.
pub(crate) const BEST: u64 = 100_000;

/// How often genes are drawn until something can be built from them.
const TRIES: usize = 8;
/// How many mutations change the doors alone, in percent.
const DOORS_ALONE: u32 = 25;

/// What it costs that a secret way finds no place.
const NO_SECRET: u64 = 300;
/// How many mutations are new candidates, in percent: they bring in what nobody has (Grefenstette 1992).
const IMMIGRANTS: u32 = 25;

impl ThemedProblem<'_> {
    /// Decodes, weaves and judges. With only the doors' genes changed, the draft is used again.
    pub(crate) fn build(&self, genes: Genes, drawn: Drawn, before: Option<&ThemedLayout>) -> ThemedLayout {
        let known = before
            .filter(|b| b.drawn == drawn && b.genes.same_shape(&genes))
            .and_then(|b| b.body.as_ref())
            .map(|b| (Arc::clone(&b.draft), b.floor, b.gates.clone()));
        let body = self.body(&genes, &drawn, known).map(Arc::new);
        ThemedLayout { genes, drawn, body }
    }

    fn body(
        &self,
        genes: &Genes,
        drawn: &Drawn,
        known: Option<(Arc<Draft>, FloorFigures, Vec<Gate>)>,
    ) -> Option<Body> {
        let (draft, floor, gates) = match known {
            Some(known) => known,
            None => {
                let mut draft = self.decoder.decode(genes, drawn)?;
                if !self.allows(&draft, drawn) {
                    return None;
                }
                let held: Vec<(SpaceId, &KeptCells)> =
                    self.kept.iter().filter_map(|k| Some((holds(&draft, k)?, k))).collect();
                for (space, kept) in held {
                    keep_breaches(&mut draft, space, kept);
                    match kept.goal {
                        Some(true) => draft.boss = Some(space),
                        Some(false) => draft.not_boss |= 1 << space,
                        None => {}
                    }
                }
                let gates = gates(&draft, self.entrances)?;
                let is_gate = |space: SpaceId| gates.iter().any(|g| g.space == space);
                let same = |kept: &KeptCells| {
                    holds(&draft, kept).is_some_and(|s| kept.entrance.is_none_or(|e| e == is_gate(s)))
                };
                if !self.kept.iter().all(same) || draft.boss.is_some_and(|b| draft.not_boss >> b & 1 == 1) {
                    return None;
                }
                let floor = FloorFigures::of(&draft);
                (Arc::new(draft), floor, gates)
            }
        };
        let woven = weave(&draft, &gates, genes.block(DOORS.name, 0), drawn)?;
        let placed = place_doors(&draft, &woven.chosen, &gates)?;
        let floor = floor.with_passages(&draft, &woven.chosen);
        let off = woven.cost + drawn.floor_cost(draft.rooms(), &floor);
        let terms = u64::from(draft.flaws) + self.decoder.terms(&draft, &woven);
        let mut body = Body { draft, floor, gates, woven, placed, off, terms };
        let lacking = self.secrets - secret_ways(&body, self.secrets).len();
        body.terms += NO_SECRET * lacking as u64;
        Some(body)
    }

    /// A layout from genes near those of one that is known. Where nothing can be built from them, others
    /// are tried, as for the first generation; if all fail, the layout stays.
    fn near(&self, known: &ThemedLayout, mut vary: impl FnMut() -> Genes) -> ThemedLayout {
        let mut tries = (0..TRIES).map(|_| self.build(vary(), known.drawn, Some(known)));
        tries.find(|made| made.body.is_some()).unwrap_or_else(|| known.clone())
    }

    /// Has the draft the right number of rooms, in the room there is, with all that must stay?
    fn allows(&self, draft: &Draft, drawn: &Drawn) -> bool {
        let rooms = draft.rooms();
        let fits = |canvas: &Canvas| {
            let bounds = canvas.bounds();
            let on_grid = |frame: Frame| {
                let placed = frame.rect(bounds);
                placed.x >= 1 && placed.y >= 1
            };
            bounds.width <= drawn.side[0] && bounds.height <= drawn.side[1] && self.frame.is_none_or(on_grid)
        };
        let on_level =
            |level: usize| draft.spaces.iter().filter(|s| s.room && usize::from(s.level) == level).count();
        (self.rooms.0..=self.rooms.1).contains(&rooms)
            && draft.spaces.len() < super::draft::MOST_SPACES
            && (0..draft.levels.len()).all(|level| fits(&draft.ground(level)))
            && self
                .counts
                .as_ref()
                .is_none_or(|counts| counts.iter().enumerate().all(|(l, n)| on_level(l) == *n))
            && self.kept.iter().all(|kept| holds(draft, kept).is_some())
    }
}

/// The space that has exactly the cells of a room that must stay, besides those of breaches.
pub(crate) fn holds(draft: &Draft, kept: &KeptCells) -> Option<SpaceId> {
    let canvas = draft.levels.get(kept.level)?;
    let space = kept.cells.iter().map(|p| canvas.at(*p)).find(|s| *s != ROCK)?;
    let own = kept.cells.iter().filter(|p| canvas.at(**p) == space).count();
    let broken = |p: &Point| {
        draft
            .ways
            .iter()
            .any(|w| w.a == space && matches!(&w.how, How::Breach { cells, .. } if cells.contains(p)))
    };
    let Space { room, area, .. } = draft.spaces[usize::from(space)];
    let whole = room
        && area as usize == own
        && kept.cells.iter().all(|p| canvas.at(*p) == space || (canvas.at(*p) == ROCK && broken(p)));
    whole.then_some(space)
}

/// The breaches of a room that stays are those that it has.
fn keep_breaches(draft: &mut Draft, space: SpaceId, kept: &KeptCells) {
    draft.ways.retain_mut(|way| match &way.how {
        How::Breach { cells, .. } if way.a == space => {
            way.must = cells.iter().all(|p| kept.cells.contains(p));
            way.must
        }
        _ => true,
    });
}

impl Evolve for ThemedProblem<'_> {
    type Genome = ThemedLayout;

    fn create(&self, rng: &mut Stream) -> ThemedLayout {
        let mut last = None;
        for attempt in 0..TRIES {
            let drawn = self.spread.map_or(self.drawn, |draw| draw(rng));
            let genes = match &self.base {
                None => Genes::random(self.decoder.genes(), rng),
                Some(base) => {
                    let mut genes = base.clone();
                    // The more tries, the fewer changes; the doors alone can always change.
                    genes.redraw([30, 20, 12, 6, 3].get(attempt).copied().unwrap_or(0), rng);
                    genes
                }
            };
            let made = self.build(genes, drawn, None);
            if made.body.is_some() {
                return made;
            }
            last = Some(made);
        }
        // Unfit, and so without offspring; if all are, the stage reports it.
        last.unwrap_or_else(|| self.build(Genes::random(self.decoder.genes(), rng), self.drawn, None))
    }

    /// 0 if nothing could be built from the genes.
    fn fitness(&self, layout: &ThemedLayout) -> u64 {
        layout.body.as_ref().map_or(0, |b| (BEST * 100 / (100 + b.off + b.terms)).max(1))
    }

    fn max_fitness(&self) -> u64 {
        BEST
    }

    /// Two children by whole blocks.
    fn cross(&self, a: &ThemedLayout, b: &ThemedLayout, rng: &mut Stream) -> (ThemedLayout, ThemedLayout) {
        let (a, b) = if self.fitness(a) >= self.fitness(b) { (a, b) } else { (b, a) };
        let mut child = || {
            self.near(a, || {
                let mut genes = a.genes.cross(&b.genes, rng);
                // Parents that are alike would have a child that is nothing new.
                if genes == a.genes {
                    genes.mutate(rng);
                }
                genes
            })
        };
        (child(), child())
    }

    fn mutate(&self, layout: &mut ThemedLayout, rng: &mut Stream) {
        if rng.percent(IMMIGRANTS) {
            *layout = self.create(rng);
            return;
        }
        *layout = self.near(layout, || {
            let mut genes = layout.genes.clone();
            if rng.percent(DOORS_ALONE) {
                genes.redraw(0, rng);
            } else {
                genes.mutate(rng);
            }
            genes
        });
    }
}

/// Is there free ground from a cell straight out to the edge of the box, three cells wide?
pub(crate) fn way_out(canvas: &Canvas, at: Point, out: Direction) -> bool {
    let bounds = canvas.bounds();
    let side = out.clockwise().vector();
    let mut p = at.step(out);
    if canvas.is_floor(p) {
        return false;
    }
    while bounds.contains(p) {
        if [p, p + side, p - side].iter().any(|&q| canvas.is_floor(q) && q != p) || canvas.is_floor(p) {
            return false;
        }
        p = p.step(out);
    }
    true
}

/// Steps between two doors from outside into one room, at least.
const FAR_DOOR: u32 = 6;

/// The ways in: those of the decoder, then others far from them. `None` if the main one is blocked.
fn gates(draft: &Draft, wanted: usize) -> Option<Vec<Gate>> {
    // Whatever is dug later, the ground before an entrance stays free.
    let ground = draft.ground(0);
    let open = |g: &Gate| way_out(&ground, g.at, g.facing.opposite());
    let main = draft.gates.first()?;
    if !open(main) {
        return None;
    }
    let mut gates: Vec<Gate> = draft.gates.iter().filter(|g| open(g)).copied().take(wanted).collect();
    let canvas = &draft.levels[0];
    // One more room for each; where there is none, a second door into a room that has one.
    let mut into_same_room = false;
    while gates.len() < wanted {
        let mut best: Option<(u32, Gate)> = None;
        for (p, space) in canvas.floor() {
            let near = |g: &Gate| g.space == space && (!into_same_room || g.at.manhattan(p) < FAR_DOOR);
            let taken = gates.iter().any(near) || draft.boss == Some(space);
            if taken || !draft.spaces[usize::from(space)].room {
                continue;
            }
            for out in Direction::ALL {
                let side = out.clockwise().vector();
                // In the middle of a wall three cells long.
                let flat = [p + side, p - side].iter().all(|&q| canvas.at(q) == space);
                if flat && way_out(&ground, p, out) {
                    let far = gates.iter().map(|g| g.at.manhattan(p)).min().unwrap_or(0);
                    if best.is_none_or(|b| far > b.0) {
                        best = Some((far, Gate { space, at: p, facing: out.opposite() }));
                    }
                }
            }
        }
        match best {
            Some((_, gate)) => gates.push(gate),
            None if into_same_room => break,
            None => into_same_room = true,
        }
    }
    Some(gates)
}

impl Body {
    /// The number of corridors, and that of their cells.
    pub(crate) fn corridors(&self) -> (usize, usize) {
        let spaces = self.draft.spaces.iter().filter(|s| !s.room).map(|s| s.area as usize);
        let chosen = self.draft.ways.iter().zip(&self.woven.chosen).filter(|(_, c)| **c);
        let passages = chosen.filter_map(|(way, _)| match &way.how {
            How::Throat(_, thick) => Some((*thick - 1) as usize),
            How::Passage { cells, .. } => Some(cells.len()),
            _ => None,
        });
        spaces.chain(passages).fold((0, 0), |(count, cells), n| (count + 1, cells + n))
    }

    /// Doors in walls that two rooms share.
    pub(crate) fn shared_doors(&self) -> usize {
        let room = |s: SpaceId| self.draft.spaces[usize::from(s)].room;
        let chosen = self.draft.ways.iter().zip(&self.woven.chosen).filter(|(_, c)| **c);
        chosen.filter(|(w, _)| matches!(w.how, How::Door(_)) && room(w.a) && room(w.b)).count()
    }
}
