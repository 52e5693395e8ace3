"""What can go wrong. Wrong input is always a ``ValueError``."""

__all__ = ["BugError", "DocumentError", "SpecError", "Unsatisfied"]


class SpecError(ValueError):
    """An argument is out of range; the message says what to write instead."""


class DocumentError(ValueError):
    """A file cannot be read as a map."""


class Unsatisfied(ValueError):
    """The arguments are fine, but no such map was found."""


class BugError(RuntimeError):
    """A bug in Mapkiln itself; the message names the seed and the spec."""


for _error in (BugError, DocumentError, SpecError, Unsatisfied):
    _error.__module__ = "mapkiln"
