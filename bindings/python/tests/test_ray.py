"""Batches on a real Ray cluster of two nodes, one of which dies."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray as _ray
from ray.cluster_utils import Cluster

import mapkiln
from mapkiln.batch import run
from test_batch import files


ray: Any = _ray  # half of its functions have no types


@contextlib.contextmanager
def cluster() -> Iterator[tuple[Any, Any]]:
    """Two raylets with one core each; the second can be killed."""
    head = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
    started: Any = Cluster(initialize_head=True, head_node_args=head)
    try:
        second = started.add_node(num_cpus=1, object_store_memory=100_000_000)
        ray.init(address=started.address, log_to_driver=False)
        started.wait_for_nodes()
        yield started, second
    finally:
        ray.shutdown()
        started.shutdown()


def kill(node: Any) -> None:
    """The raylet and all its workers at once: a worker left alone would finish its task."""
    (info,) = node.all_processes["raylet"]
    raylet = psutil.Process(info.process.pid)
    for process in [raylet, *raylet.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()


def job_of(tmp_path: Path, maps: int, part: int) -> Path:
    path = tmp_path / "job.toml"
    path.write_text(f'maker = "level"\nseeds = "0..{maps}"\npart = {part}\n[spec]\npreset = "rooms50"\n')
    return path


class Killer:
    """Kills the node when so many parts are there; looks whenever a part is done."""

    def __init__(self, node: Any, folder: Path, at: int) -> None:
        import threading

        self.killed_at = -1
        self.stop = threading.Event()

        def watch() -> None:
            while not self.stop.is_set():
                done = len(list(folder.glob("part-*.parquet")))
                if done >= at:
                    self.killed_at = done
                    kill(node)
                    return
                time.sleep(0.002)

        self.thread = threading.Thread(target=watch)
        self.thread.start()

    def join(self) -> None:
        self.stop.set()
        self.thread.join()


def killed_in(tmp_path: Path, maps: int, part: int, at: int, whole: Path) -> None:
    job = job_of(tmp_path, maps, part)
    parts = maps // part
    with cluster() as (_, second):
        killer = Killer(second, tmp_path / f"out{at}", at)
        done = run(job, tmp_path / f"out{at}", ray="auto")
        killer.join()
    assert killer.killed_at >= at, "the node was killed while the job ran"
    assert (done.maps, done.parts, done.errors) == (maps, parts, 0)
    run(job, whole)  # on threads; once for all moments
    # Every file, the manifest included: nothing missing, nothing twice, nothing besides.
    assert files(tmp_path / f"out{at}") == files(whole)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.mark.parametrize("at", [0, 10, 19])
def test_a_node_that_dies_loses_and_doubles_nothing(tmp_path: Path, at: int, whole: Path) -> None:
    killed_in(tmp_path, 10_000, 500, at, whole)


@pytest.mark.long
def test_100000_levels_and_a_node_that_dies(tmp_path: Path) -> None:
    killed_in(tmp_path, 100_000, 2000, 25, tmp_path / "whole")


def test_a_cluster_gives_the_same_bytes_also_gathered(tmp_path: Path) -> None:
    job = job_of(tmp_path, 2000, 200)
    run(job, tmp_path / "threads")
    with cluster():
        assert run(job, tmp_path / "ray", ray="auto").made == 10
        assert run(job, tmp_path / "ray", ray="auto").made == 0
        (tmp_path / "ray" / "part-000000200-000000400.parquet").unlink()
        assert run(job, tmp_path / "ray", ray="auto").made == 1
        run(job, tmp_path / "gathered", ray="auto", gather=True)
        a_task_that_raises_ends_the_job(tmp_path)
    assert files(tmp_path / "threads") == files(tmp_path / "ray") == files(tmp_path / "gathered")


def a_task_that_raises_ends_the_job(tmp_path: Path) -> None:
    # The pictures of the first part cannot be stored: a file has the name of their folder.
    out = tmp_path / "taken"
    out.mkdir()
    (out / "part-000000000-000000002").touch()
    job = {"maker": "catan", "seeds": "0..6", "part": 2, "pictures": "png"}
    with pytest.raises(mapkiln.BugError, match="maps 0 to 1 could not be made"):
        run(job, out, ray="auto")
    assert not (out / "manifest.json").exists()
