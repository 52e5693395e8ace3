"""Makers as problems in the sense of pcg_benchmark, so that generators can be compared.

A problem judges *content*: a map of this package, or its document as text. ``info`` turns content
into figures; ``quality``, ``diversity`` and ``controllability`` are numbers from 0 to 1 made from
those, where 1 is as good as the problem asks for. Each takes one value or a list.

>>> problem = problems.Levels(rooms=12)
>>> maps = [problem.content_space.sample(seed) for seed in range(3)]
>>> problem.quality(problem.info(maps))
[1.0, 1.0, 1.0]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _makers, _mapkiln
from ._maps import Level, Map
from ._running import seed_text
from .errors import SpecError

__all__ = ["Boards", "Dungeons", "Levels", "Problem", "Space", "Worlds"]

Info = dict[str, Any]


@dataclass(frozen=True)
class Space:
    """A set that can be sampled by a seed."""

    _sample: Callable[[str], Any]

    def sample(self, seed: str | int | None = None) -> Any:
        """A member; the same for the same seed."""
        return self._sample(seed_text(seed))


class Problem:
    """A maker with what it is judged by; see its subclasses."""

    spec: dict[str, Any]
    # The figure that can be asked for, with its least and its greatest value.
    control: tuple[str, float, float]
    # Figures that tell maps apart, each with a difference that is large.
    differences: Mapping[str, float]

    @property
    def content_space(self) -> Space:
        """Maps of our own maker, by seed."""
        spec = _makers.as_json(self.spec)
        return Space(lambda seed: Map._of(_mapkiln.make(spec, seed, False, None)))

    @property
    def control_space(self) -> Space:
        """Wishes for one figure: a dict with its name and the value."""
        name, low, high = self.control

        def sample(seed: str) -> Info:
            share = sum(seed.encode()) * 2654435761 % 2**32 / 2**32
            return {name: float(round(low + share * (high - low)))}

        return Space(sample)

    def info(self, content: Any) -> Any:
        """The figures of content, by name; a list gives a list."""
        if isinstance(content, Sequence) and not isinstance(content, str):
            return [self.info(one) for one in content]
        document = content.to_json() if isinstance(content, Map) else content
        if not isinstance(document, str):
            raise SpecError(f"content is {type(content).__name__}; write a map or the text of its document")
        made = Map._of(_mapkiln.load(document)[0])
        verdict = made.check()["outcomes"]
        checked = [outcome for outcome in verdict if outcome["state"] != "not_checked"]
        holds = sum(outcome["state"] == "holds" for outcome in checked)
        figures = {"claims_held": holds / max(1, len(checked))}
        figures.update(self.figures(made))
        return figures

    def figures(self, made: Map) -> Info:
        """What is counted in one map, from its document alone."""
        raise NotImplementedError

    def quality(self, info: Any) -> Any:
        """The share of the library's claims about such maps that hold."""
        if isinstance(info, list):
            return [self.quality(one) for one in info]
        return info["claims_held"]

    def diversity(self, info: Any, other: Any = None) -> Any:
        """How different two maps are; of a list, each one from the nearest of the others."""
        if other is not None:
            gaps = [abs(info[name] - other[name]) / large for name, large in self.differences.items()]
            return min(1.0, sum(gaps) / max(1, len(gaps)))
        return [
            min((self.diversity(one, two) for j, two in enumerate(info) if j != i), default=1.0)
            for i, one in enumerate(info)
        ]

    def controllability(self, info: Any, control: Any) -> Any:
        """How close the figure that was asked for is to what it should be."""
        if isinstance(info, list):
            return [self.controllability(one, wish) for one, wish in zip(info, control, strict=True)]
        name, low, high = self.control
        return max(0.0, 1.0 - abs(info[name] - control[name]) / (high - low))


class Levels(Problem):
    """Levels of a grammar; one asks for rooms."""

    control = ("rooms", 10.0, 100.0)
    differences = {"rooms": 20.0, "edges": 20.0, "loops": 5.0}

    def __init__(self, grammar: str = "lock-and-key", **parameters: int) -> None:
        self.spec = {"maker": "level", "grammar": grammar, "set": parameters}

    def figures(self, made: Map) -> Info:
        if not isinstance(made, Level):
            raise SpecError("the content is not a level")
        data = made.to_dict()
        rooms, edges = len(data["nodes"]), len(data["edges"])
        return {"rooms": float(rooms), "edges": float(edges), "loops": float(max(0, edges - rooms + 1))}


class Dungeons(Problem):
    """Dungeons for a game master; one asks for rooms."""

    control = ("rooms", 5.0, 20.0)
    differences = {"rooms": 5.0, "corridors": 5.0, "doors": 5.0}

    def __init__(self, **fields: Any) -> None:
        self.spec = {"maker": "dungeon", "size": "small", **fields}

    def figures(self, made: Map) -> Info:
        levels = made.to_dict().get("levels")
        if levels is None:
            raise SpecError("the content is not a dungeon")
        return {
            name: float(sum(len(level.get(name, ())) for level in levels))
            for name in ("rooms", "corridors", "doors")
        }


class Worlds(Problem):
    """Tile worlds; one asks for kinds of tiles."""

    control = ("kinds", 1.0, 40.0)
    differences = {"kinds": 10.0, "commonest": 0.5}

    def __init__(self, tileset: str = "meadow", size: tuple[int, int] = (20, 10), **fields: Any) -> None:
        self.spec = {"maker": "world", "tileset": tileset, "width": size[0], "height": size[1], **fields}

    def figures(self, made: Map) -> Info:
        import numpy as np

        from ._maps import World

        if not isinstance(made, World):
            raise SpecError("the content is not a world")
        counts = np.unique(made.tiles, return_counts=True)[1]
        return {"kinds": float(len(counts)), "commonest": float(counts.max() / counts.sum())}


class Boards(Problem):
    """Boards of a game; one asks for a score, where 0 is balanced."""

    control = ("score", 0.0, 20.0)
    differences: Mapping[str, float] = {}

    def __init__(self, game: str = "catan", **fields: Any) -> None:
        if game not in ("catan", "terra-mystica"):
            raise SpecError(f"game is {game!r}; games are catan, terra-mystica")
        self.spec = {"maker": game, **fields}

    def figures(self, made: Map) -> Info:
        if made._kind != "board":
            raise SpecError("the content is not a board")
        scores = json.loads(_mapkiln.board_score(made._inner, None))
        hexes = [h["terrain"] for row in made.to_dict()["rows"] for h in row]
        return {"score": float(scores[0]["total"]), "terrains": hexes}

    def diversity(self, info: Any, other: Any = None) -> Any:
        """The share of the hexes that have another terrain."""
        if other is None:
            return super().diversity(info)
        pairs = list(zip(info["terrains"], other["terrains"], strict=False))
        return sum(a != b for a, b in pairs) / max(1, len(pairs))
