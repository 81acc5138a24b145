"""Print a Markdown table of what changed between a stored result and a new one: STORED NEW.

A row for each measure and label of all documents that either has; a number that one lacks is `-`.
"""

import sys

from nerkit.evaluation.stored.results import read
from nerkit.formatters.markdown import render
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING
from nerkit.views.grid import Grid, Style, number, signed

HEADERS = ("system", "measure", "before", "now", "change")


def values(result: Result) -> dict[tuple[str, str], float | None]:
    """System and name of a row -> its value; the only system of a result is called nothing."""
    single = len(result.systems) == 1
    rows = [row for row in result.rows if row.cut[0] == EVERYTHING]
    return {("" if single else row.system, row.name): row.value for row in rows}


def table(stored: Result, new: Result) -> str:
    """The table."""
    before, now, style = values(stored), values(new), Style()
    lines = []
    for key in {**now, **before}:
        old, value = before.get(key), now.get(key)
        change = "-" if old is None or value is None else signed(value - old, style)
        lines.append([*key, number(old, style), number(value, style), change])
    grid = Grid(HEADERS, lines, HEADERS[:2])
    return render(grid if any(line[0] for line in lines) else grid.without(["system"]), style)


if __name__ == "__main__":
    print(table(read(sys.argv[1]), read(sys.argv[2])))
