//! `mapkiln batch`.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;

fn mapkiln() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"))
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    fs::read_dir(folder).unwrap().flatten().map(|e| (name(&e), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn threads_do_not_change_the_output_and_a_started_folder_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let job = folder.path().join("job.toml");
    fs::write(&job, "maker = 'level'\nseeds = '0..40'\npart = 10\n").unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let batch = |out: &Path, threads: &str| {
        let mut command = mapkiln();
        command.arg("batch").arg(&job).arg("-o").arg(out).args(["--threads", threads]);
        command
    };
    batch(&one, "1")
        .assert()
        .success()
        .stderr(predicate::str::contains("40 maps in 4 parts, 0 of them errors"));
    batch(&two, "3").assert().success();
    let whole = files(&one);
    assert_eq!(whole.len(), 6, "four parts, the job and the manifest");
    assert_eq!(files(&two), whole);

    fs::remove_file(two.join("part-000000010-000000020.parquet")).unwrap();
    fs::write(two.join("part-000000020-000000030.parquet"), b"PAR1").unwrap();
    fs::write(two.join(".mapkiln-left"), b"half").unwrap();
    batch(&two, "2").assert().success();
    assert_eq!(files(&two), whole);

    fs::write(&job, "maker = 'level'\nseeds = '0..41'\npart = 10\n").unwrap();
    batch(&two, "2").assert().code(2).stderr(predicate::str::contains("started with another job"));
    fs::write(two.join(".lock"), format!("{} elsewhere\n", std::process::id())).unwrap();
    batch(&two, "2").assert().code(2).stderr(predicate::str::contains("is being worked on by process"));
}
