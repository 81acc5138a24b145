"""The record of a measure, and the one way from measures to counts.

A measure computes its count rows from a view of a batch. The task makes the view of both sides when a measure
first needs it, and all measures of the task share it. Its `compute` is a function or a record that is called

    compute(view, name, fields)  ->  the parts of `Counts` of the measure: the rows of these label fields

so that it can be read, and tried, without its task. `counts_of` calls the functions of all measures of all
tasks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Protocol, TypeVar

from nerkit.exceptions import named_documents
from nerkit.ground.records import record
from nerkit.results.counts import Counts, Label, Part
from nerkit.results.rows import Grouping
from nerkit.results.scores import Formula

Own = TypeVar("Own")
Value = TypeVar("Value")
Fields = tuple[str, ...]

Range = tuple[float, float]  # the least and the greatest value
SHARES: Range = (0.0, 1.0)  # what matches is no more than there is
MEANS: Range = (0.0, inf)  # a mean, or a quotient whose numerator nothing bounds
ANY: Range = (-inf, inf)


def shares(_: Any) -> Range:
    """Return the range of nearly all measures, whatever the options."""
    return SHARES


def means(_: Any) -> Range:
    """Return the range of measures that are not shares, whatever the options."""
    return MEANS


def anything(_: Any) -> Range:
    """Return the range of sums without bounds, whatever the options."""
    return ANY


class Compute(Protocol):
    """The arithmetic of a measure."""

    def __call__(self, view: Any, name: str, fields: Fields, /) -> Iterable[Part]:
        """Return the count rows of the measure under its *name*, by documents and the values of these label
        fields. There are no rows if the items lack one of the fields.
        """


def no_rows(*_: Any) -> Iterable[Part]:
    """Return no count rows, for measures that only combine or explain other measures."""
    return ()


@record(frozen=True)
class Measure:
    """A measure: its explanation for `nerkit explain`, and the object that computes it.

    name            the name that the user types and nerkit prints
    compute         function (view of the batch, name, fields) -> count rows, cut by these fields. Measures
                    that combine others have no rows
    definition      one sentence; `summary` is a shorter text for lists
    formula, edge_cases, differences   lines of text; differences are differences from the reference scorer
    source          the paper and the program that define it
    fields          the fields of items that it compares, the main field first (`missing_fields`)
    equal           the fields that are equal in agreeing items, for measures of sets of items
    groups          names of groups with this measure; `aliases`: other names of this measure
    of, combine     the measures whose counts it combines, and the formula, given the task's options
    default         whether it is scored if the user names no measure
    listed          whether lists and the group `all` include it
    apart           whether the name above leaves it out, as `json` leaves out `json/coverage`
    lower_is_better whether lower values are better
    range           function (options) -> the least and the greatest value: up to 1 if no numerator
                    exceeds its denominator, from 0 if no count is negative
    """

    name: str
    compute: Compute = no_rows
    definition: str = ""
    formula: Sequence[str] = ()
    source: str = ""
    edge_cases: Sequence[str] = ()
    differences: Sequence[str] = ()
    fields: Sequence[str] = ()
    equal: Sequence[str] = ()
    groups: Sequence[str] = ()
    aliases: Sequence[str] = ()
    summary: str = ""
    of: Sequence["Measure"] = ()
    combine: Callable[[Any], Formula] | None = None
    default: bool = False
    listed: bool = True
    apart: bool = False
    lower_is_better: bool = False
    range: Callable[[Any], Range] = shares

    @property
    def over(self) -> str:
        """Return `corpus` or `document` if the measure is computed over one as a whole, otherwise ""."""
        return str(getattr(self.compute, "over", ""))

    @property
    def is_joined(self) -> bool:
        """Return whether joined columns of all parts hold everything that the measure looks at."""
        return bool(getattr(self.compute, "is_joined", True))


@record(frozen=True)
class BatchView:
    """A batch in the form that the measures of a task need, with the counted measures.

    documents   the names of the documents
    measures    the measures that are counted, in the order of their rows
    cuts        the sets of label fields that rows are cut by; () for no field
    pieces      pieces of the batch: the number of the first document, and the object that measures count
    labels      function (all parts) -> labels in display order, if this is not the order of the parts
    warnings    function (all parts) -> warnings about the counts
    borrowed    function () -> the counts of measures of other tasks, which come last
    """

    documents: Sequence[str]
    measures: Sequence[Measure]
    cuts: Sequence[Fields]
    pieces: Iterable[tuple[int, Any]]
    labels: Callable[[Sequence[Part]], Iterable[Label]] = lambda _: ()
    warnings: Callable[[Sequence[Part]], Iterable[str]] = lambda _: ()
    borrowed: Callable[[], Counts] | None = None


def counts_of(view: BatchView) -> Counts:
    """Return the counts of a batch for every measure and every cut."""
    parts: list[Part] = []
    for first, piece in view.pieces:
        with named_documents(view.documents, first):
            for measure in view.measures:
                for fields in view.cuts:
                    own = measure.compute(piece, measure.name, fields)
                    parts += [replace(one, document=one.document + first) for one in own] if first else own
    counts = Counts.collect(view.documents, view.labels(parts), parts, view.warnings(parts))
    return counts if view.borrowed is None else counts + view.borrowed()


def cuts_of(plan: Sequence[Grouping]) -> list[Fields]:
    """Return the label fields of the groupings, each set once."""
    return list(dict.fromkeys([grouping.labels for grouping in plan]))


def counted(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures to count: the given measures, or the measures that they combine, each once."""
    return list({part.name: part for measure in measures for part in measure.of or [measure]}.values())


def over_parts(measures: Iterable[Measure], *, cut: bool = False) -> list[Measure]:
    """Return the measures whose items may be in several parts of the corpus; *cut*: in parts of one
    document.
    """
    spread = ("corpus", "document") if cut else ("corpus",)
    return [one for one in measures if any(part.over in spread for part in counted([one]))]


def computes(measures: Iterable[Measure], kind: type[Own]) -> list[Own]:
    """Return the objects of this kind among the objects that compute the measures."""
    return [one.compute for one in measures if isinstance(one.compute, kind)]


def looking_at(measures: Sequence[Measure], fields: Mapping[str, Sequence[str]]) -> tuple[Measure, ...]:
    """Return the measures with the fields that each looks at, by the names of the measures."""
    return tuple(replace(one, fields=fields[one.name]) if one.name in fields else one for one in measures)


class Computed:
    """Values that several measures need. *values* maps a function and its arguments to the value."""

    values: dict[tuple[Any, ...], Any]

    def once(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """Return `function(self, *arguments)`. The first call computes the value and keeps it."""
        key = (function, *arguments)
        if key not in self.values:
            self.values[key] = function(self, *arguments)
        value: Value = self.values[key]
        return value

    def computed(self, function: Callable[..., Any]) -> bool:
        """Return whether a value of this function is kept."""
        return any(key[0] is function for key in self.values)
