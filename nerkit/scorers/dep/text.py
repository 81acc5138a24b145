"""The text that two sides have in common, as one line of characters, and the errors where they differ.

Where words correspond by their position (CoNLL-X), each counts as one character, and sentences have as many
words on both sides.
"""

import unicodedata
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NoReturn

import numpy as np

from nerkit.algorithms.byte_columns import equal_columns
from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import plural
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned

AROUND = 5  # tokens that are shown on either side of a difference
SAME_TEXT = "both sides need the same text; blanks do not matter"
NORMALISED = "the texts differ only in their Unicode normalisation; convert both to NFC"
SAME_WORDS = (
    "nerkit compares CoNLL-X word by word; convert trees over different tokens to CoNLL-U, "
    "which nerkit aligns by characters"
)


@record(frozen=True)
class Tokens:
    """The half-open spans of the gold tokens and of the system tokens, in characters of the whole batch.

    begin   the position where each document begins
    """

    begin: IntArray
    start: tuple[IntArray, IntArray]
    end: tuple[IntArray, IntArray]

    @property
    def sides(self) -> tuple[tuple[IntArray, IntArray], tuple[IntArray, IntArray]]:
        """Start and end of the tokens of each side."""
        return (self.start[0], self.end[0]), (self.start[1], self.end[1])


def placed(batch: Batch[Dependencies]) -> tuple[Tokens, list[str]]:
    """Return the tokens of both sides, with documents in one order, and warnings.

    Raises InputError for a document whose text differs, unless one side lacks the document.
    """
    sides = (batch.gold, batch.system)
    lengths = token_lengths(sides)
    documents = [side.document[side.sentence[side.word_of_token]] for side in sides]
    begin, (gold, system) = in_line(documents, lengths, len(batch.gold.documents))
    if all(side.by_position for side in sides):
        warnings: list[str] = [*_check_words(batch)]
    else:
        warnings = []
        _check_characters(batch, documents, lengths)
    return Tokens(begin, (gold, system), (gold + lengths[0], system + lengths[1])), warnings


def token_lengths(sides: Sequence[Dependencies]) -> list[IntArray]:
    """Return the length of each token: its characters, or 1 if words correspond by position on all sides."""
    if all(side.by_position for side in sides):
        return [np.ones(len(side.multiword), np.int64) for side in sides]
    return [side.lengths() for side in sides]


def differently_cut(corpora: Sequence[Dependencies]) -> bool:
    """Return whether all sides have the same text, divided into different documents.

    Documents are the same if their ids and texts are equal. Without ids on every side, positions count as
    ids. Sides that correspond by position (CoNLL-X) use the numbers of words of their sentences as text.
    """
    if not all(map(len, corpora)):
        return False
    named = all(corpus.named for corpus in corpora)
    ids = [c.documents if named else [str(i + 1) for i in range(len(c.documents))] for c in corpora]
    by_position = all(corpus.by_position for corpus in corpora)
    sizes = [_sizes(corpus, by_position=by_position) for corpus in corpora]
    if all(own_ids == ids[0] and size == sizes[0] for own_ids, size in zip(ids, sizes, strict=True)):
        return False
    contents = [_content(corpus, by_position=by_position) for corpus in corpora]
    if any(content != contents[0] for content in contents):
        return False
    borders = [pairwise([0, *accumulate(size)]) for size in sizes]
    documents = [
        sorted(zip(own_ids, (content[a:b] for a, b in cuts), strict=True))
        for own_ids, content, cuts in zip(ids, contents, borders, strict=True)
    ]
    return any(listed != documents[0] for listed in documents)


def _content(corpus: Dependencies, *, by_position: bool) -> str | list[int]:
    """Return the content that must be equal on both sides: characters, or the number of words of each
    sentence.
    """
    if by_position:
        lengths: list[int] = (corpus.last - corpus.first).tolist()
        return lengths
    return _text(corpus, np.arange(len(corpus.multiword)))


def _sizes(corpus: Dependencies, *, by_position: bool) -> list[int]:
    """Return the size of each document: the number of words (*by_position*) or of characters of tokens."""
    count = len(corpus.documents)
    if by_position:
        sizes: list[int] = np.bincount(corpus.document, minlength=count).tolist()
        return sizes
    document = corpus.document[corpus.sentence[corpus.word_of_token]]
    characters: list[int] = np.bincount(document, corpus.lengths(), count).astype(np.int64).tolist()
    return characters


def in_line(
    documents: Sequence[IntArray], lengths: Sequence[IntArray], count: int
) -> tuple[IntArray, list[IntArray]]:
    """Return the positions where *count* documents begin, in order, and the start of each token of each side.

    documents, lengths   the document and the length of each token of each side, in any order
    """
    sizes = [
        np.bincount(document, length, count).astype(np.int64)
        for document, length in zip(documents, lengths, strict=True)
    ]
    longest = np.maximum.reduce(sizes)
    begin = np.cumsum(longest) - longest
    starts = []
    for document, length, size in zip(documents, lengths, sizes, strict=True):
        present, first = np.unique(document, return_index=True)
        order = present[np.argsort(first)]  # documents by first appearance
        before = np.zeros(count, np.int64)  # of the side's own tokens, in its own order
        before[order] = np.cumsum(size[order]) - size[order]
        starts.append(np.cumsum(length) - length + (begin - before)[document])
    return begin, starts


def _check_characters(
    batch: Batch[Dependencies], documents: Sequence[IntArray], lengths: Sequence[IntArray]
) -> None:
    """Raise the InputError for the first place where the texts of a document differ."""
    sides = (batch.gold, batch.system)
    if np.array_equal(documents[0], documents[1]) and equal_columns(batch.gold.surface, batch.system.surface):
        return
    count = len(batch.gold.documents)
    sizes = [np.bincount(*side, count) for side in zip(documents, lengths, strict=True)]
    shared = (sizes[0] > 0) & (sizes[1] > 0)
    texts = [_text(side, np.flatnonzero(shared[at])) for side, at in zip(sides, documents, strict=True)]
    if texts[0] == texts[1] and np.array_equal(sizes[0][shared], sizes[1][shared]):
        return
    borders = [np.searchsorted(at, np.arange(count + 1)) for at in documents]  # documents stand in order
    for document in np.flatnonzero(shared).tolist():
        tokens = [np.arange(border[document], border[document + 1]) for border in borders]
        texts = [_text(side, rows) for side, rows in zip(sides, tokens, strict=True)]
        if texts[0] != texts[1]:
            _fail(batch, document, tokens, (texts[0], texts[1]))


def _text(side: Dependencies, tokens: IntArray) -> str:
    """Return the characters of these tokens, joined."""
    return "".join(map(side.surface.values.__getitem__, side.surface.codes[tokens].tolist()))


def _fail(
    batch: Batch[Dependencies], document: int, tokens: list[IntArray], texts: tuple[str, str]
) -> NoReturn:
    """Raise the InputError for the first difference of two texts."""
    least = min(map(len, texts))
    letters = [np.frombuffer(text[:least].encode("utf-32-le", "surrogatepass"), np.uint32) for text in texts]
    differ = letters[0] != letters[1]
    difference = int(np.argmax(differ)) if differ.any() else least
    shown = []
    rows = []
    for side, own_tokens, text in zip((batch.gold, batch.system), tokens, texts, strict=True):
        ends = np.cumsum(side.lengths()[own_tokens])
        place = min(int(np.searchsorted(ends, difference, "right")), len(own_tokens) - 1)
        row = int(side.word_of_token[own_tokens[place]])
        rows.append(row)
        where = f"at {side.place(row)}" if difference < len(text) else f"the text ends at {side.place(row)}"
        shown.append(f"{where}: {_around(side, own_tokens, place)}")
    name = f"document {batch.gold.documents[document]!r}: " if len(batch.gold.documents) > 1 else ""
    problem = f"{name}the text differs from the gold text from here on: gold {shown[0]}; system {shown[1]}"
    remedy = NORMALISED if len({unicodedata.normalize("NFC", text) for text in texts}) == 1 else SAME_TEXT
    raise batch.system.error(rows[1], problem, remedy)


def _around(side: Dependencies, tokens: IntArray, place: int) -> str:
    """Return some tokens of a document as text, with the token at *place* in brackets."""
    first = max(0, place - AROUND)
    codes = side.surface.codes[tokens[first : place + AROUND + 1]].tolist()
    words = [side.surface.values[code] for code in codes]
    words[place - first] = f"[{words[place - first]}]"
    return " ".join(words)


def _check_words(batch: Batch[Dependencies]) -> list[Warned]:
    """Return a warning if words at the same position have different forms.

    Raises InputError for a document whose sentences differ in number or length, naming both places.
    """
    sides = (batch.gold, batch.system)
    numbers = np.arange(len(batch.gold.documents) + 1)
    borders = [np.searchsorted(side.document, numbers).tolist() for side in sides]
    lengths = [side.last - side.first for side in sides]
    for first, last in pairwise(zip(*borders, strict=True)):
        of_document = [length[a:b] for length, a, b in zip(lengths, first, last, strict=True)]
        if all(map(len, of_document)) and not np.array_equal(of_document[0], of_document[1]):
            _fail_words(batch, first, of_document)
    sizes = [np.bincount(side.document, minlength=len(numbers)) for side in sides]
    shared = sizes[0] == sizes[1]  # documents that one side lacks are not compared
    gold, system = (side.take(np.flatnonzero(shared[side.document])) for side in sides)
    forms = [side.words(np.arange(len(side))) for side in (gold, system)]
    differing = [row for row, (left, right) in enumerate(zip(*forms, strict=True)) if left != right]
    if not differing:
        return []
    places = f"{gold.place(differing[0])} and {system.place(differing[0])}"
    return [Warned("forms-differ", len(differing), [places])]


def _fail_words(batch: Batch[Dependencies], first: Sequence[int], lengths: Sequence[IntArray]) -> NoReturn:
    """Raise the InputError for the first sentence of a document that has another length, or no partner.

    first, lengths   for each side the first sentence of the document, and the sentence lengths in words
    """
    least = min(map(len, lengths))
    wrong = np.flatnonzero(lengths[0][:least] != lengths[1][:least])
    difference = int(wrong[0]) if len(wrong) else least
    shown, rows = [], []
    for side, begin, length in zip((batch.gold, batch.system), first, lengths, strict=True):
        exists = difference < len(length)
        row = int(side.first[begin + difference] if exists else side.last[begin + len(length) - 1] - 1)
        rows.append(row)
        place = side.place(row)
        shown.append(
            f"{place} ({plural(int(length[difference]), 'word')})" if exists else f"none after {place}"
        )
    problem = f"sentence {difference + 1} has another number of words: gold {shown[0]}, system {shown[1]}"
    raise batch.system.error(rows[1], problem, SAME_WORDS)
