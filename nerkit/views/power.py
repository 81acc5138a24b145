"""The grid of what a test set can tell: a line for each measure."""

from nerkit.stats.power import Power
from nerkit.views.grid import Grid, Style, number, signed


def rows(shown: Power, style: Style) -> Grid:
    """A line for each measure, of several systems below each other."""
    several = len({row.system for row in shown.rows}) > 1
    unit = f"{shown.unit}s"
    headers = ["measure", "Δ", "power", "±", "detectable", unit, f"{unit} needed", "reversal"]
    lines = [
        [
            *([row.system] if several else []),
            row.measure,
            signed(row.delta, style),
            number(row.power, style),
            number(row.power_se, style),
            number(row.detectable, style),
            f"{row.documents:,}",
            "-" if row.documents_needed is None else f"{row.documents_needed:,}",
            number(row.reversal, style),
        ]
        for row in shown.rows
    ]
    names = ("system", "measure") if several else ("measure",)
    return Grid([*(["system"] if several else []), *headers], lines, names)
