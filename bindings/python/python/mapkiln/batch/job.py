"""Jobs as they are written, and the plans that follow from them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .._mapkiln import Plan, round_part
from ..errors import SpecError

__all__ = ["measured", "plan_of"]


def plan_of(job: str | Path | Mapping[str, Any]) -> tuple[Plan, bool]:
    """The plan of a job, given as a path or as a table; and whether it says how large parts are."""
    if isinstance(job, Mapping):
        return Plan(json.dumps(job)), "part" in job
    path = Path(job)
    text = path.read_text(encoding="utf-8")
    try:
        plan = Plan(text)
    except SpecError as error:
        raise SpecError(f"the job {path} is wrong: {error}") from error
    if path.suffix == ".json":
        return plan, "part" in json.loads(text)
    import tomllib

    return plan, "part" in tomllib.loads(text)


def measured(plan: Plan) -> Plan:
    """The plan with parts of about a second's work, by the time that up to a hundred maps take."""
    small = plan.with_part(1)
    count = min(100, small.maps)
    start = time.perf_counter()
    done = 0
    for part in range(count):
        small.make_part(part)
        done += 1
        if time.perf_counter() - start > 1:
            break
    return plan.with_part(round_part((time.perf_counter() - start) / done))
