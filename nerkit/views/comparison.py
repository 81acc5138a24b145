"""The grids of comparisons: systems, pairs of systems, measures over systems, annotators."""

import math

from nerkit.evaluation.agreement.pairs import Agreement
from nerkit.ground.plain_text import cut_in_the_middle, width
from nerkit.results.counts import label_text
from nerkit.stats.comparison import Comparison, SystemPairs
from nerkit.stats.correlation import Correlations
from nerkit.stats.discrimination import Discrimination
from nerkit.stats.exact.formatting import fields
from nerkit.stats.significance import DIFFERENCE_LEVEL
from nerkit.views.grid import NAMES, Grid, Style, number, short_names, shown_names, signed, tested, titles
from nerkit.views.result import best_rows, f_name, sized, span, stated

TEXTS = (*NAMES, "", "first", "second", "better than")
INTERVAL = f"{DIFFERENCE_LEVEL:.0%}".replace("%", " %")  # the header of the interval of the difference
WINS = ("wins", "ties", "losses")
MOST_NAMES = 24  # columns for the names of worse systems in a line; longer lists become numbers
LONG = 12  # columns of a name; a terminal shows longer names below the table
CUTS = ("measure", "label")  # the fields of the rows that have a column if they vary


def systems(comparison: Comparison, style: Style) -> Grid:
    """A line for each system on each row of the result.

    A line has the system's scores, the difference from the baseline with its interval, the rank, and the
    worse systems. The worse systems are names if the names are short, otherwise numbers. On a terminal, long
    names are listed below the table.
    """
    result = comparison.result
    rows = sorted(
        comparison.rows, key=lambda row: (result.measures.index(row.measure), *_label_rank(row.label))
    )
    names = [name for name in CUTS if len({getattr(row, name) for row in rows}) > 1]
    short = shown_names(result.systems, style)
    long = style.width is not None and max(map(width, short.values())) > LONG
    worse = [comparison.better_than(row) for row in rows]
    named = [", ".join(short[name] for name in each) for each in worse]
    numbered = long or max(map(width, named), default=0) > MOST_NAMES
    numbers = {system: str(place) for place, system in enumerate(result.systems, 1)}
    before = [*names, *([""] if numbered else []), *([] if long else ["system"])]
    precision_and_recall = titles(("P", "R"), style)
    are_parted = any(row.precision is not None or row.recall is not None for row in rows)
    scored = f_name(result) if are_parted else "score"
    interval = sized(INTERVAL, rows)
    headers = [*before, *titles(("P", "R", scored), style)]
    headers += ["Δ", interval, "p (Holm)", "rank", "better than"]
    lines = [
        [
            *(getattr(row, name) for name in names),
            *([numbers[row.system]] if numbered else []),
            *([] if long else [short[row.system]]),
            *(number(value, style) for value in (row.precision, row.recall, row.value)),
            signed(row.extra["delta"], style),
            _ends(row.extra["delta_low"], row.extra["delta_high"], style),
            tested(row.extra["p_holm"], row.extra),
            str(row.extra["rank"]),
            (" ".join(numbers[name] for name in beaten) if numbered else listed) or "-",
        ]
        for row, beaten, listed in zip(rows, worse, named, strict=True)
    ]
    best = frozenset((line, len(before) + 2) for line in best_rows(rows, result.lower_is_better))
    listed = {numbers[system]: name for system, name in short.items()} if long else {}
    notes = [
        f"{place}  {cut_in_the_middle(name, (style.width or 0) - width(place) - 2)}"
        for place, name in listed.items()
    ]
    notes += [
        f"rank = 1 + better systems; better = p (Holm) ≤ {alpha} and an interval without 0"
        for alpha in stated(result.signature, "alpha")
    ]
    notes += [line for reason in comparison.reasons for line in _wrapped(reason, style)]
    notes += _broken(comparison)
    counts, spare = precision_and_recall, (interval,)
    grid = Grid(headers, lines, TEXTS, best, counts=counts, spare=spare, notes=notes)
    return grid if are_parted else grid.without(precision_and_recall)


def pairs(shown: SystemPairs, style: Style) -> Grid:
    """A line for each pair of systems on each row of the result."""
    cuts = [(pair.key.measure, label_text(pair.key.cut[1])) for pair in shown.rows]
    varying = [i for i in range(len(CUTS)) if len({cut[i] for cut in cuts}) > 1]
    short = shown_names(shown.comparison.result.systems, style)
    headers = [*(CUTS[i] for i in varying), "first", "second", "Δ", sized(INTERVAL, shown.comparison.rows)]
    headers += ["p", "p (Holm)", *WINS]
    lines = [
        [
            *(cut[i] for i in varying),
            short[pair.first],
            short[pair.second],
            signed(pair.difference.delta[0], style),
            _ends(pair.difference.low[0], pair.difference.high[0], style),
            *(tested(p, fields(pair.difference.exact)) for p in (pair.difference.p[0], pair.p_holm)),
            *map(str, (pair.wins, pair.ties, pair.losses)),
        ]
        for cut, pair in zip(cuts, shown.rows, strict=True)
    ]
    return Grid(headers, lines, TEXTS, counts=WINS, notes=_broken(shown.comparison))


def correlations(shown: Correlations, style: Style) -> Grid:
    """A line for each pair of measures, with their correlations over systems."""
    headers = ["first", "second", "systems", "Pearson", "Spearman", "Kendall", "95 %"]
    lines = [
        [
            row.first,
            row.second,
            str(row.systems),
            *(number(value, style) for value in (row.pearson, row.spearman, row.kendall)),
            span(row.kendall_low, row.kendall_high, style),
        ]
        for row in shown.rows
    ]
    return Grid(headers, lines, TEXTS)


def discrimination(shown: Discrimination, style: Style) -> Grid:
    """A line for each measure: how well it distinguishes the systems."""
    headers = ["measure", "systems", "pairs", "told apart", "(Holm)", "swap at N/2", "±", "ties", "splits"]
    lines = [
        [
            row.measure,
            str(row.systems),
            str(row.pairs),
            *("-" if count is None else f"{count:,}" for count in (row.told_apart, row.told_apart_holm)),
            *(number(value, style) for value in (row.swap, row.swap_se, row.ties)),
            "-" if row.splits is None else f"{row.splits:,}",
        ]
        for row in shown.rows
    ]
    note = (
        "told apart: pairs with an exact p ≤ the level; swap: pairs whose order differs between two halves "
        f"of the {shown.unit}s. The numbers hold for this gold file and these systems"
    )
    return Grid(headers, lines, TEXTS, notes=(note,))


def annotators(agreement: Agreement, style: Style) -> Grid:
    """A square of values for each measure and label. Lines and columns are annotators; the last column is the
    mean.
    """
    cuts = list(dict.fromkeys((row.measure, row.label) for row in agreement.rows))
    columns = [i for i in range(len(CUTS)) if i == 0 or len({cut[i] for cut in cuts}) > 1]
    short = short_names(agreement.names)
    headers = [*(CUTS[i] for i in columns), "annotator", *short, "mean"]
    lines = []
    for cut in cuts:
        values = {
            pair: row.value
            for row in agreement.rows
            if (row.measure, row.label) == cut
            for pair in ((row.first, row.second), (row.second, row.first))
        }
        for name, title in zip(agreement.names, short, strict=True):
            line = [values.get((name, partner)) for partner in agreement.names]
            known = [value for value in line if value is not None]
            mean = sum(known) / len(known) if known else None
            cells = [number(value, style) for value in (*line, mean)]
            lines.append([*(cut[i] for i in columns), title, *cells])
    return Grid(headers, lines, (*CUTS, "annotator"))


def _broken(comparison: Comparison) -> list[str]:
    """A line for each system with a broken file."""
    return [f"not ranked: {one.told}" for one in comparison.broken or ()]


def _wrapped(text: str, style: Style) -> list[str]:
    """The text as one line; on a terminal, as several lines of the terminal's width."""
    if style.width is None:
        return [text]
    from textwrap import wrap

    return wrap(text, style.width)


def _ends(low: float | None, high: float | None, style: Style) -> str:
    """The interval of a difference: `+0.010…+0.034`; `-` without an interval."""
    if low is None or high is None or math.isnan(low + high):
        return "-"
    return f"{signed(low, style)}…{signed(high, style)}"


def _label_rank(label: str) -> tuple[bool, str]:
    """The sort key of a label: by name, `*` last."""
    return label == "*", label
