"""A figure by its name, and the bytes of its file."""

import io
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nerkit.evaluation.public import asking, result_of
from nerkit.exceptions import UsageError, unknown
from nerkit.results.result import Result
from nerkit.views.plots.kinds import CUT, KINDS, SUFFIXES

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@asking
def plot(
    gold: Any, system: Any = None, kind: str | None = None, *, by: str | None = None, **asked: Any
) -> "Figure":
    """Draw a figure of scores: `plot(result, kind)`, or `plot(gold, system, kind)`.

    gold, system   as in `nerkit.evaluate`; or only a result
    kind           `systems`, `labels`, `confusion`, `loss`, `pr`, `slices`, `differences` or `ranks`
    by             the field that cuts `slices` (default `length`)

    Raises UsageError for a kind that does not exist, if matplotlib is not installed, and if the result lacks
    the data of the figure.

    >>> result = nerkit.evaluate([[(0, 5, "PER")]], [[(0, 5, "PER")]])
    >>> nerkit.plot(result, "labels").savefig("labels.pdf")  # doctest: +SKIP
    """
    if isinstance(gold, Result) and kind is None:
        system, kind = None, system
    if kind not in KINDS:
        raise unknown("kind of figure", kind, KINDS)
    field = CUT.get(kind)
    if by is not None and kind != "slices" and by != "label":
        raise UsageError(f"a figure of {kind} cannot be split by {by}; use a figure of slices")
    check_installed()
    result = result_of("plot", gold, system, asked)
    from nerkit.views.plots import curve, losses, paper, rows, systems

    drawn: dict[str, Callable[..., Figure]] = {
        "systems": systems.systems,
        "labels": rows.labels,
        "confusion": rows.confusion,
        "loss": losses.loss,
        "pr": curve.pr,
        "slices": rows.slices,
        "differences": systems.differences,
        "ranks": systems.ranks,
    }
    with paper.style():
        return drawn[kind](result, *([by or field] if field else []))


def check_installed() -> None:
    """Raise UsageError if matplotlib is not installed."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError as error:
        if error.name is None or not error.name.startswith("matplotlib"):
            raise
        raise UsageError("a figure needs matplotlib: pip install matplotlib") from None


def suffix_of(path: str) -> str:
    """The file format that a path names. Raises UsageError for a format that figures do not have."""
    suffix = path.rpartition(".")[2].lower() if "." in path else ""
    if suffix not in SUFFIXES:
        endings = ", ".join(f".{one}" for one in SUFFIXES[:-1])
        raise UsageError(f"the file of a figure must end in {endings} or .{SUFFIXES[-1]}, not {path!r}")
    return suffix


def captioned(drawn: "Figure") -> str:
    """The caption of a figure. Sentences of the caption are removed from the figure."""
    from nerkit.views.plots.paper import PaperFigure

    if not isinstance(drawn, PaperFigure):
        return ""
    drawn.without_sentence()
    return f"{drawn.caption}\n"


def written(drawn: "Figure", suffix: str) -> tuple[bytes, list[str]]:
    """The bytes of the figure's file, equal in each run, and warnings."""
    file = io.BytesIO()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        drawn.savefig(file, format=suffix)
    return file.getvalue(), list(dict.fromkeys(str(one.message) for one in told))
