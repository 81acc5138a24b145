"""A GitHub pipe table."""

import re

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Grid, Style

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
    """The table, the best in bold; labels and ids are shown as they are, not as Markdown."""
    from tabulate import tabulate

    lines = [
        [f"**{cell}**" if (i, j) in grid.best else escaped(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(grid.lines)
    ]
    headers = [escaped(header) for header in grid.headers]
    return tabulate(lines, headers, tablefmt="pipe", disable_numparse=True, colalign=grid.alignment)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: no link, image, mention, reference, address, code or HTML of it."""
    return LINKED.sub(COMMENT, ESCAPED.sub(r"\\\g<0>", text))


FORMATTER = Formatter(render, views.grid)
