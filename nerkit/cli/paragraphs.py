"""Tables and paragraphs of 80 columns, and a pager for texts longer than the terminal."""

import shutil
import sys
import textwrap
from collections.abc import Sequence
from itertools import groupby

import click

WIDTH = 80
BULLET = "- "
VERBATIM = "    "  # what lines begin with that stay as they are
GAP = "   "  # between the columns of an example


def show(text: str) -> None:
    """Print a text; on a terminal that is too short for it, page by page."""
    if sys.stdout.isatty() and len(text.splitlines()) > shutil.get_terminal_size().lines:
        click.echo_via_pager(text + "\n")
    else:
        click.echo(text)


def table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as text; the last column is wrapped."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    lines = []
    for *cells, text in rows:
        begin = "".join(f"{cell:<{width}}  " for cell, width in zip(cells, widths, strict=True))
        lines.append(wrapped(begin + text, " " * len(begin)))
    return "\n".join(lines)


def wrapped(text: str, indent: str) -> str:
    """A text in lines of WIDTH columns, all but the first behind an indent; long words stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def page_of(text: str) -> str:
    """The docstring of a module in lines of WIDTH columns; longer lines of its examples are folded."""
    blocks = []
    for blank, lines in groupby(text.splitlines(), lambda line: not line.strip()):
        if not blank:
            blocks.append("\n".join(_block(list(lines))))
    return "\n\n".join(blocks)


def _block(lines: list[str]) -> list[str]:
    """The lines of an example, of a list or of a paragraph."""
    if lines[0].startswith(VERBATIM):
        return [wrapped(line, " " * _last_column(line)) for line in lines]
    items: list[str] = []
    for line in lines:
        if line.startswith(BULLET) or not items:
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    return [wrapped(item, " " * len(BULLET) if item.startswith(BULLET) else "") for item in items]


def _last_column(line: str) -> int:
    """The column at which the last column of an example line begins. If the line has one column, or its last
    begins late, a small indentation.
    """
    begin = line.rfind(GAP) + len(GAP)
    inside = len(line) - len(line.lstrip()) + len(VERBATIM)
    return begin if inside <= begin < WIDTH * 3 // 4 else min(inside, WIDTH // 2)
