"""What every making needs: a seed as text, and a way to tell its progress."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .errors import SpecError

Progress = bool | Callable[[int, int, str], object] | None

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def seed_text(seed: str | int | None) -> str:
    """The seed as text; a new one where there is none. No random state but the system's is read."""
    if type(seed) is str:
        return seed
    if seed is None:
        return "".join(secrets.choice(_LETTERS) for _ in range(6))
    if isinstance(seed, bool):
        raise SpecError(f"seed is {seed!r}; write text or a number")
    if isinstance(seed, int):
        return str(seed)
    item = getattr(seed, "item", None)  # a number of NumPy
    if callable(item) and type(whole := item()) is int:
        return str(whole)
    if isinstance(seed, str):
        return str(seed)
    raise SpecError(f"seed is {seed!r}; write text or a number")


@contextmanager
def telling(progress: Progress) -> Iterator[Callable[[int, int, str], object] | None]:
    """The callable that the maker calls with its progress."""
    if progress is None or progress is False:
        yield None
        return
    if progress is not True:
        if not callable(progress):
            raise SpecError(f"progress is {progress!r}; write True or a callable (done, total, words)")
        yield progress
        return
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError('progress bars need tqdm: pip install "mapkiln[notebook]"') from error
    bar: Any = tqdm(total=None, leave=False)

    def tell(done: int, total: int, words: str) -> None:
        bar.total = total
        bar.n = done
        bar.set_description(words)

    try:
        yield tell
    finally:
        bar.close()
