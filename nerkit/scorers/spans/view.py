"""A batch of spans as the measures of the language look at it: its columns, the credits of its fields, and
what is noted while they are counted.
"""

from collections.abc import Mapping, Sequence

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.credit import Table
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.errors import plural
from nerkit.ground.warnings import Added
from nerkit.results.rows import Grouping
from nerkit.scorers.cells import Cells
from nerkit.scorers.spans.matching import KeyedItems
from nerkit.scorers.spans.meetings import CellView
from nerkit.scorers.spans.options import MATCHES, Options


class SpanView(CellView):
    """The spans of both sides, cut into cells.

    by_overlap   whether spans that overlap may be the same item of a cluster measure
    crowded      codes of documents whose spans were not matched by the best of all pairs
    """

    def __init__(self, batch: Batch[Spans], plan: Sequence[Grouping], options: Options) -> None:
        super().__init__(batch, plan, options.muc_rules())
        self._tables = _with_sets(batch, options.tables)
        self.by_overlap = options.match != MATCHES[0]
        self.crowded: set[int] = set()
        self._repeated: dict[str, Sequence[IntArray]] = {}  # by measure: rows of gold, rows of the system

    def items(self, key: tuple[str, ...], condition: str | None, cells: Cells) -> KeyedItems:
        """The annotations of cells that pass the condition, with their keys."""
        return KeyedItems(
            columns=self.columns,
            cells=cells,
            key=key,
            condition=condition,
            tables=self._tables,
            by_overlap=self.by_overlap,
            crowded=self.crowded,
        )

    def note_repeats(self, name: str, items: KeyedItems) -> None:
        """Keep the annotations that repeat another one, which a measure counts once."""
        if name not in self._repeated:  # the first cut is everything
            self._repeated[name] = items.repeated()

    def warnings(self, measures: Sequence[str]) -> list[Added]:
        """A sentence for each side on which measures count annotations once that are there several times."""
        return _repeats(
            [
                (name, side, len(rows), self.columns.place(int(rows.min())))
                for name, sides in self._repeated.items()
                for side, rows in zip(("gold", "system"), sides, strict=False)
                if len(rows)
            ],
            measures,
        )


def _with_sets(batch: Batch[Spans], tables: Mapping[str, Table]) -> Mapping[str, Table]:
    """The tables of credits, with the credits between sets of ids where mentions have any."""
    if not (batch.gold.id_sets or batch.system.id_sets):
        return tables
    from nerkit.scorers.spans import id_sets

    return id_sets.tables(batch, tables)


REPEATED = 4  # the place of such warnings among others of counting


def _repeats(listed: Sequence[tuple[str, str, int, str]], order: Sequence[str]) -> list[Added]:
    """The sentences about measures that count annotations of a side once: measure, side, how many, the
    first; *order* has all measures.
    """
    measures: dict[tuple[str, int, str], list[str]] = {}
    for name, side, number, place in listed:
        measures.setdefault((side, number, place), []).append(name)
    return [
        Added(
            f"{side}: {plural(number, 'annotation')} with the same key as an earlier one, "
            f"counted once in {', '.join(names)} (the first: {place})",
            _all_repeats,
            ([(name, side, number, place) for name in names], order),
            REPEATED,
        )
        for (side, number, place), names in measures.items()
    ]


def _all_repeats(parts: Sequence[Added]) -> list[Added]:
    """The sentences about the annotations of all parts."""
    order = parts[0].data[1]
    totals: dict[tuple[int, str], tuple[str, str, int, str]] = {}
    for part in parts:
        for name, side, number, place in part.data[0]:
            key = (order.index(name), side)
            before = totals.get(key, (name, side, 0, place))
            totals[key] = (name, side, before[2] + number, before[3])
    return _repeats([totals[key] for key in sorted(totals)], order)
