"""The notebooks run, and hold no output."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import HERE

NOTEBOOKS = sorted((HERE.parent / "notebooks").glob("*.ipynb"))


def test_there_is_one_for_each_maker() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["batches", "boards", "dungeons", "levels", "play", "worlds"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code), "no output is stored"
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    shown = {kind for cell in code for output in cell.outputs for kind in output.get("data", {})}
    assert "image/svg+xml" in shown or "image/png" in shown or path.stem == "batches"
