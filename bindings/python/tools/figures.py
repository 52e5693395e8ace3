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
    # The same levels inside one call of Rust: a part of a batch, with a row of one metric for each.
    part = _mapkiln.Plan(
        'maker = "level"\nseeds = "0..200"\npart = 200\nmap = "none"\nmetrics = ["count_cell"]\n'
        '[spec]\npreset = "rooms50"\n'
    )
    rust, call = [], []
    for _ in range(25):
        start = time.thread_time()
        part.make_part(0)
        between = time.thread_time()
        for seed in range(200):
            mapkiln.level(preset="rooms50", seed=seed)
        rust.append((between - start) / 200)
        call.append((time.thread_time() - between) / 200)
    inside, outside = statistics.median(rust) * 1e6, statistics.median(call) * 1e6
    print(f"level of 50 rooms: {inside:.0f} µs in a part, {outside:.0f} µs by a call, {outside - inside:.0f} µs more")


def play() -> None:
    """Turns of 64 games by random moves: those where all go on, and those where new levels are made."""
    from mapkiln.envs import CarcereVector

    count = 64
    games = CarcereVector(count)
    games.reset(seed=1)
    plain = begun = 0.0
    turns = begins = 0
    for row in np.random.default_rng(1).integers(0, 6, (1000, count)):
        ended = int(games._ended.sum())
        start = time.process_time()
        games.step(row)
        taken = time.process_time() - start
        if ended:
            begun, begins = begun + taken, begins + ended
        else:
            plain, turns = plain + taken, turns + count
    print(f"{count} games: {turns / plain:,.0f} turns for a second of a core, and {begun / max(1, begins) * 1e3:.0f} ms"
          f" for each of {begins} games that began anew; {count * 1000 / (plain + begun):,.0f} turns in all")


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
