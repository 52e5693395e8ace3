"""Ray beside threads on one machine, from first task to last part, on a started cluster with warm workers.

`target/python/bin/python tools/ray_figures.py [LEVELS]`; nothing else should run meanwhile.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import ray as _ray

from mapkiln import _mapkiln
from mapkiln.batch import driver, open_store
from mapkiln.batch import ray as on_ray

ray: Any = _ray


def timed(engine: driver.Engine, plan: _mapkiln.Plan, folder: Path) -> float:
    store = open_store(folder)
    with store.lock(print):
        start = time.perf_counter()
        for _ in engine(plan, store, list(range(plan.parts))):
            pass
        return time.perf_counter() - start


def main(levels: int) -> None:
    def plan(maps: int) -> _mapkiln.Plan:
        return _mapkiln.Plan(f'maker = "level"\nseeds = "0..{maps}"\npart = 2000\n[spec]\npreset = "rooms50"\n')

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = timed(driver._threads(1), plan(levels), folder / "threads1")
        two = timed(driver._threads(2), plan(levels), folder / "threads2")
        print(f"threads: one {one:.1f} s, two {two:.1f} s, {one / two:.2f} times")
        taken = {}
        for workers in (1, 2):
            ray.init(num_cpus=workers, log_to_driver=False, include_dashboard=False)
            engine = on_ray.engine("auto", False, print)
            timed(engine, plan(8000), folder / f"warm{workers}")
            taken[workers] = timed(engine, plan(levels), folder / f"ray{workers}")
            ray.shutdown()
        print(f"Ray: one worker {taken[1]:.1f} s, two {taken[2]:.1f} s, {taken[1] / taken[2]:.2f} times")
        print(f"two workers beside two threads: {(taken[2] / two - 1) * 100:.1f} % more")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
