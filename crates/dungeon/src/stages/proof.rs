//! The last stage: proves that the goal can be reached from every entrance.

use mapkiln_maps::plan::{Plan, RoomId, RoomTag};

use crate::findings::{ProofAttempt, Proofs};
use crate::solve;
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// Asks the solver for a proof from each entrance.
    pub(crate) fn prove(&self, plan: &Plan) -> Proofs {
        let tagged = |tag: RoomTag| -> Vec<RoomId> {
            plan.rooms().filter(|r| r.tags.contains(&tag)).map(|r| r.id).collect()
        };
        let goal = tagged(RoomTag::Goal).first().copied().unwrap_or(0);
        let attempt = |entrance| ProofAttempt { entrance, goal, proof: solve(plan, entrance, goal) };
        Proofs {
            attempts: tagged(RoomTag::Entrance).into_iter().map(attempt).collect(),
            keys: plan.keys.len(),
            rooms: plan.rooms().count(),
        }
    }
}
