"""The texts in which errors are shown: the characters of a document, and the characters of each unit of
offsets.

Offsets of items count characters, words, or characters that are not blank, depending on the task. A `Text`
has the first and the last character of every unit, so that items of all tasks are drawn in the same way:

    words     Anna   lives   here          text     Anna lives here
    offsets   0      1       2             starts   0    5     11
                                           ends     4    10    15
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.tags import lined
from nerkit.views.report.flow import cut

if TYPE_CHECKING:
    from nerkit.corpora.brackets import Constituents
    from nerkit.corpora.mentions import Mentions
    from nerkit.corpora.spans import Spans, Texts
    from nerkit.corpora.trees import Dependencies
    from nerkit.scorers.bio.sides import TaggedSide


class Text(NamedTuple):
    """The text of a document. The unit with offset `base + i` has the characters from starts[i]
    to ends[i].
    """

    text: str
    starts: Sequence[int] | IntArray
    ends: Sequence[int] | IntArray
    base: int = 0

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of characters of the units from *start* to *end* (exclusive), cut to the text."""
        start, end, size = start - self.base, end - self.base, len(self.starts)
        first = int(self.starts[start]) if start < size else len(self.text)
        last = int(self.ends[min(end, size) - 1]) if end > 0 and start < size else first
        return first, max(first, last)

    def between(self, first: int, last: int) -> "Text":
        """The text from character *first* to *last*. Offsets still count from the beginning of
        the document.
        """
        begin, end = int(np.searchsorted(self.ends, first, "right")), int(np.searchsorted(self.starts, last))
        starts, ends = (
            (np.clip(places[begin:end], first, last) - first).tolist() for places in (self.starts, self.ends)
        )
        return Text(self.text[first:last], starts, ends, self.base + begin)

    def sentences(self) -> "tuple[IntArray, TextOf]":
        """The first offset of each sentence, and a function: number of a sentence -> its text.

        A line break ends a sentence.
        """
        ranges = list(cut(self.text))
        first = np.searchsorted(self.ends, [begin for begin, _ in ranges], "right")
        return self.base + first, lambda number: self.between(*ranges[number])


TextOf = Callable[[int], Text | None]  # code of a document -> its text, or None


def texts_of(batch: Batch[Any] | None) -> TextOf:
    """A function: code of a document -> its text, from gold, or from the system if gold has no text."""
    if batch is None:
        return lambda _: None
    sides = [_text_of(side) for side in (batch.gold, batch.system)]
    return lambda document: sides[0](document) or sides[1](document)


def _text_of(corpus: Any) -> TextOf:
    """A function: code of a document -> its text in this corpus.

    The name of the corpus class selects the function, so that no module of another class is loaded.
    """
    text_of = next((_KINDS[kind.__name__] for kind in type(corpus).__mro__ if kind.__name__ in _KINDS), None)
    return partial(text_of, corpus) if text_of else lambda _: None


def of_characters(text: str) -> Text:
    """A text whose offsets count characters."""
    return Text(text, range(len(text)), range(1, len(text) + 1))


def of_words(words: Sequence[str]) -> Text:
    """Words joined by blanks, as a text whose offsets count words."""
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    ends = np.cumsum(sizes + 1) - 1
    return Text(" ".join(words), ends - sizes, ends)


def of_visible_characters(words: Sequence[str]) -> Text:
    """Words joined by blanks, as a text whose offsets count the characters that are not blank."""
    text = " ".join(words)
    starts = [at for at, character in enumerate(text) if not character.isspace()]
    return Text(text, starts, [at + 1 for at in starts])


def _spans(corpus: "Spans", document: int) -> Text | None:
    """The text of a document; None if spans have no text."""
    found = corpus.texts[document] if corpus.texts else None
    return None if found is None else of_characters(found)


def _annotated(corpus: "Texts", document: int) -> Text:
    """The annotated text of a document."""
    return of_characters(corpus.texts[document])


def _tagged(corpus: "TaggedSide", document: int) -> Text | None:
    """The words of a document, with a line for each sentence."""
    tagged = corpus.tagged
    if tagged.text is None:
        return None
    own = np.flatnonzero(tagged.document == document)
    first = tagged.first[own[0]] if len(own) else 0
    return Text(*lined(tagged.document_texts[document], tagged.last[own] - first - 1))


def _mentions(corpus: "Mentions", document: int) -> Text | None:
    """The text of a document, or its words if it has no text."""
    if corpus.texts and (found := corpus.texts[document]) is not None:
        return of_characters(found)
    if corpus.words is None or corpus.words.form is None:
        return None
    return of_words(corpus.words.form[corpus.words.first[document] : corpus.words.first[document + 1]])


def _dependencies(corpus: "Dependencies", document: int) -> Text:
    """The words of a document, without a word that occurs in two rows."""
    rows = _rows_of(corpus.document == document, corpus.first, np.append(corpus.first[1:], len(corpus)))
    distinct = np.unique(corpus.token[rows])
    return of_visible_characters([str(corpus.surface.value(row)) for row in distinct.tolist()])


def _constituents(corpus: "Constituents", document: int) -> Text:
    """The terminals of a document's trees."""
    rows = _rows_of(corpus.document == document, corpus.begin[:-1], corpus.begin[1:])
    return of_words([str(corpus.word.value(row)) for row in rows.tolist()])


def _rows_of(wanted: BoolArray, first: IntArray, last: IntArray) -> IntArray:
    """The rows of the sentences in the mask *wanted*; sentences have the rows from *first* to *last*."""
    pieces = [np.arange(first[i], last[i]) for i in np.flatnonzero(wanted).tolist()]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int64)


_KINDS: dict[str, Callable[[Any, int], Text | None]] = {
    "Texts": _annotated,
    "Spans": _spans,
    "TaggedSide": _tagged,
    "Mentions": _mentions,
    "Dependencies": _dependencies,
    "Constituents": _constituents,
}
