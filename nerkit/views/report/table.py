"""The mistakes and items of a page as a table that its script reads.

A page has everything as attributes; a large one has the attributes in this table, from which the script makes
them.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.views.report.documents import ListedMistake


class Codes:
    """Distinct values, numbered as they come."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def of(self, value: Any) -> int:
        """The number of a value."""
        return self.numbers.setdefault(value, len(self.numbers))

    def column(self, values: Iterable[Any]) -> list[int]:
        """The numbers of values."""
        return [self.of(value) for value in values]

    @property
    def values(self) -> list[Any]:
        """The values, by their numbers."""
        return [visible(str(value)) if isinstance(value, str) else value for value in self.numbers]


def table(mistakes: Sequence[ListedMistake], *, compact: bool) -> str:
    """The table as JSON that may stand in a page: columns of mistakes; of a *compact* page, of all that a
    row and its items have as attributes on others.
    """
    codes = Codes()
    mistakes = sorted(mistakes, key=lambda one: one.key)
    columns: dict[str, list[Any]] = {
        "key": [one.key for one in mistakes],
        "gold": codes.column(one.gold for one in mistakes),
        "system-label": codes.column(one.other for one in mistakes),
        "change": codes.column(one.change or "" for one in mistakes),
    }
    places: dict[str, list[Any]] = {}
    several: dict[str, str] = {}
    if compact:
        columns |= {
            "class": codes.column(one.mistake.kind for one in mistakes),
            "label": codes.column(one.label for one in mistakes),
            "system": codes.column(one.mistake.system for one in mistakes),
            "document": codes.column(one.mistake.document for one in mistakes),
        }
        for place, side in enumerate("gs"):
            items = [one.items[place] for one in mistakes]
            places[side] = [None if item is None else item.start for item in items]
            places[f"{side}-size"] = [
                None if item is None or item.start is None or item.end is None else item.end - item.start
                for item in items
            ]
            several |= {of.anchor: " ".join(map(str, of.keys)) for of in items if of and len(of.keys) > 1}
    whole = {
        "compact": compact,
        "mistakes": {name: _runs(column) for name, column in columns.items()},
        "places": {name: _runs(column) for name, column in places.items()},
        "several": several,
        "values": codes.values,
    }
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _runs(column: Sequence[Any]) -> list[Any] | dict[str, list[Any]]:
    """The column; as value, number, value, number … where that is shorter."""
    runs: list[Any] = []
    for value in column:
        if runs and runs[-2] == value:
            runs[-1] += 1
        else:
            runs += [value, 1]
    return {"runs": runs} if len(runs) < len(column) else list(column)
