"""What is seen from a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _mapkiln
from .errors import SpecError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["fov"]


def fov(
    walls: ArrayLike,
    x: int,
    y: int,
    radius: int = 0,
    approach: str = "shadowcast",
    *,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """What is seen from the cell in column ``x`` and row ``y``, as an array of the walls' shape.

    ``walls`` is any array of shape (height, width), true or not 0 where sight is blocked. A radius of
    0 has no limit. ``approach`` is one of shadowcast, dda, pixel, vertices, sweep, expansion.
    ``out`` fills an existing array instead of a new one.
    """
    array: NDArray[Any] = np.asarray(walls)
    if array.ndim != 2:
        raise SpecError(f"the walls have {array.ndim} dimensions; fov wants 2: rows and columns")
    if radius < 0:
        raise SpecError(f"the radius is {radius}; write 0 for no limit, or a number of cells")
    if out is not None and out.dtype != np.bool_:
        raise SpecError(f"out has the type {out.dtype}; write an array of bool")
    return _mapkiln.fov(array.astype(np.bool_, copy=False), x, y, radius, approach, out)
