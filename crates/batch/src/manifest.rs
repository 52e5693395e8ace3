//! What a finished job has written: no time, no host, no path, so that it is the same everywhere.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{BatchPlan, Part};

/// The list of the parts of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The job, with all that was chosen for it.
    pub plan: BatchPlan,
    /// The hash of the plan.
    pub hash: String,
    /// Every part, in order.
    pub parts: Vec<PartRecord>,
}

/// A part in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRecord {
    /// The name of its file.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// The rows that hold an error instead of a map.
    pub errors: u64,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its file.
    pub sha256: String,
}

impl Manifest {
    /// As it is stored.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("manifests have text keys") + "\n"
    }
}

impl From<&Part> for PartRecord {
    fn from(part: &Part) -> Self {
        PartRecord {
            name: part.name.clone(),
            rows: part.rows,
            errors: part.errors,
            bytes: part.bytes.len() as u64,
            sha256: digest(&part.bytes),
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
