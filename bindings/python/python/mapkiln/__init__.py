"""Maps that are ready to play, each from a spec and a seed, the same on every machine.

>>> import mapkiln
>>> keep = mapkiln.dungeon(size="small", seed="keep")
>>> keep == mapkiln.dungeon(size="small", seed="keep")
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._makers import board, dungeon, level, make, world
from ._mapkiln import __version__
from ._maps import Board, Dungeon, Floor, Image, Level, Map, World, load
from ._sight import fov
from .errors import BugError, DocumentError, SpecError, Unsatisfied

if TYPE_CHECKING:
    from . import problems, search, specs

__all__ = [
    "Board",
    "BugError",
    "DocumentError",
    "Dungeon",
    "Floor",
    "Image",
    "Level",
    "Map",
    "SpecError",
    "Unsatisfied",
    "World",
    "__version__",
    "board",
    "dungeon",
    "fov",
    "level",
    "load",
    "make",
    "problems",
    "search",
    "specs",
    "world",
]


def __getattr__(name: str) -> Any:
    # Imported when they are first used: most programs need none of them.
    if name in ("problems", "search", "specs"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
