"""Text layout for the terminal: tables and paragraphs of 80 columns, and a pager for long texts."""

import shutil
import sys
import textwrap
from collections.abc import Sequence
from itertools import groupby

import click

WIDTH = 80
BULLET = "- "
VERBATIM = "    "  # the beginning of lines that are not joined
GAP = "   "  # between the columns of an example


def show(text: str) -> None:
    """Print a text, in a pager if it is longer than the terminal."""
    if sys.stdout.isatty() and len(text.splitlines()) > shutil.get_terminal_size().lines:
        click.echo_via_pager(text + "\n")
    else:
        click.echo(text)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Format the rows as an aligned table; the last column is wrapped."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    lines = []
    for *cells, text in rows:
        begin = "".join(f"{cell:<{width}}  " for cell, width in zip(cells, widths, strict=True))
        lines.append(wrapped(begin + text, " " * len(begin)))
    return "\n".join(lines)


def wrapped(text: str, indent: str) -> str:
    """Wrap a text to WIDTH columns. All lines but the first get *indent*. Long words are not broken."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def page_of(text: str) -> str:
    """The docstring of a module wrapped to WIDTH columns; long lines of examples are wrapped, too."""
    blocks = []
    for blank, lines in groupby(text.splitlines(), lambda line: not line.strip()):
        if not blank:
            blocks.append("\n".join(_block(list(lines))))
    return "\n\n".join(blocks)


def _block(lines: list[str]) -> list[str]:
    """Wrap one block of lines: an example, a list or a paragraph."""
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
    """The position at which the last column of an example line begins. If the line has one column, or if the
    last column begins too far right, a small indent.
    """
    begin = line.rfind(GAP) + len(GAP)
    inside = len(line) - len(line.lstrip()) + len(VERBATIM)
    return begin if inside <= begin < WIDTH * 3 // 4 else min(inside, WIDTH // 2)
