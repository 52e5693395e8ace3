"""One function per maker, named as the command's subcommands."""

from __future__ import annotations

import difflib
import json
import secrets
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from . import _mapkiln
from ._maps import Board, Dungeon, Level, Map, World
from .errors import SpecError

__all__ = ["board", "dungeon", "level", "make", "world"]

M = TypeVar("M", bound=Map)
Progress = bool | Callable[[int, int, str], object] | None


@cache
def _defaults(maker: str) -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(_mapkiln.default_spec(maker))
    return spec


class Maker(Generic[M]):
    """Makes one kind of map; call it, or ``many`` for a series of seeds."""

    def __init__(self, name: str, doc: str, prepare: Callable[..., dict[str, Any]]) -> None:
        self.__name__ = name
        self.__doc__ = doc
        self._prepare = prepare

    def __call__(
        self,
        *arguments: Any,
        seed: str | int | None = None,
        spec: dict[str, Any] | str | Path | None = None,
        progress: Progress = None,
        **fields: Any,
    ) -> M:
        whole = self._spec(arguments, spec, fields)
        with _telling(progress) as tell:
            made = _mapkiln.make(json.dumps(whole), _seed(seed), True, tell)
        return Map._of(made)  # type: ignore[return-value]

    def many(
        self,
        *arguments: Any,
        seeds: Iterable[str | int],
        spec: dict[str, Any] | str | Path | None = None,
        threads: int | None = None,
        chunk: int = 64,
        **fields: Any,
    ) -> Iterator[M]:
        """Maps of several seeds in order, made on all cores, ``chunk`` at a time."""
        whole = json.dumps(self._spec(arguments, spec, fields))
        if chunk < 1:
            raise SpecError(f"chunk is {chunk}; write at least 1")
        waiting: list[str] = []
        for seed in seeds:
            waiting.append(_seed(seed))
            if len(waiting) == chunk:
                yield from self._all(whole, waiting, threads)
                waiting = []
        yield from self._all(whole, waiting, threads)

    def _all(self, spec: str, seeds: list[str], threads: int | None) -> Iterator[M]:
        for made in _mapkiln.make_many(spec, seeds, threads):
            yield Map._of(made)  # type: ignore[misc]

    def _spec(
        self,
        arguments: tuple[Any, ...],
        spec: dict[str, Any] | str | Path | None,
        fields: dict[str, Any],
    ) -> dict[str, Any]:
        prepared = self._prepare(*arguments, **fields)
        known = _defaults(prepared["maker"])
        for name in prepared:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; it takes {', '.join(sorted(known))}"
                raise TypeError(f"{self.__name__}() has no argument {name!r}{hint}")
        return {**_read_spec(spec), **prepared}

    def __repr__(self) -> str:
        return f"<maker mapkiln.{self.__name__}>"


def _read_spec(spec: dict[str, Any] | str | Path | None) -> dict[str, Any]:
    match spec:
        case None:
            return {}
        case dict():
            return dict(spec)
        case _:
            with open(spec, "rb") as file:
                return tomllib.load(file)


def _seed(seed: str | int | None) -> str:
    if seed is None:
        return secrets.token_hex(4)
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise SpecError(f"the seed is {seed!r}; write text or a number")
    return str(seed)


class _telling:
    """The callable that the maker calls with its progress."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[int, int, str], object] | None:
        if self._progress is None or self._progress is False:
            return None
        if self._progress is not True:
            return self._progress
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError('progress bars need tqdm: pip install "mapkiln[notebook]"') from error
        self._bar = tqdm(total=None, leave=False)
        return self._tell

    def _tell(self, done: int, total: int, words: str) -> None:
        self._bar.total = total
        self._bar.n = done
        self._bar.set_description(words)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _dungeon(*, classic: bool = False, **fields: Any) -> dict[str, Any]:
    return {"maker": "classic-dungeon" if classic else "dungeon", **fields}


def _level(grammar: str | None = None, *, laid_out: bool = False, **fields: Any) -> dict[str, Any]:
    known = _defaults("level")
    spec = {name: value for name, value in fields.items() if name in known}
    counts = {name: value for name, value in fields.items() if name not in known}
    if grammar is not None:
        path = Path(grammar)
        if path.suffix and path.exists():
            spec["source"] = path.read_text()
        spec["grammar"] = grammar
    if counts:
        spec["set"] = {**spec.get("set", {}), **counts}
    return {"maker": "level-plan", "level": spec} if laid_out else {"maker": "level", **spec}


def _world(tileset: str | None = None, *, size: Any = None, **fields: Any) -> dict[str, Any]:
    if tileset is not None:
        fields["tileset"] = tileset
    if size is not None:
        width, height = _pair(size)
        fields["width"], fields["height"] = width, height
    return {"maker": "world", **fields}


def _pair(size: Any) -> tuple[int, int]:
    if isinstance(size, str):
        width, cross, height = size.partition("x")
        if cross and width.isdigit() and height.isdigit():
            return int(width), int(height)
    elif isinstance(size, tuple | list) and len(size) == 2:
        return int(size[0]), int(size[1])
    raise SpecError(f'the size is {size!r}; write (60, 20) or "60x20"')


def _board(game: str = "catan", **fields: Any) -> dict[str, Any]:
    if game not in ("catan", "terra-mystica"):
        raise SpecError(f"there is no board of {game!r}; games are catan, terra-mystica")
    return {"maker": game, **fields}


dungeon: Maker[Dungeon] = Maker(
    "dungeon",
    """A dungeon for a game master: ``dungeon(size="medium", party="4x3", seed="keep")``.

    Keywords are the fields of the spec; ``classic=True`` makes the dungeon of the thesis.""",
    _dungeon,
)
level: Maker[Level] = Maker(
    "level",
    """A level from a grammar: ``level("lock-and-key", rooms=20, seed=7)``.

    Keywords that are no fields of the spec set the grammar's parameters, as ``--set`` does;
    ``laid_out=True`` gives the level in space, as a Dungeon.""",
    _level,
)
world: Maker[World] = Maker(
    "world",
    """A tile world: ``world("village", size=(60, 20), seed="inn")``.""",
    _world,
)
board: Maker[Board] = Maker(
    "board",
    """A balanced board: ``board("catan", profile="tournament", seed=1)``.""",
    _board,
)


def make(spec: dict[str, Any], *, seed: str | int | None = None, progress: Progress = None) -> Map:
    """Makes any map from a spec that names its ``maker``, as ``mapkiln make`` does."""
    with _telling(progress) as tell:
        return Map._of(_mapkiln.make(json.dumps(spec), _seed(seed), True, tell))
