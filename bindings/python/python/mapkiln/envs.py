"""Carcere Exire as a Gymnasium environment.

``gymnasium.make("mapkiln.envs:Carcere-v0", preset="rooms50", view=11)``

Actions, numbered for good: 0 north, 1 east, 2 south, 3 west, 4 wait, 5 search. A step into an enemy
hits it, a step into a shut door opens it.

Observation: ``view`` (uint8, view x view x 8, the player in the middle) with the layers known, seen
now, wall, door (1 open, 2 shut, 3 locked), enemy (2 the boss), key, chest, way out; ``bag`` (keys,
chests, enemies beaten); ``status`` (health, hunted, turns used, each from 0 to 1). It holds what the
player sees and remembers, and never more, unless ``full=True``.

Reward: 1 for the way out. With ``shaped=True`` also 0.001 for each cell seen first, 0.1 for a chest,
0.1 for an enemy beaten, and -0.01 for each point of health lost.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _mapkiln
from ._makers import as_json
from .errors import SpecError

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError('environments need Gymnasium: pip install "mapkiln[gym]"') from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._maps import Map

__all__ = ["ACTIONS", "Carcere", "CarcereVector"]

ACTIONS = ("north", "east", "south", "west", "wait", "search")
LAYERS = _mapkiln.Games.layers
# Where `mapkiln studio` serves the page.
PAGE = "http://localhost:4173/"
_PIXELS = 8
_COLOURS = {
    "@": (255, 255, 255),
    "#": (70, 66, 62),
    ".": (150, 140, 125),
    "e": (200, 60, 50),
    "B": (150, 30, 120),
    "+": (130, 90, 50),
    "=": (190, 150, 40),
    "$": (240, 200, 60),
    "?": (90, 160, 220),
    ">": (80, 190, 90),
}


class _Table:
    """Games of one spec, and the arrays that every turn is written into."""

    def __init__(
        self, count: int, preset: str | None, grammar: str, view: int, limit: int, full: bool, shaped: bool
    ) -> None:
        level: dict[str, Any] = {"grammar": grammar}
        if preset is not None:
            level["preset"] = preset
        self.spec: dict[str, Any] = {"maker": "level-plan", "level": level}
        self.games = _mapkiln.Games(as_json(self.spec), count, view, limit, full, shaped)
        self._seeds: dict[int, str] = {}
        self.view = np.zeros((count, view, view, LAYERS), np.uint8)
        self.bag = np.zeros((count, 3), np.uint16)
        self.status = np.zeros((count, 3), np.float32)
        self.mask = np.zeros((count, len(ACTIONS)), np.int8)
        self.reward = np.zeros(count, np.float64)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self._flat = (
            self.view.reshape(-1),
            self.bag.reshape(-1),
            self.status.reshape(-1),
            self.mask.reshape(-1),
            self.reward,
            self.terminated,
            self.truncated,
        )

    def begin(self, starts: list[tuple[int, str]]) -> None:
        """Starts games on the levels of seeds."""
        self.games.begin(starts)
        self._seeds.update(starts)
        self.games.look(*self._flat)

    def begin_on(self, number: int, seed: str, level: Map) -> None:
        """Starts a game on a given map."""
        self.games.begin_on(number, seed, level._inner)
        self._seeds.pop(number, None)
        self.games.look(*self._flat)

    def step(self, actions: NDArray[np.int64], starts: Sequence[tuple[int, str]] = ()) -> None:
        """Plays a turn of every game; those of ``starts`` begin instead."""
        self.games.step(actions, starts, *self._flat)
        self._seeds.update(starts)

    def tape(self, number: int) -> str:
        tape = self.games.tape(number)
        if tape is None:
            raise SpecError("there is no such game yet; call reset() first")
        return tape

    def replay(self, number: int, page: str) -> str:
        """The address of a game so far: how it starts and its moves, packed as the page packs them."""
        tape = self.tape(number)
        seed = self._seeds.get(number)
        start: dict[str, Any] = {"tape": tape}
        if seed is not None:
            start = {"doc": {"spec": self.spec, "seed": seed}, "level": 0, "seed": seed}
        game = {"v": 1, "start": start, "moves": json.loads(tape)["map"]["moves"]}
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(json.dumps(game).encode()) + packer.flush()
        return f"{page}#play?replay={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def _observations(view: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "view": spaces.Box(0, 3, (view, view, LAYERS), np.uint8),
            "bag": spaces.Box(0, 65535, (3,), np.uint16),
            "status": spaces.Box(0.0, 1.0, (3,), np.float32),
        }
    )


def _level_seed(number: int | None, generator: np.random.Generator) -> str:
    """The seed of the next level: the one given, or a new one of the environment's own generator."""
    return str(number) if number is not None else str(int(generator.integers(2**31)))


class Carcere(gymnasium.Env[dict[str, Any], Any]):
    """One game; see the module for actions, observations and rewards."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(
        self,
        *,
        preset: str | None = "rooms50",
        grammar: str = "carcere-exire",
        view: int = 11,
        limit: int = 5000,
        full: bool = False,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SpecError(f"render_mode is {render_mode!r}; write ansi or rgb_array")
        self.render_mode = render_mode
        self._table = _Table(1, preset, grammar, view, limit, full, shaped)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = _observations(view)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts on the level of the seed, or on ``options={"level": map}``."""
        super().reset(seed=seed)
        level: Map | None = (options or {}).get("level")
        words = _level_seed(seed, self.np_random)
        if level is None:
            self._table.begin([(0, words)])
        else:
            self._table.begin_on(0, words, level)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        table = self._table
        table.step(np.array([action], np.int64))
        return (
            self._observation(),
            float(table.reward[0]),
            bool(table.terminated[0]),
            bool(table.truncated[0]),
            self._info(),
        )

    def _observation(self) -> dict[str, Any]:
        table = self._table
        return {"view": table.view[0].copy(), "bag": table.bag[0].copy(), "status": table.status[0].copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask[0].copy()}

    def replay(self, page: str = PAGE) -> str:
        """A link that shows the game so far, move by move, on the web page at this address."""
        return self._table.replay(0, page)

    def tape(self) -> str:
        """The game so far as a file, which ``mapkiln play --replay`` shows and checks."""
        return self._table.tape(0)

    def render(self) -> Any:
        text = self._table.games.text(0)
        if self.render_mode is None or text is None:
            return None
        return text if self.render_mode == "ansi" else _picture(text)


def _picture(text: str) -> NDArray[np.uint8]:
    lines = text.split("\n")
    picture = np.zeros((len(lines), max(map(len, lines)) or 1, 3), np.uint8)
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            picture[y, x] = _COLOURS.get(letter, (0, 0, 0))
    return picture.repeat(_PIXELS, axis=0).repeat(_PIXELS, axis=1)


class CarcereVector(VectorEnv[dict[str, Any], Any, Any]):
    """Many games; one call plays a turn of all, on all cores.

    The arrays that it returns are written again by the next step; copy what you keep. A game that
    has ended starts anew in the step after, on the level that the plain environment would have.
    """

    metadata: dict[str, Any] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        preset: str | None = "rooms50",
        grammar: str = "carcere-exire",
        view: int = 11,
        limit: int = 5000,
        full: bool = False,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise SpecError(f"render_mode is {render_mode!r}; a vector is not drawn, write None")
        self.num_envs = num_envs
        self._table = _Table(num_envs, preset, grammar, view, limit, full, shaped)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.single_observation_space = _observations(view)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._generators: list[np.random.Generator] = []
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts all games; with a number, game ``i`` has the level of ``seed + i``."""
        if isinstance(seed, int):
            seed = [seed + i for i in range(self.num_envs)]
        seeds: Sequence[int | None] = [None] * self.num_envs if seed is None else seed
        if len(seeds) != self.num_envs:
            raise SpecError(f"there are {len(seeds)} seeds; write one for each of the {self.num_envs} games")
        if not self._generators:
            self._generators = [seeding.np_random(None)[0] for _ in range(self.num_envs)]
        for i, number in enumerate(seeds):
            if number is not None:
                self._generators[i] = seeding.np_random(number)[0]
        self._table.begin([(i, _level_seed(number, self._generators[i])) for i, number in enumerate(seeds)])
        self._ended[:] = False
        return self._observation(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        table = self._table
        starts: list[tuple[int, str]] = []
        if self._ended.any():
            starts = [(i, _level_seed(None, self._generators[i])) for i in np.flatnonzero(self._ended).tolist()]
        table.step(np.asarray(actions, np.int64), starts)
        np.logical_or(table.terminated, table.truncated, out=self._ended)
        return self._observation(), table.reward, table.terminated, table.truncated, self._info()

    def _observation(self) -> dict[str, Any]:
        return {"view": self._table.view, "bag": self._table.bag, "status": self._table.status}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def replay(self, number: int, page: str = PAGE) -> str:
        """A link that shows a game so far, move by move, on the web page at this address."""
        return self._table.replay(number, page)

    def tape(self, number: int) -> str:
        """A game so far as a file, which ``mapkiln play --replay`` shows and checks."""
        return self._table.tape(number)


def register() -> None:
    """Registers ``Carcere-v0``; called on import, and by Gymnasium's plugins."""
    if "Carcere-v0" not in gymnasium.registry:
        gymnasium.register(
            "Carcere-v0",
            entry_point="mapkiln.envs:Carcere",
            vector_entry_point="mapkiln.envs:CarcereVector",
        )


register()
