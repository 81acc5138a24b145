"""The grids of lists of errors: errors, their classes, and gold labels against system labels."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from nerkit.exceptions import plural
from nerkit.results.error_changes import BROKEN, FIXED
from nerkit.results.error_list import Confusion, ErrorList, ErrorSummary
from nerkit.results.error_parts import PairLabels
from nerkit.results.error_rows import Error
from nerkit.results.errors import FORMAT, MISSED, SPURIOUS, word_of
from nerkit.results.repair_gains import GAINS
from nerkit.views.grid import Grid, LazyLines, PartedCell, Style, first_of, number, signed

WHERE, PAIR, TEXT = "where", "gold → system", "text"
UNREAD = "the answer cannot be read"  # in place of the gold items of an unreadable answer
RED, GREEN, YELLOW, CYAN = "31", "32", "33", "36"  # the numbers of colours in terminals
TINTS = {MISSED: RED, SPURIOUS: YELLOW}  # class of errors -> its colour
CHANGES = {FIXED: GREEN, BROKEN: RED}
WRONG = CYAN  # the colour of all other classes: both sides have an item


def listed(errors: ErrorList, style: Style) -> Grid:
    """A line for each error: its place, its class, the gold item, the system's item, and the text around
    both.

    An unreadable answer has one line for all its errors. Values that both items share come once, before the
    values that differ. On a terminal, items with a text have no offsets, because room is short. The place is
    `file:line` of the system's item, or of the gold item if the system has no item. If no line is known, the
    place is the document.
    """
    rows, short = errors.rows, style.width is not None
    changed = any(row.change for row in rows.heads)
    several = len({row.system for row in rows.heads}) > 1 and not changed
    text = rows.may_have_context and any(row.context and not note for row, note in by_line(rows))
    extra = ["change"] if changed else ["system"] if several else []
    headers = [WHERE, *extra, "class", PAIR, *([TEXT] if text else [])]

    def lines() -> Iterator[list[str]]:
        """Yield the cells of each error."""
        for row, note in by_line(rows):
            yield [
                _place(row),
                *([row.change or ""] if changed else [row.system] if several else []),
                row.kind,
                pair(row, short, note),
                *(["" if note else row.context or ""] if text else []),
            ]

    tints = dict[tuple[int, int], str]()
    for i, (row, _) in enumerate(by_line(rows) if style.color else ()):
        tints[i, headers.index("class")] = TINTS.get(word_of(row.kind), WRONG)
        if row.change:
            tints[i, 1] = CHANGES[row.change]
    paths = [one["path"] for one in errors.envelope.get("inputs", ()) if one.get("path")]
    return Grid(
        headers,
        LazyLines(lines),
        headers,
        prose=TEXT if text else None,
        folder=common_folder(paths),
        tints=tints,
        notes=first_of(len(rows), errors.total, "error"),
    )


def by_line(rows: Iterable[Error]) -> Iterator[tuple[Error, str | None]]:
    """Yield the errors that have a line, each with a note or None.

    An unreadable answer yields only its first error, with the number of lost items as the note. The note of
    JSON values is their context.
    """

    def answer(numbered: tuple[int, Error]) -> tuple[str, str] | int:
        """The key that joins the errors of an unreadable answer; all other errors have different keys."""
        place, row = numbered
        return (row.system, row.document) if row.kind == FORMAT else place

    for _, numbered in groupby(enumerate(rows), answer):
        of_line = [row for _, row in numbered]
        first = of_line[0]
        if "path" in first.gold_item:
            yield first, first.context
        else:
            yield first, plural(len(of_line), "item") if first.kind == FORMAT else None


def _place(error: Error) -> str:
    """`file:line` of the system's item or of gold's, as far as lines are known; otherwise the document."""
    name, line = error.place
    return error.document if line is None else f"{name}:{line}"


def common_folder(paths: Iterable[str]) -> str:
    """The folder that contains all given files or folders, with a slash at the end; empty if
    there is none.
    """
    folders = [os.path.dirname(path.rstrip("/")) for path in paths]
    if not all(folders):
        return ""
    try:
        folder = os.path.commonpath(folders)
    except ValueError:  # some paths are absolute and some are not
        return ""
    return f"{folder.rstrip('/')}/" if folder else ""


def classes(summary: ErrorSummary, style: Style) -> Grid:
    """A line for each class of errors: its number, its share of all errors, and the gain in F1 without it."""
    several = len({row["system"] for row in summary.rows}) > 1
    changed = any("change" in row for row in summary.rows)
    names = [*(["system"] if several else []), *(["change"] if changed else []), "class"]
    gain = any(row["gain"] is not None for row in summary.rows)
    sized = any("items" in row for row in summary.rows)
    units = units_of(summary.envelope["task"]) if sized else ["errors"]
    headers = [*names, *units, "share", *(["F1 gained", "with those above"] if gain else [])]
    lines = [
        [
            *(row[name] for name in names),
            str(row["errors"]),
            *([str(row["items"])] if sized else []),
            number(row["share"], style),
            *(signed(row[name], style) for name in GAINS if gain),
        ]
        for row in summary.rows
    ]
    return Grid(headers, lines, ("system", "change", "class"))


def units_of(task: str) -> Sequence[str]:
    """The word for a counted error of a task, and the word for a listed error: leaves and items, or calls and
    lines.
    """
    return ("calls", "lines") if task == "calls" else ("leaves", "items")


CELLS = 250_000  # the largest table of labels; a larger table, nearly all zeros, becomes a list of pairs


def matrix(confusion: Confusion, _: Style) -> Grid:
    """A table with gold labels as lines and system labels as columns, missed and spurious items last.

    If the table has more than CELLS cells, the grid has a line for each pair of labels that occurs.
    """
    items = {(row["gold"], row["system_label"]): row["items"] for row in confusion.rows}
    down, across = axes_of(items)
    if len(down) * len(across) > CELLS:
        pairs = [[gold, system, str(number)] for (gold, system), number in items.items()]
        return Grid(["gold", "system label", "items"], pairs, ("gold", "system label"))
    lines = [[gold, *(str(items.get((gold, system), 0)) for system in across)] for gold in down]
    lines[-1][-1] = "-"  # an item that neither side has cannot be counted
    return Grid(["gold", *across], lines, ("gold",))


def axes_of(pairs: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """The sorted gold labels and system labels of pairs, `spurious` and `missed` last."""
    gold, system = ({pair[side] for pair in pairs} for side in (0, 1))
    return [*sorted(gold - {SPURIOUS}), SPURIOUS], [*sorted(system - {MISSED}), MISSED]


class _ShownItem(NamedTuple):
    """The label, the place and the text of an item, as shown in a list. Absent values are empty.

    The label of a JSON value is its path.
    """

    label: str
    place: str
    text: str

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> "_ShownItem":
        """Make the shown form of an item from its fields."""
        if item.get("path") is not None:
            return cls(item["path"], "", item["value"] or "")
        place = "" if item["start"] is None else f"{item['start']}-{item['end']}"
        return cls(str(item["label"] or ""), place, item["text"] or "")

    def words(self) -> tuple[str, str]:
        """The label with the place, which is never cut, and the text; `-` for no item."""
        before = " ".join(filter(None, (self.label, self.place)))
        return (f"{before} " if before and self.text else before or ("" if self.text else "-")), self.text


def pair(error: Error, short: bool, note: str | None = None) -> PartedCell:
    """Both items of an error as a cell, for example `0-9 Anna Lind: PER → ORG`, and a note at the end.

    Common values of both items come first, then differing values. With *short*, items with a text lose their
    offsets unless the items would look equal.
    """
    parts = [UNREAD, ""] if error.kind == FORMAT else _parts(error, short)
    return PartedCell(*parts, f" ({note})" if note else "")


def _parts(error: Error, short: bool) -> list[str]:
    """The cell of both items as alternating parts: words, text, words, text, …"""
    sides = [_ShownItem.of(error.gold_item), _ShownItem.of(error.system_item)]
    if short:
        bare = [side._replace(place="") if side.text else side for side in sides]
        sides = bare if bare[0] != bare[1] else sides
    gold, system = sides
    if gold == system:
        return [*gold.words()]
    both = any(gold) and any(system)
    same = [both and one == other for one, other in zip(gold, system, strict=True)]
    shared = _ShownItem(*(one if kept else "" for one, kept in zip(gold, same, strict=True)))
    own = [_ShownItem(*("" if kept else one for one, kept in zip(side, same, strict=True))) for side in sides]
    (before, text), (behind, other) = own[0].words(), own[1].words()
    if not any(shared):
        return [before, text, f" → {behind}", other]
    return [*shared.words(), f": {before}", text, f" → {behind}", other]


class ConfusionTable(NamedTuple):
    """A table of gold labels (down) and system labels (across) with the number of items of each pair.

    items  (gold label, system label) -> number of items
    most   the largest number in a cell
    pair   the places of two annotators; the labels of the first annotator are down
    """

    system: str
    down: list[str]
    across: list[str]
    items: Mapping[tuple[str, str], int]
    most: int
    pair: tuple[int, int] | None = None


def confusion_tables(listed: ErrorList) -> Iterator[ConfusionTable]:
    """Yield a table for each system; nothing if labels of both sides cannot be compared."""
    if listed.labels is None:
        return
    for system, errors in listed.by_system.items():
        tabulated = np.ones(len(errors.gold), np.bool_) if errors.further is None else ~errors.further
        items = PairLabels.of(errors).counted(np.flatnonzero(tabulated))
        yield ConfusionTable(system, *axes_of(items), items, max(items.values(), default=0))
