"""Maps as Python sees them: frozen, equal by their bytes, picklable."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from . import _mapkiln
from .errors import SpecError

if TYPE_CHECKING:
    import networkx
    from numpy.typing import NDArray

__all__ = ["Board", "Dungeon", "Floor", "Image", "Level", "Map", "World", "load"]


class Map:
    """A map of any kind, as the library holds it."""

    _kind: ClassVar[str] = ""
    __slots__ = ("_inner",)
    _inner: _mapkiln.Map

    def __init__(self) -> None:
        raise TypeError("maps are made by mapkiln.dungeon(…) and its like, or read by mapkiln.load(…)")

    @staticmethod
    def _of(inner: _mapkiln.Map) -> Map:
        map_class = _CLASSES[inner.kind]
        made = object.__new__(map_class)
        object.__setattr__(made, "_inner", inner)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    @property
    def seed(self) -> str | None:
        """The seed; None for a map that was drawn by hand, imported or made for players."""
        return self._inner.seed

    @property
    def maker(self) -> str | None:
        """The maker, such as ``dungeon``; None where it is not known."""
        return self._inner.maker

    @property
    def spec(self) -> dict[str, Any] | None:
        """The whole spec that it was made from."""
        spec = self._inner.spec
        return None if spec is None else json.loads(spec)

    @property
    def report(self) -> dict[str, Any] | None:
        """How it was made: stages, metrics, findings, warnings. None for a map that was read."""
        report = self._inner.report
        return None if report is None else json.loads(report)

    @property
    def metrics(self) -> dict[str, float]:
        """The figures of its report, by name."""
        report = self.report
        return {} if report is None else report["metrics"]

    def to_json(self) -> str:
        """The document, to the byte as the command writes it."""
        return self._inner.to_json()

    def to_dict(self) -> dict[str, Any]:
        """The map of the document as plain data."""
        data: dict[str, Any] = json.loads(self.to_json())["map"]
        return data

    def player(self) -> Self:
        """The map as players may see it: without secrets, without its origin."""
        return Map._of(self._inner.player())  # type: ignore[return-value]

    def remake(self) -> Self:
        """The same map made again from its seed and spec."""
        return Map._of(_mapkiln.remake(self._inner))  # type: ignore[return-value]

    def to_bytes(self, ending: str, *, player: bool = False, **look: Any) -> bytes:
        """The file of this ending, such as ``"png"`` or ``"uvtt"``.

        Options are those of the command's pictures: ``style``, ``level``, ``key``, ``bare``,
        ``pixels``, ``pages``, ``paper``, ``isometric``, ``symbols``, ``rules``, ``ascii``.
        """
        files = self._inner.write("map", ending, _look(player, look))
        return files[0][1]

    def save(self, path: str | os.PathLike[str], *, player: bool = False, **look: Any) -> None:
        """Writes a file; its ending says the format. Nothing half-written stays."""
        target = Path(path)
        stem, _, ending = target.name.partition(".")
        if not stem or not ending:
            raise SpecError(f"{target} has no ending that says its format, such as .json or .png")
        for name, data in self._inner.write(stem, ending, _look(player, look)):
            _write_whole(target.with_name(name), data)

    def draw(self, *, player: bool = False, **look: Any) -> Image:
        """A picture, which notebooks show."""
        return Image(self, player, look)

    def _repr_svg_(self) -> str:
        return self.to_bytes("svg").decode()

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name}>" if self.seed is None else f"<{name} seed={self.seed!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_loads, (self.to_json(),))


class _HasFloor(Map):
    """A map with ground to stand on."""

    __slots__ = ()

    def floor(self, level: int = 0) -> NDArray[np.uint16]:
        """The ground as numbers, shape (height, width), read-only; ``grounds`` says what they mean."""
        cells, (height, width), _ = self._ground(level)
        array = cells.reshape(height, width)
        array.flags.writeable = False
        return array

    def grounds(self, level: int = 0) -> list[str]:
        """The names of the numbers in ``floor``."""
        return [name for name, _, _ in self._ground(level)[2]]

    def walls(self, level: int = 0) -> NDArray[np.bool_]:
        """Where sight is blocked, shape (height, width): what ``mapkiln.fov`` wants."""
        cells, (height, width), palette = self._ground(level)
        blocks = np.array([blocks_sight for _, _, blocks_sight in palette], dtype=np.bool_)
        return blocks[cells.reshape(height, width)]

    def _ground(self, level: int) -> Any:
        ground = self._inner.floor(level)
        if ground is None:
            raise SpecError(f"this map has no level {level}; levels count from 0")
        return ground


class Dungeon(_HasFloor):
    """Rooms, corridors, doors: a dungeon, or a level laid out in space."""

    _kind = "plan"
    __slots__ = ()

    @property
    def title(self) -> str:
        """What the place is called; empty if it has no name."""
        title: str = self.to_dict().get("title", "")
        return title

    @property
    def rooms(self) -> list[dict[str, Any]]:
        """Every room of every level, as the document has it."""
        return [room for level in self.to_dict()["levels"] for room in level["rooms"]]


class Floor(_HasFloor):
    """Cells to stand on."""

    _kind = "floor"
    __slots__ = ()


class World(Map):
    """Tiles."""

    _kind = "world"
    __slots__ = ()

    @property
    def tiles(self) -> NDArray[np.uint16]:
        """The tiles as numbers, shape (height, width), or (layers, height, width) where there are
        several; read-only. ``names`` says what they mean."""
        cells, shape, _ = self._inner.tiles()
        array: NDArray[np.uint16] = cells.reshape(shape)
        if shape[0] == 1:
            array = array[0]
        array.flags.writeable = False
        return array

    @property
    def names(self) -> list[str]:
        """The names of the numbers in ``tiles``."""
        names: list[str] = self._inner.tiles()[2]
        return names


class Board(Map):
    """Hexes of a board game."""

    _kind = "board"
    __slots__ = ()

    def explain(self, rules: str | None = None) -> list[dict[str, Any]]:
        """Every rule with its breaches, by one set of rules or by all that fit the game."""
        scores: list[dict[str, Any]] = json.loads(_mapkiln.board_score(self._inner, rules))
        return scores

    def score(self, rules: str | None = None) -> dict[str, int]:
        """The score by each set of rules; 0 is balanced."""
        return {score["profile"]: score["total"] for score in self.explain(rules)}


class Level(Map):
    """The rooms of a level as a graph."""

    _kind = "level"
    __slots__ = ()

    def graph(self) -> networkx.MultiDiGraph:
        """The level as a networkx graph, with the attributes of the document."""
        try:
            import networkx
        except ImportError as error:
            raise ImportError('graphs need networkx: pip install "mapkiln[graph]"') from error
        graph = networkx.MultiDiGraph()
        data = self.to_dict()
        for number, node in enumerate(data["nodes"]):
            graph.add_node(node.get("id", number), **{k: v for k, v in node.items() if k != "id"})
        for edge in data["edges"]:
            rest = {k: v for k, v in edge.items() if k not in ("from", "to")}
            graph.add_edge(edge["from"], edge["to"], **rest)
        return graph


_CLASSES: dict[str, type[Map]] = {
    map_class._kind: map_class for map_class in (Board, Dungeon, Floor, Level, World)
}


class Image:
    """A picture of a map; notebooks show it."""

    __slots__ = ("_look", "_map", "_player")

    def __init__(self, map: Map, player: bool, look: dict[str, Any]) -> None:
        self._map, self._player, self._look = map, player, look

    def _repr_png_(self) -> bytes:
        return self._map.to_bytes("png", player=self._player, **self._look)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it as SVG, PNG or PDF, by its ending."""
        self._map.save(path, player=self._player, **self._look)


def load(source: str | os.PathLike[str] | bytes | IO[str] | IO[bytes]) -> Map:
    """Reads a map: a path, the bytes of a file, or an open file.

    Whatever the command reads: documents of Mapkiln, files of One Page Dungeon and donjon, rows of
    characters.
    """
    if isinstance(source, bytes):
        data: str | bytes = source
    elif isinstance(source, str | os.PathLike):
        data = Path(source).read_bytes()
    else:
        data = source.read()
    text = data.decode("utf-8", errors="strict") if isinstance(data, bytes) else data
    return _loads(text)


def _loads(text: str) -> Map:
    return Map._of(_mapkiln.load(text)[0])


def _look(player: bool, look: dict[str, Any]) -> str:
    fields = dict(look)
    if player:
        fields["audience"] = "players"
    return json.dumps(fields)


def _write_whole(path: Path, data: bytes) -> None:
    """Writes beside the file and renames, so that nobody sees half a file."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
