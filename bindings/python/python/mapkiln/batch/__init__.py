"""Maps by the million: the same job on threads and on a Ray cluster, the same output to the byte.

``python -m mapkiln.batch JOB.toml -o FOLDER [--ray [ADDRESS]]``, or :func:`run` from a program.
"""

from __future__ import annotations

from .driver import Done, run
from .job import plan_of
from .store import Store, open_store

__all__ = ["Done", "Store", "open_store", "plan_of", "run"]
