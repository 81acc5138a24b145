"""What is shown as a grid of text, for the formats that people read."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.results.rows import Row, rank

NAMES = ("system", "measure", "document", "label")


@dataclass(frozen=True)
class Grid:
    """Headers and lines of text.

    texts   the headers whose cells are text, which stands to the left; numbers stand to the right
    best    (line, column) of cells that are set off where a format can
    """

    headers: Sequence[str]
    lines: Sequence[Sequence[str]]
    texts: Sequence[str] = NAMES
    best: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    @property
    def alignment(self) -> list[str]:
        """`left` or `right` for each column."""
        return ["left" if header in self.texts else "right" for header in self.headers]


class Shown(Protocol):
    """What the formatters print besides a result: rows for machines, a grid for people."""

    @property
    def rows(self) -> Sequence[Any]:
        """Objects with `to_dict()`."""

    def to_dict(self) -> dict[str, Any]: ...
    def grid(self, style: Style) -> Grid: ...


def grid(shown: Result | Shown, style: Style) -> Grid:
    """The grid of a result (systems side by side if there are several), or the one that something else brings along."""
    if not isinstance(shown, Result):
        return shown.grid(style)
    return _of_one(shown, style) if len(shown.counts) == 1 else _side_by_side(shown, style)


def number(value: float | None, style: Style) -> str:
    """A score: rounded, in percent if asked, `-` where there is none."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value * 100 if style.percent else value:.{style.digits}f}"


def signed(value: float | None, style: Style) -> str:
    """A difference of scores with its sign."""
    shown = number(value, style)
    return shown if shown[0] == "-" else f"+{shown}"


def probability(value: float | None) -> str:
    """A p-value: three decimals, or `<0.001`."""
    if value is None or math.isnan(value):
        return "-"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def short_names(names: Sequence[str]) -> list[str]:
    """Names of systems for headers: the last part of paths, without the ending, as long as they stay distinct."""
    stems = [name.replace("\\", "/").rstrip("/").rpartition("/")[2] for name in names]
    stems = [stem.rpartition(".")[0] or stem for stem in stems]
    return stems if len(set(stems)) == len(stems) else list(names)


def stacked(reports: Mapping[str, str]) -> str:
    """The report of a single system as it is; of several, each below the system's name."""
    if len(reports) == 1:
        return "".join(reports.values())
    return "\n".join(f"{name}\n{report}" for name, report in reports.items())


def _of_one(result: Result, style: Style) -> Grid:
    """Columns that say the same in every row are left out: no documents, no labels.

    `correct` is p_num, or p_num/r_num where they differ; `system` and `gold` are p_den and r_den.
    """
    rows = result.rows
    names = [name for name in NAMES if name == "measure" or _varies(name, rows)]
    interval = _interval_header(result)
    headers = [*names, "precision", "recall", headline(result), *interval]
    headers += ["correct", "system items", "gold items"]
    lines = [
        [
            *(getattr(row, name) for name in names),
            *_scores(row, style),
            *(_interval(row, style) for _ in interval),
            _correct(row, style),
            *_totals(row, style),
        ]
        for row in rows
    ]
    return Grid(headers, lines)


def _side_by_side(result: Result, style: Style) -> Grid:
    """A line for each measure, document and label, and in it the scores of all systems; the best headline numbers are marked."""
    found: dict[tuple[str, Any], dict[str, Row]] = {}
    for row in result.rows:
        found.setdefault((row.measure, row.cut), {})[row.system] = row
    order = {name: i for counts in result.counts.values() for i, name in enumerate(counts.documents)}
    keys = sorted(found, key=lambda key: (result.measures.index(key[0]), rank(key[1], order)))
    names = [name for name in NAMES if name == "measure" or (name != "system" and _varies(name, result.rows))]
    interval, paired = _interval_header(result), "p" in result.rows[0].extra if result.rows else False
    headers = list(names)
    for i, system in enumerate(short_names(list(result.counts))):
        scores = ("P", "R", headline(result), *interval, *(["Δ", "p"] if paired and i else []))
        headers += [f"{system} {score}" for score in scores]
    lines, best = [], set()
    for line, key in enumerate(keys):
        rows = found[key]
        top = max((row.value for row in rows.values() if row.value is not None), default=None)
        cells = [getattr(next(iter(rows.values())), name) for name in names]
        for i, system in enumerate(result.counts):
            one = rows.get(system)
            if one is not None and one.value is not None and one.value == top:
                best.add((line, len(cells) + 2))
            cells += _scores(one, style)
            cells += [_interval(one, style) for _ in interval]
            cells += _difference(one, style) if paired and i else []
        lines.append(cells)
    return Grid(headers, lines, best=frozenset(best))


def _varies(name: str, rows: list[Row]) -> bool:
    values = {getattr(row, name) for row in rows}
    return len(values) > 1


def headline(result: Result) -> str:
    """What the headline number is called: F1, or F with another beta."""
    beta = result.scoring.beta
    return "F1" if beta == 1 else f"F{beta:g}"


def _interval_header(result: Result) -> list[str]:
    """The header of intervals, where there are any."""
    found = [part for part in result.signature.split("|") if part.startswith("confidence:")]
    return [f"{float(part.partition(':')[2]) * 100:g} %" for part in found]


def _interval(row: Row | None, style: Style) -> str:
    ends = [None, None] if row is None else [row.extra.get(name) for name in ("value_low", "value_high")]
    return "-" if None in ends else "–".join(number(end, style) for end in ends)


def _difference(row: Row | None, style: Style) -> list[str]:
    if row is None:
        return ["-", "-"]
    return [signed(row.extra.get("delta"), style), probability(row.extra.get("p"))]


def _scores(row: Row | None, style: Style) -> list[str]:
    values = (None, None, None) if row is None else (row.precision, row.recall, row.value)
    return [number(value, style) for value in values]


def _correct(row: Row, style: Style) -> str:
    if row.p_num == row.r_num:
        return _count(row.p_num, style)
    return f"{_count(row.p_num, style)}/{_count(row.r_num, style)}"


def _totals(row: Row, style: Style) -> list[str]:
    return [_count(row.p_den, style), _count(row.r_den, style)]


def _count(value: float | None, style: Style) -> str:
    if value is None:
        return "-"
    return str(int(value)) if value == int(value) else f"{value:.{style.digits}f}"
