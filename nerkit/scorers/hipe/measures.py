"""The measures of columns of HIPE: no list, as each is written `column@links/regime`."""

from collections.abc import Iterator, Sequence
from typing import Any

from nerkit.corpora.spans import ENTITY_COLUMNS, LINK_COLUMNS
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.results.counts import Part
from nerkit.scorers.measure import Fields, computes
from nerkit.scorers.spans.options import Options
from nerkit.scorers.spans.overlapping_pairs import SpanCompute
from nerkit.scorers.task import Measure

NAME = regex(r"(?P<column>NE-[A-Z-]+|NEL-(?:LIT|METO))(?:@(?P<best>[1-9][0-9]*))?/(?P<regime>strict|fuzzy)\Z")
COLUMNS = (*ENTITY_COLUMNS, *LINK_COLUMNS)
STRICT, FUZZY = "strict", "fuzzy"
REGIMES = (STRICT, FUZZY)


@record(frozen=True)
class HipeMeasure(SpanCompute):
    """A measure of HIPE: its column, the number of system links that count, and whether tokens must be
    equal.
    """

    column: str
    best: int
    regime: str

    def __call__(self, counting: Any, name: str, fields: Fields) -> Iterator[Part]:
        """Return the count rows of the measure from a `HipeCounting`. Raises UsageError for unknown
        fields.
        """
        parts: Iterator[Part] = counting.parts(self, name, fields)
        return parts

    @property
    def is_link(self) -> bool:
        """Whether the measure compares links, not types."""
        return self.column.startswith("NEL")


def written(name: str) -> list[Measure]:
    """Return the measure of a name; None if the name is not a measure of a column. Raises UsageError for
    unknown columns.
    """
    match = NAME.match(name)
    if not match:
        return []
    if match["column"] not in COLUMNS:
        raise unknown("column", match["column"], COLUMNS)
    if match["best"] and not match["column"].startswith("NEL"):
        raise UsageError(f"{name}: @{match['best']} needs a column of links, NEL-LIT or NEL-METO")
    compute = HipeMeasure(match["column"], int(match["best"] or 1), match["regime"])
    same = f"the same {'first link' if compute.is_link else 'type'}"
    if compute.best > 1:
        same = f"gold's first link among the system's first {compute.best}"
    where = "and the same tokens" if compute.regime == STRICT else "and a token in common, one to one"
    return [
        Measure(
            name,
            compute,
            definition=f"Entities of the column {compute.column} with {same} {where}.",
            formula=("precision  matched / the system's entities", "recall     matched / gold's entities"),
            source="HIPE-scorer; Ehrmann et al. (2022), Overview of HIPE-2022, CLEF",
            edge_cases=("Types and links are compared in upper case; NIL is a link like any other.",),
            differences=(
                "HIPE-scorer drops types that gold lacks, and pairs the first entities that overlap.",
                "HIPE-scorer compares the text of tokens, too; here they are compared by place.",
            ),
            listed=False,
        )
    ]


def defaults(columns: Sequence[str]) -> list[str]:
    """Return the default measures for these columns."""
    return [f"{column}/{regime}" for column in columns for regime in REGIMES]


def ranked(measures: Sequence[Measure], options: Options) -> list[Measure]:
    """Return the measures. Each measure of links is followed by its forms with more links, as the options
    say.
    """
    further = [number for number in options.best if number > 1]
    listed: dict[str, Measure] = {}
    for measure in measures:
        listed[measure.name] = measure
        for one in computes([measure], HipeMeasure):
            if one.is_link and "@" not in measure.name:
                names = [f"{one.column}@{number}/{one.regime}" for number in further]
                listed |= {name: each for name in names for each in written(name)}
    rank = {name: _rank(one) for name, each in listed.items() for one in computes([each], HipeMeasure)}
    ordered = further and len(rank) == len(listed)
    return sorted(listed.values(), key=lambda one: rank[one.name]) if ordered else list(listed.values())


def _rank(compute: HipeMeasure) -> tuple[bool, str, int]:
    return (compute.is_link, compute.column, compute.best)
