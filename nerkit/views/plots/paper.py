"""The common style of all figures.

The style does not depend on the user's own settings, and a figure has the same bytes in each run. Colours are
from Okabe and Ito, so that people with any colour vision can distinguish them. Each colour has a marker, so
that a print in grey is readable, too.
"""

import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.text import Text

from nerkit.ground.plain_text import visible

WIDTH = 3.4  # inches: one column
LINE = 0.19  # inches per line of text
MOST_LINES = 60
CLOSE = 0.3  # an axis begins at 0 if its lowest value is smaller
LONGEST = 22  # characters of a name
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "p")
FAINT = "#6b6b6b"
SETTINGS: Any = {
    "font.family": ["DejaVu Sans", "sans-serif"],  # the first comes with matplotlib
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 7,
    "axes.titlesize": 7.5,
    "axes.labelsize": 7,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 7,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.1,
    "lines.markersize": 4,
    "grid.linewidth": 0.4,
    "grid.color": "#d5d5d5",
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "text.parse_math": False,  # a label with two dollar signs is not a formula
    "text.usetex": False,
    "svg.fonttype": "none",  # text stays text
    "pdf.fonttype": 42,
    "svg.hashsalt": "nerkit",
    "savefig.dpi": 300,
    "figure.dpi": 100,
}
METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": "nerkit"},
    "pdf": {"CreationDate": None, "Creator": "nerkit"},
    "png": {"Software": None},
}


@contextmanager
def style() -> Iterator[None]:
    """A context with nerkit's settings of figures, whatever settings the user has."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield


class PaperFigure(Figure):
    """A figure that is written in the style of its drawing: text as text, and without a date.

    caption    the description of the figure, for the text below it in a paper
    sentence   the part of the caption that the figure contains, too
    """

    caption = ""
    sentence: Text | None = None

    def without_sentence(self) -> None:
        """Remove the sentence that the caption contains from the figure."""
        if self.sentence is not None:
            self.sentence.remove()
            self._supxlabel = None
            self.sentence = None

    def savefig(self, fname: Any, *, transparent: bool | None = None, **kwargs: Any) -> None:
        """Write the figure to a file, as matplotlib does.

        Warns about characters that the font of figures does not have (`UserWarning`).
        """
        suffix = str(kwargs.get("format") or str(fname).rpartition(".")[2]).lower()
        kwargs["metadata"] = METADATA.get(suffix, {}) | (kwargs.get("metadata") or {})
        with style(), warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            super().savefig(fname, transparent=transparent, **kwargs)
        if suffix != "svg" and any("missing from font" in str(one.message) for one in told):
            warnings.warn(
                (
                    "the font of figures lacks characters of these names and shows boxes; an SVG "
                    "uses the reader's font"
                ),
                UserWarning,
                stacklevel=2,
            )


def sheet(lines: float, columns: int = 1, rows: int = 1, **how: Any) -> tuple[PaperFigure, list[Axes]]:
    """A figure as wide as one column of a paper and as high as *lines* lines of text, and its axes."""
    margins = ConstrainedLayoutEngine(w_pad=0.05, h_pad=0.05)
    figure = PaperFigure(figsize=(WIDTH, round(lines * LINE + 0.05, 3)), layout=margins)
    axes = figure.subplots(rows, columns, squeeze=False, **how)
    return figure, list(axes.flat)


def short(name: str, longest: int = LONGEST) -> str:
    """A name for a figure, without control characters. Names longer than *longest* are cut in the middle."""
    text = visible(name)
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[:half]}…{text[-(longest - 1 - half) :]}"


def look(place: int) -> dict[str, Any]:
    """The colour and the marker of the system or measure at this place."""
    return {"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)]}


def legend(figure: Figure, names: Sequence[str]) -> None:
    """Draw a legend with the names, in their order, below everything, in as many columns as fit."""
    handles = [Line2D([], [], **look(place), linestyle="none") for place in range(len(names))]
    longest = max(map(len, names))
    columns = max(1, min(len(names), 56 // (longest + 5)))
    # matplotlib leaves out names that begin with an underscore
    labels = [f" {name}" if name.startswith("_") else name for name in names]
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, handletextpad=0.4)


def share_axis(axes: Axes, name: str, *, vertical: bool = False, lowest: float = 0) -> None:
    """Give the axes a scale of shares up to 1, with a thin grid.

    The scale begins at 0, or at a round number below *lowest*, the lowest drawn value.
    """
    axis = axes.yaxis if vertical else axes.xaxis
    start = max(0.0, math.floor(10 * lowest - 1e-9) / 10)
    start = 0.0 if start < CLOSE else start
    step = 0.25 if start == 0 else 0.2 if start < 0.5 else 0.1 if start < 0.8 else 0.05
    ticks = [1 - step * place for place in range(int((1 - start) / step + 1e-9), -1, -1)]
    (axes.set_ylim if vertical else axes.set_xlim)(1 - (1 - start) * 1.04, 1 + (1 - start) * 0.04)
    axis.set_ticks(ticks, [f"{tick:.2f}".rstrip("0").rstrip(".").lstrip("0") or "0" for tick in ticks])
    axis.grid(visible=True)
    axes.set_axisbelow(True)
    (axes.set_ylabel if vertical else axes.set_xlabel)(name)


def interval(axes: Axes, row: Any, at: float, *, vertical: bool = False, **how: Any) -> None:
    """Draw the interval of a row as a thin line, if the row has one."""
    low, high = (row.extra.get(f"value_{end}") for end in ("low", "high"))
    if low is not None and high is not None:
        (axes.vlines if vertical else axes.hlines)(at, low, high, linewidth=0.9, clip_on=False, **how)


def named_lines(axes: Axes, names: Sequence[str]) -> None:
    """Give the lines of the axes these names, the first on top."""
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
