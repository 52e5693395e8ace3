"""The Gymnasium environment."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import warnings
import zlib
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mapkiln
import mapkiln.envs
from conftest import Command

ID = "mapkiln.envs:Carcere-v0"


def make(**options: Any) -> Any:
    return gymnasium.make(ID, preset=None, **options)


@pytest.mark.parametrize("seed", range(20))
def test_gymnasiums_own_check(seed: int) -> None:
    env = make(render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=seed > 0)
        observation, info = env.reset(seed=seed)
        for _ in range(50):
            assert env.observation_space.contains(observation)
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                break


def played(env: Any, seed: int, actions: Any) -> list[Any]:
    observation, info = env.reset(seed=seed)
    told = [observation, info]
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(int(action))
        told.append((observation, reward, terminated, truncated, info))
        if terminated or truncated:
            break
    return told


def same(one: Any, two: Any) -> bool:
    np.testing.assert_equal(one, two)
    return True


def test_the_same_seed_and_actions_give_the_same_game(tmp_path: Path, command: Command) -> None:
    actions = np.random.default_rng(1).integers(0, 6, 300)
    one, two = make(), make()
    assert same(played(one, 5, actions), played(two, 5, actions))
    tape = tmp_path / "game.json"
    tape.write_text(one.unwrapped.tape())
    command("play", "--replay", tape)
    letters = json.loads(tape.read_text())["map"]["moves"]
    assert letters == "".join("nesw.x"[a] for a in actions[: len(letters)])
    # And in another process.
    program = (
        "import gymnasium, numpy as np, sys\n"
        f"env = gymnasium.make({ID!r}, preset=None)\n"
        "env.reset(seed=5)\n"
        "for a in np.random.default_rng(1).integers(0, 6, 300):\n"
        "    if any(env.step(int(a))[2:4]): break\n"
        "sys.stdout.write(env.unwrapped.tape())"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert other.stdout == tape.read_text()


def unpacked(link: str) -> Any:
    """What the page reads from a link: see `pack` in studio/src/kernel/link.ts."""
    address, _, data = link.partition("#play?replay=")
    assert address == mapkiln.envs.PAGE
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), -15))


def test_a_link_is_the_game() -> None:
    env = make().unwrapped
    played(env, 5, np.random.default_rng(1).integers(0, 6, 40))
    tape = json.loads(env.tape())["map"]
    game = unpacked(env.replay())
    assert game["v"] == 1 and game["moves"] == tape["moves"]
    start = game["start"]
    assert start["seed"] == "5" and start["level"] == 0 and len(env.replay()) < 500
    # What the page does with it: it makes the map of the document, and plays the moves.
    again = make().unwrapped
    again.reset(options={"level": mapkiln.make(start["doc"]["spec"], seed=start["doc"]["seed"])}, seed=5)
    for letter in game["moves"]:
        again.step("nesw.x".index(letter))
    assert json.loads(again.tape())["map"]["end"] == tape["end"]
    # A level that came from elsewhere is in the link itself.
    other = unpacked(again.replay())
    assert json.loads(other["start"]["tape"])["map"] == tape
    vector = mapkiln.envs.CarcereVector(3, preset=None)
    vector.reset(seed=4)
    vector.step(np.array([0, 1, 2]))
    second = unpacked(vector.replay(1))
    assert (second["start"]["seed"], second["moves"]) == ("5", "e")
    with pytest.raises(mapkiln.SpecError, match="call reset"):
        make().unwrapped.replay()


def test_a_vector_plays_the_games_of_the_plain_ones() -> None:
    count, steps, limit = 64, 60, 25
    vector = gymnasium.make_vec(
        ID, num_envs=count, vectorization_mode="vector_entry_point", preset=None, limit=limit
    )
    plain = [make(limit=limit).unwrapped for _ in range(count)]
    observations, infos = vector.reset(seed=100)
    expected = [env.reset(seed=100 + i) for i, env in enumerate(plain)]
    ended = [False] * count
    rng = np.random.default_rng(3)
    for _ in range(steps):
        for i, (observation, info) in enumerate(expected):
            for name, value in observation.items():
                np.testing.assert_array_equal(observations[name][i], value)
            np.testing.assert_array_equal(infos["action_mask"][i], info["action_mask"])
        actions = rng.integers(0, 6, count)
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        for i, env in enumerate(plain):
            if ended[i]:
                # Autoreset in the next step, as Gymnasium 1 says: the action is not played.
                expected[i] = env.reset()
                wanted: tuple[Any, ...] = (0.0, False, False)
            else:
                observation, reward, terminated, truncated, info = env.step(int(actions[i]))
                expected[i], wanted = (observation, info), (reward, terminated, truncated)
            assert (rewards[i], terminations[i], truncations[i]) == wanted
            ended[i] = bool(wanted[1] or wanted[2])
    assert any(ended) or steps > limit


def test_seen_and_remembered_and_never_more() -> None:
    env, full = make(view=31).unwrapped, make(view=31, full=True).unwrapped
    (little, _), (much, _) = env.reset(seed=1), full.reset(seed=1)
    known = little["view"][..., 0] == 1
    assert 0 < known.sum() < (much["view"][..., 0] == 1).sum()
    assert not little["view"][~known].any(), "nothing of what is not known"
    for layer in (2, 3, 5, 6, 7):
        np.testing.assert_array_equal(little["view"][known, layer], much["view"][known, layer])


def test_steps_are_limited_and_a_given_level_is_played() -> None:
    env = make(limit=3)
    level = mapkiln.level.laid_out(preset=None, seed="given")
    env.reset(options={"level": level}, seed=1)
    assert [env.step(4)[3] for _ in range(3)] == [False, False, True]
    floor = mapkiln.load(b"#####\n#@.>#\n#####\n")
    env.reset(options={"level": floor}, seed=1)
    env.step(1)
    _, reward, terminated, truncated, _ = env.step(1)
    assert (reward, terminated, truncated) == (1.0, True, False)


def test_rewards_can_be_shaped() -> None:
    shaped, plain = make(shaped=True).unwrapped, make().unwrapped
    actions = np.random.default_rng(2).integers(0, 4, 1000)
    told = [sum(step[1] for step in played(env, 4, actions)[2:]) for env in (shaped, plain)]
    assert told[0] != told[1] in (0, 1)


def test_pictures_and_text() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert "@" in env.render()
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.any()


def test_wrong_options() -> None:
    wrong: list[dict[str, Any]] = [{"view": 4}, {"view": 1}, {"limit": 0}, {"render_mode": "human"}]
    for options in wrong:
        with pytest.raises(ValueError):
            mapkiln.envs.Carcere(**options)
    env = make().unwrapped
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no action 6"):
        env.step(6)
