//! Models: tile sets of any kind, ready to solve and to show.

use std::sync::Arc;

use mapkiln_core::Grid;
use mapkiln_maps::floor::Ground;

use crate::field::FieldRules;
use crate::rules::bits;
use crate::solve::Solver;
use crate::tileset::{TileSet, Variant, color_of_name, oriented};
use crate::{Adjacency, CellShape, Constraint, Error, Heuristic};
use mapkiln_maps::world::WorldTile;

/// A tile set with its rules and its palette. Building one takes longer than making a small map, so
/// reuse it for many maps.
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    solver: Solver,
    palette: Vec<WorldTile>,
    /// What each tile of the rules shows, as an index into the palette.
    faces: Vec<u16>,
    variants: Vec<Variant>,
    constraints: Vec<Constraint>,
    ground: Vec<usize>,
    last: Vec<usize>,
    fields: Option<Arc<FieldRules>>,
}

impl Model {
    /// Compiles a tile set.
    pub fn new(set: &TileSet) -> Result<Self, Error> {
        set.check()?;
        let set = &*set.expanded()?;
        let mut model = Model::without_fields(set)?;
        model.fields = FieldRules::new(set, &model)?.map(Arc::new);
        Ok(model)
    }

    fn without_fields(set: &TileSet) -> Result<Self, Error> {
        match &set.sample {
            Some(sample) => {
                let (grids, labels) = sample.grids()?;
                let patterns = sample.patterns(&grids)?;
                let palette = labels.iter().map(|(name, label)| {
                    let ground = if label.ground.is_empty() { name.clone() } else { label.ground.clone() };
                    WorldTile {
                        ground: Ground {
                            name: ground.clone(),
                            blocks_step: label.blocks_step,
                            blocks_sight: label.blocks_sight,
                        },
                        symbol: name.chars().next().unwrap_or('?'),
                        color: label.color.unwrap_or_else(|| color_of_name(name)),
                        kinds: vec![ground.clone()],
                        name: ground,
                        art: label.art.clone(),
                        ..WorldTile::default()
                    }
                });
                Ok(Model {
                    name: set.name.clone(),
                    palette: palette.collect(),
                    faces: patterns.values.iter().map(|v| v[0]).collect(),
                    solver: Solver::new(patterns.rules),
                    variants: Vec::new(),
                    constraints: set.constraints.clone(),
                    ground: patterns.ground,
                    last: patterns.last,
                    fields: None,
                })
            }
            None => {
                let compiled = set.compile()?;
                let palette = compiled.variants.iter().map(|variant| {
                    let tile = &set.tiles[variant.tile];
                    let ground = set.ground_of(tile);
                    let first = ground.name.chars().next().unwrap_or('?');
                    WorldTile {
                        name: variant.name.clone(),
                        symbol: tile.symbol.unwrap_or(first),
                        color: set.color_of(tile),
                        picture: set.picture_of(variant),
                        edges: variant.edges.clone(),
                        kinds: tile.kinds.clone(),
                        height: tile.height,
                        empty: tile.empty,
                        art: set.art_of(tile),
                        ground,
                    }
                });
                Ok(Model {
                    name: set.name.clone(),
                    palette: palette.collect(),
                    faces: (0..compiled.variants.len() as u16).collect(),
                    solver: Solver::new(compiled.rules),
                    variants: compiled.variants,
                    constraints: set.constraints.clone(),
                    ground: Vec::new(),
                    last: Vec::new(),
                    fields: None,
                })
            }
        }
    }

    /// The tile set's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape of its cells.
    pub fn shape(&self) -> CellShape {
        self.solver.rules().shape()
    }

    /// The rules.
    pub fn rules(&self) -> &Adjacency {
        self.solver.rules()
    }

    /// The solver with its tables.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What maps of this model are made of.
    pub fn palette(&self) -> &[WorldTile] {
        &self.palette
    }

    /// The tiles with all their turns and mirror images; empty for a sample.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// What a tile of the rules shows, as an index into the palette.
    #[inline]
    pub fn face(&self, tile: usize) -> u16 {
        self.faces[tile]
    }

    /// The default heuristic: fewest options for tiles; least entropy for samples, whose weights
    /// differ widely.
    pub fn heuristic(&self) -> Heuristic {
        if self.variants.is_empty() { Heuristic::Entropy } else { Heuristic::Fewest }
    }

    /// The tile set's own constraints.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The constraints that need a whole map; an endless world leaves them out.
    pub fn whole_map_constraints(&self) -> impl Iterator<Item = &Constraint> {
        // What is asked of a border holds where there is none.
        let matters =
            |c: &&Constraint| !crate::constraint::is_local(c) && !matches!(c, Constraint::Border { .. });
        self.constraints.iter().filter(matters)
    }

    /// The patterns that belong in the last row and only there; empty if there is no ground.
    pub(crate) fn ground(&self) -> &[usize] {
        &self.ground
    }

    /// Of the ground, the patterns below which the sample begins again: what lies in the last row of a
    /// map that wraps around.
    pub(crate) fn last_ground(&self) -> &[usize] {
        if self.last.is_empty() { &self.ground } else { &self.last }
    }

    /// What its fields mean for its tiles, if it has any.
    pub(crate) fn fields(&self) -> Option<&Arc<FieldRules>> {
        self.fields.as_ref()
    }

    /// The tiles that a name or kind means, as bits.
    pub(crate) fn select(&self, name: &str) -> Vec<u64> {
        let words = self.rules().words();
        let base = |full: &str| full.split('@').next() == Some(name);
        let means = |tile: &usize| {
            let shown = &self.palette[usize::from(self.faces[*tile])];
            let turned = self.variants.get(*tile).is_some_and(|v| v.of.as_deref() == Some(name));
            shown.name == name || base(&shown.name) || turned
        };
        let named = bits::of(words, (0..self.faces.len()).filter(means));
        if !bits::is_empty(&named) {
            return named;
        }
        self.of_kind(name)
    }

    /// The tiles of a kind or with a ground, as bits.
    pub(crate) fn of_kind(&self, name: &str) -> Vec<u64> {
        let is_kind = |tile: &usize| {
            let shown = &self.palette[usize::from(self.faces[*tile])];
            shown.kinds.iter().any(|k| k == name) || shown.ground.name == name
        };
        bits::of(self.rules().words(), (0..self.faces.len()).filter(is_kind))
    }

    /// Some names and kinds, for messages.
    pub(crate) fn some_names(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for tile in &self.palette {
            let base = tile.name.split('@').next().unwrap_or(&tile.name);
            for name in std::iter::once(base).chain(tile.kinds.iter().map(String::as_str)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let more = if names.len() > 16 { ", …" } else { "" };
        names.truncate(16);
        format!("{}{more}", names.join(", "))
    }

    /// The edge of a tile, if it has one.
    pub(crate) fn edge(&self, tile: usize, side: usize) -> Option<&str> {
        self.variants.get(tile).and_then(|v| v.edges.get(side)).map(String::as_str)
    }

    /// What a tile may have as its mirror image from east to west (`along_x`) or from north to south,
    /// as bits.
    ///
    /// A tile with edges: a tile whose edges are the image of them. A tile that names its images: those.
    /// Any other is its own image. A pattern shows one cell, so its image is any pattern that shows the
    /// same.
    pub(crate) fn mirrored(&self, tile: usize, along_x: bool) -> Vec<u64> {
        let words = self.rules().words();
        let Some(variant) = self.variants.get(tile) else {
            let same = |other: &usize| self.faces[*other] == self.faces[tile];
            return bits::of(words, (0..self.faces.len()).filter(same));
        };
        if let Some(images) = &variant.images {
            let name = &images[usize::from(!along_x)];
            return bits::of(words, self.variants.iter().position(|v| &v.name == name));
        }
        if variant.edges.is_empty() {
            return bits::of(words, [tile]);
        }
        let turns = if along_x { 0 } else { 2 };
        let image = oriented(self.shape(), &variant.edges, turns, true);
        let same = |v: &Variant| v.edges == image;
        let own = self.variants.iter().position(|v| v.tile == variant.tile && same(v));
        bits::of(words, own.or_else(|| self.variants.iter().position(same)))
    }

    /// The same tiles on meshes whose cells have up to `sides` sides, see
    /// [`Topology::mesh`](crate::Topology::mesh): two tiles may touch if the edges of the two sides fit.
    /// Pairs without a side fit on every side; pairs with one mean nothing on a mesh.
    pub fn on_mesh(&self, sides: usize) -> Result<Model, Error> {
        if self.variants.is_empty() || self.shape() == CellShape::Layers {
            let reason = "only flat tiles can lie on a mesh, no samples and no layers".to_owned();
            return Err(Error::Mesh { reason });
        }
        let own = self.rules();
        let everywhere = |a: usize, b: usize| (0..self.shape().sides()).all(|s| own.allows(s, a, b));
        let weights = own.weights().to_vec();
        let rules =
            Adjacency::on_mesh(sides, weights, |s, t, a, b| match (self.edge(a, s), self.edge(b, t)) {
                (Some(here), Some(there)) => here.chars().eq(there.chars().rev()),
                _ => everywhere(a, b),
            })?;
        Ok(Model { solver: Solver::new(rules), fields: None, ..self.clone() })
    }

    /// A made map as a world's layers; `face` gives indices into the palette.
    pub(crate) fn layers(&self, topology: &crate::Topology, face: impl Fn(u32) -> u16) -> Vec<Grid<u16>> {
        let (w, h) = (topology.width() as i32, topology.height() as i32);
        let layer = |z: u32| {
            let start = z * topology.width() * topology.height();
            Grid::from_fn(w, h, |p| face(start + p.y as u32 * topology.width() + p.x as u32))
        };
        (0..topology.layers()).map(layer).collect()
    }
}
