"""Where parts are stored: a local folder, or an object store by Arrow's file systems.

Storing is idempotent and atomic: a part written twice is the same bytes, and no half of one ever has
a final name.
"""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import SpecError

__all__ = ["Store", "open_store"]

_TEMPORARY = ".mapkiln-"
_LOCK = ".lock"


class Store(ABC):
    """A folder that holds whole files."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """The bytes of a file; None if it is not there."""

    @abstractmethod
    def write(self, name: str, data: bytes) -> None:
        """Stores a file completely or not at all."""

    @abstractmethod
    def names(self) -> set[str]:
        """The files at the top of the folder."""

    @abstractmethod
    def lock(self, remark: Callable[[str], object]) -> contextlib.AbstractContextManager[None]:
        """Keeps other drivers away, and clears what a killed one left."""


def open_store(where: str | os.PathLike[str]) -> Store:
    """The store of a path, or of a URI such as ``s3://bucket/levels``."""
    text = os.fspath(where)
    return _Arrow(text) if "://" in text else _Folder(text)


class _Folder(Store):
    def __init__(self, path: str) -> None:
        # Workers of a cluster start in other folders.
        self.path = Path(path).absolute()

    def read(self, name: str) -> bytes | None:
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the parts, where the next driver finds what a killed one left.
        handle, temporary = tempfile.mkstemp(prefix=_TEMPORARY, dir=self.path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                os.fchmod(file.fileno(), 0o666 & ~_umask())
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
            raise

    def names(self) -> set[str]:
        return set(os.listdir(self.path))

    @contextlib.contextmanager
    def lock(self, remark: Callable[[str], object]) -> Any:
        self.path.mkdir(parents=True, exist_ok=True)
        path = self.path / _LOCK
        me = f"{os.getpid()} {socket.gethostname()}"
        for _ in range(2):
            try:
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
                break
            except FileExistsError:
                owner = path.read_text().strip()
                if not _is_gone(owner):
                    raise SpecError(
                        f"{self.path} is being worked on by process {owner}; wait for it, or remove {path}"
                    ) from None
                remark(f"process {owner} has left its lock behind; going on where it was")
                path.unlink(missing_ok=True)
        else:
            raise SpecError(f"{path} is taken again and again")
        with os.fdopen(handle, "w") as file:
            file.write(me + "\n")
        try:
            for name in self.names():
                if name.startswith(_TEMPORARY):
                    (self.path / name).unlink(missing_ok=True)
            yield
        finally:
            path.unlink(missing_ok=True)


_mask: int | None = None


def _umask() -> int:
    global _mask
    if _mask is None:
        _mask = os.umask(0o022)
        os.umask(_mask)
    return _mask


def _is_gone(owner: str) -> bool:
    """Is the process of a lock surely not running? Only one of this machine can be asked for."""
    process, _, machine = owner.partition(" ")
    if not machine:
        return not owner
    if machine != socket.gethostname() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


class _Arrow(Store):
    """An object store: one whole upload under the final name."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._open: Any = None

    def _system(self) -> tuple[Any, str]:
        if self._open is None:
            try:
                from pyarrow import fs
            except ImportError as error:
                raise ImportError('object stores need pyarrow: pip install "mapkiln[ray]"') from error
            self._open = fs.FileSystem.from_uri(self.uri)
        system, base = self._open
        return system, base

    def __getstate__(self) -> dict[str, Any]:
        return {"uri": self.uri, "_open": None}

    def read(self, name: str) -> bytes | None:
        system, base = self._system()
        try:
            with system.open_input_stream(f"{base}/{name}") as file:
                return bytes(file.read())
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        system, base = self._system()
        target = f"{base}/{name}"
        system.create_dir(target.rpartition("/")[0], recursive=True)
        with system.open_output_stream(target) as file:
            file.write(data)

    def names(self) -> set[str]:
        from pyarrow import fs

        system, base = self._system()
        system.create_dir(base, recursive=True)
        return {info.base_name for info in system.get_file_info(fs.FileSelector(base))}

    @contextlib.contextmanager
    def lock(self, remark: Callable[[str], object]) -> Any:
        # Object stores have no lock that a crash gives back; parts are idempotent, so two drivers
        # waste work and harm nothing.
        self.names()
        yield
