"""Aligned columns for the terminal: text to the left, numbers to the right, no lines.

On a terminal a table never wraps. Where it is too wide, blanks beside headers go first, then the columns of
counts, then names are cut in the middle, the longest first, then columns that can be spared go; numbers that
still do not fit stand in blocks one below the other, each beside the names. Elsewhere nothing is cut.

Written out here because the library that draws the other tables takes 30 ms to load, which a command on small
files would notice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from nerkit.formatters import Formatter
from nerkit.ground.plain_text import cut_around, cut_in_the_middle, inert, padded, width
from nerkit.views import grid as view
from nerkit.views.grid import Grid, PartedCell, Style

PADDING = 2  # blanks between columns, and beside a header that is the widest cell
GAP = " " * PADDING
WIDEST = 2_000  # columns of a cell above which, in a file, others are not filled up to its width
NARROW = 8  # columns below which names are not cut while something else can be
BOLD = "1"  # as terminals number it


def render(grid: Grid, style: Style) -> Iterator[str]:
    """A table; in colour the header line and the best values are bold."""
    for sentence in grid.lead:
        yield f"{inert(sentence)}\n"
    bold = dict.fromkeys(grid.best, BOLD)
    yield from _tables(replace(grid, tints={**bold, **grid.tints}), style)
    for note in grid.notes:
        yield f"{inert(note)}\n"


def _tables(grid: Grid, style: Style) -> Iterator[str]:
    """The lines of the table, in parts where the terminal is too narrow for the whole."""
    if style.width is None and grid.bare:
        yield from _drawn(grid, [0] * len(grid.headers), style)
        return
    widths = _widths(grid, PADDING, WIDEST if style.width is None else None)
    if style.width is None or _total(widths) <= style.width:
        yield from _drawn(grid, widths, style)
        return
    for number, block in enumerate(_fitted(grid, style.width)):
        if number:
            yield "\n"
        yield from _drawn(block, _widths(block, 0), style)


def _widths(grid: Grid, padding: int, widest: int | None = None) -> list[int]:
    """The width of each column; cells that are wider than *widest* stand over it."""
    beside = 0 if grid.bare else padding
    headers = [""] * len(grid.headers) if grid.bare else grid.headers
    cells = [0] * len(headers)
    for line in grid.lines:
        for i, cell in enumerate(line):
            wide = width(cell)
            if wide > cells[i] and (widest is None or wide <= widest):
                cells[i] = wide
    return [max(width(header) + beside, cell) for header, cell in zip(headers, cells, strict=True)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + PADDING * (len(widths) - 1)


def _fitted(grid: Grid, room: int) -> list[Grid]:
    """The grid, or parts of its columns, so that no line is wider than *room*."""
    if _total(_widths(grid, 0)) > room:
        grid = grid.without(grid.counts)
    cut = _cut(grid, room)
    if grid.spare and _total(_widths(cut, 0)) > room:
        cut = _cut(grid.without(grid.spare), room)
    if _total(_widths(cut, 0)) <= room:
        return [cut]
    return _blocks(cut, room)


def _cut(grid: Grid, room: int) -> Grid:
    """The grid with its names cut, the widest columns first, as far as needed."""
    widths = _widths(grid, 0)
    texts = [i for i, side in enumerate(grid.alignment) if side == "left"]
    phrases = [
        max(
            (cell.least for cell in (line[i] for line in grid.lines) if isinstance(cell, PartedCell)),
            default=0,
        )
        for i in range(len(widths))
    ]
    least = [max(min(NARROW, each), words) for each, words in zip(widths, phrases, strict=True)]
    if not grid.bare:
        least = [max(each, width(header)) for each, header in zip(least, grid.headers, strict=True)]
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
        [_shortened(cell, widths[i], prose=i in prose) if i in texts else cell for i, cell in enumerate(line)]
        for line in grid.lines
    ]
    return replace(grid, lines=lines)


def _shortened(cell: str, columns: int, *, prose: bool) -> str:
    """A cell cut to a width: the texts of phrases, prose around an item, names in the middle."""
    if isinstance(cell, PartedCell):
        return cell if width(cell) <= columns else cell.cut(columns)
    return (cut_around if prose else cut_in_the_middle)(cell, columns)


def _blocks(grid: Grid, room: int) -> list[Grid]:
    """The columns of numbers in blocks, each with all names before them; a block has one of them at least."""
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
    """The lines of a grid, its columns this wide."""
    if not grid.bare:
        header = inert(GAP.join(map(padded, grid.headers, widths, grid.alignment)).rstrip())
        yield f"\x1b[1m{header}\x1b[0m\n" if style.color else f"{header}\n"
    for place, line in enumerate(grid.lines):
        cells = list(map(padded, line, widths, grid.alignment))
        if style.color and grid.tints:
            yield f"{_tinted(cells, grid.tints, place)}\n"
        else:
            yield f"{inert(GAP.join(cells).rstrip())}\n"


def _tinted(cells: Sequence[str], tints: Mapping[tuple[int, int], str], place: int) -> str:
    """A line whose cells have their colours."""
    coloured = [
        f"\x1b[{tints[place, i]}m{cell}\x1b[0m" if (place, i) in tints else cell
        for i, cell in enumerate(cells)
    ]
    return GAP.join(coloured).rstrip()


FORMATTER = Formatter(render, view)
