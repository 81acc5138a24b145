"""Aligned columns for the terminal: text left-aligned, numbers right-aligned, without ruling lines.

On a terminal a table never wraps. If it is too wide, nerkit first removes blanks beside headers and the
columns of counts. Next it shortens long names in the middle, then it removes dispensable columns. Names of
measures are shortened last. If the numbers still do not fit, the table is split into blocks of columns. In a
file or pipe, nothing is shortened.

This module uses no table library, because the library for the other tables takes 30 ms to load.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nerkit.formatters import Formatter
from nerkit.ground.plain_text import cut_around, cut_in_the_middle, folded, inert, padded, width
from nerkit.views import grid as view
from nerkit.views.grid import Grid, PartedCell, Style

PADDING = 2  # blanks between columns, and beside a header that is the widest cell
GAP = " " * PADDING
INDENT = " " * 4  # before the text of a list
WIDEST = 2_000  # in a file, wider cells do not widen their column
NARROW = 8  # names are not cut below this width if something else can be cut
KEPT = "measure"  # the header of the names that are cut last
BOLD = "1"  # as terminals number it


def render(grid: Grid, style: Style) -> Iterator[str]:
    """A grid as an aligned table. With colours, the header and the best values are bold."""
    for sentence in grid.lead:
        yield f"{inert(sentence)}\n"
    bold = dict.fromkeys(grid.best, BOLD)
    tinted = replace(grid, tints={**bold, **grid.tints})
    yield from _tables(tinted, style) if grid.folder is None else _listed(tinted, style)
    for note in grid.notes:
        yield f"{inert(note)}\n"


def _listed(grid: Grid, style: Style) -> Iterator[str]:
    """The lines of a list, in the style of compilers: `place: class  item`, followed by the
    surrounding text.
    """
    around = [i for i, header in enumerate(grid.headers) if header == grid.prose]
    for place, line in enumerate(grid.lines):
        where, *head, last = [cell for i, cell in enumerate(line) if i not in around]
        where, *head = [cell.removeprefix(grid.folder or "") for cell in (where, *head)]
        used = width(f"{where}: {GAP.join([*head, ''])}")
        if isinstance(last, PartedCell) and style.width is not None:
            last = last.cut(style.width - 2 * len(INDENT))
        cells = [_tinted(cell, grid.tints.get((place, i)), style) for i, cell in enumerate(head, 1)]
        shown = GAP.join([*cells, folded(last, style.width, INDENT * 2, used)])
        yield f"{inert(f'{where}: {shown}')}\n"
        for text in filter(None, (line[i] for i in around)):
            fits = text if style.width is None else cut_around(text, style.width - len(INDENT))
            yield f"{inert(INDENT + fits)}\n"


def _tables(grid: Grid, style: Style) -> Iterator[str]:
    """The lines of a table, split into blocks if the terminal is too narrow."""
    widths = _widths(grid, PADDING, WIDEST if style.width is None else None)
    if style.width is None or _total(widths) <= style.width:
        yield from _drawn(grid, widths, style)
        return
    for number, block in enumerate(_fitted(grid, style.width)):
        if number:
            yield "\n"
        yield from _drawn(block, _widths(block, 0), style)


def _widths(grid: Grid, padding: int, widest: int | None = None) -> list[int]:
    """The width of each column. Cells wider than *widest* do not count, so they extend over the column."""
    cells = [0] * len(grid.headers)
    for line in grid.lines:
        for i, cell in enumerate(line):
            wide = width(cell)
            if wide > cells[i] and (widest is None or wide <= widest):
                cells[i] = wide
    return [max(width(header) + padding, cell) for header, cell in zip(grid.headers, cells, strict=True)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + PADDING * (len(widths) - 1)


def _fitted(grid: Grid, room: int) -> list[Grid]:
    """Shorten a grid to the width *room*, or split it into grids with some of its columns."""
    if _total(_widths(grid, 0)) > room:
        grid = grid.without(grid.counts)
    cut = _cut(grid, room, KEPT)
    if grid.spare and _total(_widths(cut, 0)) > room:
        cut = _cut(grid.without(grid.spare), room, KEPT)
    cut = _cut(cut, room)
    if _total(_widths(cut, 0)) <= room:
        return [cut]
    return _blocks(cut, room)


def _cut(grid: Grid, room: int, kept: str = "") -> Grid:
    """Shorten names so that the grid fits the width *room* if possible, the widest columns first. The column
    *kept* is not changed.
    """
    widths = _widths(grid, 0)
    texts = [i for i, side in enumerate(grid.alignment) if side == "left" and grid.headers[i] != kept]
    least = [max(min(NARROW, each), width(header)) for each, header in zip(widths, grid.headers, strict=True)]
    prose = [i for i in texts if grid.headers[i] == grid.prose]
    while (excess := _total(widths) - room) > 0:
        able = [i for i in prose if widths[i] > 2 * NARROW] or [i for i in texts if widths[i] > least[i]]
        if not able:
            break
        widest, *narrower = sorted({widths[i] for i in able}, reverse=True)
        first = next(i for i in able if widths[i] == widest)
        floor = 2 * NARROW if first in prose and widest > 2 * NARROW else least[first]
        step = widest - narrower[0] if narrower else excess
        widths[first] -= max(1, min(excess, step, widest - floor))
    lines = [
        [
            (cut_around if i in prose else cut_in_the_middle)(cell, widths[i]) if i in texts else cell
            for i, cell in enumerate(line)
        ]
        for line in grid.lines
    ]
    return replace(grid, lines=lines)


def _blocks(grid: Grid, room: int) -> list[Grid]:
    """Split the number columns into blocks that fit the width *room*. Each block has all name columns and at
    least one number column.
    """
    widths = _widths(grid, 0)
    names = [i for i, side in enumerate(grid.alignment) if side == "left"]
    used = sum(widths[i] + PADDING for i in names)
    blocks: list[list[int]] = []
    free = 0
    for i in range(len(widths)):
        if i in names:
            continue
        if not blocks or widths[i] > free:
            blocks.append([])
            free = room - used
        blocks[-1].append(i)
        free -= widths[i] + PADDING
    return [grid.of(sorted([*names, *block])) for block in blocks or [[]]]


def _drawn(grid: Grid, widths: Sequence[int], style: Style) -> Iterator[str]:
    """The lines of a grid whose columns have these widths."""
    header = inert(GAP.join(map(padded, grid.headers, widths, grid.alignment)).rstrip())
    yield f"\x1b[1m{header}\x1b[0m\n" if style.color else f"{header}\n"
    for place, line in enumerate(grid.lines):
        cells = list(map(padded, line, widths, grid.alignment))
        if style.color and grid.tints:
            cells = [_tinted(cell, grid.tints.get((place, i)), style) for i, cell in enumerate(cells)]
            yield f"{GAP.join(cells).rstrip()}\n"
        else:
            yield f"{inert(GAP.join(cells).rstrip())}\n"


def _tinted(cell: str, tint: str | None, style: Style) -> str:
    """A cell with the escape codes of its colour."""
    return f"\x1b[{tint}m{cell}\x1b[0m" if style.color and tint else cell


FORMATTER = Formatter(render, view)
