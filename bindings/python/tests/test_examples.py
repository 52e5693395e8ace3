"""The example jobs run, at sizes smaller than their small ones."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import mapkiln
from conftest import HERE
from mapkiln.batch import plan_of, run

EXAMPLES = HERE.parent / "examples"


def python(*words: object) -> str:
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_levels(tmp_path: Path) -> None:
    plan, _ = plan_of(EXAMPLES / "levels" / "full.toml")
    assert plan.maps >= 1_000_000
    job = tmp_path / "tiny.toml"
    job.write_text((EXAMPLES / "levels" / "small.toml").read_text().replace("0..3334", "0..50"))
    run(job, tmp_path / "levels")
    told = python(EXAMPLES / "levels" / "summary.py", tmp_path / "levels")
    assert told.startswith("300 levels, 0 errors") and "rooms 100" in told


def test_elites(tmp_path: Path) -> None:
    script = EXAMPLES / "elites" / "elites.py"
    python(script, "-o", tmp_path / "a", "--dungeons", 20)
    python(script, "-o", tmp_path / "b", "--dungeons", 20)
    archive = (tmp_path / "a" / "archive.json").read_text()
    assert archive == (tmp_path / "b" / "archive.json").read_text()
    elite = next(iter(json.loads(archive)["elites"].values()))
    assert mapkiln.make(elite["spec"], seed=elite["seed"]).metrics["loops"] == elite["figures"]["loops"]
    assert (tmp_path / "a" / "heat.png").read_bytes().startswith(b"\x89PNG")


def test_atlas(tmp_path: Path) -> None:
    python(EXAMPLES / "atlas" / "atlas.py", "-o", tmp_path, "--cells", 320)
    file = sqlite3.connect(tmp_path / "world.mbtiles")
    counts = dict(file.execute("SELECT zoom_level, count(*) FROM tiles GROUP BY zoom_level"))
    deepest = max(counts)
    assert counts[deepest] == 25 and counts[0] == 1 and set(counts) == set(range(deepest + 1))
    (data,) = file.execute("SELECT tile_data FROM tiles WHERE zoom_level = 0").fetchone()
    assert data.startswith(b"\x89PNG")
    file.close()
