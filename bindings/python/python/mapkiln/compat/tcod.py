"""``compute_fov`` of python-tcod: changing one import is enough.

What differs: every algorithm is Mapkiln's symmetric shadow casting, which shows what tcod's
``FOV_SYMMETRIC_SHADOWCAST`` shows; tcod's other algorithms differ from it in single cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._sight import fov

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["compute_fov"]


def compute_fov(
    transparency: ArrayLike,
    pov: tuple[int, int],
    radius: int = 0,
    light_walls: bool = True,
    algorithm: int = 12,
) -> NDArray[np.bool_]:
    """What is seen from the index ``pov`` of an array that is 0 where sight is blocked.

    ``radius`` 0 has no limit; without ``light_walls`` only transparent cells are seen.
    """
    clear: NDArray[Any] = np.asarray(transparency)
    if clear.ndim != 2:
        raise TypeError(f"transparency must be an array of 2 dimensions (shape is {clear.shape!r})")
    open_cells = clear.astype(np.bool_)
    row, column = int(pov[0]), int(pov[1])
    if not (0 <= row < clear.shape[0] and 0 <= column < clear.shape[1]):
        raise IndexError(f"Given pov index {pov!r} is beyond the array of shape {clear.shape!r}.")
    seen = fov(~open_cells, column, row, radius)
    if not light_walls:
        seen &= open_cells
    return seen
