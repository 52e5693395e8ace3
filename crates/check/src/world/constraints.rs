//! Every constraint of the spec and of the tile set holds.

use mapkiln_core::{Point, Rect};
use serde_json::Value;

use super::grid::Cells;
use super::links::Links;
use super::selection::selection;
use super::tileset::{TileSet, taken_apart};
use super::{tile_set, world};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(world) = world(case) else { return };
    let Some(set) = tile_set(case, look) else { return };
    let spec = case.spec();
    let bare = spec.get("bare").and_then(Value::as_bool).unwrap_or(false);
    let endless = spec.get("chunks").is_some_and(|c| !c.is_null());
    let own = spec.get("constraint").and_then(Value::as_array).into_iter().flatten();
    let of_set = set.constraints.iter().filter(|_| !bare);
    let cells = Cells::of(world);
    for constraint in own.chain(of_set) {
        let Some((kind, wish)) = constraint.as_object().and_then(|c| c.iter().next()) else { continue };
        // An endless world keeps what can be seen cell by cell.
        let local =
            matches!(kind.as_str(), "allow" | "forbid") && wish.get("area").is_none_or(Value::is_null);
        let is_unfinished = spec.get("limit").is_some_and(|limit| !limit.is_null());
        if (endless || is_unfinished) && !local {
            continue;
        }
        Wish { cells: &cells, set: &set, kind, wish, look }.check();
    }
}

struct Wish<'a, 'l> {
    cells: &'a Cells<'a>,
    set: &'a TileSet,
    kind: &'a str,
    wish: &'a Value,
    look: &'l mut Look,
}

impl Wish<'_, '_> {
    fn check(&mut self) {
        let cells = self.cells;
        if self.kind == "mirror" {
            return self.mirror();
        }
        let tiles = self.wish.get("tiles").unwrap_or(&Value::Null);
        let Some(chosen) = self.selection(tiles) else { return };
        let through = self.wish.get("through").and_then(Value::as_str);
        match self.kind {
            "pin" => self.pin(&chosen),
            "allow" => self.everywhere(&chosen, true),
            "forbid" => self.everywhere(&chosen, false),
            "border" => self.border(&chosen),
            "count" => self.count(&chosen),
            "separation" => self.separation(&chosen),
            "max_run" => self.runs(&chosen),
            "connected" => self.connected(&Links::new(cells, &chosen, through)),
            "path" => self.path(&Links::new(cells, &chosen, through)),
            "pair_separation" => self.pair_separation(&chosen),
            "loop" => self.ring(&Links::new(cells, &chosen, through)),
            "no_loops" => self.no_loops(&Links::new(cells, &chosen, through)),
            "area" => self.blocks(&chosen),
            // Weights (`weigh`, `balance`) are wishes, and `parity` forbids nothing.
            _ => {}
        }
    }

    /// The tiles of a palette that names mean; none of them need be in the world.
    fn selection(&self, tiles: &Value) -> Option<Vec<bool>> {
        let palette = &self.cells.world.palette;
        let known =
            |name: &str| self.set.tiles.iter().any(|t| t.name == name || t.kinds.iter().any(|k| k == name));
        selection(palette, tiles).or_else(|| match tiles {
            Value::String(name) if known(name) => Some(vec![false; palette.len()]),
            Value::Array(names) if names.iter().filter_map(Value::as_str).any(known) => {
                Some(vec![false; palette.len()])
            }
            _ => None,
        })
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.wish.get(name).and_then(Value::as_u64)
    }

    fn point(value: &Value) -> Option<Point> {
        serde_json::from_value(value.clone()).ok()
    }

    fn is(&self, chosen: &[bool], cell: usize) -> bool {
        chosen[usize::from(self.cells.tile(cell))]
    }

    fn fault(&mut self, cell: Option<usize>, english: &str, portuguese: &str) {
        let kind = self.kind;
        let tiles = self.wish.get("tiles").map(Value::to_string).unwrap_or_default().replace('"', "");
        let place = cell.map_or(Place::whole(), |cell| {
            let (p, z) = self.cells.place(cell);
            Place::cell(z, p)
        });
        let at = place.cell.map_or(String::new(), |p| format!(" ({p})"));
        let language = self.look.language;
        self.look.error(
            place,
            say!(language, "{kind} {tiles}: {english}{at}", "{kind} {tiles}: {portuguese}{at}"),
        );
    }

    fn pin(&mut self, chosen: &[bool]) {
        self.look.saw(1);
        let (Some(at), layers) = (self.wish.get("at").and_then(Self::point), i64::from(self.cells.layers))
        else {
            return;
        };
        let layer = self.wish.get("layer").and_then(Value::as_i64).unwrap_or(0);
        let layer = if layer < 0 { layers + layer } else { layer };
        let inside = at.x >= 0 && at.y >= 0 && at.x < self.cells.width && at.y < self.cells.height;
        if !inside || !(0..layers).contains(&layer) {
            return;
        }
        let cell = self.cells.number(at.x, at.y, layer as i32);
        if !self.is(chosen, cell) {
            self.fault(Some(cell), "another tile lies there", "há outra peça ali");
        }
    }

    fn everywhere(&mut self, chosen: &[bool], wanted: bool) {
        let area: Option<Rect> = self.wish.get("area").and_then(|a| serde_json::from_value(a.clone()).ok());
        let layers = i64::from(self.cells.layers);
        let layer =
            self.wish.get("layer").and_then(Value::as_i64).map(|l| if l < 0 { layers + l } else { l });
        for cell in 0..self.cells.count() {
            let (p, z) = self.cells.place(cell);
            if area.is_some_and(|a| !a.contains(p)) || layer.is_some_and(|l| l != z as i64) {
                continue;
            }
            self.look.saw(1);
            if self.is(chosen, cell) != wanted {
                self.fault(Some(cell), "a tile lies where it may not", "há uma peça onde não pode");
            }
        }
    }

    fn border(&mut self, chosen: &[bool]) {
        for cell in 0..self.cells.count() {
            let (p, _) = self.cells.place(cell);
            let inside = p.x > 0 && p.y > 0 && p.x < self.cells.width - 1 && p.y < self.cells.height - 1;
            if inside {
                continue;
            }
            self.look.saw(1);
            if !self.is(chosen, cell) {
                self.fault(Some(cell), "another tile lies on the border", "há outra peça na borda");
            }
        }
    }

    fn count(&mut self, chosen: &[bool]) {
        let found = (0..self.cells.count()).filter(|c| self.is(chosen, *c)).count() as u64;
        self.look.saw(self.cells.count());
        let (least, most) = (self.number("min").unwrap_or(0), self.number("max"));
        if found < least || most.is_some_and(|most| found > most) {
            let most = most.map_or("∞".to_owned(), |m| m.to_string());
            self.fault(
                None,
                &format!("there are {found}, and {least} to {most} are allowed"),
                &format!("há {found}, e de {least} a {most} são permitidas"),
            );
        }
    }

    fn separation(&mut self, chosen: &[bool]) {
        for first in 0..self.cells.count() {
            if self.is(chosen, first) {
                self.look.saw(1);
                if self.meets(first, chosen) {
                    self.fault(Some(first), "another one is too near", "há outra perto demais");
                }
            }
        }
    }

    /// Is one of these tiles less than the wished distance from a cell?
    fn meets(&self, first: usize, chosen: &[bool]) -> bool {
        let distance = self.number("distance").unwrap_or(0).min(64);
        let mut near = std::collections::BTreeSet::from([first]);
        let mut edge = vec![first];
        for _ in 1..distance {
            let mut next = Vec::new();
            for cell in edge {
                next.extend(self.cells.around(cell).map(|(_, n)| n).filter(|n| near.insert(*n)));
            }
            if next.iter().any(|n| self.is(chosen, *n)) {
                return true;
            }
            edge = next;
        }
        false
    }

    fn pair_separation(&mut self, chosen: &[bool]) {
        let cells = self.cells;
        let from = self.wish.get("from").unwrap_or(&Value::Null);
        let Some(others) = self.selection(from) else { return };
        let distance = self.number("distance").unwrap_or(0).min(64);
        let near = ["one of the others is too near", "uma das outras está perto demais"];
        // From all of the first set at once, one step after the other.
        let mut seen: Vec<bool> = (0..cells.count()).map(|cell| self.is(chosen, cell)).collect();
        let mut edge: Vec<usize> = (0..cells.count()).filter(|cell| seen[*cell]).collect();
        self.look.saw(edge.len());
        // A tile of both sets is not too near to itself.
        if let Some(&cell) = edge.iter().find(|cell| self.is(&others, **cell) && self.meets(**cell, &others))
        {
            self.fault(Some(cell), near[0], near[1]);
        }
        for _ in 1..distance {
            let mut next = Vec::new();
            for cell in edge {
                let around = cells.around(cell).map(|(_, beside)| beside);
                next.extend(around.filter(|beside| !std::mem::replace(&mut seen[*beside], true)));
            }
            if let Some(&cell) = next.iter().find(|cell| self.is(&others, **cell)) {
                self.fault(Some(cell), near[0], near[1]);
            }
            edge = next;
        }
    }

    fn ring(&mut self, links: &Links<'_>) {
        self.look.saw(self.cells.count());
        if let Some(cell) = links.not_in_ring() {
            self.fault(
                Some(cell),
                "two ways must lead from every tile to every other",
                "dois caminhos devem levar de cada peça a cada outra",
            );
        }
    }

    fn mirror(&mut self) {
        let along_x = self.wish.get("axis").and_then(Value::as_str) == Some("x");
        let (w, h) = (self.cells.width, self.cells.height);
        let palette = &self.cells.world.palette;
        let shape = self.cells.world.shape;
        for cell in 0..self.cells.count() {
            let (p, z) = self.cells.place(cell);
            let (x, y) = if along_x { (w - 1 - p.x, p.y) } else { (p.x, h - 1 - p.y) };
            let other = self.cells.number(x, y, z as i32);
            if other < cell {
                continue;
            }
            self.look.saw(1);
            let (a, b) =
                (&palette[usize::from(self.cells.tile(cell))], &palette[usize::from(self.cells.tile(other))]);
            let alike = taken_apart(&a.name).0 == taken_apart(&b.name).0;
            let image = |side: usize| {
                if along_x { shape.mirrored_from(side) } else { shape.mirrored_from(shape.opposite(side)) }
            };
            let edges = a.edges.len() != shape.sides()
                || b.edges.len() != shape.sides()
                || shape != mapkiln_maps::world::CellShape::Square
                || (0..shape.sides())
                    .all(|side| a.edges[side].chars().rev().eq(b.edges[image(side)].chars()));
            if !(alike && edges) {
                self.fault(
                    Some(cell),
                    "the other half is no mirror image",
                    "a outra metade não é a imagem refletida",
                );
            }
        }
    }

    fn runs(&mut self, chosen: &[bool]) {
        let most = self.number("length").unwrap_or(u64::MAX);
        let axis = self.wish.get("axis").and_then(Value::as_str);
        let (w, h) = (self.cells.width, self.cells.height);
        for z in 0..self.cells.layers {
            for (name, lines, length) in [("x", h, w), ("y", w, h)] {
                if axis.is_some_and(|a| a != name) {
                    continue;
                }
                for line in 0..lines {
                    let mut run = 0u64;
                    for i in 0..length {
                        let (x, y) = if name == "x" { (i, line) } else { (line, i) };
                        let cell = self.cells.number(x, y, z);
                        self.look.saw(1);
                        run = if self.is(chosen, cell) { run + 1 } else { 0 };
                        if run == most.saturating_add(1) {
                            self.fault(Some(cell), "too many in a row", "muitas em fila");
                        }
                    }
                }
            }
        }
    }

    fn connected(&mut self, links: &Links<'_>) {
        let (piece, count) = links.pieces();
        self.look.saw(piece.len());
        // Only some of the tiles may have to hang together; the others are ways between them.
        let relevant = self.wish.get("relevant").filter(|relevant| !relevant.is_null());
        if let Some(relevant) = relevant.and_then(|tiles| self.selection(tiles)) {
            let mut found = (0..piece.len()).filter(|cell| self.is(&relevant, *cell));
            let first = found.next().map(|cell| piece[cell]);
            if let Some(cell) = found.find(|cell| Some(piece[*cell]) != first) {
                self.fault(Some(cell), "it is cut off from the others", "está separada das outras");
            }
        } else if count > 1 {
            let cell = piece.iter().position(|p| *p == 1);
            self.fault(cell, &format!("they are in {count} pieces"), &format!("estão em {count} partes"));
        }
    }

    fn path(&mut self, links: &Links<'_>) {
        let (piece, _) = links.pieces();
        let points = self.wish.get("points").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut first = None;
        for p in points.iter().filter_map(Self::point) {
            let inside = p.x >= 0 && p.y >= 0 && p.x < self.cells.width && p.y < self.cells.height;
            if !inside {
                continue;
            }
            self.look.saw(1);
            let cell = self.cells.number(p.x, p.y, 0);
            let here = piece[cell];
            let start = *first.get_or_insert(here);
            if here == u32::MAX || here != start {
                self.fault(Some(cell), "the way does not lead there", "o caminho não leva até ali");
            }
        }
    }

    fn no_loops(&mut self, links: &Links<'_>) {
        let mut leader: Vec<u32> = (0..self.cells.count() as u32).collect();
        fn find(leader: &mut [u32], mut cell: u32) -> u32 {
            while leader[cell as usize] != cell {
                leader[cell as usize] = leader[leader[cell as usize] as usize];
                cell = leader[cell as usize];
            }
            cell
        }
        for cell in 0..self.cells.count() {
            if !links.is_chosen(cell) {
                continue;
            }
            self.look.saw(1);
            for next in links.from(cell).filter(|n| *n > cell).collect::<Vec<_>>() {
                let (a, b) = (find(&mut leader, cell as u32), find(&mut leader, next as u32));
                if a == b {
                    self.fault(Some(cell), "a ring closes here", "um anel se fecha aqui");
                }
                leader[a as usize] = b;
            }
        }
    }

    fn blocks(&mut self, chosen: &[bool]) {
        let (Some(bw), Some(bh)) = (self.number("width"), self.number("height")) else { return };
        let (bw, bh) = (bw.clamp(1, 64) as i32, bh.clamp(1, 64) as i32);
        for z in 0..self.cells.layers {
            for y in (0..self.cells.height).step_by(bh as usize) {
                for x in (0..self.cells.width).step_by(bw as usize) {
                    self.look.saw(1);
                    let block = Rect::new(x, y, bw.min(self.cells.width - x), bh.min(self.cells.height - y));
                    let inside =
                        block.cells().filter(|p| self.is(chosen, self.cells.number(p.x, p.y, z))).count();
                    // A block that the border cuts is no whole block.
                    let whole = block.width == bw && block.height == bh;
                    if inside > 0 && (!whole || inside as i64 != block.area()) {
                        let cell = self.cells.number(x, y, z);
                        self.fault(
                            Some(cell),
                            "a block is filled in part",
                            "um bloco está cheio só em parte",
                        );
                    }
                }
            }
        }
    }
}
