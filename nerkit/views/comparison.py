"""The grids of comparisons: systems, pairs of systems, measures over systems, annotators."""

from collections.abc import Sequence

from nerkit.evaluation.agreement import Agreement
from nerkit.formatters import Style
from nerkit.results.counts import label_text
from nerkit.stats.comparison import Comparison, Pair
from nerkit.stats.correlation import Correlation
from nerkit.views.grid import NAMES, Grid, headline, number, probability, short_names, signed

TEXTS = (*NAMES, "", "first", "second", "better than")


def systems(shown: Comparison, style: Style) -> Grid:
    """A line for each system on each row: its letter, scores, difference from the first system, rank, what it is better than."""
    rows, result = shown.rows, shown.result
    names = [name for name in ("measure", "label") if len({getattr(row, name) for row in rows}) > 1]
    short = dict(zip(result.counts, short_names(list(result.counts)), strict=True))
    headers = [*names, "", "system", "precision", "recall", headline(result)]
    headers += ["Δ", "p (Holm)", "rank", "better than"]
    rows = sorted(rows, key=lambda row: (result.measures.index(row.measure), *_place(row.label)))
    lines, best = [], set()
    for i, row in enumerate(rows):
        group = [other.value for other in rows if (other.measure, other.label) == (row.measure, row.label)]
        if row.value is not None and row.value == max(value for value in group if value is not None):
            best.add((i, len(names) + 4))
        found = row.extra
        lines.append(
            [
                *(getattr(row, name) for name in names),
                found["letter"],
                short[row.system],
                *(number(value, style) for value in (row.precision, row.recall, row.value)),
                signed(found["delta"], style),
                probability(found["p_holm"]),
                str(found["rank"]),
                found["better_than"] or "-",
            ]
        )
    return Grid(headers, lines, TEXTS, frozenset(best))


def pairs(shown: Sequence[Pair], style: Style) -> Grid:
    """A line for each pair of systems on each row."""
    listed = [(pair.key.measure, label_text(pair.key.cut[1])) for pair in shown]
    some = [i for i in range(2) if len({names[i] for names in listed}) > 1]
    headers = [*(("measure", "label")[i] for i in some), "first", "second", "Δ", "p", "p (Holm)"]
    headers += ["wins", "ties", "losses"]
    lines = [
        [
            *(names[i] for i in some),
            pair.first,
            pair.second,
            signed(pair.difference.delta[0], style),
            probability(pair.difference.p[0]),
            probability(pair.p_holm),
            *map(str, (pair.wins, pair.ties, pair.losses)),
        ]
        for names, pair in zip(listed, shown, strict=True)
    ]
    return Grid(headers, lines, TEXTS)


def correlations(shown: Sequence[Correlation], style: Style) -> Grid:
    """A line for each pair of measures."""
    headers = ["first", "second", "systems", "Pearson", "Spearman", "Kendall"]
    lines = [
        [
            row.first,
            row.second,
            str(row.systems),
            *(number(value, style) for value in (row.pearson, row.spearman, row.kendall)),
        ]
        for row in shown
    ]
    return Grid(headers, lines, TEXTS)


def annotators(shown: Agreement, style: Style) -> Grid:
    """A square for each measure and label, and the mean of each line of it."""
    kinds = list(dict.fromkeys((row.measure, row.label) for row in shown.rows))
    some = [i for i in range(2) if i == 0 or len({kind[i] for kind in kinds}) > 1]
    short = short_names(shown.names)
    headers = [*(("measure", "label")[i] for i in some), "annotator", *short, "mean"]
    lines = []
    for kind in kinds:
        values = {
            pair: row.value
            for row in shown.rows
            if (row.measure, row.label) == kind
            for pair in ((row.first, row.second), (row.second, row.first))
        }
        for name, title in zip(shown.names, short, strict=True):
            cells = [values.get((name, other)) for other in shown.names]
            known = [value for value in cells if value is not None]
            mean = sum(known) / len(known) if known else None
            lines.append(
                [*(kind[i] for i in some), title, *(number(value, style) for value in (*cells, mean))]
            )
    return Grid(headers, lines, ("measure", "label", "annotator"))


def _place(label: str) -> tuple[bool, str]:
    """Labels by name, everything last."""
    return label == "*", label
