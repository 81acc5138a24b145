"""Lists of errors of systems, item by item, with counts by class and by label."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from nerkit.exceptions import UsageError, hint, unknown
from nerkit.ground.warnings import Warned, told
from nerkit.results.error_changes import differing
from nerkit.results.error_parts import (
    Class,
    ClassCounts,
    CountedErrors,
    Selected,
    SystemPart,
    undecided_pairs,
)
from nerkit.results.error_rows import Error, ErrorRows
from nerkit.results.errors import LONGEST, Errors, codes_of
from nerkit.results.printable import Printed
from nerkit.results.repair_gains import GAINS, NO_GAIN, Gain, HeadlineCounts, gains
from nerkit.version import versions


class CountRow(dict[str, Any]):
    """A row of counted errors: a dictionary of its fields."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a plain dictionary."""
        return dict(self)


@dataclass(frozen=True)
class _Listing(Printed):
    """Rows about errors, and the head of their JSON form.

    *envelope* is the JSON form of the result without rows and versions. The versions of libraries are looked
    up only when the head is written, because the look-up is slow.
    """

    envelope: dict[str, Any]
    rows: Sequence[Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self.streamed() | {"rows": [row.to_dict() for row in self.rows]}

    def streamed(self) -> dict[str, Any]:
        """Return the JSON form with row objects, which become dictionaries when they are written."""
        return self.envelope | {"versions": versions(), "rows": self.rows}


@dataclass(frozen=True)
class ErrorCounts(_Listing):
    """A table of counted errors."""

    rows: Sequence[CountRow]

    @property
    def lines(self) -> Sequence[CountRow]:
        """The rows of the table."""
        return self.rows


class ErrorSummary(ErrorCounts):
    """The number of errors of each class that each system makes, and their share of all its errors.

    The fields of a row are system, class, errors, share (the shares of a system add up to 1), `gain` and
    `gain_cumulative`. `gain` is what F1 of the headline would gain if the class were repaired.
    `gain_cumulative` is the gain if all classes of the system up to this row were repaired. Both are None if
    the headline is not a ratio of counts of these items.

    If items have different weights, as JSON values with several leaves, `errors` counts leaves or calls and
    `items` counts errors. Shares are then shares of 1 - F1: the wrong leaves of both sides in a class, over
    all wrong leaves. A pair counts twice. In all other cases, and without a gain, shares are shares of
    errors.
    """


class Confusion(ErrorCounts):
    """The number of items for each pair of a gold label (or `spurious`) and a system label (or `missed`).

    The fields of a row are gold, system_label and items.
    """


@dataclass(frozen=True)
class ErrorList(_Listing):
    """The errors of the systems of a result. It prints one line per error.

    labels      how often each gold label meets each system label; None if labels cannot be compared
    sums        the source of sums over errors
    by_system   all pairs of items of each system; empty if nerkit listed errors shard by shard
    places      the place of each listed error in `by_system`
    notes       notes about files that nerkit read differently from their own declaration
    total       the number of all errors, if only the first errors are listed; otherwise None
    """

    rows: ErrorRows
    labels: Counter[tuple[str, str]] | None
    sums: "ErrorSums" = field(repr=False, compare=False)
    by_system: Mapping[str, Errors] = field(default_factory=dict, repr=False, compare=False)
    places: Sequence[int] = field(default=(), repr=False, compare=False)
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)
    total: int | None = None

    def __iter__(self) -> Iterator[Error]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<ErrorList of {len(self.rows):,}>"

    @classmethod
    def of(
        cls,
        envelope: dict[str, Any],
        by_system: Mapping[str, Errors],
        selected: Selected,
        headline: Callable[[], HeadlineCounts],
        *,
        changed: bool = False,
    ) -> "ErrorList":
        """Make the list of the selected errors of each system, with a warning for a label that no item has.

        *headline* gives the counts that gains in summaries are computed from. With *changed*, the list omits
        errors that both systems make. Raises UsageError for a class or document that does not exist, and with
        *changed* unless there are two systems.
        """
        if changed and len(by_system) != 2:
            raise UsageError(f"changed=True needs two systems, not {len(by_system)}")
        changes = differing(by_system) if changed else {}
        parts = {
            system: SystemPart.of(system, errors, selected, changes.get(system))
            for system, errors in by_system.items()
        }
        sums = _Pairs(by_system, parts, headline, selected)
        joined = cls.joined(envelope, parts, selected, sums, changed=changed)
        places = [place for part in parts.values() for place in part.places]
        return replace(joined, by_system=by_system, places=places)

    @classmethod
    def joined(
        cls,
        envelope: dict[str, Any],
        parts: Mapping[str, SystemPart],
        selected: Selected,
        sums: "ErrorSums",
        *,
        changed: bool,
    ) -> "ErrorList":
        """Make one list of the parts of several systems. Raises UsageError as `of` does."""
        _check(selected, parts.values())
        warnings = _strange(selected.labels or (), parts.values())
        warnings += dict.fromkeys(text for part in parts.values() for text in part.warnings)
        warnings += _shortened(sum(part.shortened for part in parts.values()))
        every = [*envelope.get("warnings", ()), *told(warnings)]
        labels: Counter[tuple[str, str]] = Counter()
        for part in parts.values():
            labels.update(part.labels)
        labelled = all(part.labelled for part in parts.values()) and not changed
        rows = ErrorRows(part.rows for part in parts.values())
        return cls(envelope | {"warnings": every}, rows, labels if labelled else None, sums)

    @property
    def warnings(self) -> list[str]:
        """The warnings about the evaluation, and about labels that no item has."""
        return [Warned.stored(one) for one in self.envelope["warnings"]]

    def summary(self) -> ErrorSummary:
        """Return the number of errors of each class, the largest first, with the gain of the headline's
        F1.
        """
        rows: list[CountRow] = []
        headline, by_system = self.sums.counted()
        for system, counted in by_system.items():
            classes = sorted(counted.classes.items(), key=lambda each: (-each[1].pairs, each[0][1]))
            gained = (
                gains(headline, system, counted.wrong, [counts.wrong for _, counts in classes])
                if headline and classes and not classes[0][0][0]
                else [NO_GAIN] * len(classes)
            )
            numbers = _weights([counts for _, counts in classes], gained)
            rows += [
                _counted((system, *key), counts, number / sum(numbers), gain)
                for (key, counts), number, gain in zip(classes, numbers, gained, strict=True)
            ]
        return ErrorSummary(self.envelope, rows)

    def undecided(self) -> list[tuple[str, str, str]]:
        """Return the distinct pairs of values that a person or a model may judge: path, gold and system in
        JSON.

        Only pairs of selected documents and labels are included. Raises UsageError if the task has no such
        pairs.
        """
        pairs: dict[tuple[str, str, str], None] = {}
        for undecided in self.sums.undecided():
            if undecided is None:
                raise UsageError(
                    "these pairs cannot be judged; only values of JSON and fillers of slots can be judged"
                )
            pairs |= dict.fromkeys(undecided)
        return list(pairs)

    def confusion(self) -> Confusion:
        """Return how often each gold label meets each system label, whatever the boundaries.

        If an item has no partner, its label meets `missed` or `spurious`. Raises UsageError if the labels of
        the gold side and system cannot be compared.
        """
        if self.labels is None:
            raise UsageError("nerkit cannot tabulate labels, because labels of both sides differ in meaning")
        rows = [
            CountRow({"gold": gold, "system_label": system, "items": count})
            for (gold, system), count in sorted(self.labels.items())
        ]
        return Confusion(self.envelope, rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        """Return the HTML form for a notebook, with classes and items in colour."""
        return self.render("html", color=True)

    def first(self, items: int) -> "ErrorList":
        """Return a list with the first errors, which knows the total. Its sums stay the sums of all errors.

        Raises UsageError for a negative number.
        """
        if items < 0:
            raise UsageError(f"items=… must be the number of errors to list, not {items}")
        whole = len(self.rows)
        return replace(self, rows=self.rows.first(items), places=self.places[:items], total=whole)

    def streamed(self) -> dict[str, Any]:
        """Return the JSON form. If only the first errors are listed, `errors` is the number of all."""
        total = {} if self.total is None else {"errors": self.total}
        return super().streamed() | total | {"rows": self.rows}


Counted = tuple[
    HeadlineCounts | None, Mapping[str, CountedErrors[Class]]
]  # the headline's counts, and the counted errors of each system


class ErrorSums(Protocol):
    """An object that can add up errors."""

    def counted(self) -> Counted:
        """Return the headline's counts (None without errors) and the counted errors of each system by
        class.
        """

    def undecided(self) -> Iterable[list[tuple[str, str, str]] | None]:
        """Return the pairs of each system that can be judged; None for a task without such pairs."""


class _Pairs(NamedTuple):
    """Sums over pairs that are in memory.

    by_system   the errors of each system
    parts       the listed errors of each system
    headline    function that returns the counts of the headline
    selected    the selection of errors
    """

    by_system: Mapping[str, Errors]
    parts: Mapping[str, SystemPart]
    headline: Callable[[], HeadlineCounts]
    selected: Selected

    def counted(self) -> Counted:
        """Return the headline's counts and the counted errors of each system, from the pairs."""
        if not any(part.rows for part in self.parts.values()):
            return None, {}
        headline = self.headline()
        return headline, {
            system: part.count(self.by_system[system], headline.measure)
            for system, part in self.parts.items()
        }

    def undecided(self) -> Iterator[list[tuple[str, str, str]] | None]:
        """Return the pairs of each system that can be judged, from its errors."""
        return (undecided_pairs(errors, self.selected) for errors in self.by_system.values())


class AddedSums(NamedTuple):
    """Sums that are already added up over all shards."""

    headline: HeadlineCounts | None
    parts: Mapping[str, SystemPart]

    def counted(self) -> Counted:
        """Return the headline's counts and the counted errors of each system."""
        counted = {system: part.counted for system, part in self.parts.items() if part.counted}
        return (self.headline, counted) if any(each.classes for each in counted.values()) else (None, {})

    def undecided(self) -> Iterator[list[tuple[str, str, str]] | None]:
        """Return the pairs of each system that can be judged, from its parts."""
        return (part.undecided for part in self.parts.values())


def _check(selected: Selected, parts: Iterable[SystemPart]) -> None:
    """Raise UsageError for a selected class or document that does not exist."""
    parts = list(parts)
    kinds = dict.fromkeys(kind for part in parts for kind in part.kinds)
    documents = dict.fromkeys(name for part in parts for name in part.documents)
    for what, names, known in (
        ("class of errors", selected.kinds, kinds),
        ("document", selected.documents, documents),
    ):
        for name in names or ():
            if name not in known and not (names is selected.kinds and codes_of(list(known), [name])):
                raise unknown(what, name, known)


def _counted(key: tuple[str, str | None, str], counts: ClassCounts, share: float, gain: Gain) -> CountRow:
    """Return the row of one error class of a system (and of one change, if two systems are compared)."""
    system, change, kind = key
    head = {"system": system} if change is None else {"system": system, "change": change}
    numbers: dict[str, Any] = {"errors": counts.errors}
    if counts.number is not None:
        numbers["items"] = counts.pairs
    numbers["share"] = share
    return CountRow(head | {"class": kind} | numbers | dict(zip(GAINS, gain, strict=True)))


def _weights(classes: Sequence[ClassCounts], gained: Sequence[Gain]) -> list[float]:
    """Return a number per class, from which shares are computed: lost parts of 1 - F1, or errors,
    or pairs.
    """
    lost = [sum(counts.wrong) for counts in classes]
    if any(lost) and NO_GAIN not in gained and all(counts.number is not None for counts in classes):
        return lost
    numbers = [counts.errors for counts in classes]
    return numbers if any(numbers) else [counts.pairs for counts in classes]  # items may have weight 0


def _strange(labels: Iterable[str], parts: Iterable[SystemPart]) -> list[str]:
    """Return a warning for each selected label that no item of the gold side or of a system has."""
    known = set[str | None]().union(*(part.known for part in parts))
    names = sorted(filter(None, known))
    absent = (name for name in labels if name not in known)
    return [Warned("occurs-nowhere", name="label", value=name, near=hint(name, names)) for name in absent]


def _shortened(number: int) -> list[str]:
    """Return a warning with the number of items whose texts are shortened; nothing for 0."""
    return [Warned("items-shortened", number, longest=LONGEST)] if number else []
