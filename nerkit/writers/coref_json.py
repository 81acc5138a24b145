"""Write clusters of mentions as JSON lines, one document per line.

    {"doc_id": "d1", "clusters": [[[0, 1], [2, 2]]], "tokens": ["The", "queen", "She"]}

A mention is [start, end], in 0-based words of the document, both inclusive. If a document has a text and no
words, offsets count characters of the `text`, and ends are exclusive. Ids of entities are not written. The
format cannot hold mentions of several pieces or with empty nodes, heads, and minimal spans.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.corpora.mentions import EMPTY, Mentions
from nerkit.exceptions import plural
from nerkit.writers.format import Writer


def _places(mentions: Mentions) -> tuple[IntArray, IntArray, BoolArray, BoolArray]:
    """The first and last word of each mention, and whether it has an empty node and whether it has gaps.

    All arrays have the shape (mentions,).
    """
    span, pieces = mentions.span, mentions.span.rows()
    unit, first = (EMPTY, 1) if _has_empty_nodes(mentions) else (1, 0)
    start, last = span.start // unit - first, (span.end - 1) // unit - first
    empty = np.bincount(pieces, span.start % unit != 0, len(mentions)) > 0
    length = np.bincount(pieces, last - start + 1, len(mentions))
    begin, end = start[span.first[:-1]], last[span.first[1:] - 1]
    return begin, end, empty, (length < end - begin + 1) & ~empty


def _has_empty_nodes(mentions: Mentions) -> bool:
    """Whether positions leave room for empty nodes, as in CorefUD, so that they exceed the last word."""
    if mentions.words is None:
        return False
    document = mentions.document[mentions.span.rows()]
    return bool((mentions.span.start >= np.diff(mentions.words.first)[document]).any())


def lost(mentions: Mentions) -> list[str]:
    """Phrases that count the mentions, heads and clusters that the format cannot hold."""
    _, _, empty, gaps = _places(mentions)
    held = mentions.take(~(empty | gaps))
    wide = 0
    if mentions.corpus_wide:
        pairs = np.unique(np.stack([held.entity, held.document]), axis=1)
        wide = int((np.bincount(pairs[0]) > 1).sum())
    heads = int((held.head != NONE).sum())
    minima = 0 if held.minimum is None else len(held)
    found = [
        form.format(plural(count, "mention"))
        for form, count in (
            ("{} of several pieces", int(gaps.sum())),
            ("{} with empty nodes", int(empty.sum())),
            ("the heads of {}", heads),
            ("the minimal spans of {}", minima),
        )
        if count
    ]
    return [*found, f"{plural(wide, 'cluster')} of several documents"] if wide else found


def write(mentions: Mentions) -> Iterator[str]:
    """One line per document, also for a document without mentions; clusters are in the order of entities."""
    begin, end, empty, gaps = _places(mentions)
    clusters: list[dict[int, list[list[int]]]] = [{} for _ in mentions.documents]
    kept = np.flatnonzero(~(empty | gaps))
    columns = (mentions.document, mentions.entity, begin, end)
    for document, entity, first, last in zip(*(column[kept].tolist() for column in columns), strict=True):
        ends = last + 1 if mentions.texts and mentions.texts[document] is not None else last
        clusters[document].setdefault(entity, []).append([first, ends])
    words = mentions.words
    for place, name in enumerate(mentions.documents):
        made: dict[str, Any] = {
            "doc_id": name,
            "clusters": [listed for _, listed in sorted(clusters[place].items())],
        }
        if words is not None and words.form is not None:
            made["tokens"] = list(words.form[words.first[place] : words.first[place + 1]])
        elif mentions.texts and mentions.texts[place] is not None:
            made["text"] = mentions.texts[place]
        yield json.dumps(made, ensure_ascii=False) + "\n"


WRITER = Writer(write, takes=Mentions, lost=lost)
