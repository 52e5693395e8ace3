"""Fields of view, ours and as tcod's."""

from __future__ import annotations

import numpy as np
import pytest
import tcod.map

import mapkiln
from mapkiln.compat.tcod import compute_fov


SYMMETRIC = 13  # tcod.constants.FOV_SYMMETRIC_SHADOWCAST


def caves(number: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    rng = np.random.default_rng(number)
    height, width = rng.integers(5, 40, 2)
    return rng.random((height, width)) < rng.uniform(0.05, 0.5)


def test_a_wall_hides_what_is_behind() -> None:
    walls = np.zeros((5, 9), bool)
    walls[:, 4] = True
    seen = mapkiln.fov(walls, 1, 2)
    assert seen[:, :5].all() and not seen[:, 5:].any()
    near = mapkiln.fov(walls, 1, 2, radius=1)
    assert near.sum() < 10 and near[2, 1]


def test_any_array_will_do() -> None:
    walls = caves(1)
    walls[2, 3] = False
    expected = mapkiln.fov(walls, 3, 2)
    for like in (
        walls.astype(np.uint8) * 255,
        np.asfortranarray(walls),
        np.repeat(walls, 2, axis=1)[:, ::2],
        walls[::-1][::-1],
        walls.tolist(),
    ):
        assert np.array_equal(mapkiln.fov(like, 3, 2), expected)
    out = np.ones_like(walls)
    assert mapkiln.fov(walls, 3, 2, out=out) is out and np.array_equal(out, expected)


def test_every_approach_sees_the_room() -> None:
    walls = np.ones((7, 7), bool)
    walls[1:6, 1:6] = False
    for approach in ("shadowcast", "dda", "pixel", "vertices", "sweep", "expansion"):
        assert mapkiln.fov(walls, 3, 3, approach=approach)[1:6, 1:6].all(), approach


def test_wrong_arguments() -> None:
    walls = np.zeros((3, 3), bool)
    with pytest.raises(mapkiln.SpecError, match="outside"):
        mapkiln.fov(walls, 3, 0)
    with pytest.raises(mapkiln.SpecError, match="2: rows and columns"):
        mapkiln.fov(np.zeros(3), 0, 0)
    with pytest.raises(mapkiln.SpecError, match="approach"):
        mapkiln.fov(walls, 0, 0, approach="magic")
    with pytest.raises(mapkiln.SpecError, match="shape"):
        mapkiln.fov(walls, 0, 0, out=np.zeros((2, 2), bool))
    with pytest.raises(mapkiln.SpecError, match="bool"):
        mapkiln.fov(walls, 0, 0, out=np.zeros((3, 3), int))
    with pytest.raises(mapkiln.SpecError, match="radius"):
        mapkiln.fov(walls, 0, 0, radius=-1)


def test_tcods_call_on_1000_maps() -> None:
    """What both promise: all floor that tcod's symmetric one shows, hardly more, and symmetry."""
    ours_more = both = 0
    for number in range(1000):
        walls = caves(number)
        rng = np.random.default_rng(number)
        pov = (int(rng.integers(walls.shape[0])), int(rng.integers(walls.shape[1])))
        walls[pov] = False
        theirs = tcod.map.compute_fov(~walls, pov, 0, False, SYMMETRIC)
        ours = compute_fov(~walls, pov, 0, False, SYMMETRIC)
        assert not (theirs & ~ours).any(), number
        ours_more += int((ours & ~theirs).sum())
        both += int(theirs.sum())
        lit = compute_fov(~walls, pov, 0, True, SYMMETRIC)
        assert np.array_equal(lit & ~walls, ours)
        cells = np.argwhere(~walls)
        other = tuple(int(n) for n in cells[rng.integers(len(cells))])
        assert compute_fov(~walls, (other[0], other[1]))[pov] == ours[other]
    assert ours_more < 0.02 * both


@pytest.mark.parametrize("algorithm", [2, 12, 13])
def test_tcods_radius(algorithm: int) -> None:
    clear = np.ones((31, 41), bool)
    for radius in range(0, 12):
        theirs = tcod.map.compute_fov(clear, (15, 18), radius, True, algorithm)
        assert np.array_equal(compute_fov(clear, (15, 18), radius, True, algorithm), theirs), radius


def test_tcods_call_takes_a_dungeon() -> None:
    keep = mapkiln.dungeon(size="small", seed="keep")
    walls = keep.walls()
    y, x = (int(n) for n in np.argwhere(~walls)[0])
    assert np.array_equal(compute_fov(~walls, (y, x)), mapkiln.fov(walls, x, y))
    with pytest.raises(IndexError):
        compute_fov(~walls, (9999, 0))
