"""The words of gold texts as tagged tokens, for token accuracy on texts that differ.

Words are tagged once by gold's entities and once by the system's, carried onto the gold text. A word belongs
to an entity that covers at least half of its characters. Among several such entities, the first, and then the
longest, takes the word.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.scorers.noisy.alignment import AlignedTexts


def tagged_words(aligned: AlignedTexts, projected: Batch[Spans]) -> Batch[Tagged]:
    """Return the words of the gold texts, tagged by the spans of both sides."""
    words = [aligned.words(0, document) for document in range(len(projected.documents))]
    sides = [_tagged(projected.documents, words, side) for side in (projected.gold, projected.system)]
    return Batch(projected.documents, *sides)


def _tagged(documents: list[str], words: Sequence[IntArray], spans: Spans) -> Tagged:
    """Return the words of every document as one sentence, with the IOB2 tags of these spans."""
    begins = np.cumsum([0, *map(len, words)])
    vocabulary = Vocabulary({OUTSIDE: 0})
    codes = np.zeros(begins[-1], np.int64)
    types = spans.fields["type"]
    for row in np.lexsort((-spans.end, spans.start, spans.document)).tolist():
        document = int(spans.document[row])
        first, last = _covered(words[document], int(spans.start[row]), int(spans.end[row]))
        rows = np.arange(first, last) + begins[document]
        if len(rows) and not codes[rows].any():
            type_ = "_" if types.codes[row] == NONE else str(types.value(row))
            codes[rows] = vocabulary[Tag("I", type_)]
            codes[rows[0]] = vocabulary[Tag("B", type_)]
    with_words = np.flatnonzero([len(ranges) > 0 for ranges in words])
    tags = Column(list(vocabulary), codes)
    line = np.zeros(len(with_words), np.int64)
    return Tagged(documents, begins[with_words], with_words, line, tags, origins=spans.origins)


def _covered(words: IntArray, start: int, end: int) -> tuple[int, int]:
    """Return the range of words that are at least half inside `[start, end)`."""
    if not len(words):
        return 0, 0
    middle = words.sum(axis=1)  # twice the middle of each word
    first, last = np.searchsorted(middle, 2 * start, "left"), np.searchsorted(middle, 2 * end, "right")
    half = 2 * (np.minimum(words[first:last, 1], end) - np.maximum(words[first:last, 0], start))
    enough = np.flatnonzero(half >= words[first:last, 1] - words[first:last, 0])
    return (int(first + enough[0]), int(first + enough[-1]) + 1) if len(enough) else (0, 0)
