"""Making: arguments, specs, seeds, series."""

from __future__ import annotations

import inspect
import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mapkiln
from conftest import Command


def test_the_examples_of_the_readme() -> None:
    keep = mapkiln.dungeon(size="small", party="4x3", seed="keep")
    assert isinstance(keep, mapkiln.Dungeon)
    level = mapkiln.level("lock-and-key", rooms=20, seed=7)
    assert isinstance(level, mapkiln.Level) and level.spec is not None and level.spec["set"] == {"rooms": 20}
    inn = mapkiln.world("village", size=(60, 20), seed="inn")
    assert inn.tiles.shape == (20, 60)
    assert inn == mapkiln.world("village", size="60x20", seed="inn")
    final = mapkiln.board("catan", profile="tournament", seed=1)
    assert final.score("tournament") == {"tournament": 0}


def test_a_level_tells_the_rewrites_that_made_it() -> None:
    level = mapkiln.level("lock-and-key", rooms=20, seed=7)
    derivation = level.derivation
    assert len(derivation["numbers"]) == len(level.to_dict()["nodes"])
    assert all({"rule", "matched", "changes"} <= step.keys() for step in derivation["steps"])
    # The report goes without: it would take longer than making the level.
    assert level.report is not None and "derivation" not in level.report.get("findings", {})


def test_a_new_seed_is_in_the_map_and_no_random_state_is_touched() -> None:
    random.seed(1)
    np.random.seed(1)
    before = (random.getstate(), np.random.get_state()[1].tolist())  # type: ignore[index]
    one, two = mapkiln.level(), mapkiln.level()
    assert one.seed != two.seed
    assert mapkiln.level(seed=one.seed) == one
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]


def test_keywords_win_over_the_spec(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text('size = "small"\nparty = "3,3,4"\n')
    made = mapkiln.dungeon(spec=path, party="4x5", seed=1)
    assert made == mapkiln.dungeon(size="small", party="4x5", seed=1)
    assert made == mapkiln.dungeon(spec={"size": "small", "maker": "dungeon"}, party="4x5", seed=1)
    with pytest.raises(mapkiln.SpecError, match="this function runs"):
        mapkiln.dungeon(spec={"maker": "catan"})


def test_series_are_in_order_and_equal_to_single_ones() -> None:
    many = list(mapkiln.level.many(seeds=range(100), preset="rooms50", threads=2, chunk=7))
    assert [one.seed for one in many] == [str(i) for i in range(100)]
    assert many[63] == mapkiln.level(preset="rooms50", seed=63)
    assert many == list(mapkiln.level.many(seeds=range(100), preset="rooms50", threads=1))
    assert list(mapkiln.level.many(seeds=[])) == []


def test_a_series_makes_maps_when_they_are_asked_for() -> None:
    asked = []

    def seeds() -> object:
        for i in range(1000):
            asked.append(i)
            yield i

    many = mapkiln.level.many(seeds=seeds(), chunk=10)  # type: ignore[arg-type]
    next(many)
    assert len(asked) == 10


def test_any_maker_by_its_spec() -> None:
    made = mapkiln.make({"maker": "level", "set": {"rooms": 60}}, seed=3)
    assert made == mapkiln.level(rooms=60, seed=3)


def test_numbers_of_numpy_are_numbers() -> None:
    made = mapkiln.level(rooms=np.int64(60), seed=np.int64(3))  # type: ignore[arg-type]
    assert made == mapkiln.level(rooms=60, seed=3)


def test_a_grammar_of_a_file(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "my.grammar"
    done = command("level", "check", "lock-and-key", "--format")
    path.write_bytes(done.stdout)
    made = mapkiln.level(str(path), seed=1)
    assert made.spec is not None and made.spec["source"] == done.stdout.decode()
    with pytest.raises(FileNotFoundError):
        mapkiln.level("missing.grammar")


def test_signatures_and_docs_come_from_the_specs() -> None:
    parameters = inspect.signature(mapkiln.dungeon).parameters
    assert parameters["size"].default == "medium"
    assert parameters["party"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "The grid and the number of rooms" in (mapkiln.dungeon.__doc__ or "")
    assert next(iter(inspect.signature(mapkiln.level).parameters)) == "grammar"
    told = inspect.signature(mapkiln.world).parameters["tileset"].default
    assert mapkiln.world(size=(8, 8), seed=1) == mapkiln.world(told, size=(8, 8), seed=1)
    assert mapkiln.level(seed=1) == mapkiln.level(inspect.signature(mapkiln.level).parameters["grammar"].default, seed=1)


def test_remake() -> None:
    keep = mapkiln.dungeon(size="small", seed="keep")
    assert keep.remake() == keep
    other = keep.remake(seed="b")
    assert other.seed == "b" and other == mapkiln.dungeon(size="small", seed="b")
    again = keep.remake(keep={"rooms": [1]}, reroll="contents", seed="b")
    assert again != keep and [r["outline"] for r in again.rooms] == [r["outline"] for r in keep.rooms]
    assert again.rooms[0] == keep.rooms[0]
    assert again.remake() == again


def test_remake_is_the_commands_reroll(command: Command, tmp_path: Path) -> None:
    keep = mapkiln.dungeon(size="small", seed="keep")
    keep.save(tmp_path / "keep.json")
    flags = ("--from", tmp_path / "keep.json", "--keep", "rooms=1,3", "--reroll", "contents")
    done = command("dungeon", *flags, "--seed", "b", "--format", "json", "--quiet")
    ours = keep.remake(keep={"rooms": [1, 3]}, reroll="contents", seed="b")
    assert ours.to_json() == done.stdout.decode().strip()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FIELDS = ["size", "party", "rooms", "levels", "theme", "locks", "layout", "targets", "lang", "shapes", "width"]


@settings(max_examples=150, deadline=None)
@given(field=st.sampled_from(FIELDS), value=JSON)
def test_any_value_gives_a_map_or_a_value_error(field: str, value: object) -> None:
    small = {"population": 4, "generations": 1}
    fields = {"layout": small, "contents": small, "size": "small", field: value}
    try:
        made = mapkiln.dungeon(seed=1, **fields)  # type: ignore[arg-type]
    except ValueError as error:
        assert str(error)
    else:
        assert json.loads(made.to_json())["mapkiln"] == "plan"


@settings(max_examples=150, deadline=None)
@given(seed=JSON, rooms=st.integers(min_value=-(2**70), max_value=2**70) | JSON)
def test_any_seed_and_any_count(seed: object, rooms: object) -> None:
    try:
        mapkiln.level("lock-and-key", seed=seed, rooms=rooms)  # type: ignore[arg-type]
    except ValueError as error:
        assert str(error)
