"""The grid of annotators: a line for each row, with the agreements that its value is made of."""

from nerkit.results.result import Result
from nerkit.views.grid import NAMES, Grid, Style, number
from nerkit.views.result import span

NUMBERS = ("observed", "expected", "items")


def rows(result: Result, style: Style) -> Grid:
    """A line for each row: measure, what it is cut by, value, interval, observed and expected agreement,
    items.
    """
    lines = result.rows
    names = [name for name in NAMES if name == "measure" or len({getattr(row, name) for row in lines}) > 1]
    titles = ["annotators" if name == "system" else name for name in names]
    interval = ["interval"] if lines and "value_low" in lines[0].extra else []
    cells = [
        [
            *(getattr(row, name) for name in names),
            number(row.value, style),
            *(span(row.extra["value_low"], row.extra["value_high"], style) for _ in interval),
            *(number(row.extra.get(name), style) for name in NUMBERS[:2]),
            "-" if row.extra.get("items") is None else f"{row.extra['items']:,}",
        ]
        for row in lines
    ]
    return Grid([*titles, "value", *interval, *NUMBERS], cells)
