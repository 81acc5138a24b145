"""Semantic roles: a line of arguments for each predicate, on the words of its sentence."""

from collections.abc import Iterator

import numpy as np

from nerkit.corpora.roles import Roles
from nerkit.views.report.document_texts import Text, of_words
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import DocumentItems, Drawn
from nerkit.views.report.parts import Part


def drawn(of: DocumentItems) -> Iterator[Part]:
    """A part for each predicate of either side, in the order of their words."""
    groups: dict[int, list[Drawn]] = {}  # the word of a predicate -> its items
    for one in of.systems:
        for gold, system, _ in of.pairs(one):
            for side, row in enumerate((gold, system)):
                item = of.item(one, side, row)
                belongs = one.mistakes.items[side].belongs
                if item is None or belongs is None:
                    continue
                group = groups.setdefault(int(belongs[row]), [])
                if item not in group:
                    group.append(item)
    if not groups or any(item.start is None for group in groups.values() for item in group):
        yield from texts.drawn(of)
        return
    sentences = _sentences(of)
    for word, items in sorted(groups.items()):
        first, last = next(((a, b) for a, b, _ in sentences if a <= word < b), (0, 0))
        words = next((words for a, _, words in sentences if a == first), [])
        names = dict.fromkeys(item.text for item in items if item.end == word + 1 and item.start == word)
        yield texts.on_text(of, items, _moved(words, first) if last else None, " / ".join(map(str, names)))


def _moved(words: list[str], first: int) -> Text | None:
    """The words of a sentence whose first word has the offset *first*; None where there are no words."""
    if not words:
        return None
    text = of_words(words)
    return Text(text.text, [0] * first + list(text.starts), [0] * first + list(text.ends))


def _sentences(of: DocumentItems) -> list[tuple[int, int, list[str]]]:
    """First word, end and words of the sentences of the document, counted from its beginning."""
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
