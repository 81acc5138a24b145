"""The parts of lists of mistakes, part by part of the documents: mistakes, and sums over them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.results.changes import Change
from nerkit.results.gains import Wrong, wrong
from nerkit.results.mistake_rows import Mistake, SystemRows, whole
from nerkit.results.mistakes import CORRECT, LONGEST, MISSED, SPURIOUS, Items, Mistakes


@dataclass(frozen=True)
class Selected:
    """The mistakes that are listed: classes, labels (of either item), documents; None for all."""

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


class ClassCounts(NamedTuple):
    """The numbers of mistakes of a class.

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
        """The number of mistakes; of items that count differently, how much they count."""
        if self.number is None:
            return self.pairs
        return whole(self.number)


def _together(one: Wrong, other: Wrong) -> Wrong:
    return Wrong(one.gold + other.gold, one.system + other.system)


Key = TypeVar("Key")
Class = tuple[str | None, str]  # a change, where two systems are compared, and a class


class CountedMistakes(NamedTuple, Generic[Key]):
    """The mistakes of a system, counted: those that are listed by class (or what else they are filed under),
    and all that the headline counts.
    """

    classes: Mapping[Key, ClassCounts]
    wrong: Wrong


@dataclass
class SystemPart:
    """The list of a system in a part of the documents.

    rows           its mistakes, made as they are looked at; none where they are only counted
    places, classes   the place of each mistake among all pairs, and its class
    labels         how often each gold label stands against each of the system
    known          the labels that occur; labelled  whether those of both sides mean the same
    kinds, documents   the names of all classes and documents
    shortened      how many items are too long to be shown as a whole
    alone          the documents that gold lacks
    """

    rows: Sequence[Mistake]
    places: list[int]
    labels: Counter[tuple[str, str]]
    known: set[str | None]
    labelled: bool
    kinds: list[str]
    documents: list[str]
    shortened: int
    warnings: list[str]
    counted: CountedMistakes[Class] | None = None
    undecided: list[tuple[str, str, str]] | None = None
    alone: set[str] = field(default_factory=set)
    classes: "list[Class]" = field(default_factory=list)

    @classmethod
    def of(
        cls,
        system: str,
        mistakes: Mistakes,
        selected: Selected,
        change: Change | None = None,
        *,
        counted_only: bool = False,
    ) -> "SystemPart":
        """The mistakes that are selected, those of a *change* alone if there is one; *counted_only*: without
        rows.
        """
        places, labels = list[int](), Counter[tuple[str, str]]()
        classes, shortened = list[Class](), 0
        name = None if change is None else change.change
        of_kind = [(name, kind) for kind in mistakes.kinds]
        columns = [c.tolist() for c in (mistakes.document, mistakes.kind, mistakes.gold, mistakes.system)]
        long = any(side.text is not None for side in mistakes.items)
        of_gold, of_system = mistakes.items
        for i, (document, kind, *pair) in enumerate(zip(*columns, strict=True)):
            gold, own = label_of(of_gold, pair[0]), label_of(of_system, pair[1])
            if selected.has(mistakes.kinds[kind], (gold, own), mistakes.documents[document]):
                if mistakes.further is None or not mistakes.further[i]:
                    labels[gold or SPURIOUS, own or MISSED] += 1
                if kind and (change is None or i in change.pairs):  # 0 is correct
                    classes.append(of_kind[kind])
                    places.append(i)
                    shortened += long and _long_texts(mistakes.items, pair)
        return cls(
            [] if counted_only else SystemRows(system, mistakes, places, name),
            places,
            labels,
            _labels(mistakes),
            mistakes.labelled,
            list(mistakes.kinds[1:]),
            list(mistakes.documents),
            shortened,
            list(mistakes.warnings),
            classes=classes,
        )

    def count(self, mistakes: Mistakes, measure: Any) -> CountedMistakes[Class]:
        """The mistakes of the system by class, as far as *measure* counts their items."""
        places: dict[Class, list[int]] = {}
        for place, kind in zip(self.places, self.classes, strict=True):
            places.setdefault(kind, []).append(place)
        return counted_pairs(mistakes, places, measure)


def counted_pairs(
    mistakes: Mistakes, places: "Mapping[Key, Sequence[int]]", measure: Any
) -> "CountedMistakes[Key]":
    """The mistakes at these places, counted by what they are filed under, as far as *measure* counts their
    items.
    """
    wanted: BoolArray = mistakes.kind > 0  # 0 is correct
    if mistakes.agreeing is not None:
        wanted &= ~mistakes.agreeing(measure)
    counted = {key: _counted(mistakes, np.array(pairs), wanted) for key, pairs in places.items()}
    return CountedMistakes(counted, wrong(mistakes, wanted))


def _long_texts(items: tuple[Items, Items], pair: Sequence[int]) -> int:
    """The number of two items that are too long to be shown as a whole."""
    texts = (
        side.text(row) for side, row in zip(items, pair, strict=True) if side.text is not None and row != NONE
    )
    return sum(text is not None and len(text) > LONGEST for text in texts)


def undecided_pairs(mistakes: Mistakes, selected: Selected) -> list[tuple[str, str, str]] | None:
    """The pairs of values of selected documents and labels that are open; None where none can be judged."""
    if mistakes.undecided is None:
        return None
    return [
        (pair.path, pair.gold, pair.system)
        for pair in mistakes.undecided()
        if selected.has(CORRECT, [pair.path], mistakes.documents[pair.document])
    ]


def label_of(items: Items, row: int) -> str | None:
    """The label of an item, `-` for an item without one, None for no item."""
    if row == NONE:
        return None
    value = items.label.value(row)
    return "-" if value is None else str(value)


def _labels(mistakes: Mistakes) -> set[str | None]:
    """The labels of the items of both sides."""
    return {
        label_of(side, int(row))
        for side in mistakes.items
        for row in np.unique(side.label.codes, return_index=True)[1]  # one row for each distinct label
    }


def _counted(mistakes: Mistakes, pairs: IntArray, wanted: BoolArray) -> ClassCounts:
    """The counts of these pairs."""
    sizes = _sizes(mistakes, pairs)
    number = None if sizes is None else float(np.maximum(*sizes).sum())
    return ClassCounts(len(pairs), number, wrong(mistakes, pairs[wanted[pairs]]))


def _sizes(mistakes: Mistakes, pairs: IntArray) -> list[FloatArray] | None:
    """The weights of the items of each side of some pairs, 0 for none; None where all count alike."""
    columns = []
    for items, rows in zip(mistakes.items, (mistakes.gold[pairs], mistakes.system[pairs]), strict=True):
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
    whole.counted = CountedMistakes(classes, missed) if first.counted else None
    whole.undecided = None if first.undecided is None else undecided
    return whole
