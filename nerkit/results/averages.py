"""Averages of the scores of documents: the counts that a metric is summed from.

    micro   the counts of documents are added up, then divided
    macro   precision, recall and value are means over documents
    mean    the value is the mean over documents; there is no precision and no recall
    means   the value is the F of the mean precision and the mean recall

Two documents of two and of three elements, both sides, of which 2 and 0 are right:

    micro   (2 + 0) / (2 + 3) = 0.4        mean   (1 + 0) / 2 = 0.5

A formula that is not normalised has as its `mean` the mean of its matching scores, S. Where a document has
0/0, its score is that of `empty`: 0 (`zero`), 1 where neither side has anything and else 0
(`both-empty-one`), or the document is left out (`skip`).
"""

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.results.conventions import BOTH_EMPTY_ONE, SKIP
from nerkit.results.counts import MEAN, Headline
from nerkit.results.scores import ratio, score

MICRO, MACRO, MEANS = "micro", "macro", "means"
AVERAGES = (MICRO, MACRO, MEAN, MEANS)
OF_SCORES = (MEAN, MEANS)  # those whose counts are scores of documents
EMPTY_DOCUMENTS = ("zero", BOTH_EMPTY_ONE, SKIP)


def averaged(numbers: FloatArray, headline: Headline, empty: str) -> tuple[FloatArray, BoolArray, Headline]:
    """The counts of documents under the average of a headline, which documents count, and the headline then.

    *numbers* are `p_num, p_den, r_num, r_den`, shape (documents, 4); so are those returned. Those of a mean
    are `value, 1, value, 1`, those of means `precision, 1, recall, 1`.
    """
    if headline.average not in OF_SCORES:
        return numbers, np.ones(len(numbers), bool), headline
    if headline.average == MEANS:
        parts = [ratio(numbers[:, i], numbers[:, i + 1], "zero") for i in (0, 2)]
        if empty == BOTH_EMPTY_ONE:
            neither = (numbers[:, 1] == 0) & (numbers[:, 3] == 0)
            parts = [np.where(neither, 1.0, part) for part in parts]
        counted = ((numbers[:, 1] > 0) & (numbers[:, 3] > 0)) | (empty != SKIP)
        ones = np.ones(len(numbers))
        return np.stack([parts[0], ones, parts[1], ones], axis=1), counted, headline._replace(average=MICRO)
    value = score(numbers, 1.0, empty, headline)[:, 0]
    counted = ~np.isnan(value)
    columns = [np.where(counted, value, 0), np.ones(len(numbers))] * 2
    return np.stack(columns, axis=1), counted, Headline(MEAN)
