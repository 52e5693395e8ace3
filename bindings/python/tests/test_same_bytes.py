"""The same bytes as the command, for 200 seeds of each maker."""

from __future__ import annotations

from typing import Any

import pytest

import mapkiln
from conftest import Command

# Small maps, so that 200 of each are quick; every maker is there.
CASES: list[tuple[str, list[str], Any]] = [
    (
        "dungeon",
        ["dungeon", "--size", "small", "--generations", "2", "--population", "4"],
        lambda seeds: mapkiln.dungeon.many(
            seeds=seeds,
            size="small",
            layout={"population": 4, "generations": 2, "elitism": 2, "selection": {"tournament": 3}, "mutation": 60},
            contents={"population": 4, "generations": 2, "elitism": 2, "selection": {"tournament": 2}, "mutation": 50},
        ),
    ),
    (
        "classic",
        ["dungeon", "--classic", "--enemies", "75"],
        lambda seeds: mapkiln.dungeon.many(classic=True, seeds=seeds, enemies=75),
    ),
    ("catan", ["board", "catan"], lambda seeds: mapkiln.board.many("catan", seeds=seeds)),
    (
        "terra-mystica",
        ["board", "terra-mystica", "--profile", "thesis"],
        lambda seeds: mapkiln.board.many("terra-mystica", seeds=seeds, profile="thesis"),
    ),
    (
        "level",
        ["level", "lock-and-key", "--set", "rooms=20"],
        lambda seeds: mapkiln.level.many("lock-and-key", seeds=seeds, rooms=20),
    ),
    (
        "level-plan",
        ["level", "lock-and-key", "--set", "rooms=12", "--layout", "fast"],
        lambda seeds: (mapkiln.level.laid_out("lock-and-key", rooms=12, seed=seed) for seed in seeds),
    ),
    (
        "world",
        ["world", "village", "--size", "20x10"],
        lambda seeds: mapkiln.world.many("village", seeds=seeds, size=(20, 10)),
    ),
]


@pytest.mark.parametrize(("flags", "many"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_200_seeds(command: Command, flags: list[str], many: Any) -> None:
    # The command makes the seeds TEXT, TEXT#1, TEXT#2 and so on.
    seeds = ["s", *(f"s#{i}" for i in range(1, 200))]
    done = command(*flags, "--seed", "s", "--count", 200, "--format", "json", "--quiet")
    lines = done.stdout.decode().splitlines()
    assert len(lines) == 200
    for seed, line, made in zip(seeds, lines, many(seeds), strict=True):
        assert made.to_json() == line, seed
        assert made.seed == seed


def test_files_are_the_commands(command: Command, tmp_path: Any) -> None:
    for ending in ("json", "png", "uvtt", "svg", "md", "pdf"):
        theirs, ours = tmp_path / f"a.{ending}", tmp_path / "ours" / f"a.{ending}"
        ours.parent.mkdir(exist_ok=True)
        command("dungeon", "--size", "small", "--seed", "keep", "-o", theirs, "--quiet")
        mapkiln.dungeon(size="small", seed="keep").save(ours)
        assert ours.read_bytes() == theirs.read_bytes(), ending


def test_numbers_are_text() -> None:
    assert mapkiln.level(seed=7) == mapkiln.level(seed="7")
