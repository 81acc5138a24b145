"""Token accuracy on texts that differ: the words of gold, tagged once by gold's entities and once by the projected system's.

A word belongs to an entity that covers at least half of its characters; the first of the entities that begin earlier, or are longer, takes it.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping
from nerkit.scorers.bio import tokens as bio_tokens
from nerkit.scorers.noisy.alignment import Aligned


def count(aligned: Aligned, projected: Batch[Spans], plan: Sequence[Grouping]) -> Counts:
    """The counts of `token` over the words of the gold texts. Raises UsageError for a cut by another field than label."""
    words = [aligned.words(0, document) for document in range(len(projected.documents))]
    sides = [_tagged(projected.documents, words, side) for side in (projected.gold, projected.system)]
    batch = Batch(projected.documents, *sides)
    return Counts.collect(projected.documents, (), bio_tokens.parts(batch, plan))


def _tagged(documents: list[str], words: Sequence[IntArray], spans: Spans) -> Tagged:
    """The words of every document, a sentence each, with the tags (IOB2) of these spans."""
    begins = np.cumsum([0, *map(len, words)])
    vocabulary = Vocabulary({OUTSIDE: 0})
    codes = np.zeros(begins[-1], np.int64)
    kinds = spans.fields["type"]
    for row in np.lexsort((-spans.end, spans.start, spans.document)).tolist():
        document = int(spans.document[row])
        first, last = _covered(words[document], int(spans.start[row]), int(spans.end[row]))
        at = np.arange(first, last) + begins[document]
        if len(at) and not codes[at].any():
            kind = "_" if kinds.codes[row] == NONE else str(kinds.value(row))
            codes[at] = vocabulary[Tag("I", kind)]
            codes[at[0]] = vocabulary[Tag("B", kind)]
    some = np.flatnonzero([len(found) > 0 for found in words])
    tags = Column(list(vocabulary), codes)
    return Tagged(documents, begins[some], some, np.zeros(len(some), np.int64), tags, origins=spans.origins)


def _covered(words: IntArray, start: int, end: int) -> tuple[int, int]:
    """The range of words of which at least half lies in `[start, end)`."""
    if not len(words):
        return 0, 0
    middle = words.sum(axis=1)  # twice the middle of each word
    first, last = np.searchsorted(middle, 2 * start, "left"), np.searchsorted(middle, 2 * end, "right")
    half = 2 * (np.minimum(words[first:last, 1], end) - np.maximum(words[first:last, 0], start))
    enough = np.flatnonzero(half >= words[first:last, 1] - words[first:last, 0])
    return (int(first + enough[0]), int(first + enough[-1]) + 1) if len(enough) else (0, 0)
