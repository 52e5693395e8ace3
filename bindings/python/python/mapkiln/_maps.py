"""Maps as Python sees them: frozen, equal by their bytes, picklable."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar, Self, cast

import numpy as np

from . import _mapkiln
from ._running import Progress, seed_text, telling
from .errors import DocumentError, SpecError, Unsatisfied

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
        return None if spec is None else cast("dict[str, Any]", json.loads(spec))

    @property
    def report(self) -> dict[str, Any] | None:
        """How it was made: stages, metrics, findings, warnings. None for a map that was read."""
        report = self._inner.report
        return None if report is None else cast("dict[str, Any]", json.loads(report))

    @property
    def metrics(self) -> dict[str, float]:
        """The figures of its report, by name."""
        report = self.report
        return {} if report is None else cast("dict[str, float]", report["metrics"])

    def to_json(self) -> str:
        """The document, to the byte as the command writes it."""
        return self._inner.to_json()

    def to_dict(self) -> dict[str, Any]:
        """The map of the document as plain data."""
        data: dict[str, Any] = json.loads(self.to_json())["map"]
        return data

    def player(self) -> Self:
        """The map as players may see it: without secrets, without its origin."""
        return cast(Self, Map._of(self._inner.player()))

    def remake(
        self,
        *,
        keep: dict[str, list[int]] | None = None,
        reroll: str | None = None,
        seed: str | int | None = None,
        progress: Progress = None,
        **fields: Any,
    ) -> Self:
        """The same map made again from its seed and spec; or another, by what is given.

        ``seed`` alone makes another map of the same spec, ``fields`` change the spec. For dungeons,
        ``reroll`` is what is made again: story, contents, layout, words or ``"room=4"``, and
        ``keep={"rooms": [1, 3]}`` names rooms that stay as they are, by their numbers on the map.
        """
        if keep is None and reroll is None and seed is None and not fields:
            with telling(progress) as tell:
                return cast(Self, Map._of(_mapkiln.remake(self._inner, tell)))
        spec = self.spec
        if spec is None or self.maker is None:
            raise SpecError("this map has no origin: it was drawn by hand, imported or made for players")
        if keep is not None or reroll is not None:
            spec = self._rerolled(spec, keep, reroll)
        spec = {"maker": self.maker, **spec, **fields}
        with telling(progress) as tell:
            text = self.seed if seed is None else seed
            return cast(Self, Map._of(_mapkiln.make(json.dumps(spec), seed_text(text), True, tell)))

    def _rerolled(
        self, spec: dict[str, Any], keep: dict[str, list[int]] | None, reroll: str | None
    ) -> dict[str, Any]:
        raise SpecError(f"a {self._kind} cannot be made again in part; a dungeon can")

    def check(self) -> dict[str, Any]:
        """Every claim about the map, checked from its document alone: what holds and what does not."""
        verdict: dict[str, Any] = json.loads(self._inner.check())
        return verdict

    def to_bytes(self, ending: str, *, player: bool = False, **look: Any) -> bytes:
        """The file of this ending, such as ``"png"`` or ``"uvtt"``.

        Options are those of the command's pictures: ``style``, ``level``, ``key``, ``bare``,
        ``pixels`` (or ``scale``), ``pages``, ``paper``, ``isometric``, ``symbols``, ``rules``, ``ascii``.
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
        spec, maker = self.spec, self.maker
        if spec is None or maker is None:
            return f"<{type(self).__name__} without an origin>"
        usual = json.loads(_mapkiln.default_spec(maker))
        told = {name: value for name, value in spec.items() if value != usual.get(name)}
        return f"mapkiln.make({ {'maker': maker, **told}!r}, seed={self.seed!r})"

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
        """The ground as numbers, shape (height, width), read-only; ``grounds`` says what they mean.

        A dungeon is stored as rooms and corridors, so its floor is laid out when it is first asked
        for; every later call is a view on the same memory, which outlives the map.
        """
        cells, shape, _ = self._ground(level)
        return cells.reshape(shape)

    def grounds(self, level: int = 0) -> list[str]:
        """The names of the numbers in ``floor``."""
        return [name for name, _, _ in self._ground(level)[2]]

    def walls(self, level: int = 0) -> NDArray[np.bool_]:
        """Where sight is blocked, shape (height, width): what ``mapkiln.fov`` wants."""
        cells, (height, width), palette = self._ground(level)
        blocks: NDArray[np.bool_] = np.array([sight for _, _, sight in palette], dtype=np.bool_)
        walls: NDArray[np.bool_] = blocks[cells.reshape(height, width)]
        return walls

    def _ground(
        self, level: int
    ) -> tuple[NDArray[np.uint16], tuple[int, int], list[tuple[str, bool, bool]]]:
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


    def _rerolled(
        self, spec: dict[str, Any], keep: dict[str, list[int]] | None, reroll: str | None
    ) -> dict[str, Any]:
        if reroll is None:
            raise SpecError("keep needs reroll: story, contents, layout, words or room=4")
        part: Any = reroll
        if reroll.startswith("room=") and reroll[5:].isdecimal() and int(reroll[5:]) > 0:
            part = {"room": int(reroll[5:]) - 1}
        elif reroll not in ("story", "contents", "layout", "words"):
            raise SpecError(f"reroll is {reroll!r}; write story, contents, layout, words or room=4")
        wrong = set(keep or ()) - {"rooms"}
        if wrong:
            raise SpecError(f"keep is {keep!r}; write rooms by their numbers, such as {{'rooms': [1, 3]}}")
        rooms = [number - 1 for number in (keep or {}).get("rooms", [])]
        if any(number < 0 for number in rooms):
            raise SpecError(f"keep is {keep!r}; rooms count from 1")
        spec = {name: value for name, value in spec.items() if name not in ("candidate", "reroll")}
        spec["theme"] = self._inner.theme()  # the one that the first seed chose
        return {**spec, "reroll": {"plan": self.to_dict(), "part": part, "keep": rooms}}


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
        several; read-only. ``names`` says what they mean. The layers of a world lie apart in memory,
        so they are copied into one array when it is first asked for; every later call is a view on
        that memory, which outlives the map."""
        cells, shape, _ = self._layers()
        return cells.reshape(shape[1:] if shape[0] == 1 else shape)

    @property
    def names(self) -> list[str]:
        """The names of the numbers in ``tiles``."""
        return self._layers()[2]

    def _layers(self) -> tuple[NDArray[np.uint16], tuple[int, int, int], list[str]]:
        layers = self._inner.tiles()
        assert layers is not None, "a world has tiles"
        return layers


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

    def fix(
        self,
        *,
        max_changes: int | None = None,
        locked: Sequence[tuple[int, int]] = (),
        seed: str | int = 0,
        progress: Progress = None,
        **fields: Any,
    ) -> Board:
        """A balanced board with as few hexes changed as can be found, and the tiles of this one.

        ``locked`` are hexes that stay, as rows and columns from 1; ``fields`` are those of the maker,
        such as ``profile``. If it takes more than ``max_changes`` hexes, or no balanced board is
        found, ``Unsatisfied`` is raised with the best board.
        """
        spec = {"profile": (self.spec or {}).get("profile"), **fields, "locked": [list(h) for h in locked]}
        spec = {name: value for name, value in spec.items() if value is not None}
        with telling(progress) as tell:
            whole = _mapkiln.board_fix(self._inner, json.dumps(spec))
            fixed = cast(Board, Map._of(_mapkiln.make(whole, seed_text(seed), True, tell)))
        report = fixed.report or {}
        changed = int(report["metrics"].get("changed_hexes", 0))
        if report["warnings"]:
            raise Unsatisfied(report["warnings"][-1], fixed)
        if max_changes is not None and changed > max_changes:
            raise Unsatisfied(f"{changed} hexes must change; {max_changes} were allowed", fixed)
        return fixed


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
        details = {detail["edge"]: detail for detail in data.get("details", ())}
        for number, (start, end) in enumerate(data["edges"]):
            told = {k: v for k, v in details.get(number, {}).items() if k != "edge"}
            graph.add_edge(start, end, **told)
        return graph

    @property
    def derivation(self) -> dict[str, Any]:
        """The rewrites that made it, which can be replayed without the grammar; for that it is made again."""
        report = _mapkiln.remake(self._inner, None, True).report
        findings: dict[str, Any] = {} if report is None else json.loads(report).get("findings", {})
        if "derivation" not in findings:
            raise ValueError("this level has too many rewrites for a derivation; 5,000 is the limit")
        return cast("dict[str, Any]", findings["derivation"])


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

    def _repr_svg_(self) -> str:
        return self._map.to_bytes("svg", player=self._player, **self._look).decode()

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
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DocumentError(f"it is not UTF-8 text (byte {error.start})") from error
    return _loads(data)


def _loads(text: str) -> Map:
    return Map._of(_mapkiln.load(text)[0])


def _look(player: bool, look: dict[str, Any]) -> str:
    fields = dict(look)
    if "scale" in fields:
        fields["pixels"] = fields.pop("scale")
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
