"""What can go wrong. Wrong input is always a ``ValueError``."""

from __future__ import annotations

import re

__all__ = ["BugError", "DocumentError", "SpecError", "Unsatisfied"]

# The sentences of the library begin with the field, mostly in the form "`field` is value; write …".
_FIELD = re.compile(r"`(?P<field>[\w.\[\]-]+)`|^(?P<plain>\w+)(?= is )")
_VALUE = re.compile(r"(?:`[\w.\[\]-]+`|^\w+) is (?P<value>.+?);")
_PLACE = re.compile(r"line (\d+),? column (\d+)")


class SpecError(ValueError):
    """An argument is out of range; the message says what to write instead.

    ``field`` and ``value`` are what the message names; None where it names none.
    """

    field: str | None
    value: str | None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        field, value = _FIELD.search(message), _VALUE.search(message)
        self.field = (field["field"] or field["plain"]) if field else None
        self.value = value["value"].strip("\"'") if value else None


class DocumentError(ValueError):
    """A file cannot be read as a map. ``line`` and ``column`` say where, if that is known."""

    line: int | None
    column: int | None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = _PLACE.search(message)
        self.line, self.column = (int(found[1]), int(found[2])) if found else (None, None)


class Unsatisfied(ValueError):
    """The arguments are fine, but no such map was found. ``best`` is the best that was, if any."""

    best: object

    def __init__(self, message: str, best: object = None) -> None:
        super().__init__(message)
        self.best = best


class BugError(RuntimeError):
    """A bug in Mapkiln itself; the message names the seed and the spec."""


for _error in (BugError, DocumentError, SpecError, Unsatisfied):
    _error.__module__ = "mapkiln"
