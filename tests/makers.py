"""Makers of test data."""

import numpy as np

from nerkit.counts import ALL, Counts, Part


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
