"""Token by token: the check that both sides have the same tokens, and the number of equal tags."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, joined
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.exceptions import InputError, UsageError, plural, source_and_line
from nerkit.ground.warnings import Warned
from nerkit.results.counts import ALL, Label, Part, numbers_of
from nerkit.scorers.bio.matching import TaggedBatch
from nerkit.scorers.columns import SYNONYMS
from nerkit.scorers.measure import Fields

OTHER = "nerkit bio needs the same tokens on both sides"
OTHER_NOISY = "; score texts that differ with nerkit noisy -m chunk"
OTHER_MARKED = (
    "; nerkit noisy -m chunk scores texts that differ, in files of words and tags (one "
    "document per file, no comments)"
)
SHORTER = 'missing="empty" scores cut or lost tokens as O'
SHORTER_NOISY = "; nerkit noisy -m chunk scores the texts as they are"
SHORTER_LISTS = 'missing="empty" scores the missing tags as O'
ALONE = (
    "without tokens nerkit cannot tell which tags belong together: give one list per gold "
    "sentence, with at most as many tags, or files with tokens"
)
WORDS_NOISY = "nerkit noisy -m chunk scores the text of the pieces; "
WORDS = "for nerkit bio write one tag per word, the tag of its first piece"
BEGIN_PIECES, END_PIECES = ("##", "\u2581", "\u0120"), ("@@", "</w>")  # marks of subword pieces


def check(batch: Batch[Tagged]) -> list[Warned]:
    """Return warnings about documents of both sides with different token texts, or with different borders of
    sentences.

    Raises InputError for a document with different numbers of tokens on both sides, at the first different
    line.
    """
    gold, system = batch.gold, batch.system
    sizes = gold.sizes(), system.sizes()
    unequal = ((sizes[0] != sizes[1]) & (sizes[0] > 0) & (sizes[1] > 0)).nonzero()[0]
    if len(unequal):
        _check_shorter(batch, (sizes[0] > 0) & (sizes[1] > 0))
        _fail(batch, int(unequal[0]))
    if gold.text is None or system.text is None:
        return []
    shared = sizes[0] == sizes[1]  # documents that one side lacks are not compared
    if not shared.all():
        codes = np.where(shared, np.arange(len(shared)), NONE)
        gold, system = (side.in_documents(batch.documents, codes) for side in (gold, system))
    warnings = []
    if gold.text != system.text:
        pairs = enumerate(zip(gold.tokens(), system.tokens(), strict=True))
        differing = [row for row, (left, right) in pairs if left != right]
        place = f"{gold.place(differing[0])} and {system.place(differing[0])}"
        warnings.append(Warned("tokens-differ", len(differing), [place]))
    if not np.array_equal(gold.first, system.first):
        borders = np.setxor1d(gold.first, system.first)
        warnings.append(Warned("borders-differ", len(borders), [gold.place(int(borders[0]))]))
    return warnings


def selected(tagged: Tagged, selection: Selection) -> Tagged:
    """Return the tokens with renamed types; tokens of types that are not kept are tagged `O`."""

    def of(tag: Tag) -> Tag:
        """Return the tag with the new name of its type; `O` if the type is not kept."""
        if tag.type is None:
            return OUTSIDE
        type_ = selection.names.get(tag.type, tag.type)
        return Tag(tag.letter, type_) if selection.labels is None or type_ in selection.labels else OUTSIDE

    return replace(tagged, tags=tagged.tags.map(of))


def accuracy(tagged: TaggedBatch, name: str, fields: Fields) -> list[Part]:
    """Return the count rows of tokens with the same tag, by document: in total, or by label.

    Raises UsageError for another field.
    """
    pairs = _TokenPairs(tagged.tokens)
    if not fields:
        return [Part(name, pairs.documents, [ALL], np.zeros_like(pairs.documents), pairs.totals())]
    if len(fields) == 1 and SYNONYMS.get(fields[0], fields[0]) == "type":
        return [pairs.by_type(name, fields[0])]
    raise UsageError(f"{name}: tokens can be split only by document and label, not by {', '.join(fields)}")


class _TokenPairs:
    """The tokens of both sides side by side, for documents that both have.

    documents   documents with tokens on any side
    correct     the gold rows with the same tag in the system
    """

    def __init__(self, batch: Batch[Tagged]) -> None:
        self.batch = batch
        self.sizes = batch.gold.sizes(), batch.system.sizes()
        self.shared = self.sizes[0] == self.sizes[1]
        self.documents = np.flatnonzero(self.sizes[0] + self.sizes[1])
        self.tags = joined([batch.gold.tags, batch.system.tags])
        split = len(batch.gold)
        self.document = [np.repeat(np.arange(len(sizes)), sizes) for sizes in self.sizes]
        codes = self.tags.codes[:split], self.tags.codes[split:]
        rows = [np.flatnonzero(self.shared[document]) for document in self.document]
        self.correct = rows[0][codes[0][rows[0]] == codes[1][rows[1]]]  # rows of gold

    def totals(self) -> FloatArray:
        """Return p_num, p_den, r_num, r_den of the documents with tokens.

        A document that one side lacks has no correct tokens.
        """
        correct = np.bincount(self.document[0][self.correct], minlength=len(self.shared))
        total = np.maximum(*self.sizes)
        return numbers_of(correct, total, total)[self.documents]

    def by_type(self, measure: str, field: str) -> Part:
        """Return the count rows by type: p_den counts system tokens with the type, r_den gold tokens."""
        types = sorted({tag.type for tag in self.tags.values if tag.type is not None})
        labels: list[Label] = [((field, name),) for name in types]
        place = {name: i for i, name in enumerate(types)}
        of_tag = np.array([place.get(tag.type, NONE) for tag in self.tags.values] or [NONE], np.int64)
        split = len(self.batch.gold)
        gold, system = of_tag[self.tags.codes[:split]], of_tag[self.tags.codes[split:]]
        every = np.arange(split), np.arange(len(system))
        correct = self._cells(self.document[0], gold, self.correct, len(types))
        totals = [
            self._cells(self.document[side], codes, every[side], len(types))
            for side, codes in enumerate((gold, system))
        ]
        numbers = numbers_of(correct, totals[1], totals[0])
        cells = np.flatnonzero(numbers.any(axis=1))
        document, label = np.divmod(cells, max(len(types), 1))
        return Part(measure, document, labels, label, numbers[cells])

    def _cells(self, document: IntArray, types: IntArray, rows: IntArray, size: int) -> IntArray:
        """Return the number of rows of each type in each document, shape (documents × types,)."""
        rows = rows[types[rows] != NONE]
        keys = document[rows] * size + types[rows]
        return np.bincount(keys, minlength=len(self.shared) * size)


def _fail(batch: Batch[Tagged], document: int) -> None:
    """Raise the InputError for a document whose sides have different numbers of tokens."""
    gold, system = batch.gold, batch.system
    name = f"document {batch.documents[document]!r}: " if len(batch.documents) > 1 else ""
    if gold.text is None or system.text is None:
        alone = np.where(np.arange(len(batch.documents)) == document, 0, NONE)
        one = [side.in_documents(batch.documents[:1], alone) for side in (gold, system)]
        _fail_unlike(one[0], one[1], name)
    begin = [int(side.sizes()[:document].sum()) for side in (gold, system)]
    size = [int(side.sizes()[document]) for side in (gold, system)]
    words = [
        side.tokens()[first : first + count]
        for side, first, count in zip((gold, system), begin, size, strict=True)
    ]
    pairs = enumerate(zip(*words, strict=False))
    parting = next((i for i, (left, right) in pairs if left != right), min(size))
    places = []
    for side, first, count, listed in zip((gold, system), begin, size, words, strict=True):
        place = side.place(first + min(parting, count - 1))
        places.append(f"{place} has {listed[parting]!r}" if parting < count else f"the text ends at {place}")
    source, line = source_and_line(system.place(begin[1] + min(parting, size[1] - 1)))
    counts = f"{name}{plural(size[1], 'token')} where gold has {size[0]:,}"
    pieces = _pieces(words[0], words[1], parting)
    plain = gold.plain and system.plain
    remedy = OTHER + (OTHER_NOISY if plain else OTHER_MARKED)
    raise InputError(
        f"{counts}{pieces}; the texts part here: {places[0]}, {places[1]}",
        source="system" if line is None else source,
        line=line,
        remedy=WORDS_NOISY * plain + WORDS if pieces else remedy,
    )


def _check_shorter(batch: Batch[Tagged], shared: BoolArray) -> None:
    """Raise the InputError for a system that has only the beginnings of gold sentences in the *shared*
    documents.
    """
    from nerkit.corpora.pairing.truncated_output import completed  # which is seldom needed

    names = [str(i) for i in range(len(shared))]
    codes = np.where(shared, np.arange(len(shared)), NONE)
    gold, system = (
        replace(side.in_documents(names, codes), named=True) for side in (batch.gold, batch.system)
    )
    found = completed(gold, system)
    if found is None or len(found.tagged) != len(gold):
        return
    short = found
    behind = system.place(short.behind)
    source, line = source_and_line(behind)
    what = "cut" if short.is_cut else "lost"
    words = gold.text is not None and system.text is not None
    raise InputError(
        f"{plural(len(system), 'token')} where gold has {len(gold):,}: {short}; "
        f"the first is {what} here: {gold.place(short.row)} / {behind}",
        source="system" if line is None else source,
        line=line,
        remedy=SHORTER + SHORTER_NOISY * (gold.plain and system.plain) if words else SHORTER_LISTS,
    )


def _fail_unlike(gold: Tagged, system: Tagged, name: str) -> NoReturn:
    """Raise the InputError for tags without tokens whose number cannot be made equal to gold by padding."""
    sides = [(len(side.first), len(side)) for side in (gold, system)]
    (sentences, tags), (own, own_tags) = sides
    counts = f"{name}{plural(own_tags, 'tag')} where gold has {tags:,}"
    if own != sentences:
        counts += f", in {plural(own, 'sentence')} where gold has {sentences:,}"
    raise InputError(counts, source="system", remedy=ALONE)


def _pieces(gold: Sequence[str], system: Sequence[str], parting: int) -> str:
    """Return the note on words that a tokenizer has cut into pieces, from the first different word on; empty
    without such words.
    """
    words, shown = set(gold), " ".join(system[parting : parting + 3])
    for mark in (*BEGIN_PIECES, *END_PIECES):
        has_mark = str.startswith if mark in BEGIN_PIECES else str.endswith
        if any(has_mark(word, mark) and word not in words for word in system):
            return f": the tokens of the system are subword pieces, marked by {mark} ({shown})"
    return ""
