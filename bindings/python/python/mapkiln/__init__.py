"""Maps that are ready to play, each from a spec and a seed, the same on every machine.

>>> import mapkiln
>>> keep = mapkiln.dungeon(size="small", seed="keep")
>>> keep == mapkiln.dungeon(size="small", seed="keep")
True
"""

from ._makers import board, dungeon, level, make, world
from ._maps import Board, Dungeon, Floor, Image, Level, Map, World, load
from ._sight import fov
from .errors import BugError, DocumentError, SpecError, Unsatisfied

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
    "board",
    "dungeon",
    "fov",
    "level",
    "load",
    "make",
    "world",
]
