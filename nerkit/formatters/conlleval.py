"""The report of conlleval.pl (2004-01-26), byte for byte: percentages of chunks, and the accuracy of the tags.

The last number of a label's line is the number of its system chunks. Of several systems each report stands below the system's name.
"""

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.formatters import Needs, Style
from nerkit.results.counts import ALL, NUMBERS, Counts, Label
from nerkit.results.result import Result
from nerkit.views.grid import stacked

NEEDS = Needs(("chunk", "token"), ("label",), ("bio", "noisy"))
WIDTH = 17  # of labels


def render(result: Result, _: Style) -> str:
    """The report of every system. Raises UsageError for a result without the measures `chunk` and `token`."""
    missing = [name for name in NEEDS.measures if name not in result.measures]
    if missing:
        raise UsageError(
            f"the conlleval report shows chunk and token; score with -m {' -m '.join(missing)} too"
        )
    return stacked({name: _report(counts) for name, counts in result.counts.items()})


def _report(counts: Counts) -> str:
    pooled = counts.pooled()

    def numbers(measure: str, label: Label) -> FloatArray:
        if measure not in counts.measures:
            return np.zeros(len(NUMBERS))
        found: FloatArray = pooled[counts.measures.index(measure), counts.labels.index(label)]
        return found

    found = dict(zip(NUMBERS, numbers("chunk", ALL), strict=False))
    tokens = dict(zip(NUMBERS, numbers("token", ALL), strict=False))
    text = (
        f"processed {tokens['r_den']:.0f} tokens with {found['r_den']:.0f} phrases; "
        f"found: {found['p_den']:.0f} phrases; correct: {found['p_num']:.0f}.\n"
    )
    if not tokens["r_den"]:
        return text
    text += f"accuracy: {100 * tokens['r_num'] / tokens['r_den']:6.2f}%; {_scores(numbers('chunk', ALL))}\n"
    labels = sorted(label for label in counts.labels if len(label) == 1 and label[0][0] == "label")
    for label in labels:
        chunk = numbers("chunk", label)
        if chunk.any():
            name = label[0][1]
            padding = " " * (WIDTH - len(name.encode()))  # conlleval counts bytes
            text += f"{padding}{name}: {_scores(chunk)}  {chunk[1]:.0f}\n"
    return text


def _scores(numbers: FloatArray) -> str:
    """Precision, recall and F from percentages, in the order in which conlleval computes them."""
    p_num, p_den, r_num, r_den = numbers[: len(NUMBERS)].tolist()
    precision = 100 * p_num / p_den if p_den else 0.0
    recall = 100 * r_num / r_den if r_den else 0.0
    total = precision + recall
    f_score = 2 * precision * recall / total if total else 0.0
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f_score:6.2f}"
