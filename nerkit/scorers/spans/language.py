"""The language of span measures: `aggregator:filter:key`, as in neleval 3.1.1.

    aggregator   the way to compare gold and system: `sets`, `overlap-maxmax`, `muc` … (`aggregators`)
    filter       a field; each side leaves out annotations in which it is empty, zero or false
    key          fields joined by `+`; two annotations are the same if all of these are equal

`sets::span+type` compares the sets of (document, start, end, type). Names such as `strong_mention_match`
stand for an expression, and groups such as `tac14` for several names (`measures`). A measure that combines
others brings their rows: `blanc::span` brings `blanc::span/links` and `blanc::span/non-links`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError, nearest, plural, unknown
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.results.counts import Part
from nerkit.results.rows import Grouping
from nerkit.results.scores import Formula
from nerkit.scorers.columns import FIELDS, Cells
from nerkit.scorers.measure import Fields, computes
from nerkit.scorers.spans.aggregators import (
    AGGREGATORS,
    CORPUS,
    DOCUMENT,
    KEY,
    OVERLAPS,
    PAIRWISE_NEGATIVE,
    SETS,
    Aggregator,
)
from nerkit.scorers.spans.matching import KeyedItems
from nerkit.scorers.spans.options import MATCHES, Options
from nerkit.scorers.spans.overlapping_pairs import CellView, SpanCompute
from nerkit.scorers.task import Measure, anything, shares

if TYPE_CHECKING:
    from nerkit.algorithms.credit import Table

SEPARATOR = ":"  # a text with a separator is an expression, not a name
LETTERS = 2  # a field is misspelt if it differs from a known field in at most so many letters


class SpanView(CellView):
    """The spans of both sides, cut into cells.

    by_overlap   whether overlapping spans may be the same item of a cluster measure
    crowded      codes of documents with too many overlaps for the best matching
    """

    def __init__(self, batch: Batch[Spans], plan: Sequence[Grouping], options: Options) -> None:
        super().__init__(batch, plan, options.muc_rules())
        self._tables = _with_sets(batch, options.tables)
        self.by_overlap = options.match != MATCHES[0]
        self.crowded: set[int] = set()
        self._latest: tuple[tuple[str, ...], str | None] = (), None
        self._items: dict[int, KeyedItems] = {}  # id of cells -> items of the latest key
        self._repeated: dict[str, Sequence[IntArray]] = {}  # by measure: rows of gold, rows of the system

    def items(self, key: tuple[str, ...], condition: str | None, cells: Cells) -> KeyedItems:
        """Return the annotations of cells that pass the condition, with their keys.

        The items of the latest key and condition are kept, because measures with one key follow each other.
        """
        if self._latest != (key, condition):
            self._latest, self._items = (key, condition), {}
        if id(cells) not in self._items:
            self._items[id(cells)] = KeyedItems(
                columns=self.columns,
                cells=cells,
                key=key,
                condition=condition,
                tables=self._tables,
                by_overlap=self.by_overlap,
                crowded=self.crowded,
            )
        return self._items[id(cells)]

    def note_repeats(self, name: str, items: KeyedItems) -> None:
        """Keep the annotations that repeat another annotation, which a measure counts once."""
        if name not in self._repeated:  # the first cut is everything
            self._repeated[name] = items.repeated()

    def warnings(self, measures: Sequence[str]) -> list[Warned]:
        """Return a warning for each side with annotations that measures count once although they repeat."""
        warnings = []
        for at, side in enumerate(("gold", "system")):
            rows = {name: sides[at] for name, sides in self._repeated.items() if len(sides) > at}
            counts = {name: len(rows[name]) for name in measures if len(rows.get(name, ()))}
            if counts:
                first = [self.columns.place(min(int(rows[name].min()) for name in counts))]
                facts = {"measures": counts}
                warnings.append(Warned("repeated", None, first, facts=facts, detail=_repeats, side=side))
        return warnings


@record(frozen=True)
class Expression(SpanCompute):
    """A parsed expression: the aggregator, the filter field or None, the key fields."""

    aggregator: Aggregator
    filter: str | None
    key: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.aggregator.name}:{self.filter or ''}:{'+'.join(self.key)}"

    @property
    def fields(self) -> Sequence[tuple[str, str]]:
        """All fields that the measure looks at, each with its part of the expression (`key` or `filter`)."""
        filtered = [] if self.filter is None else [("filter", self.filter)]
        return [("key", field) for field in self.key] + filtered

    @property
    def extras(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of further numbers of each cell."""
        return self.aggregator.extras

    @property
    def of_corpus(self) -> bool:
        """Whether items are compared anywhere in the corpus."""
        return self.aggregator.scope == CORPUS

    def __call__(self, view: SpanView, name: str, fields: Fields) -> Iterator[Part]:
        """Yield the count rows of the expression, over the annotations that pass its filter."""
        for group in view.cuts[fields].groups(by_document=self.by_document):
            items = view.items(self.key, self.filter, group.cells)
            if self.aggregator.repeats and "span" in self.key:
                view.note_repeats(name, items)
            assert self.aggregator.compute is not None  # measures that combine others are not counted
            yield group.part(name, self.aggregator.compute(items), self.extras)

    @property
    def by_document(self) -> bool:  # type: ignore[override]
        """Whether items belong to one document each, so that counts of documents add up to the corpus."""
        if self.of_corpus:
            return False
        return self.aggregator.scope == DOCUMENT or bool({"docid", "span"} & set(self.key))

    @property
    def over(self) -> str:
        """Returns `corpus` or `document` if it is computed over one as a whole, otherwise ""."""
        if not self.by_document:
            return "corpus"
        of_document = self.aggregator.scope == KEY and "span" not in self.key
        return "document" if of_document or self.aggregator in OVERLAPS else ""

    @property
    def is_joined(self) -> bool:
        """Whether columns that are joined from parts have its fields: no candidates, and no offsets."""
        return not {"candidates", "start", "end"} & {field for _, field in self.fields}

    @property
    def is_bounded(self) -> bool:
        """Whether no sum exceeds the number of items.

        If items are not spans, one item may lie in several clusters of a side, and sums are over memberships.
        The same holds for annotations of one span with several ids. Pairs in different clusters are all pairs
        less the pairs in one cluster. They may therefore be more.
        """
        if self.aggregator.scope != CORPUS:
            return True
        return "span" in self.key and PAIRWISE_NEGATIVE not in self._aggregators

    @property
    def _aggregators(self) -> list[Aggregator]:
        return [self.aggregator, *(part for part, _ in self.aggregator.of)]

    def measure(
        self, name: str, *, groups: Sequence[str] = (), default: bool = False, listed: bool = False
    ) -> Measure:
        """Return the measure of this expression under a name, with its explanation. Its `compute` is the
        expression.
        """
        aggregator = self.aggregator
        formula = aggregator.combine
        return Measure(
            name,
            self,
            definition=self._definition(),
            formula=aggregator.formula,
            source=aggregator.source,
            edge_cases=aggregator.edge_cases,
            differences=aggregator.differences,
            fields=self.key,
            equal=self.key if self.aggregator is SETS else (),
            groups=groups,
            summary=str(self),
            of=[part for part, _ in self._parts(name)],
            combine=None if formula is None else partial(_whatever_the_options, formula),
            default=default,
            listed=listed,
            lower_is_better=aggregator.lower_is_better,
            range=shares if self.is_bounded else anything,
        )

    def shown_with(self, name: str) -> list[Measure]:
        """Return the parts of the measure whose rows are shown below it."""
        return [part for part, shown in self._parts(name) if shown]

    def _parts(self, name: str) -> Iterator[tuple[Measure, bool]]:
        for aggregator, ending in self.aggregator.of:
            expression = replace(self, aggregator=aggregator)
            yield expression.measure(f"{name}{ending}" if ending else str(expression)), bool(ending)

    def _definition(self) -> str:
        unknown_field = "a field that the data must have"
        fields = [f"{name} ({FIELDS.get(name, unknown_field)})" for name in self.key]
        which = "all annotations"
        if self.filter is not None:
            remark = "" if self.filter in FIELDS else f" ({unknown_field})"
            which = f"annotations where {self.filter}{remark} holds"
        return (
            f"{self}: {self.aggregator.definition}; over {which}. Two annotations are the same "
            f"if these fields are equal: {', '.join(fields)}."
        )


def _whatever_the_options(formula: Formula, _: object) -> Formula:
    return formula


def parse(text: str) -> Expression:
    """Return the expression that a text writes. Raises UsageError for another text, with the nearest
    aggregator.

    Fields are checked later, when the data is known, because the data may bring more fields.
    """
    parts = text.split(SEPARATOR)
    if len(parts) != 3:
        raise UsageError(
            f"measure {text!r} must have the form aggregator:filter:key, as in sets:is_linked:span+type"
        )
    aggregator = parts[0].removesuffix("-micro")  # the ending of former names
    if aggregator not in AGGREGATORS:
        raise UsageError(
            f"unknown aggregator {aggregator!r} in measure {text!r}{nearest(aggregator, AGGREGATORS)}"
        )
    key = tuple(field.strip() for field in parts[2].split("+"))
    if not all(key):
        raise UsageError(f"measure {text!r} has an empty field in its key")
    condition = parts[1].strip()
    return Expression(AGGREGATORS[aggregator], None if condition in ("", "None") else condition, key)


def named(name: str, expression: str, groups: str = "", *, default: bool = False) -> Iterator[Measure]:
    """Yield the measure of an expression under a name of its own, and the parts that are shown with it."""
    parsed = parse(expression)
    yield parsed.measure(name, groups=groups.split(), default=default, listed=True)
    yield from parsed.shown_with(name)


def of_spans(aggregator: Aggregator, groups: str = "", *, default: bool = False) -> Iterator[Measure]:
    """Yield the measure over spans that has the name of its aggregator."""
    return named(aggregator.name, f"{aggregator.name}::span", groups, default=default)


def of_overlaps(aggregator: Aggregator) -> Iterator[Measure]:
    """Yield the measure of overlapping spans, whose name is its expression."""
    expression = f"{aggregator.name}::span"
    return named(expression, expression, "lorehlt")


def written(name: str) -> list[Measure]:
    """Return the measure of an expression with its shown parts, or of one part; empty for a plain name.

    Raises UsageError as `parse` does, and for a part that the expression does not have.
    """
    if SEPARATOR not in name:
        return []
    whole = name.rpartition("/")[0]
    combining = AGGREGATORS.get(whole.split(SEPARATOR)[0])
    if combining is not None and combining.of:
        parts = {part.name: part for part in parse(whole).shown_with(whole)}
        if name not in parts:
            raise unknown("measure", name, parts)
        return [parts[name]]
    expression = parse(name)
    return [expression.measure(name), *expression.shown_with(name)]


def check_fields(measure: Measure, known: Sequence[str]) -> None:
    """Raise UsageError for a field that neither side has."""
    for part, field in (each for one in computes([measure], Expression) for each in one.fields):
        if field not in known:
            problem = _unknown_field(field, part, measure.name)
            raise UsageError(f"{problem}{nearest(field, known)} (known: {', '.join(known)})")


def check_spelling(measure: Measure) -> None:
    """Raise UsageError for a field that differs from a known field in one or two letters.

    Without data, any other field may be a field that the data has.
    """
    from nerkit.algorithms.edits import distance

    for part, field in (each for one in computes([measure], Expression) for each in one.fields):
        letters, near = min((distance(field, name), name) for name in FIELDS)
        if 0 < letters <= LETTERS:
            raise UsageError(f"{_unknown_field(field, part, measure.name)}; did you mean {near!r}?")


def _unknown_field(field: str, part: str, measure: str) -> str:
    return f"unknown field {field!r} in the {part} of measure {measure!r}"


def _with_sets(batch: Batch[Spans], tables: "Mapping[str, Table]") -> "Mapping[str, Table]":
    """Return the tables of credits, with the credits between sets of ids if mentions have sets."""
    if not (batch.gold.id_sets or batch.system.id_sets):
        return tables
    from nerkit.scorers.spans import id_sets

    return id_sets.tables(batch, tables)


def _repeats(warned: Warned) -> dict[str, object]:
    """Return how many annotations each measure counts once, as values of the warning."""
    counts: Mapping[str, int] = warned.facts["measures"]
    by_number: dict[int, list[str]] = {}
    for name, number in counts.items():
        by_number.setdefault(number, []).append(name)
    most = max(by_number)
    what = f"{plural(most, 'annotation')} with the key of an earlier annotation, counted only once in "
    what += ", ".join(by_number.pop(most))
    further = "".join(f"; {number:,} in {', '.join(names)}" for number, names in by_number.items())
    return {"count": most, "what": what + further}
