"""Completes a system's tags that have fewer tokens than gold: sentences that are cut, and sentences that
are lost.

    gold      Tolkien left Oxford .        He slept .        Then he wrote .
    system    Tolkien left                                   Then he wrote .

A system sentence belongs to a gold sentence that begins with its tokens. The order of sentences is the same
on both sides. If all system sentences equal whole gold sentences, no sentence is cut. The assignment must be
unique, except between gold sentences with equal tokens and tags. Sentences are assigned within documents of
equal ids, or over the whole text if a side has no ids. For tags without tokens, the position shows which
sentence is cut, and lost sentences cannot be detected.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.byte_spans import WordBytes
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import origins_of
from nerkit.corpora.pairing.by_text import ways
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError, plural
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned

NEWLINE = 10


class Shortfall(NamedTuple):
    """The numbers of cut and lost sentences, with their missing tokens, and the place of the first missing
    token.

    row         the first gold token that the system lacks
    behind      the system token before the missing token, or the first token
    is_cut      whether the sentence of the missing token is cut; otherwise it is lost
    """

    cut: int
    cut_tokens: int
    lost: int
    lost_tokens: int
    row: int
    behind: int
    is_cut: bool

    def __str__(self) -> str:
        """For example `3 sentences cut (12 tokens), 2 sentences lost (20 tokens)`, without zero counts."""
        return _counted(self[:4])


class Completed(NamedTuple):
    """A system filled up to the tokens of gold, and the counts of missing tokens."""

    tagged: Tagged
    shortfall: Shortfall


def completed(gold: Tagged, system: Tagged) -> Completed | None:
    """The system with `O` for every missing token, in the documents that both sides have.

    None if no token is missing, or if a sentence fits no gold sentence or several gold sentences.
    """
    if not len(system) or not len(gold):
        return None
    alike = gold.text is not None and gold.text == system.text and np.array_equal(gold.first, system.first)
    blocks = None if alike else _blocks(gold, system)
    if blocks is None:
        return None
    sides = None if gold.text is None or system.text is None else (_Sentences(gold), _Sentences(system))
    found = [_filed(block, sides, gold, system) for block in blocks]
    return _together(gold, system, blocks, found)


def with_rest(gold: Tagged, system: Tagged, *, fill: bool) -> Tagged:
    """The system with `O` for missing gold tokens, and a warning that counts them, if missing tokens are
    to be filled.

    Raises InputError for tags without tokens if sentences are lost.
    """
    made = completed(gold, system) if fill else None
    if made is None:
        _check_places(gold, system)
        return system
    name = system.origins[0].name if len(system.origins) == 1 else "system"
    lacking = dict(zip(("cut", "cut_tokens", "lost", "lost_tokens"), made.shortfall, strict=False))
    first, facts = [gold.place(made.shortfall.row)], {"lacking": lacking}
    warning = Warned("tokens-lacking", None, first, facts=facts, detail=_lacking, side=name)
    return replace(made.tagged, warnings=(*made.tagged.warnings, warning))


def _check_places(gold: Tagged, system: Tagged) -> None:
    """Raise InputError if documents are paired by order, have no tokens, and some are lost."""
    has_words, by_id = gold.text is not None and system.text is not None, gold.named and system.named
    numbers = len(gold.first), len(system.first)
    if len(system) and not has_words and not by_id and len(system.documents) < len(gold.documents):
        raise InputError(
            (
                f"{plural(numbers[1], 'sentence')} but the gold file has {numbers[0]:,}, and tags "
                "without tokens do not tell which sentences are lost"
            ),
            source="system",
            remedy=(
                "give an empty list for each lost sentence, documents with ids, or files with the tokens"
            ),
        )


def _lacking(warned: Warned) -> dict[str, str]:
    """The number of sentences that a system lacks, as text."""
    return {"lacking": _counted([*warned.facts["lacking"].values()])}


def _counted(numbers: Sequence[int]) -> str:
    cut, cut_tokens, lost, lost_tokens = numbers
    parts = ((cut, "cut", cut_tokens), (lost, "lost", lost_tokens))
    return ", ".join(
        f"{plural(count, 'sentence')} {what} ({plural(tokens, 'token')})"
        for count, what, tokens in parts
        if count
    )


class _Block(NamedTuple):
    """Sentences of gold and of the system that are assigned together, and the system's document."""

    gold: range
    system: range
    document: int = NONE


def _blocks(gold: Tagged, system: Tagged) -> list[_Block] | None:
    """The blocks of sentences: one per pair of documents with equal ids, or one for everything if a side
    has no ids.

    None if ids are repeated.
    """
    if not (gold.named and system.named):
        return [_Block(range(len(gold.first)), range(len(system.first)))]
    if any(len(set(side.documents)) < len(side.documents) for side in (gold, system)):
        return None
    sentences, own = _sentences_of(gold), _sentences_of(system)
    place = {name: i for i, name in enumerate(gold.documents)}
    return [
        _Block(sentences[place[name]] if name in place else range(0), own[i], i)
        for i, name in enumerate(system.documents)
    ]


def _sentences_of(tagged: Tagged) -> list[range]:
    """The range of sentences of each document. The sentences of a document are adjacent."""
    codes, first, count = np.unique(tagged.document, return_index=True, return_counts=True)
    ranges = [range(0)] * len(tagged.documents)
    for code, begin, size in zip(codes.tolist(), first.tolist(), count.tolist(), strict=True):
        ranges[code] = range(begin, begin + size)
    return ranges


class _Sentences:
    """The sentences of a side, as slices of its text."""

    def __init__(self, tagged: Tagged) -> None:
        assert tagged.text is not None
        self.text = bytes(tagged.text)
        ends = np.flatnonzero(np.frombuffer(self.text, np.uint8) == NEWLINE) + 1
        self.borders: list[int] = np.append(0, ends)[np.append(tagged.first, len(tagged))].tolist()

    def piece(self, sentence: int) -> bytes:
        """The tokens of a sentence, each followed by a newline."""
        return self.text[self.borders[sentence] : self.borders[sentence + 1]]

    def size(self, sentence: int) -> int:
        """The number of bytes of a sentence."""
        return self.borders[sentence + 1] - self.borders[sentence]

    def begins(self, sentence: int, piece: bytes) -> bool:
        """Whether a sentence begins with these tokens."""
        begin = self.borders[sentence]
        return len(piece) <= self.borders[sentence + 1] - begin and self.text.startswith(piece, begin)


def _filed(
    block: _Block, sides: tuple[_Sentences, _Sentences] | None, gold: Tagged, system: Tagged
) -> Sequence[int] | None:
    """The gold sentence of each system sentence in a block; None if a sentence fits nowhere or the choice
    is not unique.
    """
    if not block.gold or len(block.system) > len(block.gold):
        return None
    if sides is None:
        return _by_place(block, gold, system)
    ours, theirs = sides
    pieces = [theirs.piece(sentence) for sentence in block.system]

    def is_whole(place: int, piece: bytes) -> bool:
        return ours.size(place) == len(piece) and ours.begins(place, piece)

    whole = ways(block.gold, pieces, is_whole)
    found = whole or ways(block.gold, pieces, ours.begins)  # if all sentences are whole, none is cut
    if found is None or found[0] == found[1]:
        return found and found[0]
    is_one_document = block.document != NONE or len(gold.documents) == 1
    open_ = {place for place, last in zip(*found, strict=True) if place != last}
    return found[0] if whole and is_one_document and _are_tagged_alike(open_, ours, gold) else None


def _are_tagged_alike(places: Iterable[int], sentences: _Sentences, gold: Tagged) -> bool:
    """Whether gold tags all sentences with equal words alike, so that the choice between them does not
    matter.
    """
    words = {sentences.piece(place) for place in places}
    tags: dict[bytes, set[bytes]] = {}
    for place in range(len(gold.first)):
        if (piece := sentences.piece(place)) in words:
            codes = gold.tags.codes[gold.first[place] : gold.last[place]]
            tags.setdefault(piece, set()).add(codes.tobytes())
    return all(len(each) == 1 for each in tags.values())


def _by_place(block: _Block, gold: Tagged, system: Tagged) -> list[int] | None:
    """For tags without words: the gold sentence at the position of each system sentence; None if one is
    longer.
    """
    numbers = _sentences_of(gold), _sentences_of(system)
    if block.document != NONE or len(gold.documents) != len(system.documents):
        numbers = [block.gold], [block.system]
    pairs = list(zip(*numbers, strict=True))
    if any(own and len(own) != len(sentences) for sentences, own in pairs):
        return None
    filed = [place for sentences, own in pairs if own for place in sentences]
    length = (gold.last - gold.first)[filed], (system.last - system.first)[list(block.system)]
    return filed if (length[1] <= length[0]).all() else None


def _together(
    gold: Tagged, system: Tagged, blocks: Sequence[_Block], found: Sequence[Sequence[int] | None]
) -> Completed | None:
    """The blocks joined, with gold's sentences in assigned blocks and the system's sentences in other
    blocks.
    """
    of_gold, of_system = [], []  # the sentence of each side, or NONE
    for block, filed in zip(blocks, found, strict=True):
        own = np.arange(block.system.start, block.system.stop)
        if filed is None:
            of_gold.append(np.full(len(own), NONE))
            of_system.append(own)
            continue
        beside = np.full(len(block.gold), NONE)
        beside[np.array(filed, np.int64) - block.gold.start] = own
        of_gold.append(np.arange(block.gold.start, block.gold.stop))
        of_system.append(beside)
    layout = _SideBySide(gold, system, np.concatenate(of_gold), np.concatenate(of_system))
    shortfall = layout.shortfall()
    if shortfall is None:
        return None
    counts = [len(part) for part in of_gold]
    return Completed(layout.tagged(np.repeat([block.document for block in blocks], counts)), shortfall)


@record(frozen=True)
class _SideBySide:
    """Parallel lists of gold and system sentences, with NONE if a side lacks the sentence."""

    gold: Tagged
    system: Tagged
    of_gold: IntArray
    of_system: IntArray

    def lengths(self) -> tuple[IntArray, IntArray]:
        """Two lengths of each sentence in tokens: of the gold sentence (of the system's if gold has none),
        and of the system's.
        """
        gold, system = ((side.last - side.first) for side in (self.gold, self.system))
        own = np.where(self.of_system == NONE, 0, np.append(system, 0)[self.of_system])
        return np.where(self.of_gold == NONE, own, np.append(gold, 0)[self.of_gold]), own

    def shortfall(self) -> Shortfall | None:
        """The sentences and tokens that the system lacks; None if nothing is missing."""
        whole, own = self.lengths()
        short = np.flatnonzero(own < whole)
        if not len(short):
            return None
        lost = own[short] == 0
        lacking = (whole - own)[short]
        first = int(short[0])
        before = self.of_system[: first + 1]
        before = before[before != NONE]
        behind = int(self.system.last[before[-1]]) - 1 if len(before) else 0
        return Shortfall(
            cut=int((~lost).sum()),
            cut_tokens=int(lacking[~lost].sum()),
            lost=int(lost.sum()),
            lost_tokens=int(lacking[lost].sum()),
            row=int(self.gold.first[self.of_gold[first]] + own[first]),
            behind=behind,
            is_cut=not lost[0],
        )

    def tagged(self, document: IntArray) -> Tagged:
        """The system's tags in the order of sentences, with `O` for missing tokens.

        The sentences belong to *document*, or to the gold documents if everything was assigned in one block.
        """
        whole, own = self.lengths()
        first = np.cumsum(whole) - whole
        rows = np.flatnonzero(own)
        sentence = self.of_system[rows]
        places = _each_from(first[rows], own[rows])
        values = list(self.system.tags.values)
        codes = np.full(int(whole.sum()), values.index(OUTSIDE) if OUTSIDE in values else len(values))
        codes[places] = self.system.tags.codes[_each_from(self.system.first[sentence], own[rows])]
        return replace(
            self.system,
            **self._documents(document),
            first=first,
            line=np.where(self.of_system == NONE, 0, self.system.line[self.of_system]),
            tags=Column(values if OUTSIDE in values else [*values, OUTSIDE], codes),
            text=self._text(),
            origins=origins_of(self.system.origins, self.system.first[sentence], first[rows]),
        )

    def _documents(self, document: IntArray) -> dict[str, Any]:
        """The fields about documents, given the document of each sentence.

        The system's documents are kept if the system has one document, or as many documents as gold.
        """
        system, gold = self.system, self.gold
        if document[0] != NONE:
            return {"document": document}
        if len(system.documents) == 1 and not system.named:
            return {"document": np.zeros_like(document)}
        if len(system.documents) == len(gold.documents):
            return {"document": gold.document}
        names = [str(i + 1) for i in range(len(gold.documents))]
        return {"documents": names, "document": gold.document, "named": False}

    def _text(self) -> bytes | WordBytes | None:
        """The tokens of all sentences, each followed by a newline."""
        if self.gold.text is None or self.system.text is None:
            return None
        if np.array_equal(self.of_gold, np.arange(len(self.gold.first))):
            return self.gold.text
        gold, system = _Sentences(self.gold), _Sentences(self.system)
        pairs = zip(self.of_gold.tolist(), self.of_system.tolist(), strict=True)
        return b"".join(system.piece(own) if place == NONE else gold.piece(place) for place, own in pairs)


def _each_from(begin: IntArray, length: IntArray) -> IntArray:
    """The rows of ranges with these begins and lengths, one range after another."""
    return np.repeat(begin - np.cumsum(length) + length, length) + np.arange(length.sum())
