"""Threads, signals, progress, memory."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

import mapkiln

SLOW: dict[str, Callable[..., mapkiln.Map]] = {
    "dungeon": lambda **kw: mapkiln.dungeon(size="large", levels=9, seed=1, layout={"generations": 100}, **kw),
    "terra-mystica": lambda **kw: mapkiln.board("terra-mystica", profile="even", seed=1, attempts=1000, **kw),
    "world": lambda **kw: mapkiln.world("village", size=(400, 400), seed=1, **kw),
    "classic": lambda **kw: mapkiln.dungeon(
        classic=True, size="large", seed=1, layout={"generations": 100000, "population": 50}, **kw
    ),
    "many": lambda: list(mapkiln.dungeon.many(size="large", seeds=range(64)))[0],
    "many on one thread": lambda: list(mapkiln.dungeon.many(size="large", seeds=range(64), threads=1))[0],
}


@pytest.mark.parametrize("maker", SLOW)
def test_ctrl_c_stops_within_100_ms(maker: str) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
    try:
        stops_within_100_ms(maker)
    finally:
        signal.signal(signal.SIGINT, before)


def stops_within_100_ms(maker: str) -> None:
    pressed: list[tuple[float, float]] = []

    def press() -> None:
        time.sleep(0.25)
        pressed.append((time.perf_counter(), time.process_time()))
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        SLOW[maker]()
        time.sleep(5)
        pytest.fail("it was done before Ctrl-C")
    late, worked = time.perf_counter() - pressed[0][0], time.process_time() - pressed[0][1]
    thread.join()
    # A busy machine may not give us a core at once: then the time that we worked counts.
    threads = os.cpu_count() or 1
    assert late < 0.1 or worked < 0.1 * threads, f"{late * 1000:.0f} ms, {worked * 1000:.0f} ms of work"


def test_progress_is_told_seldom_and_its_exception_comes_out() -> None:
    calls: list[tuple[float, int, int, str]] = []
    mapkiln.dungeon(
        size="medium", seed=1, progress=lambda done, total, words: calls.append((time.perf_counter(), done, total, words))
    )
    assert calls and all(done <= total and words for _, done, total, words in calls)
    gaps = [b[0] - a[0] for a, b in zip(calls, calls[1:], strict=False)]
    assert all(gap > 0.09 for gap in gaps)

    class Enough(Exception):
        pass

    def stop(done: int, total: int, words: str) -> None:
        raise Enough(words)

    with pytest.raises(Enough):
        mapkiln.dungeon(size="medium", seed=1, progress=stop)
    with pytest.raises(mapkiln.SpecError, match="progress"):
        mapkiln.dungeon(size="small", seed=1, progress=3)  # type: ignore[arg-type]


def test_a_progress_bar_changes_nothing() -> None:
    assert mapkiln.dungeon(size="small", seed=1, progress=True) == mapkiln.dungeon(size="small", seed=1)


def test_8_threads_make_the_same_maps() -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda seed: mapkiln.level(preset="rooms50", seed=seed).to_json(), range(1000)))
    assert made == [one.to_json() for one in mapkiln.level.many(preset="rooms50", seeds=range(1000))]


def test_the_lock_is_released_while_making() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    while time.perf_counter() - start < 0.5:
        mapkiln.dungeon(size="medium", seed=1)
    done.set()
    thread.join()
    # With the lock held, the other thread would get a turn once in a dungeon.
    assert ticks > 50, ticks


def test_memory_stays_flat() -> None:
    process = psutil.Process()

    def calls(count: int) -> None:
        for seed in range(count):
            made = mapkiln.level("lock-and-key", rooms=20, seed=seed)
            made.to_json()
            if seed % 20 == 0:
                made.graph()

    calls(1000)
    before = process.memory_info().rss
    calls(10_000)
    grown = process.memory_info().rss - before
    assert grown < 20_000_000, f"{grown / 1e6:.1f} MB more after 10,000 calls"
