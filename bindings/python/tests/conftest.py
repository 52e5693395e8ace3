"""What the tests share: the command that the package is held against."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent

Command = Callable[..., subprocess.CompletedProcess[bytes]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also what takes minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="only with --long"))


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the command; `cargo xtask test` says it in MAPKILN."""
    path = os.environ.get("MAPKILN", str(ROOT / "target" / "release" / "mapkiln"))
    if not Path(path).exists():
        pytest.fail(f"there is no command {path}; build it, or set MAPKILN")
    return path


@pytest.fixture(scope="session")
def command(program: str) -> Command:
    def run(*words: object, check: bool = True) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run([program, *map(str, words)], capture_output=True, check=False)
        if check and done.returncode != 0:
            raise AssertionError(done.stderr.decode())
        return done

    return run
