"""A table in GitHub Markdown."""

import re

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.ground.plain_text import padded, width
from nerkit.views.grid import Grid, Style

PADDING = 2  # blanks beside a header that is the widest cell
# what a backslash keeps from being read: links and images, code, strikethrough, formulas, cells, HTML and its
# entities (<0.001 is none), emphasis (`*` alone is the row of everything, an underscore inside a word is one)
SPECIAL = (
    *(r"[\[\]`|~$]", r"\\(?=[!-/:-@\[-`{-~])", r"<(?=[A-Za-z/!?])", r"&(?=#?\w+;)"),
    *(r"\*(?=.)", r"(?<=.)\*", r"(?<!\w)_(?=.)", r"(?<=.)_(?!\w)"),
)
ESCAPED = re.compile("|".join(SPECIAL))
# people, issues and addresses are linked in the text that is left without backslashes; a comment parts it
PARTED = (r"(?<=@)(?=\w)", r"(?<=#)(?=\d)", r"(?<=GH-)(?=\d)", r"(?<=[a-z])(?=://)", r"(?<=www)(?=\.)")
LINKED = re.compile("|".join(PARTED), re.IGNORECASE)
COMMENT = "<!-- -->"


def render(grid: Grid, _: Style) -> str:
    """The Markdown table, with the best values in bold. Labels and ids appear literally, not as Markdown."""
    lines = [
        [f"**{cell}**" if (i, j) in grid.best else escaped(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(grid.lines)
    ]
    headers = [escaped(header) for header in grid.headers]
    cells = [max(map(width, column)) for column in zip(*lines, strict=True)] or [0] * len(headers)
    widths = [max(width(header) + PADDING, cell) for header, cell in zip(headers, cells, strict=True)]
    rule = [
        f":{'-' * (wide + 1)}" if side == "left" else f"{'-' * (wide + 1)}:"
        for wide, side in zip(widths, grid.alignment, strict=True)
    ]
    head, *body = (
        f"| {' | '.join(map(padded, line, widths, grid.alignment))} |" for line in [headers, *lines]
    )
    below = ["", *(escaped(note) for note in grid.notes)] if grid.notes else []
    above = [*(escaped(sentence) for sentence in grid.lead), ""] if grid.lead else []
    return "\n".join([*above, head, f"|{'|'.join(rule)}|", *body, *below])


def escaped(text: str) -> str:
    """Escape a text so that Markdown shows it literally, without links, images, mentions, code or HTML."""
    return LINKED.sub(COMMENT, ESCAPED.sub(r"\\\g<0>", text))


FORMATTER = Formatter(render, views.grid)
