"""One function per maker, named as the command's subcommands."""

from __future__ import annotations

import difflib
import inspect
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

from . import _mapkiln
from ._fields import FIELDS
from ._maps import Board, Dungeon, Level, Map, World
from ._running import Progress, seed_text, telling
from .errors import SpecError

if TYPE_CHECKING:
    from typing import Unpack

    from ._specs import CatanSpec, DungeonSpec, TerraMysticaSpec, WorldFields

    SpecSource = Mapping[str, Any] | str | Path | None
    Seed = str | int | None

__all__ = ["board", "dungeon", "level", "make", "world"]

M = TypeVar("M", bound=Map)


class Maker(Generic[M]):
    """Makes one kind of map; call it, or ``many`` for a series of seeds."""

    __name__: str
    # The parameters that the function has besides the fields of its spec.
    _own: dict[str, inspect.Parameter] = {}

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], str] = {}

    def _prepare(self, arguments: tuple[Any, ...], fields: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def _make(
        self,
        arguments: tuple[Any, ...],
        seed: Seed,
        spec: SpecSource,
        progress: Progress,
        fields: Mapping[str, Any],
    ) -> M:
        whole = self._spec(arguments, spec, fields)
        if progress is None or progress is False:
            return cast(M, Map._of(_mapkiln.make(whole, seed_text(seed), True, None)))
        with telling(progress) as tell:
            return cast(M, Map._of(_mapkiln.make(whole, seed_text(seed), True, tell)))

    def _many(
        self,
        arguments: tuple[Any, ...],
        seeds: Iterable[str | int],
        spec: SpecSource,
        threads: int | None,
        chunk: int,
        fields: Mapping[str, Any],
    ) -> Iterator[M]:
        whole = self._spec(arguments, spec, fields)
        if chunk < 1:
            raise SpecError(f"chunk is {chunk}; write at least 1")
        if threads is not None and not 1 <= threads <= 1024:
            raise SpecError(f"threads is {threads}; write 1 to 1024")

        def all_of(waiting: list[str]) -> Iterator[M]:
            for made in _mapkiln.make_many(whole, waiting, threads):
                yield cast(M, Map._of(made))

        def each() -> Iterator[M]:
            waiting: list[str] = []
            for seed in seeds:
                waiting.append(seed_text(seed))
                if len(waiting) == chunk:
                    yield from all_of(waiting)
                    waiting = []
            yield from all_of(waiting)

        return each()

    def _spec(self, arguments: tuple[Any, ...], spec: SpecSource, fields: Mapping[str, Any]) -> str:
        """The whole spec as JSON; plain arguments are looked up, for it takes longer to write than to find."""
        if spec is not None or not self._is_plain(arguments):
            return self._written(arguments, spec, fields)
        # 1, 1.0 and True are equal and not the same, hence the types.
        key = (arguments, *((name, type(value), value) for name, value in fields.items()))
        try:
            known = self._known.get(key)
        except TypeError:  # a list or a table
            return self._written(arguments, spec, fields)
        if known is None:
            known = self._written(arguments, spec, fields)
            if all(type(value) in (str, int, float, bool) for value in fields.values()):
                if len(self._known) >= 256:
                    self._known.clear()
                self._known[key] = known
        return known

    def _is_plain(self, arguments: tuple[Any, ...]) -> bool:
        """Do these arguments mean the same whenever they are given?"""
        return all(type(argument) in (str, bool, type(None)) for argument in arguments)

    def _written(self, arguments: tuple[Any, ...], spec: SpecSource, fields: Mapping[str, Any]) -> str:
        prepared = self._prepare(arguments, dict(fields))
        known = FIELDS[prepared["maker"]]
        for name in prepared:
            if name != "maker" and name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; it takes {', '.join(sorted(known))}"
                raise TypeError(f"{self.__name__}() has no argument {name!r}{hint}")
        if spec is not None:
            prepared = {**read_spec(spec, prepared["maker"]), **prepared}
        return as_json(prepared)

    def _document(self, maker: str, about: str) -> None:
        lines = [about, "", "Keywords:"]
        lines += [f"    {name}: {doc}" for name, (_, doc) in FIELDS[maker].items()]
        self.__doc__ = "\n".join(lines)
        self._maker = maker

    @property
    def __signature__(self) -> inspect.Signature:
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = dict(self._own)
        for name, (default, _) in FIELDS[self._maker].items():
            if name not in parameters:
                parameters[name] = inspect.Parameter(name, keyword, default=default)
        for name in ("seed", "spec", "progress"):
            parameters[name] = inspect.Parameter(name, keyword, default=None)
        return inspect.Signature(sorted(parameters.values(), key=lambda p: p.kind))

    def __repr__(self) -> str:
        return f"<maker mapkiln.{self.__name__}>"


def as_json(spec: object) -> str:
    """A spec as JSON; what JSON does not have is wrong."""
    try:
        return _ENCODER.encode(spec)
    except (TypeError, ValueError) as error:
        raise SpecError(f"the spec cannot be written as JSON: {error}") from error


def _plain(value: object) -> object:
    item = getattr(value, "item", None)  # numbers of NumPy
    if callable(item):
        return item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"{value!r} is neither text nor a number, list or table")


# Made once: it takes longer to make than to use.
_ENCODER = json.JSONEncoder(default=_plain)


def read_spec(spec: SpecSource, maker: str) -> dict[str, Any]:
    """A spec from a table or a TOML or JSON file; one that names another maker is refused."""
    if isinstance(spec, Mapping):
        fields = dict(spec)
    elif isinstance(spec, str | Path):
        path = Path(spec)
        text = path.read_text(encoding="utf-8")
        try:
            fields = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        except ValueError as error:
            raise SpecError(f"the spec {path} is wrong: {error}") from error
    else:
        raise SpecError(f"the spec is {spec!r}; write a dict or the path of a TOML file")
    named = fields.pop("maker", maker)
    if named != maker:
        raise SpecError(f"the spec is for the maker {named!r}, and this function runs {maker!r}")
    return fields


def _parameter(name: str, default: object, *, positional: bool = False) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if positional else inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default)


def _one(function: str, name: str, arguments: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """The one argument that may be given by its place."""
    if len(arguments) > 1 or (arguments and name in fields):
        raise TypeError(f"{function}() takes one argument by its place, {name!r}; the others by name")
    return arguments[0] if arguments else fields.pop(name, None)


class _Dungeon(Maker[Dungeon]):
    __name__ = "dungeon"
    _own = {"classic": _parameter("classic", False)}

    def __call__(
        self,
        *,
        classic: bool = False,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **fields: Unpack[DungeonSpec],
    ) -> Dungeon:
        return self._make((classic, spec), seed, spec, progress, fields)

    def many(
        self,
        *,
        seeds: Iterable[str | int],
        classic: bool = False,
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Unpack[DungeonSpec],
    ) -> Iterator[Dungeon]:
        """Dungeons of several seeds in order, made on all cores, ``chunk`` at a time."""
        return self._many((classic, spec), seeds, spec, threads, chunk, fields)

    def _prepare(self, arguments: tuple[Any, ...], fields: dict[str, Any]) -> dict[str, Any]:
        classic, spec = arguments
        if not classic:
            return {"maker": "dungeon", **fields}
        if spec is None:
            # As the command: the thesis keeps no elite, unless one is asked for.
            known = FIELDS["classic-dungeon"]
            fields = {name: {**known[name][0], "elitism": 0} for name in ("layout", "contents")} | fields
        return {"maker": "classic-dungeon", **fields}


class _Level(Maker[Level]):
    __name__ = "level"
    _own = {"grammar": _parameter("grammar", FIELDS["level"]["grammar"][0], positional=True)}

    def __call__(
        self,
        grammar: str | None = None,
        *,
        preset: str | None = None,
        set: Mapping[str, int] | None = None,
        engine: Literal["usual", "paper"] | None = None,
        source: str | None = None,
        imports: Mapping[str, str] | None = None,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **parameters: int,
    ) -> Level:
        fields = _given(preset=preset, set=set, engine=engine, source=source, imports=imports)
        return self._make((grammar,), seed, spec, progress, {**fields, **parameters})

    def many(
        self,
        grammar: str | None = None,
        *,
        seeds: Iterable[str | int],
        preset: str | None = None,
        set: Mapping[str, int] | None = None,
        engine: Literal["usual", "paper"] | None = None,
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **parameters: int,
    ) -> Iterator[Level]:
        """Levels of several seeds in order, made on all cores, ``chunk`` at a time."""
        fields = _given(preset=preset, set=set, engine=engine)
        return self._many((grammar,), seeds, spec, threads, chunk, {**fields, **parameters})

    def laid_out(
        self,
        grammar: str | None = None,
        *,
        layout: Mapping[str, Any] | None = None,
        preset: str | None = None,
        seed: Seed = None,
        progress: Progress = None,
        **parameters: int,
    ) -> Dungeon:
        """The level in space, as a dungeon: ``mapkiln level --layout fast``."""
        level = self._prepare((grammar,), {**_given(preset=preset), **parameters})
        del level["maker"]
        plan: dict[str, Any] = {"maker": "level-plan", "level": level}
        if layout is not None:
            plan["layout"] = layout
        with telling(progress) as tell:
            return cast(Dungeon, Map._of(_mapkiln.make(as_json(plan), seed_text(seed), True, tell)))

    def _is_plain(self, arguments: tuple[Any, ...]) -> bool:
        # A grammar with an ending is a file, which may change.
        return arguments[0] is None or (type(arguments[0]) is str and "." not in arguments[0])

    def _prepare(self, arguments: tuple[Any, ...], fields: dict[str, Any]) -> dict[str, Any]:
        known = FIELDS["level"]
        spec: dict[str, Any] = {"maker": "level"}
        spec.update((name, value) for name, value in fields.items() if name in known)
        counts = {name: value for name, value in fields.items() if name not in known}
        if arguments[0] is not None:
            path = Path(arguments[0])
            if path.suffix:
                # The text goes into the spec, so that the map can be made again without the file.
                spec["source"] = path.read_text(encoding="utf-8")
            spec["grammar"] = str(arguments[0])
        if counts:
            spec["set"] = {**spec.get("set", {}), **counts}
        return spec


class _World(Maker[World]):
    __name__ = "world"
    _own = {
        "tileset": _parameter("tileset", FIELDS["world"]["tileset"][0], positional=True),
        "size": _parameter("size", None),
    }

    def __call__(
        self,
        tileset: str | Mapping[str, Any] | None = None,
        *,
        size: tuple[int, int] | str | None = None,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **fields: Unpack[WorldFields],
    ) -> World:
        return self._make((tileset, size), seed, spec, progress, fields)

    def many(
        self,
        tileset: str | Mapping[str, Any] | None = None,
        *,
        seeds: Iterable[str | int],
        size: tuple[int, int] | str | None = None,
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Unpack[WorldFields],
    ) -> Iterator[World]:
        """Worlds of several seeds in order, made on all cores, ``chunk`` at a time."""
        return self._many((tileset, size), seeds, spec, threads, chunk, fields)

    def _prepare(self, arguments: tuple[Any, ...], fields: dict[str, Any]) -> dict[str, Any]:
        tileset, size = arguments
        if tileset is not None:
            fields["tileset"] = tileset
        if size is not None:
            fields["width"], fields["height"] = _pair(size)
        return {"maker": "world", **fields}


def _pair(size: Any) -> tuple[int, int]:
    if isinstance(size, str):
        width, cross, height = size.partition("x")
        if cross and width.isdecimal() and height.isdecimal():
            return int(width), int(height)
    elif isinstance(size, tuple | list) and len(size) == 2 and all(isinstance(n, int) for n in size):
        return size[0], size[1]
    raise SpecError(f'size is {size!r}; write (60, 20) or "60x20"')


class _Board(Maker[Board]):
    __name__ = "board"
    _own = {"game": _parameter("game", "catan", positional=True), "players": _parameter("players", None)}

    @overload
    def __call__(
        self,
        game: Literal["catan"] = "catan",
        *,
        players: int = ...,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **fields: Unpack[CatanSpec],
    ) -> Board: ...

    @overload
    def __call__(
        self,
        game: Literal["terra-mystica"],
        *,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **fields: Unpack[TerraMysticaSpec],
    ) -> Board: ...

    def __call__(
        self,
        game: str = "catan",
        *,
        seed: Seed = None,
        spec: SpecSource = None,
        progress: Progress = None,
        **fields: Any,
    ) -> Board:
        return self._make((game,), seed, spec, progress, fields)

    @overload
    def many(
        self,
        game: Literal["catan"] = "catan",
        *,
        seeds: Iterable[str | int],
        players: int = ...,
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Unpack[CatanSpec],
    ) -> Iterator[Board]: ...

    @overload
    def many(
        self,
        game: Literal["terra-mystica"],
        *,
        seeds: Iterable[str | int],
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Unpack[TerraMysticaSpec],
    ) -> Iterator[Board]: ...

    def many(
        self,
        game: str = "catan",
        *,
        seeds: Iterable[str | int],
        spec: SpecSource = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Any,
    ) -> Iterator[Board]:
        """Boards of several seeds in order, made on all cores, ``chunk`` at a time."""
        return self._many((game,), seeds, spec, threads, chunk, fields)

    def _prepare(self, arguments: tuple[Any, ...], fields: dict[str, Any]) -> dict[str, Any]:
        game = arguments[0]
        if game not in ("catan", "terra-mystica"):
            raise SpecError(f"game is {game!r}; games are catan, terra-mystica")
        if "players" in fields:
            players = fields.pop("players")
            if game != "catan" or players not in (3, 4, 5, 6):
                raise SpecError(f"players is {players!r}; write 3 to 6, for catan")
            fields["set"] = "base" if players <= 4 else "large"
        return {"maker": game, **fields}


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


dungeon = _Dungeon()
dungeon._document(
    "dungeon",
    'A dungeon for a game master: ``dungeon(size="medium", party="4x3", seed="keep")``.\n\n'
    "``classic=True`` makes the dungeon of the thesis.",
)
level = _Level()
level._document(
    "level",
    'A level from a grammar: ``level("lock-and-key", rooms=20, seed=7)``.\n\n'
    "Other keywords set the grammar's parameters, as ``--set`` does; ``level.laid_out`` gives the\n"
    "level in space, as a Dungeon.",
)
world = _World()
world._document("world", 'A tile world: ``world("village", size=(60, 20), seed="inn")``.')
board = _Board()
board._document("catan", 'A balanced board: ``board("catan", profile="tournament", seed=1)``.')


def make(spec: Mapping[str, Any], *, seed: Seed = None, progress: Progress = None) -> Map:
    """Makes any map from a spec that names its ``maker``, as ``mapkiln make`` does."""
    if not isinstance(spec, Mapping):
        raise SpecError(f"the spec is {spec!r}; write a dict that names its maker")
    with telling(progress) as tell:
        return Map._of(_mapkiln.make(as_json(dict(spec)), seed_text(seed), True, tell))
