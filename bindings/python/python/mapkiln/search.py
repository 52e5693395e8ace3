"""BRKGA and annealing with callables of Python; the random numbers come from the seed alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import _mapkiln
from ._running import seed_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Annealed", "Evolved", "anneal", "brkga"]

T = TypeVar("T")


@dataclass(frozen=True)
class Evolved:
    """What ``brkga`` found."""

    keys: NDArray[np.float64]
    cost: float
    evaluations: int
    trace: list[float]
    """The best cost after each generation."""


@dataclass(frozen=True)
class Annealed(Generic[T]):
    """What ``anneal`` found."""

    best: T
    cost: float
    evaluations: int
    trace: list[float]
    """The best cost after each block of moves."""


def brkga(
    decode: Callable[[NDArray[np.float64]], Any],
    n: int,
    *,
    seed: str | int | None = None,
    batch: bool = False,
    target: float | None = None,
    budget: int | None = None,
    start: Sequence[Sequence[float]] = (),
    **params: Any,
) -> Evolved:
    """The biased random-key genetic algorithm over ``n`` keys from 0 to 1; costs are minimised.

    ``decode`` takes the keys of a candidate and returns its cost; with ``batch=True`` it takes a
    matrix of up to 50 candidates and returns as many costs, which is much quicker. ``target`` is a
    cost that is good enough, ``budget`` the most evaluations, ``start`` known candidates. ``params``
    are those of the library: ``population``, ``generations``, ``elite``, ``mutants``, ``islands``
    and so on. What the callable raises stops the search and comes out unchanged.

    >>> found = brkga(lambda keys: abs(keys - 0.25).sum(), 4, seed=1, generations=100)
    >>> round(found.cost, 2) < 0.3
    True
    """
    known = [[float(key) for key in keys] for keys in start]
    keys, cost, evaluations, trace = _mapkiln.brkga(
        decode, n, json.dumps(params), seed_text(seed), batch, target, budget, known
    )
    return Evolved(keys, cost, evaluations, trace)


def anneal(
    start: T,
    neighbour: Callable[[T, random.Random], T],
    cost: Callable[[T], float],
    *,
    seed: str | int | None = None,
    target: float | None = None,
    budget: int | None = None,
    **params: Any,
) -> Annealed[T]:
    """Simulated annealing from ``start``; costs are minimised.

    ``neighbour`` takes a candidate and a ``random.Random`` of this search and returns another
    candidate, without changing the one it was given. ``params`` are ``hot`` and ``cold`` (in units of
    cost), ``moves`` per round, ``block`` and ``rounds`` (1). What a callable raises stops the search
    and comes out unchanged.

    >>> step = lambda x, rng: x + rng.choice((-1, 1))
    >>> anneal(40, step, abs, seed=1, target=0, moves=5000).best
    0
    """
    words = seed_text(seed)
    params = {"rounds": 1, **params}
    best, found, evaluations, trace = _mapkiln.anneal(
        start, neighbour, cost, random.Random(words), json.dumps(params), words, target, budget
    )
    return Annealed(best, found, evaluations, trace)
