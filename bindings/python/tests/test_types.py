"""Types: written by the generator, true to the module, and refusing what is wrong."""

from __future__ import annotations

import json
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


CHECKERS = {
    "mypy": ["-m", "mypy", "--config-file", str(PACKAGE / "pyproject.toml"), "--no-error-summary"],
    "pyright": ["-m", "pyright", "--pythonpath", sys.executable],
}


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The code of each notebook as a module; what is only shown there is no statement that a checker minds."""
    folder = tmp_path_factory.mktemp("notebooks")
    for path in (PACKAGE / "notebooks").glob("*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        (folder / f"{path.stem}_notebook.py").write_text("\n".join(code) + "\n")
    return sorted(str(path) for path in folder.glob("*.py"))


@pytest.mark.parametrize("checker", CHECKERS)
def test_checkers_are_content_with_package_tests_and_notebooks(checker: str, notebooks: list[str]) -> None:
    tests = [str(path) for path in sorted(HERE.glob("*.py")) if path.stem != "wrong_uses"]
    done = run(*CHECKERS[checker], "python", *tests, *notebooks)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("checker", CHECKERS)
def test_every_wrong_use_is_refused(checker: str) -> None:
    """Each line that ends in a comment `# wrong` must be refused, and no other."""
    path = HERE / "wrong_uses.py"
    done = run(*CHECKERS[checker], str(path))
    refused = {int(line) for line in re.findall(r"wrong_uses\.py:(\d+)(?::\d+ -)?:? error", done.stdout)}
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
