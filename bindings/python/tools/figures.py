"""Measures the figures of docs/python.md: `target/python/bin/python tools/figures.py COMMAND`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import mapkiln
from mapkiln import _mapkiln


def median(call: Callable[[], object], times: int, clock: Callable[[], float] = time.thread_time) -> float:
    """The median of many calls; in time of this thread, which other programs do not use up."""
    taken = []
    for _ in range(times):
        start = clock()
        call()
        taken.append(clock() - start)
    return statistics.median(taken)


def calls(command: str) -> None:
    """A call beside the Rust time and beside a start of the command, as medians of one run."""
    cases: dict[str, tuple[Callable[[], object], list[str]]] = {
        "level of 50 rooms": (lambda: mapkiln.level(preset="rooms50", seed=7), ["level", "--preset", "rooms50"]),
        "board of Catan": (lambda: mapkiln.board("catan", seed=7), ["board", "catan"]),
    }
    for name, (call, words) in cases.items():
        inside = median(call, 2000)
        start = [command, *words, "--seed", "7", "--format", "json", "--quiet"]
        outside = median(lambda start=start: subprocess.run(start, capture_output=True, check=True), 100, time.perf_counter)
        print(f"{name}: a call {inside * 1e6:.0f} µs, a start of the command {outside * 1e3:.2f} ms,"
              f" {outside / inside:.0f} times")
    # Without observers, progress and the package's own Python: the Rust time of a level.
    spec = '{"maker": "level", "preset": "rooms50"}'
    rust, call = [], []
    for _ in range(20):
        rust.append(median(lambda: _mapkiln.make_many(spec, ["7"], 1), 200))
        call.append(median(lambda: mapkiln.level(preset="rooms50", seed=7), 200))
    rust, call = statistics.median(rust), statistics.median(call)
    print(f"level of 50 rooms: {rust * 1e6:.0f} µs in Rust, {call * 1e6:.0f} µs by a call,"
          f" {(call - rust) * 1e6:.0f} µs more")


def play() -> None:
    """Steps a second of 64 games."""
    import gymnasium

    import mapkiln.envs  # noqa: F401

    count, steps = 64, 500
    games = gymnasium.make_vec(
        "mapkiln.envs:Carcere-v0", num_envs=count, vectorization_mode="vector_entry_point"
    )
    games.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 6, (steps, count))
    start, worked = time.perf_counter(), time.process_time()
    for row in actions:
        games.step(row)
    taken, worked = time.perf_counter() - start, time.process_time() - worked
    print(f"{count} games: {count * steps / taken:,.0f} steps a second, {count * steps / worked:,.0f} for a second of a core")


def imports() -> None:
    program = (
        "import numpy, time; t = time.process_time(); import mapkiln; print(time.process_time() - t)"
    )
    taken = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
        for _ in range(11)
    ]
    library = Path(_mapkiln.__file__).stat().st_size
    print(f"import: {statistics.median(taken) * 1e3:.0f} ms; the library {library / 1e6:.1f} MB")


def main() -> None:
    calls(sys.argv[1])
    imports()
    play()


if __name__ == "__main__":
    main()
