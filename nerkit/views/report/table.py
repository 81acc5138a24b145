"""The mistakes and items of a page as a table that its script reads.

A page has everything as attributes; a large one has the attributes in this table, from which the script makes
them.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.views.report.documents import ListedMistake
from nerkit.views.report.items import Drawn


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


def table(mistakes: Sequence[ListedMistake], items: Sequence[Drawn], *, compact: bool) -> str:
    """The table as JSON that may stand in a page: columns of mistakes and, of a *compact* page, of items."""
    codes = Codes()
    columns = {
        "key": [one.key for one in mistakes],
        "gold": codes.column(one.gold for one in mistakes),
        "system-label": codes.column(one.other for one in mistakes),
        "change": codes.column(one.change or "" for one in mistakes),
    }
    if compact:
        columns |= {
            "class": codes.column(one.mistake.kind for one in mistakes),
            "label": codes.column(one.label for one in mistakes),
            "system": codes.column(one.mistake.system for one in mistakes),
            "document": codes.column(one.mistake.document for one in mistakes),
        }
    of_items = {}
    if compact:
        of_items = {
            "id": [item.id for item in items],
            "side": codes.column(item.side for item in items),
            "system": codes.column(item.system for item in items),
            "start": [item.start for item in items],
            "end": [item.end for item in items],
            "label": codes.column(item.label for item in items),
            "status": codes.column(item.status for item in items),
            "key": codes.column(" ".join(map(str, item.keys)) for item in items),
        }
    whole = {"compact": compact, "mistakes": columns, "items": of_items, "values": codes.values}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
