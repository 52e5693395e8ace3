"""What goes wrong says what to write instead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import mapkiln
from conftest import Command
from mapkiln import _mapkiln


def test_the_sentence_is_the_commands(command: Command) -> None:
    theirs = command("dungeon", "--party", "9y9", check=False).stderr.decode()
    with pytest.raises(mapkiln.SpecError) as caught:
        mapkiln.dungeon(party="9y9")
    sentence = theirs.removeprefix("error: ").strip()
    assert sentence in str(caught.value)
    assert (caught.value.field, caught.value.value) == ("party", "9y9")
    theirs = command("dungeon", "--levels", 50, check=False).stderr.decode()
    with pytest.raises(mapkiln.SpecError) as caught:
        mapkiln.dungeon(levels=50)
    assert str(caught.value) == theirs.removeprefix("error: ").strip()
    assert caught.value.field == "levels" and caught.value.value == "50"


def test_a_keyword_that_does_not_exist() -> None:
    with pytest.raises(TypeError, match=r"dungeon\(\) has no argument 'siez'; did you mean 'size'\?"):
        mapkiln.dungeon(siez="small")  # type: ignore[call-arg]
    with pytest.raises(mapkiln.SpecError, match="romms"):
        mapkiln.level("lock-and-key", romms=3)


def test_documents() -> None:
    with pytest.raises(mapkiln.DocumentError) as caught:
        mapkiln.load(b'{"mapkiln": "plan",\n "version": }')
    assert (caught.value.line, caught.value.column is not None) == (2, True)
    with pytest.raises(mapkiln.DocumentError, match="UTF-8"):
        mapkiln.load(b"\xff\xfe")
    with pytest.raises(FileNotFoundError):
        mapkiln.load("there-is-no-such-file.json")


def test_a_goal_that_cannot_be_met() -> None:
    with pytest.raises(mapkiln.Unsatisfied):
        mapkiln.level(rooms=20, seed=3)


MADE = mapkiln.level(seed=1)
PLACE = mapkiln.level.laid_out(seed=1)
BOARD = mapkiln.board(seed=1)
PLAN = _mapkiln.Plan('maker = "level"\nseeds = "0..2"')
GAMES = _mapkiln.Games('{"maker": "level-plan"}', 1, 5, 10, False, False)
ENTRIES: dict[str, Callable[[], object]] = {
    "make": lambda: mapkiln.level(seed=1),
    "many": lambda: list(mapkiln.level.many(seeds=[1])),
    "remake": lambda: MADE.remake(),
    "load": lambda: mapkiln.load(MADE.to_json().encode()),
    "save": lambda: MADE.to_bytes("json"),
    "check": lambda: MADE.check(),
    "fov": lambda: mapkiln.fov([[0, 0], [0, 0]], 0, 0),
    "score": lambda: BOARD.score(),
    "fix": lambda: BOARD.fix(),
    "brkga": lambda: mapkiln.search.brkga(sum, 2, seed=1, generations=1),
    "anneal": lambda: mapkiln.search.anneal(1, lambda x, _: x, abs, seed=1, moves=10),
    "plan": lambda: _mapkiln.Plan('maker = "level"\nseeds = "0..2"'),
    "part": lambda: PLAN.make_part(0),
    "recognise": lambda: PLAN.recognise(0, b""),
    "games": lambda: GAMES.begin([(0, "1")]),
    "a given level": lambda: GAMES.begin_on(0, "1", PLACE._inner),
    "tape": lambda: GAMES.tape(0),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_panic_is_an_ordinary_exception(entry: str) -> None:
    _mapkiln.break_next()
    with pytest.raises(mapkiln.BugError, match="a panic on purpose"):
        ENTRIES[entry]()
    ENTRIES[entry]()  # and the next call works


def test_a_bug_names_seed_and_spec() -> None:
    _mapkiln.break_next()
    with pytest.raises(mapkiln.BugError, match='seed "odd".*"rooms": 60'):
        mapkiln.level(rooms=60, seed="odd")
