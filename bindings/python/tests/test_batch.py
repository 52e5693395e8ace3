"""Batches on one machine: the command's, and the same job in Python."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import mapkiln
from conftest import Command
from mapkiln import _mapkiln
from mapkiln.batch import run

JOB = """
maker = "level"
seeds = "0..50"
part = 40
[spec]
grammar = "lock-and-key"
[vary]
rooms = [20, 12]
locks = "1..3"
"""


def files(folder: Path) -> dict[str, str]:
    """Every file with the hash of its bytes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def table(folder: Path) -> pa.Table:
    """All rows, in order."""
    return ds.dataset(folder, format="parquet", exclude_invalid_files=True).to_table().sort_by("index")


@pytest.fixture
def job(tmp_path: Path) -> Path:
    path = tmp_path / "job.toml"
    path.write_text(JOB)
    return path


def batch(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mapkiln.batch", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_threads_python_and_the_command_give_the_same_bytes(
    job: Path, tmp_path: Path, command: Command
) -> None:
    done = run(job, tmp_path / "ours", threads=2)
    assert (done.maps, done.parts, done.errors, done.made) == (200, 5, 0, 5)
    command("batch", job, "-o", tmp_path / "theirs", "--threads", 2)
    one = command("batch", job, "-o", tmp_path / "one", "--threads", 1)
    assert "200 maps in 5 parts" in one.stderr.decode()
    assert files(tmp_path / "ours") == files(tmp_path / "theirs") == files(tmp_path / "one")
    assert batch(job, "-o", tmp_path / "module").returncode == 0
    assert files(tmp_path / "ours") == files(tmp_path / "module")


def test_what_a_part_holds(job: Path, tmp_path: Path) -> None:
    run(job, tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [part["rows"] for part in manifest["parts"]] == [40] * 5
    found = table(tmp_path / "out")
    assert found.column_names[:4] == ["index", "seed", "spec_rooms", "spec_locks"]
    assert found.column_names[-2:] == ["map", "error"]
    rows = found.to_pylist()
    assert [row["index"] for row in rows] == list(range(200))
    # The seeds run within each combination; the last field varies fastest.
    assert [(row["spec_rooms"], row["spec_locks"]) for row in rows[::50]] == [(20, 1), (20, 2), (12, 1), (12, 2)]
    for row in rows[::17]:
        level = mapkiln.level("lock-and-key", rooms=row["spec_rooms"], locks=row["spec_locks"], seed=row["seed"])
        assert row["map"] == level.to_json() and row["error"] is None
        assert {name: row[name] for name in level.metrics} == level.metrics
    for part in manifest["parts"]:
        data = (tmp_path / "out" / part["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (part["bytes"], part["sha256"])
    told = (tmp_path / "out" / "manifest.json").read_text()
    assert str(tmp_path) not in told and os.uname().nodename not in told


def test_what_cannot_be_made_is_a_row(tmp_path: Path) -> None:
    job = {"maker": "level", "seeds": "0..10", "part": 10, "map": "none", "vary": {"rooms": [20, 60]}}
    done = run(job, tmp_path / "out")
    rows = table(tmp_path / "out").to_pylist()
    failed = [row for row in rows if row["error"] is not None]
    assert len(rows) == 20 and len(failed) == done.errors == 10
    assert "map" not in rows[0] and rows[0]["nodes"] is None and rows[10]["nodes"] > 0
    with pytest.raises(mapkiln.Unsatisfied) as caught:
        mapkiln.level(rooms=20, seed=0)
    assert str(caught.value) == failed[0]["error"]


def test_pictures_and_metrics(tmp_path: Path, command: Command) -> None:
    job = tmp_path / "job.toml"
    job.write_text('maker = "catan"\nseeds = "3..6"\npart = 2\npictures = "png"\nmap = "json"\nmetrics = ["luck"]\n')
    wrong = command("batch", job, "-o", tmp_path / "out", check=False)
    assert wrong.returncode == 2 and b"metrics are" in wrong.stderr
    job.write_text('maker = "catan"\nseeds = "3..6"\npart = 2\npictures = "png"\nmap = "json"\n')
    command("batch", job, "-o", tmp_path / "out")
    run(job, tmp_path / "ours")
    assert files(tmp_path / "out") == files(tmp_path / "ours")
    picture = tmp_path / "out" / "part-000000002-000000003" / "000000002.png"
    mapkiln.board("catan", seed=5).save(tmp_path / "b.png")
    assert picture.read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_started_folder_goes_on(job: Path, tmp_path: Path, command: Command) -> None:
    out = tmp_path / "out"
    command("batch", job, "-o", out)
    whole = files(out)
    names = [name for name in whole if name.endswith(".parquet")]
    # One part is missing, one damaged in the middle, one cut, and there is no manifest.
    (out / names[0]).unlink()
    damaged = bytearray((out / names[1]).read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (out / names[1]).write_bytes(damaged)
    (out / names[2]).write_bytes((out / names[2]).read_bytes()[:-100])
    (out / "manifest.json").unlink()
    (out / ".mapkiln-left-behind").write_text("half")
    times = {name: (out / name).stat().st_mtime_ns for name in names[3:]}
    assert run(job, out).made == 3
    assert files(out) == whole
    assert times == {name: (out / name).stat().st_mtime_ns for name in names[3:]}
    damaged = bytearray((out / names[1]).read_bytes())
    damaged[-20] ^= 1
    (out / names[1]).write_bytes(damaged)
    command("batch", job, "-o", out)
    assert files(out) == whole
    assert run(job, out).made == 0


def test_another_job_is_refused(job: Path, tmp_path: Path, command: Command) -> None:
    run(job, tmp_path / "out")
    job.write_text(JOB.replace("0..50", "0..51"))
    with pytest.raises(mapkiln.SpecError, match="started with another job"):
        run(job, tmp_path / "out")
    refused = command("batch", job, "-o", tmp_path / "out", check=False)
    assert refused.returncode == 2 and b"started with another job" in refused.stderr


def test_one_driver_at_a_time(job: Path, tmp_path: Path, command: Command) -> None:
    out = tmp_path / "out"
    out.mkdir()
    lock = out / ".lock"
    lock.write_text(f"{os.getpid()} {os.uname().nodename}\n")
    refused = command("batch", job, "-o", out, check=False)
    assert refused.returncode == 2 and b"is being worked on by process" in refused.stderr
    assert batch(job, "-o", out).returncode == 2
    gone = subprocess.Popen(["true"])
    gone.wait()
    lock.write_text(f"{gone.pid} {os.uname().nodename}\n")
    taken = command("batch", job, "-o", out)
    assert b"has left its lock behind" in taken.stderr and not lock.exists()


@pytest.mark.parametrize("who", ["command", "python"])
def test_killed_anywhere_it_goes_on(who: str, tmp_path: Path, program: str) -> None:
    job = tmp_path / "job.toml"
    job.write_text('maker = "level"\nseeds = "0..6000"\npart = 200\n[spec]\npreset = "rooms50"\n')
    assert run(job, tmp_path / "whole").parts == 30
    words = [program, "batch"] if who == "command" else [sys.executable, "-m", "mapkiln.batch"]
    out = tmp_path / "out"
    for least in (0, 7, 15):
        driver = subprocess.Popen([*words, str(job), "-o", str(out), "--threads", "2"], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while len(list(out.glob("part-*"))) < least and driver.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        for path in out.glob("part-*"):
            assert path.read_bytes()[-4:] == b"PAR1", "no half of a part has a final name"
    if out.exists():
        assert not (out / "manifest.json").exists()
    done = run(job, out)
    assert 0 < done.made <= 15
    assert files(out) == files(tmp_path / "whole")


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text('maker = "level"\nseeds = "0..1000000"\npart = 100\n')
    command = [sys.executable, "-m", "mapkiln.batch", str(job), "-o", str(tmp_path / "out")]
    # A shell starts what runs in its background without Ctrl-C, and children inherit that.
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed)
    while not list((tmp_path / "out").glob("part-*")):
        time.sleep(0.05)
    driver.send_signal(signal.SIGINT)
    told = driver.communicate(timeout=30)[1]
    assert driver.returncode == 130 and "this goes on" in told, told
    assert not (tmp_path / "out" / ".lock").exists()


def test_parts_of_about_a_second(tmp_path: Path, command: Command) -> None:
    job = tmp_path / "job.toml"
    job.write_text('maker = "level"\nseeds = "0..300"\n')
    command("batch", job, "-o", tmp_path / "out")
    part = json.loads((tmp_path / "out" / "manifest.json").read_text())["plan"]["job"]["part"]
    assert str(part).rstrip("0") in ("1", "2", "5")
    assert run(job, tmp_path / "out").made == 0, "the size that was chosen stays"


def test_object_stores_by_arrow(job: Path, tmp_path: Path) -> None:
    run(job, f"file://{tmp_path}/arrow")
    run(job, tmp_path / "folder")
    assert files(tmp_path / "arrow") == files(tmp_path / "folder")
    assert run(job, f"file://{tmp_path}/arrow").made == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('seeds = "5..5"', "are none"),
        ('seeds = "x"', "write a range"),
        ('seeds = "0..10"\npart = 0', "at least 1"),
        ('seeds = "0..10"\nspeed = 3', "speed"),
        ('seeds = "0..10"\nmap = "gzip"', "zstd"),
        ('seeds = "0..10"\npictures = "docx"', "endings are"),
        ('seeds = "0..10"\nmetrics = ["luck"]', "metrics are"),
        ('seeds = "0..10"\n[vary]\nrooms = []', "no values"),
        ('seeds = "0..10"\n[vary]\nrooms = 3', "write a list or a range"),
        ('seeds = "0..9999999999"', "write at most"),
        ('seeds = "0..10"\n[spec]\ngrammar = "nothing"', "nothing"),
    ],
)
def test_wrong_jobs_say_what_to_write(line: str, sentence: str, tmp_path: Path, command: Command) -> None:
    job = tmp_path / "job.toml"
    job.write_text(f'maker = "level"\n{line}\n')
    with pytest.raises(mapkiln.SpecError, match=sentence):
        run(job, tmp_path / "out")
    refused = command("batch", job, "-o", tmp_path / "out2", check=False)
    assert refused.returncode == 2 and sentence.encode() in refused.stderr
    assert not (tmp_path / "out2").exists()


def test_parts_count_from_0() -> None:
    plan = _mapkiln.Plan('maker = "level"\nseeds = "0..10"\npart = 5')
    with pytest.raises(mapkiln.SpecError, match="there is no part 2"):
        plan.make_part(2)
