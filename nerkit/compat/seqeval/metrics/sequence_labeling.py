"""`seqeval.metrics.sequence_labeling`: scores of chunks, in the default mode of conlleval or strictly by a
scheme.

    y_true, y_pred   a list of tags for each sentence
    average          `micro`, `macro`, `weighted`, or None for an array of scores, sorted by type
    suffix           True if the letter is at the end of a tag: `PER-B`
    mode, scheme     `strict` and a class of `scheme` for strict scoring by that scheme
    sample_weight    has no effect, as in seqeval
    zero_division    the value of 0/0: 0, 1, or `warn` (0 with a warning)

All functions raise TypeError for values that are not lists of lists, and ValueError if sentence lengths
differ.
"""

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from nerkit.compat.seqeval import counting
from nerkit.compat.seqeval.averages import ALL_SCORES, WARN, Averaged, averaged, check
from nerkit.compat.seqeval.counting import Tags
from nerkit.compat.seqeval.metrics.v1 import classification_report as strict_report
from nerkit.compat.seqeval.metrics.v1 import report_of
from nerkit.compat.seqeval.scheme import SchemeToken
from nerkit.corpora.tags import OUTSIDE

Scheme = type[SchemeToken]
Zero = str | float


def precision_recall_fscore_support(
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = None,
    warn_for: Sequence[str] = ALL_SCORES,
    beta: float = 1.0,
    sample_weight: Any = None,
    zero_division: Zero = WARN,
    suffix: bool = False,
) -> Averaged:
    """Precision, recall, F-beta and the number of gold chunks, in the default mode."""
    check(average, beta)
    counts = counting.counts(y_true, y_pred, suffix=suffix)
    return averaged(counts, average, beta=beta, warn_for=warn_for, zero_division=zero_division)


def _chunk_score(name: str, number: int, explanation: str) -> Callable[..., Any]:
    """Make the function *name*, which returns item *number* of `precision_recall_fscore_support`."""

    def score(
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = "micro",
        suffix: bool = False,
        mode: str | None = None,
        sample_weight: Any = None,
        zero_division: Zero = WARN,
        scheme: Scheme | None = None,
    ) -> Any:
        """Return the number, in the default mode or strictly by *scheme*."""
        check(average, 1.0)
        counts = counting.counts(y_true, y_pred, scheme=_scheme_of(mode, scheme), suffix=suffix)
        scores = averaged(
            counts, average, warn_for=ALL_SCORES[number : number + 1], zero_division=zero_division
        )
        return scores[number]

    score.__name__ = score.__qualname__ = name
    score.__doc__ = explanation
    return score


precision_score = _chunk_score(
    "precision_score", 0, "Precision: the part of the system's chunks that gold has."
)
recall_score = _chunk_score("recall_score", 1, "Recall: the part of gold's chunks that the system has.")
f1_score = _chunk_score("f1_score", 2, "F1 = 2 P R / (P + R).")


def accuracy_score(y_true: Any, y_pred: Any) -> float:
    """The share of gold tokens with the same tag on both sides. Raises ZeroDivisionError without tokens."""
    gold, system = _nested(y_true, y_pred)
    correct, size = counting.equal_tags(gold, system)
    return correct / size


def performance_measure(y_true: Any, y_pred: Any) -> dict[str, int]:
    """Count tokens by tag: TP if equal and not `O`, FP if they differ and the system tag is not `O`, FN, TN.

    As in seqeval, a token with different tags on both sides, neither `O`, counts as FP and not as FN.
    """
    gold, system = (chain.from_iterable(side) for side in _nested(y_true, y_pred))
    pairs = Counter(zip(gold, system, strict=False))  # the distinct pairs of tags
    numbers = dict.fromkeys(("TP", "FP", "FN", "TN"), 0)
    for (left, right), number in pairs.items():
        if right == OUTSIDE.letter:
            numbers["TN" if left == right else "FN"] += number
        else:
            numbers["TP" if left == right else "FP"] += number
    return numbers


def classification_report(
    y_true: Tags,
    y_pred: Tags,
    digits: int = 2,
    suffix: bool = False,
    output_dict: bool = False,
    mode: str | None = None,
    sample_weight: Any = None,
    zero_division: Zero = WARN,
    scheme: Scheme | None = None,
) -> Any:
    """The report with a row per type and per average, as text or as a dictionary."""
    if mode == "strict":
        return strict_report(
            y_true,
            y_pred,
            digits=digits,
            output_dict=output_dict,
            zero_division=zero_division,
            scheme=scheme,
            suffix=suffix,
        )
    counts = counting.counts(y_true, y_pred, suffix=suffix)
    return report_of(counts, digits=digits, output_dict=output_dict, zero_division=zero_division)


def get_entities(seq: Any, suffix: bool = False) -> list[tuple[str, int, int]]:
    """The chunks in a list of tags, or in a list of sentences: type, first token, last token (inclusive).

    Token numbers continue over sentences; each sentence end takes one number.
    """
    sentences, _ = _nested(seq, ())
    first, begin = [], 0
    for sentence in sentences:
        first.append(begin)
        begin += len(sentence) + 1
    return [
        (chunk.type, first[chunk.sentence] + chunk.start, first[chunk.sentence] + chunk.end - 1)
        for chunk in counting.chunks(sentences, suffix=suffix)
    ]


def _scheme_of(mode: str | None, scheme: Scheme | None) -> str | None:
    """The name of the scheme for strict mode; None in the default mode."""
    if mode != "strict":
        return None
    if scheme is None:
        told = 'mode="strict" without a scheme scores like the default mode; name a scheme, as scheme=IOB2'
        warnings.warn(told, stacklevel=3)
        return None
    return scheme.name


def _nested(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    """Both sides as lists of sentences; a plain list of tags becomes one sentence."""
    if any(isinstance(sentence, list) for sentence in y_true):
        return y_true, y_pred
    return [list(y_true)], [list(y_pred)]
