"""The errors of one shard: the listed errors, sums over errors, and the addition of shards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.results.error_changes import Change
from nerkit.results.error_rows import Error, SystemRows
from nerkit.results.errors import CORRECT, LONGEST, MISSED, SPURIOUS, Errors, Items, codes_of
from nerkit.results.repair_gains import Wrong, wrong
from nerkit.results.rows import whole


@dataclass(frozen=True)
class Selected:
    """The selected errors: classes, labels (of either item), documents. None selects all."""

    kinds: Sequence[str] | None = None
    labels: Sequence[str] | None = None
    documents: Sequence[str] | None = None

    def has(self, labels: Sequence[str | None], document: str) -> bool:
        """Return whether the labels and the document of a pair are selected."""
        return (self.labels is None or any(label in self.labels for label in labels)) and (
            self.documents is None or document in self.documents
        )

    def pairs(self, errors: Errors, labels: "PairLabels") -> BoolArray:
        """Return a mask of the selected pairs. Correct pairs belong to every class, because confusions
        need them.
        """
        chosen = np.ones(len(errors.kind), np.bool_)
        if self.kinds is not None:
            chosen &= np.isin(errors.kind, codes_of(errors.kinds, [CORRECT, *self.kinds]))
        if self.documents is not None:
            wanted = [code for code, name in enumerate(errors.documents) if name in self.documents]
            chosen &= np.isin(errors.document, wanted)
        return chosen if self.labels is None else chosen & labels.among(self.labels)


class PairLabels(NamedTuple):
    """The labels of pairs of items.

    values   the distinct gold labels and system labels; `-` for items without a label
    codes    for each side the code of each pair, shape (pairs,); NONE if the side has no item
    """

    values: tuple[list[str], list[str]]
    codes: tuple[IntArray, IntArray]

    @classmethod
    def of(cls, errors: Errors) -> "PairLabels":
        """Collect the labels of the pairs of a system."""
        sides = []
        for items, rows in zip(errors.items, (errors.gold, errors.system), strict=True):
            distinct = Vocabulary()
            recoded = distinct.codes([*map(str, items.label.values), "-"])
            of_items = np.append(recoded[items.label.codes], NONE)  # row NONE (-1) reads the last place
            sides.append((list(distinct), of_items[rows]))
        (gold, gold_codes), (system, system_codes) = sides
        return cls((gold, system), (gold_codes, system_codes))

    def among(self, labels: Sequence[str]) -> BoolArray:
        """Return a mask of the pairs with an item whose label is in *labels*."""
        return np.logical_or(
            *(
                np.isin(codes, [code for code, value in enumerate(values) if value in labels])
                for values, codes in zip(self.values, self.codes, strict=True)
            )
        )

    def grouped(self, pairs: IntArray) -> dict[tuple[str | None, str | None], IntArray]:
        """Split *pairs* into groups with equal gold and system labels: (gold label, system label) -> pairs.

        The groups are in the order of their first pairs.
        """
        gold, system = (codes[pairs] for codes in self.codes)
        groups = grouped((gold + 1) * (len(self.values[1]) + 1) + system, pairs)
        return {self.labels(group[0]): group for group in groups}

    def labels(self, pair: int) -> tuple[str | None, str | None]:
        """Return the gold and the system label of a pair, None for no item."""
        gold, system = (
            None if codes[pair] == NONE else values[codes[pair]]
            for values, codes in zip(self.values, self.codes, strict=True)
        )
        return gold, system

    def counted(self, pairs: IntArray) -> Counter[tuple[str, str]]:
        """Count how often each gold label (or `spurious`) meets each system label (or `missed`)."""
        numbers: Counter[tuple[str, str]] = Counter()
        for (gold, system), group in self.grouped(pairs).items():
            numbers[gold or SPURIOUS, system or MISSED] += len(group)
        return numbers


def grouped(codes: IntArray, places: IntArray) -> list[IntArray]:
    """Split *places* into groups of equal codes, in the order of the groups' first places.

    *codes* and *places* have the shape (n,): each place has a code.
    """
    order = np.argsort(codes, kind="stable")
    ends = np.flatnonzero(np.diff(codes[order])) + 1
    groups = np.split(places[order], ends) if len(places) else []
    return sorted(groups, key=lambda group: int(group[0]))


class ClassCounts(NamedTuple):
    """The numbers of errors of one class.

    pairs    the number of pairs of items
    number   their weight, if items have different weights; otherwise None
    wrong    the weight of their distinct items that the headline counts
    """

    pairs: int
    number: float | None
    wrong: Wrong

    def __add__(self, other: Any) -> "ClassCounts":
        """Return the sum of two counts of a class."""
        number = None if self.number is None else self.number + other.number
        return ClassCounts(self.pairs + other.pairs, number, _together(self.wrong, other.wrong))

    @property
    def errors(self) -> float:
        """The number of errors, or their weight if items have different weights."""
        if self.number is None:
            return self.pairs
        number: float = whole(self.number)
        return number


def _together(one: Wrong, other: Wrong) -> Wrong:
    """Return the sum of two numbers of wrong items."""
    return Wrong(one.gold + other.gold, one.system + other.system)


Key = TypeVar("Key")
Class = tuple[str | None, str]  # (change or None, error class)


class CountedErrors(NamedTuple, Generic[Key]):
    """The counted errors of a system.

    classes   the counts of the listed errors by class or another key
    wrong     the weights of all items that the headline counts as wrong
    """

    classes: Mapping[Key, ClassCounts]
    wrong: Wrong


@dataclass
class SystemPart:
    """The errors of one system in one shard.

    rows              the errors, made each time they are read; empty if errors are only counted
    places            the place of each error among all pairs
    labels            how often each gold label meets each system label
    known             the labels that occur
    labelled          whether gold labels and system labels can be compared
    kinds, documents  the names of all classes and documents
    shortened         the number of items whose text is shortened
    counted           the counts of errors by class, if the shard was counted
    undecided         pairs of values that can be judged; None for a task without such pairs
    alone             the documents that gold lacks
    change            the change of all errors, if two systems are compared
    """

    rows: Sequence[Error]
    places: list[int]
    labels: Counter[tuple[str, str]]
    known: set[str | None]
    labelled: bool
    kinds: list[str]
    documents: list[str]
    shortened: int
    warnings: list[str]
    counted: CountedErrors[Class] | None = None
    undecided: list[tuple[str, str, str]] | None = None
    alone: set[str] = field(default_factory=set)
    change: str | None = None

    @classmethod
    def of(
        cls,
        system: str,
        errors: Errors,
        selected: Selected,
        change: Change | None = None,
        *,
        counted_only: bool = False,
    ) -> "SystemPart":
        """Collect the selected errors of a system, with *change* only the errors of this change.

        With *counted_only*, rows stay empty.
        """
        labels = PairLabels.of(errors)
        chosen = selected.pairs(errors, labels)
        tabulated = chosen if errors.further is None else chosen & ~errors.further
        listed = chosen & (errors.kind > 0)  # kind 0 is `correct`
        if change is not None:
            changed = np.zeros_like(listed)
            changed[list(change.pairs)] = True
            listed &= changed
        name = None if change is None else change.change
        places = np.flatnonzero(listed)
        return cls(
            [] if counted_only else SystemRows(system, errors, places.tolist(), name),
            places.tolist(),
            labels.counted(np.flatnonzero(tabulated)),
            _labels(errors),
            errors.labelled,
            list(errors.kinds[1:]),
            list(errors.documents),
            _long_texts(errors, places),
            list(errors.warnings),
            change=name,
        )

    def count(self, errors: Errors, measure: Any) -> CountedErrors[Class]:
        """Count the errors of the system by class, as far as *measure* counts their items."""
        places = np.array(self.places, np.int64)
        groups = grouped(errors.kind[places], places)
        by_class = {(self.change, errors.kinds[errors.kind[group[0]]]): group for group in groups}
        return counted_pairs(errors, by_class, measure)


def counted_pairs(errors: Errors, places: "Mapping[Key, IntArray]", measure: Any) -> "CountedErrors[Key]":
    """Count the errors at *places* by their keys, as far as *measure* counts their items."""
    wanted: BoolArray = errors.kind > 0  # kind 0 is `correct`
    if errors.agreeing is not None:
        wanted &= ~errors.agreeing(measure)
    counted = {key: _counted(errors, pairs, wanted) for key, pairs in places.items()}
    return CountedErrors(counted, wrong(errors, wanted))


def _long_texts(errors: Errors, pairs: IntArray) -> int:
    """Return the number of items of *pairs* whose text is shortened."""
    number = 0
    for items, rows in zip(errors.items, (errors.gold[pairs], errors.system[pairs]), strict=True):
        if items.text is not None:
            texts = map(items.text, rows[rows != NONE].tolist())
            number += sum(text is not None and len(text) > LONGEST for text in texts)
    return number


def undecided_pairs(errors: Errors, selected: Selected) -> list[tuple[str, str, str]] | None:
    """Return the pairs of values in selected documents that can be judged; None for tasks without such
    pairs.
    """
    if errors.undecided is None:
        return None
    return [
        (pair.path, pair.gold, pair.system)
        for pair in errors.undecided()
        if selected.has([pair.path], errors.documents[pair.document])
    ]


def label_of(items: Items, row: int) -> str | None:
    """Return the label of an item: `-` for an item without a label, None for no item."""
    if row == NONE:
        return None
    value = items.label.value(row)
    return "-" if value is None else str(value)


def _labels(errors: Errors) -> set[str | None]:
    """Return the labels of the items of both sides."""
    return {
        label_of(side, int(row))
        for side in errors.items
        for row in np.unique(side.label.codes, return_index=True)[1]  # one row per distinct label
    }


def _counted(errors: Errors, pairs: IntArray, wanted: BoolArray) -> ClassCounts:
    """Return the counts of *pairs*; *wanted* masks the pairs whose items the headline counts."""
    sizes = _sizes(errors, pairs)
    number = None if sizes is None else float(np.maximum(*sizes).sum())
    return ClassCounts(len(pairs), number, wrong(errors, pairs[wanted[pairs]]))


def _sizes(errors: Errors, pairs: IntArray) -> list[FloatArray] | None:
    """Return the weights of the gold and system items of *pairs*, 0 for no item; None if all items count
    1.
    """
    columns = []
    for items, rows in zip(errors.items, (errors.gold[pairs], errors.system[pairs]), strict=True):
        if items.size is None:
            return None
        columns.append(np.where(rows == NONE, 0.0, items.size[rows]))
    return columns


def joined_parts(parts: Iterable[SystemPart]) -> SystemPart:
    """Return one record for all shards of a system. No document is in two shards."""
    first, *others = parts
    whole = replace(first, labels=Counter(first.labels), known=set(first.known))
    whole.documents, whole.warnings = list(first.documents), list(first.warnings)
    classes = dict(first.counted.classes) if first.counted else {}
    missed = first.counted.wrong if first.counted else Wrong(0.0, 0.0)
    undecided = list(first.undecided or ())
    whole.rows = [row for part in (first, *others) for row in part.rows]
    for part in others:
        whole.labels.update(part.labels)
        whole.known |= part.known
        whole.labelled &= part.labelled
        whole.documents += part.documents
        whole.warnings += part.warnings
        whole.shortened += part.shortened
        undecided += part.undecided or ()
        if part.counted:
            missed = _together(missed, part.counted.wrong)
            for key, counts in part.counted.classes.items():
                classes[key] = classes[key] + counts if key in classes else counts
    whole.counted = CountedErrors(classes, missed) if first.counted else None
    whole.undecided = None if first.undecided is None else undecided
    return whole
