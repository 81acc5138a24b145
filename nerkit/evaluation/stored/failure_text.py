"""The text of a check that failed: the value and its interval, and the errors that cost most.

    chunk/PER of system.bio is 0.675, below 0.95
    95% interval: 0.605 to 0.739
    errors of chunk, the costliest first:
    system.bio:1138  label  32-33 Brigitte: PER → LOC  , which officers have named [Brigitte] , was
    10 of 97 errors

`gates` judges gates. This module describes the failures for the person who repairs them.
"""

from collections.abc import Iterator, Mapping, Sequence

from nerkit.evaluation.stored.gates import gated, gated_rows, not_worse, problems_of
from nerkit.evaluation.stored.results import read
from nerkit.evaluation.stored.thresholds import BOUNDS, WORSE, Threshold
from nerkit.exceptions import UsageError
from nerkit.results.error_costs import costliest
from nerkit.results.result import Result
from nerkit.stats.options import ALPHA

SHOWN = 10  # errors that are listed
DIGITS = 3  # the least decimals


def failed_gate(
    result: Result,
    gate: str,
    *,
    compare_to: str | None = None,
    alpha: float = ALPHA,
    margin: float | None = None,
) -> str:
    """Return the text about a result that fails a gate of `gates.check`; empty for a passed gate.

    If the gate names a label, only errors with this label are listed. Raises the errors of
    `gates.problems_of`.
    """
    problems = problems_of(result, gate, compare_to=compare_to, alpha=alpha, margin=margin)
    if not problems:
        return ""
    if gate == WORSE:
        return "\n".join([*problems, *_errors(result)])
    threshold, wide = gated(result, gate)
    label = gated_rows(threshold, wide)[0].label
    labels = None if label == "*" else [label]
    return "\n".join([*problems, *_intervals(threshold, wide), *_errors(result, labels)])


def worse(result: Result, path: str, tolerance: float) -> str:
    """Return the text about rows that are worse than in the stored result by more than *tolerance*.

    The text is empty without such a row. *path* is the file of the stored result. Raises the errors of
    `gates.not_worse`, and InputError for a file without a result.
    """
    compared = not_worse(result, read(path), path, tolerance, DIGITS)
    problems = compared.problems
    return "\n".join([*problems, *_errors(result)]) if problems else ""


def not_known(result: Result, values: Mapping[str, float], tolerance: float) -> str:
    """Return the text about values that differ from known values by more than *tolerance*.

    *values* maps `MEASURE[/LABEL][:FIELD]` to known values. The text is empty without such values. Raises
    UsageError for a row that does not exist.
    """
    problems = [line for name, known in values.items() for line in _off(result, name, known, tolerance)]
    return "\n".join([*problems, *_errors(result)]) if problems else ""


def _off(result: Result, name: str, known: float, tolerance: float) -> Iterator[str]:
    """Yield a line for each system whose value differs from the known value."""
    threshold, wide = gated(result, f"{name} >= 0")
    for row in gated_rows(threshold, wide):
        value = getattr(row, threshold.field)
        if value is None or not -tolerance <= value - known <= tolerance:
            shown = "does not exist" if value is None else f"is {value:.{DIGITS}f}"
            if shown == f"is {known:.{DIGITS}f}":
                shown = f"is {value}"
            yield f"{name} of {row.system} {shown}, but the expected value is {known}"


def _intervals(threshold: Threshold, wide: Result) -> list[str]:
    """Return a line with the 95% interval of each value under a gate, if there are units to resample."""
    try:
        rows = gated_rows(threshold, wide.confidence())
    except UsageError:
        return []
    field = "value" if threshold.field in BOUNDS else threshold.field
    ends = [[row.extra.get(f"{field}_{end}") for end in ("low", "high")] for row in rows]
    return [f"95% interval: {low:.{DIGITS}f} to {high:.{DIGITS}f}" for low, high in ends if low is not None]


def _errors(result: Result, labels: Sequence[str] | None = None) -> list[str]:
    """Return lines with the costliest errors, if the items of a result are known."""
    if result.scored is None:
        return []
    listed = costliest(result.errors(labels=labels), SHOWN)
    return [f"errors of {result.headline}, the costliest first:", str(listed)] if len(listed) else []
