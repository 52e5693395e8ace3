"""Parts as tasks of Ray: no state but what is stored, so a node that dies loses nothing.

One task makes and stores one part and returns its entry of the manifest. Ray runs a task again whose
worker or node has died; a part that was stored twice is the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._mapkiln import Plan, __version__
from ..errors import BugError, SpecError
from .driver import Engine, make_and_store
from .store import Store

try:
    import ray as _ray
except ImportError as error:
    raise ImportError('clusters need Ray: pip install "mapkiln[ray]"') from error

ray: Any = _ray  # half of its functions have no types

__all__ = ["engine"]

_plans: dict[str, Plan] = {}


def _plan(text: str) -> Plan:
    """The plan of this worker, read once."""
    if text not in _plans:
        _plans.clear()
        _plans[text] = Plan.from_json(text)
    return _plans[text]


def _make_part(text: str, store: Store | None, part: int) -> Any:
    plan = _plan(text)
    if store is None:
        return plan.make_part(part)
    return make_and_store(plan, store, part)


def _installed() -> str:
    return __version__


_make = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(_make_part)
_version = ray.remote(num_cpus=0, max_retries=-1)(_installed)


def _same_version_everywhere() -> None:
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
    # Soft: a node that dies meanwhile is asked for no version.
    asked = [
        _version.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=True)).remote()
        for node in nodes
    ]
    for found in ray.get(asked):
        if found != __version__:
            raise SpecError(
                f"a node has mapkiln {found}, and the driver {__version__}; install the same on all nodes"
            )


def engine(address: str | bool, gather: bool, say: Callable[[str], object]) -> Engine:
    """An engine on a cluster: True starts a local one, ``"auto"`` joins the running one."""

    def run(plan: Plan, store: Store, missing: list[int]) -> Iterator[tuple[int, str]]:
        ours = not ray.is_initialized()
        if ours:
            ray.init(
                address="local" if address is True else str(address),
                log_to_driver=False,
                include_dashboard=False if address is True else None,
            )
        try:
            _same_version_everywhere()
            yield from _drive(plan, store, missing, gather, say)
        finally:
            if ours:
                ray.shutdown()

    return run


def _drive(
    plan: Plan, store: Store, missing: list[int], gather: bool, say: Callable[[str], object]
) -> Iterator[tuple[int, str]]:
    text = ray.put(plan.to_json())
    where = None if gather else ray.put(store)
    pending: dict[Any, int] = {}
    todo = iter(missing)

    def fill() -> None:
        most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(pending) < most and (part := next(todo, None)) is not None:
            pending[_make.remote(text, where, part)] = part

    fill()
    try:
        while pending:
            done, _ = ray.wait(list(pending), num_returns=1, timeout=5)
            for ref in done:
                part = pending.pop(ref)
                yield part, _entry(plan, store, part, ref, gather)
            fill()
    except BaseException:
        for ref in pending:
            ray.cancel(ref, force=False)
        raise


def _entry(plan: Plan, store: Store, part: int, ref: Any, gather: bool) -> str:
    try:
        made = ray.get(ref)
    except ray.exceptions.RayTaskError as error:
        first, last = plan.range(part)
        cause = getattr(error, "cause", error)
        raise BugError(f"maps {first} to {last - 1} could not be made: {cause}") from error
    if not gather:
        return str(made)
    data, entry, pictures = made
    for name, picture in pictures:
        store.write(name, picture)
    store.write(plan.name(part), data)
    return str(entry)
