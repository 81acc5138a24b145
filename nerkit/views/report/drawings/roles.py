"""Semantic roles: a line of arguments for each predicate, on the words of its sentence."""

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from nerkit.corpora.roles import Roles
from nerkit.views.report.document_texts import Text, of_words
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import DocumentItems, Drawn
from nerkit.views.report.parts import Part


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield a part for each predicate of either side, in the order of their words."""
    known: dict[int, dict[str, Drawn]] = {}  # the word of a predicate -> its items by their ids
    for one in of.systems:
        for gold, system, _ in of.pairs(one):
            for side, row in enumerate((gold, system)):
                item = of.item(one, side, row)
                belongs = one.errors.items[side].belongs
                if item is None or belongs is None:
                    continue
                known.setdefault(int(belongs[row]), {}).setdefault(item.id, item)
    groups = {word: list(items.values()) for word, items in known.items()}
    if not groups or any(item.start is None for group in groups.values() for item in group):
        yield from texts.drawn(of)
        return
    sentences = _sentences(of)
    begins = [first for first, _, _ in sentences]
    for word, items in sorted(groups.items()):
        place = bisect_right(begins, word) - 1  # empty sentences begin where the next one does
        first, last, words = sentences[place] if place >= 0 else (0, 0, [])
        names = dict.fromkeys(item.text for item in items if item.end == word + 1 and item.start == word)
        yield texts.on_text(
            of, items, _moved(words, first) if word < last else None, " / ".join(map(str, names))
        )


def _moved(words: list[str], first: int) -> Text | None:
    """The words of a sentence as a text whose first word has the offset *first*; None without words."""
    if not words:
        return None
    text = of_words(words)
    return text._replace(base=first)


def _sentences(of: DocumentItems) -> list[tuple[int, int, list[str]]]:
    """(first word, end, words) of each sentence of the document. Words are numbered in the
    document from 0.
    """
    for one in of.systems:
        for side in () if one.batch is None else (one.batch.gold, one.batch.system):
            if not isinstance(side, Roles):
                continue
            own = np.flatnonzero(side.document == one.document)
            if not len(own):
                continue
            base = int(side.begin[own[0]])
            borders = [(int(side.begin[i]), int(side.begin[i + 1])) for i in own.tolist()]
            form = side.form
            return [
                (a - base, b - base, [] if form is None else [str(form.value(row)) for row in range(a, b)])
                for a, b in borders
            ]
    return []
