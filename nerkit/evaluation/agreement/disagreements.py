"""Disagreements of annotators: items with the value of each, labels against labels, and the gain of repairs.

    tokens     Tolkien  left  Oxford
    anna       PER      O     LOC
    ben        PER      O     ORG        one disagreement, LOC against ORG

Items that follow each other in a document with the same values are one disagreement. To repair a label is to
let all annotators say what most of them said of every item on which they differ and on which any said the
label; of values that equally many said the label itself wins, then the first in the alphabet. Its gain is
alpha afterwards minus alpha before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import distinct, groups
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.annotators import Annotators
from nerkit.evaluation.agreement.item_values import OUTSIDE, Values
from nerkit.evaluation.agreement.items import ItemCounts
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.warnings import told
from nerkit.results.errors import shortened
from nerkit.results.printed import Printed


@dataclass(frozen=True)
class DifferingItem:
    """An item, or a run of items, on which annotators differ.

    document    its id;  item   the id of the row of a table, None for other items
    start, end  half-open, in units of the document (of a table rows from 0);  text   of these units
    values      annotator -> the value that was given, None without a value
    """

    document: str
    item: str | None
    start: int
    end: int
    text: str | None
    values: Mapping[str, str | None]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, with the values by annotator."""
        place = {"document": self.document, "item": self.item, "start": self.start, "end": self.end}
        return place | {"text": self.text} | {f"value_{name}": said for name, said in self.values.items()}


class DisagreementRow(dict[str, Any]):
    """A row of counts: a dictionary of its fields."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields."""
        return dict(self)


@dataclass(frozen=True)
class Disagreements(Printed):
    """The items on which annotators differ, in the order of the documents.

    total   the number of all items, if only the first are listed; None for a full list
    """

    names: tuple[str, ...]
    units: str
    rows: Sequence[DifferingItem]
    warnings: Sequence[str] = ()
    total: int | None = None

    def first(self, items: int) -> "Disagreements":
        """Return the list of the first items, with the number of all items."""
        return replace(self, rows=self.rows[:items], total=len(self.rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; in a list of the first items, `disagreements` is the number of all items."""
        return {
            "task": "agree",
            "annotators": list(self.names),
            "units": self.units,
            **({} if self.total is None else {"disagreements": self.total}),
            "rows": [row.to_dict() for row in self.rows],
            "warnings": told(self.warnings),
        }


@dataclass(frozen=True)
class DisagreementSummary(Printed):
    """Counts of labels against labels, and the gain of the repair of each label.

    rows     label, other, items: items times pairs of annotators who gave the two labels
             (in alphabetical order), most first; share of all such items
    repairs  label, items on which annotators differ and any gave the label, alpha after the repair, gain;
             the greatest gain first
    alpha    before any repair; None for 0/0
    """

    names: tuple[str, ...]
    units: str
    rows: Sequence[DisagreementRow]
    repairs: Sequence[DisagreementRow]
    alpha: float | None
    warnings: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the summary."""
        return {
            "task": "agree",
            "annotators": list(self.names),
            "units": self.units,
            "alpha": self.alpha,
            "rows": [row.to_dict() for row in self.rows],
            "repairs": [row.to_dict() for row in self.repairs],
            "warnings": told(self.warnings),
        }

    @property
    def note(self) -> str | None:
        """Return the repair that raises alpha most, as a sentence; None if no repair raises alpha."""
        best = self.repairs[0] if self.repairs else None
        if best is None or best["gain"] is None or self.alpha is None or best["gain"] <= 0:
            return None
        return f"repairing {best['label']} raises alpha most: from {self.alpha:.3f} to {best['alpha']:.3f}"


def differing(values: Values) -> BoolArray:
    """Return whether the annotators of an item gave it different values, shape (items,)."""
    value = values.value
    least = np.where(value == NONE, len(values.labels), value).min(axis=0)
    different: BoolArray = value.max(axis=0) > least
    return different


def listed(
    whole: Annotators, documents: Sequence[str] | None = None, labels: Sequence[str] | None = None
) -> Disagreements:
    """Return the disagreements, of all or some documents, with any or some labels.

    Raises UsageError for a document that does not exist.
    """
    values, said = whole.values, whole.said
    items = np.flatnonzero(differing(values))
    for name in documents or ():
        if name not in said.documents:
            raise unknown("document", name, said.documents)
    document = values.document[items]
    place = items - np.searchsorted(values.document, document)
    apart = np.ones(len(items), bool)
    if len(items) > 1 and values.start is None and values.ids is None:
        same = (values.value[:, items[1:]] == values.value[:, items[:-1]]).all(axis=0)
        apart[1:] = ~((np.diff(items) == 1) & (np.diff(document) == 0) & same)
    first = np.flatnonzero(apart)
    last = np.append(first, len(items))[1:] - 1
    rows = []
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        own = values.value[:, items[begin]].tolist()
        given = {
            name: None if code == NONE else values.labels[code]
            for name, code in zip(values.names, own, strict=True)
        }
        where = said.documents[int(document[begin])]
        if (documents and where not in documents) or (labels and not set(labels) & set(given.values())):
            continue
        span = int(place[begin]), int(place[end]) + 1
        if values.start is not None and values.end is not None:
            span = int(values.start[items[begin]]), int(values.end[items[begin]])
        row_id = values.ids[int(items[begin])] if values.ids is not None else None
        rows.append(DifferingItem(where, row_id, *span, _text(said, int(document[begin]), span), given))
    return Disagreements(values.names, _units(whole), rows, _warnings(whole))


def _text(said: Annotations | Values, document: int, span: tuple[int, int]) -> str | None:
    if isinstance(said, Values) or said.text is None:
        return None
    return shortened(said.text(document, *span))


def _units(whole: Annotators) -> str:
    return "item" if isinstance(whole.said, Values) else whole.units


def _warnings(whole: Annotators) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*whole.said.warnings, *whole.values.warnings]))


def summary(whole: Annotators) -> DisagreementSummary:
    """Return the counts of labels against labels, and the gain of repairing each label.

    Raises UsageError for data without a summary.
    """
    values = whole.values
    items = np.flatnonzero(differing(values))
    pairs: Counter[tuple[str, str]] = Counter()
    size = len(values.labels)
    for one, other in combinations(range(len(values.names)), 2):
        left, right = values.value[one, items], values.value[other, items]
        used = (left != NONE) & (right != NONE) & (left != right)
        codes, counts = np.unique(left[used] * size + right[used], return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            first, second = sorted((values.labels[code // size], values.labels[code % size]))
            pairs[first, second] += count
    total = sum(pairs.values())
    rows = [
        DisagreementRow(label=label, other=other, items=count, share=count / total)
        for (label, other), count in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    before, repairs = _repairs(values, items)
    return DisagreementSummary(values.names, _units(whole), rows, repairs, before, _warnings(whole))


def _repairs(values: Values, items: IntArray) -> tuple[float | None, list[DisagreementRow]]:
    """Return alpha (None: 0/0), and a row with the gain of the repair of each label."""
    counts = ItemCounts(values)
    size = len(values.labels)
    wrong, of_labels = counts.pairable[0].sum(), counts.pairable[1].of_labels()
    n, squares = float(of_labels.sum()), float((of_labels * of_labels).sum())
    before = _alpha(float(wrong), n, squares)
    said = values.value[:, items]
    given = (said != NONE).sum(axis=0)
    votes = np.stack([((said == own) & (own != NONE)).sum(axis=0) for own in said]) if len(said) else said
    own_wrong = given - (votes.sum(axis=0) - given) / (given - 1)
    alphabet = np.empty(size, np.int64)
    alphabet[np.argsort(np.array(values.labels))] = np.arange(size)
    rows = []
    place, codes = np.nonzero(said.T != NONE)[0], said.T[said.T != NONE]
    key = distinct(codes * len(items) + place)  # the items on which anybody said a label, label by label
    for own in groups(key // max(len(items), 1)):
        with_it, code = key[own] % len(items), int(key[own[0]]) // len(items)
        label = values.labels[code]
        if label == OUTSIDE:
            continue
        part = said[:, with_it]
        rank = (2 * votes[:, with_it] + (part == code)) * (size + 1) + size - alphabet[part]
        best = np.where(part == NONE, -1, rank).argmax(axis=0)
        chosen = part[best, np.arange(len(with_it))]
        changed, removed = np.unique(part[part != NONE], return_counts=True)
        added = np.bincount(np.searchsorted(changed, chosen), given[with_it], len(changed))
        then = of_labels[changed] - removed + added
        more = float((then * then).sum() - (of_labels[changed] * of_labels[changed]).sum())
        after = _alpha(float(wrong - own_wrong[with_it].sum()), n, squares + more)
        gain = None if after is None or before is None else after - before
        rows.append(DisagreementRow(label=label, items=len(with_it), alpha=after, gain=gain))
    rows.sort(key=lambda row: (-np.inf if row["gain"] is None else -row["gain"], row["label"]))
    return before, rows


def _alpha(wrong: float, n: float, squares: float) -> float | None:
    """Return Krippendorff's alpha; None for 0/0.

    *wrong* is the sum of disagreements, *n* the number of pairable values, *squares* the sum of the squared
    number of each label.
    """
    chance = n * n - squares
    return None if chance <= 0 else 1 - max(wrong, 0.0) * (n - 1) / chance


def check_kinds(kinds: Sequence[str]) -> None:
    """Raise UsageError for classes of errors, which annotators do not have."""
    if kinds:
        raise UsageError("errors of annotators have no classes, as none of them is gold")
