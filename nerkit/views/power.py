"""The grid of the differences that a test set can detect, with a line for each measure."""

from nerkit.exceptions import plural
from nerkit.stats.power import MOST, Power, PowerRow
from nerkit.views.grid import Grid, Style, number, signed


def rows(shown: Power, style: Style) -> Grid:
    """A line for each measure; the lines of several systems follow each other."""
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
    answers = [_answer(row, shown, style) for row in shown.rows if row.measure == shown.result.headline]
    return Grid([*(["system"] if several else []), *headers], lines, names, lead=answers)


def _answer(row: PowerRow, shown: Power, style: Style) -> str:
    """A sentence with the number of units that show the difference."""
    if row.delta is None:
        return f"{row.measure} has no value, so there is no difference to show"
    size, cases = number(abs(row.delta), style).removeprefix("0"), f"{shown.target * 100:g} % of cases"
    several = len({each.system for each in shown.rows}) > 1
    between = f" between {row.system} and the first system" if several else ""
    if row.documents_needed is None:
        return f"up to {MOST:,} {shown.unit}s do not show a difference of {size}{between} in {cases}"
    return f"{plural(row.documents_needed, shown.unit)} show a difference of {size}{between} in {cases}"
