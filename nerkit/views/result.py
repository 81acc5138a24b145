"""The grid of a result: a line for each row; several systems are adjacent."""

from collections.abc import Sequence
from dataclasses import replace

from nerkit.results.averages import RUNS, SD
from nerkit.results.counts import Label
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING, MICRO, Pooled, Row, rank
from nerkit.views.grid import (
    NAMES,
    Grid,
    Style,
    count,
    number,
    shown_names,
    signed,
    tested,
    titles,
)

COUNTS = ("correct", "sys", "gold")
UNSCORED = frozenset(("value_low", "value_high", "delta", "p"))
SHOWN = (*UNSCORED, SD, RUNS)  # further numbers of a row that lines show


def scores(result: Result, style: Style) -> Grid:
    """A line for each row of the result, the best value of several systems marked.

    Columns of names with a single value are left out. The average `micro` is hidden if it equals `*` in all
    systems. `correct` is p_num, or p_num/r_num if they differ; `sys` and `gold` are p_den and r_den, the
    items of the two sides. If neither side has an item, the row has no scores. Parts of a measure that were
    not requested are left out (`Result.details`).
    """
    rows = [
        _unscored(row) if row.value == row.p_den == row.r_den == 0 else row
        for row in _without_equals(_in_order(result))
        if row.measure not in result.details
    ]
    names = [name for name in NAMES if name == "measure" or len({getattr(row, name) for row in rows}) > 1]
    short = shown_names(result.systems, style)
    interval = [
        sized(f"{float(level) * 100:g} %", result.rows) for level in stated(result.signature, "confidence")
    ]
    paired = bool(rows) and "p" in rows[0].extra
    headers = [*names, *titles(("P", "R", f_name(result)), style), *interval]
    value = len(names) + 2  # the column of the value
    headers += ["sd", "runs"] if result.groups else []
    headers += ["Δ", "p"] if paired else []
    lines = [
        [
            *(short[row.system] if name == "system" else getattr(row, name) for name in names),
            *(number(score, style) for score in (row.precision, row.recall, row.value)),
            *(span(row.extra.get("value_low"), row.extra.get("value_high"), style) for _ in interval),
            *(_runs(row, style) if result.groups else ()),
            *(_difference(row, style) if paired else ()),
            _correct(row, style),
            count(row.p_den, style),
            count(row.r_den, style),
        ]
        for row in rows
    ]
    best = frozenset((line, value) for line in best_rows(rows, result.lower_is_better))
    return Grid([*headers, *COUNTS], lines, best=best, counts=COUNTS)


def _unscored(row: Row) -> Row:
    """The row of a measure without items, with None in place of its scores."""
    extra = row.extra | dict.fromkeys(row.extra.keys() & UNSCORED)
    return replace(row, value=None, precision=None, recall=None, extra=extra)


def f_name(result: Result) -> str:
    """The name of the value: F1, F with another beta, or F if measures have several betas."""
    kinds = {
        counts.headlines[name].normalizer if name in counts.headlines else "f1"
        for counts in result.counts.values()
        for name in result.measures
    }
    beta = result.scoring.beta
    betas = {beta if kind == "f1" else float(kind[1:]) for kind in kinds if kind.startswith("f")}
    return "F" if len(betas) > 1 else f"F{betas.pop() if betas else beta:g}"


def best_rows(rows: Sequence[Row], lower: Sequence[str]) -> set[int]:
    """The places of the rows with the best value of their measure, label and document, if systems differ.

    *lower* holds the measures with better lower values.
    """
    by_cut: dict[tuple[str, str, str], list[tuple[float, int]]] = {}
    for place, row in enumerate(rows):
        if row.value is not None:
            value = -row.value if row.measure in lower else row.value
            by_cut.setdefault((row.measure, row.label, row.document), []).append((value, place))
    ranges = [(min(own)[0], max(own)[0], own) for own in by_cut.values()]
    return {place for least, most, own in ranges if least < most for value, place in own if value == most}


def _in_order(result: Result) -> list[Row]:
    """The rows of the result, sorted by measure, document and label, then by system."""
    if len(result.systems) == 1:
        return result.rows
    order: dict[str, int] = {}
    for row in result.rows:
        order.setdefault(row.document, len(order))
    systems = {name: i for i, name in enumerate(result.systems)}
    measures = {name: i for i, name in enumerate(result.measures)}
    return sorted(
        result.rows, key=lambda row: (measures[row.measure], rank(row.cut, order), systems[row.system])
    )


def _without_equals(rows: list[Row]) -> list[Row]:
    """The rows without `micro` rows that equal `*` in every system."""
    averages = [row for row in rows if row.cut != _everything(row.cut)]
    if not averages:
        return rows
    numbers = {(row.measure, row.cut, row.system): _numbers(row) for row in rows}
    kept = {
        (row.measure, row.cut)
        for row in averages
        if numbers.get((row.measure, _everything(row.cut), row.system)) != _numbers(row)
    }
    left_out = {(row.measure, row.cut) for row in averages} - kept
    return [row for row in rows if (row.measure, row.cut) not in left_out]


def _numbers(row: Row) -> tuple[object, ...]:
    """All shown numbers of a row, rounded so that the order of sums does not matter."""
    extra = (row.extra.get(name) for name in SHOWN)
    numbers = (row.value, row.precision, row.recall, row.p_num, row.p_den, row.r_num, row.r_den, *extra)
    return tuple(None if number is None else float(f"{number:.12g}") for number in numbers)


def _everything(cut: tuple[str, Label]) -> tuple[str, Label]:
    """The cut with `*` in place of the average `micro`."""
    document, label = cut
    whole = EVERYTHING if _is_micro(document) else document
    return whole, tuple((name, value) for name, value in label if not _is_micro(value))


def _is_micro(name: str) -> bool:
    """Whether a name is the average `micro`, and not a document or label of this name."""
    return isinstance(name, Pooled) and name == MICRO


def sized(header: str, rows: Sequence[Row]) -> str:
    """The header of intervals. If all rows have equally many units, it names the number: `95 %, n=126`."""
    sizes = {row.extra.get("units") for row in rows} - {None}
    return f"{header}, n={sizes.pop():,}" if len(sizes) == 1 else header


def stated(signature: str, name: str) -> list[str]:
    """The values that a signature has under a name; empty if the name is missing."""
    return [part.removeprefix(f"{name}:") for part in signature.split("|") if part.startswith(f"{name}:")]


def span(low: float | None, high: float | None, style: Style) -> str:
    """An interval as text: `0.385–0.453`; `-` without an interval."""
    return "-" if low is None or high is None else f"{number(low, style)}–{number(high, style)}"


def _difference(row: Row, style: Style) -> list[str]:
    return [signed(row.extra.get("delta"), style), tested(row.extra.get("p"), row.extra)]


def _runs(row: Row, style: Style) -> list[str]:
    """The standard deviation over runs, and the number of runs."""
    return [number(row.extra[SD], style), str(row.extra[RUNS])]


def _correct(row: Row, style: Style) -> str:
    if row.p_num == row.r_num:
        return count(row.p_num, style)
    return f"{count(row.p_num, style)}/{count(row.r_num, style)}"
