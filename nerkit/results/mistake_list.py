"""Lists of errors: what systems got wrong, item by item, counted by class and by label; made of what scorers find."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.errors import UsageError, hint, unknown
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.results.printed import Printed

if TYPE_CHECKING:
    from nerkit.formatters import Style
    from nerkit.views.grid import Grid


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
        from nerkit.views.mistakes import listed

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
        return Table(self.envelope, rows, paired=True)

    def __len__(self) -> int:
        return len(self.rows)


class Line(dict[str, Any]):
    """A row of a table that is made of mistakes."""

    def to_dict(self) -> dict[str, Any]:
        """Its fields."""
        return dict(self)


@dataclass(frozen=True)
class Table(Printed):
    """Counted mistakes: rows of fields, of classes or of pairs of labels."""

    envelope: dict[str, Any]
    lines: Sequence[dict[str, Any]]
    paired: bool = False

    @property
    def rows(self) -> list[Line]:
        """The rows."""
        return [Line(line) for line in self.lines]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return self.envelope | {"rows": list(self.lines)}

    def grid(self, style: "Style") -> "Grid":
        """A matrix of labels, or a line for each class."""
        from nerkit.views.mistakes import classes, matrix

        return matrix(self.lines) if self.paired and self.lines else classes(self.lines, style)


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
