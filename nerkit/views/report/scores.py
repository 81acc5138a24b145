"""The section of scores of a report, without the library that renders pages.

`-f html` and a notebook show only this section. Rows and cells have their names and their numbers at full
precision in `data-…` attributes. The visible numbers are rounded.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.views.grid import Style, count, number, probability, signed
from nerkit.views.result import best_rows, f_name

COUNTED = ("p_num", "p_den", "r_num", "r_den")
SOME = ("delta", "p", "p_holm", "value_sd", "runs", "value_low", "value_high")  # columns of some results
NAMES = ("precision", "recall", "value", "f1", *SOME[:3], *COUNTED, *SOME[3:])
ABOUT = ("measure", "label", "document", "system")
HEADERS = {
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "p_num": "correct (sys)",
    "p_den": "sys",
    "r_num": "correct (gold)",
    "r_den": "gold",
    "value_low": "low",
    "value_high": "high",
    "value_sd": "sd",
    "delta": "Δ",
    "p_holm": "p (Holm)",
}


def section(
    result: Result, rows: Sequence[Row], style: Style | None = None, names: Mapping[str, str] | None = None
) -> str:
    """Render the `<section id="scores">` with these rows, rows of the headline first. Names are escaped.

    *names* maps systems to their displayed names; without it systems keep their names.
    """
    style = style or Style()
    rows = sorted(rows, key=lambda row: row.measure != result.headline)
    about = [name for name in ABOUT if name == "measure" or len({getattr(row, name) for row in rows}) > 1]
    columns = [name for name in NAMES if name not in SOME or any(name in row.extra for row in rows)]
    if not any(map(corrected, rows)) and "p_holm" in columns:
        columns.remove("p_holm")
    unseen = _repeating(rows)
    barred = "value_low" in columns
    best = best_rows(rows, result.lower_is_better)
    headers = [(name, "") for name in about]
    headers += [
        (_header(name, result, style, unseen), " hidden" if name in unseen else "") for name in columns
    ]
    at = len(about) + columns.index("f1")  # the column of the interval, behind the value
    if barred:
        headers.insert(at, ("interval", ""))
    titles = "".join(f'<th scope="col"{hidden}>{header}</th>' for header, hidden in headers)
    lines = [
        '<section id="scores" aria-labelledby="h-scores">',
        '<h2 id="h-scores">Scores</h2>',
        '<div class="wide" tabindex="0" role="group" aria-label="Table of scores">',
        "<table>",
        f"<thead><tr>{titles}</tr></thead>",
        "<tbody>",
    ]
    for place, row in enumerate(rows):
        values = row.to_dict()
        shown = {"system": (names or {}).get(row.system, row.system)}
        cells = [
            f"<td>{_plain(shown.get(name, getattr(row, name)))}</td>"
            if place_of_name
            else f'<th scope="row">{_plain(row.measure)}</th>'
            for place_of_name, name in enumerate(about)
        ]
        for name in columns:
            marked = name == "value" and place in best
            cells.append(_cell(name, values.get(name), style, best=marked, hidden=name in unseen))
        if barred:
            cells.insert(at, f"<td>{_bar(values)}</td>")
        headline = ' class="headline"' if row.measure == result.headline else ""
        data = "".join(f' data-{name}="{_plain(getattr(row, name))}"' for name in ABOUT)
        lines.append(f"<tr{data}{headline}>{''.join(cells)}</tr>")
    if not rows:
        lines.append(
            f'<tr><td colspan="{len(headers)}">nerkit has nothing to show, because no measure '
            "has a row.</td></tr>"
        )
    return "\n".join([*lines, "</tbody>", "</table>", "</div>", "</section>"]) + "\n"


def corrected(row: Row) -> bool:
    """Whether p is corrected for several tests and differs from the uncorrected p."""
    return row.extra.get("p_holm") is not None and row.extra["p_holm"] != row.extra.get("p")


def _repeating(rows: Sequence[Row]) -> set[str]:
    """The columns that repeat another column in every row. They are hidden from people, not from programs."""
    pairs = (("f1", "value"), ("r_num", "p_num"))
    numbers = [row.to_dict() for row in rows]
    return {
        name
        for name, other in pairs
        if all(each[name] is None or each[name] == each[other] for each in numbers)
    }


def _header(name: str, result: Result, style: Style, unseen: Collection[str]) -> str:
    """The header of a column. The value is called F if the column of F1 is hidden."""
    header = HEADERS.get(name, name)
    if name == "value" and ("f1" in unseen or f_name(result) != "F1"):
        header = f_name(result)
    if name == "p_num" and "r_num" in unseen:
        header = "correct"
    score = name in ("value", "precision", "recall", "f1")
    return f"{header} %" if style.percent and score else header


def _cell(name: str, value: Any, style: Style, *, best: bool, hidden: bool) -> str:
    """A number as a cell: at full precision for programs, rounded for people."""
    if name in COUNTED or name == "runs":
        text = count(value, replace(style, digits=max(style.digits, 1)))
    elif name in ("p", "p_holm"):
        text = probability(value)
    else:
        text = signed(value, style) if name == "delta" else number(value, style)
    text = f"<strong>{text}</strong>" if best else text
    return f'<td data-name="{name}" data-value="{full(value)}"{" hidden" if hidden else ""}>{text}</td>'


def full(value: Any) -> str:
    """A number as text at full precision; an empty text for None."""
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def _plain(text: Any) -> str:
    """A user's text as HTML, with codes for control and bidirectional characters."""
    return escape(visible(str(text)))


def _bar(values: dict[str, Any]) -> str:
    """An interval as a drawing on a line from 0 to 1; an empty text without an interval."""
    low, high, value = (values.get(name) for name in ("value_low", "value_high", "value"))
    if low is None or high is None or value is None:
        return ""
    return (
        f'<svg class="bar" width="100" height="10" viewBox="0 0 100 10" role="img" '
        f'aria-label="{low:.3f} to {high:.3f}"><path d="M0 5H100" stroke="currentColor" opacity="0.25"/>'
        f'<path d="M{100 * low:.2f} 5H{100 * high:.2f}" '
        f'stroke="currentColor" stroke-width="2"/><circle cx="{100 * value:.2f}" cy="5" r="3" '
        'fill="currentColor"/></svg>'
    )
