"""Makers of test data."""

import numpy as np

from nerkit.results.counts import ALL, Counts, Part


def counts_of(pooled, labelled=None, names=None):
    """Counts of documents 0, 1, …: measure -> array (documents, 4), and label -> the same."""
    listed = [ALL, *(labelled or {})]
    parts, size = [], 0
    for code, table in enumerate([pooled, *(labelled or {}).values()]):
        for measure, numbers in table.items():
            size = len(numbers)
            document = np.arange(size)
            parts.append(Part(measure, document, listed, np.full(size, code), np.asarray(numbers, float)))
    return Counts.collect(names or [str(i) for i in range(size)], listed[1:], parts)


# the same sentence as trees: Houston has another head, flight another label
GOLD_TREES = [
    [
        ("book", 0, "root"),
        ("the", 3, "det"),
        ("flight", 1, "obj"),
        ("through", 5, "case"),
        ("Houston", 3, "nmod"),
    ]
]
SYSTEM_TREES = [
    [
        ("book", 0, "root"),
        ("the", 3, "det"),
        ("flight", 1, "nsubj"),
        ("through", 5, "case"),
        ("Houston", 1, "nmod"),
    ]
]
