"""Optimisers with callables of Python."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

import mapkiln
from mapkiln.search import anneal, brkga


def far(keys: NDArray[np.float64]) -> float:
    return float(np.abs(keys - np.linspace(0, 0.9, len(keys))).sum())


def test_brkga_finds_and_repeats() -> None:
    found = brkga(far, 6, seed="x", generations=60, population=60)
    assert found.cost == far(found.keys) < 0.6
    assert found.trace == sorted(found.trace, reverse=True)
    again = brkga(far, 6, seed="x", generations=60, population=60)
    assert np.array_equal(found.keys, again.keys) and again.evaluations == found.evaluations


def test_a_matrix_at_once_is_the_same_search() -> None:
    shapes = []

    def all_at_once(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        shapes.append(matrix.shape)
        return np.array([far(keys) for keys in matrix])

    one = brkga(far, 6, seed="x", generations=20)
    many = brkga(all_at_once, 6, seed="x", generations=20, batch=True)
    assert np.array_equal(one.keys, many.keys)
    assert max(rows for rows, _ in shapes) == 50 and {columns for _, columns in shapes} == {6}
    with pytest.raises(mapkiln.SpecError, match="one cost for each"):
        brkga(lambda matrix: [1.0], 6, seed=1, batch=True)


def test_targets_budgets_and_starts() -> None:
    assert brkga(far, 6, seed=1, target=2.0).cost <= 2.0
    assert brkga(far, 6, seed=1, budget=500).evaluations <= 500
    known = [list(np.linspace(0, 0.9, 6))]
    assert brkga(far, 6, seed=1, start=known, generations=1).cost == pytest.approx(0)
    with pytest.raises(mapkiln.SpecError, match="population"):
        brkga(far, 6, seed=1, population=1)
    with pytest.raises(mapkiln.SpecError, match="speed"):
        brkga(far, 6, seed=1, speed=1)
    with pytest.raises(mapkiln.SpecError, match="budget"):
        brkga(far, 6, seed=1, budget=1)


class Odd(Exception):
    pass


def test_what_a_callable_raises_comes_out_unchanged() -> None:
    error = Odd("as it was")
    calls = 0

    def decode(keys: object) -> float:
        nonlocal calls
        calls += 1
        if calls == 7:
            raise error
        return 1.0

    with pytest.raises(Odd) as caught:
        brkga(decode, 3, seed=1)
    assert caught.value is error and calls == 7

    def cost(x: int) -> float:
        raise error

    with pytest.raises(Odd) as caught:
        anneal(1, lambda x, _: x, cost, seed=1)
    assert caught.value is error


def swap(order: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    a, b = rng.sample(range(len(order)), 2)
    new = list(order)
    new[a], new[b] = new[b], new[a]
    return tuple(new)


def disorder(order: tuple[int, ...]) -> float:
    return sum(a > b for i, a in enumerate(order) for b in order[i:])


def test_annealing_sorts_and_repeats() -> None:
    start = tuple(range(8, 0, -1))
    found = anneal(start, swap, disorder, seed=1, target=0, hot=3.0)
    assert found.best == tuple(range(1, 9)) and found.cost == 0
    assert anneal(start, swap, disorder, seed=1, target=0, hot=3.0) == found
    few = anneal(start, swap, disorder, seed=1, budget=300)
    assert few.evaluations <= 300
