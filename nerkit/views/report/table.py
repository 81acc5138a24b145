"""The errors and items of a page as a table for the script of the page.

On a small page, elements have all attributes. On a large page, this table has the attributes, and the script
adds them to the elements.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.results.errors import SPURIOUS
from nerkit.views.report.compact_html import Look, Terse
from nerkit.views.report.contents import Contents
from nerkit.views.report.documents import ListedError
from nerkit.views.report.items import shape_of

DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) not in "&<>\\\x60")


class Codes:
    """Distinct values with numbers from 0, in order of appearance."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def of(self, value: Any) -> int:
        """The number of a value."""
        return self.numbers.setdefault(value, len(self.numbers))

    def column(self, values: Iterable[Any]) -> list[int]:
        """The numbers of several values."""
        return [self.of(value) for value in values]

    @property
    def values(self) -> list[Any]:
        """The distinct values, in the order of their numbers."""
        return [visible(str(value)) if isinstance(value, str) else value for value in self.numbers]


def table(contents: Contents, terse: Terse | None = None) -> str:
    """The table as JSON that is safe inside a page, with a column for each attribute of errors.

    With *terse* (a large page) the columns also hold the attributes that other pages have on rows and items.
    The start of a system item is stored relative to the start of its gold item.
    """
    codes = Codes()
    errors = sorted(contents.errors, key=lambda one: one.key)
    columns: dict[str, list[Any]] = {
        "key": [one.key for one in errors],
        "gold": codes.column(one.gold for one in errors),
        "system-label": codes.column(one.other for one in errors),
        "change": codes.column(one.change or "" for one in errors),
        "class": codes.column(one.error.kind for one in errors),
        "system": codes.column(one.error.system for one in errors),
    }
    if contents.names:
        said = ((name, [one.said[of] for one in errors]) for name, of in contents.filters.items())
        columns = {name: columns[name] for name in ("key", "class")}
        columns |= {name: codes.column(values) for name, values in said}
    numbers = {"twin": [one.twin for one in errors]} if any(one.twin != one.key for one in errors) else {}
    places: dict[str, list[Any]] = {}
    several: dict[str, str] = {}
    if terse is not None:
        numbers |= _order(contents, errors, terse)
        if any(one.label != _label(one) for one in errors):
            columns["label"] = codes.column(one.label for one in errors)
        for place, side in enumerate("gs"):
            items = [one.items[place] for one in errors]
            places[side] = [None if item is None else item.start for item in items]
            places[f"{side}-size"] = [
                None if item is None or item.start is None or item.end is None else item.end - item.start
                for item in items
            ]
            several |= {of.anchor: " ".join(map(str, of.keys)) for of in items if of and len(of.keys) > 1}
        pairs = zip(places["s"], places["g"], strict=True)
        places["s"] = [None if own is None else own - (gold or 0) for own, gold in pairs]
    whole = {
        "compact": terse is not None,
        "errors": {name: _shortest(column) for name, column in columns.items()},
        "numbers": {name: _shortest(column) for name, column in numbers.items()},
        "places": {name: _shortest(column) for name, column in places.items()},
        "several": several,
        "colours": {} if terse is None else terse.colours,
        "shapes": {} if terse is None else {one.error.kind: shape_of(one.error.kind) for one in errors},
        "looks": [] if terse is None else [_sides(look) for look in terse.looks],
        "values": codes.values,
    }
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _order(contents: Contents, errors: Sequence[ListedError], terse: Terse) -> dict[str, list[int]]:
    """Columns of numbers: the document and the group of each error, in the order of the page.

    The column `turns` has the number of an error within its document, for each segment with a common look.
    """
    document_of = {one.key: place for place, of in enumerate(contents.documents) for one in of.errors}
    group_of = {one.key: place for place, group in enumerate(contents.groups) for one in group.errors}
    rank = {
        key: place
        for of in contents.documents
        for place, key in enumerate(sorted(one.key for one in of.errors))
    }
    return {
        "document": [document_of[one.key] for one in errors],
        "group": [group_of[one.twin] for one in errors],
        "turns": [rank[key] for key in terse.turns],
    }


def _sides(look: Look) -> list[Any]:
    """The colour, the label and the end of both sides of a look, for the script."""
    return [
        side and [side.colour, None if side.label is None else visible(side.label) or "–", int(side.ends)]
        for side in (look.gold, look.system)
    ]


def _label(one: ListedError) -> str:
    """The label of an error that the script derives from the labels of both items."""
    label = one.other if one.gold == SPURIOUS else one.gold
    return "" if label == "-" else label


def _shortest(column: Sequence[Any]) -> Any:
    """The shortest form of a column: values, runs, packed digits or steps."""
    forms = [list(column), {"runs": _runs(column)}]
    whole = [0 if value is None else value for value in column]
    if whole and all(isinstance(value, int) for value in whole):
        steps = [whole[0], *(after - before for before, after in pairwise(whole))]
        forms += [_packed(column), {"steps": _runs(steps)}]
    if None in column:
        forms = forms[:3]  # steps lead from number to number
    return min(forms, key=lambda form: len(json.dumps(form, separators=(",", ":"))))


def _runs(column: Sequence[Any]) -> list[Any]:
    """The column in the form value, number, value, number, …"""
    runs: list[Any] = []
    for value in column:
        if runs and runs[-2] == value:
            runs[-1] += 1
        else:
            runs += [value, 1]
    return runs


def _packed(column: Sequence[int | None]) -> dict[str, Any]:
    """Whole numbers as texts of DIGITS of equal width; 0 means None, 1 means the lowest number.

    >>> _packed([7, None, 9])
    {'packed': "$#'", 'width': 1, 'lowest': 7}
    """
    known = [value for value in column if value is not None]
    lowest, most = min(known, default=0), max(known, default=0)
    width = 1
    while len(DIGITS) ** width <= most - lowest + 1:
        width += 1
    written = []
    for value in column:
        number, digits = 0 if value is None else value - lowest + 1, ""
        for _ in range(width):
            number, digit = divmod(number, len(DIGITS))
            digits = DIGITS[digit] + digits
        written.append(digits)
    return {"packed": "".join(written), "width": width, "lowest": lowest}
