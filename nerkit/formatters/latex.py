"""A LaTeX table (tabular) with the rules of the booktabs package, to paste into a paper."""

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.ground.plain_text import inert, padded, width
from nerkit.views.grid import Grid, Style

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
        "Δ": r"$\Delta$",
        "–": "--",
        "→": r"$\rightarrow$",
        "…": r"\dots{}",
    }
    | {special: f"\\{special}" for special in "&%$#_{}"}
)


def render(grid: Grid, _: Style) -> str:
    """The tabular environment, with special characters escaped and the best values in bold."""
    headers = [header.translate(ESCAPES) for header in grid.headers]
    lines = [
        [
            f"\\textbf{{{cell.translate(ESCAPES)}}}" if (i, j) in grid.best else cell.translate(ESCAPES)
            for j, cell in enumerate(line)
        ]
        for i, line in enumerate(grid.lines)
    ]
    widths = [max(map(width, column)) for column in zip(headers, *lines, strict=True)]
    sides = grid.alignment

    def drawn(cells: list[str]) -> str:
        line = " & ".join(map(padded, cells, widths, sides)) + r" \\"
        # after the \\ above, LaTeX would read [ and * as arguments, and a build server reads :: as a command
        return f"{{}}{line}" if line.startswith(("[", "*")) or inert(line) != line else line

    columns = "".join(side[0] for side in sides)
    body = [r"\toprule", drawn(headers), r"\midrule", *map(drawn, lines), r"\bottomrule"]
    lead, notes = ([f"\\par {one.translate(ESCAPES)}" for one in some] for some in (grid.lead, grid.notes))
    return "\n".join([*lead, f"\\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}", *notes])


FORMATTER = Formatter(render, views.grid)
