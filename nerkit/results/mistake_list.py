"""Lists of mistakes: what systems got wrong, item by item, counted by class and by label."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.errors import UsageError, hint, plural, unknown
from nerkit.results.mistakes import CORRECT, LONGEST, MISSED, SPURIOUS, Items, Mistakes
from nerkit.results.printed import Printed


@dataclass(frozen=True)
class Mistake:
    """One wrong item.

    kind                     its class, as `missed` or `boundary`
    gold_item, system_item   label, start, end and text of the items; None for what an item has not
    context                  the text around one of them
    """

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


class CountRow(dict[str, Any]):
    """A row of counted mistakes: a dictionary of its fields."""

    def to_dict(self) -> dict[str, Any]:
        """The fields, as every row that is shown gives them."""
        return dict(self)


@dataclass(frozen=True)
class Selected:
    """Which mistakes are listed: classes, labels (of either item), documents; None for all."""

    kinds: Sequence[str] | None = None
    labels: Sequence[str] | None = None
    documents: Sequence[str] | None = None

    def has(self, kind: str, labels: Sequence[str | None], document: str) -> bool:
        """Whether a pair of items is selected; correct pairs are of every class, for confusions."""
        return (
            (self.kinds is None or kind in self.kinds or kind == CORRECT)
            and (self.labels is None or any(label in self.labels for label in labels))
            and (self.documents is None or document in self.documents)
        )

    def check(self, mistakes: Iterable[Mistakes]) -> None:
        """Raise UsageError for a class or a document that does not exist."""
        mistakes = list(mistakes)
        kinds = dict.fromkeys(kind for each in mistakes for kind in each.kinds[1:])
        documents = dict.fromkeys(name for each in mistakes for name in each.documents)
        for what, names, known in (
            ("class of errors", self.kinds, kinds),
            ("document", self.documents, documents),
        ):
            for name in names or ():
                if name not in known:
                    raise unknown(what, name, known)


@dataclass(frozen=True)
class _Listing(Printed):
    """Rows that are made of mistakes, and the envelope of their JSON form: that of the result."""

    envelope: dict[str, Any]
    rows: Sequence[Any]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return self.envelope | {"rows": [row.to_dict() for row in self.rows]}


@dataclass(frozen=True)
class MistakeCounts(_Listing):
    """Mistakes that are counted."""

    rows: Sequence[CountRow]

    @property
    def lines(self) -> Sequence[CountRow]:
        """The rows."""
        return self.rows


class MistakeSummary(MistakeCounts):
    """How many mistakes of a class each system makes, and which share of all its mistakes these are.

    The fields of a row are system, class, errors and share.
    """


class Confusion(MistakeCounts):
    """How many items have a label in gold (or are `spurious`) and one in a system (or are `missed`).

    The fields of a row are gold, system_label and items.
    """


@dataclass(frozen=True)
class MistakeList(_Listing):
    """The mistakes of the systems of a result; prints as one line each.

    labels   how often each gold label stands against each system label; None where labels of the two do not
             mean the same
    """

    rows: Sequence[Mistake]
    labels: Counter[tuple[str, str]] | None

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<MistakeList of {len(self.rows):,}>"

    @classmethod
    def of(
        cls, envelope: dict[str, Any], by_system: Mapping[str, Mistakes], selected: Selected
    ) -> "MistakeList":
        """The mistakes of each system that are selected; a label that no item has is warned of.

        Raises UsageError for a class or document that does not exist.
        """
        selected.check(by_system.values())
        rows: list[Mistake] = []
        labels: Counter[tuple[str, str]] = Counter()
        for system, mistakes in by_system.items():
            columns = (c.tolist() for c in (mistakes.document, mistakes.kind, mistakes.gold, mistakes.system))
            for document, kind, *pair in zip(*columns, strict=True):
                gold, own = (_label(side, row) for side, row in zip(mistakes.items, pair, strict=True))
                if selected.has(mistakes.kinds[kind], (gold, own), mistakes.documents[document]):
                    labels[gold or SPURIOUS, own or MISSED] += 1
                    if kind:  # 0 is correct
                        rows.append(_mistake(system, mistakes, document, kind, pair))
        labelled = all(each.labelled for each in by_system.values())
        warnings = [*envelope.get("warnings", ()), *_strange(selected.labels or (), by_system.values())]
        warnings += dict.fromkeys(text for each in by_system.values() for text in each.warnings)
        warnings += _shortened(rows)
        return cls(envelope | {"warnings": warnings}, rows, labels if labelled else None)

    @property
    def warnings(self) -> list[str]:
        """What there is to say about the evaluation, and about labels that were asked for."""
        return list(self.envelope["warnings"])

    def summary(self) -> MistakeSummary:
        """How many mistakes there are of each class, most first."""
        counted = Counter((row.system, row.kind) for row in self.rows)
        total = Counter(row.system for row in self.rows)
        rows = [
            CountRow({"system": system, "class": kind, "errors": count, "share": count / total[system]})
            for (system, kind), count in sorted(
                counted.items(), key=lambda item: (item[0][0], -item[1], item[0][1])
            )
        ]
        return MistakeSummary(self.envelope, rows)

    def confusion(self) -> Confusion:
        """How often each gold label stands against each system label, borders aside.

        Where an item has no partner, its label stands against `missed` or `spurious`.

        Raises UsageError where items have no labels that both sides know.
        """
        if self.labels is None:
            raise UsageError("there are no labels to tabulate: those of both sides do not mean the same")
        rows = [
            CountRow({"gold": gold, "system_label": system, "items": count})
            for (gold, system), count in sorted(self.labels.items())
        ]
        return Confusion(self.envelope, rows)

    def __len__(self) -> int:
        return len(self.rows)


def _strange(labels: Iterable[str], mistakes: Iterable[Mistakes]) -> list[str]:
    """A warning for every label that no item of gold or of a system has."""
    known = {
        _label(side, int(row))
        for each in mistakes
        for side in each.items
        for row in np.unique(side.label.codes, return_index=True)[1]  # one row for each distinct label
    }
    names = sorted(filter(None, known))
    return [
        f"label {name!r} occurs on neither side{hint(name, names)}" for name in labels if name not in known
    ]


def _shortened(rows: Sequence[Mistake]) -> list[str]:
    """A warning that counts the items whose texts are not shown as a whole."""
    items = (item["text"] for row in rows for item in (row.gold_item, row.system_item))
    number = sum(text is not None and len(text) > LONGEST for text in items)
    if not number:
        return []
    return [f"{plural(number, 'item')} above {LONGEST:,} characters: only beginnings and ends are shown"]


def _label(items: Items, row: int) -> str | None:
    """The label of an item, `-` for an item without one, None for no item."""
    if row == NONE:
        return None
    value = items.label.value(row)
    return "-" if value is None else str(value)


def _mistake(system: str, mistakes: Mistakes, document: int, kind: int, pair: Sequence[int]) -> Mistake:
    """The mistake of a pair of rows, of gold and of the system, with the text around gold's if it exists."""
    gold, own = (side.fields(row) for side, row in zip(mistakes.items, pair, strict=True))
    shown = 1 if pair[0] == NONE else 0
    around = mistakes.items[shown].around
    context = around(pair[shown]) if around else None
    return Mistake(system, mistakes.documents[document], mistakes.kinds[kind], gold, own, context)
