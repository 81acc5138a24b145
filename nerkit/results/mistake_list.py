"""Lists of mistakes: what systems got wrong, item by item, counted by class and by label."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.errors import UsageError, hint, plural, unknown
from nerkit.results.changes import differing
from nerkit.results.gains import GAINS, NO_GAIN, Gain, HeadlineCounts, gains
from nerkit.results.mistakes import CORRECT, LONGEST, MISSED, SPURIOUS, Items, Mistakes
from nerkit.results.printed import Printed

PLACE = ("file", "line")  # where an item begins


@dataclass(frozen=True)
class Mistake:
    """One wrong item.

    kind                     its class, as `missed` or `boundary`
    gold_item, system_item   label, start, end and text of the items; None for what an item has not
    context                  the text around one of them
    gold_place, system_place file and 1-based line on which the items begin; None where they are not known
    sentence                 position of the sentence of gold's item in its document, from 1; of the system's
                             where gold has none
    change                   `fixed` or `broken`, where two systems are compared
    """

    system: str
    document: str
    kind: str
    gold_item: dict[str, Any]
    system_item: dict[str, Any]
    context: str | None
    gold_place: tuple[str | None, int | None] = (None, None)
    system_place: tuple[str | None, int | None] = (None, None)
    sentence: int | None = None
    change: str | None = None

    @property
    def place(self) -> tuple[str | None, int | None]:
        """File and line of the system's item, of gold's where the system has none."""
        return self.gold_place if self.system_place[1] is None else self.system_place

    def to_dict(self) -> dict[str, Any]:
        """All fields in their fixed order."""
        gold = {f"gold_{name}": value for name, value in self.gold_item.items()}
        system = {f"system_{name}": value for name, value in self.system_item.items()}
        head = {"system": self.system, "document": self.document, "class": self.kind}
        sides = (("gold", self.gold_place), ("system", self.system_place))
        places = {f"{side}_{name}": of for side, at in sides for name, of in zip(PLACE, at, strict=True)}
        fields = head | gold | system | {"context": self.context} | places | {"sentence": self.sentence}
        return fields if self.change is None else fields | {"change": self.change}


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

    The fields of a row are system, class, errors, share, and what F1 of the headline would gain if the class
    were repaired: `gain` alone, `gain_cumulative` with all classes of the system before it; None where the
    headline is no ratio of counts of these items.
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
    pairs: "_Pairs" = field(repr=False, compare=False)

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<MistakeList of {len(self.rows):,}>"

    @classmethod
    def of(
        cls,
        envelope: dict[str, Any],
        by_system: Mapping[str, Mistakes],
        selected: Selected,
        headline: Callable[[], HeadlineCounts],
        *,
        changed: bool = False,
    ) -> "MistakeList":
        """The mistakes of each system that are selected; a label that no item has is warned of.

        *headline* gives what summaries say gains of. With *changed*, those that one of two systems has.

        Raises UsageError for a class or document that does not exist, and for other than two systems.
        """
        selected.check(by_system.values())
        if changed and len(by_system) != 2:
            raise UsageError(f"what changed is told of two systems, not of {len(by_system)}")
        rows: list[Mistake] = []
        pairs: list[int] = []
        labels: Counter[tuple[str, str]] = Counter()
        changes = differing(by_system) if changed else {}
        for system, mistakes in by_system.items():
            columns = (c.tolist() for c in (mistakes.document, mistakes.kind, mistakes.gold, mistakes.system))
            for i, (document, kind, *pair) in enumerate(zip(*columns, strict=True)):
                gold, own = (_label(side, row) for side, row in zip(mistakes.items, pair, strict=True))
                if selected.has(mistakes.kinds[kind], (gold, own), mistakes.documents[document]):
                    labels[gold or SPURIOUS, own or MISSED] += 1
                    if kind and (not changed or i in changes[system].pairs):  # 0 is correct
                        row = _mistake(system, mistakes, (document, kind), pair)
                        rows.append(replace(row, change=changes[system].change) if changed else row)
                        pairs.append(i)
        labelled = all(each.labelled for each in by_system.values())
        warnings = [*envelope.get("warnings", ()), *_strange(selected.labels or (), by_system.values())]
        warnings += dict.fromkeys(text for each in by_system.values() for text in each.warnings)
        warnings += _shortened(rows)
        return cls(
            envelope | {"warnings": warnings},
            rows,
            labels if labelled and not changed else None,
            _Pairs(by_system, pairs, headline, selected),
        )

    @property
    def warnings(self) -> list[str]:
        """What there is to say about the evaluation, and about labels that were asked for."""
        return list(self.envelope["warnings"])

    def summary(self) -> MistakeSummary:
        """How many mistakes there are of each class, most first, and what F1 of the headline would gain if
        they were repaired.
        """
        places: dict[tuple[str, str | None, str], list[int]] = {}
        for place, row in zip(self.pairs.places, self.rows, strict=True):
            places.setdefault((row.system, row.change, row.kind), []).append(place)
        order = list(self.pairs.by_system)
        ordered = sorted(places, key=lambda key: (order.index(key[0]), -len(places[key]), key[2]))
        headline = self.pairs.headline() if ordered else None
        rows = []
        for system, of_system in groupby(ordered, key=itemgetter(0)):
            classes = [(key, np.array(places[key])) for key in of_system]
            gained = (
                gains(self.pairs.by_system[system], headline, system, [pairs for _, pairs in classes])
                if headline and not classes[0][0][1]
                else [NO_GAIN] * len(classes)
            )
            of_all = self.pairs.by_system[system]
            total = sum(_lost(of_all, pairs) for _, pairs in classes)
            rows += [
                _counted(key, _number(of_all, pairs), _lost(of_all, pairs) / total, gain)
                for (key, pairs), gain in zip(classes, gained, strict=True)
            ]
        return MistakeSummary(self.envelope, rows)

    def undecided(self) -> list[tuple[str, str, str]]:
        """The pairs of values that are open, each once: path, gold and system in JSON; those of documents and
        labels that are listed.

        Raises UsageError where no pair can be judged.
        """
        selected = self.pairs.selected
        pairs: dict[tuple[str, str, str], None] = {}
        for mistakes in self.pairs.by_system.values():
            if mistakes.undecided is None:
                raise UsageError("no pairs here can be judged: values of JSON can, and fillers of slots")
            for document, *pair in mistakes.undecided():
                path, gold, system = pair
                if selected.has(CORRECT, [path], mistakes.documents[document]):
                    pairs[path, gold, system] = None
        return list(pairs)

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


class _Pairs(NamedTuple):
    """Where mistakes come from: the pairs of each system, the place there of each mistake, the headline, and
    what was selected.
    """

    by_system: Mapping[str, Mistakes]
    places: Sequence[int]
    headline: Callable[[], HeadlineCounts]
    selected: Selected


def _number(mistakes: Mistakes, pairs: IntArray) -> float:
    """How many mistakes some pairs are; of items that count differently, how much they count."""
    sizes = _sizes(mistakes, pairs)
    if sizes is None:
        return len(pairs)
    total = float(np.maximum(*sizes).sum())
    return int(total) if total.is_integer() else total


def _lost(mistakes: Mistakes, pairs: IntArray) -> float:
    """What these pairs take from F1: items that count differently count on both sides."""
    sizes = _sizes(mistakes, pairs)
    return len(pairs) if sizes is None else float(np.add(*sizes).sum()) or 1.0


def _sizes(mistakes: Mistakes, pairs: IntArray) -> list[FloatArray] | None:
    """How much the items of each side of some pairs count, 0 for none; None where all count alike."""
    columns = []
    for items, rows in zip(mistakes.items, (mistakes.gold[pairs], mistakes.system[pairs]), strict=True):
        if items.size is None:
            return None
        columns.append(np.where(rows == NONE, 0.0, items.size[rows]))
    return columns


def _counted(key: tuple[str, str | None, str], count: float, share: float, gain: Gain) -> CountRow:
    """The row of a class of a system, and of a change where two systems are compared."""
    system, change, kind = key
    head = {"system": system} if change is None else {"system": system, "change": change}
    numbers = {"errors": count, "share": share}
    return CountRow(head | {"class": kind} | numbers | dict(zip(GAINS, gain, strict=True)))


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


def _mistake(system: str, mistakes: Mistakes, codes: tuple[int, int], pair: Sequence[int]) -> Mistake:
    """The mistake of a pair of rows, of gold and of the system, with the text around gold's if it exists;
    *codes* are those of its document and class.
    """
    gold, own = (side.fields(row) for side, row in zip(mistakes.items, pair, strict=True))
    shown = 1 if pair[0] == NONE else 0
    items, row = mistakes.items[shown], pair[shown]
    context = items.around(row) if items.around else None
    sentence = None if items.sentence is None else int(items.sentence[row])
    places = [side.where(each) for side, each in zip(mistakes.items, pair, strict=True)]
    name, of_class = mistakes.documents[codes[0]], mistakes.kinds[codes[1]]
    return Mistake(system, name, of_class, gold, own, context, places[0], places[1], sentence)
