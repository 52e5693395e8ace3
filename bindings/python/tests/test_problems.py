"""Makers as problems of pcg_benchmark."""

from __future__ import annotations

from typing import Any

import pytest

import mapkiln
from mapkiln.problems import Boards, Dungeons, Levels, Worlds

PROBLEMS = [Levels(rooms=12), Dungeons(), Worlds("village"), Boards("catan")]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: type(p).__name__)
def test_every_problem_judges_our_maps(problem: Any) -> None:
    maps = [problem.content_space.sample(seed) for seed in range(4)]
    assert maps[1] == problem.content_space.sample(1)
    info = problem.info(maps)
    assert info == problem.info([made.to_json() for made in maps]), "documents are content too"
    assert problem.quality(info) == [1.0] * 4
    diversity = problem.diversity(info)
    assert all(0 <= value <= 1 for value in diversity)
    assert problem.diversity(info[0], info[0]) == 0
    control = problem.control_space.sample(1)
    assert control == problem.control_space.sample(1)
    name = problem.control[0]
    exact = {name: info[0][name]}
    assert problem.controllability(info[0], exact) == 1.0
    assert problem.controllability(info, [control] * 4) == [problem.controllability(i, control) for i in info]


def test_a_broken_map_is_worse() -> None:
    problem = Boards("catan")
    fair, unfair = mapkiln.board("catan", seed=1), mapkiln.board("catan", unfair=4, seed=1)
    assert problem.info(unfair)["score"] == 4 > problem.info(fair)["score"] == 0
    with pytest.raises(mapkiln.SpecError, match="not a board"):
        problem.info(mapkiln.level(seed=1))
