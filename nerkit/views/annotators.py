"""The grids of annotators: agreement by measure, disagreements, and pairs of labels."""

from typing import TYPE_CHECKING

from nerkit.results.result import Result
from nerkit.views.errors import TEXT, WHERE, WRONG, common_folder
from nerkit.views.grid import NAMES, Grid, PartedCell, Style, first_of, number, short_names, signed
from nerkit.views.result import span

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.disagreements import DifferingItem, Disagreements, DisagreementSummary

NUMBERS = ("observed", "expected", "items")


def rows(result: Result, style: Style) -> Grid:
    """A line for each row: measure, cut, value, interval, observed and expected agreement, number
    of items.
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
    """The name of the units of the items, from the signature; None if the result does not count items."""
    parts = (part.partition(":") for part in result.signature.split("|"))
    return next((value for name, _, value in parts if name == "units"), None)


def listed(shown: "Disagreements", style: Style) -> Grid:
    """A line for each disagreement: its place, its class, the value of each annotator, the text around it."""
    text = any(row.context is not None for row in shown.rows)
    headers = [WHERE, "class", "annotators", *([TEXT] if text else [])]
    short = short_names(shown.names)

    def cells(row: "DifferingItem") -> list[str]:
        """The cells of a disagreement."""
        name, line = row.place
        where = row.item or (row.document if line is None else f"{name}:{line}")
        place = "" if row.item or (row.text and style.width is not None) else f"{row.start}-{row.end}"
        before = f"{place} " if place and row.text else place
        said = ", ".join(f"{of} {value or '-'}" for of, value in zip(short, row.values.values(), strict=True))
        cell = PartedCell(before, row.text or "", f": {said}" if before or row.text else said)
        return [where, row.kind, cell, *([row.context or ""] if text else [])]

    return Grid(
        headers,
        [cells(row) for row in shown.rows],
        headers,
        prose=TEXT if text else None,
        folder=common_folder({row.place[0] for row in shown.rows if row.place[0]}),
        tints={(i, 1): WRONG for i in range(len(shown.rows) if style.color else 0)},
        notes=first_of(len(shown.rows), shown.total, "disagreement"),
    )


def confusion(shown: "DisagreementSummary", style: Style) -> Grid:
    """A line for each pair of labels, then a line for the repair of each label."""
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
