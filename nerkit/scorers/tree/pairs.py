"""Decide which gold sentences and system sentences are compared, and which of these pairs are scored.

The checks of EVALB decide, in this order; words means words that are not left out:

    SKIPPED  the system has no words
    LENGTH   the numbers of words differ, after quotes that are taken for each other are put back
    WORDS    a word differs
    SCORED   none of these; or the pair lacks a side, because a document is missing or spurious
    LONG     gold has more words than are asked for, whatever else

Quotes, possessives and apostrophes can be confused, so that a side leaves out a word that the other side
counts:

    gold    (`` ")  left out     the parser tags the same quotation mark as a noun: a word more on its side
    system  (NN ")  a word

If the numbers of words of a pair differ, EVALB puts such words back. Take two candidates at the same place,
counted in words, with different tags. If one of the two is left out, it becomes a word. Candidates are the
words ' " and / with a tag of QUOTE_LABEL. There is no limit to their number (EVALB looks at 20 of a
sentence). Quotes in a row may all be left out. Then, as in EVALB, the first is put back once for each quote
of the other side, as often as there are quotes.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.algorithms.keys import combine, ranked
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.scorers.tree.labels import EqualLabels
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.params import Params
from nerkit.scorers.tree.terminals import CountedWords, among, by_tags_of_gold, left_out, lengths

SCORED, LENGTH, WORDS, SKIPPED, LONG = range(5)
QUOTES = frozenset(["'", '"', "/"])


@dataclass(frozen=True)
class SentencePairs:
    """Pairs of sentences, in the order of their documents.

    document  the code of the document of each pair
    unit      the code of the unit: the document, or the sentence if statistics draw sentences
    status    whether and why a pair is skipped
    there     whether gold, and whether the system, has a sentence in each pair
    length    the number of gold words, as EVALB counts them
    sides     the words of gold and of the system
    start     for each side, the first word of each terminal, then the number of words; terminals that are
              left out have no words
    """

    document: IntArray
    unit: IntArray
    status: IntArray
    there: tuple[BoolArray, BoolArray]
    length: IntArray
    sides: tuple[CountedWords, CountedWords]
    start: tuple[IntArray, IntArray]

    def __len__(self) -> int:
        return len(self.document)

    @property
    def scored(self) -> BoolArray:
        """A mask of the pairs that are scored."""
        return np.equal(self.status, SCORED)

    def place(self, pair: int) -> str:
        """Return `file:line` of the gold sentence of a pair, or of the system sentence if gold has no
        sentence.
        """
        side = self.sides[0 if self.there[0][pair] else 1]
        return side.trees.place(int(np.flatnonzero(side.pair == pair)[0]))

    @cached_property
    def base(self) -> tuple[IntArray, IntArray]:
        """The position at which each pair begins on each side."""
        gold, system = (
            _least(side.pair, start[side.trees.begin[:-1]], len(self))
            for side, start in zip(self.sides, self.start, strict=True)
        )
        return gold, system


def in_order(batch: Batch[Constituents], options: Options) -> SentencePairs:
    """Pair the sentences of both sides by their position in the document: first with first, and so on."""
    document, of_pair = _numbered(batch)
    size = len(document)
    there = (np.bincount(of_pair[0], minlength=size) > 0, np.bincount(of_pair[1], minlength=size) > 0)
    sides, status = judged(batch, of_pair, there, options)
    return SentencePairs(
        document=document,
        unit=document,
        status=status,
        there=there,
        length=np.bincount(of_pair[0], lengths(batch.gold, options.parameters), size).astype(np.int64),
        sides=sides,
        start=(sides[0].places, sides[1].places),
    )


def judged(
    batch: Batch[Constituents],
    of_pair: tuple[IntArray, IntArray],
    there: tuple[BoolArray, BoolArray],
    options: Options,
    forms: tuple[Column, Column] | None = None,
) -> tuple[tuple[CountedWords, CountedWords], IntArray]:
    """Return the words of both sides and the status of each pair, given the pairs of the sentences.

    forms   the forms of terminals that are compared instead of words
    """
    params, size, both = options.parameters, len(there[0]), there[0] & there[1]
    gold, system = (
        CountedWords(side, pair, (~left_out(side, params)).astype(np.int64))
        for side, pair in zip((batch.gold, batch.system), of_pair, strict=True)
    )
    different = np.zeros(size, bool)
    if options.by_gold:
        system, different = by_tags_of_gold(gold, system, size, params)
    skipped = both & (system.counted(size) == 0)
    unequal = both & ~skipped & (gold.counted(size) != system.counted(size))
    gold, system = put_back(gold, system, np.flatnonzero(unequal), params)
    unequal = both & ~skipped & ((gold.counted(size) != system.counted(size)) | different)
    status = np.where(skipped, SKIPPED, np.where(unequal, LENGTH, SCORED))
    scored = both & (status == SCORED)
    rows, others = gold.within(scored), system.within(scored)
    ours, theirs = forms or (batch.gold.word, batch.system.word)
    equal = EqualLabels(params.same_words).agree(ours.take(rows), theirs.take(others))
    status[gold.pairs[rows[~equal]]] = WORDS
    return (gold, system), status


def _numbered(batch: Batch[Constituents]) -> tuple[IntArray, tuple[IntArray, IntArray]]:
    """Return the document of each pair, and the pair of each gold sentence and of each system sentence."""
    documents, turns = [], []
    for side in (batch.gold, batch.system):
        first = np.searchsorted(side.document, np.arange(len(batch.documents)))
        documents.append(side.document)
        turns.append(np.arange(side.sentences) - first[side.document])
    document = np.concatenate(documents)
    pair, _ = ranked(combine(document, np.concatenate(turns)))
    of_pair = np.zeros(int(pair.max(initial=-1)) + 1, np.int64)
    of_pair[pair] = document
    return of_pair, (pair[: batch.gold.sentences], pair[batch.gold.sentences :])


def _least(group: IntArray, values: IntArray, size: int) -> IntArray:
    """Return the first value of each of *size* groups, ascending; 0 for an empty group."""
    first = np.zeros(size, np.int64)
    first[group[::-1]] = values[::-1]
    return first


def put_back(
    gold: CountedWords, system: CountedWords, pairs: IntArray, params: Params
) -> tuple[CountedWords, CountedWords]:
    """Return the words of both sides, with the left-out quotes put back in *pairs* with different numbers of
    words.
    """
    if not params.quotes or not len(pairs):
        return gold, system
    sides = (gold, system)
    quotes: tuple[list[int], list[int]] = ([], [])
    candidates = [_candidates(side, pairs, params) for side in sides]
    for pair in pairs.tolist():
        listed = [side.get(pair, []) for side in candidates]
        for side, terminals in zip(quotes, _missing(listed[0], listed[1]), strict=True):
            side.extend(terminals)
    return gold.with_more(np.array(quotes[0], np.int64)), system.with_more(np.array(quotes[1], np.int64))


@dataclass(slots=True)
class _Candidate:
    """A quote that can be put back: its terminal, the number of words before it, its tag, and whether it is
    left out.
    """

    terminal: int
    before: int
    tag: str
    deleted: bool


def _candidates(side: CountedWords, pairs: IntArray, params: Params) -> dict[int, list[_Candidate]]:
    """Return the candidates of each pair, in the order of the words."""
    trees = side.trees
    wanted = np.zeros(int(max(side.pair.max(initial=-1), pairs.max())) + 1, bool)
    wanted[pairs] = True
    quotes = among(trees.word, QUOTES) & among(trees.tag, params.quotes) & wanted[side.pairs]
    rows = np.flatnonzero(quotes)
    before = side.places
    first = trees.begin[trees.of_terminal[rows]]
    columns = (rows, side.pairs[rows], before[rows] - before[first], among(trees.tag, params.deleted)[rows])
    of_pair: dict[int, list[_Candidate]] = {}
    for row, pair, place, deleted in zip(*(column.tolist() for column in columns), strict=True):
        candidate = _Candidate(row, place, trees.tag.value(row), deleted)
        of_pair.setdefault(pair, []).append(candidate)
    return of_pair


def _missing(gold: list[_Candidate], system: list[_Candidate]) -> tuple[list[int], list[int]]:
    """Return the gold terminals and the system terminals that are put back in one pair."""
    terminals: tuple[list[int], list[int]] = ([], [])
    for i, theirs in enumerate(system):
        place = theirs.before
        for j, ours in enumerate(gold):
            if ours.before != place or ours.tag == theirs.tag or ours.deleted == theirs.deleted:
                continue
            side, listed, index = (0, gold, j) if ours.deleted else (1, system, i)
            terminals[side].append(listed[index].terminal)
            for later in listed[index:]:
                later.before += 1
    return terminals
