//! Is a state a legal plan? For tests, and after everything has moved at once.

use mapkiln_core::Point;

use super::state::{DOOR, State};

impl State<'_> {
    /// Is everything where it may be?
    pub(super) fn is_legal(&self) -> bool {
        let cell_ok = |p: Point, area: u32| {
            self.inside(p)
                && self.area_at(p) == Some(area)
                && p.around().iter().all(|&q| self.area_at(q).is_none_or(|other| other == area))
        };
        for (n, room) in self.objects.rooms.iter().enumerate() {
            let Some(room) = room else { continue };
            let fine = match room.form {
                None => room.rect.cells().all(|p| cell_ok(p, n as u32)),
                Some(form) => {
                    let at = Point::new(room.rect.x, room.rect.y);
                    self.task.forms[form as usize].cells.iter().all(|&p| cell_ok(at + p, n as u32))
                }
            };
            if !fine {
                return false;
            }
        }
        for (n, net) in self.objects.nets.iter().enumerate() {
            if !net.iter().all(|&p| cell_ok(p, n as u32)) {
                return false;
            }
        }
        for (e, route) in self.objects.routes.iter().enumerate() {
            let Some(route) = route else { return false };
            let area = self.task.area_of_edge(e);
            if !route.cells.iter().all(|&p| cell_ok(p, area)) {
                return false;
            }
            for gate in &route.gates {
                let mine = self.own[self.index(gate.at)] == DOOR | e as u32;
                let side = gate.facing.clockwise();
                let ends = [gate.facing.opposite(), gate.facing].map(|d| self.area_at(gate.at.step(d)));
                let sides = [side, side.opposite()].map(|d| self.area_at(gate.at.step(d)));
                if !mine || ends != gate.areas.map(Some) || sides != [None, None] {
                    return false;
                }
            }
        }
        true
    }
}
