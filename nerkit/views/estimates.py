"""The grid of estimates: a line for each score, beside the numbers from gold alone and from the
judge alone.
"""

from nerkit.results.result import Result
from nerkit.views.grid import Grid, Style, number, shown_names
from nerkit.views.result import f_name, span, stated

SCORES = {"precision": "P", "recall": "R", "f1": "F1"}


def rows(shown: Result, style: Style) -> Grid:
    """Three lines for each row of the result: P, R and F."""
    several = len(shown.systems) > 1
    short = shown_names(shown.systems, style)
    level = f"{float(stated(shown.signature, 'level')[0]) * 100:g} %"
    headers = ["measure", "documents", "judged", "score", level, "±", "λ", "gold alone", level]
    lines = [
        [
            *([short[row.system]] if several else []),
            row.measure,
            f"{row.extra['gold_documents']:,}",
            f"{row.extra['judged_documents']:,}",
            f"{title if name != 'f1' else f_name(shown)} {number(getattr(row, name), style)}",
            span(row.extra[f"{name}_low"], row.extra[f"{name}_high"], style),
            number(row.extra[f"{name}_se"], style),
            f"{row.extra[f'{name}_lambda']:.2f}",
            number(row.extra[f"{name}_gold_only"], style),
            span(row.extra[f"{name}_gold_only_low"], row.extra[f"{name}_gold_only_high"], style),
            number(row.extra[f"{name}_judge_only"], style),
            _worth(row.extra[f"{name}_effective_documents"]),
        ]
        for row in shown.rows
        for name, title in SCORES.items()
    ]
    names = ("system", "measure") if several else ("measure",)
    headers = [*(["system"] if several else []), *headers, "judge alone", "worth documents"]
    return Grid(headers, lines, names, counts=("documents", "judged", "±"))


def _worth(documents: float | None) -> str:
    """The number of gold documents that are equally precise, rounded; `-` if it is not defined."""
    return "-" if documents is None else f"{documents:,.0f}"
