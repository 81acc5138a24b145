"""Slices: rows by the sentence of an item, by its length, and by whether training data has it.

    sentence   position of the sentence in its document, from 1; of several documents DOCUMENT#N
    length     1 2 3 4 5-9 10+, in the unit of the task
    seen       label   training data has the text of the item with its label
               text    it has the text, with other labels alone
               no      it does not have the text

Length and seen describe the item on its own side; as with labels, both sides must be equal for a match.
Sentences are gold sentences: a system item belongs to the sentence in which it begins.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.exceptions import UsageError
from nerkit.ground.records import record

SENTENCE, LENGTH, SEEN = "sentence", "length", "seen"
SLICES = frozenset((SENTENCE, LENGTH, SEEN))
BINS = ("1", "2", "3", "4", "5-9", "10+")  # of lengths; nothing is the first
BORDERS = np.array([2, 3, 4, 5, 10])
WITH_LABEL, WITH_TEXT, UNSEEN = "label", "text", "no"
STATES = (WITH_LABEL, WITH_TEXT, UNSEEN)

Seen = tuple[str | None, str | None]  # the text of an item and its label


@record(frozen=True)
class Known:
    """The items of training data: their texts, and (text, label) pairs."""

    texts: frozenset[str]
    items: frozenset[Seen]

    @classmethod
    def of(cls, items: Iterable[Seen]) -> "Known":
        """Return the texts and labels of these items; runs of blanks become one blank."""
        plain = frozenset((_plain(text), label) for text, label in items if text)
        return cls(frozenset(text for text, _ in plain), plain)

    def states(self, items: Iterable[Seen]) -> IntArray:
        """Return the state of each item as a code into STATES: seen with its label, only its text seen, or
        not seen.
        """
        plain = ((_plain(text or ""), label) for text, label in items)
        codes = [0 if item in self.items else 1 if item[0] in self.texts else 2 for item in plain]
        return np.array(codes, np.int64)


@record(frozen=True)
class Slices:
    """The fields of slices that rows need, and the training data of `seen`."""

    fields: frozenset[str]
    known: Known | None = None


def bins(length: IntArray) -> IntArray:
    """Return the bin of each length, a code into BINS."""
    return np.searchsorted(BORDERS, length, "right")


def by_length(length: IntArray) -> Column:
    """Return the column of bins of lengths."""
    return Column(list(BINS), bins(length))


def by_seen(known: Known, items: Iterable[Seen]) -> Column:
    """Return the column of the states of items in training data."""
    return Column(list(STATES), known.states(items))


def sentence_names(documents: Sequence[str], document: IntArray) -> list[str]:
    """Return the name of each sentence, given its document; sentences of a document are adjacent."""
    first = np.searchsorted(document, np.arange(len(documents)))
    position = np.arange(len(document)) - first[document] + 1
    if len(documents) < 2:
        return list(map(str, position.tolist()))
    return [f"{documents[d]}#{n}" for d, n in zip(document.tolist(), position.tolist(), strict=True)]


def without_sentences(slices: Slices, what: str) -> None:
    """Raise UsageError for rows by sentence if the data have no sentences."""
    if SENTENCE in slices.fields:
        raise UsageError(f"no rows by sentence: {what}")


def _plain(text: str) -> str:
    return " ".join(text.split())
