"""The grids of comparisons: systems, pairs of systems, measures over systems, annotators."""

from collections.abc import Sequence

from nerkit.evaluation.agreement import Agreement
from nerkit.results.counts import label_text
from nerkit.results.rows import Row
from nerkit.stats.comparison import Comparison, SystemPairs
from nerkit.stats.correlation import Correlations
from nerkit.views.grid import NAMES, Grid, Style, number, probability, short_names, signed
from nerkit.views.result import headline

TEXTS = (*NAMES, "", "first", "second", "better than")
CUTS = ("measure", "label")  # what the lines are cut by; a column each where it varies


def systems(comparison: Comparison, style: Style) -> Grid:
    """A line for each system on each row of the result.

    It has the system's letter, its scores, the difference from the first system, its rank, and what it is
    better than.
    """
    result = comparison.result
    rows = sorted(
        comparison.rows, key=lambda row: (result.measures.index(row.measure), *_label_rank(row.label))
    )
    names = [name for name in CUTS if len({getattr(row, name) for row in rows}) > 1]
    short = dict(zip(result.counts, short_names(list(result.counts)), strict=True))
    headers = [*names, "", "system", "precision", "recall", headline(result)]
    headers += ["Δ", "p (Holm)", "rank", "better than"]
    lines = [
        [
            *(getattr(row, name) for name in names),
            row.extra["letter"],
            short[row.system],
            *(number(value, style) for value in (row.precision, row.recall, row.value)),
            signed(row.extra["delta"], style),
            probability(row.extra["p_holm"]),
            str(row.extra["rank"]),
            row.extra["better_than"] or "-",
        ]
        for row in rows
    ]
    column = headers.index(headline(result))
    return Grid(headers, lines, TEXTS, frozenset((line, column) for line in _best(rows)))


def pairs(shown: SystemPairs, style: Style) -> Grid:
    """A line for each pair of systems on each row."""
    cuts = [(pair.key.measure, label_text(pair.key.cut[1])) for pair in shown.rows]
    varying = [i for i in range(len(CUTS)) if len({cut[i] for cut in cuts}) > 1]
    headers = [*(CUTS[i] for i in varying), "first", "second", "Δ", "p", "p (Holm)"]
    headers += ["wins", "ties", "losses"]
    lines = [
        [
            *(cut[i] for i in varying),
            pair.first,
            pair.second,
            signed(pair.difference.delta[0], style),
            probability(pair.difference.p[0]),
            probability(pair.p_holm),
            *map(str, (pair.wins, pair.ties, pair.losses)),
        ]
        for cut, pair in zip(cuts, shown.rows, strict=True)
    ]
    return Grid(headers, lines, TEXTS)


def correlations(shown: Correlations, style: Style) -> Grid:
    """A line for each pair of measures."""
    headers = ["first", "second", "systems", "Pearson", "Spearman", "Kendall"]
    lines = [
        [
            row.first,
            row.second,
            str(row.systems),
            *(number(value, style) for value in (row.pearson, row.spearman, row.kendall)),
        ]
        for row in shown.rows
    ]
    return Grid(headers, lines, TEXTS)


def annotators(agreement: Agreement, style: Style) -> Grid:
    """A square for each measure and label, and the mean of each line of it."""
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


def _best(rows: Sequence[Row]) -> set[int]:
    """The places of the rows with the highest value of their measure and label."""
    top: dict[tuple[str, str], float] = {}
    for row in rows:
        if row.value is not None:
            top[row.measure, row.label] = max(row.value, top.get((row.measure, row.label), row.value))
    return {
        i for i, row in enumerate(rows) if row.value is not None and row.value == top[row.measure, row.label]
    }


def _label_rank(label: str) -> tuple[bool, str]:
    """Labels by name, everything last."""
    return label == "*", label
