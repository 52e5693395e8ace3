"""What a map can do."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import networkx
import numpy as np
import pytest

import mapkiln


@pytest.fixture(scope="module")
def keep() -> mapkiln.Dungeon:
    return mapkiln.dungeon(size="small", seed="keep")


def all_kinds() -> list[mapkiln.Map]:
    return [
        mapkiln.dungeon(size="small", seed=1),
        mapkiln.dungeon(classic=True, seed=1),
        mapkiln.level(seed=1),
        mapkiln.level.laid_out(preset="rooms50", seed=1),
        mapkiln.world("village", size=(20, 10), seed=1),
        mapkiln.board(seed=1),
        mapkiln.board("terra-mystica", profile="thesis", seed=1),
    ]


def test_every_kind_has_every_attribute() -> None:
    for made in all_kinds():
        assert made.seed == "1" and made.spec and made.report
        assert all(isinstance(value, float | int) for value in made.metrics.values())
        assert made.to_dict() == json.loads(made.to_json())["map"]
        assert pickle.loads(pickle.dumps(made)) == made
        assert hash(made) == hash(made.remake())
        assert made._repr_svg_().startswith("<")
        assert eval(repr(made)) == made, repr(made)
        assert "\n" not in repr(made)
        verdict = made.check()
        assert verdict["outcomes"] and all(o["state"] != "fails" for o in verdict["outcomes"])


def test_maps_are_frozen(keep: mapkiln.Dungeon) -> None:
    with pytest.raises(AttributeError):
        keep.seed = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        mapkiln.Dungeon()
    assert keep != "keep" and len({keep, keep.remake()}) == 1


def test_what_is_saved_can_be_loaded(keep: mapkiln.Dungeon, tmp_path: Path) -> None:
    path = tmp_path / "keep.json"
    keep.save(path)
    assert path.read_text() == keep.to_json() + "\n"
    assert list(tmp_path.iterdir()) == [path]
    assert mapkiln.load(path) == mapkiln.load(str(path)) == mapkiln.load(path.read_bytes()) == keep
    with path.open() as text, path.open("rb") as binary:
        assert mapkiln.load(text) == mapkiln.load(binary) == keep
    assert mapkiln.load(io.StringIO("####\n#@>#\n####\n"))._kind == "floor"


def test_endings_say_formats(keep: mapkiln.Dungeon, tmp_path: Path) -> None:
    keep.save(tmp_path / "keep.png", scale=20)
    assert (tmp_path / "keep.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(mapkiln.SpecError, match=r"cannot be written as \.docx; the endings are"):
        keep.save(tmp_path / "keep.docx")
    with pytest.raises(mapkiln.SpecError, match="no ending"):
        keep.save(tmp_path / "keep")
    with pytest.raises(FileNotFoundError):
        keep.save(tmp_path / "no" / "keep.json")
    assert not (tmp_path / "keep.docx").exists()


def test_players_see_no_secrets(keep: mapkiln.Dungeon) -> None:
    for player in (keep.player().to_json(), keep.to_bytes("json", player=True).decode()):
        assert '"origin"' not in player and "keep" not in json.loads(player).get("origin", "")
    assert keep.player().seed is None and "without an origin" in repr(keep.player())
    with pytest.raises(mapkiln.SpecError, match="no origin"):
        keep.player().remake()


def test_pictures(keep: mapkiln.Dungeon, tmp_path: Path) -> None:
    image = keep.draw(style="parchment", player=True, scale=12)
    assert image._repr_png_().startswith(b"\x89PNG") and "<svg" in image._repr_svg_()
    image.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == image._repr_png_()


def test_floors_are_arrays(keep: mapkiln.Dungeon) -> None:
    floor, walls = keep.floor(), keep.walls()
    assert floor.dtype == np.uint16 and floor.shape == walls.shape and walls.dtype == np.bool_
    assert not floor.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        floor[0, 0] = 1
    assert np.shares_memory(floor, keep.floor()), "laid out once"
    assert floor.base is not None and not floor.base.flags.writeable
    names = keep.grounds()
    assert floor.max() < len(names)
    with pytest.raises(mapkiln.SpecError, match="no level 7"):
        keep.floor(7)


def test_worlds_are_arrays_that_outlive_them() -> None:
    world = mapkiln.world("village", size=(30, 10), seed=2)
    tiles, names = world.tiles, world.names
    assert np.shares_memory(tiles, world.tiles) and not tiles.flags.writeable
    rows = world.to_dict()
    del world
    assert tiles.shape == (10, 30) and tiles.max() < len(names)
    assert rows["palette"][tiles[0, 0]]["name"] == names[tiles[0, 0]]


def test_levels_are_graphs() -> None:
    level = mapkiln.level("lock-and-key", rooms=20, seed=7)
    graph = level.graph()
    data = level.to_dict()
    assert graph.number_of_nodes() == len(data["nodes"]) and graph.number_of_edges() == len(data["edges"])
    assert networkx.is_weakly_connected(graph)
    first = data["nodes"][0]
    assert graph.nodes[first.get("id", 0)].items() >= {k: v for k, v in first.items() if k == "label"}.items()
