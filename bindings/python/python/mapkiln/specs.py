"""The specs of all makers as TypedDicts, for who wants types."""

from ._specs import *  # noqa: F403
from ._specs import __all__ as __all__
