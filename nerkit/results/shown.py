"""The protocol of everything that is shown: results, comparisons, lists of errors."""

from collections.abc import Sequence
from typing import Any, Protocol


class ShownRow(Protocol):
    """A row of anything that is shown."""

    def to_dict(self) -> dict[str, Any]:
        """The fields of the row by name, in the order of the columns."""


class Shown(Protocol):
    """Anything with rows and a JSON form: a result, a comparison, a list of errors."""

    @property
    def rows(self) -> Sequence[ShownRow]:
        """All rows, in the order in which they are printed."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form of all of it."""
