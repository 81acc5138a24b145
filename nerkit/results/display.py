"""The protocol of everything that can be shown: results, comparisons, lists of errors."""

from collections.abc import Sequence
from typing import Any, Protocol


class ShownRow(Protocol):
    """A row that can be shown."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the row by name, in the order of the columns."""


class Shown(Protocol):
    """An object with rows and a JSON form: a result, a comparison, a list of errors."""

    @property
    def rows(self) -> Sequence[ShownRow]:
        """All rows, in the order in which they are printed."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the whole object."""
