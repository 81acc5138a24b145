"""Precision, recall and F of chunks by type, or one of seqeval's averages, with its warnings about 0/0."""

import sys
import warnings
from collections.abc import Collection
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.compat.seqeval.counting import EntityCounts
from nerkit.exceptions import plural
from nerkit.formatters.seqeval import entity_scores

AVERAGES = (None, "micro", "macro", "weighted")
ALL_SCORES = ("precision", "recall", "f-score")
WARN = "warn"  # as zero_division: 0, and a warning
Averaged = tuple[Any, Any, Any, Any]  # precision, recall, F and support: numbers, or arrays of one a type


class UndefinedMetricWarning(UserWarning):
    """Warning that a score is 0/0. If scikit-learn is loaded, its class of this name is used instead."""


def warning_class() -> type[Warning]:
    """The class of warnings about 0/0: scikit-learn's if it is loaded, because users' filters name it."""
    loaded = sys.modules.get("sklearn.exceptions")
    found: type[Warning] = UndefinedMetricWarning if loaded is None else loaded.UndefinedMetricWarning
    return found


def check(average: str | None, beta: float) -> None:
    """Raise ValueError for an unknown average and for a negative beta."""
    if beta < 0:
        raise ValueError(f"beta must be at least 0, not {beta}")
    if average not in AVERAGES:
        raise ValueError(f"average must be one of {', '.join(map(repr, AVERAGES))}, not {average!r}")


def averaged(
    counts: EntityCounts,
    average: str | None,
    *,
    beta: float = 1.0,
    warn_for: Collection[str] = ALL_SCORES,
    zero_division: str | float = WARN,
) -> Averaged:
    """The scores of each type, sorted by name, or their average.

    micro       scores of the counts summed over types
    macro       unweighted means over the types of both sides; nan without types, with numpy's warning
    weighted    means weighted by the number of gold chunks; the value of 0/0 without gold chunks
    """
    numbers = counts.numbers
    if average == "micro":
        numbers = numbers.sum(axis=0, keepdims=True)
    zero = 0.0 if zero_division in (WARN, 0) else 1.0
    empty = "one" if zero else "zero"
    scores = entity_scores(numbers, beta=beta, empty=empty)
    if zero_division == WARN:
        _warn(numbers, warn_for)
    support = numbers[:, 2].astype(np.int64)
    if average is None:
        return scores[:, 0], scores[:, 1], scores[:, 2], support
    total = support.sum() if len(support) else 0
    weights = None
    if average == "weighted":
        if not total:
            predicted = numbers[:, 1].sum()
            return (0.0 if predicted else zero), zero, (0.0 if predicted else zero), total
        weights = support
    return (*_means(scores, weights), total)


def _means(scores: FloatArray, weights: Any) -> tuple[Any, Any, Any]:
    precision, recall, f_score = (np.average(column, weights=weights) for column in scores.T)
    return precision, recall, f_score


def _warn(numbers: FloatArray, warn_for: Collection[str]) -> None:
    """Warn about each score in *warn_for* that is 0/0. *numbers* has the correct, system and gold chunks."""
    correct, system, gold = numbers.T
    f_alone = tuple(warn_for) == ("f-score",)
    undefined = {
        "precision": ("precision" in warn_for, system == 0, "the system side has no chunk"),
        "recall": ("recall" in warn_for, gold == 0, "the gold side has no chunk"),
        "F-score": (f_alone, (system == 0) & (gold == 0), "neither side has a chunk"),
    }
    for name, (asked, where, reason) in undefined.items():
        if asked and where.any():
            of_types = f" of {plural(int(where.sum()), 'type')}" if len(correct) > 1 else ""
            text = f"{name}{of_types} is 0/0, set to 0: {reason}; zero_division=0 turns this warning off"
            warnings.warn(text, warning_class(), stacklevel=4)
