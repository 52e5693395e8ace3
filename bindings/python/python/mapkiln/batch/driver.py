"""Drives a job: finds what is missing, has it made, writes the manifest last."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._mapkiln import Plan
from ..errors import SpecError
from .job import measured, plan_of
from .store import Store, open_store

__all__ = ["Done", "run"]

_PLAN = "job.json"
_MANIFEST = "manifest.json"

# Makes parts and gives (part, entry) for each, in any order.
Engine = Callable[[Plan, Store, list[int]], Iterator[tuple[int, str]]]


@dataclass(frozen=True)
class Done:
    """What a job has made."""

    maps: int
    parts: int
    errors: int
    made: int
    """Parts that were made now; the others were there."""


def run(
    job: str | Path | Mapping[str, Any],
    folder: str | os.PathLike[str],
    *,
    ray: str | bool | None = None,
    threads: int | None = None,
    gather: bool = False,
    quiet: bool = True,
    remark: Callable[[str], object] | None = None,
) -> Done:
    """Makes the maps of a job into a folder; goes on where an earlier run was stopped.

    ``ray=True`` starts a local Ray, ``"auto"`` joins the running one, else it is an address. With
    ``gather`` the parts come to the driver, for nodes that share no file system with it.
    """
    say = remark or (lambda text: None if quiet else print(text, file=sys.stderr))
    plan, chosen = plan_of(job)
    store = open_store(folder)
    with store.lock(say):
        plan = _continued(store, plan, chosen, folder)
        store.write(_PLAN, (plan.to_json() + "\n").encode())
        entries = _done(store, plan)
        missing = [part for part in range(plan.parts) if part not in entries]
        engine = _threads(threads) if ray is None or ray is False else _ray(ray, gather, say)
        if missing:
            line = _Line(quiet, plan, entries)
            for part, entry in engine(plan, store, missing):
                entries[part] = entry
                line.show(part)
            line.end()
        manifest = plan.manifest([entries[part] for part in range(plan.parts)])
        store.write(_MANIFEST, manifest.encode())
    errors = sum(json.loads(entry)["errors"] for entry in entries.values())
    say(f"{plan.maps} maps in {plan.parts} parts, {errors} of them errors, in {os.fspath(folder)}")
    return Done(plan.maps, plan.parts, errors, len(missing))


def _continued(store: Store, plan: Plan, chosen: bool, folder: object) -> Plan:
    """The plan, with the parts of the one that the folder was started with."""
    stored = store.read(_PLAN)
    if stored is None:
        return plan if chosen else measured(plan)
    before = Plan.from_json(stored.decode())
    if not chosen:
        plan = plan.with_part(before.part)
    if plan.hash != before.hash:
        raise SpecError(f"{folder} was started with another job; name another folder, or remove it")
    return plan


def _done(store: Store, plan: Plan) -> dict[int, str]:
    """The parts that are there and whole, with their entries."""
    names = store.names()
    listed: dict[str, Any] = {}
    if manifest := store.read(_MANIFEST):
        try:
            known = json.loads(manifest)
            if known["hash"] == plan.hash:
                listed = {entry["name"]: entry for entry in known["parts"]}
        except (ValueError, KeyError, TypeError):
            pass  # a damaged manifest is written again
    entries = {}
    for part in range(plan.parts):
        name = plan.name(part)
        data = store.read(name) if name in names else None
        entry = None if data is None else plan.recognise(part, data)
        if entry is not None and listed.get(name, json.loads(entry)) == json.loads(entry):
            entries[part] = entry
    return entries


def make_and_store(plan: Plan, store: Store, part: int) -> str:
    """Makes a part where it is called; the pictures first, so that a part that is there has them."""
    data, entry, pictures = plan.make_part(part)
    for name, picture in pictures:
        store.write(name, picture)
    store.write(plan.name(part), data)
    return entry


def _threads(threads: int | None) -> Engine:
    count = threads or os.cpu_count() or 1

    def engine(plan: Plan, store: Store, missing: list[int]) -> Iterator[tuple[int, str]]:
        todo = iter(missing)
        with ThreadPoolExecutor(count) as pool:
            futures: dict[Any, int] = {}

            def fill(most: int) -> None:
                for part in _take(todo, most - len(futures)):
                    futures[pool.submit(make_and_store, plan, store, part)] = part

            fill(2 * count)
            try:
                while futures:
                    done, _ = wait(futures, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield futures.pop(future), future.result()
                    fill(2 * count)
            except BaseException:
                for future in futures:
                    future.cancel()
                raise

    return engine


def _take(parts: Iterable[int], most: int) -> Iterator[int]:
    return (part for _, part in zip(range(most), parts, strict=False))


def _ray(address: str | bool, gather: bool, say: Callable[[str], object]) -> Engine:
    from .ray import engine

    return engine(address, gather, say)


class _Line:
    """Maps done, their rate and the time left; on a terminal only."""

    def __init__(self, quiet: bool, plan: Plan, entries: dict[int, str]) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._plan = plan
        self._start = time.monotonic()
        self._before = sum(json.loads(entry)["rows"] for entry in entries.values())
        self._done = self._before
        self._told = 0.0

    def show(self, part: int) -> None:
        first, last = self._plan.range(part)
        self._done += last - first
        now = time.monotonic()
        if not self._shown or now - self._told < 0.1:
            return
        self._told = now
        rate = (self._done - self._before) / max(now - self._start, 1e-9)
        left = (self._plan.maps - self._done) / max(rate, 1e-9)
        text = f"maps {self._done:,} of {self._plan.maps:,}, {rate:,.0f}/s, {left:,.0f} s left"
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)
