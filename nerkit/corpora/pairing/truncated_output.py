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

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.algorithms.keys import expand
from nerkit.corpora.corpus import origins_of
from nerkit.corpora.pairing.by_text import ways
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError, plural
from nerkit.ground.warnings import Warned

Pieces = Sequence[bytes]  # the tokens of each sentence, each token followed by a newline


class Completed(NamedTuple):
    """A system filled up to the tokens of gold, and counts of its missing sentences and tokens.

    tagged   the system with `O` for every missing token
    lacking  the numbers of `cut` and `lost` sentences, and `cut_tokens` and `lost_tokens`
    row      the first gold token that the system lacks
    behind   the system token before the missing token, or the first token
    is_cut   whether the sentence of the missing token is cut; otherwise it is lost
    """

    tagged: Tagged
    lacking: Mapping[str, int]
    row: int
    behind: int
    is_cut: bool

    def __str__(self) -> str:
        """For example `3 sentences cut (12 tokens), 2 sentences lost (20 tokens)`, without zero counts."""
        return _counted(self.lacking)


def completed(gold: Tagged, system: Tagged) -> Completed | None:
    """The system with `O` for every missing token, in the documents that both sides have.

    None if no token is missing, or if a sentence fits no gold sentence or several gold sentences.
    """
    if not len(system) or not len(gold):
        return None
    if gold.text is not None and gold.text == system.text and np.array_equal(gold.first, system.first):
        return None
    texts = None if gold.text is None or system.text is None else (_pieces(gold), _pieces(system))
    rows: list[tuple[IntArray, IntArray, IntArray]] = []  # sentence of gold and of the system, document
    for block in _blocks(gold, system):
        places, own = _filed(block, texts, gold, system), np.arange(block.system.start, block.system.stop)
        of_gold, of_system = np.full(len(own), NONE), own
        if places is not None:
            of_gold = np.arange(block.gold.start, block.gold.stop)
            of_system = np.full(len(of_gold), NONE)
            of_system[np.array(places, np.int64) - block.gold.start] = own
        rows.append((of_gold, of_system, np.full(len(of_gold), block.document)))
    return _together(gold, system, *map(np.concatenate, zip(*rows, strict=True))) if rows else None


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
    facts = {"lacking": made.lacking}
    warning = Warned("tokens-lacking", None, [gold.place(made.row)], facts=facts, detail=_lacking, side=name)
    return replace(made.tagged, warnings=(*made.tagged.warnings, warning))


def _check_places(gold: Tagged, system: Tagged) -> None:
    """Raise InputError if documents are paired by order, have no tokens, and some are lost."""
    has_words, by_id = gold.text is not None and system.text is not None, gold.named and system.named
    if len(system) and not has_words and not by_id and len(system.documents) < len(gold.documents):
        raise InputError(
            f"{plural(len(system.first), 'sentence')} but the gold file has {len(gold.first):,}, and tags "
            "without tokens do not tell which sentences are lost",
            source="system",
            remedy="give an empty list for each lost sentence, documents with ids, or files with the tokens",
        )


def _lacking(warned: Warned) -> dict[str, str]:
    """The number of sentences that a system lacks, as text."""
    return {"lacking": _counted(warned.facts["lacking"])}


def _counted(lacking: Mapping[str, int]) -> str:
    return ", ".join(
        f"{plural(lacking[what], 'sentence')} {what} ({plural(lacking[f'{what}_tokens'], 'token')})"
        for what in ("cut", "lost")
        if lacking[what]
    )


class _Block(NamedTuple):
    """Sentences of gold and of the system that are assigned together, and the system's document."""

    gold: range
    system: range
    document: int = NONE


def _blocks(gold: Tagged, system: Tagged) -> list[_Block]:
    """The blocks of sentences: one per pair of documents with equal ids, or one for everything if a side
    has no ids.

    Empty if an id occurs twice.
    """
    if not (gold.named and system.named):
        return [_Block(range(len(gold.first)), range(len(system.first)))]
    if any(len(set(side.documents)) < len(side.documents) for side in (gold, system)):
        return []
    sentences = dict(zip(gold.documents, _sentences_of(gold), strict=True))
    own = enumerate(zip(system.documents, _sentences_of(system), strict=True))
    return [_Block(sentences.get(name, range(0)), each, i) for i, (name, each) in own]


def _sentences_of(tagged: Tagged) -> list[range]:
    """The range of sentences of each document. The sentences of a document are adjacent."""
    codes, first, count = np.unique(tagged.document, return_index=True, return_counts=True)
    ranges = [range(0)] * len(tagged.documents)
    for code, begin, size in zip(codes.tolist(), first.tolist(), count.tolist(), strict=True):
        ranges[code] = range(begin, begin + size)
    return ranges


def _pieces(tagged: Tagged) -> Pieces:
    """The tokens of each sentence, each token followed by a newline."""
    text, borders = bytes(tagged.text or b""), tagged.begins[np.append(tagged.first, len(tagged))].tolist()
    return [text[begin:end] for begin, end in pairwise(borders)]


def _filed(
    block: _Block, texts: tuple[Pieces, Pieces] | None, gold: Tagged, system: Tagged
) -> Sequence[int] | None:
    """The gold sentence of each system sentence in a block; None if a sentence fits nowhere or the choice
    is not unique.
    """
    if not block.gold or len(block.system) > len(block.gold):
        return None
    if texts is None:
        return _by_place(block, gold, system)
    ours, pieces = texts[0], texts[1][block.system.start : block.system.stop]
    whole = ways(block.gold, pieces, lambda place, piece: ours[place] == piece)
    # if all sentences are whole, none is cut
    found = whole or ways(block.gold, pieces, lambda place, piece: ours[place].startswith(piece))
    if found is None or found[0] == found[1]:
        return found and found[0]
    is_one_document = block.document != NONE or len(gold.documents) == 1
    words = {ours[place] for place, last in zip(*found, strict=True) if place != last}
    tags = {  # the choice does not matter if gold tags all sentences with equal words alike
        (piece, gold.tags.codes[begin:end].tobytes())
        for piece, begin, end in zip(ours, gold.first.tolist(), gold.last.tolist(), strict=True)
        if piece in words
    }
    return found[0] if whole and is_one_document and len(tags) == len(words) else None


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
    longer = (system.last - system.first)[list(block.system)] > (gold.last - gold.first)[filed]
    return None if longer.any() else filed


def _together(
    gold: Tagged, system: Tagged, of_gold: IntArray, of_system: IntArray, document: IntArray
) -> Completed | None:
    """The system's sentences (NONE for a lost sentence) beside gold's (NONE in blocks without assignment),
    with `O` for missing tokens. None if nothing is missing.

    The sentences belong to *document*, or to the gold documents if everything was assigned in one block.
    """
    own = np.append(system.last - system.first, 0)[of_system]
    whole = np.where(of_gold == NONE, own, np.append(gold.last - gold.first, 0)[of_gold])
    short = np.flatnonzero(own < whole)
    if not len(short):
        return None
    first, rows = np.cumsum(whole) - whole, np.flatnonzero(own)
    sentence, begin = of_system[rows], first[rows]
    values = list(system.tags.values)
    values += [] if OUTSIDE in values else [OUTSIDE]
    codes = np.full(int(whole.sum()), values.index(OUTSIDE))
    codes[expand(begin, begin + own[rows])[1]] = system.tags.codes[
        expand(system.first[sentence], system.last[sentence])[1]
    ]
    tagged = replace(
        system,
        **_documents(gold, system, document),
        first=first,
        line=np.where(of_system == NONE, 0, system.line[of_system]),
        tags=Column(values, codes),
        text=_text(gold, system, of_gold, of_system),
        origins=origins_of(system.origins, system.first[sentence], begin),
    )
    lacking, lost = (whole - own)[short], own[short] == 0
    counts: dict[str, int] = {}
    for what, which in (("cut", ~lost), ("lost", lost)):
        counts |= {what: int(which.sum()), f"{what}_tokens": int(lacking[which].sum())}
    before = of_system[: short[0] + 1]
    before = before[before != NONE][-1:]
    return Completed(
        tagged,
        counts,
        row=int(gold.first[of_gold[short[0]]] + own[short[0]]),
        behind=int(system.last[before].sum()) - len(before),
        is_cut=not lost[0],
    )


def _documents(gold: Tagged, system: Tagged, document: IntArray) -> dict[str, Any]:
    """The fields about documents, given the document of each sentence.

    The system's documents are kept if the system has one document, or as many documents as gold.
    """
    if document[0] != NONE:
        return {"document": document}
    if len(system.documents) == 1 and not system.named:
        return {"document": np.zeros_like(document)}
    if len(system.documents) == len(gold.documents):
        return {"document": gold.document}
    return {
        "documents": [str(i + 1) for i in range(len(gold.documents))],
        "document": gold.document,
        "named": False,
    }


def _text(gold: Tagged, system: Tagged, of_gold: IntArray, of_system: IntArray) -> Any:
    """The tokens of all sentences, each followed by a newline; None for tags without words."""
    if gold.text is None or system.text is None:
        return None
    if np.array_equal(of_gold, np.arange(len(gold.first))):
        return gold.text
    ours, theirs = _pieces(gold), _pieces(system)
    pairs = zip(of_gold.tolist(), of_system.tolist(), strict=True)
    return b"".join(theirs[own] if place == NONE else ours[place] for place, own in pairs)
