"""The grid of a result: a line for each row of one system, or several systems side by side."""

from collections.abc import Sequence
from typing import Any

from nerkit.results.result import Result
from nerkit.results.rows import Row, rank
from nerkit.views.grid import NAMES, Grid, Style, count, number, probability, short_names, signed


def scores(result: Result, style: Style) -> Grid:
    """The grid of a result: systems side by side if there are several."""
    return _one_system(result, style) if len(result.counts) == 1 else _side_by_side(result, style)


def headline(result: Result) -> str:
    """What the headline number is called: F1, or F with another beta."""
    beta = result.scoring.beta
    return "F1" if beta == 1 else f"F{beta:g}"


def _one_system(result: Result, style: Style) -> Grid:
    """A line for each row. Names that are the same in every row are left out: no documents, no labels.

    `correct` is p_num, or p_num/r_num where they differ; `system items` and `gold items` are p_den and r_den.
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
            count(row.p_den, style),
            count(row.r_den, style),
        ]
        for row in rows
    ]
    return Grid(headers, lines)


def _side_by_side(result: Result, style: Style) -> Grid:
    """A line for each measure, document and label, with the scores of all systems; the best are marked."""
    by_system: dict[tuple[str, Any], dict[str, Row]] = {}  # the rows of each line
    for row in result.rows:
        by_system.setdefault((row.measure, row.cut), {})[row.system] = row
    order = {name: i for counts in result.counts.values() for i, name in enumerate(counts.documents)}
    keys = sorted(by_system, key=lambda key: (result.measures.index(key[0]), rank(key[1], order)))
    names = [name for name in NAMES if name == "measure" or (name != "system" and _varies(name, result.rows))]
    interval, paired = _interval_header(result), "p" in result.rows[0].extra if result.rows else False
    headers = list(names)
    for i, system in enumerate(short_names(list(result.counts))):
        titles = ("P", "R", headline(result), *interval, *(["Δ", "p"] if paired and i else []))
        headers += [f"{system} {title}" for title in titles]
    lines, best = [], set()
    for line, key in enumerate(keys):
        rows = by_system[key]
        top = max((row.value for row in rows.values() if row.value is not None), default=None)
        cells = [getattr(next(iter(rows.values())), name) for name in names]
        for i, system in enumerate(result.counts):
            own = rows.get(system)
            if own is not None and own.value is not None and own.value == top:
                best.add((line, len(cells) + 2))
            cells += _scores(own, style)
            cells += [_interval(own, style) for _ in interval]
            cells += _difference(own, style) if paired and i else []
        lines.append(cells)
    return Grid(headers, lines, best=frozenset(best))


def _varies(name: str, rows: Sequence[Row]) -> bool:
    """Whether rows differ in this field."""
    return len({getattr(row, name) for row in rows}) > 1


def _interval_header(result: Result) -> list[str]:
    """The header of intervals, as `95 %`; none where the signature speaks of no intervals."""
    levels = [part for part in result.signature.split("|") if part.startswith("confidence:")]
    return [f"{float(level.partition(':')[2]) * 100:g} %" for level in levels]


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
        return count(row.p_num, style)
    return f"{count(row.p_num, style)}/{count(row.r_num, style)}"
