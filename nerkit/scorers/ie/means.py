"""Means over rows, for scorers that score small groups of items and average the scores.

A group is a document, or a document and a label. Its scores are

    P = p_num / (p_den + ε)    R = r_num / (r_den + ε)    F = 2 P R / (P + R + ε)

many groups have the means of their numbers, with F the mean of F. Counts hold Σ P and Σ R, or Σ F, over the
groups; `mean_scores` makes scores of them.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algebra.formula import measured
from nerkit.algorithms.columns import BoolArray, FloatArray, Vocabulary
from nerkit.exceptions import UsageError
from nerkit.results.counts import ALL, Part
from nerkit.results.scores import f_score, ratio
from nerkit.scorers.ie.counting import RecordView, sparse
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.measure import Fields

OF_SCORES, OF_F1 = "scores", "f1"


@dataclass(frozen=True)
class MeanFormula(RecordFormula):
    """A formula whose score is a mean over groups.

    summed     what is summed: OF_SCORES or OF_F1
    by_label   whether a group is a document's items of one label that gold has; otherwise a gold document
    smoothing  ε
    """

    summed: str = OF_SCORES
    by_label: bool = False
    smoothing: float = 0.0

    def groups(self, numbers: FloatArray, in_gold: BoolArray) -> tuple[BoolArray, FloatArray]:
        """Return a mask of the groups that count, and the numbers `score, 1, score, 1` of these groups, shape
        (groups that count, 4).

        *numbers* are counts of shape (groups, 4); *in_gold*: whether gold has the document of each group.
        """
        p_num, p_den, r_num, r_den = np.moveaxis(numbers, -1, 0)
        counted = r_den > 0 if self.by_label else in_gold
        precision = _over(p_num, p_den + self.smoothing)
        recall = _over(r_num, r_den + self.smoothing)
        f1 = _over(2 * precision * recall, precision + recall + self.smoothing)
        of = (precision, recall) if self.summed == OF_SCORES else (f1, f1)
        ones = np.ones(len(numbers))
        return counted, np.stack([of[0], ones, of[1], ones], axis=1)[counted]

    def __call__(  # type: ignore[override]
        self, view: RecordView, name: str, fields: Fields
    ) -> list[Part]:
        """Return the count rows, one per group."""
        in_gold = np.array([body is not None for body in view.batch.gold.values], bool)
        cut = fields if "label" in fields or not self.by_label else (*fields, "label")
        metric = self.under(view.options)
        with view.located(self):
            if not cut:
                part, _ = measured(metric, view.cells.whole(self), name)
                counted, numbers = self.groups(part.numbers, in_gold)
                return [sparse(Part(name, part.document[counted], [ALL], part.label[counted], numbers))]
            level, document, label, labels = view.cells.by_fields(self, cut)
            part, _ = measured(metric, level, name)
            counted, numbers = self.groups(part.numbers, in_gold[document])
        shown = Vocabulary()
        codes = shown.codes([tuple(pair for pair in one if pair[0] in fields) for one in labels])
        return [sparse(Part(name, document[counted], list(shown), codes[label[counted]], numbers))]


def _over(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Return quotients; 0/0 is 0."""
    return ratio(numerator, denominator, "zero")


def mean_scores(numbers: FloatArray, beta: float, empty: str) -> FloatArray:
    """Return scores of shape (…, 4) from the sums of scores and of F1, shape (…, 2, 4).

    Raises UsageError for another F than F1, because the sums are sums of F1.
    """
    if beta != 1:
        raise UsageError(
            f"beta={beta:g} cannot be used here, because SciREX averages the F1 of documents; "
            "score only scirex-paper, which has counts"
        )
    scores, f1 = numbers[..., 0, :], numbers[..., 1, :]
    columns = [
        ratio(n[..., i], n[..., i + 1], empty) for n, i in ((f1, 0), (scores, 0), (scores, 2), (f1, 0))
    ]
    return np.stack(columns, axis=-1)


def product_of_f1(numbers: FloatArray, beta: float, empty: str) -> FloatArray:
    """Return the product of the F1 of two parts as value, from shape (…, 2, 4) to (…, 4); P, R and F1 are
    null.
    """
    value = f_score(numbers[..., 0, :], beta, empty) * f_score(numbers[..., 1, :], beta, empty)
    nothing = np.full(value.shape, np.nan)
    return np.stack([value, nothing, nothing, nothing], axis=-1)
