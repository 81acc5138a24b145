"""Lists of errors: what a system got wrong, item by item; the columns that scorers fill, and what is made of them.

A scorer's `errors(batch, options)` gives `Mistakes`: pairs of a gold and a system item, or one of them alone, each of a class. Classes
are the scorer's own; those of spans are in `scorers/span_errors`. Correct pairs belong to it, so that labels can be tabulated.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.errors import UsageError, hint, unknown
from nerkit.model import NONE, Column, IntArray
from nerkit.printed import Printed

if TYPE_CHECKING:
    from nerkit.formatters import Style
    from nerkit.formatters.cells import Grid

CORRECT = "correct"
MISSED, SPURIOUS = "missed", "spurious"
FIELDS = ("label", "start", "end", "text")  # of an item, after `gold_` and `system_`
AROUND = 30  # characters on each side of an item that are shown
PART_BEFORE, PART_BEHIND = re.compile(r"\A\S+(?=\s)"), re.compile(r"(?<=\s)\S+\Z")
OfRow = Callable[[int], str | None]  # what is known of the item of a row


@dataclass(frozen=True)
class Items:
    """The items of one side.

    label        the label of each
    start, end   half-open offsets, where there are any
    text         row -> the item's own text, where there is any
    around       row -> the text in which the item stands, itself in brackets if its place is known
    """

    label: Column
    start: IntArray | None = None
    end: IntArray | None = None
    text: OfRow | None = None
    around: OfRow | None = None

    def fields(self, row: int) -> dict[str, Any]:
        """Label, start, end and text of an item; None for what it has not."""
        if row == NONE:
            return dict.fromkeys(FIELDS)
        return {
            "label": self.label.value(row),
            "start": None if self.start is None else int(self.start[row]),
            "end": None if self.end is None else int(self.end[row]),
            "text": self.text(row) if self.text else None,
        }


@dataclass(frozen=True)
class Mistakes:
    """Pairs of items of a batch, in the order in which they are listed.

    document       the code of each pair's document in `documents`
    kind           the class of each pair, a code into `kinds`, which begin with `correct`
    gold, system   rows of the items, -1 where there is none
    items          the items of gold and of the system
    labelled       whether labels of both sides mean the same, so that they can be tabulated
    """

    documents: Sequence[str]
    document: IntArray
    kinds: Sequence[str]
    kind: IntArray
    gold: IntArray
    system: IntArray
    items: tuple[Items, Items]
    labelled: bool = True


@dataclass(frozen=True)
class Mistake:
    """One wrong item: the system, the document, the class, fields of the gold and the system item, the text around one of them."""

    system: str
    document: str
    kind: str
    gold_item: dict[str, Any]
    system_item: dict[str, Any]
    context: str | None

    def to_dict(self) -> dict[str, Any]:
        """All fields in their fixed order."""
        gold = {f"gold_{name}": value for name, value in self.gold_item.items()}
        system = {f"system_{name}": value for name, value in self.system_item.items()}
        head = {"system": self.system, "document": self.document, "class": self.kind}
        return head | gold | system | {"context": self.context}


@dataclass(frozen=True)
class Selected:
    """Which mistakes are listed: classes, labels (of either item), documents; None for all."""

    kinds: Sequence[str] | None = None
    labels: Sequence[str] | None = None
    documents: Sequence[str] | None = None


@dataclass(frozen=True)
class ErrorList(Printed):
    """The mistakes of the systems of a result; prints as one line each.

    envelope   the JSON form without rows
    labels     how often each gold label stands against each system label; None where they do not mean the same
    """

    envelope: dict[str, Any]
    rows: Sequence[Mistake]
    labels: Counter[tuple[str, str]] | None

    @classmethod
    def of(cls, envelope: dict[str, Any], found: dict[str, Mistakes], selected: Selected) -> "ErrorList":
        """The mistakes of each system that are selected; a label that no item has is warned of.

        Raises UsageError for a class or document that does not exist.
        """
        kinds = dict.fromkeys(kind for each in found.values() for kind in each.kinds[1:])
        documents = dict.fromkeys(name for each in found.values() for name in each.documents)
        for what, names, known in (
            ("class of errors", selected.kinds, kinds),
            ("document", selected.documents, documents),
        ):
            for name in names or ():
                if name not in known:
                    raise unknown(what, name, known)
        rows: list[Mistake] = []
        labels: Counter[tuple[str, str]] = Counter()
        for system, mistakes in found.items():
            columns = (c.tolist() for c in (mistakes.document, mistakes.kind, mistakes.gold, mistakes.system))
            for document, kind, gold, other in zip(*columns, strict=True):
                pair = tuple(
                    _label(side, row) for side, row in zip(mistakes.items, (gold, other), strict=True)
                )
                if not _wanted(selected, mistakes.kinds[kind], pair, mistakes.documents[document]):
                    continue
                labels[pair[0] or SPURIOUS, pair[1] or MISSED] += 1
                if kind:
                    rows.append(_mistake(system, mistakes, (document, kind, gold, other)))
        labelled = all(each.labelled for each in found.values())
        warnings = [*envelope.get("warnings", ()), *_strange(selected.labels or (), found.values())]
        return cls(envelope | {"warnings": warnings}, rows, labels if labelled else None)

    @property
    def warnings(self) -> list[str]:
        """What there is to say about the evaluation, and about labels that were asked for."""
        return list(self.envelope["warnings"])

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: the envelope of a result, its rows the mistakes."""
        return self.envelope | {"rows": [row.to_dict() for row in self.rows]}

    def grid(self, style: "Style") -> "Grid":
        """A line for each mistake."""
        from nerkit.formatters.mistakes import listed

        return listed(self.rows)

    def summary(self) -> "Table":
        """How many mistakes there are of each class, most first."""
        counted = Counter((row.system, row.kind) for row in self.rows)
        total = Counter(row.system for row in self.rows)
        rows = [
            {"system": system, "class": kind, "errors": count, "share": count / total[system]}
            for (system, kind), count in sorted(
                counted.items(), key=lambda item: (item[0][0], -item[1], item[0][1])
            )
        ]
        return Table(self.envelope, rows)

    def confusion(self) -> "Table":
        """How often each gold label stands against each system label, borders aside; `missed` and `spurious` where there is no pair.

        Raises UsageError where items have no labels that both sides know.
        """
        if self.labels is None:
            raise UsageError("there are no labels to tabulate: those of both sides do not mean the same")
        rows = [
            {"gold": gold, "system_label": system, "items": count}
            for (gold, system), count in sorted(self.labels.items())
        ]
        return Table(self.envelope, rows)

    def __len__(self) -> int:
        return len(self.rows)


def excerpt(text: str, ranges: Iterable[tuple[int, int]]) -> str | None:
    """The text around half-open ranges, those that overlap or touch made one: each in brackets, up to AROUND characters before the
    first and behind the last, without the parts of words; of more than twice as many between two the middle is left out. Blanks and
    line breaks are made one.

    None where there is no range, and for ranges beyond the text.
    """
    apart: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    if not text or not apart or apart[-1][1] > len(text):
        return None
    at, last = apart[0][0], apart[-1][1]
    before, behind = text[max(0, at - AROUND - 1) : at], text[last : last + AROUND + 1]
    parts = [before if at <= AROUND else PART_BEFORE.sub("", before)[-AROUND:]]
    for start, end in apart:
        far = start - at > 2 * AROUND
        parts.append(f"{text[at : at + AROUND]} … {text[start - AROUND : start]}" if far else text[at:start])
        parts.append(f"[{text[start:end]}]")
        at = end
    parts.append(behind if last + AROUND >= len(text) else PART_BEHIND.sub("", behind)[:AROUND])
    return " ".join("".join(parts).split())


class Line(dict[str, Any]):
    """A row of a table that is made of mistakes."""

    def to_dict(self) -> dict[str, Any]:
        """Its fields."""
        return dict(self)


@dataclass(frozen=True)
class Table(Printed):
    """Counted mistakes: rows of fields."""

    envelope: dict[str, Any]
    lines: Sequence[dict[str, Any]]

    @property
    def rows(self) -> list[Line]:
        """The rows."""
        return [Line(line) for line in self.lines]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return self.envelope | {"rows": list(self.lines)}

    def grid(self, style: "Style") -> "Grid":
        """A matrix of labels, or a line for each class."""
        from nerkit.formatters.mistakes import classes, matrix

        confusion = bool(self.lines) and "gold" in self.lines[0]
        return matrix(self.lines) if confusion else classes(self.lines, style)


def _strange(labels: Iterable[str], found: Iterable[Mistakes]) -> list[str]:
    """A warning for every label that no item of gold or of a system has."""
    items = [side for each in found for side in each.items]
    known = {
        _label(side, int(row)) for side in items for row in np.unique(side.label.codes, return_index=True)[1]
    }
    names = sorted(filter(None, known))
    return [
        f"label {name!r} occurs on neither side{hint(name, names)}" for name in labels if name not in known
    ]


def _label(items: Items, row: int) -> str | None:
    """The label of an item, `-` for an item without one, None for no item."""
    if row == NONE:
        return None
    value = items.label.value(row)
    return "-" if value is None else str(value)


def _wanted(selected: Selected, kind: str, pair: tuple[str | None, ...], document: str) -> bool:
    return (
        (selected.kinds is None or kind in selected.kinds or kind == CORRECT)
        and (selected.labels is None or any(label in selected.labels for label in pair))
        and (selected.documents is None or document in selected.documents)
    )


def _mistake(system: str, mistakes: Mistakes, place: tuple[int, int, int, int]) -> Mistake:
    document, kind, gold, other = place
    items = [side.fields(row) for side, row in zip(mistakes.items, (gold, other), strict=True)]
    here, row = (mistakes.items[1], other) if gold == NONE else (mistakes.items[0], gold)
    context = here.around(row) if here.around else None
    return Mistake(system, mistakes.documents[document], mistakes.kinds[kind], items[0], items[1], context)
