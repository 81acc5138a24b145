"""The grid of annotators: a line for each row, with the agreements that its value is made of."""

from typing import TYPE_CHECKING

from nerkit.results.result import Result
from nerkit.views.grid import NAMES, Grid, Style, first_of, number, signed
from nerkit.views.result import span

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.disagreements import Disagreements, DisagreementSummary

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
    counted = any(row.extra.get("items") is not None for row in lines)
    lead = [f"items: {units}s"] if counted and (units := _units(result)) not in (None, "item") else []
    return Grid([*titles, "value", *interval, *NUMBERS], cells, lead=lead)


def _units(result: Result) -> str | None:
    """The units of the items, if a measure is of items."""
    parts = (part.partition(":") for part in result.signature.split("|"))
    return next((value for name, _, value in parts if name == "units"), None)


def listed(shown: "Disagreements", _: Style) -> Grid:
    """A line for each disagreement: its place, the value of each annotator, the text."""
    text = any(row.text is not None for row in shown.rows)
    several = len({row.document for row in shown.rows}) > 1
    headers = [*(["document"] if several else []), "where", *shown.names, *(["text"] if text else [])]
    lines = [
        [
            *([row.document] if several else []),
            f"{row.start}-{row.end}" if row.item is None else row.item,
            *("-" if said is None else said for said in row.values.values()),
            *(["-" if row.text is None else " ".join(row.text.split())] if text else []),
        ]
        for row in shown.rows
    ]
    notes = first_of(len(shown.rows), shown.total, "disagreement")
    return Grid(headers, lines, headers, prose="text" if text else None, notes=notes)


def confusion(shown: "DisagreementSummary", style: Style) -> Grid:
    """A line for each pair of labels, then one for the repair of each label."""
    headers = ["label", "other", "items", "share", "alpha", "gain"]
    pairs = [
        [row["label"], row["other"], f"{row['items']:,}", number(row["share"], style), "", ""]
        for row in shown.rows
    ]
    repairs = [
        [
            row["label"],
            "repaired",
            f"{row['items']:,}",
            "",
            number(row["alpha"], style),
            signed(row["gain"], style),
        ]
        for row in shown.repairs
    ]
    return Grid(headers, [*pairs, *repairs], headers[:2])
