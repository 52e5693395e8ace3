"""Types: written by the generator, true to the module, and refusing what is wrong."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conftest import HERE, ROOT

PACKAGE = HERE.parent


def run(*words: str, where: object = PACKAGE) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, cwd=str(where))


def test_generated_files_are_up_to_date() -> None:
    done = run("tools/write_types.py", "--check")
    assert done.returncode == 0, done.stderr


def test_mypy_is_content_with_package_and_tests() -> None:
    done = run("-m", "mypy", "--config-file", "pyproject.toml", "python", "tests", "--exclude", "wrong_uses")
    assert done.returncode == 0, done.stdout


def test_every_wrong_use_is_refused() -> None:
    """Each line that ends in a comment `# wrong` must be refused, and no other."""
    path = HERE / "wrong_uses.py"
    done = run("-m", "mypy", "--strict", "--no-error-summary", str(path))
    refused = {int(line) for line in re.findall(r"wrong_uses\.py:(\d+): error", done.stdout)}
    wrong = {n for n, line in enumerate(path.read_text().splitlines(), 1) if line.endswith("# wrong")}
    assert wrong and refused == wrong, done.stdout


def test_stubs_and_module_are_the_same() -> None:
    done = run("-m", "mypy.stubtest", "mapkiln._mapkiln", "--concise", where=ROOT / "target")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("module", ["mapkiln", "mapkiln.search", "mapkiln.problems"])
def test_examples_in_docs(module: str) -> None:
    import doctest
    import importlib

    found = importlib.import_module(module)
    failed, tried = doctest.testmod(found, extraglobs={"problems": found})
    assert tried > 0 and failed == 0
