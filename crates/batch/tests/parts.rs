//! Parts are the same wherever and however often they are made.

#![allow(clippy::unwrap_used)]

use mapkiln_batch::{BatchJob, BatchPlan, Manifest, PartRecord, digest};

fn plan(text: &str) -> BatchPlan {
    BatchPlan::new(BatchJob::from_toml(text).unwrap()).unwrap()
}

const LEVELS: &str = "maker = 'level'\nseeds = '5..25'\npart = 30\n[spec]\ngrammar = 'lock-and-key'\n\
                      [vary]\nrooms = [20, 12]\nlocks = '1..3'";

#[test]
fn a_part_is_the_same_from_a_plan_that_was_sent() {
    let plan = plan(LEVELS);
    let sent = BatchPlan::from_json(&plan.to_json()).unwrap();
    assert_eq!(sent.hash(), plan.hash());
    for part in 0..plan.parts() {
        assert_eq!(sent.make_part(part).unwrap(), plan.make_part(part).unwrap());
    }
}

#[test]
fn the_bytes_of_a_part_are_frozen() {
    // A changed one is a breaking change: started jobs cannot go on with another version.
    let part = plan("maker = 'catan'\nseeds = '0..20'\npart = 20\nmap = 'zstd'").make_part(0).unwrap();
    assert_eq!(digest(&part.bytes), "9e39fe6c326192569c77ea44895238ef0af88d38fb9622d51d077b0edb4ccaf2");
}

#[test]
fn maps_are_numbered_through_all_combinations() {
    let plan = plan(LEVELS);
    assert_eq!((plan.maps(), plan.parts()), (80, 3));
    assert_eq!(plan.range(2), 60..80);
    assert_eq!(plan.name(2), "part-000000060-000000080.parquet");
    assert_eq!(
        [plan.place(0), plan.place(19), plan.place(20), plan.place(79)],
        [(0, 5), (0, 24), (1, 5), (3, 24)]
    );
    let chosen: Vec<String> = (0..4)
        .map(|i| {
            format!("{:?}", plan.job.vary.combination(i).iter().map(|f| f.1.clone()).collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        chosen,
        [
            "[Number(20), Number(1)]",
            "[Number(20), Number(2)]",
            "[Number(12), Number(1)]",
            "[Number(12), Number(2)]"
        ]
    );
}

#[test]
fn the_order_of_what_varies_is_that_of_the_job() {
    for text in [
        "maker = 'level'\nseeds = '0..1'\n[vary]\nrooms = [20]\nchests = [2]\nenemies = [3]",
        "maker = 'level'\nseeds = '0..1'\nvary = [['rooms', [20]], ['chests', [2]], ['enemies', [3]]]",
    ] {
        let job = BatchJob::from_toml(text).unwrap();
        let names: Vec<&str> = job.vary.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["rooms", "chests", "enemies"]);
        let json = BatchJob::from_json(&serde_json::to_string(&job).unwrap()).unwrap();
        assert_eq!(json, job);
    }
}

#[test]
fn a_damaged_part_is_not_recognised() {
    let plan = plan(LEVELS);
    let part = plan.make_part(1).unwrap();
    let entry = plan.recognise(1, &part.bytes).unwrap();
    assert_eq!(entry, PartRecord::from(&part));
    assert_eq!(
        plan.recognise(0, &part.bytes).map(|e| e.name),
        Some(plan.name(0)),
        "as many rows, another name"
    );
    assert_eq!(plan.recognise(2, &part.bytes), None, "another number of rows");
    assert_eq!(plan.with_part(31).recognise(1, &part.bytes), None, "another plan");
    for place in (0..part.bytes.len()).step_by(part.bytes.len() / 97) {
        let mut damaged = part.bytes.clone();
        damaged[place] ^= 4;
        let found = plan.recognise(1, &damaged);
        assert!(found.is_none_or(|found| found.sha256 != entry.sha256), "byte {place}");
    }
    for length in [0, 7, 8, 100, part.bytes.len() - 1] {
        assert_eq!(plan.recognise(1, &part.bytes[..length]), None);
    }
}

#[test]
fn manifests_are_read_as_they_are_written() {
    let plan = plan("maker = 'level'\nseeds = '0..4'\npart = 2");
    let parts = (0..2).map(|i| PartRecord::from(&plan.make_part(i).unwrap())).collect();
    let manifest = Manifest { hash: plan.hash(), plan, parts };
    let read: Manifest = serde_json::from_str(&manifest.to_json()).unwrap();
    assert_eq!(read, manifest);
}

#[test]
fn wrong_jobs_are_refused() {
    let refused = |text: &str| match BatchJob::from_toml(text).and_then(BatchPlan::new) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    for (text, words) in [
        ("maker = 'sandwich'\nseeds = '0..1'", "there is no maker"),
        ("maker = 'level'\nseeds = '4..4'", "are none"),
        ("maker = 'level'\nseeds = '-4..4'", "write a range"),
        ("maker = 'level'\nseeds = '0..4'\n[vary]\nrooms = 'many'", "write a list or a range"),
        ("maker = 'dungeon'\nseeds = '0..4'\n[vary]\nlevels = [1, 99]", "levels = 99"),
    ] {
        assert!(refused(text).contains(words), "{text}: {}", refused(text));
    }
}
