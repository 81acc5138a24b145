"""Differences between annotators: items with the values of each annotator, counts of confused labels, and
repairs.

    tokens     Tolkien  left  Oxford
    anna       PER      O     LOC
    ben        PER      O     ORG        one disagreement, LOC against ORG

Adjacent items of a document with the same values are one disagreement. A repair of a label changes each item
where annotators differ and somebody gave the label: all annotators get the most frequent value. If values are
equally frequent, the label itself wins, then the first in the alphabet. The gain is alpha after the repair
minus alpha before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, repeat
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import distinct, groups
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.annotators import Annotators
from nerkit.evaluation.agreement.item_values import OUTSIDE, Values
from nerkit.evaluation.agreement.items import ItemCounts
from nerkit.exceptions import source_and_line, unknown
from nerkit.ground.warnings import told
from nerkit.results.errors import excerpt, shortened
from nerkit.results.printable import Printed

LABEL, MARKED = "label", "marked"  # different labels, or text that only some annotators marked


@dataclass(frozen=True)
class DifferingItem:
    """An item, or a run of adjacent items, on which annotators differ.

    document    the id of the document;  item   the id of the row of a table, None for other items
    start, end  half-open, in units of the document (for a table, rows from 0);  text   of these units
    values      annotator -> the value that this annotator gave, None for no value
    context     the surrounding text, with the item in brackets
    place       file and 1-based line of the first span at the item, None if unknown
    spans       the spans at the item: (annotator, row of its corpus)
    """

    document: str
    item: str | None
    start: int
    end: int
    text: str | None
    values: Mapping[str, str | None]
    context: str | None = None
    place: tuple[str | None, int | None] = (None, None)
    spans: Sequence[tuple[int, int]] = ()

    @property
    def kind(self) -> str:
        """The class: `label` if two annotators gave different labels, otherwise `marked`."""
        return LABEL if len(set(self.values.values()) - {None, OUTSIDE}) > 1 else MARKED

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, with a field `value_NAME` for each annotator."""
        head = {"document": self.document, "class": self.kind, "item": self.item}
        values = {f"value_{name}": said for name, said in self.values.items()}
        behind = {"context": self.context, "file": self.place[0], "line": self.place[1]}
        return head | {"start": self.start, "end": self.end, "text": self.text} | values | behind


class DisagreementRow(dict[str, Any]):
    """A row of counts, as a dictionary of its fields."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a plain dictionary."""
        return dict(self)


@dataclass(frozen=True)
class Disagreements(Printed):
    """The items on which annotators differ, in document order.

    total   the number of all items, if only the first items are listed; None for a full list
    """

    names: tuple[str, ...]
    units: str
    rows: Sequence[DifferingItem]
    warnings: Sequence[str] = ()
    total: int | None = None

    def first(self, items: int) -> "Disagreements":
        """Return only the first *items* items; `total` is then the number of all items."""
        return replace(self, rows=self.rows[:items], total=len(self.rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form. If only the first items are listed, `disagreements` is the number of
        all items.
        """
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
    """Counts of labels against labels, and the gain of repairing each label.

    rows     label, other, items (how often two annotators gave an item these labels), share (of all differing
             pairs of values); most frequent first
    repairs  label, items where annotators differ and somebody gave the label, alpha after the repair, gain;
             greatest gain first
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
        """A sentence that names the repair with the greatest gain; None if no repair raises alpha."""
        best = self.repairs[0] if self.repairs else None
        if best is None or best["gain"] is None or self.alpha is None or best["gain"] <= 0:
            return None
        return f"a repair of {best['label']} raises alpha most: from {self.alpha:.3f} to {best['alpha']:.3f}"


def listed(
    whole: Annotators,
    documents: Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
) -> Disagreements:
    """List all disagreements, or only disagreements in *documents*, with one of *labels*, or of a class
    in *kinds*.

    Raises UsageError for an unknown document or class.
    """
    values, said = whole.values, whole.said
    items = np.flatnonzero(values.differing)
    for name in documents or ():
        if name not in said.documents:
            raise unknown("document", name, said.documents)
    for name in kinds or ():
        if name not in (LABEL, MARKED):
            raise unknown("class", name, (LABEL, MARKED))
    document = values.document[items]
    start = items - np.searchsorted(values.document, document)
    end, first = start + 1, np.arange(len(items))
    if values.start is not None and values.end is not None:
        start, end = values.start[items], values.end[items]
    elif values.ids is None and len(items):
        said_here = values.value[:, items]
        apart = (said_here[:, 1:] != said_here[:, :-1]).any(axis=0)
        apart |= (np.diff(items) > 1) | (np.diff(document) > 0)
        first = np.flatnonzero(np.append(True, apart)[: len(items)])
        end = end[np.append(first[1:], len(items)) - 1]
        start, document = start[first], document[first]
    places = list(zip(document.tolist(), start.tolist(), end.tolist(), strict=True))
    spans = repeat([]) if isinstance(said, Values) else said.covering(places)
    rows = []
    for item, place, there in zip(items[first].tolist(), places, spans, strict=False):
        codes = values.value[:, item].tolist()
        names = [None if code == NONE else values.labels[code] for code in codes]
        where = said.documents[place[0]]
        if (documents and where not in documents) or (labels and not set(labels) & set(names)):
            continue
        row_id = values.ids[item] if values.ids is not None else None
        one = DifferingItem(where, row_id, *place[1:], None, dict(zip(values.names, names, strict=True)))
        if not kinds or one.kind in kinds:
            rows.append(one if isinstance(said, Values) else _with_text(one, said, place[0], there))
    return Disagreements(values.names, _units(whole), rows, _warnings(whole))


def _with_text(item: DifferingItem, said: Annotations, document: int, there: Sequence[int]) -> DifferingItem:
    """Return the item with its text, context, place and spans; *there* are the rows of these spans."""
    spans = [(int(said.annotator[row]), int(said.row[row])) for row in there]
    place: tuple[str | None, int | None] = (None, None)
    if there and said.place is not None:
        source, line = source_and_line(said.place(*spans[0], max(0, item.start - int(said.start[there[0]]))))
        place = (source, line) if line else place
    item = replace(item, place=place, spans=spans)
    found = said.text(document) if said.text is not None else None
    if found is None or item.start >= len(found.starts):
        return item
    start, end = found.place(item.start, item.end)
    text = shortened(" ".join(found.text[start:end].split("\n")))
    return replace(item, text=text, context=excerpt(found.text, [(start, end)]))


def _units(whole: Annotators) -> str:
    return "item" if isinstance(whole.said, Values) else whole.units


def _warnings(whole: Annotators) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*whole.said.warnings, *whole.values.warnings]))


def pair_counts(values: Values, one: int, other: int) -> dict[tuple[str, str], int]:
    """Count how often two annotators gave each pair of labels to an item: (label, label) -> count."""
    size, (left, right) = len(values.labels), values.value[[one, other]]
    used = (left != NONE) & (right != NONE)
    codes, counts = np.unique(left[used] * size + right[used], return_counts=True)
    return {
        (values.labels[code // size], values.labels[code % size]): count
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True)
    }


def summary(whole: Annotators) -> DisagreementSummary:
    """Return the counts of labels against labels, and the gain of repairing each label.

    Raises UsageError for annotations without items.
    """
    values = whole.values
    pairs: Counter[tuple[str, str]] = Counter()
    for one, other in combinations(range(len(values.names)), 2):
        for labels, count in pair_counts(values, one, other).items():
            if labels[0] != labels[1]:
                pairs[min(labels), max(labels)] += count
    total = sum(pairs.values())
    rows = [
        DisagreementRow(label=label, other=other, items=count, share=count / total)
        for (label, other), count in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    before, repairs = _repairs(values, np.flatnonzero(values.differing))
    return DisagreementSummary(values.names, _units(whole), rows, repairs, before, _warnings(whole))


def _repairs(values: Values, items: IntArray) -> tuple[float | None, list[DisagreementRow]]:
    """Return alpha before any repair (None: 0/0), and a row with the gain of repairing each label."""
    counts = ItemCounts(values)
    size = len(values.labels)
    _, wrong, _, shares = counts.pairable
    wrong, of_labels = wrong.sum(), shares.of_labels()
    n, squares = float(of_labels.sum()), float((of_labels * of_labels).sum())
    before = _alpha(float(wrong), n, squares)
    said = values.value[:, items]
    given = (said != NONE).sum(axis=0)
    votes = np.stack([((said == own) & (own != NONE)).sum(axis=0) for own in said]) if len(said) else said
    own_wrong = given - (votes.sum(axis=0) - given) / (given - 1)
    alphabet = np.argsort(np.argsort(np.array(values.labels)))  # the place of each label
    rows = []
    annotator, place = np.nonzero(said != NONE)
    # the items to which anybody gave a label, label by label
    key = distinct(said[annotator, place] * len(items) + place)
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

    *wrong* is the sum of disagreements, *n* the number of pairable values, *squares* the sum over labels
    of the squared number of values.
    """
    chance = n * n - squares
    return None if chance <= 0 else 1 - max(wrong, 0.0) * (n - 1) / chance
