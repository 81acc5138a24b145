"""Nested records: a table of their fields with the values of both sides; inner fields are indented.

The text of an item begins with its place, for example `items[2].price`. Gold elements determine the order of
the rows. Elements that only the system has are at their place in the system's record.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from nerkit.algorithms.columns import NONE
from nerkit.views.report.items import VALUE, DocumentItems, OfSystem
from nerkit.views.report.parts import Part, RecordPart, RecordRow

STEP = re.compile(r"\[\d+\]|\"(?:[^\"\\]|\\.)*\"|[^.\[\]\s]+|\[[^\[\]]*\]")
DEEPEST = 9  # levels of indentation

Step = tuple[int, str]  # a number to sort by, and the name


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield a table for each system."""
    for one in of.systems:
        leaves = []
        for gold, system, _ in of.pairs(one):
            sides = [_said(one, side, row) for side, row in enumerate((gold, system))]
            place = sides[0][0] if gold != NONE else sides[1][0]
            items = of.item(one, 0, gold), of.item(one, 1, system)
            shown = [None if item is None else of.show(item, one) for item in items]
            if of.context is not None and not any(side and side.wrong for side in shown):
                continue
            row = RecordRow(0, "", shown[0], sides[0][1], shown[1], sides[1][1])
            leaves.append((STEP.findall(place) or [place], row))
        if leaves:
            yield RecordPart(of.title(one), list(_nested(leaves)))


def _said(of: OfSystem, side: int, row: int) -> tuple[str, str]:
    """The place and the value of an item; empty texts for no item."""
    if row == NONE:
        return "", ""
    fields = of.errors.items[side].fields(row)
    if VALUE in fields:
        return str(fields["path"]), str(fields[VALUE])
    place, _, value = (fields["text"] or "").partition(" ")
    return place, value


def _nested(leaves: list[tuple[list[str], RecordRow]]) -> Iterator[RecordRow]:
    """Yield the rows of a record in its order. A row with the common beginning of several paths precedes
    the rows of these paths.
    """
    first: dict[tuple[str, ...], int] = {}  # beginning of a path -> the first leaf with this beginning
    for number, (steps, _) in enumerate(leaves):
        for size in range(1, len(steps) + 1):
            first.setdefault(tuple(steps[:size]), number)

    def order(leaf: tuple[list[str], RecordRow]) -> list[tuple[int, int]]:
        """The sort key of a leaf: for each step the element number and the first leaf with this beginning."""
        steps = leaf[0]
        return [
            (int(step[1:-1]) if step[1:-1].isdecimal() else 0, first[tuple(steps[: size + 1])])
            for size, step in enumerate(steps)
        ]

    ordered = sorted(leaves, key=order)
    for (before, _), (steps, row) in pairwise([([], RecordRow(0, "")), *ordered]):
        common = 0
        while common < min(len(before), len(steps) - 1) and before[common] == steps[common]:
            common += 1
        for depth in range(common, len(steps) - 1):
            yield RecordRow(min(depth, DEEPEST), steps[depth])
        yield row._replace(depth=min(len(steps) - 1, DEEPEST), name=steps[-1])
