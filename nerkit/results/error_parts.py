"""The parts of lists of errors, part by part of the documents: errors, and sums over them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.results.changes import Change
from nerkit.results.error_rows import Error, SystemRows, whole
from nerkit.results.errors import CORRECT, LONGEST, MISSED, SPURIOUS, Errors, Items, codes_of
from nerkit.results.gains import Wrong, wrong


@dataclass(frozen=True)
class Selected:
    """The errors that are listed: classes, labels (of either item), documents; None for all."""

    kinds: Sequence[str] | None = None
    labels: Sequence[str] | None = None
    documents: Sequence[str] | None = None

    def has(self, labels: Sequence[str | None], document: str) -> bool:
        """Whether labels of a pair and its document are selected."""
        return (self.labels is None or any(label in self.labels for label in labels)) and (
            self.documents is None or document in self.documents
        )

    def pairs(self, errors: Errors, labels: "PairLabels") -> BoolArray:
        """Whether each pair is selected; correct pairs are of every class, for confusions."""
        chosen = np.ones(len(errors.kind), np.bool_)
        if self.kinds is not None:
            chosen &= np.isin(errors.kind, codes_of(errors.kinds, [CORRECT, *self.kinds]))
        if self.documents is not None:
            wanted = [code for code, name in enumerate(errors.documents) if name in self.documents]
            chosen &= np.isin(errors.document, wanted)
        return chosen if self.labels is None else chosen & labels.among(self.labels)


class PairLabels(NamedTuple):
    """The labels of pairs of items.

    values   the distinct labels of gold and of the system, `-` of items without one
    codes    of each side the code of each pair, NONE where there is no item
    """

    values: tuple[list[str], list[str]]
    codes: tuple[IntArray, IntArray]

    @classmethod
    def of(cls, errors: Errors) -> "PairLabels":
        """The labels of the pairs of a system."""
        sides = []
        for items, rows in zip(errors.items, (errors.gold, errors.system), strict=True):
            distinct = Vocabulary()
            recoded = distinct.codes([*map(str, items.label.values), "-"])
            of_items = np.append(recoded[items.label.codes], NONE)  # NONE is the last place of both
            sides.append((list(distinct), of_items[rows]))
        (gold, gold_codes), (system, system_codes) = sides
        return cls((gold, system), (gold_codes, system_codes))

    def among(self, labels: Sequence[str]) -> BoolArray:
        """Whether the label of an item of each pair is one of these."""
        return np.logical_or(
            *(
                np.isin(codes, [code for code, value in enumerate(values) if value in labels])
                for values, codes in zip(self.values, self.codes, strict=True)
            )
        )

    def grouped(self, pairs: IntArray) -> dict[tuple[str | None, str | None], IntArray]:
        """The pairs of both labels, None for no item, among these pairs; labels in the order of the first."""
        gold, system = (codes[pairs] for codes in self.codes)
        groups = grouped((gold + 1) * (len(self.values[1]) + 1) + system, pairs)
        return {self.labels(group[0]): group for group in groups}

    def labels(self, pair: int) -> tuple[str | None, str | None]:
        """The labels of gold's item and of the system's, None for no item."""
        gold, system = (
            None if codes[pair] == NONE else values[codes[pair]]
            for values, codes in zip(self.values, self.codes, strict=True)
        )
        return gold, system

    def counted(self, pairs: IntArray) -> Counter[tuple[str, str]]:
        """How often each label stands against each, `spurious` and `missed` where there is no item."""
        numbers: Counter[tuple[str, str]] = Counter()
        for (gold, system), group in self.grouped(pairs).items():
            numbers[gold or SPURIOUS, system or MISSED] += len(group)
        return numbers


def grouped(codes: IntArray, places: IntArray) -> list[IntArray]:
    """The places with the same code, each of which has one; groups in the order of their first places."""
    order = np.argsort(codes, kind="stable")
    ends = np.flatnonzero(np.diff(codes[order])) + 1
    groups = np.split(places[order], ends) if len(places) else []
    return sorted(groups, key=lambda group: int(group[0]))


class ClassCounts(NamedTuple):
    """The numbers of errors of a class.

    pairs    how many pairs of items
    number   how much they count where items count differently; else None
    wrong    how much their distinct items count, as far as the headline counts them
    """

    pairs: int
    number: float | None
    wrong: Wrong

    def __add__(self, other: Any) -> "ClassCounts":
        """The counts of both."""
        number = None if self.number is None else self.number + other.number
        return ClassCounts(self.pairs + other.pairs, number, _together(self.wrong, other.wrong))

    @property
    def errors(self) -> float:
        """The number of errors; of items that count differently, how much they count."""
        if self.number is None:
            return self.pairs
        return whole(self.number)


def _together(one: Wrong, other: Wrong) -> Wrong:
    return Wrong(one.gold + other.gold, one.system + other.system)


Key = TypeVar("Key")
Class = tuple[str | None, str]  # a change, where two systems are compared, and a class


class CountedErrors(NamedTuple, Generic[Key]):
    """The errors of a system, counted: those that are listed by class (or what else they are filed under),
    and all that the headline counts.
    """

    classes: Mapping[Key, ClassCounts]
    wrong: Wrong


@dataclass
class SystemPart:
    """The list of a system in a part of the documents.

    rows           its errors, made as they are looked at; none where they are only counted
    places, classes   the place of each error among all pairs, and its class
    labels         how often each gold label stands against each of the system
    known          the labels that occur; labelled  whether those of both sides mean the same
    kinds, documents   the names of all classes and documents
    shortened      how many items are too long to be shown as a whole
    alone          the documents that gold lacks
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
    classes: "list[Class]" = field(default_factory=list)

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
        """The errors that are selected, those of a *change* alone if there is one; *counted_only*: without
        rows.
        """
        labels = PairLabels.of(errors)
        chosen = selected.pairs(errors, labels)
        tabulated = chosen if errors.further is None else chosen & ~errors.further
        listed = chosen & (errors.kind > 0)  # 0 is correct
        if change is not None:
            changed = np.zeros_like(listed)
            changed[list(change.pairs)] = True
            listed &= changed
        name = None if change is None else change.change
        of_kind = [(name, kind) for kind in errors.kinds]
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
            classes=[of_kind[kind] for kind in errors.kind[places].tolist()],
        )

    def count(self, errors: Errors, measure: Any) -> CountedErrors[Class]:
        """The errors of the system by class, as far as *measure* counts their items."""
        places: dict[Class, list[int]] = {}
        for place, kind in zip(self.places, self.classes, strict=True):
            places.setdefault(kind, []).append(place)
        return counted_pairs(errors, places, measure)


def counted_pairs(
    errors: Errors, places: "Mapping[Key, Sequence[int] | IntArray]", measure: Any
) -> "CountedErrors[Key]":
    """The errors at these places, counted by what they are filed under, as far as *measure* counts their
    items.
    """
    wanted: BoolArray = errors.kind > 0  # 0 is correct
    if errors.agreeing is not None:
        wanted &= ~errors.agreeing(measure)
    counted = {key: _counted(errors, np.array(pairs), wanted) for key, pairs in places.items()}
    return CountedErrors(counted, wrong(errors, wanted))


def _long_texts(errors: Errors, pairs: IntArray) -> int:
    """The number of items of these pairs that are too long to be shown as a whole."""
    number = 0
    for items, rows in zip(errors.items, (errors.gold[pairs], errors.system[pairs]), strict=True):
        if items.text is not None:
            texts = map(items.text, rows[rows != NONE].tolist())
            number += sum(text is not None and len(text) > LONGEST for text in texts)
    return number


def undecided_pairs(errors: Errors, selected: Selected) -> list[tuple[str, str, str]] | None:
    """The pairs of values of selected documents and labels that are open; None where none can be judged."""
    if errors.undecided is None:
        return None
    return [
        (pair.path, pair.gold, pair.system)
        for pair in errors.undecided()
        if selected.has([pair.path], errors.documents[pair.document])
    ]


def label_of(items: Items, row: int) -> str | None:
    """The label of an item, `-` for an item without one, None for no item."""
    if row == NONE:
        return None
    value = items.label.value(row)
    return "-" if value is None else str(value)


def _labels(errors: Errors) -> set[str | None]:
    """The labels of the items of both sides."""
    return {
        label_of(side, int(row))
        for side in errors.items
        for row in np.unique(side.label.codes, return_index=True)[1]  # one row for each distinct label
    }


def _counted(errors: Errors, pairs: IntArray, wanted: BoolArray) -> ClassCounts:
    """The counts of these pairs."""
    sizes = _sizes(errors, pairs)
    number = None if sizes is None else float(np.maximum(*sizes).sum())
    return ClassCounts(len(pairs), number, wrong(errors, pairs[wanted[pairs]]))


def _sizes(errors: Errors, pairs: IntArray) -> list[FloatArray] | None:
    """The weights of the items of each side of some pairs, 0 for none; None where all count alike."""
    columns = []
    for items, rows in zip(errors.items, (errors.gold[pairs], errors.system[pairs]), strict=True):
        if items.size is None:
            return None
        columns.append(np.where(rows == NONE, 0.0, items.size[rows]))
    return columns


def joined_parts(parts: Iterable[SystemPart]) -> SystemPart:
    """The list of all parts together; documents are different ones. The list of parts is not empty."""
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
